//! What a viewer reads does not depend on what he cannot know.

use super::*;

/// A copy in which the faces that a viewer cannot know are permuted.
pub(super) fn permuted(game: &Game, viewer: Viewer, rng: &mut impl Rng) -> Game {
    let mut other = game.clone();
    let unknown: Vec<CardId> = game
        .table
        .card_ids()
        .filter(|c| !game.world.knows(*c).contains(viewer))
        .collect();
    permute_types(&mut other, &unknown, |n| rng.random_range(0..n.max(1)));
    other.relist();
    other
}

pub(super) fn secrecy(
    s: &Subject,
    ruleset: &Ruleset,
    seats: usize,
    seed: u64,
    choices: usize,
) -> Result<(), Broken> {
    random_game(ruleset, seats, seed, choices, |game, seat, choice, rng| {
        let all = viewers(game);
        let viewer = all[rng.random_range(0..all.len())];
        let other = permuted(game, viewer, rng);
        same(
            &format!("views of {viewer:?}"),
            &(s.view)(game, viewer),
            &(s.view)(&other, viewer),
        )?;
        if let Viewer::Seat(own) = viewer {
            let said = |g: &Game| g.decision(own).map(|d| (d.offers(), d.unavailable(), d.count()));
            same(&format!("decisions of {viewer:?}"), &said(game), &said(&other))?;
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
        let (mut one, mut two) = ((s.fork)(game), (s.fork)(&other));
        if (s.submit)(&mut one, seat, choice).is_err() || (s.submit)(&mut two, seat, choice).is_err() {
            return Ok(());
        }
        let (a, b) = ((s.events)(&one, viewer), (s.events)(&two, viewer));
        // Where the rules branch on hidden values, other things happen.
        if a.len() != b.len() || a.iter().zip(&b).any(|(a, b)| shape(a) != shape(b)) {
            return Ok(());
        }
        for (a, b) in a.iter().zip(&b) {
            same(&format!("events for {viewer:?}"), &faceless(a), &faceless(b))?;
        }
        Ok(())
    })?;
    Ok(())
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
