//! What a [`Setup`](crate::Setup) is made of, beside the names of its seats, and [`Seating`]: who sits where in a
//! game. A [`Position`] is a game that is set up in the middle.
//!
//! You need it when your program shows a ruleset's options and lets people choose.
//!
//! ```
//! use cardable_core::{Setup, setup::OptionValue};
//! let setup = Setup::named(["Ada", "Grace"]).option("target", 50);
//! assert_eq!(setup.options["target"], OptionValue::Int(50));
//! ```

#[doc(inline)]
pub use cardable_engine::{
    GameOptions, Generator, Given, InZone, Item, Known, Laid, MAX_CARDS, NoPosition, OptionValue, Position,
    PositionError, Seating,
};
