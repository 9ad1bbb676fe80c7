//! How much is too much.

use crate::support::{GUARD, TestHost, open_with, two_at_a_table};
use cardable_net::protocol::{ByeCode, Call, Code, Message};
use futures_util::SinkExt as _;
use std::time::{Duration, Instant};
use tokio_tungstenite::tungstenite::Message as Frame;

/// So many of something are answered where each second brings another one: as many as there may be at once, and those that
/// have come since.
fn so_many(burst: u64, began: Instant) -> std::ops::RangeInclusive<u64> {
    burst..=burst + began.elapsed().as_secs()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_socket_that_sends_too_much_is_refused_then_closed() {
    let host = TestHost::with(|config| {
        config.limits.messages_per_second = 1;
        config.limits.messages_burst = 5;
    })
    .await;
    let began = Instant::now();
    let mut raw = host.greeted().await;
    for id in 2..=40 {
        let text = format!(r#"{{"id":{id},"call":{{"rooms":{{"watch":false}}}}}}"#);
        if raw.line.send(Frame::text(text)).await.is_err() {
            break;
        }
    }
    let mut answered = 1;
    let refused = loop {
        match raw.told().await {
            Message::Answer { id, .. } => {
                answered += 1;
                assert_eq!(id, answered);
            }
            Message::Refused(refused) => break refused,
            other => panic!("{other:?}"),
        }
    };
    assert_eq!((refused.code, refused.id), (Code::Rate, Some(answered + 1)));
    assert!(so_many(5, began).contains(&u64::from(answered)), "{answered}");
    let (bye, code) = raw.end().await;
    assert_eq!(bye.map(|bye| bye.why), Some(ByeCode::Rate));
    assert_eq!(code, Some(4004));
    // Others are not meant.
    host.greeted().await;
    host.stopped().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sockets_of_one_address_share_its_rate() {
    let host = TestHost::with(|config| {
        config.limits.address_messages_per_second = 1;
        config.limits.address_messages_burst = 4;
    })
    .await;
    let began = Instant::now();
    let mut sockets = Vec::new();
    loop {
        let mut next = host.raw().await;
        next.say(r#"{"id":1,"call":{"hello":{"protocol":4}}}"#).await;
        match next.told().await {
            Message::Answer { id: 1, .. } => sockets.push(next),
            Message::Refused(refused) => break assert_eq!(refused.code, Code::Rate),
            other => panic!("{other:?}"),
        }
    }
    assert!(
        so_many(4, began).contains(&(sockets.len() as u64)),
        "{}",
        sockets.len()
    );
    host.stopped().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sockets_are_counted_in_all_and_by_address() {
    let host = TestHost::with(|config| config.limits.sockets_per_address = 3).await;
    let mut open = Vec::new();
    for _ in 0..3 {
        open.push(host.greeted().await);
    }
    assert_eq!(open_with(&host.url(), &[]).await, Err(429));
    open.pop();
    // The host notices that it is gone in its own time.
    while open_with(&host.url(), &[]).await.is_err() {
        tokio::task::yield_now().await;
    }
    host.stopped().await;

    let host = TestHost::with(|config| config.limits.sockets = 2).await;
    let _open = [host.greeted().await, host.greeted().await];
    assert_eq!(open_with(&host.url(), &[]).await, Err(503));
    host.stopped().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn requests_of_an_address_are_counted() {
    let host = TestHost::with(|config| {
        config.limits.address_requests_per_second = 1;
        config.limits.address_requests_burst = 3;
    })
    .await;
    let began = Instant::now();
    let mut answered = 0;
    let refused = loop {
        match host.get("/healthz").await.0 {
            200 => answered += 1,
            status => break status,
        }
    };
    assert_eq!(refused, 429);
    assert!(so_many(3, began).contains(&answered), "{answered}");
    host.stopped().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_proxy_says_counts_only_from_a_trusted_one() {
    let one_each = |config: &mut cardable_net::Config| config.limits.sockets_per_address = 1;
    let from = |address: &'static str| [("x-forwarded-for", address)];
    let host = TestHost::with(one_each).await;
    let _first = host.greeted().await;
    assert_eq!(open_with(&host.url(), &from("203.0.113.7")).await, Err(429));
    host.stopped().await;

    let host = TestHost::with(|config| {
        one_each(config);
        config.trusted_proxies = vec!["127.0.0.1".parse().expect("an address")];
    })
    .await;
    let mut request =
        tokio_tungstenite::tungstenite::client::IntoClientRequest::into_client_request(host.url())
            .expect("a request");
    let forged = "198.51.100.1, 203.0.113.7";
    request
        .headers_mut()
        .insert("x-forwarded-for", forged.parse().expect("a header"));
    let _open = tokio_tungstenite::connect_async(request)
        .await
        .expect("a websocket");
    // What the client itself put in front does not help it.
    assert_eq!(
        open_with(&host.url(), &from("192.0.2.1, 203.0.113.7")).await,
        Err(429)
    );
    assert_eq!(open_with(&host.url(), &from("203.0.113.8")).await, Ok(()));
    host.stopped().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn only_pages_of_the_host_and_named_ones_open_sockets() {
    let host = TestHost::with(|config| config.origins = vec!["https://play.example.org".to_owned()]).await;
    let own = format!("http://{}", host.address);
    for (origin, expected) in [
        (own.as_str(), Ok(())),
        ("https://play.example.org", Ok(())),
        ("https://play.example.org.evil.example", Err(403)),
        ("http://evil.example", Err(403)),
        ("null", Err(403)),
        ("", Err(403)),
    ] {
        assert_eq!(
            open_with(&host.url(), &[("origin", origin)]).await,
            expected,
            "{origin}"
        );
    }
    // A page whose own name leads here is of another host all the same: only this machine gets to this
    // address.
    for (name, expected) in [
        ("localhost", Ok(())),
        ("LocalHost:7777", Ok(())),
        ("127.8.9.10:7777", Ok(())),
        ("[::1]", Ok(())),
        ("[::1]:7777", Ok(())),
        ("evil.example", Err(421)),
        ("evil.example:7777", Err(421)),
        ("localhost.evil.example", Err(421)),
        ("127.0.0.1.evil.example:7777", Err(421)),
        ("192.0.2.1:7777", Err(421)),
        ("[2001:db8::1]:7777", Err(421)),
        ("[::", Err(421)),
    ] {
        let page = format!("http://{name}");
        let headers = [("host", name), ("origin", page.as_str())];
        assert_eq!(open_with(&host.url(), &headers).await, expected, "{name}");
    }
    let of_this_machine = [("host", "localhost"), ("origin", "http://evil.example")];
    assert_eq!(open_with(&host.url(), &of_this_machine).await, Err(403));
    let named = [
        ("host", "play.example.org"),
        ("origin", "https://play.example.org"),
    ];
    assert_eq!(open_with(&host.url(), &named).await, Ok(()));
    host.stopped().await;

    // What a trusted proxy says the host is called, it is called.
    let host = TestHost::with(|config| {
        config.trusted_proxies = vec!["127.0.0.1".parse().expect("an address")];
    })
    .await;
    for (page, expected) in [
        ("https://cards.example.org", Ok(())),
        ("http://evil.example", Err(403)),
    ] {
        let headers = [("host", "cards.example.org"), ("origin", page)];
        assert_eq!(open_with(&host.url(), &headers).await, expected, "{page}");
    }
    host.stopped().await;
}

/// A page of elsewhere may let its name lead to this machine: the browser lets it read then what the host
/// answers to that name.
#[tokio::test(flavor = "multi_thread")]
async fn requests_call_the_host_by_one_name_of_its_own() {
    let host = TestHost::with(|config| {
        config.admin_token = Some("a-token-of-an-operator".to_owned());
        config.origins = vec!["https://play.example.org".to_owned()];
    })
    .await;
    let own = host.address.to_string();
    let localhost = format!("LOCALHOST:{}", host.address.port());
    for path in [
        "/",
        "/api/rooms",
        "/metrics",
        "/admin",
        "/content/00",
        "/ws",
        "/healthz",
        "/readyz",
    ] {
        let status = async |head: &str| {
            let request = format!("GET {path} HTTP/1.1\r\n{head}connection: close\r\n\r\n");
            host.ask(&request).await.0
        };
        for (names, refused) in [
            (vec![], Some(400)),
            (vec![""], Some(400)),
            (vec![own.as_str(), own.as_str()], Some(400)),
            (vec![own.as_str(), "evil.example"], Some(400)),
            (vec!["evil.example"], Some(421)),
            (vec!["evil.example:7777"], Some(421)),
            (vec!["localhost.evil.example"], Some(421)),
            (vec!["user@localhost"], Some(400)),
            (vec!["evil.example@localhost"], Some(400)),
            (vec![own.as_str()], None),
            (vec![localhost.as_str()], None),
            (vec!["[::1]"], None),
            (vec!["play.example.org"], None),
        ] {
            let head: String = names.iter().map(|name| format!("host: {name}\r\n")).collect();
            let found = status(&head).await;
            let open = path.starts_with("/healthz") || path.starts_with("/readyz");
            match refused {
                Some(421) if open => assert_eq!(found, 200, "{path} {names:?}"),
                Some(refused) => assert_eq!(found, refused, "{path} {names:?}"),
                None => assert!(
                    ![400, 421].contains(&found) || path == "/ws",
                    "{path} {names:?}: {found}"
                ),
            }
        }
        // What the first line says and what the header says are one name.
        let request =
            format!("GET http://evil.example{path} HTTP/1.1\r\nhost: {own}\r\nconnection: close\r\n\r\n");
        assert_eq!(host.ask(&request).await.0, 400, "{path}");
    }
    host.stopped().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_does_not_read_does_not_slow_the_room_and_is_closed() {
    let host = TestHost::with(|config| {
        config.limits.queue = 8;
        config.limits.send = 1;
        config.rooms.slow = 1;
    })
    .await;
    let (mut ada, ben) = two_at_a_table(&host, "crazy-eights").await;
    // Somebody watches, asks for more and more, and reads nothing of it.
    let room = ada.seated().expect("a seat").room.clone();
    let mut deaf = host.greeted().await;
    deaf.say(&format!(
        r#"{{"id":2,"call":{{"spectate":{{"room":"{}"}}}}}}"#,
        room.0
    ))
    .await;
    let mut asked = 0;
    let asks_on = async {
        loop {
            for _ in 0..10_000 {
                let text = format!(r#"{{"id":{asked},"call":{{"resync":{{}}}}}}"#);
                let sent = deaf.line.send(Frame::text(text));
                let sent = tokio::time::timeout(Duration::from_millis(100), sent).await;
                asked += 1;
                // It is full, or was given up already; or the machine is busy, and it is tried again.
                if !matches!(sent, Ok(Ok(()))) {
                    break;
                }
            }
            // The table goes on meanwhile.
            for _ in 0..20 {
                ada.call(Call::Resync {}).await.expect("the room answers");
            }
            let (_, _, body) = host.get("/metrics").await;
            if String::from_utf8_lossy(&body).contains(r#"cardable_closed_total{why="Slow"} 1"#) {
                return;
            }
        }
    };
    tokio::time::timeout(GUARD, asks_on).await.expect("it is closed");
    drop((deaf, ben));
    host.stopped().await;
}
