//! What holds of every store that several hosts share.

use crate::kept::{ROOM, append};
use cardable_net::store::{
    Announced, Append, Changes, Creation, MadeBy, RoomId, SharedLog, Spent, StoreError, Taken,
};

pub fn host(name: &str) -> Announced {
    Announced {
        name: name.to_owned(),
        link: Some(format!("{name}:1")),
    }
}

pub fn is_yours(taken: Result<Taken, StoreError>) -> bool {
    match taken.unwrap() {
        Taken::Yours(_) => true,
        Taken::Elsewhere(_) => false,
    }
}

/// Two hosts share a store in which no lease runs out meanwhile.
pub async fn rooms_belong_to_sessions([one, two]: [&dyn SharedLog; 2]) {
    let (ada, ben) = (
        one.join(host("ada")).await.unwrap(),
        two.join(host("ben")).await.unwrap(),
    );
    assert!(ben.session > ada.session);
    assert_eq!(ada.key, ben.key);
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

    let neighbours = two.renew(ben.session, true).await.unwrap().hosts;
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

/// A room that its owner cannot bring back.
pub async fn a_room_that_is_given_back_goes_to_those_who_have_not_tried(log: &dyn SharedLog) {
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
    assert_eq!(log.give_back(ROOM, ben).await, Ok(true));
    assert_eq!((owner(ben).await, owner(cleo).await), (cleo, cleo));
}

/// What one host changes, the other hears of.
pub async fn what_changes_is_told([one, two]: [&dyn SharedLog; 2]) {
    let (ada, ben) = (
        one.join(host("ada")).await.unwrap(),
        two.join(host("ben")).await.unwrap(),
    );
    for room in 0..3 {
        one.create(RoomId(room), ada.session, vec![room as u8])
            .await
            .unwrap();
    }
    let rooms = |changes: &Changes| {
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
    let record = Append {
        room: RoomId(1),
        ..append(ada.session, 0, &["a"])
    };
    one.append(record.clone()).await.unwrap();
    let about = Append {
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

/// A person makes no more rooms than he may, and one that goes makes place for another.
pub async fn makers_have_a_limit([one, two]: [&dyn SharedLog; 2]) {
    let [ada, ben] =
        [one.join(host("ada")).await, two.join(host("ben")).await].map(|joined| joined.unwrap().session);
    let by = MadeBy { person: 7, most: 2 };
    let other = MadeBy { person: 8, most: 2 };
    let about = || b"about".to_vec();
    let (first, second) = (RoomId(1), RoomId(2));
    assert_eq!(one.create_by(first, ada, about(), by).await, Ok(Creation::Made));
    assert_eq!(two.create_by(second, ben, about(), by).await, Ok(Creation::Made));
    let third = async || two.create_by(RoomId(3), ben, about(), by).await;
    assert_eq!(third().await, Ok(Creation::TooMany(2)));
    assert_eq!(
        two.create_by(RoomId(4), ben, about(), other).await,
        Ok(Creation::Made)
    );
    one.remove(first, ada).await.unwrap();
    assert_eq!(third().await, Ok(Creation::Made));
}

/// What an address spends at one host, the other hears of while that host is there.
pub async fn spending_is_shared([one, two]: [&dyn SharedLog; 2]) {
    let [ada, ben] =
        [one.join(host("ada")).await, two.join(host("ben")).await].map(|joined| joined.unwrap().session);
    let spent = |requests| Spent {
        address: [1; 16],
        requests,
        messages: 5,
        open: 1,
    };
    let heard = async || two.share_spending(ben, vec![], vec![]).await.unwrap();
    assert_eq!(one.share_spending(ada, vec![spent(3)], vec![]).await, Ok(vec![]));
    assert_eq!(heard().await, [(ada, spent(3))]);
    one.share_spending(ada, vec![spent(4)], vec![]).await.unwrap();
    assert_eq!(heard().await, [(ada, spent(4))]);
    one.share_spending(ada, vec![], vec![[1; 16]]).await.unwrap();
    assert_eq!(heard().await, []);
    one.share_spending(ada, vec![spent(5)], vec![]).await.unwrap();
    one.leave(ada).await.unwrap();
    assert_eq!(heard().await, []);
}
