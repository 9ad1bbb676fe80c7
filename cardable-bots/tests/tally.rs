//! How often something was looked at in each game, so that no game is left out unseen.

use crate::all_shipped;
use std::collections::BTreeMap;

#[derive(Default, Debug)]
pub(crate) struct Tally(BTreeMap<String, usize>);

impl Tally {
    pub(crate) fn add(&mut self, game: &str, times: usize) {
        *self.0.entry(game.to_owned()).or_default() += times;
    }

    pub(crate) fn of(&self, game: &str) -> usize {
        self.0.get(game).copied().unwrap_or_default()
    }

    pub(crate) fn all(&self) -> usize {
        self.0.values().sum()
    }

    /// Fails where nothing was looked at in one of these games.
    pub(crate) fn assert_all_of(&self, games: &[&str]) {
        println!("{self:?}");
        for name in games {
            assert!(self.of(name) > 0, "{name}: nothing was looked at");
        }
    }

    /// Fails where nothing was looked at in a game that comes along, other than in those with a reason for it, or where
    /// something was looked at in one of these.
    pub(crate) fn assert_all_but(&self, exceptions: &[(&str, &str)]) {
        println!("{self:?}");
        for (name, _) in all_shipped() {
            let exception = exceptions.iter().find(|(other, _)| *other == name);
            match exception {
                None => assert!(self.of(name) > 0, "{name}: nothing was looked at"),
                Some((_, why)) => assert_eq!(self.of(name), 0, "{name}: it is no exception any more ({why})"),
            }
        }
    }
}
