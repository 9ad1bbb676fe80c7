//! Which seats take part in a state, and seats played by the game.

use crate::fault::Run;
use crate::ids::{Seat, SeatSet, StateId};
use crate::play::answers::{self, Asked};
use crate::play::in_play;
use crate::play::ways::Places;
use crate::program::Players;
use crate::value::Value;
use crate::vm::engine::{Engine, Reader};
use crate::world::scene::{AnswerRule, Form, Question};

/// Selects the members of the running scene that take part in its state. The others rest until another state is
/// entered.
#[cold]
pub(crate) fn choose_members(engine: &mut Engine<'_>) -> Run<()> {
    let layer = engine.world.scene;
    let all = layer.all();
    let part = part_of(engine, layer.state, all)?;
    engine.world.scene.members = part;
    engine.world.scene.resting = all.minus(part);
    Ok(())
}

/// The seats that take part in a state, which must be the running one.
fn part_of(engine: &Engine<'_>, state: StateId, all: SeatSet) -> Run<SeatSet> {
    let table = engine.table;
    Ok(match table.program.state(state).players {
        None => all.minus(table.seating.automatic),
        Some(Players::Roles(roles)) => all.and(table.with_roles(roles)),
        Some(Players::Named(code)) => {
            let reader = engine.reader();
            all.and(reader.seat_set(reader.eval(code)?)?)
        }
        Some(Players::When(code)) => {
            let mut part = SeatSet::EMPTY;
            for seat in all {
                let reader = Reader {
                    player: Some(seat),
                    ..engine.reader()
                };
                if reader.holds(code)? {
                    part.insert(seat);
                }
            }
            part
        }
    })
}

/// Determines which of the seats that just joined a scene have to rest there.
#[cold]
pub(crate) fn sort_joined(engine: &mut Engine<'_>, scene: u16, joined: SeatSet) -> Run<()> {
    let home = engine.world.scene.scene;
    in_play::focus(engine, scene);
    let part = part_of(engine, engine.world.scene.state, joined)?;
    let layer = &mut engine.world.scene;
    layer.members = layer.members.minus(joined).or(part);
    layer.resting = layer.resting.minus(part).or(joined.minus(part));
    in_play::focus(engine, home);
    Ok(())
}

/// The answer of a seat played by the game: the question's timeout answer, otherwise any.
#[cold]
pub(crate) fn automatic_answer(engine: &mut Engine<'_>, seat: Seat, question: &Question) -> Run<Value> {
    if let Some(declared) = declared_answer(&read_by(engine, seat), question)? {
        return Ok(declared);
    }
    Ok(match question.form {
        Form::Number { min, max } => {
            let ways = max.saturating_sub(min).saturating_add(1);
            let drawn = engine.below(u32::try_from(ways).unwrap_or(u32::MAX));
            Value::Int(min.saturating_add(i64::from(drawn)))
        }
        Form::Confirm => Value::Bool(engine.below(2) == 1),
        Form::OneOf { list, .. } => {
            let items = engine.reader().items(list)?;
            let at = engine.below(items.len() as u32) as usize;
            items.get(at).copied().unwrap_or_default()
        }
        Form::Several {
            list,
            min,
            max,
            ordered,
            rule: Some(rule),
        } => {
            let asked = Asked { min, max, ordered };
            let (found, _) = answers::found(&read_by(engine, seat), &rule, list, asked)?;
            let at = engine.below(found.len().max(1) as u32) as usize;
            let items = engine.reader().items(list)?;
            let places = found.get(at).map_or(&[][..], Places::as_slice);
            let picked = places
                .iter()
                .filter_map(|place| items.get(usize::from(*place)).copied());
            engine.reader().list(picked)?
        }
        Form::Several {
            list,
            min,
            rule: None,
            ..
        } => {
            let mut items = engine.reader().items(list)?;
            engine.shuffle_items(&mut items);
            items.truncate(min.into());
            engine.reader().list(items.iter().copied())?
        }
    })
}

fn read_by<'e>(engine: &'e Engine<'_>, seat: Seat) -> Reader<'e> {
    Reader {
        player: Some(seat),
        ..engine.reader()
    }
}

/// The timeout answer that a question declares, if it is allowed. The reader is the seat that is asked.
pub(crate) fn declared_answer(reader: &Reader<'_>, question: &Question) -> Run<Option<Value>> {
    let default = question.default;
    if let Form::OneOf { list, among, .. } = question.form
        && among != Value::Nothing
        && default != Value::Nothing
    {
        return declared_parts(reader, list, default);
    }
    let fits = match (question.form, default) {
        (_, Value::Nothing) => false,
        (Form::Number { min, max }, Value::Int(n)) => n >= min && n <= max,
        (Form::OneOf { list, .. }, one) => reader.items(list)?.iter().any(|v| v.same(one)),
        (Form::Confirm, Value::Bool(_)) => true,
        (
            Form::Several {
                list,
                min,
                max,
                ordered,
                rule,
            },
            some,
        ) => {
            let asked = Asked { min, max, ordered };
            return declared_items(reader, list, asked, rule.as_ref(), some);
        }
        (Form::Number { .. } | Form::Confirm, _) => false,
    };
    Ok(fits.then_some(default))
}

/// The way to split a number that a list of parts means.
fn declared_parts(reader: &Reader<'_>, list: Value, declared: Value) -> Run<Option<Value>> {
    let declared = reader.items(declared)?;
    for way in reader.items(list)? {
        let parts = reader.items(way)?;
        let alike = parts
            .iter()
            .zip(&declared)
            .all(|(part, wanted)| part.same(*wanted));
        if alike && parts.len() == declared.len() {
            return Ok(Some(way));
        }
    }
    Ok(None)
}

/// Several entries of a list, where they are an answer: in its order, or in their own where that counts.
fn declared_items(
    reader: &Reader<'_>,
    list: Value,
    asked: Asked,
    rule: Option<&AnswerRule>,
    declared: Value,
) -> Run<Option<Value>> {
    let items = reader.items(list)?;
    let mut places = Places::new();
    for one in reader.items(declared)? {
        let free = |(at, item): &(usize, &Value)| item.same(one) && !places.contains(&(*at as u16));
        match items.iter().enumerate().find(free) {
            Some((at, _)) => places.push(at as u16),
            None => return Ok(None),
        }
    }
    if !asked.ordered {
        places.sort_unstable();
    }
    if !(usize::from(asked.min)..=usize::from(asked.max)).contains(&places.len()) {
        return Ok(None);
    }
    if let Some(rule) = rule
        && !answers::go_together(reader, rule, list, &places)?
    {
        return Ok(None);
    }
    let picked = places
        .iter()
        .filter_map(|place| items.get(usize::from(*place)).copied());
    reader.list(picked).map(Some)
}
