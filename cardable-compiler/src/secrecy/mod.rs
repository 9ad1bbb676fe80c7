//! What a seat reads may depend only on what it may see: a walk over all that was read, which puts guards before
//! what only play shows to be seen.

pub(crate) mod domains;
mod faces;
mod guard;
mod reading;
pub(crate) mod scripts;
pub(crate) mod steps;

use crate::hir::build::Builder;
use crate::hir::{BodyOf, Bound, Hir, NodeId, NodeKind, Over, Piece, Scope, Shown, children};
use crate::text::diag::Code as Problem;
use cardable_engine::primitives::{Form, Query, Reads};
use cardable_engine::value::{Kind, Type, Value};
use reading::Reading;

/// What to write where something hidden is read.
const HOW_TO_MEND: &str = "let it depend on what the seat sees, or write `\"reveals\": true` beside it";

/// What is known, when a ruleset is checked, of hidden things that are read.
#[derive(Clone, PartialEq, Debug)]
enum Hiding {
    /// Nothing is hidden from the seat that reads.
    Open,
    /// Something is hidden at one time or another: what.
    Hidden(String),
    /// Which faces are read shows in play: those of these cards and zones.
    InPlay(Vec<NodeId>),
}

impl Hiding {
    fn and(self, other: Hiding) -> Hiding {
        match (self, other) {
            (Hiding::Hidden(what), _) | (_, Hiding::Hidden(what)) => Hiding::Hidden(what),
            (Hiding::Open, other) | (other, Hiding::Open) => other,
            (Hiding::InPlay(mut some), Hiding::InPlay(more)) => {
                some.extend(more);
                Hiding::InPlay(some)
            }
        }
    }
}

/// Guards all that seats read, and looks for hidden values in what the steps of actions ask and say.
///
/// A value that depends on what is always hidden is an error, which is told once. Where only play can tell
/// whether its reader sees a face, it is guarded: where he does not see it, a condition does not hold, and
/// another value is nothing.
pub(crate) fn guard(builder: &mut Builder) {
    for shown in std::mem::take(&mut builder.hir.sight.shown) {
        guard_shown(builder, &shown);
    }
    for bound in std::mem::take(&mut builder.hir.sight.bounds) {
        guard_bound(builder, &bound);
    }
    guard_steps(builder);
}

/// Puts what is worked out as far as its reader sees into the place of what he reads.
fn guard_shown(builder: &mut Builder, shown: &Shown) {
    let reading = Reading::of(&shown.scope).by(shown.eyes);
    let guarded = check_read(builder, &reading, shown.written, shown.things, &shown.what);
    builder.hir.tree.nodes[shown.read.0 as usize] = builder.get(guarded).clone();
    if !shown.scope.reveals {
        // What was copied may itself be a call of a function.
        scripts::guard_scripts(builder, shown.read, &shown.what);
    }
}

/// Offers an action only where the faces are seen that bound what may be chosen.
fn guard_bound(builder: &mut Builder, bound: &Bound) {
    let reading = Reading::of(&bound.scope);
    let Some(faces) = faces_to_see(builder, &reading, bound.node, "how many are picked") else {
        return;
    };
    if faces.is_empty() {
        return;
    }
    let span = builder.get(bound.node).span;
    let sights = guard::sights(builder, &reading, faces);
    let seen = builder.all_of(sights, span);
    let Some(action) = builder.hir.actions.get(usize::from(bound.action.0)) else {
        return;
    };
    let condition = action.condition.map(|code| code.start as usize);
    let Some(condition) = condition else {
        let code = builder.condition_code(&bound.scope, seen);
        builder.hir.actions[usize::from(bound.action.0)].condition = Some(code);
        return;
    };
    let Some(Piece::Value(root)) = builder.hir.tree.pieces.get(condition) else {
        return;
    };
    let all = builder.all_of(vec![seen, root.node], span);
    if let Some(Piece::Value(root)) = builder.hir.tree.pieces.get_mut(condition) {
        root.node = all;
    }
}

/// Looks for hidden values in what actions ask and say. For functions of the script this is done for each
/// state while they are read: those that show something cannot be called.
fn guard_steps(builder: &mut Builder) {
    let pieces = std::mem::take(&mut builder.hir.tree.pieces);
    for piece in &pieces {
        if let Piece::Steps(body) = piece
            && matches!(body.of, BodyOf::Action | BodyOf::Never)
        {
            steps::check_steps(builder, &body.scope, &body.steps);
        }
    }
    builder.hir.tree.pieces = pieces;
}

/// Says that the conditions of a blind pick read faces: no choice could meet them.
pub(crate) fn check_blind(builder: &mut Builder, scope: &Scope, condition: NodeId, what: &str) {
    if scope.reveals || !builder.hir.reads_face_of_picked(scope, condition) {
        return;
    }
    let span = builder.get(condition).span;
    builder.error(
        Problem::BlindFaces,
        span,
        format!("{what} depends on the faces of a blind pick, which are not seen: it never holds"),
        "let the seat see what it picks, ask for something else than faces, or write `\"reveals\": true` beside it"
            .to_owned(),
    );
}

fn check_read(
    builder: &mut Builder,
    reading: &Reading<'_>,
    node: NodeId,
    things: bool,
    what: &str,
) -> NodeId {
    if reading.scope.reveals {
        return node;
    }
    scripts::guard_scripts(builder, node, what);
    guard::as_far_as_seen(builder, reading, node, things).unwrap_or_else(|(at, secret)| {
        tell_hidden(builder, at, what, &secret);
        node
    })
}

/// The faces that must be seen before a value is worked out; nothing where it is
/// not to be worked out, which is said, or where the author wants it.
fn faces_to_see(
    builder: &mut Builder,
    reading: &Reading<'_>,
    node: NodeId,
    what: &str,
) -> Option<Vec<NodeId>> {
    if reading.scope.reveals {
        return None;
    }
    scripts::guard_scripts(builder, node, what);
    let faces = open(builder, reading, node, false);
    let faces = faces.and_then(|faces| guard::can_be_guarded(&builder.hir, reading, faces));
    faces
        .map_err(|(at, secret)| tell_hidden(builder, at, what, &secret))
        .ok()
}

/// Whether a value is worked out from anything that is hidden from somebody.
pub(crate) fn any_secret(hir: &Hir, scope: &Scope, node: NodeId) -> bool {
    steps::secret_in(hir, &Reading::of(scope), node, false).is_some()
}

fn tell_hidden(builder: &mut Builder, node: NodeId, what: &str, secret: &str) {
    let help = match builder.get(node).kind {
        NodeKind::Global(at) if builder.hir.head.in_phases => make_public(&builder.hir, at),
        _ => None,
    };
    builder.error(
        Problem::HiddenRead,
        builder.get(node).span,
        format!("{what} depends on {secret}, which the seat may not see"),
        help.unwrap_or_else(|| HOW_TO_MEND.to_owned()),
    );
}

/// How the rules in phases let everybody see a variable.
fn make_public(hir: &Hir, at: u16) -> Option<String> {
    let def = hir.globals.get(usize::from(at))?;
    let name = hir.strings.get(def.name);
    let first = match def.value {
        Value::Int(n) => n.to_string(),
        Value::Float(n) => n.to_string(),
        Value::Str(text) => format!("{:?}", hir.strings.get(text)),
        Value::Nothing => "\"\"".to_owned(),
        _ => return None,
    };
    Some(format!(
        "if everybody may know `{name}`, declare it `\"{name}\": {{ \"initial\": {first}, \"public\": true }}`; \
         if not, let this depend on what the seat sees, or write `\"reveals\": true` beside it"
    ))
}

/// The faces that must be seen before this is worked out; or where something
/// hidden is read, and what. Functions of items guard their own.
///
/// Of `things` only the places are told.
fn open(
    builder: &mut Builder,
    reading: &Reading<'_>,
    id: NodeId,
    things: bool,
) -> Result<Vec<NodeId>, (NodeId, String)> {
    let mut faces = match faces::read_by(&builder.hir, reading, id) {
        _ if things && is_found_by_place(&builder.hir, id) => Vec::new(),
        Hiding::Open => Vec::new(),
        Hiding::Hidden(secret) => return Err((id, secret)),
        Hiding::InPlay(faces) => faces,
    };
    let add = |faces: &mut Vec<NodeId>, more: Vec<NodeId>| {
        for face in more {
            if !faces.contains(&face) {
                faces.push(face);
            }
        }
    };
    // What a name stands for is worked out elsewhere, so it is not changed.
    if let NodeKind::Local(at) = builder.get(id).kind
        && let Some((inner, values)) = reading.stands_for(at)
    {
        let cards = matches!(builder.get(id).ty, Type::One(Kind::Card) | Type::List(Kind::Card));
        for value in values {
            add(&mut faces, open(builder, &inner, value, things || cards)?);
        }
    }
    // Only whether something holds of any or of all items follows from what holds of each.
    let follows = matches!(
        builder.get(id).kind,
        NodeKind::Function { .. }
            | NodeKind::Query {
                query: Query::Any | Query::All,
                ..
            }
            | NodeKind::Over {
                how: Over::Some | Over::Every,
                ..
            }
    );
    let reading = &match reading.unseen_holds && !follows {
        true => reading.of_items(false),
        false => reading.clone(),
    };
    let function = match builder.get(id).kind {
        NodeKind::Function { body, .. } | NodeKind::Over { test: body, .. } => Some(body),
        _ => None,
    };
    // A function that asks something of an item guards what it reads itself.
    let asks = function.filter(|body| builder.get(*body).ty == Type::BOOL && !reading.elsewhere);
    for (part, things) in parts(&builder.hir, id, things) {
        if Some(part) == asks {
            let guarded = guard::as_far_as_seen(builder, reading, part, false)?;
            put_body(builder, id, guarded);
        } else {
            add(&mut faces, open(builder, reading, part, things)?);
        }
    }
    if let Some(body) = function.filter(|_| asks.is_none()) {
        let item = match builder.get(id).kind {
            NodeKind::Function { param, .. } => NodeKind::Bound(param),
            NodeKind::Over { local, .. } => NodeKind::Local(local),
            _ => return Ok(faces),
        };
        let (own, rest): (Vec<NodeId>, Vec<NodeId>) = faces
            .into_iter()
            .partition(|f| builder.hir.tree.any(*f, |kind| *kind == item));
        faces = rest;
        if !reading.elsewhere {
            let guarded = guard::guard_faces(builder, reading, body, own);
            put_body(builder, id, guarded);
        } else if !own.is_empty() {
            // The function stays as it is, so what it reads of all its items must be seen.
            add(&mut faces, vec![guard::seen_of_all(builder, reading, id, own)?]);
        }
    }
    Ok(faces)
}

/// Puts another function into a query.
fn put_body(builder: &mut Builder, query: NodeId, put: NodeId) {
    match &mut builder.hir.tree.nodes[query.0 as usize].kind {
        NodeKind::Function { body, .. } => *body = put,
        NodeKind::Over { test, .. } => *test = put,
        _ => {}
    }
}

/// The parts of a node, and whether of each only the places of things are told.
fn parts(hir: &Hir, id: NodeId, things: bool) -> Vec<(NodeId, bool)> {
    let node = hir.tree.get(id);
    let mut parts = Vec::new();
    children(&node.kind, &mut parts);
    let handed_on = |at: usize, part: NodeId| match &node.kind {
        NodeKind::List(_) => true,
        NodeKind::Form(Form::If, _) => at > 0,
        NodeKind::Call(primitive, _) => {
            primitive.reads != Reads::Faces && brings_faces(hir.tree.get(part).ty)
        }
        NodeKind::Query { .. } | NodeKind::Over { .. } => at == 0,
        _ => false,
    };
    let marked = parts.into_iter().enumerate();
    marked
        .map(|(at, part)| (part, things && handed_on(at, part)))
        .collect()
}

/// Whether a node finds cards by where they lie.
fn is_found_by_place(hir: &Hir, id: NodeId) -> bool {
    let node = hir.tree.get(id);
    let cards = matches!(node.ty, Type::One(Kind::Card) | Type::List(Kind::Card));
    cards && matches!(&node.kind, NodeKind::Call(primitive, _) if primitive.reads == Reads::Order)
}

/// Whether a value of the type may be, or hold, a card or a zone.
fn brings_faces(ty: Type) -> bool {
    match ty {
        Type::One(kind) | Type::List(kind) => matches!(kind, Kind::Any | Kind::Card | Kind::Zone),
        Type::Nothing | Type::State => false,
    }
}
