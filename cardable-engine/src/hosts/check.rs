//! Whether values that scripts hand over are what is asked for.

use crate::fault::FaultKind;
use crate::ids::SeatSet;
use crate::program::script::ScriptFunction;
use crate::program::{DataVisible, Program};
use crate::script::{Datum, ErrorKind, ScriptError};
use crate::signature::{Arity, Param, ParamType, Reads, parameters_wanted};
use crate::value::{Kind, Type, Value};
use crate::vm::engine::Reader;
use crate::vm::typed;
use smallvec::SmallVec;

pub(crate) type Given = SmallVec<[Value; 8]>;

type Checked<T> = Result<T, ScriptError>;

/// The arguments of a call, each as its parameter takes it, with nothing for those that may be
/// left out.
pub(crate) fn arguments(r: &Reader<'_>, name: &str, params: &[Param], args: &[Value]) -> Checked<Given> {
    let required = params.iter().filter(|p| p.arity == Arity::Required).count();
    let rest = params.last().is_some_and(|p| p.arity == Arity::Rest);
    // Nothing at the end is as good as left out.
    let mut args = args;
    while args.len() > params.len() && !rest && args.last() == Some(&Value::Nothing) {
        args = &args[..args.len() - 1];
    }
    if args.len() < required || (!rest && args.len() > params.len()) {
        let wanted = parameters_wanted(required, (!rest).then_some(params.len()));
        return Err(ScriptError::new(
            ErrorKind::ArgumentCount,
            format!("`{name}` takes {wanted}, found {}", args.len()),
        ));
    }
    let mut given = Given::new();
    for (at, arg) in args.iter().enumerate() {
        let Some(param) = params.get(at).or(params.last()) else {
            break;
        };
        if *arg == Value::Nothing && param.arity == Arity::Optional {
            given.push(Value::Nothing);
            continue;
        }
        let taken = value(r, param.ty, *arg)?;
        given.push(taken.ok_or_else(|| wrong(name, param, *arg))?);
    }
    for param in params.iter().skip(args.len()) {
        if param.arity == Arity::Optional {
            given.push(Value::Nothing);
        }
    }
    Ok(given)
}

/// The seats that a step is to be done for; nothing when the value names none.
pub(crate) fn seats(r: &Reader<'_>, who: Value) -> Option<SeatSet> {
    let taken = value(r, ParamType::EachSeat, who).ok()??;
    if !typed::exists(r, taken) {
        return None;
    }
    r.seat_set(taken).ok()
}

/// The result of a function, when its declaration allows it.
pub(crate) fn result(r: &Reader<'_>, function: &ScriptFunction, value: Value) -> Checked<Value> {
    let wanted = function.primitive.result;
    let fits = match wanted {
        // What a step returns goes nowhere.
        Type::Nothing => return Ok(Value::Nothing),
        ty => typed::has_type(r, value, ty),
    };
    if !fits {
        return Err(ScriptError::new(
            ErrorKind::Argument,
            format!("it returns {}, and {wanted} is wanted", value.kind()),
        ));
    }
    Ok(value)
}

#[cold]
fn wrong(name: &str, param: &Param, found: Value) -> ScriptError {
    ScriptError::new(
        ErrorKind::Argument,
        format!(
            "`{}` of `{name}` takes {}, found {}",
            param.name,
            param.ty.phrase(),
            found.kind()
        ),
    )
}

/// A value as a parameter takes it; nothing when it does not.
fn value(r: &Reader<'_>, takes: ParamType, value: Value) -> Checked<Option<Value>> {
    let keep = |fits: bool| Ok(fits.then_some(value));
    match takes {
        ParamType::Value(Type::One(Kind::Zone)) => match value {
            Value::Str(_) => zone_named(r, value).map(Some),
            _ => keep(matches!(value, Value::Zone(_) | Value::Nothing)),
        },
        ParamType::Value(Type::One(Kind::Seat)) => match value {
            Value::Str(_) => one_self(r, value),
            _ => keep(matches!(value, Value::Seat(_) | Value::Nothing)),
        },
        ParamType::Value(ty) => keep(typed::has_type(r, value, ty)),
        ParamType::Whole | ParamType::Count => Ok(match value {
            Value::Int(_) => Some(value),
            Value::Float(n) if n == libm::trunc(n) && n.abs() < 9e15 => Some(Value::Int(n as i64)),
            _ => None,
        }),
        ParamType::EachSeat | ParamType::Seats => match value {
            Value::Str(id) => match &*r.text(id) {
                "all" | "all_players" => r
                    .list(r.playing().into_iter().map(Value::Seat))
                    .map(Some)
                    .map_err(|fault| crate::hosts::errors::error(&fault.kind)),
                _ => one_self(r, value),
            },
            Value::List(_) => keep(typed::holds_only(r, value, Kind::Seat)),
            _ => keep(matches!(value, Value::Seat(_) | Value::Nothing)),
        },
        ParamType::Cards => match value {
            Value::Str(_) => zone_named(r, value).map(Some),
            Value::List(_) => keep(typed::holds_only(r, value, Kind::Card)),
            _ => keep(matches!(value, Value::Card(_) | Value::Zone(_) | Value::Nothing)),
        },
        ParamType::Items => match value {
            Value::Str(_) => zone_named(r, value).map(Some),
            _ => keep(matches!(value, Value::List(_) | Value::Zone(_))),
        },
        ParamType::Contents => match value {
            Value::Str(_) => Ok(Some(zone_named(r, value).unwrap_or(value))),
            _ => Ok(Some(value)),
        },
        ParamType::StateName => match value {
            Value::Str(id) if r.program().state_named(id).is_some() => Ok(Some(value)),
            Value::Str(_) => Err(unknown("no state has that name")),
            _ => Ok(None),
        },
        ParamType::SeatZone => match value {
            Value::Str(id) => {
                let found = r.program().zones.seat.iter().position(|z| z.name == id);
                let at = found.ok_or_else(|| unknown("seats have no zone of that name"))?;
                Ok(Some(Value::Int(at as i64)))
            }
            Value::Zone(zone) if zone.index() < r.table.zones => {
                let name = r.table.zone_def(zone).name;
                let found = r.program().zones.seat.iter().position(|z| z.name == name);
                Ok(found.map(|at| Value::Int(at as i64)))
            }
            _ => Ok(None),
        },
        ParamType::Attribute => match value {
            Value::Str(id) => {
                let found = r.program().cards.attributes.iter().position(|a| a.name == id);
                let at = found.ok_or_else(|| unknown("cards have no attribute of that name"))?;
                Ok(Some(Value::Int(at as i64)))
            }
            _ => Ok(None),
        },
        ParamType::Designation | ParamType::Role => keep(matches!(value, Value::Str(_))),
        ParamType::Place
        | ParamType::Prompt
        | ParamType::Step
        | ParamType::Function
        | ParamType::OfPicked => Err(ScriptError::new(
            ErrorKind::Argument,
            "this is said in the script's own words, and not by a call",
        )),
    }
}

fn unknown(message: &'static str) -> ScriptError {
    ScriptError::new(ErrorKind::Unknown, message)
}

/// `self`, as rulesets call the acting seat.
fn one_self(r: &Reader<'_>, value: Value) -> Checked<Option<Value>> {
    match (value, r.player) {
        (Value::Str(id), Some(seat)) if r.text(id) == "self" => Ok(Some(Value::Seat(seat))),
        _ => Ok(None),
    }
}

/// A zone by its name: a shared one, else the acting seat's, as rulesets name zones.
fn zone_named(r: &Reader<'_>, name: Value) -> Checked<Value> {
    let Value::Str(id) = name else {
        return Err(unknown("no zone has that name"));
    };
    let zones = &r.program().zones;
    if let Some(at) = zones.shared.iter().position(|z| z.name == id) {
        return Ok(Value::Zone(r.table.shared_zone(at as u16)));
    }
    let own = zones.seat.iter().position(|z| z.name == id);
    match (own, r.player) {
        (Some(at), Some(seat)) => Ok(Value::Zone(r.table.seat_zone(seat, at as u16))),
        (Some(_), None) => Err(ScriptError::new(ErrorKind::NoPlayer, "`$player` is nobody here")),
        (None, _) => Err(unknown("no zone has that name")),
    }
}

/// Why a call with these arguments may not be made for somebody who does not see everything.
pub(crate) fn hidden(
    r: &Reader<'_>,
    viewer: crate::ids::Viewer,
    reads: Reads,
    args: &[Value],
) -> Result<(), ScriptError> {
    match reads {
        Reads::Open => Ok(()),
        Reads::Faces | Reads::Order => {
            for arg in args {
                if !sees_all(r, viewer, *arg) {
                    return Err(secret());
                }
            }
            Ok(())
        }
    }
}

/// Whether a viewer sees the faces of a card, of the cards of a list, or of a zone.
pub(crate) fn sees_all(r: &Reader<'_>, viewer: crate::ids::Viewer, value: Value) -> bool {
    let face = |card| r.world.face_audience(r.table, card).contains(viewer);
    match value {
        Value::Card(card) => face(card),
        Value::Zone(_) => r.cards(value).is_ok_and(|cards| cards.into_iter().all(face)),
        Value::List(_) => r
            .items(value)
            .is_ok_and(|items| items.into_iter().all(|item| sees_all(r, viewer, item))),
        _ => true,
    }
}

/// Whether a viewer may read an attribute of a card: he sees its face, or it is on its back, and he can tell where the card
/// lies.
pub(crate) fn sees_attribute(
    r: &Reader<'_>,
    viewer: crate::ids::Viewer,
    card: crate::ids::CardId,
    at: u16,
) -> bool {
    let is_on_back = || r.program().cards.on_backs.contains(&at);
    let is_told = || {
        r.world
            .places(r.table, r.world.zone_of(r.table, card))
            .contains(viewer)
    };
    sees_all(r, viewer, Value::Card(card)) || (is_on_back() && is_told())
}

/// The error of reading what the seat may not see that reads the result.
#[cold]
pub(crate) fn secret() -> ScriptError {
    ScriptError::new(
        ErrorKind::Hidden,
        "this is hidden from the seat that reads what comes of it; mark the place with `\"reveals\": true`",
    )
}

/// What a fault of a primitive is to a script; nothing when the script must not catch it.
pub(crate) fn error_of(fault: &FaultKind) -> Option<ScriptError> {
    match fault {
        FaultKind::OutOfFuel { .. } | FaultKind::Script { .. } | FaultKind::Stuck { .. } => None,
        other => Some(ScriptError::new(
            crate::hosts::errors::error_kind(other),
            other.to_string(),
        )),
    }
}

/// Whether a viewer sees the face of a card, where an item of its data is for those who do.
pub(crate) fn sees_face_for(r: &Reader<'_>, at: Datum, viewer: crate::ids::Viewer) -> bool {
    let Datum::Card(card, at) = at else {
        return true;
    };
    let data = r.program().data.card.get(usize::from(at));
    let goes_with_face = data.is_some_and(|data| data.def.visible == DataVisible::Owner);
    !goes_with_face || sees_all(r, viewer, Value::Card(card))
}

/// Whether an item of data may be read by somebody. Items that only those see who see a card's face may be, where
/// [`sees_face_for`] says so.
pub(crate) fn shows(
    program: &Program,
    state: crate::ids::StateId,
    at: Datum,
    viewer: crate::ids::Viewer,
) -> bool {
    let (def, owner) = match at {
        Datum::Global(at) => (program.data.globals.get(usize::from(at)), None),
        Datum::State(at) => (program.state(state).data.get(usize::from(at)), None),
        Datum::Seat(seat, at) => (program.data.seat.get(usize::from(at)), Some(seat)),
        Datum::Card(_, at) => {
            let data = program.data.card.get(usize::from(at));
            return data.is_none_or(|data| data.def.visible != DataVisible::None);
        }
        Datum::Setting(_) | Datum::Action(_) => return true,
    };
    def.is_none_or(|def| match def.visible {
        DataVisible::All => true,
        DataVisible::Owner => matches!(viewer, crate::ids::Viewer::Seat(seat) if owner == Some(seat)),
        DataVisible::None => false,
    })
}
