//! What a call refers to.

use super::Signature;
use std::ops::Deref;
use std::sync::Arc;

/// The signature of what a call calls. The engine's own stand in its program; those of rulesets and of embedding
/// programs belong to whoever calls them, and go with the last one.
#[derive(Clone, Debug)]
pub enum Callee {
    /// A primitive of the engine.
    Builtin(&'static Signature),
    /// A primitive of a ruleset or of the embedding program.
    Custom(Arc<Signature>),
}

impl Callee {
    /// Whether both are the same declaration, and not only of the same name.
    pub fn is(&self, other: &Signature) -> bool {
        std::ptr::eq::<Signature>(&raw const **self, other)
    }
}

impl Deref for Callee {
    type Target = Signature;

    fn deref(&self) -> &Signature {
        match self {
            Callee::Builtin(signature) => signature,
            Callee::Custom(signature) => signature,
        }
    }
}

impl From<&'static Signature> for Callee {
    fn from(signature: &'static Signature) -> Callee {
        Callee::Builtin(signature)
    }
}

impl From<Signature> for Callee {
    fn from(signature: Signature) -> Callee {
        Callee::Custom(Arc::new(signature))
    }
}

impl PartialEq for Callee {
    fn eq(&self, other: &Callee) -> bool {
        **self == **other
    }
}

impl PartialEq<Signature> for Callee {
    fn eq(&self, other: &Signature) -> bool {
        **self == *other
    }
}
