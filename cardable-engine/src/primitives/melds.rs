//! Melds: sets of cards with the same rank, and runs of cards of one suit.

use super::among::each_card;
use super::args::{arg, attribute, count_or, number};
use super::macros::primitives;
use super::param_types::{ATTRIBUTE, CARDS, COUNT};
use crate::fault::{FaultKind, Run};
use crate::value::{Type, Value};
use crate::vm::budget::look_at;
use crate::vm::kinds::whole;
use smallvec::SmallVec;
use std::cmp::Ordering;

/// How many cards there are to look at counts for one way to meld the cards so far.
const LOOKED_AT_FOR_WAY: usize = 16;

primitives! {
    family Lists;

    /// What some cards count that are left over when the others are melded in the
    /// way that leaves least: in sets of cards with the same rank, and in runs of
    /// cards of one suit with a rank each one higher than the one before. Each
    /// card is in one meld at most. Cards without a whole rank are left over, cards
    /// without points count 0.
    #[reads(Faces)]
    #[errors("a size below 1; the points of a card are no number")]
    least_deadwood(
        /// The cards.
        cards: Required CARDS,
        /// The attribute that is the rank, such as `value`.
        rank: Required ATTRIBUTE,
        /// The attribute that is the suit, such as `suit`.
        suit: Required ATTRIBUTE,
        /// The attribute that tells what a card counts, such as `points`.
        points: Required ATTRIBUTE,
        /// The fewest cards of a meld, from 1 on; 3 when it is left out.
        size: Optional COUNT,
    ) -> Type::NUMBER;
    example "least_deadwood('deck', 'value', 'suit', 'points')" => "11";
    example "least_deadwood($player.hand, 'value', 'suit', 'value', 2)" => "5";
    = Query |r, args| {
        let size = count_or(args, 4, 3, "size of a meld")?;
        if size == 0 {
            return Err(FaultKind::OutOfRange { what: "size of a meld" }.into());
        }
        let mut hand = Hand::default();
        let (rank, suit, points) = (attribute(r, arg(args, 1))?, attribute(r, arg(args, 2))?, attribute(r, arg(args, 3))?);
        for card in each_card(r, arg(args, 0))? {
            let points = match r.attribute(card, points) {
                Value::Nothing => Value::Int(0),
                points => points,
            };
            hand.add(r.attribute(card, rank), r.attribute(card, suit), points)?;
        }
        let least = hand.sum - hand.most_melded(size, &|work| look_at(r, work))?;
        Ok(match hand.has_fractions {
            true => Value::Float(least),
            false => Value::Int(least as i64),
        })
    };
}

/// Counts work, and faults where it is too much.
type Spend<'s> = dyn Fn(usize) -> Run<()> + 's;

/// Cards that may be melded.
#[derive(Default)]
struct Hand {
    /// Those with a rank.
    cards: SmallVec<[Ranked; 16]>,
    suits: SmallVec<[Value; 4]>,
    /// What all count.
    sum: f64,
    has_fractions: bool,
}

#[derive(Clone, Copy)]
struct Ranked {
    rank: i64,
    /// The number of its suit; none has several.
    suit: u16,
    points: f64,
}

/// One way to meld the cards so far.
#[derive(Clone, Default)]
struct Way {
    /// The runs that cards of the next rank may go on with, those of a suit beside each other.
    runs: SmallVec<[OpenRun; 4]>,
    /// How many cards of the rank are in a set.
    in_set: usize,
    /// What the melded cards count.
    melded: f64,
}

/// A run that may go on, or what may become one.
#[derive(Clone, Copy, PartialEq, PartialOrd)]
struct OpenRun {
    suit: u16,
    /// How many cards it has; no more than the size of a meld.
    length: usize,
    /// What its cards count while they are too few.
    waiting: f64,
}

impl Hand {
    fn add(&mut self, rank: Value, suit: Value, points: Value) -> Run<()> {
        self.has_fractions |= matches!(points, Value::Float(_));
        let points = number(points)?;
        if points < 0.0 {
            let what = "number of points of a card";
            return Err(FaultKind::OutOfRange { what }.into());
        }
        self.sum += points;
        let Ok(rank) = whole(rank) else {
            return Ok(());
        };
        let known = self.suits.iter().position(|other| other.same(suit));
        let suit = known.unwrap_or_else(|| {
            self.suits.push(suit);
            self.suits.len() - 1
        });
        self.cards.push(Ranked {
            rank,
            suit: suit as u16,
            points,
        });
        Ok(())
    }

    /// What the cards in melds count at most. It goes from rank to rank, and of all ways to meld the cards so far it keeps
    /// the best of those after which the same runs are open.
    fn most_melded(&mut self, size: usize, spend: &Spend<'_>) -> Run<f64> {
        self.cards.sort_unstable_by_key(|card| (card.rank, card.suit));
        let mut ways: SmallVec<[Way; 4]> = SmallVec::new();
        ways.push(Way::default());
        let mut before: Option<i64> = None;
        for of_rank in self.cards.chunk_by(|a, b| a.rank == b.rank) {
            let rank = of_rank.first().map(|card| card.rank);
            if before.and_then(|before| before.checked_add(1)) != rank {
                ways.iter_mut().for_each(|way| way.runs.clear());
            }
            before = rank;
            let mut longer = SmallVec::new();
            for way in &ways {
                way.with_rank(of_rank, size, spend, &mut longer)?;
            }
            ways = best_of_each(longer);
        }
        Ok(ways.iter().map(|way| way.melded).fold(0.0, f64::max))
    }
}

impl Way {
    /// All ways to put the cards of a rank into a set and into runs. A card that is in no set is always one with which a
    /// run goes on or begins: that costs nothing.
    fn with_rank(
        &self,
        of_rank: &[Ranked],
        size: usize,
        spend: &Spend<'_>,
        all: &mut SmallVec<[Way; 4]>,
    ) -> Run<()> {
        let begun = Way {
            melded: self.melded,
            ..Way::default()
        };
        let mut ways: SmallVec<[Way; 4]> = SmallVec::new();
        ways.push(begun);
        for of_suit in of_rank.chunk_by(|a, b| a.suit == b.suit) {
            let most_in_set = if of_rank.len() < size { 0 } else { of_suit.len() };
            let mut next = SmallVec::new();
            for way in &ways {
                spend(LOOKED_AT_FOR_WAY * (most_in_set + 1))?;
                for in_set in 0..=most_in_set {
                    let (set, run) = of_suit.split_at(in_set);
                    let mut way = way.clone();
                    way.in_set += set.len();
                    way.melded += set.iter().map(|card| card.points).sum::<f64>();
                    way.go_on(&self.runs, run, size);
                    next.push(way);
                }
            }
            ways = next;
        }
        all.extend(
            ways.into_iter()
                .filter(|way| way.in_set == 0 || way.in_set >= size),
        );
        Ok(())
    }

    /// Goes on with the runs of a suit that were open before, or begins others, one with each card.
    fn go_on(&mut self, before: &[OpenRun], cards: &[Ranked], size: usize) {
        let Some(suit) = cards.first().map(|card| card.suit) else {
            return;
        };
        let mut open: SmallVec<[OpenRun; 4]> =
            before.iter().copied().filter(|run| run.suit == suit).collect();
        // A run that becomes long enough gains most, then one that is: of the others, the longest are worth more later.
        open.sort_by_key(|run| match run.length {
            length if length + 1 == size => (0, 0),
            length if length == size => (1, 0),
            length => (2, size - length),
        });
        let begun = self.runs.len();
        for (at, card) in cards.iter().enumerate() {
            let from = open.get(at).copied().unwrap_or(OpenRun {
                suit,
                length: 0,
                waiting: 0.0,
            });
            let counts = from.waiting + card.points;
            let length = (from.length + 1).min(size);
            let is_meld = length == size;
            self.melded += if is_meld { counts } else { 0.0 };
            self.runs.push(OpenRun {
                suit,
                length,
                waiting: if is_meld { 0.0 } else { counts },
            });
        }
        if let Some(new) = self.runs.get_mut(begun..) {
            new.sort_by(|a, b| a.partial_cmp(b).unwrap_or(Ordering::Equal));
        }
    }
}

/// Of the ways after which the same runs are open, the one that has melded most.
fn best_of_each(mut ways: SmallVec<[Way; 4]>) -> SmallVec<[Way; 4]> {
    if ways.len() < 2 {
        return ways;
    }
    let by_runs = |a: &Way, b: &Way| a.runs.partial_cmp(&b.runs).unwrap_or(Ordering::Equal);
    ways.sort_unstable_by(|a, b| by_runs(a, b).then(b.melded.total_cmp(&a.melded)));
    ways.dedup_by(|later, first| later.runs == first.runs);
    ways
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::StrId;

    /// What is melded at most, found by trying every partition into melds.
    fn by_trying(cards: &[(i64, u32, i64)], size: usize) -> i64 {
        let is_meld = |set: usize| {
            let held: Vec<_> = (0..cards.len())
                .filter(|at| set & (1 << at) != 0)
                .map(|at| cards[at])
                .collect();
            let mut ranks: Vec<i64> = held.iter().map(|card| card.0).collect();
            ranks.sort_unstable();
            let same_rank = ranks.windows(2).all(|two| two[0] == two[1]);
            let same_suit = held.windows(2).all(|two| two[0].1 == two[1].1);
            let in_row = ranks.windows(2).all(|two| two[0] + 1 == two[1]);
            held.len() >= size && (same_rank || same_suit && in_row)
        };
        let melds: Vec<usize> = (1..1 << cards.len()).filter(|set| is_meld(*set)).collect();
        let points = |set: usize| -> i64 {
            (0..cards.len())
                .filter(|at| set & (1 << at) != 0)
                .map(|at| cards[at].2)
                .sum()
        };
        let mut best = vec![0; 1 << cards.len()];
        for set in 1..best.len() {
            let lowest = set & set.wrapping_neg();
            let without = best[set & !lowest];
            let with = melds
                .iter()
                .filter(|meld| **meld & lowest != 0 && **meld & !set == 0);
            best[set] = with
                .map(|meld| points(*meld) + best[set & !meld])
                .fold(without, i64::max);
        }
        best[best.len() - 1]
    }

    fn most_melded(cards: &[(i64, u32, i64)], size: usize) -> i64 {
        let mut hand = Hand::default();
        for (rank, suit, points) in cards {
            let added = hand.add(Value::Int(*rank), Value::Str(StrId(*suit)), Value::Int(*points));
            added.expect("all are whole numbers");
        }
        hand.most_melded(size, &|_| Ok(()))
            .expect("it may take as long as it wants") as i64
    }

    #[test]
    fn nothing_else_leaves_less() {
        // A linear congruential generator is chance enough for hands.
        let mut state = 1_u64;
        let mut below = |n: u64| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) % n
        };
        let mut melded = 0;
        for _ in 0..1_500 {
            let (ranks, suits) = (3 + below(4), 2 + below(3));
            let size = 1 + below(4) as usize;
            let card = |below: &mut dyn FnMut(u64) -> u64| {
                let rank = below(ranks) as i64;
                (rank, below(suits) as u32, 10 - rank)
            };
            let count = 3 + below(8);
            let cards: Vec<_> = (0..count).map(|_| card(&mut below)).collect();
            let found = most_melded(&cards, size);
            assert_eq!(found, by_trying(&cards, size), "{cards:?}, melds of {size}");
            melded += i32::from(found > 0);
        }
        assert!(melded > 750, "hardly any hand has melds: {melded}");
    }

    #[test]
    fn a_whole_pack_is_melded_within_its_bounds() {
        let mut hand = Hand::default();
        for card in 0..52 {
            let added = hand.add(
                Value::Int(card / 4),
                Value::Str(StrId(card as u32 % 4)),
                Value::Int(1),
            );
            added.expect("all are whole numbers");
        }
        let work = std::cell::Cell::new(0);
        let spend = |more| {
            work.set(work.get() + more);
            Ok(())
        };
        assert_eq!(hand.most_melded(3, &spend).expect("nothing is bounded"), 52.0);
        assert!(
            work.get() < crate::vm::budget::MAX_LOOKED_AT / 8,
            "{}",
            work.get()
        );
    }
}
