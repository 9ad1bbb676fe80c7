//! Statistics over many games. All counts are integers, so the result does not depend on the order of games.

use super::Plan;
use super::contest::Contest;
use cardable_core::diag::Place;
use cardable_core::ids::ActionId;
use cardable_core::{FaultReport, GameResult, SetupError, Viewer};
use std::collections::BTreeMap;

/// Fractions of a point in which scores are counted.
const PARTS: f64 = 65_536.0;

/// Fractions of a win. Any number of winners up to 32 can share them evenly.
pub(super) const WIN: u128 = 144_403_552_893_600;

/// Statistics over many games.
#[derive(Default)]
pub(crate) struct Tally {
    pub(crate) games: u64,
    /// Games that ended with a result.
    pub(crate) ended: u64,
    /// Number of games by number of choices.
    pub(crate) choices: BTreeMap<u64, u64>,
    pub(crate) seats: Vec<SeatTally>,
    pub(crate) outcomes: BTreeMap<String, u64>,
    /// Statistics by action.
    pub(crate) actions: Vec<ActionTally>,
    /// Faults by state and message.
    pub(crate) faults: BTreeMap<(String, String), FoundTally>,
    /// Conditions that could not be evaluated and counted as false, by state and message.
    pub(crate) warnings: BTreeMap<(String, String), FoundTally>,
    /// Games that did not end, by their last states.
    pub(crate) unfinished: BTreeMap<String, FoundTally>,
    /// How the bots did against each other.
    pub(crate) contest: Contest,
    /// Why no game can start.
    pub(crate) impossible: Option<SetupError>,
}

#[derive(Clone, Default)]
pub(crate) struct SeatTally {
    /// Games it won, alone or with others.
    pub(crate) wins: u64,
    /// Its share of those wins, in units of 1 / `WIN`.
    won: u128,
    score: i128,
    scored: u64,
}

#[derive(Clone, Copy, Default)]
pub(crate) struct ActionTally {
    /// Decisions that offered it.
    pub(crate) offered: u64,
    /// Decisions in which it was chosen.
    pub(crate) taken: u64,
    /// Decisions with more candidates or combinations than the search examined.
    pub(crate) unexhausted: u64,
}

/// Games with a certain finding.
#[derive(Clone)]
pub(crate) struct FoundTally {
    pub(crate) count: u64,
    /// Number of the first such game.
    pub(crate) game: u64,
    /// The script's message, if a script failed.
    pub(crate) said: Option<Box<str>>,
}

impl Tally {
    pub(super) fn new(plan: &Plan<'_>) -> Tally {
        Tally {
            seats: vec![SeatTally::default(); plan.setup.seats.len()],
            actions: vec![ActionTally::default(); plan.ruleset.actions().count()],
            contest: Contest::new(plan.bots.len()),
            ..Tally::default()
        }
    }

    pub(super) fn offered(&mut self, action: ActionId) {
        if let Some(action) = self.actions.get_mut(action.index()) {
            action.offered += 1;
        }
    }

    pub(super) fn taken(&mut self, action: ActionId) {
        if let Some(action) = self.actions.get_mut(action.index()) {
            action.taken += 1;
        }
    }

    pub(super) fn unexhausted(&mut self, action: ActionId) {
        if let Some(action) = self.actions.get_mut(action.index()) {
            action.unexhausted += 1;
        }
    }

    /// Counts a game with a result.
    pub(super) fn ended(&mut self, result: &GameResult, choices: u64) {
        self.broken_off(result.reason.as_deref().unwrap_or("ended"), choices);
        self.ended += 1;
        for winner in &result.winners {
            if let Some(seat) = self.seats.get_mut(winner.index()) {
                seat.wins += 1;
                seat.won += WIN / result.winners.len().max(1) as u128;
            }
        }
        for (seat, score) in self.seats.iter_mut().zip(&result.scores) {
            seat.score += (score * PARTS).round() as i128;
            seat.scored += 1;
        }
    }

    /// Counts a game that was stopped.
    pub(super) fn broken_off(&mut self, outcome: &str, choices: u64) {
        self.games += 1;
        *self.choices.entry(choices).or_default() += 1;
        match self.outcomes.get_mut(outcome) {
            Some(count) => *count += 1,
            None => _ = self.outcomes.insert(outcome.to_owned(), 1),
        }
    }

    pub(super) fn fault(&mut self, fault: &FaultReport, game: u64) {
        let said = fault.said(Viewer::Omniscient).map(Into::into);
        FoundTally { count: 1, game, said }.add_to(
            &mut self.faults,
            (fault.state.clone().unwrap_or_default(), placed(fault)),
        );
    }

    /// Counts a violation of an engine law.
    pub(super) fn broken_law(&mut self, message: String, game: u64) {
        FoundTally::at(game).add_to(&mut self.faults, (String::new(), message));
    }

    /// Counts a condition that could not be evaluated and counted as false.
    pub(super) fn warning(&mut self, warning: &FaultReport, game: u64) {
        FoundTally::at(game).add_to(
            &mut self.warnings,
            (warning.state.clone().unwrap_or_default(), placed(warning)),
        );
    }

    /// Counts a game that did not end.
    pub(super) fn unfinished(&mut self, states: &str, game: u64, choices: u64) {
        FoundTally::at(game).add_to(&mut self.unfinished, states.to_owned());
        self.broken_off("unfinished", choices);
    }

    /// Whether any game reached its end or target: not all were stopped for their length.
    pub(crate) fn some_ended(&self) -> bool {
        let unfinished: u64 = self.unfinished.values().map(|found| found.count).sum();
        unfinished < self.games
    }

    /// Adds another thread's statistics.
    pub(super) fn add(&mut self, other: Tally) {
        self.games += other.games;
        self.ended += other.ended;
        self.contest.add(&other.contest);
        self.impossible = self.impossible.take().or(other.impossible);
        for (choices, games) in other.choices {
            *self.choices.entry(choices).or_default() += games;
        }
        for (mine, theirs) in self.seats.iter_mut().zip(&other.seats) {
            mine.wins += theirs.wins;
            mine.won += theirs.won;
            mine.score += theirs.score;
            mine.scored += theirs.scored;
        }
        for (outcome, games) in other.outcomes {
            *self.outcomes.entry(outcome).or_default() += games;
        }
        for (mine, theirs) in self.actions.iter_mut().zip(&other.actions) {
            mine.offered += theirs.offered;
            mine.taken += theirs.taken;
            mine.unexhausted += theirs.unexhausted;
        }
        for (key, fault) in other.faults {
            fault.add_to(&mut self.faults, key);
        }
        for (key, warning) in other.warnings {
            warning.add_to(&mut self.warnings, key);
        }
        for (states, found) in other.unfinished {
            found.add_to(&mut self.unfinished, states);
        }
    }

    // --- what follows from it

    pub(crate) fn choices_mean(&self) -> f64 {
        let sum: u128 = self
            .choices
            .iter()
            .map(|(n, games)| u128::from(*n) * u128::from(*games))
            .sum();
        if self.games == 0 {
            0.0
        } else {
            sum as f64 / self.games as f64
        }
    }

    /// The number of choices that this share of games does not exceed (a quantile).
    pub(crate) fn choices_at(&self, share: f64) -> u64 {
        let rank = (share * self.games as f64).ceil().max(1.0) as u64;
        let mut seen = 0;
        let found = self.choices.iter().find(|(_, games)| {
            seen += **games;
            seen >= rank
        });
        found.map_or(0, |(choices, _)| *choices)
    }

    /// A seat's share of the games with a result. Several winners divide a win.
    pub(crate) fn win_share(&self, seat: &SeatTally) -> f64 {
        if self.ended == 0 {
            0.0
        } else {
            seat.won as f64 / WIN as f64 / self.ended as f64
        }
    }

    /// The 95 % confidence interval of the share (Wilson).
    pub(crate) fn win_interval(&self, seat: &SeatTally) -> (f64, f64) {
        const Z: f64 = 1.959_964;
        if self.ended == 0 {
            return (0.0, 1.0);
        }
        let (n, share) = (self.ended as f64, self.win_share(seat));
        let scale = 1.0 + Z * Z / n;
        let middle = (share + Z * Z / (2.0 * n)) / scale;
        let half = Z / scale * (share * (1.0 - share) / n + Z * Z / (4.0 * n * n)).sqrt();
        ((middle - half).max(0.0), (middle + half).min(1.0))
    }
}

impl FoundTally {
    fn at(game: u64) -> FoundTally {
        FoundTally {
            count: 1,
            game,
            said: None,
        }
    }

    /// Adds this finding to those of the same kind.
    fn add_to<K: Ord>(self, all: &mut BTreeMap<K, FoundTally>, kind: K) {
        let Some(known) = all.get_mut(&kind) else {
            all.insert(kind, self);
            return;
        };
        known.count += self.count;
        if self.game < known.game {
            (known.game, known.said) = (self.game, self.said);
        }
    }
}

impl SeatTally {
    /// The mean score. `None` if the game keeps no score.
    pub(crate) fn mean_score(&self) -> Option<f64> {
        (self.scored > 0).then(|| self.score as f64 / PARTS / self.scored as f64)
    }
}

/// A fault's message with its location in the source.
fn placed(fault: &FaultReport) -> String {
    match &fault.place {
        Some(Place {
            file, line, column, ..
        }) => format!("{} ({file}:{line}:{column})", fault.message),
        None => fault.message.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_are_those_of_sorted_games() {
        let tally = Tally {
            games: 20,
            choices: BTreeMap::from([(3, 10), (5, 8), (9, 2)]),
            ..Tally::default()
        };
        assert_eq!(
            (
                tally.choices_at(0.5),
                tally.choices_at(0.51),
                tally.choices_at(0.95)
            ),
            (3, 5, 9)
        );
        assert!((tally.choices_mean() - 4.4).abs() < 1e-9);
        assert_eq!(Tally::default().choices_at(0.5), 0);
    }

    #[test]
    fn winners_share_a_game() {
        for winners in 1..=32 {
            assert_eq!(WIN % winners, 0, "{winners}");
        }
    }

    #[test]
    fn the_interval_is_wilsons() {
        let tally = Tally {
            ended: 100,
            ..Tally::default()
        };
        let (low, high) = tally.win_interval(&SeatTally {
            wins: 25,
            won: 25 * WIN,
            ..SeatTally::default()
        });
        assert!(
            (low - 0.1755).abs() < 1e-3 && (high - 0.3430).abs() < 1e-3,
            "{low} {high}"
        );
        let (low, high) = tally.win_interval(&SeatTally::default());
        assert!(low == 0.0 && (high - 0.0370).abs() < 1e-3, "{low} {high}");
    }
}
