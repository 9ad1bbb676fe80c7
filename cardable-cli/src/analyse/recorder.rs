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
use cardable_core::ids::{ActionId, ZoneId};
use cardable_core::view::CardSeen;
use cardable_core::{Choice, Game, Pick, Seat, SeatSet, ViewEvent, Viewer};
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
    /// The last position, if somebody looks.
    table: Option<u64>,
    /// The action that is about to be applied, and what it may change.
    acting: Option<(ActionId, Before)>,
    /// The state of the last action that was offered: an answer to a question belongs to it.
    state: u16,
}

/// What a seat's choice may change: all that can be seen on the table, who is to decide, and how many options the seat has.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Before {
    table: u64,
    seat: Seat,
    to_decide: SeatSet,
    options: Option<u64>,
}

impl Before {
    fn new(table: u64, game: &Game, seat: Seat) -> Before {
        Before {
            table,
            seat,
            to_decide: game.to_decide(),
            options: game.decision(seat).map(|decision| decision.count().get()),
        }
    }
}

/// What moves a card, as far as events tell.
#[derive(Clone, Copy)]
enum MoveCause {
    Rules,
    Action,
    Answer,
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
            table: None,
            acting: None,
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
            match event {
                ViewEvent::Turn { seat } => self.turns.begin(seat),
                ViewEvent::Moved {
                    to,
                    card: CardSeen::Face(card),
                    ..
                } if self.owner(to.zone).is_some() => {
                    self.uses.held.insert(card.0);
                }
                _ => {}
            }
        }
        self.pass_position(game);
    }

    /// The seat that has a zone as its own.
    fn owner(&self, zone: ZoneId) -> Option<Seat> {
        self.study.info.zone(zone)?.1
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
        self.acting = None;
        if let Choice::Act { action, picks } = &next.choice {
            let used = self.tables.uses.action(self.lineup, action.0);
            used.taken += 1;
            if let Some(table) = self.table {
                used.watched += 1;
                self.acting = Some((*action, Before::new(table, game, next.seat)));
            }
            self.name(game, next.seat, picks);
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

    /// Keeps the cards that a choice names: they are played, whether they move or not.
    fn name(&mut self, game: &Game, seat: Seat, picks: &[Pick]) {
        let mut seen = None;
        for pick in picks {
            let Pick::Card { zone, index } = pick else {
                continue;
            };
            let seen = seen.get_or_insert_with(|| game.view(Viewer::Seat(seat)));
            let card = seen
                .zone(*zone)
                .and_then(|zone| zone.cards.get(usize::from(*index)));
            if let Some(CardSeen::Face(card)) = card {
                self.uses.played.insert(card.0);
            }
        }
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
        let mut cause = MoveCause::Rules;
        for event in game.events(Viewer::Omniscient) {
            match event {
                ViewEvent::Acted { .. } => cause = MoveCause::Action,
                ViewEvent::Answered { .. } => cause = MoveCause::Answer,
                // What moves from here on, the rules move.
                ViewEvent::Entered { state, .. } => {
                    self.uses.states.insert(state.0);
                    cause = MoveCause::Rules;
                }
                ViewEvent::Turn { seat } => {
                    self.turns.begin(seat);
                    cause = MoveCause::Rules;
                }
                ViewEvent::Moved {
                    from,
                    to,
                    card: CardSeen::Face(card),
                    ..
                } => self.moved(card.0, from.zone, to.zone, cause),
                _ => {}
            }
        }
        self.pass_position(game);
        if let Some((action, before)) = self.acting.take()
            && let Some(table) = self.table
            && before == Before::new(table, game, before.seat)
        {
            self.tables.uses.action(self.lineup, action.0).idle += 1;
        }
    }

    fn moved(&mut self, card: u16, from: ZoneId, to: ZoneId, cause: MoveCause) {
        self.tables.uses.card(self.lineup, card).moved += 1;
        let (giver, taker) = (self.owner(from), self.owner(to));
        if taker.is_some() {
            self.uses.held.insert(card);
        }
        // A card that an action moves among a seat's own zones may be one that it draws, unless the action names it.
        let was_played = match cause {
            MoveCause::Rules => false,
            MoveCause::Action => giver.is_some() && giver != taker,
            MoveCause::Answer => giver.is_some() && from != to,
        };
        if was_played {
            self.uses.played.insert(card);
        }
    }

    /// Notes the position, and counts it if it was there before.
    fn pass_position(&mut self, game: &Game) {
        let Some(positions) = &mut self.positions else {
            return;
        };
        let mut view = game.view(Viewer::Omniscient);
        view.seq = 0;
        // A view can always be written.
        let text = serde_json::to_string(&view).unwrap_or_default();
        let mut hasher = DefaultHasher::new();
        text.hash(&mut hasher);
        let table = hasher.finish();
        self.table = Some(table);
        if !positions.insert(table) {
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
