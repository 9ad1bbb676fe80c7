//! Finding packages: from names to files, in folders, content roots and what comes with the program.

mod collection;
mod main_file;
mod package;
mod resolve;
mod scan;
#[cfg(test)]
mod tests;
mod unused;

pub use collection::{CollectedDeck, CollectedSet, Collection, Imported};
