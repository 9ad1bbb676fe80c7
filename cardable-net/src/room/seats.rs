//! Seating, and commands other than choices.

use super::command::{Answer, Command, Refused};
use super::info::ChatLine;
use super::load::apart;
use super::outbox::CloseReason;
use super::state::{Occupant, RoomState, SeatKept, Stage};
use super::task::{Room, TALK};
use super::token::SeatToken;
use super::viewer::{Part, ViewerKey};
use crate::protocol::{BotLevel, HouseRules, Message};
use crate::room::{bots, broadcast, drawing, replay, turns, undo};
use crate::wire::{self, Encodings};
use cardable_core::{Game, Seat, Seed};

/// A display name without invisible characters and with limited length. `None` if nothing is left.
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

/// Characters that change the text direction or join letters. They can make a name look like another.
fn is_invisible(c: char) -> bool {
    matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

pub(super) fn check_invite(room: &Room, invite: Option<&str>) -> Result<(), Refused> {
    match (&room.state.invite, invite) {
        (None, _) => Ok(()),
        // Comparison of BLAKE3 hashes takes constant time.
        (Some(code), Some(said)) if blake3::hash(code.as_bytes()) == blake3::hash(said.as_bytes()) => Ok(()),
        (Some(_), _) => Err(Refused::NotInvited),
    }
}

/// Gives somebody a seat.
pub(super) async fn join(
    room: &mut Room,
    name: &str,
    invite: Option<&str>,
    wanted: Option<Seat>,
) -> Result<(Seat, SeatToken), Refused> {
    check_invite(room, invite)?;
    let free = room.state.free().ok_or(Refused::Full)?;
    match room.state.stage {
        Stage::Gathering | Stage::Over { .. } => {}
        Stage::Playing { .. } => return Err(Refused::not_now("the game has begun")),
    }
    let seat = wanted.unwrap_or(free);
    match room.state.seat(seat) {
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
    let token = SeatToken::fresh(&room.entropy);
    let name = name_for(room, seat, name);
    let mut state = room.state.clone();
    state.occupy(
        seat,
        SeatKept {
            newcomer: matches!(state.stage, Stage::Over { .. }),
            ..SeatKept::person(name, &token)
        },
    );
    state.name_bots(room.id);
    if state.owner.is_none() {
        state.owner = Some(seat);
    }
    room.keep(state).await?;
    sits_down(room, seat);
    Ok((seat, token))
}

/// A name for a new person on a seat, different from all others.
fn name_for(room: &Room, seat: Seat, name: &str) -> String {
    let most = room.ctx.limits.name_letters;
    let name = proper_name(name, most).unwrap_or_else(|| format!("Player {}", seat.0.saturating_add(1)));
    // Bots make way.
    let named = |kept: &SeatKept, name: &str| kept.occupant != Occupant::Bot && kept.name == name;
    let taken = |name: &str| room.state.seats.iter().any(|kept| named(kept, name));
    if !taken(&name) {
        return name;
    }
    let numbered = (2..=room.state.seats.len() + 1).map(|n| format!("{name} {n}"));
    numbered.into_iter().find(|n| !taken(n)).unwrap_or(name)
}

fn sits_down(room: &mut Room, seat: Seat) {
    let now = room.ctx.clock.now();
    if let Some(there) = room.presence(seat) {
        there.here = None;
        there.away = now;
        there.stand_in = false;
    }
    room.changed = true;
}

/// Before the game, people who stay away lose their seats.
pub(super) async fn give_up_absent(room: &mut Room, now: u64) {
    let grace = room.ctx.limits.grace.saturating_mul(1000);
    let seats = room.seats.clone();
    let gone: Vec<Seat> = room
        .state
        .persons()
        .filter(|seat| {
            let there = seats.get(seat.index());
            there.is_some_and(|there| there.here.is_none() && there.away.saturating_add(grace) <= now)
        })
        .collect();
    if gone.is_empty() {
        return;
    }
    let mut state = room.state.clone();
    for seat in &gone {
        state.vacate(*seat, SeatKept::empty(), |s| is_here(room, s));
    }
    if room.keep(state).await.is_err() {
        // Retry after another grace period.
        for seat in gone {
            if let Some(there) = room.presence(seat) {
                there.away = now;
            }
        }
    }
    room.changed = true;
}

/// When the room passes to another owner: its owner is away, and somebody present can replace them.
pub(super) fn owner_is_given_up(room: &Room) -> Option<u64> {
    let owner = room.state.owner?;
    heir_of(room, owner)?;
    let there = room.seats.get(owner.index())?;
    let grace = room.ctx.limits.grace.saturating_mul(1000);
    there.here.is_none().then_some(there.away.saturating_add(grace))
}

/// The next owner among those present.
fn heir_of(room: &Room, owner: Seat) -> Option<Seat> {
    let here = || room.state.persons().filter(|seat| is_here(room, *seat));
    here()
        .find(|seat| seat.index() > owner.index())
        .or_else(|| here().find(|seat| *seat != owner))
}

/// An owner who stays away keeps the seat but loses the ownership: somebody must be able to continue.
pub(super) async fn replace_absent_owner(room: &mut Room, now: u64) {
    let Some(owner) = room.state.owner else { return };
    if owner_is_given_up(room).is_none_or(|time| time > now) {
        return;
    }
    let state = RoomState {
        owner: heir_of(room, owner),
        ..room.state.clone()
    };
    if room.keep(state).await.is_err()
        && let Some(there) = room.presence(owner)
    {
        // Retry after another grace period.
        there.away = now;
    }
    room.changed = true;
}

pub(super) fn is_here(room: &Room, seat: Seat) -> bool {
    room.seats
        .get(seat.index())
        .is_some_and(|there| there.here.is_some())
}

/// Executes a command.
pub(super) async fn command(room: &mut Room, from: ViewerKey, command: Command) -> Result<Answer, Refused> {
    // Whoever asks reads what the rules say to it.
    if let (Some(viewer), Some(play)) = (room.viewers.get(from), room.play.as_deref_mut()) {
        play.game.set_language(viewer.language());
    }
    let part = room
        .viewers
        .get(from)
        .map(|v| v.part.clone())
        .ok_or(Refused::NoRoom)?;
    match command {
        Command::Chat(text) => return Box::pin(chat(room, from, &part, &text)).await,
        Command::Replay => {
            let told = Box::pin(replay::replay(room, from)).await?;
            return Ok(Answer::Replay(Box::new(told)));
        }
        Command::Record => {
            if !room.state.learns(&part).game {
                return Err(Refused::NotWatched);
            }
            return Ok(Answer::Record(Box::new(Box::pin(room.file()).await?)));
        }
        Command::Resync => {
            broadcast::tell_room_to(room, from);
            broadcast::tell_view(room, from);
            return Ok(Answer::Done);
        }
        Command::Leave if part.seat().is_none() => {
            room.detach(from);
            return Ok(Answer::Done);
        }
        _ => {}
    }
    let seat = part.seat().ok_or(Refused::NoSeat)?;
    match command {
        Command::Choose { choice, seen } => turns::choose(room, seat, choice, seen).await,
        Command::Interact { interaction, seen } => turns::interact(room, seat, interaction, seen).await,
        Command::Extend(partial) => turns::extend(room, seat, partial).await,
        rare => Box::pin(command_rare(room, from, seat, rare)).await,
    }
}

async fn command_rare(
    room: &mut Room,
    from: ViewerKey,
    seat: Seat,
    command: Command,
) -> Result<Answer, Refused> {
    match command {
        Command::Ready(ready) => set_ready(room, seat, ready).await?,
        Command::Leave => leave(room, from, seat).await?,
        Command::ProposeUndo => undo::propose_undo(room, seat).await?,
        Command::AnswerUndo { agree } => undo::answer_undo(room, seat, agree).await?,
        Command::WithdrawUndo => undo::withdraw_undo(room, seat)?,
        Command::MixIn(value) => drawing::mix_in(room, seat, &value).await?,
        Command::Start => {
            owned_by(room, seat)?;
            turns::start(room).await?;
        }
        Command::Rematch => {
            owned_by(room, seat)?;
            turns::rematch(room).await?;
        }
        Command::Arrange(rules) => {
            owned_by(room, seat)?;
            arrange(room, rules).await?;
        }
        Command::Kick(who) => {
            owned_by(room, seat)?;
            kick(room, who).await?;
        }
        Command::AddBot { seat: place, level } => {
            owned_by(room, seat)?;
            add_bot(room, place, level).await?;
        }
        Command::ChangeBot { seat: place, level } => {
            owned_by(room, seat)?;
            change_bot(room, place, level).await?;
        }
        Command::GiveOwner(heir) => {
            owned_by(room, seat)?;
            give_owner(room, heir).await?;
        }
        Command::Admit { watcher, admit } => {
            owned_by(room, seat)?;
            admit_watcher(room, watcher, admit).await?;
        }
        Command::Resume(how) => {
            owned_by(room, seat)?;
            turns::resume(room, how).await?;
        }
        // These commands are handled above.
        Command::Choose { .. }
        | Command::Interact { .. }
        | Command::Extend(_)
        | Command::Chat(_)
        | Command::Resync
        | Command::Hint
        | Command::Review
        | Command::Debug(_)
        | Command::Replay
        | Command::Record => {}
    }
    Ok(Answer::Done)
}

fn owned_by(room: &Room, seat: Seat) -> Result<(), Refused> {
    if room.state.owner == Some(seat) {
        Ok(())
    } else {
        Err(Refused::NotOwner)
    }
}

fn not_playing(room: &Room) -> Result<(), Refused> {
    match room.state.stage {
        Stage::Playing { .. } => Err(Refused::not_now("not while the game is played")),
        Stage::Gathering | Stage::Over { .. } => Ok(()),
    }
}

/// Sets options, teams and roles. Fails if a game cannot begin with them.
async fn arrange(room: &mut Room, rules: HouseRules) -> Result<(), Refused> {
    not_playing(room)?;
    let mut state = room.state.clone();
    state.new.options = rules.options;
    state.new.teams = rules.teams;
    state.new.roles = rules.roles;
    for kept in &mut state.seats {
        kept.ready &= !kept.is_person();
    }
    let (ruleset, setup) = (room.edition.ruleset.clone(), state.setup());
    let seed = Seed(room.entropy.bytes());
    let tried = apart(room.edition.scripted, move || {
        Game::new(&ruleset, &setup, seed).map(drop)
    });
    let bad = |reason: String| Refused::BadRoom { reason };
    match tried.await {
        Ok(Ok(())) => {}
        Ok(Err(error)) => return Err(bad(error.to_string())),
        Err(_) => return Err(bad("the engine failed at the beginning".to_owned())),
    }
    room.keep(state).await?;
    room.changed = true;
    Ok(())
}

async fn chat(room: &mut Room, from: ViewerKey, part: &Part, text: &str) -> Result<Answer, Refused> {
    let limits = &room.ctx.limits;
    let now = room.ctx.clock.now();
    if part.sees().is_none() {
        return Err(Refused::NotWatched);
    }
    if text.chars().count() > limits.chat_letters {
        return Err(Refused::limit(format!(
            "at most {} letters at once",
            limits.chat_letters
        )));
    }
    let text = proper_name(text, limits.chat_letters).ok_or_else(|| Refused::not_now("that says nothing"))?;
    let lines = limits.chat_lines;
    let may = room
        .viewers
        .get_mut(from)
        .is_some_and(|v| v.may_speak(now, lines));
    if !may {
        return Err(Refused::limit(format!("at most {lines} lines in ten seconds")));
    }
    let (seat, name) = match part {
        Part::Seat(seat) => {
            let name = room.state.seat(*seat).map(|kept| kept.name.clone());
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
    let mut state = room.state.clone();
    state.talk.push_back(line);
    if state.talk.len() > TALK {
        state.talk.pop_front();
    }
    // A chat line is sent even if the store cannot save it.
    let _ = room.keep(state).await;
    for viewer in room.viewers.values_mut().filter(|v| v.part.sees().is_some()) {
        viewer.tell(&mut message, now);
    }
    Ok(Answer::Done)
}

async fn set_ready(room: &mut Room, seat: Seat, ready: bool) -> Result<(), Refused> {
    not_playing(room)?;
    let mut state = room.state.clone();
    if let Some(kept) = state.seats.get_mut(seat.index()) {
        kept.ready = ready;
    }
    room.keep(state).await?;
    room.changed = true;
    Ok(())
}

async fn leave(room: &mut Room, from: ViewerKey, seat: Seat) -> Result<(), Refused> {
    let mut state = room.state.clone();
    let then = match state.stage {
        Stage::Playing { .. } => {
            // A bot continues under the same name.
            let name = state.seat(seat).map(|kept| kept.name.clone()).unwrap_or_default();
            SeatKept {
                name,
                ..SeatKept::bot(BotLevel::default())
            }
        }
        Stage::Gathering | Stage::Over { .. } => SeatKept::empty(),
    };
    state.vacate(seat, then, |s| is_here(room, s));
    room.keep(state).await?;
    if let Some(there) = room.presence(seat) {
        there.here = None;
        there.stand_in = false;
    }
    room.detach(from);
    room.run_or_stop_clocks();
    undo::no_longer_asked(room, seat).await;
    bots::rouse_bots(room);
    room.changed = true;
    Ok(())
}

async fn kick(room: &mut Room, who: Seat) -> Result<(), Refused> {
    not_playing(room)?;
    match room.state.seat(who) {
        Some(kept) if !kept.is_empty() && room.state.owner != Some(who) => {}
        Some(_) | None => {
            return Err(Refused::WrongSeat {
                reason: "nobody sits there who could be sent away".to_owned(),
            });
        }
    }
    let mut state = room.state.clone();
    state.vacate(who, SeatKept::empty(), |s| is_here(room, s));
    room.keep(state).await?;
    if let Some(key) = room.presence(who).and_then(|there| there.here.take()) {
        if let Some(viewer) = room.viewers.get(key) {
            viewer.close(CloseReason::Removed);
        }
        room.detach(key);
    }
    room.changed = true;
    Ok(())
}

async fn add_bot(room: &mut Room, place: Seat, level: BotLevel) -> Result<(), Refused> {
    not_playing(room)?;
    if !room.state.seat(place).is_some_and(SeatKept::is_empty) {
        return Err(Refused::WrongSeat {
            reason: "that seat is not free".to_owned(),
        });
    }
    put_bot(room, place, level).await
}

async fn change_bot(room: &mut Room, place: Seat, level: BotLevel) -> Result<(), Refused> {
    not_playing(room)?;
    match room.state.seat(place) {
        Some(kept) if kept.occupant == Occupant::Bot => {}
        Some(_) | None => {
            return Err(Refused::WrongSeat {
                reason: "no bot sits there".to_owned(),
            });
        }
    }
    put_bot(room, place, level).await
}

async fn put_bot(room: &mut Room, place: Seat, level: BotLevel) -> Result<(), Refused> {
    let mut state = room.state.clone();
    state.occupy(place, SeatKept::bot(level));
    state.name_bots(room.id);
    room.keep(state).await?;
    room.changed = true;
    Ok(())
}

async fn give_owner(room: &mut Room, heir: Seat) -> Result<(), Refused> {
    if !room.state.seat(heir).is_some_and(SeatKept::is_person) {
        return Err(Refused::WrongSeat {
            reason: "no person sits there".to_owned(),
        });
    }
    if !is_here(room, heir) {
        return Err(Refused::WrongSeat {
            reason: "that person is away".to_owned(),
        });
    }
    let state = RoomState {
        owner: Some(heir),
        ..room.state.clone()
    };
    room.keep(state).await?;
    room.changed = true;
    Ok(())
}

async fn admit_watcher(room: &mut Room, watcher: u32, admit: bool) -> Result<(), Refused> {
    let found = room.viewers.iter().find_map(|(key, viewer)| match viewer.part {
        Part::Watcher { number, admitted, .. } if number == watcher => Some((key, admitted)),
        Part::Watcher { .. } | Part::Seat(_) => None,
    });
    let Some((key, admitted)) = found else {
        return Err(Refused::not_now("nobody of that number is waiting"));
    };
    room.changed = true;
    if !admit {
        if let Some(viewer) = room.viewers.get(key) {
            viewer.close(CloseReason::Removed);
        }
        room.detach(key);
        return Ok(());
    }
    if admitted {
        return Ok(());
    }
    if let Some(viewer) = room.viewers.get_mut(key)
        && let Part::Watcher { admitted, .. } = &mut viewer.part
    {
        *admitted = true;
    }
    room.welcome(key);
    broadcast::tell_view(room, key);
    Ok(())
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
