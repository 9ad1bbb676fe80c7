//! What can go wrong when a game is begun or set up, or a choice is submitted.

use crate::fault::FaultReport;
use crate::ids::Seat;
use crate::value::Type;
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// Why a game cannot begin.
///
/// ```
/// use cardable_core::{Game, Seed, Setup, SetupError};
/// # let ruleset = cardable_core::testing::tiny_ruleset();
/// let begun = Game::new(&ruleset, &Setup::seats(9), Seed::from(7));
/// assert!(matches!(begun, Err(SetupError::Seats { max: 4, found: 9, .. })));
/// ```
#[derive(Clone, PartialEq, Debug, Error)]
#[non_exhaustive]
pub enum SetupError {
    /// Too few or too many seats.
    #[error("`{game}` is for {min} to {max} seats, not {found}")]
    Seats {
        /// The game.
        game: String,
        /// Fewest.
        min: u8,
        /// Most.
        max: u8,
        /// How many were given.
        found: usize,
    },
    /// The ruleset does not let teams be chosen.
    #[error("the teams of `{game}` cannot be chosen")]
    FixedTeams {
        /// The game.
        game: String,
    },
    /// Teams or roles are chosen for more or fewer seats than there are.
    #[error("{what} are chosen for {found} seats, and there are {seats}")]
    NotEverySeat {
        /// Teams or roles.
        what: &'static str,
        /// For how many.
        found: usize,
        /// How many seats there are.
        seats: usize,
    },
    /// A team's number is too large.
    #[error("there is no team {found}: teams are counted from 0 to 31")]
    NoSuchTeam {
        /// The number.
        found: u8,
    },
    /// No person can have the role.
    #[error("no seat can be `{role}`; there are: {known}")]
    UnknownRole {
        /// Its name.
        role: String,
        /// The roles that there are.
        known: String,
    },
    /// A role has too few or too many seats.
    #[error("{min} to {max} seats are `{role}`, not {found}")]
    SeatsOfRole {
        /// The role.
        role: String,
        /// Fewest.
        min: u8,
        /// Most.
        max: u8,
        /// How many have it.
        found: usize,
    },
    /// The ruleset has no roles that persons can have.
    #[error("`{game}` has no roles to choose: leave `roles` out")]
    NoRoles {
        /// The game.
        game: String,
    },
    /// There is no such option.
    #[error("there is no option `{key}`: {help}")]
    UnknownOption {
        /// Its name.
        key: String,
        /// The one that was probably meant, else those that there are.
        help: String,
    },
    /// The option cannot have that value.
    #[error("option `{key}` cannot be {found}: it can be {wanted}")]
    OptionValue {
        /// Its name.
        key: String,
        /// What it was to be.
        found: String,
        /// What it can be.
        wanted: String,
    },
    /// The cards are more than a game can hold.
    #[error("{found} cards are more than the {limit} that a game can hold")]
    TooManyCards {
        /// How many there would be.
        found: usize,
        /// The limit.
        limit: usize,
    },
    /// The ruleset erred before anybody could choose.
    #[error(transparent)]
    Faulted(#[from] FaultReport),
}

/// Why a position cannot be set up.
///
/// ```
/// use cardable_core::setup::{Position, PositionError};
/// use cardable_core::{Seat, Seed, Setup};
/// # let ruleset = cardable_core::testing::tiny_ruleset();
/// let nobody = Position { turn: Some(Seat(9)), ..Position::default() };
/// let error = nobody.set_up(&ruleset, &Setup::seats(2), Seed::from(1)).err();
/// assert!(matches!(error, Some(PositionError::NoSuch { what: "seat" })));
/// ```
#[derive(Debug, thiserror::Error)]
pub enum PositionError {
    /// A game of the ruleset cannot begin in this way.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// Which cards there are is decided before the game.
    #[error("seats bring their own decks to this game, so no position of it can be set up")]
    DecksAreChosen,
    /// A number stands for nothing in a game of so many seats.
    #[error("there is no such {what}")]
    NoSuch {
        /// A state, seat or zone.
        what: &'static str,
    },
    /// It is said twice what lies in a zone.
    #[error("it is said before what lies in this zone")]
    Twice {
        /// Which of `Position::zones`.
        zone: usize,
    },
    /// The role of the seat does not have the zone.
    #[error("the role of this seat does not have this zone")]
    Absent {
        /// Which of `Position::zones`.
        zone: usize,
    },
    /// A card is named more often than there are such cards.
    #[error("there are no more such cards")]
    NoMore {
        /// Which of `Position::zones`.
        zone: usize,
        /// Which of its cards.
        card: usize,
    },
    /// More cards lie in a zone than its size allows.
    #[error("at most {most} cards lie in this zone, and {cards} would")]
    TooMany {
        /// Which of `Position::zones`.
        zone: usize,
        /// How many it takes.
        most: u16,
        /// How many there would be.
        cards: usize,
    },
    /// Cards have no place: the zones where they begin hold others.
    #[error("{cards} cards lie nowhere: no zone takes those of which nothing is said")]
    NoPlace {
        /// How many.
        cards: usize,
    },
    /// A card that is known does not lie there.
    #[error("no such card lies there")]
    NotThere {
        /// Which of `Position::knows`.
        known: usize,
    },
    /// A value is not of the type of its item, names a card that is nowhere, or the state has no such item.
    #[error("the item has the type {wanted}")]
    Datum {
        /// Which of `Position::data`.
        datum: usize,
        /// What it must be.
        wanted: Type,
    },
    /// The card whose data it is does not lie there.
    #[error("no such card lies there")]
    NoCard {
        /// Which of `Position::data`.
        datum: usize,
    },
    /// Everybody sees the item, and not everybody can tell in this zone which card has it.
    #[error("not everybody can tell in this zone which card it is, and the item is for everybody to see")]
    CardNotTold {
        /// Which of `Position::data`.
        datum: usize,
    },
    /// A seat is in two of the teams that were formed.
    #[error("a seat is in two teams")]
    InTwoTeams {
        /// The seat.
        seat: Seat,
    },
    /// The seat cannot be on turn: the state has no turns, or the seat does not take part.
    #[error("this seat has no turn in the state")]
    NoTurn,
    /// The rules fault in it.
    #[error("{0}")]
    Faulted(FaultReport),
}

/// Why a choice was refused. The game is as it was.
///
/// ```
/// use cardable_core::{Choice, Game, NotApplied, Refusal, Seat, Seed, Setup};
/// # let ruleset = cardable_core::testing::tiny_ruleset();
/// let mut game = Game::new(&ruleset, &Setup::seats(2), Seed::from(7))?;
/// let refused = game.submit(Seat(1), &Choice::Pass);
/// assert_eq!(refused, Err(NotApplied::Refused(Refusal::NotAsked)));
/// assert_eq!(Refusal::NotAsked.to_string(), "it is not your turn");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Error, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Refusal {
    /// The game is over.
    #[error("the game is over")]
    GameOver,
    /// There is no such seat.
    #[error("there is no such seat")]
    NoSuchSeat,
    /// The seat has nothing to decide now.
    #[error("it is not your turn")]
    NotAsked,
    /// The action is not offered to the seat now.
    #[error("{reason}")]
    NotOffered {
        /// The ruleset's message, or what is missing.
        reason: String,
    },
    /// Something picked is not among the candidates.
    #[error("{reason}")]
    NotACandidate {
        /// The ruleset's message, or what is wrong.
        reason: String,
    },
    /// Too few or too many things are picked.
    #[error("pick {min} to {max}, not {found}")]
    WrongCount {
        /// Fewest.
        min: u16,
        /// Most.
        max: u16,
        /// How many were picked.
        found: usize,
    },
    /// The things picked do not go together.
    #[error("{reason}")]
    NotValid {
        /// The ruleset's message.
        reason: String,
    },
    /// The answer does not fit the question.
    #[error("answer with a number from {min} to {max}")]
    OutOfRange {
        /// Smallest.
        min: i64,
        /// Largest.
        max: i64,
    },
    /// The choice is of another kind than the decision.
    #[error("that does not answer the question")]
    WrongKind,
    /// The log of the match holds as much as can be read again.
    #[error(
        "the match has {} entries, and no more can be kept of one",
        crate::limits::MAX_LOG
    )]
    LogFull,
    /// A zone that the choice picks from has changed since the seat looked at it, or the seat has chosen since.
    #[error("the table has changed since you looked")]
    Stale,
}

/// Why a choice was not applied. The game is as it was.
///
/// ```
/// use cardable_core::{Game, NotApplied, Seat, Seed, Setup};
/// # let ruleset = cardable_core::testing::tiny_ruleset();
/// let mut game = Game::new(&ruleset, &Setup::seats(2), Seed::from(7))?;
/// match game.submit_nth(Seat(1), 0) {
///     Ok(()) => println!("done"),
///     Err(NotApplied::Refused(refusal)) => println!("tell the player: {refusal}"),
///     Err(NotApplied::Faulted(report)) => println!("tell the author: {}", report.message),
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Debug, Error)]
pub enum NotApplied {
    /// The player's mistake, with a reason to show.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// The ruleset's mistake.
    #[error(transparent)]
    Faulted(#[from] FaultReport),
}
