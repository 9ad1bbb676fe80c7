//! Conditions about what is printed on the card that is asked about and on one other, such as the top of a pile.

use super::*;
use std::cell::RefCell;

/// With more card types than this, asking about every two of them takes too long.
const MOST_TYPES: usize = 128;

impl Asking<'_> {
    /// A condition about the card and one other card, which is the same whatever card is asked about.
    pub(super) fn beside(&self, node: NodeId) -> Option<Draft> {
        let n = self.hir.cards.types.len();
        if n > MOST_TYPES || !self.depends(node) {
            return None;
        }
        let other = self.only_other_card(node)?;
        let row = |ty| {
            let type_of = |own, of| match self.is_card(of) {
                true => Some(own),
                false => self.hir.tree.alike(of, other).then_some(ty),
            };
            let mut row = TypeSet::empty(n);
            for own in 0..n {
                match tabulate::worked_out(self.hir, node, &|of| type_of(own, of))? {
                    Value::Bool(true) => row.insert(own),
                    Value::Bool(false) => {}
                    _ => return None,
                }
            }
            Some(row)
        };
        Some(Draft::Beside {
            card: self.value(other)?,
            relation: (0..n).map(row).collect::<Option<_>>()?,
        })
    }

    /// The card whose attributes a condition reads beside those of the card that is asked about, if it is only one.
    fn only_other_card(&self, node: NodeId) -> Option<NodeId> {
        let others = RefCell::new(Vec::new());
        self.hir.tree.any(node, |kind| {
            if let NodeKind::Attribute(of, _) = kind
                && !self.is_card(*of)
            {
                others.borrow_mut().push(*of);
            }
            false
        });
        let others = others.into_inner();
        let (first, more) = others.split_first()?;
        let is_one = more.iter().all(|of| self.hir.tree.alike(*first, *of));
        (is_one && self.fixed(*first)).then_some(*first)
    }
}
