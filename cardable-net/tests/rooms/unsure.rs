//! A store that says no to what it has kept: whoever chose is refused, nobody hears of it, and the room goes on
//! from what is there.

use crate::support::{House, Player, play, quick};
use cardable_net::room::{Answer, CloseReason, Command, NewRoom, Refused};
use cardable_net::store::{Breakage, MemoryLog, RoomLog as _};
use std::sync::Arc;

#[tokio::test]
async fn what_was_kept_all_the_same_is_gone_on_from() {
    let house = House::new(quick());
    let log = Arc::new(MemoryLog::new());
    let rooms = house.open_on(log.clone()).await;
    let mut players = crate::returning::table(&rooms, NewRoom::of("goofspiel", 2)).await;
    play(&mut players, 6).await;
    players.iter_mut().for_each(Player::pump);
    let before: Vec<_> = players.iter().map(|p| (p.seq, p.texts.len())).collect();
    let room = players[0].seated.as_ref().unwrap().room;
    let known = log.read(room, 0).await.unwrap().len();

    // It is kept, and refused.
    log.break_with(Breakage::Unsure);
    let (at, choice) = next(&mut players).await;
    let seen = Some(players[at].seq);
    let refused = players[at]
        .send(Command::Choose {
            seen,
            choice: choice.clone(),
        })
        .await
        .unwrap_err();
    assert_eq!(refused, Refused::Store);
    players.iter_mut().for_each(Player::pump);
    let after: Vec<_> = players.iter().map(|p| (p.seq, p.texts.len())).collect();
    assert_eq!(before, after, "nobody hears of it");
    assert_eq!(log.read(room, 0).await.unwrap().len(), known + 1);

    // The room notices, and is read anew.
    log.break_with(Breakage::None);
    let again = players[at].send(Command::Choose { seen, choice }).await;
    assert!(again.is_err(), "{again:?}");
    for player in &mut players {
        // Who heard that the room is closed would throw the seat away.
        let sleeps = |player: &Player| player.closed == Some(CloseReason::RoomSleeps);
        player.until("the room sleeps", sleeps).await;
        let seated = player.seated.clone().unwrap();
        *player = Player::sit(&rooms, &seated).await;
    }
    assert!(players.iter().all(|p| p.seq == before[at].0 + 1), "it stands");
    let (at, choice) = next(&mut players).await;
    let seen = Some(players[at].seq);
    let chosen = players[at].send(Command::Choose { seen, choice }).await;
    assert_eq!(chosen, Ok(Answer::Chosen { seq: before[0].0 + 2 }));
}

/// Somebody who may choose, and what.
async fn next(players: &mut [Player]) -> (usize, cardable_core::Choice) {
    for (at, player) in players.iter_mut().enumerate() {
        if let Some(choice) = player.guess().await {
            return (at, choice);
        }
    }
    panic!("nobody may choose");
}
