//! What is asked by HTTP.

use crate::support::TestHost;
use cardable_net::protocol::{Call, Done};
use cardable_net::store::Breakage;

#[tokio::test(flavor = "multi_thread")]
async fn pages_are_there() {
    let host = TestHost::start().await;
    for (path, kind) in [
        ("/", "text/html"),
        ("/page.js", "text/javascript"),
        ("/page.css", "text/css"),
        ("/js/main.js", "text/javascript"),
        ("/icon.svg", "image/svg+xml"),
    ] {
        let (status, head, body) = host.get(path).await;
        assert_eq!(status, 200, "{path}");
        assert!(head.contains(&format!("content-type: {kind}")), "{path}: {head}");
        assert!(head.contains("content-security-policy: "), "{path}: {head}");
        assert!(head.contains("x-content-type-options: nosniff"), "{path}: {head}");
        assert!(!body.is_empty(), "{path}");
    }
    assert_eq!(host.get("/healthz").await.2, b"ok\n");
    assert_eq!(host.get("/readyz").await.0, 200);
    assert_eq!(host.get("/api/rooms").await.2, b"[]");
    assert_eq!(
        host.get("/admin").await.0,
        404,
        "without a token there is no such page"
    );
    let mut ada = host.client("Ada").await;
    ada.create("crazy-eights", |_| {}).await.expect("a room");
    ada.create("crazy-eights", |_| {})
        .await
        .expect_err("one room at a time");
    let (_, _, body) = host.get("/api/rooms").await;
    let rooms: serde_json::Value = serde_json::from_slice(&body).expect("JSON");
    assert_eq!(rooms[0]["ruleset"], "crazy-eights");
    let (_, _, body) = host.get("/metrics").await;
    let text = String::from_utf8(body).expect("a text");
    for line in [
        "cardable_rooms 1",
        "cardable_sockets 1",
        "cardable_messages_received_total 3",
    ] {
        assert!(text.lines().any(|l| l == line), "{line} in {text}");
    }
    // Each says what it is.
    for kind in text.lines().filter_map(|line| line.strip_prefix("# TYPE ")) {
        let name = kind.split(' ').next().unwrap_or_default();
        assert!(text.contains(&format!("# HELP {name} ")), "{name} in {text}");
    }
    host.stopped().await;
}

/// A host whose store fails says that it is not ready, until the store works again.
#[tokio::test(flavor = "multi_thread")]
async fn a_store_that_fails_shows() {
    let host = TestHost::start().await;
    let mut ada = host.client("Ada").await;
    ada.create("crazy-eights", |create| create.bots = 1)
        .await
        .expect("a room");
    host.log.break_with(Breakage::Full);
    ada.start().await.expect_err("nothing can be written");
    let (status, _, body) = host.get("/readyz").await;
    assert_eq!(
        (status, body.as_slice()),
        (503, b"the store cannot be written\n".as_slice())
    );
    assert_eq!(host.get("/healthz").await.0, 200, "the program runs all the same");
    host.log.break_with(Breakage::None);
    assert_eq!(host.get("/readyz").await.0, 200);
    ada.start().await.expect("it can be written again");
    host.stopped().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn content_is_found_by_its_hash_only() {
    let host = TestHost::start().await;
    let ada = host.client("Ada").await;
    let welcome = ada.welcome();
    assert!(welcome.rulesets.len() > 10, "all shipped rulesets are served");
    for ruleset in &welcome.rulesets {
        let item = welcome.content.iter().find(|item| item.hash == ruleset.table);
        let item = item.expect("the info is among the content");
        let (status, head, body) = host.get(&format!("/content/{}", item.hash.0)).await;
        assert_eq!(status, 200, "{}", ruleset.name);
        assert!(head.contains("immutable"), "{head}");
        assert_eq!(body.len() as u64, item.bytes);
        assert_eq!(
            blake3::hash(&body).to_hex().to_string(),
            item.hash.0,
            "it is what its hash says"
        );
        let info: cardable_core::RulesetInfo = serde_json::from_slice(&body).expect("an info");
        assert_eq!(info.name, ruleset.title);
    }
    assert!(
        welcome.content.iter().all(|item| item.path == "table.json"
            || item.path.ends_with("/RULES.md")
            || item.path.contains("resources")),
        "texts of rulesets are not shown, but for how they are played: {:?}",
        welcome.content
    );
    let own = &welcome.content[0].hash.0;
    let cases = [
        "/content/".to_owned(),
        "/content/..".to_owned(),
        "/content/../../Cargo.toml".to_owned(),
        "/content/%2e%2e%2f%2e%2e%2fCargo.toml".to_owned(),
        "/content/..%2f..%2f..%2fetc%2fpasswd".to_owned(),
        "/content//etc/passwd".to_owned(),
        "/content/ruleset.json".to_owned(),
        format!("/content/{}", "0".repeat(64)),
        format!("/content/{}/../x", own),
        format!("/content/{}0", own),
        format!("/content/{}", &own[..63]),
        "/../Cargo.toml".to_owned(),
        "/js/../../Cargo.toml".to_owned(),
        "/%2e%2e/Cargo.toml".to_owned(),
        "/..%5cCargo.toml".to_owned(),
        "/js/%00".to_owned(),
        "/.git/config".to_owned(),
    ];
    for path in cases {
        let (status, _, body) = host.get(&path).await;
        assert!(matches!(status, 404 | 400), "{path}: {status}");
        assert!(!String::from_utf8_lossy(&body).contains("[package]"), "{path}");
    }
    host.stopped().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn content_is_compressed_and_sources_are_the_operators_to_show() {
    let host = TestHost::with(|config| config.show_sources = true).await;
    let ada = host.client("Ada").await;
    let welcome = ada.welcome();
    let text = welcome
        .content
        .iter()
        .find(|item| item.path.ends_with("ruleset.json"));
    let text = text.expect("texts of rulesets are shown");
    let path = format!("/content/{}", text.hash.0);
    let (status, _, plain) = host.get(&path).await;
    assert_eq!(status, 200);
    let request = format!(
        "GET {path} HTTP/1.1\r\nhost: {}\r\naccept-encoding: gzip\r\nconnection: close\r\n\r\n",
        host.address
    );
    let (_, head, packed) = host.ask(&request).await;
    assert!(head.contains("content-encoding: gzip"), "{head}");
    assert!(
        packed.len() < plain.len() / 2,
        "{} of {}",
        packed.len(),
        plain.len()
    );
    host.stopped().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_operator_sees_rooms_and_ends_them() {
    let token = "a token that nobody guesses";
    let host = TestHost::with(|config| config.admin_token = Some(token.to_owned())).await;
    let ask = |method: &str, path: &str, token: &str| {
        format!(
            "{method} {path} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer {token}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"
        )
    };
    for wrong in ["", "a token", "a token that nobody guesse5"] {
        assert_eq!(host.ask(&ask("GET", "/admin", wrong)).await.0, 401, "{wrong}");
    }
    let mut ada = host.client("Ada").await;
    let room = ada
        .create("crazy-eights", |create| create.settings.private = true)
        .await
        .expect("a room");
    let (status, _, body) = host.ask(&ask("GET", "/admin", token)).await;
    assert_eq!(status, 200);
    let report: serde_json::Value = serde_json::from_slice(&body).expect("JSON");
    assert_eq!(report["rooms"][0]["room"]["room"], room.0);
    assert_eq!(report["rooms"][0]["private"], true);
    assert!(
        !String::from_utf8_lossy(&body)
            .contains(&ada.seated().and_then(|s| s.token.clone()).expect("a token").0)
    );
    assert_eq!(
        host.ask(&ask("POST", "/admin/rooms/nowhere/end", token)).await.0,
        404
    );
    assert_eq!(
        host.ask(&ask("POST", &format!("/admin/rooms/{}/end", room.0), token))
            .await
            .0,
        200
    );
    // Who was in it is told, and is in the lobby.
    while ada.seated().is_some() {
        ada.next().await.expect("the line holds");
    }
    match ada.call(Call::Rooms { watch: false }).await.expect("an answer") {
        Done::Rooms { rooms } => assert!(rooms.is_empty()),
        done => panic!("{done:?}"),
    }
    let body = "x".repeat(100_000);
    let large = format!(
        "POST /admin/drain HTTP/1.1\r\nhost: localhost\r\ncontent-length: 100000\r\nconnection: close\r\n\r\n{body}"
    );
    assert_eq!(host.ask(&large).await.0, 413);
    host.stopped().await;
}
