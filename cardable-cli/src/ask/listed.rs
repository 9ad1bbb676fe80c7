//! A list from which a person picks several entries by number or name.

use super::keys::{keys, numbered};
use crate::paint::{STRONG, styled, wrapped};
use crate::say::say;
use cardable_core::decision::Extensions;
use cardable_core::{Choice, Pick};

/// Listed things with their numbers.
pub(crate) struct Listed {
    names: Vec<String>,
    keys: Vec<i64>,
}

impl Listed {
    pub(crate) fn new(names: Vec<String>) -> Listed {
        let keys = keys(names.iter().map(String::as_str));
        Listed { names, keys }
    }

    pub(crate) fn lines(&self, columns: usize) -> Vec<String> {
        let all = self.keys.iter().zip(&self.names);
        let shown: Vec<String> = all.map(|(key, text)| numbered(*key, text)).collect();
        wrapped("  ", &shown, "   ", columns)
    }

    /// The typed entries by index: numbers, or names separated by commas. `None` if one of them is unknown or
    /// ambiguous.
    pub(crate) fn places(&self, typed: &str) -> Option<Vec<usize>> {
        let numbers: Option<Vec<i64>> = typed
            .split([' ', ','])
            .filter(|part| !part.is_empty())
            .map(|part| part.parse().ok())
            .collect();
        if let Some(numbers) = numbers {
            let place = |number| self.keys.iter().position(|key| *key == number);
            return numbers.into_iter().map(place).collect();
        }
        let names: Vec<Vec<String>> = self.names.iter().map(|name| vec![plain(name)]).collect();
        let words = typed.split(',').map(str::trim).filter(|word| !word.is_empty());
        let only = |word| match matching(word, &names)[..] {
            [at] => Some(at),
            _ => None,
        };
        words.map(only).collect()
    }
}

/// A question that asks for several entries of a list.
#[derive(Clone)]
pub(crate) struct Several {
    pub(crate) items: Vec<String>,
    pub(crate) min: u16,
    pub(crate) max: u16,
    /// Whether they are picked one after the other, because not all of them go together.
    pub(crate) in_steps: bool,
}

impl Several {
    /// How many entries to pick, in words.
    pub(crate) fn amount(&self) -> String {
        match (self.min, self.max) {
            (min, max) if min == max => say!("{0} {0|number|numbers}", min),
            (min, max) => say!("{0} to {1} numbers", min, max),
        }
    }

    /// What is picked so far, as text.
    pub(crate) fn so_far(&self, taken: &[u16]) -> String {
        let named = taken.iter().filter_map(|at| self.items.get(usize::from(*at)));
        let named: Vec<&str> = named.map(String::as_str).collect();
        let chosen = match named.is_empty() {
            true => say!("nothing yet"),
            false => named.join(", "),
        };
        format!("  {} {chosen}", styled(STRONG, say!("Picked:")))
    }

    /// The entries that can be picked next, by their places, and as a list.
    pub(crate) fn next(&self, more: &Extensions) -> (Vec<u16>, Listed) {
        let place = |pick: &Pick| match pick {
            Pick::Option(at) => Some(*at),
            Pick::Card { .. } | Pick::Zone(_) | Pick::Seat(_) | Pick::Deck(_) => None,
        };
        let places: Vec<u16> = more.next.iter().filter_map(place).collect();
        let named = places.iter().filter_map(|at| self.items.get(usize::from(*at)));
        let listed = Listed::new(named.cloned().collect());
        (places, listed)
    }

    /// Parses the answer. The error says why it is not valid.
    pub(crate) fn chosen(&self, listed: &Listed, typed: &str) -> Result<Choice, String> {
        let bounds = usize::from(self.min)..=usize::from(self.max);
        match listed.places(typed) {
            Some(places) if bounds.contains(&places.len()) => {
                Ok(Choice::Items(places.into_iter().map(|at| at as u16).collect()))
            }
            _ => Err(say!("Type {0} of those shown.", self.amount())),
        }
    }
}

/// Removes styles from a text.
pub(super) fn plain(text: &str) -> String {
    anstream::adapter::strip_str(text).to_string()
}

/// Which of several named things a word can mean: exact matches, otherwise names that start with it.
pub(super) fn matching(typed: &str, all: &[Vec<String>]) -> Vec<usize> {
    let typed = typed.to_lowercase();
    let those = |fits: &dyn Fn(&str) -> bool| -> Vec<usize> {
        let named = all.iter().enumerate();
        let fitting = named.filter(|(_, names)| names.iter().any(|name| fits(&name.to_lowercase())));
        fitting.map(|(at, _)| at).collect()
    };
    let exact = those(&|name| name == typed);
    match exact.is_empty() {
        true => those(&|name| name.starts_with(&typed)),
        false => exact,
    }
}
