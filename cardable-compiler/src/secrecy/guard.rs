//! Guards before what depends on faces that only play shows to be seen.
//!
//! A guard stands at the place of reading: before the comparison that looks at a face, and not before all of the
//! condition or list that it is a part of. What depends on an unseen face is neither true nor false. It makes
//! `a && b` false where the other is false, and `a || b` true where the other is true; the opposite of it is as
//! unknown as it is; and in the end, what is not known to hold does not hold.

use super::hiding::{Hiding, brings_faces, is_found_by_place, parts};
use super::reading::Reading;
use super::{backs, faces, hiding};
use crate::hir::build::Builder;
use crate::hir::{Eyes, Hir, NodeId, NodeKind, Over};
use cardable_engine::builtin;
use cardable_engine::primitives::{Form, Query, Reads};
use cardable_engine::value::{Kind, Type, Value};

/// Something hidden that is read, and what it is.
pub(super) type Secret = (NodeId, String);

const NOT_ALL_SEE: &str = "faces that not everybody may see";

/// What is worked out as far as whoever reads sees the faces that it depends on.
pub(super) fn as_far_as_seen(
    builder: &mut Builder,
    reading: &Reading<'_>,
    id: NodeId,
    things: bool,
) -> Result<NodeId, Secret> {
    let (ty, span) = (builder.get(id).ty, builder.get(id).span);
    match builder.get(id).kind.clone() {
        NodeKind::Form(form @ (Form::And | Form::Or), parts) => {
            let mut guarded = Vec::with_capacity(parts.len());
            for part in &parts {
                let new = as_far_as_seen(builder, reading, *part, false)?;
                match &builder.get(new).kind {
                    // A guard and what it stands before.
                    NodeKind::Form(inner, both) if *inner == form && new != *part => {
                        guarded.extend(both.clone())
                    }
                    _ => guarded.push(new),
                }
            }
            Ok(match guarded == parts {
                true => id,
                false => builder.node(NodeKind::Form(form, guarded), ty, span),
            })
        }
        NodeKind::Form(Form::Not, parts) => {
            let [part] = parts[..] else {
                return guarded_whole(builder, reading, id, things);
            };
            let new = as_far_as_seen(builder, &reading.turned_round(), part, false)?;
            Ok(match new == part {
                true => id,
                false => builder.node(NodeKind::Form(Form::Not, vec![new]), ty, span),
            })
        }
        NodeKind::Form(Form::If, parts) => guarded_choice(builder, reading, id, &parts, things),
        NodeKind::List(_) => guarded_parts(builder, reading, id, things),
        NodeKind::Local(at) if matches!(ty, Type::List(_)) => guarded_items(builder, reading, id, at, things),
        NodeKind::Call(primitive, _)
            if matches!(ty, Type::List(_))
                && primitive.reads == Reads::Open
                && !(things && backs::foretells(&builder.hir, id)) =>
        {
            guarded_parts(builder, reading, id, things)
        }
        _ => guarded_whole(builder, reading, id, things),
    }
}

/// A value of which no part stands for itself.
fn guarded_whole(
    builder: &mut Builder,
    reading: &Reading<'_>,
    id: NodeId,
    things: bool,
) -> Result<NodeId, Secret> {
    let faces = open(builder, reading, id, things)?;
    let faces = can_be_guarded(&builder.hir, reading, faces)?;
    Ok(guard_faces(builder, reading, id, faces))
}

/// `if(condition, then, otherwise)`: what is not chosen is not read. Where the condition is not known, there
/// is no value.
fn guarded_choice(
    builder: &mut Builder,
    reading: &Reading<'_>,
    id: NodeId,
    parts: &[NodeId],
    things: bool,
) -> Result<NodeId, Secret> {
    let [condition, values @ ..] = parts else {
        return Ok(id);
    };
    let (ty, span) = (builder.get(id).ty, builder.get(id).span);
    let mut guarded = Vec::with_capacity(values.len());
    for value in values {
        guarded.push(as_far_as_seen(builder, reading, *value, things)?);
    }
    let holds = as_far_as_seen(builder, &reading.of_items(false), *condition, false)?;
    if holds == *condition {
        if guarded == values {
            return Ok(id);
        }
        guarded.insert(0, holds);
        return Ok(builder.node(NodeKind::Form(Form::If, guarded), ty, span));
    }
    let may_hold = as_far_as_seen(builder, &reading.of_items(true), *condition, false)?;
    let blank = when_unseen(builder, reading, id);
    let mut guarded = guarded.into_iter();
    let then = guarded.next().unwrap_or(blank);
    let otherwise = match guarded.next() {
        Some(otherwise) => otherwise,
        None => builder.constant(Value::Nothing, span),
    };
    let unknown = builder.node(
        NodeKind::Form(Form::If, vec![may_hold, blank, otherwise]),
        ty,
        span,
    );
    Ok(builder.node(NodeKind::Form(Form::If, vec![holds, then, unknown]), ty, span))
}

/// A list that is put together of others: a part that is not seen is left out.
fn guarded_parts(
    builder: &mut Builder,
    reading: &Reading<'_>,
    id: NodeId,
    things: bool,
) -> Result<NodeId, Secret> {
    let (NodeKind::List(parts) | NodeKind::Call(_, parts)) = builder.get(id).kind.clone() else {
        return guarded_whole(builder, reading, id, things);
    };
    let told = hiding::parts(&builder.hir, reading, id, things);
    let is_list = |b: &Builder, part: NodeId| matches!(b.get(part).ty, Type::List(_));
    let mut faces = Vec::new();
    let mut guarded = Vec::with_capacity(parts.len());
    for (at, part) in parts.iter().enumerate() {
        let things = told.get(at).is_some_and(|(_, things)| *things);
        if is_list(builder, *part) {
            guarded.push(as_far_as_seen(builder, reading, *part, things)?);
        } else {
            faces.extend(open(builder, reading, *part, things)?);
            guarded.push(*part);
        }
    }
    let new = match guarded == parts {
        true => id,
        false => {
            let mut node = builder.get(id).clone();
            match &mut node.kind {
                NodeKind::List(parts) | NodeKind::Call(_, parts) => *parts = guarded,
                _ => {}
            }
            builder.node(node.kind, node.ty, node.span)
        }
    };
    let faces = can_be_guarded(&builder.hir, reading, faces)?;
    Ok(guard_faces(builder, reading, new, faces))
}

/// A name of a list. Where it stands for those items of others of which something holds, the items of which
/// that is not seen are left out.
fn guarded_items(
    builder: &mut Builder,
    reading: &Reading<'_>,
    id: NodeId,
    local: u16,
    things: bool,
) -> Result<NodeId, Secret> {
    let Some((inner, values)) = reading.stands_for(local) else {
        return guarded_whole(builder, reading, id, things);
    };
    let (ty, span) = (builder.get(id).ty, builder.get(id).span);
    let things = things || matches!(ty, Type::List(Kind::Card));
    let (mut list, mut faces) = (id, Vec::new());
    for value in values {
        let NodeKind::Query {
            query: Query::Filter,
            over,
            function,
        } = builder.get(value).kind
        else {
            faces.extend(open(builder, &inner, value, things)?);
            continue;
        };
        let NodeKind::Function { param, body } = builder.get(function).kind else {
            return guarded_whole(builder, reading, id, things);
        };
        faces.extend(open(builder, &inner, over, things)?);
        let of_item =
            |b: &Builder, face: &NodeId| b.hir.tree.any(*face, |kind| *kind == NodeKind::Bound(param));
        let read = open(builder, &inner, body, false)?;
        let (own, rest): (Vec<NodeId>, Vec<NodeId>) =
            read.into_iter().partition(|face| of_item(builder, face));
        faces.extend(rest);
        if !own.is_empty() {
            let own = can_be_guarded(&builder.hir, reading, own)?;
            let sights = sights(builder, reading, own);
            let body = builder.all_of(sights, span);
            let function = builder.node(NodeKind::Function { param, body }, Type::BOOL, span);
            let query = Query::Filter;
            list = builder.node(
                NodeKind::Query {
                    query,
                    over: list,
                    function,
                },
                ty,
                span,
            );
        }
    }
    faces.dedup();
    let faces = can_be_guarded(&builder.hir, reading, faces)?;
    Ok(guard_faces(builder, reading, list, faces))
}

/// Whether a guard can look at these faces: looking twice must not do something twice, and there must be
/// somebody who looks.
pub(super) fn can_be_guarded(
    hir: &Hir,
    reading: &Reading<'_>,
    faces: Vec<NodeId>,
) -> Result<Vec<NodeId>, Secret> {
    let nobody = match reading.eyes {
        Eyes::Acting => !reading.scope.player,
        Eyes::Of(seats) => hir.tree.acts(seats),
        Eyes::Everybody => false,
    };
    match faces.iter().find(|face| nobody || hir.tree.acts(**face)) {
        Some(bad) => Err((*bad, NOT_ALL_SEE.to_owned())),
        None => Ok(faces),
    }
}

/// What is worked out only where all these faces are seen. A condition among them says itself whether they
/// are.
pub(super) fn guard_faces(
    builder: &mut Builder,
    reading: &Reading<'_>,
    node: NodeId,
    faces: Vec<NodeId>,
) -> NodeId {
    if faces.is_empty() {
        return node;
    }
    let (ty, span) = (builder.get(node).ty, builder.get(node).span);
    let mut tests = sights(builder, reading, faces);
    if ty == Type::BOOL && !reading.unseen_holds {
        tests.push(node);
        return builder.all_of(tests, span);
    }
    let seen = builder.all_of(tests, span);
    if ty == Type::BOOL {
        let unseen = builder.node(NodeKind::Form(Form::Not, vec![seen]), Type::BOOL, span);
        return builder.any_of(vec![unseen, node], span);
    }
    let blank = builder.constant(Value::Nothing, span);
    builder.node(NodeKind::Form(Form::If, vec![seen, node, blank]), ty, span)
}

/// Whether faces are seen by whoever reads, each by itself.
pub(super) fn sights(builder: &mut Builder, reading: &Reading<'_>, faces: Vec<NodeId>) -> Vec<NodeId> {
    let sight = |face: NodeId| {
        let (ty, span) = (builder.get(face).ty, builder.get(face).span);
        if ty == Type::BOOL {
            return face;
        }
        let who = match reading.eyes {
            Eyes::Acting => None,
            Eyes::Of(seats) => Some(seats),
            Eyes::Everybody => Some(builder.node(NodeKind::Everyone, Type::List(Kind::Seat), span)),
        };
        // What is picked and not seen is nothing to its conditions.
        let may_be_unseen = ty == Type::CARD && builder.hir.is_of_picked(reading.scope, face);
        let item = may_be_unseen || matches!(builder.get(face).kind, NodeKind::Bound(_));
        let sees = if item {
            builtin!(sees_face)
        } else {
            builtin!(sees_faces)
        };
        let args = std::iter::once(face).chain(who).collect();
        builder.call_of(sees, args, Type::BOOL, span)
    };
    faces.into_iter().map(sight).collect()
}

/// Whether somebody sees what a function reads of all the items that it is asked of.
pub(super) fn seen_of_all(
    builder: &mut Builder,
    reading: &Reading<'_>,
    function: NodeId,
    own: Vec<NodeId>,
) -> Result<NodeId, Secret> {
    let span = builder.get(function).span;
    let over = match builder.get(function).kind {
        NodeKind::Function { param, .. } => builder
            .hir
            .tree
            .bound_source(param)
            .map(|over| (over, Some(param))),
        NodeKind::Over { list, .. } => Some((list, None)),
        _ => None,
    };
    match over {
        // The items that it was asked of may be others by now, but what it reads of them is the same.
        Some((over, Some(param))) => {
            let sights = sights(builder, reading, own);
            let body = builder.all_of(sights, span);
            let function = builder.node(NodeKind::Function { param, body }, Type::BOOL, span);
            let query = Query::All;
            Ok(builder.node(
                NodeKind::Query {
                    query,
                    over,
                    function,
                },
                Type::BOOL,
                span,
            ))
        }
        Some((over, None)) if brings_faces(builder.get(over).ty) => Ok(over),
        Some(_) | None => Err((function, NOT_ALL_SEE.to_owned())),
    }
}

/// What stands for a value that depends on unseen faces.
fn when_unseen(builder: &mut Builder, reading: &Reading<'_>, id: NodeId) -> NodeId {
    let (ty, span) = (builder.get(id).ty, builder.get(id).span);
    let value = match ty {
        Type::One(Kind::Bool) => Value::Bool(reading.unseen_holds),
        _ => Value::Nothing,
    };
    builder.constant(value, span)
}

/// The faces that must be seen before this is worked out; or where something
/// hidden is read, and what. Functions of items guard their own.
///
/// Of `things` only the places are told.
pub(super) fn open(
    builder: &mut Builder,
    reading: &Reading<'_>,
    id: NodeId,
    things: bool,
) -> Result<Vec<NodeId>, (NodeId, String)> {
    let hir = &builder.hir;
    let read = match things && backs::foretells(hir, id) {
        true => faces::faces_of(hir, reading, id),
        false if things && is_found_by_place(hir, id) => Hiding::Open,
        false => faces::read_by(hir, reading, id),
    };
    let mut faces = match read {
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
    let asks = function.filter(|body| builder.get(*body).ty == Type::BOOL && !reading.shared);
    for (part, things) in parts(&builder.hir, reading, id, things) {
        if Some(part) == asks {
            let guarded = as_far_as_seen(builder, reading, part, false)?;
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
        if !reading.shared {
            let guarded = guard_faces(builder, reading, body, own);
            put_body(builder, id, guarded);
        } else if !own.is_empty() {
            // The function stays as it is, so what it reads of all its items must be seen.
            add(&mut faces, vec![seen_of_all(builder, reading, id, own)?]);
        }
    }
    Ok(faces)
}

fn put_body(builder: &mut Builder, query: NodeId, put: NodeId) {
    match &mut builder.hir.tree.nodes[query.0 as usize].kind {
        NodeKind::Function { body, .. } => *body = put,
        NodeKind::Over { test, .. } => *test = put,
        _ => {}
    }
}
