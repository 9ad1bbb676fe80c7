//! What the operator wants to be done with a room, wherever the room is.
//!
//! ```text
//! /admin ─► this host has the room: done here
//!        └► another one has it ─► a session of a link, whose passport names the errand ─► done there ─► what came of it
//!        ▲                                                                                          │
//!        └─────────── the room moves, or its host is gone: again, for some seconds ◄────────────────┘
//! ```

use super::host::Host;
use super::links::{Elsewhere, Linked, Passport};
use crate::room::Refused;
use crate::store::RoomId;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use cardable_core::Language;
use futures_util::{SinkExt as _, StreamExt as _};
use serde::{Deserialize, Serialize};
use std::net::{IpAddr, Ipv4Addr};
use std::time::Duration;
use tokio::time::{Instant, sleep, timeout};
use tokio_tungstenite::tungstenite::Message;

/// How long a room is looked for. A host that is gone keeps its rooms until its lease has run out.
const LONGEST: Duration = Duration::from_secs(10);

/// The pause before another attempt.
const PAUSE: Duration = Duration::from_millis(250);

/// How often to look whether a host that has not answered has its lease still.
const LOOK: Duration = Duration::from_millis(500);

/// Something to be done with a room.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum What {
    /// Close it, and tell everybody in it.
    End,
    /// Let in again what was set aside.
    Release,
    /// Put it to sleep. It wakes when somebody comes.
    Drain,
    /// What only a later version does.
    #[serde(other)]
    Other,
}

impl What {
    /// What has been done, as the log says it.
    fn done(self) -> &'static str {
        match self {
            What::End => "ended",
            What::Release => "let in again",
            What::Drain => "put to sleep",
            What::Other => "asked something unknown of",
        }
    }
}

/// Something to be done with a certain room.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct Errand {
    pub(super) room: RoomId,
    pub(super) what: What,
}

/// What came of it, as it is answered.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct Outcome {
    status: u16,
    text: String,
    /// Whether the host that is asked should try again, because the room is on its way to another one.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    is_passing: bool,
}

impl From<Result<(), Refused>> for Outcome {
    fn from(done: Result<(), Refused>) -> Outcome {
        let (status, text) = match done {
            Ok(()) => (StatusCode::OK, "done\n".to_owned()),
            Err(refused @ Refused::NoRoom) => (StatusCode::NOT_FOUND, format!("{refused}\n")),
            Err(refused) => (StatusCode::CONFLICT, format!("{refused}\n")),
        };
        Outcome {
            status: status.as_u16(),
            text,
            is_passing: false,
        }
    }
}

impl IntoResponse for Outcome {
    fn into_response(self) -> Response {
        let status = StatusCode::from_u16(self.status).unwrap_or(StatusCode::CONFLICT);
        (status, self.text).into_response()
    }
}

/// What came of one attempt.
enum Attempt {
    Done(Outcome),
    /// Nothing has been done, as the room is on its way to another host, or the store did not take it.
    Passing(Outcome),
    /// The host that has the room has not answered, so it may have been done.
    Unanswered(Outcome),
}

/// Whether something else comes of it where it is tried again a little later.
fn is_passing(refused: &Refused) -> bool {
    matches!(
        refused,
        Refused::Elsewhere { .. } | Refused::Moving | Refused::Draining | Refused::Store
    )
}

impl Errand {
    /// Does it here, or has it done at the host that has the room. Follows a room that moves, so that the operator gets one
    /// answer.
    pub(super) async fn run(self, host: &Host) -> Outcome {
        let begun = Instant::now();
        let mut may_be_done = false;
        loop {
            let outcome = match self.attempt(host, begun + LONGEST).await {
                // What has ended a room ends nothing the second time.
                Attempt::Done(outcome)
                    if may_be_done
                        && self.what == What::End
                        && outcome.status == StatusCode::NOT_FOUND.as_u16() =>
                {
                    return Ok(()).into();
                }
                Attempt::Done(outcome) => return outcome,
                Attempt::Passing(outcome) => outcome,
                Attempt::Unanswered(outcome) => {
                    may_be_done = true;
                    outcome
                }
            };
            // A host that has its store alone has nobody to wait for, and one that stops waits for nothing.
            if host.rooms.session().is_none() || host.drains() || begun.elapsed() + PAUSE >= LONGEST {
                let Errand { room, what } = self;
                tracing::warn!(%room, ?what, why = outcome.text.trim_end(), "what the operator wanted done with a room was not");
                return outcome;
            }
            // Either a host is gone, and its rooms can soon be taken, or this one does not know yet where the room is.
            host.rooms.look_at_hosts().await;
            sleep(PAUSE).await;
        }
    }

    async fn attempt(self, host: &Host, until: Instant) -> Attempt {
        match self.run_here(host).await {
            Err(Refused::Elsewhere { link, session }) => {
                self.run_elsewhere(host, &Elsewhere::new(link, session), until)
                    .await
            }
            Err(refused) if is_passing(&refused) => Attempt::Passing(Err(refused).into()),
            done => Attempt::Done(done.into()),
        }
    }

    async fn run_here(self, host: &Host) -> Result<(), Refused> {
        let Errand { room, what } = self;
        let done = match what {
            What::End => host.rooms.end(room).await,
            What::Release => host.rooms.release(room).await,
            What::Drain => host.rooms.put_to_sleep(room).await,
            What::Other => Err(Refused::not_now(
                "the host of this room is of an earlier version, and cannot do that",
            )),
        };
        match &done {
            Ok(()) => tracing::info!(%room, "the operator has {} a room", what.done()),
            Err(refused) if is_passing(refused) => {}
            Err(why) => {
                tracing::warn!(%room, ?what, %why, "what the operator wanted done with a room was not")
            }
        }
        done
    }

    /// Has it done at another host, which is waited for as long as it has its lease.
    async fn run_elsewhere(self, host: &Host, to: &Elsewhere, until: Instant) -> Attempt {
        let passport = Passport {
            address: IpAddr::V4(Ipv4Addr::LOCALHOST),
            binary: false,
            name: String::new(),
            greeted: false,
            watches: false,
            person: None,
            spoken: None,
            language: Language::English,
            left: None,
            counted: 0,
            errand: Some(self),
        };
        let unreached = || Err::<(), _>(to.clone().refused()).into();
        let mut linked = match host.links.open(host, to, &passport).await {
            Ok(linked) => linked,
            Err(error) => {
                tracing::warn!(link = to.link, %error, "another host cannot be reached");
                return Attempt::Passing(unreached());
            }
        };
        let answer = loop {
            match timeout(LOOK, linked.next()).await {
                Ok(answer) => break answer,
                Err(_) if Instant::now() >= until => break None,
                Err(_) => host.rooms.look_at_hosts().await,
            }
            if !host.rooms.sessions().contains(&to.session) {
                break None;
            }
        };
        linked.leave().await;
        let Some(Ok(Message::Text(text))) = answer else {
            return Attempt::Unanswered(unreached());
        };
        match serde_json::from_str::<Outcome>(&text) {
            Ok(outcome) if outcome.is_passing => Attempt::Passing(outcome),
            Ok(outcome) => Attempt::Done(outcome),
            Err(_) => Attempt::Unanswered(unreached()),
        }
    }

    /// Does it for another host.
    pub(super) async fn run_for(self, host: &Host, mut linked: Linked) {
        let done = self.run_here(host).await;
        let is_passing = done.as_ref().is_err_and(is_passing);
        let outcome = Outcome {
            is_passing,
            ..Outcome::from(done)
        };
        let text = serde_json::to_string(&outcome).unwrap_or_default();
        // The other host may be gone.
        let _ = linked.send(Message::text(text)).await;
        linked.end().await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A link would be given up where a passport cannot be read.
    #[test]
    fn an_errand_of_a_later_version_can_be_read() {
        let room = serde_json::to_value(Errand {
            room: RoomId(7),
            what: What::End,
        });
        let mut errand = room.unwrap();
        assert_eq!(errand["what"], "end");
        errand["what"] = "polish".into();
        errand["of_later"] = 1.into();
        let errand: Errand = serde_json::from_value(errand).unwrap();
        assert_eq!(errand.what, What::Other);
    }
}
