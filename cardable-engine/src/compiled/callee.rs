//! What calls refer to, as bytes: a primitive of the engine by its name, one of the ruleset as it is declared, one of
//! the embedding program by its name and signature.

use crate::primitives::{self, Own, OwnParam, Primitive};
use crate::signature::{CallKind, Callee, Family, Signature};
use crate::value::Type;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

#[derive(Serialize, Deserialize)]
enum Written {
    Builtin(String),
    Own(Own),
    Custom { name: String, signature: String },
}

impl Serialize for Callee {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let written = match (self, &self.kind) {
            (Callee::Builtin(builtin), _) => Written::Builtin(builtin.name.to_string()),
            (Callee::Custom(own), CallKind::Script { acts }) if !own.custom => Written::Own(Own {
                name: own.name.to_string(),
                doc: own.doc.to_string(),
                params: own.params.iter().map(OwnParam::of).collect(),
                result: own.result,
                acts: *acts,
            }),
            (Callee::Custom(custom), _) => Written::Custom {
                name: custom.name.to_string(),
                signature: custom.signature(),
            },
        };
        written.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Callee {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Callee, D::Error> {
        Ok(match Written::deserialize(deserializer)? {
            Written::Builtin(name) => match primitives::builtin_named(&name) {
                Some(builtin) => Callee::Builtin(builtin),
                None => {
                    let unknown = format!("there is no primitive `{name}`");
                    return Err(serde::de::Error::custom(unknown));
                }
            },
            Written::Own(own) => Callee::from(Signature::from(own)),
            Written::Custom { name, signature } => Callee::from(unresolved(name, signature)),
        })
    }
}

/// Stands for a primitive of the embedding program until [`resolve`] finds it; its signature is kept as its text.
fn unresolved(name: String, signature: String) -> Signature {
    Signature {
        name: name.into(),
        doc: signature.into(),
        custom: true,
        ..Signature::new("", Family::Own, "", &[], Type::ANY, CallKind::Query)
    }
}

/// A call of a primitive that the program which reads the rules does not have.
pub(super) struct Lacks {
    pub(super) name: String,
    /// Whether it has one of that name with another signature.
    pub(super) differs: bool,
}

/// Puts the program's own primitive in the place of what was read.
pub(super) fn resolve(callee: &mut Callee, custom: &[Primitive]) -> Result<(), Lacks> {
    if !callee.custom {
        return Ok(());
    }
    let found = custom.iter().find(|primitive| primitive.name == callee.name);
    match found {
        Some(primitive) if primitive.signature() == callee.doc => {
            *callee = primitive.callee();
            Ok(())
        }
        found => Err(Lacks {
            name: callee.name.to_string(),
            differs: found.is_some(),
        }),
    }
}
