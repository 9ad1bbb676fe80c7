//! From what a viewer saw happen to lines.

use super::data::is_told;
use super::moves::{Item, Way, dealt_to, items};
use super::names::{Names, words};
use super::phrase::{Sentence, push, push_text};
use super::{Happened, Line, LineKind, Part, capital};
use crate::ids::{ActionId, Seat, StateId, ZoneId};
use crate::program::{DataDef, MessagePlace, PhraseData, Shown, StateType};
use crate::value::Value;
use crate::view::{CardSeen, DataRef, Datum, SceneSeen, ViewEvent};

pub(super) fn tell(names: Names<'_>, happened: Happened<'_>) -> Vec<Line> {
    let items = items(names.rules, happened.events);
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
        lines: Vec::new(),
        actor: None,
        speaks: false,
        is_said: false,
        is_dealt: false,
    };
    if let Some(seat) = happened.timed_out {
        let mut parts = vec![names.whose(seat)];
        push_text(&mut parts, " time was up");
        teller.line(LineKind::Note, Some(seat), parts);
        teller.close();
    }
    for at in 0..items.len() {
        teller.item(at);
    }
    teller.state_data();
    teller.lines()
}

/// A line in the making.
struct Draft {
    kind: LineKind,
    actor: Option<Seat>,
    head: Vec<Part>,
    details: Vec<Vec<Part>>,
    /// Whether what follows does not belong to it.
    is_closed: bool,
    /// Whether it says nothing by itself.
    is_hollow: bool,
}

struct Teller<'s, 'a> {
    names: &'s Names<'a>,
    items: &'s [Item<'s>],
    /// Which items were told before their turn.
    told: Vec<bool>,
    happened: Happened<'s>,
    lines: Vec<Draft>,
    /// Whose action is being told.
    actor: Option<Seat>,
    /// Whether a phrase of the rules tells that action: what data it sets is the phrase's to tell.
    speaks: bool,
    /// Whether the rules have just said what happens by itself: the moves that follow are meant.
    is_said: bool,
    /// Whether cards were dealt.
    is_dealt: bool,
    /// The zones that cards came to or left: that they opened or closed for it is not told.
    used: Vec<ZoneId>,
    /// The values that the rules have said in words: they are not told once more.
    said: Vec<Datum>,
}

fn text(text: &str) -> Vec<Part> {
    vec![Part::Text(text.to_owned())]
}

/// Several things as one says them.
fn listed(several: Vec<Vec<Part>>) -> Vec<Part> {
    let n = several.len();
    let mut parts = Vec::new();
    for (at, one) in several.into_iter().enumerate() {
        let between = match (at, at + 1 == n) {
            (0, _) => "",
            (_, true) => " and ",
            (_, false) => ", ",
        };
        push_text(&mut parts, between);
        for part in one {
            push(&mut parts, part);
        }
    }
    parts
}

impl Teller<'_, '_> {
    fn lines(self) -> Vec<Line> {
        let told = self
            .lines
            .into_iter()
            .filter(|line| !line.is_hollow || !line.details.is_empty());
        let lines = told.map(|draft| {
            let mut parts = draft.head;
            for (at, detail) in draft.details.into_iter().enumerate() {
                if at > 0 || !parts.is_empty() {
                    push_text(&mut parts, "; ");
                }
                for part in detail {
                    push(&mut parts, part);
                }
            }
            if let Some(first) = parts.first_mut() {
                *first.text_mut() = capital(first.text());
            }
            Line {
                kind: draft.kind,
                actor: draft.actor,
                parts,
            }
        });
        lines.collect()
    }

    fn line(&mut self, kind: LineKind, actor: Option<Seat>, head: Vec<Part>) {
        self.lines.push(Draft {
            kind,
            actor,
            head,
            details: Vec::new(),
            is_closed: false,
            is_hollow: false,
        });
    }

    /// A line to which nothing is added.
    fn closed(&mut self, kind: LineKind, actor: Option<Seat>, head: Vec<Part>) {
        self.line(kind, actor, head);
        self.close();
    }

    /// What happens from here on has a line of its own.
    fn close(&mut self) {
        if let Some(line) = self.lines.last_mut() {
            line.is_closed = true;
        }
    }

    /// Something that belongs to the line before, or stands alone.
    fn detail(&mut self, parts: Vec<Part>) {
        match self.lines.last_mut().filter(|line| !line.is_closed) {
            Some(line) => line.details.push(parts),
            None => {
                self.line(LineKind::Note, None, Vec::new());
                if let Some(line) = self.lines.last_mut() {
                    line.details.push(parts);
                }
            }
        }
    }

    /// Something a seat does: `You pass`, `Grace passes`.
    fn does(&mut self, seat: Seat, what: &str) {
        let mut sentence = Sentence::new(self.names);
        sentence.seat(seat);
        sentence.words(&format!(" {what}"));
        let parts = sentence.parts;
        self.line(LineKind::Choice, Some(seat), parts);
    }

    fn item(&mut self, at: usize) {
        if self.told.get(at).copied().unwrap_or(true) {
            return;
        }
        match self.items.get(at) {
            None => {}
            Some(Item::Moves(ways)) => self.moved(at, ways),
            Some(Item::Shown(zone, cards)) => self.shown(*zone, cards),
            Some(Item::Event(event)) => self.event(at, event),
        }
    }

    // --- what seats do

    /// The items that belong to what began at one: up to the next thing that somebody does, the next
    /// state, or a deal.
    fn belonging(&self, at: usize) -> std::ops::Range<usize> {
        let behind = self.items.iter().skip(at + 1);
        let ends = |item: &Item<'_>| match item {
            Item::Moves(ways) => dealt_to(self.names.rules, ways).is_some(),
            Item::Shown(..) => false,
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

    /// Tells an action that begins or goes on at an item; `goes_on` is whether it was told of before.
    fn acted(&mut self, at: usize, seat: Seat, action: ActionId, goes_on: bool) {
        self.actor = Some(seat);
        self.is_said = false;
        let names = self.names;
        let Some(def) = names.rules.program().actions.get(action.index()) else {
            return;
        };
        let belonging = self.belonging(at);
        let moves = belonging.clone().find_map(|at| match self.items.get(at) {
            Some(Item::Moves(ways)) if !self.told.get(at).copied().unwrap_or(true) => Some((at, ways)),
            _ => None,
        });
        // An action that asks something is told when it is known what it does.
        let asks = self
            .items
            .iter()
            .skip(at)
            .any(|item| matches!(item, Item::Event(ViewEvent::Asked { seat: asked }) if *asked == seat));
        let Some(phrase) = &def.phrase else {
            return match goes_on {
                true => self.hollow(seat),
                false => self.labelled(seat, action, moves),
            };
        };
        self.speaks = true;
        let is_ready = match (phrase.tells_data(), phrase.tells_moves()) {
            (true, _) => !asks,
            (false, true) => moves.is_some() || (!goes_on && !asks),
            (false, false) => !goes_on,
        };
        if !is_ready {
            return self.hollow(seat);
        }
        let way = moves
            .filter(|_| phrase.tells_moves())
            .map(|(at, ways)| (at, together(ways)));
        let state = def.state;
        let mut sentence = Sentence::new(names);
        let data = |at| self.datum(belonging.clone(), seat, state, at);
        sentence.phrase(phrase, seat, way.as_ref().map(|(_, way)| way), data);
        let parts = sentence.parts;
        if let Some((at, _)) = way
            && let Some(told) = self.told.get_mut(at)
        {
            *told = true;
        }
        let is_hollow = parts.is_empty();
        self.line(LineKind::Choice, Some(seat), parts);
        if let Some(line) = self.lines.last_mut() {
            line.is_hollow = is_hollow;
        }
    }

    /// An action without a phrase: its label, and the cards that it moves.
    fn labelled(&mut self, seat: Seat, action: ActionId, moves: Option<(usize, &Vec<Way>)>) {
        let names = self.names;
        let mut parts = vec![names.subject(seat)];
        push_text(&mut parts, &format!(": {}", names.rules.action_label(action)));
        if let Some((at, [way])) = moves.map(|(at, ways)| (at, ways.as_slice()))
            && let [from] = way.from.as_slice()
        {
            let (whose_from, whose_to) = (names.owner(*from), names.owner(way.to));
            if whose_from == Some(seat) || whose_to == Some(seat) {
                push_text(&mut parts, " — ");
                let most = if names.own == Some(seat) {
                    usize::MAX
                } else {
                    names.most
                };
                for part in names.cards(&way.cards, most) {
                    push(&mut parts, part);
                }
                if whose_to == Some(seat) && whose_from != Some(seat) {
                    push_text(&mut parts, " from ");
                    parts.push(names.zone(*from));
                } else {
                    push_text(&mut parts, " to ");
                    parts.push(names.target(way.to, Some(seat)));
                }
                if let Some(told) = self.told.get_mut(at) {
                    *told = true;
                }
            }
        }
        self.line(LineKind::Choice, Some(seat), parts);
    }

    /// Something a seat does that only its consequences tell.
    fn hollow(&mut self, seat: Seat) {
        let names = self.names;
        self.line(LineKind::Choice, Some(seat), vec![names.subject(seat)]);
        if let Some(line) = self.lines.last_mut() {
            line.is_hollow = true;
            push_text(&mut line.head, ": ");
        }
    }

    /// An item of data as it was when an action was done: what the action set, else how it stood.
    fn datum(&self, belonging: std::ops::Range<usize>, actor: Seat, state: StateId, at: PhraseData) -> Datum {
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

    fn answered(&mut self, at: usize, seat: Seat, answer: &Datum, action: Option<ActionId>) {
        if let Some(action) = action {
            return self.acted(at, seat, action, true);
        }
        self.actor = Some(seat);
        if is_told(answer) {
            let mut parts = vec![self.names.subject(seat)];
            push_text(&mut parts, ": ");
            push(&mut parts, self.names.value(answer));
            return self.line(LineKind::Choice, Some(seat), parts);
        }
        self.hollow(seat);
    }

    // --- cards

    fn moved(&mut self, at: usize, ways: &[Way]) {
        if let Some(seats) = dealt_to(self.names.rules, ways) {
            return self.dealt(&seats, ways);
        }
        // A card that is moved and turned is one thing.
        if let ([way], Some(Item::Event(ViewEvent::Turned { slot, card, up, .. }))) =
            (ways, self.items.get(at + 1))
            && slot.zone == way.to
            && way.cards.len() == 1
        {
            let (card, up) = (*card, *up);
            if let Some(told) = self.told.get_mut(at + 1) {
                *told = true;
            }
            return self.turned(way.to, card, up);
        }
        // The rules have told it, or the actor's own cards are filled up.
        let is_actors = |zone: &ZoneId| {
            self.names
                .owner(*zone)
                .is_some_and(|seat| Some(seat) == self.actor)
        };
        let is_refill = |way: &Way| is_actors(&way.to) && way.from.iter().all(is_actors);
        if self.is_said || self.speaks && ways.iter().all(is_refill) {
            return;
        }
        for way in ways {
            self.went(way);
        }
    }

    /// Cards that lay hidden, and are seen now.
    fn shown(&mut self, zone: ZoneId, cards: &[CardSeen]) {
        let names = self.names;
        let cards = names.cards(cards, usize::MAX);
        match names.owner(zone) {
            Some(seat) => {
                let mut sentence = Sentence::new(names);
                sentence.seat(seat);
                sentence.words(" shows ");
                cards.into_iter().for_each(|card| sentence.part(card));
                let parts = sentence.parts;
                self.closed(LineKind::Note, Some(seat), parts);
            }
            None => {
                let mut parts = cards;
                push_text(&mut parts, " can be seen in ");
                parts.push(names.zone(zone));
                self.detail(parts);
            }
        }
    }

    fn went(&mut self, way: &Way) {
        let names = self.names;
        let own = |zone: &ZoneId| names.owner(*zone);
        let takes = own(&way.to).filter(|seat| !way.from.iter().all(|from| own(from) == Some(*seat)));
        let cards = names.cards(&way.cards, names.most);
        if let Some(seat) = takes {
            let mut sentence = Sentence::new(names);
            // Within a line that tells of somebody already, nobody is the subject of a sentence.
            sentence.seat(seat);
            sentence.words(" takes ");
            for card in cards {
                sentence.part(card);
            }
            if let [from] = way.from.as_slice() {
                sentence.words(" from ");
                sentence.part(names.target(*from, Some(seat)));
            }
            return self.detail(sentence.parts);
        }
        let mut parts = cards;
        push_text(
            &mut parts,
            if way.cards.len() == 1 {
                " goes to "
            } else {
                " go to "
            },
        );
        if names.rules.program().zones.boxed == way.to.0 && own(&way.to).is_none() {
            push_text(&mut parts, "the box, out of the game");
        } else {
            parts.push(match own(&way.to) {
                Some(seat) if Some(seat) == self.actor => names.target(way.to, self.actor),
                _ => names.zone(way.to),
            });
        }
        self.detail(parts);
    }

    /// A deal, told seat by seat: nobody's action, so it has a line of its own.
    fn dealt(&mut self, seats: &[Seat], ways: &[Way]) {
        let names = self.names;
        let place = ways
            .first()
            .map(|way| names.zone_label(way.to))
            .unwrap_or_default();
        let place = match place.to_lowercase().contains("hand") {
            true => String::new(),
            false => format!(" ({place})"),
        };
        let mut own = None;
        let mut others: Vec<(Vec<Part>, Vec<Seat>)> = Vec::new();
        for (seat, way) in seats.iter().zip(ways) {
            if names.own == Some(*seat) {
                // One's own cards are named, however many they are, as they lie in the hand.
                let order = names.rules.hand_order();
                let place = |card: &CardSeen| match card {
                    CardSeen::Face(card) => order.iter().position(|known| known == card),
                    CardSeen::Back(_) => Some(usize::MAX),
                };
                let mut cards = way.cards.clone();
                cards.sort_by_key(place);
                own = Some(names.cards(&cards, usize::MAX));
                continue;
            }
            let cards = names.cards(&way.cards, names.most);
            match others.iter_mut().find(|(known, _)| *known == cards) {
                Some((_, seats)) => seats.push(*seat),
                None => others.push((cards, vec![*seat])),
            }
        }
        let mut head = Vec::new();
        let is_own = own.is_some();
        match own {
            Some(cards) => {
                push_text(&mut head, "You are dealt ");
                cards.into_iter().for_each(|part| push(&mut head, part));
                push_text(&mut head, &place);
            }
            None => push_text(&mut head, &format!("Dealt{place}: ")),
        }
        for (at, (cards, seats)) in others.into_iter().enumerate() {
            if is_own || at > 0 {
                push_text(&mut head, "; ");
            }
            cards.into_iter().for_each(|part| push(&mut head, part));
            push_text(&mut head, if seats.len() > 1 { " each to " } else { " to " });
            let seats = seats.iter().map(|seat| vec![names.object(*seat)]).collect();
            listed(seats).into_iter().for_each(|part| push(&mut head, part));
        }
        self.actor = None;
        self.speaks = false;
        self.is_said = false;
        self.is_dealt = true;
        self.line(LineKind::Deal, None, head);
        self.close();
    }

    fn turned(&mut self, zone: ZoneId, card: CardSeen, up: bool) {
        let mut parts = self.names.cards(&[card], 1);
        push_text(&mut parts, if up { " is turned up" } else { " is turned down" });
        if self.names.owner(zone).is_some() {
            push_text(&mut parts, " in ");
            parts.push(self.zone(zone));
        }
        self.detail(parts);
    }

    /// A zone as the story calls it: the actor's own without a name.
    fn zone(&self, zone: ZoneId) -> Part {
        match self.names.owner(zone) {
            Some(seat) if Some(seat) == self.actor => self.names.target(zone, self.actor),
            _ => self.names.zone(zone),
        }
    }

    fn of_zone(&mut self, zone: ZoneId, what: &str) {
        let mut parts = vec![self.zone(zone)];
        push_text(&mut parts, what);
        self.detail(parts);
    }

    // --- everything else

    fn event(&mut self, at: usize, event: &ViewEvent) {
        match event {
            ViewEvent::Acted { seat, action } => self.acted(at, *seat, *action, false),
            ViewEvent::Answered { seat, answer, action } => self.answered(at, *seat, answer, *action),
            ViewEvent::Turned { slot, card, up, .. } => self.turned(slot.zone, *card, *up),
            ViewEvent::Shuffled { zone } => self.of_zone(*zone, " is shuffled"),
            ViewEvent::Opened { zone } | ViewEvent::Closed { zone } if self.used.contains(zone) => {}
            ViewEvent::Opened { zone } => self.of_zone(*zone, " is opened"),
            ViewEvent::Closed { zone } => self.of_zone(*zone, " is closed"),
            ViewEvent::Designated {
                zone,
                designation,
                on,
            } => {
                let label = self.names.rules.designation_label(*zone, *designation);
                let now = if *on { "now" } else { "no longer" };
                self.of_zone(*zone, &format!(" is {now} {label}"));
            }
            ViewEvent::DeckTaken { deck, seat } => {
                let deck = self.names.value(&Datum::Deck(*deck));
                self.does(*seat, &format!("takes {}", deck.text()));
            }
            ViewEvent::Data { at: of, value } => self.data(at, *of, value),
            ViewEvent::Entered { state, .. } => self.entered(*state),
            ViewEvent::TurnSkipped { seat } => self.does(*seat, "can do nothing"),
            ViewEvent::Passed { seat } if self.actor == Some(*seat) => {}
            ViewEvent::Passed { seat } => self.does(*seat, "passes"),
            ViewEvent::Committed { seat } if self.names.own == Some(*seat) => {}
            ViewEvent::Committed { seat } => self.does(*seat, "has chosen"),
            ViewEvent::Voted { seat, action } => match action {
                Some(action) => {
                    let label = self.names.rules.action_label(*action).to_owned();
                    self.does(*seat, &format!("votes: {label}"));
                }
                None => self.does(*seat, "abstains"),
            },
            ViewEvent::Cancelled { seat } => self.does(*seat, "is interrupted"),
            ViewEvent::StepSkipped { seat, action } => {
                let label = self.names.rules.action_label(*action);
                let mut parts = text(&format!("{label} of "));
                parts.push(self.names.object(*seat));
                push_text(&mut parts, " has become impossible");
                self.line(LineKind::Note, Some(*seat), parts);
            }
            ViewEvent::Dismissed { seat } => self.does(*seat, "is out"),
            ViewEvent::Recalled { seat } => self.does(*seat, "is back"),
            ViewEvent::Said { place, text, tokens } => {
                let mut sentence = Sentence::new(self.names);
                sentence.filled(self.names.rules.text(*text), tokens);
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
                    self.closed(kind, None, parts);
                }
            }
            ViewEvent::Over => {
                self.actor = None;
                self.closed(LineKind::End, None, text("The game is over"));
            }
            ViewEvent::Rewound => self.closed(LineKind::Note, None, text("The last choice was taken back")),
            // For clients that keep selections and parts of an interface, or shown by the table.
            ViewEvent::Hint { .. }
            | ViewEvent::Moved { .. }
            | ViewEvent::Shown { .. }
            | ViewEvent::Regarded { .. }
            | ViewEvent::Arranged { .. }
            | ViewEvent::Turn { .. }
            | ViewEvent::Asked { .. }
            | ViewEvent::Status { .. } => {}
        }
    }

    fn seat_names(&self) -> Vec<String> {
        let seats = self.happened.view.seat_data.len() as u8;
        let names = (0..seats).map(|at| self.names.object(Seat(at)).text().to_owned());
        names.collect()
    }

    fn data(&mut self, at: usize, of: DataRef, value: &Datum) {
        let rules = self.names.rules;
        let (seat, name, def, shown) = match of {
            DataRef::State(..) => return,
            DataRef::Global(n) => {
                let Some((name, def)) = rules.globals().nth(n.into()) else {
                    return;
                };
                (None, name, def, rules.shown_of_all(def))
            }
            DataRef::Seat(seat, n) => {
                let Some((name, def)) = rules.seat_data().nth(n.into()) else {
                    return;
                };
                (Some(seat), name, def, rules.shown_of_seat(name, def))
            }
        };
        if seat.is_some() && rules.is_score(name) && def.shown != Some(Shown::Nowhere) {
            return self.scores(at, of);
        }
        // Numbers are mostly sums that the rules keep, and the table shows them. But what a seat's own
        // action changes of its own is what it did: how much it has bid.
        let is_number = matches!(value, Datum::Int(_) | Datum::Float(_) | Datum::Bool(_));
        let is_own = seat.is_some() && seat == self.actor;
        let is_hidden = shown == Shown::Nowhere || shown == Shown::Score || is_first(def, value);
        // One that a table shows, with words for some of its values, is more than that.
        let has_words = def.shown.is_some() && !def.texts.is_empty();
        if self.speaks || is_hidden || (is_number && !is_own && !has_words) || self.said.contains(value) {
            return;
        }
        let Some(text) = rules.data_text(def, value, &self.seat_names()) else {
            return;
        };
        let mut parts = Vec::new();
        if let Some(seat) = seat.filter(|_| !is_own) {
            parts.push(self.names.whose(seat));
            push_text(&mut parts, " ");
        }
        push_text(&mut parts, &described(&rules.data_words(name, def), &text, ": "));
        self.detail(parts);
    }

    /// The scores that change from an item on, as one line.
    fn scores(&mut self, at: usize, of: DataRef) {
        let DataRef::Seat(_, score) = of else { return };
        let mut now: Vec<(Seat, Datum)> = Vec::new();
        for (at, item) in self.items.iter().enumerate().skip(at) {
            let Item::Event(ViewEvent::Data { at: of, value }) = item else {
                // The scores of the next hand are not those of this one.
                if matches!(item, Item::Moves(ways) if dealt_to(self.names.rules, ways).is_some()) {
                    break;
                }
                continue;
            };
            let DataRef::Seat(seat, n) = *of else { continue };
            if n != score {
                continue;
            }
            if let Some(told) = self.told.get_mut(at) {
                *told = true;
            }
            match now.iter_mut().find(|(known, _)| *known == seat) {
                Some((_, known)) => known.clone_from(value),
                None => now.push((seat, value.clone())),
            }
        }
        now.sort_by_key(|(seat, _)| *seat);
        let several = now.iter().map(|(seat, value)| {
            let mut parts = vec![self.names.object(*seat)];
            push_text(&mut parts, " ");
            push(&mut parts, self.names.value(value));
            parts
        });
        let mut parts = text("Score: ");
        for part in listed(several.collect()) {
            push(&mut parts, part);
        }
        // What is said next does not belong to it, and it does not end what was being told.
        self.closed(LineKind::Score, None, parts);
    }

    fn entered(&mut self, state: StateId) {
        self.close();
        self.speaks = false;
        self.is_said = false;
        let rules = self.names.rules;
        let kind = rules
            .states()
            .find(|(id, _, _)| *id == state)
            .map(|(_, _, kind)| kind);
        let is_named = rules
            .program()
            .states
            .get(state.index())
            .is_some_and(|def| def.label.is_some());
        let scenes = &self.happened.view.status.scenes;
        let scene = scenes.iter().find(|scene| scene.state == state);
        // To come back from a pushed state is nothing new, and neither is to begin the same one anew.
        let was_there = self.happened.before.is_some_and(|before| {
            let stood = |now: &SceneSeen| {
                let was = before.scenes.iter().find(|was| was.scene == now.scene);
                was.is_some_and(|was| was.state == now.state && was.data == now.data)
            };
            scene.is_some_and(stood)
        });
        let Some(scene) = scene.filter(|_| kind != Some(StateType::Auto) && is_named && !was_there) else {
            // What happens in it is told; that it was entered and left again is of no interest.
            return;
        };
        let data = self.told_data(scene, |_, datum| !self.said.contains(datum));
        // States that follow each other within a hand are to be seen at the table.
        if data.is_empty() && !self.is_dealt {
            return;
        }
        let label = words(rules.state_label(state));
        let head = match data.is_empty() {
            true => label,
            false => format!("{label} ({})", data.join(", ")),
        };
        self.actor = None;
        self.closed(LineKind::State, None, text(&head));
    }

    /// Data of a state that was not just entered, where it has changed.
    fn state_data(&mut self) {
        let Some(before) = self.happened.before else {
            return;
        };
        if self.speaks {
            return;
        }
        for scene in &self.happened.view.status.scenes {
            let old = before
                .scenes
                .iter()
                .find(|old| old.scene == scene.scene && old.state == scene.state);
            let Some(old) = old else { continue };
            for change in self.told_data(scene, |at, datum| {
                old.data.get(at) != Some(datum) && !self.said.contains(datum)
            }) {
                self.detail(text(&change));
            }
        }
    }

    fn told_data(&self, scene: &SceneSeen, wanted: impl Fn(usize, &Datum) -> bool) -> Vec<String> {
        let rules = self.names.rules;
        let seats = self.seat_names();
        let items = rules.state_data(scene.state).zip(&scene.data).enumerate();
        let told = items
            .filter(|(at, ((_, def), datum))| rules.shown_of_all(def) == Shown::Table && wanted(*at, datum));
        let texts = told.filter_map(|(_, ((name, def), datum))| {
            let text = rules.data_text(def, datum, &seats)?;
            Some(described(&rules.data_words(name, def), &text, " "))
        });
        texts.collect()
    }
}

/// Whether an item has the number again that it began with: a sum that begins anew.
fn is_first(def: &DataDef, value: &Datum) -> bool {
    matches!((value, def.value), (Datum::Int(now), Value::Int(first)) if *now == first)
}

/// Data with its name: of a truth the name alone.
fn described(name: &str, value: &str, between: &str) -> String {
    match value.is_empty() {
        true => name.to_owned(),
        false => format!("{name}{between}{value}"),
    }
}

/// All cards of several ways as one.
fn together(ways: &[Way]) -> Way {
    let mut all = Way {
        from: Vec::new(),
        to: ways.first().map_or(ZoneId(0), |way| way.to),
        cards: Vec::new(),
    };
    for way in ways {
        all.cards.extend(&way.cards);
        for from in &way.from {
            if !all.from.contains(from) {
                all.from.push(*from);
            }
        }
    }
    all
}
