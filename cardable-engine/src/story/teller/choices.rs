//! What seats do: their actions and answers.

use super::Teller;
use crate::ids::{ActionId, Seat, StateId};
use crate::language::Sentence;
use crate::program::PhraseData;
use crate::story::joined::push_text;
use crate::story::moves::{Item, Way, dealt_to};
use crate::story::phrase::{Place, SentenceBuilder};
use crate::story::{LineKind, Part, capital};
use crate::view::{DataRef, Datum, SceneSeen, ViewEvent};
use std::ops::Range;

impl<'s, 'a> Teller<'s, 'a> {
    /// How a line about what a seat does begins: of a seat that did not choose in time, with that.
    fn begin(&mut self, seat: Seat) -> Vec<Part> {
        match self.late.take_if(|late| *late == seat) {
            Some(_) => {
                let mut parts = self.time_was_up(seat);
                push_text(&mut parts, ": ");
                parts
            }
            None => Vec::new(),
        }
    }

    /// `Your time was up, so the table chose`, with a capital, for it begins a line.
    pub(super) fn time_was_up(&self, seat: Seat) -> Vec<Part> {
        let mut places = [Place::Seat(seat)];
        let mut parts = SentenceBuilder::sentence(self.names, Sentence::TimeWasUp, &mut places);
        if let Some(first) = parts.first_mut() {
            *first.text_mut() = capital(first.text());
        }
        parts
    }

    /// A sentence of what a seat does.
    fn sentence(&mut self, seat: Seat) -> SentenceBuilder<'s, 'a> {
        let mut sentence = SentenceBuilder::new(self.names);
        sentence.parts = self.begin(seat);
        sentence
    }

    /// Something a seat does: `You pass`, `Grace passes`.
    pub(super) fn does(&mut self, seat: Seat, what: Sentence, places: &mut [Place<'_>]) {
        let mut sentence = self.sentence(seat);
        sentence.say(what, places);
        self.lines.line(LineKind::Choice, Some(seat), sentence.parts);
    }

    /// Something a seat does that only its consequences tell.
    fn introduced(&mut self, seat: Seat) {
        if self.late.take_if(|late| *late == seat).is_some() {
            let head = self.time_was_up(seat);
            return self.lines.line(LineKind::Choice, Some(seat), head);
        }
        let mut places = [Place::Seat(seat)];
        let head = SentenceBuilder::sentence(self.names, Sentence::Introduces, &mut places);
        self.lines.introduction(LineKind::Choice, Some(seat), head);
    }

    /// The items that belong to what began at one: up to the next thing that somebody does, the next
    /// state, or a deal.
    fn belonging(&self, at: usize) -> Range<usize> {
        let behind = self.items.iter().skip(at + 1);
        let ends = |item: &Item<'_>| match item {
            Item::Moves(ways) => dealt_to(self.names.words.program, ways).is_some(),
            Item::Shown(..) | Item::Turned { .. } => false,
            Item::Event(event) => matches!(
                event,
                ViewEvent::Acted { .. }
                    | ViewEvent::Answered { .. }
                    | ViewEvent::Entered { .. }
                    | ViewEvent::Over
            ),
        };
        let n = behind.take_while(|item| !ends(item)).count();
        at + 1..at + 1 + n
    }

    /// The first cards that an action moves, from wherever they come to that place, or else turns; and the items
    /// that tell it.
    fn first_way(&self, belonging: Range<usize>) -> Option<(Range<usize>, Way)> {
        let untold = |at: &usize| !self.told.get(*at).copied().unwrap_or(true);
        let moves = |at: usize| match self.items.get(at) {
            Some(Item::Moves(ways)) => Some(ways),
            _ => None,
        };
        let first = belonging.clone().find(|at| untold(at) && moves(*at).is_some());
        let Some(first) = first else {
            return belonging.filter(untold).find_map(|at| match self.items.get(at) {
                Some(Item::Turned { zone, cards, .. }) => Some((at..at + 1, Way::within(*zone, cards))),
                _ => None,
            });
        };
        let mut all = together(moves(first)?);
        let same = |at: &usize| moves(*at).is_some_and(|ways| ways.iter().all(|way| way.to == all.to));
        let n = (first + 1..belonging.end)
            .take_while(|at| untold(at) && same(at))
            .count();
        for ways in (first + 1..first + 1 + n).filter_map(moves) {
            all.add(&together(ways));
        }
        Some((first..first + 1 + n, all))
    }

    pub(super) fn mark_told(&mut self, items: Range<usize>) {
        if let Some(told) = self.told.get_mut(items) {
            told.fill(true);
        }
    }

    /// Tells an action that begins at an item, or goes on there with an answer.
    pub(super) fn acted(&mut self, at: usize, seat: Seat, action: ActionId, answer: Option<&Datum>) {
        self.actor = Some(seat);
        self.is_said = false;
        let names = self.names;
        let Some(def) = names.words.program.actions.get(action.index()) else {
            return;
        };
        let belonging = self.belonging(at);
        let way = self.first_way(belonging.clone());
        // An action that asks something is told when it is known what it does.
        let asks = self
            .items
            .iter()
            .skip(at)
            .any(|item| matches!(item, Item::Event(ViewEvent::Asked { seat: asked }) if *asked == seat));
        let phrase = names.words.program.phrase(names.words.language, action);
        let Some(phrase) = phrase else {
            return match answer {
                Some(answer) => self.chose(seat, answer),
                None => self.labelled(seat, action, way),
            };
        };
        self.speaks = true;
        let is_ready = match (phrase.tells_data(), phrase.tells_moves()) {
            (true, _) => !asks,
            (false, true) => way.is_some() || (answer.is_none() && !asks),
            (false, false) => answer.is_none(),
        };
        if !is_ready {
            // A phrase that tells data comes with the last answer, and an empty one leaves all to messages.
            let tells_more = phrase.tells_data() || phrase.parts.is_empty();
            return match answer.filter(|_| !tells_more) {
                Some(answer) => self.chose(seat, answer),
                None => self.introduced(seat),
            };
        }
        if phrase.parts.is_empty() {
            return match self.late == Some(seat) {
                true => self.introduced(seat),
                false => self.lines.introduction(LineKind::Choice, Some(seat), Vec::new()),
            };
        }
        let way = way.filter(|_| phrase.tells_moves());
        let state = def.state;
        let mut sentence = self.sentence(seat);
        let data = |at| self.datum(belonging.clone(), seat, state, at);
        sentence.phrase(phrase, seat, way.as_ref().map(|(_, way)| way), data);
        let parts = sentence.parts;
        if let Some((items, _)) = way {
            self.mark_told(items);
        }
        self.lines.line(LineKind::Choice, Some(seat), parts);
    }

    /// An action without a phrase: what its label says, and the cards that it moves.
    fn labelled(&mut self, seat: Seat, action: ActionId, way: Option<(Range<usize>, Way)>) {
        let names = self.names;
        let label = names.words.action_label(action).unwrap_or_default();
        let is_own = names.own == Some(seat);
        let deed = names.language().grammar().deed(label, is_own);
        let def = names.words.program.actions.get(action.index());
        let is_picked = def.is_some_and(|def| def.pick.is_some());
        // Only what goes from or to the actor is told as the actor's doing.
        let way = way.filter(|(_, way)| {
            let owner = |zone| names.owner(zone);
            let comes = owner(way.to) == Some(seat);
            let leaves = way.from.len() == 1 && way.from.iter().all(|from| owner(*from) == Some(seat));
            comes || leaves && (is_picked || deed.as_ref().is_none_or(|deed| deed.takes_cards))
        });
        let mut sentence = self.sentence(seat);
        let (items, way) = way.unzip();
        let most = if is_own { usize::MAX } else { names.most };
        let mut cards = way.as_ref().map(|way| names.cards(&way.cards, most));
        match deed {
            Some(deed) => {
                sentence.seat(seat);
                sentence.words(&format!(" {}", deed.verb));
                let moved = cards.take_if(|_| deed.stands_for_cards);
                match moved {
                    Some(cards) => {
                        sentence.words(" ");
                        cards.into_iter().for_each(|card| sentence.part(card));
                    }
                    None if deed.object.is_empty() => {}
                    None => sentence.words(&format!(" {}", deed.object)),
                }
                if !deed.particle.is_empty() {
                    sentence.words(&format!(" {}", deed.particle));
                }
            }
            None => sentence.say(
                Sentence::ChoosesLabel,
                &mut [Place::Seat(seat), Place::Text(label)],
            ),
        }
        if let Some(cards) = cards {
            sentence.say(Sentence::WithCards, &mut [Place::Parts(cards)]);
        }
        if let Some(way) = way {
            let owner = |zone| names.owner(zone);
            if owner(way.to) == Some(seat) && way.from.iter().all(|from| owner(*from) != Some(seat)) {
                sentence.say_from(&way.from, seat);
            } else {
                sentence.say_to(way.to, seat);
            }
        }
        if let Some(items) = items {
            self.mark_told(items);
        }
        self.lines.line(LineKind::Choice, Some(seat), sentence.parts);
    }

    /// An item of data as it was when an action was done: what the action set, else how it stood.
    fn datum(&self, belonging: Range<usize>, actor: Seat, state: StateId, at: PhraseData) -> Datum {
        let view = self.happened.view;
        let (wanted, now) = match at {
            PhraseData::Global(at) => (DataRef::Global(at), view.global(at)),
            PhraseData::Player(at) => (DataRef::Seat(actor, at), view.seat_datum(actor, at)),
            PhraseData::State(at) => {
                let of = |scenes: &[SceneSeen]| {
                    let scene = scenes.iter().find(|scene| scene.state == state);
                    scene.and_then(|scene| scene.data.get(usize::from(at)).cloned())
                };
                let before = || of(&self.happened.before?.scenes);
                return of(&view.status.scenes).or_else(before).unwrap_or_default();
            }
        };
        let set = self.items.get(belonging).unwrap_or_default().iter().rev();
        let set = set.into_iter().find_map(|item| match item {
            Item::Event(ViewEvent::Data { at, value }) if *at == wanted => Some(value),
            _ => None,
        });
        set.or(now).cloned().unwrap_or_default()
    }

    pub(super) fn answered(&mut self, at: usize, seat: Seat, answer: &Datum, action: Option<ActionId>) {
        match action {
            Some(action) => self.acted(at, seat, action, Some(answer)),
            None => {
                self.actor = Some(seat);
                self.chose(seat, answer);
            }
        }
    }

    /// An answer that nothing else tells.
    fn chose(&mut self, seat: Seat, answer: &Datum) {
        if !answer.tells_something() || self.said.contains(answer) {
            // What follows says itself who does it.
            return match self.late == Some(seat) {
                true => self.introduced(seat),
                false => self.lines.introduction(LineKind::Choice, Some(seat), Vec::new()),
            };
        }
        let mut sentence = self.sentence(seat);
        let answer = self.names.value(answer);
        sentence.say(Sentence::Chooses, &mut [Place::Seat(seat), Place::Part(answer)]);
        self.lines.line(LineKind::Choice, Some(seat), sentence.parts);
    }
}

/// All cards of several ways as one.
fn together(ways: &[Way]) -> Way {
    let mut all = Way {
        from: Vec::new(),
        to: ways.first().map_or(crate::ids::ZoneId(0), |way| way.to),
        cards: Vec::new(),
    };
    ways.iter().for_each(|way| all.add(way));
    all
}
