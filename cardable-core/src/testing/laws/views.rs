//! A view and the events after it make the next view.

use super::*;
use cardable_engine::Replica;

pub(super) fn view_and_events(
    s: &Subject,
    ruleset: &Ruleset,
    opening: &Opening,
    choices: usize,
) -> Result<(), Broken> {
    first_deal(s, ruleset, opening)?;
    random_game_from(ruleset, opening, choices, |game, seat, choice, _| {
        let mut after = (s.fork)(game);
        if (s.submit)(&mut after, seat, choice).is_err() {
            return Ok(());
        }
        let mut all = viewers(game);
        all.push(Viewer::Omniscient);
        for viewer in all {
            let mut view = (s.view)(game, viewer);
            let events = (s.events)(&after, viewer);
            for event in &events {
                view.apply(event).map_err(|why| {
                    format!("{event:?} after {choice:?} does not lead on for {viewer:?}: {why}")
                })?;
            }
            let wanted = (s.view)(&after, viewer);
            if view != wanted {
                return Err(format!(
                    "the view of {viewer:?} after {choice:?} is not what the events {events:?} make of the one before: {}",
                    difference(&view, &wanted)
                ));
            }
        }
        Ok(())
    })?;
    Ok(())
}

/// The view from before the first deal and the events of the beginning give the first view.
fn first_deal(s: &Subject, ruleset: &Ruleset, opening: &Opening) -> Result<(), Broken> {
    let (setup, seed) = (&opening.setup, Seed::from(opening.seed));
    let Ok(game) = Game::begin_with_events(ruleset, setup, seed) else {
        return Ok(());
    };
    let mut all = viewers(&game);
    all.push(Viewer::Omniscient);
    for viewer in all {
        let before = Game::opening_view(ruleset, setup, seed, viewer).map_err(|e| e.to_string())?;
        let mut replica = Replica::new(before);
        let events = (s.events)(&game, viewer);
        replica
            .apply(&events)
            .map_err(|why| format!("the first deal, {events:?}, does not lead on for {viewer:?}: {why}"))?;
        let wanted = (s.view)(&game, viewer);
        if *replica.view() != wanted {
            return Err(format!(
                "the first view of {viewer:?} is not what the events {events:?} make of the one before: {}",
                difference(replica.view(), &wanted)
            ));
        }
    }
    Ok(())
}

pub(super) fn difference(a: &View, b: &View) -> String {
    for (at, (x, y)) in a.zones.iter().zip(&b.zones).enumerate() {
        if x != y {
            return format!("zone {at}: {x:?} and {y:?}");
        }
    }
    if a.globals != b.globals {
        return format!("shared data: {:?} and {:?}", a.globals, b.globals);
    }
    if a.seat_data != b.seat_data {
        return format!("seats' data: {:?} and {:?}", a.seat_data, b.seat_data);
    }
    format!("status: {:?} and {:?}", a.status, b.status)
}
