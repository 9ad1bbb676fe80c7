//! How a game begins is told like any step of it: what was dealt, and what the rules said then.

use crate::returning::table;
use crate::support::{House, Player, library_of, on_turn, quick};
use cardable_core::view::CardSeen;
use cardable_core::{Seat, ViewEvent};
use cardable_net::library::Library;
use cardable_net::lobby::Rooms;
use cardable_net::protocol::{Beginning, Replay};
use cardable_net::room::{Answer, Command, NewRoom, Resume, Watching};
use cardable_net::store::MemoryLog;
use std::sync::Arc;

/// A game that deals, says something to all and something to one seat, and then counts.
const DEALT: &str = r#"{
    cardset: { set_name: "s", cards: [{ card_name: "A", card_id: 0 }, { card_name: "B", card_id: 1 }] },
    deck: { deck_name: "d", cardset: "s", content: [{ card: 0, copies: 9 }, { card: 1, copies: 9 }] },
    ruleset: {
        ruleset_name: "Dealt", min_players: 2, max_players: 2,
        game_area: {
            shared_zones: [{ name: "deck", zone_visibility: "none" }],
            player_zones: [{ name: "hand", zone_visibility: "owner" }],
        },
        game_state: [
            { state_name: "deal", state_type: "auto", actions: {
                action_name: "deal", type: "auto", primitives: [
                    "shuffle(deck)", "deal(deck, hand, 3)", "message('Nine of each are there.')",
                    "message('You are watched.', seat_at(1))", "state_transition(play)",
                ] } },
            { state_name: "play", state_type: "round_robin", actions: [
                { action_name: "count", type: "button", primitives: "add_score($player, 1)" },
                { action_name: "err", type: "button", primitives: "add_score($player, 1 / (count_cards(deck) - count_cards(deck)))" },
            ] },
        ],
    },
}"#;

const SAID: &str = "Nine of each are there.";
const SAID_TO_ONE: &str = "You are watched.";

fn library() -> Library {
    library_of("dealt", DEALT)
}

/// The lines of a beginning as texts, and how many faces it shows.
fn told(beginning: Option<&Beginning>) -> Option<(Vec<String>, usize)> {
    let beginning = beginning?;
    let face = |event: &ViewEvent| {
        matches!(
            event,
            ViewEvent::Moved {
                card: CardSeen::Face(_),
                ..
            }
        )
    };
    let lines = beginning.story.iter().map(ToString::to_string).collect();
    Some((lines, beginning.events.iter().filter(|event| face(event)).count()))
}

/// What a player was told with the last whole view.
fn heard(player: &Player) -> Option<(Vec<String>, usize)> {
    told(player.beginning.as_deref())
}

/// Whether somebody was told of the deal as he may be: `faces` of it are his.
fn is_told(player: &Player, faces: usize, what: &str) {
    let (lines, seen) = heard(player).unwrap_or_else(|| panic!("{what}: nothing is told"));
    assert_eq!(seen, faces, "{what}");
    assert!(lines.iter().any(|line| line.contains(SAID)), "{what}: {lines:?}");
    let own = player
        .seated
        .as_ref()
        .is_some_and(|seated| seated.seat == Seat(1));
    let to_one = lines.iter().any(|line| line.contains(SAID_TO_ONE));
    assert_eq!(to_one, own, "{what}: {lines:?}");
    let dealt = lines.iter().any(|line| line.contains('3'));
    assert!(dealt, "{what}: how many cards were dealt: {lines:?}");
}

async fn begun(rooms: &Rooms, watching: Watching) -> (Vec<Player>, Player) {
    let new = NewRoom {
        watching,
        ..NewRoom::of("dealt", 2)
    };
    let players = table(rooms, new).await;
    let room = players[0].seated.clone().unwrap().room;
    let eve = Player::watch(rooms, room, "Eve").await.unwrap();
    (players, eve)
}

async fn press(players: &mut [Player], label: &str) -> Result<Answer, cardable_net::room::Refused> {
    crate::trouble::press(players, label).await
}

async fn replay(player: &mut Player) -> Box<Replay> {
    match player.send(Command::Replay).await {
        Ok(Answer::Replay(replay)) => replay,
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn everybody_is_told_how_the_game_began() {
    let log = Arc::new(MemoryLog::new());
    let house = House::with(quick(), library());
    let rooms = house.open_on(log.clone()).await;
    let (mut players, eve) = begun(&rooms, Watching::Open).await;
    is_told(&players[0], 3, "Ada");
    is_told(&players[1], 3, "Bob");
    is_told(&eve, 0, "Eve, who came when it was dealt");
    let before = players[0].beginning.clone();
    // Also whoever comes back, and after a restart, as long as nothing was chosen.
    let rooms = house.open_on(log.clone()).await;
    for player in &mut players {
        let seated = player.seated.clone().unwrap();
        *player = Player::sit(&rooms, &seated).await;
    }
    assert_eq!(players[0].beginning, before, "the same once more");
    // What could not be kept was not chosen.
    log.break_with(cardable_net::store::Breakage::Full);
    press(&mut players, "count").await.unwrap_err();
    log.break_with(cardable_net::store::Breakage::None);
    press(&mut players, "err").await.unwrap_err();
    let seated = players[0].seated.clone().unwrap();
    let ada = Player::sit(&rooms, &seated).await;
    assert_eq!(ada.beginning, before, "nor what the rules have erred at");
    players[0] = ada;
    players[0].send(Command::Resume(Resume::GoOn)).await.unwrap();
    press(&mut players, "count").await.unwrap();
    let late = Player::sit(&rooms, &seated).await;
    assert!(late.beginning.is_none(), "then it is over with the beginning");
    players[0] = late;
    press(&mut players, "err").await.unwrap_err();
    players[0].send(Command::Resume(Resume::End)).await.unwrap();
    // Whoever looks back is told of it again, and the next game has its own.
    let again = replay(&mut players[0]).await;
    assert_eq!(again.began.beginning, before);
    assert_eq!(again.happened.len(), 1);
    players[0].send(Command::Rematch).await.unwrap();
    players[1]
        .until("the next game begins", |player| player.game == 2)
        .await;
    is_told(&players[1], 3, "the next game");
}

#[tokio::test]
async fn who_watches_late_is_told_of_the_beginning_late() {
    let house = House::with(quick(), library());
    let rooms = house.open_on(Arc::new(MemoryLog::new())).await;
    let (mut players, eve) = begun(&rooms, Watching::Delayed { choices: 2 }).await;
    is_told(&eve, 0, "Eve, before whom it is dealt still");
    let room = eve.room().room.0.parse().unwrap();
    press(&mut players, "count").await.unwrap();
    let mut mia = Player::watch(&rooms, room, "Mia").await.unwrap();
    is_told(&mia, 0, "Mia, before whom nothing was chosen yet");
    for _ in 0..2 {
        press(&mut players, "count").await.unwrap();
    }
    mia.until("one choice is old enough", |mia| mia.seq == 1).await;
    let zoe = Player::watch(&rooms, room, "Zoe").await.unwrap();
    assert!(zoe.beginning.is_none());
}

/// A shipped game that says at its beginning who attacks.
#[tokio::test]
async fn what_the_rules_say_before_the_first_choice_is_heard() {
    let house = House::new(quick());
    let rooms = house.open_on(Arc::new(MemoryLog::new())).await;
    let mut players = table(&rooms, NewRoom::of("durak", 2)).await;
    on_turn(&mut players).await;
    for player in &players {
        let (lines, faces) = heard(player).expect("a beginning");
        assert!(lines.iter().any(|line| line.contains("are trumps")), "{lines:?}");
        assert!(faces >= 6, "the own hand: {faces}");
    }
}
