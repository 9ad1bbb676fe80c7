//! All that a game is, for its author.

use crate::paint::{FAINT, STRONG, styled, wrapped};
use cardable_core::debug::data_now;
use cardable_core::ids::ZoneId;
use cardable_core::{Game, SeatSet, Viewer};

/// The state that runs, turns and all data.
pub(super) fn state(game: &Game) -> Vec<String> {
    let words = game.words();
    let view = game.view(Viewer::Omniscient);
    let ruleset = game.ruleset();
    let names = |seats: SeatSet| -> String {
        let names: Vec<String> = seats.into_iter().map(|seat| words.seat_name(seat)).collect();
        names.join(", ")
    };
    let mut lines = Vec::new();
    for scene in &view.status.scenes {
        let name = ruleset.state_name(scene.state).unwrap_or_default();
        let turn = match scene.turn {
            Some(seat) => format!(", turn of {}", words.seat_name(seat)),
            None => String::new(),
        };
        lines.push(format!("  state {}{turn}", styled(STRONG, name)));
        for (what, seats) in [
            ("taking part", scene.members),
            ("resting", scene.resting),
            ("acted", scene.acted),
            ("passed", scene.passed),
        ] {
            if !seats.is_empty() {
                lines.push(format!("  {} {}", styled(FAINT, what), names(seats)));
            }
        }
    }
    for (what, seats) in [
        ("to decide", game.to_decide()),
        ("asked", view.status.asked),
        ("out", view.status.dismissed),
    ] {
        if !seats.is_empty() {
            lines.push(format!("  {} {}", styled(FAINT, what), names(seats)));
        }
    }
    lines.push(format!("  {} {}", styled(FAINT, "choices so far"), game.seq()));
    let told = data(game).into_iter();
    lines.extend(told.map(|(name, value)| format!("  {} {value}", styled(FAINT, format!("{name} =")))));
    lines
}

/// All data by name, with their values.
pub(super) fn data(game: &Game) -> Vec<(String, String)> {
    let words = game.words();
    let mut all: Vec<(String, String)> = Vec::new();
    for datum in data_now(game, &game.ruleset().info()) {
        let Some(seat) = datum.seat else {
            all.push((datum.name, datum.value));
            continue;
        };
        let of_seat = format!("{} {}", words.seat_name(seat), datum.value);
        match all.iter_mut().find(|(name, _)| *name == datum.name) {
            Some((_, values)) => {
                values.push_str(", ");
                values.push_str(&of_seat);
            }
            None => all.push((datum.name, of_seat)),
        }
    }
    all
}

/// All zones with all their cards. The card that would be drawn next comes first.
pub(super) fn zones(game: &Game, columns: usize) -> Vec<String> {
    let words = game.words();
    let inspection = game.inspect(Viewer::Omniscient);
    let view = game.view(Viewer::Omniscient);
    let open = (0..)
        .map(ZoneId)
        .zip(&view.zones)
        .filter(|(_, seen)| !seen.closed);
    open.flat_map(|(zone, _)| {
        let label = words.zone_label(zone).unwrap_or_default();
        let cards = inspection.cards(zone);
        let names = cards.iter().filter_map(|card| words.card_name(*card));
        let mut names: Vec<String> = names.map(|name| format!("{name},")).collect();
        names.last_mut().map(String::pop);
        let count = cards.len();
        let first = format!(
            "  {} {} ",
            styled(STRONG, label),
            styled(FAINT, format!("({count})"))
        );
        wrapped(&first, &names, " ", columns)
    })
    .collect()
}
