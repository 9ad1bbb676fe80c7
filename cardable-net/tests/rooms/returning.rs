//! Rooms come back: nothing acknowledged is lost, and seats are still whose they were.

use crate::support::{GUARD, House, Player, play, quick};
use cardable_core::{Match, Viewer};
use cardable_net::lobby::{RoomLimits, Rooms, Seated};
use cardable_net::room::{CloseReason, Command, NewRoom, Refused, SeatToken, TimeLimits};
use cardable_net::store::MemoryLog;
use std::sync::Arc;
use std::time::Duration;

/// A room with two persons, and bots on all other seats, started.
pub async fn table(rooms: &Rooms, new: NewRoom) -> Vec<Player> {
    table_with(rooms, new, &["Bob"]).await
}

/// A room of Ada's with these others, started.
pub async fn table_with(rooms: &Rooms, new: NewRoom, others: &[&str]) -> Vec<Player> {
    let ada = rooms.create(new, "Ada").await.expect("a room");
    let mut players = vec![Player::sit(rooms, &ada).await];
    for name in others {
        let seated = rooms.join(ada.room, name, None, None).await.expect("a seat");
        let mut player = Player::sit(rooms, &seated).await;
        player.send(Command::Ready(true)).await.expect("ready");
        players.push(player);
    }
    players[0].send(Command::Start).await.expect("it starts");
    for player in &mut players {
        player.pump();
    }
    players
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_host_that_starts_anew_has_lost_nothing() {
    // Snapshots come so often that both ways back are taken.
    for snapshot in [0, 7] {
        let limits = RoomLimits { snapshot, ..quick() };
        let house = House::new(limits);
        let mut rooms = house.open().await;
        let mut players = table(&rooms, NewRoom::of("skullable", 3)).await;
        let room = players[0].room().room.clone();
        for round in 0..8 {
            play(&mut players, 5).await;
            if players[0].is_over() {
                break;
            }
            // The host goes without a word, and another one takes over.
            let kept: Vec<(u64, Seated)> = players
                .iter()
                .map(|p| (p.seq, p.seated.clone().unwrap()))
                .collect();
            rooms = house.open().await;
            let mut back = Vec::new();
            for (seq, seated) in &kept {
                let player = Player::sit(&rooms, seated).await;
                assert!(player.seq >= *seq, "round {round}: what was told is still so");
                assert_eq!(player.room().room, room);
                back.push(player);
            }
            players = back;
        }
        play(&mut players, usize::MAX).await;
        for player in &mut players {
            player.until("the end is told", Player::is_over).await;
        }
        let seated = players[0].seated.clone().unwrap();
        let file = rooms.game_file(seated.room).await.unwrap();
        let edition = house.library.edition("skullable").unwrap();
        file.verify(&edition.ruleset, None)
            .expect("the whole log is there");
        let played = Match::replay(&edition.ruleset, &file.log).unwrap();
        assert_eq!(*players[0].view(), played.game().view(Viewer::Seat(seated.seat)));
    }
}

#[tokio::test]
async fn what_was_said_last_is_still_known() {
    let house = House::new(quick());
    let rooms = house.open().await;
    let mut players = table(&rooms, NewRoom::of("goofspiel", 2)).await;
    for said in ["one", "two", "three"] {
        let line = Command::Chat(said.to_owned());
        players[1].send(line).await.expect("it is said");
    }
    play(&mut players, 2).await;
    let seated = players[0].seated.clone().unwrap();
    players[0].pump();
    let mut before = std::mem::take(&mut players[0].talk);
    assert!(
        before.iter().all(|line| !line.before),
        "it was heard as it was said"
    );
    drop(players);
    // Whoever comes in is told that it was said before.
    before.iter_mut().for_each(|line| line.before = true);
    let rooms = house.open().await;
    let ada = Player::sit(&rooms, &seated).await;
    assert_eq!(ada.talk, before);
    assert_eq!(ada.talk.len(), 3);
    let eve = Player::watch(&rooms, seated.room, "Eve").await.unwrap();
    assert_eq!(eve.talk, before);
}

#[tokio::test]
async fn an_older_host_can_write_nothing_more() {
    let house = House::new(quick());
    let older = house.open().await;
    let mut players = table(&older, NewRoom::of("goofspiel", 2)).await;
    let newer = house.open().await;
    for player in &mut players {
        let Some(choice) = player.guess().await else {
            continue;
        };
        let seq = player.seq;
        let answer = player.send(Command::Choose { choice, seen: None }).await;
        assert_eq!(answer, Err(Refused::Store));
        player.pump();
        assert_eq!(player.seq, seq, "and nothing is told");
    }
    // It knows that it is so for good: it begins nothing more, and sends everybody away.
    older.taken_over().await;
    for _ in 0..2 {
        assert!(!older.store_works().await);
    }
    let refused = older.create(NewRoom::of("goofspiel", 2), "Eve").await;
    assert_eq!(refused.err(), Some(Refused::Draining));
    assert!(older.drain(GUARD).await, "nothing holds it up");
    for player in &mut players {
        player
            .until("the host stops", |p| p.closed == Some(CloseReason::HostStops))
            .await;
    }
    // The newer one has all of it.
    assert!(newer.store_works().await);
    let mut back = Vec::new();
    for player in &players {
        back.push(Player::sit(&newer, player.seated.as_ref().unwrap()).await);
    }
    assert_eq!(play(&mut back, 2).await, 2);
    assert!(newer.store_works().await);
}

/// Whatever is written first, not only choices.
#[tokio::test]
async fn an_older_host_learns_of_a_newer_one_by_whatever_it_writes() {
    let house = House::new(quick());
    for what in ["a room", "a seat", "talk", "an end"] {
        let older = house.open().await;
        let ada = older.create(NewRoom::of("goofspiel", 2), "Ada").await.unwrap();
        let mut player = Player::sit(&older, &ada).await;
        let _newer = house.open().await;
        assert!(older.store_works().await, "it cannot know yet");
        match what {
            "a room" => {
                let made = older.create(NewRoom::of("goofspiel", 2), "Eve").await;
                assert_eq!(made.err(), Some(Refused::Store));
            }
            "a seat" => {
                let joined = older.join(ada.room, "Bob", None, None).await;
                assert_eq!(joined.err(), Some(Refused::Store));
            }
            "talk" => {
                // It is said all the same.
                player.send(Command::Chat("hello".to_owned())).await.unwrap();
            }
            _ => older.end(ada.room).await.unwrap(),
        }
        older.taken_over().await;
        assert!(!older.store_works().await, "{what}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_comes_back_is_told_what_was_missed() {
    let limits = RoomLimits {
        catch_up: 10,
        ..quick()
    };
    let house = House::new(limits);
    let rooms = house.open().await;
    let mut players = table(&rooms, NewRoom::of("crazy-eights", 2)).await;
    let mut few = 0;
    for away in [0, 1, 3, 40] {
        let mut bob = players.pop().unwrap();
        bob.go();
        bob.replica.as_ref().expect("a view");
        let (views, seq) = (bob.views, bob.seq);
        // Alone, Ada gets only as far as her own turn goes.
        let mut others = std::mem::take(&mut players);
        let made = others[0].seq;
        for _ in 0..away {
            if !others[0].act().await {
                break;
            }
        }
        let missed = others[0].seq - made;
        bob.come_back(&rooms).await;
        assert_eq!(bob.seq, others[0].seq);
        assert!(bob.seq >= seq);
        if missed <= 10 {
            assert_eq!(bob.views, views, "what was missed is told choice by choice");
            few += 1;
        }
        // Who says nothing of what is known is told everything.
        let fresh = Player::sit(&rooms, bob.seated.as_ref().unwrap()).await;
        assert_eq!((fresh.views, fresh.view()), (1, bob.view()));
        assert_eq!(fresh.decision, bob.decision);
        players = others;
        players.push(fresh);
        play(&mut players, 4).await;
        for player in &mut players {
            player.pump();
        }
        if players[0].is_over() {
            break;
        }
    }
    assert!(few > 0);
    // Nonsense about what is known is answered with everything.
    for seen in [(99, 0), (1, u64::MAX), (0, 0)] {
        let seated = players[1].seated.clone().unwrap();
        let player = Player::try_sit(&rooms, &seated, Some(seen), 64).await.unwrap();
        assert_eq!(player.views, 1, "{seen:?}");
    }
}

#[tokio::test]
async fn forged_and_old_tokens_change_nothing() {
    let house = House::new(quick());
    let rooms = house.open().await;
    let mut players = table(&rooms, NewRoom::of("goofspiel", 2)).await;
    let (ada, bob) = (
        players[0].seated.clone().unwrap(),
        players[1].seated.clone().unwrap(),
    );
    let other = rooms.create(NewRoom::of("goofspiel", 2), "Eve").await.unwrap();
    for token in [
        "",
        "0",
        &"0".repeat(64),
        other.token.secret(),
        &bob.token.secret()[..63],
    ] {
        let forged = Seated {
            token: SeatToken::presented(token),
            ..ada.clone()
        };
        let refused = Player::try_sit(&rooms, &forged, None, 8).await.err();
        assert_eq!(refused, Some(Refused::BadToken));
    }
    // Whose token is right for another room gets nothing here.
    let wrong = Seated {
        room: other.room,
        ..ada.clone()
    };
    assert_eq!(
        Player::try_sit(&rooms, &wrong, None, 8).await.err(),
        Some(Refused::BadToken)
    );
    players[0].pump();
    assert_eq!(players[0].closed, None);
    assert!(players[0].room().seats.iter().all(|seat| seat.present));
    // Who was sent away does not come back with the old token.
    let mut eve = Player::sit(&rooms, &other).await;
    let mal = rooms.join(other.room, "Mal", None, None).await.unwrap();
    eve.send(Command::Kick(mal.seat)).await.unwrap();
    assert_eq!(
        Player::try_sit(&rooms, &mal, None, 8).await.err(),
        Some(Refused::BadToken)
    );
}

#[tokio::test]
async fn of_two_connections_to_a_seat_the_newer_counts() {
    let house = House::new(quick());
    let rooms = house.open().await;
    let mut players = table(&rooms, NewRoom::of("goofspiel", 2)).await;
    let seated = players[0].seated.clone().unwrap();
    let newer = Player::sit(&rooms, &seated).await;
    let older = &mut players[0];
    older
        .until("the older one is told", |p| {
            p.closed == Some(cardable_net::room::CloseReason::Replaced)
        })
        .await;
    assert_eq!(older.send(Command::Resync).await, Err(Refused::NoRoom));
    // The older one goes: the newer one stays where it is.
    older.go();
    players[1].send(Command::Resync).await.unwrap();
    assert!(players[1].room().seats[seated.seat.index()].present);
    drop(newer);
    let gone = seated.seat.index();
    players[1]
        .until("the seat is empty of its person", |p| {
            !p.room().seats[gone].present
        })
        .await;
}

#[tokio::test(start_paused = true)]
async fn clocks_go_on_after_a_restart() {
    let house = House::new(quick());
    // The clock that tests stop waits for no other threads, so the store has none.
    let store = Arc::new(MemoryLog::new());
    let new = || NewRoom {
        time: TimeLimits {
            decision: Some(60),
            game: Some(600),
        },
        ..NewRoom::of("goofspiel", 2)
    };
    let rooms = house.open_on(store.clone()).await;
    let players = table(&rooms, new()).await;
    assert_eq!(players[0].clocks.0.len(), 2);
    assert_eq!(players[0].clocks.0[0].decision_ms, Some(60_000));
    let seated = players[0].seated.clone().unwrap();
    tokio::time::sleep(Duration::from_secs(20)).await;
    let again = Player::sit(&rooms, &seated).await;
    assert_eq!(again.clocks.0[0].decision_ms, Some(40_000));
    assert_eq!(again.clocks.0[0].game_ms, Some(580_000));
    let _rooms = rooms;
    let rooms = house.open_on(store.clone()).await;
    let mut back = Player::sit(&rooms, &seated).await;
    let left = back.clocks.0[0].decision_ms.expect("a limit");
    assert!((15_000..=60_000).contains(&left), "{left}");
    let seq = back.seq;
    tokio::time::sleep(Duration::from_millis(left + 1_000)).await;
    back.pump();
    assert!(back.seq > seq, "timeouts were applied");
}
