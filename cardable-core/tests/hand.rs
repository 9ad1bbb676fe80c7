//! The games written by hand are what they say they are.

#[path = "../benches/hand/mod.rs"]
mod hand;

use hand::rng::ChaCha;
use hand::{blackjack, crazy_eights, euchre, go_fish, hearts, skull};

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

#[test]
fn hearts_counts_every_point_of_every_deal() {
    let mut rng = ChaCha::new(5);
    for _ in 0..2_000 {
        let (scores, choices) = hearts::playout(&mut rng);
        let sum: u32 = scores.iter().sum();
        // 26 a deal, or three times that when somebody shot the moon.
        assert!(sum.is_multiple_of(26), "{scores:?}");
        assert!(scores.iter().any(|s| *s >= 100));
        let deals = choices.div_ceil(64);
        assert_eq!(choices, 52 * deals + 12 * (deals - deals / 4));
    }
}

#[test]
fn hearts_lists_what_may_be_played() {
    let (club, heart, queen) = (1 << 5, 1 << 30, 1 << 49);
    let legal = hearts::Game::legal;
    assert_eq!(
        legal(club | heart, None, false, false),
        club,
        "hearts are not broken"
    );
    assert_eq!(legal(heart, None, false, false), heart, "nothing else to lead");
    assert_eq!(legal(club | heart, None, false, true), club | heart);
    assert_eq!(legal(1 | heart, None, true, false), 1, "the two of clubs leads");
    let clubs = (1 << 13) - 1;
    assert_eq!(
        legal(club | heart, Some(clubs), false, false),
        club,
        "follow suit"
    );
    let diamonds = clubs << 13;
    assert_eq!(legal(club | heart | queen, Some(diamonds), true, false), club);
    assert_eq!(legal(heart | queen, Some(diamonds), true, false), heart | queen);
    assert_eq!(legal(club | heart, Some(diamonds), false, false), club | heart);
}

#[test]
fn blackjack_pays_a_random_hand_what_it_is_worth() {
    let mut rng = ChaCha::new(6);
    let n = 20_000;
    let (mut points, mut choices) = (0u64, 0u64);
    for _ in 0..n {
        let (won, made) = blackjack::playout(&mut rng);
        points += u64::from(won);
        choices += u64::from(made);
    }
    let (points, choices) = (points as f64 / n as f64, choices as f64 / n as f64);
    // A hand is hit or stood on at random: little more than one choice, and the round's end.
    assert!((11.0..14.0).contains(&choices), "{choices}");
    assert!((2.5..4.5).contains(&points), "{points}");
}

#[test]
fn euchre_has_the_known_length_and_ends_with_ten_points() {
    let mut rng = ChaCha::new(7);
    let n = 20_000;
    let (mut sum, mut wins) = (0u64, 0u32);
    for _ in 0..n {
        let (points, choices) = euchre::playout(&mut rng);
        let (most, least) = (points[0].max(points[1]), points[0].min(points[1]));
        // The last hand counts four at most.
        assert!((10..14).contains(&most) && least < 10, "{points:?}");
        wins += u32::from(points[0] > points[1]);
        sum += u64::from(choices);
    }
    let (mean, wins) = (sum as f64 / f64::from(n), f64::from(wins) / f64::from(n));
    assert!((200.5..203.0).contains(&mean), "{mean}");
    assert!((0.485..0.515).contains(&wins), "{wins}");
}

#[test]
fn euchre_knows_the_bowers() {
    // Clubs, spades, diamonds, hearts; nine, ten, jack, queen, king, ace.
    let card = |suit: usize, rank: usize| suit * 6 + rank;
    for trump in 0..4 {
        let trumps = &euchre::TRUMPS[trump];
        let strength = |suit, rank| trumps.strength[card(suit, rank)];
        let (right, left) = (card(trump, 2), card(trump ^ 1, 2));
        assert!(trumps.strength[right] > trumps.strength[left]);
        assert!(
            trumps.strength[left] > strength(trump, 5),
            "above the ace of trumps"
        );
        assert!(strength(trump, 5) > strength(trump, 4) && strength(trump, 0) > strength(trump ^ 2, 5));
        assert_eq!(trumps.follow[right], trumps.follow[left]);
        assert_eq!(trumps.follow[right].count_ones(), 7);
        let other = trumps.follow[card(trump ^ 1, 5)];
        assert_eq!(other.count_ones(), 5, "its jack is a trump");
        assert_eq!(other & 1 << left, 0);
    }
}

#[test]
fn go_fish_has_the_known_length_and_makes_every_book() {
    let mut rng = ChaCha::new(8);
    let n = 20_000;
    let mut sum = 0u64;
    for _ in 0..n {
        let (books, choices) = go_fish::playout(&mut rng);
        assert_eq!(books.iter().sum::<u32>(), 13, "{books:?}");
        sum += u64::from(choices);
    }
    let mean = sum as f64 / f64::from(n);
    assert!((141.0..142.4).contains(&mean), "{mean}");
}
