//! Pages that are made from the code are what the code says.

use cardable_net::protocol::{Message, Request};
use std::path::Path;

fn check(name: &str, made: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs").join(name);
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(&path, made).expect("the page can be written");
        return;
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        kept == made,
        "docs/{name} is not what the types say: UPDATE_DOCS=1 cargo test -p cardable-net --test host docs"
    );
}

#[test]
fn the_page_of_the_protocol_is_what_its_types_say() {
    check("protocol.md", &cardable_net::manual::page());
}

/// What the page quotes is of the protocol, and what it lists is there.
#[test]
fn the_page_of_the_protocol_quotes_real_messages() {
    let page = cardable_net::manual::page();
    let (mut requests, mut messages) = (0, 0);
    for line in page.lines() {
        if let Some(text) = line.strip_prefix("> {") {
            let read = serde_json::from_str::<Request>(&format!("{{{text}"));
            assert!(read.is_ok(), "{line}: {read:?}");
            requests += 1;
        }
        if let Some(text) = line.strip_prefix("< {") {
            let read = serde_json::from_str::<Message>(&format!("{{{text}"));
            assert!(read.is_ok(), "{line}: {read:?}");
            messages += 1;
        }
        assert!(!line.starts_with('@'), "{line}: there is no such type");
    }
    assert!(requests > 3 && messages > 3);
}

#[test]
fn the_schema_of_the_protocol_is_what_its_types_say() {
    let mut schema = serde_json::to_string_pretty(&cardable_net::manual::schema()).expect("JSON");
    schema.push('\n');
    check("protocol.schema.json", &schema);
}

#[test]
fn the_default_configuration_shows_every_value() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/cardable-host.toml");
    let text = std::fs::read_to_string(path).expect("it is there");
    // What is commented out has no default; as it stands, the file is the default.
    let config: cardable_net::Config = toml::from_str(&text).expect("a configuration");
    assert_eq!(config, cardable_net::Config::default());
    // All that can be set stands in it.
    let all = toml::Value::try_from(cardable_net::Config::default()).expect("TOML");
    let mut keys = Vec::new();
    let tables = all.as_table().expect("a table");
    for (key, value) in tables {
        match value.as_table() {
            Some(table) => keys.extend(table.keys().cloned()),
            None => keys.push(key.clone()),
        }
    }
    keys.extend(["data", "admin_token", "cert", "key"].map(str::to_owned));
    for key in keys {
        let there = text
            .lines()
            .any(|line| line.trim_start_matches("# ").starts_with(&format!("{key} =")));
        assert!(there, "`{key}` is not in docs/cardable-host.toml");
    }
}

/// Every limit of a guest with its default, as `docs/hosting.md` tells it. A limit that is added has to be
/// named here, too.
fn limits() -> Vec<(&'static str, String)> {
    let config = cardable_net::Config::default();
    let cardable_net::config::Limits {
        sockets,
        sockets_per_address,
        message_bytes,
        messages_per_second,
        messages_burst,
        address_messages_per_second,
        address_messages_burst,
        address_requests_per_second,
        address_requests_burst,
        queue,
        handshake,
        request,
        body_bytes,
        idle,
        send,
        // The host's own, when it stops.
        grace: _,
    } = config.limits;
    let cardable_net::lobby::RoomLimits {
        rooms,
        rooms_per_address,
        rooms_per_person,
        watchers,
        records,
        chat_letters,
        chat_lines,
        name_letters,
        slow,
        // These limit nobody.
        grace: _,
        sleep: _,
        forget: _,
        forget_unplayed: _,
        bot_pause: _,
        bot_threads: _,
        bot_iterations: _,
        seed_parts: _,
        snapshot: _,
        catch_up: _,
        debug: _,
    } = config.rooms;
    assert_eq!(send, slow, "one number stands for both");
    let kib = |bytes: usize| format!("{} KiB", bytes >> 10);
    let rate = |second: u32, burst: u32| format!("{}, {} at once", grouped(second), grouped(burst));
    vec![
        (
            "connections in all, from an address",
            format!("{}, {}", grouped(sockets), grouped(sockets_per_address)),
        ),
        (
            "requests a second of an address",
            rate(address_requests_per_second, address_requests_burst),
        ),
        ("bytes of a message", kib(message_bytes)),
        (
            "messages a second of a socket",
            rate(messages_per_second, messages_burst),
        ),
        (
            "messages a second of an address",
            rate(address_messages_per_second, address_messages_burst),
        ),
        ("what is no request of the protocol", String::new()),
        ("no hello", format!("{handshake} s")),
        ("silence, pings unanswered", format!("{idle} s")),
        ("not reading", format!("a queue of {queue} messages, {send} s")),
        (
            "a head, a TLS handshake; a whole request",
            format!("{handshake} s; {request} s"),
        ),
        ("a request's body", kib(body_bytes)),
        ("pages of other hosts", "none".to_owned()),
        (
            "rooms, who watches a room, records of a game",
            [rooms, watchers, records].map(grouped).join(", "),
        ),
        (
            "rooms that an address has made, that a connection has made",
            [rooms_per_address, rooms_per_person].map(grouped).join(", "),
        ),
        ("a clock", "1 s to 7 days".to_owned()),
        (
            "letters of what is said at once, lines in ten seconds",
            format!("{chat_letters}, {chat_lines}"),
        ),
        ("hints and looks back", "one a second".to_owned()),
        (
            "questions and changes while debugging",
            "five a second, ten at once".to_owned(),
        ),
        ("letters of a name or title", name_letters.to_string()),
    ]
}

/// A number as people write it.
fn grouped(number: impl ToString) -> String {
    let digits = number.to_string();
    let mut written = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            written.push(',');
        }
        written.push(digit);
    }
    written
}

#[test]
fn the_table_of_limits_is_what_the_defaults_say() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/hosting.md");
    let text = std::fs::read_to_string(path).expect("it is there");
    let table = text
        .lines()
        .skip_while(|line| *line != "| limit | default | what happens |");
    let rows = table.skip(2).take_while(|line| line.starts_with('|'));
    let told: Vec<(&str, String)> = rows
        .map(|row| {
            let mut cells = row.split('|').skip(1).map(str::trim);
            let limit = cells.next().expect("a limit");
            (limit, cells.next().expect("its default").to_owned())
        })
        .collect();
    assert_eq!(told, limits());
}

/// What lies in `deploy`.
fn deployed(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../deploy").join(name);
    std::fs::read_to_string(path).expect("it is there")
}

/// The names of metrics in a text.
fn metrics_in(text: &str) -> std::collections::BTreeSet<&str> {
    let words = text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_'));
    words.filter(|word| word.starts_with("cardable_")).collect()
}

/// Dashboard, alerts and the page for operators ask for metrics that there are.
#[test]
fn operators_are_shown_metrics_that_there_are() {
    let source = include_str!("../../src/server/metrics.rs");
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/hosting.md");
    let page = std::fs::read_to_string(page).expect("it is there");
    let (dashboard, alerts) = (
        deployed("grafana/cardable.json"),
        deployed("prometheus/alerts.yaml"),
    );
    for (name, text) in [
        ("hosting.md", &page),
        ("cardable.json", &dashboard),
        ("alerts.yaml", &alerts),
    ] {
        let metrics = metrics_in(text);
        assert!(metrics.len() > 10, "{name}");
        for metric in metrics {
            let parts = ["_bucket", "_sum", "_count"];
            let whole = parts
                .iter()
                .find_map(|part| metric.strip_suffix(part))
                .unwrap_or(metric);
            assert!(
                source.contains(&format!("\"{whole}\"")),
                "{name}: there is no `{metric}`"
            );
        }
    }
    let dashboard: serde_json::Value = serde_json::from_str(&dashboard).expect("JSON");
    assert!(
        dashboard["panels"]
            .as_array()
            .is_some_and(|panels| panels.len() > 10)
    );
}

/// Each alert says what it is and what to do. Thresholds that stand for a limit fit its default.
#[test]
fn every_alert_says_what_to_do() {
    let text = deployed("prometheus/alerts.yaml");
    let alerts: Vec<&str> = text.split("- alert: ").skip(1).collect();
    assert!(alerts.len() > 10);
    for alert in &alerts {
        for key in ["expr:", "severity:", "summary:", "do:"] {
            assert!(alert.contains(key), "`{key}` is missing: {alert}");
        }
    }
    let config = cardable_net::Config::default();
    for (name, limit) in [
        ("CardableSocketsNearLimit", config.limits.sockets),
        ("CardableRoomsNearLimit", config.rooms.rooms),
    ] {
        let alert = alerts
            .iter()
            .find(|alert| alert.starts_with(name))
            .expect("it is there");
        assert!(alert.contains(&grouped(limit)), "{alert}");
        assert!(alert.contains(&format!("> {}\n", limit * 9 / 10)), "{alert}");
    }
}

/// The hosts in containers have settings that a host takes.
#[test]
fn hosts_in_containers_have_settings_that_can_be_read() {
    let text = deployed("compose.yaml");
    let settings: Vec<String> = text
        .split("    content: |\n")
        .skip(1)
        .map(|rest| {
            let lines = rest.lines().take_while(|line| line.starts_with("      "));
            lines.map(|line| format!("{}\n", line.trim_start())).collect()
        })
        .collect();
    assert_eq!(settings.len(), 3);
    let mut told = std::collections::BTreeSet::new();
    for settings in settings {
        let config: cardable_net::Config = toml::from_str(&settings).expect("a configuration");
        let link = config.link_address.clone().expect("others must find it");
        let (service, _) = link.split_once(':').expect("a name and a port");
        assert!(text.contains(&format!("  {service}:\n")), "{service}");
        told.insert((config.name, link));
    }
    assert_eq!(told.len(), 3, "each has its own name and link");
}
