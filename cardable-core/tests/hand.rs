//! The games written by hand are what they say they are.

#[path = "../benches/hand/mod.rs"]
mod hand;

use hand::rng::ChaCha;
use hand::{crazy_eights, skull};

#[test]
fn crazy_eights_has_the_known_length() {
    let mut rng = ChaCha::new(1);
    let mut list = crazy_eights::ChoiceList::new();
    let n = 20_000;
    let (mut sum, mut out) = (0u64, 0u32);
    for _ in 0..n {
        let (outcome, choices) = crazy_eights::playout(4, &mut list, &mut rng);
        sum += u64::from(choices);
        out += u32::from(matches!(outcome, crazy_eights::Outcome::Out(_)));
    }
    let (mean, out) = (sum as f64 / f64::from(n), f64::from(out) / f64::from(n));
    assert!((82.2..83.2).contains(&mean), "{mean}");
    assert!((0.33..0.37).contains(&out), "{out}");
}

#[test]
fn crazy_eights_always_lists_as_many_choices_as_it_counts() {
    let mut rng = ChaCha::new(3);
    let mut list = crazy_eights::ChoiceList::new();
    for seats in 2..=crazy_eights::SEATS {
        for _ in 0..200 {
            let mut state = crazy_eights::State::new(seats, &mut rng);
            while !state.is_over() {
                state.legal(&mut list);
                assert_eq!(list.as_slice().len() as u32, state.count());
                state.apply(list.pick(&mut rng));
            }
            assert_eq!(state.count(), 0);
        }
    }
}

/// Share of games by points, mean choices, wins of each seat.
fn skull_figures<const RULES: u8>(n: u32, rng: &mut ChaCha) -> (f64, f64, [f64; skull::SEATS]) {
    let mut list = skull::ChoiceList::new();
    let (mut points, mut sum, mut wins) = (0u32, 0u64, [0u32; skull::SEATS]);
    for _ in 0..n {
        let (outcome, choices) = skull::playout::<RULES>(6, &mut list, rng);
        sum += u64::from(choices);
        let (skull::Outcome::Points(seat) | skull::Outcome::LastOne(seat)) = outcome;
        wins[usize::from(seat)] += 1;
        points += u32::from(matches!(outcome, skull::Outcome::Points(_)));
    }
    let n = f64::from(n);
    (
        f64::from(points) / n,
        sum as f64 / n,
        wins.map(|w| f64::from(w) / n),
    )
}

#[test]
fn skull_has_the_known_length_and_is_fair() {
    let (points, choices, wins) = skull_figures::<{ skull::TERSE }>(20_000, &mut ChaCha::new(1));
    assert!((0.835..0.865).contains(&points), "{points}");
    assert!((202.0..206.0).contains(&choices), "{choices}");
    assert!(wins.iter().all(|w| (0.155..0.178).contains(w)), "{wins:?}");
    let (points, choices, wins) = skull_figures::<{ skull::SPELT_OUT }>(20_000, &mut ChaCha::new(2));
    assert!((0.845..0.872).contains(&points), "{points}");
    assert!((293.0..299.0).contains(&choices), "{choices}");
    assert!(wins.iter().all(|w| (0.155..0.178).contains(w)), "{wins:?}");
}
