//! Zones: one for each player, or one on the table.

use super::Reader;
use super::fields::{FILE, OVERRIDE, SEEN, VISIBILITY_RULE, ZONE};
use super::phase;
use crate::hir::build::refs;
use crate::text::diag::{Code as Problem, did_you_mean, meant_or_listed};
use crate::text::json::{Node, Value as Json};
use crate::text::source::Span;
use cardable_engine::ids::{DeckId, ZoneId};
use cardable_engine::program::{Order, Part, Visibility, Who, ZoneDef, ZoneName};

/// A zone as declared.
#[derive(Clone, Debug)]
pub(super) struct Zone<'n> {
    pub(super) name: String,
    node: &'n Node,
    pub(super) place: ZoneName,
    /// The roles it belongs to, that the rules play.
    pub(super) automatic: Vec<usize>,
}

const HIDDEN: Visibility = Visibility {
    who: Who::NONE,
    part: Part::All,
};

impl Reader<'_> {
    fn zone<'n>(&mut self, name: &str, node: &'n Node) -> Zone<'n> {
        let mut automatic = Vec::new();
        let mut of_seats = false;
        for owner in ZONE.get(node, "owners").map_or(&[][..], Node::items) {
            let Some(text) = owner.as_str() else { continue };
            match self.role(text, owner.span) {
                Some(at) if self.facts.roles[at].human => of_seats = true,
                Some(at) => automatic.push(at),
                None => {}
            }
        }
        let most = ZONE.get(node, "maxCards").and_then(Node::as_i64);
        let most = most.and_then(|n| u16::try_from(n).ok()).filter(|n| *n > 0);
        let mut def: ZoneDef = self.b.default_zone(name, of_seats);
        def.declared = true;
        // Index 0 is the next card, and what comes goes behind the others.
        def.order = Order::FixedFifo;
        def.visible = HIDDEN;
        def.size.max = most.unwrap_or(u16::MAX);
        def.layout.label = ZONE.get(node, "label").and_then(Node::as_str).map(Into::into);
        let place = self.b.add_zone(def, of_seats);
        Zone {
            name: name.to_owned(),
            node,
            place,
            automatic,
        }
    }
}
/// Declares the zones; who sees them is read once the phases are known.
pub(super) fn zones<'n>(reader: &mut Reader<'_>, root: &'n Node) -> Vec<Zone<'n>> {
    let mut zones: Vec<Zone<'n>> = Vec::new();
    let Some(listed) = FILE.get(root, "zones") else {
        return zones;
    };
    let entries: Vec<(&str, Span, &Node)> = match &listed.value {
        Json::Object(members) => members.iter().map(|m| (&*m.key, m.key_span, &m.value)).collect(),
        Json::Array(items) => {
            let mut entries = Vec::with_capacity(items.len());
            for node in items {
                match ZONE.get(node, "name") {
                    Some(name) => {
                        entries.extend(name.as_str().map(|text| (text, name.span, node)));
                    }
                    None if matches!(&node.value, Json::Object(members) if members.is_empty()) => {
                        crate::text::fields::empty::warn(node.span, "zones", &mut reader.b.diags);
                    }
                    None if matches!(node.value, Json::Object(_)) => {
                        reader.b.error(
                            Problem::MissingField,
                            node.span,
                            "this zone lacks the field `name`",
                            "`name`: by which expressions name it".to_owned(),
                        );
                    }
                    None => {}
                }
            }
            entries
        }
        _ => Vec::new(),
    };
    for (name, span, node) in entries {
        if zones.iter().any(|z| z.name == name) {
            reader.b.error(
                Problem::DuplicateName,
                span,
                format!("there are two zones `{name}`"),
                "call one of the two otherwise, or take it out",
            );
            continue;
        }
        let zone = reader.zone(name, node);
        zones.push(zone);
    }
    first_zone(reader, listed, &zones);
    refs::add_standard_zones(reader.b);
    zones
}

/// Notes which zones the roles have that the rules play.
pub(super) fn role_zones(reader: &mut Reader<'_>, zones: &[Zone<'_>]) {
    reader.facts.own_box = zones.iter().any(|z| z.name == "box");
    for role in 0..reader.facts.roles.len() {
        let own = zones.iter().filter(|z| z.automatic.contains(&role));
        let own = own.filter_map(|z| match z.place {
            ZoneName::Shared(at) => Some((z.name.clone(), ZoneId(at))),
            ZoneName::Seat(_) => None,
        });
        reader.facts.role_zones.push(own.collect());
    }
}

/// Where the cards begin: in `draw_pile`, else in the first zone of the table.
fn first_zone(reader: &mut Reader<'_>, listed: &Node, zones: &[Zone<'_>]) {
    let of_table = |z: &&Zone<'_>| matches!(z.place, ZoneName::Shared(_)) && z.automatic.is_empty();
    let named = zones.iter().filter(of_table).find(|z| z.name == "draw_pile");
    match named.or(zones.iter().find(of_table)).map(|z| z.place) {
        Some(ZoneName::Shared(at)) => {
            let deck = DeckId(0);
            if !reader.b.hir.cards.decks.is_empty() {
                reader.b.hir.zones.shared[at as usize].decks.push(deck);
            }
        }
        _ => reader.b.error(
            Problem::MissingField,
            listed.span,
            "no zone is there for the cards to begin in",
            "add `{ \"name\": \"draw_pile\", \"visibility\": { \"kind\": \"hidden\" }, \"owners\": [] }`"
                .to_owned(),
        ),
    }
}

/// Reads who sees each zone: what stands in the section `visibility` wins.
pub(super) fn visibilities(reader: &mut Reader<'_>, root: &Node, zones: &[Zone<'_>]) {
    let rules = FILE.get(root, "visibility").map_or(&[][..], Node::items);
    for rule in rules {
        let Some(name) = VISIBILITY_RULE.get(rule, "zone") else {
            continue;
        };
        let Some(text) = name.as_str() else { continue };
        if !zones.iter().any(|z| z.name == text) {
            let known: Vec<&str> = zones.iter().map(|z| z.name.as_str()).collect();
            let help = meant_or_listed(text, &known, "declare it under `zones`");
            reader.b.error(
                Problem::UnknownZone,
                name.span,
                format!("unknown zone `{text}`"),
                help,
            );
        }
    }
    for zone in zones {
        let of_seats = matches!(zone.place, ZoneName::Seat(_));
        let rule = rules
            .iter()
            .rfind(|r| VISIBILITY_RULE.get(r, "zone").and_then(Node::as_str) == Some(zone.name.as_str()));
        let said = rule
            .and_then(|r| VISIBILITY_RULE.get(r, "visibility"))
            .or(ZONE.get(zone.node, "visibility"));
        let visible = said.and_then(|n| seen(reader, n, of_seats)).unwrap_or(HIDDEN);
        let mut visible_in = Vec::new();
        // Of two overrides for a phase the first counts.
        for (node, table) in rule
            .map(|r| (r, &VISIBILITY_RULE))
            .into_iter()
            .chain([(zone.node, &ZONE)])
        {
            for field in ["phaseOverride", "phaseOverrides"] {
                if let Some(overrides) = table.get(node, field) {
                    read_overrides(reader, overrides, of_seats, &mut visible_in);
                }
            }
        }
        let def = match zone.place {
            ZoneName::Shared(at) => reader.b.hir.zones.shared.get_mut(at as usize),
            ZoneName::Seat(at) => reader.b.hir.zones.seat.get_mut(at as usize),
        };
        if let Some(def) = def {
            def.visible = visible;
            def.visible_in = visible_in;
        }
    }
}

fn read_overrides(
    reader: &mut Reader<'_>,
    node: &Node,
    of_seats: bool,
    into: &mut Vec<(cardable_engine::ids::StateId, Visibility)>,
) {
    let is_one = OVERRIDE.get(node, "phase").is_some();
    let entries: Vec<(&str, Span, &Node)> = match &node.value {
        Json::Object(members) if !is_one => members.iter().map(|m| (&*m.key, m.key_span, &m.value)).collect(),
        _ => node
            .items()
            .iter()
            .filter_map(|entry| {
                let phase = OVERRIDE.get(entry, "phase")?;
                Some((phase.as_str()?, phase.span, OVERRIDE.get(entry, "visibility")?))
            })
            .collect(),
    };
    for (phase, span, said) in entries {
        let state = phase::named_phase(reader, phase, span);
        let seen = seen(reader, said, of_seats);
        if let (Some(state), Some(seen)) = (state, seen)
            && !into.iter().any(|(s, _)| *s == state)
        {
            into.push((state, seen));
        }
    }
}

/// A visibility: `"hidden"`, `"partial:first_card_only"`, or `{ "kind": … }`.
fn seen(reader: &mut Reader<'_>, node: &Node, of_seats: bool) -> Option<Visibility> {
    let (kind, rule, rule_span) = match node.as_str() {
        Some(text) => match text.split_once(':') {
            Some((kind, rule)) => (kind, Some(rule), node.span),
            None => (text, None, node.span),
        },
        None => {
            let rule = SEEN.get(node, "rule");
            (
                SEEN.get(node, "kind").and_then(Node::as_str)?,
                rule.and_then(Node::as_str),
                rule.map_or(node.span, |n| n.span),
            )
        }
    };
    let all = |who| Visibility { who, part: Part::All };
    Some(match kind {
        "public" | "visible" => all(Who::ALL),
        // A role that the rules play looks at nothing.
        "owner_only" if of_seats => all(Who::OWNER),
        "owner_only" | "hidden" | "count_only" => HIDDEN,
        "partial" => match rule {
            Some("first_card_only") => Visibility {
                who: Who::ALL,
                part: Part::Next(1),
            },
            Some("last_card_only") => Visibility {
                who: Who::ALL,
                part: Part::Last(1),
            },
            Some("face_up_only") => all(Who::Face),
            other => {
                let shown = other.unwrap_or("none");
                reader.b.warn(
                    Problem::PartialRule,
                    rule_span,
                    format!("rule `{shown}` is not known: nobody sees the cards"),
                    "the rules are `first_card_only`, `last_card_only` and `face_up_only`".to_owned(),
                );
                HIDDEN
            }
        },
        _ => {
            let words = [
                "public",
                "visible",
                "owner_only",
                "hidden",
                "count_only",
                "partial",
            ];
            // In an object, the table has said so already.
            if node.as_str().is_some() {
                let help = match did_you_mean(kind, words) {
                    Some(near) => format!("did you mean `{near}`?"),
                    None => format!("write one of {}", words.join(", ")),
                };
                reader.b.error(
                    Problem::NotAChoice,
                    node.span,
                    format!("`visibility` cannot be `{kind}`"),
                    help,
                );
            }
            return None;
        }
    })
}
