//! Action templates: what a seat touches or says, what must hold, and what is done
//! then.

use super::command::Command;
use super::filled::Filled;
use super::handles::{MessageItem, ParamDeclared, SeatZone, SharedZone, State};
use super::kind::{Card, Kind, Stored, Zone};
use super::picks::{PickDraft, Spoken};
use super::query::{QueryDraft, Selector};
use super::value::{At, Expr, Test, Val};
use cardable_engine::program::Actors;
use std::panic::Location;

/// What sets a template off.
///
/// ```
/// use cardable_core::dsl::*;
/// let mut rules = RulesetBuilder::new("Example");
/// let hand = rules.seat_zone("hand", SeatZoneSpec::hand());
/// let pile = rules.zone("pile", ZoneSpec::open());
/// let own = cards().inside(hand).owned_by(player());
/// // A card is tapped, or drawn to the pile.
/// let gesture = tap(own.clone()).or(drag(own, pile));
/// # let _ = gesture;
/// ```
#[derive(Clone, Debug)]
pub struct Gesture(pub(super) Vec<Way>);

/// One of the ways to do it.
#[derive(Clone, Debug)]
pub(super) enum Way {
    Tap {
        query: QueryDraft,
        min: u16,
        max: u16,
        /// Whether the order of what is tapped counts.
        ordered: bool,
    },
    Drag {
        from: Vec<QueryDraft>,
        to: Vec<QueryDraft>,
    },
    Message {
        name: String,
        params: Vec<ParamDeclared>,
    },
    Press,
    Vote(State),
    Pick(Box<PickDraft>),
}

/// One query or several, of which any will do.
///
/// See [`Gesture`] for an example.
#[derive(Clone, Debug)]
pub struct Queries(Vec<QueryDraft>);

macro_rules! queries {
    ($($from:ty),+) => {
        $(impl From<$from> for Queries {
            #[track_caller]
            fn from(query: $from) -> Queries {
                Queries(vec![Selector::<Zone>::from(query).draft])
            }
        })+
    };
}

queries! { SharedZone, SeatZone, Val<Zone> }

impl<K: Kind> From<Selector<K>> for Queries {
    #[track_caller]
    fn from(query: Selector<K>) -> Queries {
        Queries(vec![query.draft])
    }
}

impl<Q: Into<Queries>, const N: usize> From<[Q; N]> for Queries {
    #[track_caller]
    fn from(queries: [Q; N]) -> Queries {
        let mut all = Vec::new();
        for query in queries {
            all.extend(query.into().0);
        }
        Queries(all)
    }
}

impl<A: Into<Queries>, B: Into<Queries>> From<(A, B)> for Queries {
    #[track_caller]
    fn from((a, b): (A, B)) -> Queries {
        Queries(a.into().0.into_iter().chain(b.into().0).collect())
    }
}

/// A tap on a card or a zone that a query means; of several queries any will do.
#[track_caller]
pub fn tap(queries: impl Into<Queries>) -> Gesture {
    let ways = queries.into().0.into_iter();
    Gesture(
        ways.map(|query| Way::Tap {
            query,
            min: 1,
            max: 1,
            ordered: false,
        })
        .collect(),
    )
}

/// A tap on several cards that are selected together.
pub fn tap_several(query: Selector<Card>, count: std::ops::RangeInclusive<u16>) -> Gesture {
    let (min, max) = (*count.start(), *count.end());
    Gesture(vec![Way::Tap {
        query: query.draft,
        min,
        max,
        ordered: false,
    }])
}

/// A tap on anything: the conditions say whether it is meant.
#[track_caller]
pub fn tap_anything() -> Gesture {
    tap((super::query::cards(), super::query::zones()))
}

/// A drag of what some queries mean to what others mean.
#[track_caller]
pub fn drag(from: impl Into<Queries>, to: impl Into<Queries>) -> Gesture {
    Gesture(vec![Way::Drag {
        from: from.into().0,
        to: to.into().0,
    }])
}

/// A message of a part of the interface.
pub fn message(name: impl Into<String>) -> Gesture {
    Gesture(vec![Way::Message {
        name: name.into(),
        params: Vec::new(),
    }])
}

impl Gesture {
    /// With an item of data; only messages have such.
    #[must_use]
    pub fn with<K: Stored>(mut self, param: &MessageItem<K>) -> Gesture {
        for way in &mut self.0 {
            if let Way::Message { params, .. } = way {
                params.push(param.draft.clone());
            }
        }
        self
    }

    /// With the cards in the order in which the seat selects them: [`super::tapped_cards`] has the first one first. Only taps
    /// of several cards have an order.
    ///
    /// ```
    /// use cardable_core::dsl::*;
    /// let mut rules = RulesetBuilder::new("Example");
    /// let hand = rules.seat_zone("hand", SeatZoneSpec::hand());
    /// let pile = rules.zone("pile", ZoneSpec::open());
    /// let own = cards().inside(hand).owned_by(player());
    /// let stack = ActionTemplate::new("stack", tap_several(own, 2..=3).ordered()).run(move_to(tapped_cards(), pile));
    /// # let _ = stack;
    /// ```
    #[must_use]
    pub fn ordered(mut self) -> Gesture {
        for way in &mut self.0 {
            if let Way::Tap { max, ordered, .. } = way {
                *ordered = *max > 1;
            }
        }
        self
    }

    /// This or another interaction.
    #[must_use]
    pub fn or(mut self, other: Gesture) -> Gesture {
        self.0.extend(other.0);
        self
    }
}

/// A codified move of the game: the interaction that asks for it, the conditions
/// for it, and the command that does it.
///
/// ```
/// use cardable_core::dsl::*;
/// let mut rules = RulesetBuilder::new("Example");
/// let pile = rules.zone("pile", ZoneSpec::open());
/// let hand = rules.seat_zone("hand", SeatZoneSpec::hand());
/// let play = ActionTemplate::new("play", tap(cards().inside(hand).owned_by(player())))
///     .require("It is not your turn.", is_my_turn())
///     .require("It must follow suit.", tapped_card().matches(&SUIT, pile.top()))
///     .run([play_to(tapped_card(), pile), next_seat()]);
/// # let _ = play;
/// ```
#[derive(Clone, Debug)]
pub struct ActionTemplate {
    pub(super) name: String,
    pub(super) label: Option<Filled>,
    pub(super) phrase: Option<String>,
    pub(super) interaction: Gesture,
    pub(super) remembered: Vec<(String, Expr)>,
    pub(super) tests: Vec<(Expr, Option<String>)>,
    pub(super) command: Vec<Command>,
    pub(super) ends_turn: bool,
    pub(super) on_timeout: bool,
    pub(super) reveals: bool,
    pub(super) sealed: bool,
    pub(super) by: Actors,
    pub(super) message: Option<Spoken>,
    pub(super) at: DeclaredAt,
}

/// Where it is declared; it says nothing of what is declared.
#[derive(Clone, Copy)]
pub(super) struct DeclaredAt(pub(super) At);

impl std::fmt::Debug for DeclaredAt {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("here")
    }
}

impl ActionTemplate {
    /// A template of a name, and what sets it off.
    #[track_caller]
    pub fn new(name: impl Into<String>, interaction: impl Into<Gesture>) -> ActionTemplate {
        ActionTemplate {
            name: name.into(),
            label: None,
            phrase: None,
            interaction: interaction.into(),
            remembered: Vec::new(),
            tests: Vec::new(),
            command: Vec::new(),
            ends_turn: false,
            on_timeout: false,
            reveals: false,
            sealed: false,
            by: Actors::OnTurn,
            message: None,
            at: DeclaredAt(Location::caller()),
        }
    }

    /// What players read instead of the name. It can hold values, which the seat reads that may act; where there is no such
    /// seat, it is the words without them.
    ///
    /// ```
    /// use cardable_core::dsl::*;
    /// let mut rules = RulesetBuilder::new("Example");
    /// let price = rules.data("price", 2);
    /// let stock = rules.zone("stock", ZoneSpec::face_down());
    /// let buy = ActionTemplate::new("buy", tap(stock)).label(filled("Buy for {0}").with(price.get()));
    /// # let _ = buy;
    /// ```
    #[must_use]
    #[track_caller]
    pub fn label(mut self, label: impl Into<Filled>) -> ActionTemplate {
        self.label = Some(label.into());
        self
    }

    /// What the log says when a seat has done it, such as `{player} plays {cards}`; made of the label
    /// when nobody says it.
    #[must_use]
    pub fn phrase(mut self, phrase: impl Into<String>) -> ActionTemplate {
        self.phrase = Some(phrase.into());
        self
    }

    /// Remembers a value under a name, for [`super::remembered`] in conditions and
    /// commands after it.
    #[must_use]
    #[track_caller]
    pub fn remember<K: Kind>(mut self, name: impl Into<String>, value: impl Into<Val<K>>) -> ActionTemplate {
        self.remembered.push((name.into(), value.into().expr));
        self
    }

    /// A condition, and what the player reads when it does not hold. The first one
    /// that does not hold is said.
    #[must_use]
    pub fn require(mut self, message: impl Into<String>, test: Test) -> ActionTemplate {
        self.tests.push((test.expr, Some(message.into())));
        self
    }

    /// A condition about which nothing is said.
    #[must_use]
    pub fn check(mut self, test: Test) -> ActionTemplate {
        self.tests.push((test.expr, None));
        self
    }

    /// The command. When it fails, nothing of it is left.
    #[must_use]
    #[track_caller]
    pub fn run(mut self, command: impl Into<Command>) -> ActionTemplate {
        self.command.push(command.into());
        self
    }

    /// The turn ends with it even where turns are long.
    #[must_use]
    pub fn ends_turn(mut self) -> ActionTemplate {
        self.ends_turn = true;
        self
    }

    /// A seat that runs out of time does this.
    #[must_use]
    pub fn on_timeout(mut self) -> ActionTemplate {
        self.on_timeout = true;
        self
    }

    /// The choice is kept from the others until all are in.
    #[must_use]
    pub fn sealed(mut self) -> ActionTemplate {
        self.sealed = true;
        self
    }

    /// Everybody may do it where seats take turns, at any time.
    ///
    /// ```
    /// use cardable_core::dsl::*;
    /// let snap = ActionTemplate::new("snap", press()).by_anyone();
    /// # let _ = snap;
    /// ```
    #[must_use]
    pub fn by_anyone(mut self) -> ActionTemplate {
        self.by = Actors::Anyone;
        self
    }

    /// All but the seat on turn may do it where seats take turns, at any time.
    #[must_use]
    pub fn by_others(mut self) -> ActionTemplate {
        self.by = Actors::OffTurn;
        self
    }

    /// Says something while it is available.
    #[must_use]
    pub fn says(mut self, message: Spoken) -> ActionTemplate {
        self.message = Some(message);
        self
    }

    /// Its conditions may depend on what the seat does not see, and so tell
    /// something of it.
    #[must_use]
    pub fn reveals(mut self) -> ActionTemplate {
        self.reveals = true;
        self
    }
}

/// Several templates that one seat performs in one turn, until it does one that
/// finishes. Until then it can do nothing else.
///
/// ```
/// use cardable_core::dsl::*;
/// let mut rules = RulesetBuilder::new("Example");
/// let hand = rules.seat_zone("hand", SeatZoneSpec::hand());
/// let pile = rules.zone("pile", ZoneSpec::open());
/// let play = rules.state("play", StateSpec::in_turn());
/// let own = cards().inside(hand).owned_by(player());
/// rules.compound(
///     play,
///     Compound::new("discard")
///         .part(ActionTemplate::new("lay down", tap(own)).run(play_to(tapped_card(), pile)))
///         .finish(ActionTemplate::new("done", message("done")).run(next_seat())),
/// );
/// # rules.build()?;
/// # Ok::<(), cardable_core::LoadError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Compound {
    pub(super) name: String,
    pub(super) parts: Vec<(ActionTemplate, bool)>,
}

impl Compound {
    /// A compound action without parts.
    pub fn new(name: impl Into<String>) -> Compound {
        Compound {
            name: name.into(),
            parts: Vec::new(),
        }
    }

    /// A part after which the turn goes on.
    #[must_use]
    pub fn part(mut self, template: ActionTemplate) -> Compound {
        self.parts.push((template, false));
        self
    }

    /// A part that finishes it, and ends the turn.
    #[must_use]
    pub fn finish(mut self, template: ActionTemplate) -> Compound {
        self.parts.push((template, true));
        self
    }
}
