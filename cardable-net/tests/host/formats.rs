//! Clients that ask for JSON and clients that ask for MessagePack sit at one table and hear the same.

use crate::support::{TestHost, begin, catch_up, see};
use cardable_net::client::{Client, ClientError};
use cardable_net::protocol::{ByeCode, Code, Message};
use cardable_net::wire::{Encoded, Format};
use futures_util::{SinkExt as _, StreamExt as _};
use tokio_tungstenite::connect_async;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::tungstenite::error::{ProtocolError, SubProtocolError};
use tokio_tungstenite::tungstenite::http::Request;
use tokio_tungstenite::tungstenite::{Error, Message as Frame};

async fn client(host: &TestHost, name: &str, format: Format) -> Client {
    let client = Client::connect_with(&host.url(), name, format).await;
    client.expect("a client gets in")
}

#[tokio::test(flavor = "multi_thread")]
async fn both_formats_tell_the_same_game() {
    let host = TestHost::start().await;
    let mut ada = client(&host, "Ada", Format::Json).await;
    let room = ada
        .create("crazy-eights", |create| create.settings.seats = Some(2))
        .await
        .expect("a room");
    let mut ben = client(&host, "Ben", Format::MessagePack).await;
    ben.join(&room, None).await.expect("a seat");
    begin(&mut ada, &mut [&mut ben]).await;
    let mut watchers = [
        client(&host, "Cid", Format::Json).await,
        client(&host, "Dan", Format::MessagePack).await,
    ];
    for watcher in &mut watchers {
        watcher.spectate(&room, None).await.expect("anybody may watch");
        see(watcher).await;
    }

    let mut rng = crate::seeded::generator(3);
    while !(ada.is_over() && ben.is_over()) {
        for player in [&mut ada, &mut ben] {
            catch_up(player).await;
            if player.table().decision().is_some() && !player.is_over() {
                player.play_at_random(&mut rng).await.expect("it is legal");
            }
        }
        // Ben's line breaks now and then: what he missed comes in his format, too.
        if ada.table().seq().is_some_and(|seq| seq % 7 == 0) {
            ben.reconnect().await.expect("the seat is kept");
        }
    }
    for watcher in &mut watchers {
        catch_up(watcher).await;
        assert!(watcher.is_over());
    }
    let [cid, dan] = &watchers;
    assert_eq!(cid.table().view(), dan.table().view());
    assert_eq!(
        cid.table().room().map(|room| &room.result),
        dan.table().room().map(|room| &room.result)
    );
    assert!(
        dan.bytes() < cid.bytes(),
        "MessagePack is shorter: {} and {}",
        dan.bytes(),
        cid.bytes()
    );
    let [one, two] = [ada.replay().await, ben.replay().await].map(|replay| replay.expect("it is over"));
    assert_eq!(one.happened.len(), two.happened.len());
    assert_eq!(
        ben.call(cardable_net::protocol::Call::Record {})
            .await
            .expect("it is over"),
        ada.call(cardable_net::protocol::Call::Record {})
            .await
            .expect("it is over")
    );
    host.stopped().await;
}

fn request(host: &TestHost, subprotocols: &str) -> Request<()> {
    let mut request = host.url().into_client_request().expect("a request");
    let value = subprotocols.parse().expect("a header");
    request.headers_mut().insert("sec-websocket-protocol", value);
    request
}

#[tokio::test(flavor = "multi_thread")]
async fn the_host_says_which_format_it_took() {
    let host = TestHost::start().await;
    for (offered, taken) in [
        ("cardable.json", Some("cardable.json")),
        ("cardable.msgpack", Some("cardable.msgpack")),
        ("chat, cardable.msgpack, cardable.json", Some("cardable.msgpack")),
        ("chat", None),
    ] {
        match (connect_async(request(&host, offered)).await, taken) {
            (Ok((_, response)), Some(taken)) => {
                assert_eq!(response.headers()["sec-websocket-protocol"], taken, "{offered}");
            }
            (
                Err(Error::Protocol(ProtocolError::SecWebSocketSubProtocolError(
                    SubProtocolError::NoSubProtocol,
                ))),
                None,
            ) => {}
            (other, _) => panic!("{offered}: {other:?}"),
        }
    }
    host.stopped().await;
}

/// What is no request in MessagePack is refused like what is none in JSON, and ends the line at last.
#[tokio::test(flavor = "multi_thread")]
async fn nonsense_in_message_pack_is_refused() {
    let host = TestHost::start().await;
    let (mut line, _) = connect_async(request(&host, "cardable.msgpack"))
        .await
        .expect("a line");
    let mut deep = vec![0x91; 7000];
    deep.push(0xc0);
    let nonsense = [
        Frame::binary(vec![]),
        Frame::binary(vec![0xc1]),
        Frame::binary(deep),
        // A text, and a list, of four thousand million.
        Frame::binary(vec![0xdb, 0xff, 0xff, 0xff, 0xff]),
        Frame::binary(vec![0xdd, 0xff, 0xff, 0xff, 0xff]),
        Frame::text(r#"{"id":1,"call":{"hello":{"protocol":4}}}"#),
    ];
    for frame in nonsense {
        line.send(frame.clone()).await.expect("it is sent");
        let told = match line.next().await {
            Some(Ok(Frame::Binary(bytes))) => Format::MessagePack.decode(&Encoded::Binary(bytes)),
            other => panic!("a binary frame, not {other:?}"),
        };
        assert!(
            matches!(&told, Ok(Message::Refused(refused)) if refused.code == Code::Malformed),
            "{frame:?}: {told:?}"
        );
    }
    for _ in 0..40 {
        if line.send(Frame::binary(vec![0xc1])).await.is_err() {
            break;
        }
    }
    let mut bye = None;
    while let Some(Ok(frame)) = line.next().await {
        if let Frame::Binary(bytes) = frame
            && let Ok(Message::Bye(said)) = Format::MessagePack.decode(&Encoded::Binary(bytes))
        {
            bye = Some(said.why);
        }
    }
    assert_eq!(bye, Some(ByeCode::Protocol));
    host.stopped().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn refusals_are_the_same() {
    let host = TestHost::start().await;
    let mut refused = Vec::new();
    for format in Format::ALL {
        let mut ada = client(&host, "Ada", format).await;
        match ada.create("none", |_| {}).await {
            Err(ClientError::Refused(why)) => refused.push(why),
            other => panic!("{other:?}"),
        }
    }
    assert_eq!(refused[0], refused[1]);
    host.stopped().await;
}
