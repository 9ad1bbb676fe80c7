//! Plays one random game.

use super::players::{Move, Players, one_of};
use super::{Plan, Tally};
use cardable_core::ids::ActionId;
use cardable_core::rand::Rng;
use cardable_core::search::{Playout, PlayoutObserver};
use cardable_core::{
    Choice, DecisionRef, FaultReport, Game, NotApplied, Seat, SeatSet, Seed, SetupError, Viewer,
};

/// How many choices chance makes before it is looked whether to give up: so many that most games need one look.
const CHOICES_AT_ONCE: u64 = 10_000;

/// The outcome of a game that took too long after Ctrl-C.
const GIVEN_UP: &str = "interrupted";

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
    let mut players = Players::new(plan.bots, seed, plan.moved(number), game);
    let mut counter = Counter {
        tally,
        number,
        choices: 0,
    };
    let played = match plan.until {
        _ if !plan.bots.is_empty() => match think(plan, game, &mut players, &mut counter) {
            Ok(None) => Ok(()),
            Ok(Some(outcome)) => {
                let choices = counter.choices;
                return tally.broken_off(&outcome, choices);
            }
            Err(error) => Err(error),
        },
        None => loop {
            if counter.choices > 0 && plan.stop.is_overdue() {
                return counter.give_up();
            }
            let some = (plan.choices - counter.choices).min(CHOICES_AT_ONCE);
            match game.playout_with(&mut players.rng, some, &mut counter) {
                Ok(Playout { choices, .. }) if choices == some && counter.choices < plan.choices => {}
                Ok(_) => break Ok(()),
                Err(error) => break Err(error),
            }
        },
        Some(state) => loop {
            if game.inspect(Viewer::Omniscient).has_reached(state) {
                let outcome = format!("state:{}", plan.ruleset.state_name(state).unwrap_or_default());
                let choices = counter.choices;
                return tally.broken_off(&outcome, choices);
            }
            if plan.stop.is_overdue() {
                return counter.give_up();
            }
            // Reached states are only known for the last choice, so each playout makes a single one.
            let one = u64::from(counter.choices < plan.choices);
            match game.playout_with(&mut players.rng, one, &mut counter) {
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
            Some(result) if game.to_decide().is_empty() => {
                tally.ended(result, choices);
                tally.contest.game(result, plan.moved(number));
            }
            _ => unfinished(plan, game, number, choices, tally),
        },
    }
}

/// Lets bots play a game. Gives an outcome where it is broken off at a state.
fn think(
    plan: &Plan<'_>,
    game: &mut Game,
    players: &mut Players<'_>,
    counter: &mut Counter<'_>,
) -> Result<Option<String>, NotApplied> {
    loop {
        if let Some(state) = plan.until
            && game.inspect(Viewer::Omniscient).has_reached(state)
        {
            let name = plan.ruleset.state_name(state).unwrap_or_default();
            return Ok(Some(format!("state:{name}")));
        }
        if plan.stop.is_overdue() {
            return Ok(Some(GIVEN_UP.to_owned()));
        }
        if counter.choices >= plan.choices {
            return Ok(None);
        }
        let Some(Move { seat, choice, .. }) = players.next(game) else {
            if !game.to_decide().is_empty() {
                let message = "a bot found no choice in a decision".to_owned();
                counter.tally.broken_law(message, counter.number);
            }
            return Ok(None);
        };
        if let Some(decision) = game.decision(seat) {
            counter.decision(&decision);
        }
        let action = match &choice {
            Choice::Act { action, .. } => Some(*action),
            Choice::Number(_) | Choice::Items(_) | Choice::Pass => None,
        };
        counter.choice(action);
        game.submit(seat, &choice)?;
        for warning in game.inspect(Viewer::Omniscient).warnings() {
            counter.warning(warning);
        }
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

impl Counter<'_> {
    /// Counts a game that took too long after Ctrl-C.
    fn give_up(self) {
        self.tally.broken_off(GIVEN_UP, self.choices);
    }
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
