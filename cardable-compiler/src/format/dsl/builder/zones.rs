//! Zones, as a ruleset in Rust declares them.

use super::table::role_set;
use crate::format::dsl::lower::Lower;
use crate::format::dsl::table::{Circle, CircleDraft, Designations};
use crate::format::dsl::template::DeclaredAt;
use crate::format::dsl::zones::ZoneSpec;
use crate::hir::Scope;
use crate::hir::build::shown;
use crate::text::diag::Code as Problem;
use crate::text::source::Span;
use cardable_engine::ids::{DeckId, StateId};
use cardable_engine::program::{
    Designation, DesignationSet, Group, MAX_DESIGNATIONS, Part, Replenish, Visibility, Who, WhoSet,
    ZoneCount, ZoneDef, ZoneName,
};

/// A zone as it was declared: its name, what it is like, and where.
type Declared = (String, ZoneSpec, DeclaredAt);

pub(super) fn declare_zones(lower: &mut Lower<'_>, zones: &[Declared], of_seat: bool) {
    for (name, spec, at) in zones {
        lower.named("zone", name, *at);
        let span = lower.span(at.0);
        let twice = if of_seat {
            lower.b.hir.seat_zone_named(name).is_some()
        } else {
            lower.b.hir.zone_named(name).is_some()
        };
        if twice {
            lower.b.error(
                Problem::DuplicateName,
                span,
                format!("there are two zones `{name}`"),
                "call one of the two otherwise",
            );
        }
        if spec.min > spec.max {
            lower.b.error(
                Problem::OutOfBounds,
                span,
                "the fewest cards are more than the most",
                "put the fewest first",
            );
        }
        let mut def: ZoneDef = lower.b.default_zone(name, of_seat);
        def.declared = true;
        def.order = spec.order;
        (def.size.min, def.size.max) = (spec.min, spec.max.max(spec.min));
        def.size.initial = spec.initial;
        def.library = spec.library;
        def.roles = role_set(lower, &spec.roles, span);
        def.count = count_of(lower, spec, span);
        for deck in &spec.decks {
            if usize::from(deck.0) < lower.b.hir.cards.decks.len() {
                def.decks.push(DeckId(deck.0));
            } else {
                lower.b.error(
                    Problem::UnknownDeck,
                    span,
                    "this deck was declared for another ruleset",
                    "declare the deck by the same builder as the zone",
                );
            }
        }
        for set in &spec.designations {
            let set = designation_set(lower, set, &def, span);
            def.designations.push(set);
        }
        if def.designations().count() > MAX_DESIGNATIONS {
            let message = format!("a zone has at most {MAX_DESIGNATIONS} designations");
            let help = "keep what is counted in data instead";
            lower.b.error(Problem::TooComplex, span, message, help);
            def.designations.clear();
        }
        let look = &spec.look;
        def.layout.label = look.label.as_deref().map(|label| lower.b.intern(label));
        def.layout.kind = look.kind.as_deref().map(Into::into);
        (def.layout.columns, def.layout.rows) = (look.columns, look.rows);
        (def.layout.x, def.layout.y) = look.place.unzip();
        lower.b.add_zone(def, of_seat);
    }
}

fn count_of(lower: &mut Lower<'_>, spec: &ZoneSpec, span: Span) -> ZoneCount {
    let copies = spec.copies;
    let initial = copies.initial.unwrap_or(copies.min);
    let (min, max) = (copies.min, copies.max);
    let fits = min <= max && (1..=ZoneCount::MOST).contains(&max) && (min..=max).contains(&initial);
    if !fits {
        let message = format!("{min} to {max} copies of a zone, and {initial} at the start, cannot be");
        let help = format!("put the fewest first; {} are the most", ZoneCount::MOST);
        lower.b.error(Problem::OutOfBounds, span, message, help);
        return ZoneCount::ONE;
    }
    ZoneCount { initial, min, max }
}

fn designation_set(lower: &mut Lower<'_>, set: &Designations, zone: &ZoneDef, span: Span) -> DesignationSet {
    let mut values: Vec<Designation> = Vec::new();
    for value in &set.values {
        let name = lower.b.intern(&value.name);
        if values.iter().chain(zone.designations()).any(|d| d.name == name) {
            let message = format!("the zone has two designations `{}`", value.name);
            let help = "call one of the two otherwise, or take it out";
            lower.b.error(Problem::DuplicateName, span, message, help);
            continue;
        }
        values.push(Designation {
            name,
            label: value.label.as_deref().map(|label| lower.b.intern(label)),
            default: set.at_first.contains(&value.name),
            visible: None,
            control: None,
        });
    }
    let known = |first: &&String| !set.values.iter().any(|value| value.name == **first);
    if let Some(unknown) = set.at_first.iter().find(known) {
        let message = format!("the zone has no designation `{unknown}`, which it has at first");
        let help = "name one of its designations";
        lower.b.error(Problem::UnknownDesignation, span, message, help);
    }
    if set.exclusive && set.at_first.len() > 1 {
        let message = "designations that exclude each other cannot both be there at first";
        lower.b.error(Problem::OutOfBounds, span, message, "keep one");
    }
    DesignationSet {
        values,
        exclusive: set.exclusive,
    }
}

/// Who sees zones and uses them, and how they fill up, once all is declared that such rules may name.
pub(super) fn zone_rules(lower: &mut Lower<'_>, zones: &[Declared], of_seat: bool) {
    for ((_, spec, at), place) in zones.iter().zip(0u16..) {
        let span = lower.span(at.0);
        let visible = Visibility {
            who: circle_of(lower, &spec.seen_by, span),
            part: spec.part,
        };
        let mut visible_in = Vec::new();
        for (state, circle) in &spec.seen_in {
            let who = circle_of(lower, circle, span);
            let rule = Visibility { who, part: Part::All };
            visible_in.extend(known_state(lower, StateId(state.0), span).map(|state| (state, rule)));
        }
        let mut control_in = Vec::new();
        for (state, circle) in &spec.used_in {
            let who = circle_of(lower, circle, span);
            control_in.extend(known_state(lower, StateId(state.0), span).map(|state| (state, who)));
        }
        let control = spec.used_by.as_ref().map(|circle| circle_of(lower, circle, span));
        let marked = marked_as(lower, spec, visible, span);
        let own = match of_seat {
            true => ZoneName::Seat(place),
            false => ZoneName::Shared(place),
        };
        let replenish = refill_of(lower, spec, own, span);
        let list = match of_seat {
            true => &mut lower.b.hir.zones.seat,
            false => &mut lower.b.hir.zones.shared,
        };
        let Some(def) = list.get_mut(usize::from(place)) else {
            continue;
        };
        def.visible = visible;
        def.visible_in = visible_in;
        def.control = control.unwrap_or(Who::ALL);
        def.control_in = control_in;
        def.replenish = replenish;
        let all = def.designations.iter_mut().flat_map(|set| &mut set.values);
        for (designation, (visible, control)) in all.zip(marked) {
            (designation.visible, designation.control) = (visible, control);
        }
    }
}

fn known_state(lower: &mut Lower<'_>, state: StateId, span: Span) -> Option<StateId> {
    if state.index() < lower.b.hir.states.len() {
        return Some(state);
    }
    lower.foreign(span);
    None
}

/// Who sees and uses a zone while it bears each of its designations.
fn marked_as(
    lower: &mut Lower<'_>,
    spec: &ZoneSpec,
    usual: Visibility,
    span: Span,
) -> Vec<(Option<Visibility>, Option<Who>)> {
    let mut all = Vec::new();
    for value in spec.designations.iter().flat_map(|set| &set.values) {
        let who = value
            .seen_by
            .as_ref()
            .map(|circle| circle_of(lower, circle, span));
        let visible = match value.next {
            Some(n) => Some(Visibility {
                who: who.unwrap_or(Who::ALL),
                part: Part::Next(n),
            }),
            None => who.map(|who| Visibility { who, ..usual }),
        };
        let control = value
            .used_by
            .as_ref()
            .map(|circle| circle_of(lower, circle, span));
        all.push((visible, control));
    }
    all
}

fn circle_of(lower: &mut Lower<'_>, circle: &Circle, span: Span) -> Who {
    match &circle.0 {
        CircleDraft::FaceUp => Who::Face,
        CircleDraft::Of(groups, roles) => match (&groups[..], &roles[..]) {
            ([group], []) => Who::Group(*group),
            (groups, _) if groups.contains(&Group::All) => Who::ALL,
            (groups, roles) => {
                let mut set = WhoSet::default();
                groups.iter().for_each(|group| set.groups.insert(*group));
                set.roles = role_set(lower, roles, span);
                Who::Several(set)
            }
        },
        CircleDraft::When(test) => {
            let mut scope = Scope {
                read_by_seat: true,
                ..Scope::outside()
            };
            let condition = lower.test(&mut scope, test);
            let condition = shown::to_seat(lower.b, &scope, condition, "who sees a zone");
            Who::When(lower.b.value_code(&scope, condition))
        }
    }
}

fn refill_of(lower: &mut Lower<'_>, spec: &ZoneSpec, of: ZoneName, span: Span) -> Option<Replenish> {
    let refill = spec.refill.as_ref()?;
    let is_seats = matches!(of, ZoneName::Seat(_));
    for zone in &refill.from {
        let problem = match zone {
            ZoneName::Shared(at) if usize::from(*at) >= lower.b.hir.zones.shared.len() => None,
            ZoneName::Seat(at) if usize::from(*at) >= lower.b.hir.zones.seat.len() => None,
            zone if *zone == of => Some((
                "a zone cannot fill up from itself",
                "name the zone that its cards come from",
            )),
            ZoneName::Seat(_) if !is_seats => Some((
                "a shared zone cannot fill up from a zone of seats",
                "name a shared zone",
            )),
            ZoneName::Shared(_) | ZoneName::Seat(_) => continue,
        };
        match problem {
            Some((message, help)) => lower.b.error(Problem::CyclicReference, span, message, help),
            None => {
                lower.foreign(span);
            }
        }
        return None;
    }
    Some(Replenish {
        when: refill.when,
        from: refill.from.clone(),
        up_to: refill.up_to,
        below: spec.min.max(1),
        shuffle: refill.shuffle,
    })
}
