//! Blackjack, where every choice can be judged exactly: how much does a bot give away?

use crate::{begun, shipped};
use cardable_bots::{Budget, Level, Search, Seen};
use cardable_core::search::History;
use cardable_core::view::CardSeen;
use cardable_core::{Choice, Game, Seat, Seed, Viewer};

#[test]
fn little_is_given_away() {
    let given_away = given_away(Level::Hard, 8);
    assert!(given_away < 0.03, "{given_away}");
}

/// Who plays alone learns nothing from what he has chosen himself, and has nobody to bluff: he thinks the same with memory and
/// without, to the bit.
#[test]
fn who_plays_alone_thinks_the_same_with_memory() {
    let ruleset = shipped("blackjack");
    let seat = Seat(0);
    let mut later = 0;
    for number in 0..4 {
        let mut game = begun(&ruleset, 1, number);
        let mut history = History::new(&game);
        while let Some(decision) = game.decision(seat) {
            let thought = |seen: Seen| {
                let mut search = Search::new(seen);
                search.run(&mut Budget::iterations(300));
                search.thought()
            };
            let seen = Seen::new(&game, seat, Seed::from(number)).expect("it decides");
            let remembering = seen.clone().remembering(&mut history, &game);
            assert_eq!(thought(remembering), thought(seen));
            later += history.choices();
            let choice = decision.nth(0).expect("there is a choice");
            game.submit(seat, &choice).expect("nothing faults");
            history.followed(seat, Some(&choice), &game);
        }
    }
    assert!(later > 4, "{later}");
}

/// For the figure in `docs/bots.md`: run it with `--release`.
#[test]
#[ignore = "it takes a minute"]
fn what_is_given_away_in_many_hands() {
    for level in [Level::Medium, Level::Hard] {
        println!("{level}: {:.4} a hand", given_away(level, 200));
    }
}

/// What the hand of the only seat counts.
pub(crate) fn hand_value(game: &Game) -> usize {
    let cards = cards(game, "hand");
    cards
        .iter()
        .fold(Hand::default(), |hand, card| hand.with(*card))
        .value()
}

/// How much a bot gives away a hand, in units of the bet, over games of five hands: what the best choice would have brought
/// more than its own.
fn given_away(level: Level, games: u64) -> f64 {
    let ruleset = shipped("blackjack");
    let seat = Seat(0);
    let mut lost = 0.0;
    for number in 0..games {
        let mut game = begun(&ruleset, 1, number);
        let mut history = History::new(&game);
        while let Some(decision) = game.decision(seat) {
            let choice = match decision.keys().len() {
                1 => decision.nth(0),
                _ => {
                    let seen = Seen::new(&game, seat, Seed::from(game.seq())).expect("it decides");
                    let seen = match level.remembers() {
                        true => seen.remembering(&mut history, &game),
                        false => seen,
                    };
                    let mut search = Search::new(seen);
                    search.run(&mut level.budget());
                    let choice = search.choose(level.bot().temperature);
                    lost += choice.as_ref().map_or(0.0, |choice| regret(&game, choice));
                    choice
                }
            };
            let choice = choice.expect("there is a choice");
            game.submit(seat, &choice).expect("nothing faults");
            history.followed(seat, Some(&choice), &game);
        }
    }
    lost / (games * 5) as f64
}

/// How much worse a choice is than the best one.
fn regret(game: &Game, choice: &Choice) -> f64 {
    let Choice::Act { action, .. } = choice else {
        panic!("{choice:?}");
    };
    let ruleset = game.ruleset();
    let name = ruleset
        .actions()
        .find(|(id, ..)| id == action)
        .map(|(_, _, name, _)| name);
    let (hand, dealer) = (cards(game, "hand"), cards(game, "dealer_hand"));
    let mut shoe = Shoe::without(hand.iter().chain(&dealer));
    let own = hand.iter().fold(Hand::default(), |hand, card| hand.with(*card));
    let up = Hand::default().with(dealer[0]);
    let (stand, hit) = (shoe.stand(own, up), shoe.hit(own, up));
    match name {
        Some("stand") => stand.max(hit) - stand,
        Some("hit") => stand.max(hit) - hit,
        other => panic!("{other:?}"),
    }
}

/// The faces of a zone that the seat sees, as they count: 1 is an ace.
fn cards(game: &Game, zone: &str) -> Vec<usize> {
    let ruleset = game.ruleset();
    let view = game.view(Viewer::Seat(Seat(0)));
    let named = view.zones.iter().enumerate().filter(|(at, _)| {
        let name = ruleset.zone_name(cardable_core::ids::ZoneId(*at as u16));
        name.is_some_and(|(name, _)| name == zone)
    });
    let seen = named.flat_map(|(_, zone)| &zone.cards);
    let faces = seen.filter_map(|card| match card {
        CardSeen::Face(card) => game.words().card_name(*card),
        CardSeen::Back(_) => None,
    });
    let value = |name: String| match name.split(' ').next().unwrap_or_default() {
        "Ace" => 1,
        "Jack" | "Queen" | "King" => 10,
        number => number.parse().unwrap_or_else(|_| panic!("{name}")),
    };
    faces.map(value).collect()
}

/// Cards in a hand, by their sum with aces as one.
#[derive(Clone, Copy, Default)]
struct Hand {
    sum: usize,
    has_ace: bool,
}

impl Hand {
    fn with(self, card: usize) -> Hand {
        Hand {
            sum: self.sum + card,
            has_ace: self.has_ace || card == 1,
        }
    }

    fn value(self) -> usize {
        let soft = self.has_ace && self.sum + 10 <= 21;
        if soft { self.sum + 10 } else { self.sum }
    }
}

/// How many there are of each card that are not seen, of two decks.
struct Shoe([f64; 11]);

impl Shoe {
    fn without<'c>(seen: impl Iterator<Item = &'c usize>) -> Shoe {
        let mut left = [8.0; 11];
        (left[0], left[10]) = (0.0, 32.0);
        seen.for_each(|card| left[*card] -= 1.0);
        Shoe(left)
    }

    /// The mean of what follows each card that may come next.
    fn mean(&mut self, mut after: impl FnMut(&mut Shoe, usize) -> f64) -> f64 {
        let all: f64 = self.0.iter().sum();
        let mut mean = 0.0;
        for card in 1..=10 {
            if self.0[card] > 0.0 {
                let likely = self.0[card] / all;
                self.0[card] -= 1.0;
                mean += likely * after(self, card);
                self.0[card] += 1.0;
            }
        }
        mean
    }

    /// What it brings to stand, against a dealer who draws up to seventeen.
    fn stand(&mut self, own: Hand, up: Hand) -> f64 {
        self.mean(|shoe, hole| shoe.dealer(own, up.with(hole)))
    }

    fn dealer(&mut self, own: Hand, dealer: Hand) -> f64 {
        match dealer.value() {
            ..17 => self.mean(|shoe, card| shoe.dealer(own, dealer.with(card))),
            22.. => 1.0,
            value => match own.value().cmp(&value) {
                std::cmp::Ordering::Less => -1.0,
                std::cmp::Ordering::Equal => 0.0,
                std::cmp::Ordering::Greater => 1.0,
            },
        }
    }

    /// What it brings to take a card and then to play as well as can be.
    fn hit(&mut self, own: Hand, up: Hand) -> f64 {
        self.mean(|shoe, card| {
            let own = own.with(card);
            match own.value() {
                22.. => -1.0,
                21 => shoe.stand(own, up),
                value => {
                    let stand = shoe.stand(own, up);
                    // Who cannot go over draws; who holds a hard seventeen or more never does.
                    if value >= 17 && own.value() == own.sum {
                        stand
                    } else {
                        stand.max(shoe.hit(own, up))
                    }
                }
            }
        })
    }
}
