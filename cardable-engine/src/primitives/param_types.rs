//! Short names for what parameters take.

use crate::signature::ParamType;
use crate::value::{Kind, Type};

pub(super) const ANY: ParamType = ParamType::Value(Type::ANY);
pub(super) const BOOL: ParamType = ParamType::Value(Type::BOOL);
pub(super) const NUMBER: ParamType = ParamType::Value(Type::NUMBER);
pub(super) const TEXT: ParamType = ParamType::Value(Type::STRING);
pub(super) const SEAT: ParamType = ParamType::Value(Type::SEAT);
pub(super) const CARD: ParamType = ParamType::Value(Type::CARD);
pub(super) const ZONE: ParamType = ParamType::Value(Type::ZONE);
pub(super) const DECK: ParamType = ParamType::Value(Type::DECK);
pub(super) const LIST: ParamType = ParamType::Value(Type::List(Kind::Any));
pub(super) const DECKS: ParamType = ParamType::Value(Type::List(Kind::Deck));
pub(super) const ZONES: ParamType = ParamType::Value(Type::List(Kind::Zone));
pub(super) const WHOLE: ParamType = ParamType::Whole;
pub(super) const COUNT: ParamType = ParamType::Count;
pub(super) const EACH: ParamType = ParamType::EachSeat;
pub(super) const SEATS: ParamType = ParamType::Seats;
pub(super) const CARDS: ParamType = ParamType::Cards;
pub(super) const PLACE: ParamType = ParamType::Place;
pub(super) const STATE: ParamType = ParamType::StateName;
pub(super) const SEAT_ZONE: ParamType = ParamType::SeatZone;
pub(super) const ATTRIBUTE: ParamType = ParamType::Attribute;
pub(super) const DESIGNATION: ParamType = ParamType::Designation;
pub(super) const ROLE: ParamType = ParamType::Role;
pub(super) const PROMPT: ParamType = ParamType::Prompt;
pub(super) const STEP: ParamType = ParamType::Step;
pub(super) const ITEMS: ParamType = ParamType::Items;
pub(super) const CONTENTS: ParamType = ParamType::Contents;
pub(super) const FUNCTION: ParamType = ParamType::Function;
pub(super) const OF_PICKED: ParamType = ParamType::OfPicked;
