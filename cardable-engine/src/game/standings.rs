//! How well each seat does while a game is under way.

use super::Game;
use crate::ids::Seat;
use crate::program::{Best, ScoreHint};
use crate::ruleset::Ruleset;
use crate::vm::computed::seat_value;
use crate::vm::engine::Reader;
use smallvec::SmallVec;

/// How a ruleset keeps score.
///
/// ```
/// use cardable_core::{Ruleset, search::Best};
/// /// What a designer reads of it.
/// fn told(ruleset: &Ruleset) -> String {
///     match ruleset.scoring() {
///         Some(scoring) if scoring.best == Best::Low => format!("the lowest {} wins", scoring.item),
///         Some(scoring) => format!("the highest {} wins", scoring.item),
///         None => "nothing is scored before the end".to_owned(),
///     }
/// }
/// # let ruleset = cardable_core::testing::tiny_ruleset();
/// assert_eq!(told(&ruleset), "the highest score wins");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Scoring<'r> {
    /// The name of the item of the seats' data that is counted over the whole game.
    pub item: &'r str,
    /// Which is best.
    pub best: Best,
}

/// A number for each seat, by their numbers: the more, the better it does.
///
/// See [`Game::standings`] for an example.
pub type Standings = SmallVec<[f64; 8]>;

impl Ruleset {
    /// How the ruleset keeps score while a game is under way: as it says in `bots`, else the seats' `score`, of which
    /// more is better. None where it counts nothing.
    pub fn scoring(&self) -> Option<Scoring<'_>> {
        let hint = self.program.score_hint()?;
        let def = self.program.data.seat.get(usize::from(hint.item))?;
        Some(Scoring {
            item: self.program.str(def.name),
            best: hint.best,
        })
    }
}

impl Game {
    /// How well each seat does by the score that the ruleset keeps ([`Ruleset::scoring`]): the more, the better, also
    /// where the lowest score wins. Empty where the ruleset keeps none.
    ///
    /// The scores are those of the game as it is, hidden ones too: it is meant for copies that a search plays on.
    ///
    /// ```
    /// use cardable_core::{Game, Seed, Setup};
    /// # let ruleset = cardable_core::testing::tiny_ruleset();
    /// let game = Game::new(&ruleset, &Setup::seats(2), Seed::from(7))?;
    /// assert_eq!(game.standings().as_slice(), [0.0, 0.0]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn standings(&self) -> Standings {
        let hint = self.table.program.score_hint();
        self.with_reader(|reader| numbers(reader, hint))
    }

    /// How good each seat's position is before its score changes, as the ruleset estimates it in `bots`: the more, the
    /// better. Empty where it estimates nothing.
    pub fn worths(&self) -> Standings {
        let hint = self.table.program.bots.worth;
        self.with_reader(|reader| numbers(reader, hint))
    }
}

/// An item of the seats' data as numbers of which more is better. What is no number counts nothing.
pub(crate) fn numbers(reader: &Reader<'_>, hint: Option<ScoreHint>) -> Standings {
    let Some(ScoreHint { item, best }) = hint else {
        return Standings::new();
    };
    let of = |seat: Seat| {
        let value = seat_value(reader, seat, item).unwrap_or_default();
        let n = value.as_f64().unwrap_or(0.0);
        match best {
            Best::High => n,
            Best::Low => -n,
        }
    };
    reader.table.all_seats().into_iter().map(of).collect()
}
