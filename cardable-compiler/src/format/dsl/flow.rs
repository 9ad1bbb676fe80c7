//! What decides which commands are done, how often, and in which state the game goes on.

use super::call::{Anything, Optional};
use super::command::{Act, Command, Seats, With};
use super::handles::State;
use super::items::Items;
use super::kind::{Kind, Number, Text};
use super::value::{At, Expr, Test, Tree, Val};
use cardable_engine::builtin;
use std::marker::PhantomData;
use std::panic::Location;
use std::sync::Arc;

// --- loops and groups

/// A command as long as a test holds, at most 100 times.
///
/// ```
/// use cardable_core::dsl::*;
/// let mut rules = RulesetBuilder::new("Example");
/// let stock = rules.zone("stock", ZoneSpec::face_down());
/// let row = rules.zone("row", ZoneSpec::open());
/// let fill = as_long_as(row.len().below(5).and(not(stock.is_empty())), draw(stock, row, 1));
/// # let _ = fill;
/// ```
#[track_caller]
pub fn as_long_as(test: Test, command: impl Into<Command>) -> Command {
    Command::new(Act::While(test.expr, Box::new(command.into())))
}

/// A command for each item of a list, or for each card of a zone. See [`each_seat`](super::each_seat) for seats that act.
///
/// ```
/// use cardable_core::dsl::*;
/// let mut rules = RulesetBuilder::new("Example");
/// let hand = rules.seat_zone("hand", SeatZoneSpec::hand());
/// let total = rules.data("total", 0);
/// let count = for_each(hand.mine().cards(), move |card| total.raise(card.get(&VALUE)));
/// # let _ = count;
/// ```
#[track_caller]
pub fn for_each<K: Kind, C: Into<Command>>(
    items: impl Into<Items<K>>,
    command: impl Fn(Val<K>) -> C + Send + Sync + 'static,
) -> Command {
    let each = Arc::new(move |item| command(Val::new(item)).into());
    Command::new(Act::EachItem(items.into().expr, With(each)))
}

/// Several commands that are one step for whatever reacts to it: triggers wait until all is done.
///
/// ```
/// use cardable_core::dsl::*;
/// let mut rules = RulesetBuilder::new("Example");
/// let (left, right) = (rules.zone("left", ZoneSpec::open()), rules.zone("right", ZoneSpec::open()));
/// let both = as_one_step([flip(left), flip(right)]);
/// # let _ = both;
/// ```
#[track_caller]
pub fn as_one_step(commands: impl Into<Command>) -> Command {
    Command::new(Act::Group(Box::new(commands.into()), false))
}

/// Several commands of which everything that they name is worked out before the first of them acts.
///
/// ```
/// use cardable_core::dsl::*;
/// let mut rules = RulesetBuilder::new("Example");
/// let (one, other) = (rules.data("one", 1), rules.data("other", 2));
/// let swapped = at_once([one.set(other.get()), other.set(one.get())]);
/// # let _ = swapped;
/// ```
#[track_caller]
pub fn at_once(commands: impl Into<Command>) -> Command {
    Command::new(Act::Group(Box::new(commands.into()), true))
}

// --- variables

/// A value that is kept while an action runs.
///
/// See [`keep_in_mind`] for an example.
pub struct Variable<K> {
    expr: Expr,
    kind: PhantomData<fn() -> K>,
}

impl<K> Clone for Variable<K> {
    fn clone(&self) -> Variable<K> {
        Variable {
            expr: self.expr.clone(),
            kind: PhantomData,
        }
    }
}

impl<K> std::fmt::Debug for Variable<K> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        super::show::tree(&self.expr, f)
    }
}

/// Keeps a value while what follows is done, which can give it another.
///
/// ```
/// use cardable_core::dsl::*;
/// let mut rules = RulesetBuilder::new("Example");
/// let hand = rules.seat_zone("hand", SeatZoneSpec::hand());
/// let score = rules.scores();
/// let count = keep_in_mind(0, move |highest| {
///     let is_higher = highest.clone();
///     [
///         for_each(hand.mine().cards(), move |card| {
///             let value = card.get(&VALUE);
///             when(value.above(is_higher.get()), is_higher.set(value))
///         }),
///         score.raise(player(), highest.get()),
///     ]
/// });
/// # let _ = count;
/// ```
#[track_caller]
pub fn keep_in_mind<K: Kind, C: Into<Command>>(
    value: impl Into<Val<K>>,
    command: impl Fn(Variable<K>) -> C + Send + Sync + 'static,
) -> Command {
    let with = Arc::new(move |expr| {
        let variable = Variable {
            expr,
            kind: PhantomData,
        };
        command(variable).into()
    });
    Command::new(Act::Let(value.into().expr, With(with)))
}

impl<K: Kind> Variable<K> {
    /// Its value.
    pub fn get(&self) -> Val<K> {
        Val::new(self.expr.clone())
    }

    /// Gives it another value.
    #[track_caller]
    pub fn set(&self, value: impl Into<Val<K>>) -> Command {
        Command::new(Act::Set(self.expr.clone(), value.into().expr))
    }
}

impl Variable<Number> {
    /// Adds a number to it.
    #[track_caller]
    pub fn raise(&self, number: impl Into<Val<Number>>) -> Command {
        self.set(self.get() + number.into())
    }
}

// --- states

/// The name of a state: one that was declared, or one that is worked out.
///
/// See [`transition`] for an example.
#[derive(Clone, Debug)]
pub struct StateName(Expr);

impl From<State> for StateName {
    #[track_caller]
    fn from(state: State) -> StateName {
        StateName(Expr {
            tree: Tree::StateName(state.0),
            at: Location::caller(),
        })
    }
}

impl From<Val<Text>> for StateName {
    fn from(name: Val<Text>) -> StateName {
        StateName(name.expr)
    }
}

/// A way from the running state to another one; the action ends with it.
///
/// See [`transition`] for an example.
#[derive(Clone, Debug)]
pub struct Transition {
    to: StateName,
    params: Vec<Expr>,
    who: Option<(Expr, bool)>,
    at: At,
}

/// Leaves for another state, as [`go_to`](super::go_to) does: with its parameters, for some seats only, or for a state whose name is
/// worked out.
///
/// ```
/// use cardable_core::dsl::*;
/// let mut rules = RulesetBuilder::new("Example");
/// let play = rules.state("play", StateSpec::in_turn());
/// let duel = rules.state("duel", StateSpec::all_at_once());
/// let stake = rules.state_param::<kind::Number>(duel, "stake");
/// let begin = transition(duel).with(3).apart(Seats::both(player(), player().next()));
/// rules.action(play, ActionTemplate::new("duel", message("duel")).run(begin));
/// rules.action(play, ActionTemplate::new("wait", message("wait")).run(transition(vote_for(play))));
/// # fn vote_for(_: State) -> Val<kind::Text> { call::vote_result() }
/// # let _ = stake;
/// ```
#[track_caller]
pub fn transition(to: impl Into<StateName>) -> Transition {
    Transition {
        to: to.into(),
        params: Vec::new(),
        who: None,
        at: Location::caller(),
    }
}

impl Transition {
    /// The value of the state's next parameter.
    #[must_use]
    pub fn with(mut self, value: impl Into<Anything>) -> Transition {
        self.params.push(value.into().0);
        self
    }

    /// Only these seats go, to where others play already.
    #[must_use]
    pub fn only(mut self, seats: impl Into<Seats>) -> Transition {
        self.who = Some((seats.into().0, false));
        self
    }

    /// Only these seats go, and play there by themselves.
    #[must_use]
    pub fn apart(mut self, seats: impl Into<Seats>) -> Transition {
        self.who = Some((seats.into().0, true));
        self
    }
}

impl From<Transition> for Command {
    fn from(transition: Transition) -> Command {
        let mut args = vec![transition.to.0];
        args.extend(transition.params);
        Command {
            act: Act::Transition(args, transition.who),
            at: transition.at,
        }
    }
}

/// A state that is laid over the running one until [`pop_state`] ends it.
///
/// See [`push_state`] for an example.
#[derive(Clone, Debug)]
pub struct PushedState {
    args: Vec<Expr>,
    at: At,
}

/// Lays a state over the running one, which waits below with its data and its turn. The action goes on when the upper state ends.
///
/// ```
/// use cardable_core::dsl::*;
/// let mut rules = RulesetBuilder::new("Example");
/// let score = rules.scores();
/// let play = rules.state("play", StateSpec::in_turn());
/// let bonus = rules.state("bonus", StateSpec::only(on_turn()));
/// let most = rules.state_param::<kind::Number>(bonus, "most");
/// let begin = push_state(bonus).with(5).then(move |won| score.raise(player(), won));
/// rules.action(play, ActionTemplate::new("begin", message("begin")).run(begin));
/// rules.action(bonus, ActionTemplate::new("take", message("take")).run(pop_state(most.get())));
/// # rules.build()?;
/// # Ok::<(), cardable_core::LoadError>(())
/// ```
#[track_caller]
pub fn push_state(state: impl Into<StateName>) -> PushedState {
    PushedState {
        args: vec![state.into().0],
        at: Location::caller(),
    }
}

impl PushedState {
    /// The value of the state's next parameter.
    #[must_use]
    pub fn with(mut self, value: impl Into<Anything>) -> PushedState {
        self.args.push(value.into().0);
        self
    }

    /// What [`pop_state`] hands over, as a value that a command takes.
    #[track_caller]
    pub fn value<K: Kind>(self) -> Val<K> {
        Val::call(builtin!(state_push), self.args)
    }

    /// What is done afterwards with what [`pop_state`] handed over.
    #[must_use]
    #[track_caller]
    pub fn then<K: Kind, C: Into<Command>>(
        self,
        command: impl Fn(Val<K>) -> C + Send + Sync + 'static,
    ) -> Command {
        keep_in_mind(self.value::<K>(), move |kept| command(kept.get()))
    }
}

impl From<PushedState> for Command {
    fn from(pushed: PushedState) -> Command {
        Command {
            act: Act::Call(builtin!(state_push).clone(), pushed.args),
            at: pushed.at,
        }
    }
}

/// Ends the state that [`push_state`] has laid over another, and hands a value over, or `()`.
#[track_caller]
pub fn pop_state(value: impl Into<Optional<Anything>>) -> Command {
    let args = value.into().0.into_iter().map(|value| value.0).collect();
    Command::new(Act::Call(builtin!(state_pop).clone(), args))
}
