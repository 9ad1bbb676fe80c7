//! Two hosts prove to each other that they know the key of their store.
//!
//! ```text
//! opens  ── its versions, its session, a number drawn ──────────────────► accepts
//!        ◄─ the version that holds, its session, a number drawn, proof ───
//!        ── proof, the other way round ──────────────────────────────────►
//! ```
//!
//! Both proofs are over all that was said before, so nobody in between can make hosts speak an older version.

use crate::environment::{Spoken, shown};
use futures_util::{Sink, SinkExt as _, Stream, StreamExt as _};
use serde::{Deserialize, Serialize};
use std::ops::RangeInclusive;
use thiserror::Error;
use tokio_tungstenite::tungstenite::{Error, Message};

/// Why hosts do not come together.
#[derive(Debug, Error)]
pub(crate) enum NotGreeted {
    #[error("it speaks {}, and this host {}: they come together when both are up to date", in_words(.other), in_words(.own))]
    Version {
        own: RangeInclusive<u32>,
        other: RangeInclusive<u32>,
    },
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
    /// The newest version of links that it speaks.
    version: u32,
    /// The oldest one, if it speaks several.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    oldest: Option<u32>,
    session: u64,
    drawn: [u8; 32],
}

impl Hello {
    fn spoken(&self) -> Spoken {
        Spoken {
            newest: self.version,
            oldest: self.oldest.unwrap_or(self.version),
        }
    }
}

#[derive(Serialize, Deserialize)]
struct Answer {
    /// The version that holds. Left out by a host that speaks the one of the hello alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    version: Option<u32>,
    session: u64,
    drawn: [u8; 32],
    proof: [u8; 32],
}

#[derive(Serialize, Deserialize)]
struct Proof {
    proof: [u8; 32],
}

/// What is proved: all that was said. Keys that one side does not know are left out of it, so later versions can add some.
struct Said<'a> {
    hello: &'a Hello,
    version: u32,
    session: u64,
    drawn: &'a [u8; 32],
}

/// Proves that one side knows the key.
fn proof(key: &[u8; 32], who: &str, said: &Said<'_>) -> [u8; 32] {
    let Said {
        hello,
        version,
        session,
        drawn,
    } = said;
    let mut hash = blake3::Hasher::new_keyed(key);
    hash.update(who.as_bytes())
        .update(&hello.version.to_le_bytes())
        .update(&hello.session.to_le_bytes())
        .update(&hello.drawn)
        .update(&session.to_le_bytes())
        .update(*drawn);
    // A host that knows of one version alone says nothing of others, and proves nothing of them.
    if hello.oldest.is_some() || *version != hello.version {
        hash.update(&hello.spoken().oldest.to_le_bytes())
            .update(&version.to_le_bytes());
    }
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

/// Greets a host that must have a certain session. Gives the version of links that holds.
pub(super) async fn say<S>(
    socket: &mut S,
    key: &[u8; 32],
    versions: &RangeInclusive<u32>,
    own: u64,
    other: u64,
) -> Result<u32, NotGreeted>
where
    S: Stream<Item = Result<Message, Error>> + Sink<Message, Error = Error> + Unpin,
{
    let (oldest, newest) = versions.clone().into_inner();
    let hello = Hello {
        version: newest,
        oldest: (oldest < newest).then_some(oldest),
        session: own,
        drawn: drawn(),
    };
    send(socket, &hello).await?;
    let answer: Answer = receive(socket).await?;
    let said = Said {
        hello: &hello,
        version: answer.version.unwrap_or(newest),
        session: answer.session,
        drawn: &answer.drawn,
    };
    if !is_same(answer.proof, proof(key, "accepts", &said)) {
        return Err(NotGreeted::Forged);
    }
    if !versions.contains(&said.version) {
        return Err(NotGreeted::Version {
            own: versions.clone(),
            other: said.version..=said.version,
        });
    }
    if answer.session != other {
        return Err(NotGreeted::Another);
    }
    let proof = proof(key, "opens", &said);
    send(socket, &Proof { proof }).await?;
    Ok(said.version)
}

/// Hears the greeting of another host. Gives the version of links that holds.
pub(super) async fn hear<S>(
    socket: &mut S,
    key: &[u8; 32],
    versions: &RangeInclusive<u32>,
    own: u64,
) -> Result<u32, NotGreeted>
where
    S: Stream<Item = Result<Message, Error>> + Sink<Message, Error = Error> + Unpin,
{
    let hello: Hello = receive(socket).await?;
    let spoken = hello.spoken();
    let agreed = spoken.agreed(versions);
    let drawn = drawn();
    let said = Said {
        hello: &hello,
        // Where none holds, this says why.
        version: agreed.unwrap_or(*versions.end()),
        session: own,
        drawn: &drawn,
    };
    let answer = Answer {
        version: (said.version != hello.version).then_some(said.version),
        session: own,
        drawn,
        proof: proof(key, "accepts", &said),
    };
    send(socket, &answer).await?;
    let Some(version) = agreed else {
        return Err(NotGreeted::Version {
            own: versions.clone(),
            other: spoken.oldest..=spoken.newest,
        });
    };
    let Proof { proof: proved } = receive(socket).await?;
    match is_same(proved, proof(key, "opens", &said)) {
        true => Ok(version),
        false => Err(NotGreeted::Forged),
    }
}

fn in_words(versions: &RangeInclusive<u32>) -> String {
    format!("{} of links", shown(versions))
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio_tungstenite::WebSocketStream;
    use tokio_tungstenite::tungstenite::protocol::Role;

    /// Greets as hosts with these keys and versions do.
    async fn greet_as(
        keys: [[u8; 32]; 2],
        versions: [RangeInclusive<u32>; 2],
        expected: u64,
    ) -> [Result<u32, NotGreeted>; 2] {
        let [first, second] = versions;
        let (one, other) = tokio::io::duplex(4096);
        let opens = async move {
            let mut socket = WebSocketStream::from_raw_socket(one, Role::Client, None).await;
            say(&mut socket, &keys[0], &first, 1, expected).await
        };
        let accepts = async move {
            let mut socket = WebSocketStream::from_raw_socket(other, Role::Server, None).await;
            hear(&mut socket, &keys[1], &second, 2).await
        };
        let (opened, accepted) = tokio::join!(opens, accepts);
        [opened, accepted]
    }

    async fn greet(keys: [[u8; 32]; 2], expected: u64) -> [Result<u32, NotGreeted>; 2] {
        greet_as(keys, [1..=1, 1..=1], expected).await
    }

    #[tokio::test]
    async fn hosts_speak_the_newest_version_that_both_know() {
        for (versions, agreed) in [([1..=1, 1..=2], 1), ([1..=2, 1..=1], 1), ([1..=2, 2..=3], 2)] {
            let greeted = greet_as([[7; 32]; 2], versions.clone(), 2).await;
            let both = greeted.map(|version| version.unwrap());
            assert_eq!(both, [agreed; 2], "{versions:?}");
        }
        for versions in [[1..=1, 2..=3], [2..=3, 1..=1]] {
            let greeted = greet_as([[7; 32]; 2], versions.clone(), 2).await;
            let is_told =
                |result: &Result<u32, NotGreeted>| matches!(result, Err(NotGreeted::Version { .. }));
            assert!(greeted.iter().all(is_told), "{versions:?}: {greeted:?}");
        }
    }

    /// Somebody in between who makes the hello say an older version.
    #[tokio::test]
    async fn nobody_in_between_makes_hosts_speak_an_older_version() {
        let (key, two) = ([7; 32], 1..=2);
        let (one, between) = tokio::io::duplex(4096);
        let (beyond, other) = tokio::io::duplex(4096);
        let opens = async {
            let mut socket = WebSocketStream::from_raw_socket(one, Role::Client, None).await;
            say(&mut socket, &key, &two, 1, 2).await
        };
        let accepts = async {
            let mut socket = WebSocketStream::from_raw_socket(other, Role::Server, None).await;
            hear(&mut socket, &key, &two, 2).await
        };
        let forges = async {
            let mut near = WebSocketStream::from_raw_socket(between, Role::Server, None).await;
            let mut far = WebSocketStream::from_raw_socket(beyond, Role::Client, None).await;
            let mut hello: Hello = receive(&mut near).await.unwrap();
            hello.version = 1;
            hello.oldest = None;
            send(&mut far, &hello).await.unwrap();
            let mut answer: Answer = receive(&mut far).await.unwrap();
            answer.version = Some(1);
            send(&mut near, &answer).await.unwrap();
        };
        let (opened, accepted, ()) = tokio::join!(opens, accepts, forges);
        assert!(matches!(opened, Err(NotGreeted::Forged)), "{opened:?}");
        assert!(accepted.is_err());
    }

    /// Hosts that know of one version alone prove no more than this.
    #[test]
    fn hosts_of_one_version_prove_what_they_always_have() {
        let (key, drawn) = ([7; 32], [9; 32]);
        let hello = Hello {
            version: 1,
            oldest: None,
            session: 1,
            drawn: [8; 32],
        };
        let said = Said {
            hello: &hello,
            version: 1,
            session: 2,
            drawn: &drawn,
        };
        let all = [
            &b"opens"[..],
            &1_u32.to_le_bytes(),
            &1_u64.to_le_bytes(),
            &[8; 32],
            &2_u64.to_le_bytes(),
            &[9; 32],
        ];
        let expected = blake3::keyed_hash(&key, &all.concat());
        assert_eq!(proof(&key, "opens", &said), *expected.as_bytes());
    }

    #[tokio::test]
    async fn only_hosts_with_the_same_key_come_together() {
        let (key, other) = ([7; 32], [8; 32]);
        assert!(matches!(greet([key, key], 2).await, [Ok(1), Ok(1)]));
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
                version: 1,
                oldest: None,
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
            hear(&mut socket, &key, &(1..=1), 2).await
        };
        let ((), heard) = tokio::join!(forger, accepts);
        assert!(matches!(heard, Err(NotGreeted::Forged)));
    }
}
