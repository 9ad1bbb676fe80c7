//! Rooms on their way from a file to a database and back.

use crate::clients::{come_back, sit_down};
use crate::cluster::{connect, shared};
use crate::kept::{ROOM, append};
use crate::programs::{Host, quick};
use cardable_net::store::{
    Announced, Append, Diagnosis, PostgresLog, Quarantine, RoomId, RoomLog, SharedLog as _, Snapshot,
    SqliteLog, StoreError, Taken,
};
use std::path::Path;
use std::process::Command;
use std::time::Duration;

/// Runs `cardable-host store`. Gives its exit code and all that it says.
fn store(folder: &Path, arguments: &[&str]) -> (Option<i32>, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cardable-host"));
    command.arg("store").args(arguments).current_dir(folder);
    let output = command.output().expect("it runs");
    let text = |bytes| String::from_utf8(bytes).expect("a text");
    let said = text(output.stdout) + &text(output.stderr);
    (output.status.code(), said)
}

/// Fills a store as hosts do.
async fn play(log: &dyn RoomLog) {
    let (epoch, _) = log.claim().await.unwrap();
    log.keep_content(vec![([9; 32], b"blob".to_vec())]).await.unwrap();
    for room in [ROOM, RoomId(2), RoomId(u64::MAX)] {
        log.create(room, epoch, b"new".to_vec()).await.unwrap();
    }
    log.append(append(epoch, 0, &["a", "", "b"])).await.unwrap();
    let about = Append {
        about: Some(b"about".to_vec()),
        ..append(epoch, 3, &["c"])
    };
    log.append(about).await.unwrap();
    for at in [2, 4] {
        let snapshot = Snapshot {
            at,
            bytes: vec![7; 9],
        };
        log.keep_snapshot(ROOM, epoch, snapshot).await.unwrap();
    }
    log.quarantine(RoomId(2), epoch, "why".to_owned()).await.unwrap();
    let diagnosis = Diagnosis {
        room: ROOM,
        when: 5,
        kind: "fault".to_owned(),
        detail: "what it was".to_owned(),
    };
    log.diagnose(diagnosis).await.unwrap();
}

#[tokio::test]
async fn a_store_comes_through_a_database_in_the_same_bytes() {
    let Some(cluster) = shared() else { return };
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    std::fs::create_dir(at.join("one")).unwrap();
    let log = SqliteLog::open(at.join("one/rooms.sqlite")).unwrap();
    play(&log).await;
    log.close();
    drop(log);
    let (first, second) = (cluster.database().await.url, cluster.database().await.url);
    let steps: [&[&str]; 9] = [
        &["export", "one.export", "--data", "one"],
        &["import", "one.export", "--store", &first],
        &["check", "--store", &first],
        &["check", "--store", &first, &ROOM.to_string()],
        &["import", "one.export", "--store", &first],
        &["migrate", "--from", &first, "--to", &second],
        &["migrate", "--from", &first, "--to", &second],
        &["migrate", "--from", &second, "--to", "two"],
        &["export", "two.export", "--data", "two"],
    ];
    for step in steps {
        let (code, said) = store(at, step);
        assert_eq!(code, Some(0), "{step:?}: {said}");
    }
    let read = |name: &str| std::fs::read(at.join(name)).unwrap();
    assert!(read("one.export") == read("two.export"));
    // The links in the tables are those that a host would have written.
    let log = PostgresLog::open(&postgres(&second)).await.unwrap();
    let (epoch, claimed) = log.claim().await.unwrap();
    assert_eq!(claimed.len(), 3);
    let aside = claimed.iter().find(|claimed| claimed.room == RoomId(2)).unwrap();
    assert_eq!(aside.quarantine, Some(Quarantine::Sure("why".to_owned())));
    assert_eq!(log.read(ROOM, 0).await.unwrap(), [&b"a"[..], b"", b"b", b"c"]);
    log.append(append(epoch, 4, &["d"])).await.unwrap();
    assert_eq!(log.read(ROOM, 3).await.unwrap(), [b"c", b"d"]);
    assert_eq!(log.diagnoses(9).await.unwrap().len(), 1);
    assert_eq!(log.create(ROOM, epoch, Vec::new()).await, Err(StoreError::NoRoom));
    // The room is another one now, and stays.
    let (code, said) = store(at, &["import", "two.export", "--store", &second]);
    assert_eq!(code, Some(1));
    assert!(said.contains("it has 5 records there, and 4 here"), "{said}");
    assert!(said.contains("1 was there already with other bytes"), "{said}");
}

/// A room alone goes from a file to a database and back, while its database has a host, and others stay where they are.
#[tokio::test]
async fn a_single_room_goes_both_ways() {
    let Some(cluster) = shared() else { return };
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    std::fs::create_dir(at.join("one")).unwrap();
    let log = SqliteLog::open(at.join("one/rooms.sqlite")).unwrap();
    play(&log).await;
    log.close();
    drop(log);
    let mut address = cluster.database().await;
    // Nothing runs out while the test does.
    address.lease = Some(Duration::from_secs(600));
    let log = PostgresLog::open(&address).await.unwrap();
    let session = log.join(Announced::default()).await.unwrap().session;
    let (url, room) = (&*address.url, &*ROOM.to_string());
    let steps: [&[&str]; 5] = [
        &["export", "one.export", "--data", "one", "--room", room],
        &["import", "one.export", "--store", url],
        &["export", "two.export", "--store", url, "--room", room],
        &["import", "two.export", "--data", "two"],
        &["export", "three.export", "--data", "two"],
    ];
    for step in steps {
        let (code, said) = store(at, step);
        assert_eq!(code, Some(0), "{step:?}: {said}");
    }
    let read = |name: &str| std::fs::read(at.join(name)).unwrap();
    assert!(read("one.export") == read("two.export"));
    let (code, said) = store(at, &["check", "--data", "two", &RoomId(2).to_string()]);
    assert_eq!(code, Some(1), "the others have stayed: {said}");
    // The host has the room, and goes on with it.
    assert!(matches!(log.take(ROOM, session).await, Ok(Taken::Yours(_))));
    log.append(append(session, 4, &["d"])).await.unwrap();
    assert_eq!(log.read(ROOM, 0).await.unwrap().len(), 5);
    let log = SqliteLog::open(at.join("two/rooms.sqlite")).unwrap();
    let (epoch, claimed) = log.claim().await.unwrap();
    assert_eq!(claimed.len(), 1);
    log.append(append(epoch, 4, &["e"])).await.unwrap();
}

fn postgres(url: &str) -> cardable_net::store::PostgresAddress {
    cardable_net::store::PostgresAddress {
        url: url.to_owned(),
        ..Default::default()
    }
}

#[tokio::test]
async fn damage_is_found_and_named_and_the_rest_is_exported() {
    let Some(cluster) = shared() else { return };
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let address = cluster.database().await;
    for command in [&["check"][..], &["export", "new"]] {
        let mut arguments = command.to_vec();
        arguments.extend(["--store", &address.url]);
        let (code, said) = store(at, &arguments);
        assert_eq!(code, Some(1), "{said}");
        assert!(said.contains("there is no store in the database"), "{said}");
    }
    let beside = connect(&address.url).await;
    let is_there = "SELECT FROM pg_namespace WHERE nspname = 'cardable'";
    assert!(beside.query_opt(is_there, &[]).await.unwrap().is_none());
    let log = PostgresLog::open(&address).await.unwrap();
    play(&log).await;
    log.close().await;
    let room = format!("room {ROOM} is damaged: ");
    for table in ["rooms", "abouts", "records", "snapshots", "content"] {
        let copy = format!("CREATE TABLE backup_{table} AS SELECT * FROM cardable.{table}");
        beside.batch_execute(&copy).await.unwrap();
    }
    for (table, damage, wanted) in [
        (
            "records",
            "UPDATE cardable.records SET record = 'x' WHERE place = 2",
            "record 2 of its log is not what was written",
        ),
        (
            "records",
            "DELETE FROM cardable.records WHERE place = 1",
            "record 1 of its log is missing",
        ),
        (
            "records",
            "DELETE FROM cardable.records WHERE place = 3",
            "its log ends after 3 records, not after 4",
        ),
        (
            "rooms",
            "DELETE FROM cardable.rooms WHERE room = 77",
            "where its log ends is missing",
        ),
        (
            "rooms",
            "UPDATE cardable.rooms SET next = 5 WHERE room = 77",
            "its log ends after 4 records, not after 5",
        ),
        (
            "abouts",
            "UPDATE cardable.abouts SET about = 'x' WHERE room = 77",
            "what it keeps of itself is not what was written",
        ),
        (
            "abouts",
            "DELETE FROM cardable.abouts WHERE room = 77",
            "what it keeps of itself is missing",
        ),
        (
            "snapshots",
            "UPDATE cardable.snapshots SET state = 'x' WHERE place = 4",
            "its snapshot at 4 is not what was written",
        ),
        (
            "content",
            "UPDATE cardable.content SET bytes = 'x'",
            "is damaged: it is not what was written",
        ),
    ] {
        beside.batch_execute(damage).await.unwrap();
        let (code, said) = store(at, &["check", "--store", &address.url]);
        assert_eq!(code, Some(1), "{damage}: {said}");
        assert!(said.contains(wanted), "{damage}: {said}");
        assert!(said.contains("1 thing is damaged"), "{said}");
        let is_of_the_room = !matches!(table, "snapshots" | "content");
        assert!(!is_of_the_room || said.contains(&room), "{said}");
        let mend =
            format!("TRUNCATE cardable.{table}; INSERT INTO cardable.{table} SELECT * FROM backup_{table}");
        beside.batch_execute(&mend).await.unwrap();
    }
    let (code, said) = store(at, &["check", "--store", &address.url]);
    assert_eq!(code, Some(0), "{said}");
    let (code, said) = store(at, &["check", "--store", &address.url, "0000000000005"]);
    assert_eq!(code, Some(1));
    assert!(said.contains("no room 0000000000005"), "{said}");
    // Who may not read is told what to ask for.
    beside.batch_execute("CREATE ROLE reader LOGIN").await.unwrap();
    let reader = address.url.replace("host@", "reader@");
    let (code, said) = store(at, &["check", "--store", &reader]);
    assert_eq!(code, Some(1));
    assert!(said.contains("grant the user the rights"), "{said}");
    assert!(!at.join("new").exists() && !at.join("new-new").exists());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_table_goes_on_in_a_database_and_back_in_a_file() {
    let Some(cluster) = shared() else { return };
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let config = at.join("host.toml");
    std::fs::write(&config, quick()).unwrap();
    let url = cluster.database().await.url;
    let host = Host::start(&url, &config);
    let (mut ada, mut ben) = sit_down(&host.url(), "goofspiel").await;
    let mut rng = crate::seeded::generator(1);
    for client in [&mut ada, &mut ben] {
        client.play_at_random(&mut rng).await.unwrap();
    }
    let (code, said) = store(at, &["migrate", "--from", &url, "--to", "data"]);
    assert_eq!(code, Some(1));
    assert!(said.contains("a host runs on the database"), "{said}");
    // Whatever a host does, the rooms can be read.
    let (code, said) = store(at, &["check", "--store", &url]);
    assert_eq!(code, Some(0), "{said}");
    host.stop();
    let other = cluster.database().await.url;
    for (from, to) in [(&*url, "data"), ("data", &*other)] {
        let (code, said) = store(at, &["migrate", "--from", from, "--to", to]);
        assert_eq!(code, Some(0), "{said}");
    }
    let host = Host::start(&other, &config);
    let mut ada = come_back(&host.url(), &ada).await;
    assert_eq!(ada.table().seq(), Some(2));
    ada.play_at_random(&mut rng).await.unwrap();
    host.kill();
}
