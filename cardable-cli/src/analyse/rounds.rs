//! Rounds of a game. The engine knows turns only, so a round is what follows from them.

use cardable_core::{Seat, SeatSet};

/// Counts turns, and rounds of them: a round is over when a seat that has had its turn in it gets another one. A seat
/// that goes on while others still wait for theirs does not begin another round. A turn in which nobody chooses is none:
/// rules pass it on until it is where they want it.
#[derive(Clone, Debug)]
pub(super) struct Rounds {
    seats: usize,
    /// Who has had a turn in this round.
    seen: SeatSet,
    last: Option<Seat>,
    /// The turn in which nobody has chosen yet.
    begun: Option<Seat>,
    pub(super) turns: u64,
    pub(super) rounds: u64,
}

impl Rounds {
    pub(super) fn new(seats: usize) -> Rounds {
        Rounds {
            seats,
            seen: SeatSet::EMPTY,
            last: None,
            begun: None,
            turns: 0,
            rounds: 0,
        }
    }

    /// A turn begins.
    pub(super) fn begin(&mut self, seat: Seat) {
        self.begun = Some(seat);
    }

    /// Somebody chooses.
    pub(super) fn choose(&mut self) {
        if let Some(seat) = self.begun.take() {
            self.turn(seat);
        }
    }

    /// Counts a turn.
    fn turn(&mut self, seat: Seat) {
        self.turns += 1;
        let goes_on = self.last == Some(seat) && self.seen.len() < self.seats;
        self.last = Some(seat);
        if goes_on {
            return;
        }
        if self.rounds == 0 || self.seen.contains(seat) {
            self.rounds += 1;
            self.seen = SeatSet::EMPTY;
        }
        self.seen.insert(seat);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_round_has_no_seat_twice() {
        for (turns, rounds, what) in [
            (&[][..], 0, "no turns"),
            (&[0, 1, 2, 0, 1, 2, 0], 3, "in order"),
            (
                &[0, 1, 2, 2, 0, 1, 1, 2, 0],
                3,
                "tricks, of which the last to play wins two",
            ),
            (&[0, 0, 0, 1, 2, 0], 2, "a seat that goes on"),
            (&[0, 1, 0, 1, 0], 3, "a seat that is out"),
            (&[0, 1, 2, 1, 0, 2], 2, "the direction changes"),
        ] {
            let counted = counted(3, turns);
            assert_eq!(counted, (turns.len() as u64, rounds), "{what}");
        }
        assert_eq!(counted(1, &[0; 4]), (4, 4));
    }

    #[test]
    fn a_turn_without_a_choice_is_none() {
        let mut rounds = Rounds::new(2);
        for seat in [0, 1, 0] {
            rounds.begin(Seat(seat));
        }
        rounds.choose();
        rounds.choose();
        assert_eq!((rounds.turns, rounds.rounds), (1, 1));
    }

    fn counted(seats: usize, turns: &[u8]) -> (u64, u64) {
        let mut rounds = Rounds::new(seats);
        for seat in turns {
            rounds.begin(Seat(*seat));
            rounds.choose();
        }
        (rounds.turns, rounds.rounds)
    }
}
