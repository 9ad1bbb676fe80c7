//! How much a ruleset may hold: what it declares has numbers that instructions have room for.

use crate::hir::Hir;
use crate::text::diag::{Code as Problem, Diagnostics};
use crate::text::source::{FileId, Span};
use cardable_engine::program::op::Operand;
use std::collections::BTreeSet;

/// The most of what instructions name in place: constants, items of data, options, zones of a seat.
pub(crate) const IN_PLACE: usize = Operand::LIMIT as usize;
/// The most of what else has a number: states, actions, card types and so on.
const NUMBERED: usize = u16::MAX as usize;

/// What was said to be too many, each once.
#[derive(Debug, Default)]
pub(crate) struct Excess {
    told: BTreeSet<&'static str>,
}

impl Excess {
    /// Says that there is too much of something.
    #[cold]
    pub(crate) fn tell(
        &mut self,
        what: &'static str,
        limit: usize,
        span: Option<Span>,
        diags: &mut Diagnostics,
    ) {
        if self.told.insert(what) {
            diags.error(
                Problem::TooComplex,
                span.unwrap_or(Span::whole_file(FileId::FIRST)),
                format!("the ruleset has more than {limit} {what}"),
                "write what repeats once, with data or parameters for what differs",
            );
        }
    }
}

/// Says what a ruleset declares more of than it may, and whether there is nothing of which there is too
/// much. Where there is, numbers would mean something else than what was written.
pub(crate) fn fits(hir: &Hir, diags: &mut Diagnostics) -> bool {
    let mut excess = Excess::default();
    let start = hir.places.spans.first().copied();
    let state = |at: usize| hir.places.spans.get(at).copied().or(start);
    let in_state = hir.states.iter().map(|s| s.data.len()).max().unwrap_or(0);
    let one_state = hir.actions.get(NUMBERED).and_then(|a| state(a.state.index()));
    let kinds: [(&'static str, usize, usize, Option<Span>); 11] = [
        ("states", hir.states.len(), NUMBERED, state(NUMBERED)),
        ("actions", hir.actions.len(), NUMBERED, one_state.or(start)),
        ("items of shared data", hir.globals.len(), IN_PLACE, start),
        ("items of a seat's data", hir.seat_data.len(), IN_PLACE, start),
        ("items of a state's data", in_state, IN_PLACE, start),
        ("options", hir.settings.len(), IN_PLACE, start),
        ("zones of a seat", hir.zones.seat.len(), IN_PLACE, start),
        ("shared zones", hir.zones.shared.len(), IN_PLACE, start),
        ("kinds of cards", hir.cards.types.len(), NUMBERED, start),
        ("attributes of cards", hir.cards.attributes.len(), NUMBERED, start),
        ("decks", hir.cards.decks.len(), NUMBERED, start),
    ];
    for (what, found, limit, span) in kinds {
        if found > limit {
            excess.tell(what, limit, span, diags);
        }
    }
    excess.told.is_empty()
}
