//! Fragments that a ruleset imports which is no text itself.

use super::definitions::Definitions;
use super::meaning::Meaning;
use super::values::RulesetReader;
use super::{called_actions, data_of, fragments, meaning, triggers};
use crate::content::Beside;
use crate::hir::build::Builder;
use crate::hir::{NodeId, NodeKind, Scope, Stmt};
use crate::text::diag::{Code as Problem, suggestion_or_list};
use crate::text::json::Node;
use crate::text::source::{Sources, Span};

/// The fragments that a ruleset imports, read.
pub(crate) struct Imports<'n> {
    sources: &'n Sources,
    defined: Definitions<'n>,
}

impl<'n> Imports<'n> {
    /// Reads what imports name. `importing` is an object with the field `import`, `texts` are the fragments.
    pub(crate) fn read(
        b: &mut Builder,
        sources: &'n Sources,
        importing: &'n Node,
        texts: &'n [Beside],
    ) -> Imports<'n> {
        let none = Definitions::default();
        let mut reader = reader(b, Meaning::of(sources, &none));
        let homes = fragments::homes(&mut reader, importing, texts);
        let defined = Definitions::read(&mut reader, homes, &[]);
        Imports { sources, defined }
    }

    fn meaning(&self) -> Meaning<'_> {
        Meaning::of(self.sources, &self.defined)
    }

    /// Declares the data of the fragments.
    pub(crate) fn declare(&self, b: &mut Builder) {
        let mut reader = reader(b, self.meaning());
        for home in 0..self.defined.homes.len() {
            data_of(&mut reader, home);
        }
    }

    /// Checks what they were handed, once everything is declared that it may name, and works out how items are computed.
    pub(crate) fn check(&self, b: &mut Builder) {
        let mut reader = reader(b, self.meaning());
        fragments::check_given(&mut reader);
        for home in 0..self.defined.homes.len() {
            reader.in_home(home).computed_items();
        }
    }

    /// Adds the triggers of the fragments.
    pub(crate) fn triggers(&self, b: &mut Builder) {
        let mut reader = reader(b, self.meaning());
        for (at, home) in self.defined.homes.iter().enumerate() {
            triggers::triggers(&mut reader.in_home(at), home.fields.triggers(), None);
        }
    }

    /// Whether any fragment has triggers.
    pub(crate) fn have_triggers(&self) -> bool {
        let mut homes = self.defined.homes.iter();
        homes.any(|home| !home.fields.triggers().is_empty())
    }

    /// Reads what nothing has used, for its mistakes.
    pub(crate) fn check_unused(&self, b: &mut Builder) {
        meaning::check_unused(&mut reader(b, self.meaning()));
    }

    /// A value that a fragment defines, by its whole name, such as `tricks.played`.
    pub(crate) fn value(
        &self,
        b: &mut Builder,
        scope: &Scope,
        name: &str,
        given: Vec<NodeId>,
        span: Span,
    ) -> NodeId {
        if let Some(value) = self.defined.value_named(name) {
            return self.meaning().inlined(b, scope, value, given, span);
        }
        match self.defined.action_named(name) {
            Some(action) => called_actions::as_value(b, action, span),
            None => self.unknown(b, name, span),
        }
    }

    /// The steps of an action that a fragment defines.
    pub(crate) fn steps(
        &self,
        b: &mut Builder,
        scope: &mut Scope,
        name: &str,
        given: Vec<NodeId>,
        span: Span,
    ) -> Vec<Stmt> {
        if let Some(action) = self.defined.action_named(name) {
            return self.meaning().steps_of_action(b, scope, action, given, span);
        }
        let node = self.value(b, scope, name, given, span);
        meaning::warn_of_value_as_step(b, name, node, span);
        Vec::new()
    }

    /// An item of a fragment's data: of the game, or of a seat.
    pub(crate) fn item(&self, b: &mut Builder, name: &str, seat: Option<NodeId>, span: Span) -> NodeId {
        let id = b.hir.strings.find(name);
        let list = if seat.is_some() {
            &b.hir.seat_data
        } else {
            &b.hir.globals
        };
        let mut items = list.iter().zip(0..);
        match items.find(|(item, _)| Some(item.name) == id) {
            Some((item, at)) => {
                let ty = item.ty;
                let kind = seat.map_or(NodeKind::Global(at), |seat| NodeKind::SeatData(seat, at));
                b.node(kind, ty, span)
            }
            None => self.unknown(b, name, span),
        }
    }

    fn unknown(&self, b: &mut Builder, name: &str, span: Span) -> NodeId {
        let values = self.defined.values.iter().map(|value| &*value.name);
        let actions = self.defined.actions.iter().map(|action| &*action.name);
        let known: Vec<&str> = values.chain(actions).collect();
        let help = suggestion_or_list(name, &known, "it has nothing that has a name");
        let message = format!("no fragment that is imported has `{name}`");
        b.error(Problem::UnknownReference, span, message, help);
        b.broken(span)
    }
}

fn reader<'r>(b: &'r mut Builder, meaning: Meaning<'r>) -> RulesetReader<'r> {
    RulesetReader {
        b,
        meaning,
        may_compute: false,
        fills: false,
    }
}
