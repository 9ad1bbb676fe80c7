//! Those who go away, for a while or for good, and time that passes.

use crate::returning::table;
use crate::support::{House, Player, quick};
use cardable_net::lobby::{RoomLimits, Who};
use cardable_net::protocol::Held;
use cardable_net::room::{Command, NewRoom, Refused, TimeLimits, outbox};
use cardable_net::store::{MemoryLog, RoomLog as _};
use cardable_net::wire::Format;
use std::sync::Arc;
use std::time::Duration;

/// Who leaves in the middle of a game gives the seat up: a bot has it until the game is over.
#[tokio::test]
async fn a_seat_that_is_left_in_play_is_its_bots() {
    let house = House::new(quick());
    let rooms = house.open().await;
    let mut players = table(&rooms, NewRoom::of("goofspiel", 2)).await;
    let left = players[1].seated.clone().unwrap();
    players[1].send(Command::Leave).await.unwrap();
    let who = Who::Seat {
        token: left.token.clone(),
        seen: None,
    };
    let back = rooms.attach(left.room, who, outbox(8, Format::Json).0).await;
    assert_eq!(back.err(), Some(Refused::BadToken), "the seat is his no more");
    let other = rooms.join(left.room, "Eve", None, Some(left.seat)).await;
    assert_eq!(other.err(), Some(Refused::Full), "nor anybody else's");
    players[0]
        .until("a bot plays on under the same name", |player| {
            let seat = &player.room().seats[1];
            seat.held == Held::Bot && seat.name == "Bob"
        })
        .await;
}

#[tokio::test(start_paused = true)]
async fn bots_play_for_who_stays_away_and_give_the_seat_back() {
    let house = House::new(quick());
    let rooms = house.open_on(Arc::new(MemoryLog::new())).await;
    let mut players = table(&rooms, NewRoom::of("goofspiel", 2)).await;
    players[1].go();
    assert!(players[0].act().await);
    tokio::time::sleep(Duration::from_secs(59)).await;
    players[0].pump();
    assert_eq!(players[0].seq, 1, "within the grace time nobody plays for Bob");
    assert!(!players[0].room().seats[1].present);
    players[0].until("a bot plays for Bob", |p| p.seq > 1).await;
    assert!(players[0].room().seats[1].stand_in);
    let mut bob = players.pop().unwrap();
    bob.come_back(&rooms).await;
    assert!(!bob.room().seats[1].stand_in, "the seat is his again");
    let seq = bob.seq;
    tokio::time::sleep(Duration::from_secs(600)).await;
    bob.pump();
    assert_eq!(bob.seq, seq, "and nobody plays for him");
    // When nobody is there, nobody plays at all.
    bob.go();
    players[0].go();
    tokio::time::sleep(Duration::from_secs(600)).await;
    players[0].come_back(&rooms).await;
    assert_eq!(players[0].seq, seq);
}

#[tokio::test(start_paused = true)]
async fn who_stays_away_before_the_start_loses_the_seat() {
    let house = House::new(quick());
    let rooms = house.open_on(Arc::new(MemoryLog::new())).await;
    let ada = rooms.create(NewRoom::of("goofspiel", 2), "Ada").await.unwrap();
    let bob = rooms.join(ada.room, "Bob", None, None).await.unwrap();
    let mut player = Player::sit(&rooms, &bob).await;
    player
        .until("Ada is gone", |p| p.room().owner == Some(bob.seat))
        .await;
    assert_eq!(player.room().seats[0].held, Held::Free);
    drop(player);
    tokio::time::sleep(Duration::from_secs(61)).await;
    assert!(rooms.report().is_empty(), "a room without persons is gone");
}

#[tokio::test(start_paused = true)]
async fn time_that_is_up_is_answered_by_the_rules() {
    let house = House::new(quick());
    let rooms = house.open_on(Arc::new(MemoryLog::new())).await;
    let new = NewRoom {
        time: TimeLimits {
            decision: Some(10),
            game: Some(25),
        },
        ..NewRoom::of("goofspiel", 2)
    };
    let mut players = table(&rooms, new).await;
    let began = tokio::time::Instant::now();
    players[0]
        .until("both have lost their first turn", |p| p.seq == 2)
        .await;
    assert_eq!(began.elapsed().as_secs(), 10);
    players[0].until("the second", |p| p.seq == 4).await;
    assert_eq!(began.elapsed().as_secs(), 20);
    // Then the game's time is used up, and from then on a second is left for each turn.
    players[0].until("the third", |p| p.seq == 6).await;
    assert_eq!(began.elapsed().as_secs(), 25);
    players[0].until("the fourth", |p| p.seq == 8).await;
    assert_eq!(began.elapsed().as_secs(), 26);
    players[0].until("the end", Player::is_over).await;
    assert_eq!(began.elapsed().as_secs(), 22 + players[0].seq / 2);
}

#[tokio::test]
async fn clocks_have_bounds() {
    let house = House::new(quick());
    let rooms = house.open_on(Arc::new(MemoryLog::new())).await;
    let week = 7 * 24 * 3600;
    for (seconds, fits) in [
        (0, false),
        (1, true),
        (week, true),
        (week + 1, false),
        (u32::MAX, false),
    ] {
        for game in [false, true] {
            let time = TimeLimits {
                decision: (!game).then_some(seconds),
                game: game.then_some(seconds),
            };
            let new = NewRoom {
                time,
                ..NewRoom::of("goofspiel", 2)
            };
            match rooms.create(new, "Ada").await {
                Ok(_) => assert!(fits, "{time:?}"),
                Err(Refused::BadRoom { reason }) => {
                    assert!(!fits && reason.contains("1 to 604800 s"), "{time:?}: {reason}");
                }
                Err(other) => panic!("{other}"),
            }
        }
    }
}

/// Where no person is, nobody's time passes, nothing is written and the room sleeps; with the first who
/// comes, time goes on where it stood, also in the room's next life.
#[tokio::test(start_paused = true)]
async fn no_time_passes_where_no_person_is() {
    let house = House::new(RoomLimits {
        forget_unplayed: 72,
        ..quick()
    });
    let log = Arc::new(MemoryLog::new());
    let rooms = house.open_on(log.clone()).await;
    let new = NewRoom {
        time: TimeLimits {
            decision: Some(100),
            game: Some(3_600),
        },
        stand_ins: false,
        ..NewRoom::of("goofspiel", 2)
    };
    let mut players = table(&rooms, new).await;
    let mut bob = players.pop().unwrap();
    let ada = &mut players[0];
    let room = ada.seated.clone().unwrap().room;
    let left = |player: &Player| player.clocks.0[0].decision_ms.expect("a clock");
    tokio::time::sleep(Duration::from_secs(30)).await;
    bob.go();
    ada.go();
    let records = log.read(room, 0).await.unwrap();
    for hours in [0, 1, 20] {
        tokio::time::sleep(Duration::from_secs(hours * 3600 + 10)).await;
        ada.come_back(&rooms).await;
        assert_eq!(left(ada), 70_000, "after {hours} hours");
        ada.go();
    }
    let asleep = |rooms: &cardable_net::lobby::Rooms| rooms.report().iter().all(|room| !room.awake);
    tokio::time::sleep(Duration::from_secs(3600)).await;
    assert!(asleep(&rooms));
    assert_eq!(log.read(room, 0).await.unwrap(), records, "nobody has chosen");
    // Nor does it wake when the host is started anew.
    let rooms = house.open_on(log.clone()).await;
    tokio::time::sleep(Duration::from_secs(3600)).await;
    assert!(asleep(&rooms));
    assert_eq!(log.read(room, 0).await.unwrap(), records);
    ada.come_back(&rooms).await;
    assert_eq!(left(ada), 70_000);
    tokio::time::sleep(Duration::from_secs(71)).await;
    ada.pump();
    assert_eq!(ada.seq, 2, "the time of both is up");
}

/// Where it was agreed so, a game waits for who is away, however long that is.
#[tokio::test(start_paused = true)]
async fn without_stand_ins_a_game_waits_for_who_is_away() {
    let house = House::new(quick());
    let rooms = house.open_on(Arc::new(MemoryLog::new())).await;
    let new = NewRoom {
        stand_ins: false,
        ..NewRoom::of("goofspiel", 2)
    };
    let mut players = table(&rooms, new).await;
    let mut bob = players.pop().unwrap();
    bob.go();
    let ada = &mut players[0];
    assert!(ada.act().await);
    tokio::time::sleep(Duration::from_secs(24 * 3600)).await;
    ada.pump();
    assert!(ada.room().settings.no_stand_in);
    let seat = &ada.room().seats[1];
    assert_eq!(
        (seat.held, seat.present, seat.stand_in),
        (Held::Person, false, false)
    );
    assert_eq!(ada.seq, 1, "nobody has played for Bob");
    bob.come_back(&rooms).await;
    assert!(bob.act().await, "the choice is still his");
    assert_eq!(bob.seq, 2);
}
