//! The table of the lead: who would win if the game went on at random from points of its course.

use super::games::PARTS;
use super::tidy::TidyTable;
use cardable_core::{Seat, SeatSet};
use serde_json::json;

/// By how much a seat must be ahead of the last leader to take the lead: estimates are not exact.
const CLEARLY: i64 = PARTS / 5;

/// One point of the course of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct LeadRow {
    pub(crate) deal: u64,
    /// How much of the game is over, in thousandths of its choices.
    pub(crate) progress: u64,
    /// Each seat's share of the wins of the games played on from there, in `PARTS`.
    pub(crate) shares: Vec<i64>,
    /// The seats that win together.
    pub(crate) sides: Vec<SeatSet>,
    pub(crate) winners: SeatSet,
}

/// The course of one game.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct LeadCourse {
    /// How often somebody took the lead from another.
    pub(crate) changes: f64,
    /// From when on a winner led to the end, as a share of the game; None if nobody ever led clearly.
    pub(crate) decided: Option<f64>,
    /// Whether who led in the middle has won; None if nobody led clearly.
    pub(crate) leader_won: Option<f64>,
    /// By how much the eventual winner was behind the leader, in the mean over the course.
    pub(crate) behind: f64,
}

impl LeadRow {
    /// The side that is ahead, as its first seat, and by how much of the next side.
    fn leader(&self) -> Option<(Seat, i64)> {
        let sides = self.sides.iter();
        let mut shares: Vec<(i64, Seat)> = sides
            .filter_map(|side| {
                let share = |seat: Seat| self.shares.get(seat.index()).copied().unwrap_or_default();
                Some((side.into_iter().map(share).sum(), side.lowest()?))
            })
            .collect();
        shares.sort_by_key(|(share, seat)| (std::cmp::Reverse(*share), *seat));
        match shares[..] {
            [(best, seat), (next, _), ..] => Some((seat, best - next)),
            _ => None,
        }
    }

    /// The share of the side of a seat.
    fn share_of(&self, seat: Seat) -> i64 {
        let side = self.sides.iter().find(|side| side.contains(seat));
        let shares = side.into_iter().flat_map(|side| *side);
        shares.filter_map(|seat| self.shares.get(seat.index())).sum()
    }

    /// By how much the best of the eventual winners was behind the leader.
    pub(crate) fn behind(&self) -> f64 {
        let seats = (0..self.shares.len() as u8).map(Seat);
        let best = seats.map(|seat| self.share_of(seat)).max().unwrap_or_default();
        let winners = self.winners.into_iter().map(|seat| self.share_of(seat));
        (best - winners.max().unwrap_or(best)) as f64 / PARTS as f64
    }
}

/// The courses of all games with a winner, from rows in order.
pub(crate) fn courses(rows: &[LeadRow]) -> Vec<LeadCourse> {
    rows.chunk_by(|a, b| a.deal == b.deal)
        .filter(|game| game.first().is_some_and(|row| !row.winners.is_empty()))
        .map(course)
        .collect()
}

fn course(game: &[LeadRow]) -> LeadCourse {
    let mut leader: Option<Seat> = None;
    let (mut changes, mut decided) = (0.0, 0);
    for row in game {
        if let Some((best, _)) = row.leader() {
            match leader {
                Some(last) if last != best && row.share_of(best) >= row.share_of(last) + CLEARLY => {
                    changes += 1.0;
                    leader = Some(best);
                }
                Some(_) => {}
                None => {
                    leader = row
                        .leader()
                        .filter(|(_, by)| *by >= CLEARLY)
                        .map(|(seat, _)| seat)
                }
            }
        }
        if leader.is_none_or(|seat| !row.winners.contains(seat)) {
            decided = row.progress;
        }
    }
    // The point after the last one at which no winner led.
    let after = game
        .iter()
        .map(|row| row.progress)
        .find(|progress| *progress > decided);
    let decided = match game.first() {
        Some(first) if decided == 0 && first.progress == 0 && is_led_by_winner(first) => 0,
        _ => after.unwrap_or(1_000),
    };
    let middle = game.iter().min_by_key(|row| row.progress.abs_diff(500));
    let leads = middle
        .and_then(LeadRow::leader)
        .filter(|(_, by)| *by > PARTS / 10);
    let behind = game.iter().map(LeadRow::behind).sum::<f64>() / game.len().max(1) as f64;
    LeadCourse {
        changes,
        decided: leader.map(|_| decided as f64 / 1_000.0),
        leader_won: leads.map(|(seat, _)| {
            let winners = game.first().map_or(SeatSet::EMPTY, |row| row.winners);
            if winners.contains(seat) { 1.0 } else { 0.0 }
        }),
        behind,
    }
}

fn is_led_by_winner(row: &LeadRow) -> bool {
    row.leader()
        .is_some_and(|(seat, by)| by >= CLEARLY && row.winners.contains(seat))
}

pub(crate) fn table(rows: &[LeadRow]) -> TidyTable {
    let columns = ["deal", "progress_permille", "seat", "share_ppm", "won"];
    let mut table = TidyTable::new("lead", &columns);
    for row in rows {
        for (seat, share) in row.shares.iter().enumerate() {
            let won = row.winners.contains(Seat(seat as u8));
            table.rows.push(vec![
                json!(row.deal),
                json!(row.progress),
                json!(seat + 1),
                json!(share),
                json!(won),
            ]);
        }
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(progress: u64, first: i64, winner: u8) -> LeadRow {
        LeadRow {
            deal: 0,
            progress,
            shares: vec![first, PARTS - first],
            sides: [0, 1].map(|seat| [Seat(seat)].into_iter().collect()).to_vec(),
            winners: [Seat(winner)].into_iter().collect(),
        }
    }

    #[test]
    fn the_lead_changes_where_somebody_is_clearly_ahead() {
        let game = [
            row(0, 500_000, 1),
            row(250, 700_000, 1),
            row(500, 450_000, 1),
            row(750, 300_000, 1),
        ];
        let [course] = courses(&game)[..] else {
            panic!("one game")
        };
        assert_eq!((course.changes, course.decided), (1.0, Some(0.75)));
        assert_eq!(
            course.leader_won, None,
            "nobody was ahead by more than a tenth: {course:?}"
        );
        assert!((course.behind - 0.1).abs() < 1e-9, "{course:?}");
    }

    #[test]
    fn who_leads_from_the_beginning_has_decided_it_there() {
        let game = [row(0, 900_000, 0), row(500, 950_000, 0)];
        let [course] = courses(&game)[..] else {
            panic!("one game")
        };
        assert_eq!(
            (course.changes, course.decided, course.leader_won),
            (0.0, Some(0.0), Some(1.0))
        );
    }
}
