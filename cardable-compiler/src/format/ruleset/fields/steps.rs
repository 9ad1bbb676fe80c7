//! Steps and calls.

use super::{Condition, Value};
use crate::text::fields::declare::{object, words};
use crate::text::fields::read::{At, Expression, Name, OneOf, OneOrList, String};

/// A step as it may be written: an object, or an expression that acts.
pub(crate) type StepOrText<'n> = OneOf<(Step<'n>, Expression)>;

object! {
    /// a call of a primitive, or a group of steps
    struct Step<'n> = STEP: "step" {
        /// the primitive
        endpoint: At<Name>,
        /// in its place: a function of the script
        function: At<Name>,
        /// its parameters, one or a list
        params: Value => or(&["param"]),
        /// whether it is done
        condition: Condition,
        /// of a transition: the seats that go, the others stay
        who: Value,
        /// of a transition with `who`
        scene: At<Scene>,
        /// the place that takes the result
        into: Value,
        /// steps of a group
        primitives: OneOrList<StepOrText<'n>> => or(&["steps"]),
        /// steps when the group's condition does not hold
        otherwise "else": OneOrList<StepOrText<'n>>,
        /// a list or seats: the group is done for each
        for_each: Value,
        /// the parameters of all steps of the group are worked out before the first acts
        at_once: bool,
        /// the group is done as long as it holds, at most 100 times
        repeat "while": Condition,
        /// the name of the item, `$action.name`
        named "as": Name,
        /// of a prompt for several cards: what must hold of all that is picked, `$picked`
        valid: Condition,
        /// said when it does not hold
        valid_message: String => for_people,
        /// of a prompt for several cards: the order of the cards is the seat's
        ordered: Value,
    }
}

words! {
    /// Whether seats that go open a scene.
    enum Scene {
        /// they open a scene of their own
        New = "new",
    }
}

object! {
    /// a call of a primitive
    struct Call<'n> = CALL: "call" {
        /// the primitive
        endpoint: At<Name>,
        /// in its place: a function of the script
        function: At<Name>,
        /// its parameters, one or a list
        params: Value => or(&["param"]),
        /// a condition, where a message is added to it
        condition "if": Condition,
        /// said when the condition does not hold
        message: String => for_people,
        /// of a prompt for several cards: what must hold of all that is picked, `$picked`
        valid: Condition,
        /// said when it does not hold
        valid_message: String => for_people,
        /// of a prompt for several cards: the order of the cards is the seat's
        ordered: Value,
    }
}

impl Call<'_> {
    /// Whether an object is a call, and nothing else that may stand in its place.
    pub(crate) fn is_call(self) -> bool {
        self.endpoint().is_some() || self.function().is_some() || self.condition().is_some()
    }
}
