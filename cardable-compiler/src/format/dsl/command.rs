//! Commands: what is done. A command that fails leaves nothing of itself or of what
//! went before it in the same interaction.

use super::filled::Filled;
use super::handles::{CardData, Data, SeatData, SeatZone, SharedZone, State, StateData};
use super::kind::{Card, Kind, List, Number, Seat, Text, Truth, Zone};
use super::query::Selector;
use super::questions::ask_option;
use super::value::{At, Expr, Test, ThingTest, Tree, Val, everyone, list_of, nothing, player};
use cardable_engine::builtin;
use cardable_engine::primitives::Callee;
use std::panic::Location;
use std::sync::Arc;

/// Something that is done.
///
/// ```
/// use cardable_core::dsl::*;
/// let mut rules = RulesetBuilder::new("Example");
/// let deck = rules.zone("deck", ZoneSpec::face_down());
/// let hand = rules.seat_zone("hand", SeatZoneSpec::hand());
/// let turn: Command = when(not(deck.is_empty()), draw(deck, hand.mine(), 1))
///     .otherwise(game_over(player(), "the deck is empty"))
///     .then(next_seat());
/// # let _ = turn;
/// ```
#[derive(Clone)]
pub struct Command {
    pub(super) act: Act,
    pub(super) at: At,
}

impl std::fmt::Debug for Command {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.act.fmt(f)
    }
}

/// What it is.
#[derive(Clone, Debug)]
pub(super) enum Act {
    Nothing,
    Sequence(Vec<Command>),
    /// A primitive.
    Call(Callee, Vec<Expr>),
    /// An assignment: the place and its value.
    Set(Expr, Expr),
    If(Expr, Box<Command>, Box<Command>),
    /// Over and over until the test holds.
    Until(Expr, Box<Command>),
    /// As long as the test holds.
    While(Expr, Box<Command>),
    EachSeat(Expr, Box<Command>),
    EachItem(Expr, With),
    /// One step for whatever reacts to it; all is worked out first where that is said.
    Group(Box<Command>, bool),
    /// A value that is kept in a variable for a command.
    Let(Expr, With),
    GoTo(State),
    /// The name of a state and its parameters; who goes, and whether by themselves.
    Transition(Vec<Expr>, Option<(Expr, bool)>),
    /// An action that a fragment defines.
    Imported(String, Vec<Expr>),
    NextRound,
}

/// What is done with a value that is at hand then.
#[derive(Clone)]
pub(super) struct With(pub(super) Arc<dyn Fn(Expr) -> Command + Send + Sync>);

impl std::fmt::Debug for With {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let value = Expr {
            tree: Tree::Item(u16::MAX),
            at: Location::caller(),
        };
        (self.0)(value).fmt(f)
    }
}

impl Command {
    #[track_caller]
    pub(super) fn new(act: Act) -> Command {
        Command {
            act,
            at: Location::caller(),
        }
    }

    #[track_caller]
    fn call(primitive: &Callee, args: Vec<Expr>) -> Command {
        Command::new(Act::Call(primitive.clone(), args))
    }

    /// This, then another command.
    #[track_caller]
    #[must_use]
    pub fn then(self, next: impl Into<Command>) -> Command {
        Command::new(Act::Sequence(vec![self, next.into()]))
    }

    /// Another command where the test of [`when`] does not hold.
    #[must_use]
    #[track_caller]
    pub fn otherwise(mut self, other: impl Into<Command>) -> Command {
        if let Act::If(.., otherwise) = &mut self.act {
            **otherwise = other.into();
        }
        self
    }
}

impl<C: Into<Command>, const N: usize> From<[C; N]> for Command {
    #[track_caller]
    fn from(commands: [C; N]) -> Command {
        sequence(commands)
    }
}

impl<C: Into<Command>> From<Vec<C>> for Command {
    #[track_caller]
    fn from(commands: Vec<C>) -> Command {
        sequence(commands)
    }
}

/// Several commands, one after the other.
#[track_caller]
pub fn sequence<C: Into<Command>>(commands: impl IntoIterator<Item = C>) -> Command {
    let mut all = Vec::new();
    for command in commands {
        all.push(command.into());
    }
    Command::new(Act::Sequence(all))
}

/// Nothing at all.
#[track_caller]
pub fn do_nothing() -> Command {
    Command::new(Act::Nothing)
}

/// A command where a test holds; see [`Command::otherwise`].
#[track_caller]
pub fn when(test: Test, command: impl Into<Command>) -> Command {
    let nothing = Box::new(do_nothing());
    Command::new(Act::If(test.expr, Box::new(command.into()), nothing))
}

/// A command for each of several seats: [`player`] is that seat then.
#[track_caller]
pub fn each_seat(seats: impl Into<Seats>, command: impl Into<Command>) -> Command {
    Command::new(Act::EachSeat(seats.into().0, Box::new(command.into())))
}

// --- what commands take

/// One seat or several.
///
/// ```
/// use cardable_core::dsl::*;
/// let heard = [tell(player(), "You lead."), tell(everyone(), "A new round.")]; // one seat, or a list
/// # let _ = heard;
/// ```
#[derive(Clone, Debug)]
pub struct Seats(pub(super) Expr);

impl From<Val<Seat>> for Seats {
    #[track_caller]
    fn from(seat: Val<Seat>) -> Seats {
        Seats(seat.expr)
    }
}

impl From<Val<List<Seat>>> for Seats {
    #[track_caller]
    fn from(seats: Val<List<Seat>>) -> Seats {
        Seats(seats.expr)
    }
}

impl Seats {
    /// Two seats.
    #[must_use]
    #[track_caller]
    pub fn both(one: impl Into<Val<Seat>>, other: impl Into<Val<Seat>>) -> Seats {
        Seats(Expr {
            tree: Tree::List(vec![one.into().expr, other.into().expr]),
            at: Location::caller(),
        })
    }
}

/// A card, several, or all of a zone.
///
/// ```
/// use cardable_core::dsl::*;
/// let mut rules = RulesetBuilder::new("Example");
/// let hand = rules.seat_zone("hand", SeatZoneSpec::hand());
/// let pile = rules.zone("pile", ZoneSpec::open());
/// // One card, or all that a query finds.
/// let moved = [move_to(tapped_card(), pile), move_to(cards().inside(hand.mine()), pile)];
/// # let _ = moved;
/// ```
#[derive(Clone, Debug)]
pub struct CardsOf(pub(super) Expr);

macro_rules! cards_of {
    ($($from:ty, $value:ident => $expr:expr;)+) => {
        $(impl From<$from> for CardsOf {
            #[track_caller]
            fn from($value: $from) -> CardsOf {
                CardsOf($expr)
            }
        })+
    };
}

cards_of! {
    Val<Card>, card => card.expr;
    Val<List<Card>>, cards => cards.expr;
    Val<Zone>, zone => zone.expr;
    SharedZone, zone => Val::<Zone>::from(zone).expr;
    Selector<Card>, query => query.all().expr;
}

// --- cards

/// Moves cards to a zone, each as its newest card: to the back.
#[track_caller]
pub fn move_to(cards: impl Into<CardsOf>, zone: impl Into<Val<Zone>>) -> Command {
    Command::call(builtin!(place_card), vec![cards.into().0, zone.into().expr])
}

/// Moves cards to a zone, to lie face up there.
#[track_caller]
pub fn play_to(cards: impl Into<CardsOf>, zone: impl Into<Val<Zone>>) -> Command {
    let down = Val::<Truth>::from(false).expr;
    Command::call(builtin!(place_card), vec![cards.into().0, zone.into().expr, down])
}

/// Moves cards to where a zone's next card is drawn: the one named last is drawn
/// first.
#[track_caller]
pub fn put_on_top(cards: impl Into<CardsOf>, zone: impl Into<Val<Zone>>) -> Command {
    Command::call(builtin!(put_on_top), vec![cards.into().0, zone.into().expr])
}

/// Moves cards to where they are drawn after all others: to the front of a pile.
#[track_caller]
pub fn put_under(cards: impl Into<CardsOf>, zone: impl Into<Val<Zone>>) -> Command {
    Command::call(builtin!(put_under), vec![cards.into().0, zone.into().expr])
}

/// Moves a card to a place of a zone: it is drawn after so many others. It may be
/// its own zone.
#[track_caller]
pub fn put_at(
    card: impl Into<Val<Card>>,
    zone: impl Into<Val<Zone>>,
    place: impl Into<Val<Number>>,
) -> Command {
    Command::call(
        builtin!(put_at),
        vec![card.into().expr, zone.into().expr, place.into().expr],
    )
}

/// Deals so many cards to every seat, one to each in turn, from the first seat on.
#[track_caller]
pub fn deal(from: impl Into<Val<Zone>>, to: SeatZone, count: impl Into<Val<Number>>) -> Command {
    // Only which zone it is counts: nobody has to be acting.
    let to = to.of(nothing::<Seat>());
    Command::call(builtin!(deal), vec![from.into().expr, to.expr, count.into().expr])
}

/// Moves the next cards of a zone to another; it fails when there are fewer.
#[track_caller]
pub fn draw(from: impl Into<Val<Zone>>, to: impl Into<Val<Zone>>, count: impl Into<Val<Number>>) -> Command {
    Command::call(
        builtin!(move_top),
        vec![from.into().expr, to.into().expr, count.into().expr],
    )
}

/// Moves the next cards of a zone to another, one by one, until a test holds or
/// none is left. The test is asked after each card.
#[track_caller]
pub fn draw_until(from: impl Into<Val<Zone>>, to: impl Into<Val<Zone>>, test: Test) -> Command {
    let at = Location::caller();
    let from = from.into().expr;
    let empty = Expr::call(builtin!(is_empty), vec![from.clone()], at);
    let stop = Expr::call(builtin!(or), vec![empty.clone(), test.expr], at);
    let one = Command {
        act: Act::Call(builtin!(move_top).clone(), vec![from, to.into().expr]),
        at,
    };
    let all = Command {
        act: Act::Until(stop, Box::new(one)),
        at,
    };
    let nothing = Command {
        act: Act::Nothing,
        at,
    };
    Command {
        act: Act::If(empty, Box::new(nothing), Box::new(all)),
        at,
    }
}

/// Turns cards face up.
#[track_caller]
pub fn face_up(cards: impl Into<CardsOf>) -> Command {
    Command::call(builtin!(turn_face_up), vec![cards.into().0])
}

/// Turns cards face down.
#[track_caller]
pub fn face_down(cards: impl Into<CardsOf>) -> Command {
    Command::call(builtin!(turn_face_down), vec![cards.into().0])
}

/// Turns cards over.
#[track_caller]
pub fn flip(cards: impl Into<CardsOf>) -> Command {
    Command::call(builtin!(flip_card), vec![cards.into().0])
}

/// Shuffles a zone.
#[track_caller]
pub fn shuffle(zone: impl Into<Val<Zone>>) -> Command {
    Command::call(builtin!(shuffle), vec![zone.into().expr])
}

/// Tells seats of each of some cards whether a test holds of it, without showing it. They know from then on which cards
/// it may still be. The test may depend on what is printed on cards alone; see the primitive `tell`.
///
/// ```
/// use cardable_core::dsl::*;
/// let mut rules = RulesetBuilder::new("Example");
/// let hand = rules.seat_zone("hand", SeatZoneSpec::hand());
/// let told = tell_about(hand.of(player().next()), player(), |card| card.get(&SUIT).equals("Hearts"));
/// # let _ = told;
/// ```
#[track_caller]
pub fn tell_about(
    cards: impl Into<CardsOf>,
    seats: impl Into<Seats>,
    test: impl Fn(Val<Card>) -> Test + Send + Sync + 'static,
) -> Command {
    let cards = cards.into().0;
    let test: ThingTest = Arc::new(move |card| test(Val::new(card)).expr);
    let function = Expr {
        tree: Tree::OfEach(Box::new(cards.clone()), test),
        at: Location::caller(),
    };
    Command::call(builtin!(tell), vec![cards, seats.into().0, function])
}

// --- turns, states and the end

/// Ends the turn: the next seat is on turn.
#[track_caller]
pub fn next_seat() -> Command {
    Command::call(builtin!(end_turn), Vec::new())
}

/// Ends the turn: the seat before is on turn.
#[track_caller]
pub fn previous_seat() -> Command {
    let before = player().previous();
    sequence([
        Command::call(builtin!(set_next_player), vec![before.expr]),
        Command::call(builtin!(end_turn), Vec::new()),
    ])
}

/// Counts the next round, in the data [`super::RulesetBuilder::rounds`] gives.
#[track_caller]
pub fn next_round() -> Command {
    Command::new(Act::NextRound)
}

/// Leaves for another state; what would follow is not done.
#[track_caller]
pub fn go_to(state: State) -> Command {
    Command::new(Act::GoTo(state))
}

/// The game is over: for the seats that have won, with a word about why.
#[track_caller]
pub fn game_over(winners: impl Into<Seats>, why: impl Into<Val<Text>>) -> Command {
    Command::call(builtin!(end_game), vec![winners.into().0, why.into().expr])
}

/// Forms teams from now on, each of these seats. Seats that no team names play alone; without any the teams are what they
/// were before the game.
///
/// ```
/// use cardable_core::dsl::*;
/// let opposite = player().next().next();
/// let partners = set_teams([Seats::both(player(), opposite)]);
/// let as_before = set_teams([] as [Seats; 0]);
/// # let _ = (partners, as_before);
/// ```
#[track_caller]
pub fn set_teams<T: Into<Seats>>(teams: impl IntoIterator<Item = T>) -> Command {
    let mut all = Vec::new();
    for team in teams {
        all.push(team.into().0);
    }
    Command::call(builtin!(set_teams), all)
}

/// Lets two seats swap their places in the order of play, and nothing else.
///
/// ```
/// use cardable_core::dsl::*;
/// let swapped = swap_places(player(), player().next());
/// # let _ = swapped;
/// ```
#[track_caller]
pub fn swap_places(one: impl Into<Val<Seat>>, other: impl Into<Val<Seat>>) -> Command {
    Command::call(builtin!(swap_places), vec![one.into().expr, other.into().expr])
}

/// Takes a seat out of the game: it watches from then on.
#[track_caller]
pub fn dismiss(seat: impl Into<Val<Seat>>) -> Command {
    Command::call(builtin!(dismiss_player), vec![seat.into().expr])
}

// --- words and hints

/// Says something to everybody.
#[track_caller]
pub fn broadcast(text: impl Into<Filled>) -> Command {
    let text = text.into();
    match text.values.is_empty() {
        true => Command::call(builtin!(message), vec![text.text]),
        false => tell(everyone(), text),
    }
}

/// Says something to some.
#[track_caller]
pub fn tell(seats: impl Into<Seats>, text: impl Into<Filled>) -> Command {
    let mut args = text.into().args();
    args.insert(1, seats.into().0);
    Command::call(builtin!(message), args)
}

/// Tells everybody something in the log. No table shows it; see the primitive `log_message`.
#[track_caller]
pub fn log_message(text: impl Into<Filled>) -> Command {
    Command::call(builtin!(log_message), text.into().args())
}

/// Adds a line to the summary of what is just over, such as a hand; see the primitive `summarise`.
#[track_caller]
pub fn summarise(text: impl Into<Filled>) -> Command {
    Command::call(builtin!(summarise), text.into().args())
}

macro_rules! hints {
    ($($(#[doc = $doc:literal])+ $name:ident($arg:ident: $takes:ty => $value:expr) $primitive:ident;)+) => {
        $(
            $(#[doc = $doc])+
            #[track_caller]
            pub fn $name($arg: impl Into<$takes>) -> Command {
                let $arg: $takes = $arg.into();
                Command::call(builtin!($primitive), vec![$value])
            }
        )+
    };
}

hints! {
    /// Lets the acting seat's client mark cards as selected.
    select(cards: CardsOf => cards.0) select;
    /// Lets the acting seat's client take the mark off cards.
    deselect(cards: CardsOf => cards.0) deselect;
    /// Lets the acting seat's client mark cards, or take the mark off.
    toggle_selection(cards: CardsOf => cards.0) toggle_selection;
    /// Lets the acting seat's client show a part of its interface.
    show_interface(part: Val<Text> => part.expr) show_interface;
    /// Lets the acting seat's client hide a part of its interface.
    hide_interface(part: Val<Text> => part.expr) hide_interface;
    /// Lets the acting seat's client show nothing further for so many milliseconds.
    wait(milliseconds: Val<Number> => milliseconds.expr) wait;
}

impl Command {
    /// The same hint for other clients than the acting seat's; for the words of
    /// [`broadcast`] it says who reads them.
    #[must_use]
    #[track_caller]
    pub fn to(mut self, seats: impl Into<Seats>) -> Command {
        if let Act::Call(primitive, args) = &mut self.act
            && let Some(to) = primitive.recipient()
        {
            args.truncate(to);
            args.push(seats.into().0);
        }
        self
    }
}

// --- data

impl<K: Kind> Data<K> {
    /// Gives it a value.
    #[track_caller]
    pub fn set(self, value: impl Into<Val<K>>) -> Command {
        Command::new(Act::Set(self.get().expr, value.into().expr))
    }
}

impl Data<Number> {
    /// Adds a number to it.
    #[track_caller]
    pub fn raise(self, number: impl Into<Val<Number>>) -> Command {
        self.set(self.get() + number.into())
    }
}

impl<K: Kind> StateData<K> {
    /// Gives it a value.
    #[track_caller]
    pub fn set(self, value: impl Into<Val<K>>) -> Command {
        Command::new(Act::Set(self.get().expr, value.into().expr))
    }
}

impl StateData<Number> {
    /// Adds a number to it.
    #[track_caller]
    pub fn raise(self, number: impl Into<Val<Number>>) -> Command {
        self.set(self.get() + number.into())
    }
}

impl<K: Kind> SeatData<K> {
    /// Gives that of a seat a value.
    #[track_caller]
    pub fn set(self, seat: impl Into<Val<Seat>>, value: impl Into<Val<K>>) -> Command {
        Command::new(Act::Set(self.of(seat).expr, value.into().expr))
    }
}

impl SeatData<Number> {
    /// Adds to that of a seat.
    #[track_caller]
    pub fn raise(self, seat: impl Into<Val<Seat>>, number: impl Into<Val<Number>>) -> Command {
        let place = self.of(seat);
        let sum = place.clone() + number.into();
        Command::new(Act::Set(place.expr, sum.expr))
    }
}

impl<K: Kind> CardData<K> {
    /// Gives that of a card a value.
    #[track_caller]
    pub fn set(self, card: impl Into<Val<Card>>, value: impl Into<Val<K>>) -> Command {
        Command::new(Act::Set(self.of(card).expr, value.into().expr))
    }
}

impl CardData<Number> {
    /// Adds to that of a card.
    #[track_caller]
    pub fn raise(self, card: impl Into<Val<Card>>, number: impl Into<Val<Number>>) -> Command {
        let place = self.of(card);
        let sum = place.clone() + number.into();
        Command::new(Act::Set(place.expr, sum.expr))
    }
}

/// Asks the acting seat for one of several texts and puts the answer into data.
#[track_caller]
pub fn ask_text<T: Into<Val<Text>>>(
    place: Data<Text>,
    texts: impl IntoIterator<Item = T>,
    question: impl Into<Val<Text>>,
) -> Command {
    place.set(ask_option(list_of(texts), question))
}
