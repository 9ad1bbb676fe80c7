//! When something goes wrong, it goes wrong for one room, and nothing is lost.

use crate::returning::{table, table_with};
use crate::support::{House, Player, json, library_of, on_turn, pages, play, quick, shipped};
use cardable_core::testing::TINY;
use cardable_core::{Seat, SeatSet};
use cardable_net::library::Library;
use cardable_net::lobby::{RoomLimits, Rooms};
use cardable_net::protocol::Phase;
use cardable_net::room::{Answer, CloseReason, Command, NewRoom, Refused, Resume, UndoRule, outbox};
use cardable_net::store::{Breakage, MemoryLog, SqliteLog};
use cardable_net::wire::Format;
use std::sync::Arc;
use std::time::Duration;

/// A game with a button that errs.
pub fn erring() -> Library {
    let button = r#"{
        "action_name": "Err", "type": "button",
        "primitives": { "endpoint": "add_score()", "params": ["$player", "= 1 / (count_cards(deck) - count_cards(deck))"] },
    }, {
        "action_name": "Take a stone","#;
    let text = TINY.replace(
        r#"{
                        "action_name": "Take a stone","#,
        button,
    );
    assert_ne!(text, TINY);
    library_of("stones", &text)
}

/// Presses a button of whoever is on turn.
pub async fn press(players: &mut [Player], label: &str) -> Result<Answer, Refused> {
    let at = on_turn(players).await;
    let asked = players[at].decision.clone().expect("a decision");
    let action = asked.offers.iter().find_map(|offer| match offer {
        cardable_core::decision::Offered::Action { action, label: l, .. } if l == label => Some(*action),
        _ => None,
    });
    let choice = cardable_core::Choice::act(action.expect("the button is offered"));
    let done = players[at].send(Command::Choose { choice, seen: None }).await;
    players.iter_mut().for_each(Player::pump);
    done
}

#[tokio::test]
async fn what_cannot_be_kept_is_not_done_and_not_told() {
    let log = MemoryLog::new();
    let house = House::with(quick(), library_of("stones", TINY));
    let rooms = house.open_on(Arc::new(log.clone())).await;
    let mut players = table(&rooms, NewRoom::of("stones", 2)).await;
    press(&mut players, "Take a stone").await.unwrap();
    for breakage in [Breakage::Full, Breakage::NoSync] {
        log.break_with(breakage);
        let before: Vec<(usize, u64)> = players.iter().map(|p| (p.texts.len(), p.seq)).collect();
        for _ in 0..3 {
            assert_eq!(press(&mut players, "Take a stone").await, Err(Refused::Store));
        }
        assert_eq!(players[1].send(Command::Leave).await, Err(Refused::Store));
        assert!(rooms.create(NewRoom::of("stones", 2), "Eve").await.is_err());
        let after: Vec<(usize, u64)> = players.iter().map(|p| (p.texts.len(), p.seq)).collect();
        assert_eq!(after, before, "nobody hears of anything");
        log.break_with(Breakage::None);
        let seq = players[0].seq;
        press(&mut players, "Take a stone").await.unwrap();
        assert_eq!(players[0].seq, seq + 1, "and it goes on where it was");
    }
    let seated = players[0].seated.clone().unwrap();
    let view = players[0].view().clone();
    let again = house.open_on(Arc::new(log)).await;
    assert_eq!(*Player::sit(&again, &seated).await.view(), view);
}

/// A log that cannot be read says nothing of the game: it is not suspended, and goes on when the store works again.
#[tokio::test]
async fn what_cannot_be_read_at_the_moment_is_not_given_up() {
    let log = MemoryLog::new();
    let house = House::with(quick(), library_of("stones", TINY));
    let rooms = house.open_on(Arc::new(log.clone())).await;
    let mut players = table(&rooms, NewRoom::of("stones", 2)).await;
    press(&mut players, "Take a stone").await.unwrap();
    let seated: Vec<_> = players
        .iter()
        .map(|player| player.seated.clone().unwrap())
        .collect();
    rooms.put_to_sleep(seated[0].room).await.unwrap();
    log.break_with(Breakage::NoReads);
    assert!(Player::try_sit(&rooms, &seated[0], None, 256).await.is_err());
    log.break_with(Breakage::None);
    let mut players = Vec::new();
    for seated in &seated {
        players.push(Player::sit(&rooms, seated).await);
    }
    assert_eq!(players[0].room().phase, Phase::Playing);
    press(&mut players, "Take a stone").await.unwrap();
    assert_eq!(players[0].seq, 2);
}

/// What cannot be kept is not done on a real file that may not grow, either.
#[tokio::test]
async fn a_full_disk_stops_acknowledging() {
    let house = House::with(
        quick(),
        library_of(
            "stones",
            &TINY.replace("\"max_players\": 4", "\"max_players\": 32"),
        ),
    );
    let log = Arc::new(SqliteLog::open_with(house.file(), pages(40)).unwrap());
    let rooms = house.open_on(log.clone()).await;
    let mut tables = Vec::new();
    loop {
        match rooms.create(NewRoom::of("stones", 32), "Ada").await {
            Ok(seated) => tables.push(Player::sit(&rooms, &seated).await),
            Err(refused) => {
                assert_eq!(refused, Refused::Store);
                break;
            }
        }
        assert!(tables.len() < 1000, "it never gets full");
    }
    assert!(!tables.is_empty());
    for player in &mut tables {
        match player.send(Command::Start).await {
            Ok(_) => assert_eq!(player.room().phase, Phase::Playing),
            Err(refused) => {
                assert_eq!(refused, Refused::Store);
                player.pump();
                assert_eq!(player.room().phase, Phase::Open);
            }
        }
    }
    // What was acknowledged is there.
    drop(rooms);
    let rooms = house.open().await;
    for player in &mut tables {
        let back = Player::sit(&rooms, player.seated.as_ref().unwrap()).await;
        assert_eq!(back.room().phase, player.room().phase);
    }
}

async fn suspended(rooms: &Rooms) -> Vec<Player> {
    let mut players = table(rooms, NewRoom::of("stones", 2)).await;
    press(&mut players, "Take a stone").await.unwrap();
    let refused = press(&mut players, "Err").await.unwrap_err();
    assert!(
        matches!(&refused, Refused::Fault(report) if report.message.contains("zero")),
        "{refused}"
    );
    for player in &mut players {
        player
            .until("it is told", |p| p.room().phase == Phase::Suspended)
            .await;
        assert!(player.room().fault.is_some());
        let seq = player.seq;
        assert_eq!(seq, 1, "a mistake of the rules is no part of the game");
        let choice = cardable_core::Choice::Pass;
        let refused = player
            .send(Command::Choose { choice, seen: None })
            .await
            .unwrap_err();
        assert!(matches!(refused, Refused::NotNow { .. }), "{refused}");
    }
    let refused = players[1].send(Command::Resume(Resume::GoOn)).await;
    assert_eq!(refused, Err(Refused::NotOwner));
    players
}

#[tokio::test]
async fn mistakes_of_the_rules_suspend_one_room_until_the_owner_has_spoken() {
    let house = House::with(quick(), erring());
    let rooms = house.open().await;
    // It goes on with another choice.
    let mut players = suspended(&rooms).await;
    assert!(matches!(
        players[0].send(Command::Resume(Resume::Undo)).await,
        Err(Refused::Revealed)
    ));
    players[0].send(Command::Resume(Resume::GoOn)).await.unwrap();
    press(&mut players, "Take a stone").await.unwrap();
    assert_eq!(players[0].seq, 2);
    assert!(matches!(
        players[0].send(Command::Resume(Resume::GoOn)).await,
        Err(Refused::NotNow { .. })
    ));
    // It ends.
    let mut players = suspended(&rooms).await;
    players[0].send(Command::Resume(Resume::End)).await.unwrap();
    for player in &mut players {
        player.until("it is over", Player::is_over).await;
    }
    let file = rooms
        .game_file(players[0].seated.as_ref().unwrap().room)
        .await
        .unwrap();
    let verified = file
        .verify(&house.library.edition("stones").unwrap().ruleset, None)
        .unwrap();
    assert_eq!((verified.choices, verified.result), (1, None));
    // It is still suspended after a restart.
    let players = suspended(&rooms).await;
    let seated = players[0].seated.clone().unwrap();
    let faults = rooms.diagnoses(10).await.unwrap();
    assert_eq!(faults.len(), 3);
    assert!(
        faults
            .iter()
            .all(|f| f.kind == "fault" && f.detail.contains("zero")),
        "{faults:?}"
    );
    let rooms = house.open().await;
    let mut ada = Player::sit(&rooms, &seated).await;
    assert_eq!(ada.room().phase, Phase::Suspended);
    ada.send(Command::Resume(Resume::GoOn)).await.unwrap();
    assert_eq!(ada.room().phase, Phase::Playing);
}

#[tokio::test]
async fn who_asks_for_a_choice_back_may_think_better_of_it() {
    let house = House::new(quick());
    let rooms = house.open().await;
    let mut players = table_with(&rooms, NewRoom::of("goofspiel", 3), &["Bob", "Cleo"]).await;
    assert!(players[0].act().await);
    let not_now = |answer| assert!(matches!(answer, Err(Refused::NotNow { .. })), "{answer:?}");
    not_now(players[0].send(Command::WithdrawUndo).await);
    players[0].send(Command::ProposeUndo).await.unwrap();
    // What was asked for is not asked for twice, and is nobody else's to withdraw.
    not_now(players[0].send(Command::ProposeUndo).await);
    not_now(players[1].send(Command::WithdrawUndo).await);
    players[0].send(Command::WithdrawUndo).await.unwrap();
    for player in &mut players {
        player.pump();
        assert!(player.room().undo.is_none());
        assert_eq!(player.seq, 1, "the choice stands");
    }
    not_now(players[1].send(Command::AnswerUndo { agree: true }).await);
    // Who asks for what another has asked for agrees.
    players[0].send(Command::ProposeUndo).await.unwrap();
    players[1].send(Command::ProposeUndo).await.unwrap();
    players[2].pump();
    let asked = players[2].room().undo.expect("a question");
    assert_eq!((asked.by, asked.missing), (Seat(0), SeatSet::one(Seat(2))));
    // Nobody waits for an answer to whoever has left.
    players[0].send(Command::Leave).await.unwrap();
    players[2].pump();
    assert!(players[2].room().undo.is_none());
    assert_eq!(players[2].seq, 1, "the choice stands");
}

#[tokio::test]
async fn choices_are_taken_back_when_all_agree_and_nobody_has_learned_anything() {
    let house = House::new(quick());
    let rooms = house.open().await;
    // Bids lie hidden until both are there.
    let mut players = table(&rooms, NewRoom::of("goofspiel", 2)).await;
    assert!(matches!(
        players[0].send(Command::ProposeUndo).await,
        Err(Refused::NotNow { .. })
    ));
    let before = players[0].view().clone();
    assert!(players[0].act().await);
    players[0].send(Command::ProposeUndo).await.unwrap();
    players[1].pump();
    assert!(players[1].room().undo.is_some());
    players[1]
        .send(Command::AnswerUndo { agree: false })
        .await
        .unwrap();
    assert!(players[1].room().undo.is_none());
    assert_eq!(players[1].seq, 1);
    players[0].send(Command::ProposeUndo).await.unwrap();
    players[1]
        .send(Command::AnswerUndo { agree: true })
        .await
        .unwrap();
    for player in &mut players {
        player.pump();
        assert_eq!(
            (player.seq, player.views),
            (2, 2),
            "it is told as a whole, and counted"
        );
    }
    assert_eq!(*players[0].view(), before);
    // Who comes back finds it taken back, with what is known and without.
    let seated = players[0].seated.clone().unwrap();
    let rooms = house.open().await;
    for seen in [None, Some((1, 1)), Some((1, 0))] {
        let back = Player::try_sit(&rooms, &seated, seen, 64).await.unwrap();
        assert_eq!((back.seq, back.views), (2, 1));
        assert_eq!(*back.view(), before);
    }
    // When both bids lie open it is too late.
    for player in &mut players {
        let seated = player.seated.clone().unwrap();
        *player = Player::sit(&rooms, &seated).await;
    }
    play(&mut players, 2).await;
    assert_eq!(
        players[0].send(Command::ProposeUndo).await,
        Err(Refused::Revealed)
    );
    // Where it was agreed so, everything is taken back; elsewhere nothing.
    for (undo, most) in [(UndoRule::Always, 4), (UndoRule::Never, 0)] {
        let new = NewRoom {
            undo,
            ..NewRoom::of("goofspiel", 2)
        };
        let mut players = table(&rooms, new).await;
        let before = players[0].view().clone();
        play(&mut players, 4).await;
        let mut back = 0;
        while players[0].send(Command::ProposeUndo).await.is_ok() {
            players[1]
                .send(Command::AnswerUndo { agree: true })
                .await
                .unwrap();
            players[0].pump();
            back += 1;
        }
        assert_eq!(back, most);
        assert_eq!(*players[0].view() == before, most > 0);
        play(&mut players, usize::MAX).await;
        players[0].until("it is over", Player::is_over).await;
        let file = rooms
            .game_file(players[0].seated.as_ref().unwrap().room)
            .await
            .unwrap();
        file.verify(&house.library.edition("goofspiel").unwrap().ruleset, None)
            .expect("what was taken back is no part of the log");
    }
}

#[tokio::test]
async fn bots_do_not_mind_what_was_seen_and_choose_anew() {
    let house = House::new(quick());
    let rooms = house.open().await;
    // Cards are drawn and laid open, by everybody in turn.
    let mut players = table_with(&rooms, NewRoom::of("crazy-eights", 3), &[]).await;
    let mut ada = players.remove(0);
    assert!(matches!(
        ada.send(Command::ProposeUndo).await,
        Err(Refused::NotNow { .. })
    ));
    // Everybody has five cards, so whatever is dealt nobody is rid of them before the fifth turn.
    for _ in 0..4 {
        ada.until("her turn", |p| p.decision.is_some()).await;
        let before = ada.view().clone();
        assert!(ada.act().await);
        ada.until("her turn again", |p| p.decision.is_some()).await;
        let (views, after) = (ada.views, ada.view().clone());
        ada.send(Command::ProposeUndo).await.unwrap();
        ada.until("it is taken back", |p| p.views == views + 1).await;
        assert_eq!(*ada.view(), before, "with what the bots had chosen upon it");
        // It is kept, and it goes on from there.
        let seated = ada.seated.clone().unwrap();
        ada = Player::sit(&rooms, &seated).await;
        assert_eq!(*ada.view(), before);
        assert!(ada.act().await);
        assert!(after.seq > before.seq);
    }
}

#[tokio::test(start_paused = true)]
async fn who_reads_slowly_holds_nobody_up() {
    let house = House::new(quick());
    let rooms = house.open_on(Arc::new(MemoryLog::new())).await;
    let mut players = table(&rooms, NewRoom::of("goofspiel", 2)).await;
    let room = players[0].seated.as_ref().unwrap().room;
    let watch = |name: &str| cardable_net::lobby::Who::Watcher {
        name: name.to_owned(),
        invite: None,
    };
    let (out, mut slow) = outbox(4, Format::Json);
    let _slow = rooms.attach(room, watch("Slow"), out).await.unwrap();
    let (out, mut dead) = outbox(4, Format::Json);
    let _dead = rooms.attach(room, watch("Dead"), out).await.unwrap();
    assert_eq!(play(&mut players, 12).await, 12, "nobody waits for them");
    // Who reads again begins afresh, with the whole table.
    let mut texts = Vec::new();
    while let Some(told) = slow.try_next() {
        texts.push(json(&told).to_owned());
    }
    assert!(texts.len() <= 4);
    tokio::time::sleep(Duration::from_secs(1)).await;
    let mut fresh = Vec::new();
    while let Some(told) = slow.try_next() {
        fresh.push(json(&told).to_owned());
    }
    let view = fresh
        .iter()
        .find(|text| text.starts_with("{\"view\""))
        .expect("the whole table");
    assert!(view.contains("\"seq\":12"), "{view}");
    // Who reads nothing is given up.
    let ended = loop {
        match dead.next().await {
            Some(Ok(_)) => {
                // It reads one message now and then, and never catches up.
                tokio::time::sleep(Duration::from_secs(20)).await;
            }
            Some(Err(reason)) => break reason,
            None => panic!("the room is gone"),
        }
    };
    assert_eq!(ended, CloseReason::TooSlow);
    players[0].send(Command::Resync).await.unwrap();
    assert_eq!(players[0].room().watching, 1);
}

#[tokio::test]
async fn a_log_has_an_end() {
    let limits = RoomLimits {
        records: 4,
        ..quick()
    };
    let house = House::new(limits);
    let rooms = house.open().await;
    let mut players = table(&rooms, NewRoom::of("goofspiel", 2)).await;
    assert_eq!(play(&mut players, 3).await, 3);
    let at = on_turn(&mut players).await;
    let choice = players[at].guess().await.unwrap();
    let refused = players[at]
        .send(Command::Choose { choice, seen: None })
        .await
        .unwrap_err();
    assert!(matches!(refused, Refused::Limit { .. }), "{refused}");
    assert!(players[at].is_over());
    assert_eq!(players[at].room().result, None);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn old_rooms_keep_their_rules_and_new_ones_get_the_new() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("stones/ruleset.json");
    std::fs::create_dir_all(file.parent().unwrap()).unwrap();
    std::fs::write(&file, TINY).unwrap();
    let library = Library::with_folders(vec![folder.path().to_owned()]);
    library.watch().unwrap();
    assert!(
        library.edition("skullable").is_some(),
        "what is shipped is there too"
    );
    let house = House::with(quick(), library.clone());
    let rooms = house.open().await;
    let mut old = table(&rooms, NewRoom::of("stones", 2)).await;
    press(&mut old, "Take a stone").await.unwrap();
    let changed = |done: &dyn Fn() -> bool| {
        let began = std::time::Instant::now();
        while !done() {
            assert!(began.elapsed() < crate::support::GUARD, "nobody noticed");
            std::thread::sleep(Duration::from_millis(5));
        }
    };
    // A mistake changes nothing.
    std::fs::write(&file, "{ ruleset: ").unwrap();
    changed(&|| !library.problems().is_empty());
    assert!(library.edition("stones").is_some());
    std::fs::write(&file, TINY.replace("Take a stone", "Pick a stone")).unwrap();
    let hash = old[0].room().hash.clone();
    changed(&|| {
        library
            .edition("stones")
            .is_some_and(|e| e.ruleset.edition().to_string() != hash.0)
    });
    let mut new = table(&rooms, NewRoom::of("stones", 2)).await;
    press(&mut new, "Pick a stone").await.unwrap();
    press(&mut old, "Take a stone").await.unwrap();
    // On another day the file is gone; the store has all that the rooms need.
    std::fs::remove_file(&file).unwrap();
    let house_again = House {
        library: shipped(),
        ..house
    };
    let rooms = house_again.open().await;
    for (players, label) in [(&mut old, "Take a stone"), (&mut new, "Pick a stone")] {
        for player in players.iter_mut() {
            let (seated, view) = (player.seated.clone().unwrap(), player.view().clone());
            *player = Player::sit(&rooms, &seated).await;
            assert_eq!(*player.view(), view);
        }
        press(players, label).await.unwrap();
    }
    assert_eq!(
        rooms.create(NewRoom::of("stones", 2), "Eve").await.unwrap_err(),
        Refused::NoRuleset
    );
}
