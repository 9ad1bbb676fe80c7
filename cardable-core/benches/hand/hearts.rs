//! Hearts by hand on bit masks: the yardstick for the ruleset of the same name.
//!
//! Four seats, one pack of 52. Three cards are passed left, right, across, and not at all, in turn.
//! Whoever holds the two of clubs leads it. A seat follows suit when it can; it leads a heart only
//! when one has been played or it has nothing else; into the first trick it throws no heart and not the
//! queen of spades unless it has nothing else. A heart costs a point, the queen of spades thirteen;
//! who takes them all gives 26 to each of the others. The game ends with the deal after which somebody
//! has 100 points; fewest points win.
//!
//! A choice is one card, passed or played.

use super::rng::Rng;

pub(crate) const SEATS: usize = 4;

// Cards are `suit * 13 + rank`: clubs, diamonds, hearts, spades, ranks from two to ace.
const SUIT: u64 = (1 << 13) - 1;
const TWO_OF_CLUBS: u64 = 1;
const HEARTS: u64 = SUIT << 26;
const QUEEN_OF_SPADES: u64 = 1 << (39 + 10);
const POINTS: u64 = HEARTS | QUEEN_OF_SPADES;
/// How many seats further three cards go, deal after deal.
const PASSES: [usize; 4] = [1, 3, 2, 0];

/// A whole game.
pub(crate) struct Game {
    hands: [u64; SEATS],
    won: [u64; SEATS],
    scores: [u32; SEATS],
    broken: bool,
    /// How many choices were made.
    pub(crate) choices: u32,
}

/// The card of that number among the cards of a mask, as a mask.
#[inline]
fn nth(mut cards: u64, n: u32) -> u64 {
    for _ in 0..n {
        cards &= cards - 1;
    }
    cards & cards.wrapping_neg()
}

impl Game {
    fn pick(&mut self, cards: u64, rng: &mut impl Rng) -> u64 {
        self.choices += 1;
        nth(cards, rng.below(cards.count_ones()))
    }

    fn deal(&mut self, pack: &mut [u8; 52], rng: &mut impl Rng) {
        rng.shuffle(pack);
        for (seat, cards) in pack.chunks_exact(13).enumerate() {
            self.hands[seat] = cards.iter().fold(0, |hand, card| hand | 1 << card);
        }
        self.won = [0; SEATS];
        self.broken = false;
    }

    fn pass(&mut self, by: usize, rng: &mut impl Rng) {
        let mut passed = [0u64; SEATS];
        for seat in 0..SEATS {
            for _ in 0..3 {
                let card = self.pick(self.hands[seat], rng);
                self.hands[seat] &= !card;
                passed[seat] |= card;
            }
        }
        for seat in 0..SEATS {
            self.hands[(seat + by) % SEATS] |= passed[seat];
        }
    }

    /// What a seat may play; `led` is the led suit's mask, nothing when it leads.
    #[inline]
    pub(crate) fn legal(hand: u64, led: Option<u64>, first: bool, broken: bool) -> u64 {
        let or_all = |some: u64| if some == 0 { hand } else { some };
        match led {
            None if first => hand & TWO_OF_CLUBS,
            None if broken => hand,
            None => or_all(hand & !HEARTS),
            Some(suit) if hand & suit != 0 => hand & suit,
            Some(_) if first => or_all(hand & !POINTS),
            Some(_) => hand,
        }
    }

    fn trick(&mut self, leader: usize, first: bool, rng: &mut impl Rng) -> usize {
        let (mut led, mut trick) = (None, 0u64);
        let (mut best, mut winner) = (0u64, leader);
        for step in 0..SEATS {
            let seat = (leader + step) % SEATS;
            let card = self.pick(Self::legal(self.hands[seat], led, first, self.broken), rng);
            self.hands[seat] &= !card;
            self.broken |= card & HEARTS != 0;
            trick |= card;
            let suit = *led.get_or_insert_with(|| SUIT << (card.trailing_zeros() / 13 * 13));
            if card & suit > best {
                best = card;
                winner = seat;
            }
        }
        self.won[winner] |= trick;
        winner
    }

    fn count(&mut self) {
        let moon = self.won.iter().position(|won| won & POINTS == POINTS);
        for seat in 0..SEATS {
            self.scores[seat] += match moon {
                Some(shot) if shot == seat => 0,
                Some(_) => 26,
                None => {
                    let queen = u32::from(self.won[seat] & QUEEN_OF_SPADES != 0);
                    (self.won[seat] & HEARTS).count_ones() + 13 * queen
                }
            };
        }
    }
}

/// Plays one game at random; the scores and the number of choices.
pub(crate) fn playout(rng: &mut impl Rng) -> ([u32; SEATS], u32) {
    let mut game = Game {
        hands: [0; SEATS],
        won: [0; SEATS],
        scores: [0; SEATS],
        broken: false,
        choices: 0,
    };
    let mut pack: [u8; 52] = std::array::from_fn(|i| i as u8);
    for deal in 0.. {
        game.deal(&mut pack, rng);
        let by = PASSES[deal % 4];
        if by > 0 {
            game.pass(by, rng);
        }
        let mut leader = game
            .hands
            .iter()
            .position(|hand| hand & TWO_OF_CLUBS != 0)
            .unwrap_or(0);
        for trick in 0..13 {
            leader = game.trick(leader, trick == 0, rng);
        }
        game.count();
        if game.scores.iter().any(|score| *score >= 100) {
            break;
        }
    }
    (game.scores, game.choices)
}
