//! What is put in the place of its name, and how far that may go.

use crate::hir::NodeId;
use crate::hir::build::Builder;
use crate::text::diag::Code as Problem;
use crate::text::source::Span;
use std::collections::BTreeSet;

/// How many definitions may stand in one another.
const DEEPEST: usize = 16;

/// How many levels these may have together, in the text and in the tree: later stages walk it by recursion.
const MOST_LEVELS: usize = 128;

/// How many nodes one use may come to.
pub(super) const MOST_OF_ONE: usize = 10_000;

/// How many nodes all uses may come to.
const MOST_OF_ALL: usize = 500_000;

/// Something that is put in the place of its name.
#[derive(Clone, Copy)]
pub(super) struct Piece<'n> {
    pub(super) name: &'n str,
    /// How many levels its text takes.
    pub(super) levels: usize,
    /// Where its name stands.
    pub(super) span: Span,
}

/// What is being put in the place of its name, and what that has come to.
#[derive(Default)]
pub(super) struct Inlining {
    /// The names of what stands in one another, the outermost first.
    open: Vec<String>,
    /// How many levels of the text these take together.
    levels: usize,
    /// How large the tree was when the outermost began.
    start: usize,
    /// Whether the outermost has become too large.
    is_over: bool,
    /// How many nodes all of them have made together.
    made: usize,
    /// The names in circles that were told.
    pub(super) circles: BTreeSet<String>,
}

impl Inlining {
    /// Whether something can be put in the place of its name, saying so when not.
    pub(super) fn opens(&mut self, b: &mut Builder, piece: Piece<'_>) -> bool {
        let Piece { name, levels, span } = piece;
        if let Some(first) = self.open.iter().position(|open| open == name) {
            let circle = self.open[first..].to_vec();
            // A circle is told once, wherever it was entered.
            if !self.circles.contains(name) {
                b.error(
                    Problem::CyclicReference,
                    span,
                    format!("`{} → {name}` is a circle", circle.join(" → ")),
                    "let one of them do without the others".to_owned(),
                );
                self.circles.extend(circle);
            }
            return false;
        }
        if self.open.is_empty() {
            self.start = b.hir.tree.nodes.len();
            self.is_over = false;
        }
        let made = b.hir.tree.nodes.len() - self.start;
        self.is_over |= made > MOST_OF_ONE || self.made + made > MOST_OF_ALL;
        if self.is_over && !self.open.is_empty() {
            return false;
        }
        if self.open.len() == DEEPEST || self.levels + levels > MOST_LEVELS {
            b.error(
                Problem::TooComplex,
                span,
                format!("more than {DEEPEST} definitions, or {MOST_LEVELS} levels of them, stand in one another here"),
                "keep what one of them gives in data, and read that here".to_owned(),
            );
            return false;
        }
        self.open.push(name.to_owned());
        self.levels += levels;
        true
    }

    /// Notes that a part of what is open is too large by itself.
    pub(super) fn give_up(&mut self) {
        self.is_over = true;
    }

    /// Ends what was opened last. Whether it may stand in the place of its name, saying so when not; `node` is what
    /// a value has become.
    pub(super) fn closes(&mut self, b: &mut Builder, piece: Piece<'_>, node: Option<NodeId>) -> bool {
        self.open.pop();
        self.levels -= piece.levels;
        let made = b.hir.tree.nodes.len() - self.start;
        let is_deep = node.is_some_and(|node| !b.hir.tree.has_levels(node, MOST_LEVELS));
        self.is_over |= made > MOST_OF_ONE || is_deep;
        if !self.open.is_empty() {
            return !self.is_over;
        }
        self.made += made;
        if self.is_over {
            b.error(
                Problem::TooComplex,
                piece.span,
                format!("`{}` comes to too much when it is put in its place", piece.name),
                "keep a part of it in data, and read that; data can be `computed`".to_owned(),
            );
        }
        !self.is_over
    }
}
