//! Scripts: which language reads them, what they may use, and where they erred.
//!
//! You need it when you bring a language of your own, or limit one. `cardable_lua::Luau` is the one that comes along;
//! [`Loader::scripts`](crate::Loader::scripts) takes it. A crate that brings a language depends on `cardable-engine`,
//! which has all that crosses between the two.

#[doc(inline)]
pub use cardable_engine::Traceback;
#[doc(inline)]
pub use cardable_engine::script::{Frame, ScriptEngine, ScriptLimits};
