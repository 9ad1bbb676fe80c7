use super::*;
use crate::store::{Append, MemoryLog, Restore, RoomLog as _, Snapshot, SqliteArchive, SqliteLog};
use std::path::Path;
use std::sync::{Arc, Mutex};

const ROOMS: [RoomId; 3] = [RoomId(1), RoomId(2), RoomId(u64::MAX)];

/// Fills a store as hosts do.
async fn play(log: &dyn Restore) {
    let (epoch, _) = log.claim().await.unwrap();
    let blobs = [&b"one"[..], b"two"].map(|blob| (*blake3::hash(blob).as_bytes(), blob.to_vec()));
    log.keep_content(blobs.to_vec()).await.unwrap();
    for room in ROOMS {
        log.create(room, epoch, b"new".to_vec()).await.unwrap();
    }
    for at in 0..5 {
        let append = Append {
            room: ROOMS[0],
            epoch,
            at,
            records: vec![format!("record {at}").into_bytes()],
            about: Some(format!("about {at}").into_bytes()),
        };
        log.append(append).await.unwrap();
        let snapshot = Snapshot {
            at: at + 1,
            bytes: vec![at as u8; 3],
        };
        log.keep_snapshot(ROOMS[0], epoch, snapshot).await.unwrap();
    }
    log.quarantine(ROOMS[2], epoch, "it is \"odd\"".to_owned())
        .await
        .unwrap();
    for when in [5, 5, 6] {
        let diagnosis = Diagnosis {
            room: ROOMS[1],
            when,
            kind: "fault".to_owned(),
            detail: "what it was".to_owned(),
        };
        log.diagnose(diagnosis).await.unwrap();
    }
}

/// What is said.
#[derive(Default)]
struct Said(Mutex<Vec<String>>);

impl Said {
    fn all(&self) -> String {
        self.0.lock().unwrap().join("\n")
    }
}

async fn export(archive: &dyn Archive, rooms: &[RoomId]) -> (Vec<u8>, Told, String) {
    let said = Said::default();
    let mut file = ExportFile::begin(Vec::new(), "-".to_owned()).unwrap();
    let telling = Telling {
        archive,
        rooms,
        say: &|line| said.0.lock().unwrap().push(line.to_owned()),
    };
    let told = telling.tell(&mut file).await.unwrap();
    (file.finish().unwrap(), told, said.all())
}

/// How many rooms were written, were the same and were refused, and what was said.
async fn import(bytes: &[u8], target: &dyn Restore) -> ([u64; 3], String) {
    let said = Said::default();
    let say = |line: &str| said.0.lock().unwrap().push(line.to_owned());
    let mut filling = Filling::of(target, &say).await.unwrap();
    Export::new(bytes).tell(&mut filling).await.unwrap();
    let done = [filling.written, filling.same, filling.refused];
    (done, said.all())
}

fn sqlite(folder: &Path, name: &str) -> Arc<dyn Restore> {
    Arc::new(SqliteLog::open(folder.join(name)).unwrap())
}

#[tokio::test]
async fn what_goes_through_other_stores_comes_back_in_the_same_bytes() {
    let folder = tempfile::tempdir().unwrap();
    let memory = || -> Arc<dyn Restore> { Arc::new(MemoryLog::new()) };
    let ways = [
        [memory(), memory(), sqlite(folder.path(), "a"), memory()],
        [
            sqlite(folder.path(), "b"),
            memory(),
            sqlite(folder.path(), "c"),
            sqlite(folder.path(), "d"),
        ],
    ];
    for way in ways {
        play(&*way[0]).await;
        let (first, told, said) = export(&*way[0], &[]).await;
        let numbers = [
            told.rooms,
            told.records,
            told.snapshots,
            told.contents,
            told.diagnoses,
        ];
        assert_eq!((numbers, told.damaged), ([3, 5, 2, 2, 3], 0));
        assert_eq!(said, "room fzzzzzzzzzzzz is whole, but set aside: it is \"odd\"");
        let mut last = first.clone();
        for next in &way[1..] {
            assert_eq!(import(&last, &**next).await, ([3, 0, 0], String::new()));
            assert_eq!(import(&last, &**next).await, ([0, 3, 0], String::new()));
            last = export(&**next, &[]).await.0;
            assert!(last == first);
        }
        // Hosts go on with what has come.
        let log = &way[3];
        let (epoch, claimed) = log.claim().await.unwrap();
        assert_eq!(claimed.len(), 3);
        let append = Append {
            room: ROOMS[0],
            epoch,
            at: 5,
            records: vec![b"more".to_vec()],
            about: None,
        };
        log.append(append).await.unwrap();
        assert_eq!(log.read(ROOMS[0], 4).await.unwrap(), [&b"record 4"[..], b"more"]);
        // The same room is another one now.
        let (done, said) = import(&first, &**log).await;
        assert_eq!(done, [0, 2, 1]);
        assert!(said.contains("it has 6 records there, and 5 here"), "{said}");
        assert_eq!(log.read(ROOMS[0], 0).await.unwrap().len(), 6);
        // A single room, into a store that has others.
        let (one, told, _) = export(&*way[0], &ROOMS[..1]).await;
        assert_eq!((told.rooms, told.diagnoses, told.contents), (1, 0, 2));
        let target = memory();
        let (epoch, _) = target.claim().await.unwrap();
        target.create(ROOMS[1], epoch, Vec::new()).await.unwrap();
        assert_eq!(import(&one, &*target).await.0, [1, 0, 0]);
        assert_eq!(target.rooms().await.unwrap(), ROOMS[..2]);
    }
}

async fn wrong(bytes: &[u8]) -> ExportError {
    match Export::new(bytes).tell(&mut Nowhere).await {
        Err(TransferError::Export(error)) => error,
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn a_file_that_is_not_whole_is_noticed() {
    let log = MemoryLog::new();
    play(&log).await;
    let (whole, ..) = export(&log, &[]).await;
    for length in 0..whole.len() {
        let error = wrong(&whole[..length]).await;
        let is_cut = matches!(error, ExportError::Cut(_) | ExportError::Other);
        assert!(is_cut, "{length}: {error}");
    }
    for at in 0..whole.len() {
        let mut changed = whole.clone();
        changed[at] ^= 1;
        wrong(&changed).await;
    }
    let text = String::from_utf8(whole).unwrap();
    let without = |word: &str| -> String {
        let kept = text.split_inclusive('\n').filter(|line| !line.contains(word));
        kept.collect()
    };
    let first_record = text.lines().find(|line| line.contains("\"record\"")).unwrap();
    for (text, wanted) in [
        (String::new(), "no export of a store"),
        ("a letter\n".to_owned(), "no export of a store"),
        (without("cardable_store"), "no export of a store"),
        (without("\"end\""), "cut off after line"),
        (without(first_record), "a record of room 0000000000001 is missing"),
        (
            without("\"snapshot\""),
            "a snapshot of room 0000000000001 is missing",
        ),
        (
            without("\"content\""),
            "of 3 rooms, 2 pieces of content and 3 diagnoses there are 3, 0 and 3",
        ),
        (without("\"diagnosis\""), "there are 3, 2 and 0"),
        (
            text.replace("\"version\":1}", "\"version\":2,\"more\":0}"),
            "is of version 2",
        ),
        (
            text.replace("what it was", "what it is"),
            "the checksum at the end",
        ),
        (format!("{text}\n"), "goes on after its end"),
        (text.replace("\"about\"", "\"abouts\""), "unknown field `abouts`"),
    ] {
        let error = wrong(text.as_bytes()).await.to_string();
        assert!(error.contains(wanted), "{wanted}: {error}");
        assert!(!error.contains('\n'));
    }
}

/// What is done to a file, and what is said of it.
const DAMAGES: [(&str, &str); 14] = [
    (
        "UPDATE log SET record = x'00' WHERE at = 3",
        "room 0000000000001 is damaged: record 3 of its log is not what was written",
    ),
    (
        "DELETE FROM log WHERE at = 0",
        "room 0000000000001 is damaged: record 0 of its log is missing",
    ),
    (
        "DELETE FROM log WHERE at = 4",
        "room 0000000000001 is damaged: its log ends after 4 records, not after 5",
    ),
    ("DELETE FROM log", "its log ends after 0 records, not after 5"),
    (
        "UPDATE log SET record = 'a text' WHERE at = 3",
        "room 0000000000001 is damaged: what is stored of it is not what was written",
    ),
    (
        "UPDATE ends SET link = zeroblob(16) WHERE room = 1",
        "its log does not lead to where it is known to end",
    ),
    (
        "DELETE FROM ends WHERE room = 1",
        "room 0000000000001 is damaged: where its log ends is missing",
    ),
    (
        "UPDATE rooms SET about = x'00' WHERE room = 2",
        "room 0000000000002 is damaged: what it keeps of itself is not what was written",
    ),
    (
        "DELETE FROM rooms WHERE room = 2",
        "room 0000000000002 is damaged: what it keeps of itself is missing",
    ),
    (
        "UPDATE snapshots SET state = x'00' WHERE at = 5",
        "room 0000000000001 is damaged, but goes on without that: its snapshot at 5 is not what was written",
    ),
    (
        "DELETE FROM rooms WHERE room = 2; DELETE FROM ends WHERE room = 2",
        "1 of 3 rooms are gone without a trace",
    ),
    (
        "DELETE FROM content WHERE bytes = x'6f6e65'",
        "1 files of rulesets are missing",
    ),
    (
        "UPDATE content SET bytes = x'00' WHERE bytes = x'6f6e65'",
        "is damaged: it is not what was written",
    ),
    (
        "UPDATE rooms SET sum = 5 WHERE room = 2",
        "room 0000000000002 is damaged: what is stored of it",
    ),
];

#[tokio::test]
async fn damage_is_found_and_named() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("whole");
    let log = SqliteLog::open(&path).unwrap();
    play(&log).await;
    log.close();
    let whole = std::fs::read(&path).unwrap();
    for (at, (damage, wanted)) in DAMAGES.iter().enumerate() {
        let path = folder.path().join(format!("{at}"));
        std::fs::write(&path, &whole).unwrap();
        let db = rusqlite::Connection::open(&path).unwrap();
        db.pragma_update(None, "synchronous", "OFF").unwrap();
        db.execute_batch(damage).unwrap();
        drop(db);
        let before = std::fs::read(&path).unwrap();
        let archive = SqliteArchive::open(&path).unwrap();
        let (bytes, told, said) = export(&archive, &[]).await;
        assert_eq!(told.damaged, 1, "{damage}: {said}");
        assert!(said.contains(wanted), "{damage}: {said}");
        // The rest goes along.
        Export::new(&bytes[..]).tell(&mut Nowhere).await.unwrap();
        drop(archive);
        assert!(std::fs::read(&path).unwrap() == before, "nothing is changed");
    }
}

/// Records that lie in the journal still are read, and the host goes on.
#[tokio::test]
async fn a_file_is_read_while_a_host_writes_to_it() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("rooms");
    assert!(SqliteArchive::open(&path).is_err());
    assert!(!path.exists());
    let log = SqliteLog::open(&path).unwrap();
    play(&log).await;
    let archive = SqliteArchive::open(&path).unwrap();
    assert_eq!(archive.is_served().await, Ok(cfg!(unix)));
    let (first, told, _) = export(&archive, &[]).await;
    assert_eq!((told.rooms, told.records, told.damaged), (3, 5, 0));
    let (epoch, _) = log.claim().await.unwrap();
    log.remove(ROOMS[0], epoch).await.unwrap();
    // It shows one moment.
    assert!(export(&archive, &[]).await.0 == first);
    let later = SqliteArchive::open(&path).unwrap();
    assert_eq!(later.rooms().await.unwrap(), ROOMS[1..]);
    drop((later, archive));
    log.close();
    drop(log);
    let closed = SqliteArchive::open(&path).unwrap();
    assert_eq!(closed.is_served().await, Ok(false));
    assert_eq!(export(&closed, &[]).await.1.damaged, 0);
}

#[test]
fn a_room_that_may_be_affected_is_set_aside_as_a_host_would() {
    let playing = r#"{"stage":"nothing that is known"}"#;
    let copy = |why| RoomCopy {
        room: RoomId(1),
        about: playing.into(),
        quarantine: why,
        records: Vec::new(),
        snapshots: Vec::new(),
    };
    let why = || "why".to_owned();
    for (found, wanted) in [
        (None, None),
        (Some(Quarantine::Sure(why())), Some(Quarantine::Sure(why()))),
        (Some(Quarantine::IfPlayed(why())), Some(Quarantine::Sure(why()))),
    ] {
        let mut copy = copy(found);
        settle(&mut copy);
        assert_eq!(copy.quarantine, wanted);
    }
}
