//! Playing by touch: what a seat taps, drags or says, before anybody knows which action it means.
//!
//! You need it for rulesets with action templates, which [`dsl`](crate::dsl) and `.game.json` files make:
//! [`Game::interact`](crate::Game::interact) finds the choice, and
//! [`DecisionRef::touches`](crate::DecisionRef::touches) lists what an interface may highlight.

#[doc(inline)]
pub use cardable_engine::{Interaction, LegalInteraction, Touch};
