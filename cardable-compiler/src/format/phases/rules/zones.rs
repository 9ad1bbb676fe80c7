//! Zones: one for each player, or one on the table.

use super::PhasesReader;
use super::fields::{
    File, Override, Overrides, SeenBy, Visibility as Written, VisibilityRule, Zone as Fields, Zones,
};
use super::phase;
use crate::hir::build::refs;
use crate::text::diag::{Code as Problem, did_you_mean, suggestion_or_list};
use crate::text::fields::read::{Placed, Word};
use crate::text::json::{Member, Node};
use crate::text::source::Span;
use cardable_engine::ids::{DeckId, ZoneId};
use cardable_engine::program::{Order, Part, Visibility, Who, ZoneDef, ZoneName};

#[derive(Clone)]
pub(super) struct Zone<'n> {
    pub(super) name: String,
    fields: Fields<'n>,
    pub(super) place: ZoneName,
    /// The roles it belongs to, that the rules play.
    pub(super) automatic: Vec<usize>,
}

const HIDDEN: Visibility = Visibility {
    who: Who::NONE,
    part: Part::All,
};

impl PhasesReader<'_> {
    fn zone<'n>(&mut self, name: &str, fields: Fields<'n>) -> Zone<'n> {
        let mut automatic = Vec::new();
        let mut of_seats = false;
        for owner in fields.owners() {
            match self.role(&owner, owner.span()) {
                Some(at) if self.facts.roles[at].human => of_seats = true,
                Some(at) => automatic.push(at),
                None => {}
            }
        }
        let mut def: ZoneDef = self.b.default_zone(name, of_seats);
        def.declared = true;
        // Index 0 is the next card, and what comes goes behind the others.
        def.order = Order::FixedFifo;
        def.visible = HIDDEN;
        def.size.max = fields.max_cards().unwrap_or(u16::MAX);
        def.layout.label = fields.label().map(|label| self.b.intern(&label));
        let place = self.b.add_zone(def, of_seats);
        Zone {
            name: name.to_owned(),
            fields,
            place,
            automatic,
        }
    }
}
/// Declares the zones; who sees them is read once the phases are known.
pub(super) fn zones<'n>(reader: &mut PhasesReader<'_>, file: File<'n>) -> Vec<Zone<'n>> {
    let mut zones: Vec<Zone<'n>> = Vec::new();
    let Some(written) = file.zones() else {
        return zones;
    };
    let entries: Vec<(&str, Span, Fields<'n>)> = match written.value {
        Some(Zones::ByName(zones)) => {
            let zone = |member: &'n Member| {
                let node = &member.value;
                (&*member.key, member.key_span, Fields { node })
            };
            zones.members().iter().map(zone).collect()
        }
        Some(Zones::Listed(zones)) => {
            let mut entries = Vec::with_capacity(zones.nodes().len());
            for zone in zones {
                let span = zone.node.span;
                match zone.name() {
                    Some(name) => {
                        entries.extend(name.value.map(|text| (text.as_str(), name.span(), zone)));
                    }
                    None if zone.node.members().is_empty() => {
                        crate::text::fields::empty::warn(span, "zones", &mut reader.b.diags);
                    }
                    None => {
                        reader.b.error(
                            Problem::MissingField,
                            span,
                            "this zone lacks the field `name`",
                            "`name`: by which expressions name it".to_owned(),
                        );
                    }
                }
            }
            entries
        }
        None => Vec::new(),
    };
    for (name, span, fields) in entries {
        if zones.iter().any(|z| z.name == name) {
            reader.b.error(
                Problem::DuplicateName,
                span,
                format!("there are two zones `{name}`"),
                "call one of the two otherwise, or take it out",
            );
            continue;
        }
        let zone = reader.zone(name, fields);
        zones.push(zone);
    }
    first_zone(reader, written.node, &zones);
    refs::add_standard_zones(reader.b);
    zones
}

/// Notes which zones the roles have that the rules play.
pub(super) fn role_zones(reader: &mut PhasesReader<'_>, zones: &[Zone<'_>]) {
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
fn first_zone(reader: &mut PhasesReader<'_>, listed: &Node, zones: &[Zone<'_>]) {
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
pub(super) fn visibilities(reader: &mut PhasesReader<'_>, file: File<'_>, zones: &[Zone<'_>]) {
    let rules: Vec<VisibilityRule<'_>> = file.visibility().iter().collect();
    for name in rules.iter().filter_map(|rule| rule.zone()) {
        if !zones.iter().any(|z| *z.name == *name) {
            let known: Vec<&str> = zones.iter().map(|z| z.name.as_str()).collect();
            let help = suggestion_or_list(&name, &known, "declare it under `zones`");
            reader.b.error(
                Problem::UnknownZone,
                name.span(),
                format!("unknown zone `{name}`"),
                help,
            );
        }
    }
    for zone in zones {
        let of_seats = matches!(zone.place, ZoneName::Seat(_));
        let about = |rule: &&VisibilityRule<'_>| rule.zone().is_some_and(|name| *name == *zone.name);
        let rule = rules.iter().rfind(about);
        let said = rule
            .and_then(|rule| rule.visibility())
            .or(zone.fields.visibility());
        let visible = said.and_then(|n| seen(reader, n, of_seats)).unwrap_or(HIDDEN);
        let mut visible_in = Vec::new();
        // Of two overrides for a phase the first counts.
        let of_rule = rule.map(|rule| overrides(rule.phase_override(), rule.phase_overrides()));
        let of_zone = overrides(zone.fields.phase_override(), zone.fields.phase_overrides());
        for (phase, span, said) in of_rule.into_iter().flatten().chain(of_zone) {
            let state = phase::named_phase(reader, phase, span);
            let seen = seen(reader, said, of_seats);
            if let (Some(state), Some(seen)) = (state, seen)
                && !visible_in.iter().any(|(s, _)| *s == state)
            {
                visible_in.push((state, seen));
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

/// A phase, where it is named, and who sees a zone in it.
type PhaseOverride<'n> = (&'n str, Span, Placed<'n, Written<'n>>);

/// Who sees a zone in some phases.
fn overrides<'n>(one: Option<Override<'n>>, several: Option<Overrides<'n>>) -> Vec<PhaseOverride<'n>> {
    let in_phase = |one: Override<'n>| {
        let phase = one.phase()?;
        Some((phase.as_str(), phase.span(), one.visibility()?))
    };
    let mut all: Vec<PhaseOverride<'n>> = one.and_then(in_phase).into_iter().collect();
    match several {
        None => {}
        Some(Overrides::Listed(list)) => all.extend(list.iter().filter_map(in_phase)),
        Some(Overrides::ByPhase(phases)) => {
            // An override without brackets is read as a list of one.
            let one = phases.node.map(|node| Override { node });
            match one.filter(|one| one.phase().is_some()) {
                Some(one) => all.extend(in_phase(one)),
                None => all.extend(
                    phases
                        .into_iter()
                        .map(|(member, seen)| (&*member.key, member.key_span, seen)),
                ),
            }
        }
    }
    all
}

/// A visibility: `"hidden"`, `"partial:first_card_only"`, or `{ "kind": … }`.
fn seen(
    reader: &mut PhasesReader<'_>,
    written: Placed<'_, Written<'_>>,
    of_seats: bool,
) -> Option<Visibility> {
    let (kind, rule) = match written.value? {
        Written::Seen(seen) => (seen.kind()?, seen.rule().map(|rule| (rule.as_str(), rule.span()))),
        Written::Short(text) => {
            let text = text.as_str();
            let (word, rule) = match text.split_once(':') {
                Some((word, rule)) => (word, Some((rule, written.span()))),
                None => (text, None),
            };
            let Some(kind) = SeenBy::named(word) else {
                tell_unknown(reader, word, written.span());
                return None;
            };
            (kind, rule)
        }
    };
    let all = |who| Visibility { who, part: Part::All };
    Some(match kind {
        SeenBy::Public | SeenBy::Visible => all(Who::ALL),
        // A role that the rules play looks at nothing.
        SeenBy::OwnerOnly if of_seats => all(Who::OWNER),
        SeenBy::OwnerOnly | SeenBy::Hidden | SeenBy::CountOnly => HIDDEN,
        SeenBy::Partial => match rule.map(|(rule, _)| rule) {
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
                    rule.map_or(written.span(), |(_, span)| span),
                    format!("rule `{shown}` is not known: nobody sees the cards"),
                    "the rules are `first_card_only`, `last_card_only` and `face_up_only`".to_owned(),
                );
                HIDDEN
            }
        },
    })
}

/// Tells of a word for who sees a zone that is not known; of one in an object the table tells.
fn tell_unknown(reader: &mut PhasesReader<'_>, word: &str, span: Span) {
    let words = SeenBy::WORDS.iter().map(|(word, _)| *word);
    let help = match did_you_mean(word, words.clone()) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("write one of {}", words.collect::<Vec<_>>().join(", ")),
    };
    reader.b.error(
        Problem::NotAChoice,
        span,
        format!("`visibility` cannot be `{word}`"),
        help,
    );
}
