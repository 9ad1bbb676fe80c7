//! Rooms that are debugged: their owners alone learn what is hidden, what they change is told and kept, and nobody debugs any
//! other room.

use crate::support::{TestHost, begin, catch_up, come_back, see};
use cardable_core::RulesetInfo;
use cardable_core::ids::{ActionId, CardTypeId, ZoneId};
use cardable_core::{Seat, View};
use cardable_net::client::Client;
use cardable_net::config::Config;
use cardable_net::protocol::{
    Call, Code, Debugged, Done, Message, Phase, Refused, RoomId, Told, WhyTold, ZoneTold,
};
use cardable_net::store::{MemoryLog, RoomLog};
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;

/// A game with hidden cards, data and conditions.
const RULESET: &str = "crazy-eights";

fn allowed(config: &mut Config) {
    config.rooms.debug = true;
}

/// Asks while debugging. Whoever asks too often waits.
async fn debug(client: &mut Client, call: Value) -> Result<Debugged, Refused> {
    loop {
        let call = Call::Debug(serde_json::from_value(call.clone()).expect("a call"));
        match client.call(call).await {
            Ok(Done::Debugged(debugged)) => return Ok(debugged),
            Ok(other) => panic!("{other:?} is no answer to that"),
            Err(error) => match error.refused() {
                Some(refused) if refused.code == Code::Full && refused.reason.contains("five a second") => {
                    tokio::time::sleep(Duration::from_millis(100)).await;
                }
                Some(refused) => return Err(refused.clone()),
                None => panic!("{error}"),
            },
        }
    }
}

async fn done(client: &mut Client, call: Value) {
    let debugged = debug(client, call.clone()).await;
    assert_eq!(debugged, Ok(Debugged::Done {}), "{call}");
}

async fn refused(client: &mut Client, call: Value) -> (Code, String) {
    let refused = debug(client, call.clone()).await.expect_err("it is refused");
    (refused.code, refused.reason)
}

/// All data by name and seat, and all cards.
type State = (Vec<(String, Option<Seat>, String)>, Vec<ZoneTold>);

async fn state(client: &mut Client) -> State {
    match debug(client, json!({ "state": {} })).await {
        Ok(Debugged::State { data, zones, .. }) => {
            let data = data
                .into_iter()
                .map(|datum| (datum.name, datum.seat, datum.value));
            (data.collect(), zones)
        }
        other => panic!("{other:?}"),
    }
}

fn datum<'s>(state: &'s State, name: &str) -> &'s str {
    let found = state.0.iter().find(|(called, ..)| called == name);
    &found.expect("there is such data").2
}

fn cards(state: &State, zone: ZoneId) -> &[CardTypeId] {
    let found = state.1.iter().find(|told| told.zone == zone);
    &found.expect("there is such a zone").cards
}

/// What expressions come to.
async fn value(client: &mut Client, expression: &str, seat: Option<u8>) -> String {
    match debug(
        client,
        json!({ "evaluate": { "expression": expression, "seat": seat } }),
    )
    .await
    {
        Ok(Debugged::Value { text, unseen: false }) => text,
        Ok(Debugged::Value { unseen: true, .. }) => "unknown".to_owned(),
        other => panic!("{expression}: {other:?}"),
    }
}

async fn why(client: &mut Client, seat: u8, action: ActionId, card: Option<CardTypeId>) -> WhyTold {
    match debug(
        client,
        json!({ "why": { "seat": seat, "action": action, "card": card } }),
    )
    .await
    {
        Ok(Debugged::Why(why)) => *why,
        other => panic!("{other:?}"),
    }
}

/// Two at a table that Ada may debug.
async fn two_at_a_debugged_table<L: RoomLog>(host: &TestHost<L>) -> (Client, Client) {
    let mut ada = host.client("Ada").await;
    assert!(ada.welcome().debug);
    let room = ada
        .create(RULESET, |create| {
            create.settings.seats = Some(2);
            create.settings.debug = true;
        })
        .await
        .expect("a room");
    let mut ben = host.client("Ben").await;
    ben.join(&room, None).await.expect("a seat");
    begin(&mut ada, &mut [&mut ben]).await;
    (ada, ben)
}

async fn info(client: &mut Client) -> RulesetInfo {
    let ruleset = client.table().room().expect("a room").hash.clone();
    match client.call(Call::Table { ruleset }).await {
        Ok(Done::Table(info)) => *info,
        other => panic!("{other:?}"),
    }
}

fn action(info: &RulesetInfo, name: &str) -> ActionId {
    let at = info.actions.iter().position(|action| action.name == name);
    ActionId(at.expect("an action") as u16)
}

fn shared_zone(info: &RulesetInfo, name: &str) -> ZoneId {
    let at = info.shared_zones.iter().position(|zone| zone.name == name);
    ZoneId(at.expect("a zone") as u16)
}

fn hand(info: &RulesetInfo, seat: u16) -> ZoneId {
    let at = info.seat_zones.iter().position(|zone| zone.name == "hand");
    let (shared, each) = (info.shared_zones.len() as u16, info.seat_zones.len() as u16);
    ZoneId(shared + seat * each + at.expect("a hand") as u16)
}

fn view(client: &Client) -> &View {
    client.table().view().expect("a table")
}

/// What a client was told of since it was asked last, as text.
async fn told(client: &mut Client) -> Vec<String> {
    catch_up(client).await;
    let mut told = Vec::new();
    while let Some(message) = client.received() {
        told.push(serde_json::to_string(&message).expect("JSON"));
    }
    told
}

/// Every kind of request.
fn requests() -> Vec<Value> {
    vec![
        json!({ "state": {} }),
        json!({ "why": { "seat": 0, "action": 1 } }),
        json!({ "why": { "seat": 0, "action": 1, "card": 3 } }),
        json!({ "evaluate": { "expression": "cards_in(stock)" } }),
        json!({ "evaluate": { "expression": "this is no expression", "seat": 1 } }),
        json!({ "set": { "item": { "global": 0 }, "value": "'Hearts'" } }),
        json!({ "move": { "card": 0, "from": 0, "to": 1 } }),
        json!({ "back": { "count": 1 } }),
        json!({ "step": {} }),
        json!({ "wait": { "wait": true } }),
    ]
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_debugs_a_room_that_was_not_made_for_it() {
    let host = TestHost::with(allowed).await;
    let (mut ada, mut ben) = crate::support::two_at_a_table(&host, RULESET).await;
    let room = ada.seated().expect("a seat").room.clone();
    let mut eve = host.client("Eve").await;
    eve.spectate(&room, None).await.expect("she may watch");
    see(&mut eve).await;
    for client in [&mut ada, &mut ben, &mut eve] {
        told(client).await;
    }
    let before = view(&ben).clone();
    for call in requests() {
        for client in [&mut ada, &mut ben, &mut eve] {
            // The same words whatever is asked, and whatever the cards are.
            let reason = "this room was not made to be debugged".to_owned();
            assert_eq!(refused(client, call.clone()).await, (Code::NoDebugging, reason));
        }
    }
    // Nobody is told of it, and nothing has changed.
    for client in [&mut ada, &mut ben, &mut eve] {
        let mut told = told(client).await;
        // That the game has begun may be told late.
        told.retain(|message| !message.starts_with("{\"room\":"));
        assert_eq!(told, Vec::<String>::new());
        assert!(!client.table().room().expect("a room").settings.debug);
    }
    assert_eq!(*view(&ben), before);
    host.stopped().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_host_that_does_not_allow_it_debugs_no_room() {
    let host = TestHost::with(allowed).await;
    let (ada, _) = two_at_a_debugged_table(&host).await;
    let log = host.stopped().await;
    let host = TestHost::on(log, |_| {}).await;
    let mut ada = come_back(&host.url(), &ada).await;
    assert!(!ada.welcome().debug);
    // It is still told that cards may have been seen.
    assert!(ada.table().room().expect("a room").settings.debug);
    for call in requests() {
        let reason = "this host does not allow games to be debugged".to_owned();
        assert_eq!(refused(&mut ada, call).await, (Code::NoDebugging, reason));
    }
    let mut ben = host.client("Ben").await;
    let error = ben.create(RULESET, |create| create.settings.debug = true).await;
    let error = error.expect_err("there are no such rooms");
    assert_eq!(error.refused().map(|refused| refused.code), Some(Code::Settings));
    host.stopped().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn only_the_owner_debugs_and_everybody_is_told_of_it() {
    let host = TestHost::with(allowed).await;
    let (mut ada, mut ben) = two_at_a_debugged_table(&host).await;
    let room = ada.seated().expect("a seat").room.clone();
    let mut eve = host.client("Eve").await;
    let Ok(Done::Rooms { rooms }) = eve.call(Call::Rooms { watch: false }).await else {
        panic!("the list");
    };
    assert!(
        rooms.iter().any(|entry| entry.room == room && entry.debug),
        "{rooms:?}"
    );
    eve.spectate(&room, None).await.expect("she may watch");
    see(&mut eve).await;
    for client in [&mut ada, &mut ben, &mut eve] {
        while client.table().room().is_none_or(|room| room.watching == 0) {
            client.next().await.expect("the line holds");
        }
        told(client).await;
        assert!(client.table().room().expect("a room").settings.debug);
    }
    for call in requests() {
        assert_eq!(refused(&mut ben, call.clone()).await.0, Code::NotOwner, "{call}");
        assert_eq!(refused(&mut eve, call.clone()).await.0, Code::NotSeated, "{call}");
    }
    // The owner sees every card, and nobody else is told of what she asks.
    let all = state(&mut ada).await;
    assert_eq!(all.1.iter().map(|zone| zone.cards.len()).sum::<usize>(), 52);
    let info = info(&mut ada).await;
    value(&mut ada, "cards_in(stock)", None).await;
    why(&mut ada, 1, action(&info, "draw"), None).await;
    for client in [&mut ben, &mut eve] {
        assert_eq!(told(client).await, Vec::<String>::new());
    }
    // Another owner may instead.
    ada.call(Call::HandOver { seat: Seat(1) })
        .await
        .expect("it is his");
    assert_eq!(refused(&mut ada, json!({ "state": {} })).await.0, Code::NotOwner);
    assert_eq!(state(&mut ben).await, all);
    host.stopped().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn conditions_are_told_part_by_part() {
    let host = TestHost::with(allowed).await;
    let (mut ada, _ben) = two_at_a_debugged_table(&host).await;
    let info = info(&mut ada).await;
    let all = state(&mut ada).await;
    let suit = datum(&all, "$globals.suit").to_owned();
    let play = action(&info, "play");
    // Her cards, of which some can be played.
    let open = why(&mut ada, 0, play, None).await;
    assert_eq!(open.candidates.len(), 5);
    for card in cards(&all, hand(&info, 0)) {
        let why = why(&mut ada, 0, play, Some(*card)).await;
        let [candidate] = &why.candidates[..] else {
            panic!("one of them: {why:?}");
        };
        let parts = &candidate.legal.parts;
        assert_eq!(parts.len(), 3);
        assert_eq!(parts[2].text, "$card.suit == $globals.suit");
        let told: Vec<&Told> = parts[2].values.iter().map(|value| &value.told).collect();
        assert_eq!(told[1], &Told::Value(suit.clone()));
        let holds = parts.iter().any(|part| part.told == Told::True);
        let is = |truth| if truth { Told::True } else { Told::False };
        assert_eq!(candidate.legal.told, is(holds));
        assert_eq!(parts[2].told, is(told[0] == told[1]));
        assert_eq!(why.is_offered, holds);
    }
    // Ben is not on turn, and the card of another cannot be picked.
    let his = why(&mut ada, 1, play, None).await;
    assert!(!his.is_offered);
    assert_eq!(
        his.reason.as_deref(),
        Some("it is not for the seat to choose now")
    );
    let foreign = cards(&all, hand(&info, 1))[0];
    assert!(why(&mut ada, 0, play, Some(foreign)).await.is_elsewhere);
    // The condition of a button.
    let draw = why(&mut ada, 0, action(&info, "draw"), None).await;
    let condition = draw.condition.expect("it has one");
    assert!(draw.is_offered && condition.told == Told::True && condition.parts.len() == 2);
    // What is no question about this game.
    for (call, code) in [
        (json!({ "why": { "seat": 7, "action": play } }), Code::WrongSeat),
        (json!({ "why": { "seat": 0, "action": 9999 } }), Code::NotNow),
        (
            json!({ "why": { "seat": 0, "action": play, "card": 9999 } }),
            Code::NotNow,
        ),
        (
            json!({ "why": { "seat": 0, "action": action(&info, "deal cards") } }),
            Code::NotNow,
        ),
    ] {
        assert_eq!(refused(&mut ada, call.clone()).await.0, code, "{call}");
    }
    host.stopped().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn expressions_are_worked_out_within_bounds() {
    let host = TestHost::with(allowed).await;
    let (mut ada, _ben) = two_at_a_debugged_table(&host).await;
    let all = state(&mut ada).await;
    let info = info(&mut ada).await;
    let stock = cards(&all, shared_zone(&info, "stock")).len();
    assert_eq!(
        value(&mut ada, "count_cards(stock)", None).await,
        stock.to_string()
    );
    let top = "top_card(stock).rank == 'Ace' || top_card(stock).rank != 'Ace'";
    assert_eq!(value(&mut ada, top, None).await, "true");
    assert_eq!(value(&mut ada, "count_cards($player.hand)", Some(1)).await, "5");
    let many = (0..9).fold("1".to_owned(), |inner, n| {
        format!("count(cards_in(stock), c{n} => {inner} > 0)")
    });
    // What a seat never sees it cannot ask for.
    let hidden = json!({ "evaluate": { "expression": "top_card(stock).rank", "seat": 0 } });
    let (code, reason) = refused(&mut ada, hidden).await;
    assert_eq!(code, Code::Expression);
    assert!(reason.contains("which the seat may not see"), "{reason}");
    for (expression, said) in [
        ("", "write an expression"),
        ("count_cards(stok)", "`stock`"),
        ("end_game()", "acts and has no value"),
        ("1 / (count_cards(stock) - 41)", "it has no value"),
        (&*many, ""),
        (&*"1 + ".repeat(600), "at most 2000 bytes"),
        (&*format!("{}1{}", "(".repeat(900), ")".repeat(900)), ""),
    ] {
        let call = json!({ "evaluate": { "expression": expression } });
        let (code, reason) = refused(&mut ada, call).await;
        assert_eq!(code, Code::Expression, "{expression}: {reason}");
        assert!(reason.contains(said), "{expression}: {reason}");
        assert!(reason.chars().count() < 500, "{reason}");
    }
    host.stopped().await;
}

/// Edits, choices and steps back, and the game as it is told afterwards.
async fn edited<L: RoomLog>(host: &TestHost<L>) -> (Client, Client, RulesetInfo) {
    let (mut ada, mut ben) = two_at_a_debugged_table(host).await;
    let info = info(&mut ada).await;
    told(&mut ben).await;
    let begun = state(&mut ada).await;
    let suit = |state: &State| datum(state, "$globals.suit").to_owned();
    let other = if suit(&begun) == "'Hearts'" {
        "'Spades'"
    } else {
        "'Hearts'"
    };
    done(
        &mut ada,
        json!({ "set": { "item": { "global": 0 }, "value": other } }),
    )
    .await;
    // Everybody is told the whole table, and that it was edited.
    let views: Vec<Value> = told(&mut ben)
        .await
        .iter()
        .filter_map(|text| {
            serde_json::from_str::<Value>(text)
                .expect("JSON")
                .get("view")
                .cloned()
        })
        .collect();
    assert_eq!(views.len(), 1);
    assert_eq!(views[0]["edited"], true);
    let set = state(&mut ada).await;
    assert_eq!((suit(&set), &set.1), (other.to_owned(), &begun.1));
    // The top of the stock goes to her hand.
    let (stock, hand) = (shared_zone(&info, "stock"), hand(&info, 0));
    let card = cards(&set, stock)[0];
    done(
        &mut ada,
        json!({ "move": { "card": card, "from": stock, "to": hand } }),
    )
    .await;
    let moved = state(&mut ada).await;
    assert_eq!(cards(&moved, stock), &cards(&set, stock)[1..]);
    assert!(cards(&moved, hand).contains(&card));
    assert_eq!(view(&ada).zones[usize::from(hand.0)].cards.len(), 6);
    // Choices go on from there, and are taken back as the changes are.
    let draw = json!({ "act": { "action": action(&info, "draw") } });
    ada.choose(serde_json::from_value(draw).expect("a choice"))
        .await
        .expect("she may draw");
    assert_eq!(cards(&state(&mut ada).await, hand).len(), 7);
    done(&mut ada, json!({ "back": { "count": 1 } })).await;
    assert_eq!(state(&mut ada).await, moved);
    done(&mut ada, json!({ "back": { "count": 1 } })).await;
    assert_eq!(state(&mut ada).await, set);
    done(&mut ada, json!({ "back": { "count": 7 } })).await;
    assert_eq!(state(&mut ada).await, begun);
    let nothing = refused(&mut ada, json!({ "back": { "count": 1 } })).await;
    assert_eq!(
        nothing,
        (Code::NotNow, "there is nothing to take back".to_owned())
    );
    // And once more, to stay.
    done(
        &mut ada,
        json!({ "set": { "item": { "global": 0 }, "value": other } }),
    )
    .await;
    done(
        &mut ada,
        json!({ "move": { "card": card, "from": stock, "to": hand } }),
    )
    .await;
    assert_eq!(state(&mut ada).await, moved);
    catch_up(&mut ben).await;
    (ada, ben, info)
}

#[tokio::test(flavor = "multi_thread")]
async fn what_cannot_be_is_not_edited() {
    let host = TestHost::with(allowed).await;
    let (mut ada, mut ben) = two_at_a_debugged_table(&host).await;
    let info = info(&mut ada).await;
    let before = state(&mut ada).await;
    told(&mut ben).await;
    let (stock, discard) = (shared_zone(&info, "stock"), shared_zone(&info, "discard"));
    let elsewhere = cards(&before, hand(&info, 1))[0];
    for (call, code, said) in [
        (
            json!({ "set": { "item": { "global": 0 }, "value": "3" } }),
            Code::NotNow,
            "wrong type",
        ),
        (
            json!({ "set": { "item": { "global": 99 }, "value": "3" } }),
            Code::NotNow,
            "worked out",
        ),
        (
            json!({ "set": { "item": { "seat": [9, 0] }, "value": "3" } }),
            Code::NotNow,
            "worked out",
        ),
        (
            json!({ "set": { "item": { "global": 0 }, "value": "nonsense(" } }),
            Code::Expression,
            "",
        ),
        (
            json!({ "set": { "item": { "global": 0 }, "value": "top_card(stock).suit", "seat": 0 } }),
            Code::Expression,
            "",
        ),
        (
            json!({ "move": { "card": elsewhere, "from": stock, "to": discard } }),
            Code::NotNow,
            "does not lie there",
        ),
        (
            json!({ "move": { "card": cards(&before, stock)[0], "from": stock, "to": 999 } }),
            Code::NotNow,
            "",
        ),
    ] {
        let (had, reason) = refused(&mut ada, call.clone()).await;
        assert_eq!(had, code, "{call}: {reason}");
        assert!(reason.contains(said), "{call}: {reason}");
    }
    assert_eq!(state(&mut ada).await, before);
    assert_eq!(told(&mut ben).await, Vec::<String>::new());
    host.stopped().await;
}

/// Edits are there after a restart, also where snapshots are kept, and the game goes on to its end.
async fn survives(snapshot: u64) {
    let set = move |config: &mut Config| {
        config.rooms.debug = true;
        config.rooms.snapshot = snapshot;
    };
    let host = TestHost::on(Arc::<MemoryLog>::default(), set).await;
    let (mut ada, mut ben, _) = edited(&host).await;
    let mut rng = crate::seeded::generator(11);
    // Some choices after the edits, so that a snapshot may be kept of what they led to.
    for _ in 0..4 {
        for client in [&mut ada, &mut ben] {
            catch_up(client).await;
            if let Some(choice) = client.choice_at_random(&mut rng).await.expect("the line holds") {
                client.choose(choice).await.expect("it may be chosen");
            }
        }
    }
    for client in [&mut ada, &mut ben] {
        catch_up(client).await;
    }
    let before = (state(&mut ada).await, view(&ada).clone(), view(&ben).clone());
    let (had, told) = (ada.table().seq(), ada.table().decision().cloned());
    let log = host.stopped().await;
    let host = TestHost::on(log, set).await;
    let mut ada = come_back(&host.url(), &ada).await;
    let mut ben = come_back(&host.url(), &ben).await;
    let after = (state(&mut ada).await, view(&ada).clone(), view(&ben).clone());
    assert_eq!(after, before, "{snapshot}");
    assert_eq!((ada.table().seq(), ada.table().decision().cloned()), (had, told));
    // Whoever comes back with what he has seen before the restart gets the whole table.
    while !(ada.is_over() && ben.is_over()) {
        for client in [&mut ada, &mut ben] {
            catch_up(client).await;
            while client.received().is_some() {}
            if let Some(choice) = client.choice_at_random(&mut rng).await.expect("the line holds") {
                client.choose(choice).await.expect("it may be chosen");
            }
        }
    }
    // No log leads to it, and it is told from the last change on.
    let record = ada.call(Call::Record {}).await.expect_err("there is none");
    assert_eq!(record.refused().map(|refused| refused.code), Some(Code::NotNow));
    let replay = ada.replay().await.expect("from the last change");
    assert_eq!(replay.began.view.seq, 0);
    let mut replica = cardable_core::Replica::new(replay.began.view);
    for happened in replay.happened {
        replica.apply(&happened.events).expect("events that lead on");
    }
    assert_eq!(replica.view().zones, view(&ada).zones);
    host.stopped().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn edits_are_kept_with_the_game() {
    survives(0).await;
    survives(2).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_person_takes_a_choice_back_after_an_edit() {
    let host = TestHost::with(allowed).await;
    let mut ada = host.client("Ada").await;
    ada.create(RULESET, |create| {
        create.settings.seats = Some(2);
        create.settings.debug = true;
        create.bots = 1;
    })
    .await
    .expect("a room");
    begin(&mut ada, &mut []).await;
    let info = info(&mut ada).await;
    done(
        &mut ada,
        json!({ "set": { "item": { "global": 1 }, "value": "2" } }),
    )
    .await;
    let before = state(&mut ada).await;
    let draw = json!({ "act": { "action": action(&info, "draw") } });
    ada.choose(serde_json::from_value(draw).expect("a choice"))
        .await
        .expect("she may draw");
    assert_eq!(datum(&state(&mut ada).await, "$globals.left"), "1");
    ada.call(Call::AskUndo {})
        .await
        .expect("nobody else has to agree");
    assert_eq!(state(&mut ada).await, before);
    // Before the change nobody has chosen anything.
    let nothing = ada.call(Call::AskUndo {}).await.expect_err("there is nothing");
    assert_eq!(nothing.refused().map(|refused| refused.code), Some(Code::NotNow));
    host.stopped().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn bots_wait_and_choose_step_by_step() {
    let host = TestHost::with(allowed).await;
    let mut ada = host.client("Ada").await;
    let room: RoomId = ada
        .create(RULESET, |create| {
            create.settings.seats = Some(3);
            create.settings.debug = true;
            create.settings.clocks.decision = Some(1);
            create.bots = 2;
        })
        .await
        .expect("a room");
    begin(&mut ada, &mut []).await;
    let mut eve = host.client("Eve").await;
    eve.spectate(&room, None).await.expect("she may watch");
    see(&mut eve).await;
    done(&mut ada, json!({ "wait": { "wait": true } })).await;
    told(&mut eve).await;
    assert!(eve.table().room().expect("a room").bots_wait);
    // A bot chooses for her, as long as no other bot is to decide.
    let mut by = Vec::new();
    let stood = view(&ada).seq;
    for _ in 0..12 {
        match debug(&mut ada, json!({ "step": {} })).await {
            Ok(Debugged::Stepped { seat, lines }) => {
                assert!(!lines.is_empty());
                by.push(seat);
            }
            other => panic!("{other:?}"),
        }
        // Nobody goes on without being asked: neither bots, nor clocks that have run for a second.
        let here = view(&ada).seq;
        for _ in 0..3 {
            state(&mut ada).await;
            assert_eq!(view(&ada).seq, here);
        }
    }
    assert_eq!(view(&ada).seq, stood + 12);
    for seat in 0..3 {
        assert!(by.contains(&Seat(seat)), "{by:?}");
    }
    // Back takes what bots chose back, and they wait.
    done(&mut ada, json!({ "back": { "count": 5 } })).await;
    assert_eq!(view(&ada).seq, stood + 7);
    state(&mut ada).await;
    assert_eq!(view(&ada).seq, stood + 7);
    // Let go, they play on.
    done(&mut ada, json!({ "wait": { "wait": false } })).await;
    let mut rng = crate::seeded::generator(2);
    while !ada.is_over() {
        assert_eq!(ada.table().room().expect("a room").phase, Phase::Playing);
        match ada.choice_at_random(&mut rng).await.expect("the line holds") {
            // Her clock may have chosen for her meanwhile.
            Some(choice) => drop(ada.choose(choice).await),
            None => drop(ada.next().await.expect("the line holds")),
        }
    }
    for call in [json!({ "step": {} }), json!({ "back": { "count": 1 } })] {
        assert_eq!(refused(&mut ada, call).await.0, Code::NotNow);
    }
    // What is over can still be looked at.
    let (_, zones) = state(&mut ada).await;
    assert_eq!(zones.iter().map(|zone| zone.cards.len()).sum::<usize>(), 52);
    host.stopped().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_that_knows_nothing_of_it_plays_on() {
    let host = TestHost::with(allowed).await;
    let (mut ada, mut ben) = two_at_a_debugged_table(&host).await;
    done(
        &mut ada,
        json!({ "set": { "item": { "global": 1 }, "value": "1" } }),
    )
    .await;
    catch_up(&mut ben).await;
    // All that a client reads of it is a whole view, with keys that it may leave unread.
    let view = std::iter::from_fn(|| ben.received()).find(|told| matches!(told, Message::View(_)));
    let mut view = serde_json::to_value(view.expect("it is told")).expect("JSON");
    let keys = view["view"].as_object_mut().expect("an object");
    assert_eq!(keys.remove("edited"), Some(json!(true)));
    serde_json::from_value::<Message>(view).expect("a view as it ever was");
    host.stopped().await;
}
