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

/// How often somebody did not keep up so far.
fn times_behind(host: &Host) -> u64 {
    let page = host.page("/metrics").1;
    let line = page
        .lines()
        .find_map(|line| line.strip_prefix("cardable_viewers_behind"));
    line.map_or(0, |line| line.rsplit(' ').next().unwrap().parse().unwrap())
}

/// Reads nothing, and asks for so much that its line is full, until the room has lost patience with it
/// once more. The room talks meanwhile.
async fn stop_reading(host: &Host, line: &mut Line, ada: &mut Client, ask: &str) {
    let before = times_behind(host);
    while times_behind(host) == before {
        for _ in 0..50 {
            let sent = line.send(Frame::text(ask));
            match tokio::time::timeout(Duration::from_millis(20), sent).await {
                Ok(sent) => sent.unwrap(),
                Err(_) => break,
            }
        }
        for _ in 0..4 {
            let text = "are you there?".to_owned();
            ada.call(Call::Chat { text })
                .await
                .expect("the room waits for nobody");
        }
    }
}

async fn read(line: &mut Line) -> Option<Frame> {
    let next = tokio::time::timeout(GUARD, line.next()).await;
    next.expect("in time").and_then(Result::ok)
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
    // A long answer, which no room has a part in.
    let hash = ada.table().room().unwrap().hash.0.clone();
    let ask = format!(r#"{{"id":3,"call":{{"table":{{"ruleset":"{hash}"}}}}}}"#);
    let mut rng = crate::seeded::generator(1);
    let mut views = 0;
    for round in 1..=RESTARTS {
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
        // He reads again, and is told the table as it is now, without having asked.
        loop {
            let Some(Frame::Text(text)) = read(&mut line).await else {
                panic!("the line is open, in round {round}");
            };
            if let Ok(Message::View(view)) = serde_json::from_str(&text) {
                views += 1;
                if Some(view.seq) == ada.table().seq() {
                    break;
                }
            }
        }
    }
    assert_eq!(views, RESTARTS + 1, "once at the beginning");
    // He has had his chances.
    stop_reading(&host, &mut line, &mut ada, &ask).await;
    let code = loop {
        match read(&mut line).await {
            Some(Frame::Close(frame)) => break frame.map(|frame| u16::from(frame.code)),
            Some(_) => {}
            None => break None,
        }
    };
    // What he has not read may make the system drop the goodbye; never is it another one.
    assert!(code.is_none_or(|code| code == 4003), "{code:?}");
    assert!(host.page("/metrics").1.contains("cardable_viewers_too_slow 1"));
    // Everybody else is there.
    for client in [&mut ada, &mut ben] {
        client.call(Call::Resync {}).await.expect("an answer");
        see(client).await;
    }
}
