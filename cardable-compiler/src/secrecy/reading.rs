//! Who reads a value, and what names stand for where he does.

use crate::hir::{Eyes, LocalKind, NodeId, Scope};

/// Somebody who reads a value.
#[derive(Clone, Debug)]
pub(super) struct Reading<'s> {
    pub(super) scope: &'s Scope,
    pub(super) eyes: Eyes,
    /// Whether whoever reads sees what is picked: of a candidate that is not seen
    /// nothing is asked.
    pub(super) sees_picked: bool,
    /// Whether what is on the backs of picked cards is known though they are not seen: of each back, a card stands in for all
    /// with it, unless a condition reads more of them.
    pub(super) picks_by_back: bool,
    /// Whether the value stands elsewhere too, so that it is not to be changed.
    pub(super) shared: bool,
    /// Whether a condition holds that depends on what whoever reads does not see: where what follows from it
    /// is turned round, so that in the end nothing holds that is not known to.
    pub(super) unseen_holds: bool,
    /// What steps put into the action's data.
    put: &'s [(u16, NodeId)],
    /// Cards that steps before have laid where everybody sees them: how they were found tells nothing more.
    laid_open: &'s [u16],
    /// The names that led here.
    followed: Vec<u16>,
}

impl<'s> Reading<'s> {
    /// The acting seat reads before it acts.
    pub(super) fn of(scope: &'s Scope) -> Reading<'s> {
        Reading {
            scope,
            eyes: Eyes::Acting,
            sees_picked: true,
            picks_by_back: true,
            shared: false,
            unseen_holds: false,
            put: &[],
            laid_open: &[],
            followed: Vec::new(),
        }
    }

    pub(super) fn by(self, eyes: Eyes) -> Reading<'s> {
        let sees_picked = self.sees_picked && eyes == Eyes::Acting;
        Reading {
            eyes,
            sees_picked,
            ..self
        }
    }

    pub(super) fn of_picked(self, picks_by_back: bool) -> Reading<'s> {
        Reading {
            picks_by_back,
            ..self
        }
    }

    /// Something is read while the steps of an action are done.
    pub(super) fn in_steps(self, put: &'s [(u16, NodeId)]) -> Reading<'s> {
        Reading {
            put,
            sees_picked: false,
            ..self
        }
    }

    /// The same after cards were laid open.
    pub(super) fn after(self, laid_open: &'s [u16]) -> Reading<'s> {
        Reading { laid_open, ..self }
    }

    /// Everybody sees what follows from a value.
    pub(super) fn seeing_what_follows(self, picked_is_shown: bool) -> Reading<'s> {
        Reading {
            eyes: Eyes::Everybody,
            sees_picked: picked_is_shown,
            ..self
        }
    }

    /// The same of the opposite of what is read.
    pub(super) fn turned_round(&self) -> Reading<'s> {
        self.of_items(!self.unseen_holds)
    }

    /// The same of a condition on items that holds or does not where it depends on what is not seen.
    pub(super) fn of_items(&self, unseen_holds: bool) -> Reading<'s> {
        Reading {
            unseen_holds,
            ..self.clone()
        }
    }

    /// The same where a name is followed; nothing where that leads round.
    pub(super) fn following(&self, local: u16) -> Option<Reading<'s>> {
        if self.followed.contains(&local) {
            return None;
        }
        let mut inner = self.clone();
        inner.followed.push(local);
        inner.shared = true;
        Some(inner)
    }

    /// The values that a name may stand for, and how they are read.
    pub(super) fn stands_for(&self, local: u16) -> Option<(Reading<'s>, Vec<NodeId>)> {
        if self.laid_open.contains(&local) {
            return None;
        }
        let values: Vec<NodeId> = match self.scope.action.locals.get(usize::from(local))?.kind {
            LocalKind::Given(_) => return None,
            LocalKind::Param(given) => vec![given],
            LocalKind::Data(first) => {
                let put = self.put.iter().filter(|(to, _)| *to == local);
                first.into_iter().chain(put.map(|(_, value)| *value)).collect()
            }
        };
        Some((self.following(local)?, values))
    }
}
