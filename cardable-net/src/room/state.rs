//! The settings and the stored state of a room.

use super::clock::Clocks;
use super::faces;
use super::info::ChatLine;
use super::token::{SeatToken, TokenHash};
use super::viewer::Part;
use crate::protocol::{BotLevel, HintRule};
use crate::store::RoomId;
use cardable_core::setup::OptionValue;
use cardable_core::{FaultReport, Seat, Setup, Viewer as View};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, VecDeque};

/// What a room is to be like.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NewRoom {
    /// The ruleset, by the name of its folder.
    pub ruleset: String,
    /// What the room is called; nothing for the name of whoever makes it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// How many seats.
    pub seats: u8,
    /// How many of them bots hold from the start.
    #[serde(default)]
    pub bots: u8,
    /// The ruleset's options that differ from their defaults.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub options: BTreeMap<String, OptionValue>,
    /// The team of every seat, from 0, where teams can be chosen; empty for the usual ones.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub teams: Vec<u8>,
    /// The role of every seat by its name, where there are roles; empty for the usual ones.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub roles: Vec<String>,
    /// Whether it is not listed, and entered only with its invite code.
    #[serde(default)]
    pub private: bool,
    /// How long seats may think.
    #[serde(default)]
    pub time: TimeLimits,
    /// Who may watch.
    #[serde(default)]
    pub watching: Watching,
    /// When choices may be taken back.
    #[serde(default)]
    pub undo: UndoRule,
    /// Whether a bot plays for who stays away too long.
    #[serde(default = "yes")]
    pub stand_ins: bool,
    /// How well bots play that nobody has chosen a level for.
    #[serde(default)]
    pub bot_level: BotLevel,
    /// Who may ask what a bot would do.
    #[serde(default)]
    pub hints: HintRule,
    /// Whether its owner may see all that is hidden, and change the game. Hosts that know nothing of it read all other rooms.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub debug: bool,
}

fn yes() -> bool {
    true
}

impl NewRoom {
    /// A room as most want it.
    pub fn of(ruleset: impl Into<String>, seats: u8) -> NewRoom {
        NewRoom {
            ruleset: ruleset.into(),
            title: None,
            seats,
            bots: 0,
            options: BTreeMap::new(),
            teams: Vec::new(),
            roles: Vec::new(),
            private: false,
            time: TimeLimits::default(),
            watching: Watching::default(),
            undo: UndoRule::default(),
            stand_ins: true,
            bot_level: BotLevel::default(),
            hints: HintRule::default(),
            debug: false,
        }
    }
}

/// How long seats may think, in seconds. When the time is up, the rules' default
/// is done, else something legal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TimeLimits {
    /// For one decision.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decision: Option<u32>,
    /// For all decisions of a game together.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<u32>,
}

impl TimeLimits {
    /// The least and the most that can be given, in seconds.
    pub const BOUNDS: std::ops::RangeInclusive<u32> = 1..=7 * 24 * 3600;

    /// Whether both can be given; what is wrong with them, otherwise.
    pub fn check(&self) -> Result<(), String> {
        for (what, limit) in [("a decision", self.decision), ("a game", self.game)] {
            if let Some(limit) = limit.filter(|limit| !Self::BOUNDS.contains(limit)) {
                let (least, most) = (Self::BOUNDS.start(), Self::BOUNDS.end());
                return Err(format!(
                    "{limit} s is no time for {what}: give {least} to {most} s (7 days), or no limit"
                ));
            }
        }
        Ok(())
    }
}

/// Who may watch a room without a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Watching {
    /// Nobody.
    None,
    /// Everybody who may enter.
    #[default]
    Open,
    /// Everybody, but so many choices late.
    Delayed {
        /// How many.
        choices: u16,
    },
    /// Whom the owner lets in.
    Approved,
}

/// When choices may be taken back. All persons on seats must agree in any case.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum UndoRule {
    /// Never.
    Never,
    /// When no person has learned a card by it, or nobody else is one.
    #[default]
    NothingLearned,
    /// Whatever was seen.
    Always,
}

/// The stored state of a room, apart from its log.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct RoomState {
    /// The settings it was made with.
    pub(crate) new: NewRoom,
    /// Its display name.
    pub(crate) title: String,
    /// The hash of its ruleset in hexadecimal digits.
    pub(crate) hash: String,
    /// The invite code of a private room.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) invite: Option<String>,
    /// The owner's seat. `None` if nobody owns the room.
    pub(crate) owner: Option<Seat>,
    pub(crate) seats: Vec<SeatKept>,
    /// The stage of its current game.
    pub(crate) stage: Stage,
    /// The number of its game, from 1; 0 before the first.
    pub(crate) game: u32,
    /// The fault of the ruleset that waits for the owner's decision.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) fault: Option<FaultReport>,
    /// When somebody was last in it, in milliseconds since 1970.
    pub(crate) touched: u64,
    /// The latest chat lines.
    #[serde(default, skip_serializing_if = "VecDeque::is_empty")]
    pub(crate) talk: VecDeque<ChatLine>,
    /// The game's clocks at the time when the room fell asleep.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) clocks: Option<ClocksKept>,
    /// Whether a person has made a choice in its game.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) played: bool,
    /// A hash of the address from which it was made.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) maker: Option<String>,
}

/// Stopped clocks.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct ClocksKept {
    /// Number of the game's records.
    pub(crate) seq: u64,
    /// The time that the seats had left.
    pub(crate) clocks: Clocks,
}

/// A room's stage. A game begins at a record of the room's log.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Stage {
    /// People take seats.
    Gathering,
    /// A game is in progress.
    Playing {
        /// The position in the log where it begins.
        first: u64,
    },
    /// A game is over.
    Over {
        /// The position in the log where it begins.
        first: u64,
    },
}

/// The stored state of a seat.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct SeatKept {
    /// Display name of its occupant.
    pub(crate) name: String,
    pub(crate) occupant: Occupant,
    /// Whether its person is ready to start.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) ready: bool,
    /// Whether its person arrived after the last game. They see of it only what everybody sees.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) newcomer: bool,
    /// Under which name the last game was played on it, where somebody else holds it by now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) played_as: Option<String>,
    /// How well a bot on it plays.
    #[serde(default)]
    pub(crate) level: BotLevel,
}

/// The occupant of a seat.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Occupant {
    Empty,
    Bot,
    /// The holder of a token.
    Person {
        /// The token's hash.
        token: TokenHash,
    },
}

impl SeatKept {
    pub(crate) fn empty() -> SeatKept {
        SeatKept {
            name: String::new(),
            occupant: Occupant::Empty,
            ready: false,
            newcomer: false,
            played_as: None,
            level: BotLevel::default(),
        }
    }

    /// A seat of a bot, which gets its name from [`RoomState::name_bots`].
    pub(crate) fn bot(level: BotLevel) -> SeatKept {
        SeatKept {
            name: String::new(),
            occupant: Occupant::Bot,
            ready: true,
            newcomer: false,
            played_as: None,
            level,
        }
    }

    pub(crate) fn person(name: String, token: &SeatToken) -> SeatKept {
        SeatKept {
            name,
            occupant: Occupant::Person { token: token.hash() },
            ready: false,
            newcomer: false,
            played_as: None,
            level: BotLevel::default(),
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.occupant == Occupant::Empty
    }

    pub(crate) fn is_person(&self) -> bool {
        matches!(self.occupant, Occupant::Person { .. })
    }
}

/// What a viewer may learn beyond their view.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Learns {
    /// The invite code.
    pub(crate) invite: bool,
    /// How the game stands: faults, and the result; and everything of a finished game: its course, seed and
    /// record.
    pub(crate) game: bool,
}

/// The seat at an index.
pub(crate) fn seat_at(at: usize) -> Seat {
    // A game has at most 32 seats.
    Seat(u8::try_from(at).unwrap_or(u8::MAX))
}

impl RoomState {
    /// A replacement for a lost state, sufficient to list the room for the operator.
    pub(crate) fn lost() -> RoomState {
        RoomState {
            new: NewRoom::of(String::new(), 0),
            title: String::new(),
            hash: String::new(),
            invite: None,
            owner: None,
            seats: Vec::new(),
            stage: Stage::Gathering,
            game: 0,
            fault: None,
            touched: 0,
            talk: VecDeque::new(),
            clocks: None,
            played: false,
            maker: None,
        }
    }

    /// The seat that a token holds.
    pub(crate) fn seat_of(&self, token: &SeatToken) -> Option<Seat> {
        let holds = |kept: &SeatKept| match &kept.occupant {
            Occupant::Person { token: hash } => hash.admits(token),
            Occupant::Empty | Occupant::Bot => false,
        };
        self.seats.iter().position(holds).map(seat_at)
    }

    /// Whether watching is possible without the owner's approval.
    fn is_watched(&self) -> bool {
        match self.new.watching {
            Watching::Open | Watching::Delayed { .. } => true,
            Watching::None | Watching::Approved => false,
        }
    }

    /// The view of a viewer. `None` if they see nothing yet. A person who arrived after the game never had a
    /// seat in it, so they see what any stranger could.
    pub(crate) fn sees(&self, part: &Part) -> Option<View> {
        match part.sees() {
            Some(View::Seat(seat)) if self.seat(seat).is_some_and(|kept| kept.newcomer) => {
                self.is_watched().then_some(View::Spectator)
            }
            sees => sees,
        }
    }

    /// What a viewer may learn of the room and its game.
    pub(crate) fn learns(&self, part: &Part) -> Learns {
        match part {
            Part::Seat(_) => Learns {
                invite: true,
                game: self.sees(part).is_some(),
            },
            Part::Watcher { admitted, .. } => Learns {
                invite: false,
                game: *admitted,
            },
        }
    }

    pub(crate) fn seat(&self, seat: Seat) -> Option<&SeatKept> {
        self.seats.get(seat.index())
    }

    /// The seats held by people.
    pub(crate) fn persons(&self) -> impl Iterator<Item = Seat> {
        let seats = self.seats.iter().enumerate();
        seats
            .filter(|(_, kept)| kept.is_person())
            .map(|(at, _)| seat_at(at))
    }

    /// The first empty seat.
    pub(crate) fn free(&self) -> Option<Seat> {
        self.seats.iter().position(SeatKept::is_empty).map(seat_at)
    }

    /// Names the bots that have no name yet, and renames those with a person's name.
    pub(crate) fn name_bots(&mut self, room: RoomId) {
        for at in 0..self.seats.len() {
            let Some(kept) = self.seats.get(at).filter(|kept| kept.occupant == Occupant::Bot) else {
                continue;
            };
            let taken = |name: &str| {
                let others = self.seats.iter().enumerate().filter(|(other, _)| *other != at);
                others
                    .into_iter()
                    .any(|(_, other)| faces::is_alike(&other.name, name))
            };
            if !kept.name.is_empty() && !taken(&kept.name) {
                continue;
            }
            let name = faces::name(kept.level, room, at, taken);
            if let Some(kept) = self.seats.get_mut(at) {
                kept.name = name;
            }
        }
    }

    /// The position in the log where the last game begins.
    pub(crate) fn first(&self) -> Option<u64> {
        match self.stage {
            Stage::Gathering => None,
            Stage::Playing { first } | Stage::Over { first } => Some(first),
        }
    }

    /// The players and house rules.
    pub(crate) fn setup(&self) -> Setup {
        Setup {
            options: self.new.options.clone(),
            teams: self.new.teams.clone(),
            roles: self.new.roles.clone(),
            ..Setup::named(self.seats.iter().map(|kept| kept.name.clone()))
        }
    }

    /// Gives a seat to somebody else. What is told of a game that is over goes on naming who played it.
    pub(crate) fn occupy(&mut self, seat: Seat, then: SeatKept) {
        let is_over = matches!(self.stage, Stage::Over { .. });
        if let Some(kept) = self.seats.get_mut(seat.index()) {
            let before = std::mem::replace(kept, then);
            kept.played_as = before.played_as.or(Some(before.name)).filter(|_| is_over);
        }
    }

    /// Removes the occupant of a seat. If the room thereby loses its owner, it gets another, preferably one
    /// that satisfies `prefer`.
    pub(crate) fn vacate(&mut self, seat: Seat, then: SeatKept, prefer: impl Fn(Seat) -> bool) {
        self.occupy(seat, then);
        if self.owner == Some(seat) {
            let heir = self
                .persons()
                .find(|s| prefer(*s))
                .or_else(|| self.persons().next());
            self.owner = heir;
        }
    }

    /// Serializes the state for the store.
    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        // All its values can be represented in JSON.
        serde_json::to_vec(self).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// States from before bots had levels are read, and their bots play at the medium level.
    #[test]
    fn older_states_are_read() {
        let state = RoomState {
            seats: vec![SeatKept::bot(BotLevel::Medium), SeatKept::empty()],
            ..RoomState::lost()
        };
        let mut older = serde_json::to_value(&state).unwrap();
        let new = older["new"].as_object_mut().unwrap();
        for key in ["bot_level", "hints"] {
            assert!(new.remove(key).is_some(), "{key}");
        }
        for seat in older["seats"].as_array_mut().unwrap() {
            assert!(seat.as_object_mut().unwrap().remove("level").is_some());
        }
        assert_eq!(older["seats"][0]["occupant"], "bot");
        assert_eq!(serde_json::from_value::<RoomState>(older).unwrap(), state);
    }
}
