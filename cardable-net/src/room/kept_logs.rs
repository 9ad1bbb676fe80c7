//! Logs as hosts of this version and of earlier ones have written them, read and played on.
//!
//! Each folder of `tests/logs` is one: `rooms.jsonl` is what `cardable-host store export` writes, `seen.json` what everybody saw in
//! these rooms. They stay as they are for ever: what cannot be read any more is a game that players lose in an upgrade.
//!
//! When the format grows, a test here fails. Let the evening below write what is new, too, and keep it under the next number:
//!
//! ```text
//! WRITE_LOG=2 cargo test -p cardable-net --lib kept_logs
//! ```

use super::record::Record;
use super::state::{NewRoom, TimeLimits, UndoRule};
use super::token::SeatToken;
use super::{Answer, Command, Inbox, outbox};
use crate::client::{Guess, guess};
use crate::entropy::Entropy;
use crate::library::Library;
use crate::lobby::{Attachment, RoomLimits, Rooms, Who};
use crate::protocol::{DebugCall, Debugged, Decision, Message, Phase};
use crate::store::{MemoryLog, RoomId, RoomLog as _};
use crate::transfer::{Export, ExportFile, Filling, Item, Sink, Telling, TransferError};
use crate::wire::{Encoded, Format};

use cardable_core::content::MemoryFiles;
use cardable_core::ids::{CardTypeId, ZoneId};
use cardable_core::testing::TINY;
use rand::SeedableRng as _;
use rand::rngs::StdRng;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A log and what is known of its rooms.
struct Kept {
    rooms: Vec<u8>,
    seen: Vec<Seen>,
}

/// What was seen in a room.
#[derive(Serialize, Deserialize)]
struct Seen {
    room: RoomId,
    tokens: Vec<String>,
    /// What each of the people was told when they came last.
    told: Vec<Value>,
}

/// Somebody at a table.
struct Person {
    attachment: Attachment,
    inbox: Inbox,
    token: SeatToken,
    decision: Option<Box<Decision>>,
    seq: u64,
    phase: Phase,
    /// The room, the table and the chat as they were told as a whole.
    told: Value,
}

impl Person {
    async fn sit(rooms: &Rooms, room: RoomId, token: SeatToken) -> Person {
        let (out, inbox) = outbox(256, Format::Json);
        let who = Who::Seat {
            token: token.clone(),
            seen: None,
        };
        let attachment = rooms.attach(room, who, out).await.unwrap();
        let mut person = Person {
            attachment,
            inbox,
            token,
            decision: None,
            seq: 0,
            phase: Phase::Open,
            told: json!({ "chat": [] }),
        };
        person.hear();
        person
    }

    fn hear(&mut self) {
        while let Some(told) = self.inbox.try_next() {
            let Encoded::Text(text) = &told else {
                panic!("this line speaks JSON")
            };
            let value: Value = serde_json::from_str(text.as_str()).unwrap();
            match serde_json::from_str(text.as_str()).unwrap() {
                Message::Room(room) => self.phase = room.phase,
                Message::View(view) => {
                    self.seq = view.seq;
                    self.decision = view.decision;
                    // Clocks go on, and the beginning is told until somebody has chosen.
                    self.told["view"] = value["view"]["view"].clone();
                    self.told["seq"] = value["view"]["seq"].clone();
                }
                Message::Events(happened) => {
                    self.seq = happened.seq;
                    self.decision = happened.decision;
                }
                Message::Chat(line) => {
                    let lines = self.told["chat"].as_array_mut().unwrap();
                    lines.push(json!([line.name, line.text]));
                }
                _ => {}
            }
        }
    }

    async fn send(&mut self, command: Command) -> Answer {
        let answer = self.attachment.send(command).await.unwrap();
        self.hear();
        answer
    }
}

fn limits() -> RoomLimits {
    RoomLimits {
        seed_parts: 0,
        snapshot: 6,
        debug: true,
        ..RoomLimits::default()
    }
}

async fn open(log: &MemoryLog, files: MemoryFiles, limits: RoomLimits) -> Rooms {
    let library = Library::of_files(files, Vec::new());
    Rooms::open(Arc::new(log.clone()), library, limits, Entropy::seeded(1))
        .await
        .unwrap()
}

/// Two persons at a table of the game of stones, which has begun.
async fn sit_down(rooms: &Rooms) -> (RoomId, Vec<Person>) {
    let new = NewRoom {
        time: TimeLimits {
            decision: Some(10),
            game: Some(1_000),
        },
        undo: UndoRule::Always,
        debug: true,
        ..NewRoom::of("stones", 2)
    };
    let ada = rooms.create(new, "Ada").await.unwrap();
    let ben = rooms.join(ada.room, "Ben", None, None).await.unwrap();
    let mut players = vec![
        Person::sit(rooms, ada.room, ada.token).await,
        Person::sit(rooms, ben.room, ben.token).await,
    ];
    players[1].send(Command::Ready(true)).await;
    players[0].send(Command::Start).await;
    players.iter_mut().for_each(Person::hear);
    (ada.room, players)
}

/// Whoever is on turn chooses something. False where nobody may, or the host has had enough of it.
async fn choose(players: &mut [Person]) -> bool {
    players.iter_mut().for_each(Person::hear);
    let playing = players
        .iter_mut()
        .find(|person| person.phase == Phase::Playing && person.decision.is_some());
    let Some(person) = playing else { return false };
    let guessed = guess(person.decision.as_ref().unwrap(), &mut StdRng::seed_from_u64(1));
    let Some(Guess::Whole(choice)) = guessed else {
        panic!("{guessed:?} is no choice");
    };
    let chosen = person
        .attachment
        .send(Command::Choose { choice, seen: None })
        .await;
    players.iter_mut().for_each(Person::hear);
    chosen.is_ok()
}

/// Everything that a game's log can hold, in two rooms: a game that goes on, and one that was ended.
async fn evening() -> Kept {
    let files = || {
        let mut files = MemoryFiles::new();
        let three = r#"{ "card_name": "Three", "card_id": 2, "card_value": 3 },"#;
        let more = r#"{ "card_name": "Four", "card_id": 3, "card_value": 4 }, { "card_name": "Five", "card_id": 4, "card_value": 5 },"#;
        files
            .add(
                "stones/ruleset.json",
                TINY.replace(three, &format!("{three} {more}")),
            )
            .unwrap();
        files
    };
    let log = MemoryLog::new();
    let rooms = open(&log, files(), limits()).await;
    let (going_on, mut players) = sit_down(&rooms).await;
    for _ in 0..2 {
        assert!(choose(&mut players).await);
    }
    // Nobody chooses for so long that the time is up.
    while players[0].seq == 2 {
        tokio::time::sleep(std::time::Duration::from_secs(1)).await;
        players.iter_mut().for_each(Person::hear);
    }
    players[0].send(Command::ProposeUndo).await;
    players[1].send(Command::AnswerUndo { agree: true }).await;
    players[1].send(Command::Chat("Once more.".to_owned())).await;
    while log.snapshot(going_on, u64::MAX).await.unwrap().is_none() {
        assert!(choose(&mut players).await);
        tokio::task::yield_now().await;
    }
    let mut moved = false;
    for card in (0..10).map(CardTypeId) {
        let (from, to) = (ZoneId(0), ZoneId(1));
        let edit = Command::Debug(DebugCall::Move { card, from, to });
        // Questions of one person are a little apart.
        tokio::time::sleep(std::time::Duration::from_millis(250)).await;
        let edited = players[0].attachment.send(edit).await;
        moved = matches!(edited, Ok(Answer::Debugged(Debugged::Done {})));
        if moved {
            break;
        }
    }
    assert!(moved, "a stone lies in the deck");
    assert!(choose(&mut players).await);
    let mut seen = vec![seen_by(going_on, &players)];

    let few = RoomLimits {
        records: 4,
        ..limits()
    };
    let rooms = open(&log, files(), few).await;
    let (ended, mut players) = sit_down(&rooms).await;
    while choose(&mut players).await {}
    players.iter_mut().for_each(Person::hear);
    assert_eq!(players[0].phase, Phase::Over);
    seen.push(seen_by(ended, &players));
    for seen in &mut seen {
        seen.told = come_back(&rooms, seen)
            .await
            .into_iter()
            .map(|p| p.told)
            .collect();
    }

    let mut file = ExportFile::begin(Vec::new(), "-".to_owned()).unwrap();
    let telling = Telling {
        archive: &log,
        rooms: &[],
        say: &|line| panic!("{line}"),
    };
    telling.tell(&mut file).await.unwrap();
    let rooms = file.finish().unwrap();
    Kept { rooms, seen }
}

fn seen_by(room: RoomId, players: &[Person]) -> Seen {
    let tokens = players.iter().map(|person| person.token.secret().to_owned());
    Seen {
        room,
        tokens: tokens.collect(),
        told: Vec::new(),
    }
}

async fn come_back(rooms: &Rooms, seen: &Seen) -> Vec<Person> {
    let mut players = Vec::new();
    for token in &seen.tokens {
        players.push(Person::sit(rooms, seen.room, SeatToken::presented(token.as_str())).await);
    }
    players
}

/// A store that is being filled, with snapshots or without them.
struct Restoring<'a> {
    filling: Filling<'a>,
    snapshots: bool,
}

impl Sink for Restoring<'_> {
    async fn take(&mut self, mut item: Item) -> Result<(), TransferError> {
        if let Item::Room(copy) = &mut item
            && !self.snapshots
        {
            copy.snapshots.clear();
        }
        self.filling.take(item).await
    }
}

impl Kept {
    fn read(folder: &Path) -> Kept {
        Kept {
            rooms: std::fs::read(folder.join("rooms.jsonl")).unwrap(),
            seen: serde_json::from_slice(&std::fs::read(folder.join("seen.json")).unwrap()).unwrap(),
        }
    }

    async fn restore(&self, snapshots: bool) -> MemoryLog {
        let log = MemoryLog::new();
        let say = |line: &str| panic!("{line}");
        let filling = Filling::of(&log, &say).await.unwrap();
        let mut restoring = Restoring { filling, snapshots };
        Export::new(&self.rooms[..]).tell(&mut restoring).await.unwrap();
        log
    }

    /// The names of everything that is kept of its rooms.
    async fn shape(&self) -> BTreeSet<String> {
        let (log, mut shape) = (self.restore(true).await, BTreeSet::new());
        let (_, claimed) = log.claim().await.unwrap();
        for claimed in claimed {
            add_names(
                "about",
                &serde_json::from_slice(&claimed.about).unwrap(),
                &mut shape,
            );
            for record in log.read(claimed.room, 0).await.unwrap() {
                add_names("record", &serde_json::from_slice(&record).unwrap(), &mut shape);
            }
            if let Some(snapshot) = log.snapshot(claimed.room, u64::MAX).await.unwrap() {
                let head = snapshot.bytes.split(|byte| *byte == b'\n').next().unwrap();
                add_names("snapshot", &serde_json::from_slice(head).unwrap(), &mut shape);
            }
        }
        shape
    }
}

fn add_names(path: &str, value: &Value, names: &mut BTreeSet<String>) {
    match value {
        Value::Object(fields) => {
            for (name, value) in fields {
                add_names(&format!("{path}.{name}"), value, names);
            }
        }
        Value::Array(list) => list
            .iter()
            .for_each(|value| add_names(&format!("{path}[]"), value, names)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {
            names.insert(path.to_owned());
        }
    }
}

/// Whether something was told as it was before. Later versions may tell more.
fn tells(now: &Value, before: &Value) -> bool {
    match (now, before) {
        (Value::Object(now), Value::Object(before)) => before
            .iter()
            .all(|(name, before)| now.get(name).is_some_and(|now| tells(now, before))),
        (Value::Array(now), Value::Array(before)) => {
            now.len() == before.len() && now.iter().zip(before).all(|(now, before)| tells(now, before))
        }
        _ => now == before,
    }
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/logs")
}

fn all_kept() -> Vec<Kept> {
    let folders = std::fs::read_dir(folder()).into_iter().flatten();
    folders
        .map(|folder| Kept::read(&folder.unwrap().path()))
        .collect()
}

#[tokio::test(start_paused = true)]
async fn logs_of_this_version_and_earlier_ones_are_played_on() {
    let kept = all_kept();
    assert!(!kept.is_empty(), "there is one of each format");
    for kept in kept {
        for snapshots in [true, false] {
            let log = kept.restore(snapshots).await;
            // The rules are in the store, too.
            let rooms = open(&log, MemoryFiles::new(), limits()).await;
            for seen in &kept.seen {
                let mut players = come_back(&rooms, seen).await;
                for (person, before) in players.iter().zip(&seen.told) {
                    assert!(tells(&person.told, before), "{}\nwas\n{before}", person.told);
                }
                while choose(&mut players).await {}
                assert_eq!(players[0].phase, Phase::Over);
            }
            assert_eq!(rooms.diagnoses(1).await.unwrap(), []);
        }
    }
}

#[tokio::test(start_paused = true)]
async fn a_log_of_what_is_written_now_is_kept() {
    let now = evening().await;
    if let Ok(name) = std::env::var("WRITE_LOG") {
        std::fs::create_dir_all(folder()).unwrap();
        let folder = folder().join(name);
        // What is there stays.
        std::fs::create_dir(&folder).expect("a new folder");
        std::fs::write(folder.join("rooms.jsonl"), &now.rooms).unwrap();
        std::fs::write(folder.join("seen.json"), serde_json::to_vec(&now.seen).unwrap()).unwrap();
    }
    let mut missing = now.shape().await;
    for kept in all_kept() {
        for name in kept.shape().await {
            missing.remove(&name);
        }
    }
    assert!(
        missing.is_empty(),
        "the format has grown: keep a log of it as the head of this file says: {missing:?}"
    );
}

/// Every kind of record is in the log that is written now.
#[tokio::test(start_paused = true)]
async fn the_evening_has_every_kind_of_record() {
    let log = evening().await.restore(true).await;
    let (_, claimed) = log.claim().await.unwrap();
    let mut kinds = BTreeSet::new();
    for claimed in claimed {
        for record in log.read(claimed.room, 0).await.unwrap() {
            // A new kind is counted below, too.
            kinds.insert(match serde_json::from_slice(&record).unwrap() {
                Record::Begin { .. } => 0,
                Record::Choice { .. } => 1,
                Record::Timeout { .. } => 2,
                Record::Edit { .. } => 3,
                Record::Undo { .. } => 4,
                Record::End { .. } => 5,
            });
        }
    }
    assert_eq!(kinds, (0..6).collect());
}
