//! Card-games data: game and deck files that say which cards and zones there are and who may use
//! them, and nothing about play. What comes out is a table with manners: actions that move cards,
//! turn them, put them in order and so on, as far as control, size, order and decks allow it.

mod actions;
mod copies;
mod decks;
pub mod fields;
mod handling;
mod marks;
mod moves;
mod order;
mod play;
mod refills;
mod scores;
mod stages;
mod tricks;
mod zones;

use crate::content::{Beside, Package};
use crate::hir::build::Builder;
use crate::text::diag::{Code as Problem, meant_or_listed};
use crate::text::json::{Node, Value as Json};
use crate::text::source::Span;
use cardable_engine::program::ZoneName;
use fields::{DECK, GAME, LIMITS};

/// Builds a table. Mistakes are in the builder's diagnostics.
pub(crate) fn build(package: &Package, name: &str) -> Builder {
    let mut b = Builder::new();
    let filled = GAME.without_empty(&package.ruleset, &mut b.diags);
    let root = filled.as_ref().unwrap_or(&package.ruleset);
    GAME.check(root, &mut b.diags);
    let repaired = (b.diags.contains(Problem::UnknownField)).then(|| GAME.repaired(root));
    let root = repaired.as_ref().unwrap_or(root);
    let mut texts = package.beside.clone();
    for text in &mut texts {
        if let Some(filled) = DECK.without_empty(&text.root, &mut b.diags) {
            text.root = filled;
        }
    }
    let mut reader = Reader {
        b: &mut b,
        texts: &texts,
        zones: Vec::new(),
        game_marks: Vec::new(),
        game_zone: None,
    };
    reader.head(root, name);
    decks::decks(&mut reader, root);
    reader.zones(root);
    let tricks = tricks::tricks(&mut reader, root);
    zones::settle_zones(&mut reader, root);
    reader.play(root, tricks);
    b
}

/// Reads the texts of a game.
struct Reader<'a> {
    b: &'a mut Builder,
    texts: &'a [Beside],
    zones: Vec<zones::Zone<'a>>,
    game_marks: Vec<marks::GameMarks>,
    /// The zone that bears the marks of the game.
    game_zone: Option<ZoneName>,
}

/// How many of something there may be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Bounds {
    least: u16,
    most: u16,
    /// How many there are at first, where that is said.
    initial: Option<u16>,
    /// Whether one number was given for all of it.
    fixed: bool,
}

impl<'a> Reader<'a> {
    fn head(&mut self, root: &Node, file: &str) {
        let text = |field| GAME.get(root, field).and_then(Node::as_str).unwrap_or("");
        let name = match text("name") {
            "" => file,
            name => name,
        };
        self.b.hir.head.name = name.into();
        self.b.hir.head.description = text("description").into();
        let Some(players) = GAME.get(root, "players") else {
            return;
        };
        let Some(bounds) = self.bounds(players, "players") else {
            return;
        };
        const MOST: u16 = cardable_engine::ids::MAX_SEATS as u16;
        if bounds.most == 0 || bounds.least > MOST {
            self.b.error(
                Problem::OutOfBounds,
                players.span,
                format!("a game has 1 to {MOST} players"),
                "write how many, such as `4` or `[2, 6]`".to_owned(),
            );
            return;
        }
        let least = if bounds.fixed { bounds.most } else { bounds.least };
        self.b.hir.head.seats = (least.clamp(1, MOST) as u8, bounds.most.min(MOST) as u8);
    }

    /// A number, a range, `"*"`, or an object with bounds.
    fn bounds(&mut self, node: &Node, what: &str) -> Option<Bounds> {
        let whole = |n: &Node| n.as_i64().and_then(|n| u16::try_from(n).ok());
        match &node.value {
            Json::Number(_) => {
                let most = whole(node)?;
                Some(Bounds {
                    least: 0,
                    most,
                    initial: None,
                    fixed: true,
                })
            }
            Json::String(word) => (&**word == "*").then_some(Bounds {
                least: 0,
                most: u16::MAX,
                initial: None,
                fixed: false,
            }),
            Json::Array(items) => {
                let bound = |n: &Node| match n.as_str() {
                    Some("*") => Some(u16::MAX),
                    _ => whole(n),
                };
                match items.as_slice() {
                    [low, high] => {
                        let (least, most) = (whole(low)?, bound(high)?);
                        if least <= most {
                            return Some(Bounds {
                                least,
                                most,
                                initial: None,
                                fixed: false,
                            });
                        }
                        self.bad_bounds(
                            node.span,
                            what,
                            format!("the fewest, {least}, are more than the most, {most}"),
                        );
                    }
                    _ => self.bad_bounds(
                        node.span,
                        what,
                        format!("the bounds of `{what}` are two: the fewest and the most"),
                    ),
                }
                None
            }
            Json::Object(_) => {
                let initial = LIMITS.get(node, "initial");
                let limits = match LIMITS.get(node, "limits") {
                    Some(limits) => self.bounds(limits, what)?,
                    None => Bounds {
                        least: 0,
                        most: u16::MAX,
                        initial: None,
                        fixed: false,
                    },
                };
                let found = initial.and_then(whole);
                if let (Some(n), Some(initial)) = (found, initial)
                    && (n > limits.most || n < limits.least)
                {
                    self.b.error(
                        Problem::OutOfBounds,
                        initial.span,
                        format!("{n} at first is not within the limits of `{what}`"),
                        "write a number between the two limits".to_owned(),
                    );
                    return None;
                }
                Some(Bounds {
                    initial: found,
                    ..limits
                })
            }
            Json::Null | Json::Bool(_) | Json::Invalid => None,
        }
    }

    fn bad_bounds(&mut self, span: Span, what: &str, message: String) {
        self.b.error(
            Problem::OutOfBounds,
            span,
            message,
            format!("write `\"{what}\": [0, 5]`, or `[0, \"*\"]` for no upper bound"),
        );
    }

    /// Says that a name means nothing, and what was probably meant.
    fn unknown(&mut self, code: Problem, span: Span, what: &str, name: &str, known: &[String]) {
        let known: Vec<&str> = known.iter().map(String::as_str).collect();
        let help = meant_or_listed(name, &known, "declare it first");
        self.b
            .error(code, span, format!("there is no {what} `{name}`"), help);
    }
}
