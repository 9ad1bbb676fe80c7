//! What a text says of a game to those who look for one: the same in every dialect with rules.

use crate::text::fields::declare::words;
use crate::text::fields::read::Whole;
use cardable_engine::program::GameKind;

/// How many minutes a game usually takes.
pub(crate) type Minutes = Whole<u16, 1, 1000>;

words! {
    /// What kind of game it is.
    struct KindOfGame => GameKind {
        /// cards are played to tricks
        GameKind::Tricks => "tricks",
        /// whoever gets rid of all cards wins
        GameKind::Shedding => "shedding",
        /// cards are collected in sets and runs
        GameKind::Melds => "melds",
        /// cards of the hand take cards from the table
        GameKind::Fishing => "fishing",
        /// cards are exchanged for better ones
        GameKind::Exchange => "exchange",
        /// stakes are laid on hands
        GameKind::Betting => "betting",
        /// players deceive each other, or find out what others hold
        GameKind::Bluff => "bluff",
        /// cards do what is printed on them
        GameKind::Building => "building",
        /// all win together, or nobody does
        GameKind::Cooperative => "cooperative",
        /// for one player
        GameKind::Patience => "patience",
    }
}
