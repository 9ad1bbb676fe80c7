//! What items of data are at first, or are worked out from.

use super::kind::{Kind, Stored};
use super::table::DomainDraft;
use super::template::DeclaredAt;
use super::value::{Expr, Val};
use cardable_engine::program::{DataVisible, Shown};
use cardable_engine::value::Type;
use std::marker::PhantomData;

/// What an item of data is at first, or, by [`computed`], what it is worked out from.
///
/// See [`computed`] for an example.
pub struct Content<K> {
    content: DataContent,
    kind: PhantomData<fn() -> K>,
}

/// The same without its kind.
#[derive(Clone, Debug)]
pub(super) enum DataContent {
    First(Expr),
    Computed(Expr),
}

impl<K> std::fmt::Debug for Content<K> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.content.fmt(f)
    }
}

impl<K: Kind, V: Into<Val<K>>> From<V> for Content<K> {
    #[track_caller]
    fn from(value: V) -> Content<K> {
        Content {
            content: DataContent::First(value.into().expr),
            kind: PhantomData,
        }
    }
}

/// Lets an item of data be worked out whenever it is read, so that it is never out of date; no
/// command sets it. In data of seats [`super::player`] is the seat whose item it is.
///
/// ```
/// use cardable_core::dsl::*;
/// let mut rules = RulesetBuilder::new("Example");
/// let hand = rules.seat_zone("hand", SeatZoneSpec::hand());
/// let held = rules.seat_data("held", computed(hand.mine().len()));
/// // Only its owner sees what a hand counts. Who imagines the table works it out, so it needs no domain.
/// let points = rules.private_data("points", computed(hand.mine().cards().sum(&VALUE)));
/// # rules.state("play", StateSpec::in_turn());
/// # let _ = (held, points);
/// # rules.build()?;
/// # Ok::<(), cardable_core::LoadError>(())
/// ```
#[track_caller]
pub fn computed<K: Kind>(from: impl Into<Val<K>>) -> Content<K> {
    Content {
        content: DataContent::Computed(from.into().expr),
        kind: PhantomData,
    }
}

/// An item of data before it is built.
#[derive(Clone, Debug)]
pub(super) struct DataDraft {
    pub(super) name: String,
    pub(super) ty: Type,
    pub(super) content: DataContent,
    /// What it may be, where it is hidden or chosen.
    pub(super) domain: Option<DomainDraft>,
    pub(super) constant: bool,
    /// What players read instead of its name.
    pub(super) label: Option<String>,
    /// Where a table shows it.
    pub(super) shown: Option<Shown>,
    /// What players read instead of some of its values.
    pub(super) texts: Vec<(Expr, String)>,
    pub(super) visible: DataVisible,
    pub(super) at: DeclaredAt,
}

impl DataDraft {
    pub(super) fn new<K: Stored>(
        name: String,
        content: Content<K>,
        visible: DataVisible,
        at: DeclaredAt,
    ) -> DataDraft {
        DataDraft {
            name,
            ty: K::TYPE,
            content: content.content,
            domain: None,
            constant: false,
            label: None,
            shown: None,
            texts: Vec::new(),
            visible,
            at,
        }
    }
}
