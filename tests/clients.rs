//! What a client does with a game: it keeps a replica, and picks step by step.

use crate::support;
use cardable_core::decision::{Labelled, Offered, PickOffered};
use cardable_core::ids::ZoneId;
use cardable_core::info::{ActionKind, PickWhat};
use cardable_core::replica::{CardKey, OutOfStep};
use cardable_core::testing::random_game;
use cardable_core::view::CardSeen;
use cardable_core::{
    Choice, Decision, Game, Match, Pick, Replica, RulesetInfo, Seat, Seed, Setup, ViewEvent, Viewer,
};
use std::collections::BTreeSet;

#[test]
fn a_replica_stays_what_a_new_view_would_be() {
    for (name, _) in support::games() {
        let ruleset = support::load(&name);
        let seats = *ruleset.seats().start();
        for viewer in [Viewer::Seat(Seat(0)), Viewer::Spectator] {
            let mut replica: Option<Replica> = None;
            random_game(&ruleset, seats, 9, 300, |game, seat, choice, _| {
                let kept = replica.get_or_insert_with(|| Replica::new(game.view(viewer)));
                assert_eq!(*kept.view(), game.view(viewer), "{name}");
                let mut after = game.clone();
                after.submit(seat, choice).map_err(|e| e.to_string())?;
                kept.apply(&after.events(viewer)).map_err(|e| e.to_string())?;
                let mut keys: Vec<CardKey> = Vec::new();
                for zone in 0..kept.view().zones.len() {
                    let zone = ZoneId(zone as u16);
                    let cards = kept.view().zone(zone).map_or(0, |z| z.cards.len());
                    assert_eq!(kept.keys(zone).len(), cards, "{name}: a key for each card");
                    keys.extend_from_slice(kept.keys(zone));
                }
                let different: BTreeSet<u32> = keys.iter().map(|k| k.0).collect();
                assert_eq!(different.len(), keys.len(), "{name}: no key twice");
                Ok(())
            })
            .expect("a game without faults");
        }
    }
}

#[test]
fn a_card_that_moves_in_sight_keeps_its_key() {
    let ruleset = support::load("crazy-eights");
    let discard = ruleset.zone("discard").expect("a discard pile");
    let hand = ruleset.seat_zone("hand", Seat(0)).expect("a hand");
    let mut followed = 0;
    random_game(&ruleset, 2, 3, 60, |game, seat, choice, _| {
        let mut replica = Replica::new(game.view(Viewer::Seat(Seat(0))));
        if let (Seat(0), Choice::Act { picks, .. }) = (seat, choice)
            && let Some(Pick::Card { zone, index }) = picks.first()
            && *zone == hand
        {
            let key = replica.keys(hand)[*index as usize];
            let mut after = game.clone();
            after.submit(seat, choice).map_err(|e| e.to_string())?;
            let changes = replica
                .apply(&after.events(Viewer::Seat(Seat(0))))
                .map_err(|e| e.to_string())?;
            assert_eq!(replica.keys(discard).last(), Some(&key));
            let moved = changes.moved.first().ok_or("a card moved")?;
            assert_eq!((moved.key, moved.from.zone, moved.to.zone), (key, hand, discard));
            assert_eq!(moved.from.index, usize::from(*index));
            assert_eq!(moved.to.index + 1, replica.keys(discard).len());
            followed += 1;
        }
        Ok(())
    })
    .expect("a game without faults");
    assert!(followed > 3, "{followed} cards were played");
}

/// Events of a choice that is not the next one change nothing, and the view is taken anew.
#[test]
fn a_replica_that_missed_a_choice_says_so() {
    let ruleset = support::load("crazy-eights");
    let viewer = Viewer::Seat(Seat(0));
    let mut game = Game::new(&ruleset, &Setup::seats(2), Seed::from(5))
        .expect("a game")
        .with_events();
    let before = game.view(viewer);
    let mut replica = Replica::new(before.clone());
    for _ in 0..2 {
        let seat = game.next_decision().expect("somebody decides").seat();
        game.submit_nth(seat, 0).expect("it is legal");
    }
    let events = game.events(viewer);
    assert_eq!(replica.apply(&events), Err(OutOfStep::Missed { at: 0, to: 2 }));
    assert_eq!(*replica.view(), before);
    assert_eq!(replica.apply(&[ViewEvent::Rewound]), Err(OutOfStep::Rewound));
    let nowhere = ViewEvent::Shuffled { zone: ZoneId(0) };
    assert_eq!(
        replica.apply(&[nowhere]).map(|changes| changes.renewed),
        Ok(vec![ZoneId(0)])
    );
    let misfit = ViewEvent::Opened {
        zone: ZoneId(u16::MAX),
    };
    assert_eq!(replica.apply(&[misfit]), Err(OutOfStep::Misfit));
    assert_eq!(
        replica.apply(&[]),
        Err(OutOfStep::Misfit),
        "until there is a whole view"
    );
    replica.reset(game.view(viewer));
    assert!(replica.apply(&[]).is_ok());
}

/// The first deal, card by card: from the deck to the hands.
#[test]
fn the_first_deal_can_be_followed() {
    let ruleset = support::load("crazy-eights");
    let table = Match::new(&ruleset, &Setup::seats(2), Seed::from(5)).expect("a match");
    let viewer = Viewer::Seat(Seat(0));
    let before = table.opening_view(viewer).expect("the same setup");
    let hand = ruleset.seat_zone("hand", Seat(0)).expect("a hand");
    assert!(before.is_before_the_deal());
    assert!(before.zone(hand).expect("a hand").cards.is_empty());
    let mut replica = Replica::new(before);
    let dealt = replica.apply(&table.events(viewer)).expect("it leads on");
    assert_eq!(*replica.view(), table.game().view(viewer));
    let to_hand = dealt.moved.iter().filter(|moved| moved.to.zone == hand);
    assert_eq!(to_hand.count(), replica.keys(hand).len());
    assert!(!replica.view().is_before_the_deal());
}

/// Of every game: a decision that is kept and sent is the same afterwards, and tells the choices that the game
/// tells, each with a text that no choice of something else has.
#[test]
fn a_decision_can_be_kept_and_sent() {
    for (name, _) in support::games() {
        let ruleset = support::load(&name);
        random_game(
            &ruleset,
            *ruleset.seats().start(),
            12,
            120,
            |game, seat, choice, _| {
                let decision = game.decision(seat).ok_or("no decision")?;
                let kept = decision.to_decision();
                let sent = serde_json::to_string(&kept).map_err(|e| e.to_string())?;
                let read: Decision = serde_json::from_str(&sent).map_err(|e| e.to_string())?;
                assert_eq!(read, kept, "{name}");
                assert_eq!((kept.seat, kept.seq), (seat, game.seq()), "{name}");

                let is_ruled = kept.offers.iter().any(|offered| offered.count().is_none());
                let told: Vec<Labelled> = decision.labelled().take(200).collect();
                let choices: Vec<Choice> = decision.choices().take(200).collect();
                assert!(told.iter().map(|one| &one.choice).eq(&choices), "{name}");
                if !is_ruled {
                    let owned: Vec<Labelled> = kept.labelled().take(200).collect();
                    assert_eq!(owned, told, "{name}: what is kept tells the same");
                }
                for one in &told {
                    assert!(!one.text.is_empty(), "{name}: {:?} has no text", one.choice);
                    assert_eq!(kept.choice_text(&one.choice).as_ref(), Some(&one.text), "{name}");
                    assert_eq!(
                        decision.choice_text(&one.choice).as_ref(),
                        Some(&one.text),
                        "{name}"
                    );
                }
                if let Choice::Act { picks, .. } = choice {
                    let mut offers = kept.offers.iter();
                    let picked = offers
                        .find_map(|offered| offered.pick(picks.iter().copied()).filter(|c| c == choice));
                    assert_eq!(
                        picked.as_ref(),
                        Some(choice),
                        "{name}: what is offered leads to the choice"
                    );
                }
                let bare = kept.clone().without_names();
                assert!(bare.choice_text(choice).is_some(), "{name}");
                Ok(())
            },
        )
        .expect("a game without faults");
    }
    let is_send = |_: &(dyn Send + Sync + 'static)| ();
    let ruleset = support::load("crazy-eights");
    let game = Game::new(&ruleset, &Setup::seats(2), Seed::from(1)).expect("a game");
    let decision = game.next_decision().expect("somebody decides").to_decision();
    is_send(&decision);
    let texts: Vec<String> = decision.labelled().map(|one| one.text).collect();
    assert!(texts.iter().any(|text| text.contains(" of ")), "{texts:?}");
}

/// Whatever a decision from elsewhere says, nothing panics or hangs.
#[test]
fn a_decision_of_nonsense_is_harmless() {
    let pick = |min, max, texts: Vec<String>| Offered::Action {
        action: cardable_core::ids::ActionId(u16::MAX),
        label: "Play".into(),
        kind: ActionKind::HandPick,
        pick: Some(PickOffered {
            what: PickWhat::Card,
            min,
            max,
            ruled: false,
            ordered: false,
            candidates: vec![Pick::card(ZoneId(u16::MAX), u16::MAX); 3],
            texts,
        }),
    };
    let offers = [
        pick(0, u16::MAX, Vec::new()),
        pick(u16::MAX, 0, vec!["a".into(); 9]),
        Offered::Number {
            label: None,
            min: i64::MIN,
            max: i64::MAX,
        },
        Offered::Number {
            label: None,
            min: 3,
            max: 1,
        },
        Offered::Items {
            label: None,
            items: vec![String::new(); 70_000],
            min: 65_000,
            max: u16::MAX,
            ruled: false,
            ordered: false,
        },
    ];
    for offered in &offers {
        let n = offered.count().expect("no rule");
        for index in [0, 1, n / 2, n.saturating_sub(1), n, u64::MAX] {
            if let Some(choice) = offered.nth(index) {
                assert!(index < n);
                let _ = offered.choice_text(&choice);
            }
        }
        let _ = offered.pick([Pick::Option(u16::MAX), Pick::card(ZoneId(0), 0)]);
    }
}

#[test]
fn picking_step_by_step_leads_to_legal_choices() {
    for (name, _) in support::games() {
        let ruleset = support::load(&name);
        let seats = *ruleset.seats().start();
        let mut tried = 0;
        random_game(&ruleset, seats, 4, 200, |game, seat, choice, _| {
            let Choice::Act { action, picks } = choice else {
                return Ok(());
            };
            let decision = game.decision(seat).ok_or("no decision")?;
            let mut partial = Choice::act(*action);
            for pick in picks {
                let next = decision
                    .extend(&partial)
                    .ok_or("the beginning of a choice is none")?;
                assert!(
                    next.next.contains(pick),
                    "{name}: {pick:?} is not among {:?}",
                    next.next
                );
                if let Choice::Act { picks, .. } = &mut partial {
                    picks.push(*pick);
                }
                tried += 1;
            }
            let end = decision.extend(&partial).ok_or("a whole choice is none")?;
            assert!(end.complete, "{name}: a whole choice is not complete");
            assert!(decision.index_of(&partial).is_some(), "{name}: it is not listed");
            Ok(())
        })
        .expect("a game without faults");
        let picks = |kind| matches!(kind, ActionKind::HandPick | ActionKind::WorldPick);
        let has_picks = ruleset.actions().any(|(_, _, _, kind)| picks(kind));
        assert!(tried > 0 || !has_picks, "{name} has picks and none was tried");
    }
}

#[test]
fn a_choice_made_before_the_zone_changed_is_stale() {
    let ruleset = support::load("crazy-eights");
    let draw = ruleset.action("play", "draw").expect("a seat may draw");
    let mut stale = 0;
    random_game(&ruleset, 2, 6, 80, |game, seat, choice, _| {
        if *choice != Choice::act(draw) {
            return Ok(());
        }
        // The seat draws, and then plays a card it had picked before it drew.
        let seen = game.seq();
        let mut after = game.clone();
        after.submit(seat, choice).map_err(|e| e.to_string())?;
        let decision = after.decision(seat).ok_or("its turn goes on")?;
        let play = decision.nth(0).ok_or("something to do")?;
        if matches!(&play, Choice::Act { picks, .. } if !picks.is_empty()) {
            let why = after
                .clone()
                .submit_seen(seat, &play, seen)
                .expect_err("the hand has changed");
            assert_eq!(
                why,
                cardable_core::NotApplied::Refused(cardable_core::Refusal::Stale)
            );
            let now = after.seq();
            after.submit_seen(seat, &play, now).map_err(|e| e.to_string())?;
            stale += 1;
        }
        Ok(())
    })
    .expect("a game without faults");
    assert!(stale > 2, "{stale} choices were stale");
}

#[test]
fn the_first_choice_of_a_game_is_never_stale() {
    for (name, _) in support::games() {
        let ruleset = support::load(&name);
        let seats = *ruleset.seats().start();
        let game = Game::new(&ruleset, &Setup::seats(seats), Seed::from(4)).expect("a game begins");
        for decision in game.decisions() {
            let choice = decision.nth(0).expect("something to do");
            let done = game.clone().submit_seen(decision.seat(), &choice, game.seq());
            assert_eq!(done, Ok(()), "{name}");
        }
    }
}

#[test]
fn a_seat_without_time_does_something_legal() {
    for (name, _) in support::games() {
        let ruleset = support::load(&name);
        let seats = *ruleset.seats().start();
        let setup = cardable_core::Setup::seats(seats);
        let mut table = cardable_core::Match::new(&ruleset, &setup, 8.into()).expect("it begins");
        for _ in 0..200 {
            let Some(seat) = table.game().to_decide().lowest() else {
                break;
            };
            table.timeout(seat).unwrap_or_else(|e| panic!("{name}: {e}"));
        }
        let again = cardable_core::Match::replay(&ruleset, table.log()).expect("it can be replayed");
        assert_eq!(again.game().save(), table.game().save(), "{name}");
    }
}

/// What a table shows of a game's cards is what the game has, in the order of its rules.
#[test]
fn the_info_knows_the_cards_of_the_game_and_how_a_hand_lies() {
    let cases = [
        // The value of its card set, where the ruleset says nothing: an ace is low.
        (
            "rummy",
            "Clubs",
            "Ace Two Three Four Five Six Seven Eight Nine Ten Jack Queen King",
        ),
        // The attribute that it sorts hands by.
        ("euchre", "Clubs", "Nine Ten Jack Queen King Ace"),
        ("durak", "Hearts", "Six Seven Eight Nine Ten Jack Queen King Ace"),
        // The values of its cards, and the order of its deck.
        ("hearts", "hearts", "2 3 4 5 6 7 8 9 10 J Q K A"),
        ("kitchen-rummy", "Spades", "A 2 3 4 5 6 7 8 9 10 J Q K"),
    ];
    for (name, suit, expected) in cases {
        let mut cards = support::load(name).info().cards;
        let mut places: Vec<u16> = cards.iter().map(|card| card.place).collect();
        places.sort_unstable();
        assert!(places.iter().copied().eq(0..cards.len() as u16), "{name}");
        cards.sort_by_key(|card| card.place);
        let of_suit = cards.iter().filter(|card| card.suit.as_deref() == Some(suit));
        let hand: Vec<&str> = of_suit
            .filter(|card| !card.unused)
            .map(|card| card.rank.as_deref().unwrap_or(&card.name))
            .collect();
        assert_eq!(hand.join(" "), expected, "{name}");
    }
    let info = support::load("kitchen-rummy").info();
    let last = info.cards.iter().max_by_key(|card| card.place).expect("cards");
    assert_eq!(last.name, "Joker", "what its deck puts behind all others");
}

#[test]
fn the_info_names_everything_that_views_and_events_number() {
    for (name, _) in support::games() {
        let rules = support::load(&name);
        let info = rules.info();
        let text = serde_json::to_string(&info).expect("an info is JSON");
        let again: RulesetInfo = serde_json::from_str(&text).expect("it can be read again");
        assert_eq!(again, info, "{name}");

        let seats = *rules.seats().start();
        let game = Game::new(&rules, &Setup::seats(seats), Seed::from(1)).expect("a game begins");
        let view = game.view(Viewer::Spectator);
        let zones = info.shared_zones.len() + game.seating().count() * info.seat_zones.len();
        assert_eq!(view.zones.len(), zones, "{name}");
        assert_eq!(view.globals.len(), info.globals.len(), "{name}");
        assert!(
            view.seat_data
                .iter()
                .all(|data| data.len() == info.seat_data.len()),
            "{name}"
        );
        let faces = view.zones.iter().flat_map(|zone| &zone.cards);
        for card in faces {
            if let CardSeen::Face(card) = card {
                assert!(!info.cards[card.index()].label.is_empty(), "{name}");
            }
        }
    }
}
