//! The menu: everything a seat can do, with a number for each.

use super::keys::{keys, numbered};
use super::listed::{Several, matching, plain};
use super::names::{Names, sort_as_shown};
use super::typed::{is_no, is_yes};
use crate::paint::{STRONG, styled, wrapped};
use crate::say::say;
use cardable_core::decision::{Offered, PickOffered};
use cardable_core::ids::ActionId;
use cardable_core::{Choice, Pick};

/// Maximum number of candidates listed in the menu. More are asked for in a separate step.
const FEW: usize = 24;

/// The same limit for actions that can pick several candidates.
const VERY_FEW: usize = 3;

/// What a menu entry does.
#[derive(Clone)]
pub(crate) enum Way {
    Choice(Choice),
    /// Pick step by step. The texts describe candidates that are entries of a list.
    Pick {
        action: ActionId,
        texts: Vec<(Pick, String)>,
    },
    /// Choose several entries of a list.
    Items(Several),
}

/// Menu items under a common heading.
struct Group {
    head: String,
    items: Vec<Item>,
}

enum Item {
    /// A way, by its index, and its label.
    Way(usize, String),
    /// A line of text, such as a question.
    Words(String),
}

/// The menu of a decision.
pub(crate) struct Menu {
    groups: Vec<Group>,
    ways: Vec<Way>,
    /// Names of each way, in the order of `ways`.
    names: Vec<Vec<String>>,
    /// The range of the number asked for, if any.
    number: Option<(i64, i64)>,
    /// Whether a yes or no is asked for.
    confirm: bool,
}

impl Menu {
    pub(crate) fn new(names: &dyn Names, offers: Vec<Offered>) -> Menu {
        let mut menu = Menu {
            groups: Vec::new(),
            ways: Vec::new(),
            names: Vec::new(),
            number: None,
            confirm: false,
        };
        for offered in offers {
            menu.add(names, offered);
        }
        menu
    }

    fn add(&mut self, names: &dyn Names, offered: Offered) {
        match offered {
            Offered::Pass => self.single(&say!("Pass"), Way::Choice(Choice::Pass)),
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
                let texts = pick.candidates.iter().copied().zip(pick.texts.iter().cloned());
                let step_by_step = Way::Pick {
                    action,
                    texts: texts.collect(),
                };
                let one = |pick: Pick| Way::Choice(Choice::pick(action, [pick]));
                if pick.min == 1 && pick.max == 1 && pick.candidates.len() <= FEW {
                    let named = named(names, &pick);
                    self.group(
                        names,
                        label,
                        named.into_iter().map(|(text, pick)| (text, one(pick))),
                    );
                } else if pick.min == 1 && pick.candidates.len() <= VERY_FEW && !pick.ruled && !pick.ordered {
                    // Picking a single one is the usual case.
                    let named = named(names, &pick);
                    let ways = named.into_iter().map(|(text, pick)| (text, one(pick)));
                    let several = (say!("several"), step_by_step);
                    self.group(names, label, ways.chain(std::iter::once(several)));
                } else {
                    let amount = match (pick.min, pick.max) {
                        (min, max) if min == max => say!("pick {0}", min),
                        (min, max) => say!("pick {0} to {1}", min, max),
                    };
                    let order = if pick.ordered {
                        say!(", in order")
                    } else {
                        String::new()
                    };
                    let many = format!("{label} ({amount}{order})");
                    self.single(&many, step_by_step);
                }
            }
            Offered::Number { label, min, max } => {
                self.number = Some((min, max));
                let head = label.unwrap_or_else(|| say!("How many?"));
                self.groups.push(Group {
                    head,
                    items: vec![Item::Words(say!("a number from {0} to {1}", min, max))],
                });
            }
            Offered::Confirm { label } => {
                self.confirm = true;
                let head = label.unwrap_or_else(|| say!("Yes or no?"));
                let items = [(say!("yes"), true), (say!("no"), false)]
                    .map(|(text, yes)| (text, Way::Choice(Choice::confirm(yes))));
                self.group(names, head, items.into_iter());
            }
            Offered::Items {
                label,
                items,
                min: 1,
                max: 1,
                ruled: false,
                ..
            } => {
                let head = label.unwrap_or_else(|| say!("Choose"));
                let one = |at: usize| Way::Choice(Choice::items([at as u16]));
                self.group(
                    names,
                    head,
                    items.into_iter().enumerate().map(|(at, text)| (text, one(at))),
                );
            }
            Offered::Items {
                label,
                items,
                min,
                max,
                ruled,
                ordered,
            } => {
                let head = label.unwrap_or_else(|| say!("Choose several"));
                let several = Several {
                    items,
                    min,
                    max,
                    in_steps: ruled || ordered,
                };
                self.single(&head, Way::Items(several));
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

    fn group(&mut self, names: &dyn Names, head: String, items: impl Iterator<Item = (String, Way)>) {
        let mut group = Group {
            head,
            items: Vec::new(),
        };
        for (text, way) in items {
            let card = match &way {
                Way::Choice(Choice::Act { picks, .. }) if picks.len() == 1 => {
                    picks.first().and_then(|pick| names.whole_name(*pick))
                }
                Way::Choice(_) | Way::Pick { .. } | Way::Items(_) => None,
            };
            self.names
                .push(std::iter::once(plain(&text)).chain(card).collect());
            self.ways.push(way);
            group.items.push(Item::Way(self.ways.len() - 1, text));
        }
        // With a single candidate the action's name is enough.
        if let ([_], Some(names)) = (&group.items[..], self.names.last_mut()) {
            names.push(plain(&group.head));
        }
        self.groups.push(group);
    }

    /// Whether there is only one way.
    pub(crate) fn has_one_way(&self) -> bool {
        self.ways.len() == 1
    }

    /// The number to type for each way.
    fn keys(&self) -> Vec<i64> {
        keys(
            self.names
                .iter()
                .map(|names| names.first().map_or("", String::as_str)),
        )
    }

    /// The menu as lines for the terminal.
    pub(crate) fn lines(&self, columns: usize) -> Vec<String> {
        let keys = self.keys();
        let shown = |item: &Item| match item {
            Item::Way(at, text) => numbered(keys.get(*at).copied().unwrap_or(0), text),
            Item::Words(words) => words.clone(),
        };
        let mut lines = Vec::new();
        for group in &self.groups {
            let items: Vec<String> = group.items.iter().map(shown).collect();
            let head = match group.head.as_str() {
                "" => "  ".to_owned(),
                head if head.ends_with(['?', ':', '.', '!']) => format!("  {}  ", styled(STRONG, head)),
                head => format!("  {}  ", styled(STRONG, format!("{head}:"))),
            };
            // A long heading gets its own line.
            let head = if crate::paint::width(&head) > columns / 2 {
                lines.push(head);
                "    ".to_owned()
            } else {
                head
            };
            lines.extend(wrapped(&head, &items, "   ", columns));
        }
        lines
    }

    /// Parses the input. The error says why it is not valid.
    pub(crate) fn way(&self, typed: &str) -> Result<Way, String> {
        if let Some((min, max)) = self.number {
            return match typed.parse() {
                Ok(number) if (min..=max).contains(&number) => Ok(Way::Choice(Choice::Number(number))),
                _ => Err(say!("Type a number from {0} to {1}.", min, max)),
            };
        }
        if self.confirm && (is_yes(typed) || is_no(typed)) {
            return Ok(Way::Choice(Choice::confirm(is_yes(typed))));
        }
        if let Ok(number) = typed.parse::<i64>() {
            let at = self.keys().iter().position(|key| *key == number);
            let way = at.and_then(|at| self.ways.get(at));
            return way.cloned().ok_or_else(|| self.asked_for());
        }
        let is_whole = |at: &usize| self.whole_name(*at).to_lowercase() == typed.to_lowercase();
        if let Some(way) = (0..self.ways.len())
            .find(is_whole)
            .and_then(|at| self.ways.get(at))
        {
            return Ok(way.clone());
        }
        match matching(typed, &self.names)[..] {
            [only] => self.ways.get(only).cloned().ok_or_else(|| self.asked_for()),
            [] => Err(self.asked_for()),
            [one, other, ..] => {
                let (mut names, whole) = (
                    [self.name(one), self.name(other)],
                    [self.whole_name(one), self.whole_name(other)],
                );
                if names[0] == names[1] {
                    names = whole;
                }
                let [one, other] = names;
                Err(say!(
                    "`{0}` may be “{1}” or “{2}”: type more of it, or the number.",
                    typed,
                    one,
                    other
                ))
            }
        }
    }

    fn name(&self, way: usize) -> String {
        let name = self.names.get(way).and_then(|names| names.first());
        name.cloned().unwrap_or_default()
    }

    /// The name of a way with that of its action, or of the question, before it.
    fn whole_name(&self, way: usize) -> String {
        let is_it = |item: &Item| matches!(item, Item::Way(at, _) if *at == way);
        let group = self.groups.iter().find(|group| group.items.iter().any(is_it));
        let head = group.map(|group| plain(&group.head)).unwrap_or_default();
        match head.as_str() {
            "" => self.name(way),
            head => format!(
                "{}: {}",
                head.trim_end_matches(['?', ':', '.', '!']),
                self.name(way)
            ),
        }
    }

    fn asked_for(&self) -> String {
        let keys = self.keys();
        match keys[..] {
            [only] => say!("Type {0}, or ? for help.", only),
            _ if keys.iter().copied().eq(1..=keys.len() as i64) => {
                say!("Type a number from 1 to {0}, or ? for help.", keys.len())
            }
            _ => say!("Type one of the numbers shown, or ? for help."),
        }
    }
}

/// Candidates by name. Those that look the same and are in the same zone are listed once.
fn named(names: &dyn Names, pick: &PickOffered) -> Vec<(String, Pick)> {
    let mut named: Vec<(String, Pick)> = Vec::new();
    let texts = names.candidates(&pick.candidates, &pick.texts);
    for (candidate, text) in pick.candidates.iter().zip(texts) {
        if !named.iter().any(|(known, _)| *known == text) {
            named.push((text, *candidate));
        }
    }
    sort_as_shown(names, &mut named, |(_, pick)| *pick);
    named
}
