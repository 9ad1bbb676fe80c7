//! Card-games data: game and deck files that say which cards and zones there are and who may use
//! them, and nothing about play. What comes out is a table without rules: actions that move cards,
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
use crate::format::shapes::Count;
use crate::hir::build::Builder;
use crate::text::diag::{Code as Problem, suggestion_or_list};
use crate::text::fields::read::{FieldType, Text};
use crate::text::json::Node;
use crate::text::source::Span;
use cardable_engine::program::ZoneName;
use fields::{Bound, DECK, GAME, Game, Size};

/// Builds a table. Mistakes are in the builder's diagnostics.
pub(crate) fn build(package: &Package, name: &str) -> Builder {
    let mut b = Builder::new();
    let filled = GAME.without_empty(&package.ruleset, &mut b.diags);
    let root = filled.as_ref().unwrap_or(&package.ruleset);
    GAME.check(root, &mut b.diags);
    let repaired = (b.diags.contains(Problem::UnknownField)).then(|| GAME.repaired(root));
    let game = Game {
        node: repaired.as_ref().unwrap_or(root),
    };
    let mut texts = package.beside.clone();
    for text in &mut texts {
        if let Some(filled) = DECK.without_empty(&text.root, &mut b.diags) {
            text.root = filled;
        }
    }
    let mut reader = TablesReader {
        b: &mut b,
        texts: &texts,
        zones: Vec::new(),
        game_marks: Vec::new(),
        game_zone: None,
    };
    reader.head(game, name);
    decks::decks(&mut reader, game);
    reader.zones(game);
    let tricks = tricks::tricks(&mut reader, game);
    zones::settle_zones(&mut reader, game);
    reader.play(game, tricks);
    b
}

struct TablesReader<'a> {
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

impl Bounds {
    const ANY: Bounds = Bounds {
        least: 0,
        most: u16::MAX,
        initial: None,
        fixed: false,
    };
}

impl<'a> TablesReader<'a> {
    fn head(&mut self, game: Game<'_>, file: &str) {
        let name = game.name().filter(|name| !name.is_empty());
        self.b.hir.head.name = name.map_or(file, Text::as_str).into();
        self.b.hir.head.description = game.description().map_or("", Text::as_str).into();
        self.b.hir.head.kind = game.kind();
        self.b.hir.head.minutes = game.minutes();
        let Some(players) = game.players() else {
            return;
        };
        let Some(bounds) = self.bounds(players.node, players.value, "players") else {
            return;
        };
        const MOST: u16 = cardable_engine::ids::MAX_SEATS as u16;
        if bounds.most == 0 || bounds.least > MOST {
            self.b.error(
                Problem::OutOfBounds,
                players.span(),
                format!("a game has 1 to {MOST} players"),
                "write how many, such as `4` or `[2, 6]`".to_owned(),
            );
            return;
        }
        let least = if bounds.fixed { bounds.most } else { bounds.least };
        self.b.hir.head.seats = (least.clamp(1, MOST) as u8, bounds.most.min(MOST) as u8);
    }

    fn bounds(&mut self, node: &Node, size: Option<Size<'_>>, what: &str) -> Option<Bounds> {
        match size? {
            Size::Count(most) => Some(Bounds {
                least: 0,
                most,
                initial: None,
                fixed: true,
            }),
            Size::Unlimited(_) => Some(Bounds::ANY),
            Size::Range(range) => self.range(node, range.nodes(), what),
            Size::Limits(limits) => {
                let written = limits.limits();
                let range = match written.node {
                    Some(node) => self.range(node, written.nodes(), what)?,
                    None => Bounds::ANY,
                };
                let initial = limits.initial();
                let found = initial.and_then(|initial| initial.value);
                if let (Some(n), Some(initial)) = (found, initial)
                    && (n > range.most || n < range.least)
                {
                    self.b.error(
                        Problem::OutOfBounds,
                        initial.span(),
                        format!("{n} at first is not within the limits of `{what}`"),
                        "write a number between the two limits".to_owned(),
                    );
                    return None;
                }
                Some(Bounds {
                    initial: found,
                    ..range
                })
            }
        }
    }

    fn range(&mut self, node: &Node, bounds: &[Node], what: &str) -> Option<Bounds> {
        let [low, high] = bounds else {
            let message = format!("the bounds of `{what}` are two: the fewest and the most");
            self.bad_bounds(node.span, what, message);
            return None;
        };
        let least = Count::read(low)?;
        let most = match Bound::read(high)? {
            Bound::Count(most) => most,
            Bound::Unlimited(_) => u16::MAX,
        };
        if least > most {
            let message = format!("the fewest, {least}, are more than the most, {most}");
            self.bad_bounds(node.span, what, message);
            return None;
        }
        Some(Bounds {
            least,
            most,
            ..Bounds::ANY
        })
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
        let help = suggestion_or_list(name, &known, "declare it first");
        self.b
            .error(code, span, format!("there is no {what} `{name}`"), help);
    }
}
