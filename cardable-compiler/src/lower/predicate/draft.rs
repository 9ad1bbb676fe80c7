//! Predicates whose values are still to be worked out.

use crate::hir::NodeId;
use cardable_engine::primitives::Query;
use cardable_engine::program::TypeSet;
use cardable_engine::program::op::BinaryOp;
use cardable_engine::value::Value;

/// A predicate whose values are still to be worked out.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Draft {
    Types(TypeSet),
    Having {
        attribute: u16,
        value: Wanted,
    },
    HavingAny {
        attribute: u16,
        values: Wanted,
    },
    Is(Wanted),
    Compare {
        table: Vec<Value>,
        op: BinaryOp,
        value: Wanted,
        swapped: bool,
    },
    When(NodeId),
    Holds {
        op: BinaryOp,
        a: Wanted,
        b: Wanted,
    },
    /// A zone is empty, as the node says.
    Empty {
        zone: NodeId,
        node: NodeId,
    },
    Not(Box<Draft>),
    All(Vec<Draft>),
    Any(Vec<Draft>),
    If(Box<[Draft; 3]>),
    Count {
        cards: Wanted,
        passing: Box<Draft>,
        number: NumberDraft,
    },
    Same {
        cards: Wanted,
        attribute: u16,
    },
    Run {
        cards: Wanted,
        attribute: u16,
        least: u16,
    },
    Seen {
        cards: Wanted,
    },
    Related {
        cards: Wanted,
        relation: Vec<TypeSet>,
        number: NumberDraft,
    },
    /// It stands in a relation to another card: for each type of that, the types it may have.
    Beside {
        card: Wanted,
        relation: Vec<TypeSet>,
    },
    SameWith {
        cards: Wanted,
        attribute: u16,
    },
    RunWith {
        cards: Wanted,
        attribute: u16,
        least: u16,
    },
    Each {
        items: Wanted,
        param: u32,
        all: bool,
        passing: Box<Draft>,
    },
}

/// A value that a predicate takes.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Wanted {
    Zero,
    Node(NodeId),
    /// The cards that are picked.
    Picked,
    Measure(Box<MeasureDraft>),
}

/// A value that is worked out from cards, or from other values.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum MeasureDraft {
    Count {
        cards: Wanted,
        passing: Draft,
    },
    Distinct {
        cards: Wanted,
        attribute: u16,
    },
    Common {
        cards: Wanted,
        attribute: u16,
    },
    Extreme {
        cards: Wanted,
        by: u16,
        largest: bool,
        attribute: Option<u16>,
    },
    Sum {
        cards: Wanted,
        passing: Draft,
        table: Vec<Value>,
        seen: bool,
    },
    Holds(Draft),
    Items {
        query: Query,
        items: Wanted,
        param: u32,
        passing: Draft,
    },
    Binary {
        op: BinaryOp,
        a: Wanted,
        b: Wanted,
    },
    If {
        when: Draft,
        then: Wanted,
        otherwise: Wanted,
    },
}

/// How a number of cards must compare with a value.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct NumberDraft {
    pub(crate) op: BinaryOp,
    pub(crate) value: Wanted,
    pub(crate) not: bool,
}

impl NumberDraft {
    pub(super) fn none() -> NumberDraft {
        NumberDraft {
            op: BinaryOp::Eq,
            value: Wanted::Zero,
            not: false,
        }
    }

    pub(super) fn some() -> NumberDraft {
        NumberDraft {
            not: true,
            ..NumberDraft::none()
        }
    }
}

impl Draft {
    /// How many questions it is made of.
    pub(crate) fn size(&self) -> usize {
        let inner = match self {
            Draft::Not(inner) => inner.size(),
            Draft::All(parts) | Draft::Any(parts) => parts.iter().map(Draft::size).sum(),
            Draft::If(parts) => parts.iter().map(Draft::size).sum(),
            Draft::Holds { a, b, .. } => a.size() + b.size(),
            Draft::Having { value, .. } | Draft::Compare { value, .. } | Draft::Is(value) => value.size(),
            Draft::HavingAny { values, .. } => values.size(),
            Draft::Count { passing, number, .. } => passing.size() + number.value.size(),
            Draft::Related { number, .. } => number.value.size(),
            Draft::Beside { card, .. } => card.size(),
            Draft::Each { passing, .. } => passing.size(),
            Draft::Types(_)
            | Draft::When(_)
            | Draft::Empty { .. }
            | Draft::Same { .. }
            | Draft::Run { .. }
            | Draft::Seen { .. }
            | Draft::SameWith { .. }
            | Draft::RunWith { .. } => 0,
        };
        1 + inner
    }
}

impl Wanted {
    fn size(&self) -> usize {
        let Wanted::Measure(measure) = self else { return 0 };
        1 + match &**measure {
            MeasureDraft::Count { passing, .. }
            | MeasureDraft::Sum { passing, .. }
            | MeasureDraft::Items { passing, .. }
            | MeasureDraft::Holds(passing) => passing.size(),
            MeasureDraft::Binary { a, b, .. } => a.size() + b.size(),
            MeasureDraft::If {
                when,
                then,
                otherwise,
            } => when.size() + then.size() + otherwise.size(),
            MeasureDraft::Distinct { .. } | MeasureDraft::Common { .. } | MeasureDraft::Extreme { .. } => 0,
        }
    }
}
