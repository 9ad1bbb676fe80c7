//! Finding packages: from names to files, in folders, content roots and what comes with the program.

mod alone;
mod collection;
mod main_file;
mod package;
mod resolve;
mod scan;
#[cfg(test)]
mod tests;
mod unused;

pub(crate) use alone::is_of_the_game;
pub use collection::{CollectedDeck, CollectedSet, Collection, Imported};
