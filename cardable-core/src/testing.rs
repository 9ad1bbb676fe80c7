//! Support for tests of rulesets and of the engine: a bench for trying primitives, the laws that every ruleset
//! must keep, and recorded playthroughs.

mod bench;
mod laws;
mod listing;
mod playthrough;
mod script;

pub use bench::{Bench, TINY, Work, tiny_ruleset};
pub use laws::{Broken, LAWS, Law, Opening, Subject, random_game, random_game_from};
pub use playthrough::record;
pub use script::{Hands, RustFn, RustScripts};
