//! The script: its limits, and the primitives that are its functions.

use crate::format::shapes::NameOr;
use crate::text::fields::declare::object;
use crate::text::fields::read::{At, Name, OneOrList, String, Whole};

object! {
    /// what a single call of a function may use; the program that loads the ruleset may allow less
    struct Limits<'n> = LIMITS: "script limits" {
        /// rounds of loops and calls; 50,000 when left out
        ticks: Whole<u32, 100, 1_000_000>,
        /// bytes of its values; 4,194,304 when left out
        memory: Whole<u32, 65_536, { 1 << 30 }>,
    }
}

object! {
    /// a function of the script that is called like a primitive
    struct OwnPrimitive<'n> = OWN_PRIMITIVE: "defined primitive" {
        /// the name it is called by
        name: At<Name>,
        /// what it does, for the manual and for editors
        doc: String => for_people,
        /// its parameters, in order
        params: OneOrList<NameOr<'n, OwnParam<'n>>>,
        /// the type of what it gives; without one it gives nothing and acts
        result: String => or(&["returns"]),
        /// whether it may act and ask although it gives something; then it stands in steps only
        acts: bool,
        /// the function of the script; the one of the same name when left out
        function: Name,
    }
}

object! {
    /// a parameter of a defined primitive
    struct OwnParam<'n> = OWN_PARAM: "parameter" {
        /// its name
        key: Name => or(&["name"]),
        /// what it takes; anything when left out
        kind "type": String,
        /// what it is
        doc: String => for_people,
        /// it may be left out
        optional: bool,
        /// it may be given any number of times; the last one only
        rest: bool,
    }
}
