//! How well each seat does while a game is under way.

use super::Game;
use super::look::with_reader;
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

/// A number for each seat, by their numbers: the more, the better it does. Empty where the ruleset counts nothing.
///
/// The numbers are those of the game as it is, hidden ones too: they are meant for copies that a search plays on.
///
/// ```
/// use cardable_core::{Game, Seed, Setup, search::Standings};
/// # let ruleset = cardable_core::testing::tiny_ruleset();
/// let game = Game::new(&ruleset, &Setup::seats(2), Seed::from(7))?;
/// assert_eq!(Standings::of(&game)[..], [0.0, 0.0]);
/// assert!(Standings::worths(&game).is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Standings(SmallVec<[f64; 8]>);

impl Standings {
    /// By the score that the ruleset keeps ([`Ruleset::scoring`]), turned round where the lowest score wins.
    pub fn of(game: &Game) -> Standings {
        standings_of(game, game.table.program.score_hint())
    }

    /// By what the ruleset says a position is worth before its score changes (`worth` in `bots`).
    pub fn worths(game: &Game) -> Standings {
        standings_of(game, game.table.program.bots.worth)
    }
}

/// By an item of the seats' data.
pub(crate) fn standings_of(game: &Game, hint: Option<ScoreHint>) -> Standings {
    with_reader(game, None, |reader| numbers(reader, hint))
}

impl std::ops::Deref for Standings {
    type Target = [f64];

    fn deref(&self) -> &[f64] {
        &self.0
    }
}

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

/// An item of the seats' data as numbers of which more is better. What is no number counts nothing.
pub(crate) fn numbers(reader: &Reader<'_>, hint: Option<ScoreHint>) -> Standings {
    let Some(ScoreHint { item, best }) = hint else {
        return Standings::default();
    };
    let of = |seat: Seat| {
        let value = seat_value(reader, seat, item).unwrap_or_default();
        let n = value.as_f64().unwrap_or(0.0);
        match best {
            Best::High => n,
            Best::Low => -n,
        }
    };
    Standings(reader.table.all_seats().into_iter().map(of).collect())
}
