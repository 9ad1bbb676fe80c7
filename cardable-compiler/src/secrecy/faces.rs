//! What a value reads itself, and who sees the faces of cards and zones.

use super::backs::{self, may_be_zone};
use super::hiding::{Hiding, brings_faces};
use super::reading::Reading;
use crate::hir::{Eyes, Hir, LocalKind, NodeId, NodeKind, ScriptDraft, children};
use cardable_engine::primitives::{ParamType, Reads};
use cardable_engine::program::{DataVisible, Part, Visibility, ZoneDef};
use cardable_engine::value::{Type, Value};

/// What a node reads itself, without its parts.
pub(super) fn read_by(hir: &Hir, reading: &Reading<'_>, id: NodeId) -> Hiding {
    let node = hir.tree.get(id);
    match &node.kind {
        // That steps of a kind have been done is no secret, only nothing to look at.
        NodeKind::Global(at) if hir.sight.known_facts.contains(at) => Hiding::Open,
        NodeKind::Global(at) => hidden_data(hir, &hir.globals[*at as usize], false),
        // No view lists it, yet everybody has seen what the seat began.
        NodeKind::SeatData(_, at) if hir.templates.compound_slot == Some(*at) => Hiding::Open,
        NodeKind::SeatData(seat, at) => {
            let own = is_own(hir, reading, *seat);
            hidden_data(hir, &hir.seat_data[*at as usize], own)
        }
        NodeKind::StateData(at) => {
            let state = reading.scope.state.map(|state| &hir.states[state.index()]);
            let def = state.and_then(|state| state.data.get(usize::from(*at)));
            def.map_or(Hiding::Open, |def| hidden_data(hir, def, false))
        }
        NodeKind::Attribute(card, at) if backs::is_known(hir, reading, *card, *at) => Hiding::Open,
        NodeKind::Attribute(card, _) => faces_of(hir, reading, *card),
        NodeKind::Query {
            query,
            over,
            function,
        } if backs::takes_by_order(hir, *query, *over, *function) => faces_of(hir, reading, *over),
        NodeKind::CardData(card, at) => match hir.cards.data.get(usize::from(*at)) {
            // Whoever sees the face sees it.
            Some(data) if data.def.visible == DataVisible::Owner => faces_of(hir, reading, *card),
            Some(data) => hidden_data(hir, &data.def, false),
            None => Hiding::Open,
        },
        NodeKind::Call(primitive, args) => {
            let read = || {
                let each = args.iter().map(|arg| faces_of(hir, reading, *arg));
                each.fold(Hiding::Open, Hiding::and)
            };
            match primitive.reads {
                Reads::Open => Hiding::Open,
                Reads::Faces => read(),
                // Where cards lie is seen, though not what they are.
                Reads::Order => match read() {
                    Hiding::InPlay(of) => unknown_places(hir, id, of),
                    other => other,
                },
            }
        }
        _ => Hiding::Open,
    }
}

/// Of zones whose faces are seen or not in play those that are unknown before:
/// there, somebody must see the card that is found, or all.
fn unknown_places(hir: &Hir, call: NodeId, of: Vec<NodeId>) -> Hiding {
    let known = |id: &NodeId| {
        let kind = &hir.tree.get(*id).kind;
        matches!(kind, NodeKind::Const(Value::Zone(_)) | NodeKind::SeatZone(..))
    };
    match of.iter().all(known) {
        true => Hiding::Open,
        false if hir.tree.get(call).ty == Type::CARD => Hiding::InPlay(vec![call]),
        false => Hiding::InPlay(of),
    }
}

/// Whether the data or zones of a seat are those of who reads.
fn is_own(hir: &Hir, reading: &Reading<'_>, seat: NodeId) -> bool {
    match reading.eyes {
        Eyes::Acting => hir.tree.get(seat).kind == NodeKind::Player,
        Eyes::Of(reader) => {
            hir.tree.get(reader).ty == Type::SEAT && !hir.tree.acts(seat) && alike(hir, reader, seat)
        }
        Eyes::Everybody => false,
    }
}

/// Whether two values are worked out in the same way.
fn alike(hir: &Hir, a: NodeId, b: NodeId) -> bool {
    let (a, b) = (&hir.tree.get(a).kind, &hir.tree.get(b).kind);
    let same = match (a, b) {
        (NodeKind::Call(a, _), NodeKind::Call(b, _)) => a == b,
        (NodeKind::Form(a, _), NodeKind::Form(b, _)) => a == b,
        (NodeKind::SeatData(_, a), NodeKind::SeatData(_, b))
        | (NodeKind::Attribute(_, a), NodeKind::Attribute(_, b)) => a == b,
        (a, b) => return a == b,
    };
    let (mut parts, mut others) = (Vec::new(), Vec::new());
    children(a, &mut parts);
    children(b, &mut others);
    let pairs = || parts.iter().zip(&others);
    same && parts.len() == others.len() && pairs().all(|(a, b)| alike(hir, *a, *b))
}

/// Whether a variable is what is picked, and so is seen by whoever reads.
fn is_candidate(reading: &Reading<'_>, local: u16) -> bool {
    let local = reading.scope.action.locals.get(usize::from(local));
    reading.sees_picked && local.is_some_and(|local| matches!(local.kind, LocalKind::Given(_)))
}

pub(super) fn hidden_data(hir: &Hir, def: &cardable_engine::program::DataDef, own: bool) -> Hiding {
    let hidden = match def.visible {
        DataVisible::All => false,
        DataVisible::Owner => !own,
        DataVisible::None => true,
    };
    if hidden {
        Hiding::Hidden(format!("`{}`", hir.strings.get(def.name)))
    } else {
        Hiding::Open
    }
}

/// Who sees the faces of a card, of a list of cards, or of a zone.
pub(super) fn faces_of(hir: &Hir, reading: &Reading<'_>, id: NodeId) -> Hiding {
    let node = hir.tree.get(id);
    if !brings_faces(node.ty) {
        return Hiding::Open;
    }
    let each = |parts: &[NodeId]| {
        let each = parts.iter().map(|part| faces_of(hir, reading, *part));
        each.fold(Hiding::Open, Hiding::and)
    };
    match &node.kind {
        NodeKind::Const(Value::Zone(zone)) => match hir.zones.shared.get(zone.index()) {
            Some(def) => faces_in(hir, def, false, id),
            None => Hiding::Open,
        },
        NodeKind::SeatZone(seat, at) => {
            let own = is_own(hir, reading, *seat);
            match hir.zones.seat.get(*at as usize) {
                Some(def) => faces_in(hir, def, own, id),
                None => Hiding::Open,
            }
        }
        NodeKind::Call(primitive, args) => {
            let named = primitive.params.iter().zip(args);
            let named = named
                .filter(|(param, _)| param.ty == ParamType::SeatZone)
                .find_map(|(_, arg)| zone_that_is_meant(hir, *arg));
            let own = args.first().is_some_and(|seat| is_own(hir, reading, *seat));
            let hiding = match named {
                Some(def) => faces_in(hir, def, own, id),
                // A zone that is found by something else than zones can be any.
                None if args.iter().any(|a| comes_from(node.ty, hir.tree.get(*a).ty)) => each(args),
                None => Hiding::InPlay(vec![id]),
            };
            match hiding {
                // That one card, rather than all it was looked for among.
                Hiding::InPlay(_) if node.ty == Type::CARD => Hiding::InPlay(vec![id]),
                other => other,
            }
        }
        NodeKind::List(parts) | NodeKind::Form(_, parts) => each(parts),
        NodeKind::Query { over, .. } => faces_of(hir, reading, *over),
        NodeKind::Over { list, .. } => faces_of(hir, reading, *list),
        // Each by itself, where the function is worked out.
        NodeKind::Bound(param) => match hir.tree.bound_source(*param).map(|of| faces_of(hir, reading, of)) {
            Some(Hiding::InPlay(_)) => Hiding::InPlay(vec![id]),
            Some(other) => other,
            None => Hiding::Open,
        },
        // A card that the seat does not see is no candidate where faces decide.
        NodeKind::Local(at) if node.ty == Type::CARD && is_candidate(reading, *at) => Hiding::Open,
        NodeKind::Local(at) => match reading.scope.action.locals.get(*at as usize).map(|l| l.kind) {
            Some(LocalKind::Param(given)) => match reading.following(*at) {
                Some(inner) => faces_of(hir, &inner, given),
                None => Hiding::Open,
            },
            Some(LocalKind::Given(_) | LocalKind::Data(_)) | None => Hiding::InPlay(vec![id]),
        },
        NodeKind::Global(_)
        | NodeKind::SeatData(..)
        | NodeKind::StateData(_)
        | NodeKind::Setting(_)
        | NodeKind::Attribute(..)
        | NodeKind::CardData(..)
        | NodeKind::Push(..)
        | NodeKind::Ask { .. } => Hiding::InPlay(vec![id]),
        NodeKind::Error
        | NodeKind::Const(_)
        | NodeKind::Everyone
        | NodeKind::Player
        | NodeKind::State
        | NodeKind::Perform(..)
        | NodeKind::Function { .. } => Hiding::Open,
    }
}

/// The zone of seats that an argument names, by its name or number.
fn zone_that_is_meant(hir: &Hir, arg: NodeId) -> Option<&ZoneDef> {
    match hir.tree.get(arg).kind {
        NodeKind::Const(Value::Int(at)) => hir.zones.seat.get(usize::try_from(at).ok()?),
        NodeKind::Const(Value::Str(name)) => hir.zones.seat.iter().find(|zone| zone.name == name),
        _ => None,
    }
}

/// Whether who reads always sees the faces of a zone, be it his own or not.
pub(super) fn are_seen(def: &ZoneDef, own: bool) -> bool {
    // At one time or another any of its rules may hold: by state, by designation.
    def.rules().all(|rule| Seen::by(*rule, own) == Seen::Always)
}

fn faces_in(hir: &Hir, def: &ZoneDef, own: bool, id: NodeId) -> Hiding {
    if are_seen(def, own) {
        return Hiding::Open;
    }
    let never = def.rules().all(|rule| Seen::by(*rule, own) == Seen::Never);
    match never && !shows_cards(hir, def) {
        true => Hiding::Hidden(format!("the faces in `{}`", hir.strings.get(def.name))),
        false => Hiding::InPlay(vec![id]),
    }
}

/// Whether something in the rules may let seats look at cards of a zone that they would not see.
fn shows_cards(hir: &Hir, zone: &ZoneDef) -> bool {
    let by_script = || {
        let draft = hir.scripts.draft.as_ref();
        draft.is_some_and(ScriptDraft::may_show)
    };
    let name = hir.strings.get(zone.name);
    let by_step = hir
        .sight
        .showing
        .as_ref()
        .is_some_and(|showing| showing.may_show(name));
    by_step || by_script()
}

/// Whether who reads sees the faces of a zone while a rule of it holds.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Seen {
    Always,
    /// As it comes: by turn, by what lies face up, by what an expression says.
    AsItComes,
    Never,
}

impl Seen {
    fn by(rule: Visibility, own: bool) -> Seen {
        match rule.part {
            _ if rule.who.never(own) => Seen::Never,
            Part::All if rule.who.always(own) => Seen::Always,
            Part::All | Part::Next(_) | Part::Last(_) => Seen::AsItComes,
        }
    }
}

/// Whether a value of a type may be one of those in a value of another.
fn comes_from(found: Type, of: Type) -> bool {
    if may_be_zone(found) {
        may_be_zone(of)
    } else {
        brings_faces(of)
    }
}
