//! What is touched instead of chosen: it means a choice, and is told as that choice is.

use crate::support::{TestHost, catch_up, see};
use cardable_core::interact::Interaction;
use cardable_core::{Choice, Pick, Seat};
use cardable_net::client::Client;
use cardable_net::protocol::{Code, Message, Resume};
use cardable_net::store::{Append, RoomId, RoomLog as _};
use rand::rngs::StdRng;
use rand::seq::IndexedRandom as _;
use serde_json::json;
use std::collections::BTreeSet;

/// A game of which every action is a template, of all kinds of touches.
const RULESET: &str = "thirty-one";

/// So many touches are compared, and at most so many games for them.
const TOUCHES: usize = 24;
const GAMES: usize = 12;

/// The clients of a room: its seats, and somebody who watches.
async fn clients(host: &TestHost, room: RoomId, seats: &[Resume]) -> Vec<Client> {
    let mut clients = Vec::new();
    for seat in seats {
        let resume = Resume {
            room: cardable_net::protocol::RoomId(room.to_string()),
            ..seat.clone()
        };
        clients.push(Client::resume(&host.url(), "back", resume).await.expect("a seat"));
    }
    let mut eve = host.client("Eve").await;
    eve.spectate(&cardable_net::protocol::RoomId(room.to_string()), None)
        .await
        .expect("she may watch");
    clients.push(eve);
    for client in &mut clients {
        see(client).await;
        told(client).await;
    }
    clients
}

/// What a client has been told of the game since it was asked last.
async fn told(client: &mut Client) -> Vec<Message> {
    catch_up(client).await;
    let mut told = Vec::new();
    while let Some(message) = client.received() {
        if matches!(message, Message::Events(_) | Message::View(_)) {
            told.push(message);
        }
    }
    told
}

/// A game that has begun, twice in one store: what is dealt, and who sits there, is the same.
async fn the_same_game_twice() -> (TestHost, [RoomId; 2], Vec<Resume>) {
    let host = TestHost::start().await;
    let (ada, ben) = crate::support::two_at_a_table(&host, RULESET).await;
    let seats = [ada, ben]
        .map(|client| crate::clients::token_only(&client))
        .to_vec();
    let room: RoomId = seats[0].room.0.parse().expect("a room");
    let log = host.stopped().await;
    let (epoch, claimed) = log.claim().await.expect("the rooms");
    let other = RoomId(room.0 ^ 1);
    let about = claimed.into_iter().find(|claimed| claimed.room == room);
    log.create(other, epoch, about.expect("it is there").about)
        .await
        .expect("a room");
    let append = Append {
        room: other,
        epoch,
        at: 0,
        records: log.read(room, 0).await.expect("its log"),
        about: None,
    };
    log.append(append).await.expect("the same log");
    (TestHost::on(log, |_| {}).await, [room, other], seats)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_touch_is_told_as_the_choice_that_it_means() {
    let mut rng = crate::seeded::generator(3);
    let (mut kinds, mut touches) = (BTreeSet::new(), 0);
    // A game may be over soon: it is its deal that says which kinds of touches are met.
    for _ in 0..GAMES {
        touches += compare_a_game(&mut rng, &mut kinds).await;
        if kinds.len() == 3 && touches >= TOUCHES {
            return;
        }
    }
    panic!("taps, drags and messages: {touches} touches, {kinds:?}");
}

/// Plays a game by touches, and the same game beside it by choices. Gives how many there were.
async fn compare_a_game(rng: &mut StdRng, kinds: &mut BTreeSet<Option<String>>) -> usize {
    let (host, rooms, seats) = the_same_game_twice().await;
    let mut touching = clients(&host, rooms[0], &seats).await;
    let mut choosing = clients(&host, rooms[1], &seats).await;
    let mut touches = 0;
    while touches < TOUCHES {
        let Some(at) = touching
            .iter()
            .position(|client| client.table().decision().is_some())
        else {
            break;
        };
        touches += 1;
        let asked = touching[at].table().decision().expect("a decision");
        let all: Vec<Interaction> = asked.touches.iter().flat_map(|touch| touch.each()).collect();
        let touch = all.choose(rng).expect("something to touch").clone();
        kinds.insert(format!("{touch:?}").split(['(', ' ']).next().map(str::to_owned));
        let seq = touching[at].interact(touch.clone()).await.expect("it is offered");
        // The log has the choice, and not how it was made.
        let records = host.log.read(rooms[0], seq).await.expect("its log");
        let record: serde_json::Value = serde_json::from_slice(&records[0]).expect("JSON");
        let choice: Choice = serde_json::from_value(record["choice"]["choice"].clone()).expect("a choice");
        assert_eq!(choosing[at].choose(choice).await.expect("it is legal"), seq);
        for (one, two) in touching.iter_mut().zip(&mut choosing) {
            let (one, two) = (told(one).await, told(two).await);
            assert!(!one.is_empty());
            assert_eq!(one, two, "{touch:?}");
        }
    }
    host.stopped().await;
    touches
}

#[tokio::test(flavor = "multi_thread")]
async fn a_touch_that_means_nothing_is_refused_with_the_reason() {
    let (host, rooms, seats) = the_same_game_twice().await;
    let mut players = clients(&host, rooms[0], &seats).await;
    let on_turn = players
        .iter()
        .position(|client| client.table().decision().is_some())
        .expect("somebody is on turn");
    let zone = |name: &str| {
        let library = cardable_net::library::Library::shipped();
        let ruleset = library.edition(RULESET).expect("it is there").ruleset.clone();
        ruleset.zone(name).expect("a zone")
    };
    let (stock, discard) = (zone("stock"), zone("discard"));
    let own = players[on_turn].table().view().expect("a table");
    let hand = own
        .zones
        .iter()
        .position(|zone| zone.cards.len() == 3 && format!("{:?}", zone.cards).contains("Face"))
        .expect("a hand");
    let card: Pick = serde_json::from_value(json!({ "card": { "zone": hand, "index": 0 } })).expect("a card");
    for (at, touch, wanted) in [
        (on_turn, Interaction::tap(card), "Take a card first."),
        (
            on_turn,
            Interaction::drag(card, Pick::Zone(discard)),
            "Take a card first.",
        ),
        (on_turn, Interaction::message("dance"), ""),
        (
            on_turn,
            Interaction::drag(Pick::Zone(stock), Pick::Zone(discard)),
            "",
        ),
        (on_turn, Interaction::tap(Pick::Seat(Seat(0))), ""),
        (
            1 - on_turn,
            Interaction::tap(Pick::Zone(stock)),
            "It is not your turn.",
        ),
        (1 - on_turn, Interaction::message("knock"), "It is not your turn."),
    ] {
        let shown = format!("{touch:?}");
        let error = players[at].interact(touch).await.expect_err("it is not legal");
        let refused = error.refused().expect("the line holds");
        assert_eq!(refused.code, Code::Rules, "{shown}: {refused:?}");
        assert!(
            refused.rules.is_some() && !refused.reason.is_empty(),
            "{shown}: {refused:?}"
        );
        assert!(refused.reason.contains(wanted), "{shown}: {}", refused.reason);
    }
    // Who only watches touches nothing.
    let error = players[2].interact(Interaction::tap(Pick::Zone(stock))).await;
    let error = error.expect_err("she has no seat");
    assert_eq!(error.refused().map(|r| r.code), Some(Code::NotSeated));
    for player in &mut players {
        assert_eq!(told(player).await, [], "nobody hears of any of it");
    }
    players[on_turn]
        .interact(Interaction::tap(Pick::Zone(stock)))
        .await
        .expect("she takes a card");
    host.stopped().await;
}
