//! What the numbers in a log or a save stand for, so that other rules can tell what they stand for by them.

use crate::choice::{Choice, Pick};
use crate::ids::{ActionId, DeckId, ZoneId};
use crate::language::Language;
use crate::program::ZoneDef;
use crate::ruleset::Ruleset;
use crate::text::printed_name;
use serde::{Deserialize, Serialize};

/// The names of what choices and saved tables refer to by number, in the order of the numbers.
///
/// ```
/// use cardable_core::{Log, Seed, Setup};
/// # let ruleset = cardable_core::testing::tiny_ruleset();
/// let named = Log::new(&ruleset, &Setup::seats(2), Seed::from(3)).named;
/// assert_eq!((named.shared_zones[0].as_str(), named.seat_zones[0].as_str()), ("deck", "hand"));
/// assert_eq!(named.actions.last().map(String::as_str), Some("taking: Take a stone"));
/// ```
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct Named {
    /// The states.
    pub states: Vec<String>,
    /// The actions: `state: action`.
    pub actions: Vec<String>,
    /// The zones there is one of. Copies of a zone have one name.
    pub shared_zones: Vec<String>,
    /// The zones that every seat has.
    pub seat_zones: Vec<String>,
    /// The decks.
    pub decks: Vec<String>,
    /// The printed cards.
    pub cards: Vec<String>,
    /// The shared data.
    pub global_data: Vec<String>,
    /// The data of every seat.
    pub player_data: Vec<String>,
}

/// Something that has a number by some rules and is not there by others.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Missing {
    /// What it is: `action`, `zone` or `deck`.
    pub(crate) what: &'static str,
    /// Its name.
    pub(crate) name: String,
}

/// One that has another name under its number, or none.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Renamed {
    pub(crate) what: &'static str,
    pub(crate) was: String,
    pub(crate) is: Option<String>,
}

impl Named {
    pub(crate) fn of(ruleset: &Ruleset) -> Named {
        let program = &ruleset.program;
        let name = |id| program.str(id).to_owned();
        let zones = |list: &[ZoneDef]| list.iter().map(|zone| name(zone.name)).collect();
        let actions = program.actions.iter();
        Named {
            states: program.states.iter().map(|state| name(state.name)).collect(),
            actions: actions
                .map(|action| {
                    let state = program.state(action.state).name;
                    format!("{}: {}", program.str(state), program.str(action.name))
                })
                .collect(),
            shared_zones: zones(&program.zones.shared),
            seat_zones: zones(&program.zones.seat),
            decks: program.cards.decks.iter().map(|deck| name(deck.name)).collect(),
            // The same in whichever language it is told.
            cards: program
                .cards
                .types
                .iter()
                .map(|card| printed_name(Language::OF_KEPT_TEXTS, program, card))
                .collect(),
            global_data: program.data.globals.iter().map(|data| name(data.name)).collect(),
            player_data: program.data.seat.iter().map(|data| name(data.name)).collect(),
        }
    }

    /// Whether nothing is named, as in logs and saves of earlier versions.
    pub(crate) fn is_empty(&self) -> bool {
        *self == Named::default()
    }

    /// All lists, with what their entries are.
    fn lists(&self) -> [(&'static str, &[String]); 8] {
        [
            ("state", &self.states),
            ("action", &self.actions),
            ("zone", &self.shared_zones),
            ("zone of every seat", &self.seat_zones),
            ("deck", &self.decks),
            ("card", &self.cards),
            ("item of the shared data", &self.global_data),
            ("item of the seats' data", &self.player_data),
        ]
    }

    /// What has another name under its number by other rules.
    pub(crate) fn renamed<'n>(&'n self, now: &'n Named) -> impl Iterator<Item = Renamed> + 'n {
        let lists = self.lists().into_iter().zip(now.lists());
        lists.flat_map(|((what, was), (_, is))| {
            let numbered = was.iter().enumerate();
            let changed = numbered.filter(move |(at, name)| is.get(*at) != Some(*name));
            changed.map(move |(at, name)| Renamed {
                what,
                was: name.clone(),
                is: is.get(at).cloned(),
            })
        })
    }

    /// A choice with the numbers that the same things have by other rules.
    pub(crate) fn translated(&self, choice: &Choice, now: &Named) -> Result<Choice, Missing> {
        let Choice::Act { action, picks } = choice else {
            return Ok(choice.clone());
        };
        let at = same("action", &self.actions, &now.actions, action.index())?;
        let picks = picks.iter().map(|pick| self.pick(*pick, now));
        Ok(Choice::Act {
            action: ActionId(at as u16),
            picks: picks.collect::<Result<_, Missing>>()?,
        })
    }

    fn pick(&self, pick: Pick, now: &Named) -> Result<Pick, Missing> {
        Ok(match pick {
            Pick::Card { zone, index } => Pick::Card {
                zone: self.zone(zone, now)?,
                index,
            },
            Pick::Zone(zone) => Pick::Zone(self.zone(zone, now)?),
            Pick::Deck(deck) => {
                Pick::Deck(DeckId(same("deck", &self.decks, &now.decks, deck.index())? as u16))
            }
            Pick::Seat(_) | Pick::Option(_) => pick,
        })
    }

    /// The number of a zone: shared ones come first, then those of each seat.
    fn zone(&self, zone: ZoneId, now: &Named) -> Result<ZoneId, Missing> {
        let at = match zone.index().checked_sub(self.shared_zones.len()) {
            None => same("zone", &self.shared_zones, &now.shared_zones, zone.index())?,
            Some(rest) => {
                let each = self.seat_zones.len().max(1);
                let at = same("zone", &self.seat_zones, &now.seat_zones, rest % each)?;
                now.shared_zones.len() + rest / each * now.seat_zones.len() + at
            }
        };
        // A number that no zone has is refused like any other.
        Ok(ZoneId(u16::try_from(at).unwrap_or(u16::MAX)))
    }
}

/// The place of the same name in another list. Of several of one name each stands for the one that comes as
/// far behind the first. A number without a name stays: it is refused like any other.
fn same(what: &'static str, were: &[String], are: &[String], at: usize) -> Result<usize, Missing> {
    let Some(name) = were.get(at) else {
        return Ok(at);
    };
    let earlier = were[..at].iter().filter(|other| *other == name).count();
    let mut places = (0..are.len()).filter(|place| are[*place] == *name);
    places.nth(earlier).ok_or_else(|| Missing {
        what,
        name: name.clone(),
    })
}
