//! Every object of a Cardable ruleset and its fields. The reader checks against
//! these tables, and the JSON Schema for editors is made from them.

mod actions;
mod ruleset;
mod script;
mod seats;
mod states;
mod steps;
mod templates;
mod zones;

pub use actions::{ACTION, DEFINED, MESSAGE, PICK};
pub use ruleset::{DATA, DOMAIN, LENGTH, MESSAGE_ITEM, OPTION, RULESET};
pub use script::{LIMITS, OWN_PARAM, OWN_PRIMITIVE};
pub use seats::{GAME_AREA, ROLE, TEAMS};
pub use states::STATE;
pub use steps::{CALL, STEP};
pub use templates::{INTERACTION, QUERY, TEST};
pub use zones::{COPIES, DESIGNATION, DESIGNATIONS, LAYOUT, REPLENISH, SIZE, ZONE};

use crate::format::shapes::COUNT;
use crate::text::fields::{ObjectSpec, Shape};
use steps::STEP_OR_TEXT;

/// A literal, a reference such as `$player.hand`, a call, a list, or `=` and an expression.
const VALUE: Shape = Shape::Any;
const CONDITION: Shape = Shape::AnyOf(&[
    Shape::Expression,
    Shape::List(&Shape::AnyOf(&[Shape::Expression, Shape::Any])),
    Shape::Any,
]);
/// A count, or something to work out.
const BOUND: Shape = Shape::AnyOf(&[COUNT, Shape::Expression, Shape::Object(|| &CALL)]);

/// The tables of everything but the package, for the schema.
pub static ALL: &[&ObjectSpec] = &[
    &RULESET,
    &LIMITS,
    &OWN_PRIMITIVE,
    &OWN_PARAM,
    &GAME_AREA,
    &ROLE,
    &TEAMS,
    &ZONE,
    &SIZE,
    &COPIES,
    &DESIGNATIONS,
    &DESIGNATION,
    &REPLENISH,
    &LAYOUT,
    &OPTION,
    &DATA,
    &STATE,
    &ACTION,
    &DEFINED,
    &INTERACTION,
    &QUERY,
    &TEST,
    &PICK,
    &MESSAGE,
    &STEP,
    &CALL,
];
