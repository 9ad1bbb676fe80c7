//! The register code that steps and expressions are compiled to.
//!
//! Every piece of code works on its own registers (at most 256). Together with
//! the number of the next instruction they are all there is to know about an
//! action in progress, so an action can stop at a prompt, be saved and go on.

/// A register of the running code.
pub type Reg = u8;

/// An operator on two values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BinaryOp {
    /// Sum of numbers.
    Add,
    /// Difference of numbers.
    Sub,
    /// Product of numbers.
    Mul,
    /// Quotient; whole when it divides evenly, by zero is a fault.
    Div,
    /// Remainder with the sign of the divisor; by zero is a fault.
    Rem,
    /// Same value.
    Eq,
    /// Not the same value.
    Ne,
    /// Less, of numbers.
    Lt,
    /// Less or equal, of numbers.
    Le,
}

/// One instruction.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Op {
    /// `d` becomes the constant `k`.
    Const { d: Reg, k: u16 },
    /// `d` becomes `s`.
    Move { d: Reg, s: Reg },
    /// `d` becomes the acting seat, or nothing.
    Player { d: Reg },
    /// The acting seat becomes `s`.
    BindPlayer { s: Reg },
    /// `d` becomes an item of the global data.
    Global { d: Reg, at: u16 },
    /// An item of the global data becomes `s`.
    SetGlobal { s: Reg, at: u16 },
    /// `d` becomes an item of the data of the seat in `seat`.
    SeatData { d: Reg, seat: Reg, at: u16 },
    /// An item of the data of the seat in `seat` becomes `s`.
    SetSeatData { s: Reg, seat: Reg, at: u16 },
    /// `d` becomes an item of the running state's data.
    StateData { d: Reg, at: u16 },
    /// An item of the running state's data becomes `s`.
    SetStateData { s: Reg, at: u16 },
    /// `d` becomes an option of the game.
    Setting { d: Reg, at: u16 },
    /// `d` becomes the zone `at` of the seat in `seat`.
    SeatZone { d: Reg, seat: Reg, at: u16 },
    /// `d` becomes an attribute of the card in `s`.
    Attribute { d: Reg, s: Reg, at: u16 },
    /// `d` becomes the number of cards in the zone `s`.
    Count { d: Reg, s: Reg },
    /// `d` becomes the operator's result.
    Binary { op: BinaryOp, d: Reg, a: Reg, b: Reg },
    /// `d` becomes the opposite of the boolean `s`.
    Not { d: Reg, s: Reg },
    /// `d` becomes the negative of the number `s`.
    Negate { d: Reg, s: Reg },
    /// Goes on at `to`.
    Jump { to: u32 },
    /// Goes on at `to` when the boolean `s` is true.
    JumpIf { s: Reg, to: u32 },
    /// Goes on at `to` when the boolean `s` is false.
    JumpUnless { s: Reg, to: u32 },
    /// Goes on at `to` when `a` and `b` are not the same value.
    JumpUnlessEqual { a: Reg, b: Reg, to: u32 },
    /// Goes on at `to` when `a` and `b` are the same value.
    JumpIfEqual { a: Reg, b: Reg, to: u32 },
    /// `d` becomes a list of the `n` registers from `first`.
    MakeList { d: Reg, first: Reg, n: u8 },
    /// `d` becomes the seats in `s` (a seat, a list of seats, nothing), as a
    /// whole number with a bit for each.
    SeatMask { d: Reg, s: Reg },
    /// Takes the lowest seat out of the mask in `mask`: `d` becomes it and is
    /// bound as the acting seat; when none is left, goes on at `to`.
    NextSeat { mask: Reg, d: Reg, to: u32 },
    /// `d` becomes the next item of the list in `list`, whose place is counted
    /// in the register after it; at the end goes on at `to`.
    NextItem { list: Reg, d: Reg, to: u32 },
    /// Calls a primitive that only reads; `first` holds its first argument, and
    /// takes the result.
    Query { first: Reg, n: u8, primitive: u16 },
    /// Calls a primitive that acts; `first` as in `Query`.
    Step { first: Reg, n: u8, primitive: u16 },
    /// Asks the seat in the register before `first` (its answer goes to
    /// `first`), and suspends the action.
    Ask { first: Reg, n: u8, primitive: u16 },
    /// Asks all the seats of the mask in the register before `first` the same
    /// question; a list of their answers goes to `first`.
    AskAll { first: Reg, n: u8, primitive: u16 },
    /// Leaves the running state for `state`, whose parameters are the `n`
    /// registers from `first`.
    Transition { first: Reg, n: u8, state: u16 },
    /// The same with the state's name in `name`.
    TransitionTo { name: Reg, first: Reg, n: u8 },
    /// Takes the seats of the mask in the register before `first` out of their
    /// scene and into the one in `state`, or into a new one.
    TransitionSeats { first: Reg, n: u8, state: u16, new: bool },
    /// Lays `state` over the running one; `first` takes what it pops with.
    Push { first: Reg, n: u8, state: u16 },
    /// Ends a pushed state with the value in `s`.
    Pop { s: Reg },
    /// Ends the code with the value in `s`.
    Return { s: Reg },
    /// Ends the code.
    End,
}

/// Where a piece of code begins and how many registers it uses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Code {
    /// Its first instruction.
    pub start: u32,
    /// How many registers it uses.
    pub registers: u8,
}
