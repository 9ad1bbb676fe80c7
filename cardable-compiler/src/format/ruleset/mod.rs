//! Rulesets as JSON5, the engine's own: `ruleset.json`.

mod actions;
mod called_actions;
mod card_data;
mod conditions;
#[cfg(test)]
mod cost_tests;
mod data;
mod definitions;
mod domains;
pub mod fields;
mod fragments;
mod given;
#[cfg(feature = "dsl")]
mod imports;
mod inlining;
mod marks;
mod meaning;
mod messages;
mod moments;
mod names;
mod occasions;
mod options;
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
mod triggers;
mod values;
mod zones;

use crate::content::{CardSet, Dialect, Ending, Format, Missing, Reading};
use crate::hir::build;
use crate::hir::build::{Builder, lints, refs};
use crate::text::diag::{Code as Problem, Diagnostics};
use crate::text::fields::ObjectSpec;
use crate::text::fields::read::Text;
use crate::text::json::Node;
use crate::text::source::Sources;
use definitions::Definitions;
use fields::{CALL, Call, QUERY, RULESET, Ruleset, TEST};
use meaning::Meaning;
use values::RulesetReader;

#[cfg(feature = "dsl")]
pub(crate) use imports::Imports;

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

    /// Fragments are named where they are imported.
    fn paths<'n>(&self, root: &'n Node) -> Vec<&'n Node> {
        let imports = root.get("import").map_or(&[][..], Node::items);
        let mut paths = Vec::new();
        for from in imports.iter().filter_map(|import| import.get("from")) {
            match from.as_str() {
                Some(_) => paths.push(from),
                None => paths.extend(self.paths(from)),
            }
        }
        paths
    }

    fn paths_mut<'n>(&self, root: &'n mut Node) -> Vec<&'n mut Node> {
        let imports = root.get_mut("import").map_or(&mut [][..], Node::items_mut);
        let mut paths = Vec::new();
        for from in imports.iter_mut().filter_map(|import| import.get_mut("from")) {
            match from.as_str().is_some() {
                true => paths.push(from),
                false => paths.extend(self.paths_mut(from)),
            }
        }
        paths
    }

    fn format(&self) -> Result<Format, Missing> {
        Ok(Format {
            title: "Cardable ruleset",
            fields: &RULESET,
            beside: None,
            fields_of: Some(fields_of),
            compile: build,
        })
    }
}

/// What an object may hold that stands where a value may: a call, or something by its fields.
fn fields_of(node: &Node) -> Option<&'static ObjectSpec> {
    if (Call { node }).is_call() {
        return Some(&CALL);
    }
    let declares = |spec: &&ObjectSpec| {
        let mut members = node.members().iter();
        members.all(|member| spec.field(&member.key).is_some())
    };
    [&TEST, &QUERY].into_iter().find(declares)
}

/// Builds a package's rules. Mistakes are in the builder's diagnostics.
pub fn build(of: &Reading<'_>) -> Builder {
    let (package, sources) = (of.package, of.sources);
    let mut b = Builder::new();
    b.hir.custom = of.primitives.to_vec();
    b.hir.cards.are_missing = package.is_incomplete;
    b.hir.scripts.is_unread = package.lacks_script;
    RULESET.check(&package.ruleset, &mut b.diags);
    let repaired = (b.diags.contains(Problem::UnknownField)).then(|| RULESET.repaired(&package.ruleset));
    let root = repaired.as_ref().unwrap_or(&package.ruleset);
    let ruleset = Ruleset { node: root };
    b.hir.sight.showing = Some(showing::showing(root, &package.beside));
    let none = Definitions::default();
    let mut reader = RulesetReader {
        b: &mut b,
        meaning: Meaning::of(sources, &none),
        may_compute: false,
        fills: false,
    };
    reader.head(ruleset);
    scripts::script(&mut reader, package, of.cap);
    let defined = actions::defined_actions(&mut reader, ruleset.defined_actions());
    let homes = fragments::homes(&mut reader, root, &package.beside);
    let definitions = Definitions::read(&mut reader, homes, &defined);
    let mut reader = RulesetReader {
        b: &mut b,
        meaning: Meaning::of(sources, &definitions),
        may_compute: false,
        fills: false,
    };
    super::cards::add(reader.b, &package.card_sets, &package.decks);
    if let Some(name) = ruleset.sort_hands_by() {
        reader.b.hir.cards.hand_order.by = build::attribute(reader.b, &name, name.span());
    }
    reader.b.hir.reactions.has_triggers = triggers::are_there(&reader, ruleset);
    let area = ruleset.game_area();
    seats::seats(&mut reader, area);
    let later = zones::zones(&mut reader, area);
    refs::add_standard_zones(reader.b);
    for home in 0..definitions.homes.len() {
        data_of(&mut reader, home);
    }
    card_data::card_data(&mut reader, ruleset.card_data());
    super::options::options(&mut reader, ruleset.options());
    let declared = states::declare_states(&mut reader, ruleset.game_state());
    definitions.check_names(&mut reader);
    fragments::check_given(&mut reader);
    zones::zones_later(&mut reader, &later);
    scripts::script_uses(&mut reader);
    for home in 0..definitions.homes.len() {
        reader.in_home(home).computed_items();
    }
    states::build_states(&mut reader, &declared, &defined);
    for (at, home) in definitions.homes.iter().enumerate() {
        triggers::triggers(&mut reader.in_home(at), home.fields.triggers(), None);
    }
    triggers::of_cards(&mut reader);
    triggers::first(&mut reader, ruleset);
    routines::routines(&mut reader, &defined, &definitions);
    actions::check_unused(&mut reader, &defined);
    meaning::check_unused(&mut reader);
    super::bots::bots(reader.b, ruleset.bots());
    if let Some(asked) = of.asked {
        (asked.read)(reader.b, &reader.meaning);
    }
    b
}

/// What is wrong with the rules that cards carry, whatever game their set is used in.
pub fn check_card_rules(sets: &[CardSet], sources: &Sources) -> Diagnostics {
    let mut b = Builder::without_rules();
    super::cards::add_types(&mut b, sets);
    let none = Definitions::default();
    let mut reader = RulesetReader {
        b: &mut b,
        meaning: Meaning::of(sources, &none),
        may_compute: false,
        fills: false,
    };
    triggers::of_cards(&mut reader);
    lints::check_texts(&mut b);
    b.diags
}

/// Declares the data of the ruleset, or of a fragment.
fn data_of(reader: &mut RulesetReader<'_>, home: usize) {
    let Some(fields) = reader.meaning.defined.homes.get(home).map(|home| home.fields) else {
        return;
    };
    let mut reader = RulesetReader {
        may_compute: true,
        fills: false,
        ..reader.in_home(home)
    };
    let none = crate::hir::Scope::outside();
    let globals = reader.items(fields.global_data(), &none, false);
    let seats = reader.items(fields.player_data(), &none, true);
    for (list, of_seat) in [(globals, false), (seats, true)] {
        for mut item in list {
            let name = reader.meaning.own(reader.b.hir.strings.get(item.def.name));
            item.def.name = reader.b.intern(&name);
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
                reader.b.hir.places.untyped_data.push((item.def.name, of_seat));
            }
            let target = if of_seat {
                &mut reader.b.hir.seat_data
            } else {
                &mut reader.b.hir.globals
            };
            target.push(item.def);
        }
    }
}

impl RulesetReader<'_> {
    /// Reads what stands in a fragment, or in the ruleset itself.
    fn in_home(&mut self, home: usize) -> RulesetReader<'_> {
        RulesetReader {
            meaning: self.meaning.at(home),
            b: self.b,
            may_compute: false,
            fills: false,
        }
    }

    fn head(&mut self, ruleset: Ruleset<'_>) {
        self.b.hir.head.name = ruleset.ruleset_name().map_or("", Text::as_str).into();
        self.b.hir.head.description = ruleset.description().map_or("", Text::as_str).into();
        self.b.hir.head.kind = ruleset.kind();
        self.b.hir.head.minutes = ruleset.minutes();
        let written = ruleset.min_players();
        let min = written.and_then(|min| min.value).unwrap_or(1);
        let max = ruleset.max_players().unwrap_or(min);
        let whole = ruleset.node.span;
        if min > max {
            self.b.error(
                Problem::OutOfBounds,
                written.map_or(whole, |min| min.span()),
                format!("the fewest players are {min}, the most {max}"),
                "let `min_players` be at most `max_players`".to_owned(),
            );
        }
        self.b.hir.head.seats = (min, max.max(min));
        let states = ruleset.game_state();
        let lacking = match states.node {
            None => Some((whole, "a ruleset needs a `game_state`")),
            Some(list) if states.is_empty() => Some((list.span, "there is no state")),
            Some(_) => None,
        };
        if let Some((span, message)) = lacking {
            let help = "write a list of states; the first one begins".to_owned();
            self.b.error(Problem::MissingField, span, message, help);
        }
    }
}
