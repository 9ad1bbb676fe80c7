//! Options, which expressions read by their keys.

use super::data::KNOWN_TO_TRICKS;
use super::language::is_word;
use super::queries::ACTIVE_SUIT;
use super::{PhasesReader, builtins};
use crate::expr::{self, ExprKind};
use crate::format::literals::ReadsLiterals;
use crate::format::options::ReadsOptions;
use crate::hir::NodeId;
use crate::hir::build::Builder;
use crate::text::diag::Code as Problem;
use crate::text::fields::read::Text;
use crate::text::json::{Node, Number, Value as Json};
use cardable_engine::value::Value;

impl ReadsLiterals for PhasesReader<'_> {
    fn builder(&mut self) -> &mut Builder {
        self.b
    }

    fn literal(&mut self, written: &Node) -> NodeId {
        let value = match &written.value {
            Json::Null => Value::Nothing,
            Json::Bool(flag) => Value::Bool(*flag),
            Json::Number(Number::Int(whole)) => Value::Int(*whole),
            Json::Number(Number::Float(number)) => Value::Float(*number),
            Json::String(text) => Value::Str(self.b.intern(text)),
            Json::Array(_) | Json::Object(_) | Json::Invalid => {
                self.b.error(
                    Problem::WrongType,
                    written.span,
                    format!(
                        "an option is a boolean, a number or a text, not {}",
                        written.kind()
                    ),
                    "write one value that may be chosen",
                );
                return self.b.broken(written.span);
            }
        };
        self.b.constant(value, written.span)
    }
}

impl ReadsOptions for PhasesReader<'_> {
    fn as_read(&self, key: &str) -> String {
        key.to_owned()
    }

    fn may_be_called(&mut self, key: &Text<'_>) -> bool {
        let Some(is) = self.meaning_of(key) else {
            return true;
        };
        self.b.error(
            Problem::DuplicateName,
            key.span(),
            format!("expressions cannot read an option `{key}`: {is}"),
            "give the option another `key`, of letters, digits and `_`",
        );
        false
    }
}

impl PhasesReader<'_> {
    /// What a name means in expressions before any option or variable is called so.
    fn meaning_of(&self, name: &str) -> Option<&'static str> {
        let role_zones = self.facts.role_zones.iter().flatten();
        let zones = &self.b.hir;
        let is_zone = zones.zone_named(name).is_some() || zones.seat_zone_named(name).is_some();
        let role = |role: &super::roles::Role| name.strip_suffix("_score").unwrap_or(name) == role.name;
        if !is_name(name) {
            Some("that is no name")
        } else if is_zone || role_zones.into_iter().any(|(zone, _)| zone == name) {
            Some("that is a zone")
        } else if self.facts.roles.iter().any(role) {
            Some("that is a role or its score")
        } else if KNOWN_TO_TRICKS.contains(&name) || name == ACTIVE_SUIT {
            Some("that is a variable, which functions read")
        } else if is_word(name) || builtins::find(name).is_some() {
            Some("that is a word or a function of theirs")
        } else {
            None
        }
    }
}

/// Whether an expression can consist of this name.
fn is_name(text: &str) -> bool {
    expr::parse(text).is_ok_and(|parsed| match parsed.kind {
        ExprKind::Name { name, dollar } => !dollar && *name == *text,
        _ => false,
    })
}
