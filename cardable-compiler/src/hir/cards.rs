//! The cards of a ruleset.

use cardable_engine::program::{AttributeDef, CardType, DeckDef, HandOrder, PrintedSet};

/// What is declared of card sets and decks.
#[derive(Debug, Default)]
pub struct Cards {
    pub sets: Vec<PrintedSet>,
    pub types: Vec<CardType>,
    pub attributes: Vec<AttributeDef>,
    pub hand_order: HandOrder,
    pub decks: Vec<DeckDef>,
    /// Whether seats pick their decks.
    pub are_picked: bool,
    /// Whether a set or a deck could not be read, so that attributes and decks that nobody knows are no
    /// mistakes of their own.
    pub are_missing: bool,
}
