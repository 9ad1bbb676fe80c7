//! Playing on: choices, time that is up, and the way back when the rules fault.

use super::look::with_reader;
use super::making::Making;
use crate::choice::Choice;
use crate::error::{NotApplied, Refusal};
use crate::fault::{Fault, FaultReport, Run};
use crate::game;
use crate::game::Game;
use crate::hosts::calls;
use crate::ids::Seat;
use crate::play::legal_set::{LegalSet, Offer, Source};
use crate::play::{apply, in_play, legal, members, run, turns, work};
use crate::program::ActionKind;
use crate::vm::engine::{Engine, PendingAutos, Reader};
use crate::vm::temp::{ListMemory, TempLists};
use crate::world::beginning;
use crate::world::chance::{Chance, Drawing, Recorded};
use crate::world::heap;
use crate::world::opening::Opening;
use crate::world::scene::Trigger;
use crate::world::whole::World;
use smallvec::SmallVec;

impl Game {
    /// Submits a seat's choice.
    #[doc(alias = "apply_action")]
    #[doc(alias = "make_move")]
    #[doc(alias = "step")]
    pub fn submit(&mut self, seat: Seat, choice: &Choice) -> Result<(), NotApplied> {
        self.submit_with(seat, choice, None)
    }

    /// Submits a choice that was made looking at [`View::seq`](crate::view::View::seq) `seen`: it is
    /// refused when a zone it picks from has changed since, and when the seat itself has made another
    /// choice since by this way: a second click does not answer the next question.
    pub fn submit_seen(&mut self, seat: Seat, choice: &Choice, seen: u64) -> Result<(), NotApplied> {
        let chose_at = self.chose_at.get(seat.index()).copied().unwrap_or(0);
        if seen > self.world.step || chose_at > seen {
            return Err(Refusal::Stale.into());
        }
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
        self.submit(seat, choice)?;
        self.chose_at.resize(self.table.seats, 0);
        if let Some(chose_at) = self.chose_at.get_mut(seat.index()) {
            *chose_at = self.world.step;
        }
        Ok(())
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
            return Err(not_asked(self, seat, choice).into());
        }
        let chosen = game::decision_of(self, seat).chosen(choice)?;
        let making = match chance {
            None => Making::Choice(choice),
            Some(chance) => {
                let kept = self.table.program.code.suspensions.has_secret();
                Making::Decided(choice, Recorded::new(chance, kept))
            }
        };
        attempt(self, seat, making, |engine, legal| {
            apply::apply(engine, seat, &chosen, legal)
        })
    }

    /// A seat's time is up: it does what the rules declare for that, else
    /// something legal at random.
    #[doc(alias = "default_action")]
    pub fn timeout(&mut self, seat: Seat) -> Result<(), NotApplied> {
        if self.world.over {
            return Err(Refusal::GameOver.into());
        }
        if seat.index() >= self.table.seats {
            return Err(Refusal::NoSuchSeat.into());
        }
        if !self.legal.has(seat) {
            return Err(Refusal::NotAsked.into());
        }
        let offers: SmallVec<[Offer; 6]> = game::decision_of(self, seat).offer_slice().into();
        if let [
            Offer {
                source: Source::Prompt(at),
                ..
            },
        ] = offers[..]
            && has_declared_answer(self, seat, at)
        {
            return attempt(self, seat, Making::Timeout, |engine, _| {
                // A list is made in the memory of the run that keeps it.
                let question = engine
                    .world
                    .suspended
                    .get(usize::from(at))
                    .and_then(|s| s.question());
                let reader = Reader {
                    player: Some(seat),
                    ..engine.reader()
                };
                let declared = question.map(|question| members::declared_answer(&reader, question));
                let answer = declared.transpose()?.flatten().unwrap_or_default();
                engine.answer(seat, answer)
            });
        }
        let votes = offers.iter().all(|o| match o.source {
            Source::Act(action) => self.table.program.action(action).kind == ActionKind::VoteButton,
            Source::Prompt(_) | Source::Pass => false,
        });
        if votes {
            return attempt(self, seat, Making::Timeout, |engine, _| {
                let scene = in_play::scene_of(engine, seat);
                in_play::focus(engine, scene);
                engine.player = Some(seat);
                turns::cast(engine, seat, None);
                engine.pending_autos = Some(PendingAutos {
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
        // The generator decides; drawing moves it on, so it is drawn from a copy,
        // which the game takes over when the choice is applied.
        let (mut draws, mut drawing) = (self.world.draws.clone(), Drawing::default());
        let choice = match declared {
            Some(offer) => {
                let decision = game::decision_of(self, seat);
                let n = decision.count_offer(offer).get();
                let before: u64 = offers
                    .iter()
                    .take_while(|o| *o != offer)
                    .map(|o| decision.count_offer(o).get())
                    .fold(0, u64::saturating_add);
                let at = drawing.below(&mut draws, u32::try_from(n).unwrap_or(u32::MAX));
                decision.nth(before + u64::from(at))
            }
            None => {
                let decision = game::decision_of(self, seat);
                let n = u32::try_from(decision.count().get()).unwrap_or(u32::MAX);
                decision.nth(drawing.below(&mut draws, n).into())
            }
        };
        let Some(choice) = choice else {
            return Err(Refusal::NotAsked.into());
        };
        let chosen = game::decision_of(self, seat).chosen(&choice)?;
        attempt(self, seat, Making::Timeout, |engine, legal| {
            engine.world.draws = draws;
            apply::apply(engine, seat, &chosen, legal)
        })
    }

    /// Takes the choice back that was applied last, or the timeout, as if it had never been: for
    /// programs that keep a choice only when something else has gone well. False when it is not
    /// known any more how the game was before: in a copy, after a fault, and after [`Game::rest`].
    ///
    /// ```
    /// # use cardable_core::{Game, Seed, Setup};
    /// # let ruleset = cardable_core::testing::tiny_ruleset();
    /// let mut game = Game::new(&ruleset, &Setup::seats(2), Seed::from(7))?;
    /// let before = game.save();
    /// let decision = game.next_decision().expect("somebody decides");
    /// let (seat, choice) = (decision.seat(), decision.nth(0).expect("a decision has a choice"));
    /// game.submit(seat, &choice)?;
    /// assert!(game.take_back());
    /// assert_eq!(game.save(), before);
    /// assert!(!game.take_back());
    /// game.timeout(seat)?;
    /// assert!(game.take_back());
    /// assert_eq!(game.save(), before);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(alias = "undo")]
    pub fn take_back(&mut self) -> bool {
        if !std::mem::take(&mut self.returnable) {
            return false;
        }
        let Some(before) = self.spare.take() else {
            return false;
        };
        self.world = *before;
        self.chose_at.clear();
        self.trace = None;
        if let Some(events) = &mut self.events {
            events.clear();
        }
        list_again(self);
        true
    }

    /// Lets go of memory that only makes further choices, and [`Game::restart`], faster: for programs
    /// that hold many games at once.
    pub fn rest(&mut self) {
        self.returnable = false;
        self.spare = None;
        self.memory = ListMemory::default();
        self.world.rest();
        if let Some(table) = std::sync::Arc::get_mut(&mut self.table) {
            table.table.opening = Opening::default();
        }
    }
}

/// What the last choice of a game has cost, with the listing of what may be done after it, for searches that must not take long: a
/// number that follows from the rules and the choice, and is the same on every machine. It grows about as the time that it
/// takes; an instruction of a loop costs 1. Of a copy nothing is known.
///
/// ```
/// # use cardable_core::search::work_of;
/// # use cardable_core::{Game, Seed, Setup};
/// # let ruleset = cardable_core::testing::tiny_ruleset();
/// let mut game = Game::new(&ruleset, &Setup::seats(2), Seed::from(7))?;
/// let seat = game.next_decision().expect("somebody decides").seat();
/// game.submit_nth(seat, 0)?;
/// assert!((1..10_000).contains(&work_of(&game)));
/// assert_eq!(work_of(&game.fork()), 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn work_of(game: &Game) -> u64 {
    game.work
}

/// Works out again what may be done, for a World that came from elsewhere. Tells how many candidates were
/// tried in search of right picks.
pub fn list_again(game: &mut Game) -> usize {
    if game.world.over {
        game.legal.clear();
        return 0;
    }
    let mut engine = Engine::new(&game.table, &mut game.world, None);
    if legal::list_legal(&mut engine, &mut game.legal).is_err() {
        game.legal.clear();
    }
    engine.temp.tried.get()
}

pub(crate) fn not_asked(game: &Game, seat: Seat, choice: &Choice) -> Refusal {
    if let Choice::Act { action, .. } = choice
        && let Some(def) = game.table.program.actions.get(action.index())
        && def.state == game.world.scene.state
        && (game.world.scene.acted.contains(seat) || game.world.dismissed.contains(seat))
    {
        return with_reader(game, Some(seat), |reader| Refusal::NotOffered {
            reason: crate::play::obstacles::unmet(reader, seat, def),
        });
    }
    Refusal::NotAsked
}

fn has_declared_answer(game: &Game, seat: Seat, at: u16) -> bool {
    let question = game
        .world
        .suspended
        .get(usize::from(at))
        .and_then(|suspended| suspended.question());
    question.is_some_and(|question| {
        let declared = |reader: &Reader<'_>| members::declared_answer(reader, question);
        with_reader(game, Some(seat), declared).is_ok_and(|declared| declared.is_some())
    })
}

/// Tries something on the World; when it faults, everything is as before.
pub(crate) fn attempt(
    game: &mut Game,
    seat: Seat,
    mut making: Making<'_>,
    act: impl FnOnce(&mut Engine<'_>, &LegalSet) -> Run<()>,
) -> Result<(), NotApplied> {
    let trying = try_out(game);
    let game = &mut *trying.game;
    let done = {
        let mut engine = Engine::new(&game.table, &mut game.world, game.events.as_mut());
        engine.temp = TempLists::with_memory(std::mem::take(&mut game.memory));
        engine.chance = making.chance();
        let done = act(&mut engine, &game.legal).and_then(|()| engine.run_until_decision(&mut game.legal));
        let done = done.map_err(|fault| run::placed(&engine, fault));
        game.work = work::of_run(&engine, &game.legal, 0);
        game.entered_cut = engine.entered_cut;
        game.trace = calls::traced(&mut engine, &done);
        game.memory = engine.temp.into_memory();
        done
    };
    let done = match heap::is_untidy(&game.world) {
        true => done.and_then(|()| heap::tidy(&mut game.world, game.events.is_some())),
        false => done,
    };
    if done.is_ok() {
        game.world.step += 1;
        if beginning::may_wait(&game.world)
            && let Some(before) = &trying.before
        {
            let how = || making.how(&game.table, before, seat);
            beginning::note_choice(&mut game.world, &game.table, before, seat, how);
        }
    }
    match trying.end(done) {
        None => Ok(()),
        Some(report) => Err(NotApplied::Faulted(report)),
    }
}

/// Begins to try something out on the World.
pub(crate) fn try_out(game: &mut Game) -> Trying<'_> {
    let before = spare_copy(game);
    Trying {
        game,
        before: Some(before),
    }
}

/// The World as it is now, for the way back.
fn spare_copy(game: &mut Game) -> Box<World> {
    if let Some(events) = &mut game.events {
        events.clear();
    }
    match game.spare.take() {
        Some(mut spare) => {
            spare.copy_from(&game.world);
            spare
        }
        None => Box::new(game.world.clone()),
    }
}

pub(crate) fn report(game: &Game, fault: &Fault) -> FaultReport {
    FaultReport::new(&game.table.program, fault)
}

/// Something is tried on the World of a game. Unless it ends well, everything is as it was before, also when
/// it panics, as a primitive of the embedding program may.
pub(crate) struct Trying<'g> {
    pub(crate) game: &'g mut Game,
    before: Option<Box<World>>,
}

impl Trying<'_> {
    /// Ends the trial, and reports the fault that it ended in.
    pub(crate) fn end(mut self, done: Run<()>) -> Option<FaultReport> {
        let report = done.err().map(|fault| {
            self.go_back();
            report(self.game, &fault)
        });
        self.game.returnable = report.is_none();
        self.game.spare = self.before.take();
        report
    }

    fn go_back(&mut self) {
        let game = &mut *self.game;
        if let Some(before) = &mut self.before {
            std::mem::swap(&mut game.world, before);
        }
        if let Some(events) = &mut game.events {
            events.clear();
        }
        list_again(game);
    }
}

impl Drop for Trying<'_> {
    fn drop(&mut self) {
        if self.before.is_some() {
            self.go_back();
            self.game.returnable = false;
        }
    }
}
