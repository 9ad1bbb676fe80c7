//! What can be decided, as numbered lines.

use super::show::Shown;
use crate::paint::{FAINT, KEY, styled};
use cardable_core::ids::ActionId;
use cardable_core::{Choice, Offered, PickOffered};
use cardable_net::protocol::Asked;

/// An action whose picks are asked for one by one.
#[derive(Clone)]
pub(super) struct Entry {
    pub(super) action: ActionId,
    pub(super) label: String,
    pub(super) texts: Vec<String>,
}

/// What a line stands for.
#[derive(Clone)]
enum Line {
    Choice(Choice),
    Pick(Entry),
}

/// What can be decided.
pub(super) struct Menu {
    lines: Vec<(String, Line)>,
    /// A number that may be typed as it is.
    number: Option<(String, i64, i64)>,
    /// Several entries of a list.
    several: Option<(String, usize, u16, u16)>,
    unavailable: Vec<String>,
}

/// What somebody wants.
pub(super) enum Want {
    Choice(Choice),
    Pick(Entry),
    Unknown,
}

impl Menu {
    pub(super) fn of(asked: &Asked, shown: &Shown<'_>) -> Menu {
        let mut menu = Menu {
            lines: Vec::new(),
            number: None,
            several: None,
            unavailable: asked
                .unavailable
                .iter()
                .map(|u| format!("{}: {}", u.label, u.reason))
                .collect(),
        };
        for offer in &asked.offers {
            menu.add(offer, shown);
        }
        menu
    }

    fn add(&mut self, offer: &Offered, shown: &Shown<'_>) {
        match offer {
            Offered::Action {
                action, label, pick, ..
            } => match pick {
                None => self.line(label.clone(), Choice::act(*action)),
                Some(pick) => self.add_picks(*action, label, pick, shown),
            },
            Offered::Number { label, min, max } => self.number = Some((label.clone(), *min, *max)),
            Offered::Confirm { label } => {
                self.line(format!("{label} Yes"), Choice::Number(1));
                self.line(format!("{label} No"), Choice::Number(0));
            }
            Offered::Items {
                label,
                items,
                min,
                max,
            } => {
                if (*min, *max) == (1, 1) {
                    for (at, item) in items.iter().enumerate() {
                        let choice = Choice::Items([at as u16].into_iter().collect());
                        self.line(format!("{label} {item}"), choice);
                    }
                } else {
                    self.several = Some((label.clone(), items.len(), *min, *max));
                    for item in items {
                        self.line(item.clone(), Choice::Pass);
                    }
                }
            }
            Offered::Pass => self.line("pass".to_owned(), Choice::Pass),
        }
    }

    fn line(&mut self, text: String, choice: Choice) {
        self.lines.push((text, Line::Choice(choice)));
    }

    fn add_picks(&mut self, action: ActionId, label: &str, pick: &PickOffered, shown: &Shown<'_>) {
        if (pick.min, pick.max, pick.ruled) != (1, 1, false) {
            let entry = Entry {
                action,
                label: label.to_owned(),
                texts: pick.texts.clone(),
            };
            let text = format!("{label} …");
            return self.lines.push((text, Line::Pick(entry)));
        }
        for (at, candidate) in pick.candidates.iter().enumerate() {
            let name = pick
                .texts
                .get(at)
                .cloned()
                .unwrap_or_else(|| shown.pick(candidate));
            let choice = Choice::Act {
                action,
                picks: [*candidate].into_iter().collect(),
            };
            self.line(format!("{label}: {name}"), choice);
        }
    }

    /// As it is shown.
    pub(super) fn lines(&self) -> Vec<String> {
        let mut lines: Vec<String> = Vec::new();
        for (at, (text, _)) in self.lines.iter().enumerate() {
            lines.push(format!("{:>4}  {text}", styled(KEY, at + 1)));
        }
        if let Some((label, min, max)) = &self.number {
            lines.push(format!("{label} A number from {min} to {max}:"));
        }
        if let Some((label, _, min, max)) = &self.several {
            lines.push(format!("{label} {min} to {max} of them, with blanks between:"));
        }
        for reason in &self.unavailable {
            lines.push(styled(FAINT, format!("      {reason}")));
        }
        lines
    }

    /// What a line that was typed means.
    pub(super) fn chosen(&self, line: &str) -> Want {
        if let Some((_, all, min, max)) = self.several {
            let picked: Option<Vec<u16>> = line
                .split_whitespace()
                .map(|n| {
                    n.parse::<u16>()
                        .ok()?
                        .checked_sub(1)
                        .filter(|at| usize::from(*at) < all)
                })
                .collect();
            return match picked {
                Some(picked) if (usize::from(min)..=usize::from(max)).contains(&picked.len()) => {
                    Want::Choice(Choice::Items(picked.into_iter().collect()))
                }
                _ => Want::Unknown,
            };
        }
        let Ok(n) = line.parse::<i64>() else {
            return Want::Unknown;
        };
        if let Some((_, min, max)) = self.number {
            return if (min..=max).contains(&n) {
                Want::Choice(Choice::Number(n))
            } else {
                Want::Unknown
            };
        }
        let at = usize::try_from(n).ok().and_then(|n| n.checked_sub(1));
        match at.and_then(|at| self.lines.get(at)) {
            Some((_, Line::Choice(choice))) => Want::Choice(choice.clone()),
            Some((_, Line::Pick(entry))) => Want::Pick(entry.clone()),
            None => Want::Unknown,
        }
    }
}
