//! Keeps what happens in one game.

use super::Study;
use super::choices::MadeChoice;
use super::games::{GameRow, PARTS};
use super::lineup::Lineup;
use super::rounds::Rounds;
use super::tables::Tables;
use super::uses::GameUses;
use crate::simulate::Move;
use cardable_bots::{Ranked, Thought};
use cardable_core::ids::ActionId;
use cardable_core::view::CardSeen;
use cardable_core::{Choice, Game, ViewEvent, Viewer};
use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};

/// What happens in one game.
pub(super) struct Recorder<'r> {
    study: &'r Study<'r>,
    lineup: Lineup,
    tables: &'r mut Tables,
    made: Vec<MadeChoice>,
    uses: GameUses,
    decisions: u64,
    turns: Rounds,
    /// The same of choices, which stand for turns in a game without any.
    choices: Rounds,
    /// Positions that the game was in; None where nobody looks.
    positions: Option<HashSet<u64>>,
    repeats: u64,
    /// The state of the last action that was offered: an answer to a question belongs to it.
    state: u16,
}

impl<'r> Recorder<'r> {
    pub(super) fn new(
        study: &'r Study<'r>,
        lineup: Lineup,
        looks_at_positions: bool,
        tables: &'r mut Tables,
    ) -> Recorder<'r> {
        let seats = study.setup.seats.len();
        Recorder {
            study,
            lineup,
            tables,
            made: Vec::new(),
            uses: GameUses::default(),
            decisions: 0,
            turns: Rounds::new(seats),
            choices: Rounds::new(seats),
            positions: looks_at_positions.then(HashSet::new),
            repeats: 0,
            state: 0,
        }
    }

    /// Keeps how the game begins.
    pub(super) fn begin(&mut self, game: &Game) {
        for (state, _, _) in self.study.ruleset.states() {
            if game.inspect(Viewer::Omniscient).has_reached(state) {
                self.uses.states.insert(state.0);
            }
        }
        for event in game.events(Viewer::Omniscient) {
            if let ViewEvent::Turn { seat } = event {
                self.turns.begin(seat);
            }
        }
        self.position(game);
    }

    /// Keeps a choice that is about to be made. `checked` is what another search makes of the same decision.
    pub(super) fn choice(&mut self, game: &Game, next: &Move, checked: Option<&Thought>) {
        let Some(decision) = game.decision(next.seat) else {
            return;
        };
        let options = match &next.thought {
            Some(thought) => thought.ranked.len() as u64,
            None => decision.keys().len() as u64,
        };
        let is_forced = options < 2;
        for (nth, action) in decision.actions().enumerate() {
            if nth == 0 {
                self.state = self.study.state_of(action);
            }
            let used = self.tables.uses.action(self.lineup, action.0);
            used.offered += 1;
            used.forced += u64::from(is_forced);
        }
        if let Choice::Act { action, .. } = &next.choice {
            self.tables.uses.action(self.lineup, action.0).taken += 1;
        }
        self.decisions += u64::from(!is_forced);
        self.turns.choose();
        self.choices.begin(next.seat);
        self.choices.choose();
        let mut stakes = None;
        if let Some(thought) = next.thought.as_ref().filter(|_| !is_forced) {
            for ranked in &thought.ranked {
                if let Some(action) = action_of(ranked) {
                    self.tables.uses.action(self.lineup, action.0).by_chance += PARTS / options as i64;
                }
            }
            if let Some(checked) = checked {
                stakes = stakes_of(thought, checked);
                self.compare(thought, checked);
            }
        }
        self.made.push(MadeChoice {
            state: self.state,
            options,
            stakes,
        });
    }

    /// Compares the actions that are offered together. The first search says which choice of each action to compare, the
    /// second one what they are worth, so that an action gains nothing by having many choices.
    fn compare(&mut self, thought: &Thought, checked: &Thought) {
        let mut actions: Vec<(ActionId, &Choice)> = Vec::new();
        for ranked in &thought.ranked {
            if let Some(action) = action_of(ranked)
                && actions.iter().all(|(known, _)| *known != action)
            {
                actions.push((action, &ranked.choice));
            }
        }
        for (at, (better, its_choice)) in actions.iter().enumerate() {
            for (worse, other_choice) in &actions[at + 1..] {
                let (Some(one), Some(other)) =
                    (value_in(checked, its_choice), value_in(checked, other_choice))
                else {
                    continue;
                };
                let is_first = better < worse;
                let pair = if is_first {
                    (better.0, worse.0)
                } else {
                    (worse.0, better.0)
                };
                let more = if is_first { one - other } else { other - one };
                self.uses.pairs.entry(pair).or_default().offer(more, is_first);
            }
        }
    }

    /// Keeps what a choice led to.
    pub(super) fn applied(&mut self, game: &Game) {
        for event in game.events(Viewer::Omniscient) {
            if let ViewEvent::Entered { state, .. } = event {
                self.uses.states.insert(state.0);
            } else if let ViewEvent::Turn { seat } = event {
                self.turns.begin(seat);
            } else if let ViewEvent::Moved {
                from,
                to,
                card: CardSeen::Face(card),
                ..
            } = event
            {
                let is_own = self
                    .study
                    .info
                    .zone(from.zone)
                    .is_some_and(|(_, seat)| seat.is_some());
                let was_played = is_own && from.zone != to.zone;
                self.tables.uses.card(self.lineup, card.0, was_played);
            }
        }
        self.position(game);
    }

    /// Notes the position, and counts it if it was there before.
    fn position(&mut self, game: &Game) {
        let Some(positions) = &mut self.positions else {
            return;
        };
        let mut view = game.view(Viewer::Omniscient);
        view.seq = 0;
        // A view can always be written.
        let text = serde_json::to_string(&view).unwrap_or_default();
        let mut hasher = DefaultHasher::new();
        text.hash(&mut hasher);
        if !positions.insert(hasher.finish()) {
            self.repeats += 1;
        }
    }

    /// Counts the whole game, and puts down in its row what was seen of it.
    pub(super) fn end(self, row: &mut GameRow) {
        row.decisions = self.decisions;
        row.turns = self.turns.turns;
        row.rounds = match self.turns.turns {
            0 => self.choices.rounds,
            _ => self.turns.rounds,
        };
        row.repeats = self.positions.map(|_| self.repeats);
        for stakes in self.made.iter().filter_map(|made| made.stakes) {
            row.stakes += stakes;
            row.weighed += 1;
        }
        self.tables.choices.game(self.lineup, &self.made);
        self.tables.uses.game(self.lineup, &self.uses);
    }
}

fn action_of(ranked: &Ranked) -> Option<ActionId> {
    match &ranked.choice {
        Choice::Act { action, .. } => Some(*action),
        Choice::Number(_) | Choice::Items(_) | Choice::Pass => None,
    }
}

/// What a search finds a choice worth, in parts of one.
fn value_in(thought: &Thought, choice: &Choice) -> Option<i64> {
    let ranked = thought.ranked.iter().find(|ranked| ranked.choice == *choice)?;
    Some((ranked.value? * PARTS as f64).round() as i64)
}

/// By how much the best option is better than the worst. Which they are says one search, what they are worth another:
/// the best and the worst of many estimates differ even where all options are alike.
fn stakes_of(thought: &Thought, checked: &Thought) -> Option<i64> {
    let tried = || {
        thought
            .ranked
            .iter()
            .filter_map(|ranked| Some((ranked.value?, &ranked.choice)))
    };
    let (_, best) = tried().max_by(|a, b| a.0.total_cmp(&b.0))?;
    let (_, worst) = tried().min_by(|a, b| a.0.total_cmp(&b.0))?;
    (best != worst).then_some(())?;
    Some(value_in(checked, best)? - value_in(checked, worst)?)
}
