//! What the author of the rules names: seats, actions, cards and zones.

use cardable_core::cases::card_named;
use cardable_core::debug::running_state;
use cardable_core::ids::{ActionId, CardTypeId, ZoneId};
use cardable_core::{Game, Seat, Viewer};

/// What stands behind a command.
pub(super) struct Line<'t> {
    /// The seat that was named by `as`.
    pub(super) by: Option<Seat>,
    /// The seat whose decision it is.
    here: Seat,
    pub(super) rest: &'t str,
}

impl<'t> Line<'t> {
    /// Reads `as SEAT` before the rest.
    pub(super) fn read(game: &Game, here: Seat, text: &'t str) -> Result<Line<'t>, Vec<String>> {
        let text = text.trim();
        let Some(named) = text.strip_prefix("as ") else {
            return Ok(Line {
                by: None,
                here,
                rest: text,
            });
        };
        let named = named.trim_start();
        let (seat, rest) = named.split_once(' ').unwrap_or((named, ""));
        let by = seat_named(game, seat)?;
        Ok(Line {
            by: Some(by),
            here,
            rest: rest.trim(),
        })
    }

    /// The seat that was named, or whose decision it is.
    pub(super) fn seat(&self) -> Seat {
        self.by.unwrap_or(self.here)
    }
}

/// A seat by its number from 1, or by its name.
pub(super) fn seat_named(game: &Game, text: &str) -> Result<Seat, Vec<String>> {
    numbered_or_named(game, text).map_err(|why| vec![format!("There is {why}.")])
}

/// The same, with what there is instead where there is none.
pub(crate) fn numbered_or_named(game: &Game, text: &str) -> Result<Seat, String> {
    let seating = game.seating();
    let by_number = text.parse().ok().and_then(|n: usize| n.checked_sub(1));
    let by_name = || seating.names().position(|name| is_alike(name, text));
    let found = by_number.or_else(by_name).filter(|at| *at < seating.count());
    found.map(|at| Seat(at as u8)).ok_or_else(|| {
        let names: Vec<&str> = seating.names().collect();
        format!(
            "no seat `{text}`: write a number from 1 to {}, or one of {}",
            seating.count(),
            names.join(", ")
        )
    })
}

fn is_alike(name: &str, text: &str) -> bool {
    name.to_lowercase() == text.to_lowercase()
}

/// The actions of the name that a line begins with, that name, and the card that follows.
pub(super) fn action_and_card(
    game: &Game,
    text: &str,
) -> Result<(Vec<ActionId>, String, Option<CardTypeId>), Vec<String>> {
    let ruleset = game.ruleset();
    let words = game.words();
    let running = running_state(game);
    let mut found: Option<(Vec<ActionId>, String, &str)> = None;
    for (action, state, name, _) in ruleset.actions() {
        if Some(state) != running {
            continue;
        }
        let label = words.action_label(action).unwrap_or_default();
        for called in [name, label] {
            let Some(rest) = rest_after(text, called) else {
                continue;
            };
            match &mut found {
                // Of two names that begin alike the longer one is meant.
                Some((_, _, other)) if rest.len() > other.len() => {}
                Some((all, _, other)) if rest.len() == other.len() => {
                    if !all.contains(&action) {
                        all.push(action);
                    }
                }
                _ => found = Some((vec![action], called.to_owned(), rest)),
            }
        }
    }
    let Some((actions, name, rest)) = found else {
        return Err(vec![no_action(game, text)]);
    };
    let card = match rest {
        "" => None,
        rest => Some(card(game, rest)?),
    };
    Ok((actions, name, card))
}

/// What follows a name at the beginning of a text.
fn rest_after<'t>(text: &'t str, name: &str) -> Option<&'t str> {
    let (begins, rest) = (text.get(..name.len())?, text.get(name.len()..)?);
    let is_whole = rest.is_empty() || rest.starts_with(' ');
    (!name.is_empty() && is_whole && is_alike(begins, name)).then(|| rest.trim())
}

fn no_action(game: &Game, text: &str) -> String {
    let ruleset = game.ruleset();
    let running = running_state(game);
    let state = |id| ruleset.state_name(id).unwrap_or_default().to_owned();
    let elsewhere = ruleset
        .actions()
        .find(|(_, _, name, _)| rest_after(text, name).is_some());
    let mut here: Vec<String> = ruleset
        .actions()
        .filter(|(_, state, ..)| Some(*state) == running)
        .map(|(_, _, name, _)| format!("`{name}`"))
        .collect();
    here.dedup();
    match (elsewhere, running) {
        (Some((_, other, name, _)), Some(running)) => format!(
            "`{name}` is an action of the state `{}`, and `{}` runs.",
            state(other),
            state(running)
        ),
        _ => format!(
            "No action here is called `{text}`: there are {}.",
            here.join(", ")
        ),
    }
}

pub(super) fn card(game: &Game, text: &str) -> Result<CardTypeId, Vec<String>> {
    card_named(&game.ruleset(), text)
        .map_err(|help| vec![format!("No single card is called `{text}`: {help}")])
}

/// A zone by its name in the rules (`discard`, `hand:0`), by what players read (`Purse of Ada`), or by the name of one that every
/// seat has, which means that of a seat.
pub(super) fn zone(game: &Game, seat: Seat, text: &str) -> Result<ZoneId, Vec<String>> {
    let ruleset = game.ruleset();
    let words = game.words();
    let all = (0..game.view(Viewer::Omniscient).zones.len()).map(|at| ZoneId(at as u16));
    let labelled = |zone: &ZoneId| {
        words
            .zone_label(*zone)
            .is_some_and(|label| is_alike(&label, text))
    };
    let of_seat = || {
        let (name, seat) = match text.rsplit_once(" of ") {
            Some((name, owner)) => (name, seat_named(game, owner).ok()?),
            None => (text, seat),
        };
        ruleset.seat_zone(name, seat)
    };
    let found = ruleset.zone(text).or_else(of_seat);
    found.or_else(|| all.clone().find(labelled)).ok_or_else(|| {
        let labels: Vec<String> = all.filter_map(|zone| words.zone_label(zone)).collect();
        vec![format!(
            "No zone is called `{text}`: there are {}.",
            labels.join(", ")
        )]
    })
}
