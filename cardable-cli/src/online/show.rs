//! Renders a table from a host's messages as text.

use crate::ask::{Names, among, card_there};
use crate::paint::{FAINT, STRONG, styled};
use crate::say::{say, spoken};
use crate::table::cards::unseen;
use crate::table::owned;
use cardable_core::ids::ZoneId;
use cardable_core::info::ZoneInfo;
use cardable_core::info::{MessagePlace, Order, Shown as ShownWhere};
use cardable_core::view::{CardSeen, Datum, ZoneSeen};
use cardable_core::{GameResult, Pick, RulesetInfo, Seat, View, Viewer};
use cardable_net::protocol::{Held, RoomInfo, SeatInfo};

/// Maximum number of a zone's cards listed individually.
const NAMED: usize = 24;

/// A table with its names.
pub(super) struct Shown<'a> {
    pub(super) info: &'a RulesetInfo,
    pub(super) view: &'a View,
    pub(super) room: &'a RoomInfo,
}

/// One line about a seat of a room.
pub(super) fn seat(at: usize, seat: &SeatInfo, room: &RoomInfo) -> String {
    let name = match (seat.held, seat.name.as_str()) {
        (Held::Free, _) => say!("free"),
        (Held::Person | Held::Bot, "") => say!("Seat {0}", at + 1),
        (Held::Person | Held::Bot, name) => name.to_owned(),
    };
    let owner = room.owner == u8::try_from(at).ok().map(Seat);
    let mut notes = Vec::new();
    if owner {
        notes.push(say!("owner"));
    }
    if seat.ready && seat.held == Held::Person && room.game == 0 {
        notes.push(say!("ready"));
    }
    if seat.held == Held::Person && !seat.present {
        notes.push(match seat.stand_in {
            true => say!("away, a bot plays"),
            false => say!("away"),
        });
    }
    if notes.is_empty() {
        name
    } else {
        format!("{name} ({})", notes.join(", "))
    }
}

/// The result of a game in words.
pub(super) fn result(result: &GameResult, names: &[String]) -> String {
    let winners = result.winners.iter().filter_map(|seat| names.get(seat.index()));
    let winners: Vec<String> = winners.cloned().collect();
    match &winners[..] {
        [] => say!("Nobody wins."),
        [one] => say!("{0} wins.", one),
        all => say!("{0} win.", spoken().listed(all)),
    }
}

impl Shown<'_> {
    /// The name of a seat.
    pub(super) fn name(&self, seat: Seat) -> String {
        let told = self.room.seats.get(seat.index()).map(|s| s.name.clone());
        let name = told.filter(|name| !name.is_empty());
        name.unwrap_or_else(|| say!("Seat {0}", seat.index() + 1))
    }

    /// The viewer's seat, if any.
    fn own(&self) -> Option<Seat> {
        match self.view.viewer {
            Viewer::Seat(seat) => Some(seat),
            Viewer::Spectator | Viewer::Omniscient => None,
        }
    }

    /// Whose turn it is, in words.
    pub(super) fn turn(&self) -> String {
        let turns: Vec<String> = self
            .view
            .status
            .scenes
            .iter()
            .filter_map(|scene| scene.turn)
            .map(|seat| self.name(seat))
            .collect();
        match &turns[..] {
            [] => say!("Others decide."),
            names => say!("{0} to play.", names.join(", ")),
        }
    }

    fn zone(&self, zone: ZoneId) -> String {
        match self.info.zone(zone) {
            Some((info, Some(seat))) => owned(seat, self.own(), &info.label, || self.name(seat)),
            Some((info, None)) => info.label.clone(),
            None => String::new(),
        }
    }

    fn card(&self, card: CardSeen) -> String {
        match card {
            CardSeen::Face(card) => self
                .info
                .cards
                .get(card.index())
                .map_or_else(|| "?".to_owned(), |card| card.label.clone()),
            CardSeen::Back(back) => unseen(self.info, back, say!("a hidden card")),
        }
    }

    /// Whether the order of a zone's cards has no meaning, as in a hand.
    fn is_free(&self, zone: ZoneId) -> bool {
        let own = self.own();
        let is_free = |(info, owner): (&ZoneInfo, Option<Seat>)| {
            let is_hand = info.kind.as_deref() == Some("fan") || info.name.to_lowercase().contains("hand");
            info.order == Order::Any || is_hand && owner.is_some() && owner == own
        };
        !self.info.endless && self.info.zone(zone).is_some_and(is_free)
    }

    /// Sort position of a card in a hand. Hidden cards come last.
    fn place_in_hand(&self, card: CardSeen) -> usize {
        let CardSeen::Face(card) = card else {
            return usize::MAX;
        };
        let info = self.info.cards.get(card.index());
        info.map_or(usize::MAX, |info| usize::from(info.place))
    }

    fn cards(&self, id: ZoneId, zone: &ZoneSeen) -> String {
        let n = zone.cards.len();
        let count = say!("{0} {0|card|cards}", n);
        let mut seen = zone.cards.clone();
        if self.is_free(id) {
            seen.sort_by_key(|card| self.place_in_hand(*card));
        }
        let faces: Vec<String> = seen
            .iter()
            .filter(|card| matches!(card, CardSeen::Face(_)))
            .map(|card| self.card(*card))
            .collect();
        if faces.is_empty() {
            return count;
        }
        let skipped = faces.len().saturating_sub(NAMED);
        let named: Vec<String> = faces.into_iter().skip(skipped).collect();
        let before = if skipped > 0 { "… " } else { "" };
        format!(
            "{before}{} {}",
            named.join(", "),
            styled(FAINT, format!("({count})"))
        )
    }

    fn datum(&self, datum: &Datum) -> String {
        match datum {
            Datum::Nothing => "–".to_owned(),
            Datum::Hidden => "?".to_owned(),
            Datum::Bool(true) => say!("yes"),
            Datum::Bool(false) => say!("no"),
            Datum::Int(n) => n.to_string(),
            Datum::Float(n) => spoken().number(n.to_string()),
            Datum::Text(id) => self.info.texts.get(id.index()).cloned().unwrap_or_default(),
            Datum::Written(text) => text.to_string(),
            Datum::Seat(seat) => self.name(*seat),
            Datum::Card | Datum::CardAt { .. } => say!("a card"),
            Datum::Zone(zone) => self.zone(*zone),
            Datum::Deck(deck) => self.info.decks.get(deck.index()).cloned().unwrap_or_default(),
            Datum::List(items) => items.iter().map(|i| self.datum(i)).collect::<Vec<_>>().join(", "),
        }
    }

    /// The whole table as text.
    pub(super) fn table(&self) -> String {
        let mut lines = Vec::new();
        for (at, seen) in self.view.zones.iter().enumerate() {
            let zone = ZoneId(u16::try_from(at).unwrap_or(u16::MAX));
            let is_box = self.info.zone(zone).is_some_and(|(info, _)| info.name == "box");
            if seen.cards.is_empty() || seen.closed || is_box {
                continue;
            }
            lines.push(format!(
                "  {}: {}",
                styled(STRONG, self.zone(zone)),
                self.cards(zone, seen)
            ));
        }
        let shown = |infos: &[cardable_core::info::DataInfo], data: &[Datum]| {
            let items = infos
                .iter()
                .zip(data)
                .filter(|(info, _)| info.shown != ShownWhere::Nowhere);
            items
                .filter_map(|(info, datum)| {
                    let text = info.text(datum, |datum| self.datum(datum))?;
                    Some(format!("{} {text}", info.label).trim_end().to_owned())
                })
                .collect::<Vec<String>>()
        };
        let globals = shown(&self.info.globals, &self.view.globals);
        if !globals.is_empty() {
            lines.push(format!("  {}", styled(FAINT, globals.join(" · "))));
        }
        for (at, data) in self.view.seat_data.iter().enumerate() {
            let data = shown(&self.info.seat_data, data);
            if !data.is_empty() {
                let name = self.name(Seat(u8::try_from(at).unwrap_or(u8::MAX)));
                lines.push(format!(
                    "  {}",
                    styled(FAINT, format!("{name}: {}", data.join(" · ")))
                ));
            }
        }
        let messages = self.view.status.messages.iter();
        for message in messages.filter(|message| message.place != MessagePlace::Summary) {
            let text = self
                .info
                .message_text(spoken(), message.text, &message.tokens, |token| self.datum(token));
            lines.push(format!("  {text}"));
        }
        lines.join("\n")
    }
}

impl Names for Shown<'_> {
    fn candidates(&self, all: &[Pick], texts: &[String]) -> Vec<String> {
        let name = |(at, pick): (usize, &Pick)| match pick {
            Pick::Card { zone, index } => {
                let Some(seen) = self.view.zone(*zone) else {
                    return String::new();
                };
                let face = match seen.cards.get(usize::from(*index)) {
                    Some(card @ CardSeen::Face(_)) => Some(self.card(*card)),
                    Some(CardSeen::Back(_)) | None => None,
                };
                let order = self.info.zone(*zone).map(|(info, _)| info.order);
                let name = card_there(face, &self.zone(*zone), seen, order, *index, among(all, *zone));
                match seen.cards.get(usize::from(*index)) {
                    Some(CardSeen::Back(back)) => unseen(self.info, *back, name),
                    Some(CardSeen::Face(_)) | None => name,
                }
            }
            Pick::Zone(zone) => self.zone(*zone),
            Pick::Seat(seat) => self.name(*seat),
            Pick::Deck(deck) => self.info.decks.get(deck.index()).cloned().unwrap_or_default(),
            Pick::Option(_) => texts.get(at).cloned().unwrap_or_default(),
        };
        all.iter().enumerate().map(name).collect()
    }

    fn whole_name(&self, _: Pick) -> Option<String> {
        // Remote tables always use full names.
        None
    }

    fn place_shown(&self, zone: ZoneId, index: u16) -> Option<usize> {
        let seen = self.view.zone(zone).filter(|_| self.is_free(zone))?;
        Some(self.place_in_hand(*seen.cards.get(usize::from(index))?))
    }
}
