//! What happened, in words, from the events that a viewer gets.

mod moves;

use self::moves::Way;
use crate::paint::{FAINT, NOTE, STRONG, styled, wrapped};
use crate::table::{BOX, SCORE, Table, cards, words};
use cardable_core::ids::ZoneId;
use cardable_core::program::{DataDef, StateType};
use cardable_core::view::{CardSeen, DataRef, Datum, SceneSeen, Slot, Status};
use cardable_core::{Choice, Entry, Pick, Seat, ViewEvent, text};

/// Up to so many faces are named where nothing else is said.
const MOST_FACES: usize = 8;

/// More lines than these are not told of one choice.
const MOST: usize = 14;

/// Which seats, zones or entries of a list the viewer himself has picked. What others pick may be
/// a secret of theirs; the rules tell of it where it is none.
pub(crate) fn own_pick(table: &Table<'_>, entry: &Entry) -> String {
    let Entry::Choice { seat, choice } = entry else {
        return String::new();
    };
    let Choice::Act { picks, .. } = choice else {
        return String::new();
    };
    if table.own() != Some(*seat) {
        return String::new();
    }
    let picked = picks.iter().filter_map(|pick| match pick {
        Pick::Seat(seat) => Some(table.game.seat_name(*seat).to_owned()),
        Pick::Zone(zone) => Some(table.zone_label(*zone, true)),
        Pick::Deck(deck) => Some(table.game.datum_text(&Datum::Deck(*deck))),
        // Cards are told of where they go.
        Pick::Card { .. } | Pick::Option(_) => None,
    });
    picked.collect::<Vec<_>>().join(", ")
}

/// The lines about one choice, for the viewer of the table; `before` is how it stood before, and
/// `picked` what he has picked himself.
pub(crate) fn narrate(
    table: &Table<'_>,
    before: Option<&Status>,
    events: &[ViewEvent],
    picked: &str,
) -> Vec<String> {
    let mut story = Story {
        table,
        before,
        lines: Vec::new(),
        actor: None,
        picked,
        used: events.iter().flat_map(zones_of).collect(),
        said: events.iter().flat_map(said_in).cloned().collect(),
    };
    let mut at = 0;
    while let Some(event) = events.get(at) {
        at += match event {
            ViewEvent::Moved { .. } => story.moved(&events[at..]),
            other => {
                story.event(other);
                1
            }
        };
    }
    if let Some(before) = before {
        story.state_data(before);
    }
    story.told()
}

/// Where a card was or went to.
fn zones_of(event: &ViewEvent) -> Vec<ZoneId> {
    match event {
        ViewEvent::Moved { from, to, .. } => vec![from.zone, to.zone],
        _ => Vec::new(),
    }
}

/// The values that the rules say in words.
fn said_in(event: &ViewEvent) -> &[Datum] {
    match event {
        ViewEvent::Said { tokens, .. } => tokens,
        _ => &[],
    }
}

/// One sentence, with what belongs to it.
struct Line {
    head: String,
    details: Vec<String>,
    /// Whether what follows does not belong to it.
    is_closed: bool,
    /// Whether it says nothing by itself.
    is_hollow: bool,
}

struct Story<'a, 'g> {
    table: &'a Table<'g>,
    /// How it stood before.
    before: Option<&'a Status>,
    lines: Vec<Line>,
    /// Whose action is being told.
    actor: Option<Seat>,
    /// What the viewer himself has picked.
    picked: &'a str,
    /// The zones that cards came to or left: of those it need not be told that they were opened or
    /// closed for it.
    used: Vec<ZoneId>,
    /// The values that the rules have said in words: they are not told once more.
    said: Vec<Datum>,
}

impl Story<'_, '_> {
    fn told(self) -> Vec<String> {
        let columns = self.table.columns;
        let mut lines: Vec<String> = Vec::new();
        for line in self
            .lines
            .into_iter()
            .filter(|line| !line.is_hollow || !line.details.is_empty())
        {
            let dash = if line.head.is_empty() || line.details.is_empty() {
                ""
            } else {
                " — "
            };
            let text = format!("{}{dash}{}", line.head, line.details.join("; "));
            lines.extend(wrapped("  ", &words(&text), " ", columns));
        }
        if lines.len() > MOST {
            let more = lines.len() - MOST + 1;
            lines.truncate(MOST - 1);
            lines.push(styled(FAINT, format!("  … and {more} lines more")));
        }
        lines
    }

    fn name(&self, seat: Seat) -> String {
        let name = self.table.game.seat_name(seat);
        styled(
            STRONG,
            if self.table.own() == Some(seat) {
                "You"
            } else {
                name
            },
        )
    }

    fn line(&mut self, head: String) {
        self.lines.push(Line {
            head,
            details: Vec::new(),
            is_closed: false,
            is_hollow: false,
        });
    }

    /// Something a seat does: `You pass`, `Grace passes`.
    fn does(&mut self, seat: Seat, you: &str, other: &str) {
        let verb = if self.table.own() == Some(seat) {
            you
        } else {
            other
        };
        let head = format!("{} {verb}", self.name(seat));
        self.line(head);
    }

    /// Something that belongs to the line before, or stands alone.
    fn detail(&mut self, text: String) {
        match self.lines.last_mut().filter(|line| !line.is_closed) {
            Some(line) => line.details.push(text),
            None => self.lines.push(Line {
                head: String::new(),
                details: vec![text],
                is_closed: false,
                is_hollow: false,
            }),
        }
    }

    /// A line to which nothing is added.
    fn closed(&mut self, head: String) {
        self.lines.push(Line {
            head,
            details: Vec::new(),
            is_closed: true,
            is_hollow: false,
        });
    }

    /// Cards that go the same way, told as one.
    fn moved(&mut self, events: &[ViewEvent]) -> usize {
        let (ways, n) = moves::ways(&self.table.rules, events);
        match moves::dealt_to(&self.table.rules, &ways) {
            Some(seats) => self.dealt(&seats, &ways),
            None => {
                for way in &ways {
                    self.went(way, ways.len() > 1);
                }
            }
        }
        n.max(1)
    }

    fn went(&mut self, way: &Way, is_one_of_several: bool) {
        let (whence, whither) = match way.from.as_slice() {
            [from] => (self.zone(*from), self.zone_beside(*from, way.to)),
            [from, ..] => (self.table.zone_label(*from, false), self.zone(way.to)),
            [] => return,
        };
        let whither = match is_one_of_several {
            true => self.table.zone_label(way.to, true),
            false => whither,
        };
        let cards = self.cards(&way.cards, MOST_FACES);
        self.detail(format!("{cards} from {whence} to {whither}"));
    }

    /// A deal, told seat by seat: nobody's action, so it has a line of its own.
    fn dealt(&mut self, seats: &[Seat], ways: &[Way]) {
        let place = match ways.first().map(|way| self.table.zone_label(way.to, false)) {
            Some(label) if !label.to_lowercase().contains("hand") => format!(" ({label})"),
            _ => String::new(),
        };
        let mut own = None;
        let mut others: Vec<(String, Vec<Seat>)> = Vec::new();
        for (seat, way) in seats.iter().zip(ways) {
            if self.table.own() == Some(*seat) {
                // One's own cards are named, however many they are.
                own = Some(self.cards(&way.cards, way.cards.len()));
                continue;
            }
            let cards = self.cards(&way.cards, MOST_FACES);
            match others.iter_mut().find(|(known, _)| *known == cards) {
                Some((_, seats)) => seats.push(*seat),
                None => others.push((cards, vec![*seat])),
            }
        }
        let told = others.iter().map(|(cards, seats)| {
            let each = if seats.len() > 1 { "each " } else { "" };
            let names: Vec<String> = seats.iter().map(|seat| self.name(*seat)).collect();
            format!("{cards} {each}to {}", listed(&names))
        });
        let told = told.collect::<Vec<_>>().join("; ");
        let head = match own {
            Some(cards) => format!("{} were dealt {cards}{place}; {told}", styled(STRONG, "You")),
            None => format!("Dealt{place}: {told}"),
        };
        self.actor = None;
        self.line(head);
    }

    /// Cards in words; of more faces than these only how many they are.
    fn cards(&self, moved: &[CardSeen], most: usize) -> String {
        let faces: Vec<CardSeen> = moved
            .iter()
            .filter(|card| matches!(card, CardSeen::Face(_)))
            .copied()
            .collect();
        let backs = moved.len() - faces.len();
        let counted = match backs {
            0 => String::new(),
            1 => "a card".to_owned(),
            n => format!("{n} cards"),
        };
        match (faces.len(), backs) {
            (0, _) => counted,
            (n, _) if n > most => format!("{} cards", moved.len()),
            (_, 0) => cards::list(&self.table.rules, &faces),
            (_, _) => format!("{} and {counted}", cards::list(&self.table.rules, &faces)),
        }
    }

    /// A zone as the story calls it: the actor's own without a name.
    fn zone(&self, zone: ZoneId) -> String {
        let owner = self.table.rules.zone_name(zone).1;
        let own = owner.is_some() && owner == self.actor;
        self.table.zone_label(zone, !own)
    }

    /// The zone where cards go: of the same seat without a name.
    fn zone_beside(&self, from: ZoneId, to: ZoneId) -> String {
        let (name, owner) = self.table.rules.zone_name(to);
        if name == BOX {
            return "the box, out of the game".to_owned();
        }
        if owner.is_some() && owner == self.table.rules.zone_name(from).1 {
            return self.table.zone_label(to, false);
        }
        self.zone(to)
    }

    fn event(&mut self, event: &ViewEvent) {
        match event {
            ViewEvent::Acted { seat, action } => {
                self.actor = Some(*seat);
                let label = self.table.rules.action_label(*action).to_owned();
                let head = match self.picked {
                    picked if picked.is_empty() || self.table.own() != Some(*seat) => {
                        format!("{}: {label}", self.name(*seat))
                    }
                    picked => format!("{}: {label} ({picked})", self.name(*seat)),
                };
                self.line(head);
            }
            ViewEvent::Turned { slot, card, up, .. } => self.turned(slot, *card, *up),
            ViewEvent::Shown {
                slot,
                was: CardSeen::Back(_),
                card: face @ CardSeen::Face(_),
            } => {
                let text = format!(
                    "{} shows in {}",
                    cards::card(&self.table.rules, *face),
                    self.zone(slot.zone)
                );
                self.detail(text);
            }
            ViewEvent::Shuffled { zone } => {
                let text = format!("{} is shuffled", self.zone(*zone));
                self.detail(text);
            }
            ViewEvent::Opened { zone } | ViewEvent::Closed { zone } if self.used.contains(zone) => {}
            ViewEvent::Opened { zone } => {
                let text = format!("{} is opened", self.zone(*zone));
                self.detail(text);
            }
            ViewEvent::Closed { zone } => {
                let text = format!("{} is closed", self.zone(*zone));
                self.detail(text);
            }
            ViewEvent::Designated {
                zone,
                designation,
                on,
            } => {
                let label = self.table.rules.designation_label(*zone, *designation);
                let now = if *on { "now" } else { "no longer" };
                let text = format!("{} is {now} {label}", self.zone(*zone));
                self.detail(text);
            }
            ViewEvent::DeckTaken { deck, seat } => {
                let deck = self.table.game.datum_text(&Datum::Deck(*deck));
                self.does(*seat, &format!("take {deck}"), &format!("takes {deck}"));
            }
            ViewEvent::Data { at, value } => self.data(*at, value),
            ViewEvent::Entered { state, .. } => self.entered(*state),
            ViewEvent::TurnSkipped { seat } => self.does(*seat, "can do nothing", "can do nothing"),
            ViewEvent::Passed { seat } => self.passed(*seat),
            ViewEvent::Committed { seat } if self.table.own() == Some(*seat) => {}
            ViewEvent::Committed { seat } => self.does(*seat, "have chosen", "has chosen"),
            ViewEvent::Voted { seat, action } => match action {
                Some(action) => {
                    let label = self.table.rules.action_label(*action).to_owned();
                    self.does(*seat, &format!("vote: {label}"), &format!("votes: {label}"));
                }
                None => self.does(*seat, "abstain", "abstains"),
            },
            ViewEvent::Answered { seat, answer } => self.answered(*seat, answer),
            ViewEvent::Cancelled { seat } => self.does(*seat, "are interrupted", "is interrupted"),
            ViewEvent::StepSkipped { seat, action } => {
                let label = self.table.rules.action_label(*action).to_owned();
                let head = format!("{label} of {} has become impossible", self.name(*seat));
                self.line(head);
            }
            ViewEvent::Dismissed { seat } => self.does(*seat, "are out", "is out"),
            ViewEvent::Recalled { seat } => self.does(*seat, "are back", "is back"),
            ViewEvent::Said { text, tokens } => {
                let tokens: Vec<String> = tokens
                    .iter()
                    .map(|token| self.table.game.datum_text(token))
                    .collect();
                let said = text::fill(self.table.rules.text(*text), &tokens);
                self.line(styled(NOTE, format!("» {said}")));
            }
            ViewEvent::Over => {
                self.actor = None;
                self.line(styled(NOTE, "The game is over"));
            }
            ViewEvent::Rewound => self.line(styled(NOTE, "The last choice was taken back")),
            // For clients that keep selections and parts of an interface.
            ViewEvent::Hint { .. } => {}
            // The table shows these.
            ViewEvent::Moved { .. }
            | ViewEvent::Shown { .. }
            | ViewEvent::Regarded { .. }
            | ViewEvent::Arranged { .. }
            | ViewEvent::Turn { .. }
            | ViewEvent::Asked { .. }
            | ViewEvent::Status { .. } => {}
        }
    }

    fn turned(&mut self, slot: &Slot, card: CardSeen, up: bool) {
        let what = match card {
            CardSeen::Face(_) => cards::card(&self.table.rules, card),
            CardSeen::Back(_) => "a card".to_owned(),
        };
        let way = if up { "turned up" } else { "turned down" };
        let text = format!("{what} is {way} in {}", self.zone(slot.zone));
        self.detail(text);
    }

    fn data(&mut self, at: DataRef, value: &Datum) {
        // Numbers are mostly sums that the rules keep; the table shows them. But what a seat's own
        // action changes of its own is what it did: how much it has bid.
        let is_number = matches!(value, Datum::Int(_) | Datum::Float(_) | Datum::Bool(_));
        if !crate::table::is_told(value) {
            return;
        }
        let value = crate::table::value(self.table.game, value);
        let rules = self.table.rules.clone();
        let named = match at {
            DataRef::Global(at) => rules.globals().nth(at.into()).map(|item| (None, item)),
            DataRef::Seat(seat, at) => rules.seat_data().nth(at.into()).map(|item| (Some(seat), item)),
            DataRef::State(..) => None,
        };
        let is_told = |(seat, (name, _)): &(Option<Seat>, (&str, &DataDef))| {
            !is_number || *name == SCORE || seat.is_some() && *seat == self.actor
        };
        let Some((seat, (_, def))) = named.filter(is_told) else {
            return;
        };
        let name = crate::table::label(rules.data_label(def));
        // Beside what a seat does, its data needs no name.
        let beside = self
            .lines
            .last()
            .is_some_and(|line| !line.is_closed && !line.head.is_empty());
        let whose = match seat {
            None => String::new(),
            Some(seat) if beside && Some(seat) == self.actor => String::new(),
            Some(seat) if Some(seat) == self.table.own() => "your ".to_owned(),
            Some(seat) => format!("{}'s ", self.table.game.seat_name(seat)),
        };
        self.detail(format!("{whose}{name} is {value}"));
    }

    fn entered(&mut self, state: cardable_core::ids::StateId) {
        let kind = self
            .table
            .rules
            .states()
            .find(|(id, _, _)| *id == state)
            .map(|(_, _, kind)| kind);
        // What happens from here on has a line of its own.
        if let Some(line) = self.lines.last_mut() {
            line.is_closed = true;
        }
        let scenes = &self.table.view.status.scenes;
        let runs = scenes.iter().any(|scene| scene.state == state);
        // To come back from a pushed state is nothing new either.
        let is_as_before = self.before.is_some_and(|before| {
            let stood = |now: &SceneSeen| {
                let was = before.scenes.iter().find(|was| was.scene == now.scene);
                was.is_some_and(|was| was.state == now.state && was.data == now.data)
            };
            scenes.iter().any(|scene| scene.state == state && stood(scene))
        });
        if kind == Some(StateType::Auto) || !runs || is_as_before {
            // What happens in it is told; that it was entered and left again is of no interest.
            return;
        }
        let label = crate::table::label(self.table.rules.state_label(state));
        let scene = self
            .table
            .view
            .status
            .scenes
            .iter()
            .find(|scene| scene.state == state);
        let data: Vec<String> = scene
            .map(|scene| self.told_data(scene, |_, _| true))
            .unwrap_or_default();
        let data = if data.is_empty() {
            String::new()
        } else {
            format!(" ({})", data.join(", "))
        };
        self.actor = None;
        self.closed(styled(FAINT, format!("── {label}{data}")));
    }

    /// Data of a state that was not just entered, where it has changed.
    fn state_data(&mut self, before: &Status) {
        for scene in &self.table.view.status.scenes {
            let old = before
                .scenes
                .iter()
                .find(|old| old.scene == scene.scene && old.state == scene.state);
            let Some(old) = old else { continue };
            for change in self.told_data(scene, |at, datum| {
                old.data.get(at) != Some(datum) && !self.said.contains(datum)
            }) {
                self.detail(change);
            }
        }
    }

    fn told_data(&self, scene: &SceneSeen, wanted: impl Fn(usize, &Datum) -> bool) -> Vec<String> {
        let named = self
            .table
            .rules
            .state_data(scene.state)
            .zip(&scene.data)
            .enumerate();
        let told = named.filter(|(at, (_, datum))| crate::table::is_told(datum) && wanted(*at, datum));
        let text = |def: &DataDef, datum: &Datum| {
            format!(
                "{} {}",
                crate::table::label(self.table.rules.data_label(def)),
                crate::table::value(self.table.game, datum)
            )
        };
        told.map(|(_, ((_, def), datum))| text(def, datum)).collect()
    }

    /// A pass is told with the action that it comes from, if that does not say it already.
    fn passed(&mut self, seat: Seat) {
        if self.actor == Some(seat) {
            return;
        }
        self.does(seat, "pass", "passes");
    }

    fn answered(&mut self, seat: Seat, answer: &Datum) {
        let is_known = self.table.own() == Some(seat) || self.actor == Some(seat);
        self.actor = Some(seat);
        if crate::table::is_told(answer) {
            let answer = crate::table::value(self.table.game, answer);
            self.does(seat, &format!("answer: {answer}"), &format!("answers: {answer}"));
        } else if !is_known {
            self.does(seat, "answer", "answers");
            if let Some(line) = self.lines.last_mut() {
                line.is_hollow = true;
            }
        }
    }
}

/// Several as one says them.
fn listed(names: &[String]) -> String {
    match names {
        [others @ .., last] if !others.is_empty() => format!("{} and {last}", others.join(", ")),
        names => names.concat(),
    }
}
