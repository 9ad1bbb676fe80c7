//! Which bot does how well: every deal is played once from every seat, so luck of the cards evens out.

use super::tally::WIN;
use cardable_core::GameResult;

/// How the bots of `--bots` did. All counts are integers, so the result does not depend on the order of deals.
#[derive(Clone, Default)]
pub(crate) struct Contest {
    deals: u64,
    bots: Vec<BotTally>,
    /// Shares of the wins of the deal that is being played, in units of 1 / `WIN` of a game.
    deal: Vec<u128>,
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
            bots: vec![BotTally::default(); bots],
            deal: vec![0; bots],
        }
    }

    /// Counts a game in which the bots sat so many seats on. A game without a result is nobody's win.
    pub(super) fn game(&mut self, result: Option<&GameResult>, moved: usize) {
        let Some(result) = result else { return };
        for winner in &result.winners {
            let bot = (winner.index() + moved) % self.bots.len().max(1);
            if let Some(won) = self.deal.get_mut(bot) {
                *won += WIN / result.winners.len().max(1) as u128;
            }
        }
    }

    /// Counts a deal that was played from every seat.
    pub(super) fn end_deal(&mut self) {
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
        for (mine, theirs) in self.bots.iter_mut().zip(&other.bots) {
            mine.sum += theirs.sum;
            mine.squares += theirs.squares;
        }
    }

    /// Of each bot its share of all games and the 95 % interval, taken over deals.
    pub(crate) fn shares(&self) -> Vec<(f64, f64, f64)> {
        const Z: f64 = 1.959_964;
        let deals = self.deals.max(1) as f64;
        let seats = self.bots.len().max(1) as f64;
        let of = |bot: &BotTally| {
            let share = bot.sum as f64 / WIN as f64 / seats / deals;
            let parts = (PARTS * PARTS) as f64;
            let variance = (bot.squares as f64 / parts / deals - share * share).max(0.0);
            // Few deals may all have gone one way; nothing is sure of that.
            let half = match self.deals {
                0 | 1 => 1.0,
                deals => Z * (variance / (deals - 1) as f64).sqrt() + 0.5 / (deals as f64 * seats),
            };
            (share, (share - half).max(0.0), (share + half).min(1.0))
        };
        self.bots.iter().map(of).collect()
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
            contest.game(Some(&won_by(0)), 0);
            contest.game(Some(&won_by(1)), 1);
            contest.end_deal();
        }
        let shares = contest.shares();
        assert!(shares[0].0 > 0.999 && shares[1].0 < 0.001, "{shares:?}");
        assert!(shares[0].1 > 0.98 && shares[1].2 < 0.02, "{shares:?}");
    }

    #[test]
    fn deals_that_hang_on_the_cards_alone_tell_no_bot_from_another() {
        let mut contest = Contest::new(2);
        for _ in 0..50 {
            contest.game(Some(&won_by(0)), 0);
            contest.game(Some(&won_by(0)), 1);
            contest.end_deal();
        }
        let shares = contest.shares();
        assert!((shares[0].0 - 0.5).abs() < 1e-9, "{shares:?}");
        assert!(shares[0].2 - shares[0].1 < 0.03, "{shares:?}");
    }
}
