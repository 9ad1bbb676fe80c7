//! Law: what a viewer sees does not depend on what the viewer cannot know.

use super::*;
use cardable_engine::event::{Event, Spot};
use cardable_engine::ids::Audience;
use cardable_engine::imagine::draw_data;
pub(super) use cardable_engine::play::legal_set::Source;
use cardable_engine::play::valid;
use cardable_engine::value::Value;
use cardable_engine::vm::engine::Reader;
use cardable_engine::vm::temp::TempLists;

/// Maximum number of choices compared per decision.
const COMPARED: u64 = 40;
/// How often the hidden part is drawn again if the rules took another branch.
const MORE: usize = 4;

/// A copy with another hidden part: faces are permuted, and hidden data with a declared domain are drawn again.
pub(super) fn permuted(game: &Game, viewer: Viewer, rng: &mut ChaCha8Rng) -> Game {
    let mut other = game.clone();
    let unknown: Vec<CardId> = game
        .table
        .card_ids()
        .filter(|c| !game.world.knows(&game.table, *c).contains(viewer))
        .collect();
    permute_types(&mut other, &unknown, |n| rng.random_range(0..n.max(1)));
    draw_data(&mut other, viewer, rng);
    cardable_engine::list_again(&mut other);
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
        let mut branched = same_to_happen(s, viewer, reveals, (game, &other), (seat, choice))?;
        // Rules that have branched tell what they branched on, and nothing else: where they go the
        // same way all the same must be so.
        for _ in 0..MORE {
            if !branched {
                break;
            }
            let other = permuted(game, viewer, rng);
            branched = same_to_happen(s, viewer, reveals, (game, &other), (seat, choice))?;
        }
        Ok(())
    })?;
    Ok(())
}

/// Compares the events of a choice in two games, except for faces that become visible. Returns whether the
/// rules took different branches, which is allowed.
fn same_to_happen(
    s: &Subject,
    viewer: Viewer,
    reveals: bool,
    (game, other): (&Game, &Game),
    (seat, choice): (Seat, &Choice),
) -> Result<bool, Broken> {
    let picked = (picked(game, seat, choice), picked(other, seat, choice));
    let (mut one, mut two) = ((s.fork)(game), (s.fork)(other));
    if (s.submit)(&mut one, seat, choice).is_err() || (s.submit)(&mut two, seat, choice).is_err() {
        return Ok(false);
    }
    let (a, b) = ((s.events)(&one, viewer), (s.events)(&two, viewer));
    if let Some(at) = first_branch(&a, &b) {
        // The rules may have branched: on what the ruleset is known to reveal, or on what
        // became visible.
        let may = reveals || faces(&a[..at]) != faces(&b[..at]) || shown(&a, &b, &picked);
        if may && rules_branched(&one, &two) {
            return Ok(true);
        }
        let why = if may {
            "the rules did the same"
        } else {
            "nothing is listed as revealing"
        };
        return Err(format!(
            "events for {viewer:?} go another way from number {at} on, and {why}:\n{a:?}\n{b:?}"
        ));
    }
    Ok(false)
}

/// Whether the rules did something different in two games, apart from different faces.
fn rules_branched(one: &Game, two: &Game) -> bool {
    let deeds = |game: &Game| {
        let events = game.events.iter().flatten();
        events.copied().map(deed).collect::<Vec<Event>>()
    };
    deeds(one) != deeds(two)
}

/// An event without its audience: what was done, and to which cards.
fn deed(mut event: Event) -> Event {
    let unseen = |spot: &mut Spot| {
        spot.face = Audience::NONE;
        spot.places = Audience::NONE;
    };
    match &mut event {
        Event::Moved { from, to, .. } => {
            unseen(from);
            unseen(to);
        }
        Event::Shown { before, spot, .. } | Event::Turned { before, spot, .. } => {
            *before = Audience::NONE;
            unseen(spot);
        }
        Event::Regarded { before, after, .. } => {
            *before = Audience::NONE;
            *after = Audience::NONE;
        }
        Event::Arranged { spot, .. } | Event::CardData { spot, .. } => unseen(spot),
        Event::Hint { card, .. } => card.iter_mut().for_each(unseen),
        Event::TriggerBegan { carrier, .. } | Event::TriggerEnded { carrier, .. } => {
            carrier.iter_mut().for_each(|(_, spot)| unseen(spot));
        }
        Event::Shuffled { .. }
        | Event::Opened { .. }
        | Event::Closed { .. }
        | Event::Designated { .. }
        | Event::DeckTaken { .. }
        | Event::Data { .. }
        | Event::Entered { .. }
        | Event::Turn { .. }
        | Event::TurnSkipped { .. }
        | Event::Passed { .. }
        | Event::Acted { .. }
        | Event::Committed { .. }
        | Event::Voted { .. }
        | Event::Asked { .. }
        | Event::Answered { .. }
        | Event::Cancelled { .. }
        | Event::StepSkipped { .. }
        | Event::Dismissed { .. }
        | Event::Recalled { .. }
        | Event::Said { .. }
        | Event::Began { .. }
        | Event::Over
        | Event::Rewound => {}
    }
    event
}

/// Compares a seat's choices in two games.
fn same_to_choose(s: &Subject, own: Seat, game: &Game, other: &Game) -> Result<(), Broken> {
    let said = |g: &Game| g.decision(own).map(|d| (d.to_decision(), d.count()));
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

/// The first event that differs in two games in more than a face.
fn first_branch(a: &[ViewEvent], b: &[ViewEvent]) -> Option<usize> {
    let differs = a.iter().zip(b).position(|(a, b)| faceless(a) != faceless(b));
    differs.or((a.len() != b.len()).then_some(a.len().min(b.len())))
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
        .filter_map(|c| valid::candidate_value(&reader, pick, *c));
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

/// An event in which only whether a face is seen shows, not which.
pub(super) fn faceless(event: &ViewEvent) -> String {
    let text = match event {
        // What follows from faces that became visible may differ.
        ViewEvent::Status { .. } | ViewEvent::Data { .. } | ViewEvent::Said { .. } => {
            return format!("{:?}", std::mem::discriminant(event));
        }
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
