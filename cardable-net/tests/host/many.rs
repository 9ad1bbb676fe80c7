//! Many who want the same at once.

use crate::gate::Gate;
use crate::support::{GUARD, Raw, TestHost, begin, catch_up, come_back};
use cardable_net::client::Client;
use cardable_net::protocol::{Code, Done, Held, Message, Resume};
use cardable_net::store::{RoomLog, SqliteLog};
use std::sync::Arc;

/// So many want the last seat.
const CROWD: usize = 1000;

/// All of them ask before any of them is answered.
#[tokio::test(flavor = "multi_thread")]
async fn one_of_a_thousand_gets_the_last_seat() {
    crate::support::open_files(2 * CROWD as u64 + 200);
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("rooms.sqlite");
    let gate = Arc::new(Gate::before(SqliteLog::open(&file).expect("a store")));
    let host = TestHost::on(Arc::clone(&gate), |_| {}).await;
    let mut ada = host.client("Ada").await;
    let room = ada
        .create("crazy-eights", |create| create.settings.seats = Some(2))
        .await
        .expect("a room");
    let mut crowd: Vec<Raw> = Vec::new();
    for _ in 0..CROWD {
        crowd.push(host.greeted().await);
    }
    let join = format!(r#"{{"id":2,"call":{{"join":{{"room":"{}"}}}}}}"#, room.0);
    // A seat is given when the store has it, and the store waits until the host has heard all of them.
    let [heard, told] = messages(&host).await;
    gate.shut();
    for raw in &mut crowd {
        raw.say(&join).await;
    }
    let all_ask = async { while messages(&host).await[0] < heard + CROWD {} };
    tokio::time::timeout(GUARD, all_ask).await.expect("all are heard");
    gate.waited_at().await;
    assert_eq!(messages(&host).await, [heard + CROWD, told], "nobody is answered");
    gate.let_through();
    let mut seated = Vec::new();
    for raw in &mut crowd {
        match raw.told().await {
            Message::Answer { id: 2, done } => match *done {
                Done::Seated(taken) => seated.push(taken),
                done => panic!("{done:?}"),
            },
            Message::Refused(refused) => {
                assert_eq!((refused.id, refused.code), (Some(2), Code::RoomFull));
                assert!(refused.reason.contains("taken"), "{}", refused.reason);
            }
            told => panic!("{told:?}"),
        }
    }
    let [winner] = seated.as_slice() else {
        panic!("{} have the seat", seated.len());
    };
    drop(crowd);

    // The room knows it, its owner was told, and the two of them play.
    let taken = |client: &Client| {
        let seats = &client.table().room().expect("a room").seats;
        seats.iter().filter(|seat| seat.held == Held::Person).count()
    };
    catch_up(&mut ada).await;
    assert_eq!(taken(&ada), 2);
    let resume = Resume {
        room: room.clone(),
        token: winner.token.clone().expect("a token"),
        game: None,
        seq: None,
    };
    let mut ben = Client::resume(&host.url(), "Ben", resume)
        .await
        .expect("his seat");
    begin(&mut ada, &mut [&mut ben]).await;
    let mut rng = crate::seeded::generator(1);
    while ada.table().seq() < Some(4) {
        for client in [&mut ada, &mut ben] {
            catch_up(client).await;
            client.play_at_random(&mut rng).await.expect("the line holds");
        }
    }
    catch_up(&mut ada).await;
    catch_up(&mut ben).await;
    drop(gate);
    drop(host.stopped().await);
    // So does the store.
    let log = Arc::new(SqliteLog::open(&file).expect("a store"));
    let host = TestHost::on(Arc::clone(&log), |_| {}).await;
    for client in [&ada, &ben] {
        let again = come_back(&host.url(), client).await;
        assert_eq!(again.table().view(), client.table().view());
        assert_eq!(taken(&again), 2);
    }
    let records = log
        .read(room.0.parse().expect("a name"), 0)
        .await
        .expect("its log");
    assert_eq!(Some(records.len() as u64 - 1), ada.table().seq());
    host.stopped().await;
}

/// How many messages a host has heard, and how many it has told.
async fn messages<L: RoomLog>(host: &TestHost<L>) -> [usize; 2] {
    let (status, _, body) = host.get("/metrics").await;
    assert_eq!(status, 200);
    let text = String::from_utf8(body).expect("a text");
    ["received", "sent"].map(|way| {
        let name = format!("cardable_messages_{way}_total ");
        let count = text.lines().find_map(|line| line.strip_prefix(&name));
        count
            .and_then(|count| count.parse().ok())
            .unwrap_or_else(|| panic!("{name} is told: {text}"))
    })
}
