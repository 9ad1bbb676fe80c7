//! Crazy Eights by hand on flat arrays: the yardstick for the ruleset of the same name.
//!
//! Two to seven seats, one pack of 52. Five cards each, then one turned up; a turned-up eight simply
//! counts with its own suit. The first seat begins, turns pass to the next seat.
//!
//! On its turn a seat chooses one of:
//! - any card of its hand that matches the top card's rank, or the suit asked for (the top card's
//!   own suit unless an eight named another), or any eight. An eight is followed by a second choice
//!   of the same seat, the suit. Playing ends the turn.
//! - draw one card, also with a playable card in hand, while the stock has cards and fewer than
//!   five were drawn this turn. The turn goes on.
//! - pass, after five draws this turn or on an empty stock, also with a playable card in hand. It
//!   ends the turn.
//!
//! The game ends when a hand is empty (a last eight asks for no suit), at the 100th card played, or
//! on an empty stock when everyone has passed in a row and the seat that passed first passes once
//! more: with N seats the (N + 1)th pass in a row. Passes while the stock has cards do not count, and
//! a card played begins the row anew. The discards are never reshuffled.

use crate::rng::Rng;

pub const SEATS: usize = 7;
/// One more than seats, so that masking a seat is its bounds check.
const SLOTS: usize = 8;
const HAND: usize = 5;
const DRAWS: u8 = 5;
const PLAYS: u8 = 100;

// Cards are `rank * 4 + suit`, ranks from two to ace, so a hand is a mask of 52 bits.
const EIGHTS: u64 = 0b1111 << (6 * 4);
const CLUBS: u64 = 0x1_1111_1111_1111;

/// A choice: a card (0..52), or one of these, or a suit (`SUIT + 0..4`).
pub type Choice = u8;
pub const DRAW: Choice = 52;
pub const PASS: Choice = 53;
pub const SUIT: Choice = 54;

/// The legal choices, in rising order.
pub struct ChoiceList {
    items: [Choice; 64],
    len: usize,
}

impl ChoiceList {
    pub fn new() -> Self {
        Self {
            items: [0; 64],
            len: 0,
        }
    }

    #[inline]
    fn push(&mut self, choice: Choice) {
        self.items[self.len & 63] = choice;
        self.len += 1;
    }

    #[inline]
    pub fn as_slice(&self) -> &[Choice] {
        &self.items[..self.len]
    }

    /// One of them, each equally likely. There must be one.
    #[inline]
    pub fn pick(&self, rng: &mut impl Rng) -> Choice {
        self.items[rng.below(self.len as u32) as usize & 63]
    }
}

impl Default for ChoiceList {
    fn default() -> Self {
        Self::new()
    }
}

/// How it ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// This seat played its last card.
    Out(u8),
    /// Everyone passed on an empty stock.
    Blocked,
    /// The 100th card was played.
    Limit,
}

#[derive(Clone, Copy)]
pub struct State {
    hands: [u64; SLOTS],
    /// The cards that may follow the top one, eights included.
    fits: u64,
    /// The stock is `stock[..left]`, drawn from its end.
    stock: [u8; 52],
    left: u8,
    seats: u8,
    turn: u8,
    drawn: u8,
    /// Passes in a row on the empty stock.
    passes: u8,
    plays: u8,
    /// The top card.
    top: u8,
    /// An eight was played and waits for its suit.
    naming: bool,
    outcome: Option<Outcome>,
}

#[inline]
const fn rank_mask(card: u8) -> u64 {
    0b1111 << (card & !3)
}

#[inline]
const fn suit_mask(suit: u8) -> u64 {
    CLUBS << suit
}

impl State {
    /// Shuffles and deals.
    pub fn new(seats: usize, rng: &mut impl Rng) -> Self {
        assert!((2..=SEATS).contains(&seats));
        let mut stock: [u8; 52] = std::array::from_fn(|i| i as u8);
        rng.shuffle(&mut stock);
        let mut left = 52;
        let mut hands = [0; SLOTS];
        for hand in &mut hands[..seats] {
            for &card in &stock[left - HAND..left] {
                *hand |= 1 << card;
            }
            left -= HAND;
        }
        left -= 1;
        let top = stock[left];
        Self {
            hands,
            fits: rank_mask(top) | suit_mask(top & 3) | EIGHTS,
            stock,
            left: left as u8,
            seats: seats as u8,
            turn: 0,
            drawn: 0,
            passes: 0,
            plays: 0,
            top,
            naming: false,
            outcome: None,
        }
    }

    /// The seat to choose.
    pub fn turn(&self) -> usize {
        usize::from(self.turn)
    }

    pub fn hand(&self, seat: usize) -> u64 {
        self.hands[seat]
    }

    #[inline]
    pub fn is_over(&self) -> bool {
        self.outcome.is_some()
    }

    #[inline]
    pub fn result(&self) -> Option<Outcome> {
        self.outcome
    }

    #[inline]
    fn may_draw(&self) -> bool {
        self.left > 0 && self.drawn < DRAWS
    }

    /// Lists what the seat on turn may do; nothing when the game is over.
    #[inline]
    pub fn legal(&self, list: &mut ChoiceList) {
        list.len = 0;
        if self.is_over() {
            return;
        }
        if self.naming {
            list.items[..4].copy_from_slice(&[SUIT, SUIT + 1, SUIT + 2, SUIT + 3]);
            list.len = 4;
            return;
        }
        let mut cards = self.hands[usize::from(self.turn) % SLOTS] & self.fits;
        list.len = cards.count_ones() as usize;
        // Four at a time, so that the usual list has no branch that is hard to foretell; what is
        // written past the length is not read.
        let mut at = 0;
        loop {
            for item in &mut list.items[at..at + 4] {
                *item = cards.trailing_zeros() as u8;
                cards &= cards.wrapping_sub(1);
            }
            if cards == 0 {
                break;
            }
            at = (at + 4) & 31;
        }
        list.push(if self.may_draw() { DRAW } else { PASS });
    }

    /// How many choices there are, without listing them.
    pub fn count(&self) -> u32 {
        match (self.outcome, self.naming) {
            (Some(_), _) => 0,
            (None, true) => 4,
            (None, false) => (self.hands[self.turn()] & self.fits).count_ones() + 1,
        }
    }

    #[inline]
    fn next_turn(&mut self) {
        self.drawn = 0;
        self.turn += 1;
        if self.turn == self.seats {
            self.turn = 0;
        }
    }

    /// Takes a choice that `legal` listed.
    #[inline]
    pub fn apply(&mut self, choice: Choice) {
        let hand = &mut self.hands[usize::from(self.turn) % SLOTS];
        if choice < DRAW {
            *hand &= !(1 << choice);
            self.top = choice;
            self.plays += 1;
            self.passes = 0;
            if *hand == 0 {
                self.outcome = Some(Outcome::Out(self.turn));
            } else if self.plays == PLAYS {
                self.outcome = Some(Outcome::Limit);
            } else if EIGHTS >> choice & 1 == 1 {
                self.naming = true;
            } else {
                self.fits = rank_mask(choice) | suit_mask(choice & 3) | EIGHTS;
                self.next_turn();
            }
        } else if choice == DRAW {
            self.left -= 1;
            *hand |= 1 << self.stock[usize::from(self.left)];
            self.drawn += 1;
        } else if choice == PASS {
            self.passes += u8::from(self.left == 0);
            if self.passes > self.seats {
                self.outcome = Some(Outcome::Blocked);
            } else {
                self.next_turn();
            }
        } else {
            self.naming = false;
            self.fits = suit_mask(choice - SUIT) | EIGHTS;
            self.next_turn();
        }
    }
}

/// Plays one game at random; the outcome and the number of choices.
#[inline]
pub fn playout(seats: usize, list: &mut ChoiceList, rng: &mut impl Rng) -> (Outcome, u32) {
    let mut state = State::new(seats, rng);
    let mut choices = 0;
    loop {
        state.legal(list);
        state.apply(list.pick(rng));
        choices += 1;
        if let Some(outcome) = state.result() {
            return (outcome, choices);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::{ChaCha, Xoshiro};

    #[test]
    fn means() {
        for fast in [false, true] {
            let (mut chacha, mut xoshiro) = (ChaCha::new(1), Xoshiro::new(1));
            let mut list = ChoiceList::new();
            let (mut sum, mut out, n) = (0u64, 0u64, 20_000u64);
            for _ in 0..n {
                let (outcome, choices) = if fast {
                    playout(4, &mut list, &mut xoshiro)
                } else {
                    playout(4, &mut list, &mut chacha)
                };
                sum += u64::from(choices);
                out += u64::from(matches!(outcome, Outcome::Out(_)));
                assert_ne!(outcome, Outcome::Limit);
            }
            let (mean, out) = (sum as f64 / n as f64, out as f64 / n as f64);
            assert!((82.2..83.2).contains(&mean), "{mean}");
            assert!((0.33..0.37).contains(&out), "{out}");
        }
    }

    /// Cards are neither made nor lost, the count is the list's length, every list has a choice.
    #[test]
    fn sound() {
        let mut rng = Xoshiro::new(3);
        let mut list = ChoiceList::new();
        for seats in 2..=SEATS {
            for _ in 0..500 {
                let mut state = State::new(seats, &mut rng);
                let mut discarded = 1;
                while !state.is_over() {
                    state.legal(&mut list);
                    assert_eq!(list.as_slice().len() as u32, state.count());
                    let choice = list.pick(&mut rng);
                    discarded += u32::from(choice < DRAW);
                    state.apply(choice);
                    let held: u32 = state.hands.iter().map(|h| h.count_ones()).sum();
                    assert_eq!(held + discarded + u32::from(state.left), 52);
                }
                assert_eq!(state.count(), 0);
            }
        }
    }
}
