//! What happens by itself when something else does.

use super::{Condition, Data, StepOrText};
use crate::text::fields::declare::{object, words};
use crate::text::fields::read::{At, Name, OneOrList, String};
use cardable_engine::program::{About, Edge};

object! {
    /// what happens by itself when something else does
    struct Trigger<'n> = TRIGGER: "trigger" {
        /// what it is called where something is wrong; made of what it waits for when left out
        trigger_name: Name => or(&["name"]),
        /// what the owner of its card reads where owners choose what comes first; the card itself when left out
        label: String => for_people,
        /// what it waits for
        on: At<Occasion<'n>>,
        /// of a card's trigger: whether it waits for what happens to this card, to others, or to any; `this` when left
        /// out
        of: At<AboutWord>,
        /// of a card's trigger: the zones in which the card must lie; any when left out
        while_in: OneOrList<Name>,
        /// whether it is done; looked at when its turn comes
        condition: Condition,
        /// its data, `$action.key`
        action_data: OneOrList<Data<'n>>,
        /// its steps, in order, which read what has happened as `$event`
        primitives: OneOrList<StepOrText<'n>> => or(&["steps"]),
        /// in place of steps: a function of the script, called with the card whose trigger it is, if it is a card's, and
        /// with what `$event` has
        function: Name,
    }
}

object! {
    /// something that happens
    struct Occasion<'n> = OCCASION: "occasion" {
        /// a card comes to one of these zones: `$event.card`, `from`, `to`, `seat`
        moved_to: OneOrList<Name>,
        /// a card leaves one of these zones: the same
        moved_from: OneOrList<Name>,
        /// a card is turned face up in one of these zones: `$event.card`, `to`, `seat`
        turned_up: OneOrList<Name>,
        /// an item of data gets another value: of cards by its name, else `$player.key`, `$globals.key` or `$state.key`;
        /// `$event.card`, `seat`, `old`, `new`
        changed: At<Name>,
        /// a turn begins or ends: `$event.seat`
        turn: EdgeWord,
        /// a round begins or ends
        round: EdgeWord,
        /// a step `emit('name', card, value)` says it: `$event.card`, `seat`, `new`
        emitted: At<Name>,
    }
}

words! {
    /// Which trigger comes first of several that one seat's cards have.
    enum TriggerOrder {
        /// the one that has waited longer
        Older = "older",
        /// the one that the seat chooses
        Owner = "owner",
    }
}

words! {
    /// Which end of something.
    struct EdgeWord => Edge {
        /// it begins
        Edge::Begins => "begins",
        /// it ends
        Edge::Ends => "ends",
    }
}

words! {
    /// Which card something happens to.
    struct AboutWord => About {
        /// the card whose trigger it is
        About::This => "this",
        /// another card
        About::Others => "others",
        /// any card, or none
        About::Any => "any",
    }
}
