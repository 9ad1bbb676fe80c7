//! What every store does.

use cardable_net::store::{Append, Diagnosis, RoomId, RoomLog, Snapshot, StoreError};

pub const ROOM: RoomId = RoomId(77);

pub fn append(epoch: u64, at: u64, records: &[&str]) -> Append {
    Append {
        room: ROOM,
        epoch,
        at,
        records: records.iter().map(|r| r.as_bytes().to_vec()).collect(),
        about: None,
    }
}

/// What holds of every store.
pub async fn keeps_what_it_acknowledges(log: &dyn RoomLog) {
    let (epoch, claimed) = log.claim().await.unwrap();
    assert!(claimed.is_empty());
    assert_eq!(
        log.append(append(epoch, 0, &["a"])).await,
        Err(StoreError::NoRoom)
    );
    log.create(ROOM, epoch, b"new".to_vec()).await.unwrap();
    assert_eq!(log.create(ROOM, epoch, Vec::new()).await, Err(StoreError::NoRoom));
    log.append(append(epoch, 0, &["a", "b"])).await.unwrap();
    let about = Append {
        about: Some(b"about".to_vec()),
        ..append(epoch, 2, &["c"])
    };
    log.append(about).await.unwrap();
    let twice = log.append(append(epoch, 2, &["x"])).await;
    assert_eq!(
        twice,
        Err(StoreError::Sequence {
            expected: 2,
            found: 3
        })
    );
    let gap = log.append(append(epoch, 4, &["x"])).await;
    assert_eq!(
        gap,
        Err(StoreError::Sequence {
            expected: 4,
            found: 3
        })
    );
    assert_eq!(log.read(ROOM, 1).await.unwrap(), [b"b", b"c"]);
    assert!(log.read(ROOM, 9).await.unwrap().is_empty());

    for at in 1..=4 {
        let snapshot = Snapshot {
            at,
            bytes: vec![at as u8],
        };
        log.keep_snapshot(ROOM, epoch, snapshot).await.unwrap();
    }
    let found = |s: Option<Snapshot>| s.map(|s| s.at);
    assert_eq!(found(log.snapshot(ROOM, u64::MAX).await.unwrap()), Some(4));
    assert_eq!(found(log.snapshot(ROOM, 3).await.unwrap()), Some(3));
    assert_eq!(
        found(log.snapshot(ROOM, 2).await.unwrap()),
        None,
        "the last two are kept"
    );

    let blob = (*blake3::hash(b"blob").as_bytes(), b"blob".to_vec());
    log.keep_content(vec![blob.clone(), blob.clone()]).await.unwrap();
    assert_eq!(log.content(blob.0).await.unwrap(), Some(blob.1));
    assert_eq!(log.content([0; 32]).await.unwrap(), None);
    for kind in ["fault", "panic"] {
        let diagnosis = Diagnosis {
            room: ROOM,
            when: 5,
            kind: kind.to_owned(),
            detail: "what it was".to_owned(),
        };
        log.diagnose(diagnosis).await.unwrap();
    }
    let last = log.diagnoses(1).await.unwrap();
    assert_eq!((last.len(), last[0].kind.as_str()), (1, "panic"));

    // Who claims the rooms later fences who had them before.
    let (later, claimed) = log.claim().await.unwrap();
    assert!(later > epoch);
    assert_eq!(claimed.len(), 1);
    assert_eq!(claimed[0].about, b"about");
    assert_eq!(
        log.append(append(epoch, 3, &["x"])).await,
        Err(StoreError::Fenced)
    );
    assert_eq!(
        log.create(RoomId(78), epoch, Vec::new()).await,
        Err(StoreError::Fenced)
    );
    assert_eq!(log.remove(ROOM, epoch).await, Err(StoreError::Fenced));
    log.append(append(later, 3, &["d"])).await.unwrap();
    assert_eq!(log.read(ROOM, 0).await.unwrap().len(), 4);
    log.remove(ROOM, later).await.unwrap();
    assert_eq!(
        log.append(append(later, 4, &["e"])).await,
        Err(StoreError::NoRoom)
    );
}
