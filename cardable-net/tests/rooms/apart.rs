//! What fails or takes long in one room is not noticed in another.

use crate::returning::table;
use crate::support::{GUARD, House, Player, quick};
use crate::trouble::press;
use cardable_core::content::MemoryFiles;
use cardable_core::script::Crossed;
use cardable_core::testing::{Hands, RustScripts, TINY};
use cardable_core::value::Value;
use cardable_net::library::Library;
use cardable_net::lobby::RoomLimits;
use cardable_net::protocol::Phase;
use cardable_net::room::{Answer, Command, NewRoom, Refused, Resume};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Whoever only tries whether a function begins with a question gets no further.
fn in_earnest(hands: &mut Hands<'_>) -> Crossed<()> {
    hands.call("wait", &[Value::Int(0)]).map(drop)
}

/// A function with a mistake of the engine's own kind.
fn break_down(hands: &mut Hands<'_>, _: &[Value]) -> Crossed<Value> {
    in_earnest(hands)?;
    panic!("the engine is beside itself")
}

/// Whether the slow function runs, and whether it may end.
static RUNS: AtomicBool = AtomicBool::new(false);
static MAY_END: AtomicBool = AtomicBool::new(false);

/// A function that ends when it is told to.
fn take_long(hands: &mut Hands<'_>, _: &[Value]) -> Crossed<Value> {
    in_earnest(hands)?;
    RUNS.store(true, Ordering::Release);
    let began = Instant::now();
    while !MAY_END.load(Ordering::Acquire) {
        // On a thread of the rooms' own it would hold up who is to tell it.
        assert!(began.elapsed() < GUARD, "nobody lets it go");
        std::thread::sleep(Duration::from_millis(1));
    }
    Ok(Value::Nothing)
}

static SCRIPTS: RustScripts = RustScripts {
    functions: &[("break_down", break_down), ("take_long", take_long)],
};

/// The game of stones with a button that breaks down, and one that takes long. The script stands in
/// the ruleset's own file.
fn library() -> Library {
    let script = r#""ruleset_name": "Stones",
        "script": ["break_down", "take_long"],"#;
    let buttons = r#"{ "action_name": "Break down", "type": "button", "function": "break_down" },
        { "action_name": "Take long", "type": "button", "function": "take_long" },
        {
                        "action_name": "Take a stone","#;
    let text = TINY.replace("\"ruleset_name\": \"Stones\",", script).replace(
        r#"{
                        "action_name": "Take a stone","#,
        buttons,
    );
    let mut files = MemoryFiles::new();
    files.add("stones/ruleset.json", text).expect("a path");
    let library = Library::of_files_with_scripts(files, Vec::new(), &SCRIPTS);
    let edition = library.edition("stones");
    assert!(
        edition.is_some_and(|edition| edition.scripted),
        "{:?}",
        library.problems()
    );
    library
}

/// A choice at which the engine panics is not made, and its game goes on from the log; in the room
/// beside it nobody hears of it.
#[tokio::test]
async fn a_panic_is_one_rooms_and_its_game_comes_back_from_the_log() {
    for snapshot in [0, 2] {
        let limits = RoomLimits { snapshot, ..quick() };
        let house = House::with(limits, library());
        let rooms = house.open().await;
        let mut other = table(&rooms, NewRoom::of("stones", 2)).await;
        let mut players = table(&rooms, NewRoom::of("stones", 2)).await;
        for _ in 0..3 {
            press(&mut players, "Take a stone").await.unwrap();
        }
        press(&mut other, "Take a stone").await.unwrap();
        let heard: Vec<usize> = other.iter().map(|p| p.texts.len()).collect();
        let before: Vec<_> = players.iter().map(|p| p.view().clone()).collect();

        let refused = press(&mut players, "Break down").await.unwrap_err();
        let Refused::Fault(report) = &refused else {
            panic!("{refused}");
        };
        assert!(
            !report.message.contains("beside itself"),
            "what went wrong is the operator's to read: {report}"
        );
        for player in &mut players {
            player
                .until("it is told", |p| p.room().phase == Phase::Suspended)
                .await;
        }
        other.iter_mut().for_each(Player::pump);
        assert_eq!(other.iter().map(|p| p.texts.len()).collect::<Vec<_>>(), heard);
        press(&mut other, "Take a stone").await.unwrap();
        assert_eq!(other[0].seq, 2);
        let told = rooms.diagnoses(10).await.unwrap();
        assert!(
            told.len() == 1 && told[0].kind == "panic" && told[0].detail.contains("beside itself"),
            "{told:?}"
        );

        players[0].send(Command::Resume(Resume::GoOn)).await.unwrap();
        for (player, before) in players.iter_mut().zip(&before) {
            let seated = player.seated.clone().unwrap();
            *player = Player::sit(&rooms, &seated).await;
            assert_eq!(player.room().phase, Phase::Playing);
            assert_eq!((player.seq, player.view()), (3, before), "it is as it was");
        }
        assert_eq!(
            press(&mut players, "Take a stone").await,
            Ok(Answer::Chosen { seq: 4 })
        );
        // Another host reads the same.
        let view = players[0].view().clone();
        let rooms = house.open().await;
        let again = Player::sit(&rooms, players[0].seated.as_ref().unwrap()).await;
        assert_eq!((again.seq, again.view()), (4, &view));
    }
}

/// While a function runs that takes as long as it likes, others make rooms and play: all on a
/// single thread.
#[tokio::test]
async fn a_slow_function_is_waited_for_in_its_room_only() {
    let house = House::with(quick(), library());
    let rooms = house.open().await;
    let mut slow = table(&rooms, NewRoom::of("stones", 2)).await;
    let mut other = table(&rooms, NewRoom::of("stones", 2)).await;
    let waiting = tokio::spawn(async move {
        let done = press(&mut slow, "Take long").await;
        (slow, done)
    });
    let began = Instant::now();
    while !RUNS.load(Ordering::Acquire) {
        assert!(began.elapsed() < GUARD, "it never runs");
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    for seq in 1..=3 {
        let done = press(&mut other, "Take a stone").await;
        assert_eq!(done, Ok(Answer::Chosen { seq }));
    }
    let mut third = table(&rooms, NewRoom::of("stones", 2)).await;
    press(&mut third, "Take a stone").await.unwrap();
    assert!(!waiting.is_finished(), "it still runs");
    MAY_END.store(true, Ordering::Release);
    let (mut slow, done) = waiting.await.unwrap();
    assert_eq!(done, Ok(Answer::Chosen { seq: 1 }));
    press(&mut slow, "Take a stone").await.unwrap();
    assert_eq!(slow[0].seq, 2);
}
