//! Actions, what is picked in them, and their messages.

use super::{Bound, Condition, Data, StepOrText, Value};
use crate::format::shapes::Count;
use crate::text::fields::declare::{object, words};
use crate::text::fields::read::{Any, At, Map, Name, OneOrList, String};
use crate::text::json::Number;
use cardable_engine::program::{ActionKind, Actors, MessagePlace, PickOnly, PickWhat};

impl<'n> Defined<'n> {
    /// What it has in common with the actions of states.
    pub(crate) fn action(self) -> Action<'n> {
        Action { node: self.node }
    }
}

/// Declares actions and defined actions, which have nearly all fields in common.
macro_rules! actions {
    (own: { $($own:tt)* } defined: { $($defined:tt)* } both: { $($both:tt)* }) => {
        object! {
            /// what happens, or what a seat can do
            struct Action<'n> = ACTION: "action" {
                $($own)*
                $($both)*
            }
        }

        object! {
            /// an action that states use by reference
            struct Defined<'n> = DEFINED: "defined action" {
                $($defined)*
            } read by Action {
                /// its name where it is used
                action_name: Name => or(&["name"]),
                /// another defined action it stands for
                action_ref: Name,
                /// that action's parameters
                params: Value,
                $($both)*
            }
        }
    };
}

actions! {
    own: {
        /// its name
        action_name: At<Name> => or(&["name"]) usual,
        /// the defined action it stands for
        action_ref: Name,
        /// the defined action's parameters
        params: Value,
    }
    defined: {
        /// the name it is referred to by
        ref_id: At<Name> => or(&["action_ref_id"]) usual,
        /// its parameters, `$action.key`
        ref_params: OneOrList<Data<'n>>,
    }
    both: {
        /// what it asks a seat to do; `button` when left out
        kind "type": At<KindWord> => or(&["action_type"]) usual,
        /// of a button its label; of a hand_pick [self or other, hand, count, may see]; of a world_pick [what,
        /// count, whose, zone]; of a vote_button [label, state]
        type_params: Value => or(&["type_param"]) usual,
        /// what its button says
        label: String => for_people usual,
        /// what the log says when a seat has done it, such as "{player} plays {cards}"; made of the label when left
        /// out
        phrase: String => for_people,
        /// when an automatic action runs
        on: OneOrList<Moment>,
        /// who may do it where seats take turns; the seat on turn when left out
        by: ByWord,
        /// whether it may be done; an object may have a `message` for when not
        condition: Condition => usual,
        /// said when the condition does not hold
        message: String => for_people or(&["condition_message"]),
        /// what is picked, in long form
        pick: Pick<'n> => usual,
        /// which candidates may be picked: a condition over `$card` and `$zone`
        legal: Condition,
        /// said when a candidate is not legal
        legal_message: String => for_people,
        /// whether the finished pick is right: a condition over `$picked`
        valid: Condition,
        /// said when it is not
        valid_message: String => for_people,
        /// conditions and texts may depend on what the seat does not see
        reveals: bool,
        /// the choice is kept from the others until all are in
        sealed: bool,
        /// the turn ends with it even where turns are long
        ends_turn: bool,
        /// a seat that runs out of time does this
        on_timeout: bool,
        /// shown while it is available, or when it runs
        action_message: Message<'n>,
        /// its data, `$action.key`
        action_data: OneOrList<Data<'n>>,
        /// what sets it off: "*" for a tap on anything, the name of a message, a query of cards or zones, a list of
        /// queries, or an object
        interaction: Any,
        /// with an interaction: what must hold, in order; the message of the first that does not is said
        conditions: Condition,
        /// with an interaction: values by name, for conditions and steps, `$action.name`
        remember: Map<Value>,
        /// with an interaction: the compound action it is a part of; once begun, nothing else can be done until a
        /// part finishes it
        compound: Name,
        /// whether the compound action, and the turn, end with it
        finishes: At<bool>,
        /// its steps, in order
        primitives: OneOrList<StepOrText<'n>> => or(&["steps", "command"]) usual,
        /// in place of steps: a function of the script, called with the action's parameters
        function: Name,
        /// with a function that begins with a question: while that has no possible answer, the action is not
        /// offered. The function is tried out for it whenever choices are listed
        asks_first: bool,
    }
}

words! {
    /// When an automatic action runs.
    enum Moment {
        /// on entering the state
        Entry = "entry",
        /// at the start of each turn, the first one too
        Turn = "turn",
        /// after each action of a seat
        Action = "action",
        /// when every seat has ended a turn
        Round = "round",
    }
}

object! {
    /// what an action lets a seat pick
    struct Pick<'n> = PICK: "pick" {
        /// what is picked; `card` when left out
        what: WhatWord,
        /// a zone, several, seats, or a list of candidates
        from: Value,
        /// with seats in `from`: which of their zones
        zone: Name,
        /// how many
        count: Value,
        /// fewest: a number, or something that is worked out each time
        min: Bound<'n>,
        /// most, in the same way
        max: Bound<'n>,
        /// which cards of the zones
        only: OnlyWord,
        /// the seat does not see the cards it picks from
        blind: bool,
        /// the order of the picks is the seat's, and counts
        ordered: bool,
    }
}

object! {
    /// a text shown to players
    struct Message<'n> = MESSAGE: "message" {
        /// where
        kind "type": PlaceWord => or(&["place"]) for_people,
        /// size of the letters, in points
        size: Count => for_people,
        /// the text; {0} stands for the first token
        text: String => for_people,
        /// values for the text
        tokens: Value,
        /// seconds; -1 while it is true
        time: Number => for_people,
    }
}

words! {
    /// Who may do an action where seats take turns.
    struct ByWord => Actors {
        /// the seat on turn
        Actors::OnTurn => "turn",
        /// the others, at any time
        Actors::OffTurn => "others",
        /// everybody, at any time
        Actors::Anyone => "anyone",
    }
}

words! {
    /// What an action asks a seat to do.
    struct KindWord => ActionKind {
        /// runs by itself
        ActionKind::Auto => "auto",
        /// is pressed
        ActionKind::Button => "button",
        /// picks cards of a hand
        ActionKind::HandPick => "hand_pick",
        /// picks cards, zones, seats or options
        ActionKind::WorldPick => "world_pick",
        /// votes for a state
        ActionKind::VoteButton => "vote_button",
    }
}

words! {
    /// What is picked.
    struct WhatWord => PickWhat {
        /// cards
        PickWhat::Card => "card",
        /// zones
        PickWhat::Zone => "zone",
        /// seats
        PickWhat::Seat => "seat",
        /// entries of a list
        PickWhat::Option => "option",
        /// decks
        PickWhat::Deck => "deck",
    }
}

words! {
    /// Which cards of the zones can be picked.
    struct OnlyWord => PickOnly {
        /// the card drawn next
        PickOnly::Top => "top",
        /// the card drawn last
        PickOnly::Bottom => "bottom",
        /// any card where the zone's order is `any`, else the card drawn next
        PickOnly::ByOrder => "by_order",
    }
}

words! {
    /// Where a message is shown.
    struct PlaceWord => MessagePlace {
        /// in the middle
        MessagePlace::CenterScreen => "center_screen",
        /// above the middle
        MessagePlace::TopCenterScreen => "top_center_screen",
        /// below the middle
        MessagePlace::BottomCenterScreen => "bottom_center_screen",
        /// in the log only
        MessagePlace::Log => "log",
        /// in the summary of what is just over
        MessagePlace::Summary => "summary",
    }
}
