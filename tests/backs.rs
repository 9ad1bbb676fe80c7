//! Attributes that are printed on the backs of cards.

use crate::support::told;
use cardable_core::decision::Offered;
use cardable_core::diag::Sources;
use cardable_core::ids::{ActionId, CardTypeId, ZoneId};
use cardable_core::testing::random_game;
use cardable_core::view::CardSeen;
use cardable_core::{Choice, Game, Pick, Ruleset, Seat, Seed, Setup, View, ViewEvent, Viewer, cases};
use std::collections::BTreeSet;

const BACKS: &str = include_str!("fixtures/backs.json5");

fn parsed(text: &str) -> Ruleset {
    cardable_core::parse(text).unwrap_or_else(|e| panic!("{e}"))
}

/// What is said of the fixture with one part replaced by another.
fn told_with(part: &str, other: &str) -> String {
    assert!(BACKS.contains(part), "the fixture has no `{part}`");
    told(&BACKS.replace(part, other)).join("\n")
}

fn faces(view: &View, zone: ZoneId) -> Vec<CardTypeId> {
    let zone = view.zone(zone).expect("a zone");
    let face = |card: &CardSeen| match card {
        CardSeen::Face(card) => *card,
        CardSeen::Back(_) => panic!("the omniscient viewer sees all"),
    };
    zone.cards.iter().map(face).collect()
}

/// A game in its middle.
fn played(seed: u64) -> Game {
    random_game(&parsed(BACKS), 3, seed, 25, |_, _, _, _| Ok(())).expect("it plays")
}

#[test]
fn what_the_rules_of_backs_do() {
    let mut sources = Sources::new();
    let file = sources.add("backs.tests.json5", include_str!("fixtures/backs.tests.json5"));
    let ran = cases::run(&parsed(BACKS), file, &sources);
    assert!(!ran.unread.has_errors(), "{:#?}", ran.unread);
    assert!(ran.cases.len() > 6);
    for case in &ran.cases {
        assert!(case.problems.is_empty(), "{}: {:#?}", case.name, case.problems);
    }
}

#[test]
fn every_viewer_sees_the_backs_wherever_cards_lie() {
    let ruleset = parsed(BACKS);
    let info = ruleset.info();
    let labels: BTreeSet<_> = info
        .cards
        .iter()
        .map(|card| info.on_back(card.back).map(|back| back.label.as_str()))
        .collect();
    assert_eq!(
        labels,
        BTreeSet::from([None, Some("level 1"), Some("level 2"), Some("level 3")])
    );
    assert_eq!(
        info.cards[0].on_back.as_ref().map(|back| back.text.as_str()),
        Some("1")
    );
    assert_eq!(ruleset.words().back_name(info.cards[2].back), "a card (level 2)");
    assert_eq!(ruleset.words().back_name(info.cards[5].back), "a card");
    let mut hidden = 0;
    for seed in 0..20 {
        let game = played(seed);
        let all = game.view(Viewer::Omniscient);
        for viewer in [Viewer::Spectator, Viewer::Seat(Seat(0)), Viewer::Seat(Seat(2))] {
            let view = game.view(viewer);
            for (at, seen) in view.zones.iter().enumerate() {
                let mut real: Vec<u16> = faces(&all, ZoneId(at as u16))
                    .iter()
                    .map(|card| info.cards[card.index()].back)
                    .collect();
                let mut backs: Vec<u16> = seen
                    .cards
                    .iter()
                    .map(|card| match card {
                        CardSeen::Face(card) => info.cards[card.index()].back,
                        CardSeen::Back(back) => {
                            hidden += 1;
                            *back
                        }
                    })
                    .collect();
                if !seen.ordered {
                    // Backs, but not where they lie.
                    assert!(seen.cards.is_sorted());
                    real.sort_unstable();
                    backs.sort_unstable();
                }
                assert_eq!(backs, real, "seed {seed}, {viewer:?}, zone {at}");
            }
        }
    }
    assert!(hidden > 500, "only {hidden} backs");
}

#[test]
fn the_order_of_a_shuffled_row_shows_by_its_backs() {
    let ruleset = parsed(BACKS);
    let action = ruleset.action("play", "mix").expect("an action");
    let (mut mixed, mut moved) = (0, 0);
    for seed in 0..60 {
        let mut game = played(seed);
        let Some(seat) = game.next_decision().map(|decision| decision.seat()) else {
            continue;
        };
        let row = ruleset.seat_zone("row", seat).expect("a row");
        let before = game
            .view(Viewer::Spectator)
            .zone(row)
            .expect("a row")
            .cards
            .clone();
        if game.submit(seat, &Choice::act(action)).is_err() {
            continue;
        }
        let after = game
            .view(Viewer::Spectator)
            .zone(row)
            .expect("a row")
            .cards
            .clone();
        let sorted = |cards: &[CardSeen]| {
            let mut cards = cards.to_vec();
            cards.sort_unstable();
            cards
        };
        assert_eq!(sorted(&before), sorted(&after));
        mixed += 1;
        moved += u32::from(before != after);
    }
    assert!(mixed > 5 && moved > 2, "{moved} of {mixed}");
}

#[test]
fn imagined_cards_have_the_backs_that_are_seen() {
    let ruleset = parsed(BACKS);
    let info = ruleset.info();
    let back = |card: &CardTypeId| info.cards[card.index()].back;
    let viewer = Viewer::Seat(Seat(1));
    let row = ruleset.seat_zone("row", Seat(0)).expect("a row");
    let pool = ruleset.zone("pool").expect("a pool");
    let mut differ = 0;
    for seed in 0..20 {
        let game = played(seed);
        let real = faces(&game.view(Viewer::Omniscient), row);
        let in_pool = |game: &Game| {
            let mut backs: Vec<u16> = faces(&game.view(Viewer::Omniscient), pool)
                .iter()
                .map(back)
                .collect();
            backs.sort_unstable();
            backs
        };
        for table in 0..10 {
            let imagined = game.imagine(viewer, Seed::from(table));
            let faces = faces(&imagined.view(Viewer::Omniscient), row);
            assert!(faces.iter().map(back).eq(real.iter().map(back)), "seed {seed}");
            assert_eq!(in_pool(&imagined), in_pool(&game));
            differ += u32::from(faces != real);
        }
    }
    assert!(differ > 50, "the cards themselves are drawn anew: {differ}");
}

#[test]
fn cards_of_others_are_picked_by_their_backs() {
    let ruleset = parsed(BACKS);
    let info = ruleset.info();
    let draw = ruleset.action("play", "draw").expect("an action");
    let steal = ruleset.action("play", "steal").expect("an action");
    let pool = ruleset.zone("pool").expect("a pool");
    let (mut drawn, mut stolen, mut none) = (0, 0, 0);
    for seed in 0..80 {
        let game = played(seed);
        let Some(decision) = game.next_decision() else {
            continue;
        };
        let seat = decision.seat();
        let all = game.view(Viewer::Omniscient);
        let backs_in_pool: BTreeSet<u16> = faces(&all, pool)
            .iter()
            .map(|card| info.cards[card.index()].back)
            .collect();
        let others = (0..3).map(Seat).filter(|other| *other != seat);
        let mut hands = BTreeSet::new();
        for other in others {
            let hand = ruleset.seat_zone("hand", other).expect("a hand");
            if faces(&all, hand)
                .iter()
                .any(|card| (2..4).contains(&card.index()))
            {
                hands.insert(hand);
            }
        }
        let mut seen_steal = BTreeSet::new();
        for offered in decision.offers() {
            let Offered::Action {
                action,
                pick: Some(pick),
                ..
            } = &offered
            else {
                continue;
            };
            for (candidate, text) in pick.candidates.iter().zip(&pick.texts) {
                let Pick::Card { zone, index } = *candidate else {
                    continue;
                };
                let choice = Choice::Act {
                    action: *action,
                    picks: [*candidate].into_iter().collect(),
                };
                let seen =
                    game.view(Viewer::Seat(seat)).zone(zone).expect("a zone").cards[usize::from(index)];
                let CardSeen::Back(back) = seen else { continue };
                if *action != draw && *action != steal {
                    continue;
                }
                let mut after = game.fork().with_events();
                after
                    .submit(seat, &choice)
                    .unwrap_or_else(|e| panic!("seed {seed}, {text}: {e}"));
                let moved = after
                    .events(Viewer::Omniscient)
                    .into_iter()
                    .find_map(|event| match event {
                        ViewEvent::Moved {
                            from,
                            card: CardSeen::Face(card),
                            ..
                        } if from.zone == zone => Some(card),
                        _ => None,
                    });
                let moved = moved.expect("a card moves");
                assert_eq!(info.cards[moved.index()].back, back, "seed {seed}: {text}");
                assert!(text.starts_with(&ruleset.words().back_name(back)), "{text}");
                if *action == draw {
                    drawn += 1;
                } else {
                    assert_eq!(text.split(" (hand").next(), Some("a card (level 2)"));
                    seen_steal.insert(zone);
                    stolen += 1;
                }
            }
            if *action == draw {
                assert_eq!(pick.candidates.len(), backs_in_pool.len(), "seed {seed}");
                // Each has a key of its own, and so it has in what the seat imagines.
                let keys = decision.keys();
                let imagined = game.imagine(Viewer::Seat(seat), Seed::from(1));
                assert_eq!(imagined.next_decision().expect("the same").keys(), keys);
            }
        }
        assert_eq!(seen_steal, hands, "seed {seed}");
        none += u32::from(hands.is_empty());
    }
    assert!(drawn > 50 && stolen > 20 && none > 0, "{drawn}, {stolen}, {none}");
}

#[test]
fn what_is_told_and_what_a_back_shows_are_known_together() {
    let ruleset = parsed(BACKS);
    let ask = ruleset.action("play", "ask").expect("an action");
    let (mut known, mut told) = (0, 0);
    for seed in 0..40 {
        let mut game = Game::new(&ruleset, &Setup::seats(2), Seed::from(seed)).expect("it begins");
        let seat = game.to_decide().into_iter().next().expect("somebody begins");
        game.submit(seat, &Choice::act(ask)).expect("it is offered");
        let viewer = Viewer::Seat(seat);
        let row = ruleset.seat_zone("row", Seat(1 - seat.0)).expect("a row");
        let real = faces(&game.view(Viewer::Omniscient), row);
        for (place, card) in real.iter().enumerate() {
            let is_known = game
                .knowledge(viewer)
                .cards()
                .iter()
                .any(|one| one.zone == row && one.place == Some(place as u16) && one.card == *card);
            // Of the ideas of a level one is red and one is blue; of level 3 there is just one, which is told as well.
            assert_eq!(is_known, card.index() < 5, "seed {seed}, {card:?}");
            known += u32::from(is_known);
        }
        told += game.view(viewer).status.told.len();
    }
    assert!(known > 40 && told > 0, "{known}, {told}");
}

#[test]
fn a_story_tells_of_backs() {
    let ruleset = parsed(BACKS);
    let learn = ruleset.action("play", "learn").expect("an action");
    for seed in 0..40 {
        let mut game = Game::new(&ruleset, &Setup::named(["Ada", "Grace"]), Seed::from(seed))
            .expect("it begins")
            .with_events();
        let seat = game.to_decide().into_iter().next().expect("somebody begins");
        let deck = ruleset.zone("deck").expect("a deck");
        let next = game
            .view(Viewer::Spectator)
            .zone(deck)
            .expect("a deck")
            .cards
            .last()
            .copied();
        if game.submit(seat, &Choice::act(learn)).is_err() {
            continue;
        }
        let lines = game.story(Viewer::Spectator, None);
        let told: Vec<&str> = lines
            .iter()
            .flat_map(|line| &line.parts)
            .map(|part| part.text())
            .collect();
        let told = told.concat();
        let CardSeen::Back(back) = next.expect("a card") else {
            panic!("nobody sees the deck")
        };
        assert!(told.contains(&ruleset.words().back_name(back)), "{told}");
        return;
    }
    panic!("nobody could learn");
}

#[test]
fn a_back_shows_an_attribute_that_cards_have() {
    let shows = |name: &str| told_with("back_shows: \"level\"", &format!("back_shows: {name}"));
    let unknown = shows("\"levl\"");
    assert!(
        unknown.contains("no card of the set has `levl`") && unknown.contains("`level`"),
        "{unknown}"
    );
    // What changes in play is not printed.
    assert!(shows("\"marked\"").contains("no card of the set has `marked`"));
    assert!(shows("3").contains("`back_shows` is a string"), "{}", shows("3"));
    let list = told_with("attributes: { level: 3 }", "attributes: { level: [3, 4] }");
    assert!(
        list.contains("a back shows one thing, and `level` of `Engine` is a list"),
        "{list}"
    );
}

#[test]
fn only_backs_are_read_and_no_order() {
    let condition = "top_card(deck).level == 1 || count(next_player().hand, card => card.level == 3) > 0";
    for fine in [
        "nth_card(deck, 1).level > 1",
        "any(pool, card => card.level == 2)",
        "all(pool, card => card.level < 3)",
        "sum(next_player().hand, card => if(card.level == nothing, 0, card.level)) > 3",
        "max_by(deck, card => if(card.level == nothing, 0, card.level)).level == 3",
        "count(filter(next_player().sack, card => card.level == 2)) == 1",
        "$globals.kept.level == 2",
    ] {
        let said = told_with(condition, fine);
        assert!(said.is_empty(), "{fine}: {said}");
    }
    for bad in [
        "top_card(deck).suit == 'Red'",
        "any(pool, card => card.value == 2)",
        // Nobody knows which card of these lies where.
        "top_card(pool).level == 1",
        "nth_card(pool, 1).level == 1",
        "list_item(filter(pool, card => card.level > 0), 0).level == 1",
        "list_count(take_while(pool, card => card.level == 1)) == 1",
        "max_by(pool, card => card.value).level == 3",
        // What adds up to 0.6 or to a little more tells the order.
        "sum(pool, card => if(card.level == nothing, 0, card.level / 10)) == 0.6",
        "any(pool, card => is_top(card) && card.level == 1)",
        "count(filter(pool, card => is_bottom(card)), card => card.level == 1) == 1",
        "any(pool, card => index_of(cards_of(pool), card) == 0 && card.level == 1)",
        // Two sets, and one of them has no level.
        "top_card(deck).id == 1",
    ] {
        let said = told_with(condition, bad);
        assert!(said.contains("E319"), "{bad}: {said}");
    }
}

#[test]
fn nothing_points_at_the_next_draw() {
    let pool = "from: \"pool\"";
    for fine in [
        pool,
        "from: \"= filter(pool, card => card.level == 2)\"",
        "from: \"= [top_card(deck)]\"",
        "from: \"deck\", only: \"top\"",
        "from: \"self\", zone: \"hand\", only: \"top\"",
        "from: \"= [top_card($player.hand)]\"",
    ] {
        let said = told_with(pool, fine);
        assert!(said.is_empty(), "{fine}: {said}");
    }
    for (bad, told) in [
        ("from: \"pool\", only: \"top\"", "an end of `pool`"),
        ("from: \"pool\", only: \"bottom\"", "an end of `pool`"),
        ("from: \"pool\", only: \"by_order\"", "an end of `pool`"),
        (
            "from: \"others\", zone: \"hand\", only: \"top\"",
            "an end of `hand`",
        ),
        (
            "from: \"= zones_of(all, 'sack')\", only: \"top\"",
            "an end of a zone",
        ),
        ("from: \"= [top_card(pool)]\"", "`pool`"),
        (
            "from: \"= slice_list(filter(pool, card => card.level > 1), 0, 1)\"",
            "`pool`",
        ),
    ] {
        let said = told_with(pool, bad);
        assert!(said.contains("E319") && said.contains(told), "{bad}: {said}");
    }
    let label = told_with("\"= top_card(deck).level\"", "\"= top_card(pool)\"");
    assert!(label.contains("E319") && label.contains("`pool`"), "{label}");
}

#[test]
fn what_all_see_does_not_tell_the_next_draw() {
    let counted = "= count($player.hand, card => card.level == 2)";
    for place in ["is_top(card)", "is_bottom(card)"] {
        let said = told_with(
            counted,
            &format!("= count(filter(pool, card => {place}), card => card.level == 2)"),
        );
        assert!(said.contains("E319"), "{place}: {said}");
    }
    assert!(told_with(counted, "= count(pool, card => card.level == 2)").is_empty());
}

/// The picks of an action that a seat may do now.
fn picks_of(game: &Game, seat: Seat, action: ActionId) -> Vec<Pick> {
    let offers = game
        .decision(seat)
        .map(|decision| decision.offers())
        .unwrap_or_default();
    let of_action = offers.into_iter().find_map(|offered| match offered {
        Offered::Action {
            action: one, pick, ..
        } if one == action => pick,
        _ => None,
    });
    of_action.map(|pick| pick.candidates).unwrap_or_default()
}

/// The numbers of cards follow the order of their decks: a list of cards that are picked one by one would tell which they are.
#[test]
fn of_a_list_chance_takes_a_card_too() {
    let listed = BACKS.replace(
        "from: \"pool\" }",
        "from: \"= concat_lists(filter(pool, card => card.level == 1), filter(pool, card => card.level == 1))\" }",
    );
    let ruleset = parsed(&listed);
    let draw = ruleset.action("play", "draw").expect("an action");
    let pool = ruleset.zone("pool").expect("a zone");
    let (mut offered, mut taken) = (0, BTreeSet::new());
    for seed in 0..80 {
        let mut game = random_game(&ruleset, 3, seed, 4, |_, _, _, _| Ok(())).expect("it plays");
        let Some(seat) = game.next_decision().map(|decision| decision.seat()) else {
            continue;
        };
        let picks = picks_of(&game, seat, draw);
        assert!(picks.len() <= 1, "{picks:?}");
        let Some(pick) = picks.first() else { continue };
        let before = faces(&game.view(Viewer::Omniscient), pool);
        game.submit(seat, &Choice::pick(draw, [*pick]))
            .expect("it is offered");
        let mut gone = before.clone();
        for card in faces(&game.view(Viewer::Omniscient), pool) {
            let at = gone
                .iter()
                .position(|other| *other == card)
                .expect("one that lay there");
            gone.remove(at);
        }
        let several = before
            .iter()
            .filter(|card| card.index() < 2)
            .collect::<BTreeSet<_>>()
            .len()
            == 2;
        assert!(gone.len() == 1 && gone[0].index() < 2, "{gone:?} is of level 1");
        if several {
            offered += 1;
            taken.insert(gone[0]);
        }
    }
    assert!(offered > 5 && taken.len() == 2, "{taken:?} of {offered}");
}

#[test]
fn a_blind_pick_does_not_go_by_backs_that_its_seat_sees() {
    let blind = BACKS.replace(
        "pick: { what: \"card\", from: \"others\", zone: \"hand\" }",
        "pick: { what: \"card\", from: \"self\", zone: \"hand\", blind: true }",
    );
    assert_ne!(blind, BACKS);
    let ruleset = parsed(&blind);
    let steal = ruleset.action("play", "steal").expect("an action");
    for seed in 0..20 {
        let game = random_game(&ruleset, 3, seed, 25, |_, _, _, _| Ok(())).expect("it plays");
        if let Some(seat) = game.next_decision().map(|decision| decision.seat()) {
            assert_eq!(picks_of(&game, seat, steal), []);
        }
    }
}

/// Answers are places among the cards that are handed over, which lie as they will be drawn.
#[test]
fn a_question_does_not_tell_where_backs_lie() {
    let place =
        "\"set($globals.kept, $action.world_pick)\", \"place_card($action.world_pick, $player.hand)\"";
    assert!(BACKS.contains(place));
    let asking = |condition: &str| {
        let ask = format!("\"place_card(prompt_cards(pool, 1, 1, 'Which?', {condition}), $player.hand)\"");
        BACKS.replace(place, &ask)
    };
    let ruleset = parsed(&asking("picked => all(picked, card => card.level == 2)"));
    let refused = (0..20).filter(|seed| {
        let played = random_game(&ruleset, 3, *seed, 4, |game, seat, _, _| {
            let offers = game
                .decision(seat)
                .map(|decision| decision.offers())
                .unwrap_or_default();
            let is_asked = |offered: &Offered| matches!(offered, Offered::Items { .. });
            assert!(!offers.iter().any(is_asked), "{offers:?}");
            Ok(())
        });
        played.is_err_and(|why| why.contains("depends on a card that the seat cannot see"))
    });
    assert!(refused.count() > 0);
}
