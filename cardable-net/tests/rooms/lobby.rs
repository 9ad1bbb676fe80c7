//! Seats, owners, watchers, talk.

use crate::returning::table;
use crate::support::{House, Player, json, play, quick};
use cardable_core::Seat;
use cardable_net::lobby::{LobbyChange, RoomLimits, Rooms, Who};
use cardable_net::protocol::{BotLevel, Held, HouseRules, Phase, You};
use cardable_net::room::{CloseReason, Command, NewRoom, Refused, Watching, outbox};
use cardable_net::wire::Format;
use std::collections::BTreeSet;
use std::time::Duration;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_thousand_who_want_the_last_seat() {
    let house = House::new(quick());
    let rooms = house.open().await;
    let ada = rooms.create(NewRoom::of("goofspiel", 2), "Ada").await.unwrap();
    let joins: Vec<_> = (0..1000)
        .map(|n| {
            let rooms = rooms.clone();
            tokio::spawn(async move { rooms.join(ada.room, &format!("P{n}"), None, None).await })
        })
        .collect();
    let mut seated = Vec::new();
    for join in joins {
        match join.await.unwrap() {
            Ok(got) => seated.push(got),
            Err(refused) => assert_eq!(refused, Refused::Full),
        }
    }
    assert_eq!(seated.len(), 1);
    assert_eq!(seated[0].seat, Seat(1));
    // It is so after a restart too, and the seat is the winner's.
    let rooms = house.open().await;
    let bob = Player::sit(&rooms, &seated[0]).await;
    assert!(bob.room().seats.iter().all(|seat| seat.held == Held::Person));
}

#[tokio::test]
async fn rooms_are_made_as_the_rules_allow() {
    let house = House::new(RoomLimits { rooms: 1, ..quick() });
    let rooms = house.open().await;
    assert_eq!(
        rooms.create(NewRoom::of("nothing", 2), "Ada").await.unwrap_err(),
        Refused::NoRuleset
    );
    let bad = [
        NewRoom::of("goofspiel", 0),
        NewRoom::of("goofspiel", 200),
        NewRoom {
            bots: 2,
            ..NewRoom::of("goofspiel", 2)
        },
        NewRoom {
            options: [("no such option".to_owned(), true.into())].into(),
            ..NewRoom::of("goofspiel", 2)
        },
    ];
    for new in bad {
        let refused = rooms.create(new.clone(), "Ada").await.unwrap_err();
        assert!(matches!(refused, Refused::BadRoom { .. }), "{new:?}: {refused}");
    }
    rooms.create(NewRoom::of("goofspiel", 2), "Ada").await.unwrap();
    let refused = rooms
        .create(NewRoom::of("goofspiel", 2), "Ada")
        .await
        .unwrap_err();
    assert!(matches!(refused, Refused::Limit { .. }), "{refused}");
}

/// The owner chooses house rules anew, and everybody says again that he is ready.
#[tokio::test]
async fn the_owner_arranges_the_game_before_it_begins() {
    let house = House::new(quick());
    let rooms = house.open().await;
    let ada = rooms.create(NewRoom::of("goofspiel", 2), "Ada").await.unwrap();
    let mut players = vec![Player::sit(&rooms, &ada).await];
    let bob = rooms.join(ada.room, "Bob", None, None).await.unwrap();
    players.push(Player::sit(&rooms, &bob).await);
    players[1].send(Command::Ready(true)).await.unwrap();
    let carry = HouseRules {
        options: [("ties".to_owned(), "carry".into())].into(),
        ..HouseRules::default()
    };
    let refused = players[1]
        .send(Command::Arrange(carry.clone()))
        .await
        .unwrap_err();
    assert_eq!(refused, Refused::NotOwner);
    for bad in [
        HouseRules {
            options: [("ties".to_owned(), "shared".into())].into(),
            ..HouseRules::default()
        },
        HouseRules {
            roles: vec!["dealer".to_owned(); 2],
            ..HouseRules::default()
        },
        HouseRules {
            teams: vec![0, 0],
            ..HouseRules::default()
        },
    ] {
        let refused = players[0].send(Command::Arrange(bad.clone())).await.unwrap_err();
        assert!(matches!(refused, Refused::BadRoom { .. }), "{bad:?}: {refused}");
    }
    assert!(
        players[0].room().settings.options.is_empty(),
        "nothing has changed"
    );
    players[0].send(Command::Arrange(carry.clone())).await.unwrap();
    for player in &mut players {
        player.pump();
        assert_eq!(player.room().settings.options, carry.options);
    }
    let refused = players[0].send(Command::Start).await.unwrap_err();
    assert!(
        matches!(refused, Refused::NotNow { .. }),
        "Bob must be ready again: {refused}"
    );
    players[1].send(Command::Ready(true)).await.unwrap();
    players[0].send(Command::Start).await.unwrap();
    let refused = players[0].send(Command::Arrange(carry)).await.unwrap_err();
    assert!(matches!(refused, Refused::NotNow { .. }), "{refused}");
}

#[tokio::test]
async fn private_rooms_are_entered_with_their_code_only() {
    let house = House::new(quick());
    let rooms = house.open().await;
    let mut changes = rooms.changes();
    let new = NewRoom {
        private: true,
        ..NewRoom::of("goofspiel", 2)
    };
    let ada = rooms.create(new, "Ada").await.unwrap();
    let player = Player::sit(&rooms, &ada).await;
    let code = player.room().invite.clone().expect("who sits there can invite");
    assert!(rooms.list().is_empty());
    assert!(changes.try_recv().is_err(), "nobody hears of it");
    for said in [None, Some(""), Some("wrong"), Some(&code[1..])] {
        let refused = rooms.join(ada.room, "Eve", said, None).await.unwrap_err();
        assert_eq!(refused, Refused::NotInvited);
        let (out, _inbox) = outbox(8, Format::Json);
        let who = Who::Watcher {
            name: "Eve".to_owned(),
            invite: said.map(str::to_owned),
        };
        assert_eq!(
            rooms.attach(ada.room, who, out).await.unwrap_err(),
            Refused::NotInvited
        );
    }
    assert_eq!(rooms.invited(&code).await, Some(ada.room));
    rooms.join(ada.room, "Bob", Some(&code), None).await.unwrap();
    let (out, mut inbox) = outbox(8, Format::Json);
    let who = Who::Watcher {
        name: "Eve".to_owned(),
        invite: Some(code.clone()),
    };
    let _eve = rooms.attach(ada.room, who, out).await.unwrap();
    while let Some(told) = inbox.try_next() {
        assert!(!json(&told).contains(&code), "who watches cannot invite");
    }
}

fn add_bot(seat: Seat) -> Command {
    Command::AddBot {
        seat,
        level: BotLevel::Medium,
    }
}

#[tokio::test]
async fn owners_rule_and_pass_it_on() {
    let house = House::new(quick());
    let rooms = house.open().await;
    let ada = rooms.create(NewRoom::of("skullable", 4), "Ada").await.unwrap();
    let mut ada = Player::sit(&rooms, &ada).await;
    let room = ada.seated.as_ref().unwrap().room;
    let bob = rooms.join(room, "Ada", None, Some(Seat(2))).await.unwrap();
    let mut bob = Player::sit(&rooms, &bob).await;
    assert_eq!(bob.room().seats[2].name, "Ada 2", "names differ");
    for command in [
        Command::Start,
        Command::Kick(Seat(0)),
        add_bot(Seat(1)),
        Command::GiveOwner(Seat(2)),
        Command::Rematch,
    ] {
        assert_eq!(bob.send(command).await, Err(Refused::NotOwner));
    }
    let not_ready = ada.send(Command::Start).await.unwrap_err();
    assert_eq!(not_ready, Refused::not_now("Ada 2 is not ready"));
    ada.send(add_bot(Seat(1))).await.unwrap();
    assert_eq!(ada.room().seats[1].held, Held::Bot);
    assert!(matches!(
        ada.send(add_bot(Seat(1))).await,
        Err(Refused::WrongSeat { .. })
    ));
    assert!(matches!(
        ada.send(Command::GiveOwner(Seat(1))).await,
        Err(Refused::WrongSeat { .. })
    ));
    ada.send(Command::GiveOwner(Seat(2))).await.unwrap();
    assert_eq!(ada.send(Command::Start).await, Err(Refused::NotOwner));
    // The owner goes, and it is Ada's again.
    bob.send(Command::Leave).await.unwrap();
    ada.until("it is hers", |p| p.room().owner == Some(Seat(0))).await;
    let mal = rooms.join(room, "Mal", None, None).await.unwrap();
    let mut mal = Player::sit(&rooms, &mal).await;
    ada.send(Command::Kick(mal.seated.as_ref().unwrap().seat))
        .await
        .unwrap();
    mal.until("he is told", |p| p.closed == Some(CloseReason::Removed))
        .await;
    // When the last person leaves, the room is gone.
    ada.send(Command::Leave).await.unwrap();
    while !rooms.report().is_empty() {
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    assert_eq!(
        rooms.join(room, "Eve", None, None).await.unwrap_err(),
        Refused::NoRoom
    );
}

#[tokio::test]
async fn another_game_with_the_same_seats() {
    let house = House::new(quick());
    let rooms = house.open().await;
    let mut players = table(&rooms, NewRoom::of("goofspiel", 2)).await;
    assert!(matches!(
        players[0].send(Command::Rematch).await,
        Err(Refused::NotNow { .. })
    ));
    let first = players[0].room().fairness.clone().unwrap().commitment;
    play(&mut players, usize::MAX).await;
    players[0].until("it is over", Player::is_over).await;
    players[0].send(Command::Rematch).await.unwrap();
    assert_eq!((players[0].game, players[0].seq), (2, 0));
    assert_ne!(players[0].room().fairness.clone().unwrap().commitment, first);
    for player in &mut players {
        player
            .until("it is played", |p| {
                p.room().phase == Phase::Playing && p.game == 2
            })
            .await;
    }
    play(&mut players, 3).await;
    // The second game comes back too.
    let rooms = house.open().await;
    let back = Player::sit(&rooms, players[0].seated.as_ref().unwrap()).await;
    assert_eq!((back.game, back.seq), (2, players[0].seq.max(players[1].seq)));
}

#[tokio::test]
async fn who_watches_sees_what_the_room_allows() {
    let house = House::new(quick());
    let rooms = house.open().await;
    let with = |watching| NewRoom {
        watching,
        ..NewRoom::of("goofspiel", 2)
    };
    // Nobody.
    let players = table(&rooms, with(Watching::None)).await;
    let room = players[0].seated.as_ref().unwrap().room;
    assert_eq!(
        Player::watch(&rooms, room, "Eve").await.err(),
        Some(Refused::NotWatched)
    );
    // Everybody, at once.
    let mut players = table(&rooms, with(Watching::Open)).await;
    let room = players[0].seated.as_ref().unwrap().room;
    let mut eve = Player::watch(&rooms, room, "Eve").await.unwrap();
    assert_eq!(eve.room().you, You::Spectator);
    play(&mut players, 4).await;
    eve.pump();
    assert_eq!(eve.seq, 4);
    assert_eq!(eve.view().viewer, cardable_core::Viewer::Spectator);
    assert!(eve.decision.is_none());
    for command in [Command::ProposeUndo, Command::Ready(true), Command::Start] {
        assert_eq!(eve.send(command).await, Err(Refused::NoSeat));
    }
    // Everybody, some choices late, also after a restart; and to the end when it is over.
    let mut players = table(&rooms, with(Watching::Delayed { choices: 5 })).await;
    let room = players[0].seated.as_ref().unwrap().room;
    play(&mut players, 7).await;
    let mut eve = Player::watch(&rooms, room, "Eve").await.unwrap();
    assert_eq!(eve.seq, 2);
    assert_eq!(play(&mut players, 3).await, 3);
    eve.pump();
    assert_eq!(eve.seq, 5);
    let rooms = house.open().await;
    let mut eve = Player::watch(&rooms, room, "Eve").await.unwrap();
    assert_eq!(eve.seq, 5);
    for player in &mut players {
        let seated = player.seated.clone().unwrap();
        *player = Player::sit(&rooms, &seated).await;
    }
    play(&mut players, usize::MAX).await;
    players[0].pump();
    eve.until("all is told", |p| p.is_over() && p.seq == players[0].seq)
        .await;
    // Whom the owner lets in.
    let mut players = table(&rooms, with(Watching::Approved)).await;
    let room = players[0].seated.as_ref().unwrap().room;
    let mut eve = Player::watch(&rooms, room, "Eve").await.unwrap();
    let mut mal = Player::watch(&rooms, room, "Mal").await.unwrap();
    assert_eq!(eve.room().you, You::Waiting);
    play(&mut players, 2).await;
    players[0].pump();
    eve.pump();
    assert!(eve.replica.is_none(), "nothing before the owner's word");
    assert_eq!(
        eve.send(Command::Chat("let me in".to_owned())).await,
        Err(Refused::NotWatched)
    );
    let waiting: Vec<u32> = players[0].room().waiting.iter().map(|w| w.spectator).collect();
    let admit = |watcher, admit| Command::Admit { watcher, admit };
    assert_eq!(
        players[1].send(admit(waiting[0], true)).await,
        Err(Refused::NotOwner)
    );
    players[0].send(admit(waiting[0], true)).await.unwrap();
    players[0].send(admit(waiting[1], false)).await.unwrap();
    eve.until("she is in", |p| {
        p.replica.is_some() && p.room().you == You::Spectator
    })
    .await;
    mal.until("he is not", |p| p.closed == Some(CloseReason::Removed))
        .await;
    assert!(mal.replica.is_none());
}

#[tokio::test]
async fn talk_has_limits() {
    let house = House::new(quick());
    let rooms = house.open().await;
    let mut players = table(&rooms, NewRoom::of("goofspiel", 2)).await;
    players[0]
        .send(Command::Chat(" hello\u{7} \u{202e}there ".to_owned()))
        .await
        .unwrap();
    players[1].pump();
    assert_eq!(players[1].talk[0].text, "hello there");
    assert_eq!(players[1].talk[0].seat, Some(Seat(0)));
    let long = "x".repeat(301);
    assert!(matches!(
        players[0].send(Command::Chat(long)).await,
        Err(Refused::Limit { .. })
    ));
    assert!(
        players[0]
            .send(Command::Chat(" \u{0} ".to_owned()))
            .await
            .is_err()
    );
    let mut said = 1;
    while players[0].send(Command::Chat("again".to_owned())).await.is_ok() {
        said += 1;
    }
    assert_eq!(said, 5);
    // Whoever comes back to a seat has said what was said there.
    let seated = players[0].seated.clone().unwrap();
    let mut again = Player::sit(&rooms, &seated).await;
    for _ in 0..2 {
        assert!(matches!(
            again.send(Command::Chat("again".to_owned())).await,
            Err(Refused::Limit { .. })
        ));
        // The connection that was there before has ended, or this one ends.
        again = Player::sit(&rooms, &seated).await;
    }
    players[1].send(Command::Chat("I may".to_owned())).await.unwrap();
    // Who comes later reads it.
    let eve = Player::watch(&rooms, players[0].seated.as_ref().unwrap().room, "Eve")
        .await
        .unwrap();
    assert_eq!(eve.talk.len(), 6);
}

#[tokio::test]
async fn those_who_want_the_same_game_are_brought_together() {
    let house = House::new(quick());
    let rooms = house.open().await;
    assert_eq!(
        rooms.match_up("nothing", 2, "Ada").await.unwrap_err(),
        Refused::NoRuleset
    );
    assert!(matches!(
        rooms.match_up("goofspiel", 99, "Ada").await,
        Err(Refused::BadRoom { .. })
    ));
    // Who waits no longer is not counted.
    let gone = tokio::time::timeout(Duration::from_millis(5), rooms.match_up("goofspiel", 2, "Eve")).await;
    assert!(gone.is_err());
    let mut waiting = Vec::new();
    for n in 0..10 {
        let rooms = rooms.clone();
        waiting.push(tokio::spawn(async move {
            rooms.match_up("goofspiel", 2, &format!("P{n}")).await
        }));
    }
    let mut seats = BTreeSet::new();
    for waits in waiting {
        let seated = waits.await.unwrap().unwrap();
        let player = Player::sit(&rooms, &seated).await;
        assert_eq!(player.room().phase, Phase::Playing);
        assert!(
            player
                .room()
                .seats
                .iter()
                .all(|seat| seat.held == Held::Person && seat.name != "Eve")
        );
        assert!(seats.insert((seated.room, seated.seat)));
    }
    assert_eq!(rooms.report().len(), 5);
}

#[tokio::test]
async fn the_list_tells_what_changes() {
    let house = House::new(quick());
    let rooms = house.open().await;
    let mut changes = rooms.changes();
    let mut players = table(&rooms, NewRoom::of("goofspiel", 2)).await;
    let room = players[0].seated.as_ref().unwrap().room;
    let mut last = None;
    while let Ok(change) = changes.try_recv() {
        last = Some(change);
    }
    let Some(LobbyChange::Room(told)) = last.clone() else {
        panic!("{last:?}")
    };
    assert!(told.phase == Phase::Playing && told.free == 0 && told.persons == 2);
    assert_eq!(*rooms.list()[0], *told);
    for player in &mut players {
        player.send(Command::Leave).await.unwrap();
    }
    while !rooms.list().is_empty() {
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    while let Ok(change) = changes.try_recv() {
        last = Some(change);
    }
    assert_eq!(last, Some(LobbyChange::Gone(room)));
}

#[tokio::test]
async fn a_game_that_is_over_is_listed_as_such_while_somebody_looks_at_it() {
    let house = House::new(RoomLimits { sleep: 0, ..quick() });
    let rooms = house.open().await;
    let mut players = table(&rooms, NewRoom::of("goofspiel", 2)).await;
    let phase = |rooms: &Rooms| rooms.list().first().map(|room| room.phase);
    assert_eq!(phase(&rooms), Some(Phase::Playing));
    play(&mut players, usize::MAX).await;
    assert_eq!(phase(&rooms), Some(Phase::Over));
    assert_eq!(rooms.report()[0].room.phase, Phase::Over);
    let mut changes = rooms.changes();
    let seated = players[0].seated.clone().unwrap();
    drop(players);
    while changes.recv().await.unwrap() != LobbyChange::Gone(seated.room) {}
    assert_eq!(phase(&rooms), None, "nobody is there any more");
    let back = Player::sit(&rooms, &seated).await;
    assert_eq!(phase(&rooms), Some(Phase::Over));
    assert!(back.is_over());
}

#[tokio::test]
async fn a_room_that_is_put_to_sleep_says_that_it_is_the_room_and_not_the_host() {
    let house = House::new(quick());
    let rooms = house.open().await;
    let mut players = table(&rooms, NewRoom::of("goofspiel", 2)).await;
    let seated = players[0].seated.clone().unwrap();
    rooms.put_to_sleep(seated.room).await.unwrap();
    players[0]
        .until("it is told", |p| p.closed == Some(CloseReason::RoomSleeps))
        .await;
    // It wakes for who comes back.
    Player::sit(&rooms, &seated).await;
}

#[tokio::test]
async fn a_draining_host_begins_nothing_and_loses_nothing() {
    let house = House::new(quick());
    let rooms = house.open().await;
    let mut players = table(&rooms, NewRoom::of("goofspiel", 2)).await;
    play(&mut players, 3).await;
    let seq = players[0].seq.max(players[1].seq);
    assert!(rooms.drain(Duration::from_secs(30)).await);
    players[0]
        .until("it is told", |p| p.closed == Some(CloseReason::HostStops))
        .await;
    let seated = players[0].seated.clone().unwrap();
    assert_eq!(
        rooms
            .create(NewRoom::of("goofspiel", 2), "Eve")
            .await
            .unwrap_err(),
        Refused::Draining
    );
    assert_eq!(
        Player::try_sit(&rooms, &seated, None, 8).await.err(),
        Some(Refused::Draining)
    );
    let rooms = house.open().await;
    assert_eq!(Player::sit(&rooms, &seated).await.seq, seq);
}
