//! Poker hands: what the best five of some cards are worth.

use super::among::each_card;
use super::args::{arg, attribute, given};
use super::macros::primitives;
use super::param_types::{ATTRIBUTE, CARDS, WHOLE};
use crate::fault::{FaultKind, Run};
use crate::language::{Language, POKER_HANDS};
use crate::value::{Type, Value};
use crate::vm::kinds::whole;
use smallvec::SmallVec;

/// How many cards make a hand.
const HAND: usize = 5;

/// Ranks are below this, so that they are digits of the number that a hand is worth, and bits of a `u128`.
const RANKS: i64 = 100;

primitives! {
    family Lists;

    /// What the best poker hand among some cards is worth: a number that is higher for a better hand, and the same for
    /// hands that share the pot. Its digits are the kind of the hand, from 0 for a high card to 8 for a straight flush
    /// and 9 for five of a kind, and then two for each rank that counts, the most important first. Of more than five
    /// cards the best five count; fewer than five can be a pair, two pairs, or three or four of a kind. Cards without a
    /// whole number as their rank do not count.
    #[reads(Faces)]
    #[errors("a rank below 0 or above 99")]
    poker_rank(
        /// The cards.
        cards: Required CARDS,
        /// The attribute that is the rank, such as `high`.
        rank: Required ATTRIBUTE,
        /// The attribute that is the suit, such as `suit`.
        suit: Required ATTRIBUTE,
        /// Another attribute in which a straight may be, such as `value`, in which an ace is 1.
        low: Optional ATTRIBUTE,
    ) -> Type::NUMBER;
    example "poker_rank('deck', 'value', 'suit')" => "10104030200";
    example "poker_rank($player.hand, 'value', 'suit')" => "503020000";
    = Query |r, args| {
        let (rank, suit) = (attribute(r, arg(args, 1))?, attribute(r, arg(args, 2))?);
        let low = given(args, 3).map(|low| attribute(r, low)).transpose()?;
        let mut hand = Cards::default();
        for card in each_card(r, arg(args, 0))? {
            let low = low.map_or(Value::Nothing, |low| r.attribute(card, low));
            hand.add(r.attribute(card, rank), r.attribute(card, suit), low)?;
        }
        Ok(Value::Int(hand.worth()))
    };

    /// What a poker hand is called that is worth so much: `high card`, `pair`, `two pair`, `three of a kind`, `straight`,
    /// `flush`, `full house`, `four of a kind`, `straight flush` or `five of a kind`.
    #[errors("no hand is worth so much")]
    poker_name(
        /// What `poker_rank` tells of its cards.
        worth: Required WHOLE,
    ) -> Type::STRING;
    example "poker_name(poker_rank('deck', 'value', 'suit'))" => "pair";
    = Query |r, args| {
        let kind = whole(arg(args, 0))?.div_euclid(RANKS.pow(HAND as u32));
        let name = usize::try_from(kind).ok().and_then(|kind| POKER_HANDS.get(kind));
        let name = *name.ok_or(FaultKind::OutOfRange { what: "worth of a poker hand" })?;
        r.new_text(Language::OF_KEPT_TEXTS.words(name))
    };
}

/// The kinds of hands, the lowest first.
#[derive(Clone, Copy)]
enum Kind {
    High,
    Pair,
    TwoPair,
    Three,
    Straight,
    Flush,
    FullHouse,
    Four,
    StraightFlush,
    Five,
}

/// Cards of which the best five are looked for.
#[derive(Default)]
struct Cards {
    ranks: SmallVec<[u8; 8]>,
    /// The ranks as bits; those by which a straight may be, too.
    all: Runs,
    suits: SmallVec<[OfSuit; 4]>,
}

/// The cards of a suit.
struct OfSuit {
    suit: Value,
    ranks: SmallVec<[u8; 8]>,
    all: Runs,
}

/// The ranks that there are, each a bit.
#[derive(Default, Clone, Copy)]
struct Runs {
    ranks: u128,
    low: u128,
}

impl Runs {
    fn add(&mut self, rank: u8, low: Option<u8>) {
        self.ranks |= 1 << rank;
        self.low |= low.map_or(0, |low| 1 << low);
    }

    /// The highest rank of the best straight.
    fn straight(self) -> Option<u8> {
        // A bit stays where four more follow it.
        let highest = |ranks: u128| {
            let begins = (1..HAND).fold(ranks, |begins, after| begins & (ranks >> after));
            begins.checked_ilog2().map(|begin| begin as u8 + HAND as u8 - 1)
        };
        highest(self.ranks).max(highest(self.low))
    }
}

impl Cards {
    fn add(&mut self, rank: Value, suit: Value, low: Value) -> Run<()> {
        let Some(rank) = rank_of(rank)? else {
            return Ok(());
        };
        let low = rank_of(low)?;
        self.ranks.push(rank);
        self.all.add(rank, low);
        if suit == Value::Nothing {
            return Ok(());
        }
        let at = self
            .suits
            .iter()
            .position(|of| of.suit.same(suit))
            .unwrap_or_else(|| {
                self.suits.push(OfSuit {
                    suit,
                    ranks: SmallVec::new(),
                    all: Runs::default(),
                });
                self.suits.len() - 1
            });
        if let Some(of) = self.suits.get_mut(at) {
            of.ranks.push(rank);
            of.all.add(rank, low);
        }
        Ok(())
    }

    /// What the best hand is worth.
    fn worth(&mut self) -> i64 {
        self.ranks.sort_unstable_by(|a, b| b.cmp(a));
        let of_kind = self.of_kind();
        let flush = self.suits.iter_mut().filter_map(OfSuit::flush).max();
        let straight = self.all.straight().map(|top| worth(Kind::Straight, [top]));
        of_kind.max(straight.unwrap_or(0)).max(flush.unwrap_or(0))
    }

    /// The best hand by ranks alike.
    fn of_kind(&self) -> i64 {
        let groups = || self.ranks.chunk_by(|a, b| a == b);
        let at_least = |size: usize, but: Option<u8>| {
            let large = groups().filter(move |group| group.len() >= size);
            large
                .filter_map(|group| group.first().copied())
                .find(|rank| Some(*rank) != but)
        };
        let others = |but: [Option<u8>; 2]| {
            let ranks = self.ranks.iter().copied();
            ranks.filter(move |rank| !but.contains(&Some(*rank)))
        };
        if let Some(five) = at_least(5, None) {
            return worth(Kind::Five, [five]);
        }
        if let Some(four) = at_least(4, None) {
            return worth(
                Kind::Four,
                [four].into_iter().chain(others([Some(four), None]).take(1)),
            );
        }
        if let Some(three) = at_least(3, None) {
            return match at_least(2, Some(three)) {
                Some(pair) => worth(Kind::FullHouse, [three, pair]),
                None => worth(
                    Kind::Three,
                    [three].into_iter().chain(others([Some(three), None]).take(2)),
                ),
            };
        }
        let Some(pair) = at_least(2, None) else {
            return worth(Kind::High, self.ranks.iter().copied().take(HAND));
        };
        match at_least(2, Some(pair)) {
            Some(second) => {
                let other = others([Some(pair), Some(second)]).take(1);
                worth(Kind::TwoPair, [pair, second].into_iter().chain(other))
            }
            None => worth(
                Kind::Pair,
                [pair].into_iter().chain(others([Some(pair), None]).take(3)),
            ),
        }
    }
}

impl OfSuit {
    /// The best flush, which may be straight.
    fn flush(&mut self) -> Option<i64> {
        if self.ranks.len() < HAND {
            return None;
        }
        if let Some(top) = self.all.straight() {
            return Some(worth(Kind::StraightFlush, [top]));
        }
        self.ranks.sort_unstable_by(|a, b| b.cmp(a));
        Some(worth(Kind::Flush, self.ranks.iter().copied().take(HAND)))
    }
}

/// A rank, unless it is no whole number.
fn rank_of(value: Value) -> Run<Option<u8>> {
    match whole(value) {
        Ok(rank @ 0..RANKS) => Ok(Some(rank as u8)),
        Ok(_) => Err(FaultKind::OutOfRange { what: "rank" }.into()),
        Err(_) => Ok(None),
    }
}

/// The number of a hand of a kind with these ranks.
fn worth(kind: Kind, ranks: impl IntoIterator<Item = u8>) -> i64 {
    let ranks = ranks.into_iter().map(i64::from).chain(std::iter::repeat(0));
    ranks
        .take(HAND)
        .fold(kind as i64, |worth, rank| worth * RANKS + rank)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::StrId;
    use std::collections::BTreeSet;

    /// What cards of the standard pack are worth, each a number from 0 to 51; those of several packs go on from there.
    fn of(cards: &[usize]) -> i64 {
        let mut hand = Cards::default();
        for card in cards {
            let (rank, suit) = ((card % 13) as i64 + 2, (card / 13 % 4) as u32);
            let low = if rank == 14 { 1 } else { rank };
            let added = hand.add(Value::Int(rank), Value::Str(StrId(suit)), Value::Int(low));
            added.expect("all are ranks");
        }
        hand.worth()
    }

    fn card(text: &str) -> usize {
        let at = |among: &str, sign: char| among.find(sign).expect("a card");
        let mut signs = text.chars();
        let mut next = |among: &str| at(among, signs.next().expect("a card"));
        next("23456789TJQKA") + 13 * next("cdhs")
    }

    fn hand(text: &str) -> i64 {
        of(&text.split_whitespace().map(card).collect::<Vec<_>>())
    }

    fn each_hand(mut each: impl FnMut(&[usize; HAND])) {
        for a in 0..52 {
            for b in 0..a {
                for c in 0..b {
                    for d in 0..c {
                        for e in 0..d {
                            each(&[a, b, c, d, e]);
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn hands_are_as_many_as_they_are_known_to_be() {
        let (mut kinds, mut different) = ([0; 10], BTreeSet::new());
        each_hand(|cards| {
            let worth = of(cards);
            kinds[(worth / RANKS.pow(5)) as usize] += 1;
            different.insert(worth);
        });
        let known = [
            1_302_540, 1_098_240, 123_552, 54_912, 10_200, 5_108, 3_744, 624, 40, 0,
        ];
        assert_eq!(kinds, known);
        assert_eq!(different.len(), 7_462);
    }

    #[test]
    fn of_more_cards_the_best_five_count() {
        // A linear congruential generator is chance enough for hands.
        let mut state = 1_u64;
        let mut below = |n: usize| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as usize % n
        };
        let mut kinds = BTreeSet::new();
        for round in 0..3_000 {
            // Few ranks and suits, so that there are rare hands; two packs, so that there are five of a kind.
            let (ranks, suits) = ([13, 9, 6][round % 3], 1 + below(4));
            let cards: Vec<usize> = (0..6 + below(3))
                .map(|_| below(ranks) + 13 * below(suits))
                .collect();
            let mut best = 0;
            for set in 0_u32..1 << cards.len() {
                if set.count_ones() as usize == HAND {
                    let held: Vec<usize> = (0..cards.len())
                        .filter(|at| set & (1 << at) != 0)
                        .map(|at| cards[at])
                        .collect();
                    best = best.max(of(&held));
                }
            }
            assert_eq!(of(&cards), best, "{cards:?}");
            kinds.insert(best / RANKS.pow(5));
        }
        assert_eq!(kinds.len(), 10, "{kinds:?}");
    }

    #[test]
    fn better_hands_are_worth_more() {
        let from_low_to_high = [
            "2c",
            "Ac",
            "Ac Kd",
            "Ac Kd Qh Js 9c",
            "2c 2d",
            "2c 2d 3h",
            "2c 2d Ah Kd Jc",
            "2c 2d Ah Kd Qc",
            "Ac Ad 4c 3d 2h",
            "3c 3d 2h 2s",
            "3c 3d 2h 2s 4c",
            "Ac Ad Kh Ks Qc",
            "2c 2d 2h",
            "2c 2d 2h 4c 3c",
            "Ac Ad Ah Ks Qc",
            "Ac 2d 3h 4s 5c",
            "2c 3d 4h 5s 6c",
            "Tc Jd Qh Ks Ac",
            "2c 3c 4c 5c 7c",
            "2c 3c 4c 6c 7c",
            "Ac Kc Qc Jc 9c",
            "2c 2d 2h 3s 3c",
            "3c 3d 3h 2s 2c",
            "Ac Ad Ah Ks Kc",
            "2c 2d 2h 2s",
            "2c 2d 2h 2s 3c",
            "Ac Ad Ah As Kc",
            "Ac 2c 3c 4c 5c",
            "2c 3c 4c 5c 6c",
            "Tc Jc Qc Kc Ac",
            "2c 2d 2h 2s 2c",
            "Ac Ad Ah As Ac",
        ];
        for two in from_low_to_high.windows(2) {
            assert!(
                hand(two[0]) < hand(two[1]),
                "{two:?}: {} {}",
                hand(two[0]),
                hand(two[1])
            );
        }
    }

    #[test]
    fn suits_do_not_matter_beyond_flushes_nor_do_cards_beyond_five() {
        assert_eq!(hand("Ac Kc Qc Jc 9d"), hand("Ad Kh Qs Jd 9c"));
        assert_eq!(hand("Ac Ad Kc Kd Qc 3h 2s"), hand("Ah As Kh Ks Qd Jc 9c"));
        assert_eq!(hand("2c 2d 3c 3d 4c 4d Ah"), hand("3c 3d 4c 4d Ah"));
        // Neither a straight round the corner nor a straight of four and a flush of four.
        assert_eq!(hand("Qc Kd Ah 2s 3c") / RANKS.pow(5), 0);
        assert_eq!(hand("2c 3c 4c 5c 9d") / RANKS.pow(5), 0);
        // A straight and a flush need not be of the same cards.
        assert_eq!(hand("2c 3c 4c 5c 6d 9c") / RANKS.pow(5), 5);
    }

    #[test]
    fn what_has_no_rank_does_not_count_and_what_has_no_suit_is_in_no_flush() {
        let mut cards = Cards::default();
        for rank in [2, 4, 6, 8, 10] {
            cards
                .add(Value::Int(rank), Value::Nothing, Value::Nothing)
                .expect("a rank");
        }
        cards
            .add(Value::Nothing, Value::Str(StrId(1)), Value::Nothing)
            .expect("no rank");
        assert_eq!(cards.worth(), 1_008_060_402);
        assert!(
            cards
                .add(Value::Int(100), Value::Nothing, Value::Nothing)
                .is_err()
        );
        assert!(cards.add(Value::Int(-1), Value::Nothing, Value::Nothing).is_err());
        assert_eq!(Cards::default().worth(), 0);
    }
}
