//! Fragments of rules that a ruleset in Rust imports.

use super::call::Anything;
use super::command::{Act, Command};
use super::handles::{Attribute, Data, SeatData, SeatZone, SharedZone, State, StateData};
use super::kind::{Kind, Seat, Stored};
use super::template::DeclaredAt;
use super::value::{Expr, Tree, Val};
use cardable_engine::primitives::Callee;
use std::panic::Location;

/// A fragment of rules, and what it is handed.
///
/// ```
/// use cardable_core::dsl::*;
/// const PAIRS: &str = r#"{
///     fragment: {
///         params: [{ key: "hand", type: "seat_zone" }, { key: "heap", type: "zone" }, { key: "worth", type: "number", value: 1 }],
///         player_data: { key: "made", value: 0 },
///         defined_values: {
///             ref_id: "has_pair", ref_params: { key: "who", type: "player" }, value: "= count_sets(who.hand, value, 2) > 0",
///         },
///         defined_actions: {
///             ref_id: "lay", ref_params: { key: "cards", type: "cards" },
///             primitives: ["place_card($action.cards, heap)", "increment($player.made, worth)"],
///         },
///     },
/// }"#;
/// let mut rules = RulesetBuilder::new("Example");
/// let heap = rules.zone("heap", ZoneSpec::open());
/// let hand = rules.seat_zone("hand", SeatZoneSpec::hand());
/// let pairs = rules.import(Fragment::new("pairs", PAIRS).with("hand", hand).with("heap", heap).with("worth", 2));
/// let play = rules.state("play", StateSpec::in_turn());
/// let made = pairs.seat_item::<kind::Number>("made", player());
/// rules.action(
///     play,
///     ActionTemplate::new("lay", pick_cards(hand.mine()).several(2..=2))
///         .require("You have no pair.", pairs.value("has_pair", [player().into()]))
///         .run([
///             pairs.action("lay", [picked::<kind::List<kind::Card>>().into()]),
///             when(made.at_least(10), game_over(player(), "pairs")),
///         ]),
/// );
/// rules.build()?;
/// # Ok::<(), cardable_core::LoadError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Fragment {
    pub(super) name: String,
    pub(super) prefix: Option<String>,
    /// The texts of the fragment itself, and of those that it imports, by their names.
    pub(super) texts: Vec<(String, String)>,
    pub(super) with: Vec<(String, HandedDraft)>,
    pub(super) at: DeclaredAt,
}

/// What a fragment is handed for a parameter.
///
/// See [`Fragment`] for an example.
#[derive(Clone, Debug)]
pub struct Handed(HandedDraft);

/// The same before it is built.
#[derive(Clone, Debug)]
pub(super) enum HandedDraft {
    SeatZone(u16),
    SeatData(u16),
    Attribute(String),
    State(u16),
    Value(Expr),
}

macro_rules! handed {
    ($($from:ty, $value:ident => $draft:expr;)+) => {
        $(impl From<$from> for Handed {
            #[track_caller]
            fn from($value: $from) -> Handed {
                Handed($draft)
            }
        })+
    };
}

handed! {
    SeatZone, zone => HandedDraft::SeatZone(zone.0);
    SharedZone, zone => HandedDraft::Value(Val::from(zone).expr);
    State, state => HandedDraft::State(state.0);
    &str, text => HandedDraft::Value(Val::from(text).expr);
    i32, number => HandedDraft::Value(Val::from(number).expr);
    i64, number => HandedDraft::Value(Val::from(number).expr);
    bool, holds => HandedDraft::Value(Val::from(holds).expr);
}

impl<K> From<SeatData<K>> for Handed {
    fn from(data: SeatData<K>) -> Handed {
        Handed(HandedDraft::SeatData(data.at))
    }
}

impl<K: Kind> From<StateData<K>> for Handed {
    #[track_caller]
    fn from(data: StateData<K>) -> Handed {
        Handed(HandedDraft::Value(data.get().expr))
    }
}

impl<K: Kind> From<Data<K>> for Handed {
    #[track_caller]
    fn from(data: Data<K>) -> Handed {
        Handed(HandedDraft::Value(data.get().expr))
    }
}

impl<K: Kind> From<Val<K>> for Handed {
    fn from(value: Val<K>) -> Handed {
        Handed(HandedDraft::Value(value.expr))
    }
}

impl<K> From<&Attribute<K>> for Handed {
    fn from(attribute: &Attribute<K>) -> Handed {
        Handed(HandedDraft::Attribute(attribute.name().to_owned()))
    }
}

impl Fragment {
    /// A fragment of a name, and what stands in its file.
    #[track_caller]
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Fragment {
        let name = name.into();
        Fragment {
            texts: vec![(name.clone(), text.into())],
            name,
            prefix: None,
            with: Vec::new(),
            at: DeclaredAt(Location::caller()),
        }
    }

    /// What stands before the names of what it declares, where it is not its own name: for a second import of one fragment.
    #[must_use]
    pub fn named(mut self, prefix: impl Into<String>) -> Fragment {
        self.prefix = Some(prefix.into());
        self
    }

    /// The text of a fragment that it imports itself.
    #[must_use]
    pub fn beside(mut self, name: impl Into<String>, text: impl Into<String>) -> Fragment {
        self.texts.push((name.into(), text.into()));
        self
    }

    /// What it is handed for a parameter.
    #[must_use]
    pub fn with(mut self, parameter: impl Into<String>, what: impl Into<Handed>) -> Fragment {
        self.with.push((parameter.into(), what.into().0));
        self
    }

    /// What stands before its names.
    pub(super) fn prefix(&self) -> &str {
        self.prefix.as_deref().unwrap_or(&self.name)
    }
}

/// A fragment that is imported.
///
/// See [`Fragment`] for an example.
#[derive(Clone, Debug)]
pub struct Import {
    pub(super) prefix: String,
}

impl Import {
    fn whole(&self, name: &str) -> String {
        format!("{}.{name}", self.prefix)
    }

    /// A value that the fragment defines, with its parameters.
    #[track_caller]
    pub fn value<K: Kind>(&self, name: &str, params: impl IntoIterator<Item = Anything>) -> Val<K> {
        let params = params.into_iter().map(|param| param.0).collect();
        Val::of(Tree::Imported(self.whole(name), params))
    }

    /// An action that the fragment defines, with its parameters.
    #[track_caller]
    pub fn action(&self, name: &str, params: impl IntoIterator<Item = Anything>) -> Command {
        let params = params.into_iter().map(|param| param.0).collect();
        Command::new(Act::Imported(self.whole(name), params))
    }

    /// An item of the fragment's data of the game.
    #[track_caller]
    pub fn item<K: Stored>(&self, name: &str) -> Val<K> {
        Val::of(Tree::ImportedItem(self.whole(name), None))
    }

    /// An item of the fragment's data of a seat.
    #[track_caller]
    pub fn seat_item<K: Stored>(&self, name: &str, seat: impl Into<Val<Seat>>) -> Val<K> {
        let seat = Box::new(seat.into().expr);
        Val::of(Tree::ImportedItem(self.whole(name), Some(seat)))
    }
}

/// A primitive of the program, as commands and values call it.
///
/// See [`RulesetBuilder::primitive`](super::RulesetBuilder::primitive) for an example.
#[derive(Clone, Debug)]
pub struct OwnPrimitive(pub(super) Callee);

impl OwnPrimitive {
    /// What it gives, with its parameters.
    #[track_caller]
    pub fn value<K: Kind>(&self, params: impl IntoIterator<Item = Anything>) -> Val<K> {
        let params = params.into_iter().map(|param| param.0).collect();
        Val::call(&self.0, params)
    }

    /// What it does, with its parameters.
    #[track_caller]
    pub fn command(&self, params: impl IntoIterator<Item = Anything>) -> Command {
        let params = params.into_iter().map(|param| param.0).collect();
        Command::new(Act::Call(self.0.clone(), params))
    }
}
