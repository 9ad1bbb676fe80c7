//! Values of the rules: what conditions ask and commands work with. They are put
//! together when the rules are declared and worked out in play.

use super::handles::Attribute;
use super::kind::{Card, Kind, List, Number, Seat, Text, Truth, Zone};
use super::query::QueryDraft;
use crate::hir::NodeId;
use cardable_engine::builtin;
use cardable_engine::primitives::{Argument, Callee};
use cardable_engine::program::FunctionBody;
use std::marker::PhantomData;
use std::panic::Location;
use std::sync::Arc;

/// Where in the embedding program something is written.
pub(super) type At = &'static Location<'static>;

/// A test of a thing that is only known when it is at hand.
pub(super) type ThingTest = Arc<dyn Fn(Expr) -> Expr + Send + Sync>;

/// A value before it is built.
#[derive(Clone)]
pub(super) enum Tree {
    Nothing,
    Truth(bool),
    Whole(i64),
    Fraction(f64),
    Text(String),
    List(Vec<Expr>),
    Player,
    Everyone,
    Global(u16),
    SeatData(Box<Expr>, u16),
    CardData(Box<Expr>, u16),
    /// An item of a state's data: of its parameters, or of the others.
    StateData(u16, bool, u16),
    Option(u16),
    Deck(u16),
    /// The names of a state and of an item of every seat's data.
    StateName(u16),
    SeatDataName(u16),
    RoleName(u16),
    Zone(u16),
    SeatZone(Box<Expr>, u16),
    Attribute(Box<Expr>, String),
    /// A primitive.
    Call(Callee, Vec<Expr>),
    /// What was touched or said, or is remembered.
    Named(String),
    /// What a loop has at hand.
    Item(u16),
    /// A question about what a query means.
    Over(How, Box<QueryDraft>, Option<ThingTest>),
    /// A function of the embedding program.
    Function(Arc<FunctionBody>, Vec<Expr>),
    /// A function that is asked of each of several things.
    OfEach(Box<Expr>, ThingTest),
    Question(Box<QuestionDraft>),
    /// A value that a fragment defines, and an item of its data: of the game, or of a seat.
    Imported(String, Vec<Expr>),
    ImportedItem(String, Option<Box<Expr>>),
    /// What is built already.
    Built(NodeId),
    /// The same attribute of two cards, by its name.
    SameAttribute(Box<Expr>, Box<Expr>, String),
}

/// A question before it is built.
#[derive(Clone)]
pub(super) struct QuestionDraft {
    pub(super) prompt: Callee,
    pub(super) args: Vec<Expr>,
    /// What must hold of all that is picked, and what is said when it does not.
    pub(super) together: Option<(ThingTest, String)>,
    pub(super) ordered: Option<Expr>,
    /// Who is asked, if not the acting seat.
    pub(super) to: Option<Expr>,
}

/// What is asked about the things of a query.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum How {
    Some,
    Every,
    Count,
    First,
    All,
}

/// A value with the place where it is written.
#[derive(Clone)]
pub(super) struct Expr {
    pub(super) tree: Tree,
    pub(super) at: At,
}

impl Expr {
    pub(super) fn call(primitive: &Callee, args: Vec<Expr>, at: At) -> Expr {
        Expr {
            tree: Tree::Call(primitive.clone(), args),
            at,
        }
    }
}

/// A value of a kind.
///
/// ```
/// use cardable_core::dsl::{player, Val, kind::Number};
/// let two: Val<Number> = Val::from(1) + 1;
/// let asked = two.above(1);
/// let me = player();
/// # let _ = (asked, me);
/// ```
pub struct Val<K> {
    pub(super) expr: Expr,
    kind: PhantomData<fn() -> K>,
}

/// Something that holds or does not.
///
/// ```
/// use cardable_core::dsl::*;
/// let mut rules = RulesetBuilder::new("Example");
/// let pile = rules.zone("pile", ZoneSpec::open());
/// let hand = rules.seat_zone("hand", SeatZoneSpec::hand());
/// let can_play: Test = is_my_turn().and(not(hand.mine().is_empty()));
/// let must_draw = either([pile.is_empty(), hand.mine().is_empty()]);
/// # let _ = (can_play, must_draw);
/// ```
pub type Test = Val<Truth>;

impl<K> Clone for Val<K> {
    fn clone(&self) -> Val<K> {
        Val::new(self.expr.clone())
    }
}

impl<K> std::fmt::Debug for Val<K> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        super::show::tree(&self.expr, f)
    }
}

impl<K> Val<K> {
    pub(super) fn new(expr: Expr) -> Val<K> {
        Val {
            expr,
            kind: PhantomData,
        }
    }

    #[track_caller]
    pub(super) fn of(tree: Tree) -> Val<K> {
        Val::new(Expr {
            tree,
            at: Location::caller(),
        })
    }

    #[track_caller]
    pub(super) fn call(primitive: &Callee, args: Vec<Expr>) -> Val<K> {
        Val::of(Tree::Call(primitive.clone(), args))
    }
}

impl<K: Kind> Val<K> {
    /// Whether it is the same as another value.
    #[track_caller]
    pub fn equals(&self, other: impl Into<Val<K>>) -> Test {
        Val::call(builtin!(is_equal), vec![self.expr.clone(), other.into().expr])
    }

    /// Whether it is another value.
    #[track_caller]
    pub fn differs(&self, other: impl Into<Val<K>>) -> Test {
        Val::call(builtin!(is_not_equal), vec![self.expr.clone(), other.into().expr])
    }

    /// Whether it is one of several values.
    #[track_caller]
    pub fn one_of<V: Into<Val<K>>>(&self, others: impl IntoIterator<Item = V>) -> Test {
        let at = Location::caller();
        let items = all_of(others);
        let list = Expr {
            tree: Tree::List(items),
            at,
        };
        Val::call(builtin!(contains), vec![list, self.expr.clone()])
    }

    /// Whether there is a value: a top card of an empty zone is none.
    #[track_caller]
    pub fn is_defined(&self) -> Test {
        let empty = Val::call(builtin!(is_empty), vec![self.expr.clone()]);
        not(empty)
    }

    /// Whether a function says so. It must give the same answer whenever it is
    /// asked the same; of cards it is told what is printed on them.
    #[track_caller]
    pub fn passes(&self, function: impl Fn(&Argument<'_>) -> bool + Send + Sync + 'static) -> Test {
        let body: Arc<FunctionBody> = Arc::new(move |args| args.first().is_some_and(&function));
        Val::of(Tree::Function(body, vec![self.expr.clone()]))
    }
}

// --- literals

impl<K> From<&Val<K>> for Val<K> {
    #[track_caller]
    fn from(value: &Val<K>) -> Val<K> {
        value.clone()
    }
}

macro_rules! literals {
    ($($from:ty => $kind:ty, $value:ident => $tree:expr;)+) => {
        $(impl From<$from> for Val<$kind> {
            #[track_caller]
            fn from($value: $from) -> Val<$kind> {
                Val::of($tree)
            }
        })+
    };
}

literals! {
    i64 => Number, n => Tree::Whole(n);
    i32 => Number, n => Tree::Whole(n.into());
    u32 => Number, n => Tree::Whole(n.into());
    f64 => Number, n => if n.is_finite() { Tree::Fraction(n) } else { Tree::Nothing };
    &str => Text, text => Tree::Text(text.to_owned());
    String => Text, text => Tree::Text(text);
    bool => Truth, holds => Tree::Truth(holds);
}

// --- numbers

macro_rules! operators {
    ($($trait:ident $method:ident $name:ident;)+) => {
        $(impl<V: Into<Val<Number>>> std::ops::$trait<V> for Val<Number> {
            type Output = Val<Number>;

            #[track_caller]
            fn $method(self, other: V) -> Val<Number> {
                Val::call(builtin!($name), vec![self.expr, other.into().expr])
            }
        })+
    };
}

operators! {
    Add add add;
    Sub sub subtract;
    Mul mul multiply;
    Div div divide;
    Rem rem remainder;
}

impl Val<Number> {
    /// Whether it is larger.
    #[track_caller]
    pub fn above(&self, other: impl Into<Val<Number>>) -> Test {
        Val::call(
            builtin!(is_greater_than),
            vec![self.expr.clone(), other.into().expr],
        )
    }

    /// Whether it is smaller.
    #[track_caller]
    pub fn below(&self, other: impl Into<Val<Number>>) -> Test {
        Val::call(builtin!(is_less_than), vec![self.expr.clone(), other.into().expr])
    }

    /// Whether it is as large or larger.
    #[track_caller]
    pub fn at_least(&self, other: impl Into<Val<Number>>) -> Test {
        Val::call(
            builtin!(is_greater_than_equal),
            vec![self.expr.clone(), other.into().expr],
        )
    }

    /// Whether it is as small or smaller.
    #[track_caller]
    pub fn at_most(&self, other: impl Into<Val<Number>>) -> Test {
        Val::call(
            builtin!(is_less_than_equal),
            vec![self.expr.clone(), other.into().expr],
        )
    }
}

/// The largest of several numbers.
#[track_caller]
pub fn largest<N: Into<Val<Number>>>(numbers: impl IntoIterator<Item = N>) -> Val<Number> {
    Val::call(builtin!(max), all_of(numbers))
}

/// The expressions of several values. In a closure the place of the caller would be lost.
#[track_caller]
pub(super) fn all_of<K, V: Into<Val<K>>>(values: impl IntoIterator<Item = V>) -> Vec<Expr> {
    let mut all = Vec::new();
    for value in values {
        all.push(value.into().expr);
    }
    all
}

// --- truth

/// The opposite.
#[track_caller]
pub fn not(test: Test) -> Test {
    Val::call(builtin!(not), vec![test.expr])
}

/// Whether all of several tests hold.
#[track_caller]
pub fn every(tests: impl IntoIterator<Item = Test>) -> Test {
    Val::call(builtin!(and), tests.into_iter().map(|t| t.expr).collect())
}

/// Whether at least one of several tests holds.
#[track_caller]
pub fn either(tests: impl IntoIterator<Item = Test>) -> Test {
    Val::call(builtin!(or), tests.into_iter().map(|t| t.expr).collect())
}

impl Val<Truth> {
    /// Whether this and another test hold.
    #[track_caller]
    pub fn and(self, other: Test) -> Test {
        every([self, other])
    }

    /// Whether this or another test holds.
    #[track_caller]
    pub fn or(self, other: Test) -> Test {
        either([self, other])
    }

    /// Whether it is true: itself, for reading aloud.
    #[must_use]
    pub fn is_true(self) -> Test {
        self
    }

    /// Whether it is false.
    #[track_caller]
    #[must_use]
    pub fn is_false(self) -> Test {
        not(self)
    }

    /// One value when it holds, another when it does not.
    #[track_caller]
    pub fn choose<K: Kind>(self, then: impl Into<Val<K>>, otherwise: impl Into<Val<K>>) -> Val<K> {
        let (then, otherwise) = (then.into().expr, otherwise.into().expr);
        Val::call(builtin!(if), vec![self.expr, then, otherwise])
    }
}

// --- cards

impl Val<Card> {
    /// An attribute.
    #[track_caller]
    pub fn get<K: Kind>(&self, attribute: &Attribute<K>) -> Val<K> {
        Val::of(Tree::Attribute(
            Box::new(self.expr.clone()),
            attribute.name().to_owned(),
        ))
    }

    /// Whether it has the same as another card in an attribute.
    #[track_caller]
    pub fn matches<K: Kind>(&self, attribute: &Attribute<K>, other: impl Into<Val<Card>>) -> Test {
        Val::of(Tree::SameAttribute(
            Box::new(self.expr.clone()),
            Box::new(other.into().expr),
            attribute.name().to_owned(),
        ))
    }

    /// The zone it lies in: its parent.
    #[track_caller]
    pub fn zone(&self) -> Val<Zone> {
        Val::call(builtin!(zone_of), vec![self.expr.clone()])
    }

    /// The seat whose zone it lies in, else the seat it belongs to.
    #[track_caller]
    pub fn owner(&self) -> Val<Seat> {
        Val::call(builtin!(get_player_from_card), vec![self.expr.clone()])
    }

    /// Whether it lies face up.
    #[track_caller]
    pub fn is_face_up(&self) -> Test {
        Val::call(builtin!(is_face_up), vec![self.expr.clone()])
    }

    /// Whether it is the one that would be drawn next from its zone.
    #[track_caller]
    pub fn is_top(&self) -> Test {
        Val::call(builtin!(is_top), vec![self.expr.clone()])
    }
}

// --- zones

/// What is asked of a zone: of the handles that declare one, and of values.
///
/// ```
/// use cardable_core::dsl::*;
/// let mut rules = RulesetBuilder::new("Example");
/// let pile = rules.zone("pile", ZoneSpec::open());
/// let both = [pile.is_empty(), target_zone().is_empty()]; // of what is declared, and of a value
/// # let _ = both;
/// ```
pub trait AsZone: Into<Val<Zone>> + Clone {
    /// The card that would be drawn next; nothing when it is empty.
    #[track_caller]
    fn top(&self) -> Val<Card> {
        Val::call(builtin!(top_card), vec![self.clone().into().expr])
    }

    /// The card that would be drawn last; nothing when it is empty.
    #[track_caller]
    fn bottom(&self) -> Val<Card> {
        Val::call(builtin!(bottom_card), vec![self.clone().into().expr])
    }

    /// A card, counted in the order of drawing from 0; nothing when there are
    /// fewer.
    #[track_caller]
    fn nth(&self, place: impl Into<Val<Number>>) -> Val<Card> {
        Val::call(
            builtin!(nth_card),
            vec![self.clone().into().expr, place.into().expr],
        )
    }

    /// Its cards: its children.
    #[track_caller]
    fn cards(&self) -> Val<List<Card>> {
        Val::call(builtin!(cards_of), vec![self.clone().into().expr])
    }

    /// How many cards lie in it.
    #[track_caller]
    fn len(&self) -> Val<Number> {
        Val::call(builtin!(count_cards), vec![self.clone().into().expr])
    }

    /// Whether no card lies in it.
    #[track_caller]
    fn is_empty(&self) -> Test {
        Val::call(builtin!(is_empty), vec![self.clone().into().expr])
    }

    /// Whether it holds as many cards as it may.
    #[track_caller]
    fn is_full(&self) -> Test {
        Val::call(builtin!(is_full), vec![self.clone().into().expr])
    }

    /// The seat whose zone it is; nothing for shared ones.
    #[track_caller]
    fn owner(&self) -> Val<Seat> {
        Val::call(builtin!(zone_owner), vec![self.clone().into().expr])
    }
}

impl<Z: Into<Val<Zone>> + Clone> AsZone for Z {}

// --- lists

impl<K: Kind> Val<List<K>> {
    /// How many items it has.
    #[track_caller]
    pub fn count(&self) -> Val<Number> {
        Val::call(builtin!(list_count), vec![self.expr.clone()])
    }

    /// An item, from 0; nothing when there are fewer.
    #[track_caller]
    pub fn item(&self, place: impl Into<Val<Number>>) -> Val<K> {
        Val::call(builtin!(list_item), vec![self.expr.clone(), place.into().expr])
    }

    /// Whether it has no items.
    #[track_caller]
    pub fn has_none(&self) -> Test {
        Val::call(builtin!(is_empty), vec![self.expr.clone()])
    }
}

impl Val<List<Card>> {
    /// The sum of an attribute; cards without it count 0.
    #[track_caller]
    pub fn sum(&self, attribute: &Attribute<Number>) -> Val<Number> {
        let name = Val::<Text>::of(Tree::Text(attribute.name().to_owned()));
        Val::call(builtin!(sum_cards), vec![self.expr.clone(), name.expr])
    }

    /// Whether all have the same in an attribute.
    #[track_caller]
    pub fn all_match<K: Kind>(&self, attribute: &Attribute<K>) -> Test {
        let name = Val::<Text>::of(Tree::Text(attribute.name().to_owned()));
        Val::call(builtin!(same_attribute), vec![self.expr.clone(), name.expr])
    }
}

// --- seats

/// The acting seat.
#[track_caller]
pub fn player() -> Val<Seat> {
    Val::of(Tree::Player)
}

/// Every seat that is still in the game.
#[track_caller]
pub fn everyone() -> Val<List<Seat>> {
    Val::of(Tree::Everyone)
}

/// Every seat still in the game but the acting one.
#[track_caller]
pub fn others() -> Val<List<Seat>> {
    Val::call(builtin!(other_players), Vec::new())
}

/// The seat whose turn it is; nothing where there are no turns.
#[track_caller]
pub fn on_turn() -> Val<Seat> {
    Val::call(builtin!(turn_player), Vec::new())
}

/// Whether it is the acting seat's turn; where there are no turns it is
/// everybody's.
#[track_caller]
pub fn is_my_turn() -> Test {
    let free = Val::call(builtin!(is_empty), vec![on_turn().expr]);
    either([free, on_turn().equals(player())])
}

/// The seats with the highest score.
#[track_caller]
pub fn best_seats() -> Val<List<Seat>> {
    Val::call(builtin!(best_seats), Vec::new())
}

impl Val<Seat> {
    /// The seat after it in the direction of play.
    #[track_caller]
    pub fn next(&self) -> Val<Seat> {
        Val::call(builtin!(next_player), vec![self.expr.clone()])
    }

    /// The seat before it in the direction of play.
    #[track_caller]
    pub fn previous(&self) -> Val<Seat> {
        Val::call(builtin!(previous_player), vec![self.expr.clone()])
    }

    /// Its score.
    #[track_caller]
    pub fn score(&self) -> Val<Number> {
        Val::call(builtin!(score), vec![self.expr.clone()])
    }
}

/// What was remembered under a name by [`super::ActionTemplate::remember`].
#[track_caller]
pub fn remembered<K: Kind>(name: &str) -> Val<K> {
    Val::of(Tree::Named(name.to_owned()))
}

/// A list of values.
///
/// ```
/// use cardable_core::dsl::*;
/// let round = on_turn();
/// let both = list_of([&round, &player()]);
/// let primes = list_of([2, 3, 5, 7]).count();
/// # let _ = (both, primes);
/// ```
#[track_caller]
pub fn list_of<K: Kind, V: Into<Val<K>>>(values: impl IntoIterator<Item = V>) -> Val<List<K>> {
    Val::of(Tree::List(all_of(values)))
}

/// No value.
#[track_caller]
pub fn nothing<K: Kind>() -> Val<K> {
    Val::of(Tree::Nothing)
}
