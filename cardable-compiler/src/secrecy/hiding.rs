//! What is hidden of what is read, and which parts of a value hand faces on.

use super::backs;
use super::reading::Reading;
use crate::hir::{Hir, NodeId, NodeKind, children};
use crate::text::source::Span;
use cardable_engine::primitives::{Form, Reads};
use cardable_engine::value::{Kind, Type};

/// What to write where something hidden is read.
pub(super) const HOW_TO_MEND: &str =
    "let it depend on what the seat sees, or write `\"reveals\": true` beside it";

/// What is known, when a ruleset is checked, of hidden things that are read.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Hiding {
    /// Nothing is hidden from the seat that reads.
    Open,
    /// Something is hidden at one time or another: what.
    Hidden(String),
    /// Which faces are read shows in play: those of these cards and zones.
    InPlay(Vec<NodeId>),
}

impl Hiding {
    pub(super) fn and(self, other: Hiding) -> Hiding {
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

/// The parts of a node, and whether of each only the places of things are told.
pub(super) fn parts(hir: &Hir, reading: &Reading<'_>, id: NodeId, things: bool) -> Vec<(NodeId, bool)> {
    let node = hir.tree.get(id);
    let mut parts = Vec::new();
    children(&node.kind, &mut parts);
    let handed_on = |at: usize, part: NodeId| match &node.kind {
        NodeKind::List(_) | NodeKind::Attribute(..) => true,
        NodeKind::Form(Form::If, _) => at > 0,
        NodeKind::Call(primitive, _) => {
            primitive.reads != Reads::Faces && brings_faces(hir.tree.get(part).ty)
        }
        NodeKind::Query { .. } | NodeKind::Over { .. } => at == 0,
        _ => false,
    };
    let things = match node.kind {
        // Of a card whose back is read, it matters where it lies, and no more.
        NodeKind::Attribute(card, at) => backs::is_known(hir, reading, card, at),
        _ => things,
    };
    let marked = parts.into_iter().enumerate();
    marked
        .map(|(at, part)| (part, things && handed_on(at, part)))
        .collect()
}

/// Whether a node finds cards by where they lie.
pub(super) fn is_found_by_place(hir: &Hir, id: NodeId) -> bool {
    let node = hir.tree.get(id);
    let cards = matches!(node.ty, Type::One(Kind::Card) | Type::List(Kind::Card));
    cards && matches!(&node.kind, NodeKind::Call(primitive, _) if primitive.reads == Reads::Order)
}

/// Whether a value of the type may be, or hold, a card or a zone.
pub(super) fn brings_faces(ty: Type) -> bool {
    match ty {
        Type::One(kind) | Type::List(kind) => matches!(kind, Kind::Any | Kind::Card | Kind::Zone),
        Type::Nothing | Type::State => false,
    }
}

pub(super) fn reveals(hir: &mut Hir, span: Span, secret: String) {
    let noted = (span, secret);
    if !hir.sight.revealing.contains(&noted) {
        hir.sight.revealing.push(noted);
    }
}
