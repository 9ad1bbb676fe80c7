//! What may be done, with a number for everything.

use super::keys::{keys, numbered};
use super::terminal::Terminal;
use crate::end::Failure;
use crate::paint::{STRONG, styled, wrapped};
use crate::table::{Table, cards};
use cardable_core::ids::{ActionId, ZoneId};
use cardable_core::view::{CardSeen, Datum};
use cardable_core::{Choice, Decision, Offered, Pick, PickOffered};
use smallvec::smallvec;

/// Up to so many candidates are listed at once; more are asked for by themselves.
const FEW: usize = 24;

/// Up to so many candidates are listed at once where several may be picked.
const VERY_FEW: usize = 3;

/// What typing something leads to.
#[derive(Clone)]
pub(super) enum Way {
    /// A choice.
    Choice(Choice),
    /// Picking step by step.
    Pick(ActionId),
    /// Several entries of a list.
    Items { items: Vec<String>, min: u16, max: u16 },
}

/// Things that belong together.
struct Group {
    head: String,
    items: Vec<Item>,
}

enum Item {
    /// What can be done, and how that is shown.
    Way(usize, String),
    /// What is asked for.
    Words(String),
}

pub(super) struct Menu {
    groups: Vec<Group>,
    ways: Vec<Way>,
    /// What each way is called, in the order of the ways.
    names: Vec<Vec<String>>,
    /// A number is asked for.
    number: Option<(i64, i64)>,
    /// A yes or no is asked for.
    confirm: bool,
}

impl Menu {
    pub(super) fn new(table: &Table<'_>, decision: &Decision<'_>) -> Menu {
        let mut menu = Menu {
            groups: Vec::new(),
            ways: Vec::new(),
            names: Vec::new(),
            number: None,
            confirm: false,
        };
        for offered in decision.offers() {
            menu.add(table, offered);
        }
        menu
    }

    fn add(&mut self, table: &Table<'_>, offered: Offered) {
        match offered {
            Offered::Pass => self.single("Pass", Way::Choice(Choice::Pass)),
            Offered::Action {
                action,
                label,
                pick: None,
                ..
            } => {
                self.single(&label, Way::Choice(Choice::act(action)));
            }
            Offered::Action {
                action,
                label,
                pick: Some(pick),
                ..
            } => {
                let one = |pick: Pick| {
                    Way::Choice(Choice::Act {
                        action,
                        picks: smallvec![pick],
                    })
                };
                if pick.min == 1 && pick.max == 1 && pick.candidates.len() <= FEW {
                    let named = named(table, &pick);
                    self.group(
                        table,
                        label,
                        named.into_iter().map(|(text, pick)| (text, one(pick))),
                    );
                } else if pick.min == 1 && pick.candidates.len() <= VERY_FEW && !pick.ruled {
                    // Usually one of them is wanted.
                    let named = named(table, &pick);
                    let ways = named.into_iter().map(|(text, pick)| (text, one(pick)));
                    let several = ("several".to_owned(), Way::Pick(action));
                    self.group(table, label, ways.chain(std::iter::once(several)));
                } else {
                    let many = match (pick.min, pick.max) {
                        (min, max) if min == max => format!("{label} (pick {min})"),
                        (min, max) => format!("{label} (pick {min} to {max})"),
                    };
                    self.single(&many, Way::Pick(action));
                }
            }
            Offered::Number { label, min, max } => {
                self.number = Some((min, max));
                let head = if label.is_empty() {
                    "How many?".to_owned()
                } else {
                    label
                };
                self.groups.push(Group {
                    head,
                    items: vec![Item::Words(format!("a number from {min} to {max}"))],
                });
            }
            Offered::Confirm { label } => {
                self.confirm = true;
                let head = if label.is_empty() {
                    "Yes or no?".to_owned()
                } else {
                    label
                };
                let items = [("yes", 1), ("no", 0)]
                    .map(|(text, n)| (text.to_owned(), Way::Choice(Choice::Number(n))));
                self.group(table, head, items.into_iter());
            }
            Offered::Items {
                label,
                items,
                min: 1,
                max: 1,
            } => {
                let head = if label.is_empty() {
                    "Choose".to_owned()
                } else {
                    label
                };
                let one = |at: usize| Way::Choice(Choice::Items(smallvec![at as u16]));
                self.group(
                    table,
                    head,
                    items.into_iter().enumerate().map(|(at, text)| (text, one(at))),
                );
            }
            Offered::Items {
                label,
                items,
                min,
                max,
            } => {
                let head = if label.is_empty() {
                    "Choose several".to_owned()
                } else {
                    label
                };
                self.single(&head, Way::Items { items, min, max });
            }
        }
    }

    fn single(&mut self, label: &str, way: Way) {
        self.ways.push(way);
        self.names.push(vec![plain(label)]);
        self.groups.push(Group {
            head: String::new(),
            items: vec![Item::Way(self.ways.len() - 1, styled(STRONG, label).to_string())],
        });
    }

    fn group(&mut self, table: &Table<'_>, head: String, items: impl Iterator<Item = (String, Way)>) {
        let mut group = Group {
            head,
            items: Vec::new(),
        };
        for (text, way) in items {
            let card = card_name(table, &way);
            self.names
                .push(std::iter::once(plain(&text)).chain(card).collect());
            self.ways.push(way);
            group.items.push(Item::Way(self.ways.len() - 1, text));
        }
        // Where there is one thing to pick, the action's own name will do.
        if let ([_], Some(names)) = (&group.items[..], self.names.last_mut()) {
            names.push(plain(&group.head));
        }
        self.groups.push(group);
    }

    /// Whether there is nothing to choose from.
    pub(super) fn has_one_way(&self) -> bool {
        self.ways.len() == 1
    }

    /// What is typed for each way.
    fn keys(&self) -> Vec<i64> {
        keys(
            self.names
                .iter()
                .map(|names| names.first().map_or("", String::as_str)),
        )
    }

    pub(super) fn show(&self, terminal: &mut Terminal<'_>, columns: usize) -> Result<(), Failure> {
        let keys = self.keys();
        let shown = |item: &Item| match item {
            Item::Way(at, text) => numbered(keys.get(*at).copied().unwrap_or(0), text),
            Item::Words(words) => words.clone(),
        };
        for group in &self.groups {
            let items: Vec<String> = group.items.iter().map(shown).collect();
            let head = match group.head.as_str() {
                "" => "  ".to_owned(),
                head if head.ends_with(['?', ':', '.', '!']) => format!("  {}  ", styled(STRONG, head)),
                head => format!("  {}  ", styled(STRONG, format!("{head}:"))),
            };
            // A long question has a line of its own.
            let (head, before) = if crate::paint::width(&head) > columns / 2 {
                ("    ".to_owned(), Some(head))
            } else {
                (head, None)
            };
            for line in before.into_iter().chain(wrapped(&head, &items, "   ", columns)) {
                terminal.say(&line)?;
            }
        }
        Ok(())
    }

    /// What was typed; else why it is no answer.
    pub(super) fn way(&self, typed: &str) -> Result<Way, String> {
        if let Some((min, max)) = self.number {
            return match typed.parse() {
                Ok(number) if (min..=max).contains(&number) => Ok(Way::Choice(Choice::Number(number))),
                _ => Err(format!("Type a number from {min} to {max}.")),
            };
        }
        match typed {
            "y" | "yes" if self.confirm => return Ok(Way::Choice(Choice::Number(1))),
            "n" | "no" if self.confirm => return Ok(Way::Choice(Choice::Number(0))),
            _ => {}
        }
        if let Ok(number) = typed.parse::<i64>() {
            let at = self.keys().iter().position(|key| *key == number);
            let way = at.and_then(|at| self.ways.get(at));
            return way.cloned().ok_or_else(|| self.asked_for());
        }
        match meant(typed, &self.names)[..] {
            [only] => self.ways.get(only).cloned().ok_or_else(|| self.asked_for()),
            [] => Err(self.asked_for()),
            [one, other, ..] => {
                let name = |at: usize| self.names.get(at).and_then(|names| names.first());
                let (one, other) = (name(one).cloned(), name(other).cloned());
                let (one, other) = (one.unwrap_or_default(), other.unwrap_or_default());
                Err(format!(
                    "`{typed}` may be “{one}” or “{other}”: type more of it, or the number."
                ))
            }
        }
    }

    fn asked_for(&self) -> String {
        let keys = self.keys();
        match keys[..] {
            [only] => format!("Type {only}, or ? for help."),
            _ if keys.iter().copied().eq(1..=keys.len() as i64) => {
                format!("Type a number from 1 to {}, or ? for help.", keys.len())
            }
            _ => "Type one of the numbers shown, or ? for help.".to_owned(),
        }
    }
}

/// The whole name of the card that a way picks, where it picks one and its face is seen: signs such as
/// those of suits are hard to type.
fn card_name(table: &Table<'_>, way: &Way) -> Option<String> {
    let Way::Choice(Choice::Act { picks, .. }) = way else {
        return None;
    };
    match picks[..] {
        [Pick::Card { zone, index }] => match table.view.zone(zone)?.cards.get(usize::from(index))? {
            CardSeen::Face(ty) => Some(table.rules.card_name(*ty)),
            CardSeen::Back(_) => None,
        },
        _ => None,
    }
}

/// A text without styles.
pub(super) fn plain(text: &str) -> String {
    anstream::adapter::strip_str(text).to_string()
}

/// Which of several things, each with its names, a word means: those that are called so, else those
/// whose name begins so.
pub(super) fn meant(typed: &str, all: &[Vec<String>]) -> Vec<usize> {
    let typed = typed.to_lowercase();
    let those = |fits: &dyn Fn(&str) -> bool| -> Vec<usize> {
        let named = all.iter().enumerate();
        let fitting = named.filter(|(_, names)| names.iter().any(|name| fits(&name.to_lowercase())));
        fitting.map(|(at, _)| at).collect()
    };
    let exact = those(&|name| name == typed);
    match exact.is_empty() {
        true => those(&|name| name.starts_with(&typed)),
        false => exact,
    }
}

/// Candidates by name; those that look alike and lie in the same place are listed once.
fn named(table: &Table<'_>, pick: &PickOffered) -> Vec<(String, Pick)> {
    let mut named: Vec<(String, Pick)> = Vec::new();
    for (candidate, text) in pick
        .candidates
        .iter()
        .zip(candidates(table, &pick.candidates, &pick.texts))
    {
        if !named.iter().any(|(known, _)| *known == text) {
            named.push((text, *candidate));
        }
    }
    let zones = pick_zones(&pick.candidates);
    named.sort_by_key(|(_, pick)| as_shown(table, &zones, *pick));
    named
}

/// Where a candidate comes in a list that is in the order in which the table shows cards: by its
/// zone, then by its face where the order of a zone means nothing.
pub(super) fn as_shown(table: &Table<'_>, zones: &[ZoneId], pick: Pick) -> (usize, Option<CardSeen>) {
    let Pick::Card { zone, index } = pick else {
        return (0, None);
    };
    let seen = table.view.zone(zone).filter(|_| table.is_free(zone));
    let face = seen.and_then(|seen| seen.cards.get(usize::from(index)).copied());
    (zones.iter().position(|z| *z == zone).unwrap_or(0), face)
}

/// The zones of candidates, each once, in their order.
pub(super) fn pick_zones(picks: &[Pick]) -> Vec<ZoneId> {
    let mut zones = Vec::new();
    for pick in picks {
        if let Pick::Card { zone, .. } = pick
            && !zones.contains(zone)
        {
            zones.push(*zone);
        }
    }
    zones
}

/// What candidates are called.
pub(super) fn candidates(table: &Table<'_>, all: &[Pick], texts: &[String]) -> Vec<String> {
    let zone_of = |pick: &Pick| match pick {
        Pick::Card { zone, .. } => Some(*zone),
        Pick::Zone(_) | Pick::Seat(_) | Pick::Deck(_) | Pick::Option(_) => None,
    };
    let first = all.first().and_then(zone_of);
    let same_zone = all.iter().all(|pick| zone_of(pick) == first);
    let name = |(at, pick): (usize, &Pick)| match pick {
        Pick::Card { .. } => card(table, *pick, same_zone),
        Pick::Zone(zone) => table.zone_label(*zone, true),
        Pick::Seat(seat) => table.game.seat_name(*seat).to_owned(),
        Pick::Deck(deck) => table.game.datum_text(&Datum::Deck(*deck)),
        Pick::Option(_) => texts.get(at).cloned().unwrap_or_default(),
    };
    all.iter().enumerate().map(name).collect()
}

/// A card by its face, else by its place.
fn card(table: &Table<'_>, pick: Pick, same_zone: bool) -> String {
    let Pick::Card { zone, index } = pick else {
        return String::new();
    };
    let Some(seen) = table.view.zone(zone) else {
        return String::new();
    };
    let label = table.zone_label(zone, true);
    match seen.cards.get(usize::from(index)) {
        Some(CardSeen::Face(ty)) if same_zone => cards::face(&table.rules, *ty),
        Some(CardSeen::Face(ty)) => format!("{} of {label}", cards::face(&table.rules, *ty)),
        _ if table.is_next(zone, index) => format!("next card of {label}"),
        _ if seen.ordered && seen.cards.len() > 1 => format!("card {} of {label}", index + 1),
        _ => format!("a card of {label}"),
    }
}
