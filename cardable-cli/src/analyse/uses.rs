//! The table of uses: what of the rules comes to be used at all, and which actions are never worth it.

use super::games::PARTS;
use super::lineup::Lineup;
use super::tidy::TidyTable;
use cardable_core::RulesetInfo;
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};

/// How often an action was offered and taken.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct ActionUse {
    pub(crate) offered: u64,
    pub(crate) taken: u64,
    /// Times at which it was the only option; they are among those above.
    pub(crate) forced: u64,
    /// How often players who take every option alike would have taken it where there was another, in parts of one.
    /// Counted of bots only.
    pub(crate) by_chance: i64,
    /// Times that it was taken where positions are looked at, and those after which the game was as before.
    pub(crate) watched: u64,
    pub(crate) idle: u64,
}

/// How often a kind of card was used.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct CardUse {
    /// Moves after the first choice.
    pub(crate) moved: u64,
    /// Games in which it came to a seat, and those in which a choice played it.
    pub(crate) held: u64,
    pub(crate) played: u64,
}

/// How an action does beside another that is offered with it, in one game or over many.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct ActionPair {
    /// Decisions that offered both and in which both were tried.
    pub(crate) offers: u64,
    /// Those in which two searches agree that the first one, or the second one, is better.
    pub(crate) first_better: u64,
    pub(crate) second_better: u64,
    /// Sum of what the first one is worth more, in parts of one.
    more: i64,
    /// The games, the sum of their means, and the sum of the squares of these.
    pub(crate) games: u64,
    means: i64,
    squares: i128,
}

impl ActionPair {
    /// Counts a decision.
    pub(crate) fn offer(&mut self, more: i64, first_ranks_higher: bool) {
        self.offers += 1;
        self.more += more;
        self.first_better += u64::from(more > 0 && first_ranks_higher);
        self.second_better += u64::from(more < 0 && !first_ranks_higher);
    }

    /// Counts all decisions of a game.
    fn add_game(&mut self, game: &ActionPair) {
        let mean = game.more / game.offers.max(1) as i64;
        self.offers += game.offers;
        self.first_better += game.first_better;
        self.second_better += game.second_better;
        self.more += game.more;
        self.games += 1;
        self.means += mean;
        self.squares += i128::from(mean) * i128::from(mean);
    }

    fn add(&mut self, other: &ActionPair) {
        self.offers += other.offers;
        self.first_better += other.first_better;
        self.second_better += other.second_better;
        self.more += other.more;
        self.games += other.games;
        self.means += other.means;
        self.squares += other.squares;
    }

    /// The mean over games of what the first one is worth more, and its standard error.
    pub(crate) fn mean_and_error(&self) -> (f64, f64) {
        let (n, parts) = (self.games.max(1) as f64, PARTS as f64);
        let mean = self.means as f64 / n / parts;
        let square = self.squares as f64 / n / parts / parts;
        let variance = (square - mean * mean).max(0.0);
        (mean, (variance / (n - 1.0).max(1.0)).sqrt())
    }
}

/// What one game has used.
#[derive(Default, Debug)]
pub(crate) struct GameUses {
    pub(crate) states: BTreeSet<u16>,
    /// Kinds of card that came to a seat, and those that a choice played.
    pub(crate) held: BTreeSet<u16>,
    pub(crate) played: BTreeSet<u16>,
    pub(crate) pairs: BTreeMap<(u16, u16), ActionPair>,
}

#[derive(Clone, Default, Debug)]
pub(crate) struct Uses {
    pub(crate) actions: BTreeMap<(Lineup, u16), ActionUse>,
    pub(crate) cards: BTreeMap<(Lineup, u16), CardUse>,
    /// Games that entered a state.
    pub(crate) states: BTreeMap<(Lineup, u16), u64>,
    /// Pairs of actions of one state, in games of strong bots.
    pub(crate) pairs: BTreeMap<(u16, u16), ActionPair>,
}

impl Uses {
    pub(crate) fn action(&mut self, lineup: Lineup, action: u16) -> &mut ActionUse {
        self.actions.entry((lineup, action)).or_default()
    }

    pub(crate) fn card(&mut self, lineup: Lineup, card: u16) -> &mut CardUse {
        self.cards.entry((lineup, card)).or_default()
    }

    pub(crate) fn game(&mut self, lineup: Lineup, game: &GameUses) {
        for state in &game.states {
            *self.states.entry((lineup, *state)).or_default() += 1;
        }
        // What is played without having come to a seat, as from a market, counts as if it had.
        for card in game.held.union(&game.played) {
            self.card(lineup, *card).held += 1;
        }
        for card in &game.played {
            self.card(lineup, *card).played += 1;
        }
        for (pair, of_game) in &game.pairs {
            self.pairs.entry(*pair).or_default().add_game(of_game);
        }
    }

    pub(crate) fn add(&mut self, other: &Uses) {
        for (key, theirs) in &other.actions {
            let mine = self.actions.entry(*key).or_default();
            mine.offered += theirs.offered;
            mine.taken += theirs.taken;
            mine.forced += theirs.forced;
            mine.by_chance += theirs.by_chance;
            mine.watched += theirs.watched;
            mine.idle += theirs.idle;
        }
        for (key, theirs) in &other.cards {
            let mine = self.cards.entry(*key).or_default();
            mine.moved += theirs.moved;
            mine.held += theirs.held;
            mine.played += theirs.played;
        }
        for (key, theirs) in &other.states {
            *self.states.entry(*key).or_default() += theirs;
        }
        for (key, theirs) in &other.pairs {
            self.pairs.entry(*key).or_default().add(theirs);
        }
    }

    /// An action's uses in the games of the line-ups that are wanted.
    pub(crate) fn of_action(&self, action: usize, wanted: impl Fn(Lineup) -> bool) -> ActionUse {
        let mut sum = ActionUse::default();
        let all = self.actions.iter();
        for (_, each) in all.filter(|((lineup, of), _)| usize::from(*of) == action && wanted(*lineup)) {
            sum.offered += each.offered;
            sum.taken += each.taken;
            sum.forced += each.forced;
            sum.by_chance += each.by_chance;
            sum.watched += each.watched;
            sum.idle += each.idle;
        }
        sum
    }

    /// A kind of card's uses in the games of the line-ups that are wanted.
    pub(crate) fn of_card(&self, card: usize, wanted: impl Fn(Lineup) -> bool) -> CardUse {
        let mut sum = CardUse::default();
        let all = self.cards.iter();
        for (_, each) in all.filter(|((lineup, of), _)| usize::from(*of) == card && wanted(*lineup)) {
            sum.moved += each.moved;
            sum.held += each.held;
            sum.played += each.played;
        }
        sum
    }

    pub(crate) fn of_state(&self, state: usize) -> u64 {
        let all = self.states.iter();
        all.filter(|((_, of), _)| usize::from(*of) == state)
            .map(|(_, games)| games)
            .sum()
    }

    pub(crate) fn table(&self, info: &RulesetInfo) -> TidyTable {
        let columns = [
            "lineup",
            "kind",
            "state",
            "name",
            "offered",
            "used",
            "forced",
            "by_chance_ppm",
            "idle",
        ];
        let mut table = TidyTable::new("uses", &columns);
        let state = |at: usize| info.states.get(at).map(|state| &state.name);
        for ((lineup, at), each) in &self.actions {
            let Some(action) = info.actions.get(usize::from(*at)) else {
                continue;
            };
            table.rows.push(vec![
                json!(lineup.name()),
                json!("action"),
                json!(state(action.state.index())),
                json!(action.name),
                json!(each.offered),
                json!(each.taken),
                json!(each.forced),
                json!(each.by_chance),
                json!(each.idle),
            ]);
        }
        let nothing = || serde_json::Value::Null;
        for ((lineup, at), each) in &self.cards {
            let label = info.cards.get(usize::from(*at)).map(|card| &card.label);
            let row = |kind, used| {
                vec![
                    json!(lineup.name()),
                    json!(kind),
                    nothing(),
                    json!(label),
                    nothing(),
                    json!(used),
                    nothing(),
                    nothing(),
                    nothing(),
                ]
            };
            table.rows.push(row("card moved", each.moved));
            table.rows.push(row("card held", each.held));
            table.rows.push(row("card played", each.played));
        }
        for ((lineup, at), games) in &self.states {
            let name = json!(state(usize::from(*at)));
            table.rows.push(vec![
                json!(lineup.name()),
                json!("state entered"),
                name.clone(),
                name,
                nothing(),
                json!(games),
                nothing(),
                nothing(),
                nothing(),
            ]);
        }
        table
    }

    /// Of every two actions that are offered together, how they compare.
    pub(crate) fn table_of_pairs(&self, info: &RulesetInfo) -> TidyTable {
        let columns = [
            "state",
            "first",
            "second",
            "offers",
            "first_better",
            "second_better",
            "games",
            "mean_of_first_over_second",
            "standard_error",
        ];
        let mut table = TidyTable::new("pairs", &columns);
        for ((first, second), pair) in &self.pairs {
            let action = |at: &u16| info.actions.get(usize::from(*at));
            let (Some(first), Some(second)) = (action(first), action(second)) else {
                continue;
            };
            let (mean, error) = pair.mean_and_error();
            table.rows.push(vec![
                json!(info.states.get(first.state.index()).map(|state| &state.name)),
                json!(first.name),
                json!(second.name),
                json!(pair.offers),
                json!(pair.first_better),
                json!(pair.second_better),
                json!(pair.games),
                json!(mean),
                json!(error),
            ]);
        }
        table
    }
}
