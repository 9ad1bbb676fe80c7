//! What fails or takes long in one room is not noticed in another.

use crate::returning::table;
use crate::support::{GUARD, House, Player, on_turn, quick};
use crate::trouble::press;
use cardable_core::Choice;
use cardable_core::content::MemoryFiles;
use cardable_core::decision::Offered;
use cardable_core::interact::Interaction;
use cardable_core::testing::{Hands, RustScripts, TINY};
use cardable_core::value::Value;
use cardable_engine::script::Crossed;
use cardable_net::library::Library;
use cardable_net::lobby::RoomLimits;
use cardable_net::protocol::Phase;
use cardable_net::room::{Answer, Command, NewRoom, Refused, Resume};
use std::sync::Mutex;
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

/// What a function waits at, for as long as a test likes.
struct Gate {
    closed: AtomicBool,
    /// Whether a function stands before it.
    met: AtomicBool,
}

impl Gate {
    const fn new(closed: bool) -> Gate {
        Gate {
            closed: AtomicBool::new(closed),
            met: AtomicBool::new(false),
        }
    }

    fn close(&self) {
        self.met.store(false, Ordering::Release);
        self.closed.store(true, Ordering::Release);
    }

    fn open(&self) {
        self.closed.store(false, Ordering::Release);
    }

    /// A function goes through, as soon as it is open.
    fn pass(&self) {
        if !self.closed.load(Ordering::Acquire) {
            return;
        }
        self.met.store(true, Ordering::Release);
        let began = Instant::now();
        while self.closed.load(Ordering::Acquire) {
            // On a thread of the rooms' own it would hold up who is to open it.
            assert!(began.elapsed() < GUARD, "nobody lets it go");
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    /// Waits until a function stands before it.
    async fn is_met(&self) {
        let began = Instant::now();
        while !self.met.load(Ordering::Acquire) {
            assert!(began.elapsed() < GUARD, "it never runs");
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
    }
}

static LONG: Gate = Gate::new(true);
static LEGAL: Gate = Gate::new(false);

/// A function that ends when it is told to.
fn take_long(hands: &mut Hands<'_>, _: &[Value]) -> Crossed<Value> {
    in_earnest(hands)?;
    LONG.pass();
    Ok(Value::Nothing)
}

/// Whether something may be picked or done, which it takes as long to know as a test likes.
fn may_lay(_: &mut Hands<'_>, _: &[Value]) -> Crossed<Value> {
    LEGAL.pass();
    Ok(Value::Bool(true))
}

/// On which threads something was asked that may take long.
static THREADS: Mutex<Vec<String>> = Mutex::new(Vec::new());

fn may_be_where(_: &mut Hands<'_>, _: &[Value]) -> Crossed<Value> {
    let name = std::thread::current().name().unwrap_or_default().to_owned();
    THREADS.lock().unwrap().push(name);
    Ok(Value::Bool(true))
}

static SCRIPTS: RustScripts = RustScripts {
    functions: &[
        ("break_down", break_down),
        ("take_long", take_long),
        ("may_lay", may_lay),
        ("may_be_where", may_be_where),
    ],
};

/// A game in which a function says what may be laid down, by picks and by taps.
const LAYING: &str = r#"{
    cardset: { set_name: "s", cards: [{ card_name: "A", card_id: 0 }] },
    deck: { deck_name: "d", cardset: "s", content: [{ card: 0, copies: 12 }] },
    ruleset: {
        ruleset_name: "Laying", min_players: 2, max_players: 2, script: ["may_lay"],
        game_area: {
            shared_zones: [{ name: "deck", zone_visibility: "none" }, { name: "heap", zone_visibility: "all" }],
            player_zones: [{ name: "hand", zone_visibility: "owner" }],
        },
        game_state: [
            { state_name: "deal", state_type: "auto", actions: {
                action_name: "deal", type: "auto", primitives: ["deal(deck, hand, 4)", "state_transition(play)"] } },
            { state_name: "play", state_type: "round_robin", actions: [
                { action_name: "lay", type: "hand_pick", pick: { from: "$player.hand", count: [1, 3] },
                  legal: { function: "may_lay" }, primitives: "move_cards($action.hand_pick, heap)" },
                { action_name: "tap", interaction: { tap: { type: "card", parent: "hand", owner: "player" } },
                  condition: { function: "may_lay" }, command: "move_card($action.tapped, heap)" },
                { action_name: "wait", type: "button" },
                { action_name: "end", type: "auto", condition: "is_empty($player.hand)", primitives: "end_game(all)" },
            ] },
        ],
    },
}"#;

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
    files.add("laying/ruleset.json", LAYING).expect("a path");
    let library = Library::of_files_with_scripts(files, Vec::new(), &SCRIPTS);
    for name in ["stones", "laying"] {
        let edition = library.edition(name);
        assert!(
            edition.is_some_and(|edition| edition.scripted),
            "{name}: {:?}",
            library.problems()
        );
    }
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
    LONG.is_met().await;
    for seq in 1..=3 {
        let done = press(&mut other, "Take a stone").await;
        assert_eq!(done, Ok(Answer::Chosen { seq }));
    }
    let mut third = table(&rooms, NewRoom::of("stones", 2)).await;
    press(&mut third, "Take a stone").await.unwrap();
    assert!(!waiting.is_finished(), "it still runs");
    LONG.open();
    let (mut slow, done) = waiting.await.unwrap();
    assert_eq!(done, Ok(Answer::Chosen { seq: 1 }));
    press(&mut slow, "Take a stone").await.unwrap();
    assert_eq!(slow[0].seq, 2);
}

/// What a seat asks of a game while it makes up its mind is worked out apart too: what it may pick
/// next, and what a touch means. Others play meanwhile, all on a single thread.
#[tokio::test]
async fn a_slow_question_is_waited_for_in_its_room_only() {
    let house = House::with(quick(), library());
    let rooms = house.open().await;
    let mut slow = table(&rooms, NewRoom::of("laying", 2)).await;
    let mut other = table(&rooms, NewRoom::of("stones", 2)).await;
    let at = on_turn(&mut slow).await;
    let asked = slow[at].decision.clone().expect("a decision");
    let lay = asked.offers.iter().find_map(|offer| match offer {
        Offered::Action { action, label, .. } if label == "lay" => Some(*action),
        _ => None,
    });
    let mut partial = Choice::act(lay.expect("cards may be laid"));
    let begun = slow[at].send(Command::Extend(partial.clone())).await;
    let Ok(Answer::Extensions(Some(first))) = begun else {
        panic!("{begun:?}");
    };
    let card = *first.next.first().expect("a card may be picked");
    if let Choice::Act { picks, .. } = &mut partial {
        picks.push(card);
    }
    let questions = [
        Command::Extend(partial),
        Command::Interact {
            interaction: Interaction::tap(card),
            seen: None,
        },
    ];
    let mut made = 0;
    for question in questions {
        LEGAL.close();
        let waiting = tokio::spawn(async move {
            let answer = slow[at].send(question).await;
            (slow, answer)
        });
        LEGAL.is_met().await;
        for _ in 0..2 {
            made += 1;
            let done = press(&mut other, "Take a stone").await;
            assert_eq!(done, Ok(Answer::Chosen { seq: made }));
        }
        table(&rooms, NewRoom::of("stones", 2)).await;
        assert!(!waiting.is_finished(), "it is still worked out");
        LEGAL.open();
        let answer;
        (slow, answer) = waiting.await.unwrap();
        match answer {
            Ok(Answer::Extensions(Some(next))) => assert_eq!((next.complete, next.next.len()), (true, 3)),
            Ok(Answer::Chosen { seq }) => assert_eq!(seq, 1),
            other => panic!("{other:?}"),
        }
    }
    assert_eq!(slow[at].seq, 1, "the touch was a choice");
}

/// Whatever a slow game is asked, by choices, by bots, for what it tells or when it comes back: nothing of it
/// runs on a thread of the network.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn slow_rooms_have_threads_of_their_own() {
    let mut files = MemoryFiles::new();
    let text = LAYING.replace("may_lay", "may_be_where");
    files.add("laying/ruleset.json", text).unwrap();
    let library = Library::of_files_with_scripts(files, Vec::new(), &SCRIPTS);
    let house = House::with(quick(), library);
    let rooms = house.open().await;
    let new = NewRoom {
        bots: 1,
        ..NewRoom::of("laying", 2)
    };
    let ada = rooms.create(new, "Ada").await.unwrap();
    let mut players = vec![Player::sit(&rooms, &ada).await];
    THREADS.lock().unwrap().clear();
    players[0].send(Command::Start).await.unwrap();
    crate::support::play(&mut players, 2).await;
    rooms.put_to_sleep(ada.room).await.unwrap();
    let again = Player::sit(&rooms, &ada).await;
    assert!(again.seq > 0);
    let threads = std::mem::take(&mut *THREADS.lock().unwrap());
    assert!(threads.len() > 10, "{threads:?}");
    assert!(
        threads.iter().all(|name| name == "cardable-slow-rooms"),
        "{threads:?}"
    );
}
