//! A room that takes the whole process down, twice by the same work, is set aside at the next start. The
//! process is a real one: this test's program, started again.

use crate::returning::table;
use crate::support::{GUARD, Player, entropy, quick};
use crate::trouble::press;
use cardable_core::Seat;
use cardable_core::content::MemoryFiles;
use cardable_core::testing::{Hands, RustScripts, TINY};
use cardable_core::value::Value;
use cardable_engine::script::Crossed;
use cardable_net::library::Library;
use cardable_net::lobby::{RoomLimits, Rooms, Seated};
use cardable_net::room::{NewRoom, Refused, SeatToken};
use cardable_net::store::SqliteLog;
use std::path::Path;
use std::process::{Command, ExitStatus};
use std::sync::Arc;

/// What the other process is asked to do, and where.
const FOLDER: &str = "CARDABLE_TEST_ABORTS";

fn abort(hands: &mut Hands<'_>, _: &[Value]) -> Crossed<Value> {
    // Who only tries whether it begins with a question gets no further.
    hands.call("wait", &[Value::Int(0)]).map(drop)?;
    std::process::abort()
}

static SCRIPTS: RustScripts = RustScripts {
    functions: &[("abort", abort)],
};

fn library() -> Library {
    let script = r#""ruleset_name": "Stones", "script": ["abort"],"#;
    let button = r#"{ "action_name": "Abort", "type": "button", "function": "abort" },
        {
                        "action_name": "Take a stone","#;
    let text = TINY.replace("\"ruleset_name\": \"Stones\",", script).replace(
        r#"{
                        "action_name": "Take a stone","#,
        button,
    );
    let mut files = MemoryFiles::new();
    files.add("stones/ruleset.json", text).unwrap();
    Library::of_files_with_scripts(files, Vec::new(), &SCRIPTS)
}

async fn open(folder: &Path) -> Rooms {
    let log = Arc::new(SqliteLog::open(folder.join("rooms.db")).unwrap());
    let limits: RoomLimits = quick();
    Rooms::open(log, library(), limits, entropy()).await.unwrap()
}

/// The host comes to its end: as long as it lives, what is under way took nothing down.
async fn end(rooms: Rooms) {
    assert!(rooms.drain(GUARD).await);
}

/// The seats of a room, by their tokens.
fn seats(folder: &Path) -> Vec<Seated> {
    let text = std::fs::read_to_string(folder.join("seats")).unwrap();
    let seat = |line: (usize, &str)| {
        let (room, token) = line.1.split_once(' ').unwrap();
        Seated {
            room: room.parse().unwrap(),
            seat: Seat(line.0 as u8),
            token: SeatToken::presented(token),
        }
    };
    text.lines().enumerate().map(seat).collect()
}

/// What the other process does: it comes to a table, or makes it, and presses what aborts. Nothing where it is
/// not asked to.
#[tokio::test]
async fn other_process() {
    let Some(folder) = std::env::var_os(FOLDER) else {
        return;
    };
    let folder = Path::new(&folder);
    let rooms = open(folder).await;
    let mut players = Vec::new();
    if folder.join("seats").exists() {
        for seated in seats(folder) {
            players.push(Player::sit(&rooms, &seated).await);
        }
    } else {
        players = table(&rooms, NewRoom::of("stones", 2)).await;
        press(&mut players, "Take a stone").await.unwrap();
        let seats = players.iter().flat_map(|player| &player.seated);
        let lines = seats.map(|seated| format!("{} {}\n", seated.room, seated.token.secret()));
        std::fs::write(folder.join("seats"), lines.collect::<String>()).unwrap();
    }
    let _ = press(&mut players, "Abort").await;
    unreachable!("the process is gone");
}

fn run(folder: &Path) -> ExitStatus {
    let program = std::env::current_exe().unwrap();
    let mut other = Command::new(program);
    other
        .args(["--exact", "aborts::other_process"])
        .env(FOLDER, folder);
    other
        .stdout(std::process::Stdio::null())
        .stderr(std::process::Stdio::null());
    other.status().unwrap()
}

#[cfg(unix)]
fn aborted(status: ExitStatus) -> bool {
    use std::os::unix::process::ExitStatusExt as _;
    status.signal() == Some(6)
}

#[cfg(not(unix))]
fn aborted(status: ExitStatus) -> bool {
    !status.success()
}

#[tokio::test]
async fn a_room_that_takes_the_host_down_twice_is_set_aside() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    assert!(aborted(run(folder)));
    // Once may have had any reason: it plays on.
    {
        let rooms = open(folder).await;
        assert!(rooms.report().iter().all(|room| room.quarantine.is_none()));
        let other = rooms.create(NewRoom::of("stones", 2), "Eve").await.unwrap();
        Player::sit(&rooms, &other).await;
        end(rooms).await;
    }
    // A start at which nothing happens changes that: only what happens in a row counts.
    assert!(aborted(run(folder)));
    {
        let rooms = open(folder).await;
        assert!(rooms.report().iter().all(|room| room.quarantine.is_none()));
        end(rooms).await;
    }
    assert!(aborted(run(folder)));
    assert!(aborted(run(folder)));
    let rooms = open(folder).await;
    let room = seats(folder)[0].room;
    let aside: Vec<_> = rooms
        .report()
        .into_iter()
        .filter(|room| room.quarantine.is_some())
        .collect();
    assert_eq!(aside.len(), 1, "{aside:?}");
    assert_eq!(aside[0].room.room, room);
    assert!(aside[0].quarantine.as_ref().unwrap().contains("2 times"));
    assert!(rooms.list().iter().all(|listed| listed.room != room));
    let refused = Player::try_sit(&rooms, &seats(folder)[0], None, 8).await.err();
    assert_eq!(refused, Some(Refused::Quarantined));
    // Others are played, and the operator decides about this one.
    let mut players = table(&rooms, NewRoom::of("stones", 2)).await;
    press(&mut players, "Take a stone").await.unwrap();
    let diagnoses = rooms.diagnoses(10).await.unwrap();
    assert!(
        diagnoses
            .iter()
            .any(|one| one.room == room && one.kind == "quarantine")
    );
    rooms.release(room).await.unwrap();
    let mut back = Player::try_sit(&rooms, &seats(folder)[0], None, 64)
        .await
        .unwrap();
    back.pump();
    assert_eq!(back.seq, 1, "nothing is lost");
}
