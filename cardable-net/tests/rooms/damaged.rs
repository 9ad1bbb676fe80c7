//! Files that are not as they were written: nothing of that is taken for what was written. A room is what it
//! was, or it is set aside; and a file of which that cannot be told is no store.

use cardable_net::store::{Append, Claimed, Quarantine, RoomId, RoomLog, Snapshot, SqliteLog, StoreError};
use rand::RngExt as _;
use rand::rngs::StdRng;
use rusqlite::Connection;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

const ROOMS: u64 = 8;

const CONTENT: [u8; 32] = [7; 32];

/// What a room has acknowledged.
#[derive(Clone, Debug, Default)]
struct Kept {
    about: Vec<u8>,
    records: Vec<Vec<u8>>,
}

type Rooms = BTreeMap<RoomId, Kept>;

/// The files of a store at some time.
#[derive(Clone)]
struct Image {
    file: Vec<u8>,
    log: Option<Vec<u8>>,
    /// The note of what was acknowledged.
    head: Option<Vec<u8>>,
}

fn beside(path: &Path, end: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(end);
    name.into()
}

impl Image {
    fn of(path: &Path) -> Image {
        Image {
            file: std::fs::read(path).unwrap(),
            log: std::fs::read(beside(path, "-wal")).ok(),
            head: std::fs::read(beside(path, "-head")).ok(),
        }
    }

    /// Puts it into a folder.
    fn put(&self, folder: &Path) -> PathBuf {
        let path = folder.join("rooms.db");
        for end in ["-wal", "-shm", "-working", "-head"] {
            let _ = std::fs::remove_file(beside(&path, end));
        }
        std::fs::write(&path, &self.file).unwrap();
        if let Some(log) = &self.log {
            std::fs::write(beside(&path, "-wal"), log).unwrap();
        }
        if let Some(head) = &self.head {
            std::fs::write(beside(&path, "-head"), head).unwrap();
        }
        path
    }
}

async fn write(log: &SqliteLog, epoch: u64, kept: &mut Rooms, room: u64, many: usize) {
    let room = RoomId(room);
    let there = kept.get_mut(&room).unwrap();
    let at = there.records.len();
    let records: Vec<Vec<u8>> = (at..at + many)
        .map(|at| format!("{room} {at} {}", "x".repeat(at * 37 % 300)).into_bytes())
        .collect();
    there.records.extend(records.clone());
    there.about = format!("about {room}, with {} records", at + many).into_bytes();
    let about = Some(there.about.clone());
    let append = Append {
        room,
        epoch,
        at: at as u64,
        records,
        about,
    };
    log.append(append).await.unwrap();
}

/// What a host has written: the files after its end, those after a kill of which all lies in the file, and
/// those of which most lies in the write-ahead log.
async fn images(folder: &Path) -> [(Image, Rooms); 3] {
    let path = folder.join("rooms.db");
    let mut kept = Rooms::new();
    let log = SqliteLog::open(&path).unwrap();
    let (epoch, _) = log.claim().await.unwrap();
    for room in 1..=ROOMS {
        kept.insert(RoomId(room), Kept::default());
        log.create(RoomId(room), epoch, Vec::new()).await.unwrap();
        write(&log, epoch, &mut kept, room, 1 + room as usize * 3).await;
        let snapshot = Snapshot {
            at: 2,
            bytes: format!("state {room}").repeat(100).into_bytes(),
        };
        log.keep_snapshot(RoomId(room), epoch, snapshot).await.unwrap();
    }
    log.keep_content(vec![(CONTENT, vec![5; 9000])]).await.unwrap();
    log.close();
    let ended = (Image::of(&path), kept.clone());
    let log = SqliteLog::open(&path).unwrap();
    let (epoch, _) = log.claim().await.unwrap();
    for room in 1..=ROOMS {
        write(&log, epoch, &mut kept, room, 2).await;
    }
    Connection::open(&path)
        .unwrap()
        .query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()))
        .unwrap();
    let mut killed = (Image::of(&path), kept.clone());
    // The log is empty then, but there.
    killed.0.log = None;
    for room in 1..=ROOMS {
        write(&log, epoch, &mut kept, room, 1).await;
    }
    let logged = (Image::of(&path), kept.clone());
    assert!(logged.0.log.as_ref().is_some_and(|log| log.len() > 10_000));
    log.close();
    [ended, killed, logged]
}

/// What came of opening damaged files.
#[derive(Debug, Default)]
struct Met {
    refused: usize,
    aside: usize,
    unharmed: usize,
}

/// Opens a store, and confirms that every room is what it was or is set aside. A last commit that is not whole
/// may be missing.
async fn look(path: &Path, kept: &Rooms, torn: bool, met: &mut Met, what: &str) {
    let log = match SqliteLog::open(path) {
        Ok(log) => log,
        Err(StoreError::Damaged(why) | StoreError::Failed(why)) => {
            assert!(!why.is_empty());
            met.refused += 1;
            return;
        }
        Err(other) => panic!("{what}: {other}"),
    };
    let (epoch, claimed) = match log.claim().await {
        Ok(claimed) => claimed,
        // SQLite may see what is wrong only when it writes.
        Err(StoreError::Damaged(_)) => {
            met.refused += 1;
            return;
        }
        Err(error) => panic!("{what}: {error}"),
    };
    let mut aside = 0;
    for (room, kept) in kept {
        let found: Option<&Claimed> = claimed.iter().find(|claimed| claimed.room == *room);
        let found = found.unwrap_or_else(|| panic!("{what}: {room} is gone without a word"));
        if found.quarantine.is_some() {
            aside += 1;
            continue;
        }
        let read = log
            .read(*room, 0)
            .await
            .unwrap_or_else(|error| panic!("{what}: {error}"));
        if torn && read.len() + 1 == kept.records.len() {
            assert_eq!(read, kept.records[..read.len()], "{what}");
            continue;
        }
        assert_eq!(found.about, kept.about, "{what}");
        assert_eq!(read, kept.records, "{what}: {room}");
        if let Some(snapshot) = log.snapshot(*room, u64::MAX).await.unwrap() {
            assert_eq!(
                snapshot.bytes,
                format!("state {}", room.0).repeat(100).into_bytes()
            );
        }
    }
    let content = log.content(CONTENT).await.unwrap();
    assert!(content.is_none_or(|bytes| bytes == [5; 9000]), "{what}");
    if aside == 0 {
        met.unharmed += 1;
    } else {
        met.aside += 1;
    }
    // The others live.
    let whole = |room: &RoomId| claimed.iter().any(|c| c.room == *room && c.quarantine.is_none());
    if let Some((room, kept)) = kept.iter().find(|(room, _)| whole(room)).filter(|_| !torn) {
        let append = Append {
            room: *room,
            epoch,
            at: kept.records.len() as u64,
            records: vec![b"more".to_vec()],
            about: None,
        };
        log.append(append)
            .await
            .unwrap_or_else(|error| panic!("{what}: {error}"));
        assert_eq!(log.read(*room, 0).await.unwrap().len(), kept.records.len() + 1);
    }
}

/// Does something to some bytes at random.
fn damage(bytes: &mut Vec<u8>, at: usize, rng: &mut StdRng) -> String {
    match rng.random_range(0..10) {
        0 => {
            bytes.truncate(at);
            format!("cut at {at}")
        }
        1 | 2 => {
            let end = bytes.len().min(at + rng.random_range(1..600));
            bytes[at..end].fill(0);
            format!("zeros at {at} to {end}")
        }
        3 => {
            let (from, to) = (rng.random_range(0..bytes.len()) / 4096 * 4096, at / 4096 * 4096);
            let end = bytes.len().min(from + 4096);
            let to = to.min(bytes.len() - (end - from));
            bytes.copy_within(from..end, to);
            format!("the page at {from} copied to {to}")
        }
        4 => {
            let end = bytes.len().min(at + rng.random_range(1..40));
            bytes[at..end].iter_mut().for_each(|byte| *byte = rng.random());
            format!("noise at {at} to {end}")
        }
        _ => {
            let bit = rng.random_range(0..8);
            bytes[at] ^= 1 << bit;
            format!("bit {bit} of byte {at}")
        }
    }
}

#[tokio::test]
async fn nothing_damaged_is_taken_for_what_was_written() {
    let folder = tempfile::tempdir().unwrap();
    let mut rng = crate::seeded::generator(4);
    let mut met = [Met::default(), Met::default(), Met::default(), Met::default()];
    for (kind, (image, kept)) in images(folder.path()).await.into_iter().enumerate() {
        let path = image.put(folder.path());
        look(&path, &kept, false, &mut met[kind], "undamaged").await;
        assert_eq!((met[kind].unharmed, met[kind].refused), (1, 0), "{met:?}");
        // Every region of the file, a few times over.
        let step = image.file.len() / 120;
        for part in 0..120 {
            let mut other = image.clone();
            let at = (part * step + rng.random_range(0..step)).min(image.file.len() - 1);
            let what = damage(&mut other.file, at, &mut rng);
            let path = other.put(folder.path());
            look(&path, &kept, false, &mut met[kind], &format!("{kind}: {what}")).await;
        }
        let Some(log) = image.log.clone().filter(|log| !log.is_empty()) else {
            continue;
        };
        let step = log.len() / 120;
        for part in 0..120 {
            let mut bytes = log.clone();
            let at = (part * step + rng.random_range(0..step)).min(log.len() - 1);
            // What is cut off as a whole was never there, as far as anybody can tell.
            let what = loop {
                let what = damage(&mut bytes, at, &mut rng);
                if !what.starts_with("cut") {
                    break what;
                }
                bytes.clone_from(&log);
            };
            let other = Image {
                log: Some(bytes),
                ..image.clone()
            };
            let path = other.put(folder.path());
            look(&path, &kept, true, &mut met[3], &format!("log: {what}")).await;
        }
    }
    println!("{met:#?}");
    for met in &met[..3] {
        assert!(met.refused > 5 && met.aside > 5 && met.unharmed > 5, "{met:?}");
    }
    assert!(met[3].aside > 5 && met[3].unharmed > 0, "{met:?}");
}

/// What somebody does to the file, and which rooms suffer from it.
enum Suffer {
    /// These, and no other.
    Rooms(&'static [u64]),
    /// Whoever is in play.
    Played,
    /// It is no store.
    All,
}
use Suffer::{All, Played, Rooms as Those};

/// What is done to the image of a host that was killed: the newest two records of each room lie in the journal.
const DAMAGES: [(&str, Suffer); 22] = [
    (
        "UPDATE log SET record = record || 'x' WHERE room = 3 AND at = 4",
        Those(&[3]),
    ),
    (
        "UPDATE log SET record = zeroblob(length(record)) WHERE room = 8 AND at = 0",
        Those(&[8]),
    ),
    ("DELETE FROM log WHERE room = 3 AND at >= 8", Those(&[3])),
    ("DELETE FROM log WHERE room = 3 AND at = 1", Those(&[3])),
    ("DELETE FROM log WHERE room = 3", Those(&[3])),
    (
        "UPDATE log SET record = (SELECT record FROM log WHERE room = 5 AND at = 2) WHERE room = 4 AND at = 2",
        Those(&[4]),
    ),
    (
        "UPDATE rooms SET about = 'something else' WHERE room = 2",
        Those(&[2]),
    ),
    ("DELETE FROM rooms WHERE room = 2", Those(&[2])),
    // Its snapshot is left.
    (
        "DELETE FROM rooms WHERE room = 2; DELETE FROM log WHERE room = 2; DELETE FROM ends WHERE room = 2",
        Those(&[2]),
    ),
    (
        "DELETE FROM log; DELETE FROM ends",
        Those(&[1, 2, 3, 4, 5, 6, 7, 8]),
    ),
    (
        "DELETE FROM log; DELETE FROM ends; DELETE FROM journal; DELETE FROM snapshots",
        Those(&[1, 2, 3, 4, 5, 6, 7, 8]),
    ),
    (
        "DELETE FROM rooms; DELETE FROM log; DELETE FROM ends",
        Those(&[1, 2, 3, 4, 5, 6, 7, 8]),
    ),
    ("UPDATE host SET commits = 0", All),
    ("UPDATE ends SET next = next - 1 WHERE room = 7", Those(&[7])),
    ("DELETE FROM ends WHERE room = 7", Those(&[7])),
    // The last row holds what room 8 wrote last.
    (
        "UPDATE journal SET records = substr(records, 1, 3) WHERE row = (SELECT max(row) FROM journal)",
        Those(&[8]),
    ),
    (
        "DELETE FROM journal WHERE row = (SELECT max(row) FROM journal)",
        Played,
    ),
    (
        "DELETE FROM journal WHERE row = (SELECT min(row) FROM journal)",
        Played,
    ),
    (
        "UPDATE journal SET heads = substr(heads, 2) WHERE row = (SELECT min(row) FROM journal)",
        Played,
    ),
    ("DELETE FROM host", All),
    ("DROP TABLE log", All),
    ("UPDATE host SET rooms = 3", All),
];

#[tokio::test]
async fn damage_is_told_room_by_room() {
    let folder = tempfile::tempdir().unwrap();
    let [_, (image, kept), _] = images(folder.path()).await;
    for (what, suffers) in &DAMAGES {
        let path = image.put(folder.path());
        let db = Connection::open(&path).unwrap();
        db.execute_batch(what).unwrap();
        drop(db);
        for time in ["at once", "later too"] {
            let log = match (SqliteLog::open(&path), suffers) {
                (Err(StoreError::Damaged(why)), All) => {
                    assert!(why.contains("backup"), "{what}: {why}");
                    break;
                }
                (Err(error), _) => panic!("{what}: {error}"),
                (Ok(log), _) => log,
            };
            let (_, claimed) = log.claim().await.unwrap();
            let aside = |sure: bool| {
                let fits = move |claimed: &&Claimed| match &claimed.quarantine {
                    Some(Quarantine::Sure(_)) => sure,
                    Some(Quarantine::IfPlayed(_)) => !sure,
                    None => false,
                };
                let rooms = claimed.iter().filter(fits).map(|claimed| claimed.room.0);
                rooms.collect::<Vec<u64>>()
            };
            match suffers {
                Those(rooms) => assert_eq!(
                    (aside(true), aside(false)),
                    (rooms.to_vec(), vec![]),
                    "{what}, {time}"
                ),
                Played => assert_eq!(
                    aside(true).len() + aside(false).len(),
                    kept.len(),
                    "{what}, {time}"
                ),
                All => panic!("{what}: it is taken for a store"),
            }
            for (room, kept) in kept
                .iter()
                .filter(|(room, _)| matches!(suffers, Those(all) if !all.contains(&room.0)))
            {
                assert_eq!(log.read(*room, 0).await.unwrap(), kept.records, "{what}");
            }
            log.close();
        }
    }
}

/// What a kill leaves in the write-ahead log was acknowledged: where it is gone, everything in play waits for the
/// operator.
#[tokio::test]
async fn a_log_that_is_cut_or_missing_is_noticed() {
    let folder = tempfile::tempdir().unwrap();
    let [_, (older, _), (image, kept)] = images(folder.path()).await;
    let log = image.log.clone().unwrap();
    assert!(image.head.is_some());
    let with = |log: Option<&[u8]>| Image {
        log: log.map(<[u8]>::to_vec),
        ..image.clone()
    };
    let older = Image {
        head: image.head.clone(),
        ..older
    };
    for (what, image, whole) in [
        ("whole", with(Some(&log)), true),
        ("cut in half", with(Some(&log[..log.len() / 2])), false),
        ("empty", with(Some(&[])), false),
        ("missing", with(None), false),
        ("an older file", older, false),
    ] {
        for time in ["at once", "later too"] {
            let path = if time == "at once" {
                image.put(folder.path())
            } else {
                folder.path().join("rooms.db")
            };
            let log = SqliteLog::open(&path).unwrap();
            let (_, claimed) = log.claim().await.unwrap();
            assert_eq!(claimed.len(), kept.len(), "{what}");
            for claimed in claimed {
                assert_eq!(claimed.quarantine.is_none(), whole, "{what}, {time}");
            }
            log.close();
        }
    }
    // Whoever moves a copy elsewhere has no note of it, and is believed.
    let path = Image { head: None, ..image }.put(folder.path());
    let claimed = SqliteLog::open(&path).unwrap().claim().await.unwrap().1;
    assert!(claimed.iter().all(|claimed| claimed.quarantine.is_none()));
}

/// A page in the middle is another one: where it holds the structure no host goes on with such a file, and where it
/// holds bytes those whose they are are set aside.
#[tokio::test]
async fn a_page_that_was_overwritten_is_noticed() {
    let folder = tempfile::tempdir().unwrap();
    let [(ended, kept), _, _] = images(folder.path()).await;
    let page = 4096;
    let middle = ended.file.len() / page / 2;
    let mut met = Met::default();
    for at in middle - 3..=middle + 3 {
        let mut image = ended.clone();
        image.file[at * page..(at + 1) * page].fill(0xa5);
        let path = image.put(folder.path());
        look(&path, &kept, false, &mut met, &format!("page {at}")).await;
    }
    assert!(met.refused > 0, "{met:?}");
}

#[tokio::test]
async fn what_is_no_store_is_left_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let [(ended, _), _, _] = images(folder.path()).await;
    let missing_tables = {
        let path = folder.path().join("other.db");
        Connection::open(&path)
            .unwrap()
            .execute_batch("CREATE TABLE other (x)")
            .unwrap();
        std::fs::read(path).unwrap()
    };
    for (what, bytes) in [
        ("an empty file", Vec::new()),
        ("another database", missing_tables),
        ("a text", b"these are no rooms".repeat(1000)),
        ("half of it", ended.file[..ended.file.len() / 2].to_vec()),
    ] {
        let image = Image {
            file: bytes.clone(),
            log: None,
            head: None,
        };
        let path = image.put(folder.path());
        let error = SqliteLog::open(&path)
            .err()
            .unwrap_or_else(|| panic!("{what} is taken for a store"));
        assert!(
            matches!(&error, StoreError::Damaged(why) if why.contains("backup")),
            "{what}: {error}"
        );
        assert!(std::fs::read(&path).unwrap() == bytes, "{what} was changed");
    }
    // Of a store whose file is gone the log may be left.
    let path = ended.put(folder.path());
    std::fs::remove_file(&path).unwrap();
    std::fs::write(beside(&path, "-wal"), b"something").unwrap();
    assert!(matches!(SqliteLog::open(&path), Err(StoreError::Damaged(_))));
    assert!(!path.exists());
}
