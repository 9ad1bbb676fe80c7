//! Drawing anew what a viewer cannot know.
//!
//! What is imagined depends on what the viewer knows and on a seed, and on nothing else: two games that he cannot
//! tell apart give the same imagined game, to the byte. So nothing hidden is changed in place. First all that
//! he cannot know is forgotten (`forget`), then the cards are laid in an order that follows from what he
//! knows, and dealt anew (`cards`), and last data and choices that others keep are drawn on the table that
//! came of it (`data`, `sealed`). Where an action waits with a secret, that is done with the game
//! from before it, and the action is done again (`progress`).

mod draws;
mod classes;
mod cards;
mod data;
mod forget;
mod rename;
mod told;
mod sealed;
mod table;
mod progress;
mod whereabouts;
mod history;
mod seen_choice;
mod line;
mod walk;

use self::draws::new_seed;
use self::table::redraw_table;
use crate::game::{Game, Knowledge, look};
use crate::ids::Viewer;
use crate::setup::Seed;
use crate::world::beginning;
pub use cards::permute_types;
pub use data::draw_data;
pub use history::{History, SeenHistory};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
pub use walk::{PastChoice, Walk};

impl Game {
    /// A copy in which everything that a viewer cannot know is drawn anew, from
    /// a seed of its own: what he may believe the game to be.
    ///
    /// What is imagined depends on what the viewer knows and on the seed, and on nothing else: two games that he
    /// cannot tell apart give the same imagined game, to the byte. Drawn anew are the cards that he neither sees
    /// nor has been able to follow, among those with the same back that have not stayed apart since the start;
    /// choices that others keep until all are in; hidden data within their `domain`; the generator; and what
    /// actions that wait for an answer have made of chance and of hidden cards: they are done again from their
    /// beginning, until the viewer would have seen what he saw. **Hidden data without a `domain`** is what it
    /// is at first, for nothing says what else it could be, unless it is a boolean; a ruleset that has such data
    /// is warned of (W319). What others remember of cards that they no longer see is forgotten.
    ///
    /// Not every action in progress can be done again: not one that began with the game itself, before anybody
    /// chose; not one that more than 256 choices have been made in; and not one of which the viewer saw what
    /// chance hardly ever brings again, as a hand that was dealt in it. Of such an action he keeps what he sees,
    /// its question, and **its other values are nothing**, whatever they were. The table is not one that rules
    /// could reach: when the action goes on, it faults, or what it does with those values means nothing. Games
    /// that are to be searched ask after a deal in another action than they deal in.
    ///
    /// Nothing is drawn by what the rules would have done. So the table may be one that play would
    /// not have reached: somebody may hold what he would have laid down at once, or what he would
    /// have asked for. Rules that never fault in play may fault there, and a search takes
    /// [`NotApplied::Faulted`](crate::error::NotApplied::Faulted) for no result: it leaves this table out
    /// and imagines another.
    ///
    /// ```
    /// use cardable_core::{Game, NotApplied, Seed, Setup, Viewer};
    /// use rand_chacha::ChaCha8Rng;
    /// use rand_chacha::rand_core::SeedableRng;
    /// # let ruleset = cardable_core::testing::tiny_ruleset();
    /// let game = Game::new(&ruleset, &Setup::seats(2), Seed::from(7))?;
    /// let seat = game.next_decision().expect("somebody begins").seat();
    /// let mut rng = ChaCha8Rng::seed_from_u64(1);
    /// let mut won = 0;
    /// for table in 0..20 {
    ///     let mut imagined = game.imagine(Viewer::Seat(seat), Seed::from(table));
    ///     match imagined.playout(&mut rng, 10_000) {
    ///         Ok(_) => won += u32::from(imagined.result().is_some_and(|r| r.winners.contains(&seat))),
    ///         Err(NotApplied::Faulted(_)) => continue, // no result
    ///         Err(refused) => return Err(refused.into()),
    ///     }
    /// }
    /// # assert!(won > 0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(alias = "determinize")]
    #[doc(alias = "resample")]
    pub fn imagine(&self, viewer: Viewer, seed: Seed) -> Game {
        let mut game = self.clone();
        redraw(&mut game, look::at_the_table(self, viewer), seed);
        game
    }
}

impl Knowledge<'_> {
    /// [`Game::imagine`], into the memory of a game that is there already, of any ruleset.
    ///
    /// ```
    /// use cardable_core::{Game, Seed, Setup, Viewer};
    /// # let ruleset = cardable_core::testing::tiny_ruleset();
    /// let game = Game::new(&ruleset, &Setup::seats(2), Seed::from(7))?;
    /// let mut imagined = game.fork();
    /// for table in 0..20 {
    ///     game.knowledge(Viewer::Spectator).imagine_into(Seed::from(table), &mut imagined);
    ///     assert_eq!(imagined.view(Viewer::Spectator), game.view(Viewer::Spectator));
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn imagine_into(self, seed: Seed, imagined: &mut Game) {
        imagined.clone_from(self.game);
        redraw(imagined, self.viewer, seed);
    }
}

/// Draws anew, within what the viewer knows: where the cards lie that he cannot tell apart (among those with
/// the same back and origin), hidden data, choices that others keep, and the generator. The omniscient viewer
/// knows all but what is still to come.
pub(crate) fn redraw(game: &mut Game, viewer: Viewer, seed: Seed) {
    let program = &game.table.program;
    if viewer == Viewer::Omniscient || !beginning::keeps_a_secret(&game.world, program) {
        redraw_table(game, viewer, &[], seed);
        return;
    }
    let mut rng = ChaCha8Rng::from_seed(seed.0);
    match progress::begin_anew(game, viewer, &mut rng) {
        Some(anew) => {
            *game = anew;
            look::forget_events(game);
        }
        None => {
            progress::blank(&game.table.program, &mut game.world, viewer);
            redraw_table(game, viewer, &[], Seed(new_seed(&mut rng)));
        }
    }
}
