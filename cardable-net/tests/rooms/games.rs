//! Whole games: what players are told is what the log says.

use crate::support::{House, Player, play, quick};
use cardable_core::{Match, Viewer};
use cardable_net::room::{Command, NewRoom};

/// Two persons and bots play every shipped ruleset; the first who can leave early does not.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_shipped_ruleset_is_played_as_its_log_says() {
    let house = House::new(quick());
    let rooms = house.open().await;
    for edition in house.library.editions() {
        let seats = (*edition.ruleset.seats().start())
            .max(2)
            .min(*edition.ruleset.seats().end());
        let persons = seats.min(2);
        let new = NewRoom::of(edition.name.clone(), seats as u8);
        let ada = rooms.create(new, "Ada").await.expect("a room");
        let mut players = vec![Player::sit(&rooms, &ada).await];
        if persons == 2 {
            let bob = rooms.join(ada.room, "Bob", None, None).await.expect("a seat");
            players.push(Player::sit(&rooms, &bob).await);
            players[1].send(Command::Ready(true)).await.expect("ready");
        }
        players[0].send(Command::Start).await.expect("it starts");
        let promised = players[0]
            .room()
            .fairness
            .clone()
            .expect("a promise")
            .commitment
            .0;
        assert_eq!(
            players[0].room().fairness.as_ref().and_then(|f| f.seed.clone()),
            None
        );
        play(&mut players, 300).await;
        for player in &mut players {
            player.pump();
        }
        if !players[0].is_over() {
            continue;
        }
        for player in &mut players {
            player.until("the end is told", Player::is_over).await;
        }
        let file = rooms.game_file(ada.room).await.expect("the log is shown");
        let verified = file
            .verify(&edition.ruleset, Some(&promised))
            .expect("the seed is the promised one");
        let played = Match::replay(&edition.ruleset, &file.log).expect("it can be replayed");
        assert_eq!(verified.choices as u64, players[0].seq);
        for player in &players {
            let seat = player.seated.as_ref().expect("a seat").seat;
            assert_eq!(
                *player.view(),
                played.game().view(Viewer::Seat(seat)),
                "{}",
                edition.name
            );
        }
    }
}
