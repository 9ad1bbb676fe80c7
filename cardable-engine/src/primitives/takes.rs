//! Short names for what parameters take.

use super::Takes;
use crate::value::{Kind, Type};

pub(super) const ANY: Takes = Takes::Value(Type::ANY);
pub(super) const BOOL: Takes = Takes::Value(Type::BOOL);
pub(super) const NUMBER: Takes = Takes::Value(Type::NUMBER);
pub(super) const TEXT: Takes = Takes::Value(Type::STRING);
pub(super) const SEAT: Takes = Takes::Value(Type::SEAT);
pub(super) const CARD: Takes = Takes::Value(Type::CARD);
pub(super) const ZONE: Takes = Takes::Value(Type::ZONE);
pub(super) const DECK: Takes = Takes::Value(Type::DECK);
pub(super) const LIST: Takes = Takes::Value(Type::List(Kind::Any));
pub(super) const DECKS: Takes = Takes::Value(Type::List(Kind::Deck));
pub(super) const ZONES: Takes = Takes::Value(Type::List(Kind::Zone));
pub(super) const WHOLE: Takes = Takes::Whole;
pub(super) const COUNT: Takes = Takes::Count;
pub(super) const EACH: Takes = Takes::EachSeat;
pub(super) const SEATS: Takes = Takes::Seats;
pub(super) const CARDS: Takes = Takes::Cards;
pub(super) const PLACE: Takes = Takes::Place;
pub(super) const STATE: Takes = Takes::StateName;
pub(super) const SEAT_ZONE: Takes = Takes::SeatZone;
pub(super) const ATTRIBUTE: Takes = Takes::Attribute;
pub(super) const DESIGNATION: Takes = Takes::Designation;
pub(super) const ROLE: Takes = Takes::Role;
pub(super) const PROMPT: Takes = Takes::Prompt;
pub(super) const STEP: Takes = Takes::Step;
pub(super) const ITEMS: Takes = Takes::Items;
pub(super) const CONTENTS: Takes = Takes::Contents;
pub(super) const FUNCTION: Takes = Takes::Function;
