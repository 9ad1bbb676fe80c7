//! Fragments of rules, and where they are imported.

use super::{Data, Defined, DefinedValue, Trigger, Value};
use crate::text::fields::declare::object;
use crate::text::fields::read::{At, Name, OneOf, OneOrList, String};

object! {
    /// a fragment of rules that is used under a name
    struct Import<'n> = IMPORT: "import" {
        /// the name of the fragment, or the fragment itself
        from: OneOf<(Name, Fragment<'n>)>,
        /// what stands before the names of the fragment, with a dot; the fragment's name when left out
        prefix "as": At<Name>,
        /// values for its parameters, by their keys
        with: Value,
    }
}

object! {
    /// a file with rules that other rules import
    struct FragmentFile<'n> = FRAGMENT_FILE: "file of a fragment" {
        /// where an editor finds the description of this format
        "$schema": String => for_people,
        /// the fragment
        fragment: Fragment<'n> => needed,
    }
}

object! {
    /// rules that other rules import
    struct Fragment<'n> = FRAGMENT: "fragment" {
        /// its name, where it is no file of its own
        name: Name,
        /// what the fragment does
        "description": String => for_people,
        /// what whoever imports it hands over
        params: OneOrList<FragmentParam<'n>>,
        /// fragments that it is made of
        import: OneOrList<Import<'n>>,
        /// its data of the whole game, `$globals.key`
        global_data: OneOrList<Data<'n>>,
        /// its data of every seat, `$player.key`
        player_data: OneOrList<Data<'n>>,
        /// its values, called by their names
        defined_values: OneOrList<DefinedValue<'n>>,
        /// its actions, called as steps
        defined_actions: OneOrList<Defined<'n>>,
        /// what happens by itself when something else does, heard in every state
        triggers: OneOrList<Trigger<'n>>,
    }
}

object! {
    /// a parameter of a fragment
    struct FragmentParam<'n> = FRAGMENT_PARAM: "parameter of a fragment" {
        /// its name, by which the fragment reads it
        key: At<Name>,
        /// what it is: `zone`, `seat_zone`, `seat_data`, `attribute`, `state`, `data`, or the type of a value
        kind "type": At<String>,
        /// what it is where nothing is handed over
        value: Value => or(&["default"]),
    }
}
