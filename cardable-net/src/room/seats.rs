//! Who sits where, and what they ask for beside the game.

use super::command::{Answer, Command, Refused};
use super::info::ChatLine;
use super::load::apart;
use super::outbox::CloseReason;
use super::state::{Occupant, RoomState, SeatKept, Stage};
use super::task::{Room, TALK};
use super::token::SeatToken;
use super::viewer::{Part, ViewerKey};
use crate::protocol::{HouseRules, Message};
use crate::wire::{self, Encodings};
use cardable_core::{Game, Seat, Seed};

/// A name as it is shown: without what cannot be seen, and not too long. Nothing is left of some.
pub(crate) fn proper_name(name: &str, most: usize) -> Option<String> {
    let seen: String = name
        .chars()
        .map(|c| if c.is_whitespace() { ' ' } else { c })
        .filter(|c| !c.is_control() && !is_invisible(*c))
        .collect();
    let name: String = seen.split_whitespace().collect::<Vec<_>>().join(" ");
    let name: String = name.chars().take(most).collect();
    let name = name.trim().to_owned();
    (!name.is_empty()).then_some(name)
}

/// Marks that turn the direction of text or join letters: they can make a name look like another.
fn is_invisible(c: char) -> bool {
    matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

impl Room {
    pub(super) fn check_invite(&self, invite: Option<&str>) -> Result<(), Refused> {
        match (&self.state.invite, invite) {
            (None, _) => Ok(()),
            // Compared in constant time.
            (Some(code), Some(said)) if blake3::hash(code.as_bytes()) == blake3::hash(said.as_bytes()) => {
                Ok(())
            }
            (Some(_), _) => Err(Refused::NotInvited),
        }
    }

    /// Gives somebody a seat.
    pub(super) async fn join(
        &mut self,
        name: &str,
        invite: Option<&str>,
        wanted: Option<Seat>,
    ) -> Result<(Seat, SeatToken), Refused> {
        self.check_invite(invite)?;
        let free = self.state.free().ok_or(Refused::Full)?;
        match self.state.stage {
            Stage::Gathering | Stage::Over { .. } => {}
            Stage::Playing { .. } => return Err(Refused::not_now("the game has begun")),
        }
        let seat = wanted.unwrap_or(free);
        match self.state.seat(seat) {
            Some(kept) if kept.is_empty() => {}
            Some(_) => {
                return Err(Refused::WrongSeat {
                    reason: "somebody sits there already".to_owned(),
                });
            }
            None => {
                return Err(Refused::WrongSeat {
                    reason: "there is no such seat".to_owned(),
                });
            }
        }
        let token = SeatToken::fresh(&self.entropy);
        let name = self.name_for(seat, name);
        let mut state = self.state.clone();
        if let Some(kept) = state.seats.get_mut(seat.index()) {
            *kept = SeatKept::person(name, &token);
            kept.newcomer = matches!(state.stage, Stage::Over { .. });
        }
        if state.owner.is_none() {
            state.owner = Some(seat);
        }
        self.keep(state).await?;
        self.sits_down(seat);
        Ok((seat, token))
    }

    /// A name for who takes a seat, different from the others'.
    fn name_for(&self, seat: Seat, name: &str) -> String {
        let most = self.ctx.limits.name_letters;
        let name = proper_name(name, most).unwrap_or_else(|| format!("Player {}", seat.0.saturating_add(1)));
        let taken = |name: &str| self.state.seats.iter().any(|kept| kept.name == name);
        if !taken(&name) {
            return name;
        }
        let numbered = (2..=self.state.seats.len() + 1).map(|n| format!("{name} {n}"));
        numbered.into_iter().find(|n| !taken(n)).unwrap_or(name)
    }

    fn sits_down(&mut self, seat: Seat) {
        let now = self.ctx.clock.now();
        if let Some(there) = self.presence(seat) {
            there.here = None;
            there.away = now;
            there.stand_in = false;
        }
        self.changed = true;
    }

    /// Before the game, who stays away loses the seat.
    pub(super) async fn give_up_absent(&mut self, now: u64) {
        let grace = self.ctx.limits.grace * 1000;
        let seats = self.seats.clone();
        let gone: Vec<Seat> = self
            .state
            .persons()
            .filter(|seat| {
                let there = seats.get(seat.index());
                there.is_some_and(|there| there.here.is_none() && there.away + grace <= now)
            })
            .collect();
        if gone.is_empty() {
            return;
        }
        let mut state = self.state.clone();
        for seat in &gone {
            state.vacate(*seat, SeatKept::empty(), |s| self.is_here(s));
        }
        if self.keep(state).await.is_err() {
            // Tried again after another grace time.
            for seat in gone {
                if let Some(there) = self.presence(seat) {
                    there.away = now;
                }
            }
        }
        self.changed = true;
    }

    /// When the room gets another owner: its own stays away, and somebody is here who can be it.
    pub(super) fn owner_is_given_up(&self) -> Option<u64> {
        let owner = self.state.owner?;
        self.heir_of(owner)?;
        let there = self.seats.get(owner.index())?;
        let grace = self.ctx.limits.grace * 1000;
        there.here.is_none().then_some(there.away + grace)
    }

    /// Who comes next after an owner of those who are here.
    fn heir_of(&self, owner: Seat) -> Option<Seat> {
        let here = || self.state.persons().filter(|seat| self.is_here(*seat));
        here()
            .find(|seat| seat.index() > owner.index())
            .or_else(|| here().find(|seat| *seat != owner))
    }

    /// An owner who stays away keeps the seat, but not the room: somebody must be able to let it go on.
    pub(super) async fn replace_absent_owner(&mut self, now: u64) {
        let Some(owner) = self.state.owner else { return };
        if self.owner_is_given_up().is_none_or(|time| time > now) {
            return;
        }
        let state = RoomState {
            owner: self.heir_of(owner),
            ..self.state.clone()
        };
        if self.keep(state).await.is_err()
            && let Some(there) = self.presence(owner)
        {
            // Tried again after another grace time.
            there.away = now;
        }
        self.changed = true;
    }

    pub(super) fn is_here(&self, seat: Seat) -> bool {
        self.seats
            .get(seat.index())
            .is_some_and(|there| there.here.is_some())
    }

    /// Does what somebody in the room asks for.
    pub(super) async fn command(&mut self, from: ViewerKey, command: Command) -> Result<Answer, Refused> {
        let part = self
            .viewers
            .get(from)
            .map(|v| v.part.clone())
            .ok_or(Refused::NoRoom)?;
        match command {
            Command::Chat(text) => return Box::pin(self.chat(from, &part, &text)).await,
            Command::Replay => {
                let told = Box::pin(self.replay(from)).await?;
                return Ok(Answer::Replay(Box::new(told)));
            }
            Command::Record => {
                if !self.state.learns(&part).game {
                    return Err(Refused::NotWatched);
                }
                return Ok(Answer::Record(Box::new(Box::pin(self.file()).await?)));
            }
            Command::Resync => {
                self.tell_room_to(from);
                self.tell_view(from);
                return Ok(Answer::Done);
            }
            Command::Leave if part.seat().is_none() => {
                self.detach(from);
                return Ok(Answer::Done);
            }
            _ => {}
        }
        let seat = part.seat().ok_or(Refused::NoSeat)?;
        match command {
            Command::Choose { choice, seen } => self.choose(seat, choice, seen).await,
            Command::Interact { interaction, seen } => self.interact(seat, interaction, seen).await,
            Command::Extend(partial) => self.extend(seat, partial).await,
            rare => Box::pin(self.command_rare(from, seat, rare)).await,
        }
    }

    async fn command_rare(
        &mut self,
        from: ViewerKey,
        seat: Seat,
        command: Command,
    ) -> Result<Answer, Refused> {
        match command {
            Command::Ready(ready) => self.ready(seat, ready).await?,
            Command::Leave => self.leave(from, seat).await?,
            Command::ProposeUndo => self.propose_undo(seat).await?,
            Command::AnswerUndo { agree } => self.answer_undo(seat, agree).await?,
            Command::WithdrawUndo => self.withdraw_undo(seat)?,
            Command::MixIn(value) => self.mix_in(seat, &value).await?,
            Command::Start => {
                self.owned_by(seat)?;
                self.start().await?;
            }
            Command::Rematch => {
                self.owned_by(seat)?;
                self.rematch().await?;
            }
            Command::Arrange(rules) => {
                self.owned_by(seat)?;
                self.arrange(rules).await?;
            }
            Command::Kick(who) => {
                self.owned_by(seat)?;
                self.kick(who).await?;
            }
            Command::AddBot(place) => {
                self.owned_by(seat)?;
                self.add_bot(place).await?;
            }
            Command::GiveOwner(heir) => {
                self.owned_by(seat)?;
                self.give_owner(heir).await?;
            }
            Command::Admit { watcher, admit } => {
                self.owned_by(seat)?;
                self.admit(watcher, admit).await?;
            }
            Command::Resume(how) => {
                self.owned_by(seat)?;
                self.resume(how).await?;
            }
            // These commands were answered above.
            Command::Choose { .. }
            | Command::Interact { .. }
            | Command::Extend(_)
            | Command::Chat(_)
            | Command::Resync
            | Command::Replay
            | Command::Record => {}
        }
        Ok(Answer::Done)
    }

    fn owned_by(&self, seat: Seat) -> Result<(), Refused> {
        if self.state.owner == Some(seat) {
            Ok(())
        } else {
            Err(Refused::NotOwner)
        }
    }

    fn not_playing(&self) -> Result<(), Refused> {
        match self.state.stage {
            Stage::Playing { .. } => Err(Refused::not_now("not while the game is played")),
            Stage::Gathering | Stage::Over { .. } => Ok(()),
        }
    }

    /// The owner chooses options, teams and roles. Whether a game can begin like that is known at once.
    async fn arrange(&mut self, rules: HouseRules) -> Result<(), Refused> {
        self.not_playing()?;
        let mut state = self.state.clone();
        state.new.options = rules.options;
        state.new.teams = rules.teams;
        state.new.roles = rules.roles;
        for kept in &mut state.seats {
            kept.ready &= !kept.is_person();
        }
        let (ruleset, setup) = (self.edition.ruleset.clone(), state.setup());
        let seed = Seed(self.entropy.bytes());
        let tried = apart(self.edition.scripted, move || {
            Game::new(&ruleset, &setup, seed).map(drop)
        });
        let bad = |reason: String| Refused::BadRoom { reason };
        match tried.await {
            Ok(Ok(())) => {}
            Ok(Err(error)) => return Err(bad(error.to_string())),
            Err(_) => return Err(bad("the engine failed at the beginning".to_owned())),
        }
        self.keep(state).await?;
        self.changed = true;
        Ok(())
    }

    async fn chat(&mut self, from: ViewerKey, part: &Part, text: &str) -> Result<Answer, Refused> {
        let limits = &self.ctx.limits;
        let now = self.ctx.clock.now();
        if part.sees().is_none() {
            return Err(Refused::NotWatched);
        }
        if text.chars().count() > limits.chat_letters {
            return Err(Refused::limit(format!(
                "at most {} letters at once",
                limits.chat_letters
            )));
        }
        let text =
            proper_name(text, limits.chat_letters).ok_or_else(|| Refused::not_now("that says nothing"))?;
        let lines = limits.chat_lines;
        let may = self
            .viewers
            .get_mut(from)
            .is_some_and(|v| v.may_speak(now, lines));
        if !may {
            return Err(Refused::limit(format!("at most {lines} lines in ten seconds")));
        }
        let (seat, name) = match part {
            Part::Seat(seat) => {
                let name = self.state.seat(*seat).map(|kept| kept.name.clone());
                (Some(*seat), name.unwrap_or_default())
            }
            Part::Watcher { name, .. } => (None, name.clone()),
        };
        let line = ChatLine {
            seat,
            name,
            text,
            when: now,
        };
        let mut message = Encodings::from(Message::Chat(wire::chat_line(&line, false)));
        let mut state = self.state.clone();
        state.talk.push_back(line);
        if state.talk.len() > TALK {
            state.talk.pop_front();
        }
        // A line that the store cannot keep is still sent.
        let _ = self.keep(state).await;
        for viewer in self.viewers.values_mut().filter(|v| v.part.sees().is_some()) {
            viewer.tell(&mut message, now);
        }
        Ok(Answer::Done)
    }

    async fn ready(&mut self, seat: Seat, ready: bool) -> Result<(), Refused> {
        self.not_playing()?;
        let mut state = self.state.clone();
        if let Some(kept) = state.seats.get_mut(seat.index()) {
            kept.ready = ready;
        }
        self.keep(state).await?;
        self.changed = true;
        Ok(())
    }

    async fn leave(&mut self, from: ViewerKey, seat: Seat) -> Result<(), Refused> {
        let mut state = self.state.clone();
        let then = match state.stage {
            Stage::Playing { .. } => {
                // A bot plays on under the same name.
                let name = state.seat(seat).map(|kept| kept.name.clone()).unwrap_or_default();
                SeatKept {
                    name,
                    occupant: Occupant::Bot,
                    ready: true,
                    newcomer: false,
                }
            }
            Stage::Gathering | Stage::Over { .. } => SeatKept::empty(),
        };
        state.vacate(seat, then, |s| self.is_here(s));
        self.keep(state).await?;
        if let Some(there) = self.presence(seat) {
            there.here = None;
            there.stand_in = false;
        }
        self.detach(from);
        self.run_or_stop_clocks();
        self.no_longer_asked(seat).await;
        self.rouse_bots();
        self.changed = true;
        Ok(())
    }

    async fn kick(&mut self, who: Seat) -> Result<(), Refused> {
        self.not_playing()?;
        match self.state.seat(who) {
            Some(kept) if !kept.is_empty() && self.state.owner != Some(who) => {}
            Some(_) | None => {
                return Err(Refused::WrongSeat {
                    reason: "nobody sits there who could be sent away".to_owned(),
                });
            }
        }
        let mut state = self.state.clone();
        state.vacate(who, SeatKept::empty(), |s| self.is_here(s));
        self.keep(state).await?;
        if let Some(key) = self.presence(who).and_then(|there| there.here.take()) {
            if let Some(viewer) = self.viewers.get(key) {
                viewer.close(CloseReason::Removed);
            }
            self.detach(key);
        }
        self.changed = true;
        Ok(())
    }

    async fn add_bot(&mut self, place: Seat) -> Result<(), Refused> {
        self.not_playing()?;
        if !self.state.seat(place).is_some_and(SeatKept::is_empty) {
            return Err(Refused::WrongSeat {
                reason: "that seat is not free".to_owned(),
            });
        }
        let mut state = self.state.clone();
        if let Some(kept) = state.seats.get_mut(place.index()) {
            *kept = SeatKept::bot(place);
        }
        self.keep(state).await?;
        self.changed = true;
        Ok(())
    }

    async fn give_owner(&mut self, heir: Seat) -> Result<(), Refused> {
        if !self.state.seat(heir).is_some_and(SeatKept::is_person) {
            return Err(Refused::WrongSeat {
                reason: "no person sits there".to_owned(),
            });
        }
        if !self.is_here(heir) {
            return Err(Refused::WrongSeat {
                reason: "that person is away".to_owned(),
            });
        }
        let state = RoomState {
            owner: Some(heir),
            ..self.state.clone()
        };
        self.keep(state).await?;
        self.changed = true;
        Ok(())
    }

    async fn admit(&mut self, watcher: u32, admit: bool) -> Result<(), Refused> {
        let found = self.viewers.iter().find_map(|(key, viewer)| match viewer.part {
            Part::Watcher { number, admitted, .. } if number == watcher => Some((key, admitted)),
            Part::Watcher { .. } | Part::Seat(_) => None,
        });
        let Some((key, admitted)) = found else {
            return Err(Refused::not_now("nobody of that number is waiting"));
        };
        self.changed = true;
        if !admit {
            if let Some(viewer) = self.viewers.get(key) {
                viewer.close(CloseReason::Removed);
            }
            self.detach(key);
            return Ok(());
        }
        if admitted {
            return Ok(());
        }
        if let Some(viewer) = self.viewers.get_mut(key)
            && let Part::Watcher { admitted, .. } = &mut viewer.part
        {
            *admitted = true;
        }
        self.welcome(key);
        self.tell_view(key);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_what_can_be_seen_of_them() {
        for (name, shown) in [
            ("Ada", Some("Ada")),
            ("  Ada \n Lovelace\t", Some("Ada Lovelace")),
            ("\u{202e}Ada\u{200b}", Some("Ada")),
            ("\u{0}\u{7}", None),
            ("", None),
            ("Ada of a very long name", Some("Ada of a ver")),
            ("äöü", Some("äöü")),
        ] {
            assert_eq!(proper_name(name, 12).as_deref(), shown, "{name:?}");
        }
    }
}
