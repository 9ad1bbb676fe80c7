//! Questions to the acting seat whose answers have several parts.

use super::command::{Act, Asked, CardsOf, Command};
use super::kind::{Card, Kind, List, Number, Text};
use super::value::{Expr, Test, ThingTest, Tree, Val};
use cardable_engine::builtin;
use cardable_engine::primitives::Callee;
use std::marker::PhantomData;
use std::panic::Location;
use std::sync::Arc;

/// A question to the acting seat. [`Question::then`] says what is done with the answer.
///
/// ```
/// use cardable_core::dsl::*;
/// let mut rules = RulesetBuilder::new("Example");
/// let hand = rules.seat_zone("hand", SeatZoneSpec::hand());
/// let pile = rules.zone("pile", ZoneSpec::open());
/// let question: Question<_> = ask_cards(hand.mine(), 1..=3, "What do you throw away?");
/// let thrown_away = question.then(move |cards| move_to(cards, pile));
/// # let _ = thrown_away;
/// ```
pub struct Question<K> {
    prompt: Callee,
    args: Vec<Expr>,
    together: Option<(ThingTest, String)>,
    ordered: bool,
    kind: PhantomData<fn() -> K>,
}

impl<K> std::fmt::Debug for Question<K> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}{:?}", self.prompt.name, self.args)
    }
}

/// Asks the acting seat for so many of some cards.
///
/// ```
/// use cardable_core::dsl::*;
/// let mut rules = RulesetBuilder::new("Example");
/// let hand = rules.seat_zone("hand", SeatZoneSpec::hand());
/// let pile = rules.zone("pile", ZoneSpec::open());
/// // Two cards of one suit; the one that is picked first comes to lie first.
/// let lay_pair = ask_cards(hand.mine(), 2..=2, "Which pair do you lay down?")
///     .require("They are of different suits.", |picked| picked.all_match(&SUIT))
///     .ordered()
///     .then(move |picked| move_to(picked, pile));
/// # let _ = lay_pair;
/// ```
#[track_caller]
pub fn ask_cards(
    cards: impl Into<CardsOf>,
    count: std::ops::RangeInclusive<u16>,
    question: impl Into<Val<Text>>,
) -> Question<List<Card>> {
    let bound = |n: &u16| Val::<Number>::from(i64::from(*n)).expr;
    let args = vec![
        cards.into().0,
        bound(count.start()),
        bound(count.end()),
        question.into().expr,
    ];
    Question::new(builtin!(prompt_cards), args)
}

/// Asks the acting seat how a number is split among several things. The answer has the parts, in the order of the things.
///
/// ```
/// use cardable_core::dsl::*;
/// let mut rules = RulesetBuilder::new("Example");
/// let score = rules.scores();
/// let share = ask_split(10, everyone(), "Who gets how much?")
///     .then(move |parts| score.raise(player(), parts.item(0)));
/// # let _ = share;
/// ```
#[track_caller]
pub fn ask_split<K: Kind>(
    total: impl Into<Val<Number>>,
    among: impl Into<Val<List<K>>>,
    question: impl Into<Val<Text>>,
) -> Question<List<Number>> {
    let unsaid = || Expr {
        tree: Tree::Nothing,
        at: Location::caller(),
    };
    let args = vec![
        total.into().expr,
        among.into().expr,
        unsaid(),
        unsaid(),
        question.into().expr,
    ];
    Question::new(builtin!(prompt_split), args)
}

impl<K: Kind> Question<K> {
    fn new(prompt: &Callee, args: Vec<Expr>) -> Question<K> {
        Question {
            prompt: prompt.clone(),
            args,
            together: None,
            ordered: false,
            kind: PhantomData,
        }
    }

    /// Asks it, and does a command with the answer.
    #[track_caller]
    #[must_use]
    pub fn then<C: Into<Command>>(self, command: impl Fn(Val<K>) -> C + Send + Sync + 'static) -> Command {
        Command::new(Act::Asked(Asked {
            prompt: self.prompt,
            args: self.args,
            together: self.together,
            ordered: self.ordered,
            then: Arc::new(move |answer| command(Val::new(answer)).into()),
        }))
    }
}

impl Question<List<Card>> {
    /// What must hold of all cards together, and what the seat reads when it does not. The test is asked of the cards alone.
    #[must_use]
    pub fn require(
        mut self,
        message: impl Into<String>,
        test: impl Fn(Val<List<Card>>) -> Test + Send + Sync + 'static,
    ) -> Question<List<Card>> {
        let test: ThingTest = Arc::new(move |picked| test(Val::new(picked)).expr);
        self.together = Some((test, message.into()));
        self
    }

    /// The order of the cards is the seat's: the first one that it picks is the first of the list.
    #[must_use]
    pub fn ordered(mut self) -> Question<List<Card>> {
        self.ordered = true;
        self
    }
}

impl Question<List<Number>> {
    /// The least and the most for each of the things; 0 and the whole when it is left out.
    #[must_use]
    #[track_caller]
    pub fn between(
        mut self,
        least: impl Into<Val<Number>>,
        most: impl Into<Val<Number>>,
    ) -> Question<List<Number>> {
        let bounds = [least.into().expr, most.into().expr];
        for (place, bound) in self.args.iter_mut().skip(2).zip(bounds) {
            *place = bound;
        }
        self
    }
}
