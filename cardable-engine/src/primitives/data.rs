//! Data: assignments.

use super::macros::primitives;
use super::param_types::{ANY, NUMBER, PLACE};
use crate::signature::Form;
use crate::value::Type;

primitives! {
    family Data;

    /// Gives an item of data a value.
    #[also("set_value", "set_global_data", "set_player_data", "set_state_data")]
    set(
        /// Where it goes: shared data, a seat's data, the state's or the action's.
        place: Required PLACE,
        /// The new value.
        value: Required ANY,
    ) -> Type::Nothing;
    example "set($globals.n, 7)", "$globals.n" => "7";
    = Form Form::Set;

    /// Adds to a number.
    #[errors("the result is out of range")]
    increment(
        /// The number.
        place: Required PLACE,
        /// How much; 1 when it is left out.
        by: Optional NUMBER,
    ) -> Type::Nothing;
    example "increment($globals.n)", "$globals.n" => "1";
    example "increment($globals.n, 2.5)", "$globals.n" => "2.5";
    = Form Form::Increment;

    /// Takes from a number.
    #[errors("the result is out of range")]
    decrement(
        /// The number.
        place: Required PLACE,
        /// How much; 1 when it is left out.
        by: Optional NUMBER,
    ) -> Type::Nothing;
    example "decrement($globals.n, 3)", "$globals.n" => "-3";
    = Form Form::Decrement;
}
