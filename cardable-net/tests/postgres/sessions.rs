//! Hosts that share a database, and which room is whose.

use crate::cluster::{connect, shared};
use crate::kept::append;
use crate::shared::{self as suite, host, is_yours};
use cardable_net::store::{PostgresLog, RoomId, RoomLog as _, SharedLog as _, StoreError, Taken};
use std::sync::Arc;
use std::time::Duration;

/// Two connections to a new database in which no lease runs out. None where there is no PostgreSQL.
async fn two_hosts() -> Option<[PostgresLog; 2]> {
    let mut address = shared()?.database().await;
    address.lease = Some(Duration::from_secs(600));
    Some([
        PostgresLog::open(&address).await.unwrap(),
        PostgresLog::open(&address).await.unwrap(),
    ])
}

#[tokio::test]
async fn a_room_belongs_to_one_session_until_that_ends() {
    let Some([one, two]) = two_hosts().await else {
        return;
    };
    suite::rooms_belong_to_sessions([&one, &two]).await;
}

#[tokio::test]
async fn a_room_that_is_given_back_goes_to_those_who_have_not_tried() {
    let Some([log, _]) = two_hosts().await else { return };
    suite::a_room_that_is_given_back_goes_to_those_who_have_not_tried(&log).await;
}

#[tokio::test]
async fn what_changes_is_told_to_every_host() {
    let Some([one, two]) = two_hosts().await else {
        return;
    };
    suite::what_changes_is_told([&one, &two]).await;
}

#[tokio::test]
async fn makers_have_a_limit() {
    let Some([one, two]) = two_hosts().await else {
        return;
    };
    suite::makers_have_a_limit([&one, &two]).await;
}

#[tokio::test]
async fn spending_is_shared() {
    let Some([one, two]) = two_hosts().await else {
        return;
    };
    suite::spending_is_shared([&one, &two]).await;
}

/// While a host may come back that has not tried, a room is not given up.
#[tokio::test]
async fn a_host_that_is_gone_may_be_there_again() {
    const ROOM: RoomId = crate::kept::ROOM;
    let Some(cluster) = shared() else { return };
    let mut address = cluster.database().await;
    address.lease = Some(Duration::from_secs(600));
    let beside = connect(&address.url).await;
    let log = PostgresLog::open(&address).await.unwrap();
    let [ben, cleo] =
        [log.join(host("ben")).await, log.join(host("cleo")).await].map(|joined| joined.unwrap().session);
    let owner = async |by: u64| match log.take(ROOM, by).await.unwrap() {
        Taken::Yours(_) => by,
        Taken::Elsewhere(owner) => owner.session,
    };
    log.create(ROOM, ben, b"about".to_vec()).await.unwrap();
    let gone = async |when: &str| {
        let lease = format!(
            "UPDATE cardable.sessions SET lease_until = now() - interval '{when}' WHERE session = {cleo}"
        );
        beside.batch_execute(&lease).await.unwrap();
    };
    gone("1 second").await;
    let unsure = log.give_back(ROOM, ben).await;
    assert!(matches!(unsure, Err(StoreError::Failed(_))), "{unsure:?}");
    gone("10 minutes").await;
    assert_eq!(log.give_back(ROOM, ben).await, Ok(false));
    let dan = log.join(host("dan")).await.unwrap().session;
    assert_eq!(log.give_back(ROOM, ben).await, Ok(true));
    assert_eq!((owner(ben).await, owner(dan).await), (dan, dan));
    log.remove(ROOM, dan).await.unwrap();
    let left = beside
        .query_one("SELECT count(*) FROM cardable.unreadable", &[])
        .await
        .unwrap();
    assert_eq!(left.get::<_, i64>(0), 0);
}

/// A change that another transaction has made before, and that ends later, is told, too.
#[tokio::test]
async fn nothing_that_ends_late_is_missed() {
    let Some(cluster) = shared() else { return };
    let mut address = cluster.database().await;
    address.lease = Some(Duration::from_secs(600));
    let log = PostgresLog::open(&address).await.unwrap();
    let session = log.join(host("ada")).await.unwrap().session;
    for room in 1..=2 {
        log.create(RoomId(room), session, Vec::new()).await.unwrap();
    }
    let late = connect(&address.url).await;
    late.batch_execute("BEGIN; UPDATE cardable.abouts SET changed = txid_current() WHERE room = 1")
        .await
        .unwrap();
    log.quarantine(RoomId(2), session, "why".to_owned())
        .await
        .unwrap();
    let until = log.changes(0).await.unwrap().until;
    late.batch_execute("COMMIT").await.unwrap();
    let changes = log.changes(until).await.unwrap();
    assert!(changes.rooms.iter().any(|(claimed, _)| claimed.room == RoomId(1)));
}

#[tokio::test]
async fn a_lease_that_runs_out_ends_the_session() {
    let Some(cluster) = shared() else { return };
    let address = cluster.database().await;
    let log = PostgresLog::open(&address).await.unwrap();
    let ada = log.join(host("ada")).await.unwrap();
    log.create(RoomId(1), ada.session, Vec::new()).await.unwrap();
    let beside = connect(&address.url).await;
    // As if it had not been renewed for that long.
    beside
        .batch_execute("UPDATE cardable.sessions SET lease_until = clock_timestamp() - interval '1 ms'")
        .await
        .unwrap();
    assert_eq!(log.renew(ada.session, false).await, Err(StoreError::Fenced));
    let ben = log.join(host("ben")).await.unwrap();
    assert!(is_yours(log.take(RoomId(1), ben.session).await));
    assert_eq!(log.remove(RoomId(1), ada.session).await, Err(StoreError::Fenced));
}

/// Two hosts take a room that nobody has at once, many times: one of them gets it, and only that one can write.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_two_hosts_that_take_a_room_at_once_one_gets_it() {
    const TIMES: u64 = 1_000;
    let Some(cluster) = shared() else { return };
    let mut address = cluster.database().await;
    address.lease = Some(Duration::from_secs(600));
    let logs = [
        Arc::new(PostgresLog::open(&address).await.unwrap()),
        Arc::new(PostgresLog::open(&address).await.unwrap()),
    ];
    let gone = logs[0].join(host("gone")).await.unwrap().session;
    for room in 0..TIMES {
        logs[0].create(RoomId(room), gone, Vec::new()).await.unwrap();
    }
    logs[0].leave(gone).await.unwrap();
    let sessions = [
        logs[0].join(host("ada")).await.unwrap().session,
        logs[1].join(host("ben")).await.unwrap().session,
    ];
    let mut won = [0, 0];
    for room in 0..TIMES {
        let taken = [0, 1].map(|at| {
            let (log, session) = (Arc::clone(&logs[at]), sessions[at]);
            tokio::spawn(async move {
                let taken = is_yours(log.take(RoomId(room), session).await);
                let record = cardable_net::store::Append {
                    room: RoomId(room),
                    ..append(session, 0, &["a"])
                };
                (taken, log.append(record).await)
            })
        });
        let [one, other] = taken;
        let (one, other) = (one.await.unwrap(), other.await.unwrap());
        let expected = |taken: bool| if taken { Ok(()) } else { Err(StoreError::Fenced) };
        assert_ne!(one.0, other.0, "room {room}");
        assert_eq!(
            (&one.1, &other.1),
            (&expected(one.0), &expected(other.0)),
            "room {room}"
        );
        won[usize::from(other.0)] += 1;
    }
    assert_eq!(won[0] + won[1], TIMES);
}
