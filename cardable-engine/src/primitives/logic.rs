//! Truth and comparison.

use super::args::{arg, each_item};
use super::macros::primitives;
use super::param_types::{ANY, BOOL, LIST, NUMBER};
use crate::signature::Form;
use crate::value::{Type, Value};

primitives! {
    family Logic;

    /// Whether two values are the same. `2` is the same as `2.0`; values of
    /// different kinds never are. Lists are when all their items are, in order.
    is_equal(
        /// One value.
        a: Required ANY,
        /// The other.
        b: Required ANY,
    ) -> Type::BOOL;
    example "is_equal(1 + 1, 2.0)" => "true";
    example "is_equal([1 + 1, [3]], [2, [4 - 1]])" => "true";
    example "is_equal([1 + 1, 3], [3, 1 + 1])" => "false";
    example "$player == turn_player()" => "true";
    = Form Form::Equal;

    /// Whether two values are not the same.
    is_not_equal(
        /// One value.
        a: Required ANY,
        /// The other.
        b: Required ANY,
    ) -> Type::BOOL;
    example "is_not_equal($player, next_player())" => "true";
    = Form Form::NotEqual;

    /// Whether a number is below another.
    is_less_than(
        /// The number.
        a: Required NUMBER,
        /// The other.
        b: Required NUMBER,
    ) -> Type::BOOL;
    example "is_less_than(1, 2)" => "true";
    = Form Form::Less;

    /// Whether a number is another one or below it.
    is_less_than_equal(
        /// The number.
        a: Required NUMBER,
        /// The other.
        b: Required NUMBER,
    ) -> Type::BOOL;
    example "is_less_than_equal(2, 2)" => "true";
    = Form Form::LessEqual;

    /// Whether a number is above another.
    is_greater_than(
        /// The number.
        a: Required NUMBER,
        /// The other.
        b: Required NUMBER,
    ) -> Type::BOOL;
    example "is_greater_than(1, 2)" => "false";
    = Form Form::Greater;

    /// Whether a number is another one or above it.
    is_greater_than_equal(
        /// The number.
        a: Required NUMBER,
        /// The other.
        b: Required NUMBER,
    ) -> Type::BOOL;
    example "is_greater_than_equal(2, 1)" => "true";
    = Form Form::GreaterEqual;

    /// The opposite; in an expression also `!a`.
    not(
        /// True or false.
        value: Required BOOL,
    ) -> Type::BOOL;
    example "not(is_empty('deck'))" => "true";
    = Form Form::Not;

    /// Whether all hold; in an expression `a && b`. After the first that does not,
    /// the others are not worked out.
    and(
        /// True or false, each; none at all is true.
        values: Rest BOOL,
    ) -> Type::BOOL;
    example "1 < 2 && 2 < 3 && 3 < 3" => "false";
    example "1 > 2 && 1 / $globals.n > 0" => "false";
    = Form Form::And;

    /// Whether any holds; in an expression `a || b`. After the first that does,
    /// the others are not worked out.
    or(
        /// True or false, each; none at all is false.
        values: Rest BOOL,
    ) -> Type::BOOL;
    example "1 > 2 || 2 > 1" => "true";
    = Form Form::Or;

    /// One value or the other. Only the one that is taken is worked out.
    if(
        /// What decides.
        condition: Required BOOL,
        /// The value when it holds.
        then: Required ANY,
        /// The value when it does not; nothing when it is left out.
        otherwise: Optional ANY,
    ) -> Type::ANY;
    example "if(count_cards('deck') > 3, 'many', 'few')" => "many";
    = Form Form::If;

    /// Whether a list has a value among its items.
    any_equal(
        /// The value.
        value: Required ANY,
        /// The list.
        list: Required LIST,
    ) -> Type::BOOL;
    example "any_equal(current_state(), ['play', 'pause'])" => "true";
    = Query |r, args| Ok(Value::Bool(each_item(r, arg(args, 1))?.any(|v| v.same(arg(args, 0)))));
}
