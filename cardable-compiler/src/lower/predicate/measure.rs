//! Values that predicates compare, worked out from cards.

use super::*;

impl Asking<'_> {
    /// Cards that a question is about: of a zone or a list that is the same whatever the card, or those that are
    /// picked.
    pub(super) fn cards(&self, node: NodeId) -> Option<Wanted> {
        if self.picked.as_ref() == Some(&self.hir.tree.get(node).kind) {
            return Some(Wanted::Picked);
        }
        if !tabulate::holds_cards(self.hir, node) {
            return None;
        }
        match self.extreme(node, None) {
            Some(card) => Some(Wanted::Measure(Box::new(card))),
            None => self.fixed(node).then_some(Wanted::Node(node)),
        }
    }

    /// A value that does not depend on the card.
    pub(super) fn value(&self, node: NodeId) -> Option<Wanted> {
        if self.depends(node) {
            return None;
        }
        match self.measure(node) {
            Some(measure) => Some(Wanted::Measure(Box::new(measure))),
            None => self.fixed(node).then_some(Wanted::Node(node)),
        }
    }

    fn measure(&self, node: NodeId) -> Option<MeasureDraft> {
        match &self.hir.tree.get(node).kind {
            NodeKind::Query {
                query: Query::Count,
                over,
                function,
            } => match self.passing(*over, *function, NumberDraft::none(), false)? {
                Draft::Count { cards, passing, .. } => Some(MeasureDraft::Count {
                    cards,
                    passing: *passing,
                }),
                _ => None,
            },
            NodeKind::Query {
                query: Query::Sum,
                over,
                function,
            } => {
                let NodeKind::Function { param, body } = self.hir.tree.get(*function).kind else {
                    return None;
                };
                let (body, seen) = match self.of_seen(param, body) {
                    Some(body) => (body, true),
                    None => (body, false),
                };
                let table = tabulate::tabulated(self.hir, body, &[NodeKind::Bound(param)])?;
                let number =
                    |value: &Value| matches!(value, Value::Nothing | Value::Int(_) | Value::Float(_));
                let (cards, passing) = self.filtered(*over)?;
                table.iter().all(number).then_some(MeasureDraft::Sum {
                    cards,
                    passing,
                    table,
                    seen,
                })
            }
            NodeKind::Attribute(card, attribute) => self.extreme(*card, Some(*attribute)),
            NodeKind::Call(primitive, _)
                if matches!(primitive.properties.asks, Asks::Largest | Asks::Smallest) =>
            {
                self.extreme(node, None)
            }
            NodeKind::Call(primitive, args) => self.measure_of_call(primitive.properties.asks, args),
            // Other values are run as code at once.
            NodeKind::Form(form, args) if self.reads_picked(node) => {
                let op = match form {
                    Form::Add => BinaryOp::Add,
                    Form::Multiply => BinaryOp::Mul,
                    Form::Subtract => BinaryOp::Sub,
                    Form::Divide => BinaryOp::Div,
                    Form::Remainder => BinaryOp::Rem,
                    Form::If => {
                        let [when, then, otherwise] = args[..] else {
                            return None;
                        };
                        return Some(MeasureDraft::If {
                            when: self.predicate(when)?,
                            then: self.value(then)?,
                            otherwise: self.value(otherwise)?,
                        });
                    }
                    _ => return None,
                };
                let (first, rest) = args.split_first()?;
                let mut all = self.value(*first)?;
                for arg in rest {
                    let b = self.value(*arg)?;
                    all = Wanted::Measure(Box::new(MeasureDraft::Binary { op, a: all, b }));
                }
                match all {
                    Wanted::Measure(measure) => Some(*measure),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// What a function comes to for a card whose face is seen, where it is nothing for others.
    fn of_seen(&self, param: u32, body: NodeId) -> Option<NodeId> {
        let NodeKind::Form(Form::If, parts) = &self.hir.tree.get(body).kind else {
            return None;
        };
        let [when, then, otherwise] = parts[..] else {
            return None;
        };
        let card = self.argument_of(when, Asks::CardSeen, 0)?;
        let guards = self.hir.tree.get(card).kind == NodeKind::Bound(param)
            && self.argument_of(when, Asks::CardSeen, 1).is_none()
            && self.hir.tree.get(otherwise).kind == NodeKind::Const(Value::Nothing);
        guards.then_some(then)
    }

    /// The card with the largest or smallest number, or an attribute of it.
    pub(super) fn extreme(&self, card: NodeId, attribute: Option<u16>) -> Option<MeasureDraft> {
        let NodeKind::Call(primitive, args) = &self.hir.tree.get(card).kind else {
            return None;
        };
        let largest = match primitive.properties.asks {
            Asks::Largest => true,
            Asks::Smallest => false,
            _ => return None,
        };
        Some(MeasureDraft::Extreme {
            cards: self.cards(*args.first()?)?,
            by: number(self.hir, *args.get(1)?)?,
            largest,
            attribute,
        })
    }

    fn measure_of_call(&self, asks: Asks, args: &[NodeId]) -> Option<MeasureDraft> {
        let first = *args.first()?;
        match asks {
            Asks::Count => {
                let (cards, passing) = self.filtered(first)?;
                let having = self.having_all(args.get(1..)?)?;
                Some(MeasureDraft::Count {
                    cards,
                    passing: both(passing, having),
                })
            }
            Asks::Sum => {
                let (cards, passing) = self.filtered(first)?;
                let attribute = number(self.hir, *args.get(1)?)?;
                let table = self.hir.cards.attributes.get(usize::from(attribute))?.of.clone();
                let number =
                    |value: &Value| matches!(value, Value::Nothing | Value::Int(_) | Value::Float(_));
                table.iter().all(number).then_some(MeasureDraft::Sum {
                    cards,
                    passing,
                    table,
                    seen: false,
                })
            }
            Asks::Common => Some(MeasureDraft::Common {
                cards: self.cards(first)?,
                attribute: number(self.hir, *args.get(1)?)?,
            }),
            Asks::Length => {
                if let Some(cards) = self.cards(first)
                    && matches!(self.hir.tree.get(first).ty, Type::List(_))
                {
                    return Some(MeasureDraft::Count {
                        cards,
                        passing: Draft::All(Vec::new()),
                    });
                }
                let values = self.argument_of(first, Asks::Unique, 0)?;
                Some(MeasureDraft::Distinct {
                    cards: self.cards(self.argument_of(values, Asks::Values, 0)?)?,
                    attribute: number(self.hir, self.argument_of(values, Asks::Values, 1)?)?,
                })
            }
            _ => None,
        }
    }

    /// Cards, and which of them are meant.
    fn filtered(&self, node: NodeId) -> Option<(Wanted, Draft)> {
        if let NodeKind::Call(primitive, args) = &self.hir.tree.get(node).kind
            && primitive.properties.asks == Asks::Filter
        {
            let (cards, passing) = self.filtered(*args.first()?)?;
            return Some((cards, both(passing, self.having_all(args.get(1..)?)?)));
        }
        Some((self.cards(node)?, Draft::All(Vec::new())))
    }

    /// An argument of a call that asks for this.
    fn argument_of(&self, node: NodeId, asks: Asks, at: usize) -> Option<NodeId> {
        match &self.hir.tree.get(node).kind {
            NodeKind::Call(primitive, args) if primitive.properties.asks == asks => args.get(at).copied(),
            _ => None,
        }
    }
}

fn both(a: Draft, b: Draft) -> Draft {
    match (a, b) {
        (Draft::All(mut parts), Draft::All(more)) => {
            parts.extend(more);
            Draft::All(parts)
        }
        (a, b) => Draft::All(vec![a, b]),
    }
}

/// What a call asks of cards, where that is found without making lists.
pub(crate) fn found_at_once(hir: &Hir, node: NodeId) -> Option<MeasureDraft> {
    let asking = Asking::of_nothing(hir);
    if asking.does_more(node) {
        return None;
    }
    match hir.tree.get(node).ty {
        Type::BOOL => match asking.predicate(node)? {
            draft @ (Draft::Count { .. } | Draft::Same { .. } | Draft::Run { .. }) => {
                Some(MeasureDraft::Holds(draft))
            }
            _ => None,
        },
        _ => asking.measure(node),
    }
}

/// What a query finds out about items with a predicate that begins with what lies ready.
pub(crate) fn found_of_items(
    hir: &Hir,
    query: Query,
    over: NodeId,
    param: u32,
    body: NodeId,
) -> Option<MeasureDraft> {
    // What goes over items again stays a loop, so that it is seen that loops stand in loops.
    let goes_over_items = |kind: &NodeKind| match kind {
        NodeKind::Query { over, .. } => !tabulate::holds_cards(hir, *over),
        NodeKind::Over { .. } => true,
        _ => false,
    };
    let single = matches!(query, Query::Any | Query::All | Query::Count | Query::Filter);
    if !single || hir.tree.any(body, goes_over_items) {
        return None;
    }
    let passing = Asking::of_nothing(hir).predicate_of(body)?;
    lies_ready(hir, &passing).then_some(MeasureDraft::Items {
        query,
        items: Wanted::Node(over),
        param,
        passing,
    })
}
