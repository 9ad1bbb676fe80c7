//! Debugging: the owner of a room that was made for it asks what is hidden, and changes the game.

use super::broadcast::Change;
use super::command::{Answer, Refused};
use super::load::apart;
use super::mail::Back;
use super::record::Record;
use super::state::{RoomState, Stage};
use super::task::Room;
use super::viewer::ViewerKey;
use crate::library::Edition;
use crate::protocol::{
    CandidateTold, DatumTold, DebugCall, Debugged, PartTold, Told, ValueTold, WhyTold, ZoneTold,
};
use crate::room::{bots, broadcast, delayed, turns, undo};
use cardable_core::debug::{
    self, Edit, Expression, NoAnswer, NotCompiled, OpenRules, Part, WorkedOut, data_now, running_state,
    step_lines, value_text,
};
use cardable_core::diag::Severity;
use cardable_core::ids::{ActionId, CardTypeId, ZoneId};
use cardable_core::setup::Given;
use cardable_core::{Game, Seat, Viewer as See};
use std::sync::Arc;

/// The longest expression, in bytes.
const LONGEST: usize = 2_000;

/// Maximum number of letters of a text that is told.
const LETTERS: usize = 400;

/// Maximum number of candidates that are told.
const MOST_CANDIDATES: usize = 20;

/// Somebody who waits for a bot to choose once.
#[derive(Debug)]
pub(super) struct Stepping {
    /// Their seat, for which a bot chooses where no bot is to decide.
    pub(super) seat: Seat,
    back: Back<Answer>,
}

/// Does what somebody asks of a debugged game, if they may, and answers.
pub(super) async fn debug(room: &mut Room, from: ViewerKey, call: DebugCall, back: Back<Answer>) {
    let done = match (asker(room, from), call) {
        (Err(refused), _) => Err(refused),
        (Ok(seat), DebugCall::Step {}) => match may_step(room) {
            Ok(()) => {
                room.bots.stepping = Some(Box::new(Stepping { seat, back }));
                bots_wait(room, true);
                return;
            }
            Err(refused) => Err(refused),
        },
        (Ok(_), call) => answer(room, call).await,
    };
    // Send what was changed before the answer.
    room.tell_changes();
    let _ = back.send(done.map(Answer::Debugged));
}

/// The seat of somebody who may debug: the owner, where both the host and the room allow it.
fn asker(room: &mut Room, from: ViewerKey) -> Result<Seat, Refused> {
    let not_allowed = |reason: &str| Refused::NoDebugging {
        reason: reason.to_owned(),
    };
    if !room.ctx.limits.debug {
        return Err(not_allowed("this host does not allow games to be debugged"));
    }
    if !room.state.new.debug {
        return Err(not_allowed("this room was not made to be debugged"));
    }
    let now = room.ctx.clock.now();
    let viewer = room.viewers.get_mut(from).ok_or(Refused::NoRoom)?;
    let seat = viewer.part.seat().ok_or(Refused::NoSeat)?;
    if room.state.owner != Some(seat) {
        return Err(Refused::NotOwner);
    }
    match viewer.may_debug(now) {
        true => Ok(seat),
        false => Err(Refused::limit(
            "at most ten such requests at once, and five a second",
        )),
    }
}

async fn answer(room: &mut Room, call: DebugCall) -> Result<Debugged, Refused> {
    match call {
        DebugCall::State {} => state(room).await,
        DebugCall::Why { seat, action, card } => why(room, seat, action, card).await,
        DebugCall::Evaluate { expression, seat } => {
            let found = evaluated(room, expression, seat).await?;
            Ok(Debugged::Value {
                text: found.text,
                unseen: found.is_unseen,
            })
        }
        DebugCall::Set { item, value, seat } => {
            turns::playing(room)?;
            let found = evaluated(room, value, seat).await?;
            if found.is_unseen {
                let reason = "its value is unknown: it depends on a card that the seat does not see";
                return Err(not_worked_out(reason));
            }
            let value = found.value;
            edit(room, Edit::Set { item, value }).await
        }
        DebugCall::Move { card, from, to } => edit(room, Edit::Move { card, from, to }).await,
        DebugCall::Back { count } => back(room, count).await,
        DebugCall::Wait { wait } => {
            bots_wait(room, wait);
            Ok(Debugged::Done {})
        }
        // It is answered when a bot has chosen.
        DebugCall::Step {} => Ok(Debugged::Done {}),
    }
}

// --- what is asked

/// Asks the game by its rules as they were read, on a thread of its own: rules are compiled for it.
async fn ask<T: Send + 'static>(
    room: &Room,
    ask: impl FnOnce(&OpenRules<'_>, &Edition, &Game) -> T + Send + 'static,
) -> Result<T, Refused> {
    let play = room.play.as_deref();
    let play = play.ok_or_else(|| Refused::not_now("the game has not begun"))?;
    let (game, edition) = (play.game.fork(), Arc::clone(&room.edition));
    let asked = apart(true, move || {
        let rules = edition.opened()?;
        Some(ask(&rules, &edition, &game))
    });
    match asked.await {
        Ok(Some(answer)) => Ok(answer),
        Ok(None) => Err(Refused::not_now("this host reads these rules as others")),
        Err(panic) => {
            turns::diagnose(room, "panic", &format!("{panic}\nat debugging"));
            Err(Refused::not_now("the engine failed at this question"))
        }
    }
}

async fn state(room: &Room) -> Result<Debugged, Refused> {
    let (seq, edited) = match room.play.as_deref() {
        Some(play) => (play.seq, play.edited),
        None => (0, false),
    };
    let told = ask(room, |_, edition, game| {
        let data = data_now(game, &edition.own.info)
            .into_iter()
            .map(|datum| DatumTold {
                name: datum.name,
                seat: datum.seat,
                item: datum.item,
                value: cut(&datum.value),
                worked_out: datum.is_worked_out,
            });
        let (view, inspection) = (game.view(See::Omniscient), game.inspect(See::Omniscient));
        let open = (0..).map(ZoneId).zip(&view.zones);
        let open = open.filter(|(_, seen)| !seen.closed);
        let zones = open.map(|(zone, _)| ZoneTold {
            zone,
            cards: inspection.cards(zone),
        });
        (data.collect::<Vec<_>>(), zones.collect::<Vec<_>>())
    });
    let (data, zones) = told.await?;
    Ok(Debugged::State {
        seq,
        data,
        zones,
        edited,
    })
}

async fn why(
    room: &Room,
    seat: Seat,
    action: ActionId,
    card: Option<CardTypeId>,
) -> Result<Debugged, Refused> {
    let told = ask(room, move |rules, edition, game| {
        is_seat(game, seat)?;
        let info = &edition.own.info;
        let Some(asked) = info.actions.get(action.index()) else {
            return Err(Refused::not_now("there is no such action"));
        };
        if card.is_some_and(|card| card.index() >= info.cards.len()) {
            return Err(Refused::not_now("there is no such card"));
        }
        if running_state(game) != Some(asked.state) {
            return Err(Refused::not_now(
                "this action is one of a state that does not run",
            ));
        }
        debug::why(rules, game, seat, action, card).map_err(|error| match error {
            NoAnswer::NotCompiled(why) => not_worked_out(problems(&why)),
            error => not_worked_out(error.to_string()),
        })
    });
    let why = told.await??;
    let candidates = why.candidates.iter();
    let more = candidates.len().saturating_sub(MOST_CANDIDATES);
    Ok(Debugged::Why(Box::new(WhyTold {
        is_offered: why.is_offered,
        reason: why.reason.as_deref().map(cut),
        condition: why.condition.as_ref().map(part),
        candidates: candidates
            .take(MOST_CANDIDATES)
            .map(|(name, legal)| CandidateTold {
                name: cut(name),
                legal: part(legal),
            })
            .collect(),
        more: u32::try_from(more).unwrap_or(u32::MAX),
        valid: why.valid.as_ref().map(part),
        is_elsewhere: why.is_elsewhere,
    })))
}

fn part(of: &Part) -> PartTold {
    let values = of.values.iter().map(|(text, told)| ValueTold {
        text: cut(text),
        told: as_told(told),
    });
    PartTold {
        text: cut(&of.text),
        told: as_told(&of.told),
        values: values.collect(),
        parts: of.parts.iter().map(part).collect(),
    }
}

fn as_told(told: &debug::Told) -> Told {
    match told {
        debug::Told::Value(value) if value == "true" => Told::True,
        debug::Told::Value(value) if value == "false" => Told::False,
        debug::Told::Value(value) => Told::Value(cut(value)),
        debug::Told::Unseen => Told::Unseen,
        debug::Told::Fault(why) => Told::Fault(cut(why)),
    }
}

/// What an expression comes to.
struct Evaluated {
    value: Given,
    text: String,
    is_unseen: bool,
}

async fn evaluated(room: &Room, text: String, seat: Option<Seat>) -> Result<Evaluated, Refused> {
    if text.trim().is_empty() {
        return Err(not_worked_out("write an expression, such as `count_cards(deck)`"));
    }
    if text.len() > LONGEST {
        return Err(not_worked_out(format!("at most {LONGEST} bytes at once")));
    }
    let asked = ask(room, move |rules, _, game| {
        if let Some(seat) = seat {
            is_seat(game, seat)?;
        }
        let compiled = Expression::compile(rules, game, seat, &text);
        let expression = compiled.map_err(|why| not_worked_out(problems(&why)))?;
        let found = expression.value(game);
        let WorkedOut { value, is_unseen } =
            found.map_err(|why| not_worked_out(format!("it has no value: {why}")))?;
        let text = cut(&value_text(game, &value));
        Ok(Evaluated {
            value,
            text,
            is_unseen,
        })
    });
    asked.await?
}

fn is_seat(game: &Game, seat: Seat) -> Result<(), Refused> {
    match seat.index() < game.seating().count() {
        true => Ok(()),
        false => Err(Refused::WrongSeat {
            reason: "there is no such seat".to_owned(),
        }),
    }
}

fn not_worked_out(reason: impl Into<String>) -> Refused {
    Refused::Expression {
        reason: reason.into(),
    }
}

/// What is wrong with an expression, a problem a line.
fn problems(why: &NotCompiled) -> String {
    let reports = why.diagnostics.reports(&why.sources);
    let errors = reports.iter().filter(|report| report.severity == Severity::Error);
    let lines = errors.map(|report| match &report.help {
        Some(help) => format!("{}: {help}", report.message),
        None => report.message.clone(),
    });
    cut(&lines.collect::<Vec<_>>().join("\n"))
}

/// A text, cut to what is told at most.
fn cut(text: &str) -> String {
    match text.char_indices().nth(LETTERS) {
        Some((end, _)) => format!("{} …", text.get(..end).unwrap_or_default()),
        None => text.to_owned(),
    }
}

// --- what is changed

/// Changes the game: on trial, in the log, then visibly.
async fn edit(room: &mut Room, edit: Edit) -> Result<Debugged, Refused> {
    let play = turns::playing(room)?;
    if play.seq + 1 >= room.ctx.limits.records as u64 {
        return Err(Refused::limit("the log of this game is as long as may be"));
    }
    let mut trial = play.clone();
    let t = room.ctx.clock.now();
    let record = Record::Edit {
        edit: edit.clone(),
        t,
    };
    let tried = apart(true, move || {
        let done = trial.edit(&edit);
        done.map(|()| trial)
    });
    let mut play = match tried.await {
        Ok(Ok(play)) => play,
        Ok(Err(why)) => return Err(Refused::not_now(why.to_string())),
        Err(panic) => {
            turns::diagnose(room, "panic", &format!("{panic}\nat {record:?}"));
            return Err(Refused::not_now("the engine failed at this change"));
        }
    };
    let state = play.is_over().then(|| RoomState {
        stage: Stage::Over { first: play.first },
        touched: t,
        ..room.state.clone()
    });
    room.append(vec![record.to_bytes()], state).await?;
    play.count(&record);
    room.play = Some(Box::new(play));
    room.asking = None;
    room.changed = true;
    broadcast::tell_views(room, Change::Edited);
    delayed::late_goes_on(room, &record).await;
    room.bots.forget();
    bots_wait(room, true);
    Ok(Debugged::Done {})
}

/// Takes the last choices and changes back, whoever made them.
async fn back(room: &mut Room, count: u32) -> Result<Debugged, Refused> {
    let first = turns::playing(room)?.first;
    let course = room.logged_game().course(first).await.map_err(|error| {
        tracing::error!(room = %room.id, %error, "the log of a game cannot be read");
        Refused::Store
    })?;
    let kept = course.len().saturating_sub(count as usize);
    if kept == course.len() {
        return Err(Refused::not_now("there is nothing to take back"));
    }
    let (ruleset, remembers) = (room.edition.ruleset.clone(), bots::remembers(&room.state));
    let undone = apart(true, move || course.before(&ruleset, kept, remembers)).await;
    let Ok(Ok(undone)) = undone else {
        return Err(Refused::Store);
    };
    room.asking = None;
    // Before the table is told, so that no bot begins to think about it.
    room.bots.wait = true;
    undo::take_back(room, undone).await?;
    bots_wait(room, true);
    Ok(Debugged::Done {})
}

// --- bots that wait

/// Makes bots wait, and clocks stand still, or lets both go on.
fn bots_wait(room: &mut Room, wait: bool) {
    room.bots.wait = wait;
    room.changed = true;
    room.run_or_stop_clocks();
    bots::rouse_bots(room);
}

fn may_step(room: &Room) -> Result<(), Refused> {
    turns::playing(room)?;
    match &room.bots.stepping {
        Some(stepping) if !stepping.back.is_closed() => {
            Err(Refused::not_now("a bot is about to choose already"))
        }
        Some(_) | None => Ok(()),
    }
}

/// A bot has chosen: whoever waits for that is told what has happened.
pub(super) fn stepped(room: &mut Room, seat: Seat) {
    let Some(stepping) = room.bots.stepping.take() else {
        return;
    };
    let lines = room.play.as_deref().map(|play| {
        let lines = step_lines(&play.game, &room.edition.own.info);
        lines.iter().map(|line| cut(line)).collect()
    });
    let lines = lines.unwrap_or_default();
    room.tell_changes();
    let _ = stepping
        .back
        .send(Ok(Answer::Debugged(Debugged::Stepped { seat, lines })));
}

/// No bot chooses: whoever waits for that is told why.
pub(super) fn not_stepped(room: &mut Room, why: impl FnOnce() -> Refused) {
    if let Some(stepping) = room.bots.stepping.take() {
        let _ = stepping.back.send(Err(why()));
    }
}
