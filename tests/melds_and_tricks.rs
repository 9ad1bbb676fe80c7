//! Rummy and Euchre, held against rules that are written out here once more.

use crate::support;
use cardable_core::decision::Offered;
use cardable_core::ids::CardTypeId;
use cardable_core::testing::{Bench, random_game};
use cardable_core::view::{CardSeen, Datum};
use cardable_core::{Choice, Game, Pick, Ruleset, Seat, Seed, Setup, View, Viewer};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::collections::BTreeSet;

/// A card, as far as these games look at it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Card {
    suit: u8,
    /// Ace 1, king 13.
    value: u8,
}

const SUITS: [&str; 4] = ["Clubs", "Diamonds", "Hearts", "Spades"];

impl Card {
    fn of(rules: &Ruleset, ty: CardTypeId) -> Card {
        let card = &rules.program.cards.types[ty.index()];
        let suit = rules.words().text(card.suit.expect("a suit"));
        Card {
            suit: SUITS.iter().position(|s| *s == suit).expect("a known suit") as u8,
            value: card.value.as_f64().expect("a number") as u8,
        }
    }

    /// Jacks, queens and kings count ten.
    fn points(self) -> i64 {
        i64::from(self.value.min(10))
    }
}

fn cards(rules: &Ruleset, view: &View, zone: cardable_core::ids::ZoneId) -> Vec<Card> {
    let seen = &view.zone(zone).expect("a zone").cards;
    let face = |c: &CardSeen| match c {
        CardSeen::Face(ty) => Card::of(rules, *ty),
        CardSeen::Back(_) => unreachable!("the referee sees all"),
    };
    seen.iter().map(face).collect()
}

/// The hands of all seats, as the referee sees them.
fn hands(game: &Game) -> Vec<Vec<Card>> {
    let (rules, view) = (game.ruleset(), game.view(Viewer::Omniscient));
    let hand = |seat| rules.seat_zone("hand", Seat(seat)).expect("a hand");
    (0..game.seating().count() as u8)
        .map(|s| cards(&rules, &view, hand(s)))
        .collect()
}

fn global(game: &Game, name: &str) -> Datum {
    let at = game.ruleset().global(name).expect("data");
    game.view(Viewer::Omniscient).global(at).cloned().expect("data")
}

fn numbers(game: &Game, name: &str) -> Vec<i64> {
    let at = game.ruleset().seat_datum(name).expect("data");
    let view = game.view(Viewer::Omniscient);
    let of = |seat| match view.seat_datum(Seat(seat), at) {
        Some(Datum::Int(n)) => *n,
        Some(Datum::Bool(b)) => i64::from(*b),
        other => panic!("{other:?} is no number"),
    };
    (0..game.seating().count() as u8).map(of).collect()
}

fn state(game: &Game) -> String {
    let view = game.view(Viewer::Spectator);
    game.ruleset()
        .state_name(view.status.scenes[0].state)
        .unwrap_or_default()
        .to_owned()
}

/// The cards that a choice picks from the seat's own hand.
fn picked(game: &Game, seat: Seat, picks: &[Pick]) -> Vec<Card> {
    let (rules, view) = (game.ruleset(), game.view(Viewer::Seat(seat)));
    let card = |pick: &Pick| match pick {
        Pick::Card { zone, index } => cards(&rules, &view, *zone)[usize::from(*index)],
        other => panic!("{other:?} is no card"),
    };
    picks.iter().map(card).collect()
}

/// What a seat may pick for an action, each pick in order; nothing when it is not offered.
fn candidates(game: &Game, seat: Seat, label: &str) -> BTreeSet<Card> {
    let decision = game.decision(seat).expect("a decision");
    let offers = decision.offers();
    let offer = offers.iter().find_map(|offer| match offer {
        Offered::Action { label: l, pick, .. } if l == label => pick.as_ref(),
        _ => None,
    });
    offer.map_or_else(BTreeSet::new, |pick| {
        picked(game, seat, &pick.candidates).into_iter().collect()
    })
}

// --- rummy

/// Plays a game in which cards are laid down as soon as they can be, half of the time.
fn eager_game(
    rules: &Ruleset,
    seats: usize,
    seed: u64,
    choices: usize,
    mut each: impl FnMut(&Game, Seat, &Choice),
) {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut game = Game::new(rules, &Setup::seats(seats), Seed::from(seed)).expect("it begins");
    for _ in 0..choices {
        let Some(decision) = game.next_decision() else {
            return;
        };
        let seat = decision.seat();
        let lays = |choice: &Choice| match choice {
            Choice::Act { action, .. } => matches!(
                rules.words().action_label(*action).unwrap_or_default(),
                "Lay down a set or a run" | "Add a card to a meld"
            ),
            _ => false,
        };
        let all: Vec<Choice> = (0..decision.count().get())
            .filter_map(|n| decision.nth(n))
            .collect();
        let eager: Vec<&Choice> = all.iter().filter(|c| lays(c) && rng.random_bool(0.5)).collect();
        let choice = match eager.first() {
            Some(choice) => (*choice).clone(),
            None => decision.sample(&mut rng).expect("a choice"),
        };
        each(&game, seat, &choice);
        game.submit(seat, &choice).expect("a listed choice");
    }
}

fn is_meld(cards: &[Card]) -> bool {
    let mut cards = cards.to_vec();
    cards.sort();
    let set = cards.iter().all(|c| c.value == cards[0].value);
    let run = cards
        .windows(2)
        .all(|two| two[0].suit == two[1].suit && two[0].value + 1 == two[1].value);
    cards.len() >= 3 && (set || run)
}

/// All melds that some cards hold.
fn melds_in(hand: &[Card]) -> BTreeSet<Vec<Card>> {
    (0u32..1 << hand.len())
        .filter(|bits| bits.count_ones() >= 3)
        .map(|bits| {
            let mut cards: Vec<Card> = (0..hand.len())
                .filter(|at| bits >> at & 1 == 1)
                .map(|at| hand[at])
                .collect();
            cards.sort();
            cards
        })
        .filter(|cards| is_meld(cards))
        .collect()
}

fn on_the_table(game: &Game) -> Vec<Vec<Card>> {
    let (rules, view) = (game.ruleset(), game.view(Viewer::Omniscient));
    let mut melds = Vec::new();
    for seat in 0..game.seating().count() as u8 {
        let first = rules.seat_zone("meld", Seat(seat)).expect("a zone");
        for copy in rules.copies(first) {
            let lying = cards(&rules, &view, copy);
            assert_eq!(
                view.zone(copy).expect("a zone").closed,
                lying.is_empty(),
                "a meld is open"
            );
            if !lying.is_empty() {
                melds.push(lying);
            }
        }
    }
    melds
}

#[test]
fn rummy_offers_all_melds_and_only_melds() {
    let rules = support::load("rummy");
    let (mut melded, mut added) = (0, 0);
    for (seed, seats) in [(1, 2), (2, 3), (3, 4), (4, 6)] {
        eager_game(&rules, seats, seed, 400, |game, seat, choice| {
            let lying = on_the_table(game);
            assert!(lying.iter().all(|meld| is_meld(meld)), "{lying:?}");
            if state(game) != "play" || global(game, "drawn") != Datum::Bool(true) {
                return;
            }
            let hand = &hands(game)[seat.index()];
            let decision = game.decision(seat).expect("a decision");
            if decision.actions().next().is_none() {
                return; // which meld it adds to is asked
            }
            let mut offered = BTreeSet::new();
            for n in 0..decision.count().get() {
                if let Some(Choice::Act { action, picks }) = decision.nth(n)
                    && rules.words().action_label(action) == Some("Lay down a set or a run")
                {
                    let mut cards = picked(game, seat, &picks);
                    cards.sort();
                    assert!(offered.insert(cards), "a pick is listed twice");
                }
            }
            assert_eq!(offered, melds_in(hand), "of {hand:?}");
            let fits = |card: &Card| lying.iter().any(|meld| is_meld(&[&meld[..], &[*card]].concat()));
            assert_eq!(
                candidates(game, seat, "Add a card to a meld"),
                hand.iter().copied().filter(fits).collect(),
                "{hand:?} to {lying:?}"
            );
            if let Choice::Act { action, .. } = choice {
                melded += u32::from(rules.words().action_label(*action) == Some("Lay down a set or a run"));
                added += u32::from(rules.words().action_label(*action) == Some("Add a card to a meld"));
            }
        });
    }
    assert!(
        melded > 10 && added > 5,
        "{melded} melds and {added} cards added are too few to tell"
    );
}

#[test]
fn rummy_scores_what_others_hold() {
    let rules = support::load("rummy");
    let (mut out, mut blocked) = (0, 0);
    for (seed, seats) in [(5, 2), (6, 3), (7, 5), (8, 6), (9, 6), (10, 6), (11, 6)] {
        eager_game(&rules, seats, seed, 3_000, |game, seat, choice| {
            let mut after = game.fork();
            after.submit(seat, choice).expect("a listed choice");
            let change: Vec<i64> = numbers(game, "score")
                .iter()
                .zip(numbers(&after, "score"))
                .map(|(before, now)| now - before)
                .collect();
            let Some(winner) = change.iter().position(|points| *points != 0) else {
                return;
            };
            let mut held = hands(game);
            if let Choice::Act { picks, .. } = choice {
                let gone = picked(game, seat, picks);
                held[seat.index()].retain(|c| !gone.contains(c));
            } else {
                held[seat.index()].clear(); // it adds its last card to a meld
            }
            let points: Vec<i64> = held
                .iter()
                .map(|hand| hand.iter().map(|c| c.points()).sum())
                .collect();
            let others = points.iter().sum::<i64>() - points[winner];
            let expected = if held[seat.index()].is_empty() {
                out += 1;
                assert_eq!(winner, seat.index(), "who goes out wins");
                let first = numbers(game, "has_laid")[winner] == 0;
                if first { 2 * others } else { others }
            } else {
                blocked += 1;
                assert_eq!(
                    points[winner],
                    *points.iter().min().expect("hands"),
                    "who holds least wins"
                );
                others - points[winner]
            };
            assert_eq!(change[winner], expected, "{held:?}");
            assert_eq!(change.iter().filter(|points| **points != 0).count(), 1);
        });
    }
    assert!(out > 10 && blocked > 1, "{out} out, {blocked} blocked");
}

#[test]
fn going_out_all_at_once_counts_double() {
    let packed = support::loader().pack_path(support::root().join("rulesets/rummy"));
    let text = packed.expect("it is packed").text;
    for (has_laid, times) in [(false, 2), (true, 1)] {
        let mut table = Bench::new(&text, &["Ada", "Grace", "Edsger"]);
        let held = table
            .value("sum(other_players(), seat => sum(seat.hand, points))")
            .expect("a number");
        let held: i64 = held.parse().expect("a number");
        let before = [
            format!("set($player.has_laid, {has_laid})"),
            "move_all($player.hand, 'discard')".to_owned(),
            "state_transition('out', $player)".to_owned(),
        ];
        for step in before {
            table.step(&step).unwrap_or_else(|e| panic!("{step}: {e}"));
        }
        assert_eq!(table.value("score()"), Ok((times * held).to_string()));
    }
}

#[test]
fn rummy_does_not_give_back_what_was_just_taken() {
    let rules = support::load("rummy");
    let mut taken = None;
    random_game(&rules, 3, 12, 600, |game, seat, choice, _| {
        if let Choice::Act { action, .. } = choice
            && rules.words().action_label(*action) == Some("Take the discard")
        {
            let pile = rules.zone("discard").expect("a zone");
            taken = cards(&rules, &game.view(Viewer::Spectator), pile).last().copied();
            return Ok(());
        }
        let hand = &hands(game)[seat.index()];
        if let Some(card) = taken.take().filter(|_| hand.len() > 1) {
            assert!(!candidates(game, seat, "Discard").contains(&card), "{card:?}");
            assert_eq!(candidates(game, seat, "Discard").len(), hand.len() - 1);
        }
        Ok(())
    })
    .expect("a game without faults");
}

// --- euchre

/// The bidding's outcome, once cards are played.
struct Contract {
    trump: u8,
    maker: u8,
    alone: bool,
}

fn contract(game: &Game) -> Contract {
    let rules = game.ruleset();
    let suit = match global(game, "trump") {
        Datum::Text(id) => SUITS
            .iter()
            .position(|s| *s == rules.words().text(id))
            .expect("a suit"),
        other => panic!("{other:?} are trumps"),
    };
    let Datum::Seat(maker) = global(game, "maker") else {
        panic!("somebody makes trumps")
    };
    Contract {
        trump: suit as u8,
        maker: maker.0,
        alone: global(game, "alone") == Datum::Bool(true),
    }
}

impl Contract {
    /// Clubs and spades are black, diamonds and hearts red.
    fn is_left(&self, card: Card) -> bool {
        card.value == 11 && card.suit == 3 - self.trump
    }

    fn suit(&self, card: Card) -> u8 {
        if self.is_left(card) { self.trump } else { card.suit }
    }

    fn strength(&self, card: Card, led: u8) -> u32 {
        let high = if card.value == 1 {
            14
        } else {
            u32::from(card.value)
        };
        match (self.suit(card) == self.trump, card.value == 11) {
            (true, true) if self.is_left(card) => 200,
            (true, true) => 300,
            (true, false) => 100 + high,
            (false, _) if card.suit == led => high,
            (false, _) => 0,
        }
    }

    /// Who plays, beginning with a seat.
    fn players(&self, first: u8) -> Vec<u8> {
        let rests = |seat: u8| self.alone && seat == (self.maker + 2) % 4;
        (0..4).map(|n| (first + n) % 4).filter(|s| !rests(*s)).collect()
    }
}

#[test]
fn euchre_follows_suit_and_gives_tricks_to_the_best_card() {
    let rules = support::load("euchre");
    let before = |seat| rules.seat_zone("trick", Seat(seat)).expect("a zone");
    let (mut tricks, mut bowers, mut alone) = (0, 0, 0);
    for seed in 0..12 {
        let mut leader = None;
        random_game(&rules, 4, seed, 4_000, |game, seat, choice, _| {
            if state(game) != "play" {
                leader = None;
                return Ok(());
            }
            let contract = contract(game);
            let first = *leader.get_or_insert(seat.0);
            let players = contract.players(first);
            let view = game.view(Viewer::Spectator);
            let trick: Vec<Card> = players
                .iter()
                .flat_map(|seat| cards(&rules, &view, before(*seat)))
                .collect();
            assert_eq!(players[trick.len()], seat.0, "in turn, without who sits out");
            let hand = &hands(game)[seat.index()];
            let led = trick.first().map(|c| contract.suit(*c));
            let follows = |c: &&Card| led == Some(contract.suit(**c));
            let must = hand.iter().any(|c| follows(&c));
            let legal: BTreeSet<Card> = hand.iter().filter(|c| !must || follows(c)).copied().collect();
            assert_eq!(candidates(game, seat, "Play a card"), legal, "{trick:?}");
            let Choice::Act { picks, .. } = choice else {
                panic!("a card is played")
            };
            if trick.len() + 1 < players.len() {
                return Ok(());
            }
            let trick = [&trick[..], &picked(game, seat, picks)].concat();
            let led = contract.suit(trick[0]);
            let best = (0..trick.len())
                .max_by_key(|at| contract.strength(trick[*at], led))
                .expect("cards");
            tricks += 1;
            bowers += u32::from(contract.strength(trick[best], led) >= 200);
            alone += u32::from(contract.alone);
            let winner = players[best];
            let mut after = game.fork();
            after.submit(seat, choice).expect("a listed choice");
            let last = numbers(game, "tricks").iter().sum::<i64>() == 4;
            if last {
                check_score(&contract, game, &after, winner);
                leader = None;
            } else {
                let took = numbers(&after, "tricks")[usize::from(winner)];
                assert_eq!(
                    took,
                    numbers(game, "tricks")[usize::from(winner)] + 1,
                    "{trick:?}"
                );
                leader = Some(winner);
            }
            Ok(())
        })
        .expect("a game without faults");
    }
    assert!(
        tricks > 300 && bowers > 50 && alone > 50,
        "{tricks} {bowers} {alone}"
    );
}

/// Makers get one for three tricks, two for all, four alone; if they fail, the others get two.
fn check_score(contract: &Contract, before: &Game, after: &Game, winner: u8) {
    let mut tricks = numbers(before, "tricks");
    tricks[usize::from(winner)] += 1;
    let side = usize::from(contract.maker % 2);
    let made = tricks[side] + tricks[side + 2];
    let (side, points) = match (made, contract.alone) {
        (5, true) => (side, 4),
        (5, false) => (side, 2),
        (3 | 4, _) => (side, 1),
        _ => (1 - side, 2),
    };
    let mut expected = numbers(before, "score");
    expected[side] += points;
    expected[side + 2] += points;
    assert_eq!(numbers(after, "score"), expected);
    assert_eq!(after.is_over(), expected[side] >= 10);
    if let Some(result) = after.result() {
        let winners: Vec<usize> = result.winners.iter().map(|s| s.index()).collect();
        assert_eq!(winners, [side, side + 2], "partners win together");
    }
}

#[test]
fn euchre_gives_the_dealer_the_card_that_was_ordered_up() {
    let rules = support::load("euchre");
    let turned = rules.zone("turned").expect("a zone");
    let (mut ordered, mut refused) = (0, 0);
    random_game(&rules, 4, 77, 2_000, |game, seat, choice, _| {
        let Choice::Act { action, picks } = choice else {
            return Ok(());
        };
        let hand = &hands(game)[seat.index()];
        match (
            state(game).as_str(),
            rules.words().action_label(*action).unwrap_or_default(),
        ) {
            ("pick up", _) => {
                ordered += 1;
                assert_eq!(Datum::Seat(seat), global(game, "dealer"));
                assert_eq!(hand.len(), 6, "five and the card that was turned up");
                let mut after = game.fork();
                after.submit(seat, choice).expect("a listed choice");
                let gone = picked(game, seat, picks);
                assert!(
                    hands(&after)
                        .iter()
                        .all(|hand| hand.len() == 5 && !hand.contains(&gone[0]))
                );
            }
            ("name trumps", "Name the trump suit") => {
                refused += 1;
                let up = cards(&rules, &game.view(Viewer::Omniscient), turned)[0];
                let offers = game.decision(seat).expect("a decision").offers();
                let texts = offers.iter().find_map(|o| match o {
                    Offered::Action { pick: Some(pick), .. } => Some(pick.texts.clone()),
                    _ => None,
                });
                let texts = texts.expect("suits");
                assert_eq!(texts.len(), 3);
                assert!(
                    !texts.contains(&SUITS[usize::from(up.suit)].to_owned()),
                    "{texts:?}"
                );
            }
            _ => {}
        }
        Ok(())
    })
    .expect("a game without faults");
    assert!(ordered > 3, "{ordered} {refused}");
}

#[test]
fn a_dealer_that_is_stuck_names_a_suit() {
    let rules = support::load("euchre");
    let setup = Setup::seats(4).option("stick_the_dealer", true);
    let mut game = Game::new(&rules, &setup, Seed::from(3)).expect("it begins");
    for _ in 0..7 {
        let decision = game.next_decision().expect("a decision");
        let seat = decision.seat();
        let pass = (0..decision.count().get())
            .filter_map(|n| decision.nth(n))
            .find(|c| matches!(c, Choice::Act { action, .. } if rules.words().action_label(*action) == Some("Pass")))
            .expect("all pass");
        game.submit(seat, &pass).expect("a pass");
    }
    let decision = game.next_decision().expect("a decision");
    assert_eq!(Datum::Seat(decision.seat()), global(&game, "dealer"));
    let labels: Vec<String> = decision
        .actions()
        .map(|a| rules.words().action_label(a).unwrap_or_default().to_owned())
        .collect();
    assert_eq!(labels, ["Name the trump suit"]);
    assert!(
        decision
            .unavailable()
            .iter()
            .any(|u| u.reason.contains("you must name a suit"))
    );
}
