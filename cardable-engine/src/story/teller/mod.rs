//! From what a viewer saw happen to lines.

mod cards;
mod choices;
mod data;
mod states;
mod triggers;

use super::lines::Lines;
use super::moves::{Item, items};
use super::names::Names;
use super::parts::{Happened, Line, LineKind, Part};
use super::phrase::{Place, SentenceBuilder};
use crate::ids::{Seat, ZoneId};
use crate::language::Sentence;
use crate::program::MessagePlace;
use crate::view::{Datum, ViewEvent};
use triggers::Running;

pub(super) fn tell(names: Names<'_>, happened: Happened<'_>) -> Vec<Line> {
    let items = items(names.words.program, happened.events);
    let said = happened.events.iter().flat_map(|event| match event {
        ViewEvent::Said { tokens, .. } => tokens.iter(),
        _ => [].iter(),
    });
    let used = happened.events.iter().flat_map(|event| match event {
        ViewEvent::Moved { from, to, .. } => vec![from.zone, to.zone],
        _ => Vec::new(),
    });
    let mut teller = Teller {
        said: said.cloned().collect(),
        used: used.collect(),
        told: vec![false; items.len()],
        names: &names,
        items: &items,
        happened,
        lines: Lines::default(),
        late: happened.timed_out,
        actor: None,
        speaks: false,
        is_said: false,
        is_dealt: false,
        triggers: Running::default(),
    };
    for at in 0..items.len() {
        teller.item(at);
    }
    teller.state_data();
    teller.finish()
}

struct Teller<'s, 'a> {
    names: &'s Names<'a>,
    items: &'s [Item<'s>],
    /// Which items were told before their turn.
    told: Vec<bool>,
    happened: Happened<'s>,
    lines: Lines,
    /// The seat that did not choose in time, until a line has said so.
    late: Option<Seat>,
    /// Whose action is being told.
    actor: Option<Seat>,
    /// Whether a phrase of the rules tells that action: what data it sets is the phrase's to tell.
    speaks: bool,
    /// Whether the rules have just said what happens by itself: the moves that follow are meant.
    is_said: bool,
    is_dealt: bool,
    triggers: Running,
    /// The zones that cards came to or left: that they opened or closed for it is not told.
    used: Vec<ZoneId>,
    /// The values that the rules have said in words: they are not told once more.
    said: Vec<Datum>,
}

impl Teller<'_, '_> {
    /// Whether the line that is being told has said whose action it is, so that `their` is clear.
    fn names_actor(&self) -> bool {
        self.lines.names_actor(|zone| self.names.owner(zone))
    }

    /// A sentence that is about nothing else.
    fn said(&self, sentence: Sentence) -> Vec<Part> {
        vec![Part::Text(self.names.language().words(sentence).to_owned())]
    }

    /// Something a seat does that says it all.
    fn did(&mut self, seat: Seat, what: Sentence) {
        self.does(seat, what, &mut [Place::Seat(seat)]);
    }

    fn finish(mut self) -> Vec<Line> {
        let late = self.late.take();
        let untold = late.map(|seat| Line {
            kind: LineKind::Note,
            actor: Some(seat),
            parts: self.time_was_up(seat),
        });
        untold.into_iter().chain(self.lines.finish()).collect()
    }

    fn item(&mut self, at: usize) {
        if self.told.get(at).copied().unwrap_or(true) {
            return;
        }
        match self.items.get(at) {
            None => {}
            Some(Item::Moves(ways)) => self.moved(at, ways),
            Some(Item::Shown(zone, cards)) => self.shown(*zone, cards),
            Some(Item::Turned { zone, cards, up }) => self.turned(*zone, cards, *up),
            Some(Item::Event(event)) => self.event(at, event),
        }
    }

    fn event(&mut self, at: usize, event: &ViewEvent) {
        match event {
            ViewEvent::Acted { seat, action } => self.acted(at, *seat, *action, None),
            ViewEvent::Answered { seat, answer, action } => self.answered(at, *seat, answer, *action),
            // The rules have told it.
            ViewEvent::DeckTaken { .. } if self.is_said => {}
            ViewEvent::Shuffled { zone } => self.of_zone(*zone, Sentence::Shuffled),
            // A phrase that tells of it, or cards that came or left.
            ViewEvent::Opened { zone } | ViewEvent::Closed { zone }
                if self.speaks || self.used.contains(zone) => {}
            ViewEvent::Opened { zone } => self.of_zone(*zone, Sentence::Opened),
            ViewEvent::Closed { zone } => self.of_zone(*zone, Sentence::Closed),
            ViewEvent::Designated {
                zone,
                designation,
                on,
            } => self.designated(*zone, *designation, *on),
            ViewEvent::DeckTaken { deck, seat } => {
                let deck = self.names.value(&Datum::Deck(*deck));
                self.does(
                    *seat,
                    Sentence::TakesDeck,
                    &mut [Place::Seat(*seat), Place::Part(deck)],
                );
            }
            ViewEvent::Data { at: of, value } => self.data(at, *of, value),
            ViewEvent::CardData {
                slot,
                card,
                item,
                value,
            } => self.card_data(*slot, *card, *item, value),
            ViewEvent::Entered { state, .. } => self.entered(*state),
            ViewEvent::TurnSkipped { seat } => self.did(*seat, Sentence::CanDoNothing),
            ViewEvent::Passed { seat } if self.actor == Some(*seat) => {}
            ViewEvent::Passed { seat } => self.did(*seat, Sentence::Passes),
            ViewEvent::Committed { seat } if self.names.own == Some(*seat) => {}
            ViewEvent::Committed { seat } => self.did(*seat, Sentence::HasChosen),
            ViewEvent::Voted { seat, action } => match action {
                Some(action) => {
                    let label = self.names.words.action_label(*action).unwrap_or_default();
                    self.does(
                        *seat,
                        Sentence::VotesFor,
                        &mut [Place::Seat(*seat), Place::Text(label)],
                    );
                }
                None => self.did(*seat, Sentence::Abstains),
            },
            ViewEvent::Cancelled { seat } => self.did(*seat, Sentence::IsInterrupted),
            ViewEvent::StepSkipped { seat, action } => {
                let label = self.names.words.action_label(*action).unwrap_or_default();
                let mut places = [Place::Seat(*seat), Place::Text(label)];
                let parts = SentenceBuilder::sentence(self.names, Sentence::BecameImpossible, &mut places);
                self.lines.line(LineKind::Note, Some(*seat), parts);
            }
            ViewEvent::Dismissed { seat } => self.did(*seat, Sentence::IsOut),
            ViewEvent::Recalled { seat } => self.did(*seat, Sentence::IsBack),
            ViewEvent::Said { place, text, tokens } => {
                let mut sentence = SentenceBuilder::new(self.names);
                sentence.filled(self.names.words.text(*text), tokens);
                let parts = sentence.parts;
                let kind = match place {
                    MessagePlace::Summary => LineKind::Summary,
                    MessagePlace::CenterScreen
                    | MessagePlace::TopCenterScreen
                    | MessagePlace::BottomCenterScreen
                    | MessagePlace::Log => LineKind::Said,
                };
                self.is_said |= matches!(place, MessagePlace::Log | MessagePlace::Summary);
                if !parts.is_empty() {
                    self.lines.closed(kind, None, parts);
                }
            }
            ViewEvent::TriggerBegan { slot, card, label } => self.trigger_began(*slot, *card, *label),
            ViewEvent::Asked { seat } => self.asked(*seat),
            ViewEvent::TriggerEnded => self.trigger_ended(),
            ViewEvent::Over => {
                self.actor = None;
                let said = self.said(Sentence::GameIsOver);
                self.lines.closed(LineKind::End, None, said);
            }
            ViewEvent::Rewound => {
                let said = self.said(Sentence::TakenBack);
                self.lines.closed(LineKind::Note, None, said);
            }
            // For clients that keep selections and parts of an interface, or shown by the table.
            ViewEvent::Hint { .. }
            | ViewEvent::Moved { .. }
            | ViewEvent::Turned { .. }
            | ViewEvent::Shown { .. }
            | ViewEvent::Regarded { .. }
            | ViewEvent::Arranged { .. }
            | ViewEvent::Turn { .. }
            | ViewEvent::Status { .. } => {}
        }
    }
}
