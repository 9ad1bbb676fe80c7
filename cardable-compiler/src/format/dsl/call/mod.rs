//! Every primitive as a function, by the name and with the parameters that the manual gives it.
//!
//! What the game does most has words of its own in [`dsl`](super): [`move_to`](super::move_to), [`tell`](super::tell).
//! Everything else is called from here. A parameter that may be left out takes `()` then; of an [`Anything`] every kind
//! of value does.
//!
//! ```
//! use cardable_core::dsl::*;
//! let mut rules = RulesetBuilder::new("Example");
//! let pile = rules.zone("pile", ZoneSpec::open());
//! let hand = rules.seat_zone("hand", SeatZoneSpec::hand());
//! let play = rules.state("play", StateSpec::in_turn());
//! let pairs = call::count_sets(hand.mine(), &VALUE, 2);
//! rules.action(
//!     play,
//!     ActionTemplate::new("sort", message("sort")).run([
//!         call::sort(pile, [&VALUE]),
//!         call::end_turn(()),
//!         when(pairs.above(2), call::add_score(player(), 1)),
//!     ]),
//! );
//! # rules.build()?;
//! # Ok::<(), cardable_core::LoadError>(())
//! ```

mod acting;
mod reading;
mod working_out;

pub use acting::*;
pub use reading::*;
pub use working_out::*;

use super::command::{Act, CardsOf, Command, Seats};
use super::handles::{Attribute, Data, SeatData, SeatZone, SharedZone};
use super::kind::{Kind, Seat, Text};
use super::value::{At, Expr, Tree, Val, nothing};
use cardable_engine::primitives::Callee;
use std::panic::Location;

/// The name of an attribute of cards.
///
/// See [`call`](self) for an example.
#[derive(Clone, Debug)]
pub struct AttributeName(pub(super) Expr);

impl<K> From<&Attribute<K>> for AttributeName {
    #[track_caller]
    fn from(attribute: &Attribute<K>) -> AttributeName {
        AttributeName(Val::<Text>::from(attribute.name()).expr)
    }
}

/// The name of an item of every seat's data.
///
/// ```
/// use cardable_core::dsl::*;
/// let mut rules = RulesetBuilder::new("Example");
/// let bid = rules.seat_data("bid", 0);
/// let highest = call::most_of_seats(bid);
/// # let _ = highest;
/// ```
#[derive(Clone, Debug)]
pub struct ItemName(pub(super) Expr);

impl<K> From<SeatData<K>> for ItemName {
    #[track_caller]
    fn from(data: SeatData<K>) -> ItemName {
        ItemName(Expr {
            tree: Tree::SeatDataName(data.at),
            at: Location::caller(),
        })
    }
}

/// A value of any kind.
///
/// ```
/// use cardable_core::dsl::*;
/// let mut rules = RulesetBuilder::new("Example");
/// let round = rules.data("round", 1);
/// let text = call::concat([Anything::from("Round "), round.into()]);
/// # let _ = text;
/// ```
#[derive(Clone, Debug)]
pub struct Anything(pub(super) Expr);

impl<K: Kind> From<Val<K>> for Anything {
    fn from(value: Val<K>) -> Anything {
        Anything(value.expr)
    }
}

impl<K: Kind> From<&Val<K>> for Anything {
    fn from(value: &Val<K>) -> Anything {
        Anything(value.expr.clone())
    }
}

impl<K: Kind> From<Data<K>> for Anything {
    #[track_caller]
    fn from(data: Data<K>) -> Anything {
        Anything(data.get().expr)
    }
}

macro_rules! anything {
    ($($from:ty)+) => {
        $(impl From<$from> for Anything {
            #[track_caller]
            fn from(value: $from) -> Anything {
                Anything(Val::from(value).expr)
            }
        })+
    };
}

anything! { &str String bool i32 i64 u32 f64 SharedZone }

/// A parameter that may be left out, by `()`.
///
/// ```
/// use cardable_core::dsl::*;
/// let ends = [call::end_game((), ()), call::end_game(player(), "all is played")];
/// # let _ = ends;
/// ```
#[derive(Clone, Debug)]
pub struct Optional<T>(pub(super) Option<T>);

impl<K: Kind, V: Into<Val<K>>> From<V> for Optional<Val<K>> {
    #[track_caller]
    fn from(value: V) -> Optional<Val<K>> {
        Optional(Some(value.into()))
    }
}

impl<K: Kind> From<()> for Optional<Val<K>> {
    fn from((): ()) -> Optional<Val<K>> {
        Optional(None)
    }
}

macro_rules! optional {
    ($($takes:ident)+) => {
        $(
            impl<V: Into<$takes>> From<V> for Optional<$takes> {
                #[track_caller]
                fn from(value: V) -> Optional<$takes> {
                    Optional(Some(value.into()))
                }
            }
            impl From<()> for Optional<$takes> {
                fn from((): ()) -> Optional<$takes> {
                    Optional(None)
                }
            }
        )+
    };
}

optional! { Seats CardsOf AttributeName Anything }

/// What a parameter takes.
trait Argument {
    fn expr(self, at: At) -> Expr;
}

impl<K> Argument for Val<K> {
    fn expr(self, _: At) -> Expr {
        self.expr
    }
}

impl Argument for SeatZone {
    /// Only which zone it is counts: nobody has to be acting.
    fn expr(self, at: At) -> Expr {
        let nobody = Expr {
            tree: nothing::<Seat>().expr.tree,
            at,
        };
        Expr {
            tree: Tree::SeatZone(Box::new(nobody), self.0),
            at,
        }
    }
}

macro_rules! arguments {
    ($($name:ident)+) => {
        $(impl Argument for $name {
            fn expr(self, _: At) -> Expr {
                self.0
            }
        })+
    };
}

arguments! { AttributeName ItemName Anything Seats CardsOf }

impl<T: Argument> Argument for Optional<T> {
    fn expr(self, at: At) -> Expr {
        match self.0 {
            Some(given) => given.expr(at),
            None => Expr {
                tree: Tree::Nothing,
                at,
            },
        }
    }
}

/// What a call comes to.
trait Called {
    fn called(primitive: &Callee, args: Vec<Expr>, at: At) -> Self;
}

impl<K> Called for Val<K> {
    fn called(primitive: &Callee, args: Vec<Expr>, at: At) -> Val<K> {
        Val::new(Expr::call(primitive, args, at))
    }
}

impl Called for Command {
    fn called(primitive: &Callee, args: Vec<Expr>, at: At) -> Command {
        Command {
            act: Act::Call(primitive.clone(), args),
            at,
        }
    }
}

/// Functions that call primitives. Behind a semicolon stands a parameter that may be given any number of times.
macro_rules! calls {
    ($(
        #[doc = $doc:literal]
        fn $name:ident $(<$($kind:ident),+>)? (
            $($arg:ident: $takes:ty),* $(; $rest:ident: $each:ty)?
        ) -> $gives:ty;
    )+) => {
        $(
            #[doc = $doc]
            #[track_caller]
            pub fn $name $(<$($kind: Kind),+>)? (
                $($arg: impl Into<$takes>,)*
                $($rest: impl IntoIterator<Item = impl Into<$each>>)?
            ) -> $gives {
                let at = std::panic::Location::caller();
                let args: Vec<super::Expr> = vec![$(super::Argument::expr(Into::<$takes>::into($arg), at)),*];
                $(
                    let rest = $rest.into_iter().map(|one| super::Argument::expr(Into::<$each>::into(one), at));
                    let args = args.into_iter().chain(rest).collect();
                )?
                super::Called::called(builtin!($name), args, at)
            }
        )+

        #[cfg(test)]
        pub(super) const CALLS: &[super::tests::Call] = &[$(
            super::tests::Call {
                name: stringify!($name),
                params: &[
                    $((stringify!($arg), stringify!($takes)),)*
                    $((stringify!($rest), concat!(stringify!($each), "...")),)?
                ],
                gives: stringify!($gives),
            },
        )+];
    };
}
use calls;

#[cfg(test)]
mod tests;
