//! Renders the seats with their cards and data.

use super::{TableView, data};
use crate::paint::{FAINT, GOOD, NOTE, STRONG, padded, styled, width, wrapped};
use crate::say::{say, spoken};
use cardable_core::Seat;
use std::io::{Result, Write};

pub(super) fn draw(table: &TableView<'_>, out: &mut dyn Write) -> Result<()> {
    let seats: Vec<Seat> = (0..table.game.seating().count())
        .map(|at| Seat(at as u8))
        .collect();
    let widest = seats
        .iter()
        .map(|seat| width(&name(table, *seat)))
        .max()
        .unwrap_or(0);
    let data = data::of_seats(table, &seats);
    for (seat, data) in seats.into_iter().zip(data) {
        let first = format!("{} {}  ", marker(table, seat), padded(&name(table, seat), widest));
        let mut pieces = data;
        pieces.extend(status(table, seat));
        let (_, zones) = table.rules.zone_names();
        let zones = zones
            .into_iter()
            .filter_map(|zone| table.rules.seat_zone(zone, seat))
            .flat_map(|zone| table.rules.copies(zone));
        pieces.extend(zones.filter_map(|zone| table.zone(zone, table.own() == Some(seat))));
        if pieces.iter().all(|piece| piece.trim().is_empty()) {
            pieces.clear();
            pieces.push(styled(FAINT, "–"));
        }
        for line in wrapped(
            &first,
            &split(pieces, table.columns.saturating_sub(width(&first))),
            "   ",
            table.columns,
        ) {
            writeln!(out, "{line}")?;
        }
    }
    Ok(())
}

fn name(table: &TableView<'_>, seat: Seat) -> String {
    let name = table.game.seating().name(seat).unwrap_or_default();
    if table.own() == Some(seat) {
        format!("{} {}", styled(STRONG, name), styled(FAINT, say!("(you)")))
    } else {
        styled(STRONG, name)
    }
}

/// A seat's team and role, if any.
fn kind(table: &TableView<'_>, seat: Seat) -> Option<String> {
    let seats = &table.view.seats;
    let own = seats.get(seat.index())?;
    let with = seats
        .iter()
        .enumerate()
        .filter(|(at, s)| *at != seat.index() && s.team == own.team);
    let with: Vec<String> = with
        .map(|(at, _)| {
            table
                .game
                .seating()
                .name(Seat(at as u8))
                .unwrap_or_default()
                .to_owned()
        })
        .collect();
    let different = seats.iter().any(|s| !s.automatic && s.role != own.role);
    let role = own.role.filter(|_| different && !own.automatic);
    let mut kinds: Vec<String> = role
        .map(|role| data::label(table.rules.words().text(role)))
        .into_iter()
        .collect();
    // Where all play together, there is nobody to tell them from.
    let is_one_team = with.len() + 1 == seats.len();
    if !with.is_empty() && !is_one_team {
        let team = table
            .game
            .seating()
            .team_name(seat)
            .map_or(String::new(), |name| format!("{name}, "));
        kinds.push(format!("{team}{}", say!("with {0}", spoken().listed(&with))));
    }
    (!kinds.is_empty()).then(|| kinds.join(", "))
}

/// Marks seats that must act.
fn marker(table: &TableView<'_>, seat: Seat) -> String {
    let on_turn = table
        .view
        .status
        .scenes
        .iter()
        .any(|scene| scene.turn == Some(seat));
    if on_turn {
        styled(GOOD, "▸")
    } else {
        " ".to_owned()
    }
}

/// Further information about a seat.
fn status(table: &TableView<'_>, seat: Seat) -> Vec<String> {
    let status = &table.view.status;
    let mut told = Vec::new();
    told.extend(kind(table, seat).map(|kind| styled(FAINT, kind)));
    if status.dismissed.contains(seat) {
        told.push(styled(FAINT, say!("out")));
    }
    if let Some(scene) = status
        .scenes
        .iter()
        .find(|scene| scene.members.or(scene.resting).contains(seat))
    {
        if status.scenes.len() > 1 {
            told.push(styled(
                NOTE,
                data::label(table.rules.words().state_label(scene.state).unwrap_or_default()),
            ));
        }
        if scene.passed.contains(seat) {
            told.push(styled(FAINT, say!("passed")));
        } else if scene.acted.contains(seat) {
            told.push(styled(FAINT, say!("waits")));
        }
    }
    if status.asked.contains(seat) && table.own() != Some(seat) {
        told.push(styled(NOTE, say!("is asked")));
    }
    told
}

/// Splits pieces wider than a line, such as large hands.
fn split(pieces: Vec<String>, columns: usize) -> Vec<String> {
    let fits = |piece: &String| width(piece) <= columns;
    if pieces.iter().all(fits) {
        return pieces;
    }
    let parts = |piece: String| {
        if fits(&piece) {
            return vec![piece];
        }
        // Split between cards if they have separators.
        let between = if piece.contains(", ") { ", " } else { " " };
        let words: Vec<String> = piece.split(between).map(str::to_owned).collect();
        wrapped("", &words, between, columns)
    };
    pieces.into_iter().flat_map(parts).collect()
}
