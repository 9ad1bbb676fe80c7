//! A session as it goes over a real socket, kept in `docs/protocol-session.txt`. What is drawn by lot,
//! such as names of rooms and tokens, is written as `…`.

use crate::support::{Raw, TestHost};
use cardable_net::protocol::{Message, Request};
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::path::Path;

/// A game without chance: who takes the last card wins.
const RULES: &str = r#"{
    cardset: { set_name: "stones", suits: [{ suit_name: "stone", suit_id: 0 }],
        symmetrical_deck: true, cards: [
        { card_name: "1", card_id: 0, card_value: 1 }, { card_name: "2", card_id: 1, card_value: 2 },
        { card_name: "3", card_id: 2, card_value: 3 }, { card_name: "4", card_id: 3, card_value: 4 },
    ] },
    ruleset: {
        ruleset_name: "Last Stone", min_players: 2, max_players: 2,
        game_area: {
            shared_zones: [{ name: "deck", zone_visibility: "none", order: "fixed-lifo" }],
            player_zones: [{ name: "hand", zone_visibility: "none", order: "any" }],
        },
        game_state: [
            { state_name: "play", state_type: "round_robin", actions: [
                { action_name: "take", type: "button", primitives: [
                    { endpoint: "draw_cards", params: ["$player", 1, "deck", "$player.hand"] },
                    { condition: "= count(deck) == 0", endpoint: "end_game", params: "$player" },
                ] },
                { action_name: "take_two", type: "button", condition: "= count(deck) >= 2", primitives: [
                    { endpoint: "draw_cards", params: ["$player", 2, "deck", "$player.hand"] },
                    { condition: "= count(deck) == 0", endpoint: "end_game", params: "$player" },
                ] },
            ] },
        ],
    },
}"#;

#[tokio::test(flavor = "multi_thread")]
async fn a_recorded_session_is_as_it_was() {
    let folder = tempfile::tempdir().expect("a folder");
    let rules = folder.path().join("last-stone");
    std::fs::create_dir(&rules).expect("a folder");
    std::fs::write(rules.join("ruleset.json"), RULES).expect("written");
    let host = TestHost::with(|config| config.rulesets = vec![folder.path().to_path_buf()]).await;
    let mut story = String::from(
        "What two clients and a host say to each other. `>` goes to the host, `<` comes from it.\n",
    );
    let mut ada = Line::new(&host, "Ada").await;
    ada.ask(
        &mut story,
        json!({ "hello": { "protocol": 4, "client": "a test", "name": "Ada" } }),
    )
    .await;
    ada.ask(&mut story, json!({ "rooms": { "watch": false } })).await;
    let done = ada
        .ask(
            &mut story,
            json!({ "create": { "ruleset": "last-stone", "title": "An example" } }),
        )
        .await;
    let room = done["seated"]["room"].clone();
    let mut ben = Line::new(&host, "Ben").await;
    ben.ask(&mut story, json!({ "hello": { "protocol": 4, "name": "Ben" } }))
        .await;
    ben.ask(&mut story, json!({ "join": { "room": room } })).await;
    ada.listen(&mut story, "room").await;
    ben.ask(&mut story, json!({ "ready": { "ready": true } })).await;
    ada.listen(&mut story, "room").await;
    ada.ask(&mut story, json!({ "ready": { "ready": true } })).await;
    ben.listen(&mut story, "room").await;
    ada.ask(&mut story, json!({ "start": {} })).await;
    ben.listen(&mut story, "view").await;
    ada.ask(
        &mut story,
        json!({ "choose": { "seen": 0, "choice": { "act": { "action": 1 } } } }),
    )
    .await;
    ben.listen(&mut story, "events").await;
    ben.ask(&mut story, json!({ "chat": { "text": "Well played." } }))
        .await;
    ada.listen(&mut story, "chat").await;
    ada.ask(
        &mut story,
        json!({ "choose": { "seen": 1, "choice": { "act": { "action": 0 } } } }),
    )
    .await;
    ben.ask(
        &mut story,
        json!({ "choose": { "seen": 1, "choice": { "act": { "action": 1 } } } }),
    )
    .await;
    ada.listen(&mut story, "room").await;
    ada.ask(&mut story, json!({ "replay": {} })).await;
    ada.ask(&mut story, json!({ "leave": {} })).await;
    host.stopped().await;

    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/protocol-session.txt");
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(path, story).expect("written");
        return;
    }
    let kept = std::fs::read_to_string(path).unwrap_or_default();
    assert!(
        kept == story,
        "the session has changed: UPDATE_DOCS=1 cargo test -p cardable-net --test host\n{story}"
    );
}

struct Line {
    raw: Raw,
    name: &'static str,
    next: u32,
}

impl Line {
    async fn new(host: &TestHost, name: &'static str) -> Line {
        let raw = host.raw().await;
        Line { raw, name, next: 0 }
    }

    /// Asks, and notes everything up to the answer.
    async fn ask(&mut self, story: &mut String, call: Value) -> Value {
        self.next += 1;
        let request = json!({ "id": self.next, "call": call });
        let text = request.to_string();
        serde_json::from_str::<Request>(&text).expect("a request of the protocol");
        note(story, self.name, '>', &request);
        self.raw.say(&text).await;
        loop {
            let told = self.read(story).await;
            let answers = |kind: &str| told[kind]["id"] == self.next;
            if answers("answer") {
                return told["answer"]["done"].clone();
            }
            if answers("refused") {
                return Value::Null;
            }
        }
    }

    /// Notes everything up to a message of a kind.
    async fn listen(&mut self, story: &mut String, kind: &str) {
        while self.read(story).await.get(kind).is_none() {}
    }

    async fn read(&mut self, story: &mut String) -> Value {
        let text = self.raw.text().await;
        let told: Message = serde_json::from_str(&text).expect("a message of the protocol");
        let value: Value = serde_json::from_str(&text).expect("JSON");
        // What is read and written again is the same.
        assert_eq!(serde_json::to_value(&told).expect("JSON"), value);
        note(story, self.name, '<', &value);
        value
    }
}

fn note(story: &mut String, name: &str, way: char, value: &Value) {
    let mut value = value.clone();
    veil(&mut value);
    let _ = writeln!(story, "\n{name} {way} {value}");
}

/// Takes out what is drawn by lot, what says when it was, and the list of other rulesets.
fn veil(value: &mut Value) {
    match value {
        Value::Object(map) => {
            for (key, value) in map.iter_mut() {
                match (key.as_str(), &mut *value) {
                    (
                        "room" | "token" | "commitment" | "statement" | "seed" | "secret" | "salt"
                        | "version" | "invite",
                        Value::String(text),
                    ) => {
                        *text = "…".to_owned();
                    }
                    ("when", Value::Number(_)) => *value = json!(0),
                    ("rulesets", Value::Array(list)) => list.retain(|one| one["name"] == "last-stone"),
                    ("content", Value::Array(list)) => list.clear(),
                    (_, value) => veil(value),
                }
            }
        }
        Value::Array(list) => list.iter_mut().for_each(veil),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}
