//! Rooms that fall asleep as planned: whoever wakes them next has nothing to replay, and a store that keeps no snapshots holds
//! nobody up.

use crate::returning::table;
use crate::support::{GUARD, House, Player, on_turn, play, quick};
use cardable_core::View;
use cardable_net::lobby::{RoomLimits, Rooms, Seated};
use cardable_net::room::{Answer, Command, NewRoom};
use cardable_net::store::{
    Append, Claimed, ContentHash, Diagnosis, MemoryLog, Reply, RoomId, RoomLog, Snapshot, StoreError,
};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// What a store answers to whoever wants to keep a snapshot.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Snapshots {
    Kept,
    Refused,
    NeverAnswered,
}

/// A store that counts the records that are read, and keeps snapshots or does not.
struct Watched {
    log: MemoryLog,
    snapshots: Snapshots,
    read: Arc<AtomicUsize>,
}

impl Watched {
    fn new(log: &MemoryLog, snapshots: Snapshots) -> Arc<Watched> {
        Arc::new(Watched {
            log: log.clone(),
            snapshots,
            read: Arc::default(),
        })
    }
}

impl RoomLog for Watched {
    fn claim(&self) -> Reply<(u64, Vec<Claimed>)> {
        self.log.claim()
    }

    fn create(&self, room: RoomId, epoch: u64, about: Vec<u8>) -> Reply<()> {
        self.log.create(room, epoch, about)
    }

    fn append(&self, append: Append) -> Reply<()> {
        self.log.append(append)
    }

    fn read(&self, room: RoomId, from: u64) -> Reply<Vec<Vec<u8>>> {
        let (records, read) = (self.log.read(room, from), Arc::clone(&self.read));
        Box::pin(async move {
            let records = records.await?;
            read.fetch_add(records.len(), Ordering::Relaxed);
            Ok(records)
        })
    }

    fn keep_snapshot(&self, room: RoomId, epoch: u64, snapshot: Snapshot) -> Reply<()> {
        match self.snapshots {
            Snapshots::Kept => self.log.keep_snapshot(room, epoch, snapshot),
            Snapshots::Refused => Box::pin(async { Err(StoreError::Failed("not today".to_owned())) }),
            Snapshots::NeverAnswered => Box::pin(std::future::pending()),
        }
    }

    fn snapshot(&self, room: RoomId, up_to: u64) -> Reply<Option<Snapshot>> {
        self.log.snapshot(room, up_to)
    }

    fn remove(&self, room: RoomId, epoch: u64) -> Reply<()> {
        self.log.remove(room, epoch)
    }

    fn keep_content(&self, blobs: Vec<(ContentHash, Vec<u8>)>) -> Reply<()> {
        self.log.keep_content(blobs)
    }

    fn content(&self, hash: ContentHash) -> Reply<Option<Vec<u8>>> {
        self.log.content(hash)
    }

    fn quarantine(&self, room: RoomId, epoch: u64, why: String) -> Reply<()> {
        self.log.quarantine(room, epoch, why)
    }

    fn release(&self, room: RoomId, epoch: u64) -> Reply<()> {
        self.log.release(room, epoch)
    }

    fn diagnose(&self, diagnosis: Diagnosis) -> Reply<()> {
        self.log.diagnose(diagnosis)
    }

    fn diagnoses(&self, most: usize) -> Reply<Vec<Diagnosis>> {
        self.log.diagnoses(most)
    }
}

/// A table of two persons after so many choices.
async fn played(rooms: &Rooms, choices: usize) -> Vec<Player> {
    let mut players = table(rooms, NewRoom::of("goofspiel", 2)).await;
    assert_eq!(play(&mut players, choices).await, choices);
    players
}

fn seated(players: &[Player]) -> Vec<Seated> {
    players
        .iter()
        .map(|player| player.seated.clone().expect("a seat"))
        .collect()
}

/// After how many choices each player stands, and what he sees.
fn seen(players: &mut [Player]) -> Vec<(u64, View)> {
    players.iter_mut().for_each(Player::pump);
    players
        .iter()
        .map(|player| (player.seq, player.view().clone()))
        .collect()
}

async fn come_back(rooms: &Rooms, seats: &[Seated]) -> Vec<Player> {
    let mut players = Vec::new();
    for seat in seats {
        players.push(Player::sit(rooms, seat).await);
    }
    players
}

#[tokio::test]
async fn whoever_wakes_a_room_next_has_nothing_to_replay() {
    for stops in [true, false] {
        let house = House::new(quick());
        let log = MemoryLog::new();
        let rooms = house.open_on(Arc::new(log.clone())).await;
        let mut players = played(&rooms, 9).await;
        let at = on_turn(&mut players).await;
        let last = Command::Choose {
            choice: players[at].guess().await.expect("something to choose"),
            seen: Some(players[at].view().seq),
        };
        let answer = players[at].send(last.clone()).await;
        assert_eq!(answer, Ok(Answer::Chosen { seq: 10 }));
        let (seats, before) = (seated(&players), seen(&mut players));
        let room = seats[0].room;
        if stops {
            assert!(rooms.drain(GUARD).await);
        } else {
            rooms.put_to_sleep(room).await.expect("it sleeps");
        }
        let snapshot = log.snapshot(room, u64::MAX).await.unwrap();
        let records = log.read(room, 0).await.unwrap().len();
        assert_eq!(snapshot.map(|snapshot| snapshot.at), Some(records as u64));

        let watched = Watched::new(&log, Snapshots::Kept);
        let rooms = house.open_on(watched.clone()).await;
        let mut players = come_back(&rooms, &seats).await;
        assert_eq!(watched.read.load(Ordering::Relaxed), 0, "nothing is replayed");
        assert_eq!(seen(&mut players), before);
        // Who has not heard the answer to his last choice asks again, and gets the same.
        assert_eq!(players[at].send(last).await, answer);
        assert_eq!(seen(&mut players), before);
        play(&mut players, usize::MAX).await;
        players[0].until("it is over", Player::is_over).await;
        let edition = house.library.edition("goofspiel").unwrap();
        let file = rooms.game_file(room).await.unwrap();
        file.verify(&edition.ruleset, None)
            .expect("the whole log is there");
    }
}

#[tokio::test]
async fn a_snapshot_that_does_not_pay_is_not_kept() {
    let every = |snapshot| RoomLimits { snapshot, ..quick() };
    // Few records, no snapshots wanted, and a game that is over.
    for (limits, choices) in [(quick(), 3), (every(0), 10), (quick(), usize::MAX)] {
        let house = House::new(limits);
        let log = MemoryLog::new();
        let rooms = house.open_on(Arc::new(log.clone())).await;
        let mut players = table(&rooms, NewRoom::of("goofspiel", 2)).await;
        play(&mut players, choices).await;
        let room = seated(&players)[0].room;
        assert!(rooms.drain(GUARD).await);
        assert_eq!(log.snapshot(room, u64::MAX).await, Ok(None), "{choices}");
    }
    // Nor is one kept again of a game in which nobody has chosen since.
    let house = House::new(every(5));
    let log = MemoryLog::new();
    let rooms = house.open_on(Arc::new(log.clone())).await;
    let players = played(&rooms, 12).await;
    assert!(rooms.drain(GUARD).await);
    let kept = log.snapshot(seated(&players)[0].room, u64::MAX).await.unwrap();
    assert_eq!(kept.map(|snapshot| snapshot.at), Some(11));
}

#[tokio::test]
async fn a_store_that_keeps_no_snapshots_holds_nobody_up() {
    for snapshots in [Snapshots::Refused, Snapshots::NeverAnswered] {
        let house = House::new(quick());
        let log = MemoryLog::new();
        let rooms = house.open_on(Watched::new(&log, snapshots)).await;
        // More than wait for their snapshots at the same time.
        let mut tables = Vec::new();
        for _ in 0..8 {
            let mut players = played(&rooms, 10).await;
            tables.push((seated(&players), seen(&mut players)));
        }
        assert!(rooms.drain(GUARD).await, "{snapshots:?}");
        let watched = Watched::new(&log, Snapshots::Kept);
        let rooms = house.open_on(watched.clone()).await;
        for (seats, before) in tables {
            let mut players = come_back(&rooms, &seats).await;
            assert_eq!(seen(&mut players), before, "{snapshots:?}");
            assert_eq!(log.snapshot(seats[0].room, u64::MAX).await, Ok(None));
        }
        // Each is replayed from where it began.
        assert_eq!(watched.read.load(Ordering::Relaxed), 8 * 11);
    }
}
