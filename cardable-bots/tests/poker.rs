//! Poker with few cards, where play can be judged exactly: how much would somebody win who knows how a bot plays?

use crate::fixture;
use cardable_bots::testing::WorkedOut;
use cardable_bots::{Budget, Search, Seen};
use cardable_core::search::History;
use cardable_core::view::CardSeen;
use cardable_core::{Choice, Game, Seat, Seed, Setup, Viewer};
use std::collections::BTreeMap;

#[test]
fn nobody_gains_much_against_a_bot_at_kuhn_poker() {
    let gain = KUHN.gain_against(&KUHN.policy(1_000));
    assert!(gain < 0.06, "{gain}");
}

/// Chance gives away 2.4 antes a hand there, and who does the same but always takes what is likeliest 0.7.
#[test]
fn nobody_gains_much_against_a_bot_at_leduc_holdem() {
    let policy = LEDUC.policy_worked_out(4_000);
    let gain = LEDUC.gain_against(&policy);
    assert!(gain < 0.3, "{gain}");
    let without_mixing = policy.into_iter().map(|(known, shares)| {
        let likeliest = shares.iter().max_by(|one, other| one.1.total_cmp(other.1));
        let likeliest = likeliest.map(|(action, _)| *action);
        let pure = shares
            .keys()
            .map(|action| (*action, f64::from(u8::from(likeliest == Some(*action)))));
        (known, pure.collect())
    });
    let gain = LEDUC.gain_against(&without_mixing.collect());
    assert!(gain > 0.4, "{gain}");
}

/// What is worked out once is what a bot comes to in each decision.
#[test]
fn what_is_worked_out_once_is_what_bots_come_to() {
    let (once, each) = (KUHN.policy_worked_out(300), KUHN.policy(300));
    assert_eq!(once.len(), each.len());
    for (known, shares) in once {
        for (action, share) in shares {
            let other = each[&known][action];
            assert!(
                (share - other).abs() < 1e-9,
                "{known:?}, {action}: {share} and {other}"
            );
        }
    }
}

/// For the figure in `docs/bots.md`: run it with `--release` and `ITERATIONS=…`.
#[test]
#[ignore = "it takes minutes"]
fn what_is_gained_against_many_iterations() {
    let iterations = std::env::var("ITERATIONS")
        .ok()
        .and_then(|n| n.parse().ok())
        .unwrap_or(1_000);
    for poker in [&KUHN, &LEDUC] {
        let gain = poker.gain_against(&poker.policy(iterations));
        println!(
            "{} at {iterations} iterations: {gain:.3} antes a hand",
            poker.name
        );
    }
}

/// Late in a hand, too, where an iteration comes to what the seat knows in one of fifty, poker is worked out and not searched.
/// How often each choice is made depends on what is known alone, not on the seed, so that all decisions fit together.
#[test]
fn poker_is_worked_out_to_the_end_of_a_hand() {
    let ruleset = fixture(LEDUC.name);
    let mut late = 0;
    for deal in 0..64 {
        let mut game = Game::new(&ruleset, &Setup::seats(2), Seed::from(deal)).expect("it begins");
        let mut history = History::new(&game);
        let mut made = 0;
        while let Some(seat) = game.to_decide().lowest() {
            let decision = game.decision(seat).expect("it decides");
            let many = decision.choices().count() as u64;
            // Each deal goes another way, those too by which hands seldom go.
            let choice = decision.nth((deal >> made) % many).expect("a choice");
            made += 1;
            let board = ruleset.zone("board").expect("a board");
            if !game
                .view(Viewer::Omniscient)
                .zone(board)
                .expect("a board")
                .cards
                .is_empty()
            {
                let shares = [deal, deal + 100].map(|seed| {
                    let seen = Seen::new(&game, seat, Seed::from(seed)).expect("it decides");
                    let mut search = Search::new(seen.remembering(&mut history, &game));
                    search.run(&mut Budget::iterations(300));
                    assert!(search.habits().is_empty(), "it was searched in deal {deal}");
                    let thought = search.thought().expect("it decides");
                    let shares = thought.ranked.iter().map(|ranked| ranked.share);
                    shares.collect::<Vec<f64>>()
                });
                assert_eq!(shares[0], shares[1], "deal {deal}");
                late += 1;
            }
            game.submit(seat, &choice).expect("it is legal");
            history.chosen(seat, &choice);
        }
    }
    assert!(late > 40, "only {late} decisions were late");
}

/// A kind of poker: everybody puts one chip in.
struct Poker {
    name: &'static str,
    /// How many there are of each card, the lowest first.
    cards: [u8; 3],
    /// How much is bet in each round.
    rounds: &'static [f64],
    /// How many bets there are in a round at most.
    bets: u8,
}

const KUHN: Poker = Poker {
    name: "kuhn",
    cards: [1, 1, 1],
    rounds: &[1.0],
    bets: 1,
};

const LEDUC: Poker = Poker {
    name: "leduc",
    cards: [2, 2, 2],
    rounds: &[2.0, 4.0],
    bets: 2,
};

/// What a seat knows: its number, its card, the board, and what was done.
type Known = (usize, usize, Option<usize>, String);

/// How likely a seat makes each choice, and how many decisions were asked for before.
type Think<'t> = dyn Fn(&Game, &mut History, Seat, u64) -> Vec<(Choice, f64)> + 't;

/// How likely each action is taken, by what the seat knows.
type Policy = BTreeMap<Known, BTreeMap<&'static str, f64>>;

const ACTIONS: [&str; 4] = ["check", "raise", "fold", "call"];

/// A hand under way.
#[derive(Clone)]
struct Hand {
    round: usize,
    bets: u8,
    checked: bool,
    chips: [f64; 2],
    mover: usize,
    board: Option<usize>,
    done: String,
}

enum Next {
    Decides(Hand),
    /// The first card of the board comes, or the showdown.
    RoundOver(Hand),
    Folded {
        winner: usize,
        pot: f64,
    },
}

impl Poker {
    fn first(&self) -> Hand {
        Hand {
            round: 0,
            bets: 0,
            checked: false,
            chips: [1.0; 2],
            mover: 0,
            board: None,
            done: String::new(),
        }
    }

    fn actions(&self, hand: &Hand) -> impl Iterator<Item = &'static str> {
        let (bets, most) = (hand.bets, self.bets);
        ACTIONS.into_iter().filter(move |action| match *action {
            "check" => bets == 0,
            "raise" => bets < most,
            _ => bets > 0,
        })
    }

    fn after(&self, hand: &Hand, action: &str) -> Next {
        let mut next = hand.clone();
        next.done.push_str(&action[..1]);
        let (mover, other) = (hand.mover, 1 - hand.mover);
        next.mover = other;
        match action {
            "fold" => {
                return Next::Folded {
                    winner: other,
                    pot: hand.chips[mover],
                };
            }
            "raise" => {
                next.chips[mover] = hand.chips[other] + self.rounds[hand.round];
                next.bets += 1;
            }
            "check" if !hand.checked => next.checked = true,
            _ => {
                next.chips[mover] = hand.chips[other];
                return Next::RoundOver(Hand {
                    round: hand.round + 1,
                    bets: 0,
                    checked: false,
                    mover: 0,
                    ..next
                });
            }
        }
        Next::Decides(next)
    }

    /// What a bot does in every decision that can come up.
    fn policy(&self, iterations: u32) -> Policy {
        self.policy_of(|game, history, seat, nth| {
            let seen = Seen::new(game, seat, Seed::from(nth)).expect("it decides");
            let mut search = Search::new(seen.remembering(history, game));
            search.run(&mut Budget::iterations(iterations));
            let thought = search.thought().expect("it decides");
            let shares = thought
                .ranked
                .into_iter()
                .map(|ranked| (ranked.choice, ranked.share));
            shares.collect()
        })
    }

    /// The same, worked out once for all decisions, which takes no longer than for one.
    fn policy_worked_out(&self, iterations: u32) -> Policy {
        let begun = Game::new(&fixture(self.name), &Setup::seats(2), Seed::from(0)).expect("it begins");
        let seen = Seen::new(&begun, Seat(0), Seed::from(0)).expect("it decides");
        let seen = seen.remembering(&mut History::new(&begun), &begun);
        let worked_out = WorkedOut::new(&seen, iterations).expect("it is small");
        self.policy_of(|game, _, seat, _| {
            let decision = game.decision(seat).expect("it decides");
            // What has not come up yet is played by chance here; a bot would search.
            let shares = worked_out.shares(game, seat);
            let even = 1.0 / decision.choices().count() as f64;
            let share = |choice: Choice| {
                let key = decision.key_of(&choice);
                let found = shares.iter().flatten().find(|(other, _)| Some(*other) == key);
                (choice, found.map_or(even, |(_, share)| *share))
            };
            decision.choices().map(share).collect()
        })
    }

    fn policy_of(&self, think: impl Fn(&Game, &mut History, Seat, u64) -> Vec<(Choice, f64)>) -> Policy {
        let ruleset = fixture(self.name);
        let mut policy = Policy::new();
        // So many deals have every card in every place.
        for seed in 0..60 {
            let game = Game::new(&ruleset, &Setup::seats(2), Seed::from(seed)).expect("it begins");
            let history = History::new(&game);
            self.ask(&game, history, self.first(), &think, &mut policy);
        }
        policy
    }

    fn ask(&self, game: &Game, mut history: History, hand: Hand, think: &Think<'_>, policy: &mut Policy) {
        let seat = Seat(hand.mover as u8);
        let known: Known = (
            hand.mover,
            self.card(game, "hand", Some(seat)),
            hand.board,
            hand.done.clone(),
        );
        let decision = game.decision(seat).expect("the model follows the game");
        let names = game.ruleset();
        let name = |choice: &Choice| match choice {
            Choice::Act { action, .. } => {
                let found = names.actions().find(|(id, ..)| id == action);
                found.map_or(String::new(), |(_, _, name, _)| name.to_owned())
            }
            other => panic!("{other:?}"),
        };
        if !policy.contains_key(&known) {
            let shares = think(game, &mut history, seat, policy.len() as u64);
            let share = |action: &'static str| {
                let share = shares.iter().find(|(choice, _)| name(choice) == action);
                (action, share.expect("the model follows the game").1)
            };
            policy.insert(known, self.actions(&hand).map(share).collect());
        }
        for choice in decision.choices() {
            let (mut next, mut history) = (game.fork(), history.clone());
            next.submit(seat, &choice).expect("it is legal");
            history.chosen(seat, &choice);
            match self.after(&hand, &name(&choice)) {
                Next::Decides(hand) => self.ask(&next, history, hand, think, policy),
                Next::RoundOver(hand) if hand.round < self.rounds.len() => {
                    let board = Some(self.card(&next, "board", None));
                    self.ask(&next, history, Hand { board, ..hand }, think, policy);
                }
                Next::RoundOver(_) | Next::Folded { .. } => assert!(next.is_over()),
            }
        }
    }

    /// The value of the only card of a zone, from 0.
    fn card(&self, game: &Game, zone: &str, seat: Option<Seat>) -> usize {
        let ruleset = game.ruleset();
        let zone = match seat {
            Some(seat) => ruleset.seat_zone(zone, seat),
            None => ruleset.zone(zone),
        };
        let view = game.view(Viewer::Omniscient);
        let seen = zone.and_then(|zone| view.zone(zone)).expect("the zone is there");
        match seen.cards[..] {
            [CardSeen::Face(card)] => usize::from(card.0),
            _ => panic!("one card lies there"),
        }
    }

    /// What one gains a hand in the mean of both seats who knows the policy of the other.
    fn gain_against(&self, policy: &Policy) -> f64 {
        let of = |seat: usize| -> f64 {
            let hands = (0..3).map(|own| {
                let likely = std::array::from_fn(|other| self.likely(&[], own) * self.likely(&[own], other));
                self.best(&self.first(), seat, own, likely, policy)
            });
            hands.sum()
        };
        (of(0) + of(1)) / 2.0
    }

    /// How likely a card comes next.
    fn likely(&self, gone: &[usize], card: usize) -> f64 {
        let left = |card: usize| {
            let gone = gone.iter().filter(|other| **other == card).count();
            f64::from(self.cards[card]) - gone as f64
        };
        left(card) / (0..3).map(left).sum::<f64>()
    }

    /// The most that a seat can gain from here. The other holds each card as likely as given, among all hands.
    fn best(&self, hand: &Hand, seat: usize, own: usize, likely: [f64; 3], policy: &Policy) -> f64 {
        if likely.iter().sum::<f64>() == 0.0 {
            return 0.0;
        }
        let value = |action: &str, likely: [f64; 3]| match self.after(hand, action) {
            Next::Decides(next) => self.best(&next, seat, own, likely, policy),
            Next::Folded { winner, pot } => {
                let won = if winner == seat { pot } else { -pot };
                won * likely.iter().sum::<f64>()
            }
            Next::RoundOver(next) if next.round < self.rounds.len() => {
                let boards = (0..3).map(|board| {
                    let likely = std::array::from_fn(|other| {
                        let free = likely[other] > 0.0;
                        if free {
                            likely[other] * self.likely(&[own, other], board)
                        } else {
                            0.0
                        }
                    });
                    let board = Some(board);
                    self.best(
                        &Hand {
                            board,
                            ..next.clone()
                        },
                        seat,
                        own,
                        likely,
                        policy,
                    )
                });
                boards.sum()
            }
            Next::RoundOver(next) => {
                let strength = |card: usize| if next.board == Some(card) { card + 10 } else { card };
                let won = (0..3).map(|other| match strength(own).cmp(&strength(other)) {
                    std::cmp::Ordering::Greater => likely[other] * next.chips[0],
                    std::cmp::Ordering::Less => -likely[other] * next.chips[0],
                    std::cmp::Ordering::Equal => 0.0,
                });
                won.sum()
            }
        };
        if hand.mover == seat {
            return self
                .actions(hand)
                .map(|action| value(action, likely))
                .fold(f64::MIN, f64::max);
        }
        let values = self.actions(hand).map(|action| {
            let likely = std::array::from_fn(|other| {
                let known: Known = (hand.mover, other, hand.board, hand.done.clone());
                let share = policy.get(&known).map_or(0.0, |shares| shares[action]);
                likely[other] * share
            });
            value(action, likely)
        });
        values.sum()
    }
}
