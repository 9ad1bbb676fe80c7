//! Where values and steps of the tree stand, and what code is to be made of them.

use super::{Hir, Scope, Stmt};
use crate::hir::NodeId;
use cardable_engine::program::{ActionDef, Code};

#[derive(Debug)]
pub struct Body {
    pub scope: Scope,
    pub steps: Vec<Stmt>,
    pub of: BodyOf,
}

/// What the steps of a body belong to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BodyOf {
    Action,
    /// An action that is never available.
    Never,
    /// An action that functions of the script call.
    Routine,
    /// No action: they are not called, or cannot be.
    Nothing,
}

/// A value that stands for itself: a condition, a bound, what is picked from.
#[derive(Debug)]
pub struct Root {
    pub scope: Scope,
    pub node: NodeId,
    pub kind: RootKind,
}

/// What the code of a value gives, and what a rule of the program asks beside it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RootKind {
    Value,
    /// The same of a value that may act on the way, for trying it out.
    Trial,
    Condition,
    /// Whether a condition holds of a candidate: it may be asked of all cards at once.
    OfCandidate,
    /// Whether a condition holds of all that is picked.
    OfPicked,
}

/// What a piece of code is made of. Until all is read, the number of the piece stands where its code will.
#[derive(Debug)]
pub enum Piece {
    Value(Root),
    Steps(Body),
}

impl Piece {
    /// What stands for the code of the piece of that number.
    fn pending(number: usize) -> Code {
        Code {
            start: u32::try_from(number).unwrap_or(u32::MAX),
            registers: 0,
            rule: None,
        }
    }
}

impl Hir {
    /// Adds a value that stands for itself.
    pub fn add_root(&mut self, root: Root) -> Code {
        self.tree.pieces.push(Piece::Value(root));
        Piece::pending(self.tree.pieces.len() - 1)
    }

    pub fn add_body(&mut self, body: Body) -> Code {
        self.tree.pieces.push(Piece::Steps(body));
        Piece::pending(self.tree.pieces.len() - 1)
    }

    pub fn body_of(&self, action: &ActionDef) -> Option<&Body> {
        self.tree.steps_of(action.body)
    }
}
