//! Playing on at random, and by the numbers of choices: what searches do most.

use super::look::with_reader;
use super::making::Making;
use super::standings::{Standings, numbers};
use crate::decision::{DecisionRef, Drawn};
use crate::error::{NotApplied, Refusal};
use crate::fault::{FaultKind, FaultReport, Run};
use crate::game::{Game, submit};
use crate::ids::{ActionId, Seat, SeatSet, StateId};
use crate::play::legal_set::{LegalSet, Source};
use crate::play::{apply, run, work};
use crate::vm::engine::{Engine, Reader};
use crate::vm::temp::TempLists;
use crate::world::beginning;
use crate::world::heap;
use crate::world::whole::{Beginning, World};
use rand::{Rng, RngExt};

/// How a [`Game::playout`] ended.
///
/// ```
/// use cardable_core::{Game, Seed, Setup, rand_chacha::ChaCha8Rng, rand_chacha::rand_core::SeedableRng};
/// # let ruleset = cardable_core::testing::tiny_ruleset();
/// let mut game = Game::new(&ruleset, &Setup::seats(2), Seed::from(7))?;
/// let played = game.playout(&mut ChaCha8Rng::seed_from_u64(1), 2)?;
/// assert_eq!((played.choices, played.finished), (2, false));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Playout {
    /// How many choices were made.
    pub choices: u64,
    /// What its choices have cost, with the listing of what may be done: a number that is the same on every machine, and grows
    /// about as the time that it takes ([`work_of`](crate::work_of)).
    pub work: u64,
    /// Whether the game is over; else the limit was reached.
    pub finished: bool,
}

/// What [`Game::playout_with`] tells of each choice of a playout, for statistics over many games. What an
/// observer leaves out costs nothing.
///
/// ```
/// use cardable_core::ids::ActionId;
/// use cardable_core::{Game, search::PlayoutObserver, Seed, Setup};
/// use rand_chacha::ChaCha8Rng;
/// use rand_chacha::rand_core::SeedableRng;
///
/// /// How often each action was taken.
/// struct Taken(Vec<u64>);
/// impl PlayoutObserver for Taken {
///     fn choice(&mut self, action: Option<ActionId>) {
///         if let Some(count) = action.and_then(|action| self.0.get_mut(action.index())) {
///             *count += 1;
///         }
///     }
/// }
/// # let ruleset = cardable_core::testing::tiny_ruleset();
/// let mut taken = Taken(vec![0; ruleset.actions().count()]);
/// let mut game = Game::new(&ruleset, &Setup::seats(2), Seed::from(7))?;
/// let played = game.playout_with(&mut ChaCha8Rng::seed_from_u64(1), 1_000, &mut taken)?;
/// assert_eq!(taken.0.iter().sum::<u64>(), played.choices);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait PlayoutObserver {
    /// Which of several seats that may decide goes first. `None`, and a seat that is not among them, stand for
    /// the lowest.
    #[inline]
    fn next_seat(&mut self, seats: SeatSet, rng: &mut impl Rng) -> Option<Seat> {
        let _ = (seats, rng);
        None
    }

    /// Whether the playout ends here, before anybody chooses. It is asked after each choice of the playout.
    #[inline]
    fn stop(&mut self, moment: &Moment<'_>) -> bool {
        let _ = moment;
        false
    }

    /// The number of the choice that the seat makes, below [`DecisionRef::count`]. `None`, and a number that is none,
    /// leave it to chance.
    #[inline]
    fn choose(&mut self, decision: &DecisionRef<'_>, rng: &mut impl Rng) -> Option<u64> {
        let _ = (decision, rng);
        None
    }

    /// A seat is about to choose.
    #[inline]
    fn decision(&mut self, decision: &DecisionRef<'_>) {
        let _ = decision;
    }

    /// The decision offers more picks of this action than the search for them looks at: their number is
    /// [`Count::AtLeast`](crate::Count::AtLeast), and some of them are never drawn.
    #[inline]
    fn unexhausted(&mut self, action: ActionId) {
        let _ = action;
    }

    /// The seat has chosen, and the choice is about to be applied: an action, or the answer to a question.
    #[inline]
    fn choice(&mut self, action: Option<ActionId>) {
        let _ = action;
    }

    /// In the choice just applied a condition could not be worked out, and was taken for false; see
    /// [`Inspection::warnings`](crate::Inspection::warnings).
    #[inline]
    fn warning(&mut self, warning: &FaultReport) {
        let _ = warning;
    }
}

/// Observes nothing.
impl PlayoutObserver for () {}

/// The game between two choices of a playout.
///
/// See [`UntilScored`] for an example of its use.
pub struct Moment<'g> {
    reader: Reader<'g>,
    entered_cut: bool,
}

impl Moment<'_> {
    /// How well each seat does by the score ([`Standings::of`]).
    #[inline]
    pub fn standings(&self) -> Standings {
        numbers(&self.reader, self.reader.program().score_hint())
    }

    /// The state of the scene that goes on.
    #[inline]
    pub fn state(&self) -> StateId {
        self.reader.world.scene.state
    }

    /// Whether the last choice led into the state that the ruleset names as an end for searches (`cut` in `bots`),
    /// also where it was left by the same choice, before or after.
    #[inline]
    pub fn entered_cut(&self) -> bool {
        self.entered_cut
    }
}

/// Ends a playout when the score of the ruleset changes ([`Standings::of`]), or when the state is entered that the
/// ruleset names for it (`cut` in `bots`). A search that plays to there only learns more in less time than one that
/// plays games to their end.
///
/// ```
/// use cardable_core::search::{Standings, UntilScored};
/// use cardable_core::{Game, Seed, Setup};
/// use rand_chacha::{ChaCha8Rng, rand_core::SeedableRng};
/// # let ruleset = cardable_core::testing::tiny_ruleset();
/// let mut game = Game::new(&ruleset, &Setup::seats(2), Seed::from(7))?;
/// let before = Standings::of(&game);
/// let mut until = UntilScored::new(&game);
/// game.playout_with(&mut ChaCha8Rng::seed_from_u64(1), 1_000, &mut until)?;
/// assert!(game.is_over() || Standings::of(&game) != before);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct UntilScored {
    before: Standings,
    /// How many choices are made all the same.
    least: u64,
}

impl UntilScored {
    /// Stops when the score is no longer what it is in this game.
    pub fn new(game: &Game) -> UntilScored {
        UntilScored {
            before: Standings::of(game),
            least: 0,
        }
    }

    /// The same, but not before so many choices: where every trick scores, one trick alone says little.
    #[must_use]
    pub fn at_least(mut self, choices: u64) -> UntilScored {
        self.least = choices;
        self
    }

    /// Whether a playout would end here, for searches that choose by themselves. It counts as one choice, and is to be
    /// asked after each.
    pub fn is_reached(&mut self, game: &Game) -> bool {
        let entered_cut = game.entered_cut;
        with_reader(game, None, |reader| {
            self.stop(&Moment {
                reader: *reader,
                entered_cut,
            })
        })
    }
}

impl PlayoutObserver for UntilScored {
    #[inline]
    fn next_seat(&mut self, seats: SeatSet, rng: &mut impl Rng) -> Option<Seat> {
        let nth = rng.random_range(0..seats.len().max(1));
        seats.into_iter().nth(nth)
    }

    #[inline]
    fn stop(&mut self, moment: &Moment<'_>) -> bool {
        if moment.entered_cut() {
            return true;
        }
        self.least = self.least.saturating_sub(1);
        self.least == 0 && !self.before.is_empty() && moment.standings() != self.before
    }
}

impl Game {
    /// Submits the choice of a number below [`DecisionRef::count`], as
    /// [`DecisionRef::nth`] numbers them, without naming it: the fast way for
    /// searches.
    ///
    /// ```
    /// use cardable_core::{Game, Seed, Setup};
    /// # let ruleset = cardable_core::testing::tiny_ruleset();
    /// let mut game = Game::new(&ruleset, &Setup::seats(2), Seed::from(7))?;
    /// while let Some(decision) = game.next_decision() {
    ///     let seat = decision.seat();
    ///     game.submit_nth(seat, 0)?;
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(alias = "apply_action")]
    pub fn submit_nth(&mut self, seat: Seat, index: u64) -> Result<(), NotApplied> {
        if self.world.over {
            return Err(Refusal::GameOver.into());
        }
        if seat.index() >= self.table.seats {
            return Err(Refusal::NoSuchSeat.into());
        }
        let decision = self.decision(seat).ok_or(Refusal::NotAsked)?;
        let Some(chosen) = decision.locate(index) else {
            let max = i64::try_from(decision.count().get()).unwrap_or(i64::MAX) - 1;
            return Err(Refusal::OutOfRange { min: 0, max }.into());
        };
        submit::attempt(self, seat, Making::Nth(index), |engine, legal| {
            apply::apply(engine, seat, &chosen, legal)
        })
    }

    /// Plays on with random choices, each as likely as the others, until the
    /// game is over or `limit` choices were made. Of seats that decide at the
    /// same time the lowest goes first. Each choice is the one that
    /// [`DecisionRef::sample`] would draw.
    ///
    /// It leaves out what a single choice needs (names, a way back after each),
    /// so it is the fast way to try a position out. When the rules fault, the
    /// game is as it was before the playout.
    ///
    /// ```
    /// use cardable_core::{Game, Seed, Setup};
    /// use rand_chacha::ChaCha8Rng;
    /// use rand_chacha::rand_core::SeedableRng;
    /// # let ruleset = cardable_core::testing::tiny_ruleset();
    /// let mut game = Game::new(&ruleset, &Setup::seats(2), Seed::from(7))?;
    /// let played = game.playout(&mut ChaCha8Rng::seed_from_u64(1), 1_000)?;
    /// assert!(played.finished && game.result().is_some());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(alias = "rollout")]
    #[doc(alias = "simulate")]
    pub fn playout(&mut self, rng: &mut impl Rng, limit: u64) -> Result<Playout, NotApplied> {
        self.playout_with(rng, limit, &mut ())
    }

    /// [`Game::playout`] with an observer, who is told of each choice and says which of several seats goes first.
    pub fn playout_with(
        &mut self,
        rng: &mut impl Rng,
        limit: u64,
        observer: &mut impl PlayoutObserver,
    ) -> Result<Playout, NotApplied> {
        let trying = submit::try_out(self);
        // How an action began that still waits at the end is noted like that of any choice. Only the last
        // choices can belong to it: what began before them is forgotten in any case.
        let noted = match trying.game.table.program.code.suspensions.has_secret() {
            true => Beginning::LONGEST as u64,
            false => 0,
        };
        if limit > noted {
            beginning::forget_beginning(&mut trying.game.world);
        }
        let mut before = None;
        let table = std::sync::Arc::clone(&trying.game.table);
        let (mut choices, mut worked) = (0, 0);
        let played = {
            let game = &mut *trying.game;
            let mut engine = Engine::new(&table, &mut game.world, game.events.as_mut());
            engine.temp = TempLists::with_memory(std::mem::take(&mut game.memory));
            let played = loop {
                let seats = game.legal.seats;
                let Some(lowest) = seats.lowest() else {
                    break Ok(());
                };
                if choices == limit {
                    break Ok(());
                }
                if choices > 0 {
                    let reader = engine.reader();
                    let entered_cut = engine.entered_cut;
                    if observer.stop(&Moment { reader, entered_cut }) {
                        break Ok(());
                    }
                }
                let seat = match seats.len() {
                    1 => lowest,
                    _ => {
                        let first = observer.next_seat(seats, rng);
                        first.filter(|seat| seats.contains(*seat)).unwrap_or(lowest)
                    }
                };
                let done = match limit - choices <= noted {
                    false => play_at_random(&mut engine, seat, &mut game.legal, rng, None, observer),
                    true => {
                        let before = copied(&mut before, engine.world);
                        play_at_random(&mut engine, seat, &mut game.legal, rng, Some(before), observer)
                    }
                };
                match done {
                    Ok(looked_at) => worked += work::of_run(&engine, &game.legal, looked_at),
                    Err(fault) => break Err(run::placed(&engine, fault)),
                }
                if engine.has_warnings() {
                    for warning in engine.warnings() {
                        observer.warning(&warning);
                    }
                }
                choices += 1;
            };
            game.memory = engine.temp.into_memory();
            played
        };
        match trying.end(played) {
            None => Ok(Playout {
                choices,
                work: worked,
                finished: self.world.over,
            }),
            Some(report) => Err(NotApplied::Faulted(report)),
        }
    }
}

/// A copy of a World, in the memory of an older one where there is one.
fn copied<'w>(older: &'w mut Option<World>, world: &World) -> &'w World {
    match older {
        Some(older) => {
            older.copy_from(world);
            older
        }
        None => older.insert(world.clone()),
    }
}

/// One random choice of a seat, and all that follows from it. Where the World from before is given, it is
/// noted how an action began that then waits. Tells how many cards and items were looked at to draw it.
fn play_at_random(
    engine: &mut Engine<'_>,
    seat: Seat,
    legal: &mut LegalSet,
    rng: &mut impl Rng,
    before: Option<&World>,
    observer: &mut impl PlayoutObserver,
) -> Run<usize> {
    engine.renew();
    let decision = DecisionRef {
        table: engine.table,
        world: engine.world,
        legal,
        seat,
        language: engine.table.program.metadata.language,
    };
    observer.decision(&decision);
    let preferred = observer.choose(&decision, rng);
    // Used where it was written: to move it would wait for its parts.
    let drawn = match preferred.and_then(|number| decision.locate(number)) {
        None => decision.draw(rng, |action| observer.unexhausted(action)),
        Some(chosen) => Some(Drawn { chosen, looked_at: 0 }),
    };
    let Some(Drawn { chosen, looked_at }) = &drawn else {
        return Err(FaultKind::Primitive("a decision without a choice").into());
    };
    observer.choice(match chosen.offer.source {
        Source::Act(action) => Some(action),
        Source::Prompt(_) | Source::Pass => None,
    });
    apply::apply(engine, seat, chosen, legal)?;
    engine.run_until_decision(legal)?;
    engine.world.step += 1;
    if heap::is_untidy(engine.world) {
        heap::tidy(engine.world, engine.events.is_some())?;
    }
    if let Some(before) = before
        && beginning::may_wait(engine.world)
    {
        beginning::note_choice(engine.world, engine.table, before, seat, || {
            Making::Drawn(chosen).how(engine.table, before, seat)
        });
    }
    Ok(*looked_at)
}
