//! How a game is dealt: the host promises, every person at the table adds a part, and the record holds all.

use crate::support::{House, Player, quick};
use cardable_net::Entropy;
use cardable_net::fairness::{self, Dealt};
use cardable_net::lobby::{RoomLimits, Rooms, Seated};
use cardable_net::protocol::{Fairness, Phase};
use cardable_net::room::{Answer, Command, NewRoom, Refused, Resume};
use cardable_net::store::{MemoryLog, RoomLog as _};
use std::sync::Arc;
use std::time::Duration;
use tokio::time::Instant;

/// A part of a seed that was never there.
fn fresh_part() -> String {
    fairness::fresh_part(&Entropy::system())
}

const WAIT: Duration = Duration::from_millis(2_000);

fn house() -> House {
    let limits = RoomLimits {
        seed_parts: RoomLimits::default().seed_parts,
        ..quick()
    };
    assert_eq!(limits.seed_parts, 2_000);
    House::with(limits, crate::trouble::erring())
}

/// Ada and Bob in a room for three, who have begun.
async fn begun(rooms: &Rooms) -> Vec<Player> {
    let ada = rooms.create(NewRoom::of("stones", 3), "Ada").await.unwrap();
    let bob = rooms.join(ada.room, "Bob", None, None).await.unwrap();
    let mut players = Vec::new();
    for seated in [ada, bob] {
        players.push(Player::sit(rooms, &seated).await);
    }
    players[1].send(Command::Ready(true)).await.unwrap();
    players[0].send(Command::Start).await.unwrap();
    players.iter_mut().for_each(Player::pump);
    players
}

fn fairness(player: &mut Player) -> Fairness {
    player.pump();
    player.room().fairness.clone().expect("a promise")
}

fn seat_of(player: &Player) -> Seated {
    player.seated.clone().unwrap()
}

/// Ends the game, and gives where its seed came from.
async fn ended(players: &mut [Player]) -> Dealt {
    crate::trouble::press(players, "Err").await.unwrap_err();
    players[0].send(Command::Resume(Resume::End)).await.unwrap();
    let told = fairness(&mut players[0]);
    let Answer::Record(file) = players[0].send(Command::Record).await.unwrap() else {
        panic!("no record");
    };
    let dealt = file.dealt;
    assert_eq!(
        (told.secret, told.salt),
        (Some(dealt.secret.clone()), Some(dealt.salt.clone()))
    );
    assert_eq!((&told.parts, &told.statement), (&dealt.parts, &dealt.statement));
    assert!(dealt.comes_to(file.log.seed, &file.log.setup));
    dealt
}

fn is_not_now(answer: &Result<Answer, Refused>) -> bool {
    matches!(answer, Err(Refused::NotNow { .. }))
}

#[tokio::test(start_paused = true)]
async fn the_seed_comes_of_the_parts_of_all() {
    let rooms = house().open_on(Arc::new(MemoryLog::new())).await;
    let mut players = begun(&rooms).await;
    let promised = fairness(&mut players[1]);
    assert!(promised.asks);
    assert_eq!(
        (promised.secret, promised.salt, promised.seed),
        (None, None, None)
    );
    assert_eq!(players[0].room().phase, Phase::Open);
    assert!(players[0].replica.is_none(), "nothing is dealt yet");
    assert!(is_not_now(&players[0].send(Command::Start).await));
    for bad in ["", "no digits", &"0".repeat(63), &"g".repeat(64)] {
        assert!(
            is_not_now(&players[0].send(Command::MixIn(bad.to_owned())).await),
            "{bad}"
        );
    }
    let began = Instant::now();
    let parts = [fresh_part(), fresh_part()];
    for (player, part) in players.iter_mut().zip(&parts) {
        assert!(fairness(player).asks, "one part is not enough");
        player.send(Command::MixIn(part.to_uppercase())).await.unwrap();
        assert!(
            is_not_now(&player.send(Command::MixIn(fresh_part())).await),
            "once is enough"
        );
    }
    let told = fairness(&mut players[0]);
    assert_eq!(players[0].room().phase, Phase::Playing);
    assert_eq!(began.elapsed(), Duration::ZERO, "nobody waits for bots");
    assert_eq!(
        (&told.commitment, told.asks, &told.seed),
        (&promised.commitment, false, &None)
    );
    let statement: serde_json::Value = serde_json::from_str(&told.statement).unwrap();
    assert_eq!(statement["room"], seat_of(&players[0]).room.to_string());
    assert_eq!(statement["game"], 1);
    assert_eq!(statement["ruleset"], players[0].room().hash.0);
    assert_eq!(
        statement["setup"]["seats"],
        serde_json::json!(["Ada", "Bob", players[0].room().seats[2].name])
    );
    let dealt = ended(&mut players).await;
    assert_eq!(dealt.commitment, told.commitment.0);
    assert_eq!(
        dealt.parts,
        [Some(parts[0].clone()), Some(parts[1].clone()), None]
    );
}

#[tokio::test(start_paused = true)]
async fn who_gives_no_part_in_time_adds_none() {
    let log = Arc::new(MemoryLog::new());
    let rooms = house().open_on(log.clone()).await;
    let mut players = begun(&rooms).await;
    let part = fresh_part();
    players[1].send(Command::MixIn(part.clone())).await.unwrap();
    let began = Instant::now();
    players[0]
        .until("it begins", |player| player.replica.is_some())
        .await;
    assert_eq!(began.elapsed(), WAIT);
    assert!(
        is_not_now(&players[0].send(Command::MixIn(fresh_part())).await),
        "too late"
    );
    // The same after a restart: it is in the record.
    let seats = [seat_of(&players[0]), seat_of(&players[1])];
    let rooms = house().open_on(log).await;
    let mut players = vec![
        Player::sit(&rooms, &seats[0]).await,
        Player::sit(&rooms, &seats[1]).await,
    ];
    let dealt = ended(&mut players).await;
    assert_eq!(dealt.parts, [None, Some(part), None]);
    // Another game has another promise.
    players[0].send(Command::Rematch).await.unwrap();
    let promised = fairness(&mut players[0]);
    assert!(promised.asks && promised.commitment.0 != dealt.commitment);
    assert_eq!(promised.seed, None);
    assert!(promised.statement.contains("\"game\":2"));
}

#[tokio::test(start_paused = true)]
async fn nobody_waits_for_who_is_gone() {
    let rooms = house().open_on(Arc::new(MemoryLog::new())).await;
    let mut players = begun(&rooms).await;
    let began = Instant::now();
    players[0].send(Command::MixIn(fresh_part())).await.unwrap();
    players[1].go();
    players[0]
        .until("it begins", |player| player.replica.is_some())
        .await;
    assert!(began.elapsed() < WAIT);
}

/// What is promised is what is played: a room that has changed meanwhile gets another promise.
#[tokio::test(start_paused = true)]
async fn a_room_that_has_changed_is_promised_anew() {
    let rooms = house().open_on(Arc::new(MemoryLog::new())).await;
    let mut players = begun(&rooms).await;
    let first = fairness(&mut players[0]);
    let room = seat_of(&players[0]).room;
    let eve = rooms.join(room, "Eve", None, None).await.unwrap();
    players.push(Player::sit(&rooms, &eve).await);
    for player in players.iter_mut().take(2) {
        player.send(Command::MixIn(fresh_part())).await.unwrap();
    }
    let second = fairness(&mut players[0]);
    assert!(second.asks && second.commitment != first.commitment);
    assert!(second.statement.contains("Eve"));
    for player in &mut players {
        player.send(Command::MixIn(fresh_part())).await.unwrap();
    }
    players[0]
        .until("it begins", |player| player.replica.is_some())
        .await;
    assert_eq!(fairness(&mut players[2]).commitment, second.commitment);
}

/// A record whose seed is another one than was promised is no game.
#[tokio::test]
async fn a_seed_that_was_not_promised_is_not_played() {
    let log = Arc::new(MemoryLog::new());
    let house = House::with(quick(), crate::trouble::erring());
    let rooms = house.open_on(log.clone()).await;
    let players = crate::returning::table(&rooms, NewRoom::of("stones", 2)).await;
    let seated = seat_of(&players[0]);
    let record = log.read(seated.room, 0).await.unwrap().remove(0);
    let mut begin: serde_json::Value = serde_json::from_slice(&record).unwrap();
    begin["begin"]["dealt"]["secret"] = fresh_part().into();
    let forged = Arc::new(MemoryLog::new());
    let (epoch, _) = forged.claim().await.unwrap();
    let (_, claimed) = log.claim().await.unwrap();
    let room = seated.room;
    forged
        .create(room, epoch, claimed[0].about.clone())
        .await
        .unwrap();
    let append = cardable_net::store::Append {
        room,
        epoch,
        at: 0,
        records: vec![begin.to_string().into_bytes()],
        about: None,
    };
    forged.append(append).await.unwrap();
    let rooms = house.open_on(forged).await;
    assert!(Player::try_sit(&rooms, &seated, None, 8).await.is_err());
    let report = rooms.report();
    assert!(
        report[0]
            .quarantine
            .as_ref()
            .is_some_and(|why| why.contains("promised")),
        "{report:?}"
    );
}
