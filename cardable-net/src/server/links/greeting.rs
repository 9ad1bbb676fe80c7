//! Two hosts prove to each other that they know the key of their store.
//!
//! ```text
//! opens  ── version, its session, a number drawn ──────────────► accepts
//!        ◄─ its session, a number drawn, proof over all of it ──
//!        ── proof over all of it, the other way round ─────────►
//! ```

use futures_util::{Sink, SinkExt as _, Stream, StreamExt as _};
use serde::{Deserialize, Serialize};
use thiserror::Error;
use tokio_tungstenite::tungstenite::{Error, Message};

/// The version of what hosts say to each other.
const VERSION: u32 = 1;

/// Why hosts do not come together.
#[derive(Debug, Error)]
pub(crate) enum NotGreeted {
    #[error(
        "it speaks version {0} of links, and this host {VERSION}: they come together when both are up to date"
    )]
    Version(u32),
    #[error("it is not the host that was asked for")]
    Another,
    #[error("it does not know the key")]
    Forged,
    #[error("it has said nothing that hosts say")]
    Malformed,
    #[error(transparent)]
    Line(#[from] Error),
}

#[derive(Serialize, Deserialize)]
struct Hello {
    version: u32,
    session: u64,
    drawn: [u8; 32],
}

#[derive(Serialize, Deserialize)]
struct Answer {
    session: u64,
    drawn: [u8; 32],
    proof: [u8; 32],
}

#[derive(Serialize, Deserialize)]
struct Proof {
    proof: [u8; 32],
}

/// Proves that one side knows the key.
fn proof(key: &[u8; 32], who: &str, hello: &Hello, session: u64, drawn: &[u8; 32]) -> [u8; 32] {
    let mut hash = blake3::Hasher::new_keyed(key);
    hash.update(who.as_bytes())
        .update(&hello.version.to_le_bytes())
        .update(&hello.session.to_le_bytes())
        .update(&hello.drawn)
        .update(&session.to_le_bytes())
        .update(drawn);
    *hash.finalize().as_bytes()
}

/// Compares in constant time.
fn is_same(one: [u8; 32], other: [u8; 32]) -> bool {
    blake3::Hash::from_bytes(one) == blake3::Hash::from_bytes(other)
}

fn drawn() -> [u8; 32] {
    crate::entropy::Entropy::system().bytes()
}

async fn send<S>(socket: &mut S, value: &impl Serialize) -> Result<(), NotGreeted>
where
    S: Sink<Message, Error = Error> + Unpin,
{
    let text = serde_json::to_string(value).map_err(|_| NotGreeted::Malformed)?;
    Ok(socket.send(Message::text(text)).await?)
}

async fn receive<T, S>(socket: &mut S) -> Result<T, NotGreeted>
where
    T: for<'de> Deserialize<'de>,
    S: Stream<Item = Result<Message, Error>> + Unpin,
{
    match socket.next().await {
        Some(Ok(Message::Text(text))) => serde_json::from_str(&text).map_err(|_| NotGreeted::Malformed),
        Some(Err(error)) => Err(error.into()),
        Some(Ok(Message::Close(_))) | None => Err(Error::ConnectionClosed.into()),
        Some(Ok(_)) => Err(NotGreeted::Malformed),
    }
}

/// Greets a host that must have a certain session.
pub(super) async fn say<S>(socket: &mut S, key: &[u8; 32], own: u64, other: u64) -> Result<(), NotGreeted>
where
    S: Stream<Item = Result<Message, Error>> + Sink<Message, Error = Error> + Unpin,
{
    let hello = Hello {
        version: VERSION,
        session: own,
        drawn: drawn(),
    };
    send(socket, &hello).await?;
    let answer: Answer = receive(socket).await?;
    let expected = proof(key, "accepts", &hello, answer.session, &answer.drawn);
    if !is_same(answer.proof, expected) {
        return Err(NotGreeted::Forged);
    }
    if answer.session != other {
        return Err(NotGreeted::Another);
    }
    let proof = proof(key, "opens", &hello, answer.session, &answer.drawn);
    send(socket, &Proof { proof }).await
}

/// Hears the greeting of another host. Gives its session.
pub(super) async fn hear<S>(socket: &mut S, key: &[u8; 32], own: u64) -> Result<u64, NotGreeted>
where
    S: Stream<Item = Result<Message, Error>> + Sink<Message, Error = Error> + Unpin,
{
    let hello: Hello = receive(socket).await?;
    if hello.version != VERSION {
        return Err(NotGreeted::Version(hello.version));
    }
    let drawn = drawn();
    let answer = Answer {
        session: own,
        drawn,
        proof: proof(key, "accepts", &hello, own, &drawn),
    };
    send(socket, &answer).await?;
    let Proof { proof: said } = receive(socket).await?;
    match is_same(said, proof(key, "opens", &hello, own, &drawn)) {
        true => Ok(hello.session),
        false => Err(NotGreeted::Forged),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio_tungstenite::WebSocketStream;
    use tokio_tungstenite::tungstenite::protocol::Role;

    async fn greet(keys: [[u8; 32]; 2], expected: u64) -> [Result<(), NotGreeted>; 2] {
        let (one, other) = tokio::io::duplex(4096);
        let opens = async move {
            let mut socket = WebSocketStream::from_raw_socket(one, Role::Client, None).await;
            say(&mut socket, &keys[0], 1, expected).await
        };
        let accepts = async move {
            let mut socket = WebSocketStream::from_raw_socket(other, Role::Server, None).await;
            hear(&mut socket, &keys[1], 2).await.map(drop)
        };
        let (opened, accepted) = tokio::join!(opens, accepts);
        [opened, accepted]
    }

    #[tokio::test]
    async fn only_hosts_with_the_same_key_come_together() {
        let (key, other) = ([7; 32], [8; 32]);
        assert!(matches!(greet([key, key], 2).await, [Ok(()), Ok(())]));
        assert!(matches!(
            greet([key, other], 2).await,
            [Err(NotGreeted::Forged), Err(_)]
        ));
        assert!(matches!(
            greet([key, key], 3).await,
            [Err(NotGreeted::Another), Err(_)]
        ));
    }

    #[tokio::test]
    async fn whoever_repeats_what_was_said_is_not_let_in() {
        let key = [7; 32];
        let (one, other) = tokio::io::duplex(4096);
        let forger = async move {
            let mut socket = WebSocketStream::from_raw_socket(one, Role::Client, None).await;
            let hello = Hello {
                version: VERSION,
                session: 1,
                drawn: [0; 32],
            };
            send(&mut socket, &hello).await.unwrap();
            let answer: Answer = receive(&mut socket).await.unwrap();
            // The proof of the other side, sent back to it.
            send(&mut socket, &Proof { proof: answer.proof }).await.unwrap();
        };
        let accepts = async move {
            let mut socket = WebSocketStream::from_raw_socket(other, Role::Server, None).await;
            hear(&mut socket, &key, 2).await
        };
        let ((), heard) = tokio::join!(forger, accepts);
        assert!(matches!(heard, Err(NotGreeted::Forged)));
    }
}
