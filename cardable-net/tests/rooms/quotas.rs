//! How many rooms somebody may make, and how long they stay when nobody is in them.

use crate::support::{House, Player, quick};
use cardable_net::lobby::{Maker, RoomLimits, Rooms, Seated};
use cardable_net::room::{Command, NewRoom, Refused, Resume};
use cardable_net::store::MemoryLog;
use std::sync::Arc;
use std::time::Duration;

fn maker(address: &str, person: u64) -> Maker {
    Maker {
        address: address.to_owned(),
        person,
    }
}

async fn make(rooms: &Rooms, maker: &Maker) -> Result<Seated, Refused> {
    rooms.create_by(maker, NewRoom::of("goofspiel", 2), "Ada").await
}

fn limit(refused: Result<Seated, Refused>) -> String {
    match refused {
        Err(Refused::Limit { reason }) => reason,
        other => panic!("{other:?}"),
    }
}

#[tokio::test(start_paused = true)]
async fn rooms_are_counted_by_address_and_by_person() {
    let limits = RoomLimits {
        rooms_per_address: 5,
        rooms_per_person: 2,
        ..quick()
    };
    let house = House::new(limits);
    let log = Arc::new(MemoryLog::new());
    let rooms = house.open_on(log.clone()).await;
    let mut made = Vec::new();
    for person in [1, 1, 2, 2, 3] {
        made.push(make(&rooms, &maker("here", person)).await.unwrap());
    }
    let refused = limit(make(&rooms, &maker("here", 2)).await);
    assert!(refused.contains("2 rooms"), "{refused}");
    let refused = limit(make(&rooms, &maker("here", 3)).await);
    assert!(
        refused.contains("5 rooms") && refused.contains("address"),
        "{refused}"
    );
    let mal = maker("here", 9);
    let matched = rooms.match_up("goofspiel", 2, "Eve");
    let (_, last) = tokio::join!(matched, rooms.match_up_by(Some(&mal), "goofspiel", 2, "Mal"));
    assert!(limit(last).contains("address"));
    make(&rooms, &maker("there", 4)).await.unwrap();
    // Many at once are counted, too.
    let many = futures_util::future::join_all((0..9).map(|person| {
        let rooms = rooms.clone();
        async move { make(&rooms, &maker("elsewhere", 100 + person)).await }
    }));
    assert_eq!(many.await.iter().filter(|made| made.is_ok()).count(), 5);
    // What is gone counts no longer.
    let mut ada = Player::sit(&rooms, &made[0]).await;
    ada.send(Command::Leave).await.unwrap();
    let gone = made[0].room;
    while rooms.report().iter().any(|room| room.room.room == gone) {
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    make(&rooms, &maker("here", 3)).await.unwrap();
    // After a restart the address is still known.
    let rooms = house.open_on(log).await;
    assert!(limit(make(&rooms, &maker("here", 7)).await).contains("address"));
}

/// A room in which a person has played waits for three days; others go sooner.
#[tokio::test(start_paused = true)]
async fn rooms_that_nobody_has_played_in_go_sooner() {
    let house = House::with(quick(), crate::trouble::erring());
    let rooms = house.open_on(Arc::new(MemoryLog::new())).await;
    let mut kept = Vec::new();
    for what in ["unplayed", "played", "over"] {
        let mut players = crate::returning::table(&rooms, NewRoom::of("stones", 2)).await;
        if what != "unplayed" {
            crate::trouble::press(&mut players, "Take a stone").await.unwrap();
        }
        if what == "over" {
            crate::trouble::press(&mut players, "Err").await.unwrap_err();
            players[0].send(Command::Resume(Resume::End)).await.unwrap();
        }
        kept.push(players[0].seated.clone().unwrap().room);
    }
    let there = |rooms: &Rooms| {
        let all: Vec<_> = rooms.report().into_iter().map(|room| room.room.room).collect();
        kept.iter().map(|room| all.contains(room)).collect::<Vec<_>>()
    };
    let hours = |hours: u64| tokio::time::sleep(Duration::from_secs(hours * 3600));
    hours(1).await;
    assert_eq!(there(&rooms), [true, true, true]);
    hours(2).await;
    assert_eq!(there(&rooms), [false, true, false]);
    hours(68).await;
    assert_eq!(there(&rooms), [false, true, false]);
    hours(3).await;
    assert_eq!(there(&rooms), [false, false, false]);
}
