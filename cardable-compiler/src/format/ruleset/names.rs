//! How expressions of rulesets read the names of what these define and import.

use super::called_actions;
use super::meaning::{Meaning, warn_of_value_as_step};
use crate::expr::compile::{Call, Compiler, Names};
use crate::expr::{Expr, ExprKind, Ident};
use crate::hir::build::Builder;
use crate::hir::{NodeId, NodeKind, Stmt};
use crate::text::diag::{Code as Problem, suggestion_or_list};
use crate::text::source::Span;

/// The names before the last one, with dots between them: `a.b` of `a.b.c`.
fn path(expr: &Expr) -> Option<String> {
    match &expr.kind {
        ExprKind::Name { name, .. } => Some(name.to_string()),
        ExprKind::Member(base, name) => Some(format!("{}.{}", path(base)?, name.name)),
        _ => None,
    }
}

impl Meaning<'_> {
    /// Whether a path leads to a fragment that is imported here.
    fn is_import(&self, path: &str) -> bool {
        let prefix = self.own(path);
        let homes = self.defined.homes.iter();
        homes
            .filter_map(|home| home.prefix.strip_suffix('.'))
            .any(|known| known == prefix)
    }

    /// Whether a text is a name of a fragment that is imported here, and a word of that: `tricks.count`.
    pub(super) fn names_import(&self, text: &str) -> bool {
        let is_word = |word: &str| !word.is_empty() && word.chars().all(|c| c.is_alphanumeric() || c == '_');
        let path = text.rsplit_once('.');
        path.is_some_and(|(path, word)| is_word(word) && self.is_import(path))
    }

    /// The fragment that a base names, with `$globals` before it or without.
    fn import_named(&self, c: &Compiler<'_>, base: &Expr) -> Option<String> {
        if self.defined.homes.len() < 2 {
            return None;
        }
        let path = path(base)?;
        let first = path.split('.').next().unwrap_or_default();
        let rest = match first {
            "globals" | "global_data" => path.split_once('.').map(|(_, rest)| rest)?,
            _ if c.is_bound(first) => return None,
            _ => &path,
        };
        self.is_import(rest).then(|| rest.to_owned())
    }

    /// What a call calls: what is defined here, or in a fragment that its receiver names.
    fn called(&self, c: &Compiler<'_>, call: Call<'_>) -> (String, bool) {
        let import = call.receiver.and_then(|receiver| self.import_named(c, receiver));
        match import {
            Some(import) => (format!("{import}.{}", call.callee.name), true),
            None => (call.callee.name.to_string(), false),
        }
    }

    /// A name of a fragment that stands by itself: `tricks.count`.
    fn of_import(&self, c: &mut Compiler<'_>, import: &str, name: &str, span: Span) -> NodeId {
        let whole = format!("{import}.{name}");
        let found = self.item(c.b, &whole, span);
        if let Some(node) = found.or_else(|| self.defined_alone(c, &whole, span)) {
            return node;
        }
        self.unknown(c.b, import, name, span)
    }

    /// An item of the data of the game that a name means here.
    fn item(&self, b: &mut Builder, name: &str, span: Span) -> Option<NodeId> {
        let id = b.hir.strings.find(&self.own(name))?;
        let at = b.hir.globals.iter().position(|item| item.name == id)?;
        let ty = b.hir.globals.get(at)?.ty;
        Some(b.node(NodeKind::Global(u16::try_from(at).ok()?), ty, span))
    }

    /// What is defined under a name, without parameters.
    fn defined_alone(&self, c: &mut Compiler<'_>, name: &str, span: Span) -> Option<NodeId> {
        if let Some(value) = self.value_named(name) {
            return Some(self.inlined(c.b, c.scope, value, Vec::new(), span));
        }
        let action = self.action_named(name)?;
        Some(called_actions::as_value(c.b, action, span))
    }

    /// Says that the fragment that is read has no such data.
    fn unknown_item(&self, b: &mut Builder, name: &str, span: Span) -> NodeId {
        let prefix = self.own("");
        let items = b.hir.names_of(b.hir.globals.iter().map(|item| item.name));
        let own: Vec<&str> = items
            .iter()
            .filter_map(|item| item.strip_prefix(&*prefix))
            .collect();
        let none = "declare it in the fragment, or let it be handed over as a parameter of the type `data`";
        let help = suggestion_or_list(name, &own, none);
        let message = format!("this fragment has no `$globals.{name}`");
        b.error(Problem::UnknownReference, span, message, help);
        b.broken(span)
    }

    /// Says that a fragment has nothing of a name.
    fn unknown(&self, b: &mut Builder, import: &str, name: &str, span: Span) -> NodeId {
        let prefix = self.own(&format!("{import}."));
        let values = self.defined.values.iter().map(|value| &*value.name);
        let actions = self.defined.actions.iter().map(|action| &*action.name);
        let items = b.hir.names_of(b.hir.globals.iter().map(|item| item.name));
        let known = values.chain(actions).chain(items);
        let known: Vec<&str> = known.filter_map(|known| known.strip_prefix(&prefix)).collect();
        let help = suggestion_or_list(name, &known, "it has nothing that has a name");
        let message = format!("the fragment `{import}` has no `{name}`");
        b.error(Problem::UnknownReference, span, message, help);
        b.broken(span)
    }
}

impl Names for Meaning<'_> {
    fn name(&self, c: &mut Compiler<'_>, name: &str, span: Span) -> Option<NodeId> {
        if let Some(given) = self.given(c.b, name, true, span) {
            return Some(given);
        }
        if let Some(param) = self.handed(name) {
            return Some(self.value_handed(c.b, c.scope, param, span));
        }
        let value = self.value_named(name)?;
        Some(self.inlined(c.b, c.scope, value, Vec::new(), span))
    }

    fn in_place_of(&self, reference: &str) -> Option<String> {
        Meaning::in_place_of(self, reference)
    }

    fn member(&self, c: &mut Compiler<'_>, base: &Expr, name: &str, span: Span) -> Option<NodeId> {
        if let ExprKind::Name { name: space, .. } = &base.kind {
            match (&**space, self.fragment()) {
                ("action", _) => return self.given(c.b, name, false, span),
                // A fragment reads no data that it was not handed.
                ("globals" | "global_data", Some(_)) if !self.is_import(name) => {
                    let found = self.item(c.b, name, span);
                    return Some(found.unwrap_or_else(|| self.unknown_item(c.b, name, span)));
                }
                _ => {}
            }
        }
        if let Some(import) = self.import_named(c, base) {
            return Some(self.of_import(c, &import, name, span));
        }
        // `$player.tricks.won`
        let ExprKind::Member(seat, import) = &base.kind else {
            return None;
        };
        let whole = self.own(&format!("{}.{name}", import.name));
        let id = c.b.hir.strings.find(&whole)?;
        c.b.hir.seat_data.iter().find(|item| item.name == id)?;
        let seat = c.value(seat);
        Some(c.b.member(c.scope, seat, &whole, span))
    }

    fn member_of(&self, c: &mut Compiler<'_>, base: NodeId, name: &str, span: Span) -> Option<NodeId> {
        self.member_of_value(c.b, c.scope, base, name, span)
    }

    fn call(&self, c: &mut Compiler<'_>, call: Call<'_>) -> Option<NodeId> {
        let (name, of_import) = self.called(c, call);
        if let Some(action) = self.action_named(&name) {
            return Some(called_actions::as_value(c.b, action, call.span));
        }
        let Some(value) = self.value_named(&name) else {
            let import = name.rsplit_once('.').filter(|_| of_import);
            let (import, name) = import?;
            return Some(self.unknown(c.b, import, name, call.span));
        };
        let receiver = call.receiver.filter(|_| !of_import);
        let given = c.arguments(&value.signature, receiver, call.args);
        Some(self.inlined(c.b, c.scope, value, given, call.span))
    }

    fn step(&self, c: &mut Compiler<'_>, call: Call<'_>) -> Option<Vec<Stmt>> {
        let (name, of_import) = self.called(c, call);
        if let Some(action) = self.action_named(&name) {
            let receiver = call.receiver.filter(|_| !of_import);
            let given = c.arguments(&action.signature, receiver, call.args);
            return Some(self.steps_of_action(c.b, c.scope, action, given, call.span));
        }
        let node = self.call(c, call)?;
        warn_of_value_as_step(c.b, &name, node, call.span);
        Some(Vec::new())
    }

    fn step_of_member(
        &self,
        c: &mut Compiler<'_>,
        base: &Expr,
        name: &Ident,
        span: Span,
    ) -> Option<Vec<Stmt>> {
        let import = self.import_named(c, base)?;
        let action = self.action_named(&format!("{import}.{}", name.name))?;
        Some(self.steps_of_action(c.b, c.scope, action, Vec::new(), span))
    }

    fn known(&self, _: &Builder) -> Vec<String> {
        self.bare_names()
    }
}
