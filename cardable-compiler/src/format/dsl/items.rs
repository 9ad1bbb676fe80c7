//! What is asked of each of several things: of a list, of seats, of the cards of a zone.

use super::command::CardsOf;
use super::handles::SharedZone;
use super::kind::{Card, Kind, List, Number, Truth, Zone};
use super::query::Selector;
use super::value::{Expr, Test, ThingTest, Tree, Val};
use cardable_engine::builtin;
use cardable_engine::primitives::Callee;
use std::marker::PhantomData;
use std::panic::Location;
use std::sync::Arc;

/// The items of a list, or the cards of a zone.
///
/// ```
/// use cardable_core::dsl::*;
/// let mut rules = RulesetBuilder::new("Example");
/// let hand = rules.seat_zone("hand", SeatZoneSpec::hand());
/// let passed = rules.seat_data("passed", false);
/// let high = items(hand.mine()).count_where(|card| card.get(&VALUE).above(10));
/// let all_out = items(others()).all(move |seat| passed.of(seat));
/// let first = items(call::whole_numbers(1, 9)).take_while(move |number| number.below(high.clone()));
/// # let _ = (all_out, first);
/// ```
#[derive(Clone, Debug)]
pub struct Items<K> {
    pub(super) expr: Expr,
    kind: PhantomData<fn() -> K>,
}

/// The items of a list, or the cards of a zone.
pub fn items<K: Kind>(of: impl Into<Items<K>>) -> Items<K> {
    of.into()
}

impl<K> Items<K> {
    fn new(expr: Expr) -> Items<K> {
        Items {
            expr,
            kind: PhantomData,
        }
    }
}

impl<K> From<Val<List<K>>> for Items<K> {
    fn from(list: Val<List<K>>) -> Items<K> {
        Items::new(list.expr)
    }
}

impl From<Val<Zone>> for Items<Card> {
    fn from(zone: Val<Zone>) -> Items<Card> {
        Items::new(zone.expr)
    }
}

impl From<SharedZone> for Items<Card> {
    #[track_caller]
    fn from(zone: SharedZone) -> Items<Card> {
        Items::new(Val::<Zone>::from(zone).expr)
    }
}

impl From<Selector<Card>> for Items<Card> {
    #[track_caller]
    fn from(query: Selector<Card>) -> Items<Card> {
        Items::new(query.all().expr)
    }
}

impl From<CardsOf> for Items<Card> {
    fn from(cards: CardsOf) -> Items<Card> {
        Items::new(cards.0)
    }
}

impl<K: Kind> Items<K> {
    #[track_caller]
    fn asked<A: Kind, R>(
        self,
        primitive: &Callee,
        function: impl Fn(Val<K>) -> Val<A> + Send + Sync + 'static,
    ) -> Val<R> {
        let function: ThingTest = Arc::new(move |item| function(Val::new(item)).expr);
        let function = Expr {
            tree: Tree::OfEach(Box::new(self.expr.clone()), function),
            at: Location::caller(),
        };
        Val::call(primitive, vec![self.expr, function])
    }

    /// How many there are for which a test holds.
    #[track_caller]
    pub fn count_where(self, test: impl Fn(Val<K>) -> Test + Send + Sync + 'static) -> Val<Number> {
        self.asked(builtin!(count), test)
    }

    /// Whether a test holds for any.
    #[track_caller]
    pub fn any(self, test: impl Fn(Val<K>) -> Test + Send + Sync + 'static) -> Test {
        self.asked::<Truth, Truth>(builtin!(any), test)
    }

    /// Whether a test holds for all.
    #[track_caller]
    pub fn all(self, test: impl Fn(Val<K>) -> Test + Send + Sync + 'static) -> Test {
        self.asked::<Truth, Truth>(builtin!(all), test)
    }

    /// The sum of a number that each has.
    #[track_caller]
    pub fn sum_of(self, number: impl Fn(Val<K>) -> Val<Number> + Send + Sync + 'static) -> Val<Number> {
        self.asked(builtin!(sum), number)
    }

    /// Those for which a test holds.
    #[track_caller]
    pub fn filter(self, test: impl Fn(Val<K>) -> Test + Send + Sync + 'static) -> Val<List<K>> {
        self.asked(builtin!(filter), test)
    }

    /// The first of them, as long as a test holds.
    #[track_caller]
    pub fn take_while(self, test: impl Fn(Val<K>) -> Test + Send + Sync + 'static) -> Val<List<K>> {
        self.asked(builtin!(take_while), test)
    }

    /// The one whose number is largest, the first of several; nothing when there is none.
    #[track_caller]
    pub fn max_by(self, number: impl Fn(Val<K>) -> Val<Number> + Send + Sync + 'static) -> Val<K> {
        self.asked(builtin!(max_by), number)
    }

    /// The one whose number is smallest, the first of several; nothing when there is none.
    #[track_caller]
    pub fn min_by(self, number: impl Fn(Val<K>) -> Val<Number> + Send + Sync + 'static) -> Val<K> {
        self.asked(builtin!(min_by), number)
    }
}

impl Items<Number> {
    /// The sum of numbers.
    #[track_caller]
    pub fn total(self) -> Val<Number> {
        Val::call(builtin!(sum), vec![self.expr])
    }
}
