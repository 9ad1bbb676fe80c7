//! How many may be somewhere, and what the operator can end.

use crate::support::{GUARD, TestHost, catch_up, come_back, two_at_a_table};
use cardable_net::client::{Client, ClientError};
use cardable_net::protocol::{ByeCode, Code};
use std::collections::BTreeSet;

const TOKEN: &str = "a token that nobody guesses";

#[tokio::test(flavor = "multi_thread")]
async fn rooms_and_those_who_watch_one_are_counted() {
    let host = TestHost::with(|config| {
        config.rooms.rooms = 1;
        config.rooms.watchers = 2;
    })
    .await;
    let (ada, _ben) = two_at_a_table(&host, "crazy-eights").await;
    let room = ada.seated().expect("a seat").room.clone();
    let mut watchers = Vec::new();
    for name in ["Eve", "Mia"] {
        let mut watcher = host.client(name).await;
        watcher.spectate(&room, None).await.expect("she may watch");
        watchers.push(watcher);
    }
    let mut late = host.client("Zoe").await;
    let full = |error: ClientError, wanted: &str| {
        let refused = error.refused().expect("the line holds");
        assert_eq!(refused.code, Code::Full, "{refused:?}");
        assert!(refused.reason.contains(wanted), "{}", refused.reason);
    };
    full(
        late.spectate(&room, None).await.expect_err("there are two"),
        "watch",
    );
    full(
        late.create("crazy-eights", |_| {})
            .await
            .expect_err("there is one"),
        "rooms",
    );
    // As soon as somebody goes there is a place.
    watchers[0].leave().await.expect("she goes");
    late.spectate(&room, None).await.expect("there is a place now");
    host.stopped().await;
}

/// How the host ends a conversation.
async fn end(client: &mut Client) -> Option<ByeCode> {
    loop {
        match client.next().await {
            Ok(_) => {}
            Err(ClientError::Closed(bye)) => return bye.map(|bye| bye.why),
            Err(error) => panic!("{error}"),
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_operator_puts_a_room_to_sleep_and_stops_the_host() {
    let host = TestHost::with(|config| config.admin_token = Some(TOKEN.to_owned())).await;
    let (mut ada, ben) = two_at_a_table(&host, "crazy-eights").await;
    let (mut eve, _mia) = two_at_a_table(&host, "goofspiel").await;
    let room = ada.seated().expect("a seat").room.0.clone();
    let awake = |report: &serde_json::Value| {
        let rooms = report["rooms"].as_array().expect("a list");
        let found = rooms.iter().find(|told| told["room"]["room"] == room);
        found.expect("the room")["awake"].as_bool()
    };
    assert_eq!(awake(&host.admin(TOKEN, "GET", "/admin").await), Some(true));
    host.admin(TOKEN, "POST", &format!("/admin/rooms/{room}/drain"))
        .await;
    // Those in it are told that it is their room and not the host, and nobody else is told anything.
    assert_eq!(end(&mut ada).await, Some(ByeCode::RoomSleeps));
    catch_up(&mut eve).await;
    let asleep = async {
        while awake(&host.admin(TOKEN, "GET", "/admin").await) == Some(true) {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(GUARD, asleep).await.expect("it sleeps");
    let report = host.admin(TOKEN, "GET", "/admin").await;
    assert_eq!(report["draining"], false);
    // It wakes when somebody comes back, and is as it was.
    for client in [&ada, &ben] {
        let mut again = come_back(&host.url(), client).await;
        assert_eq!(again.table().view(), client.table().view());
        catch_up(&mut again).await;
    }
    assert_eq!(awake(&host.admin(TOKEN, "GET", "/admin").await), Some(true));
    // The same for all of them: the host ends as it does on a signal.
    host.admin(TOKEN, "POST", "/admin/drain").await;
    assert_eq!(end(&mut eve).await, Some(ByeCode::Draining));
    host.ended().await;
}

/// What a client has of one host it has of the next: what there is to fetch is known by its hash.
#[tokio::test(flavor = "multi_thread")]
async fn who_has_the_content_fetches_nothing_again() {
    let hashes = |client: &Client| {
        let content = client.welcome().content.iter();
        content.map(|item| item.hash.0.clone()).collect::<BTreeSet<_>>()
    };
    let host = TestHost::start().await;
    let known = hashes(&host.client("Ada").await);
    assert!(known.len() > 10);
    let hash = known.first().expect("something");
    let (_, head, _) = host.get(&format!("/content/{hash}")).await;
    for wanted in [
        "cache-control: public, max-age=31536000, immutable",
        "vary: accept-encoding",
    ] {
        assert!(head.contains(wanted), "{wanted} in {head}");
    }
    let host = TestHost::on(host.stopped().await, |_| {}).await;
    let (ada, _ben) = two_at_a_table(&host, "crazy-eights").await;
    let missing: Vec<_> = hashes(&ada).difference(&known).cloned().collect();
    assert!(missing.is_empty(), "{missing:?}");
    // What a room names is among it.
    let room = ada.table().room().expect("a room");
    assert!(known.contains(&room.table.0));
    host.stopped().await;
}
