//! Which zones rules let seats look into, by primitives such as `peek`. It is asked before the rules are
//! built, since what a seat may read depends on it.

use super::fields;
use crate::content::Beside;
use crate::expr::{self, Expr, ExprKind};
use crate::hir::Showing;
use crate::text::json::{Member, Node, Value};
use cardable_engine::primitives::{self, ParamType, Signature};
use cardable_engine::value::{Kind, Type};
use std::collections::BTreeSet;

/// The zones whose cards something in rules may let seats look at that would not see them: an endpoint or a
/// call in an expression. What only people read does not count.
pub(super) fn showing(root: &Node, fragments: &[Beside]) -> Showing {
    let mut search = Search {
        zones: BTreeSet::new(),
        keys: BTreeSet::new(),
        found: Showing::default(),
    };
    search.names(root);
    for root in fragments.iter().map(|text| &text.root) {
        search.keys_of(root);
        search.node(root);
    }
    search.node(root);
    search.found
}

struct Search<'n> {
    /// The zones that the rules declare.
    zones: BTreeSet<&'n str>,
    /// Data and parameters: where one is called like a zone, it cannot be told which is meant.
    keys: BTreeSet<&'n str>,
    found: Showing,
}

impl<'n> Search<'n> {
    fn names(&mut self, root: &'n Node) {
        if let Some(area) = root.get("game_area") {
            for zones in ["shared_zones", "player_zones"]
                .iter()
                .filter_map(|field| area.get(field))
            {
                for zone in zones.items() {
                    self.zones.extend(zone.get("name").and_then(Node::as_str));
                }
            }
        }
        self.keys_of(root);
    }

    fn keys_of(&mut self, node: &'n Node) {
        self.keys.extend(node.get("key").and_then(Node::as_str));
        match &node.value {
            Value::Object(members) => members.iter().for_each(|member| self.keys_of(&member.value)),
            Value::Array(items) => items.iter().for_each(|item| self.keys_of(item)),
            Value::String(_) | Value::Null | Value::Bool(_) | Value::Number(_) | Value::Invalid => {}
        }
    }

    fn node(&mut self, node: &Node) {
        match &node.value {
            Value::Object(members) => {
                if endpoint(node).is_some_and(|primitive| primitive.shows) {
                    let first = node.get("params").and_then(|params| params.items().first());
                    let zones = first.and_then(|first| self.zones_of(first));
                    self.found.add(zones);
                }
                for member in members.iter().filter(|member| !is_for_people(member)) {
                    self.node(&member.value);
                }
            }
            Value::Array(items) => items.iter().for_each(|item| self.node(item)),
            // Nothing else can be a call, and most texts are none.
            Value::String(text) if text.contains('(') => {
                if let Some(tree) = parsed(text) {
                    tree.any(&mut |part| {
                        if let ExprKind::Call {
                            callee,
                            receiver,
                            args,
                        } = &part.kind
                            && primitives::find(&callee.name).is_some_and(|primitive| primitive.shows)
                        {
                            let first = receiver.as_deref().or(args.first());
                            let zones = first.and_then(|first| self.zones_in(first));
                            self.found.add(zones);
                        }
                        false
                    });
                }
            }
            Value::String(_) | Value::Null | Value::Bool(_) | Value::Number(_) | Value::Invalid => {}
        }
    }

    /// The zones that a parameter's cards lie in; `None` where the text does not say.
    fn zones_of(&self, node: &Node) -> Option<BTreeSet<Box<str>>> {
        match &node.value {
            Value::String(text) => self.zones_in(&parsed(text)?),
            Value::Object(_) => {
                let primitive = endpoint(node)?;
                let params = node.get("params")?;
                self.zones_of_args(primitive, params.items(), |of, arg| of.zones_of(arg))
            }
            _ => None,
        }
    }

    /// The same of an expression.
    fn zones_in(&self, tree: &Expr) -> Option<BTreeSet<Box<str>>> {
        match &tree.kind {
            ExprKind::Name { name, dollar: false } | ExprKind::String(name) => self.zone(name),
            ExprKind::ZoneIndex { zone, .. } => self.zone(zone),
            ExprKind::Member(_, name) => self.zone(&name.name),
            ExprKind::Index(of, _) => self.zones_in(of),
            ExprKind::List(items) if !items.is_empty() => {
                let zones: Option<Vec<_>> = items.iter().map(|item| self.zones_in(item)).collect();
                Some(zones?.into_iter().flatten().collect())
            }
            ExprKind::Call {
                callee,
                receiver,
                args,
            } => {
                let primitive = primitives::find(&callee.name)?;
                let args = receiver.as_deref().into_iter().chain(args);
                self.zones_of_args(primitive, args, |of, arg| of.zones_in(arg))
            }
            _ => None,
        }
    }

    /// The zones that a primitive finds cards in: those of its parameters that hold cards.
    fn zones_of_args<T>(
        &self,
        primitive: &Signature,
        args: impl IntoIterator<Item = T>,
        zones_of: impl Fn(&Self, T) -> Option<BTreeSet<Box<str>>>,
    ) -> Option<BTreeSet<Box<str>>> {
        let named = primitive.params.iter().zip(args);
        let brings_cards = named.filter(|(param, _)| may_bring_cards(param.ty));
        let zones: Option<Vec<_>> = brings_cards.map(|(_, arg)| zones_of(self, arg)).collect();
        let zones: BTreeSet<_> = zones?.into_iter().flatten().collect();
        (!zones.is_empty()).then_some(zones)
    }

    fn zone(&self, name: &str) -> Option<BTreeSet<Box<str>>> {
        let is_zone = self.zones.contains(name) && !self.keys.contains(name);
        is_zone.then(|| BTreeSet::from([name.into()]))
    }
}

/// Whether the cards of what a parameter takes may be among those that a primitive finds.
fn may_bring_cards(ty: ParamType) -> bool {
    match ty {
        ParamType::Value(Type::One(kind) | Type::List(kind)) => {
            matches!(kind, Kind::Any | Kind::Card | Kind::Zone)
        }
        ParamType::Cards | ParamType::Items | ParamType::Contents | ParamType::SeatZone => true,
        _ => false,
    }
}

fn parsed(text: &str) -> Option<Expr> {
    expr::parse(text.trim_start().trim_start_matches('=')).ok()
}

/// The primitive that an object calls.
fn endpoint(node: &Node) -> Option<&'static Signature> {
    let name = node.get("endpoint")?.as_str()?;
    primitives::find(name.trim().trim_end_matches("()"))
}

/// Whether a field of this name is read by people only, wherever there is one.
fn is_for_people(member: &Member) -> bool {
    let tables = fields::ALL.iter().flat_map(|table| table.fields);
    let mut same = tables.filter(|field| field.name == &*member.key).peekable();
    same.peek().is_some() && same.all(|field| !field.rules)
}
