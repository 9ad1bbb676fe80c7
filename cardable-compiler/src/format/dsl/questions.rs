//! Questions: of which kinds there are, and what is done with their answers.

use super::call::Optional;
use super::command::{Act, CardsOf, Command, Seats, With};
use super::items::Items;
use super::kind::{Card, Deck, Kind, List, Number, Seat, Text, Truth, Zone};
use super::value::{Expr, QuestionDraft, Test, ThingTest, Tree, Val};
use cardable_engine::builtin;
use cardable_engine::primitives::Callee;
use std::marker::PhantomData;
use std::panic::Location;
use std::sync::Arc;

/// A question to the acting seat. [`Question::then`] says what is done with the answer; where that is only used once, the question
/// stands in its place.
///
/// ```
/// use cardable_core::dsl::*;
/// let mut rules = RulesetBuilder::new("Example");
/// let hand = rules.seat_zone("hand", SeatZoneSpec::hand());
/// let pile = rules.zone("pile", ZoneSpec::open());
/// let bid = rules.seat_data("bid", 0);
/// let question: Question<_> = ask_cards(hand.mine(), 1..=3, "What do you throw away?");
/// let thrown_away = question.then(move |cards| move_to(cards, pile));
/// let raised = bid.set(player(), ask_number(1, 5, "How much do you bid?").default(2));
/// # let _ = (thrown_away, raised);
/// ```
pub struct Question<K> {
    draft: QuestionDraft,
    kind: PhantomData<fn() -> K>,
}

impl<K> Clone for Question<K> {
    fn clone(&self) -> Question<K> {
        Question::of(self.draft.clone())
    }
}

impl<K> std::fmt::Debug for Question<K> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.draft.fmt(f)
    }
}

#[track_caller]
fn unsaid() -> Expr {
    Expr {
        tree: Tree::Nothing,
        at: Location::caller(),
    }
}

/// A parameter that may be left out.
#[track_caller]
fn maybe<K>(value: Optional<Val<K>>) -> Expr {
    value.0.map_or_else(unsaid, |value| value.expr)
}

/// Asks for a whole number between two, both included; `()` stands for no bound.
///
/// ```
/// use cardable_core::dsl::*;
/// let mut rules = RulesetBuilder::new("Example");
/// let hand = rules.seat_zone("hand", SeatZoneSpec::hand());
/// let bid = rules.data("bid", 0);
/// let bidding = bid.set(ask_number(0, hand.mine().len(), "How many tricks?"));
/// # let _ = bidding;
/// ```
#[track_caller]
pub fn ask_number(
    least: impl Into<Optional<Val<Number>>>,
    most: impl Into<Optional<Val<Number>>>,
    question: impl Into<Val<Text>>,
) -> Question<Number> {
    let args = vec![maybe(least.into()), maybe(most.into()), question.into().expr];
    Question::new(builtin!(prompt_number), args)
}

/// Asks for a whole number above one and up to another.
#[track_caller]
pub fn ask_number_above(
    above: impl Into<Val<Number>>,
    most: impl Into<Val<Number>>,
    question: impl Into<Val<Text>>,
) -> Question<Number> {
    let args = vec![above.into().expr, most.into().expr, question.into().expr];
    Question::new(builtin!(prompt_number_excl_incl), args)
}

/// Asks for one entry of a list.
///
/// ```
/// use cardable_core::dsl::*;
/// let mut rules = RulesetBuilder::new("Example");
/// let trump = rules.data("trump", "");
/// let chosen = trump.set(ask_option(list_of(["Hearts", "Spades"]), "Which suit is trumps?"));
/// # let _ = chosen;
/// ```
#[track_caller]
pub fn ask_option<K: Kind>(options: impl Into<Val<List<K>>>, question: impl Into<Val<Text>>) -> Question<K> {
    Question::new(
        builtin!(prompt_option),
        vec![options.into().expr, question.into().expr],
    )
}

/// Asks for one entry of a list; the seat reads the labels in their place, in the same order.
///
/// ```
/// use cardable_core::dsl::*;
/// let mut rules = RulesetBuilder::new("Example");
/// let stake = rules.data("stake", 1);
/// let labels = list_of([call::concat([Anything::from("Double to "), (stake.get() * 2).into()]), "Stay".into()]);
/// let chosen = stake.set(ask_labelled(list_of([stake.get() * 2, stake.get()]), labels, "What do you do?"));
/// # let _ = chosen;
/// ```
#[track_caller]
pub fn ask_labelled<K: Kind>(
    options: impl Into<Val<List<K>>>,
    labels: impl Into<Val<List<Text>>>,
    question: impl Into<Val<Text>>,
) -> Question<K> {
    let args = vec![
        options.into().expr,
        question.into().expr,
        unsaid(),
        labels.into().expr,
    ];
    Question::new(builtin!(prompt_option), args)
}

/// Asks for one of some cards.
///
/// ```
/// use cardable_core::dsl::*;
/// let mut rules = RulesetBuilder::new("Example");
/// let hand = rules.seat_zone("hand", SeatZoneSpec::hand());
/// let pile = rules.zone("pile", ZoneSpec::open());
/// let thrown_away = move_to(ask_card(hand.mine(), "What do you throw away?"), pile);
/// # let _ = thrown_away;
/// ```
#[track_caller]
pub fn ask_card(cards: impl Into<CardsOf>, question: impl Into<Val<Text>>) -> Question<Card> {
    Question::new(builtin!(prompt_card), vec![cards.into().0, question.into().expr])
}

/// Asks for so many of some cards.
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
/// // As many as the table has room for.
/// let fill = ask_cards(hand.mine(), HowMany::between(0, pile.len()), "Which?").then(move |picked| move_to(picked, pile));
/// # let _ = (lay_pair, fill);
/// ```
#[track_caller]
pub fn ask_cards(
    cards: impl Into<CardsOf>,
    count: impl Into<HowMany>,
    question: impl Into<Val<Text>>,
) -> Question<List<Card>> {
    let count = count.into();
    let args = vec![cards.into().0, count.least, count.most, question.into().expr];
    Question::new(builtin!(prompt_cards), args)
}

/// Asks for one of some seats.
///
/// ```
/// use cardable_core::dsl::*;
/// let mut rules = RulesetBuilder::new("Example");
/// let robbed = rules.data("robbed", nothing());
/// let chosen = robbed.set(ask_seat(others(), "Whom do you rob?"));
/// # let _ = chosen;
/// ```
#[track_caller]
pub fn ask_seat(seats: impl Into<Seats>, question: impl Into<Val<Text>>) -> Question<Seat> {
    Question::new(builtin!(prompt_seat), vec![seats.into().0, question.into().expr])
}

/// Asks for one of some zones.
#[track_caller]
pub fn ask_zone(zones: impl Into<Val<List<Zone>>>, question: impl Into<Val<Text>>) -> Question<Zone> {
    Question::new(
        builtin!(prompt_zone),
        vec![zones.into().expr, question.into().expr],
    )
}

/// Asks for one of some decks.
#[track_caller]
pub fn ask_deck(decks: impl Into<Val<List<Deck>>>, question: impl Into<Val<Text>>) -> Question<Deck> {
    Question::new(
        builtin!(prompt_deck),
        vec![decks.into().expr, question.into().expr],
    )
}

/// Asks for yes or no.
#[track_caller]
pub fn ask_whether(question: impl Into<Val<Text>>) -> Question<Truth> {
    Question::new(builtin!(prompt_confirm), vec![question.into().expr])
}

/// Asks how a number is split among several things. The answer has the parts, in the order of the things.
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
    among: impl Into<Items<K>>,
    question: impl Into<Val<Text>>,
) -> Question<List<Number>> {
    let args = vec![
        total.into().expr,
        among.into().expr,
        unsaid(),
        unsaid(),
        question.into().expr,
    ];
    Question::new(builtin!(prompt_split), args)
}

/// The fewest and the most of something.
///
/// See [`ask_cards`] for an example.
#[derive(Clone, Debug)]
pub struct HowMany {
    pub(super) least: Expr,
    pub(super) most: Expr,
}

impl HowMany {
    /// Numbers that are worked out, both included.
    #[track_caller]
    pub fn between(least: impl Into<Val<Number>>, most: impl Into<Val<Number>>) -> HowMany {
        HowMany {
            least: least.into().expr,
            most: most.into().expr,
        }
    }

    /// A number that is worked out.
    #[track_caller]
    pub fn exactly(count: impl Into<Val<Number>>) -> HowMany {
        let count = count.into().expr;
        HowMany {
            least: count.clone(),
            most: count,
        }
    }
}

impl From<std::ops::RangeInclusive<u16>> for HowMany {
    #[track_caller]
    fn from(count: std::ops::RangeInclusive<u16>) -> HowMany {
        HowMany::between(i64::from(*count.start()), i64::from(*count.end()))
    }
}

impl<K> Question<K> {
    pub(super) fn new(prompt: &Callee, args: Vec<Expr>) -> Question<K> {
        Question::of(QuestionDraft {
            prompt: prompt.clone(),
            args,
            together: None,
            ordered: None,
            to: None,
        })
    }

    fn of(draft: QuestionDraft) -> Question<K> {
        Question {
            draft,
            kind: PhantomData,
        }
    }

    /// Gives the parameter of this name.
    fn give(&mut self, name: &str, value: Expr) {
        let draft = &mut self.draft;
        let Some(at) = draft.prompt.params.iter().position(|param| param.name == name) else {
            return;
        };
        while draft.args.len() <= at {
            draft.args.push(unsaid());
        }
        if let Some(place) = draft.args.get_mut(at) {
            *place = value;
        }
    }
}

impl<K: Kind> Question<K> {
    /// What is suggested as the answer.
    #[must_use]
    #[track_caller]
    pub fn default(mut self, answer: impl Into<Val<K>>) -> Question<K> {
        self.give("default", answer.into().expr);
        self
    }

    /// Asks another seat than the acting one.
    ///
    /// ```
    /// use cardable_core::dsl::*;
    /// let mut rules = RulesetBuilder::new("Example");
    /// let stake = rules.data("stake", 1);
    /// let doubled = ask_whether("Do you take the double?")
    ///     .put_to(player().next())
    ///     .then(move |takes| when(takes, stake.raise(stake.get())));
    /// # let _ = doubled;
    /// ```
    #[must_use]
    #[track_caller]
    pub fn put_to(mut self, seat: impl Into<Val<Seat>>) -> Question<K> {
        self.draft.to = Some(seat.into().expr);
        self
    }

    /// Asks several seats at the same time. The answer has those of all, in the order of the seats.
    ///
    /// ```
    /// use cardable_core::dsl::*;
    /// let mut rules = RulesetBuilder::new("Example");
    /// let highest = rules.data("highest", 0);
    /// let bids = ask_number(0, 5, "How much do you bid?")
    ///     .put_to_each(everyone())
    ///     .then(move |bids| highest.set(items(bids).max_by(|bid| bid)));
    /// # let _ = bids;
    /// ```
    #[must_use]
    pub fn put_to_each(mut self, seats: impl Into<Seats>) -> Question<List<K>> {
        self.draft.to = Some(seats.into().0);
        Question::of(self.draft)
    }

    /// Asks it, and does a command with the answer.
    #[track_caller]
    #[must_use]
    pub fn then<C: Into<Command>>(self, command: impl Fn(Val<K>) -> C + Send + Sync + 'static) -> Command {
        let then = Arc::new(move |answer| command(Val::new(answer)).into());
        Command::new(Act::Let(Val::<K>::from(self).expr, With(then)))
    }
}

impl<K> From<Question<K>> for Val<K> {
    #[track_caller]
    fn from(question: Question<K>) -> Val<K> {
        Val::of(Tree::Question(Box::new(question.draft)))
    }
}

impl From<Question<Card>> for CardsOf {
    #[track_caller]
    fn from(question: Question<Card>) -> CardsOf {
        CardsOf(Val::from(question).expr)
    }
}

impl From<Question<List<Card>>> for CardsOf {
    #[track_caller]
    fn from(question: Question<List<Card>>) -> CardsOf {
        CardsOf(Val::from(question).expr)
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
        self.draft.together = Some((test, message.into()));
        self
    }

    /// The order of the cards is the seat's: the first one that it picks is the first of the list.
    #[must_use]
    pub fn ordered(self) -> Question<List<Card>> {
        self.ordered_if(true)
    }

    /// The same where a test holds.
    #[must_use]
    #[track_caller]
    pub fn ordered_if(mut self, test: impl Into<Test>) -> Question<List<Card>> {
        self.draft.ordered = Some(test.into().expr);
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
        self.give("least", least.into().expr);
        self.give("most", most.into().expr);
        self
    }

    /// The same with bounds of their own for each, in the order of the things.
    #[must_use]
    #[track_caller]
    pub fn between_each(
        mut self,
        least: impl Into<Val<List<Number>>>,
        most: impl Into<Val<List<Number>>>,
    ) -> Question<List<Number>> {
        self.give("least", least.into().expr);
        self.give("most", most.into().expr);
        self
    }
}
