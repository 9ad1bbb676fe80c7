//! Which predicates ask about picked cards.

use super::predicate::{Expr, Measure, Number, Predicate};

/// The measures of a program that read the cards that are picked.
#[derive(Default)]
pub(super) struct OfPicked(Vec<bool>);

impl OfPicked {
    pub(super) fn among(measures: &[Measure]) -> OfPicked {
        let mut known = OfPicked(vec![false; measures.len()]);
        // A measure may take others that stand anywhere: what was found out is looked at until nothing is added.
        let mut added = true;
        while added {
            added = false;
            for (at, measure) in measures.iter().enumerate() {
                if !known.0[at] && known.measure(measure) {
                    known.0[at] = true;
                    added = true;
                }
            }
        }
        known
    }

    fn measure(&self, measure: &Measure) -> bool {
        match measure {
            Measure::Count { cards, passing } | Measure::Sum { cards, passing, .. } => {
                self.expr(cards) || self.predicate(passing)
            }
            Measure::Distinct { cards, .. }
            | Measure::Common { cards, .. }
            | Measure::Extreme { cards, .. } => self.expr(cards),
            Measure::Holds(predicate) => self.predicate(predicate),
            Measure::Items { items, passing, .. } => self.expr(items) || self.predicate(passing),
            Measure::Binary { a, b, .. } => self.expr(a) || self.expr(b),
            Measure::If {
                when,
                then,
                otherwise,
            } => self.predicate(when) || self.expr(then) || self.expr(otherwise),
        }
    }

    /// Whether a predicate reads them.
    pub(super) fn predicate(&self, predicate: &Predicate) -> bool {
        match predicate {
            Predicate::Types(_) => false,
            Predicate::Having { value: expr, .. }
            | Predicate::HavingAny { values: expr, .. }
            | Predicate::Is(expr)
            | Predicate::Compare { value: expr, .. }
            | Predicate::When(expr)
            | Predicate::Number { value: expr, .. }
            | Predicate::Same { cards: expr, .. }
            | Predicate::Run { cards: expr, .. }
            | Predicate::Seen { cards: expr }
            | Predicate::Beside { card: expr, .. }
            | Predicate::SameWith { cards: expr, .. }
            | Predicate::RunWith { cards: expr, .. } => self.expr(expr),
            Predicate::Holds { a, b, .. } => self.expr(a) || self.expr(b),
            Predicate::Not(inner) => self.predicate(inner),
            Predicate::All(parts) | Predicate::Any(parts) => parts.iter().any(|part| self.predicate(part)),
            Predicate::If {
                when,
                then,
                otherwise,
            } => [when, then, otherwise].iter().any(|part| self.predicate(part)),
            Predicate::Count {
                cards,
                passing,
                number,
            } => self.expr(cards) || self.predicate(passing) || self.number(number),
            Predicate::Related { cards, number, .. } => self.expr(cards) || self.number(number),
            Predicate::Each { items, passing, .. } => self.expr(items) || self.predicate(passing),
        }
    }

    fn number(&self, number: &Number) -> bool {
        self.expr(&number.value)
    }

    fn expr(&self, expr: &Expr) -> bool {
        match expr {
            Expr::Picked => true,
            Expr::Measure(at) => self.0.get(usize::from(*at)).copied().unwrap_or(false),
            Expr::At(_)
            | Expr::Global(_)
            | Expr::ZoneLength(_)
            | Expr::Top(_)
            | Expr::TopAttribute { .. }
            | Expr::Attribute { .. }
            | Expr::Length(_)
            | Expr::SeatZone { .. }
            | Expr::SeatLength { .. }
            | Expr::SeatData { .. }
            | Expr::Everyone
            | Expr::Before(_)
            | Expr::Seats
            | Expr::Call { .. }
            | Expr::Code(_) => false,
        }
    }
}
