//! What an operator does at one host with rooms of another.

use crate::clients::{come_back, see, sit_down};
use crate::cluster::{connect, shared};
use crate::programs::{Host, quick};
use cardable_net::client::{Client, ClientError};
use cardable_net::protocol::{ByeCode, Code, Message};
use cardable_net::store::RoomId;
use rustix::process::{Pid, Signal, kill_process};
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

const TOKEN: &str = "the word of an operator";

/// What a host answers to the operator: status and text.
async fn told(host: &Host, token: &str, page: &str) -> (u16, String) {
    let address = host.url().replace("ws://", "").replace("/ws", "");
    let mut stream = TcpStream::connect(&address).await.unwrap();
    let request = format!(
        "POST /admin/rooms/{page} HTTP/1.1\r\nhost: {address}\r\nauthorization: Bearer {token}\r\ncontent-length: 0\r\n\
         connection: close\r\n\r\n"
    );
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    let status = answer.split(' ').nth(1).unwrap().parse().unwrap();
    let (_, text) = answer.split_once("\r\n\r\n").unwrap();
    (status, text.to_owned())
}

async fn is_closed_because(client: &mut Client, why: ByeCode) {
    loop {
        match client.next().await {
            Ok(Message::Bye(bye)) => return assert_eq!(bye.why, why, "{}", bye.reason),
            Ok(_) => {}
            Err(error) => panic!("{error}"),
        }
    }
}

/// Hosts on a database of their own, which an operator may use.
async fn start(many: usize) -> Option<(Vec<Host>, String, tempfile::TempDir)> {
    let store = shared()?.database().await.url;
    let folder = tempfile::tempdir().unwrap();
    let config = folder.path().join("host.toml");
    std::fs::write(&config, format!("admin_token = {TOKEN:?}\n{}", quick())).unwrap();
    let hosts = (0..many).map(|_| Host::start(&store, &config)).collect();
    Some((hosts, store, folder))
}

async fn rooms_in(store: &str) -> i64 {
    let beside = connect(store).await;
    let rooms = beside.query_one("SELECT count(*) FROM cardable.rooms", &[]);
    rooms.await.unwrap().get(0)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_operator_reaches_all_rooms_at_any_host() {
    let Some((mut hosts, store, _folder)) = start(2).await else {
        return;
    };
    let (mut ada, ben) = sit_down(&hosts[0].url(), "goofspiel").await;
    let room = ada.seated().unwrap().room.0.clone();
    let other = &hosts[1];

    let (status, _) = told(other, "a guess of somebody else", &format!("{room}/end")).await;
    assert_eq!(status, 401);
    let (status, text) = told(other, TOKEN, &format!("{room}/release")).await;
    assert_eq!((status, text.contains("not set aside")), (409, true), "{text}");
    assert_eq!(told(other, TOKEN, "0000000000000/end").await.0, 404);
    assert_eq!(told(other, TOKEN, "nonsense/end").await.0, 404);

    let drained = told(other, TOKEN, &format!("{room}/drain")).await;
    assert_eq!(drained, (200, "done\n".to_owned()));
    is_closed_because(&mut ada, ByeCode::RoomSleeps).await;
    ada = come_back(&hosts[0].url(), &ada).await;
    drop(ben);

    let ended = told(other, TOKEN, &format!("{room}/end")).await;
    assert_eq!(ended, (200, "done\n".to_owned()));
    let gone = Client::resume(&hosts[0].url(), "Ada", crate::clients::token_only(&ada)).await;
    match gone {
        Err(ClientError::Refused(refused)) => assert_eq!(refused.code, Code::NoSuchRoom),
        other => panic!("{other:?}"),
    }
    assert_eq!(rooms_in(&store).await, 0);

    // The host of the room is gone, and nobody has taken the room yet.
    let (mut cleo, _dan) = sit_down(&hosts[0].url(), "goofspiel").await;
    see(&mut cleo).await;
    let room = cleo.seated().unwrap().room.0.clone();
    hosts.remove(0).kill();
    until_done(&hosts[0], &format!("{room}/end")).await;
    assert_eq!(told(&hosts[0], TOKEN, &format!("{room}/end")).await.0, 404);
}

/// Has something done with a room that moves. The host follows it, and gives up only when it has tried for long.
async fn until_done(host: &Host, page: &str) {
    let done = async {
        loop {
            let begun = Instant::now();
            match told(host, TOKEN, page).await {
                (200, text) => return assert_eq!(text, "done\n"),
                // Where a machine does nothing for seconds.
                (409, why) => assert!(begun.elapsed() > Duration::from_secs(9), "at once: {why}"),
                other => panic!("{other:?}"),
            }
        }
    };
    tokio::time::timeout(LONGEST, done).await.expect("it is done");
}

/// Only so that a test that would never end does: nothing is decided by it.
const LONGEST: Duration = Duration::from_secs(300);

/// The host that has the room sleeps, so it does not answer. Somebody comes at a third one, which takes the room. The operator has
/// asked before, at a second one, and gets one answer.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_errand_follows_a_room_whose_host_sleeps() {
    let Some((hosts, store, _folder)) = start(3).await else {
        return;
    };
    let (ada, _ben) = sit_down(&hosts[0].url(), "goofspiel").await;
    let room = ada.seated().unwrap().room.0.clone();
    // The link to that host is open.
    until_done(&hosts[1], &format!("{room}/drain")).await;
    let ada = come_back(&hosts[0].url(), &ada).await;
    kill_process(Pid::from_child(&hosts[0].child), Signal::STOP).unwrap();
    let page = format!("{room}/end");
    // She may come before the room ends, or after it.
    let third = hosts[2].url();
    let comes = Client::resume(&third, "Ada", crate::clients::token_only(&ada));
    let ((), came) = tokio::join!(until_done(&hosts[1], &page), comes);
    match came {
        Ok(mut ada) => is_closed_because(&mut ada, ByeCode::RoomClosed).await,
        Err(ClientError::Refused(refused)) => {
            assert!(
                matches!(refused.code, Code::NoSuchRoom | Code::Storage),
                "{}",
                refused.reason
            );
        }
        Err(error) => panic!("{error}"),
    }
    kill_process(Pid::from_child(&hosts[0].child), Signal::CONT).unwrap();
    assert_eq!(rooms_in(&store).await, 0);
}

/// Another host has the room, and neither the one that had it nor the one that is asked has heard of that.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_errand_follows_a_room_that_moves_unheard() {
    let Some((hosts, store, _folder)) = start(3).await else {
        return;
    };
    let beside = connect(&store).await;
    for what in ["drain", "end"] {
        let (ada, _ben) = sit_down(&hosts[0].url(), "goofspiel").await;
        let room = ada.seated().unwrap().room.0.clone();
        // The second host knows where it is.
        until_done(&hosts[1], &format!("{room}/drain")).await;
        let number = room.parse::<RoomId>().unwrap().0 as i64;
        let moved = "WITH moved AS (UPDATE cardable.rooms SET epoch = (SELECT max(session) FROM cardable.sessions) WHERE room = $1) \
             UPDATE cardable.abouts SET changed = txid_current() WHERE room = $1";
        assert_eq!(beside.execute(moved, &[&number]).await.unwrap(), 1);
        until_done(&hosts[1], &format!("{room}/{what}")).await;
        if what == "drain" {
            // Nothing is lost, and it can be ended where it is now.
            come_back(&hosts[0].url(), &ada).await;
            until_done(&hosts[1], &format!("{room}/end")).await;
        }
        assert_eq!(rooms_in(&store).await, 0, "{what}");
    }
}
