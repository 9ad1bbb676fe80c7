//! Lines in the making: each has a head, to which details are added until it is closed.

use super::joined::{push, push_text};
use super::names::capital;
use super::parts::{Line, LineKind, Part};
use crate::ids::{Seat, ZoneId};

#[derive(Default)]
pub(super) struct Lines(Vec<Draft>);

struct Draft {
    kind: LineKind,
    actor: Option<Seat>,
    head: Head,
    details: Vec<Vec<Part>>,
    is_closed: bool,
}

enum Head {
    /// It tells something by itself.
    Told(Vec<Part>),
    /// It introduces the details, and is left out where there are none.
    Introduces(Vec<Part>),
}

impl Head {
    fn says_something(&self) -> bool {
        let (Head::Told(parts) | Head::Introduces(parts)) = self;
        !parts.is_empty()
    }
}

impl Lines {
    pub(super) fn line(&mut self, kind: LineKind, actor: Option<Seat>, head: Vec<Part>) {
        let head = match head.is_empty() {
            true => Head::Introduces(head),
            false => Head::Told(head),
        };
        self.draft(kind, actor, head);
    }

    /// A line that is only told if details follow: `Ada: ` and what they are.
    pub(super) fn introduction(&mut self, kind: LineKind, actor: Option<Seat>, head: Vec<Part>) {
        self.draft(kind, actor, Head::Introduces(head));
    }

    /// A line to which nothing is added.
    pub(super) fn closed(&mut self, kind: LineKind, actor: Option<Seat>, head: Vec<Part>) {
        self.line(kind, actor, head);
        self.close();
    }

    fn draft(&mut self, kind: LineKind, actor: Option<Seat>, head: Head) {
        self.0.push(Draft {
            kind,
            actor,
            head,
            details: Vec::new(),
            is_closed: false,
        });
    }

    /// Gives what happens from here on a line of its own.
    pub(super) fn close(&mut self) {
        if let Some(line) = self.0.last_mut() {
            line.is_closed = true;
        }
    }

    /// Whether the line so far only says of whom what follows is: `Ada: `.
    pub(super) fn introduces(&self) -> bool {
        let is_name = |line: &Draft| matches!(line.head, Head::Introduces(_)) && line.details.is_empty();
        self.0.last().is_some_and(is_name)
    }

    /// Whether the next detail belongs to a line that names the actor, and nobody else after that.
    pub(super) fn names_actor(&self, owner: impl Fn(ZoneId) -> Option<Seat>) -> bool {
        let Some(line) = self.0.last().filter(|line| !line.is_closed) else {
            return false;
        };
        let is_other = |part: &Part| match part {
            Part::Seat { seat, .. } => Some(*seat) != line.actor,
            Part::Zone { zone, .. } => owner(*zone).is_some_and(|seat| Some(seat) != line.actor),
            Part::Card { .. } | Part::Text(_) => false,
        };
        line.actor.is_some() && line.head.says_something() && !line.details.iter().flatten().any(is_other)
    }

    /// Adds what belongs to the line before, or stands alone.
    pub(super) fn detail(&mut self, parts: Vec<Part>) {
        if self.0.last().is_none_or(|line| line.is_closed) {
            self.introduction(LineKind::Note, None, Vec::new());
        }
        if let Some(line) = self.0.last_mut() {
            line.details.push(parts);
        }
    }

    pub(super) fn finish(self) -> Vec<Line> {
        self.0.into_iter().filter_map(Draft::finish).collect()
    }
}

impl Draft {
    fn finish(self) -> Option<Line> {
        let (mut parts, mut between) = match self.head {
            Head::Introduces(_) if self.details.is_empty() => return None,
            Head::Introduces(parts) => (parts, ""),
            Head::Told(parts) => (parts, "; "),
        };
        for detail in self.details {
            push_text(&mut parts, between);
            detail.into_iter().for_each(|part| push(&mut parts, part));
            between = "; ";
        }
        if let Some(first) = parts.first_mut() {
            *first.text_mut() = capital(first.text());
        }
        Some(Line {
            kind: self.kind,
            actor: self.actor,
            parts,
        })
    }
}
