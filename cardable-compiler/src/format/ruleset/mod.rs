//! Rulesets as JSON5, the engine's own: `ruleset.json`.

mod actions;
mod conditions;
#[cfg(test)]
mod cost_tests;
mod data;
mod domains;
pub mod fields;
mod marks;
mod messages;
mod moments;
mod picks;
mod queries;
mod routines;
mod scripts;
mod seats;
mod showing;
mod sources;
mod states;
mod steps;
mod templates;
mod values;
mod zones;

use crate::content::{Dialect, Ending, Format, Missing, Package};
use crate::hir::build;
use crate::hir::build::{Builder, refs};
use crate::text::diag::Code as Problem;
use crate::text::fields::ObjectSpec;
use crate::text::json::Node;
use crate::text::source::Sources;
use cardable_engine::primitives::Callee;
use cardable_engine::script::ScriptLimits;
use fields::{CALL, QUERY, RULESET, TEST};
use values::Reader;

/// The key under which a fat file and a package keep the rules.
pub const KEY: &str = "ruleset";

/// The engine's own: `ruleset.json`.
#[derive(Debug)]
pub struct Cardable;

impl Dialect for Cardable {
    fn name(&self) -> &'static str {
        "cardable"
    }

    fn about(&self) -> &'static str {
        "Rulesets of the engine's own kind"
    }

    fn ending(&self) -> Ending {
        Ending::Name("ruleset.json")
    }

    fn holds(&self, root: &Node) -> bool {
        root.get(KEY).is_some() || root.get("game_state").is_some()
    }

    fn has_content(&self) -> bool {
        true
    }

    fn format(&self) -> Result<Format, Missing> {
        Ok(Format {
            title: "Cardable ruleset",
            fields: &RULESET,
            beside: None,
            fields_of: Some(fields_of),
            compile: |of| build(of.package, of.sources, of.primitives, of.cap),
        })
    }
}

/// What an object may hold that stands where a value may: a call, or something by its fields.
fn fields_of(node: &Node) -> Option<&'static ObjectSpec> {
    if ["endpoint", "function", "if"]
        .iter()
        .any(|key| node.get(key).is_some())
    {
        return Some(&CALL);
    }
    let declares = |spec: &&ObjectSpec| {
        let mut members = node.members().iter();
        members.all(|member| spec.field(&member.key).is_some())
    };
    [&TEST, &QUERY].into_iter().find(declares)
}

/// Builds a package's rules. Mistakes are in the builder's diagnostics.
pub fn build(package: &Package, sources: &Sources, custom: &[Callee], cap: ScriptLimits) -> Builder {
    let mut b = Builder::new();
    b.hir.custom = custom.to_vec();
    b.hir.cards.are_missing = package.is_incomplete;
    b.hir.scripts.is_missing = package.lacks_script;
    RULESET.check(&package.ruleset, &mut b.diags);
    let repaired = (b.diags.contains(Problem::UnknownField)).then(|| RULESET.repaired(&package.ruleset));
    let root = repaired.as_ref().unwrap_or(&package.ruleset);
    b.hir.sight.may_show = showing::may_show(root);
    let mut reader = Reader {
        b: &mut b,
        sources,
        used: std::collections::BTreeSet::new(),
        may_compute: false,
    };
    reader.head(root);
    scripts::script(&mut reader, package, cap);
    super::cards::add(reader.b, &package.card_sets, &package.decks);
    if let Some(node) = RULESET.get(root, "sort_hands_by") {
        let name = node.as_str().unwrap_or("");
        reader.b.hir.cards.hand_order.by = build::attribute(reader.b, name, node.span);
    }
    let area = RULESET.get(root, "game_area");
    seats::seats(&mut reader, area);
    let later = zones::zones(&mut reader, area);
    refs::add_standard_zones(reader.b);
    let none = crate::hir::Scope::outside();
    reader.may_compute = true;
    let globals = reader.items(RULESET.get(root, "global_data"), &none, false);
    let seats = reader.items(RULESET.get(root, "player_data"), &none, true);
    reader.may_compute = false;
    for (list, of_seat) in [(globals, false), (seats, true)] {
        for item in list {
            if let Some(node) = item.node
                && !reader.b.is_broken(node)
            {
                let span = reader.b.get(node).span;
                reader.b.error(
                    Problem::NotConstant,
                    span,
                    "the first value of this item must be known before the game",
                    "write a constant here, and set it in the first state".to_owned(),
                );
            }
            if of_seat && !reader.check_own_name(&item) {
                continue;
            }
            if item.blank {
                reader.b.hir.untyped_data.push((item.def.name, of_seat));
            }
            let target = if of_seat {
                &mut reader.b.hir.seat_data
            } else {
                &mut reader.b.hir.globals
            };
            target.push(item.def);
        }
    }
    reader.options(RULESET.get(root, "options"));
    let states = RULESET.get(root, "game_state").map_or(&[][..], Node::items);
    let declared = states::declare_states(&mut reader, states);
    zones::zones_later(&mut reader, &later);
    scripts::script_uses(&mut reader);
    reader.computed_items(root);
    let defined = actions::defined_actions(&mut reader, RULESET.get(root, "defined_actions"));
    states::build_states(&mut reader, &declared, &defined);
    routines::routines(&mut reader, &defined);
    actions::check_unused(&mut reader, &defined);
    b
}

impl Reader<'_> {
    fn head(&mut self, root: &Node) {
        let text = |field| RULESET.get(root, field).and_then(Node::as_str).unwrap_or("");
        self.b.hir.head.name = text("ruleset_name").into();
        self.b.hir.head.description = text("description").into();
        let whole = |field| {
            RULESET
                .get(root, field)
                .and_then(Node::as_i64)
                .and_then(|n| u8::try_from(n).ok())
                .unwrap_or(0)
        };
        let (min, max) = (whole("min_players"), whole("max_players"));
        let min = if min == 0 { 1 } else { min };
        let max = if max == 0 { min.max(1) } else { max };
        if min > max {
            let span = RULESET.get(root, "min_players").map_or(root.span, |n| n.span);
            self.b.error(
                Problem::OutOfBounds,
                span,
                format!("the fewest players are {min}, the most {max}"),
                "let `min_players` be at most `max_players`".to_owned(),
            );
        }
        self.b.hir.head.seats = (min, max.max(min));
        let lacking = match RULESET.get(root, "game_state") {
            None => Some((root.span, "a ruleset needs a `game_state`")),
            Some(states) if states.items().is_empty() => Some((states.span, "there is no state")),
            Some(_) => None,
        };
        if let Some((span, message)) = lacking {
            let help = "write a list of states; the first one begins".to_owned();
            self.b.error(Problem::MissingField, span, message, help);
        }
    }
}
