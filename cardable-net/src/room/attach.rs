//! Attaches and detaches viewers.

use super::broadcast::{Reader, decision_of, happened};
use super::command::Refused;
use super::mail::Attached;
use super::outbox::{CloseReason, Outbox};
use super::record::Record;
use super::seats::proper_name;
use super::state::Watching;
use super::task::Room;
use super::token::SeatToken;
use super::viewer::{Part, Viewer, ViewerKey};
use crate::lobby::Who;
use crate::protocol::{Happened, Message};
use crate::room::{bots, broadcast, delayed, drawing, seats};
use crate::wire;
use cardable_core::{Seat, Viewer as See};

impl Room {
    /// Attaches a viewer. Everything is checked before anything changes, so a wrong token replaces nobody.
    pub(super) async fn attach(&mut self, who: Who, outbox: Outbox) -> Result<Attached, Refused> {
        match who {
            Who::Seat { token, seen } => self.attach_seat(&token, seen, outbox).await,
            Who::Watcher { name, invite } => self.attach_watcher(&name, invite.as_deref(), outbox).await,
        }
    }

    async fn attach_seat(
        &mut self,
        token: &SeatToken,
        seen: Option<(u32, u64)>,
        outbox: Outbox,
    ) -> Result<Attached, Refused> {
        let seat = self.state.seat_of(token).ok_or(Refused::BadToken)?;
        let knows = self.state.sees(&Part::Seat(seat)) == Some(See::Seat(seat));
        let missed = match seen.filter(|_| knows) {
            Some((game, seq)) => self.missed(Some(game), seq).await,
            None => None,
        };
        if let Some(older) = self.presence(seat).and_then(|there| there.here.take())
            && let Some(viewer) = self.viewers.remove(older)
        {
            viewer.close(CloseReason::Replaced);
            if let Some(there) = self.presence(seat) {
                there.allowances = viewer.allowances;
            }
        }
        let mut viewer = Viewer::new(Part::Seat(seat), outbox);
        if let Some(there) = self.presence(seat) {
            viewer.allowances = there.allowances;
        }
        let key = self.viewers.insert(viewer);
        if let Some(there) = self.presence(seat) {
            there.here = Some(key);
            there.stand_in = false;
        }
        // The first person to return to a room without an owner becomes its owner.
        seats::replace_absent_owner(self, self.ctx.clock.now()).await;
        self.welcome(key);
        match missed {
            Some(missed) => self.tell_missed(key, seat, missed),
            None => broadcast::tell_view(self, key),
        }
        self.run_or_stop_clocks();
        self.changed = true;
        bots::rouse_bots(self);
        let viewer = See::Seat(seat);
        let waits = false;
        Ok(Attached { key, viewer, waits })
    }

    async fn attach_watcher(
        &mut self,
        name: &str,
        invite: Option<&str>,
        outbox: Outbox,
    ) -> Result<Attached, Refused> {
        seats::check_invite(self, invite)?;
        let admitted = match self.state.new.watching {
            Watching::None => return Err(Refused::NotWatched),
            Watching::Open | Watching::Delayed { .. } => true,
            Watching::Approved => false,
        };
        let watching = self.viewers.values().filter(|v| v.part.seat().is_none()).count();
        if watching >= self.ctx.limits.watchers {
            return Err(Refused::limit("as many watch this room as may"));
        }
        if admitted && !delayed::get_late(self).await {
            return Err(Refused::Store);
        }
        let name = proper_name(name, self.ctx.limits.name_letters).unwrap_or_else(|| "Guest".to_owned());
        self.watchers = self.watchers.wrapping_add(1);
        let part = Part::Watcher {
            number: self.watchers,
            name,
            admitted,
        };
        let key = self.viewers.insert(Viewer::new(part, outbox));
        self.welcome(key);
        broadcast::tell_view(self, key);
        self.changed = true;
        Ok(Attached {
            key,
            viewer: See::Spectator,
            waits: !admitted,
        })
    }

    /// Sends a new viewer the state of the room and the chat so far.
    pub(super) fn welcome(&mut self, key: ViewerKey) {
        let now = self.ctx.clock.now();
        broadcast::tell_room_to(self, key);
        if let Some(viewer) = self.viewers.get_mut(key)
            && viewer.part.sees().is_some()
        {
            for line in &self.state.talk {
                viewer.tell(&mut Message::Chat(wire::chat_line(line, true)).into(), now);
            }
        }
    }

    /// The events since choice `seq`, for a viewer who knows the game up to there. `None` if they are too many
    /// or cannot be sent choice by choice.
    async fn missed(&self, game: Option<u32>, seq: u64) -> Option<Missed> {
        let play = self.play.as_deref()?;
        let many = play.seq.checked_sub(seq)?;
        if game != Some(play.number) || many > self.ctx.limits.catch_up {
            return None;
        }
        if many == 0 {
            return Some(Missed {
                from: None,
                records: Vec::new(),
            });
        }
        let (from, records) = self.load(play.first, Some(seq)).await.ok()?;
        // An undo cannot be sent choice by choice.
        let plain = records.iter().all(|r| r.entry().is_some());
        (plain && records.len() as u64 == many).then(|| Missed {
            from: Some(from),
            records,
        })
    }

    fn tell_missed(&mut self, key: ViewerKey, seat: Seat, missed: Missed) {
        let now = self.ctx.clock.now();
        let Some(language) = self.viewers.get(key).map(Viewer::language) else {
            return;
        };
        let see = See::Seat(seat);
        let reader = Reader { see, language };
        let Some(play) = self.play.as_deref() else { return };
        let clocks = broadcast::clocks_for(self, play, see, now);
        let names = broadcast::seat_names(self, &play.game);
        let mut messages = Vec::new();
        let view = match missed.from {
            None => {
                messages.push(Message::Clocks(clocks));
                play.game.view(see)
            }
            Some(mut from) => {
                let mut view = from.game.view(see);
                for record in &missed.records {
                    if from.attempt(record, None).is_err() {
                        // These records have been applied before. If this fails nevertheless, the viewer gets
                        // the whole table.
                        broadcast::tell_view(self, key);
                        return;
                    }
                    from.count(record);
                    let (step, after) = happened(&from, reader, Some(&view.status), &names);
                    view = after;
                    messages.push(Message::Events(Box::new(Happened {
                        decision: decision_of(&from, reader),
                        clocks: clocks.clone(),
                        ..step
                    })));
                }
                view
            }
        };
        self.last_sent.set(see, &view);
        if let Some(viewer) = self.viewers.get_mut(key) {
            for message in messages {
                viewer.tell(&mut message.into(), now);
            }
        }
    }

    /// Removes a viewer whose connection has closed.
    pub(super) fn detach(&mut self, key: ViewerKey) {
        let now = self.ctx.clock.now();
        let Some(viewer) = self.viewers.remove(key) else {
            return;
        };
        if let Part::Seat(seat) = viewer.part
            && let Some(there) = self.presence(seat)
            && there.here == Some(key)
        {
            there.here = None;
            there.away = now;
            there.allowances = viewer.allowances;
            self.last_sent.forget(See::Seat(seat));
            self.run_or_stop_clocks();
            drawing::is_not_asked(self, seat);
        }
        if !broadcast::is_seen_by(self, See::Spectator) {
            self.last_sent.forget(See::Spectator);
            self.delayed = None;
        }
        if self.viewers.is_empty() {
            self.quiet = now;
        }
        self.changed = true;
    }
}

/// The events that a viewer has missed.
struct Missed {
    /// The game as the viewer knows it. `None` if nothing is missing.
    from: Option<super::play::Play>,
    records: Vec<Record>,
}
