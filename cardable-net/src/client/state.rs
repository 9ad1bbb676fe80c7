//! The room and the table, as a client has them.

use crate::protocol::{Clocks, Decision, Message, Phase, RoomInfo, Seq};
use cardable_core::{Replica, View};

/// The room and the table, kept up to date by what the host tells.
#[derive(Debug, Default)]
pub struct TableState {
    room: Option<Box<RoomInfo>>,
    replica: Option<Replica>,
    game: Option<u32>,
    seq: Option<Seq>,
    decision: Option<Box<Decision>>,
    clocks: Clocks,
    /// Whether something was missed, and the whole view was asked for.
    gap: bool,
}

impl TableState {
    /// The room.
    pub fn room(&self) -> Option<&RoomInfo> {
        self.room.as_deref()
    }

    /// The table.
    pub fn view(&self) -> Option<&View> {
        self.replica.as_ref().map(Replica::view)
    }

    /// The table, with names for cards that can be followed.
    pub fn replica(&self) -> Option<&Replica> {
        self.replica.as_ref()
    }

    /// What is to be decided; nothing while the room is suspended.
    pub fn decision(&self) -> Option<&Decision> {
        let phase = self.room.as_ref().map(|room| room.phase);
        self.decision
            .as_deref()
            .filter(|_| phase != Some(Phase::Suspended))
    }

    /// How much time the seats have left.
    pub fn clocks(&self) -> &Clocks {
        &self.clocks
    }

    /// Which game of the room it is.
    pub fn game(&self) -> Option<u32> {
        self.game
    }

    /// The number of the last message of the game.
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

    /// Takes note of what the host tells; whether something is missing, and must be asked for.
    pub(super) fn take(&mut self, told: &Message) -> bool {
        match told {
            Message::Room(room) => {
                match room.phase {
                    // It stands when the room goes on after a mistake of the rules.
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
