//! What the end of a line of play is worth to each seat.

use cardable_core::search::Standings;
use cardable_core::{Game, Seat, SeatSet};

/// How much of a reward is the win, and not by how much.
const WIN: f64 = 0.7;

/// Makes rewards from 0 to 1 of games that are played on from one position.
#[derive(Clone, Debug)]
pub(crate) struct Rewards {
    before: Standings,
    worth_before: Standings,
    /// The seats that win together with each seat.
    teams: Vec<SeatSet>,
    /// A team's share of the wins if all are alike.
    fair: f64,
    /// The mean of all margins so far, without signs: what a usual one is.
    scale: Mean,
    worth_scale: Mean,
}

#[derive(Clone, Debug, Default)]
struct Mean {
    sum: f64,
    count: f64,
    most: f64,
}

impl Mean {
    fn add(&mut self, n: f64) {
        self.sum += n.abs();
        self.count += 1.0;
        self.most = self.most.max(n.abs());
    }

    /// A margin from 0 to 1, where a half is none, and twice as much counts twice as much.
    fn part(&self, margin: f64) -> f64 {
        if self.most == 0.0 {
            return 0.5;
        }
        0.5 + 0.5 * margin / self.most
    }

    /// A margin from 0 to 1, where a half is none.
    fn squash(&self, margin: f64) -> f64 {
        if self.sum == 0.0 {
            return 0.5;
        }
        let usual = 2.0 * self.sum / self.count;
        0.5 + 0.5 * margin / (margin.abs() + usual)
    }
}

impl Rewards {
    /// For a game in which the seats sit as in this one.
    pub(crate) fn new(game: &Game) -> Rewards {
        let seats = game.seating().persons();
        let team_of = |seat: Seat| game.seating().team(seat);
        let all = || (0..seats as u8).map(Seat);
        let with = |seat: Seat| all().filter(|other| team_of(*other) == team_of(seat)).collect();
        let with_each: Vec<SeatSet> = all().map(with).collect();
        let mut teams = with_each.clone();
        teams.sort_unstable_by_key(|team| team.lowest());
        teams.dedup();
        Rewards {
            before: Standings::of(game),
            worth_before: Standings::worths(game),
            fair: 1.0 / teams.len().max(1) as f64,
            teams: with_each,
            scale: Mean::default(),
            worth_scale: Mean::default(),
        }
    }

    pub(crate) fn seats(&self) -> usize {
        self.teams.len()
    }

    /// Counts from here: an imagined game may begin with other hidden scores than the one before.
    pub(crate) fn begin(&mut self, game: &Game) {
        self.before = Standings::of(game);
        self.worth_before = Standings::worths(game);
    }

    /// Whether the ruleset counts anything.
    fn knows_score(&self) -> bool {
        !self.before.is_empty()
    }

    /// Whether the ruleset says what a position is worth.
    pub(crate) fn knows_worth(&self) -> bool {
        !self.worth_before.is_empty()
    }

    /// The rewards of all seats where nothing is known of what would have come.
    pub(crate) fn unknown(&self, rewards: &mut Vec<f64>) {
        rewards.clear();
        rewards.resize(self.seats(), WIN * self.fair + (1.0 - WIN) * 0.5);
    }

    /// The rewards of all seats.
    pub(crate) fn of(&mut self, game: &Game, rewards: &mut Vec<f64>) {
        rewards.clear();
        let now = Standings::of(game);
        let gained = self.gains(&self.before, &now);
        let worth = match gained.iter().any(|gain| *gain != 0.0) {
            true => Vec::new(),
            false => self.gains(&self.worth_before, &Standings::worths(game)),
        };
        gained.iter().for_each(|gain| self.scale.add(*gain));
        worth.iter().for_each(|gain| self.worth_scale.add(*gain));
        for seat in 0..self.seats() {
            let margin = match (gained.get(seat), worth.get(seat)) {
                (_, Some(worth)) => self.worth_scale.squash(*worth),
                // Who plays alone wants most in the mean, and need not be ahead of anybody.
                (Some(gain), None) if self.fair == 1.0 => self.scale.part(*gain),
                (Some(gain), None) => self.scale.squash(*gain),
                (None, None) => 0.5,
            };
            let win = self.win(game, Seat(seat as u8));
            if self.fair == 1.0 && self.knows_score() {
                rewards.push(margin);
                continue;
            }
            // Where the game is not over, the margin says how likely a win is: none is the fair share.
            let win = win.unwrap_or(match margin < 0.5 {
                true => 2.0 * margin * self.fair,
                false => self.fair + (2.0 * margin - 1.0) * (1.0 - self.fair),
            });
            rewards.push(WIN * win + (1.0 - WIN) * margin);
        }
    }

    /// How much more each seat's team has gained than the others in the mean; empty where nothing is counted.
    fn gains(&self, before: &Standings, now: &Standings) -> Vec<f64> {
        if before.len() != self.seats() || now.len() != self.seats() {
            return Vec::new();
        }
        let gain = |seat: usize| now[seat] - before[seat];
        let mean = |seats: &mut dyn Iterator<Item = usize>| {
            let (sum, count) = seats.fold((0.0, 0.0), |(sum, n), seat| (sum + gain(seat), n + 1.0));
            if count == 0.0 { 0.0 } else { sum / count }
        };
        let is_own = |of: usize, seat: usize| self.teams[of].contains(Seat(seat as u8));
        let margin = |of: usize| {
            let own = mean(&mut (0..self.seats()).filter(|seat| is_own(of, *seat)));
            own - mean(&mut (0..self.seats()).filter(|seat| !is_own(of, *seat)))
        };
        (0..self.seats()).map(margin).collect()
    }

    /// A seat's share of the win; None where the game is not over.
    fn win(&self, game: &Game, seat: Seat) -> Option<f64> {
        let result = game.result()?;
        let winners: SeatSet = result.winners.iter().copied().collect();
        if winners.is_empty() {
            // Alone, nobody's win is a loss. Among several it is better than another's win, and worse than a shared one.
            return Some(if self.fair < 1.0 { 0.5 * self.fair } else { 0.0 });
        }
        let own = self.teams[seat.index()];
        let won = own.into_iter().any(|seat| winners.contains(seat));
        // A team has won once, however many of it there are.
        let mut teams = Vec::new();
        for winner in winners {
            let team = self.teams.get(winner.index()).copied().unwrap_or_default();
            if !teams.contains(&team) {
                teams.push(team);
            }
        }
        Some(if won { 1.0 / teams.len().max(1) as f64 } else { 0.0 })
    }
}

/// How far rewards lie apart.
#[derive(Clone, Debug, Default)]
pub(crate) struct Spread {
    count: f64,
    mean: f64,
    squares: f64,
}

impl Spread {
    pub(crate) fn add(&mut self, reward: f64) {
        self.count += 1.0;
        let off = reward - self.mean;
        self.mean += off / self.count;
        self.squares += off * (reward - self.mean);
    }

    /// The standard deviation, at least a quarter: what was tried most may be what never varies. A half is the most that it
    /// can be, and what it is before anything is known.
    pub(crate) fn deviation(&self) -> f64 {
        match self.count < 8.0 {
            true => 0.5,
            false => libm::sqrt(self.squares / self.count).max(0.25),
        }
    }
}
