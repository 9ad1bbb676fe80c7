//! Zones: what they hold, who sees them, how they fill up and what they are marked as.

use crate::format::shapes::{CardsSeen, Count, NameOr, RefillMoment};
use crate::text::fields::declare::{any_of, object, words};
use crate::text::fields::read::{Any, At, List, Map, Name, OneOrList, String, Whole};
use crate::text::json::Number;
use cardable_engine::program::{Order, ZoneCount};

object! {
    /// a place for cards
    struct Zone<'n> = ZONE: "zone" {
        /// its name, `$player.name` for a seat's, `$game.name` for a shared one
        name: At<Name> => usual,
        /// what players read instead of the name
        label: String => for_people,
        /// which faces are seen: all, none, those lying face up, or the first n to be drawn
        card_visibility: CardsSeen<'n>,
        /// who sees them
        zone_visibility: Visible => usual,
        /// of a zone of seats: the roles whose seats have it; all when left out
        roles: OneOrList<Name>,
        /// who sees them in some states: state name to who
        visible_in: Map<Visible>,
        /// who may pick from it; everybody when left out
        control: Visible,
        /// who may use it in some states: state name to who
        control_in: Map<Visible>,
        /// decks whose cards begin here; a seat's zone has a copy of its own
        decks: OneOrList<Name> => usual,
        /// takes the cards of its decks that are left at the start
        is_library: bool,
        /// how many cards it holds: a number, [fewest, most], or "*"
        size: ZoneSize<'n> => usual,
        /// in which order cards lie and are drawn
        order: OrderWord => usual,
        /// how it fills up again
        replenish: Replenish<'n>,
        /// how many copies of it can be open: a number, [fewest, most], or "*"; 1 when left out
        count: At<ZoneCopies<'n>>,
        /// what it can be designated in play, in one set or several
        designations: OneOrList<Designations<'n>>,
        /// hints for a table
        layout: Layout<'n> => for_people,
    }
}

words! {
    /// How the cards of a zone lie.
    struct OrderWord => Order {
        /// the oldest card is drawn first
        Order::FixedFifo => "fixed-fifo",
        /// the newest card is drawn first
        Order::FixedLifo => "fixed-lifo",
        /// shuffled whenever cards are added
        Order::Shuffled => "shuffled",
        /// as its owner likes
        Order::Any => "any",
    }
}

words! {
    /// No bound to how many copies can be open.
    enum AnyCopies {
        /// any number, none at the start
        Unlimited = "*",
    }
}

any_of! {
    /// How many copies of a zone can be open.
    enum ZoneCopies<'n> {
        Exactly(Whole<u16, 1, { ZoneCount::MOST as i64 }>),
        Between(List<Any>),
        Unlimited(AnyCopies),
        Long(Copies<'n>),
    }
}

words! {
    /// No bound to how many cards a zone holds.
    enum AnySize {
        /// any number
        Unlimited = "*",
    }
}

any_of! {
    /// How many cards a zone holds.
    enum ZoneSize<'n> {
        Exactly(Count),
        Between(List<Any>),
        Unlimited(AnySize),
        Long(Size<'n>),
    }
}

/// Who sees a zone or may use it: words, roles, or a condition.
pub(crate) type Visible = OneOrList<String>;

object! {
    /// how many cards a zone holds
    struct Size<'n> = SIZE: "size" {
        /// cards at the start
        initial: Count,
        /// [fewest, most]; "*" for no upper limit
        limits: List<Any>,
    }
}

object! {
    /// how many copies of a zone can be open at once
    struct Copies<'n> = COPIES: "count" {
        /// copies that are open at the start; the fewest when left out
        initial: At<Count>,
        /// [fewest, most]; "*" for any number
        limits: List<Any>,
    }
}

object! {
    /// what a zone can be designated in play
    struct Designations<'n> = DESIGNATIONS: "designations" {
        /// the designations
        values: OneOrList<NameOr<'n, Designation<'n>>>,
        /// which of them it bears from the start; none when left out
        default: OneOrList<Name>,
        /// whether it bears one of them at most
        mutually_exclusive: bool,
    }
}

object! {
    /// a designation of a zone
    struct Designation<'n> = DESIGNATION: "designation" {
        /// its name
        name: Name,
        /// what players read instead of the name
        label: String => for_people,
        /// which faces are seen while the zone bears it
        card_visibility: CardsSeen<'n>,
        /// who sees them while the zone bears it
        zone_visibility: Visible,
        /// who may use the zone while it bears it
        control: Visible,
    }
}

object! {
    /// how a zone fills up again
    struct Replenish<'n> = REPLENISH: "replenish rule" {
        /// when
        when: OneOrList<RefillWord>,
        /// the same as `when: on_empty`
        on_empty: bool,
        /// the zones it draws from, in order
        from: OneOrList<Name>,
        /// up to how many cards; all there are when left out
        up_to: Count,
        /// whether the cards are shuffled on their way
        shuffle: bool,
    }
}

words! {
    /// When a zone fills up again.
    struct RefillWord => RefillMoment {
        /// when it is empty or under its lower limit
        RefillMoment::OnEmpty => "on_empty",
        /// when a player asks for it
        RefillMoment::OnInput => "on_input",
        /// at the start of a turn
        RefillMoment::TurnStart => "turn_start",
        /// at the end of a turn
        RefillMoment::TurnEnd => "turn_end",
        /// on entering a state
        RefillMoment::RoundStart => "round_start",
        /// at the end of a round
        RefillMoment::RoundEnd => "round_end",
    }
}

/// As many as can be seen on a table.
pub(crate) type Places = Whole<u16, 1, 100>;

object! {
    /// where and how a table shows a zone
    struct Layout<'n> = LAYOUT: "layout" {
        /// how cards lie
        kind: LayoutKind,
        /// how many cards stand side by side in a grid
        columns: Places,
        /// how many rows of a grid there are places for; empty ones are shown
        rows: Places,
        /// from the left edge, 0 to 1
        x: Number,
        /// from the top edge, 0 to 1
        y: Number,
    }
}

words! {
    /// How cards lie.
    enum LayoutKind {
        /// on top of each other
        Pile = "pile",
        /// side by side
        Row = "row",
        /// below one another, each over the one above, the last one whole
        Column = "column",
        /// like a hand
        Fan = "fan",
        /// in rows and columns
        Grid = "grid",
    }
}
