//! Rooms whose owner stays away.

use crate::support::{House, Player, quick};
use crate::trouble::{erring, press};
use cardable_core::Seat;
use cardable_net::lobby::Rooms;
use cardable_net::protocol::{Held, Phase, You};
use cardable_net::room::{Answer, Command, NewRoom, Refused, Resume, Watching};
use cardable_net::store::{Breakage, MemoryLog};
use std::sync::Arc;
use std::time::Duration;

/// How far a room is, and how it comes to be that far.
const STAGES: [Phase; 3] = [Phase::Playing, Phase::Suspended, Phase::Over];

/// Three persons in a room, with Bob in the middle as its owner.
async fn bobs_room(rooms: &Rooms, stage: Phase) -> Vec<Player> {
    let new = NewRoom {
        watching: Watching::Approved,
        // Nobody else is to err.
        stand_ins: false,
        ..NewRoom::of("stones", 3)
    };
    let ada = rooms.create(new, "Ada").await.unwrap();
    let mut players = vec![Player::sit(rooms, &ada).await];
    for name in ["Bob", "Cid"] {
        let seated = rooms.join(ada.room, name, None, None).await.unwrap();
        let mut player = Player::sit(rooms, &seated).await;
        player.send(Command::Ready(true)).await.unwrap();
        players.push(player);
    }
    players[0].send(Command::Start).await.unwrap();
    give_to_bob(&mut players[0]).await.unwrap();
    press(&mut players, "Take a stone").await.unwrap();
    if stage != Phase::Playing {
        press(&mut players, "Err").await.unwrap_err();
    }
    if stage == Phase::Over {
        players[1].send(Command::Resume(Resume::End)).await.unwrap();
    }
    for player in &mut players {
        player.pump();
        assert_eq!((player.room().phase, player.room().owner), (stage, Some(Seat(1))));
    }
    players
}

async fn give_to_bob(owner: &mut Player) -> Result<Answer, Refused> {
    owner.send(Command::GiveOwner(Seat(1))).await
}

/// A host with Bob's room, and Eve, who waits to watch it.
async fn with_eve(house: &House, stage: Phase) -> (Rooms, Vec<Player>, Player) {
    let rooms = house.open_on(Arc::new(MemoryLog::new())).await;
    let players = bobs_room(&rooms, stage).await;
    let eve = eve(&rooms, &players).await;
    (rooms, players, eve)
}

/// Eve comes to watch.
async fn eve(rooms: &Rooms, players: &[Player]) -> Player {
    let room = players[0].seated.as_ref().unwrap().room;
    Player::watch(rooms, room, "Eve").await.unwrap()
}

/// Lets somebody in who waits to watch, and has a suspended room go on.
async fn rules(owner: &mut Player, watcher: &mut Player, stage: Phase) {
    let waiting = owner.room().waiting[0].spectator;
    let admit = Command::Admit {
        watcher: waiting,
        admit: true,
    };
    owner.send(admit).await.unwrap();
    watcher
        .until("she is let in", |p| p.room().you == You::Spectator)
        .await;
    if stage == Phase::Suspended {
        owner.send(Command::Resume(Resume::GoOn)).await.unwrap();
        assert_eq!(owner.room().phase, Phase::Playing);
    }
}

#[tokio::test(start_paused = true)]
async fn a_room_passes_to_the_next_person_when_its_owner_stays_away() {
    let house = House::with(quick(), erring());
    for stage in STAGES {
        let (rooms, mut players, mut eve) = with_eve(&house, stage).await;
        // Within the grace time it stays his.
        players[1].go();
        tokio::time::sleep(Duration::from_secs(59)).await;
        players[1].come_back(&rooms).await;
        tokio::time::sleep(Duration::from_secs(600)).await;
        for player in &mut players {
            player.pump();
            assert_eq!(player.room().owner, Some(Seat(1)), "{stage:?}");
        }
        // Then it is Cid's, who sits next; everybody is told.
        players[1].go();
        let gone = tokio::time::Instant::now();
        for at in [2, 0] {
            players[at]
                .until("it is Cid's", |p| p.room().owner == Some(Seat(2)))
                .await;
            assert_eq!(gone.elapsed().as_secs(), 60, "{stage:?}");
        }
        assert_eq!(give_to_bob(&mut players[0]).await, Err(Refused::NotOwner));
        let refused = give_to_bob(&mut players[2]).await;
        assert!(matches!(refused, Err(Refused::WrongSeat { .. })), "he is away");
        rules(&mut players[2], &mut eve, stage).await;
        // He has kept the seat, and nothing more.
        players[1].come_back(&rooms).await;
        let seat = &players[1].room().seats[1];
        assert_eq!((seat.held, seat.name.as_str()), (Held::Person, "Bob"));
        assert_eq!(players[1].room().owner, Some(Seat(2)));
        let refused = players[1].send(Command::Rematch).await;
        assert_eq!(refused, Err(Refused::NotOwner));
    }
}

#[tokio::test(start_paused = true)]
async fn a_room_in_which_nobody_is_goes_to_the_first_who_comes_back() {
    let house = House::with(quick(), erring());
    for stage in STAGES {
        let (rooms, mut players, mut eve) = with_eve(&house, stage).await;
        players.iter_mut().for_each(Player::go);
        tokio::time::sleep(Duration::from_secs(600)).await;
        eve.pump();
        assert_eq!(eve.room().owner, Some(Seat(1)), "{stage:?}: there is nobody else");
        players[0].come_back(&rooms).await;
        assert_eq!(players[0].room().owner, Some(Seat(0)), "{stage:?}");
        players[2].come_back(&rooms).await;
        assert_eq!(players[2].room().owner, Some(Seat(0)), "{stage:?}");
        // A room that has slept waits for its owner once more.
        eve.go();
        players.iter_mut().for_each(Player::go);
        while rooms.report()[0].awake {
            tokio::time::sleep(Duration::from_secs(1)).await;
        }
        let woken = tokio::time::Instant::now();
        players[2].come_back(&rooms).await;
        assert_eq!(players[2].room().owner, Some(Seat(0)), "{stage:?}");
        players[2]
            .until("it is Cid's", |p| p.room().owner == Some(Seat(2)))
            .await;
        assert_eq!(woken.elapsed().as_secs(), 60, "{stage:?}");
        let mut eve = self::eve(&rooms, &players).await;
        players[2].pump();
        rules(&mut players[2], &mut eve, stage).await;
    }
}

#[tokio::test(start_paused = true)]
async fn a_room_that_cannot_be_kept_passes_on_when_it_can() {
    let house = House::with(quick(), erring());
    let log = MemoryLog::new();
    let rooms = house.open_on(Arc::new(log.clone())).await;
    let mut players = bobs_room(&rooms, Phase::Suspended).await;
    log.break_with(Breakage::Full);
    players[1].go();
    tokio::time::sleep(Duration::from_secs(100)).await;
    players[2].pump();
    assert_eq!(players[2].room().owner, Some(Seat(1)));
    log.break_with(Breakage::None);
    players[2]
        .until("it is Cid's", |p| p.room().owner == Some(Seat(2)))
        .await;
}
