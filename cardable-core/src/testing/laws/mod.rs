//! The laws of the engine, which hold for every ruleset.
//!
//! Each law plays a random game and checks it from all sides. It uses the engine only through a [`Subject`]. Tests can
//! replace the functions of a subject with broken ones to verify that the law fails.

mod cards;
mod choices;
mod damage;
mod imagination;
mod input;
mod knowledge;
mod opening;
mod replay;
mod secrecy;
mod views;

use choices::wild_choice;
pub use opening::Opening;

use cardable_engine::Game;
use cardable_engine::LegalInteraction;
use cardable_engine::RestoreError;
use cardable_engine::Ruleset;
use cardable_engine::ids::{ActionId, CardId, Seat, Viewer, ZoneId};
use cardable_engine::imagine::permute_types;
use cardable_engine::view::{CardSeen, View, ViewEvent};
use cardable_engine::{Choice, Count, Pick};
use cardable_engine::{Log, Match, ReplayError};
use cardable_engine::{NotApplied, SetupError};
use cardable_engine::{Seed, Setup};
use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use std::collections::BTreeMap;

/// Describes a violation of a law.
///
/// See [`Law`] for an example.
pub type Broken = String;

/// The engine as seen by a law.
///
/// See [`Law`] for an example.
pub struct Subject {
    /// Starts a game.
    pub begin: fn(&Ruleset, &Setup, Seed) -> Result<Game, SetupError>,
    /// The view of a viewer.
    pub view: fn(&Game, Viewer) -> View,
    /// The events of the last choice that a viewer sees.
    pub events: fn(&Game, Viewer) -> Vec<ViewEvent>,
    /// Saves a game.
    pub save: fn(&Game) -> Vec<u8>,
    /// Restores a saved game.
    pub restore: fn(&Ruleset, &[u8]) -> Result<Game, RestoreError>,
    /// Replays a log.
    pub replay: fn(&Ruleset, &Log) -> Result<Match, ReplayError>,
    /// Submits a choice.
    pub submit: fn(&mut Game, Seat, &Choice) -> Result<(), NotApplied>,
    /// Copies a game.
    pub fork: fn(&Game) -> Game,
    /// Creates a game that is consistent with what a viewer knows.
    pub imagine: fn(&Game, Viewer, Seed) -> Game,
    /// Up to that many choices of a seat's decision, from the first on.
    pub choices: fn(&Game, Seat, u64) -> Vec<Choice>,
    /// The interactions possible for a seat.
    pub interactions: fn(&Game, Seat) -> Vec<LegalInteraction>,
}

fn first_choices(game: &Game, seat: Seat, most: u64) -> Vec<Choice> {
    let decision = game.decision(seat);
    let numbered = (0..most).map_while(|n| decision.as_ref()?.nth(n));
    numbered.collect()
}

fn legal_interactions(game: &Game, seat: Seat) -> Vec<LegalInteraction> {
    let decision = game.decision(seat);
    decision.map_or_else(Vec::new, |decision| decision.touches())
}

impl Default for Subject {
    fn default() -> Subject {
        Subject {
            begin: Game::new,
            view: Game::view,
            events: Game::events,
            save: Game::save,
            restore: Game::restore,
            replay: Match::replay,
            submit: Game::submit,
            fork: Game::fork,
            imagine: Game::imagine,
            choices: first_choices,
            interactions: legal_interactions,
        }
    }
}

/// A law: its name, what it says, and how it is tried on a random game.
///
/// ```
/// use cardable_core::testing::{LAWS, Opening, Subject, tiny_ruleset};
/// let (ruleset, opening) = (tiny_ruleset(), Opening::seats(2, 7));
/// for law in LAWS {
///     if let Err(broken) = (law.check)(&Subject::default(), &ruleset, &opening, 2) {
///         panic!("{}: {broken}", law.says);
///     }
/// }
/// ```
pub struct Law {
    /// Identifies the law.
    pub name: &'static str,
    /// What the law states.
    pub says: &'static str,
    /// Tests it on a game with this opening and at most this many choices.
    pub check: fn(&Subject, &Ruleset, &Opening, usize) -> Result<(), Broken>,
}

impl std::fmt::Debug for Law {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name)
    }
}

/// All laws. Rulesets and scripts as inputs are tested by fuzzing, because a law starts from a ruleset that has
/// already been loaded.
pub const LAWS: &[Law] = &[
    Law {
        name: "determinism",
        says: "the same choices give the same bytes, whatever is saved in between",
        check: replay::determinism,
    },
    Law {
        name: "legal",
        says: "what is listed is applied, what is not is refused",
        check: choices::legal,
    },
    Law {
        name: "nothing lost",
        says: "no card is made or lost, and a refused choice changes nothing",
        check: cards::nothing_lost,
    },
    Law {
        name: "secrecy",
        says: "what a viewer cannot know changes nothing that he reads, and nothing that he sees done but where the ruleset is known to reveal it",
        check: secrecy::secrecy,
    },
    Law {
        name: "view and events",
        says: "a view and the events after it give the next view",
        check: views::view_and_events,
    },
    Law {
        name: "imagination",
        says: "what is imagined agrees with what is seen, and leaves nothing out",
        check: imagination::imagination,
    },
    Law {
        name: "knowledge",
        says: "what is imagined depends on what the viewer knows and the seed, and on nothing else",
        check: knowledge::knowledge,
    },
    Law {
        name: "fork",
        says: "a copy goes on like the original, and what is undone leaves no trace",
        check: replay::fork,
    },
    Law {
        name: "bad input",
        says: "whatever comes in is answered: no panic, nothing taken that cannot be, and what is taken goes on like a game",
        check: input::bad_input,
    },
];

/// Plays a random game from its start with the usual options: at each decision
/// `each` looks at the game, the seat and the choice it is about to make.
///
/// ```
/// use cardable_core::testing::{random_game, tiny_ruleset};
/// let mut choices = 0;
/// let game = random_game(&tiny_ruleset(), 2, 7, 1_000, |_, _, _, _| {
///     choices += 1;
///     Ok(())
/// })?;
/// assert!(game.is_over() && choices > 0);
/// # Ok::<(), String>(())
/// ```
pub fn random_game(
    ruleset: &Ruleset,
    seats: usize,
    seed: u64,
    choices: usize,
    each: impl FnMut(&Game, Seat, &Choice, &mut ChaCha8Rng) -> Result<(), Broken>,
) -> Result<Game, Broken> {
    random_game_from(ruleset, &Opening::seats(seats, seed), choices, each)
}

/// The same from an opening on.
///
/// ```
/// use cardable_core::testing::{Opening, random_game_from, tiny_ruleset};
/// let opening = Opening::seats(3, 7).ahead(2);
/// let game = random_game_from(&tiny_ruleset(), &opening, 1_000, |_, _, _, _| Ok(()))?;
/// assert!(game.is_over());
/// # Ok::<(), String>(())
/// ```
pub fn random_game_from(
    ruleset: &Ruleset,
    opening: &Opening,
    choices: usize,
    mut each: impl FnMut(&Game, Seat, &Choice, &mut ChaCha8Rng) -> Result<(), Broken>,
) -> Result<Game, Broken> {
    let mut game = opening.game(ruleset)?.with_events();
    let seed = opening.seed;
    let mut rng = ChaCha8Rng::seed_from_u64(seed ^ 0x5eed);
    for _ in 0..choices {
        let Some((seat, choice)) = random_choice(&game, &mut rng)? else {
            break;
        };
        each(&game, seat, &choice, &mut rng)?;
        game.submit(seat, &choice)
            .map_err(|e| format!("seed {seed}: {e}"))?;
    }
    Ok(game)
}

/// A random choice of a random seat. `None` when the game is over.
fn random_choice(game: &Game, rng: &mut ChaCha8Rng) -> Result<Option<(Seat, Choice)>, Broken> {
    let seats: Vec<Seat> = game.to_decide().into_iter().collect();
    if seats.is_empty() {
        return if game.is_over() {
            Ok(None)
        } else {
            Err("nobody decides and the game is not over".into())
        };
    }
    let seat = seats[rng.random_range(0..seats.len())];
    let decision = game.decision(seat).ok_or("a seat to decide has no decision")?;
    let choice = decision.sample(rng).ok_or("a decision has no choice")?;
    Ok(Some((seat, choice)))
}

fn viewers(game: &Game) -> Vec<Viewer> {
    let mut all: Vec<Viewer> = (0..game.seating().count())
        .map(|s| Viewer::Seat(Seat(s as u8)))
        .collect();
    all.push(Viewer::Spectator);
    all
}

fn same<T: PartialEq + std::fmt::Debug>(what: &str, a: &T, b: &T) -> Result<(), Broken> {
    if a == b {
        Ok(())
    } else {
        Err(format!("{what} differ:\n{a:?}\n{b:?}"))
    }
}

/// Compares saves and reports where they differ.
fn same_save(what: &str, a: &[u8], b: &[u8]) -> Result<(), Broken> {
    let Some(at) = a
        .iter()
        .zip(b)
        .position(|(x, y)| x != y)
        .or((a.len() != b.len()).then_some(a.len().min(b.len())))
    else {
        return Ok(());
    };
    let near = |bytes: &[u8]| {
        let (from, to) = (
            at.saturating_sub(120).min(bytes.len()),
            (at + 120).min(bytes.len()),
        );
        String::from_utf8_lossy(&bytes[from..to]).into_owned()
    };
    Err(format!(
        "{what} differ from byte {at} on:\n{}\n{}",
        near(a),
        near(b)
    ))
}

/// All decisions with everything they offer.
fn described(game: &Game) -> Vec<String> {
    game.decisions()
        .map(|d| format!("{:?} {:?} {:?}", d.seat(), d.offers(), d.unavailable()))
        .collect()
}
