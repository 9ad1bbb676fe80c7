//! Which bot does how well: every deal is played once from every seat, so luck of the cards evens out.

use super::tally::WIN;
use cardable_core::GameResult;

/// How the bots of `--bots` did. All counts are integers, so the result does not depend on the order of deals.
#[derive(Clone, Default)]
pub(crate) struct Contest {
    /// Deals that were played to their end from every seat, and others, which do not count.
    pub(crate) deals: u64,
    pub(crate) unfinished: u64,
    bots: Vec<BotTally>,
    /// Shares of the wins of the deal that is being played, in units of 1 / `WIN` of a game.
    deal: Vec<u128>,
    /// How many games of it have ended.
    ended: usize,
}

#[derive(Clone, Copy, Default)]
struct BotTally {
    sum: u128,
    /// The sum of squares of its shares of deals, in units of a game's 1 / `PARTS`.
    squares: u128,
}

/// Fractions of a win in which squares are counted.
const PARTS: u128 = 1 << 20;

impl Contest {
    pub(super) fn new(bots: usize) -> Contest {
        Contest {
            deals: 0,
            unfinished: 0,
            ended: 0,
            bots: vec![BotTally::default(); bots],
            deal: vec![0; bots],
        }
    }

    /// Counts a game that has ended, in which the bots sat so many seats on.
    pub(super) fn game(&mut self, result: &GameResult, moved: usize) {
        self.ended += 1;
        for winner in &result.winners {
            let bot = (winner.index() + moved) % self.bots.len().max(1);
            if let Some(won) = self.deal.get_mut(bot) {
                *won += WIN / result.winners.len().max(1) as u128;
            }
        }
    }

    /// Counts a deal that was played from every seat.
    pub(super) fn end_deal(&mut self) {
        if std::mem::take(&mut self.ended) < self.bots.len() {
            self.unfinished += 1;
            self.deal.fill(0);
            return;
        }
        self.deals += 1;
        let seats = self.bots.len().max(1) as u128;
        for (bot, won) in self.bots.iter_mut().zip(&mut self.deal) {
            let won = std::mem::take(won);
            let share = won * PARTS / WIN / seats;
            bot.sum += won;
            bot.squares += share * share;
        }
    }

    pub(super) fn add(&mut self, other: &Contest) {
        self.deals += other.deals;
        self.unfinished += other.unfinished;
        for (mine, theirs) in self.bots.iter_mut().zip(&other.bots) {
            mine.sum += theirs.sum;
            mine.squares += theirs.squares;
        }
    }

    /// Of each bot its share of the games and the 95 % interval; None where no deal counts.
    ///
    /// The interval is Wilson's, for as many independent games as would vary as the deals do, but no more than were
    /// played and no fewer than deals where these do not vary, with Student's quantile, as the deviation is estimated.
    pub(crate) fn shares(&self) -> Option<Vec<(f64, f64, f64)>> {
        const Z: f64 = 1.959_964;
        if self.deals == 0 {
            return None;
        }
        let deals = self.deals as f64;
        let games = deals * self.bots.len().max(1) as f64;
        let of = |bot: &BotTally| {
            let share = bot.sum as f64 / WIN as f64 / games;
            let parts = (PARTS * PARTS) as f64;
            let variance = (bot.squares as f64 / parts / deals - share * share).max(0.0);
            let free = (deals - 1.0).max(1.0);
            let of_mean = variance / free;
            let alike = share * (1.0 - share) / of_mean;
            let n = if alike.is_finite() {
                alike.min(games)
            } else {
                deals
            };
            let t = Z + (Z * Z * Z + Z) / (4.0 * free);
            let scale = 1.0 + t * t / n;
            let middle = (share + t * t / (2.0 * n)) / scale;
            let half = t / scale * (share * (1.0 - share) / n + t * t / (4.0 * n * n)).sqrt();
            (share, (middle - half).max(0.0), (middle + half).min(1.0))
        };
        Some(self.bots.iter().map(of).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cardable_core::Seat;

    fn won_by(seat: u8) -> GameResult {
        GameResult {
            winners: vec![Seat(seat)],
            ranks: Vec::new(),
            scores: Vec::new(),
            reason: None,
        }
    }

    #[test]
    fn a_win_is_that_of_the_bot_on_the_seat() {
        let mut contest = Contest::new(2);
        for _ in 0..100 {
            // The first bot sits on seat 0, then the second one does.
            contest.game(&won_by(0), 0);
            contest.game(&won_by(1), 1);
            contest.end_deal();
        }
        let shares = contest.shares().unwrap();
        assert!(shares[0].0 > 0.999 && shares[1].0 < 0.001, "{shares:?}");
        assert!(shares[0].1 > 0.95 && shares[1].2 < 0.05, "{shares:?}");
    }

    #[test]
    fn deals_that_hang_on_the_cards_alone_tell_no_bot_from_another() {
        let mut contest = Contest::new(2);
        for _ in 0..50 {
            contest.game(&won_by(0), 0);
            contest.game(&won_by(0), 1);
            contest.end_deal();
        }
        let shares = contest.shares().unwrap();
        assert!((shares[0].0 - 0.5).abs() < 1e-9, "{shares:?}");
        assert!(shares[0].2 - shares[0].1 < 0.3, "{shares:?}");
    }

    #[test]
    fn what_did_not_end_counts_for_nobody() {
        let mut contest = Contest::new(2);
        contest.game(&won_by(0), 0);
        contest.end_deal();
        assert_eq!((contest.deals, contest.unfinished), (0, 1));
        assert_eq!(contest.shares(), None);
        contest.game(&won_by(0), 0);
        contest.game(&won_by(1), 1);
        contest.end_deal();
        let shares = contest.shares().unwrap();
        assert!(
            shares[0].0 > 0.999 && shares[0].1 < 0.5,
            "one deal says little: {shares:?}"
        );
    }
}
