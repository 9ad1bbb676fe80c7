//! What a viewer reads does not depend on what he cannot know.

use super::*;
use crate::engine::Reader;
use crate::engine::legal::Source;
use crate::engine::lists::TempLists;
use crate::imagine::redraw_data;
use crate::value::Value;

/// How many choices of a decision are compared.
const COMPARED: u64 = 40;

/// A copy in which what a viewer cannot know is otherwise: faces are permuted, and
/// hidden data of a declared domain are drawn anew.
pub(super) fn permuted(game: &Game, viewer: Viewer, rng: &mut ChaCha8Rng) -> Game {
    let mut other = game.clone();
    let unknown: Vec<CardId> = game
        .table
        .card_ids()
        .filter(|c| !game.world.knows(*c).contains(viewer))
        .collect();
    permute_types(&mut other, &unknown, |n| rng.random_range(0..n.max(1)));
    redraw_data(&mut other, viewer, rng);
    other.relist();
    other
}

pub(super) fn secrecy(
    s: &Subject,
    ruleset: &Ruleset,
    opening: &Opening,
    choices: usize,
) -> Result<(), Broken> {
    let reveals = ruleset.revealing().next().is_some();
    random_game_from(ruleset, opening, choices, |game, seat, choice, rng| {
        let all = viewers(game);
        let viewer = all[rng.random_range(0..all.len())];
        let other = permuted(game, viewer, rng);
        same(
            &format!("views of {viewer:?}"),
            &(s.view)(game, viewer),
            &(s.view)(&other, viewer),
        )?;
        if let Viewer::Seat(own) = viewer {
            same_to_choose(s, own, game, &other)?;
            for _ in 0..3 {
                let (_, wild) = wild_choice(game, own, rng);
                let refused = |g: &Game| match (s.submit)(&mut (s.fork)(g), own, &wild) {
                    Err(NotApplied::Refused(why)) => Some(why.to_string()),
                    _ => None,
                };
                same(
                    &format!("refusals of {viewer:?}"),
                    &refused(game),
                    &refused(&other),
                )?;
            }
        }
        // The events of the next choice, but for faces that now become visible.
        let picked = (picked(game, seat, choice), picked(&other, seat, choice));
        let (mut one, mut two) = ((s.fork)(game), (s.fork)(&other));
        if (s.submit)(&mut one, seat, choice).is_err() || (s.submit)(&mut two, seat, choice).is_err() {
            return Ok(());
        }
        let (a, b) = ((s.events)(&one, viewer), (s.events)(&two, viewer));
        if let Some(at) = first_branch(&a, &b) {
            // The rules have branched: on what the ruleset is known to reveal, or on
            // what became visible.
            if reveals || faces(&a[..at]) != faces(&b[..at]) || shown(&a, &b, &picked) {
                return Ok(());
            }
            return Err(format!(
                "events for {viewer:?} go another way from number {at} on, and nothing is listed as revealing:\n{a:?}\n{b:?}"
            ));
        }
        for (a, b) in a.iter().zip(&b) {
            same(&format!("events for {viewer:?}"), &faceless(a), &faceless(b))?;
        }
        Ok(())
    })?;
    Ok(())
}

/// Compares what a seat may choose in two games.
fn same_to_choose(s: &Subject, own: Seat, game: &Game, other: &Game) -> Result<(), Broken> {
    let said = |g: &Game| g.decision(own).map(|d| (d.offers(), d.unavailable(), d.count()));
    same(&format!("decisions of {own:?}"), &said(game), &said(other))?;
    let choices = |g: &Game| (s.choices)(g, own, COMPARED);
    same(&format!("choices of {own:?}"), &choices(game), &choices(other))?;
    let touches = |g: &Game| (s.interactions)(g, own);
    same(
        &format!("interactions of {own:?}"),
        &touches(game),
        &touches(other),
    )
}

/// The first event in which two games do something else.
fn first_branch(a: &[ViewEvent], b: &[ViewEvent]) -> Option<usize> {
    let differs = a
        .iter()
        .zip(b)
        .position(|(a, b)| shape(a) != shape(b) || another_card(a, b));
    differs.or((a.len() != b.len()).then_some(a.len().min(b.len())))
}

/// Whether two events show different faces, and differ in more: the rules have taken
/// another card, from another place or one that the viewer knew already.
fn another_card(a: &ViewEvent, b: &ViewEvent) -> bool {
    let shown = |event: &ViewEvent| match event {
        ViewEvent::Moved { card, .. } | ViewEvent::Shown { card, .. } | ViewEvent::Turned { card, .. } => {
            Some(*card)
        }
        _ => None,
    };
    match (shown(a), shown(b)) {
        (Some(CardSeen::Face(one)), Some(CardSeen::Face(other))) => {
            one != other && faceless(a) != faceless(b)
        }
        _ => false,
    }
}

/// The cards that an action's choice picks, by their types.
fn picked(game: &Game, seat: Seat, choice: &Choice) -> Vec<u16> {
    let Some(chosen) = game.decision(seat).and_then(|d| d.chosen(choice).ok()) else {
        return Vec::new();
    };
    let Source::Act(action) = chosen.offer.source else {
        return Vec::new();
    };
    let Some(pick) = &game.table.program.action(action).pick else {
        return Vec::new();
    };
    let temp = TempLists::default();
    let reader = Reader {
        table: &game.table,
        world: &game.world,
        temp: &temp,
        player: Some(seat),
    };
    let values = chosen
        .picked
        .iter()
        .filter_map(|c| reader.candidate_value(pick, *c));
    let cards = values.filter_map(|value| match value {
        Value::Card(card) => Some(game.world.type_of(&game.table, card).0),
        _ => None,
    });
    cards.collect()
}

/// Whether different cards were picked in two games, and both are shown.
fn shown(a: &[ViewEvent], b: &[ViewEvent], picked: &(Vec<u16>, Vec<u16>)) -> bool {
    let seen = |events: &[ViewEvent], picked: &[u16]| {
        let seen = faces(events);
        picked.iter().all(|ty| seen.contains(ty))
    };
    picked.0 != picked.1 && seen(a, &picked.0) && seen(b, &picked.1)
}

/// The faces that events show, in their order.
fn faces(events: &[ViewEvent]) -> Vec<u16> {
    let text = format!("{events:?}");
    let after = text.split("Face(CardTypeId(").skip(1);
    after
        .filter_map(|rest| rest.split(')').next()?.parse().ok())
        .collect()
}

/// What an event is about, without places and faces: where two differ in it, the
/// rules have branched.
pub(super) fn shape(event: &ViewEvent) -> String {
    match event {
        ViewEvent::Moved { from, to, .. } => format!("moved {:?} {:?}", from.zone, to.zone),
        ViewEvent::Shown { slot, .. } => format!("shown {:?}", slot.zone),
        ViewEvent::Turned { slot, up, .. } => format!("turned {:?} {up}", slot.zone),
        ViewEvent::Arranged { zone, .. } => format!("arranged {zone:?}"),
        // These follow from faces that became visible.
        ViewEvent::Status { .. } | ViewEvent::Data { .. } | ViewEvent::Said { .. } => {
            format!("{:?}", std::mem::discriminant(event))
        }
        other => format!("{other:?}"),
    }
}

/// An event in which only whether a face is seen shows, not which.
pub(super) fn faceless(event: &ViewEvent) -> String {
    let text = match event {
        // What follows from faces that became visible may differ.
        ViewEvent::Status { .. } | ViewEvent::Data { .. } | ViewEvent::Said { .. } => return String::new(),
        other => format!("{other:?}"),
    };
    let mut out = String::new();
    let mut rest = text.as_str();
    while let Some(at) = rest.find("Face(CardTypeId(") {
        out.push_str(&rest[..at]);
        out.push_str("Face");
        rest = rest[at..].find("))").map_or("", |end| &rest[at + end + 2..]);
    }
    out.push_str(rest);
    // A place in a sorted heap follows from the face.
    out
}
