//! What steps tell: by the questions they ask, by what they say, and by what they do.

use super::hiding::{Hiding, brings_faces, is_found_by_place, parts, reveals};
use super::read::check_read;
use super::reading::Reading;
use super::{backs, faces, marked, scripts};
use crate::hir::build::Builder;
use crate::hir::{Eyes, Hir, LocalKind, NodeId, NodeKind, Scope, Stmt, Target, children};
use crate::text::diag::Code as Problem;
use crate::text::source::Span;
use cardable_engine::ids::StrId;
use cardable_engine::primitives::{CallKind, Reads, Signature, Tells};
use cardable_engine::program::{
    About, Carried, DataVisible, Group, Occasion, Part, PickDef, PickFrom, PickWhat, Who, ZoneDef, ZoneName,
};
use cardable_engine::value::{Kind, Type, Value};

/// The steps of an action, as they are gone through.
struct Steps<'s> {
    scope: Scope,
    /// What they put into the action's data.
    put: &'s [(u16, NodeId)],
    /// Whether they lay what is picked where all see it.
    picked_is_shown: bool,
    /// Cards that the steps so far have laid where all see them.
    laid_open: Vec<u16>,
    /// Cards that the steps so far have put away where never everybody sees them.
    put_away: Vec<u16>,
    /// Variables that the steps so far have done something with.
    handled: Vec<u16>,
    /// Whether what is picked lies where not everybody sees it.
    picked_is_hidden: bool,
    /// The zone that what is picked lies in, where it is one in which never everybody can tell cards apart.
    picked_within: Option<StrId>,
}

/// Looks for hidden values in what steps ask and say, and notes where what they
/// do depends on such.
pub(crate) fn check_steps(builder: &mut Builder, scope: &Scope, steps: &[Stmt], pick: Option<&PickDef>) {
    let mut put = Vec::new();
    values_put(&builder.hir, steps, &mut put);
    let mut all = Steps {
        scope: scope.clone(),
        put: &put,
        picked_is_shown: picked_is_shown(&builder.hir, scope, steps),
        laid_open: Vec::new(),
        put_away: Vec::new(),
        handled: Vec::new(),
        picked_is_hidden: pick.is_some_and(|pick| lies_hidden(&builder.hir, pick)),
        picked_within: pick.and_then(|pick| marked::picked_within(&builder.hir, pick)),
    };
    messages_of_steps(builder, &mut all, steps);
}

/// Notes that the rules branch on a value that is hidden from somebody: what
/// follows shows something of it.
pub(crate) fn note_revealing(builder: &mut Builder, scope: &Scope, node: NodeId) {
    let reading = Reading::of(scope).seeing_what_follows(false);
    let secret = secret_in(&builder.hir, &reading, node, false);
    shows(builder, node, secret);
}

/// Notes that cards do something by themselves where not all may see them: that they do shows what they are.
pub(crate) fn note_carriers(builder: &mut Builder, carried: &Carried, occasion: &Occasion, span: Span) {
    let hir = &builder.hir;
    let name = match hiding_place(hir, carried, occasion) {
        Some(def) => hir.strings.get(def.name),
        None => return,
    };
    let secret = format!("faces in `{name}` that not all may see");
    reveals(&mut builder.hir, span, secret);
}

/// A zone in which a card may do something by itself while not all see it.
fn hiding_place<'h>(hir: &'h Hir, carried: &Carried, occasion: &Occasion) -> Option<&'h ZoneDef> {
    let named = |name: &ZoneName| match *name {
        ZoneName::Shared(at) => hir.zones.shared.get(usize::from(at)),
        ZoneName::Seat(at) => hir.zones.seat.get(usize::from(at)),
    };
    let hidden = |def: &&'h ZoneDef| !is_seen(def);
    let within = match (carried.about, occasion) {
        _ if !carried.within.is_empty() => &carried.within,
        (About::This, Occasion::Moved { to, .. }) if !to.is_empty() => to,
        // All have seen it by now.
        (About::This, Occasion::TurnedUp { .. }) => return None,
        _ => return hir.zones.shared.iter().chain(&hir.zones.seat).find(hidden),
    };
    within.iter().filter_map(named).find(hidden)
}

/// Whether everybody sees all cards of a zone at any time.
fn is_seen(def: &ZoneDef) -> bool {
    def.rules()
        .all(|rule| (rule.who, rule.part) == (Who::ALL, Part::All))
}

/// Notes what an item of data begins with, where that shows something hidden.
pub(crate) fn note_first_value(builder: &mut Builder, scope: &Scope, visible: DataVisible, node: NodeId) {
    let reading = Reading::of(scope).seeing_what_follows(false);
    if visible == DataVisible::All {
        let secret = secret_in(&builder.hir, &reading, node, true);
        shows(builder, node, secret);
    }
}

/// Notes what shows of a value in what follows, if anything does.
fn shows(builder: &mut Builder, node: NodeId, secret: Option<String>) {
    let span = builder.get(node).span;
    match secret {
        Some(secret) => reveals(&mut builder.hir, span, secret),
        None => scripts::keep_calls(builder, node, span),
    }
}

/// What a value is worked out from that is hidden from who reads it.
pub(super) fn secret_in(hir: &Hir, reading: &Reading<'_>, id: NodeId, things: bool) -> Option<String> {
    let kind = &hir.tree.get(id).kind;
    // What is asked is checked by itself.
    if let NodeKind::Ask { who, .. } = kind {
        return who.and_then(|who| secret_in(hir, reading, who, false));
    }
    match faces::read_by(hir, reading, id) {
        _ if things && is_found_by_place(hir, id) => {}
        hiding => {
            let secret = secret_of(hir, hiding);
            if secret.is_some() {
                return secret;
            }
        }
    }
    if let NodeKind::Local(at) = kind
        && let Some((inner, values)) = reading.stands_for(*at)
    {
        let cards = matches!(
            hir.tree.get(id).ty,
            Type::One(Kind::Card) | Type::List(Kind::Card)
        );
        let secret = |value: &NodeId| secret_in(hir, &inner, *value, things || cards);
        if let Some(secret) = values.iter().find_map(secret) {
            return Some(secret);
        }
    }
    let parts = parts(hir, reading, id, things);
    parts
        .into_iter()
        .find_map(|(part, things)| secret_in(hir, reading, part, things))
}

/// What is hidden, where anything is.
fn secret_of(hir: &Hir, hiding: Hiding) -> Option<String> {
    match hiding {
        Hiding::Open => None,
        Hiding::Hidden(secret) => Some(secret),
        Hiding::InPlay(faces) => Some(unseen(hir, &faces)),
    }
}

/// What faces are called that are seen or not as it comes.
fn unseen(hir: &Hir, faces: &[NodeId]) -> String {
    let mut stack = faces.to_vec();
    while let Some(id) = stack.pop() {
        let kind = &hir.tree.get(id).kind;
        let def = match kind {
            NodeKind::Const(Value::Zone(zone)) => hir.zones.shared.get(zone.index()),
            NodeKind::SeatZone(_, at) => hir.zones.seat.get(usize::from(*at)),
            _ => None,
        };
        if let Some(def) = def {
            return format!("faces in `{}` that not all may see", hir.strings.get(def.name));
        }
        children(kind, &mut stack);
    }
    "the face of a card that not all may see".to_owned()
}

/// Whether one of the steps, which is done in any case, lays what is picked into a
/// zone that all see.
fn picked_is_shown(hir: &Hir, scope: &Scope, steps: &[Stmt]) -> bool {
    let picked = |id: &NodeId| match hir.tree.get(*id).kind {
        NodeKind::Local(at) => {
            let local = scope.action.locals.get(usize::from(at));
            local.is_some_and(|local| matches!(local.kind, LocalKind::Given(_)))
        }
        _ => false,
    };
    let open = |id: &NodeId| is_open(hir, *id);
    steps.iter().any(|step| match step {
        Stmt::Do(node) => match &hir.tree.get(*node).kind {
            NodeKind::Call(primitive, args) if matches!(primitive.kind, CallKind::Step) => {
                args.iter().any(picked) && args.iter().any(open)
            }
            _ => false,
        },
        _ => false,
    })
}

/// Whether it is a zone of which everybody sees all faces at any time.
fn is_open(hir: &Hir, id: NodeId) -> bool {
    let def = match hir.tree.get(id).kind {
        NodeKind::Const(Value::Zone(zone)) => hir.zones.shared.get(zone.index()),
        NodeKind::SeatZone(_, at) => hir.zones.seat.get(usize::from(at)),
        _ => None,
    };
    def.is_some_and(is_seen)
}

/// Whether cards are picked from zones of which never everybody sees the faces.
fn lies_hidden(hir: &Hir, pick: &PickDef) -> bool {
    let hidden = |from: &PickFrom| marked::zone_of(hir, from).is_some_and(is_never_seen);
    pick.what == PickWhat::Card && !pick.from.is_empty() && pick.from.iter().all(hidden)
}

/// Whether never everybody sees the cards of a zone.
fn is_never_seen(def: &ZoneDef) -> bool {
    let owners = [Group::Owner, Group::None];
    def.rules()
        .all(|rule| owners.iter().any(|group| rule.who == Who::Group(*group)))
}

/// Whether a step puts cards into a zone, its only one, of which never everybody sees the faces.
fn puts_away(hir: &Hir, args: &[NodeId]) -> bool {
    let mut zones = args.iter().filter(|arg| hir.tree.get(**arg).ty == Type::ZONE);
    let def = match (zones.next().map(|zone| &hir.tree.get(*zone).kind), zones.next()) {
        (Some(NodeKind::Const(Value::Zone(zone))), None) => hir.zones.shared.get(zone.index()),
        (Some(NodeKind::SeatZone(_, at)), None) => hir.zones.seat.get(usize::from(*at)),
        _ => None,
    };
    def.is_some_and(is_never_seen)
}

/// Notes what a step does with cards: it may lay them open, put them away, or do something that shows them.
fn note_handled(hir: &Hir, all: &mut Steps<'_>, node: NodeId) {
    let NodeKind::Call(primitive, args) = &hir.tree.get(node).kind else {
        return;
    };
    if primitive.kind != CallKind::Step || primitive.properties.tells != Tells::Nothing {
        return;
    }
    let opens = args.iter().any(|arg| is_open(hir, *arg));
    let hides = puts_away(hir, args);
    for arg in args {
        hir.tree.each(*arg, |id| {
            if let NodeKind::Local(at) = hir.tree.get(id).kind {
                all.handled.push(at);
                if opens && id == *arg && brings_cards(hir.tree.get(id).ty) {
                    all.laid_open.push(at);
                }
                all.put_away.retain(|known| *known != at);
                if hides && id == *arg && brings_cards(hir.tree.get(id).ty) {
                    all.put_away.push(at);
                }
            }
        });
    }
}

fn brings_cards(ty: Type) -> bool {
    matches!(ty, Type::One(Kind::Card) | Type::List(Kind::Card))
}

/// Warns of a text that tells what is printed on a card while not all who read the text see it: where a picked card
/// still lies in a hand, or a card was put away by a step before.
fn check_told(builder: &mut Builder, all: &Steps<'_>, value: NodeId) {
    if all.scope.reveals {
        return;
    }
    if let Some(span) = tells_of_put_away(&builder.hir, all, value, &mut Vec::new()) {
        builder.warn(
            Problem::UnseenTold,
            span,
            "not all who read this see the card where it was put: they read nothing here",
            "say it before the step that puts the card away, or keep the value in `global_data` until then",
        );
        return;
    }
    if !all.picked_is_hidden {
        return;
    }
    let hir = &builder.hir;
    let picked = |id: NodeId| match hir.tree.get(id).kind {
        NodeKind::Local(at) if !all.handled.contains(&at) => {
            let local = all.scope.action.locals.get(usize::from(at));
            local.is_some_and(|local| local.kind == LocalKind::Given(0) && &*local.name == "hand_pick")
        }
        _ => false,
    };
    let mut found = None;
    hir.tree.each(value, |id| {
        if let NodeKind::Attribute(card, at) = hir.tree.get(id).kind
            && picked(card)
            && !backs::is_known(hir, &Reading::of(&all.scope), card, at)
        {
            found = Some(hir.tree.get(id).span);
        }
    });
    if let Some(span) = found {
        builder.warn(
            Problem::UnseenTold,
            span,
            "not all who read this see the picked card where it lies now: they read nothing here",
            "say it after the step that lays the card open, or name the card itself, which is `a card` to them",
        );
    }
}

/// Warns of an item that all see where it is set on a card that lies where not all can tell which one it is.
fn check_marked(builder: &mut Builder, all: &Steps<'_>, place: NodeId) {
    let NodeKind::CardData(card, item) = builder.get(place).kind else {
        return;
    };
    let within = match builder.get(card).kind {
        NodeKind::Local(at) if !all.handled.contains(&at) => {
            let local = all.scope.action.locals.get(usize::from(at));
            let is_pick = local.is_some_and(|local| {
                local.kind == LocalKind::Given(0) && matches!(&*local.name, "hand_pick" | "world_pick")
            });
            all.picked_within.filter(|_| is_pick)
        }
        _ => marked::lies_within(&builder.hir, card),
    };
    if let Some(zone) = within {
        marked::check(builder, place, item, zone);
    }
}

/// Where a value reads the face of a card that was put away, also where it was worked out before that: it is shown
/// only to those who see the card now.
fn tells_of_put_away(hir: &Hir, all: &Steps<'_>, value: NodeId, followed: &mut Vec<u16>) -> Option<Span> {
    let put_away =
        |id: NodeId| matches!(hir.tree.get(id).kind, NodeKind::Local(at) if all.put_away.contains(&at));
    let (mut found, mut names) = (false, Vec::new());
    hir.tree.each(value, |id| match &hir.tree.get(id).kind {
        NodeKind::Attribute(card, at) => {
            found |= put_away(*card) && !backs::is_known(hir, &Reading::of(&all.scope), *card, *at)
        }
        NodeKind::Call(primitive, args) if primitive.reads == Reads::Faces => {
            found |= args.iter().any(|arg| put_away(*arg));
        }
        NodeKind::Local(at) if !brings_cards(hir.tree.get(id).ty) => names.push(*at),
        _ => {}
    });
    names.retain(|at| !followed.contains(at));
    followed.extend(&names);
    let mut put = all.put.iter().filter(|(to, _)| names.contains(to));
    let found = found || put.any(|(_, put)| tells_of_put_away(hir, all, *put, followed).is_some());
    found.then(|| hir.tree.get(value).span)
}

fn messages_of_steps(builder: &mut Builder, all: &mut Steps<'_>, steps: &[Stmt]) {
    for step in steps {
        messages_of_step(builder, all, step);
    }
}

fn messages_of_step(builder: &mut Builder, all: &mut Steps<'_>, step: &Stmt) {
    match step {
        Stmt::Do(node) => {
            messages_of_call(builder, all, *node);
            note_handled(&builder.hir, all, *node);
        }
        Stmt::Set { place, value, .. } => {
            asked(builder, all, *value);
            value_put(builder, all, *place, *value);
            check_marked(builder, all, *place);
            if let NodeKind::Local(at) = builder.get(*place).kind {
                all.laid_open.retain(|known| *known != at);
                all.put_away.retain(|known| *known != at);
            }
        }
        Stmt::If {
            condition,
            then,
            otherwise,
            ..
        } => {
            branch(builder, all, *condition, false);
            let (laid_open, put_away) = (all.laid_open.clone(), all.put_away.clone());
            messages_of_steps(builder, all, then);
            let still = std::mem::replace(&mut all.put_away, put_away);
            all.laid_open.clone_from(&laid_open);
            messages_of_steps(builder, all, otherwise);
            all.laid_open = laid_open;
            all.put_away.retain(|at| still.contains(at));
        }
        Stmt::Group(body) => messages_of_steps(builder, all, body),
        Stmt::While { condition, body, .. } => {
            branch(builder, all, *condition, false);
            in_loop(builder, all, body);
        }
        Stmt::EachSeat { seats, body, .. } => {
            branch(builder, all, *seats, false);
            let outer = std::mem::replace(&mut all.scope.player, true);
            in_loop(builder, all, body);
            all.scope.player = outer;
        }
        Stmt::EachItem { list, body, .. } => {
            branch(builder, all, *list, true);
            in_loop(builder, all, body);
        }
        Stmt::Transition {
            target, args, who, ..
        } => {
            if let Target::Named(name) = target {
                branch(builder, all, *name, false);
            }
            for (at, arg) in args.iter().enumerate() {
                let visible = match target {
                    Target::State(state) => builder.hir.states[state.index()].data.get(at).map(|d| d.visible),
                    Target::Named(_) => None,
                };
                if visible.is_none_or(|visible| visible == DataVisible::All) {
                    branch(builder, all, *arg, true);
                }
            }
            if let Some(who) = who {
                branch(builder, all, *who, false);
            }
        }
        Stmt::Seal => {}
        Stmt::Pop { value, .. } => {
            if let Some(value) = value {
                branch(builder, all, *value, true);
            }
        }
    }
}

/// Steps that are done again and again. What they put and lay open lasts for one round.
fn in_loop(builder: &mut Builder, all: &mut Steps<'_>, body: &[Stmt]) {
    let laid_open = std::mem::take(&mut all.laid_open);
    let put_away = std::mem::take(&mut all.put_away);
    messages_of_steps(builder, all, body);
    all.laid_open = laid_open;
    all.put_away = put_away;
    let mut put = Vec::new();
    values_put(&builder.hir, body, &mut put);
    all.laid_open.retain(|at| put.iter().all(|(to, _)| to != at));
    // What is handled in there may lie anywhere afterwards.
    all.put_away.retain(|at| !all.handled.contains(at));
}

/// A value that decides what is seen to be done.
fn branch(builder: &mut Builder, all: &Steps<'_>, node: NodeId, things: bool) {
    asked(builder, all, node);
    let reading = Reading::of(&all.scope)
        .in_steps(all.put)
        .seeing_what_follows(all.picked_is_shown);
    let secret = secret_in(&builder.hir, &reading, node, things);
    shows(builder, node, secret);
}

/// A value that is put where somebody sees it.
fn value_put(builder: &mut Builder, all: &Steps<'_>, place: NodeId, value: NodeId) {
    let (visible, seat) = match builder.get(place).kind {
        NodeKind::Global(at) => (builder.hir.globals[usize::from(at)].visible, None),
        NodeKind::SeatData(seat, at) => (builder.hir.seat_data[usize::from(at)].visible, Some(seat)),
        NodeKind::StateData(at) => {
            let state = all.scope.state.map(|state| &builder.hir.states[state.index()]);
            let def = state.and_then(|state| state.data.get(usize::from(at)));
            (def.map_or(DataVisible::All, |def| def.visible), None)
        }
        // Where its data are read, what was put into them counts.
        _ => return,
    };
    let mut reading = Reading::of(&all.scope)
        .in_steps(all.put)
        .seeing_what_follows(all.picked_is_shown);
    match (visible, seat) {
        (DataVisible::All, _) => {}
        (DataVisible::Owner, Some(seat)) => reading.eyes = Eyes::Of(seat),
        (DataVisible::Owner, None) | (DataVisible::None, _) => return,
    }
    let secret = match backs::foretells(&builder.hir, value) {
        true => secret_of(&builder.hir, faces::faces_of(&builder.hir, &reading, value)),
        false => secret_in(&builder.hir, &reading, value, true),
    };
    shows(builder, value, secret);
}

/// A call that stands as a step.
fn messages_of_call(builder: &mut Builder, all: &Steps<'_>, node: NodeId) {
    let NodeKind::Call(primitive, args) = builder.get(node).kind.clone() else {
        return branch(builder, all, node, true);
    };
    let Some((eyes, to)) = audience(&builder.hir, &primitive, &args) else {
        return branch(builder, all, node, true);
    };
    if let Some(to) = to {
        branch(builder, all, args[to], false);
    }
    let mut told = Vec::with_capacity(args.len());
    for (at, arg) in args.into_iter().enumerate() {
        told.push(if Some(at) == to {
            arg
        } else {
            asked(builder, all, arg);
            if eyes == Eyes::Everybody {
                check_told(builder, all, arg);
            }
            let reading = Reading::of(&all.scope)
                .in_steps(all.put)
                .by(eyes)
                .after(&all.laid_open);
            check_read(builder, &reading, arg, true, "what is said")
        });
    }
    builder.hir.tree.nodes[node.0 as usize].kind = NodeKind::Call(primitive, told);
}

/// Who is told what a step says, and which parameter names them; nothing for a step
/// that acts.
fn audience(hir: &Hir, primitive: &Signature, args: &[NodeId]) -> Option<(Eyes, Option<usize>)> {
    let is_message = match primitive.properties.tells {
        Tells::Nothing => return None,
        Tells::Hint => false,
        Tells::Text { .. } => true,
    };
    let to = primitive.recipient();
    let named = to
        .and_then(|to| args.get(to))
        .map(|arg| (*arg, &hir.tree.get(*arg).kind));
    let eyes = match named {
        None | Some((_, NodeKind::Const(Value::Nothing))) if is_message => Eyes::Everybody,
        None | Some((_, NodeKind::Const(Value::Nothing) | NodeKind::Player)) => Eyes::Acting,
        Some((_, NodeKind::Everyone)) => Eyes::Everybody,
        Some((seats, _)) => Eyes::Of(seats),
    };
    Some((eyes, to.filter(|to| *to < args.len())))
}

/// Checks the questions in a value: what they offer, and what they say.
fn asked(builder: &mut Builder, all: &Steps<'_>, node: NodeId) {
    let mut stack = vec![node];
    while let Some(id) = stack.pop() {
        let kind = builder.get(id).kind.clone();
        children(&kind, &mut stack);
        let NodeKind::Ask {
            prompt,
            args,
            who,
            many,
        } = kind
        else {
            continue;
        };
        let eyes = match who {
            Some(who) if builder.get(who).kind != NodeKind::Player => Eyes::Of(who),
            Some(_) | None => Eyes::Acting,
        };
        let mut open = Vec::with_capacity(args.len());
        for arg in args {
            let reading = Reading::of(&all.scope).in_steps(all.put).by(eyes);
            let things = brings_faces(builder.get(arg).ty);
            open.push(check_read(builder, &reading, arg, things, "a question"));
        }
        builder.hir.tree.nodes[id.0 as usize].kind = NodeKind::Ask {
            prompt,
            args: open,
            who,
            many,
        };
    }
}

/// What steps put into the action's data, item by item of a list too.
fn values_put(hir: &Hir, steps: &[Stmt], put: &mut Vec<(u16, NodeId)>) {
    for step in steps {
        match step {
            Stmt::Set { place, value, .. } => {
                if let NodeKind::Local(at) = hir.tree.get(*place).kind {
                    put.push((at, *value));
                }
            }
            Stmt::If { then, otherwise, .. } => {
                values_put(hir, then, put);
                values_put(hir, otherwise, put);
            }
            Stmt::Group(body) | Stmt::While { body, .. } | Stmt::EachSeat { body, .. } => {
                values_put(hir, body, put);
            }
            Stmt::EachItem {
                list, local, body, ..
            } => {
                put.push((*local, *list));
                values_put(hir, body, put);
            }
            Stmt::Do(_) | Stmt::Transition { .. } | Stmt::Pop { .. } | Stmt::Seal => {}
        }
    }
}
