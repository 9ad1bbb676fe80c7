//! What is told of a game that is over, and to whom: only who was let watch it learns its cards.

use crate::returning::table;
use crate::support::{House, Player, quick};
use crate::trouble::{erring, press};
use cardable_net::lobby::Rooms;
use cardable_net::protocol::{Held, You};
use cardable_net::room::{Answer, Command, NewRoom, Refused, Resume, Watching};
use cardable_net::store::MemoryLog;
use std::sync::Arc;

/// A game that was ended, in a room that is watched like this; and who came to watch before its end.
async fn over(rooms: &Rooms, watching: Watching) -> (Vec<Player>, Option<Player>) {
    let new = NewRoom {
        watching,
        ..NewRoom::of("stones", 3)
    };
    let mut players = table(rooms, new).await;
    let room = players[0].seated.clone().unwrap().room;
    let eve = Player::watch(rooms, room, "Eve").await.ok();
    press(&mut players, "Take a stone").await.unwrap();
    press(&mut players, "Err").await.unwrap_err();
    players[0].send(Command::Resume(Resume::End)).await.unwrap();
    (players, eve)
}

/// What of the game somebody is told.
async fn learns(player: &mut Player, what: &str) -> bool {
    player.until("the game is over", Player::is_over).await;
    let room = player.room().clone();
    let fairness = room.fairness.expect("a promise");
    let record = player.send(Command::Record).await;
    let replay = player.send(Command::Replay).await;
    let told = [
        fairness.seed.is_some(),
        fairness.salt.is_some(),
        matches!(record, Ok(Answer::Record(_))),
        matches!(replay, Ok(Answer::Replay(_))),
    ];
    assert!(told.iter().all(|one| *one == told[0]), "{what}: {told:?}");
    if !told[0] {
        assert_eq!(record.err(), Some(Refused::NotWatched), "{what}");
        assert_eq!(replay.err(), Some(Refused::NotWatched), "{what}");
    }
    told[0]
}

#[tokio::test]
async fn only_who_might_watch_learns_the_cards_of_a_game() {
    let house = House::with(quick(), erring());
    let rooms = house.open_on(Arc::new(MemoryLog::new())).await;
    for (watching, everybody) in [
        (Watching::Open, true),
        (Watching::Delayed { choices: 3 }, true),
        (Watching::Approved, false),
        (Watching::None, false),
    ] {
        let what = format!("{watching:?}");
        let (mut players, eve) = over(&rooms, watching).await;
        assert!(learns(&mut players[0], &what).await, "{what}: who has played");
        assert_eq!(eve.is_some(), watching != Watching::None);
        if let Some(mut eve) = eve {
            assert_eq!(
                learns(&mut eve, &what).await,
                everybody,
                "{what}: who came to watch"
            );
            if watching == Watching::Approved {
                assert_eq!(eve.room().you, You::Waiting);
                assert_eq!((&eve.room().result, &eve.room().fault), (&None, &None));
                let watcher = players[0].room().waiting[0].spectator;
                let admit = Command::Admit { watcher, admit: true };
                players[0].send(admit).await.unwrap();
                assert!(learns(&mut eve, &what).await, "who was let in");
            }
        }
        // Who sits down after the game was nowhere from where it could be seen.
        let room = players[0].seated.clone().unwrap().room;
        let bot = players[0]
            .room()
            .seats
            .iter()
            .position(|seat| seat.held == Held::Bot);
        let bot = cardable_core::Seat(bot.expect("a bot") as u8);
        players[0].send(Command::Kick(bot)).await.unwrap();
        let late = rooms.join(room, "Mal", None, Some(bot)).await.unwrap();
        let mut mal = Player::sit(&rooms, &late).await;
        assert_eq!(
            learns(&mut mal, &what).await,
            everybody,
            "{what}: who came after it"
        );
        assert_eq!(mal.replica.is_some(), everybody, "{what}: the last table");
    }
}

#[tokio::test]
async fn who_waits_to_watch_is_not_told_of_a_fault() {
    let house = House::with(quick(), erring());
    let rooms = house.open_on(Arc::new(MemoryLog::new())).await;
    let new = NewRoom {
        watching: Watching::Approved,
        ..NewRoom::of("stones", 2)
    };
    let mut players = table(&rooms, new).await;
    let room = players[0].seated.clone().unwrap().room;
    let mut eve = Player::watch(&rooms, room, "Eve").await.unwrap();
    press(&mut players, "Err").await.unwrap_err();
    assert!(players[0].room().fault.is_some());
    let suspended = |p: &Player| p.room().phase == cardable_net::protocol::Phase::Suspended;
    eve.until("it is suspended", suspended).await;
    assert_eq!(eve.room().fault, None);
}

/// Who sits down after a game is not told to have played it.
#[tokio::test]
async fn a_game_is_told_with_the_names_of_those_who_played_it() {
    let house = House::with(quick(), erring());
    let rooms = house.open_on(Arc::new(MemoryLog::new())).await;
    let (mut players, _) = over(&rooms, Watching::Open).await;
    players[0].until("the game is over", Player::is_over).await;
    let room = players[0].seated.clone().unwrap().room;
    let first = cardable_core::Seat(0);
    let mut leaver = players.remove(0);
    let left = leaver.room().seats[0].name.clone();
    leaver.send(Command::Leave).await.unwrap();
    let late = rooms.join(room, "Mal", None, Some(first)).await.unwrap();
    let mut mal = Player::sit(&rooms, &late).await;
    let seat = mal.room().seats[0].clone();
    assert_eq!(
        (seat.name.as_str(), seat.played_as.as_deref()),
        ("Mal", Some(left.as_str()))
    );
    for player in [&mut mal, &mut players[0]] {
        let Ok(Answer::Replay(replay)) = player.send(Command::Replay).await else {
            panic!("it was seen");
        };
        let told = format!("{:?}", replay.happened);
        assert!(told.contains(&left) && !told.contains("Mal"), "{told}");
    }
    // In the next game it is another's seat.
    players[0].send(Command::Rematch).await.unwrap();
    mal.until("the next game", |player| !player.is_over()).await;
    assert_eq!(mal.room().seats[0].played_as, None);
}

/// In a game in which all see cards but their owner, a second connection would show players their own: the owner of the room
/// must trust who watches.
#[tokio::test]
async fn nobody_watches_uninvited_what_a_player_must_not_see() {
    let house = House::new(quick());
    let rooms = house.open().await;
    let new = NewRoom {
        watching: Watching::Open,
        ..NewRoom::of("lanterns", 2)
    };
    let players = table(&rooms, new).await;
    let room = players[0].seated.clone().unwrap().room;
    let eve = Player::watch(&rooms, room, "Eve").await.unwrap();
    assert_eq!(eve.room().you, You::Waiting);
    assert!(eve.replica.is_none());
}
