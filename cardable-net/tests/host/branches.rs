//! What is told of a choice over the wire, were the hidden cards others: the same bytes, but where a card
//! was seen and shuffled at once, and where the rules are known to reveal something just then.
//!
//! A room comes back from its snapshot. So a store is made in which every room is there twice: as it
//! was, and with everything drawn anew that one viewer knows neither before the choice nor after it. In
//! both the same choice is made, and what that viewer is told of it is compared.

use crate::support::{Raw, TestHost, ask};
use cardable_core::log::Entry;
use cardable_core::view::CardSeen;
use cardable_core::{Choice, Game, Match, Pick, Ruleset, Seat, Seed, Setup, View, ViewEvent, Viewer};
use cardable_net::client::{Guess, guess};
use cardable_net::library::Library;
use cardable_net::protocol::{Decision, Message};
use cardable_net::store::{Append, MemoryLog, RoomId, RoomLog as _, Snapshot};
use rand::rngs::StdRng;
use rand::seq::{IndexedRandom as _, SliceRandom as _};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::Arc;

/// So many choices are made in each game, and so many of them compared.
const CHOICES: usize = 24;
const COMPARED: usize = 8;

/// Of every ruleset so many must be told in the same bytes.
const LEAST: usize = 6;

/// A game that was played over the wire, and all that is needed to have it there again.
struct Played {
    ruleset: Ruleset,
    tokens: Vec<String>,
    about: Value,
    records: Vec<Vec<u8>>,
    /// What stands before the game in a snapshot.
    head: Value,
}

/// The same choice at two tables that look the same to a viewer.
struct Case {
    viewer: Viewer,
    seat: Seat,
    choice: Choice,
    seen: u64,
    rooms: [RoomId; 2],
    /// The table before it, as the viewer sees it.
    view: View,
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_told_of_a_choice_does_not_depend_on_what_is_hidden() {
    let log = Arc::new(MemoryLog::new());
    let host = TestHost::on(log.clone(), |config| config.rooms.snapshot = 1).await;
    let mut games = Vec::new();
    for edition in Library::shipped().editions() {
        games.push((
            edition.ruleset.clone(),
            play(&host, &edition.name, *edition.ruleset.seats().start()).await,
        ));
    }
    host.stopped().await;
    let (_, claimed) = log.claim().await.expect("the rooms");

    let twice = Arc::new(MemoryLog::new());
    let (epoch, _) = twice.claim().await.expect("an empty store");
    let mut next = 1;
    let mut all = Vec::new();
    for (ruleset, (room, tokens)) in games {
        let about = claimed
            .iter()
            .find(|claimed| claimed.room == room)
            .expect("it was kept");
        let records = log.read(room, 0).await.expect("its log");
        let snapshot = log
            .snapshot(room, u64::MAX)
            .await
            .expect("the store works")
            .unwrap_or_else(|| panic!("{}: none of its choices was made", ruleset.name()));
        let head = snapshot
            .bytes
            .split(|byte| *byte == b'\n')
            .next()
            .expect("a line");
        let played = Played {
            ruleset,
            tokens,
            about: serde_json::from_slice(&about.about).expect("JSON"),
            records,
            head: serde_json::from_slice(head).expect("JSON"),
        };
        let cases = cases(&played, &twice, epoch, &mut next).await;
        assert!(!cases.is_empty(), "{}: nothing to compare", played.ruleset.name());
        all.push((played, cases));
    }

    let host = TestHost::on(twice, |_| {}).await;
    for (played, cases) in &all {
        let (mut same, mut shuffled, mut revealed) = (0, 0, 0);
        for case in cases {
            let mut told = Vec::new();
            for room in case.rooms {
                told.push(told_of(&host, played, case, room).await);
            }
            match told.as_slice() {
                [one, two] if one == two => same += 1,
                [one, two] => match excuse(&played.ruleset, case, one, two) {
                    Excuse::Shuffled => shuffled += 1,
                    Excuse::Revealed => revealed += 1,
                },
                _ => unreachable!("two rooms"),
            }
        }
        let name = played.ruleset.name();
        let counts = format!(
            "{name}: {same} choices were told in the same bytes; in {shuffled} what was seen was shuffled, in {revealed} \
             something was revealed"
        );
        println!("{counts}");
        // What may be told otherwise is the exception. Where decks are small, many choices shuffle, and where cards draw
        // others, many reveal.
        assert!(revealed <= 2 * same && shuffled <= 2 * same, "{counts}");
        assert!(same >= LEAST, "{counts}");
    }
    host.stopped().await;
}

/// Persons on all seats play at random.
async fn play(host: &TestHost, ruleset: &str, seats: usize) -> (RoomId, Vec<String>) {
    let mut rng = crate::seeded::generator(11);
    let mut lines: Vec<Raw> = Vec::new();
    let mut tokens = Vec::new();
    let mut room = String::new();
    for at in 0..seats {
        let mut line = host.greeted().await;
        let call = if at == 0 {
            json!({ "create": { "ruleset": ruleset, "settings": { "seats": seats } } })
        } else {
            json!({ "join": { "room": room } })
        };
        let done = ask(&mut line, call).await.1;
        let seated = &done["seated"];
        room = seated["room"].as_str().expect("a room").to_owned();
        tokens.push(seated["token"].as_str().expect("a token").to_owned());
        lines.push(line);
    }
    for line in lines.iter_mut().rev() {
        ask(line, json!({ "ready": { "ready": true } })).await;
    }
    ask(&mut lines[0], json!({ "start": {} })).await;
    let mut made = 0;
    let mut tries = 0;
    while made < CHOICES && tries < 40 * CHOICES {
        for line in &mut lines {
            tries += 1;
            let (told, _) = ask(line, json!({ "resync": {} })).await;
            let Some((asked, seen)) = decision(&told) else {
                continue;
            };
            let choice = match guess(&asked, &mut rng) {
                Some(Guess::Whole(choice)) => choice,
                Some(Guess::Begun(partial)) => match extended(line, partial, &mut rng).await {
                    Some(choice) => choice,
                    None => continue,
                },
                None => continue,
            };
            let done = ask(line, json!({ "choose": { "seen": seen, "choice": choice } }))
                .await
                .1;
            made += usize::from(done.is_object());
        }
    }
    (room.parse().expect("a room"), tokens)
}

/// A choice that is picked step by step, as far as is needed; nothing when that leads nowhere.
async fn extended(line: &mut Raw, mut partial: Choice, rng: &mut StdRng) -> Option<Choice> {
    for _ in 0..20 {
        let done = ask(line, json!({ "extend": { "partial": partial } })).await.1;
        let extensions = &done["extensions"]["extensions"];
        if extensions["complete"] == true {
            return Some(partial);
        }
        let next = extensions["next"].as_array()?.choose(rng)?;
        match (
            &mut partial,
            serde_json::from_value(next.clone()).expect("a pick"),
        ) {
            (Choice::Act { picks, .. }, next) => picks.push(next),
            (Choice::Items(places), Pick::Option(place)) => places.push(place),
            _ => return None,
        }
    }
    None
}

/// What a seat has to decide, and on which table.
fn decision(told: &[String]) -> Option<(Box<Decision>, u64)> {
    let view = told
        .iter()
        .rev()
        .find_map(|text| match serde_json::from_str(text) {
            Ok(Message::View(view)) => Some(view),
            _ => None,
        })?;
    let seen = view.view.seq;
    Some((view.decision?, seen))
}

/// Chooses what is compared, and puts both tables of each into the store.
async fn cases(played: &Played, store: &MemoryLog, epoch: u64, next: &mut u64) -> Vec<Case> {
    let mut records = played
        .records
        .iter()
        .map(|record| serde_json::from_slice::<Value>(record).expect("JSON"));
    let begin = records.next().expect("a game began");
    let setup: Setup = serde_json::from_value(begin["begin"]["setup"].clone()).expect("a setup");
    let seed: Seed = serde_json::from_value(begin["begin"]["seed"].clone()).expect("a seed");
    let mut table = Match::new(&played.ruleset, &setup, seed).expect("a game");
    let mut cases = Vec::new();
    let records: Vec<Value> = records.collect();
    let every = (records.len() / COMPARED).max(1);
    for (at, record) in records.iter().enumerate() {
        let Entry::Choice { seat, choice } = entry(record) else {
            unreachable!("nobody's time was limited")
        };
        let before = table.game().clone();
        table.submit(seat, &choice).expect("it was applied once");
        let after = table.game();
        if at % every == 0 {
            let seats = (0..played.tokens.len()).map(|at| Viewer::Seat(Seat(at as u8)));
            // Where players must not know what all others see, nobody watches uninvited.
            let watcher = (!played.ruleset.hides_from_owners()).then_some(Viewer::Spectator);
            for viewer in seats.chain(watcher) {
                // Some of what may be hidden does not allow the choice.
                let other = (0..8)
                    .filter_map(|n| otherwise(played, [&before, after], viewer, n))
                    .find(|other| other.clone().submit(seat, &choice).is_ok());
                let Some(other) = other else { continue };
                let mut rooms = [RoomId(0); 2];
                for (room, game) in rooms.iter_mut().zip([&before, &other]) {
                    *room = RoomId(*next);
                    *next += 1;
                    keep(played, store, epoch, *room, game, at as u64).await;
                }
                cases.push(Case {
                    viewer,
                    seat,
                    choice: choice.clone(),
                    seen: before.seq(),
                    rooms,
                    view: before.view(viewer),
                });
            }
        }
    }
    cases
}

/// A table at which other cards lie where a viewer knows them neither before a choice nor after it.
fn otherwise(played: &Played, [before, after]: [&Game; 2], viewer: Viewer, seed: u64) -> Option<Game> {
    let read = |game: &Game| serde_json::from_slice::<Value>(&game.save()).expect("a save is JSON");
    let (mut other, then) = (read(before), read(after));
    // The save has the cards in their order, zone after zone, then their zones, flags, and who knows them.
    let numbers = |save: &Value| -> Vec<u64> {
        let block = list(&save["world"]["block"]).iter();
        block.map(|number| number.as_u64().expect("a number")).collect()
    };
    let zones = before.view(Viewer::Omniscient).zones;
    let faces: Vec<u16> = zones.iter().flat_map(|zone| &zone.cards).map(face).collect();
    let cards = faces.len();
    let mut real = vec![0; cards];
    for (card, face) in numbers(&other).into_iter().zip(faces) {
        real[card as usize] = face;
    }
    let masks = [&other, &then].map(|save| numbers(save)[3 * cards..4 * cards].to_vec());
    let hidden = |card: &usize| masks.iter().all(|masks| !knows(masks[*card], viewer));
    let info = played.ruleset.info();
    let back = |card: &usize| info.cards[usize::from(real[*card])].back;
    let mut backs: BTreeMap<u16, Vec<usize>> = BTreeMap::new();
    for card in (0..cards).filter(hidden) {
        backs.entry(back(&card)).or_default().push(card);
    }
    let mut drawn = real.clone();
    let mut rng = crate::seeded::generator(seed);
    for alike in backs.values() {
        let mut traded: Vec<u16> = alike.iter().map(|card| real[*card]).collect();
        traded.shuffle(&mut rng);
        for (card, face) in alike.iter().zip(traded) {
            drawn[*card] = face;
        }
    }
    if drawn == real {
        return None;
    }
    other["world"]["types"] = json!(drawn);
    let save = serde_json::to_vec(&other).expect("JSON");
    // With some hands nobody could do anything.
    Some(Game::restore(&played.ruleset, &save).ok()?.with_events())
}

fn list(value: &Value) -> &[Value] {
    value.as_array().expect("a list")
}

fn face(card: &CardSeen) -> u16 {
    match card {
        CardSeen::Face(card) => card.0,
        CardSeen::Back(_) => panic!("the referee sees every face"),
    }
}

/// Whether somebody is among those who know a card, at a table of few seats.
fn knows(mask: u64, viewer: Viewer) -> bool {
    let bit = match viewer {
        Viewer::Seat(seat) => seat.0,
        Viewer::Spectator => 15,
        Viewer::Omniscient => return true,
    };
    mask >> bit & 1 == 1
}

fn entry(record: &Value) -> Entry {
    let (kind, what) = record
        .as_object()
        .and_then(|o| o.iter().next())
        .expect("a record");
    let mut what = what.clone();
    let fields = what.as_object_mut().expect("an object");
    fields.retain(|key, _| matches!(key.as_str(), "seat" | "choice"));
    serde_json::from_value(json!({ kind: what })).expect("an entry")
}

/// Puts a room into the store whose game stands as it does here.
async fn keep(played: &Played, store: &MemoryLog, epoch: u64, room: RoomId, game: &Game, seq: u64) {
    let mut about = played.about.clone();
    about["stage"] = json!({ "playing": { "first": 0 } });
    let about = serde_json::to_vec(&about).expect("JSON");
    store.create(room, epoch, about).await.expect("a room");
    let records = played.records[..=usize::try_from(seq).expect("a few")].to_vec();
    let at = records.len() as u64;
    let append = Append {
        room,
        epoch,
        at: 0,
        records,
        about: None,
    };
    store.append(append).await.expect("its log");
    let mut head = played.head.clone();
    head["seq"] = seq.into();
    // What comes is no answer to a choice that was sent before.
    head["last"] = json!([]);
    let mut bytes = serde_json::to_vec(&head).expect("JSON");
    bytes.push(b'\n');
    bytes.extend(game.save());
    store
        .keep_snapshot(room, epoch, Snapshot { at, bytes })
        .await
        .expect("its snapshot");
}

/// What the viewer of a case is told when the choice is made in a room.
async fn told_of(host: &TestHost, played: &Played, case: &Case, room: RoomId) -> String {
    let sit =
        |seat: Seat| json!({ "resume": { "room": room.to_string(), "token": played.tokens[seat.index()] } });
    let mut chooser = host.greeted().await;
    come(&mut chooser, sit(case.seat)).await;
    let choose = json!({ "choose": { "seen": case.seen, "choice": case.choice } });
    let happened = |told: Vec<String>| told.into_iter().find(|text| text.starts_with("{\"events\""));
    if case.viewer == Viewer::Seat(case.seat) {
        let (told, done) = ask(&mut chooser, choose).await;
        return happened(told)
            .unwrap_or_else(|| panic!("{}: nothing was told: {done}", played.ruleset.name()));
    }
    let mut viewer = host.greeted().await;
    let call = match case.viewer {
        Viewer::Seat(seat) => sit(seat),
        Viewer::Spectator | Viewer::Omniscient => json!({ "spectate": { "room": room.to_string() } }),
    };
    let view = come(&mut viewer, call).await;
    assert_eq!(
        view,
        case.view,
        "{}: both tables look the same",
        played.ruleset.name()
    );
    let (_, done) = ask(&mut chooser, choose).await;
    assert!(done.is_object(), "{}: {done}", played.ruleset.name());
    // The room tells everybody before it answers anybody.
    let (told, _) = ask(&mut viewer, json!({ "rooms": { "watch": false } })).await;
    happened(told).unwrap_or_else(|| panic!("{}: the viewer was told nothing", played.ruleset.name()))
}

/// Comes into a room, and waits for the table.
async fn come(line: &mut Raw, call: Value) -> View {
    let (mut told, done) = ask(line, call).await;
    assert!(done.is_object(), "{done}");
    loop {
        for text in told {
            if let Ok(Message::View(view)) = serde_json::from_str(&text) {
                return view.view;
            }
        }
        told = vec![line.text().await];
    }
}

/// Fails, unless what was told differs as it may.
fn excuse(ruleset: &Ruleset, case: &Case, one: &str, two: &str) -> Excuse {
    let read = |text: &str| match serde_json::from_str(text) {
        Ok(Message::Events(happened)) => happened.events,
        _ => panic!("events: {text}"),
    };
    let (a, b) = (read(one), read(two));
    let about = || format!("{} for {:?}:\n{one}\n{two}", ruleset.name(), case.viewer);
    let common = first_branch(&a, &b).unwrap_or(a.len());
    let (a, b) = (&a[..common], &b[..common]);
    for (a, b) in a.iter().zip(b) {
        assert_eq!(faceless(a), faceless(b), "{}", about());
    }
    // What was seen and then shuffled is not known afterwards, so it is something else here.
    if one.contains(SHUFFLED) && two.contains(SHUFFLED) && faces(a) != faces(b) {
        return Excuse::Shuffled;
    }
    let scenes = &case.view.status.scenes;
    let mut states: Vec<_> = scenes.iter().map(|scene| scene.state.index()).collect();
    states.extend(a.iter().filter_map(|event| match event {
        ViewEvent::Entered { state, .. } => Some(state.index()),
        _ => None,
    }));
    let mut places = ruleset.revealing().map(|branch| &branch.place.path);
    assert!(
        places.any(|path| may_be_met(path, &states)),
        "it is told otherwise, and nothing is revealed just then: {}",
        about()
    );
    Excuse::Revealed
}

/// Why a choice may be told in other bytes.
enum Excuse {
    /// What the viewer had seen was shuffled.
    Shuffled,
    /// The rules are known to reveal something just then.
    Revealed,
}

/// That something was shuffled, as it is told.
const SHUFFLED: &str = r#"{"shuffled":"#;

/// Whether a place of a ruleset may be met in some of its states; those outside of states in all.
fn may_be_met(path: &str, states: &[usize]) -> bool {
    let state = ["$.ruleset.game_state[", "$.phases["].iter().find_map(|before| {
        let (number, _) = path.strip_prefix(before)?.split_once(']')?;
        number.parse::<usize>().ok()
    });
    state.is_none_or(|number| states.contains(&number))
}

/// The first event in which two tables do something else.
fn first_branch(a: &[ViewEvent], b: &[ViewEvent]) -> Option<usize> {
    let differs = a.iter().zip(b).position(|(a, b)| shape(a) != shape(b));
    differs.or((a.len() != b.len()).then_some(a.len().min(b.len())))
}

/// What an event is about, without places and faces.
fn shape(event: &ViewEvent) -> String {
    match event {
        ViewEvent::Moved { from, to, .. } => format!("moved {:?} {:?}", from.zone, to.zone),
        ViewEvent::Shown { slot, .. } => format!("shown {:?}", slot.zone),
        ViewEvent::Turned { slot, up, .. } => format!("turned {:?} {up}", slot.zone),
        ViewEvent::Arranged { zone, .. } => format!("arranged {zone:?}"),
        // These follow from faces that became visible.
        ViewEvent::Status { .. } | ViewEvent::Data { .. } | ViewEvent::Said { .. } => {
            format!("{:?}", std::mem::discriminant(event))
        }
        other => format!("{other:?}"),
    }
}

const FACE: &str = "Face(CardTypeId(";

/// The faces that events show, in their order.
fn faces(events: &[ViewEvent]) -> Vec<String> {
    let text = format!("{events:?}");
    let after = text.split(FACE).skip(1);
    after
        .filter_map(|rest| rest.split(')').next().map(str::to_owned))
        .collect()
}

/// An event in which only whether a face is seen shows, not which.
fn faceless(event: &ViewEvent) -> String {
    let text = match event {
        // What follows from faces that became visible may differ.
        ViewEvent::Status { .. } | ViewEvent::Data { .. } | ViewEvent::Said { .. } => return String::new(),
        other => format!("{other:?}"),
    };
    let mut parts = text.split(FACE);
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |out, part| {
        out + "Face" + part.split_once("))").map_or("", |(_, rest)| rest)
    })
}
