//! Data: assignments.

use super::takes::{ANY, NUMBER, PLACE};
use super::{Form, primitives};
use crate::value::Type;

primitives! {
    family Data;

    /// Gives an item of data a value.
    #[also("set_value")]
    set(
        /// Where it goes: shared data, a seat's data, the state's or the action's.
        place: Required PLACE,
        /// The new value.
        value: Required ANY,
    ) -> Type::Nothing;
    example "set($globals.n, 7)", "$globals.n" => "7";
    = Form Form::Set;

    /// Gives an item of the shared data a value.
    set_global_data(
        /// The item, such as `$globals.round`.
        place: Required PLACE,
        /// The new value.
        value: Required ANY,
    ) -> Type::Nothing;
    example "set_global_data($globals.who, next_player())", "$globals.who" => "B";
    = Form Form::Set;

    /// Gives an item of a seat's data a value.
    set_player_data(
        /// The item, such as `$player.bid`.
        place: Required PLACE,
        /// The new value.
        value: Required ANY,
    ) -> Type::Nothing;
    example "set_player_data($player.bid, 5)", "$player.bid" => "5";
    = Form Form::Set;

    /// Gives an item of the running state's data a value.
    set_state_data(
        /// The item, such as `$state.current_bet`.
        place: Required PLACE,
        /// The new value.
        value: Required ANY,
    ) -> Type::Nothing;
    example "set_state_data($state.round, 2)", "$state.round" => "2";
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
