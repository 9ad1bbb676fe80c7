//! States.

use super::{Action, Data, Trigger, Value};
use crate::text::fields::declare::{any_of, object, words};
use crate::text::fields::read::{At, Name, OneOrList, String, Whole};
use cardable_engine::program::{StateType, TurnLength};

object! {
    /// a phase of the game
    struct State<'n> = STATE: "state" {
        /// its name
        state_name: At<Name> => usual,
        /// what players read instead of the name
        label: String => for_people,
        /// how it organises play; `auto` when all its actions are
        state_type: At<StateTypeWord> => usual,
        /// the seat that begins (round_robin) or acts (grandstand)
        state_type_param: Value => or(&["state_type_params"]),
        /// who takes part: roles, `=` and a condition over `$player`, or seats; all persons when left out
        players: Value,
        /// how long a turn lasts
        turn: TurnWord,
        /// choices are kept from the others until all are in
        sealed: At<bool>,
        /// whom to ask
        ask: Ask,
        /// when rounds begin and end, at which zones fill up; `entry` and `turns` when left out
        rounds: OneOrList<RoundsAt>,
        /// seconds for a decision, a hint for hosts
        timeout: Whole<u32, 1, 1_000_000>,
        /// its parameters
        state_params: OneOrList<Data<'n>>,
        /// its data, `$state.key`
        state_data: OneOrList<Data<'n>>,
        /// what happens and what seats can do in it
        actions: OneOrList<WrittenAction<'n>> => usual,
        /// what happens by itself in it when something else does
        triggers: OneOrList<Trigger<'n>>,
    }
}

words! {
    /// How a state organises play.
    struct StateTypeWord => StateType {
        /// only automatic actions
        StateType::Auto => "auto",
        /// seats act in turn
        StateType::RoundRobin => "round_robin",
        /// everybody may act at once
        StateType::Concurrent => "concurrent",
        /// one seat acts
        StateType::Grandstand => "grandstand",
    }
}

words! {
    /// How long a turn lasts.
    struct TurnWord => TurnLength {
        /// a turn is one action
        TurnLength::OneAction => "one_action",
        /// until `end_turn()`
        TurnLength::UntilEndTurn => "until_end_turn",
    }
}

words! {
    /// When rounds begin and end.
    enum RoundsAt {
        /// one begins on entering the state
        Entry = "entry",
        /// one ends, and the next begins, when every seat has ended a turn
        Turns = "turns",
        /// never: only `end_round` ends one
        None = "none",
    }
}

words! {
    /// Whom to ask.
    enum Ask {
        /// every member is asked, and passes when it has nothing to do
        Everyone = "everyone",
    }
}

any_of! {
    /// An action of a state: written out, or the name of a defined one.
    enum WrittenAction<'n> {
        Reference(String),
        Action(Action<'n>),
    }
}
