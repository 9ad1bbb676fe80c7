//! What goes over the wire tells nobody what is hidden from him: were the hidden cards others, every
//! byte that he gets would be the same.

use crate::support::{TestHost, ask};
use cardable_core::log::Entry;
use cardable_core::{Game, Match, Seat, Seed, Setup, Viewer};
use cardable_net::client::{Client, Guess, guess};
use cardable_net::library::Library;
use cardable_net::protocol::{Clocks, Message, TableView};
use cardable_net::store::RoomLog as _;
use cardable_net::wire::{Encoded, Format};

/// So many tables of every ruleset are compared with others that look the same.
const LEAST: usize = 30;

/// A table view as it came, and what it was read as.
struct Got {
    viewer: Viewer,
    text: String,
    view: Box<TableView>,
}

#[tokio::test(flavor = "multi_thread")]
async fn bytes_are_the_same_whatever_is_hidden() {
    let host = TestHost::start().await;
    let library = Library::shipped();
    for edition in library.editions() {
        let mut compared = 0;
        let got = watch_a_game(&host, &edition.name).await;
        let room = got.0;
        let records = host.log.read(room, 0).await.expect("the room's log");
        let mut records = records
            .iter()
            .map(|bytes| serde_json::from_slice::<serde_json::Value>(bytes).expect("JSON"));
        let begin = records.next().expect("a game began");
        let setup: Setup = serde_json::from_value(begin["begin"]["setup"].clone()).expect("a setup");
        let seed: Seed = serde_json::from_value(begin["begin"]["seed"].clone()).expect("a seed");
        let mut table = Match::new(&edition.ruleset, &setup, seed).expect("a game");
        let mut games: Vec<Game> = vec![table.game().clone()];
        for record in records {
            let entry: Entry = entry(&record);
            match &entry {
                Entry::Choice { seat, choice } => table.submit(*seat, choice).expect("it was applied once"),
                Entry::Timeout { seat } => table.timeout(*seat).expect("it was applied once"),
            }
            games.push(table.game().clone());
        }
        assert!(!got.1.is_empty(), "{}: nothing was seen", edition.name);
        for seen in &got.1 {
            let game = &games[seen.view.view.seq as usize];
            let real = written(game, seen);
            assert_eq!(
                seen.text, real,
                "{}: the wire tells what the view is",
                edition.name
            );
            for seed in 1..=3 {
                let other = game.imagine(seen.viewer, Seed::from(seed));
                assert_eq!(
                    written(&other, seen),
                    seen.text,
                    "{}: {:?} could tell one table from another",
                    edition.name,
                    seen.viewer
                );
                compared += usize::from(other.view(Viewer::Omniscient) != game.view(Viewer::Omniscient));
            }
        }
        println!("{}: {compared} tables were compared", edition.name);
        assert!(
            compared >= LEAST,
            "{}: {compared} tables were compared",
            edition.name
        );
    }
    host.stopped().await;
}

fn entry(record: &serde_json::Value) -> Entry {
    let (kind, what) = record
        .as_object()
        .and_then(|o| o.iter().next())
        .expect("a record");
    let mut what = what.clone();
    let fields = what.as_object_mut().expect("an object");
    fields.retain(|key, _| matches!(key.as_str(), "seat" | "choice"));
    serde_json::from_value(serde_json::json!({ kind: what })).expect("an entry")
}

/// What the host would have written, had this been the game.
fn written(game: &Game, got: &Got) -> String {
    let decision = match got.viewer {
        Viewer::Seat(seat) => game
            .decision(seat)
            .map(|decision| Box::new(decision.to_decision().without_names())),
        Viewer::Spectator | Viewer::Omniscient => None,
    };
    let table = TableView {
        game: got.view.game,
        seq: got.view.seq,
        view: game.view(got.viewer),
        // What is dealt is told by events, which the laws of the engine look at.
        beginning: got.view.beginning.clone(),
        decision,
        clocks: Clocks::default(),
        rewound: false,
        edited: false,
    };
    match Format::Json.encode(&Message::View(Box::new(table))) {
        Encoded::Text(text) => text.to_string(),
        Encoded::Binary(_) => unreachable!("JSON is a text"),
    }
}

/// Two persons play a little, bots where more are needed, and somebody watches; now and then each looks
/// at the whole table.
async fn watch_a_game(host: &TestHost, ruleset: &str) -> (cardable_net::store::RoomId, Vec<Got>) {
    let mut rng = crate::seeded::generator(7);
    let mut one = host.greeted().await;
    let least = {
        let ada = host.client("Ada").await;
        let info = ada.welcome().rulesets.iter().find(|r| r.name == ruleset).cloned();
        info.expect("it is served").min_seats
    };
    let seats = least.max(1);
    let bots = seats.saturating_sub(2);
    let create =
        serde_json::json!({ "create": { "ruleset": ruleset, "settings": { "seats": seats }, "bots": bots } });
    let done = ask(&mut one, create).await.1;
    let room = done["seated"]["room"].as_str().expect("a room").to_owned();
    let mut lines = vec![(Viewer::Seat(Seat(0)), one)];
    if seats >= 2 {
        let mut two = host.greeted().await;
        ask(&mut two, serde_json::json!({ "join": { "room": room } })).await;
        ask(&mut two, serde_json::json!({ "ready": { "ready": true } })).await;
        lines.push((Viewer::Seat(Seat(1)), two));
    }
    ask(&mut lines[0].1, serde_json::json!({ "ready": { "ready": true } })).await;
    ask(&mut lines[0].1, serde_json::json!({ "start": {} })).await;
    let mut eve = host.greeted().await;
    ask(&mut eve, serde_json::json!({ "spectate": { "room": room } })).await;
    lines.push((Viewer::Spectator, eve));

    let mut seen = Vec::new();
    for _ in 0..10 {
        for (viewer, line) in &mut lines {
            let (told, _) = ask(line, serde_json::json!({ "resync": {} })).await;
            let mut decision = None;
            for text in told {
                match serde_json::from_str(&text).expect("a message") {
                    Message::View(view) => {
                        decision.clone_from(&view.decision);
                        seen.push(Got {
                            viewer: *viewer,
                            text,
                            view,
                        });
                    }
                    Message::Events(happened) => decision = happened.decision,
                    _ => {}
                }
            }
            let Some(decision) = decision else { continue };
            let seq = seen.last().map_or(0, |got: &Got| got.view.view.seq);
            if let Some(Guess::Whole(choice)) = guess(&decision, &mut rng) {
                let choice = serde_json::to_value(&choice).expect("JSON");
                ask(
                    line,
                    serde_json::json!({ "choose": { "seen": seq, "choice": choice } }),
                )
                .await;
            }
        }
    }
    (room.parse().expect("a room"), seen)
}

/// The client library is no way around it either.
#[tokio::test(flavor = "multi_thread")]
async fn the_client_has_nothing_that_was_not_sent() {
    let host = TestHost::start().await;
    let (ada, _ben): (Client, Client) = crate::support::two_at_a_table(&host, "crazy-eights").await;
    let shown = format!("{:?}", ada.seated());
    assert!(!shown.contains(&ada.seated().and_then(|s| s.token.clone()).expect("a token").0));
    host.stopped().await;
}
