//! Action templates as they are tried: what a seat touched or said, and what must
//! hold for it. The actions behind them are ordinary ones.

use super::argument::Argument;
use super::op::Code;
use super::rules::Text;
use crate::ids::{ActionId, StrId};
use crate::value::{Type, Value};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// What sets a template off.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub enum By {
    /// Cards or zones are tapped.
    Tap,
    /// Something is drawn to something.
    Drag,
    /// A named message with data comes.
    Message {
        name: StrId,
        /// Its data, in the order of the template.
        params: Vec<MessageParam>,
    },
}

/// An item of a message's data.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct MessageParam {
    pub name: StrId,
    pub ty: Type,
    /// What it is when the message leaves it out.
    pub default: Option<Value>,
}

/// A condition of a template, with what is said when it does not hold. Its code
/// gets the thing that was touched, its zone, and what was touched before.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct TemplateTest {
    pub code: Code,
    /// Whether it needs to see the face of the thing.
    pub reads_face: bool,
    /// Whether it asks about the thing, and not just about the seat and the table.
    pub of_thing: bool,
    pub message: Option<Text>,
}

/// A template, or one of several ways to set it off.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Template {
    /// The action that it stands for.
    pub action: ActionId,
    pub by: By,
    /// Whether it is about the thing at all.
    pub query: Option<TemplateTest>,
    /// What must hold, in the order in which it is said.
    pub tests: Vec<TemplateTest>,
}

/// A predicate that is a function of the embedding program.
#[derive(Clone)]
pub struct RustFunction(pub Arc<FunctionBody>);

/// What such a function is.
pub type FunctionBody = dyn Fn(&[Argument<'_>]) -> bool + Send + Sync;

impl std::fmt::Debug for RustFunction {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("RustFunction")
    }
}
