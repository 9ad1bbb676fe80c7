//! Options, which rules read as `$options.key`.

use super::values::RulesetReader;
use crate::format::literals::ReadsLiterals;
use crate::format::options::ReadsOptions;
use crate::hir::build::Builder;
use crate::hir::{NodeId, Scope};
use crate::text::fields::read::Text;
use crate::text::json::Node;

impl ReadsLiterals for RulesetReader<'_> {
    fn builder(&mut self) -> &mut Builder {
        self.b
    }

    fn literal(&mut self, written: &Node) -> NodeId {
        self.value(&Scope::outside(), written)
    }
}

impl ReadsOptions for RulesetReader<'_> {
    fn as_read(&self, key: &str) -> String {
        format!("$options.{key}")
    }

    fn may_be_called(&mut self, _: &Text<'_>) -> bool {
        true
    }
}
