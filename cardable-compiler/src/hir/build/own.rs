//! Primitives that the embedding program adds.

use crate::text::diag::{Code, Diagnostics};
use cardable_engine::primitives::{self, Callee, Primitive};

/// The primitives that can be called by their names; what is wrong with the others is told.
pub(crate) fn callable(added: &[Primitive], diags: &mut Diagnostics) -> Vec<Callee> {
    let mut fine: Vec<Callee> = Vec::new();
    for primitive in added {
        let aliases = primitive.aliases.iter().copied();
        let names = || std::iter::once(&*primitive.name).chain(aliases.clone());
        let taken = |name: &str| {
            let engine = primitives::is_taken(name).then_some("the engine has one of that name");
            let own = fine.iter().any(|p| p.answers_to(name));
            engine.or(own.then_some("the program adds two of that name"))
        };
        let unfit = |name: &str| !is_word(name) || primitives::WORDS.contains(&name);
        let problem = match names().find(|name| unfit(name)) {
            Some(name) => Some((name, "that is no name that can be called")),
            None => names().find_map(|name| Some((name, taken(name)?))),
        };
        match problem {
            None => fine.push(primitive.callee()),
            Some((name, why)) => {
                let message = format!("the program's primitive `{name}` cannot be added: {why}");
                let help = "call it otherwise in `Loader::primitive`, in small letters, digits and `_`";
                diags.error(Code::BadPrimitive, None, message, help);
            }
        }
    }
    fine
}

/// Whether a name is one that rules can call.
fn is_word(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}
