//! One game, played at random.

use super::{Plan, Tally};
use cardable_core::ids::ActionId;
use cardable_core::rand::Rng;
use cardable_core::search::{Playout, PlayoutObserver};
use cardable_core::{
    Choice, DecisionRef, FaultReport, Game, NotApplied, Seat, SeatSet, Seed, SetupError, Viewer,
};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

/// Keeps a thread's game, whose memory serves for one game after the other.
#[derive(Default)]
pub(super) struct GameSlot {
    game: Option<Game>,
}

impl GameSlot {
    /// A new game.
    fn begin(&mut self, plan: &Plan<'_>, seed: Seed) -> Result<&mut Game, SetupError> {
        let game = match self.game.take() {
            Some(mut game) => {
                game.restart(seed)?;
                game
            }
            None => {
                let game = Game::new(plan.ruleset, plan.setup, seed)?;
                // States that are only passed through show in the events.
                if plan.until.is_some() {
                    game.with_events()
                } else {
                    game
                }
            }
        };
        Ok(self.game.insert(game))
    }
}

/// Plays a game and counts what happens in it.
pub(super) fn play(plan: &Plan<'_>, table: &mut GameSlot, number: u64, tally: &mut Tally) {
    let seed = plan.seed_of(number);
    let game = match table.begin(plan, Seed::from(seed)) {
        Ok(game) => game,
        Err(SetupError::Faulted(fault)) => {
            tally.fault(&fault, number);
            return tally.broken_off("fault", 0);
        }
        Err(error) => {
            tally.impossible = Some(error);
            return;
        }
    };
    for warning in game.inspect(Viewer::Omniscient).warnings() {
        tally.warning(warning, number);
    }
    let mut bots = Bots::new(seed);
    let mut counter = Counter {
        tally,
        number,
        choices: 0,
    };
    let played = match plan.until {
        None => game
            .playout_with(&mut bots.0, plan.choices, &mut counter)
            .map(drop),
        Some(state) => loop {
            if game.inspect(Viewer::Omniscient).has_reached(state) {
                let outcome = format!("state:{}", plan.ruleset.state_name(state).unwrap_or_default());
                let choices = counter.choices;
                return tally.broken_off(&outcome, choices);
            }
            // Only what the last choice entered is known, so each is a playout of its own.
            let one = u64::from(counter.choices < plan.choices);
            match game.playout_with(&mut bots.0, one, &mut counter) {
                Ok(Playout { choices: 0, .. }) => break Ok(()),
                Ok(_) => {}
                Err(error) => break Err(error),
            }
        },
    };
    let choices = counter.choices;
    match played {
        Err(NotApplied::Faulted(fault)) => {
            tally.fault(&fault, number);
            tally.broken_off("fault", choices);
        }
        Err(NotApplied::Refused(refusal)) => {
            tally.broken_law(format!("a listed choice was refused: {refusal}"), number);
            tally.broken_off("fault", choices);
        }
        Ok(()) => match game.result() {
            Some(result) if game.to_decide().is_empty() => tally.ended(result, choices),
            _ => unfinished(plan, game, number, choices, tally),
        },
    }
}

/// Counts what happens in a game while it is played.
struct Counter<'t> {
    tally: &'t mut Tally,
    /// The game.
    number: u64,
    /// How many choices were made.
    choices: u64,
}

impl PlayoutObserver for Counter<'_> {
    fn next_seat(&mut self, seats: SeatSet, rng: &mut impl Rng) -> Option<Seat> {
        one_of(seats, rng)
    }

    fn decision(&mut self, decision: &DecisionRef<'_>) {
        for action in decision.actions() {
            self.tally.offered(action);
        }
    }

    fn unexhausted(&mut self, action: ActionId) {
        self.tally.unexhausted(action);
    }

    fn choice(&mut self, action: Option<ActionId>) {
        self.choices += 1;
        if let Some(action) = action {
            self.tally.taken(action);
        }
    }

    fn warning(&mut self, warning: &FaultReport) {
        self.tally.warning(warning, self.number);
    }
}

/// One of the seats that may decide at the same time, each as likely as the others: of so few the remainder is
/// as good as even.
fn one_of(seats: SeatSet, rng: &mut impl Rng) -> Option<Seat> {
    seats
        .into_iter()
        .nth(rng.next_u32() as usize % seats.len().max(1))
}

/// A game that has come to no end, with the states that it stands in.
fn unfinished(plan: &Plan<'_>, game: &Game, number: u64, choices: u64, tally: &mut Tally) {
    let scenes = game.view(Viewer::Spectator).status.scenes;
    let mut states: Vec<&str> = scenes
        .iter()
        .map(|scene| plan.ruleset.state_name(scene.state).unwrap_or_default())
        .collect();
    states.sort_unstable();
    states.dedup();
    tally.unfinished(&states.join(" and "), number, choices);
}

/// The players of a game, who choose at random by a generator that has nothing to do with that of
/// the game.
pub(super) struct Bots(ChaCha8Rng);

impl Bots {
    pub(super) fn new(seed: u64) -> Bots {
        let mut key = [0xb0; 32];
        key[..8].copy_from_slice(&seed.to_le_bytes());
        Bots(ChaCha8Rng::from_seed(key))
    }

    /// Who chooses next, and what: as the playout of the same seed does.
    pub(super) fn next(&mut self, game: &Game) -> Option<(Seat, Choice)> {
        let seats = game.to_decide();
        let decision = match seats.len() {
            0 | 1 => game.next_decision()?,
            _ => game.decision(one_of(seats, &mut self.0)?)?,
        };
        Some((decision.seat(), decision.sample(&mut self.0)?))
    }
}
