//! Plays one random game.

use super::{Plan, Tally};
use cardable_core::ids::ActionId;
use cardable_core::rand::Rng;
use cardable_core::search::{Playout, PlayoutObserver};
use cardable_core::{
    Choice, DecisionRef, FaultReport, Game, NotApplied, Seat, SeatSet, Seed, SetupError, Viewer,
};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

/// A game owned by a thread and reused to avoid reallocating.
#[derive(Default)]
pub(super) struct GameSlot {
    game: Option<Game>,
}

impl GameSlot {
    /// Starts a new game.
    fn begin(&mut self, plan: &Plan<'_>, seed: Seed) -> Result<&mut Game, SetupError> {
        let game = match self.game.take() {
            Some(mut game) => {
                game.restart(seed)?;
                game
            }
            None => {
                let game = Game::new(plan.ruleset, plan.setup, seed)?;
                // States that are entered and left within one choice only show in the events.
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

/// Plays a game and counts what happens.
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
            // Reached states are only known for the last choice, so each playout makes a single one.
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

/// Counts events of a game while it is played.
struct Counter<'t> {
    tally: &'t mut Tally,
    /// Number of the game.
    number: u64,
    /// Choices made so far.
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

/// Draws one of the seats that can decide at the same time. The modulo bias is negligible for so few seats.
fn one_of(seats: SeatSet, rng: &mut impl Rng) -> Option<Seat> {
    seats
        .into_iter()
        .nth(rng.next_u32() as usize % seats.len().max(1))
}

/// Counts a game that did not end, with its current states.
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

/// Random players, with a generator independent of the game's.
pub(super) struct Bots(ChaCha8Rng);

impl Bots {
    pub(super) fn new(seed: u64) -> Bots {
        let mut key = [0xb0; 32];
        key[..8].copy_from_slice(&seed.to_le_bytes());
        Bots(ChaCha8Rng::from_seed(key))
    }

    /// The next seat and choice, the same as in a playout with this seed.
    pub(super) fn next(&mut self, game: &Game) -> Option<(Seat, Choice)> {
        let seats = game.to_decide();
        let decision = match seats.len() {
            0 | 1 => game.next_decision()?,
            _ => game.decision(one_of(seats, &mut self.0)?)?,
        };
        Some((decision.seat(), decision.sample(&mut self.0)?))
    }
}
