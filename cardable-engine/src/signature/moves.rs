//! What a primitive says of the cards that it moves.

/// Which cards a step moves, and where to, in the names of its parameters. An action that begins with
/// such a step is only offered while its zones have room, and may lose what leaves them.
///
/// ```
/// use cardable_core::primitives::{Moves, find};
/// let moves = find("place_card").map(|primitive| primitive.moves);
/// assert!(matches!(moves, Some(Moves::Given { .. })));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Moves {
    /// It moves no card.
    None,
    /// The cards of one parameter go to the zone of another.
    Given { cards: &'static str, to: &'static str },
    /// A number of cards leave a zone: one where no parameter is called `count`, or it is left out.
    Counted {
        /// The zone they leave.
        from: &'static str,
        /// The zone they go to.
        to: &'static str,
    },
    /// The same, and fewer where there are no more: at most `count`.
    UpTo {
        /// The zone they leave.
        from: &'static str,
        /// The zone they go to.
        to: &'static str,
    },
    /// All cards of a zone, or of that zone of every seat.
    All {
        /// The zone they leave.
        from: &'static str,
        /// The zone they go to.
        to: &'static str,
    },
    /// `count` cards go to the zone `to` of each of the `seats`, or of every seat that plays.
    Dealt {
        /// The zone they leave.
        from: &'static str,
        /// The zone of seats.
        to: &'static str,
    },
    /// Two zones exchange all their cards.
    Exchanged { a: &'static str, b: &'static str },
    /// All cards that are in the game, but for those in the box, go to a zone.
    Gathered {
        /// The zone they go to.
        to: &'static str,
    },
    /// No more cards than there is room for.
    Fitting,
    /// Which cards go, or where to, shows only when it is done.
    Unforeseen,
}
