//! Designations: marks that players set on zones and on the whole game, and what is different about
//! zones that bear them.

use super::TablesReader;
use super::actions::{Action, Pick};
use super::fields::{Case, Designation as MarkSet, Game};
use super::moves::{Here, name_of};
use super::stages::Stage;
use super::zones::Zone;
use super::{actions, moves};
use crate::expr::Bindings;
use crate::hir::{LocalKind, Stmt};
use crate::text::diag::Code as Problem;
use crate::text::fields::read::{Items, Text};
use cardable_engine::program::{
    Designation, DesignationSet, MAX_DESIGNATIONS, Order, Part, PickOnly, PickWhat, Visibility, Who, ZoneName,
};
use cardable_engine::value::{Kind, Type};

/// The zone that bears the marks of the whole game.
const GAME_ZONE: &str = "(game)";

/// A set of designations of the game.
#[derive(Clone)]
pub(super) struct GameMarks {
    pub(super) name: String,
    pub(super) values: Vec<String>,
    set: DesignationSet,
}

/// The designations of the game and of all zones, and what zones look like that bear them.
pub(super) fn marks(reader: &mut TablesReader<'_>, game: Game<'_>, stages: &[Stage]) {
    let sets = read_sets(reader, game.designations());
    if !sets.is_empty() {
        let mut def = reader.b.default_zone(GAME_ZONE, false);
        def.visible = Visibility {
            who: Who::NONE,
            part: Part::All,
        };
        (def.order, def.control, def.size.max) = (Order::Any, Who::NONE, 0);
        def.layout.label = Some(reader.b.intern("Game"));
        def.designations = sets.iter().map(|marks| marks.set.clone()).collect();
        reader.game_zone = Some(ZoneName::Shared(reader.b.hir.zones.shared.len() as u16));
        reader.b.hir.zones.shared.push(def);
    }
    reader.game_marks = sets;
    for at in 0..reader.zones.len() {
        let zone = reader.zones[at].clone();
        let Some(written) = zone.fields else { continue };
        let own = read_sets(reader, written.designations());
        let sets = own.iter().map(|marks| marks.set.clone()).collect();
        reader.def_mut(zone.place).designations = sets;
        reader.zones[at].own_marks = own.iter().map(|marks| marks.values.len()).sum();
        for case in written.when() {
            read_case(reader, at, case, stages);
        }
        if reader.def(zone.place).designations().count() > MAX_DESIGNATIONS {
            let message = format!("a zone has at most {MAX_DESIGNATIONS} designations");
            reader
                .b
                .error(Problem::TooComplex, zone.span, message, "leave some of them out");
            reader.def_mut(zone.place).designations.clear();
        }
    }
}

fn read_sets<'n>(reader: &mut TablesReader<'_>, written: Items<'n, MarkSet<'n>>) -> Vec<GameMarks> {
    let mut sets: Vec<GameMarks> = Vec::new();
    for (at, set) in written.iter().enumerate() {
        let defaults: Vec<Text<'_>> = set.default().iter().collect();
        let mut values: Vec<String> = Vec::new();
        for value in set.values().iter().filter(|value| !value.is_empty()) {
            let mut known = sets.iter().flat_map(|s| &s.values).chain(&values);
            if known.any(|n| *n == *value) {
                let message = format!("there are two designations `{value}` here");
                reader.b.error(
                    Problem::DuplicateName,
                    value.span(),
                    message,
                    "call one of the two otherwise, or take it out",
                );
                continue;
            }
            values.push(value.to_string());
        }
        for default in &defaults {
            if !values.iter().any(|v| *v == **default) {
                let code = Problem::UnknownDesignation;
                reader.unknown(code, default.span(), "designation", default, &values);
            }
        }
        let exclusive = set.mutually_exclusive() == Some(true);
        if let (true, [_, second, ..]) = (exclusive, &*defaults) {
            reader.b.error(
                Problem::OutOfBounds,
                second.span(),
                "designations that exclude each other cannot both be the default",
                "keep one".to_owned(),
            );
        }
        let is_default = |name: &str| defaults.iter().any(|d| **d == *name);
        let designations = values.iter().map(|name| Designation {
            name: reader.b.intern(name),
            label: None,
            default: is_default(name),
            visible: None,
            control: None,
        });
        let set_def = DesignationSet {
            values: designations.collect(),
            exclusive,
        };
        sets.push(GameMarks {
            name: set
                .name()
                .map_or_else(|| format!("set {}", at + 1), |name| name.to_string()),
            values,
            set: set_def,
        });
    }
    sets
}

/// Who sees and uses a zone in some case.
fn read_case(reader: &mut TablesReader<'_>, at: usize, case: Case<'_>, stages: &[Stage]) {
    let place = reader.zones[at].place;
    let of_seat = matches!(place, ZoneName::Seat(_));
    let control = reader.who(case.control(), of_seat);
    let (who, cards) = (case.zone_visibility(), case.card_visibility());
    let visible = (who.is_some() || cards.is_some()).then(|| reader.visible(who, cards, of_seat));
    let (marks, in_stages) = (case.designation(), case.stage());
    if marks.is_given() == in_stages.is_given() {
        reader.b.error(
            Problem::MissingField,
            case.node.span,
            "a case is either a designation or a stage",
            "write `designation` or `stage`".to_owned(),
        );
        return;
    }
    for name in marks {
        if !bears(reader, place, &name) && !mirror(reader, at, &name) {
            let own = reader.def(place).designations().map(|d| d.name);
            let mut known: Vec<String> = reader
                .b
                .hir
                .names_of(own)
                .into_iter()
                .map(str::to_owned)
                .collect();
            known.extend(reader.game_marks.iter().flat_map(|set| set.values.clone()));
            let code = Problem::UnknownDesignation;
            reader.unknown(code, name.span(), "designation", &name, &known);
            continue;
        }
        let id = reader.b.intern(&name);
        let sets = &mut reader.def_mut(place).designations;
        if let Some(found) = sets
            .iter_mut()
            .flat_map(|set| &mut set.values)
            .find(|d| d.name == id)
        {
            // The case that is written first counts.
            found.visible = found.visible.or(visible);
            found.control = found.control.or(control);
        }
    }
    for name in in_stages {
        let is = |stage: &&Stage| stage.called.iter().any(|n| *n == *name);
        let found: Vec<&Stage> = stages.iter().filter(is).collect();
        if found.is_empty() {
            let known = stages.iter().flat_map(|s| s.called.clone()).collect();
            let known = super::decks::once(known);
            reader.unknown(Problem::UnknownState, name.span(), "stage", &name, &known);
        }
        for stage in found {
            let state = stage.state;
            let def = reader.def_mut(place);
            def.visible_in.extend(visible.map(|rule| (state, rule)));
            def.control_in.extend(control.map(|who| (state, who)));
        }
    }
}

fn bears(reader: &TablesReader<'_>, zone: ZoneName, name: &str) -> bool {
    let id = reader.b.hir.strings.find(name);
    id.is_some_and(|id| reader.def(zone).designations().any(|d| d.name == id))
}

/// Lets a zone bear the game's designations of a set beside its own: where it looks different
/// then, it is marked along with the game.
fn mirror(reader: &mut TablesReader<'_>, at: usize, name: &str) -> bool {
    let mut sets = reader.game_marks.iter();
    let found = sets.position(|set| set.values.iter().any(|v| v == name));
    let Some(set) = found else { return false };
    let copy = reader.game_marks[set].set.clone();
    let place = reader.zones[at].place;
    reader.def_mut(place).designations.push(copy);
    reader.zones[at].mirrors.push(set);
    true
}

/// Setting designations and taking them away.
pub(super) fn set_marks(reader: &mut TablesReader<'_>, here: Here) {
    for at in 0..reader.zones.len() {
        let zone = reader.zones[at].clone();
        if zone.own_marks == 0 || moves::nobody_uses(reader, zone.place) || zone.apart {
            continue;
        }
        let names: Vec<String> = {
            let own = reader.def(zone.place).designations();
            let own = own.take(zone.own_marks).map(|d| d.name);
            reader
                .b
                .hir
                .names_of(own)
                .into_iter()
                .map(str::to_owned)
                .collect()
        };
        for name in names {
            mark_zone(reader, here, &zone, &name, true);
            mark_zone(reader, here, &zone, &name, false);
        }
    }
    let Some(game) = reader.game_zone else { return };
    for set in 0..reader.game_marks.len() {
        for name in reader.game_marks[set].values.clone() {
            mark_game(reader, here, game, set, &name, true);
            mark_game(reader, here, game, set, &name, false);
        }
    }
}

fn mark_zone(reader: &mut TablesReader<'_>, here: Here, zone: &Zone<'_>, name: &str, on: bool) {
    let span = zone.span;
    let label = mark_label(&zone.label, name, on);
    let mut action = reader.action(here.state, &name_of(&label, here.by), &label, span);
    action.phrase = Some(String::new()); // The mark itself tells it.
    let from = moves::from(reader, std::slice::from_ref(zone));
    let why = if on {
        format!("only {} that you may use, and that is not {name}", zone.label)
    } else {
        format!("only {} that you may use, and that is {name}", zone.label)
    };
    let mut pick = Pick::new(PickWhat::Zone, from, &why);
    pick.only = PickOnly::All;
    let scope = actions::candidates(&action, Kind::Zone);
    let names = Bindings::at(span).with("mark", reader.b.text(name, span));
    let legal = format!("is_designated($zone, mark) == {}", !on);
    pick.legal.push(names.value(reader.b, &scope, &legal));
    let names = names.with("zone", actions::picking(reader, &mut action, pick));
    action.perform(reader.b, &names, &marking("zone", on));
    reader.add(action);
}

fn mark_game(reader: &mut TablesReader<'_>, here: Here, game: ZoneName, set: usize, name: &str, on: bool) {
    let span = reader.b.hir.places.spans[here.state.index()];
    let label = mark_label(&reader.game_marks[set].name.clone(), name, on);
    let mut action = reader.action(here.state, &name_of(&label, here.by), &label, span);
    action.phrase = Some(String::new()); // The mark itself tells it.
    let names = Bindings::at(span)
        .with("game", reader.zone_node(game, span))
        .with("mark", reader.b.text(name, span));
    let why = if on { "it is so already" } else { "it is not so" };
    let can = format!("is_designated(game, mark) == {}", !on);
    action.require(reader.b, &names, &can, why.to_owned());
    action.perform(reader.b, &names, &marking("game", on));
    let along = reader.zones.iter().filter(|zone| zone.mirrors.contains(&set));
    let along: Vec<ZoneName> = along.map(|zone| zone.place).collect();
    for place in along {
        mark_along(reader, &mut action, place, &names, on);
    }
    reader.add(action);
}

/// Marks all open copies of a zone, of all seats.
fn mark_along(
    reader: &mut TablesReader<'_>,
    action: &mut Action,
    place: ZoneName,
    names: &Bindings,
    on: bool,
) {
    let span = action.span;
    let names = names.clone().with("zone", reader.zone_node(place, span));
    let list = names.value(reader.b, &action.scope, "open_zones(zone)");
    let local = action.scope.action.add("copy", Type::ZONE, LocalKind::Data(None));
    let body = names.steps(reader.b, &mut action.scope, &marking("$action.copy", on));
    let each = Stmt::EachItem {
        list,
        local,
        body,
        span,
    };
    action.steps.push(match place {
        ZoneName::Shared(_) => each,
        ZoneName::Seat(_) => reader.b.for_everyone(vec![each], span),
    });
}

/// The step that sets the `mark` of a zone or takes it away.
fn marking(zone: &str, on: bool) -> String {
    if on {
        format!("designate({zone}, mark)")
    } else {
        format!("clear_designation({zone}, mark)")
    }
}

fn mark_label(what: &str, name: &str, on: bool) -> String {
    if on {
        format!("Mark {what} as {name}")
    } else {
        format!("{what} is no longer {name}")
    }
}
