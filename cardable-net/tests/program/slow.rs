//! Somebody who reads slowly over a real socket: misses what does not fit, is told the whole table when he
//! reads again, and is closed in the end. Nobody waits for him.

use crate::clients::{catch_up, see, sit_down};
use crate::quick::QUICK;
use crate::support::{GUARD, Host};
use cardable_net::client::Client;
use cardable_net::protocol::{Call, Message};
use futures_util::{SinkExt as _, StreamExt as _};
use std::time::Duration;
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message as Frame;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

type Line = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// How often somebody is told everything anew before he is given up.
const RESTARTS: u64 = 3;

/// A counter of the host.
fn counted(host: &Host, name: &str) -> u64 {
    let page = host.page("/metrics").1;
    let line = page.lines().find_map(|line| line.strip_prefix(name));
    line.map_or(0, |line| line.rsplit(' ').next().unwrap().parse().unwrap())
}

/// How often somebody did not keep up so far.
fn times_behind(host: &Host) -> u64 {
    counted(host, "cardable_viewers_behind")
}

/// Reads nothing, and asks for so much that its line is full, until the room has lost patience with it
/// once more, or for good. The room talks meanwhile.
async fn stop_reading(host: &Host, line: &mut Line, ada: &mut Client, ask: &str) {
    let before = times_behind(host);
    while times_behind(host) == before {
        for _ in 0..50 {
            let sent = line.send(Frame::text(ask));
            match tokio::time::timeout(Duration::from_millis(20), sent).await {
                Ok(Ok(())) => {}
                // It is full, or was given up already.
                Ok(Err(_)) | Err(_) => break,
            }
        }
        if counted(host, "cardable_viewers_too_slow") > 0 {
            return;
        }
        for _ in 0..4 {
            let text = "are you there?".to_owned();
            ada.call(Call::Chat { text })
                .await
                .expect("the room waits for nobody");
        }
    }
}

/// What a slow reader learns.
enum Read {
    /// He knows of this choice, and was told the whole table so often on the way.
    Knows(u64),
    /// He was closed, with this code if that has reached him.
    Closed(Option<u16>),
}

/// Reads until a choice is known. On a machine that is busy the table may be told before the choice, which comes after it then.
async fn read_until(seq: u64, line: &mut Line) -> Read {
    let mut views = 0;
    loop {
        let next = tokio::time::timeout(GUARD, line.next()).await;
        let text = match next.expect("it comes, or the end does") {
            Some(Ok(Frame::Text(text))) => text,
            Some(Ok(Frame::Close(frame))) => return Read::Closed(frame.map(|frame| u16::from(frame.code))),
            Some(Ok(_)) => continue,
            Some(Err(_)) | None => return Read::Closed(None),
        };
        let known = match serde_json::from_str(&text) {
            Ok(Message::View(view)) => {
                views += 1;
                view.seq
            }
            Ok(Message::Events(happened)) => happened.seq,
            Ok(_) | Err(_) => continue,
        };
        if known == seq {
            return Read::Knows(views);
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_slow_reader_is_told_anew_then_closed_and_never_waited_for() {
    let folder = tempfile::tempdir().unwrap();
    let config = QUICK.replace("[limits]", "[limits]\nqueue = 8") + "chat_lines = 1000000\n";
    let host = Host::start_with(folder.path(), &config);
    let (mut ada, mut ben) = sit_down(&host.url(), "crazy-eights").await;
    let (mut line, _) = connect_async(host.url()).await.unwrap();
    let room = ada.seated().unwrap().room.clone();
    let hello = r#"{"id":1,"call":{"hello":{"protocol":4}}}"#.to_owned();
    let watch = format!(r#"{{"id":2,"call":{{"spectate":{{"room":"{}"}}}}}}"#, room.0);
    for text in [hello, watch] {
        line.send(Frame::text(text)).await.unwrap();
    }
    let begun = ada.table().seq().unwrap();
    assert!(matches!(read_until(begun, &mut line).await, Read::Knows(1)));
    // A long answer, which no room has a part in.
    let hash = ada.table().room().unwrap().hash.0.clone();
    let ask = format!(r#"{{"id":3,"call":{{"table":{{"ruleset":"{hash}"}}}}}}"#);
    let mut rng = crate::seeded::generator(1);
    let mut told_anew = 0;
    let code = loop {
        stop_reading(&host, &mut line, &mut ada, &ask).await;
        // The game goes on: what comes of this he misses.
        let seq = ada.table().seq();
        while ada.table().seq() == seq {
            for client in [&mut ada, &mut ben] {
                catch_up(client).await;
                client.play_at_random(&mut rng).await.expect("it plays");
            }
            catch_up(&mut ada).await;
        }
        // He reads again, and is told the table, without having asked, until he has had his chances.
        match read_until(ada.table().seq().unwrap(), &mut line).await {
            Read::Knows(views) => {
                assert!(views > 0, "he is told what he has missed");
                told_anew += views;
                assert!(told_anew <= RESTARTS, "{told_anew}");
            }
            Read::Closed(code) => break code,
        }
    };
    // What he has not read may make the system drop the goodbye; never is it another one.
    assert!(code.is_none_or(|code| code == 4003), "{code:?}");
    // It is counted when the line is closed, which he may have noticed before.
    let is_counted = async {
        while counted(&host, "cardable_viewers_too_slow") == 0 {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    tokio::time::timeout(GUARD, is_counted)
        .await
        .expect("it is counted");
    assert_eq!(times_behind(&host), RESTARTS + 1);
    assert_eq!(counted(&host, "cardable_viewers_too_slow"), 1);
    // Everybody else is there.
    for client in [&mut ada, &mut ben] {
        client.call(Call::Resync {}).await.expect("an answer");
        see(client).await;
    }
}
