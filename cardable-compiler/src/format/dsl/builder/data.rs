//! Data and house rules, as a ruleset in Rust declares them.

use super::{RulesetBuilder, here, place_in};
use crate::format::dsl::content::{Content, DataDraft};
use crate::format::dsl::handles::{Data, HiddenData, HouseRule, ItemPlace, SeatData};
use crate::format::dsl::kind::{Number, Stored};
use crate::format::dsl::table::DomainDraft;
use crate::format::dsl::value::{Val, all_of};
use cardable_engine::program::{DataVisible, Shown, Watched};

impl RulesetBuilder {
    /// Declares an item of data that everybody may read, with what it is at first.
    #[track_caller]
    pub fn data<K: Stored>(&mut self, name: impl Into<String>, value: impl Into<Content<K>>) -> Data<K> {
        let draft = DataDraft::new(name.into(), value.into(), DataVisible::All, here());
        Data::new(place_in(&mut self.globals, draft))
    }

    /// Declares an item of data that nobody may read.
    #[track_caller]
    pub fn hidden_data<K: Stored>(
        &mut self,
        name: impl Into<String>,
        value: impl Into<Content<K>>,
    ) -> Data<K> {
        let draft = DataDraft::new(name.into(), value.into(), DataVisible::None, here());
        Data::new(place_in(&mut self.globals, draft))
    }

    /// Declares an item of every seat's data that everybody may read.
    #[track_caller]
    pub fn seat_data<K: Stored>(
        &mut self,
        name: impl Into<String>,
        value: impl Into<Content<K>>,
    ) -> SeatData<K> {
        let draft = DataDraft::new(name.into(), value.into(), DataVisible::All, here());
        SeatData::new(place_in(&mut self.seat_data, draft))
    }

    /// Declares an item of every seat's data that only the seat itself may read.
    #[track_caller]
    pub fn private_data<K: Stored>(
        &mut self,
        name: impl Into<String>,
        value: impl Into<Content<K>>,
    ) -> SeatData<K> {
        let draft = DataDraft::new(name.into(), value.into(), DataVisible::Owner, here());
        SeatData::new(place_in(&mut self.seat_data, draft))
    }

    /// Says what an item of data may be that is hidden from somebody: who imagines the table draws
    /// one of these. Booleans need none.
    ///
    /// ```
    /// use cardable_core::dsl::*;
    /// let mut rules = RulesetBuilder::new("Example");
    /// let bid = rules.private_data("bid", 0);
    /// rules.domain(bid, 0..=10);
    /// ```
    #[track_caller]
    pub fn domain<K: Stored, V: Into<Val<K>>>(
        &mut self,
        of: impl Into<HiddenData<K>>,
        values: impl IntoIterator<Item = V>,
    ) {
        let domain = all_of(values);
        if let Some(draft) = draft_of(self, of.into()) {
            draft.domain = Some(DomainDraft::OneOf(domain));
        }
    }

    /// Says what players call an item of data. Tables show what has a label, and the score.
    pub fn label<K: Stored>(&mut self, of: impl Into<HiddenData<K>>, label: impl Into<String>) {
        if let Some(draft) = draft_of(self, of.into()) {
            draft.label = Some(label.into());
        }
    }

    /// Says where tables show an item of data.
    pub fn shown<K: Stored>(&mut self, of: impl Into<HiddenData<K>>, shown: Shown) {
        if let Some(draft) = draft_of(self, of.into()) {
            draft.shown = Some(shown);
        }
    }

    /// Says what players read instead of some values of an item of data; an empty text shows nothing.
    ///
    /// ```
    /// use cardable_core::dsl::*;
    /// let mut rules = RulesetBuilder::new("Example");
    /// let alone = rules.seat_data("alone", false);
    /// rules.texts(alone, [(true, "plays alone"), (false, "")]);
    /// let trump = rules.data("trump", nothing());
    /// rules.texts(trump, [(nothing(), "none yet"), (Val::from("Hearts"), "♥")]);
    /// rules.shown(trump, Shown::Table);
    /// # rules.state("play", StateSpec::in_turn());
    /// # rules.build()?;
    /// # Ok::<(), cardable_core::LoadError>(())
    /// ```
    #[track_caller]
    pub fn texts<K: Stored, V: Into<Val<K>>, T: Into<String>>(
        &mut self,
        of: impl Into<HiddenData<K>>,
        texts: impl IntoIterator<Item = (V, T)>,
    ) {
        let mut all = Vec::new();
        for (value, text) in texts {
            all.push((value.into().expr, text.into()));
        }
        if let Some(draft) = draft_of(self, of.into()) {
            draft.texts = all;
        }
    }

    /// Every seat's score, 0 at first.
    #[track_caller]
    pub fn scores(&mut self) -> SeatData<Number> {
        self.seat_data("score", 0)
    }

    /// The number of the round, 1 at first, that [`next_round`](crate::dsl::next_round) raises.
    #[track_caller]
    pub fn rounds(&mut self) -> Data<Number> {
        self.data("round", 1)
    }

    /// Declares a house rule that is chosen before a game, with what it is when
    /// nobody chooses.
    #[track_caller]
    pub fn house_rule<K: Stored>(
        &mut self,
        name: impl Into<String>,
        label: impl Into<String>,
        value: impl Into<Val<K>>,
    ) -> HouseRule<K> {
        let draft = DataDraft::new(name.into(), Content::from(value), DataVisible::All, here());
        HouseRule::new(place_in(&mut self.options, (draft, label.into())))
    }
}

/// What was declared of an item of data.
pub(super) fn draft_of<K>(rules: &mut RulesetBuilder, of: HiddenData<K>) -> Option<&mut DataDraft> {
    match of.place() {
        ItemPlace::Watched(Watched::Global(at)) => rules.globals.get_mut(usize::from(at)),
        ItemPlace::Watched(Watched::Seat(at)) => rules.seat_data.get_mut(usize::from(at)),
        ItemPlace::Watched(Watched::Card(at)) => {
            let item = rules.card_data.get_mut(usize::from(at));
            item.map(|(draft, _)| draft)
        }
        ItemPlace::Watched(Watched::State(_)) => None,
        ItemPlace::Option(at) => rules.options.get_mut(usize::from(at)).map(|(draft, _)| draft),
        ItemPlace::State(state, is_param, at) => {
            let state = rules.states.get_mut(usize::from(state))?;
            let items = if is_param {
                &mut state.params
            } else {
                &mut state.data
            };
            items.get_mut(usize::from(at))
        }
    }
}
