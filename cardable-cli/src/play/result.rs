//! Shows the result of a game.

use crate::paint::{NOTE, STRONG, padded, styled, width, with_minus};
use crate::say::{say, spoken};
use crate::table::TableView;
use cardable_core::Seat;
use cardable_core::view::Datum;
use std::io::{Result, Write};

/// Columns in which scores stand, one below the other.
const SCORE_COLUMNS: usize = 4;

/// Prints the winners and everybody's result.
pub(crate) fn draw(table: &TableView<'_>, out: &mut dyn Write) -> Result<()> {
    let Some(result) = &table.view.status.result else {
        return writeln!(
            out,
            "\n{}",
            styled(NOTE, say!("Nobody can do anything any more."))
        );
    };
    let name = |seat: Seat| {
        let name = table.game.seating().name(seat).unwrap_or_default();
        if table.own() == Some(seat) {
            say!("{0} (you)", name)
        } else {
            name.to_owned()
        }
    };
    let winners: Vec<String> = result.winners.iter().map(|seat| name(*seat)).collect();
    let verdict = match &winners[..] {
        [] => say!("Nobody wins"),
        [_] if result.winners.first().copied() == table.own() => say!("You win"),
        [one] => say!("{0} wins", one),
        several => say!("{0} win", spoken().listed(several)),
    };
    let reason = result
        .reason
        .as_ref()
        .map(|reason| table.game.words().datum_text(&Datum::Written(reason.clone())))
        .map_or(String::new(), |reason| format!(": {reason}"));
    writeln!(out, "\n{}", styled(NOTE.bold(), format!("{verdict}{reason}")))?;
    let mut seats: Vec<Seat> = (0..table.game.seating().count())
        .map(|at| Seat(at as u8))
        .collect();
    seats.sort_by_key(|seat| result.ranks.get(seat.index()).copied().unwrap_or(u8::MAX));
    // Without a winner and with equal ranks, nobody is first.
    let none_is_first = result.winners.is_empty() && result.ranks.windows(2).all(|pair| pair[0] == pair[1]);
    let widest = seats.iter().map(|seat| width(&name(*seat))).max().unwrap_or(0);
    for seat in seats {
        let rank = result
            .ranks
            .get(seat.index())
            .filter(|_| !none_is_first)
            .map_or("–".to_owned(), u8::to_string);
        let score = match result.scores.get(seat.index()) {
            Some(score) => {
                let points = with_minus(&spoken().number(score.to_string()));
                let before = " ".repeat(SCORE_COLUMNS.saturating_sub(width(&points)));
                format!("  {before}{}", say!("{0} {0|point|points}", points))
            }
            None => String::new(),
        };
        writeln!(
            out,
            "  {rank:>2}  {}{score}",
            styled(STRONG, padded(&name(seat), widest))
        )?;
    }
    Ok(())
}
