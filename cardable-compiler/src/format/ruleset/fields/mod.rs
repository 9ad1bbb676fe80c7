//! Every object of a Cardable ruleset and its fields. The reader checks against
//! these tables, and the JSON Schema for editors is made from them.

mod actions;
mod fragments;
mod ruleset;
mod script;
mod seats;
mod states;
mod steps;
mod templates;
mod triggers;
mod zones;

pub(crate) use actions::{ACTION, Action, DEFINED, Defined, MESSAGE, Message, Moment, PICK, Pick};
pub(crate) use fragments::{
    FRAGMENT, FRAGMENT_FILE, FRAGMENT_PARAM, Fragment, FragmentFile, FragmentParam, IMPORT, Import,
};
pub(crate) use ruleset::{
    CARD_DATUM, CardDatum, DATA, DEFINED_VALUE, Data, DefinedValue, Domain, DomainForm, DomainLength,
    DomainWord, MessageItem, RULESET, Ruleset,
};
pub(crate) use script::{LIMITS, Limits, OWN_PARAM, OWN_PRIMITIVE, OwnParam, OwnPrimitive};
pub(crate) use seats::{
    Arranged, GAME_AREA, GameArea, ROLE, Role, RoleSeats, Seats, TEAMS, TeamsForm, TeamsWord,
};
pub(crate) use states::{Ask, RoundsAt, STATE, State, WrittenAction};
pub(crate) use steps::{CALL, Call, STEP, Scene, Step, StepOrText};
pub(crate) use templates::{INTERACTION, Interaction, QUERY, Query, TEST, Test};
pub(crate) use triggers::{OCCASION, TRIGGER, Trigger, TriggerOrder};
pub(crate) use zones::{
    COPIES, DESIGNATION, DESIGNATIONS, Designations, LAYOUT, Layout, LayoutKind, REPLENISH, Replenish, SIZE,
    ZONE, Zone, ZoneCopies, ZoneSize,
};

use crate::format::options::OPTION;
use crate::format::shapes::Count;
use crate::text::fields::ObjectSpec;
use crate::text::fields::read::{Any, Expression, List, OneOf};

/// A literal, a reference such as `$player.hand`, a call, a list, or `=` and an expression.
type Value = Any;
/// A condition: an expression, several that must all hold, or an object.
type Condition = OneOf<(Expression, List<OneOf<(Expression, Any)>>, Any)>;
/// A count, or something to work out.
type Bound<'n> = OneOf<(Count, Expression, Call<'n>)>;

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
    &CARD_DATUM,
    &TRIGGER,
    &OCCASION,
    &STATE,
    &ACTION,
    &DEFINED,
    &DEFINED_VALUE,
    &IMPORT,
    &FRAGMENT,
    &FRAGMENT_PARAM,
    &INTERACTION,
    &QUERY,
    &TEST,
    &PICK,
    &MESSAGE,
    &STEP,
    &CALL,
];
