//! Compares a game with what a test expects.

use super::choose::items_of;
use super::picks::{candidates, entries_meant, is_there, place_of};
use super::running::{Running, quoted, unlike};
use crate::place_names::zone_text;
use cardable_compiler::cases::{Expected, Picked, Placed};
use cardable_engine::ids::{ActionId, CardTypeId, ZoneId};
use cardable_engine::view::{CardSeen, KnownCard, ToldCard};
use cardable_engine::{DecisionRef, Given, InZone, Item, Seat, SeatSet, Viewer};
use std::fmt::Display;

impl Running<'_> {
    /// Compares the game with what is expected.
    pub(super) fn look(&mut self, expected: &[Placed<Expected>]) {
        for one in expected {
            if let Err(message) = self.holds(&one.what) {
                self.fail(one.span, message);
            }
        }
    }

    /// Whether something is so. The error says what is so instead.
    fn holds(&self, expected: &Expected) -> Result<(), String> {
        let inspection = self.game.inspect(Viewer::Omniscient);
        let words = self.game.words();
        match expected {
            Expected::State(state) => {
                let wanted = self.ruleset.state_name(*state).unwrap_or_default();
                same(wanted, self.state_name())
            }
            Expected::Turn(seat) => {
                let turn = self.game.world.scene.turn;
                let found = turn.map_or("nobody".to_owned(), |seat| format!("seat {}", seat.0));
                same(&format!("seat {}", seat.0), &found)
            }
            Expected::Zone(zone, _) | Expected::Count(zone, _) if self.lacks(*zone).is_some() => {
                Err(self.lacks(*zone).unwrap_or_default())
            }
            Expected::Zone(zone, cards) => {
                let found = inspection.cards(*zone);
                let fits = match inspection.is_ordered(*zone) {
                    true => lie_so(&found, cards),
                    false => are_among(&found, cards),
                };
                let name = |card: &Option<CardTypeId>| match card {
                    Some(card) => words.card_name(*card),
                    None => Some("...".to_owned()),
                };
                let names = |cards: &[Option<CardTypeId>]| {
                    let names: Vec<String> = cards.iter().filter_map(name).collect();
                    quoted(&names)
                };
                let found: Vec<Option<CardTypeId>> = found.into_iter().map(Some).collect();
                match fits {
                    true => Ok(()),
                    false => Err(unlike(&names(cards), &names(&found))),
                }
            }
            Expected::Count(zone, count) => {
                let found = inspection.cards(*zone).len();
                let name = self.shown(&Given::Zone(*zone));
                same(count, &found).map_err(|message| format!("{name}: {message}"))
            }
            Expected::Datum(name, item, wanted) => {
                match self.item_now(name, *item).and_then(|item| inspection.datum(item)) {
                    Some(found) if found.is_like(wanted) => Ok(()),
                    Some(found) => {
                        let message = unlike(&self.shown(wanted), &self.shown(&found));
                        Err(format!("`{name}`: {message}"))
                    }
                    None if name.contains('@') => {
                        Err(format!("there is no `{name}`: no such card lies there"))
                    }
                    None => Err(format!(
                        "there is no `{name}` in the state `{}`",
                        self.state_name()
                    )),
                }
            }
            Expected::Offer {
                seat,
                actions,
                picks,
                is_offered,
            } => self.offers(*seat, actions, picks, *is_offered),
            Expected::Asked {
                seat,
                entries,
                is_offered,
            } => self.asks(*seat, entries, *is_offered),
            Expected::OnlyOffered { seat, actions } => self.offers_only(*seat, actions),
            Expected::NotTold(words) => match self.story.iter().find(|line| line.contains(words)) {
                Some(line) => Err(format!("expected no line with `{words}`, found `{line}`")),
                None => Ok(()),
            },
            Expected::Told(lines) => {
                let mut told = self.story.iter();
                let missing = lines
                    .iter()
                    .find(|line| !told.any(|told| told.contains(&line.what)));
                match missing {
                    None => Ok(()),
                    Some(line) => Err(unlike(&format!("`{}`", line.what), &quoted(&self.story))),
                }
            }
            Expected::Knows {
                zone,
                card,
                by,
                is_known,
            } => self.knows(*zone, *card, *by, *is_known),
            Expected::MayBe {
                seat,
                card,
                at,
                may_be,
            } => self.may_be(*seat, *card, *at, may_be),
            Expected::Teams(teams) => {
                let mut found = self.game.view(Viewer::Omniscient).status.teams;
                if found.is_empty() {
                    let seating = self.game.seating();
                    found = (0..seating.persons() as u8)
                        .map(|seat| seating.team(Seat(seat)))
                        .collect();
                }
                same(&format!("{teams:?}"), &format!("{found:?}"))
            }
            Expected::Reason(words) => {
                let result = self.game.result();
                let reason = result.map(|result| result.reason.clone().unwrap_or_default());
                match reason {
                    Some(reason) if reason.contains(words.as_str()) => Ok(()),
                    Some(reason) => Err(unlike(&format!("`{words}`"), &format!("`{reason}`"))),
                    None => Err(unlike(&format!("`{words}`"), &over_or_not(false))),
                }
            }
            Expected::Over(over) => same(&over_or_not(*over), &over_or_not(self.game.is_over())),
            Expected::Winners(seats) => {
                let result = self.game.result();
                let found = result.map(|result| result.winners.clone());
                let numbers = |seats: &[Seat]| {
                    let mut seats = seats.to_vec();
                    seats.sort_unstable();
                    let numbers: Vec<String> = seats.iter().map(|seat| seat.0.to_string()).collect();
                    format!("[{}]", numbers.join(", "))
                };
                let found = found.map_or("a game that goes on".to_owned(), |seats| numbers(&seats));
                same(&numbers(seats), &found)
            }
        }
    }

    /// The item of this name in the state that runs, where it is data of a state.
    fn item_now(&self, name: &str, item: Item) -> Option<Item> {
        let Item::State(_) = item else {
            return Some(item);
        };
        let program = &self.ruleset.program;
        let name = name.strip_prefix("state.")?;
        let data = &program.state(self.game.world.scene.state).data;
        let at = data.iter().position(|def| program.str(def.name) == name)?;
        Some(Item::State(at as u16))
    }

    /// Whether seats know a card of this type in a zone, by its face or by what they have seen before.
    fn knows(&self, zone: ZoneId, card: CardTypeId, by: SeatSet, is_known: bool) -> Result<(), String> {
        let is_there = self.game.inspect(Viewer::Omniscient).cards(zone).contains(&card);
        let name = self.name_of(&Picked::Card(card, None));
        if !is_there {
            return Err(format!("{name} does not lie there"));
        }
        for seat in by {
            let viewer = Viewer::Seat(seat);
            let view = self.game.view(viewer);
            let faces = view.zones.get(zone.index()).map(|zone| &zone.cards);
            let is_seen = faces.is_some_and(|faces| faces.contains(&CardSeen::Face(card)));
            let known = self.game.knowledge(viewer).cards();
            let knows = is_seen || known.iter().any(|known| known.zone == zone && known.card == card);
            if knows != is_known {
                let does = if knows { "knows" } else { "does not know" };
                return Err(format!("seat {} {does} {name}", seat.0));
            }
        }
        Ok(())
    }

    /// Whether a card may be these, and no others, as far as a seat was told.
    fn may_be(&self, seat: Seat, card: CardTypeId, at: InZone, may_be: &[CardTypeId]) -> Result<(), String> {
        let name = self.name_of(&Picked::Card(card, None));
        let place = place_of(&self.game, card, at).ok_or_else(|| format!("{name} does not lie there"))?;
        let told = self.game.view(Viewer::Seat(seat)).status.told;
        let is_it = |told: &&ToldCard| told.seat == seat && told.zone == at.zone && told.index == place;
        let known = self.game.knowledge(Viewer::Seat(seat)).cards();
        let is_known = |known: &KnownCard| known.zone == at.zone && known.place == Some(place);
        let found = match told.iter().find(is_it) {
            Some(told) => told.may_be.clone(),
            // What may be one card only is known.
            None if known.iter().any(is_known) => vec![card],
            None => return Err(format!("seat {} was told nothing of {name}", seat.0)),
        };
        let names = |cards: &[CardTypeId]| {
            let mut names: Vec<String> = cards
                .iter()
                .map(|card| self.name_of(&Picked::Card(*card, None)))
                .collect();
            names.sort();
            names.dedup();
            quoted(&names)
        };
        same(&names(may_be), &names(&found))
    }

    fn offers(
        &self,
        seat: Seat,
        actions: &[ActionId],
        picks: &[Placed<Picked>],
        is_offered: bool,
    ) -> Result<(), String> {
        let decision = self.game.decision(seat);
        let all = decision.iter().flat_map(DecisionRef::actions);
        let offered: Vec<ActionId> = all.filter(|action| actions.contains(action)).collect();
        let Some((decision, first)) = decision.as_ref().zip(offered.first()) else {
            return match (is_offered, &decision) {
                (false, _) => Ok(()),
                (true, Some(decision)) => Err(self.not_offered(decision, actions)),
                (true, None) => {
                    let state = self.state_name();
                    Err(format!(
                        "seat {} has nothing to choose in the state `{state}`",
                        seat.0
                    ))
                }
            };
        };
        let has = |action: &ActionId, pick: &Placed<Picked>| {
            !candidates(&self.game, decision, *action, &pick.what).is_empty()
        };
        if is_offered {
            // Of several actions of one name, one has all of it.
            let is_whole = |action: &&ActionId| picks.iter().all(|pick| has(action, pick));
            let missing = picks.iter().find(|pick| !has(first, pick));
            return match (offered.iter().find(is_whole), missing) {
                (None, Some(pick)) => Err(self.not_a_candidate(decision, *first, &pick.what)),
                _ => Ok(()),
            };
        }
        if picks.is_empty() {
            let label = self.game.words().action_label(*first).unwrap_or_default();
            return Err(format!("`{label}` is offered"));
        }
        let can_be_picked = |pick: &&Placed<Picked>| offered.iter().any(|action| has(action, pick));
        match picks.iter().find(can_be_picked) {
            Some(pick) => Err(format!("{} can be picked", self.name_of(&pick.what))),
            None => match picks.iter().find(|pick| !is_there(&self.game, seat, &pick.what)) {
                Some(absent) => Err(self.not_there(seat, &absent.what)),
                None => Ok(()),
            },
        }
    }

    /// Whether the question to a seat has all of these among its entries, or none of them.
    fn asks(&self, seat: Seat, entries: &[Placed<Picked>], is_offered: bool) -> Result<(), String> {
        let decision = self.game.decision(seat);
        let Some(items) = decision.as_ref().and_then(items_of) else {
            return Err(format!(
                "seat {} is asked no question for entries of a list",
                seat.0
            ));
        };
        for entry in entries {
            let text = match &entry.what {
                Picked::Seat(seat) => self.game.seating().name(*seat).unwrap_or_default().to_owned(),
                other @ (Picked::Card(..) | Picked::Unseen(_) | Picked::Zone(_)) => self.name_of(other),
                Picked::Entry(text) => text.clone(),
            };
            let is_there = !entries_meant(&items, &text).is_empty();
            let is_meant = is_there || matches!(entry.what, Picked::Seat(_)) || self.is_word(&text);
            if is_offered && !is_there || !is_meant {
                return Err(format!(
                    "there is no entry `{text}`; there are {}",
                    quoted(&items)
                ));
            }
            if is_there && !is_offered {
                return Err(format!("`{text}` is an entry of the question"));
            }
        }
        Ok(())
    }

    /// Why nothing can lie in a zone: the role of its seat does not have it.
    fn lacks(&self, zone: ZoneId) -> Option<String> {
        let has_it = self.game.inspect(Viewer::Omniscient).has_zone(zone);
        (!has_it).then(|| {
            let name = zone_text(self.ruleset, zone).unwrap_or_default();
            format!("there is no `{name}`: the role of this seat does not have the zone")
        })
    }

    /// Whether a seat may do these actions and nothing else.
    fn offers_only(&self, seat: Seat, actions: &[Placed<Vec<ActionId>>]) -> Result<(), String> {
        let decision = self.game.decision(seat);
        let offered: Vec<ActionId> = decision.iter().flat_map(DecisionRef::actions).collect();
        let is_wanted = |action: &ActionId| actions.iter().any(|wanted| wanted.what.contains(action));
        let is_offered =
            |wanted: &&Placed<Vec<ActionId>>| wanted.what.iter().any(|action| offered.contains(action));
        if offered.iter().all(is_wanted) && actions.iter().all(|wanted| is_offered(&wanted)) {
            return Ok(());
        }
        let words = self.game.words();
        let label = |action: &ActionId| words.action_label(*action).map(str::to_owned);
        let wanted: Vec<String> = actions
            .iter()
            .filter_map(|wanted| self.action_here(&wanted.what).as_ref().and_then(label))
            .collect();
        let found: Vec<String> = offered.iter().filter_map(label).collect();
        Err(unlike(&quoted(&wanted), &quoted(&found)))
    }

    /// A value as a test would write it.
    fn shown(&self, value: &Given) -> String {
        match value {
            Given::Nothing => "null".to_owned(),
            Given::Bool(truth) => truth.to_string(),
            Given::Int(n) => n.to_string(),
            Given::Float(n) => n.to_string(),
            Given::Text(text) => format!("\"{text}\""),
            Given::Seat(seat) => format!("seat {}", seat.0),
            Given::Card(card, at) => {
                let name = self.game.words().card_name(*card).unwrap_or_default();
                let zone = at.and_then(|at| Some((zone_text(self.ruleset, at.zone)?, at.nth)));
                match zone {
                    Some((zone, Some(nth))) => format!("{name}@{zone}[{nth}]"),
                    Some((zone, None)) => format!("{name}@{zone}"),
                    None => name,
                }
            }
            Given::Zone(zone) => format!("\"{}\"", zone_text(self.ruleset, *zone).unwrap_or_default()),
            Given::List(items) => {
                let items: Vec<String> = items.iter().map(|item| self.shown(item)).collect();
                format!("[{}]", items.join(", "))
            }
        }
    }
}

/// Whether cards lie as wanted, in this order; None stands for any number of them.
fn lie_so(found: &[CardTypeId], wanted: &[Option<CardTypeId>]) -> bool {
    match wanted {
        [] => found.is_empty(),
        [Some(card), rest @ ..] => found
            .split_first()
            .is_some_and(|(first, others)| first == card && lie_so(others, rest)),
        [None, rest @ ..] => (0..=found.len()).any(|skipped| lie_so(&found[skipped..], rest)),
    }
}

/// Whether cards are the wanted ones in any order; with None among these, others may be there too.
fn are_among(found: &[CardTypeId], wanted: &[Option<CardTypeId>]) -> bool {
    let mut left = found.to_vec();
    for card in wanted.iter().flatten() {
        match left.iter().position(|one| one == card) {
            Some(at) => _ = left.swap_remove(at),
            None => return false,
        }
    }
    left.is_empty() || wanted.contains(&None)
}

fn same<T: PartialEq + Display + ?Sized>(wanted: &T, found: &T) -> Result<(), String> {
    match wanted == found {
        true => Ok(()),
        false => Err(unlike(wanted, found)),
    }
}

fn over_or_not(over: bool) -> String {
    String::from(if over {
        "a game that is over"
    } else {
        "a game that goes on"
    })
}
