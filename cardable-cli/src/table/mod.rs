//! Renders the table for one viewer.

pub(crate) mod cards;
mod data;
mod seats;

pub(crate) use data::label;

use crate::paint::{FAINT, NOTE, STRONG, styled, width, wrapped};
use crate::say::say;
use cardable_core::ids::ZoneId;
use cardable_core::info::ZoneInfo;
use cardable_core::info::{MessagePlace, Order};
use cardable_core::view::{CardSeen, SceneSeen};
use cardable_core::{Game, Ruleset, RulesetInfo, Seat, View, Viewer};
use std::cell::OnceCell;
use std::io::{Result, Write};

/// The zone for cards out of play.
pub(crate) const BOX: &str = "box";

/// The table to render, for one viewer.
pub(crate) struct TableView<'a> {
    pub(crate) game: &'a Game,
    pub(crate) rules: Ruleset,
    pub(crate) view: View,
    pub(crate) columns: usize,
    info: OnceCell<RulesetInfo>,
}

impl<'a> TableView<'a> {
    pub(crate) fn new(game: &'a Game, viewer: Viewer, columns: usize) -> TableView<'a> {
        TableView {
            game,
            rules: game.ruleset(),
            view: game.view(viewer),
            columns,
            info: OnceCell::new(),
        }
    }

    /// What is printed on the cards that the viewer sees, besides their names.
    pub(crate) fn printed(&self) -> Vec<String> {
        let cards = self.view.zones.iter().flat_map(|zone| &zone.cards);
        let seen = cards.filter_map(|card| match card {
            CardSeen::Face(kind) => Some(*kind),
            CardSeen::Back(_) => None,
        });
        cards::printed(self.info(), seen, self.columns)
    }

    /// Names and other information about the ruleset.
    pub(crate) fn info(&self) -> &RulesetInfo {
        self.info.get_or_init(|| self.rules.info())
    }

    /// The ruleset's information about a zone.
    pub(crate) fn zone_info(&self, zone: ZoneId) -> Option<&ZoneInfo> {
        self.info().zone(zone).map(|(info, _)| info)
    }

    /// Sort position of a card in a hand. Hidden cards come last.
    pub(crate) fn place_in_hand(&self, card: CardSeen) -> u16 {
        match card {
            CardSeen::Face(card) => {
                let info = self.info().cards.get(card.index());
                info.map_or(u16::MAX, |card| card.place)
            }
            CardSeen::Back(_) => u16::MAX,
        }
    }

    /// The viewer's seat, if any.
    pub(crate) fn own(&self) -> Option<Seat> {
        match self.view.viewer {
            Viewer::Seat(seat) => Some(seat),
            Viewer::Spectator | Viewer::Omniscient => None,
        }
    }

    /// Whether the viewer sees everything.
    pub(crate) fn is_omniscient(&self) -> bool {
        self.view.viewer == Viewer::Omniscient
    }

    /// The running state relevant to the viewer.
    fn scene(&self) -> Option<&SceneSeen> {
        let scenes = &self.view.status.scenes;
        let own = self.own().and_then(|seat| {
            scenes
                .iter()
                .find(|scene| scene.members.or(scene.resting).contains(seat))
        });
        own.or_else(|| scenes.first())
    }

    /// Draws the whole table.
    pub(crate) fn draw(&self, out: &mut dyn Write) -> Result<()> {
        self.heading(out)?;
        self.shared(out)?;
        seats::draw(self, out)?;
        self.messages(out)
    }

    fn heading(&self, out: &mut dyn Write) -> Result<()> {
        let state = match &self.view.status.result {
            Some(_) => say!("The end"),
            None => label(self.scene().map_or("", |scene| {
                self.rules.words().state_label(scene.state).unwrap_or_default()
            })),
        };
        let rest = self
            .columns
            .saturating_sub(width(self.rules.name()) + width(&state) + 8);
        let line = "─".repeat(rest);
        let (name, before, after) = (
            styled(STRONG, self.rules.name()),
            styled(FAINT, "──"),
            styled(FAINT, line),
        );
        writeln!(out, "{before} {name} {after} {} {before}", styled(NOTE, state))
    }

    /// Shared zones and data.
    fn shared(&self, out: &mut dyn Write) -> Result<()> {
        let (shared, _) = self.rules.zone_names();
        let mut pieces = Vec::new();
        for name in shared {
            let zone = self.rules.zone(name);
            if let Some(zone) = zone.filter(|_| name != BOX) {
                let copies = self.rules.copies(zone);
                pieces.extend(copies.filter_map(|copy| self.zone(copy, false)));
            }
        }
        pieces.extend(data::of_game(self));
        if !pieces.is_empty() {
            for line in wrapped("  ", &pieces, "   ", self.columns) {
                writeln!(out, "{line}")?;
            }
        }
        Ok(())
    }

    /// A zone with its labels and cards. `None` if it has none.
    fn zone(&self, zone: ZoneId, all: bool) -> Option<String> {
        let seen = self.view.zone(zone).filter(|seen| !seen.closed)?;
        let designations = self.rules.designations(zone).filter(|(n, _)| seen.bears(*n));
        let designations: Vec<&str> = designations
            .map(|(n, _)| self.rules.words().designation_label(zone, n).unwrap_or_default())
            .collect();
        if seen.cards.is_empty() && designations.is_empty() {
            return None;
        }
        let mut label = self.zone_label(zone, false);
        if !designations.is_empty() {
            label = format!("{label} ({})", designations.join(", "));
        }
        let mut cards = seen.cards.clone();
        let carried = data::of_cards(self, zone);
        if !carried.is_empty() {
            let cards = cards::carrying(self.info(), &cards, &carried);
            return Some(format!("{} {cards}", styled(FAINT, label)));
        }
        if self.is_free(zone) {
            cards.sort_by_key(|card| self.place_in_hand(*card));
        }
        let info = self.zone_info(zone);
        let order = info.map(|info| info.order);
        // Of a pile only the top card matters. Other zones are shown in full.
        let few = match (info.and_then(|info| info.kind.as_deref()), order) {
            _ if all => usize::MAX,
            (_, Some(Order::Any)) => usize::MAX,
            (Some("pile"), _) => 3,
            (None, Some(Order::FixedLifo)) => 6,
            (Some(_) | None, _) => usize::MAX,
        };
        let oldest_first = order == Some(Order::FixedFifo);
        Some(format!(
            "{} {}",
            styled(FAINT, label),
            cards::row(self.info(), &cards, few, oldest_first)
        ))
    }

    /// Whether the order of a zone's cards has no meaning, as in one's own hand. If players arrange cards
    /// themselves, their order counts.
    pub(crate) fn is_free(&self, zone: ZoneId) -> bool {
        let is_own = self
            .rules
            .zone_name(zone)
            .unwrap_or_default()
            .1
            .is_some_and(|seat| self.own() == Some(seat));
        let free = |info: &ZoneInfo| {
            let is_hand = || {
                self.rules
                    .zone_name(zone)
                    .unwrap_or_default()
                    .0
                    .to_lowercase()
                    .contains("hand")
            };
            info.order == Order::Any || is_own && (info.kind.as_deref() == Some("fan") || is_hand())
        };
        !self.rules.is_endless() && self.zone_info(zone).is_some_and(free)
    }

    /// The name of a zone, optionally with its owner.
    pub(crate) fn zone_label(&self, zone: ZoneId, with_owner: bool) -> String {
        let label = self.game.words().bare_zone_label(zone).unwrap_or_default();
        match self.rules.zone_name(zone).and_then(|(_, owner)| owner) {
            Some(owner) if with_owner => owned(owner, self.own(), &label, || {
                self.game.seating().name(owner).unwrap_or_default().to_owned()
            }),
            Some(_) | None => label,
        }
    }

    fn messages(&self, out: &mut dyn Write) -> Result<()> {
        // The summary is shown with the events.
        let messages = self.view.status.messages.iter();
        for message in messages.filter(|message| message.place != MessagePlace::Summary) {
            let said = self.game.words().message_text(message.text, &message.tokens);
            for line in wrapped("  » ", &words(&said), " ", self.columns) {
                writeln!(out, "{}", styled(NOTE, line))?;
            }
        }
        Ok(())
    }
}

/// A zone with whose it is.
pub(crate) fn owned(owner: Seat, own: Option<Seat>, label: &str, name: impl Fn() -> String) -> String {
    match own == Some(owner) {
        true => say!("your {0}", label),
        false => say!("{0:possessive} {1}", name(), label),
    }
}

pub(crate) fn words(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_owned).collect()
}
