//! The games that benchmarks play: a ruleset, and the same game by hand where there is one.

use crate::hand::rng::ChaCha;
use crate::hand::{blackjack, crazy_eights, euchre, go_fish, hearts, skull};
use cardable_core::{Game, Loader, Ruleset, Seed, Setup};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use std::path::{Path, PathBuf};

/// Plays one random game by hand, and tells how many choices it had.
pub(crate) type ByHand = fn(&mut ChaCha) -> u32;

/// A game for a number of seats.
pub(crate) struct Subject {
    pub(crate) name: String,
    pub(crate) ruleset: Ruleset,
    pub(crate) setup: Setup,
    pub(crate) by_hand: Option<ByHand>,
}

/// Where the shipped rulesets are.
pub(crate) fn shipped() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../rulesets")
}

impl Subject {
    /// A ruleset of a folder, for as many seats.
    pub(crate) fn new(name: &str, folder: &Path, seats: usize) -> Subject {
        let ruleset = Loader::new()
            .check_path(folder)
            .into_result()
            .expect("a ruleset that is measured has no mistakes");
        Subject {
            name: format!("{name}, {seats} {}", if seats == 1 { "seat" } else { "seats" }),
            ruleset,
            setup: Setup::seats(seats),
            by_hand: None,
        }
    }

    fn shipped(name: &str, folder: &str, seats: usize) -> Subject {
        Subject::new(name, &shipped().join(folder), seats)
    }

    fn by_hand(self, by_hand: ByHand) -> Subject {
        Subject {
            by_hand: Some(by_hand),
            ..self
        }
    }

    pub(crate) fn begin(&self, seed: u64) -> Game {
        Game::new(&self.ruleset, &self.setup, Seed::from(seed)).expect("a game begins")
    }

    /// Games in their middle.
    pub(crate) fn positions(&self, many: usize) -> Vec<Game> {
        let mut rng = ChaCha8Rng::seed_from_u64(3);
        let mut found = Vec::new();
        for seed in 0.. {
            let mut game = self.begin(seed);
            game.playout(&mut rng, 10 + seed % 50).expect("nothing faults");
            if !game.is_over() {
                found.push(game);
            }
            if found.len() == many {
                break;
            }
        }
        found
    }
}

pub(crate) fn crazy_eights() -> Subject {
    Subject::shipped("Crazy Eights", "crazy-eights", 4).by_hand(|rng| {
        let mut list = crazy_eights::ChoiceList::new();
        crazy_eights::playout(4, &mut list, rng).1
    })
}

pub(crate) fn skullable() -> Subject {
    // The ruleset asks for everything: which disc, whether to bid and then how much, each turned disc.
    Subject::shipped("Skullable", "skullable", 6).by_hand(|rng| {
        let mut list = skull::ChoiceList::new();
        skull::playout::<{ skull::SPELT_OUT }>(6, &mut list, rng).1
    })
}

pub(crate) fn hearts() -> Subject {
    Subject::shipped("Hearts", "hearts", 4).by_hand(|rng| hearts::playout(rng).1)
}

pub(crate) fn euchre() -> Subject {
    Subject::shipped("Euchre", "euchre", 4).by_hand(|rng| euchre::playout(rng).1)
}

pub(crate) fn go_fish() -> Subject {
    Subject::shipped("Go Fish", "go-fish", 4).by_hand(|rng| go_fish::playout(rng).1)
}

pub(crate) fn blackjack() -> Subject {
    Subject::shipped("Blackjack", "blackjack", 1).by_hand(|rng| blackjack::playout(rng).1)
}
