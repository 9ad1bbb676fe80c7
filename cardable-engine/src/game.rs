//! A game in progress: the World of a ruleset, and what may be done to it.

pub(crate) mod look;
mod making;
mod playout;
pub(crate) mod submit;

pub use playout::{Playout, PlayoutObserver};

use crate::decision::DecisionRef;
use crate::error::SetupError;
use crate::event::Event;
use crate::fault::{FaultReport, Trace};
use crate::hosts::calls;
use crate::ids::{Seat, SeatSet, Viewer};
use crate::play::legal_set::LegalSet;
use crate::play::{run, setup};
use crate::ruleset::Ruleset;
use crate::setup::{Seed, Setup};
use crate::vm::engine::{Engine, LinkedTable};
use crate::vm::temp::{ListMemory, TempLists};
use crate::world::chance::{Chance, Draws};
use crate::world::table::Table;
use crate::world::whole::{GameResult, World};
use std::sync::Arc;

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
#[doc(alias = "state")]
#[doc(alias = "session")]
pub struct Game {
    #[doc(hidden)]
    pub table: Arc<LinkedTable>,
    #[doc(hidden)]
    pub world: World,
    #[doc(hidden)]
    pub legal: LegalSet,
    /// Events of the last choice, when they are wanted.
    #[doc(hidden)]
    pub events: Option<Vec<Event>>,
    /// Where the World is kept while a choice is tried.
    spare: Option<Box<World>>,
    /// For the lists that a choice makes.
    memory: ListMemory,
    /// The step that each seat's last choice led to, where clients say what they had seen.
    chose_at: Vec<u64>,
    /// Whether that is how it was before the choice that was applied last.
    returnable: bool,
    /// What authors should read of the last choice, when there is something.
    trace: Option<Box<Trace>>,
}

impl Clone for Game {
    fn clone(&self) -> Game {
        Game {
            table: Arc::clone(&self.table),
            world: self.world.clone(),
            legal: self.legal.clone(),
            events: self.events.as_ref().map(|_| Vec::new()),
            spare: None,
            memory: ListMemory::default(),
            chose_at: self.chose_at.clone(),
            returnable: false,
            trace: None,
        }
    }

    /// Copies into memory that is there already.
    fn clone_from(&mut self, other: &Game) {
        if !Arc::ptr_eq(&self.table, &other.table) {
            self.table = Arc::clone(&other.table);
            // It knows what was so at the other table.
            self.memory = ListMemory::default();
        }
        self.world.copy_from(&other.world);
        self.chose_at.clone_from(&other.chose_at);
        self.legal.clone_from(&other.legal);
        self.returnable = false;
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
            .field("ruleset", &self.table.program.about.name)
            .field("step", &self.world.step)
            .field("over", &self.world.over)
            .finish_non_exhaustive()
    }
}

/// Takes the generator that the setup names.
fn set_generator(table: &Table, world: &mut World, seed: &Seed) {
    if table.rng == crate::setup::Generator::Mulberry32 {
        world.extras_mut().mulberry = Some(crate::world::mulberry::Mulberry::new(&seed.0));
    }
}

impl Game {
    /// Begins a game and runs it up to the first decision.
    pub fn new(ruleset: &Ruleset, setup: &Setup, seed: Seed) -> Result<Game, SetupError> {
        Game::ready(ruleset, setup, seed)?.begun(None)
    }

    /// The same, letting `chance` decide what would be random up to the first decision: for stacked
    /// decks, in tests and puzzles. From there on the seed decides, or whoever is given to
    /// [`Game::submit_with`].
    ///
    /// ```
    /// use cardable_core::{search::Chance, Game, Seed, Setup};
    /// # let ruleset = cardable_core::testing::tiny_ruleset();
    /// struct Highest;
    /// impl Chance for Highest {
    ///     fn below(&mut self, n: u32) -> u32 {
    ///         n - 1
    ///     }
    /// }
    /// let one = Game::new_with(&ruleset, &Setup::seats(2), Seed::from(1), &mut Highest)?;
    /// let other = Game::new_with(&ruleset, &Setup::seats(2), Seed::from(1), &mut Highest)?;
    /// assert_eq!(one.save(), other.save());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new_with(
        ruleset: &Ruleset,
        setup: &Setup,
        seed: Seed,
        chance: &mut dyn Chance,
    ) -> Result<Game, SetupError> {
        Game::ready(ruleset, setup, seed)?.begun(Some(chance))
    }

    /// A game of which nothing has happened yet.
    fn ready(ruleset: &Ruleset, setup: &Setup, seed: Seed) -> Result<Game, SetupError> {
        let table = crate::seating::table(ruleset, setup)?;
        let mut world = World::new(&table, Draws::new(seed.0));
        set_generator(&table, &mut world, &seed);
        Ok(Game::from_parts(table, world, LegalSet::default()))
    }

    /// Begins a game that records what happens from its very beginning: until the first choice,
    /// [`Game::events`] tells how the cards were dealt. They lead from [`Game::opening_view`] to the view
    /// of the same moment.
    ///
    /// ```
    /// # use cardable_core::{Game, Ruleset, Seed, Setup, ViewEvent, Viewer};
    /// # let text = cardable_core::testing::TINY.replace("\"actions\": [",
    /// #     "\"actions\": [{ \"action_name\": \"deal\", \"type\": \"auto\", \"on\": \"entry\", \"primitives\": \"deal(deck, hand, 1)\" },");
    /// # let ruleset = cardable_core::parse(text)?;
    /// let game = Game::begin_with_events(&ruleset, &Setup::seats(2), Seed::from(7))?;
    /// let moved = |e: &ViewEvent| matches!(e, ViewEvent::Moved { .. });
    /// let dealt = game.events(Viewer::Spectator).iter().filter(|e| moved(e)).count();
    /// assert_eq!(dealt, 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn begin_with_events(ruleset: &Ruleset, setup: &Setup, seed: Seed) -> Result<Game, SetupError> {
        Game::ready(ruleset, setup, seed)?.with_events().begun(None)
    }

    /// Begins again with another seed: the same as a new game of the same setup,
    /// in the memory of this one. A game that records events tells how it begins.
    pub fn restart(&mut self, seed: Seed) -> Result<(), SetupError> {
        self.chose_at.clear();
        let draws = Draws::new(seed.0);
        let table = &self.table;
        let fresh = table.opening.fresh(|| World::new(table, draws.clone()));
        self.world.copy_from(fresh);
        self.world.draws = draws;
        set_generator(&self.table, &mut self.world, &seed);
        self.begin(None)
    }

    /// Begins for the first time. A game that only waits holds nothing for choices to come.
    fn begun(mut self, chance: Option<&mut dyn Chance>) -> Result<Game, SetupError> {
        self.begin(chance)?;
        self.rest();
        Ok(self)
    }

    fn begin(&mut self, chance: Option<&mut dyn Chance>) -> Result<(), SetupError> {
        self.returnable = false;
        if let Some(events) = &mut self.events {
            events.clear();
        }
        let game = self;
        let begun = {
            let mut engine = Engine::new(&game.table, &mut game.world, game.events.as_mut());
            engine.temp = TempLists::with_memory(std::mem::take(&mut game.memory));
            engine.chance = match chance {
                Some(chance) => Some(chance),
                None => None,
            };
            let done = setup::set_up(&mut engine).and_then(|()| engine.run_until_decision(&mut game.legal));
            let done = done.and_then(|()| engine.world.tidy());
            let done = done.map_err(|fault| run::placed(&engine, fault));
            game.trace = calls::traced(&mut engine, &done);
            game.memory = engine.temp.into_memory();
            done
        };
        match begun {
            Ok(()) => {
                // The first view shows all of it.
                game.world.nothing_changed(&game.table);
                Ok(())
            }
            Err(fault) => Err(SetupError::Faulted(FaultReport::new(&game.table.program, &fault))),
        }
    }

    pub(crate) fn from_parts(table: LinkedTable, world: World, legal: LegalSet) -> Game {
        Game {
            table: Arc::new(table),
            world,
            legal,
            events: None,
            spare: None,
            memory: ListMemory::default(),
            chose_at: Vec::new(),
            returnable: false,
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

    /// Records nothing from now on: for a copy that a search plays on.
    ///
    /// ```
    /// # use cardable_core::{Game, Seed, Setup, Viewer};
    /// # let ruleset = cardable_core::testing::tiny_ruleset();
    /// let game = Game::new(&ruleset, &Setup::seats(2), Seed::from(7))?.with_events();
    /// let mut copy = game.fork().without_events();
    /// copy.submit_nth(cardable_core::Seat(0), 0)?;
    /// assert!(copy.events(Viewer::Omniscient).is_empty());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn without_events(mut self) -> Game {
        self.events = None;
        self
    }

    /// The ruleset it is played by.
    pub fn ruleset(&self) -> Ruleset {
        Ruleset {
            program: Arc::clone(&self.table.program),
            functions: Arc::clone(&self.table.functions),
        }
    }

    // --- what is to be decided

    /// The open decisions, by seat.
    #[doc(alias = "legal_actions")]
    pub fn decisions(&self) -> impl Iterator<Item = DecisionRef<'_>> {
        self.legal.seats.into_iter().map(|seat| decision_of(self, seat))
    }

    /// The open decision of the lowest seat that has one; nothing when the game
    /// is over.
    #[inline]
    #[doc(alias = "current_player")]
    #[doc(alias = "to_move")]
    pub fn next_decision(&self) -> Option<DecisionRef<'_>> {
        self.legal.seats.lowest().map(|seat| decision_of(self, seat))
    }

    /// The open decision of a seat.
    #[inline]
    #[doc(alias = "legal_actions")]
    pub fn decision(&self, seat: Seat) -> Option<DecisionRef<'_>> {
        self.legal.has(seat).then(|| decision_of(self, seat))
    }

    /// The seats that have something to decide.
    #[doc(alias = "current_player")]
    #[doc(alias = "to_move")]
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
                .extras
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
    #[doc(alias = "returns")]
    #[doc(alias = "winner")]
    pub fn result(&self) -> Option<&GameResult> {
        self.world.extras.as_ref()?.result.as_ref()
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
        let names = &program.seats.teams.as_ref()?.names;
        let name = names.get(usize::from(self.table.team(seat)))?;
        Some(program.str(*name))
    }

    /// The name of a seat's role; nothing where seats have none.
    pub fn role(&self, seat: Seat) -> Option<&str> {
        let def = self
            .table
            .program
            .seats
            .roles
            .get(usize::from(self.table.role(seat)?))?;
        Some(self.table.program.str(def.name))
    }

    /// Whether the game itself plays a seat.
    pub fn is_automatic(&self, seat: Seat) -> bool {
        self.table.seating.automatic.contains(seat)
    }

    /// A seat's name; None where there is no such seat.
    pub fn seat_name(&self, seat: Seat) -> Option<&str> {
        self.table.seating.names.get(seat.index()).map(|name| &**name)
    }

    /// How many choices have been applied.
    pub fn seq(&self) -> u64 {
        self.world.step
    }
}

#[inline]
pub(crate) fn decision_of(game: &Game, seat: Seat) -> DecisionRef<'_> {
    DecisionRef {
        table: &game.table,
        world: &game.world,
        legal: &game.legal,
        seat,
    }
}
