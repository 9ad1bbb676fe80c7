//! Explains why something is not possible: in the ruleset's words if it has any, otherwise by the kind of
//! obstacle.

use super::legal_set::Unmet;
use crate::ids::{ActionId, Seat};
use crate::language::Sentence;
use crate::play::legal::offers;
use crate::program::{ActionDef, ConditionPart, Text};
use crate::value::Value;
use crate::vm::engine::Reader;
use crate::vm::wording::{render, zone_name};
use smallvec::SmallVec;

/// Why a seat cannot do an action now.
pub(crate) fn unmet(reader: &Reader<'_>, seat: Seat, action: &ActionDef) -> String {
    let scene = &reader.world.scene;
    let language = reader.language();
    let said = |sentence| language.words(sentence).to_owned();
    if reader.world.dismissed.contains(seat) {
        return said(Sentence::YouAreOut);
    }
    if scene.acted.contains(seat) {
        return said(Sentence::YouHaveActed);
    }
    let mut candidates = SmallVec::new();
    reader.temp.met_unseen.set(false);
    let tried = offers::try_offer(reader, seat, action, &mut candidates);
    let or_unseen = |usual: Sentence| match reader.temp.met_unseen.get() {
        true => said(Sentence::DependsOnUnseen),
        false => said(usual),
    };
    match tried {
        Ok(Err(Unmet::Condition)) => {
            let id = reader
                .program()
                .actions
                .iter()
                .position(|a| std::ptr::eq(a, action));
            let told = id.and_then(|at| unmet_by_seat(reader, ActionId(at as u16)));
            match (told, condition_message(reader, action)) {
                (Some(told), _) => told,
                (None, Some(message)) => render(reader, message),
                (None, None) => or_unseen(Sentence::ConditionFails),
            }
        }
        Ok(Err(Unmet::Candidates { found: 0, .. })) => {
            match action.pick.as_ref().and_then(|p| p.legal_message.as_ref()) {
                Some(message) => render(reader, message),
                None => or_unseen(Sentence::NothingToPick),
            }
        }
        Ok(Err(Unmet::Candidates { found, needed })) => match reader.temp.met_unseen.get() {
            true => said(Sentence::DependsOnUnseen),
            false => language.say(Sentence::TooFewToPick, &[&needed.to_string(), &found.to_string()]),
        },
        Ok(Err(Unmet::Valid)) => match action.pick.as_ref().and_then(|p| p.valid_message.as_ref()) {
            Some(message) => render(reader, message),
            None => or_unseen(Sentence::NoPickIsRight),
        },
        Ok(Err(Unmet::Full { zone })) => language.say(Sentence::IsFull, &[&zone_name(reader, zone)]),
        Ok(Err(Unmet::Kept { zone })) => {
            let least = reader.table.zone_def(zone).size.min.to_string();
            language.say(Sentence::MustKeep, &[&zone_name(reader, zone), &least])
        }
        Ok(Err(Unmet::Prompt)) => or_unseen(Sentence::NothingToAnswer),
        Ok(Ok(_)) => said(Sentence::NotYourTurn),
        Err(fault) => language.say(Sentence::RulesetErred, &[&fault.to_string()]),
    }
}

/// What prevents an action for the seats of the running state, for everybody to read: the ruleset's message if
/// it contains no values, otherwise the kind of obstacle. Equal reasons of several seats are listed once. This is part of
/// what authors are told of a game that cannot go on, in English as all faults are.
pub(crate) fn obstacles(reader: &Reader<'_>, action: &ActionDef) -> String {
    let scene = &reader.world.scene;
    let or_unseen = |usual: &str| match reader.temp.met_unseen.get() {
        true => "it depends on a card that the seat cannot see".to_owned(),
        false => usual.to_owned(),
    };
    let said = |text: Option<&Text>, usual: &str| {
        let plain = text.filter(|text| text.tokens.is_empty());
        plain.map_or_else(|| or_unseen(usual), |text| reader.shown(text.text).into_owned())
    };
    let pick = action.pick.as_ref();
    let mut found: Vec<String> = Vec::new();
    for seat in scene.members.minus(reader.world.dismissed) {
        let mut candidates = SmallVec::new();
        reader.temp.met_unseen.set(false);
        let own = Reader {
            player: Some(seat),
            ..*reader
        };
        let why = match offers::try_offer(reader, seat, action, &mut candidates) {
            _ if scene.acted.contains(seat) => "whoever acted has to wait".to_owned(),
            Ok(Err(Unmet::Condition)) => said(condition_message(&own, action), "its condition does not hold"),
            Ok(Err(Unmet::Candidates { found: 0, .. })) => said(
                pick.and_then(|p| p.legal_message.as_ref()),
                "there is nothing to pick",
            ),
            Ok(Err(Unmet::Candidates { .. })) => or_unseen("there is not enough to pick from"),
            Ok(Err(Unmet::Valid)) => said(pick.and_then(|p| p.valid_message.as_ref()), "no pick is right"),
            Ok(Err(Unmet::Full { zone })) => format!("there is no room in {}", zone_name(reader, zone)),
            Ok(Err(Unmet::Kept { zone })) => format!("{} must keep its cards", zone_name(reader, zone)),
            Ok(Err(Unmet::Prompt)) => or_unseen("there is nothing to answer to its question"),
            Ok(Ok(_)) => "it is nobody's turn who could".to_owned(),
            Err(fault) => format!("the ruleset erred: {}", fault.kind),
        };
        if !found.contains(&why) {
            found.push(why);
        }
    }
    match found.is_empty() {
        true => "nobody is left to do it".to_owned(),
        false => found.join(", or "),
    }
}

/// What is said when the condition of an action does not hold: by the first of its parts that does not, else by all of it.
fn condition_message<'p>(reader: &Reader<'p>, action: &'p ActionDef) -> Option<&'p Text> {
    let holds = |part: &ConditionPart| matches!(reader.eval(part.code), Ok(Value::Bool(true)));
    let failed = action.condition_parts.iter().find(|part| !holds(part));
    let own = failed.and_then(|part| part.message.as_ref());
    own.or(action.condition_message.as_ref())
}

/// The message of an action template's first failed test, if it fails whatever the seat touches.
fn unmet_by_seat(reader: &Reader<'_>, action: ActionId) -> Option<String> {
    let template = reader.program().templates.iter().find(|t| t.action == action)?;
    let of_seat = template.tests.iter().filter(|t| !t.of_thing);
    let failed = of_seat.filter(|t| {
        !matches!(
            reader.eval_with(t.code, &[Value::Nothing; 3]),
            Ok(Value::Bool(true))
        )
    });
    let mut messages = failed.filter_map(|test| test.message.as_ref());
    messages.next().map(|message| render(reader, message))
}
