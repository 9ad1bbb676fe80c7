//! Moving cards from zone to zone.

use super::TablesReader;
use super::actions;
use super::actions::{Action, Pick};
use super::zones::Zone;
use crate::expr::Bindings;
use crate::hir::NodeId;
use cardable_engine::ids::StateId;
use cardable_engine::program::{Actors, Group, PickFrom, PickWhat, Who, ZoneName};
use cardable_engine::value::{Kind, Type};

/// Said when a card cannot be picked.
const ONLY_THESE: &str =
    "only cards of zones that you may use, the next one of each pile, and of decks that belong there";

/// A state, and who may act in it.
#[derive(Clone, Copy)]
pub(super) struct Here {
    pub(super) state: StateId,
    pub(super) by: Actors,
}

/// Where the cards of a move come from.
struct Sources {
    from: Vec<PickFrom>,
    labels: Vec<String>,
    /// Cards of other decks lie there.
    foreign: bool,
    /// The zone that the cards go to is among them.
    own: bool,
    /// They have lower limits: one card at a time is taken, and only where it may leave.
    limited: bool,
}

/// How a move goes on once its cards are picked.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Target {
    /// To the zone itself.
    Zone,
    /// To an empty copy of it, as many cards as it must hold at least.
    NewCopy,
    /// To a copy that the player chooses.
    Copy,
    /// To a zone of the name that the player chooses, of another player.
    Others,
    /// The same, of any player.
    Anyones,
}

pub(super) fn moves(reader: &mut TablesReader<'_>, here: Here) {
    for at in 0..reader.zones.len() {
        let zone = reader.zones[at].clone();
        let def = reader.def(zone.place);
        let copies = def.count.max > 1;
        // An empty copy is begun by as many cards as it must hold; one that opens, by any.
        let begun = def.size.min > 1 || def.count.min < def.count.max;
        let open = !only_owners(reader, zone.place);
        let seat = matches!(zone.place, ZoneName::Seat(_));
        let targets: &[Target] = match (copies, seat && open) {
            (false, false) => &[Target::Zone],
            (false, true) => &[Target::Zone, Target::Others],
            (true, false) if begun => &[Target::NewCopy, Target::Copy],
            (true, false) => &[Target::Copy],
            (true, true) if begun => &[Target::NewCopy, Target::Anyones],
            (true, true) => &[Target::Anyones],
        };
        if zone.apart || nobody_uses(reader, zone.place) {
            continue;
        }
        for target in targets {
            for limited in [false, true] {
                if let Some(sources) = sources_for(reader, here.by, &zone, limited) {
                    move_to(reader, here, &zone, *target, &sources);
                }
            }
        }
    }
}

/// Whether seats that are not on turn may use a zone at some time.
pub(super) fn is_off_turn(reader: &TablesReader<'_>, zone: ZoneName) -> bool {
    let mut users = reader.def(zone).users();
    users.any(Who::is_off_turn)
}

/// Whether nobody may ever use a zone.
pub(super) fn nobody_uses(reader: &TablesReader<'_>, zone: ZoneName) -> bool {
    reader.def(zone).users().all(|who| who == Who::NONE)
}

/// Whether none but its owner may ever use a zone.
pub(super) fn only_owners(reader: &TablesReader<'_>, zone: ZoneName) -> bool {
    let mut users = reader.def(zone).users();
    matches!(zone, ZoneName::Seat(_)) && users.all(|who| who.never(false))
}

/// Whether the acting player may use a zone at all times: his own one, if every player has one.
pub(super) fn always_usable(reader: &TablesReader<'_>, zone: ZoneName) -> bool {
    let seat = matches!(zone, ZoneName::Seat(_));
    let mut users = reader.def(zone).users();
    users.all(|who| who.always(seat))
}

/// Zones whose cards may be used. Seats that are not on turn use those that are meant for them;
/// `to` says that all are open to them.
pub(super) fn usable<'a>(reader: &TablesReader<'a>, by: Actors, open: bool) -> Vec<Zone<'a>> {
    let fits = |zone: &&Zone<'_>| {
        let may = by == Actors::OnTurn || open || is_off_turn(reader, zone.place);
        !nobody_uses(reader, zone.place) && !zone.apart && may
    };
    reader.zones.iter().filter(fits).cloned().collect()
}

/// Where cards for a zone may come from.
fn sources_for(reader: &TablesReader<'_>, by: Actors, to: &Zone<'_>, limited: bool) -> Option<Sources> {
    let decks = &reader.def(to.place).decks;
    let mut zones = usable(reader, by, is_off_turn(reader, to.place));
    zones.retain(|zone| {
        let def = reader.def(zone.place);
        let alone = def.count.max == 1
            && (matches!(to.place, ZoneName::Shared(_)) || only_owners(reader, zone.place));
        let same = zone.place == to.place && alone;
        let fits = def.decks.iter().any(|deck| decks.contains(deck));
        fits && !same && limited == (def.size.min > 0)
    });
    if zones.is_empty() {
        return None;
    }
    let foreign = |zone: &Zone<'_>| {
        let theirs = &reader.def(zone.place).decks;
        theirs.iter().any(|deck| !decks.contains(deck))
    };
    Some(Sources {
        foreign: zones.iter().any(foreign),
        own: zones.iter().any(|zone| zone.place == to.place),
        labels: zones.iter().map(|zone| zone.label.clone()).collect(),
        from: from(reader, &zones),
        limited,
    })
}

pub(super) fn from(reader: &TablesReader<'_>, zones: &[Zone<'_>]) -> Vec<PickFrom> {
    let from = |zone: &Zone<'_>| match zone.place {
        ZoneName::Shared(at) => PickFrom::SharedZone(at),
        ZoneName::Seat(at) if only_owners(reader, zone.place) => PickFrom::OwnZone(at),
        ZoneName::Seat(at) => PickFrom::EveryonesZone(at),
    };
    zones.iter().map(from).collect()
}

/// Who may use a zone, as a reason why somebody may not.
pub(super) fn control_reason(reader: &TablesReader<'_>, zone: &Zone<'_>) -> String {
    let label = &zone.label;
    let mut users = reader.def(zone.place).users();
    let usual = users.next().unwrap_or(Who::ALL);
    if users.any(|who| who != usual) {
        return format!("you may not use {label} now");
    }
    match usual {
        Who::Group(group) if group != Group::All => format!("{} may use {label}", group.users()),
        Who::Group(_) | Who::Face | Who::When(_) | Who::Several(_) => format!("you may not use {label}"),
    }
}

fn move_to(reader: &mut TablesReader<'_>, here: Here, to: &Zone<'_>, target: Target, sources: &Sources) {
    let span = to.span;
    let mut label = label_of(to, target);
    if sources.limited {
        label = format!("{label}, from {}", sources.labels.join(" or "));
    }
    let mut action = reader.action(here.state, &name_of(&label, here.by), &label, span);
    action.by = here.by;
    action.phrase = Some(phrase_of(target).to_owned());
    let mut pick = Pick::new(PickWhat::Card, sources.from.clone(), ONLY_THESE);
    let zone = reader.zone_node(to.place, span);
    let mut names = Bindings::at(span).with("zone", zone);
    match target {
        Target::Zone | Target::NewCopy => bounds_of_zone(reader, &mut action, &mut pick, to, target, &names),
        Target::Copy | Target::Others | Target::Anyones => {
            names = names.with("zones", choices(reader, &action, to, target, zone));
            bounds_of_choice(reader, &mut action, &mut pick, to, &names);
        }
    }
    if sources.limited {
        (pick.max, pick.most) = (1, None);
        if pick.min > 1 || pick.least.take().is_some() && target == Target::NewCopy {
            return;
        }
    }
    guard(reader, &action, &mut pick, sources, &names, target);
    let limit = if pick.is_single() {
        "1"
    } else {
        "list_count(picked)"
    };
    let picked = actions::picking(reader, &mut action, pick);
    let names = names.with("picked", picked);
    match target {
        Target::Zone => action.perform(reader.b, &names, "place_card(picked, zone)"),
        Target::NewCopy => action.perform(reader.b, &names, "place_card(picked, empty_copy(zone))"),
        Target::Copy | Target::Others | Target::Anyones => {
            action.declare("answer", Type::ZONE);
            let asking = "if(list_count(zones) > 1, prompt_zone($action.answer, zones, 'Which one?'), \
                          set($action.answer, list_item(zones, 0)))";
            let fits = format!("room_in($action.answer) >= {limit}");
            if_still(
                reader,
                &mut action,
                &names,
                asking,
                &fits,
                "place_card(picked, $action.answer)",
            );
        }
    }
    reader.add(action);
}

/// Conditions and bounds of a move to a zone that is known, or an empty copy of it.
fn bounds_of_zone(
    reader: &mut TablesReader<'_>,
    action: &mut Action,
    pick: &mut Pick,
    to: &Zone<'_>,
    target: Target,
    names: &Bindings,
) {
    let def = reader.def(to.place);
    let (min, max) = (def.size.min, def.size.max);
    if !always_usable(reader, to.place) {
        let why = control_reason(reader, to);
        action.require(reader.b, names, "controls(zone)", why);
    }
    pick.max = max;
    if target == Target::NewCopy {
        let why = format!("there is no room for a further {}", to.label);
        action.require(reader.b, names, "has_empty_copy(zone)", why);
        pick.min = min.max(1);
        return;
    }
    if max < u16::MAX {
        let why = format!("{} is full: it holds {max} at most", to.label);
        action.require(reader.b, names, "room_in(zone) > 0", why);
        if max > 1 {
            pick.most = Some(names.value(reader.b, &action.scope, "room_in(zone)"));
        }
    }
    if min > 1 {
        let least = "if(cards_missing(zone) > 0, cards_missing(zone), 1)";
        pick.least = Some(names.value(reader.b, &action.scope, least));
    }
}

/// The same where the player chooses the zone.
fn bounds_of_choice(
    reader: &mut TablesReader<'_>,
    action: &mut Action,
    pick: &mut Pick,
    to: &Zone<'_>,
    names: &Bindings,
) {
    let why = format!("there is no {} that you may use and that takes a card", to.label);
    action.require(reader.b, names, "list_count(zones) > 0", why);
    pick.max = reader.def(to.place).size.max;
    if pick.max > 1 && pick.max < u16::MAX {
        pick.most = Some(names.value(reader.b, &action.scope, "most_room(zones)"));
    }
}

/// The zones that a player may choose.
fn choices(
    reader: &mut TablesReader<'_>,
    action: &Action,
    to: &Zone<'_>,
    target: Target,
    zone: NodeId,
) -> NodeId {
    let text = match (target, to.place) {
        (Target::Others, ZoneName::Seat(_)) => "zones_to_use(other_players(), zone)",
        (Target::Anyones, ZoneName::Seat(_)) => "zones_to_use(all_players, zone)",
        _ => "copies_to_use(zone)",
    };
    let names = Bindings::at(to.span).with("zone", zone);
    names.value(reader.b, &action.scope, text)
}

/// What is done with the cards that are `picked`, once a question is answered. Where everybody plays at the
/// same time they may lie elsewhere by then, or may not leave any more: then nothing is done.
pub(super) fn if_still(
    reader: &mut TablesReader<'_>,
    action: &mut Action,
    names: &Bindings,
    asking: &str,
    condition: &str,
    then: &str,
) {
    let single = action.pick.as_ref().is_some_and(Pick::is_single);
    let (ty, place, may) = if single {
        (
            Type::ZONE,
            "zone_of(picked)",
            "controls(zone_of(picked)) && may_leave(zone_of(picked))",
        )
    } else {
        let may = "control_all(picked) && all_may_leave(picked)";
        (Type::List(Kind::Zone), "zones_of_cards(picked)", may)
    };
    action.declare("found_in", ty);
    let steps = format!(
        "[set($action.found_in, {place}), {asking}, \
          if({condition} && {place} == $action.found_in && {may}, {then})]"
    );
    action.perform(reader.b, names, &steps);
}

/// Conditions on each card that goes somewhere.
fn guard(
    reader: &mut TablesReader<'_>,
    action: &Action,
    pick: &mut Pick,
    sources: &Sources,
    names: &Bindings,
    target: Target,
) {
    let scope = actions::candidates(action, Kind::Card);
    let mut allow = |condition| pick.legal.push(names.value(reader.b, &scope, condition));
    if sources.own && target == Target::Zone {
        allow("$zone != zone");
    }
    if sources.foreign {
        // Of a card that cannot be seen only the zone is known.
        allow("belongs_in(if($card == nothing, $zone, $card), zone)");
    }
    if sources.limited {
        allow("may_leave($zone)");
        pick.message = "the zone must keep as many cards as its lower limit says".to_owned();
    }
}

fn label_of(to: &Zone<'_>, target: Target) -> String {
    let label = &to.label;
    match (target, to.place) {
        (Target::Zone, ZoneName::Shared(_)) => format!("Move to {label}"),
        (Target::Zone, ZoneName::Seat(_)) => format!("Move to your {label}"),
        (Target::NewCopy, _) => format!("Begin a new {label}"),
        (Target::Copy | Target::Anyones, _) => format!("Move to a {label}"),
        (Target::Others, _) => format!("Move to another player's {label}"),
    }
}

fn phrase_of(target: Target) -> &'static str {
    match target {
        Target::NewCopy => "{player} begins {to} with {cards} from {from}",
        Target::Zone | Target::Copy | Target::Others | Target::Anyones => {
            "{player} moves {cards} from {from} to {to}"
        }
    }
}

/// The name of an action: its label, in small letters.
pub(super) fn name_of(label: &str, by: Actors) -> String {
    let name = label.to_lowercase();
    match by {
        Actors::OnTurn | Actors::Anyone => name,
        Actors::OffTurn => format!("{name} (off turn)"),
    }
}
