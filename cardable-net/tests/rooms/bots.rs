//! Bots that think: their levels, their pace, what they would do, and undo against them.

use crate::support::{House, Player, play, quick};
use cardable_core::Seat;
use cardable_core::log::Entry;
use cardable_net::lobby::{RoomLimits, Rooms};
use cardable_net::protocol::{BotLevel, Held, HintRule, Opinion};
use cardable_net::room::{Answer, Command, NewRoom, Refused, UndoRule};
use cardable_net::store::MemoryLog;
use std::sync::Arc;
use std::time::Duration;

/// Bots that think, but not for long.
fn thinking() -> RoomLimits {
    RoomLimits {
        bot_pause: 700,
        bot_iterations: 16,
        ..quick()
    }
}

/// A room of Ada's with bots on all other seats, started.
async fn alone(rooms: &Rooms, new: NewRoom) -> Player {
    let ada = rooms.create(new, "Ada").await.expect("a room");
    let mut ada = Player::sit(rooms, &ada).await;
    ada.send(Command::Start).await.expect("it starts");
    ada
}

#[tokio::test(start_paused = true)]
async fn bots_choose_after_a_pause() {
    let house = House::new(thinking());
    let rooms = house.open_on(Arc::new(MemoryLog::new())).await;
    let mut ada = alone(&rooms, NewRoom::of("goofspiel", 2)).await;
    let began = tokio::time::Instant::now();
    assert!(ada.act().await);
    ada.until("the bot has chosen", |ada| ada.seq == 2).await;
    assert_eq!(began.elapsed().as_millis(), 700);
    // In the game of two bots each takes its pause.
    let mut ada = alone(&rooms, NewRoom::of("goofspiel", 3)).await;
    let began = tokio::time::Instant::now();
    ada.until("both bots have chosen", |ada| ada.seq == 2).await;
    assert_eq!(began.elapsed().as_millis(), 1_400);
    assert!(ada.act().await);
}

/// Nobody can tell from a bot's pause whether it had a choice. In the last round of Goofspiel it has one card.
#[tokio::test(start_paused = true)]
async fn pauses_do_not_tell_whether_a_bot_had_a_choice() {
    for (bot_pause, pause) in [(700, 700), (0, 50)] {
        let limits = RoomLimits {
            bot_pause,
            ..thinking()
        };
        let rooms = House::new(limits).open_on(Arc::new(MemoryLog::new())).await;
        for bot_level in [BotLevel::Easy, BotLevel::Hard] {
            let new = NewRoom {
                bot_level,
                ..NewRoom::of("goofspiel", 2)
            };
            let mut ada = alone(&rooms, new).await;
            let mut rounds = 0;
            while !ada.is_over() {
                let (began, seq) = (tokio::time::Instant::now(), ada.seq);
                assert!(ada.act().await);
                ada.until("the bot has chosen", |ada| ada.seq == seq + 2).await;
                assert_eq!(began.elapsed().as_millis(), pause, "round {rounds}");
                rounds += 1;
                ada.send(Command::Chat("next".to_owned())).await.ok();
            }
            assert_eq!(rounds, 13);
        }
    }
}

/// Nor from the metrics.
#[tokio::test(start_paused = true)]
async fn metrics_do_not_tell_whether_a_bot_had_a_choice() {
    let recorder = metrics_exporter_prometheus::PrometheusBuilder::new().build_recorder();
    let handle = recorder.handle();
    let told = |name: &str| -> f64 {
        let text = handle.render();
        let mut lines = text.lines().filter(|line| line.starts_with(name));
        let value = lines.next().and_then(|line| line.rsplit(' ').next());
        value.map_or(0.0, |value| value.parse().expect("a number"))
    };
    let _recording = metrics::set_default_local_recorder(&recorder);
    let rooms = House::new(thinking()).open_on(Arc::new(MemoryLog::new())).await;
    let mut ada = alone(&rooms, NewRoom::of("goofspiel", 2)).await;
    let mut rounds = 0.0;
    while !ada.is_over() {
        assert_eq!(told("cardable_bots_waiting "), 1.0, "round {rounds}");
        let seq = ada.seq;
        assert!(ada.act().await);
        ada.until("the bot has chosen", |ada| ada.seq == seq + 2).await;
        rounds += 1.0;
        assert_eq!(told("cardable_bot_decisions_total{level=\"medium\"}"), rounds);
        assert_eq!(told("cardable_bot_iterations_total "), 16.0 * rounds);
        assert_eq!(told("cardable_bot_degraded_total"), 0.0);
        ada.send(Command::Chat("next".to_owned())).await.ok();
    }
    assert_eq!((rounds, told("cardable_bots_waiting ")), (13.0, 0.0));
}

/// The levels of bots are kept with the room.
#[tokio::test(start_paused = true)]
async fn bots_play_as_well_after_the_host_has_started_anew() {
    let house = House::new(thinking());
    let rooms = house.open().await;
    let new = NewRoom {
        bots: 2,
        bot_level: BotLevel::Hard,
        ..NewRoom::of("skullable", 4)
    };
    let ada = rooms.create(new, "Ada").await.unwrap();
    let mut player = Player::sit(&rooms, &ada).await;
    let easy = Command::ChangeBot {
        seat: Seat(3),
        level: BotLevel::Easy,
    };
    player.send(easy).await.unwrap();
    player.send(Command::Start).await.unwrap();
    let levels = |player: &Player| -> Vec<Option<BotLevel>> {
        player.room().seats.iter().map(|seat| seat.level).collect()
    };
    let before = levels(&player);
    let (hard, easy) = (Some(BotLevel::Hard), Some(BotLevel::Easy));
    assert_eq!(before, [None, hard, hard, easy]);
    let rooms = house.open().await;
    let player = Player::sit(&rooms, &ada).await;
    assert_eq!(levels(&player), before);
}

/// The same host, seed and choices give the same game.
#[tokio::test(start_paused = true)]
async fn what_bots_think_follows_from_the_host_s_randomness() {
    let mut games = Vec::new();
    for _ in 0..2 {
        let house = House::new(thinking());
        let rooms = house.open_on(Arc::new(MemoryLog::new())).await;
        let mut players = vec![alone(&rooms, NewRoom::of("goofspiel", 3)).await];
        play(&mut players, 4).await;
        games.push(players[0].texts.last().cloned());
    }
    assert_eq!(games[0], games[1]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn games_against_bots_that_think_come_to_their_end() {
    let house = House::new(RoomLimits {
        bot_pause: 0,
        ..thinking()
    });
    let rooms = house.open_on(Arc::new(MemoryLog::new())).await;
    for (ruleset, seats) in [("goofspiel", 4), ("crazy-eights", 3)] {
        for bot_level in [BotLevel::Easy, BotLevel::Hard] {
            let new = NewRoom {
                bot_level,
                ..NewRoom::of(ruleset, seats)
            };
            let mut players = vec![alone(&rooms, new).await];
            play(&mut players, 1_000).await;
            assert!(players[0].is_over(), "{ruleset}");
        }
    }
}

#[tokio::test]
async fn owners_choose_how_well_bots_play() {
    let house = House::new(quick());
    let rooms = house.open().await;
    let new = NewRoom {
        bots: 1,
        bot_level: BotLevel::Hard,
        ..NewRoom::of("skullable", 4)
    };
    let ada = rooms.create(new, "Ada").await.unwrap();
    let mut ada = Player::sit(&rooms, &ada).await;
    let seats = |ada: &Player| -> Vec<(Held, Option<BotLevel>)> {
        let seats = ada.room().seats.iter();
        seats.map(|seat| (seat.held, seat.level)).collect()
    };
    let hard = (Held::Bot, Some(BotLevel::Hard));
    assert_eq!(ada.room().settings.bot_level, BotLevel::Hard);
    assert_eq!(
        seats(&ada),
        [(Held::Person, None), (Held::Free, None), (Held::Free, None), hard]
    );
    let name = ada.room().seats[3].name.clone();
    // Another level is another bot.
    let change = |seat, level| Command::ChangeBot {
        seat: Seat(seat),
        level,
    };
    ada.send(change(3, BotLevel::Easy)).await.unwrap();
    assert_eq!(ada.room().seats[3].level, Some(BotLevel::Easy));
    let other = ada.room().seats[3].name.clone();
    assert_ne!(other, name);
    ada.send(change(3, BotLevel::Hard)).await.unwrap();
    assert_eq!(ada.room().seats[3].name, name, "the same one comes back");
    let add = Command::AddBot {
        seat: Seat(2),
        level: BotLevel::Easy,
    };
    ada.send(add).await.unwrap();
    for seat in [0, 1, 9] {
        let refused = ada.send(change(seat, BotLevel::Easy)).await;
        assert!(matches!(refused, Err(Refused::WrongSeat { .. })), "{seat}");
    }
    // A person's name is no bot's.
    let room = ada.seated.as_ref().unwrap().room;
    let bob = rooms
        .join(room, &name.to_uppercase(), None, Some(Seat(1)))
        .await
        .unwrap();
    let mut bob = Player::sit(&rooms, &bob).await;
    assert_eq!(bob.room().seats[1].name, name.to_uppercase());
    assert_ne!(bob.room().seats[3].name, name);
    assert_eq!(bob.send(change(3, BotLevel::Easy)).await, Err(Refused::NotOwner));
    bob.send(Command::Leave).await.unwrap();
    // Bots on free seats play as the room says.
    ada.send(Command::Start).await.unwrap();
    assert_eq!(
        seats(&ada),
        [
            (Held::Person, None),
            hard,
            (Held::Bot, Some(BotLevel::Easy)),
            hard
        ]
    );
    let refused = ada.send(change(3, BotLevel::Easy)).await;
    assert_eq!(refused, Err(Refused::not_now("not while the game is played")));
}

#[tokio::test(start_paused = true)]
async fn who_plays_against_bots_alone_takes_back_as_often_as_they_like() {
    let house = House::new(thinking());
    let rooms = house.open_on(Arc::new(MemoryLog::new())).await;
    for undo in [UndoRule::NothingLearned, UndoRule::Always] {
        let new = NewRoom {
            undo,
            ..NewRoom::of("goofspiel", 2)
        };
        let mut ada = alone(&rooms, new).await;
        // Before the bot has come to anything, and after it has chosen.
        for (choices, wait) in [(1, 0), (1, 300), (2, 1_000), (1, 600)] {
            let (views, seq) = (ada.views, ada.seq);
            assert!(ada.act().await);
            tokio::time::sleep(Duration::from_millis(wait)).await;
            ada.pump();
            assert_eq!(ada.seq, seq + choices, "{wait} ms");
            ada.send(Command::ProposeUndo).await.unwrap();
            assert_eq!((ada.views, ada.seq), (views + 1, seq + 2 * choices), "{wait} ms");
            assert!(ada.decision.is_some(), "the choice is hers again");
            assert!(ada.room().undo.is_none(), "nobody is asked");
        }
        // What the bot thought of is taken back, too: it answers what she chooses now.
        assert!(ada.act().await);
        let seq = ada.seq;
        ada.until("the bot has chosen", |ada| ada.seq == seq + 1).await;
    }
    let new = NewRoom {
        undo: UndoRule::Never,
        ..NewRoom::of("goofspiel", 2)
    };
    let mut ada = alone(&rooms, new).await;
    assert!(ada.act().await);
    let refused = ada.send(Command::ProposeUndo).await;
    assert_eq!(
        refused,
        Err(Refused::not_now("in this room nothing is taken back"))
    );
}

async fn hint(player: &mut Player) -> Result<Opinion, Refused> {
    match player.send(Command::Hint).await? {
        Answer::Hint(opinion) => Ok(opinion),
        other => panic!("{other:?} is no hint"),
    }
}

#[tokio::test(start_paused = true)]
async fn hints_are_choices_that_can_be_made() {
    let house = House::new(thinking());
    let rooms = house.open_on(Arc::new(MemoryLog::new())).await;
    for ruleset in ["goofspiel", "crazy-eights", "skullable"] {
        let seats = *house.library.edition(ruleset).unwrap().ruleset.seats().start();
        let mut ada = alone(&rooms, NewRoom::of(ruleset, seats as u8)).await;
        for _ in 0..6 {
            ada.until("she is asked", |ada| ada.decision.is_some()).await;
            let opinion = hint(&mut ada).await.unwrap();
            assert_eq!(opinion.seen, ada.view().seq);
            assert!((1..=3).contains(&opinion.ranked.len()));
            for rated in &opinion.ranked {
                assert!(rated.value.is_none_or(|value| (0.0..=1.0).contains(&value)));
            }
            assert_eq!(
                hint(&mut ada).await,
                Err(Refused::Limit {
                    reason: "at most one hint a second".to_owned()
                })
            );
            let command = Command::Choose {
                choice: opinion.ranked[0].choice.clone(),
                seen: Some(opinion.seen),
            };
            ada.send(command).await.unwrap();
            tokio::time::sleep(Duration::from_secs(1)).await;
            ada.pump();
        }
    }
}

#[tokio::test(start_paused = true)]
async fn rooms_say_who_gets_hints() {
    let house = House::new(thinking());
    let rooms = house.open_on(Arc::new(MemoryLog::new())).await;
    for (hints, persons, given) in [
        (HintRule::Alone, 1, true),
        (HintRule::Alone, 2, false),
        (HintRule::Always, 2, true),
        (HintRule::Never, 1, false),
    ] {
        let new = NewRoom {
            hints,
            ..NewRoom::of("goofspiel", 2)
        };
        let others: &[&str] = if persons == 2 { &["Bob"] } else { &[] };
        let mut players = crate::returning::table_with(&rooms, new, others).await;
        assert_eq!(players[0].room().settings.hints, hints);
        let told = hint(&mut players[0]).await;
        assert_eq!(told.is_ok(), given, "{hints:?} {persons}: {told:?}");
        if given {
            assert!(players[0].act().await);
            tokio::time::sleep(Duration::from_secs(1)).await;
            if persons == 2 {
                let nothing = hint(&mut players[0]).await;
                assert!(matches!(nothing, Err(Refused::Rules(_))), "{nothing:?}");
            }
        }
    }
    let mute = House::new(quick());
    let rooms = mute.open_on(Arc::new(MemoryLog::new())).await;
    let mut ada = alone(&rooms, NewRoom::of("goofspiel", 2)).await;
    assert_eq!(
        hint(&mut ada).await,
        Err(Refused::not_now("bots do not think at this host"))
    );
}

#[tokio::test(start_paused = true)]
async fn who_has_played_looks_back_when_the_game_is_over() {
    let house = House::new(thinking());
    let rooms = house.open_on(Arc::new(MemoryLog::new())).await;
    let mut players = vec![alone(&rooms, NewRoom::of("goofspiel", 2)).await];
    play(&mut players, 5).await;
    let early = players[0].send(Command::Review).await;
    let not_yet = Refused::not_now("a game is looked back at when it is over");
    assert_eq!(early, Err(not_yet));
    let room = players[0].seated.clone().unwrap().room;
    let mut eve = Player::watch(&rooms, room, "Eve").await.unwrap();
    play(&mut players, 1_000).await;
    let ada = &mut players[0];
    assert!(ada.is_over());
    assert_eq!(eve.send(Command::Review).await, Err(Refused::NoSeat));
    let Ok(Answer::Review {
        choices,
        costliest,
        partial,
    }) = ada.send(Command::Review).await
    else {
        panic!("a look back");
    };
    assert!(!partial, "it came to the end");
    let file = rooms.game_file(room).await.unwrap();
    let seat = ada.seated.as_ref().unwrap().seat;
    // Every choice of hers but the last, which was the only one.
    let made = file
        .log
        .entries
        .iter()
        .enumerate()
        .filter_map(|(at, entry)| match entry {
            Entry::Choice { seat: by, choice } if *by == seat => Some((at as u32, choice.clone())),
            Entry::Choice { .. } | Entry::Timeout { .. } => None,
        });
    let made: Vec<_> = made.collect();
    let reviewed: Vec<_> = choices.iter().map(|one| (one.at, one.made.clone())).collect();
    assert_eq!(reviewed, made[..made.len() - 1]);
    for one in &choices {
        assert!((1..=3).contains(&one.ranked.len()));
        assert!(one.cost.is_none_or(|cost| (0.0..=1.0).contains(&cost)));
    }
    assert!(costliest.len() <= 3);
    for at in costliest {
        let one = choices.iter().find(|one| one.at == at).expect("one of them");
        assert!(!one.alike && one.cost > Some(0.0), "{one:?}");
    }
    let again = Refused::Limit {
        reason: "at most one such question a second".to_owned(),
    };
    assert_eq!(ada.send(Command::Review).await, Err(again));
}
