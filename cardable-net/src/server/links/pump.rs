//! Passes frames on between a client and the host on which its session is.

use super::Elsewhere;
use super::frame::Body;
use super::linked::{Linked, Next};
use futures_util::{Sink, SinkExt as _, Stream, StreamExt as _};
use std::time::Duration;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;

/// How long the other host may take to give the rest of a session back.
const LONGEST: Duration = Duration::from_secs(5);

/// How passing on ended.
#[derive(Debug)]
pub(crate) enum Pumped<E> {
    /// The client is gone.
    Gone,
    /// What the client sent cannot be read.
    Broken(E),
    /// The other host has closed the session, and the client has been told why.
    Closed,
    /// The link is broken.
    Lost,
    /// The session has to go on elsewhere, with these messages.
    Back(Elsewhere, Vec<Message>),
}

/// Passes frames on until one side ends. A client that does not read for so long counts as gone.
pub(crate) async fn pump<S, E>(client: &mut S, linked: &mut Linked, longest: Duration) -> Pumped<E>
where
    S: Stream<Item = Result<Message, E>> + Sink<Message, Error = E> + Unpin,
{
    metrics::gauge!("cardable_forwarded_sessions").increment(1.0);
    let pumped = pass_on(client, linked, longest).await;
    metrics::gauge!("cardable_forwarded_sessions").decrement(1.0);
    match pumped {
        Pumped::Gone | Pumped::Broken(_) => {
            linked.say(Body::Gone).await;
            pumped
        }
        Pumped::Back(to, waiting) => match timeout(LONGEST, rest(linked)).await {
            Ok(Some(mut messages)) => {
                messages.extend(waiting);
                Pumped::Back(to, messages)
            }
            Ok(None) | Err(_) => Pumped::Lost,
        },
        Pumped::Closed | Pumped::Lost => pumped,
    }
}

async fn pass_on<S, E>(client: &mut S, linked: &mut Linked, longest: Duration) -> Pumped<E>
where
    S: Stream<Item = Result<Message, E>> + Sink<Message, Error = E> + Unpin,
{
    // A message of the client that waits for credit. The client is read no further meanwhile.
    let mut waiting: Option<Message> = None;
    loop {
        tokio::select! {
            next = linked.next(waiting.is_some()) => match next {
                Next::Heard(Some(Body::Message(message))) => {
                    let is_last = matches!(message, Message::Close(_));
                    let written = async {
                        client.feed(message).await?;
                        match linked.is_passed_on() {
                            true => client.flush().await,
                            // What has come together is written together.
                            false => Ok(()),
                        }
                    };
                    if !matches!(timeout(longest, written).await, Ok(Ok(()))) {
                        return Pumped::Gone;
                    }
                    if is_last {
                        return Pumped::Closed;
                    }
                }
                Next::Heard(Some(Body::Back(to))) => {
                    let _ = timeout(longest, client.flush()).await;
                    return Pumped::Back(to, Vec::from_iter(waiting));
                }
                Next::Heard(Some(Body::Gone | Body::Done)) => return Pumped::Closed,
                Next::Heard(Some(Body::Open(_) | Body::Credit(_))) => {}
                Next::Heard(None) | Next::MaySend(Err(_)) => return Pumped::Lost,
                Next::MaySend(Ok(())) => {
                    if let Some(message) = waiting.take()
                        && linked.start_send_unpin(message).is_err()
                    {
                        return Pumped::Lost;
                    }
                }
            },
            frame = client.next(), if waiting.is_none() => match frame {
                None | Some(Ok(Message::Close(_))) => return Pumped::Gone,
                Some(Err(error)) => return Pumped::Broken(error),
                Some(Ok(message)) => waiting = Some(message),
            },
        }
    }
}

/// What is left of a session that was given back.
async fn rest(linked: &mut Linked) -> Option<Vec<Message>> {
    if !linked.say(Body::Gone).await {
        return None;
    }
    let mut messages = Vec::new();
    loop {
        match linked.hear().await? {
            Body::Message(message) => messages.push(message),
            Body::Done => return Some(messages),
            Body::Open(_) | Body::Credit(_) | Body::Gone | Body::Back(_) => {}
        }
    }
}
