//! Rulesets in Rust, without a document: cards, zones and states are declared by a
//! [`RulesetBuilder`], what seats can do by [`ActionTemplate`]s.
//!
//! A template has an *interaction* (a tap on what a query means, a drag, a message
//! with data), *conditions* with what the player reads when they do not hold, and a
//! *command*. Templates become ordinary actions of the ruleset: bots, saves, logs
//! and views need not know of them. [`Game::interact`](cardable_engine::Game::interact) tries
//! them in their order, [`DecisionRef::touches`](cardable_engine::DecisionRef::touches)
//! tells an interface what to highlight.
//!
//! Where nothing is touched there are buttons, picks and votes ([`press`], [`pick_cards`], [`vote_for`]). Every primitive is
//! a function of [`call`], and parts of rules come from fragments ([`RulesetBuilder::import`]).
//!
//! Values ([`Val`]) know their kinds, so that the compiler finds most mistakes; the
//! others are found when the ruleset is built, with the line that made them.

mod actions;
mod builder;
pub mod call;
mod cards;
mod command;
mod content;
mod declare;
#[cfg(test)]
mod fields_tests;
mod filled;
mod flow;
mod handles;
mod import;
mod items;
pub mod kind;
mod lower;
mod offers;
mod picks;
mod query;
mod questions;
mod reactions;
mod show;
mod table;
mod template;
mod value;
mod zones;

pub use builder::{About, Item, RulesetBuilder, TableRules};
pub use call::{Anything, AttributeName, ItemName, Optional};
pub use cards::{CardSetSpec, CardSpec, Printed, PrintedCard, SuitSpec};
pub use command::{
    CardsOf, Command, Seats, ask_text, broadcast, deal, deselect, dismiss, do_nothing, draw, draw_until,
    each_seat, face_down, face_up, flip, game_over, go_to, hide_interface, log_message, move_to, next_round,
    next_seat, play_to, previous_seat, put_at, put_on_top, put_under, select, sequence, set_teams,
    show_interface, shuffle, summarise, swap_places, tell, tell_about, toggle_selection, wait, when,
};
pub use content::{Content, computed};
pub use declare::{Automatic, StateSpec};
pub use filled::{Filled, filled};
pub use flow::{
    PushedState, StateName, Transition, Variable, as_long_as, as_one_step, at_once, for_each, keep_in_mind,
    pop_state, push_state, transition,
};
pub use handles::{
    Attribute, CardData, Cards, Data, Deck, HiddenData, HouseRule, MessageItem, NAME, RANK, SUIT, SeatData,
    SeatZone, SharedZone, State, StateData, VALUE, dragged_card, dragged_zone, tapped_card, tapped_cards,
    tapped_zone, target_card, target_zone, touched_card,
};
pub use import::{Fragment, Handed, Import, OwnPrimitive};
pub use items::{Items, items};
pub use picks::{
    Candidate, Candidates, Pick, Spoken, of_others, pick_cards, pick_decks, pick_options, pick_seats,
    pick_zones, picked, press, vote_for,
};
pub use query::{QueryPlace, QueryPlaces, Selector, cards, zones};
pub use questions::{
    HowMany, Question, ask_card, ask_cards, ask_deck, ask_labelled, ask_number, ask_number_above, ask_option,
    ask_seat, ask_split, ask_whether, ask_zone,
};
pub use reactions::{
    Occasion, Trigger, Zones, can_perform, emit, event_card, event_from, event_new, event_old, event_seat,
    event_to, perform, this_card,
};
pub use table::{Circle, Designation, Designations, MayBe, Players, Refill, Role, RoleSpec, Teams};
pub use template::{
    ActionTemplate, Compound, Gesture, Queries, drag, message, tap, tap_anything, tap_several,
};
pub use value::{
    AsZone, Test, Val, best_seats, either, every, everyone, is_my_turn, largest, list_of, not, nothing,
    on_turn, others, player, remembered,
};

pub use cardable_engine::primitives::{Argument, Face};
pub use cardable_engine::program::{Best, Corner, GameKind, Group, Keep, MessagePlace, Shown};
pub use zones::{SeatZoneSpec, ZoneSpec};
