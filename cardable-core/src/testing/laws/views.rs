//! A view and the events after it make the next view.

use super::*;

pub(super) fn view_and_events(
    s: &Subject,
    ruleset: &Ruleset,
    opening: &Opening,
    choices: usize,
) -> Result<(), Broken> {
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
            events.iter().for_each(|event| view.apply(event));
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
