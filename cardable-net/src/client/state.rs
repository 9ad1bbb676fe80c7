//! A client's copy of the room and the table.

use crate::protocol::{Clocks, Decision, Message, Phase, RoomInfo, Seq};
use cardable_core::{Replica, View};

/// The room and the table, kept up to date by the host's messages.
#[derive(Debug, Default)]
pub struct TableState {
    room: Option<Box<RoomInfo>>,
    replica: Option<Replica>,
    game: Option<u32>,
    seq: Option<Seq>,
    decision: Option<Box<Decision>>,
    clocks: Clocks,
    /// Whether messages are missing and a resync is under way.
    gap: bool,
}

impl TableState {
    /// The room, once the host has described it.
    pub fn room(&self) -> Option<&RoomInfo> {
        self.room.as_deref()
    }

    /// The current view of the table; None before the first view.
    pub fn view(&self) -> Option<&View> {
        self.replica.as_ref().map(Replica::view)
    }

    /// The table with identities for the cards that can be followed.
    pub fn replica(&self) -> Option<&Replica> {
        self.replica.as_ref()
    }

    /// The open decision; None if there is none or while the room is suspended.
    pub fn decision(&self) -> Option<&Decision> {
        let phase = self.room.as_ref().map(|room| room.phase);
        self.decision
            .as_deref()
            .filter(|_| phase != Some(Phase::Suspended))
    }

    /// The time that the seats had left when the host last sent it.
    pub fn clocks(&self) -> &Clocks {
        &self.clocks
    }

    /// The number of the current game in the room.
    pub fn game(&self) -> Option<u32> {
        self.game
    }

    /// The number of the last message about the table.
    pub fn seq(&self) -> Option<Seq> {
        self.seq
    }

    /// Whether the game is over.
    pub fn is_over(&self) -> bool {
        self.room.as_ref().is_some_and(|room| room.phase == Phase::Over)
    }

    pub(super) fn line_was_lost(&mut self) {
        self.gap = false;
    }

    /// Updates the room and the table with a message. Returns whether messages are missing, so that the
    /// caller must ask for a resync.
    pub(super) fn take(&mut self, told: &Message) -> bool {
        match told {
            Message::Room(room) => {
                match room.phase {
                    // A suspended room may continue with the same decision.
                    Phase::Playing | Phase::Suspended => {}
                    Phase::Open | Phase::Over => self.decision = None,
                }
                self.room = Some(room.clone());
            }
            Message::View(view) => {
                self.gap = false;
                self.game = Some(view.game);
                self.seq = Some(view.seq);
                self.decision.clone_from(&view.decision);
                self.clocks.clone_from(&view.clocks);
                match &mut self.replica {
                    Some(replica) => replica.reset(view.view.clone()),
                    None => self.replica = Some(Replica::new(view.view.clone())),
                }
            }
            Message::Events(happened) => {
                let next = self.seq.map(|seq| seq + 1);
                let (Some(replica), true) = (&mut self.replica, next == Some(happened.seq)) else {
                    return !std::mem::replace(&mut self.gap, true);
                };
                if replica.apply(&happened.events).is_err() {
                    return !std::mem::replace(&mut self.gap, true);
                }
                self.seq = next;
                if !happened.clocks.is_none() {
                    self.clocks.clone_from(&happened.clocks);
                }
                self.decision.clone_from(&happened.decision);
            }
            Message::Clocks(clocks) => self.clocks.clone_from(clocks),
            Message::Answer { .. }
            | Message::Refused(_)
            | Message::Lobby(_)
            | Message::Matched(_)
            | Message::Chat(_)
            | Message::Bye(_) => {}
        }
        false
    }
}
