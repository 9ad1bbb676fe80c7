//! Timeouts and pings of a session.

use super::{End, LOBBY_PAUSE, Session};
use crate::lobby::LobbyChange as Change;
use crate::protocol::{ByeCode, LobbyChange, Message as Sent, RoomId};
use crate::server::content;
use crate::wire;
use futures_util::{Sink, Stream};
use std::time::Duration;
use tokio::sync::broadcast;
use tokio_tungstenite::tungstenite::Message;

impl<S, E> Session<S>
where
    S: Stream<Item = Result<Message, E>> + Sink<Message, Error = E> + Unpin,
    E: std::error::Error + 'static,
{
    pub(super) fn next_tick(&self) -> Duration {
        let limits = &self.host.config.limits;
        if self.lobby.is_some() {
            return LOBBY_PAUSE;
        }
        let left = match (self.greeted, self.pinged) {
            // Other messages do not extend the time for the handshake.
            (false, _) => Duration::from_secs(limits.handshake).saturating_sub(self.began.elapsed()),
            (true, false) => (Duration::from_secs(limits.idle) / 2).saturating_sub(self.heard.elapsed()),
            (true, true) => Duration::from_secs(limits.idle).saturating_sub(self.heard.elapsed()),
        };
        left.max(Duration::from_millis(10))
    }

    pub(super) async fn tick(&mut self) -> Result<(), End> {
        let limits = &self.host.config.limits;
        let silent = self.heard.elapsed();
        if !self.greeted && self.began.elapsed() >= Duration::from_secs(limits.handshake) {
            return Err(ByeCode::Handshake.into());
        }
        let idle = Duration::from_secs(limits.idle);
        if silent >= idle {
            return Err(ByeCode::Idle.into());
        }
        if self.greeted && !self.pinged && silent >= idle / 2 {
            self.pinged = true;
            self.send(Message::Ping(axum::body::Bytes::new())).await?;
        }
        self.tell_lobby().await
    }

    pub(super) async fn tell_lobby(&mut self) -> Result<(), End> {
        let Some(changes) = &mut self.lobby else {
            return Ok(());
        };
        let mut told = LobbyChange::default();
        let mut last: std::collections::BTreeMap<RoomId, Option<crate::protocol::RoomEntry>> =
            std::collections::BTreeMap::new();
        loop {
            match changes.try_recv() {
                Ok(Change::Room(room)) => {
                    last.insert(wire::room_id(room.room), Some(wire::room_entry(&room)));
                }
                Ok(Change::Gone(room)) => {
                    last.insert(wire::room_id(room), None);
                }
                Err(broadcast::error::TryRecvError::Lagged(_)) => {
                    told.whole = true;
                    *changes = changes.resubscribe();
                }
                Err(broadcast::error::TryRecvError::Empty) => break,
                Err(broadcast::error::TryRecvError::Closed) => {
                    self.lobby = None;
                    return Ok(());
                }
            }
        }
        if told.whole {
            let rooms = self.host.rooms.list();
            told.changed = rooms.iter().map(|room| wire::room_entry(room)).collect();
        } else {
            for (room, entry) in last {
                match entry {
                    Some(entry) => told.changed.push(entry),
                    None => told.gone.push(room),
                }
            }
        }
        if self.rulesets.has_changed().unwrap_or(false) {
            self.rulesets.mark_unchanged();
            told.rulesets = Some(content::rulesets(&self.host.library, self.client.language));
            told.content = content::manifest(
                &self.host.library,
                self.client.language,
                self.host.config.show_sources,
            );
        }
        if told != LobbyChange::default() {
            self.tell(&Sent::Lobby(told)).await?;
        }
        Ok(())
    }
}
