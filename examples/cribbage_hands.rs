//! Counts every cribbage hand by the shipped rules: `cargo run --release -p cardable-examples --example cribbage_hands`.
//!
//! Each of the 270,725 hands of four cards is set up with each of the 48 starters, and what the rules say that it counts is held
//! against what is known: how many of the 12,994,800 hands count how many points.

#![allow(clippy::print_stdout, reason = "it shows what came of it")]

use cardable_core::ids::CardTypeId;
use cardable_core::setup::{Laid, Position};
use cardable_core::view::Datum;
use cardable_core::{Ruleset, Seat, Seed, Setup, Viewer};
use std::error::Error;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU16, Ordering};

/// How many hands with a starter count 0, 1, 2, … points: published tables of the show agree on it.
const KNOWN: [u64; 30] = [
    1_009_008, 99_792, 2_813_796, 505_008, 2_855_676, 697_508, 1_800_268, 751_324, 1_137_236, 361_224,
    388_740, 51_680, 317_340, 19_656, 90_100, 9_168, 58_248, 11_196, 2_708, 0, 8_068, 2_496, 444, 356, 3_680,
    0, 0, 0, 76, 4,
];

/// How many cards a pack has; its first ones are dealt with.
const CARDS: u16 = 52;

type Outcome<T> = Result<T, Box<dyn Error + Send + Sync>>;

fn main() -> Outcome<()> {
    let ruleset = cardable_rulesets::game("cribbage")?.load()?;
    let shown = Mutex::new([0_u64; KNOWN.len()]);
    let next = AtomicU16::new(0);
    let threads = std::thread::available_parallelism()?.get();
    std::thread::scope(|scope| {
        let count = || -> Outcome<()> {
            loop {
                // The lowest card of the hands of a round.
                let first = next.fetch_add(1, Ordering::Relaxed);
                if first >= CARDS - 3 {
                    return Ok(());
                }
                let found = hands_from(&ruleset, first)?;
                let mut shown = shown.lock().map_err(|_| "another thread has failed")?;
                shown.iter_mut().zip(found).for_each(|(all, more)| *all += more);
            }
        };
        let counting: Vec<_> = (0..threads).map(|_| scope.spawn(count)).collect();
        counting
            .into_iter()
            .try_for_each(|thread| thread.join().map_err(|_| "a thread has failed")?)
    })?;
    let shown = shown.into_inner()?;
    let hands: u64 = shown.iter().sum();
    let points: u64 = (0..).zip(&shown).map(|(points, hands)| points * hands).sum();
    for ((points, found), known) in (0..).zip(shown).zip(KNOWN) {
        let verdict = if found == known { "" } else { "  differs" };
        println!("{points:>3} points: {found:>9} hands, known {known:>9}{verdict}");
    }
    println!(
        "{hands} hands, {:.4} points in the mean",
        points as f64 / hands as f64
    );
    match shown == KNOWN {
        true => Ok(()),
        false => Err("the rules count otherwise than it is known".into()),
    }
}

/// How many of the hands whose lowest card is this one count how many points.
fn hands_from(ruleset: &Ruleset, first: u16) -> Outcome<[u64; KNOWN.len()]> {
    let hand = ruleset.zone("hand:0").ok_or("there are hands")?;
    let starter = ruleset.zone("starter").ok_or("there is a starter")?;
    let info = ruleset.info();
    let counted = |item: &cardable_core::info::DataInfo| item.name == "counts";
    let counts = info
        .seat_data
        .iter()
        .position(counted)
        .ok_or("hands are counted")?;
    let counts = u16::try_from(counts)?;
    let in_pack = (0..)
        .map(CardTypeId)
        .zip(&info.cards)
        .filter(|(_, card)| !card.unused);
    let pack: Vec<CardTypeId> = in_pack.map(|(card, _)| card).collect();
    let card = |at: u16| pack.get(usize::from(at)).copied().ok_or("the pack has 52 cards");
    let setup = Setup::seats(2);
    let mut shown = [0; KNOWN.len()];
    for second in first + 1..CARDS {
        for third in second + 1..CARDS {
            for fourth in third + 1..CARDS {
                let four = [first, second, third, fourth];
                let open = [card(first)?, card(second)?, card(third)?, card(fourth)?];
                for fifth in (0..CARDS).filter(|card| !four.contains(card)) {
                    let position = Position {
                        zones: vec![Laid::open(hand, open), Laid::open(starter, [card(fifth)?])],
                        ..Position::default()
                    };
                    let game = position.set_up(ruleset, &setup, Seed::from(0))?;
                    let view = game.view(Viewer::Omniscient);
                    let points = match view.seat_datum(Seat(0), counts) {
                        Some(Datum::Int(points)) => usize::try_from(*points)?,
                        other => return Err(format!("{four:?} with {fifth} count {other:?}").into()),
                    };
                    *shown.get_mut(points).ok_or("no hand counts more than 29")? += 1;
                }
            }
        }
    }
    Ok(shown)
}
