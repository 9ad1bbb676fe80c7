//! A store in memory that hosts share: rooms belong to whoever has a lease, also where the store fails.

use crate::kept::{ROOM, append, keeps_what_it_acknowledges};
use crate::shared as suite;
use crate::shared::{host, is_yours};
use cardable_net::store::{
    Breakage, Creation, MadeBy, MemoryLog, RoomId, RoomLog as _, SharedLog as _, StoreError,
};
use std::time::Duration;
use tokio::time::advance;

const LEASE: Duration = Duration::from_secs(6);

fn store() -> MemoryLog {
    MemoryLog::of_hosts(LEASE, [7; 32])
}

fn is_unsure<T>(done: Result<T, StoreError>) -> bool {
    matches!(done, Err(StoreError::Failed(_)))
}

// Time stands still in these, so no lease runs out unless a test wants it.

#[tokio::test(start_paused = true)]
async fn a_shared_store_in_memory_is_like_every_other() {
    keeps_what_it_acknowledges(&store()).await;
    let log = store();
    suite::rooms_belong_to_sessions([&log, &log.clone()]).await;
    suite::a_room_that_is_given_back_goes_to_those_who_have_not_tried(&store()).await;
    let log = store();
    suite::what_changes_is_told([&log, &log.clone()]).await;
    let log = store();
    suite::makers_have_a_limit([&log, &log.clone()]).await;
    let log = store();
    suite::spending_is_shared([&log, &log.clone()]).await;
}

#[tokio::test]
async fn a_store_of_one_host_is_not_shared() {
    let log = MemoryLog::new();
    assert!(log.shared().is_none());
    assert!(is_unsure(log.join(host("ada")).await));
    assert!(is_unsure(log.take(ROOM, 1).await));
}

#[tokio::test(start_paused = true)]
async fn a_lease_that_is_not_renewed_ends_the_session() {
    let log = store();
    let ada = log.join(host("ada")).await.unwrap().session;
    log.create(ROOM, ada, Vec::new()).await.unwrap();
    let ben = log.join(host("ben")).await.unwrap().session;
    for _ in 0..3 {
        advance(LEASE / 2).await;
        for session in [ada, ben] {
            assert_eq!(log.renew(session, false).await.unwrap().hosts.len(), 2);
        }
    }
    advance(LEASE / 2).await;
    log.renew(ben, false).await.unwrap();
    assert!(!is_yours(log.take(ROOM, ben).await), "ada has it");
    advance(LEASE / 2).await;
    assert_eq!(log.renew(ada, false).await, Err(StoreError::Fenced));
    assert!(is_yours(log.take(ROOM, ben).await));
    for refused in [
        log.append(append(ada, 0, &["a"])).await,
        log.create(RoomId(9), ada, Vec::new()).await,
        log.remove(ROOM, ada).await,
    ] {
        assert_eq!(refused, Err(StoreError::Fenced));
    }
    log.append(append(ben, 0, &["b"])).await.unwrap();
}

/// A host that is gone may be there again for a while, and may be the one that can bring a room back.
#[tokio::test(start_paused = true)]
async fn a_room_is_not_given_up_while_a_host_may_return() {
    let log = store();
    let ben = log.join(host("ben")).await.unwrap().session;
    log.join(host("cleo")).await.unwrap();
    log.create(ROOM, ben, Vec::new()).await.unwrap();
    advance(LEASE / 2).await;
    log.renew(ben, false).await.unwrap();
    advance(LEASE / 2).await;
    log.renew(ben, false).await.unwrap();
    assert!(is_unsure(log.give_back(ROOM, ben).await), "cleo may return");
    for _ in 0..11 {
        advance(LEASE / 2).await;
        log.renew(ben, false).await.unwrap();
    }
    assert_eq!(log.give_back(ROOM, ben).await, Ok(false));
}

#[tokio::test(start_paused = true)]
async fn a_store_that_fails_lets_nobody_write_over_another() {
    let log = store();
    let [ada, ben] =
        [log.join(host("ada")).await, log.join(host("ben")).await].map(|joined| joined.unwrap().session);
    let by = MadeBy { person: 1, most: 1 };

    // Nothing was written.
    log.break_with(Breakage::Full);
    assert_eq!(
        log.create_by(ROOM, ada, Vec::new(), by).await,
        Err(StoreError::Full)
    );
    log.break_with(Breakage::None);
    assert_eq!(log.create_by(ROOM, ada, Vec::new(), by).await, Ok(Creation::Made));
    log.break_with(Breakage::NoSync);
    assert!(is_unsure(log.renew(ada, false).await));
    assert!(is_unsure(log.append(append(ada, 0, &["a"])).await));
    log.break_with(Breakage::None);
    log.append(append(ada, 0, &["a"])).await.unwrap();
    log.leave(ada).await.unwrap();

    // It was written, and nobody heard of it.
    log.break_with(Breakage::Unsure);
    assert!(is_unsure(log.take(ROOM, ben).await));
    assert!(is_unsure(log.append(append(ben, 1, &["b"])).await));
    log.break_with(Breakage::None);
    let cleo = log.join(host("cleo")).await.unwrap().session;
    assert!(!is_yours(log.take(ROOM, cleo).await), "it is ben's");
    assert!(is_yours(log.take(ROOM, ben).await));
    let twice = log.append(append(ben, 1, &["c"])).await;
    assert!(matches!(twice, Err(StoreError::Sequence { .. })), "{twice:?}");
    assert_eq!(log.read(ROOM, 0).await.unwrap(), [b"a", b"b"]);
    log.break_with(Breakage::Unsure);
    assert!(is_unsure(log.give_back(ROOM, ben).await));
    log.break_with(Breakage::None);
    assert_eq!(log.append(append(ben, 2, &["d"])).await, Err(StoreError::Fenced));
    assert!(is_yours(log.take(ROOM, cleo).await));
    assert_eq!(log.read(ROOM, 0).await.unwrap(), [b"a", b"b"]);
}
