//! A game in progress: the World of a ruleset, and what may be done to it.

use crate::choice::Choice;
use crate::decision::Decision;
use crate::engine::chance::Chance;
use crate::engine::legal::{LegalSet, Offer, Source};
use crate::engine::reader::TempLists;
use crate::engine::run::Todo;
use crate::engine::scene::Trigger;
use crate::engine::table::Table;
use crate::engine::world::World;
use crate::engine::{Engine, Fault, GameResult, Reader, Run};
use crate::error::{FaultReport, NotApplied, Refusal, SetupError};
use crate::event::Event;
use crate::ids::{Seat, SeatSet, Viewer, ZoneId};
use crate::program::ActionKind;
use crate::ruleset::Ruleset;
use crate::setup::{Seed, Setup};
use crate::value::Value;
use crate::view::{View, ViewEvent, event_for, view_into};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use smallvec::SmallVec;
use std::sync::Arc;

/// The most cards a game may hold.
pub const MAX_CARDS: usize = 60_000;

/// A game in progress.
///
/// It is `Send` and owns everything it needs. Cloning it copies a few flat
/// blocks of memory: that is how a search looks ahead.
///
/// ```
/// use cardable_core::{Game, Seed, Setup};
/// # let ruleset = cardable_core::testing::tiny_ruleset();
/// let mut game = Game::new(&ruleset, &Setup::seats(2), Seed::from(7))?;
/// while let Some(decision) = game.next_decision() {
///     let (seat, choice) = (decision.seat(), decision.nth(0).expect("a decision has a choice"));
///     game.submit(seat, &choice)?;
/// }
/// assert!(game.result().is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Game {
    pub(crate) table: Arc<Table>,
    pub(crate) world: World,
    pub(crate) legal: LegalSet,
    /// Events of the last choice, when they are wanted.
    pub(crate) events: Option<Vec<Event>>,
    /// Where the World is kept while a choice is tried.
    spare: Option<Box<World>>,
    /// What authors should read of the last choice, when there is something.
    trace: Option<Box<Trace>>,
}

/// What authors should read.
pub(crate) struct Trace {
    /// What scripts printed.
    pub(crate) printed: Vec<Box<str>>,
    /// Conditions that could not be worked out.
    pub(crate) warnings: Vec<FaultReport>,
}

impl Clone for Game {
    fn clone(&self) -> Game {
        Game {
            table: Arc::clone(&self.table),
            world: self.world.clone(),
            legal: self.legal.clone(),
            events: self.events.as_ref().map(|_| Vec::new()),
            spare: None,
            trace: None,
        }
    }

    /// Copies into memory that is there already.
    fn clone_from(&mut self, other: &Game) {
        if !Arc::ptr_eq(&self.table, &other.table) {
            self.table = Arc::clone(&other.table);
        }
        self.world.copy_from(&other.world);
        self.legal.clone_from(&other.legal);
        match (&mut self.events, &other.events) {
            (Some(events), Some(_)) => events.clear(),
            (events, wanted) => *events = wanted.as_ref().map(|_| Vec::new()),
        }
    }
}

impl std::fmt::Debug for Game {
    /// Tells what everybody may know: never a hidden card.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Game")
            .field("ruleset", &self.table.program.name)
            .field("step", &self.world.step)
            .field("over", &self.world.over)
            .finish_non_exhaustive()
    }
}

/// Takes the generator that the setup names.
fn set_generator(table: &Table, world: &mut World, seed: &Seed) {
    if table.rng == crate::setup::Generator::Mulberry32 {
        world.rare_mut().mulberry = Some(crate::engine::mulberry::Mulberry::new(&seed.0));
    }
}

impl Game {
    /// Begins a game and runs it up to the first decision.
    pub fn new(ruleset: &Ruleset, setup: &Setup, seed: Seed) -> Result<Game, SetupError> {
        let mut table = crate::seating::table(&ruleset.program, setup)?;
        let mut world = World::new(&table, ChaCha8Rng::from_seed(seed.0));
        set_generator(&table, &mut world, &seed);
        table.fresh = Some(Box::new(world.clone()));
        let mut game = Game::from_parts(table, world, LegalSet::default());
        game.begin()?;
        Ok(game)
    }

    /// Begins again with another seed: the same as a new game of the same setup,
    /// in the memory of this one.
    pub fn restart(&mut self, seed: Seed) -> Result<(), SetupError> {
        let rng = ChaCha8Rng::from_seed(seed.0);
        match &self.table.fresh {
            Some(fresh) => self.world.copy_from(fresh),
            None => self.world = World::new(&self.table, rng.clone()),
        }
        self.world.rng = rng;
        set_generator(&self.table, &mut self.world, &seed);
        self.begin()
    }

    fn begin(&mut self) -> Result<(), SetupError> {
        if let Some(events) = &mut self.events {
            events.clear();
        }
        let game = self;
        let begun = {
            let mut engine = Engine::new(&game.table, &mut game.world, None);
            let done = engine.set_up().and_then(|()| engine.settle(&mut game.legal));
            let done = done.map_err(|fault| engine.placed(fault));
            game.trace = engine.traced(&done);
            done
        };
        match begun {
            Ok(()) => {
                game.world.tidy();
                // The first view shows all of it.
                game.world.nothing_changed(&game.table);
                Ok(())
            }
            Err(fault) => Err(SetupError::Faulted(FaultReport::new(&game.table.program, &fault))),
        }
    }

    pub(crate) fn from_parts(table: Table, world: World, legal: LegalSet) -> Game {
        Game {
            table: Arc::new(table),
            world,
            legal,
            events: None,
            spare: None,
            trace: None,
        }
    }

    /// Lets every choice from now on record what happens, for
    /// [`Game::events`]. Playing without is faster.
    #[must_use]
    pub fn with_events(mut self) -> Game {
        self.events = Some(Vec::new());
        self
    }

    /// The ruleset it is played by.
    pub fn ruleset(&self) -> Ruleset {
        Ruleset {
            program: Arc::clone(&self.table.program),
        }
    }

    // --- what is to be decided

    /// The open decisions, by seat.
    pub fn decisions(&self) -> impl Iterator<Item = Decision<'_>> {
        self.legal.seats.into_iter().map(|seat| self.decision_of(seat))
    }

    /// The open decision of the lowest seat that has one; nothing when the game
    /// is over.
    #[inline]
    pub fn next_decision(&self) -> Option<Decision<'_>> {
        self.legal.seats.lowest().map(|seat| self.decision_of(seat))
    }

    /// The open decision of a seat.
    #[inline]
    pub fn decision(&self, seat: Seat) -> Option<Decision<'_>> {
        self.legal.has(seat).then(|| self.decision_of(seat))
    }

    #[inline]
    fn decision_of(&self, seat: Seat) -> Decision<'_> {
        Decision {
            table: &self.table,
            world: &self.world,
            legal: &self.legal,
            seat,
        }
    }

    /// The seats that have something to decide.
    pub fn to_decide(&self) -> SeatSet {
        self.legal.seats
    }

    /// Whether some scene is in a state, or, of a game made [`Game::with_events`],
    /// entered it in the last choice.
    pub fn has_reached(&self, state: crate::ids::StateId) -> bool {
        let entered = |e: &Event| matches!(e, Event::Entered { state: at, .. } if *at == state);
        self.world.scene.state == state
            || self
                .world
                .rare
                .as_ref()
                .is_some_and(|r| r.scenes.iter().any(|(layer, _)| layer.state == state))
            || self
                .events
                .as_ref()
                .is_some_and(|events| events.iter().any(entered))
    }

    /// What scripts printed in the last choice, and what they said when one erred. It may tell
    /// what is hidden: it is for authors, and for nobody who plays.
    pub fn trace(&self, viewer: Viewer) -> &[Box<str>] {
        match (&self.trace, viewer) {
            (Some(trace), Viewer::Omniscient) => &trace.printed,
            _ => &[],
        }
    }

    /// Conditions that could not be worked out in the last choice, where the ruleset's dialect takes
    /// them for false (`.cardgame.json` does): each place once, as a fault would tell it. Like
    /// [`Game::trace`] it is for authors.
    pub fn warnings(&self, viewer: Viewer) -> &[FaultReport] {
        match (&self.trace, viewer) {
            (Some(trace), Viewer::Omniscient) => &trace.warnings,
            _ => &[],
        }
    }

    /// Whether the game is over.
    pub fn is_over(&self) -> bool {
        self.world.over
    }

    /// How it ended.
    pub fn result(&self) -> Option<&GameResult> {
        self.world.rare.as_ref()?.result.as_ref()
    }

    /// How many seats there are, those that the game itself plays too: they come last.
    pub fn seats(&self) -> usize {
        self.table.seats
    }

    /// How many seats persons or bots hold.
    pub fn persons(&self) -> usize {
        self.table.all_seats().len()
    }

    /// The team of a seat, as a number from 0. Where nobody plays together, every
    /// seat is a team of its own.
    pub fn team(&self, seat: Seat) -> u8 {
        self.table.team(seat)
    }

    /// What a seat's team is called; nothing where the ruleset gives it no name.
    pub fn team_name(&self, seat: Seat) -> Option<&str> {
        let program = &self.table.program;
        let names = &program.teams.as_ref()?.names;
        let name = names.get(usize::from(self.table.team(seat)))?;
        Some(program.str(*name))
    }

    /// The name of a seat's role; nothing where seats have none.
    pub fn role(&self, seat: Seat) -> Option<&str> {
        let def = self
            .table
            .program
            .roles
            .get(usize::from(self.table.role(seat)?))?;
        Some(self.table.program.str(def.name))
    }

    /// Whether the game itself plays a seat.
    pub fn is_automatic(&self, seat: Seat) -> bool {
        self.table.automatic.contains(seat)
    }

    /// A seat's name.
    pub fn seat_name(&self, seat: Seat) -> &str {
        self.table.names.get(seat.index()).map_or("", |n| n)
    }

    /// How many choices have been applied.
    pub fn seq(&self) -> u64 {
        self.world.step
    }

    // --- playing

    /// Submits a seat's choice.
    pub fn submit(&mut self, seat: Seat, choice: &Choice) -> Result<(), NotApplied> {
        self.submit_with(seat, choice, None)
    }

    /// Submits a choice that was made looking at [`View::seq`] `seen`: it is
    /// refused when a zone it picks from has changed since.
    pub fn submit_seen(&mut self, seat: Seat, choice: &Choice, seen: u64) -> Result<(), NotApplied> {
        if let Choice::Act { picks, .. } = choice {
            for pick in picks {
                let zone = match pick {
                    crate::choice::Pick::Card { zone, .. } => *zone,
                    _ => continue,
                };
                if zone.index() < self.table.zones && self.world.changed(&self.table, zone) > seen {
                    return Err(Refusal::Stale.into());
                }
            }
        }
        self.submit(seat, choice)
    }

    /// Submits a choice, letting `chance` decide what would be random.
    pub fn submit_with(
        &mut self,
        seat: Seat,
        choice: &Choice,
        chance: Option<&mut dyn Chance>,
    ) -> Result<(), NotApplied> {
        if self.world.over {
            return Err(Refusal::GameOver.into());
        }
        if seat.index() >= self.table.seats {
            return Err(Refusal::NoSuchSeat.into());
        }
        if !self.legal.has(seat) {
            return Err(self.not_asked(seat, choice).into());
        }
        let chosen = self.decision_of(seat).chosen(choice)?;
        self.attempt(chance, |engine, legal| engine.apply(seat, &chosen, legal))
    }

    pub(crate) fn not_asked(&self, seat: Seat, choice: &Choice) -> Refusal {
        if let Choice::Act { action, .. } = choice
            && let Some(def) = self.table.program.actions.get(action.index())
            && def.state == self.world.scene.state
            && (self.world.scene.acted.contains(seat) || self.world.dismissed.contains(seat))
        {
            let temp = TempLists::default();
            let reader = Reader {
                table: &self.table,
                world: &self.world,
                temp: &temp,
                player: Some(seat),
            };
            return Refusal::NotOffered {
                reason: crate::text::unmet(&reader, seat, def),
            };
        }
        Refusal::NotAsked
    }

    /// A seat's time is up: it does what the rules declare for that, else
    /// something legal at random.
    pub fn timeout(&mut self, seat: Seat) -> Result<(), NotApplied> {
        if self.world.over {
            return Err(Refusal::GameOver.into());
        }
        if !self.legal.has(seat) {
            return Err(Refusal::NotAsked.into());
        }
        let offers: SmallVec<[Offer; 6]> = self.decision_of(seat).offer_slice().into();
        if let [
            Offer {
                source: Source::Prompt(at),
                ..
            },
        ] = offers[..]
            && let Some(default) = self.declared_answer(at)
        {
            return self.attempt(None, |engine, _| engine.answer(seat, default));
        }
        let votes = offers.iter().all(|o| match o.source {
            Source::Act(action) => self.table.program.action(action).kind == ActionKind::VoteButton,
            Source::Prompt(_) | Source::Pass => false,
        });
        if votes {
            return self.attempt(None, |engine, _| {
                let scene = engine.scene_of(seat);
                engine.focus(scene);
                engine.player = Some(seat);
                engine.cast(seat, None);
                engine.todo = Some(Todo {
                    next: 0,
                    on: Trigger::Action,
                });
                Ok(())
            });
        }
        let declared = offers.iter().find(|o| match o.source {
            Source::Act(action) => self.table.program.action(action).on_timeout,
            Source::Prompt(_) | Source::Pass => false,
        });
        // The generator decides; drawing moves it on, so it is drawn from a copy
        // and the copy is kept only when the choice is applied.
        let mut rng = self.world.rng.clone();
        let choice = match declared {
            Some(offer) => {
                let decision = self.decision_of(seat);
                let n = decision.count_offer(offer).get();
                let before: u64 = offers
                    .iter()
                    .take_while(|o| *o != offer)
                    .map(|o| decision.count_offer(o).get())
                    .fold(0, u64::saturating_add);
                let at = crate::engine::chance::below(&mut rng, u32::try_from(n).unwrap_or(u32::MAX));
                decision.nth(before + u64::from(at))
            }
            None => {
                let decision = self.decision_of(seat);
                let n = u32::try_from(decision.count().get()).unwrap_or(u32::MAX);
                decision.nth(crate::engine::chance::below(&mut rng, n).into())
            }
        };
        let Some(choice) = choice else {
            return Err(Refusal::NotAsked.into());
        };
        let before = std::mem::replace(&mut self.world.rng, rng);
        let done = self.submit(seat, &choice);
        if done.is_err() {
            self.world.rng = before;
        }
        done
    }

    fn declared_answer(&self, at: u16) -> Option<Value> {
        let question = self.world.suspended.get(at as usize)?.question()?;
        let temp = TempLists::default();
        let reader = Reader {
            table: &self.table,
            world: &self.world,
            temp: &temp,
            player: None,
        };
        reader.declared_answer(question).ok()?
    }

    /// Tries something on the World; when it faults, everything is as before.
    pub(crate) fn attempt(
        &mut self,
        chance: Option<&mut dyn Chance>,
        act: impl FnOnce(&mut Engine<'_>, &LegalSet) -> Run<()>,
    ) -> Result<(), NotApplied> {
        let spare = self.spare_copy();
        let done = {
            let mut engine = Engine::new(&self.table, &mut self.world, self.events.as_mut());
            engine.chance = match chance {
                Some(chance) => Some(chance),
                None => None,
            };
            let done = act(&mut engine, &self.legal).and_then(|()| engine.settle(&mut self.legal));
            let done = done.map_err(|fault| engine.placed(fault));
            self.trace = engine.traced(&done);
            done
        };
        if done.is_ok() {
            self.world.step += 1;
            if self.world.rare.is_some() {
                self.world.tidy();
            }
        }
        match self.put_back_after(spare, done) {
            None => Ok(()),
            Some(report) => Err(NotApplied::Faulted(report)),
        }
    }

    /// The World as it is now, for [`Game::put_back_after`].
    pub(crate) fn spare_copy(&mut self) -> Box<World> {
        if let Some(events) = &mut self.events {
            events.clear();
        }
        match self.spare.take() {
            Some(mut spare) => {
                spare.copy_from(&self.world);
                spare
            }
            None => Box::new(self.world.clone()),
        }
    }

    /// After a fault the World is what it was, and this tells what happened.
    pub(crate) fn put_back_after(&mut self, mut spare: Box<World>, done: Run<()>) -> Option<FaultReport> {
        let report = done.err().map(|fault| {
            std::mem::swap(&mut self.world, &mut spare);
            if let Some(events) = &mut self.events {
                events.clear();
            }
            self.relist();
            self.report(&fault)
        });
        self.spare = Some(spare);
        report
    }

    /// Works out again what may be done, for a World that came from elsewhere.
    pub(crate) fn relist(&mut self) {
        if self.world.over {
            self.legal.clear();
            return;
        }
        let mut engine = Engine::new(&self.table, &mut self.world, None);
        if engine.list_legal(&mut self.legal).is_err() {
            self.legal.clear();
        }
    }

    /// Works out again what may be done, for measuring how long that takes.
    #[doc(hidden)]
    pub fn list_again(&mut self) {
        self.relist();
    }

    pub(crate) fn report(&self, fault: &Fault) -> FaultReport {
        FaultReport::new(&self.table.program, fault)
    }

    // --- looking

    /// The names that cards of a zone have beside what is printed on them, in their order, where
    /// the generator is [`Generator::Mulberry32`]. Only the all-seeing viewer reads them: a name
    /// would tell a card that is hidden.
    ///
    /// [`Generator::Mulberry32`]: crate::Generator::Mulberry32
    pub fn card_names(&self, viewer: Viewer, zone: ZoneId) -> Vec<String> {
        let mulberry = self.world.rare.as_ref().and_then(|r| r.mulberry);
        match mulberry {
            Some(names) if viewer == Viewer::Omniscient && zone.index() < self.table.zones => {
                let cards = self.world.zone_cards(&self.table, zone).iter();
                cards.map(|c| names.name(crate::ids::CardId(*c))).collect()
            }
            _ => Vec::new(),
        }
    }

    /// The whole table as a viewer sees it.
    pub fn view(&self, viewer: Viewer) -> View {
        let mut view = View::empty(viewer);
        self.view_into(viewer, &mut view);
        view
    }

    /// The same, into the buffers of an older view.
    pub fn view_into(&self, viewer: Viewer, out: &mut View) {
        view_into(&self.table, &self.world, &self.legal, viewer, out);
    }

    /// What happened in the last choice, as a viewer may know it; empty unless
    /// the game was made [`Game::with_events`].
    pub fn events(&self, viewer: Viewer) -> Vec<ViewEvent> {
        let Some(events) = &self.events else {
            return Vec::new();
        };
        let mut out: Vec<ViewEvent> = events
            .iter()
            .filter_map(|e| event_for(&self.table, &self.world, viewer, e))
            .collect();
        let status = Box::new(self.view(viewer).status);
        out.push(ViewEvent::Status {
            seq: self.world.step,
            status,
        });
        out
    }

    /// A text with a viewer's names for its values, for messages and logs.
    pub fn datum_text(&self, datum: &crate::view::Datum) -> String {
        use crate::view::Datum;
        match datum {
            Datum::Nothing => "nothing".into(),
            Datum::Hidden => "?".into(),
            Datum::Bool(b) => b.to_string(),
            Datum::Int(n) => n.to_string(),
            Datum::Float(n) => n.to_string(),
            Datum::Text(id) => self.table.program.str(*id).to_owned(),
            Datum::Written(text) => text.to_string(),
            Datum::Seat(seat) => self.seat_name(*seat).to_owned(),
            Datum::Card => crate::text::UNSEEN_CARD.into(),
            Datum::Zone(zone) => self.zone_label(*zone),
            Datum::Deck(deck) => self
                .table
                .program
                .decks
                .get(deck.index())
                .map_or_else(String::new, |d| self.table.program.str(d.name).to_owned()),
            Datum::List(items) => items
                .iter()
                .map(|i| self.datum_text(i))
                .collect::<Vec<_>>()
                .join(", "),
        }
    }

    /// What players call a zone.
    pub fn zone_label(&self, zone: ZoneId) -> String {
        if zone.index() >= self.table.zones {
            return String::new();
        }
        let temp = TempLists::default();
        let reader = Reader {
            table: &self.table,
            world: &self.world,
            temp: &temp,
            player: None,
        };
        crate::text::zone_name(&reader, zone)
    }

    /// A copy in which everything that a viewer cannot know is drawn anew, from
    /// a seed of its own: what he may believe the game to be.
    pub fn imagine(&self, viewer: Viewer, seed: Seed) -> Game {
        let mut game = self.clone();
        crate::imagine::redraw(&mut game, viewer, seed);
        game
    }

    /// A copy that can be played on by itself.
    #[must_use]
    pub fn fork(&self) -> Game {
        self.clone()
    }
}
