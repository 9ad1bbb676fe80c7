//! The cards of a ruleset.

use crate::text::json::{Member, Node};
use cardable_engine::ids::CardTypeId;
use cardable_engine::program::{AttributeDef, CardDataDef, CardType, DeckDef, HandOrder, PrintedSet};
use std::sync::Arc;

/// What is declared of card sets and decks.
#[derive(Debug, Default)]
pub struct Cards {
    pub sets: Vec<PrintedSet>,
    pub types: Vec<CardType>,
    pub attributes: Vec<AttributeDef>,
    pub hand_order: HandOrder,
    pub decks: Vec<DeckDef>,
    /// What every card has.
    pub data: Vec<CardDataDef>,
    /// Which cards have which ability, by its number.
    pub(crate) abilities: Vec<(CardTypeId, u16)>,
    /// The cards that carry rules of their own.
    pub(crate) rules: Vec<(CardTypeId, Arc<CardRules>)>,
    /// The attributes that everybody knows of every card, because they are printed on the backs.
    pub(crate) on_backs: Vec<u16>,
    /// Whether seats pick their decks.
    pub are_picked: bool,
    /// Whether a set or a deck could not be read, so that attributes and decks that nobody knows are no
    /// mistakes of their own.
    pub are_missing: bool,
}

/// The rules that a card carries, as they are written.
#[derive(Debug, PartialEq)]
pub(crate) struct CardRules {
    /// What the card is called.
    pub(crate) name: Arc<str>,
    /// Steps by the names of abilities.
    pub(crate) abilities: Vec<Member>,
    pub(crate) triggers: Vec<Node>,
}
