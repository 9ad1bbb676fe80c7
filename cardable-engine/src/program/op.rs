//! The register code that steps and expressions are compiled to.
//!
//! Every piece of code works on its own registers (at most 250). Together with
//! the number of the next instruction they are all there is to know about an
//! action in progress, so an action can stop at a prompt, be saved and go on.

use crate::signature::Query;
use serde::{Deserialize, Serialize};

/// A register of the running code.
pub type Reg = u8;

/// An operator on two values.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum BinaryOp {
    Add,
    Sub,
    Mul,
    /// Quotient; whole when it divides evenly, by zero is a fault.
    Div,
    /// Remainder with the sign of the divisor; by zero is a fault.
    Rem,
    Eq,
    /// Not the same value.
    Ne,
    Lt,
    Le,
}

/// How a card lies after a move.
///
/// See [`Engine::move_card`](crate::vm::engine::Engine::move_card) for an example.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Facing {
    Kept,
    Up,
    Down,
}

/// Where an instruction takes a value from. What lies ready is read in place;
/// only what has to be worked out goes through a register.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Operand(u16);

/// What most operands are, told apart by comparing once or twice.
#[derive(Clone, Copy, Debug)]
pub enum UsualOperand {
    Register(usize),
    Constant(usize),
    /// An item of the shared data.
    Global(usize),
    Other,
}

/// What an [`Operand`] names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OperandPlace {
    Register(Reg),
    Constant(u16),
    /// An item of the shared data.
    Global(u16),
    /// An item of the running state's data.
    State(u16),
    /// An option of the game.
    Setting(u16),
    /// A zone of the acting seat; nothing when there is no such seat.
    OwnZone(u16),
    /// An item of the acting seat's data.
    OwnData(u16),
    /// The acting seat, or nothing.
    Player,
    /// The seat in play after the acting one, or nothing.
    NextPlayer,
}

impl Operand {
    /// The largest number a place may have.
    pub const LIMIT: u16 = 1 << 13;

    pub const REGISTER: u16 = 0;
    pub const CONSTANT: u16 = 1;
    pub const GLOBAL: u16 = 2;
    pub const STATE: u16 = 3;
    pub const SETTING: u16 = 4;
    pub const OWN_ZONE: u16 = 5;
    pub const OWN_DATA: u16 = 6;
    pub const PLAYER: u16 = 7;
    /// The number of the acting seat's neighbour among [`Operand::PLAYER`].
    const NEXT: u16 = 1;

    /// The operand of a place; nothing when its number is too large.
    pub fn new(place: OperandPlace) -> Option<Operand> {
        let (kind, at) = match place {
            OperandPlace::Register(r) => (Operand::REGISTER, r.into()),
            OperandPlace::Constant(at) => (Operand::CONSTANT, at),
            OperandPlace::Global(at) => (Operand::GLOBAL, at),
            OperandPlace::State(at) => (Operand::STATE, at),
            OperandPlace::Setting(at) => (Operand::SETTING, at),
            OperandPlace::OwnZone(at) => (Operand::OWN_ZONE, at),
            OperandPlace::OwnData(at) => (Operand::OWN_DATA, at),
            OperandPlace::Player => (Operand::PLAYER, 0),
            OperandPlace::NextPlayer => (Operand::PLAYER, Operand::NEXT),
        };
        (at < Operand::LIMIT).then_some(Operand(kind << 13 | at))
    }

    pub const fn register(r: Reg) -> Operand {
        Operand(r as u16)
    }

    /// Its kind, as numbered in [`Operand::new`].
    #[inline(always)]
    pub const fn kind(self) -> u16 {
        self.0 >> 13
    }

    /// What it is, if it is what most are.
    #[inline(always)]
    pub const fn usual(self) -> UsualOperand {
        const CONSTANTS: u16 = Operand::CONSTANT << 13;
        const GLOBALS: u16 = Operand::GLOBAL << 13;
        const OTHERS: u16 = Operand::STATE << 13;
        match self.0 {
            ..CONSTANTS => UsualOperand::Register(self.0 as usize),
            CONSTANTS..GLOBALS => UsualOperand::Constant((self.0 - CONSTANTS) as usize),
            GLOBALS..OTHERS => UsualOperand::Global((self.0 - GLOBALS) as usize),
            OTHERS.. => UsualOperand::Other,
        }
    }

    /// Its number within the kind.
    #[inline(always)]
    pub const fn at(self) -> usize {
        (self.0 & (Operand::LIMIT - 1)) as usize
    }

    #[inline(always)]
    pub const fn place(self) -> OperandPlace {
        let at = self.0 & (Operand::LIMIT - 1);
        match self.0 >> 13 {
            0 => OperandPlace::Register(at as Reg),
            1 => OperandPlace::Constant(at),
            2 => OperandPlace::Global(at),
            3 => OperandPlace::State(at),
            4 => OperandPlace::Setting(at),
            5 => OperandPlace::OwnZone(at),
            6 => OperandPlace::OwnData(at),
            _ if at == Operand::NEXT => OperandPlace::NextPlayer,
            _ => OperandPlace::Player,
        }
    }
}

impl std::fmt::Debug for Operand {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.place().fmt(f)
    }
}

/// After so many rounds of a `while` it is the loop that does not end, when all that a choice may do is done.
pub const MANY_ROUNDS: i64 = 100;

/// One instruction. Letters mean the same everywhere: `d` is the register that
/// takes the result; `s`, `a` and `b` are sources; `to` is the instruction to go
/// on at; `first` and `n` are a row of registers that hold parameters; `args` and
/// `n` are a row of the program's operands.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[allow(missing_docs, reason = "the letters are explained above")]
pub enum Op {
    /// `d` becomes `s`.
    Load {
        d: Reg,
        s: Operand,
    },
    /// An item of the global data becomes the operator's result on it and `s`.
    ChangeGlobal {
        op: BinaryOp,
        s: Operand,
        at: u16,
    },
    /// The acting seat becomes `s`.
    BindPlayer {
        s: Reg,
    },
    /// An item of the global data becomes `s`.
    SetGlobal {
        s: Operand,
        at: u16,
    },
    /// `d` becomes an item of the data of a seat.
    SeatData {
        d: Reg,
        seat: Operand,
        at: u16,
    },
    /// `d` becomes what an item of the global data is worked out to be.
    ComputedGlobal {
        d: Reg,
        at: u16,
    },
    /// `d` becomes what an item of the data of a seat is worked out to be.
    ComputedSeatData {
        d: Reg,
        seat: Operand,
        at: u16,
    },
    /// An item of the data of a seat becomes `s`.
    SetSeatData {
        s: Operand,
        seat: Operand,
        at: u16,
    },
    /// An item of the running state's data becomes `s`.
    SetStateData {
        s: Operand,
        at: u16,
    },
    /// `d` becomes the zone `at` of a seat.
    SeatZone {
        d: Reg,
        seat: Operand,
        at: u16,
    },
    /// `d` becomes an item of the data of the card `s`.
    CardData {
        d: Reg,
        s: Operand,
        at: u16,
    },
    /// An item of the data of a card becomes `s`.
    SetCardData {
        s: Operand,
        card: Operand,
        at: u16,
    },
    /// A sealed choice has all its answers: what follows is done when everybody has chosen.
    Seal,
    /// Does what is to be done because of what has just happened.
    Settle,
    /// The card in `s` does what its ability says; nothing where it has none.
    Perform {
        s: Operand,
        ability: u16,
    },
    /// `d` becomes an attribute of the card `s`.
    Attribute {
        d: Reg,
        s: Operand,
        at: u16,
    },
    /// `d` becomes an attribute of the card that would be drawn next from the
    /// zone `s`; nothing when it is empty.
    TopAttribute {
        d: Reg,
        s: Operand,
        at: u16,
    },
    /// `d` becomes the card that would be drawn next from the zone `s`.
    Top {
        d: Reg,
        s: Operand,
    },
    /// `d` becomes the number of cards in the zone `s`.
    Count {
        d: Reg,
        s: Operand,
    },
    /// `d` becomes the operator's result.
    Binary {
        op: BinaryOp,
        d: Reg,
        a: Operand,
        b: Operand,
    },
    /// `d` becomes the opposite of the boolean `s`.
    Not {
        d: Reg,
        s: Operand,
    },
    /// Goes on at `to`.
    Jump {
        to: u32,
    },
    /// Goes on at `to` when the boolean `s` is true.
    JumpIf {
        s: Operand,
        to: u32,
    },
    /// Goes on at `to` when the boolean `s` is false.
    JumpUnless {
        s: Operand,
        to: u32,
    },
    /// Goes on at `to` when the comparison of `a` and `b` does not hold.
    JumpUnlessHolds {
        op: BinaryOp,
        a: Operand,
        b: Operand,
        to: u32,
    },
    /// Goes on at `to` when the comparison of `a` with a small whole number does
    /// not hold, or, with `not`, when it does.
    JumpUnlessInt {
        op: BinaryOp,
        not: bool,
        a: Operand,
        k: i16,
        to: u32,
    },
    /// Goes on at `to` when the zone `s` has cards (or has none).
    JumpIfCards {
        s: Operand,
        any: bool,
        to: u32,
    },
    /// `d` becomes a list of the `n` registers from `first`.
    MakeList {
        d: Reg,
        first: Reg,
        n: u8,
    },
    /// `d` becomes the seats in `s` (a seat, a list of seats, nothing), as a
    /// whole number with a bit for each.
    SeatMask {
        d: Reg,
        s: Reg,
    },
    /// `d` becomes the seats in play, in the same form.
    PlayingMask {
        d: Reg,
    },
    /// Takes the lowest seat out of the mask in `mask`: `d` becomes it, and with `binds` it becomes the acting seat;
    /// when none is left, goes on at `to`.
    NextSeat {
        mask: Reg,
        d: Reg,
        binds: bool,
        to: u32,
    },
    /// `d` becomes the next item of the list in `list`, whose place is counted
    /// in the register after it; at the end goes on at `to`.
    NextItem {
        list: Reg,
        d: Reg,
        to: u32,
    },
    /// `d` becomes the next card of the zone, or the next item of the list, in
    /// `list`, counted in the register after it; at the end goes on at `to`.
    NextOf {
        list: Reg,
        d: Reg,
        to: u32,
    },
    /// Adds `s` to a list that this code has made.
    Append {
        list: Reg,
        s: Reg,
    },
    /// `d` becomes what a query finds out about the cards in `s` by a rule,
    /// which may read any register.
    Sift {
        d: Reg,
        query: Query,
        s: Operand,
        rule: u16,
    },
    /// `d` becomes what a query finds out about the cards in `s` by a number of
    /// their types.
    Measure {
        d: Reg,
        query: Query,
        s: Operand,
        table: u16,
    },
    /// `d` becomes a value that is worked out at once, by one of the program's measures, which may read any
    /// register.
    Find {
        d: Reg,
        measure: u16,
    },
    /// Counts a round of a `while`: one more in `count`; too many are a fault.
    Round {
        count: Reg,
    },
    /// Calls a primitive that only reads.
    Query {
        d: Reg,
        n: u8,
        primitive: u16,
        args: u32,
    },
    /// Calls a primitive that acts.
    Step {
        d: Reg,
        n: u8,
        primitive: u16,
        args: u32,
    },
    /// Calls a function of the script that only reads, at one of the places where that is done.
    ScriptValue {
        d: Reg,
        n: u8,
        site: u16,
        args: u32,
    },
    /// Calls a function of the script that may act and ask. It is called again when it is to go on.
    Script {
        d: Reg,
        n: u8,
        site: u16,
        args: u32,
    },
    /// Asks a seat, and suspends the action.
    Ask {
        d: Reg,
        n: u8,
        seat: Operand,
        primitive: u16,
        args: u32,
    },
    /// Asks all the seats of a mask the same question; `d` becomes a list of
    /// their answers.
    AskAll {
        d: Reg,
        n: u8,
        mask: Reg,
        primitive: u16,
        args: u32,
    },
    /// Moves the card that would be drawn next, as `draw_card` does.
    Draw {
        from: Operand,
        to: Operand,
        facing: Facing,
    },
    /// Moves a card, as `place_card` does.
    Place {
        card: Operand,
        to: Operand,
        facing: Facing,
    },
    /// Moves all cards of a zone, as `move_all` does.
    MoveAll {
        from: Operand,
        to: Operand,
        facing: Facing,
    },
    /// Leaves the running state for `state`.
    Transition {
        first: Reg,
        n: u8,
        state: u16,
    },
    /// The same with the state's name in `name`.
    TransitionTo {
        name: Operand,
        first: Reg,
        n: u8,
    },
    /// Takes the seats of the mask in the register before `first` out of their
    /// scene and into the one in `state`, or into a new one.
    TransitionSeats {
        first: Reg,
        n: u8,
        state: u16,
        new: bool,
    },
    /// Lays `state` over the running one; `d` becomes what it pops with.
    Push {
        d: Reg,
        first: Reg,
        n: u8,
        state: u16,
    },
    /// The same with the state's name in `name`.
    PushTo {
        d: Reg,
        name: Operand,
        first: Reg,
        n: u8,
    },
    /// Ends a pushed state with the value `s`.
    Pop {
        s: Operand,
    },
    /// Ends the code with the value `s`.
    Return {
        s: Operand,
    },
    End,
}

/// Where a piece of code begins and how many registers it uses.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Code {
    pub start: u32,
    pub registers: u8,
    /// Of a condition: the rule of the program that says the same of what lies ready, where there is one. Of an
    /// action's steps: the rule that says whether the question they open with has an answer.
    pub rule: Option<u16>,
}
