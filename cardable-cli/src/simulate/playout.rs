//! One game, played at random.

use super::{Plan, Tally};
use cardable_core::{Choice, Decision, Game, NotApplied, Seat, Seed, SetupError, Viewer};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// A thread's table: a game whose memory serves for one game after the other.
#[derive(Default)]
pub(super) struct Table {
    game: Option<Game>,
}

impl Table {
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
pub(super) fn play(plan: &Plan<'_>, table: &mut Table, number: u64, tally: &mut Tally) {
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
    let mut bots = Bots::new(seed);
    let mut choices = 0;
    loop {
        for warning in game.warnings(Viewer::Omniscient) {
            tally.warning(warning, number);
        }
        if let Some(state) = plan.until
            && game.has_reached(state)
        {
            let outcome = format!("state:{}", plan.ruleset.state_name(state));
            return tally.broken_off(&outcome, choices);
        }
        let Some(decision) = bots.drawn(game) else {
            break;
        };
        if choices == plan.choices {
            return unfinished(plan, game, number, choices, tally);
        }
        let seat = decision.seat();
        for action in decision.actions() {
            tally.offered(action);
        }
        let Some(choice) = decision.sample_noting(&mut bots.0, |action| tally.unexhausted(action)) else {
            tally.broken_law("a decision without a choice".to_owned(), number);
            return tally.broken_off("fault", choices);
        };
        if let Choice::Act { action, .. } = &choice {
            tally.taken(*action);
        }
        choices += 1;
        match game.submit(seat, &choice) {
            Ok(()) => {}
            Err(NotApplied::Faulted(fault)) => {
                tally.fault(&fault, number);
                return tally.broken_off("fault", choices);
            }
            Err(NotApplied::Refused(refusal)) => {
                tally.broken_law(format!("a listed choice was refused: {refusal}"), number);
                return tally.broken_off("fault", choices);
            }
        }
    }
    match game.result() {
        Some(result) => tally.ended(result, choices),
        None => unfinished(plan, game, number, choices, tally),
    }
}

/// A game that has come to no end, with the states that it stands in.
fn unfinished(plan: &Plan<'_>, game: &Game, number: u64, choices: u64, tally: &mut Tally) {
    let scenes = game.view(Viewer::Spectator).status.scenes;
    let mut states: Vec<&str> = scenes
        .iter()
        .map(|scene| plan.ruleset.state_name(scene.state))
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

    /// The decision of one of the seats that may act, each as likely as the others.
    fn drawn<'g>(&mut self, game: &'g Game) -> Option<Decision<'g>> {
        let seats = game.to_decide();
        match seats.len() {
            0 | 1 => game.next_decision(),
            // Of so few seats the remainder is as good as even.
            n => seats
                .into_iter()
                .nth(self.0.next_u32() as usize % n)
                .and_then(|seat| game.decision(seat)),
        }
    }

    /// Who chooses next, and what.
    pub(super) fn next(&mut self, game: &Game) -> Option<(Seat, Choice)> {
        let decision = self.drawn(game)?;
        Some((decision.seat(), decision.sample(&mut self.0)?))
    }
}
