//! Hosts and clients of two versions side by side, as in an upgrade of one host after the other.
//!
//! There is one version so far. The later one here speaks to it as the next one will: it says that it is later, and adds keys,
//! messages and frames that the earlier one does not know.

use crate::clients::{begin, come_back, sit_down};
use crate::cluster::{connect, shared};
use crate::hosts::play;
use crate::within::Within;
use cardable_net::Environment;
use cardable_net::client::Client;
use cardable_net::environment::Versions;
use cardable_net::protocol::PROTOCOL;
use cardable_net::store::PostgresAddress;
use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::handshake::server::{ErrorResponse, Request as Offer, Response as Taken};
use tokio_tungstenite::tungstenite::http::header::SEC_WEBSOCKET_PROTOCOL;
use tokio_tungstenite::tungstenite::protocol::Role;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, accept_hdr_async, connect_async};

const LATER: u32 = PROTOCOL + 1;

/// A host of the later version, which speaks the earlier one, too.
async fn start_later(store: &PostgresAddress) -> Within {
    let links = *Versions::default().links.end();
    let versions = Versions {
        protocol: PROTOCOL..=LATER,
        links: links..=links + 1,
    };
    let surroundings = Environment {
        versions,
        ..Environment::default()
    };
    Within::start(store, surroundings).await
}

/// What a host answers to a greeting by itself.
async fn greets(host: &Within, hello: Value) -> Value {
    let (mut socket, _) = connect_async(host.url()).await.unwrap();
    asks(&mut socket, json!({"hello": hello})).await
}

async fn asks(socket: &mut WebSocketStream<MaybeTlsStream<TcpStream>>, call: Value) -> Value {
    let request = json!({"id": 1, "call": call, "of_later": [1]}).to_string();
    socket.send(Message::text(request)).await.unwrap();
    loop {
        let Message::Text(text) = socket.next().await.unwrap().unwrap() else {
            continue;
        };
        let told: Value = serde_json::from_str(&text).unwrap();
        if told["answer"]["id"] == 1 || told["refused"]["id"] == 1 {
            return told;
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn everybody_is_greeted_in_a_version_that_both_speak() {
    let Some(cluster) = shared() else { return };
    let store = cluster.database().await;
    let (earlier, later) = (
        Within::start(&store, Environment::default()).await,
        start_later(&store).await,
    );
    let both = json!({"protocol": LATER, "oldest": PROTOCOL, "of_later": true});
    for (host, hello, agreed) in [
        (&earlier, json!({"protocol": PROTOCOL}), Some(PROTOCOL)),
        (&later, json!({"protocol": PROTOCOL}), Some(PROTOCOL)),
        (&earlier, both.clone(), Some(PROTOCOL)),
        (&later, both, Some(LATER)),
        (&later, json!({"protocol": LATER}), Some(LATER)),
        (&earlier, json!({"protocol": LATER}), None),
        (&later, json!({"protocol": PROTOCOL - 1}), None),
    ] {
        let told = greets(host, hello.clone()).await;
        match agreed {
            Some(version) => assert_eq!(told["answer"]["done"]["hello"]["protocol"], version, "{hello}"),
            None => assert_eq!(told["refused"]["code"], "version", "{hello}"),
        }
    }
}

/// The hosts of a service are replaced by those of a later version, while clients of the earlier one play.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn tables_are_played_on_while_hosts_are_upgraded() {
    let Some(cluster) = shared() else { return };
    let store = cluster.database().await;
    let earlier = Within::start(&store, Environment::default()).await;
    let later = start_later(&store).await;
    // One room at each, and one person of each forwarded, over links of both directions.
    let mut tables = Vec::new();
    for (own, other) in [(&earlier, &later), (&later, &earlier)] {
        let mut ada = Client::connect(&own.url(), "Ada").await.unwrap();
        let room = ada
            .create("goofspiel", |create| create.settings.seats = Some(2))
            .await
            .unwrap();
        let mut ben = Client::connect(&other.url(), "Ben").await.unwrap();
        assert_eq!(ben.welcome().protocol, PROTOCOL);
        ben.join(&room, None).await.unwrap();
        begin(&mut ada, &mut [&mut ben]).await;
        play(&mut [&mut ada, &mut ben], 4).await;
        tables.push((ada, ben));
    }
    for host in [&earlier, &later] {
        assert!(host.said().contains("linked to another host"), "{}", host.said());
    }
    // A client of the later version whose room is at the earlier host.
    let room = tables[0].0.seated().unwrap().room.clone();
    let (mut socket, _) = connect_async(later.url()).await.unwrap();
    let hello = json!({"hello": {"protocol": LATER, "oldest": PROTOCOL}});
    asks(&mut socket, hello).await;
    let watching = asks(&mut socket, json!({"spectate": {"room": room, "of_later": {}}})).await;
    assert!(watching["answer"]["done"]["watching"].is_object(), "{watching}");
    // What only the later one knows is refused, and no more.
    let refused = asks(&mut socket, json!({"of_later": {}})).await;
    assert_eq!(refused["refused"]["code"], "malformed");
    let pong = asks(&mut socket, json!({"ping": {}})).await;
    assert!(pong["answer"].is_object(), "{pong}");

    earlier.stop().await;
    let another = start_later(&store).await;
    for (ada, ben) in &mut tables {
        *ada = come_back(&later.url(), ada).await;
        *ben = come_back(&another.url(), ben).await;
        play(&mut [&mut *ada, &mut *ben], usize::MAX).await;
        assert!(ada.is_over() && ben.is_over());
    }
}

/// A client whose versions the host of the room does not speak is told so.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_client_that_the_host_of_the_room_does_not_understand_is_told_so() {
    let Some(cluster) = shared() else { return };
    let store = cluster.database().await;
    let (earlier, later) = (
        Within::start(&store, Environment::default()).await,
        start_later(&store).await,
    );
    let (ada, _ben) = sit_down(&earlier.url(), "goofspiel").await;
    let room = ada.seated().unwrap().room.clone();
    let (mut socket, _) = connect_async(later.url()).await.unwrap();
    asks(&mut socket, json!({"hello": {"protocol": LATER}})).await;
    let spectate = json!({"id": 2, "call": {"spectate": {"room": room}}}).to_string();
    socket.send(Message::text(spectate)).await.unwrap();
    let goodbye = async {
        loop {
            match socket.next().await.unwrap().unwrap() {
                Message::Text(text) => {
                    let told: Value = serde_json::from_str(&text).unwrap();
                    if told["bye"].is_object() {
                        return told["bye"].clone();
                    }
                }
                other => panic!("{other:?}"),
            }
        }
    };
    let bye = tokio::time::timeout(Duration::from_secs(60), goodbye).await;
    let bye = bye.expect("it is told");
    assert_eq!(bye["why"], "protocol");
    assert!(
        bye["reason"]
            .as_str()
            .unwrap()
            .contains("the host of this room speaks"),
        "{bye}"
    );
}

/// Adds what the earlier version does not know to everything that is an object of named keys.
fn of_later(message: &mut Value) {
    if let Some(body) = message
        .as_object_mut()
        .and_then(|kinds| kinds.values_mut().next())
        && let Some(keys) = body.as_object_mut()
    {
        keys.insert("of_later".to_owned(), json!({"deep": [null, {"x": 1}]}));
    }
}

#[allow(
    clippy::result_large_err,
    clippy::unnecessary_wraps,
    reason = "the library asks for it"
)]
fn speaks_what_is_offered(offer: &Offer, mut answer: Taken) -> Result<Taken, ErrorResponse> {
    if let Some(spoken) = offer.headers().get(SEC_WEBSOCKET_PROTOCOL) {
        answer
            .headers_mut()
            .insert(SEC_WEBSOCKET_PROTOCOL, spoken.clone());
    }
    Ok(answer)
}

/// Makes a host look like one of the later version: what it says has more keys, and there are messages of other kinds, and what
/// it hears has more keys, too.
async fn disguise(url: String) -> SocketAddr {
    let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            let mut client = accept_hdr_async(stream, speaks_what_is_offered).await.unwrap();
            let (mut host, _) = connect_async(&url).await.unwrap();
            tokio::spawn(async move {
                loop {
                    tokio::select! {
                        Some(Ok(Message::Text(said))) = client.next() => {
                            let mut request: Value = serde_json::from_str(&said).unwrap();
                            of_later(&mut request["call"]);
                            request["of_later"] = json!(7);
                            host.send(Message::text(request.to_string())).await.unwrap();
                        }
                        Some(Ok(Message::Text(told))) = host.next() => {
                            let mut message: Value = serde_json::from_str(&told).unwrap();
                            of_later(&mut message);
                            for message in [json!({"fanfare": {"loud": true}}), message, json!({"news": [1, 2]})] {
                                if client.send(Message::text(message.to_string())).await.is_err() {
                                    return;
                                }
                            }
                        }
                        else => return,
                    }
                }
            });
        }
    });
    address
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_client_passes_over_what_a_later_host_says() {
    let Some(cluster) = shared() else { return };
    let store = cluster.database().await;
    let host = start_later(&store).await;
    let disguised = format!("ws://{}/ws", disguise(host.url()).await);
    let (mut ada, ben) = sit_down(&disguised, "goofspiel").await;
    let mut ben = come_back(&disguised, &ben).await;
    play(&mut [&mut ada, &mut ben], usize::MAX).await;
    assert!(ada.is_over() && ben.is_over());
}

/// A proof as `links/greeting` makes it.
fn proof(
    key: &[u8; 32],
    who: &str,
    [version, oldest, agreed]: [u32; 3],
    sessions: [u64; 2],
    drawn: [&[u8]; 2],
) -> Vec<u8> {
    let mut hash = blake3::Hasher::new_keyed(key);
    hash.update(who.as_bytes())
        .update(&version.to_le_bytes())
        .update(&sessions[0].to_le_bytes())
        .update(drawn[0])
        .update(&sessions[1].to_le_bytes())
        .update(drawn[1])
        .update(&oldest.to_le_bytes())
        .update(&agreed.to_le_bytes());
    hash.finalize().as_bytes().to_vec()
}

fn frame(session: u32, kind: u8, payload: &[u8]) -> Message {
    Message::binary([&session.to_le_bytes()[..], &[kind][..], payload].concat())
}

/// What is answered on a link for a session, as text.
async fn answered(socket: &mut WebSocketStream<TcpStream>, session: u32) -> Value {
    loop {
        if let Message::Binary(bytes) = socket.next().await.expect("the link holds").unwrap()
            && bytes[..4] == session.to_le_bytes()
            && bytes[4] == b't'
        {
            return serde_json::from_slice(&bytes[5..]).unwrap();
        }
    }
}

/// A host of the later version says on a link what the earlier one does not know, and the one before said less.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_link_goes_on_when_it_carries_what_a_later_host_says() {
    let Some(cluster) = shared() else { return };
    let store = cluster.database().await;
    let host = Within::start(&store, Environment::default()).await;
    host.until_ready(true).await;
    let beside = connect(&store.url).await;
    let key = beside
        .query_one("SELECT link_key FROM cardable.store", &[])
        .await
        .unwrap();
    let key: [u8; 32] = key.get::<_, &[u8]>(0).try_into().unwrap();
    let link = beside
        .query_one("SELECT link FROM cardable.sessions", &[])
        .await
        .unwrap();
    let stream = TcpStream::connect(link.get::<_, &str>(0)).await.unwrap();
    let mut socket = WebSocketStream::from_raw_socket(stream, Role::Client, None).await;

    let (own, drawn) = (77, [7_u8; 32]);
    let hello = json!({"version": 2, "oldest": 1, "session": own, "drawn": drawn, "of_later": "x"});
    socket.send(Message::text(hello.to_string())).await.unwrap();
    let answer = socket.next().await.unwrap().unwrap().into_text().unwrap();
    let answer: Value = serde_json::from_str(&answer).unwrap();
    assert_eq!(answer["version"], 1);
    let theirs: Vec<u8> = serde_json::from_value(answer["drawn"].clone()).unwrap();
    let said: Vec<u8> = serde_json::from_value(answer["proof"].clone()).unwrap();
    let session = answer["session"].as_u64().unwrap();
    let by = |who| proof(&key, who, [2, 1, 1], [own, session], [&drawn, &theirs]);
    assert!(said == by("accepts"));
    let proved = json!({"proof": by("opens"), "of_later": 1});
    socket.send(Message::text(proved.to_string())).await.unwrap();

    let passport = json!({
        "address": "127.0.0.1", "binary": false, "name": "Ada", "greeted": true, "watches": false, "of_later": {"x": []},
    });
    let ask = json!({"id": 5, "call": {"rooms": {"watch": false}}}).to_string();
    for number in [1, 2] {
        // Before a session there is, in the middle of it, and of one that is not there.
        for message in [
            frame(number, b'z', b"of later"),
            frame(number, b'o', passport.to_string().as_bytes()),
            frame(number, b'Q', b""),
            frame(99, b'~', b"of later"),
            frame(number, b't', ask.as_bytes()),
        ] {
            socket.send(message).await.unwrap();
        }
        let told = answered(&mut socket, number).await;
        assert_eq!(told["answer"]["id"], 5, "{told}");
    }
    // The one before said of a client only what it had to.
    let least =
        json!({"address": "127.0.0.1", "binary": false, "name": "Ben", "greeted": true, "watches": false});
    socket
        .send(frame(3, b'o', least.to_string().as_bytes()))
        .await
        .unwrap();
    socket.send(frame(3, b't', ask.as_bytes())).await.unwrap();
    assert_eq!(answered(&mut socket, 3).await["answer"]["id"], 5);
}
