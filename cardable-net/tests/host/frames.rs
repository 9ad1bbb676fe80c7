//! What is no message, and what is too much of one.

use crate::support::{TestHost, two_at_a_table};
use cardable_net::protocol::{ByeCode, Code, Message};
use futures_util::SinkExt as _;
use std::time::Duration;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message as Frame;

#[tokio::test(flavor = "multi_thread")]
async fn garbage_is_refused_with_a_reason_and_ends_the_socket_at_last() {
    let host = TestHost::start().await;
    let garbage = [
        "",
        "{",
        "null",
        "[]",
        "42",
        "\u{0}",
        r#"{"id":-1,"call":{"leave":{}}}"#,
        r#"{"id":7,"call":{"fly":{}}}"#,
        r#"{"id":8,"call":{"choose":{"seen":0,"choice":{"act":{}}}}}"#,
        r#"{"id":9,"call":{"leave":{},"start":{}}}"#,
        r#"{"call":{"leave":{}}}"#,
    ];
    let mut raw = host.greeted().await;
    for text in garbage {
        raw.say(text).await;
        let Message::Refused(refused) = raw.told().await else {
            panic!("{text} is refused");
        };
        assert_eq!(refused.code, Code::Malformed, "{text}: {}", refused.reason);
        let id = serde_json::from_str::<serde_json::Value>(text)
            .ok()
            .and_then(|v| v.get("id").and_then(serde_json::Value::as_u64));
        assert_eq!(
            refused.id.map(u64::from),
            id,
            "{text}: whoever waits gets an answer"
        );
    }
    // A real request makes good for it.
    raw.say(r#"{"id":10,"call":{"rooms":{"watch":false}}}"#).await;
    assert!(matches!(raw.told().await, Message::Answer { id: 10, .. }));
    for _ in 0..40 {
        if raw
            .line
            .send(Frame::binary(vec![0, 159, 146, 150]))
            .await
            .is_err()
        {
            break;
        }
    }
    let (bye, code) = raw.end().await;
    assert_eq!(bye.map(|bye| bye.why), Some(ByeCode::Protocol));
    assert_eq!(code, Some(ByeCode::Protocol.close_code()));
    host.stopped().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn deep_json_is_refused() {
    let host = TestHost::start().await;
    let mut raw = host.greeted().await;
    raw.say(&format!(
        r#"{{"id":2,"call":{}{}}}"#,
        "[".repeat(7000),
        "]".repeat(7000)
    ))
    .await;
    assert!(matches!(raw.told().await, Message::Refused(refused) if refused.code == Code::Malformed));
    host.stopped().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_giant_message_ends_the_socket_and_nobody_elses() {
    let host = TestHost::start().await;
    let (mut ada, _ben) = two_at_a_table(&host, "crazy-eights").await;
    for fragments in [1, 64] {
        let mut raw = host.greeted().await;
        let part = "x".repeat((1 << 20) / fragments);
        let text = Frame::text(part.clone());
        if fragments == 1 {
            let _ = raw.line.send(text).await;
        } else {
            use tokio_tungstenite::tungstenite::protocol::frame::Frame as Piece;
            use tokio_tungstenite::tungstenite::protocol::frame::coding::{Data, OpCode};
            for at in 0..fragments {
                let code = OpCode::Data(if at == 0 { Data::Text } else { Data::Continue });
                let piece = Piece::message(part.clone(), code, at + 1 == fragments);
                if raw.line.send(Frame::Frame(piece)).await.is_err() {
                    break;
                }
            }
        }
        let (bye, code) = raw.end().await;
        // Where sending it takes longer than the host waits, the goodbye is lost; never is it another one.
        assert!(bye.is_none_or(|bye| bye.why == ByeCode::TooBig), "{fragments}");
        assert!(code.is_none_or(|code| code == 1009), "{fragments}: {code:?}");
    }
    // What just fits is looked at.
    let mut raw = host.greeted().await;
    raw.say(&"x".repeat(16 * 1024)).await;
    assert!(matches!(raw.told().await, Message::Refused(refused) if refused.code == Code::Malformed));
    ada.call(cardable_net::protocol::Call::Resync {})
        .await
        .expect("others play on");
    host.stopped().await;
}

/// Frames, as their bytes, and why the host says goodbye to who sends them.
static BROKEN: [(&str, &[u8], ByeCode); 14] = [
    ("reserved bits", &[0xF1, 0x81, 1, 2, 3, 4, 5], ByeCode::Protocol),
    ("no mask", &[0x81, 2, b'h', b'i'], ByeCode::Protocol),
    (
        "no known kind of message",
        &[0x83, 0x80, 0, 0, 0, 0],
        ByeCode::Protocol,
    ),
    (
        "no known kind of control",
        &[0x8B, 0x80, 0, 0, 0, 0],
        ByeCode::Protocol,
    ),
    ("a ping in pieces", &[0x09, 0x80, 0, 0, 0, 0], ByeCode::Protocol),
    ("a ping that is too long", &LONG_PING, ByeCode::Protocol),
    (
        "the rest of nothing",
        &[0x80, 0x80, 0, 0, 0, 0],
        ByeCode::Protocol,
    ),
    (
        "a text within a text",
        &[0x01, 0x80, 0, 0, 0, 0, 0x81, 0x80, 0, 0, 0, 0],
        ByeCode::Protocol,
    ),
    (
        "half a close code",
        &[0x88, 0x81, 0, 0, 0, 0, 3],
        ByeCode::Protocol,
    ),
    (
        "a text that is no UTF-8",
        &[0x81, 0x82, 0, 0, 0, 0, 0xC3, 0x28],
        ByeCode::NotText,
    ),
    (
        "a text that ends within a letter",
        &[0x81, 0x81, 0, 0, 0, 0, 0xC3],
        ByeCode::NotText,
    ),
    (
        "pieces that are no UTF-8 together",
        &[0x01, 0x81, 0, 0, 0, 0, 0xC3, 0x80, 0x81, 0, 0, 0, 0, 0x28],
        ByeCode::NotText,
    ),
    (
        "the announcement of a giant",
        &[0x81, 0xFF, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0],
        ByeCode::TooBig,
    ),
    ("a text that is too large", &LARGE_TEXT, ByeCode::TooBig),
];

/// A ping may have 125 bytes: this one has 126.
const LONG_PING: [u8; 8 + 126] = {
    let mut frame = [0; 8 + 126];
    [frame[0], frame[1], frame[3]] = [0x89, 0xFE, 126];
    frame
};

/// Twice as large as a message may be, so that most of it is not read when the host has had enough.
static LARGE_TEXT: [u8; 8 + 32 * 1024] = {
    let mut frame = [b' '; 8 + 32 * 1024];
    [frame[0], frame[1], frame[2], frame[3]] = [0x81, 0xFE, 0x80, 0];
    frame
};

#[tokio::test(flavor = "multi_thread")]
async fn broken_frames_end_the_socket() {
    let host = TestHost::start().await;
    for (what, frame, why) in BROKEN {
        // The websocket is there, and the host has said hello on it.
        let mut raw = host.greeted().await;
        raw.line.get_mut().write_all(frame).await.expect("it is sent");
        let (bye, code) = raw.end().await;
        assert_eq!(bye.map(|bye| bye.why), Some(why), "{what}");
        assert_eq!(code, Some(why.close_code()), "{what}");
    }
    assert_eq!(
        [ByeCode::Protocol, ByeCode::NotText, ByeCode::TooBig].map(ByeCode::close_code),
        [1002, 1007, 1009]
    );
    host.stopped().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_does_not_say_hello_is_told_so() {
    let host = TestHost::start().await;
    let mut raw = host.raw().await;
    raw.say(r#"{"id":1,"call":{"rooms":{"watch":false}}}"#).await;
    assert!(matches!(raw.told().await, Message::Refused(refused) if refused.code == Code::NotGreeted));
    let mut other = host.raw().await;
    other.say(r#"{"id":1,"call":{"hello":{"protocol":999}}}"#).await;
    assert!(matches!(other.told().await, Message::Refused(refused) if refused.code == Code::Version));
    host.stopped().await;
    // Nobody waits for ever.
    let host = TestHost::with(|config| config.limits.handshake = 1).await;
    let (bye, code) = host.raw().await.end().await;
    assert_eq!(bye.map(|bye| bye.why), Some(ByeCode::Handshake));
    assert_eq!(code, Some(4006));
    host.stopped().await;
}

/// Who does not say hello cannot talk on for ever, whatever is said.
#[tokio::test(flavor = "multi_thread")]
async fn mistakes_before_the_hello_are_counted() {
    let host = TestHost::start().await;
    for text in [
        r#"{"id":1,"call":{"rooms":{"watch":false}}}"#,
        r#"{"id":1,"call":{"hello":{"protocol":999}}}"#,
        "what?",
    ] {
        let mut raw = host.raw().await;
        for _ in 0..20 {
            raw.say(text).await;
        }
        let (bye, _) = raw.end().await;
        assert_eq!(bye.map(|bye| bye.why), Some(ByeCode::Protocol), "{text}");
    }
    host.stopped().await;
}

/// Nor does it count as silence when only the hello is missing.
#[tokio::test(flavor = "multi_thread")]
async fn the_hello_is_waited_for_from_the_beginning() {
    let host = TestHost::with(|config| config.limits.handshake = 1).await;
    let mut raw = host.raw().await;
    let (bye, _) = loop {
        let ping = raw.line.send(Frame::Ping("x".into())).await;
        let ended = tokio::time::timeout(Duration::from_millis(100), raw.end()).await;
        match (ping, ended) {
            (_, Ok(ended)) => break ended,
            (Ok(()), Err(_)) => {}
            (Err(error), Err(_)) => panic!("{error}"),
        }
    };
    assert_eq!(bye.map(|bye| bye.why), Some(ByeCode::Handshake));
    host.stopped().await;
}

/// A text that comes in frames without content never ends, and costs its sender nothing.
#[tokio::test(flavor = "multi_thread")]
async fn empty_frames_are_counted() {
    let host = TestHost::start().await;
    let mut raw = host.greeted().await;
    // In two hundred frames a message is still one.
    let mut bytes = vec![0x01, 0x80, 0, 0, 0, 0];
    for _ in 0..200 {
        bytes.extend([0x00, 0x80, 0, 0, 0, 0]);
    }
    bytes.extend([0x80, 0x81, 0, 0, 0, 0, b'{']);
    for _ in 0..3 {
        raw.line.get_mut().write_all(&bytes).await.expect("it is sent");
        assert!(matches!(raw.told().await, Message::Refused(refused) if refused.code == Code::Malformed));
    }
    let mut bytes = vec![0x01, 0x80, 0, 0, 0, 0];
    for _ in 0..300 {
        bytes.extend([0x00, 0x80, 0, 0, 0, 0]);
    }
    raw.line.get_mut().write_all(&bytes).await.expect("it is sent");
    let (bye, code) = raw.end().await;
    assert_eq!((bye.map(|bye| bye.why), code), (Some(ByeCode::Rate), Some(4004)));
    host.stopped().await;
}

/// How many sockets the host has closed because nothing was heard of them.
async fn idle_ones(host: &TestHost) -> u64 {
    let (status, _, body) = host.get("/metrics").await;
    assert_eq!(status, 200);
    let text = String::from_utf8(body).expect("a text");
    let told = text
        .lines()
        .find_map(|line| line.strip_prefix(r#"cardable_closed_total{why="Idle"} "#));
    told.map_or(0, |many| many.parse().expect("a number"))
}

#[tokio::test(flavor = "multi_thread")]
async fn half_open_sockets_are_closed() {
    let host = TestHost::with(|config| {
        // A busy machine answers pings late.
        config.limits.idle = 10;
        config.limits.handshake = 4;
    })
    .await;
    // A head that never ends.
    let mut slow = TcpStream::connect(host.address).await.expect("a connection");
    slow.write_all(b"GET / HTTP/1.1\r\nhost: localhost\r\n")
        .await
        .expect("sent");
    // A client that is gone without a word: its socket is open and nobody reads or answers pings.
    let silent = host.greeted().await;
    // A client that answers pings stays, although it says nothing.
    let mut lively = host.client("Ada").await;
    let closed = async {
        let mut rest = Vec::new();
        let _ = slow.read_to_end(&mut rest).await;
        while idle_ones(&host).await == 0 {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        // Whoever came at the same time would have been given up as well by now.
        tokio::time::sleep(Duration::from_secs(10)).await;
    };
    // It has to answer all the while.
    tokio::select! {
        told = lively.next() => panic!("it is told nothing, and still there: {told:?}"),
        closed = tokio::time::timeout(crate::support::GUARD, closed) => closed.expect("both are given up"),
    }
    assert_eq!(idle_ones(&host).await, 1);
    drop(silent);
    host.stopped().await;
}
