//! What triggers do: on lines of their own, which name the card or the rule whose doing it is.

use super::Teller;
use crate::ids::{Seat, StrId};
use crate::language::Sentence;
use crate::story::lines::Lines;
use crate::story::phrase::{Place, SentenceBuilder};
use crate::story::{LineKind, Part};
use crate::view::{CardSeen, Slot};

/// The triggers that do what is being told, the outermost first.
#[derive(Default)]
pub(super) struct Running(Vec<Introduced>);

/// How the lines of a trigger begin.
struct Introduced {
    actor: Option<Seat>,
    /// The card whose rule it is, and where it lay when the trigger began.
    carrier: Option<(Slot, CardSeen)>,
    head: Vec<Part>,
}

impl Running {
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether the line that is being told has just named this card, as that of a trigger.
    pub(super) fn has_named(&self, lines: &Lines, slot: Slot, card: CardSeen) -> bool {
        let carrier = self.0.last().and_then(|trigger| trigger.carrier);
        carrier == Some((slot, card)) && lines.introduces()
    }

    /// Begins a line for what the innermost trigger does, or what was interrupted by triggers and goes on.
    fn introduce(&self, lines: &mut Lines) {
        match self.0.last() {
            Some(Introduced { actor, head, .. }) => {
                lines.introduction(LineKind::Note, *actor, head.clone());
            }
            None => lines.introduction(LineKind::Note, None, Vec::new()),
        }
    }
}

impl Teller<'_, '_> {
    pub(super) fn trigger_began(&mut self, slot: Option<Slot>, card: Option<CardSeen>, label: Option<StrId>) {
        let carrier = slot.zip(card);
        let card = card.map(|card| self.names.cards(&[card], 1));
        let label = label.map(|label| self.names.words.text(label));
        let (sentence, mut places) = match (card, label) {
            (Some(card), Some(label)) => (
                Sentence::ReactsNamed,
                vec![Place::Parts(card), Place::Text(label)],
            ),
            (Some(card), None) => (Sentence::Reacts, vec![Place::Parts(card)]),
            (None, label) => (Sentence::Introduces, vec![Place::Text(label.unwrap_or_default())]),
        };
        let head = SentenceBuilder::sentence(self.names, sentence, &mut places);
        let actor = slot.and_then(|slot| self.names.owner(slot.zone));
        self.triggers.0.push(Introduced { actor, carrier, head });
        self.triggers.introduce(&mut self.lines);
    }

    pub(super) fn trigger_ended(&mut self) {
        self.triggers.0.pop();
        self.triggers.introduce(&mut self.lines);
    }

    /// A question that a trigger asks. Those of actions are told with the action.
    pub(super) fn asked(&mut self, seat: Seat) {
        if self.triggers.is_empty() {
            return;
        }
        let parts = SentenceBuilder::sentence(self.names, Sentence::IsAsked, &mut [Place::Seat(seat)]);
        self.lines.detail(parts);
    }
}
