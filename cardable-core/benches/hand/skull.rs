//! Skull by hand on flat arrays: the yardstick for the ruleset `skullable`.
//!
//! Three to six seats, each with one skull and three flowers. A random seat starts the first round.
//!
//! A round: every seat still in the game lays one card of its hand face down as its stack, all at
//! once (one choice for each; here they are made in seat order, which tells nobody anything). Then
//! from the start seat in turn, each seat lays another card on top of its stack or bets a number of
//! flowers, 1 up to the number of cards laid; with an empty hand it must bet. From the bet on, each
//! next seat that has not passed either passes for the rest of the round or raises to a number above
//! the bet, up to the number of cards laid. Betting ends when all others have passed, or at once
//! when the bet is the number of cards laid. The highest bidder then turns up cards until he has
//! turned as many as he bet: first cards of his own stack until none is face down, then each time
//! the top face-down card of any other stack that has one. The first skull ends the round.
//!
//! No skull: the bidder gets one point; with the second he wins. A skull: he loses one of his cards
//! for good, which one he chooses when the skull was his own; when it was another's, its owner draws
//! it unseen, that is, at random. A seat without cards is out; the last one left wins. Everyone
//! takes his cards back. The bidder starts the next round; if he is out, the owner of the skull
//! does, or after his own skull the next seat still in.
//!
//! `RULES` says what counts as a choice; see the constants.

use crate::rng::Rng;

pub const SEATS: usize = 6;
/// Arrays by seat are a little longer, so that masking a seat is its bounds check.
const SLOTS: usize = 8;
const POINTS: u8 = 2;
/// A seat's cards are a mask of four bits; card 0 is the skull.
const CARDS: u8 = 0b1111;
const SKULL: u8 = 0b0001;

/// Each card is a choice of its own, in laying and in losing one; else equal cards are one choice.
pub const EACH_CARD: u8 = 1;
/// A bet is two choices, the button and the number; else each number is one choice of the seat.
pub const BUTTON: u8 = 2;
/// The bidder picks which of his own face-down cards to turn, one choice each (the last one too);
/// else they are turned from the top without a choice.
pub const OWN_CARDS: u8 = 4;
/// The owner of another's skull makes a choice (of one) to draw the lost card; else it is drawn
/// without one.
pub const OWNER_DRAWS: u8 = 8;
/// Nothing of these: 85 % by points, 204 choices with six seats.
pub const TERSE: u8 = 0;
/// All of these: what a ruleset of picks, buttons and prompts asks.
pub const SPELT_OUT: u8 = EACH_CARD | BUTTON | OWN_CARDS | OWNER_DRAWS;

/// A choice: a card to lay or to lose (0..4), or one of these.
pub type Choice = u8;
/// An own face-down card, by its place in the stack (`OWN + 0..4`).
pub const OWN: Choice = 4;
/// Another's stack (`STACK + seat`).
pub const STACK: Choice = 8;
pub const PASS: Choice = 16;
/// The button.
pub const BET: Choice = 17;
/// The owner of the skull draws the card to be lost.
pub const TAKE: Choice = 18;
/// A bet of n cards (`NUMBER + 1..=24`).
pub const NUMBER: Choice = 20;

const NUMBERS: [Choice; 64] = {
    let mut numbers = [0; 64];
    let mut n = 0;
    while n < 64 {
        numbers[n] = NUMBER + n as u8;
        n += 1;
    }
    numbers
};

/// The set bits of a mask in rising order, and their number.
const BITS: [([u8; 7], u8); 64] = {
    let mut table = [([0; 7], 0); 64];
    let mut mask = 0;
    while mask < 64 {
        let mut bit = 0;
        while bit < 6 {
            if mask >> bit & 1 == 1 {
                table[mask].0[table[mask].1 as usize] = bit;
                table[mask].1 += 1;
            }
            bit += 1;
        }
        mask += 1;
    }
    table
};

/// The legal choices.
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

    /// The list is `base` and each set bit of a mask of six bits. Writes six, keeps as many as
    /// there are.
    #[inline]
    fn bits(&mut self, base: Choice, mask: u8) {
        let (bits, count) = &BITS[usize::from(mask & 63)];
        for (item, bit) in self.items.iter_mut().zip(bits) {
            *item = base + bit;
        }
        self.len = usize::from(*count);
    }

    /// Adds the numbers from `low` to `high`. Writes 24, keeps as many as there are.
    #[inline]
    fn numbers(&mut self, low: u8, high: u8) {
        let (len, from) = (self.len & 31, usize::from(low & 31));
        self.items[len..len + 24].copy_from_slice(&NUMBERS[from..from + 24]);
        self.len = len + usize::from(high + 1 - low);
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

/// Who won, and how.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    Points(u8),
    LastOne(u8),
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Phase {
    /// Everyone lays his first card.
    First,
    /// Another card, or a bet.
    Lay,
    /// Pass or raise.
    Bet,
    /// The number of a bet.
    Number,
    /// The bidder turns his own cards.
    Own,
    /// The bidder turns others' cards.
    Others,
    /// The bidder chooses the card he loses.
    Lose,
    /// The owner of the skull draws it.
    Take,
    Over,
}

#[derive(Clone, Copy)]
pub struct State<const RULES: u8> {
    /// The cards each seat still has, wherever they are.
    owned: [u8; SLOTS],
    hand: [u8; SLOTS],
    /// The face-down places of each stack; 0 is the bottom.
    down: [u8; SLOTS],
    /// The place of the skull in each stack, as a mask; 0 when it is not there.
    skull: [u8; SLOTS],
    points: [u8; SLOTS],
    /// Seats still in the game, and those of them that have not passed.
    alive: u8,
    bidding: u8,
    /// Stacks with a face-down card.
    stacks: u8,
    start: u8,
    turn: u8,
    bidder: u8,
    /// 0 before the first bet.
    bet: u8,
    laid: u8,
    to_turn: u8,
    /// Whose skull it was.
    beater: u8,
    phase: Phase,
    outcome: Option<Outcome>,
}

/// The seat after `seat` in `set`, going round; `set` is not empty.
#[inline]
fn after(set: u8, seat: u8) -> u8 {
    // Seats as two turns round the table, so that the next one is the lowest bit above.
    let twice = u32::from(set) | u32::from(set) << 8;
    let next = (twice >> (seat + 1)).trailing_zeros() as u8 + seat + 1;
    next & 7
}

impl<const RULES: u8> State<RULES> {
    /// Deals and draws the first start seat.
    pub fn new(seats: usize, rng: &mut impl Rng) -> Self {
        assert!((3..=SEATS).contains(&seats));
        let mut owned = [0; SLOTS];
        owned[..seats].fill(CARDS);
        let mut state = Self {
            owned,
            hand: owned,
            down: [0; SLOTS],
            skull: [0; SLOTS],
            points: [0; SLOTS],
            alive: (1 << seats) - 1,
            bidding: 0,
            stacks: 0,
            start: rng.below(seats as u32) as u8,
            turn: 0,
            bidder: 0,
            bet: 0,
            laid: 0,
            to_turn: 0,
            beater: 0,
            phase: Phase::First,
            outcome: None,
        };
        state.begin_round();
        state
    }

    /// The seat to choose.
    pub fn turn(&self) -> usize {
        usize::from(self.turn)
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
    const fn asks(what: u8) -> bool {
        RULES & what != 0
    }

    /// The cards of a mask that are choices of their own.
    #[inline]
    fn cards(mask: u8) -> u8 {
        if Self::asks(EACH_CARD) {
            mask
        } else {
            let flowers = mask & !SKULL;
            mask & SKULL | flowers & flowers.wrapping_neg()
        }
    }

    /// Lists what the seat on turn may do; nothing when the game is over.
    #[inline]
    pub fn legal(&self, list: &mut ChoiceList) {
        list.len = 0;
        let seat = usize::from(self.turn) % SLOTS;
        match self.phase {
            Phase::First => list.bits(0, Self::cards(self.hand[seat])),
            Phase::Lay => {
                list.bits(0, Self::cards(self.hand[seat]));
                if Self::asks(BUTTON) {
                    list.push(BET);
                } else {
                    list.numbers(1, self.laid);
                }
            }
            Phase::Bet => {
                list.push(PASS);
                if Self::asks(BUTTON) {
                    list.push(BET);
                } else {
                    list.numbers(self.bet + 1, self.laid);
                }
            }
            Phase::Number => list.numbers(self.bet + 1, self.laid),
            Phase::Own => list.bits(OWN, self.down[seat]),
            Phase::Others => list.bits(STACK, self.stacks),
            Phase::Lose => list.bits(0, Self::cards(self.owned[seat])),
            Phase::Take => list.push(TAKE),
            Phase::Over => {}
        }
    }

    /// Takes a choice that `legal` listed. The generator draws the card lost to another's skull.
    #[inline]
    pub fn apply(&mut self, choice: Choice, rng: &mut impl Rng) {
        match self.phase {
            Phase::First => {
                self.lay(choice);
                // Seats in order, the start seat being free to come in the middle.
                let later = self.alive & (0xfe << self.turn);
                if later != 0 {
                    self.turn = later.trailing_zeros() as u8;
                } else {
                    self.turn = self.start;
                    self.phase = Phase::Lay;
                }
            }
            Phase::Lay if choice < 4 => {
                self.lay(choice);
                self.turn = after(self.alive, self.turn);
            }
            Phase::Bet if choice == PASS => {
                self.bidding &= !(1 << self.turn);
                self.turn = after(self.bidding, self.turn);
                if self.turn == self.bidder {
                    self.begin_turning(rng);
                }
            }
            Phase::Lay | Phase::Bet if choice == BET => self.phase = Phase::Number,
            Phase::Lay | Phase::Bet | Phase::Number => {
                self.bet = choice - NUMBER;
                self.bidder = self.turn;
                self.turn = after(self.bidding, self.turn);
                if self.bet == self.laid || self.turn == self.bidder {
                    self.begin_turning(rng);
                } else {
                    self.phase = Phase::Bet;
                }
            }
            Phase::Own => {
                let seat = usize::from(self.turn) % SLOTS;
                let place = 1 << (choice - OWN);
                self.down[seat] &= !place;
                if self.skull[seat] & place != 0 {
                    self.beaten(self.turn, rng);
                } else {
                    self.to_turn -= 1;
                    self.stacks &= !(u8::from(self.down[seat] == 0) << self.turn);
                    if self.to_turn == 0 {
                        self.won();
                    } else if self.down[seat] == 0 {
                        self.phase = Phase::Others;
                    }
                }
            }
            Phase::Others => {
                let owner = choice - STACK;
                let seat = usize::from(owner) % SLOTS;
                let down = self.down[seat];
                // The stack is a run of ones, so this takes its highest.
                self.down[seat] = down >> 1;
                self.stacks &= !(u8::from(down == 1) << owner);
                if self.skull[seat] & (down & !(down >> 1)) != 0 {
                    self.beaten(owner, rng);
                } else {
                    self.to_turn -= 1;
                    if self.to_turn == 0 {
                        self.won();
                    }
                }
            }
            Phase::Lose => self.lose(choice),
            Phase::Take => self.lose_any(rng),
            Phase::Over => {}
        }
    }

    /// The seat on turn lays a card.
    #[inline]
    fn lay(&mut self, card: u8) {
        let seat = usize::from(self.turn) % SLOTS;
        let down = self.down[seat];
        self.hand[seat] &= !(1 << card);
        // Nothing is face up yet, so the next place is the bit above the run.
        self.down[seat] = down << 1 | 1;
        if card == 0 {
            self.skull[seat] = down + 1;
        }
        self.laid += 1;
    }

    #[inline]
    fn begin_round(&mut self) {
        self.hand = self.owned;
        self.down = [0; SLOTS];
        self.skull = [0; SLOTS];
        self.bidding = self.alive;
        self.stacks = self.alive;
        self.bet = 0;
        self.laid = 0;
        self.turn = self.alive.trailing_zeros() as u8;
        self.phase = Phase::First;
    }

    #[inline]
    fn begin_turning(&mut self, rng: &mut impl Rng) {
        self.turn = self.bidder;
        self.to_turn = self.bet;
        if Self::asks(OWN_CARDS) {
            self.phase = Phase::Own;
            return;
        }
        // From the top down, as many as the stack has and the bet needs.
        let seat = usize::from(self.turn) % SLOTS;
        let height = self.down[seat].trailing_ones() as u8;
        let turned = height.min(self.bet);
        let rest = (1 << (height - turned)) - 1;
        let up = self.down[seat] & !rest;
        self.down[seat] = rest;
        self.stacks &= !(u8::from(rest == 0) << self.turn);
        if self.skull[seat] & up != 0 {
            self.beaten(self.turn, rng);
        } else {
            self.to_turn -= turned;
            if self.to_turn == 0 {
                self.won();
            } else {
                self.phase = Phase::Others;
            }
        }
    }

    #[inline]
    fn won(&mut self) {
        let seat = usize::from(self.bidder) % SLOTS;
        self.points[seat] += 1;
        if self.points[seat] == POINTS {
            self.end(Outcome::Points(self.bidder));
        } else {
            self.start = self.bidder;
            self.begin_round();
        }
    }

    /// The bidder met the skull of `owner`.
    #[inline]
    fn beaten(&mut self, owner: u8, rng: &mut impl Rng) {
        self.beater = owner;
        if owner == self.bidder {
            self.phase = Phase::Lose;
        } else if Self::asks(OWNER_DRAWS) {
            self.turn = owner;
            self.phase = Phase::Take;
        } else {
            self.lose_any(rng);
        }
    }

    #[inline]
    fn lose_any(&mut self, rng: &mut impl Rng) {
        let (cards, count) = BITS[usize::from(self.owned[usize::from(self.bidder) % SLOTS] & 63)];
        self.lose(cards[rng.below(u32::from(count)) as usize % 7]);
    }

    /// The bidder loses a card for good.
    #[inline]
    fn lose(&mut self, card: u8) {
        let seat = usize::from(self.bidder) % SLOTS;
        self.owned[seat] &= !(1 << card);
        self.start = self.bidder;
        if self.owned[seat] == 0 {
            self.alive &= !(1 << self.bidder);
            if self.alive.is_power_of_two() {
                self.end(Outcome::LastOne(self.alive.trailing_zeros() as u8));
                return;
            }
            self.start = if self.beater == self.bidder {
                after(self.alive, self.bidder)
            } else {
                self.beater
            };
        }
        self.begin_round();
    }

    #[inline]
    fn end(&mut self, outcome: Outcome) {
        self.phase = Phase::Over;
        self.outcome = Some(outcome);
    }
}

/// Plays one game at random; the outcome and the number of choices.
#[inline]
pub fn playout<const RULES: u8>(
    seats: usize,
    list: &mut ChoiceList,
    rng: &mut impl Rng,
) -> (Outcome, u32) {
    let mut state = State::<RULES>::new(seats, rng);
    let mut choices = 0;
    loop {
        state.legal(list);
        state.apply(list.pick(rng), rng);
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

    /// Share of games by points, mean choices, wins of each seat.
    fn figures<const RULES: u8>(n: u32, rng: &mut impl Rng) -> (f64, f64, [f64; SEATS]) {
        let mut list = ChoiceList::new();
        let (mut points, mut sum, mut wins) = (0u32, 0u64, [0u32; SEATS]);
        for _ in 0..n {
            let (outcome, choices) = playout::<RULES>(6, &mut list, rng);
            sum += u64::from(choices);
            let (Outcome::Points(seat) | Outcome::LastOne(seat)) = outcome;
            wins[usize::from(seat)] += 1;
            points += u32::from(matches!(outcome, Outcome::Points(_)));
        }
        let n = f64::from(n);
        (
            f64::from(points) / n,
            sum as f64 / n,
            wins.map(|w| f64::from(w) / n),
        )
    }

    #[test]
    fn means() {
        let terse = figures::<TERSE>(20_000, &mut ChaCha::new(1));
        let fast = figures::<TERSE>(20_000, &mut Xoshiro::new(1));
        for (points, choices, wins) in [terse, fast] {
            assert!((0.835..0.865).contains(&points), "{points}");
            assert!((202.0..206.0).contains(&choices), "{choices}");
            assert!(wins.iter().all(|w| (0.155..0.178).contains(w)), "{wins:?}");
        }
        let (points, choices, wins) = figures::<SPELT_OUT>(20_000, &mut ChaCha::new(2));
        assert!((0.845..0.872).contains(&points), "{points}");
        assert!((293.0..299.0).contains(&choices), "{choices}");
        assert!(wins.iter().all(|w| (0.155..0.178).contains(w)), "{wins:?}");
    }

    /// Every combination, printed with `--nocapture`.
    #[test]
    fn combinations() {
        macro_rules! each {
            ($($rules:literal)*) => {$(
                let (points, choices, _) = figures::<$rules>(20_000, &mut Xoshiro::new(9));
                println!("rules {:04b}: by points {points:.4}, choices {choices:.2}", $rules);
                assert!((0.83..0.88).contains(&points));
            )*};
        }
        each!(0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15);
    }

    /// Every list has a choice, none twice; hands and stacks make up what a seat owns.
    #[test]
    fn sound() {
        fn check<const RULES: u8>() {
            let mut rng = Xoshiro::new(3);
            let mut list = ChoiceList::new();
            for seats in 3..=SEATS {
                for _ in 0..500 {
                    let mut state = State::<RULES>::new(seats, &mut rng);
                    while !state.is_over() {
                        state.legal(&mut list);
                        let choices = list.as_slice();
                        assert!(!choices.is_empty());
                        assert!(choices.windows(2).all(|w| w[0] < w[1]), "{choices:?}");
                        assert!(state.alive >> state.turn & 1 == 1);
                        state.apply(list.pick(&mut rng), &mut rng);
                        if matches!(state.phase, Phase::First | Phase::Lay | Phase::Bet) {
                            let laid: u32 = state.down.iter().map(|d| d.count_ones()).sum();
                            assert_eq!(laid, u32::from(state.laid));
                            for seat in 0..seats {
                                let cards =
                                    state.hand[seat].count_ones() + state.down[seat].count_ones();
                                assert_eq!(cards, state.owned[seat].count_ones());
                            }
                        }
                    }
                    list.len = 9;
                    state.legal(&mut list);
                    assert!(list.as_slice().is_empty());
                }
            }
        }
        check::<TERSE>();
        check::<SPELT_OUT>();
        check::<{ EACH_CARD | OWN_CARDS }>();
        check::<{ BUTTON | OWNER_DRAWS }>();
    }
}
