//! How much a ruleset may hold: what it declares has numbers that instructions have room for.

use super::Builder;
use crate::diag::{Code as Problem, Diagnostic};
use crate::source::{FileId, Span};
use cardable_engine::program::op::Operand;

/// The most of what instructions name in place: constants, items of data, options, zones of a seat.
pub(crate) const IN_PLACE: usize = Operand::LIMIT as usize;
/// The most of what else has a number: states, actions, card types and so on.
const NUMBERED: usize = u16::MAX as usize;

impl Builder {
    /// Says what there is more of than a ruleset may have. Nothing else is worked out then: numbers would
    /// mean something else than what was written.
    pub(super) fn check_sizes(&mut self) -> bool {
        let start = self.state_spans.first().copied();
        let state = |at: usize| self.state_spans.get(at).copied().or(start);
        let in_state = self.states.iter().map(|s| s.data.len()).max().unwrap_or(0);
        let one_state = self.actions.get(NUMBERED).and_then(|a| state(a.state.index()));
        let kinds: [(&'static str, usize, usize, Option<Span>); 11] = [
            ("states", self.states.len(), NUMBERED, state(NUMBERED)),
            ("actions", self.actions.len(), NUMBERED, one_state.or(start)),
            ("items of shared data", self.globals.len(), IN_PLACE, start),
            ("items of a seat's data", self.seat_data.len(), IN_PLACE, start),
            ("items of a state's data", in_state, IN_PLACE, start),
            ("options", self.settings.len(), IN_PLACE, start),
            ("zones of a seat", self.zones.seat.len(), IN_PLACE, start),
            ("shared zones", self.zones.shared.len(), IN_PLACE, start),
            ("kinds of cards", self.types.len(), NUMBERED, start),
            ("attributes of cards", self.attributes.len(), NUMBERED, start),
            ("decks", self.decks.len(), NUMBERED, start),
        ];
        let mut fits = true;
        for (what, found, limit, span) in kinds {
            if found > limit {
                fits = false;
                self.too_many(what, limit, span);
            }
        }
        fits && self.told_sizes.is_empty()
    }

    /// Says that there is too much of something, once.
    #[cold]
    pub(crate) fn too_many(&mut self, what: &'static str, limit: usize, span: Option<Span>) {
        if self.told_sizes.insert(what) {
            let span = span.unwrap_or(Span::whole_file(FileId::FIRST));
            let message = format!("the ruleset has more than {limit} {what}");
            let help = "write what repeats once, with data or parameters for what differs";
            self.diags.push(
                Diagnostic::error(Problem::TooComplex, span, message).maybe_help(Some(help.to_owned())),
            );
        }
    }
}
