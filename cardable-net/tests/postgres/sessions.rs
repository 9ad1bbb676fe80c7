//! Hosts that share a database, and which room is whose.

use crate::cluster::{connect, shared};
use crate::kept::append;
use cardable_net::store::{Announced, PostgresLog, RoomId, RoomLog as _, SharedLog as _, StoreError, Taken};
use std::sync::Arc;
use std::time::Duration;

fn host(name: &str) -> Announced {
    Announced {
        name: name.to_owned(),
        link: Some(format!("{name}:1")),
    }
}

fn is_yours(taken: Result<Taken, StoreError>) -> bool {
    match taken.unwrap() {
        Taken::Yours(_) => true,
        Taken::Elsewhere(_) => false,
    }
}

#[tokio::test]
async fn a_room_belongs_to_one_session_until_that_ends() {
    let Some(cluster) = shared() else { return };
    let mut address = cluster.database().await;
    // Nothing runs out while the test does.
    address.lease = Some(Duration::from_secs(600));
    let (one, two) = (
        PostgresLog::open(&address).await.unwrap(),
        PostgresLog::open(&address).await.unwrap(),
    );
    let (ada, ben) = (
        one.join(host("ada")).await.unwrap(),
        two.join(host("ben")).await.unwrap(),
    );
    assert!(ben.session > ada.session);
    assert_eq!(ada.key, ben.key);
    const ROOM: RoomId = crate::kept::ROOM;
    one.create(ROOM, ada.session, b"about".to_vec()).await.unwrap();
    one.append(append(ada.session, 0, &["a"])).await.unwrap();

    let Taken::Elsewhere(owner) = two.take(ROOM, ben.session).await.unwrap() else {
        panic!("it belongs to ada");
    };
    assert_eq!(
        (owner.session, owner.host, owner.draining),
        (ada.session, host("ada"), false)
    );
    assert_eq!(
        two.append(append(ben.session, 1, &["b"])).await,
        Err(StoreError::Fenced)
    );
    assert!(is_yours(one.take(ROOM, ada.session).await));
    assert_eq!(two.take(RoomId(1), ben.session).await, Err(StoreError::NoRoom));

    let neighbours = two.renew(ben.session, true).await.unwrap();
    let told: Vec<_> = neighbours
        .iter()
        .map(|host| (host.session, host.draining))
        .collect();
    assert_eq!(told, [(ada.session, false), (ben.session, true)]);

    one.leave(ada.session).await.unwrap();
    assert_eq!(one.renew(ada.session, false).await, Err(StoreError::Fenced));
    assert_eq!(
        one.create(RoomId(2), ada.session, Vec::new()).await,
        Err(StoreError::Fenced)
    );
    assert_eq!(one.take(ROOM, ada.session).await, Err(StoreError::Fenced));
    let Taken::Yours(claimed) = two.take(ROOM, ben.session).await.unwrap() else {
        panic!("nobody else has it");
    };
    assert_eq!((claimed.room, claimed.about), (ROOM, b"about".to_vec()));
    assert_eq!(
        one.append(append(ada.session, 1, &["x"])).await,
        Err(StoreError::Fenced)
    );
    two.append(append(ben.session, 1, &["b"])).await.unwrap();
    assert_eq!(two.read(ROOM, 0).await.unwrap(), [b"a", b"b"]);
}

#[tokio::test]
async fn a_room_that_is_given_back_goes_to_those_who_have_not_tried() {
    const ROOM: RoomId = crate::kept::ROOM;
    let Some(cluster) = shared() else { return };
    let mut address = cluster.database().await;
    address.lease = Some(Duration::from_secs(600));
    let beside = connect(&address.url).await;
    let log = PostgresLog::open(&address).await.unwrap();
    let [ada, ben] =
        [log.join(host("ada")).await, log.join(host("ben")).await].map(|joined| joined.unwrap().session);
    let owner = async |by: u64| match log.take(ROOM, by).await.unwrap() {
        Taken::Yours(_) => by,
        Taken::Elsewhere(owner) => owner.session,
    };
    log.create(ROOM, ada, b"about".to_vec()).await.unwrap();
    assert_eq!(log.give_back(ROOM, ada).await, Ok(true));
    assert_eq!(log.give_back(ROOM, ada).await, Err(StoreError::Fenced));
    assert_eq!(owner(ada).await, ben);
    assert_eq!(owner(ben).await, ben);
    // There is nobody else.
    assert_eq!(log.give_back(ROOM, ben).await, Ok(false));
    assert_eq!((owner(ben).await, owner(ada).await), (ben, ben));
    // Its owner keeps it when somebody comes who has not tried, until it gives it back again.
    let cleo = log.join(host("cleo")).await.unwrap().session;
    assert_eq!(
        (owner(ben).await, owner(ada).await, owner(cleo).await),
        (ben, ben, ben)
    );
    // That host is gone, and may be there again in a moment.
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

#[tokio::test]
async fn what_changes_is_told_to_every_host() {
    let Some(cluster) = shared() else { return };
    let mut address = cluster.database().await;
    address.lease = Some(Duration::from_secs(600));
    let (one, two) = (
        PostgresLog::open(&address).await.unwrap(),
        PostgresLog::open(&address).await.unwrap(),
    );
    let (ada, ben) = (
        one.join(host("ada")).await.unwrap(),
        two.join(host("ben")).await.unwrap(),
    );
    for room in 0..3 {
        one.create(RoomId(room), ada.session, vec![room as u8])
            .await
            .unwrap();
    }
    let rooms = |changes: &cardable_net::store::Changes| {
        let mut rooms: Vec<_> = changes
            .rooms
            .iter()
            .map(|(claimed, epoch)| (claimed.room.0, *epoch))
            .collect();
        rooms.sort_unstable();
        rooms
    };
    let all = two.changes(0).await.unwrap();
    assert_eq!(rooms(&all), [0, 1, 2].map(|room| (room, ada.session)));
    let mut until = all.until;
    let record = cardable_net::store::Append {
        room: RoomId(1),
        ..append(ada.session, 0, &["a"])
    };
    one.append(record.clone()).await.unwrap();
    let about = cardable_net::store::Append {
        at: 1,
        about: Some(b"other".to_vec()),
        ..record
    };
    one.append(about).await.unwrap();
    one.quarantine(RoomId(2), ada.session, "why".to_owned())
        .await
        .unwrap();
    one.remove(RoomId(0), ada.session).await.unwrap();
    let changes = two.changes(until).await.unwrap();
    // Others in the same server may keep some from being told once only.
    assert!(rooms(&changes).ends_with(&[(1, ada.session), (2, ada.session)]));
    assert_eq!(changes.gone, [RoomId(0)]);
    until = changes.until;
    one.leave(ada.session).await.unwrap();
    assert!(is_yours(two.take(RoomId(1), ben.session).await));
    assert!(rooms(&two.changes(until).await.unwrap()).contains(&(1, ben.session)));
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
