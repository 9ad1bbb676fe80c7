//! Go Fish by hand on packed counts: the yardstick for the ruleset of the same name.
//!
//! Four seats, one pack of 52, five cards each; the others are the pond. On its turn a seat asks another
//! that has cards for a rank that it holds itself. Who is asked hands over all cards of that rank, and the
//! turn goes on; who has none lets the seat draw from the pond, which ends the turn unless it brings the
//! rank that was asked for. Four of a rank are laid down at once, those that were dealt too. A seat without
//! cards draws one at the start of its turn and after each ask; when the pond is empty as well, it is passed
//! over. When nobody else has cards, the seat on turn draws one and its turn ends. The game ends with the
//! thirteenth book.
//!
//! An ask is two choices, the seat and the rank; drawing by oneself is one.

use super::rng::Rng;

pub(crate) const SEATS: usize = 4;
const RANKS: u32 = 13;
const HAND: usize = 5;
/// Bits of a hand that hold the number of cards of one rank.
const WIDTH: u32 = 4;
/// The lowest bit of each rank.
const EACH: u64 = 0x1_1111_1111_1111;

struct Game {
    /// How many cards of each rank a seat holds. Suits never matter.
    hands: [u64; SEATS],
    /// Cards as the place of their rank in a hand; the first `left` are still there, drawn from the end.
    pond: [u8; 52],
    left: usize,
    /// How many books each seat has laid down.
    books: [u32; SEATS],
}

/// The place of the bit of that number in a mask.
#[inline]
fn nth(mut mask: u64, n: u32) -> u32 {
    for _ in 0..n {
        mask &= mask - 1;
    }
    mask.trailing_zeros()
}

impl Game {
    fn new(rng: &mut impl Rng) -> Self {
        let mut game = Game {
            hands: [0; SEATS],
            pond: std::array::from_fn(|card| (card as u32 % RANKS * WIDTH) as u8),
            left: 52,
            books: [0; SEATS],
        };
        rng.shuffle(&mut game.pond);
        for seat in 0..SEATS {
            for _ in 0..HAND {
                let rank = game.draw(seat);
                game.lay_book(seat, rank);
            }
        }
        game
    }

    /// Draws from the pond, which must have cards; the rank that came.
    #[inline]
    fn draw(&mut self, seat: usize) -> u32 {
        self.left -= 1;
        let rank = u32::from(self.pond[self.left]);
        self.hands[seat] += 1 << rank;
        rank
    }

    /// Lays four of a rank down. Only a rank that cards have just come of can be complete.
    #[inline]
    fn lay_book(&mut self, seat: usize, rank: u32) {
        let book = 4 << rank;
        let made = self.hands[seat] & book;
        self.hands[seat] ^= made;
        self.books[seat] += u32::from(made != 0);
    }

    /// One ask, or a draw when nobody can be asked. Whether the turn goes on.
    #[inline]
    fn act(&mut self, seat: usize, choices: &mut u32, rng: &mut impl Rng) -> bool {
        let mut others = 0u64;
        for (other, hand) in self.hands.iter().enumerate() {
            others |= u64::from(*hand != 0 && other != seat) << other;
        }
        if others == 0 {
            *choices += 1;
            let came = self.draw(seat);
            self.lay_book(seat, came);
            return false;
        }
        *choices += 2;
        let asked = nth(others, rng.below(others.count_ones())) as usize % SEATS;
        let own = self.hands[seat];
        let held = (own | own >> 1 | own >> 2) & EACH;
        let rank = nth(held, rng.below(held.count_ones()));
        let given = self.hands[asked] & 0b111 << rank;
        if given != 0 {
            self.hands[asked] ^= given;
            self.hands[seat] += given;
            self.lay_book(seat, rank);
            return true;
        }
        if self.left == 0 {
            return false;
        }
        let came = self.draw(seat);
        self.lay_book(seat, came);
        came == rank
    }

    #[inline]
    fn is_over(&self) -> bool {
        self.books.iter().sum::<u32>() == RANKS
    }
}

/// Plays one game at random; the books of each seat and the number of choices.
pub(crate) fn playout(rng: &mut impl Rng) -> ([u32; SEATS], u32) {
    let mut game = Game::new(rng);
    let (mut seat, mut choices) = (0, 0);
    loop {
        if game.hands[seat] == 0 && game.left > 0 {
            game.draw(seat);
        }
        if game.hands[seat] != 0 {
            let goes_on = game.act(seat, &mut choices, rng);
            if game.is_over() {
                return (game.books, choices);
            }
            if goes_on {
                continue;
            }
            if game.hands[seat] == 0 && game.left > 0 {
                game.draw(seat);
            }
        }
        seat = (seat + 1) % SEATS;
    }
}
