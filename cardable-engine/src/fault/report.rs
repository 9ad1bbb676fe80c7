//! Mistakes of rulesets, as everybody may read them.

use super::{Fault, FaultKind, Halt};
use crate::ids::ZoneId;
use crate::ids::{StrId, Viewer};
use crate::program::{Place, Program};
use crate::script::Frame;
use serde::{Deserialize, Serialize};

/// What authors should read of a choice.
pub(crate) struct Trace {
    pub(crate) printed: Vec<Box<str>>,
    /// Conditions that could not be worked out.
    pub(crate) warnings: Vec<FaultReport>,
}

/// A mistake of the ruleset, for everybody: what and where, but no values.
///
/// ```
/// use cardable_core::{Game, NotApplied, Seat, Seed, Setup};
/// // A mistake that shows only when the action runs.
/// let text = cardable_core::testing::TINY.replace("[\"$player\", 1]", "[\"$player\", \"= 1 / $player.score\"]");
/// let ruleset = cardable_core::parse(text)?;
/// let mut game = Game::new(&ruleset, &Setup::seats(2), Seed::from(7))?;
/// let Err(NotApplied::Faulted(report)) = game.submit_nth(Seat(0), 0) else {
///     return Err("the ruleset faults".into());
/// };
/// assert_eq!(report.message, "division by zero");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct FaultReport {
    pub message: String,
    /// The state the game was in; None where no game ran.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub state: Option<String>,
    /// Where in the ruleset, where that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<Place>,
    /// Where in the script, innermost first, when it was one that erred.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub traceback: Option<Box<Traceback>>,
}

/// What a script said when it erred. It may hold hidden values, so it is neither written down nor
/// shown, and reports are the same whatever it is.
#[derive(Clone, Default)]
struct Said(Option<Box<str>>);

impl PartialEq for Said {
    fn eq(&self, _: &Said) -> bool {
        true
    }
}

impl Eq for Said {}

impl std::fmt::Debug for Said {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(if self.0.is_some() { "(hidden)" } else { "(nothing)" })
    }
}

/// Places in scripts, innermost first.
///
/// ```
/// use cardable_core::FaultReport;
/// /// The places in scripts that led to a fault, innermost first.
/// fn places(report: &FaultReport) -> Vec<String> {
///     let frames = report.traceback.iter().flat_map(|traceback| &traceback.0);
///     frames.map(ToString::to_string).collect()
/// }
/// assert!(places(&FaultReport::of_no_place("it was no script")).is_empty());
/// ```
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Traceback(pub Vec<Frame>, #[serde(skip)] Said);

impl FaultReport {
    /// A fault of which nothing is known but this.
    ///
    /// ```
    /// let fault = cardable_core::FaultReport::of_no_place("the game could not be brought back");
    /// assert!(fault.place.is_none());
    /// ```
    pub fn of_no_place(message: impl Into<String>) -> FaultReport {
        FaultReport {
            message: message.into(),
            state: None,
            place: None,
            traceback: None,
        }
    }

    /// What the script said that erred, such as the text it gave to `error`. It may tell what is
    /// hidden: it is for authors, and for nobody who plays.
    pub fn said(&self, viewer: Viewer) -> Option<&str> {
        match viewer {
            Viewer::Omniscient => {
                let said = self.traceback.as_ref()?.1.0.as_deref();
                said.filter(|said| !said.is_empty())
            }
            Viewer::Seat(_) | Viewer::Spectator => None,
        }
    }

    pub(crate) fn new(program: &Program, fault: &Fault) -> FaultReport {
        let name = |id: crate::ids::StateId| program.str(program.state(id).name).to_owned();
        let message = match &fault.kind {
            FaultKind::OutOfFuel { states } => {
                let mut names: Vec<String> = states.iter().map(|s| name(*s)).collect();
                names.dedup();
                format!("the rules go round without end, through {}", names.join(", "))
            }
            FaultKind::Stuck { waits } => {
                let waits = waits.iter();
                let waits = waits.map(|(name, why)| format!("`{}` ({why})", program.str(*name)));
                let waits: Vec<String> = waits.collect();
                match waits.is_empty() {
                    true => "nobody can do anything: the state has no actions and no transition".to_owned(),
                    false => format!("nobody can do anything; not available are {}", waits.join(", ")),
                }
            }
            FaultKind::EndlessReactions { names } => endless(program, names),
            FaultKind::NotEnoughCards { zone, wanted, found } => {
                too_few_cards(program, *zone, *wanted, *found)
            }
            FaultKind::CardNotTold { item, zone } => card_not_told(program, *item, *zone),
            FaultKind::NoTransition { halt, tests } => no_transition(program, *halt, tests),
            kind => kind.to_string(),
        };
        FaultReport {
            message,
            state: Some(name(fault.state)),
            place: program.code.place(fault.pc as usize).cloned(),
            traceback: match &fault.kind {
                FaultKind::Script { fault, .. } => {
                    let said = Said(Some(fault.message.as_str().into()));
                    Some(Box::new(Traceback(fault.traceback.clone(), said)))
                }
                _ => None,
            },
        }
    }
}

/// The circle in which reactions set each other off.
fn endless(program: &Program, names: &[StrId]) -> String {
    // What comes last may be beside the circle: something else that the same event sets off.
    let round = (0..names.len()).rev().find_map(|last| {
        let before = names[..last].iter().rposition(|name| *name == names[last])?;
        names.get(before..=last)
    });
    let circle = round.unwrap_or(names);
    let circle: Vec<String> = circle
        .iter()
        .map(|name| format!("`{}`", program.str(*name)))
        .collect();
    format!(
        "triggers set each other off without end: {}; give one of them a condition that ends it",
        circle.join(" \u{2192} ")
    )
}

/// The name of a zone, whoever's it is.
fn zone_name(program: &Program, zone: ZoneId) -> Option<&str> {
    let zones = &program.zones;
    let shared = zones.shared.get(zone.index());
    let of_seats = zone.index().saturating_sub(zones.shared.len());
    let def = shared.or_else(|| zones.seat.get(of_seats.checked_rem(zones.seat.len())?));
    def.map(|def| program.str(def.name))
}

/// Which zone lacks cards, and how many.
fn too_few_cards(program: &Program, zone: ZoneId, wanted: usize, found: usize) -> String {
    let zone = zone_name(program, zone).map_or("the zone".to_owned(), |name| format!("`{name}`"));
    match (found, wanted) {
        (0, 1) => format!("there is no card in {zone} to be taken"),
        (1, wanted) => format!("{wanted} cards are to be taken from {zone}, and 1 lies there"),
        (found, wanted) => format!("{wanted} cards are to be taken from {zone}, and {found} lie there"),
    }
}

/// Which item was set in which zone, and how that is mended.
fn card_not_told(program: &Program, item: u16, zone: ZoneId) -> String {
    let zone = zone_name(program, zone).unwrap_or("its zone");
    let item = program.data.card.get(usize::from(item));
    let item = item.map_or("an item", |item| program.str(item.def.name));
    format!(
        "`{item}` is set on a card in `{zone}`, where not everybody can tell which card it is: write \
         `\"visible_to\": \"face\"` or `\"none\"` in its `card_data`, or move the card first"
    )
}

/// Why a phase that runs by itself cannot go on, with every condition that could lead on.
fn no_transition(program: &Program, halt: Halt, tests: &[(StrId, String)]) -> String {
    let why = match halt {
        Halt::NoSteps => "",
        Halt::Unchanged => ", and `onStep` changes nothing any more",
        Halt::OutOfFuel => ", however often `onStep` is repeated",
    };
    if tests.is_empty() {
        return format!("the phase has no transition{why}; end the game by `end_game()`");
    }
    let tests = tests
        .iter()
        .map(|(when, value)| format!("`{}` {value}", program.str(*when)));
    let tests: Vec<String> = tests.collect();
    format!("no transition of the phase holds{why}: {}", tests.join(", "))
}

impl std::error::Error for FaultReport {}

impl std::fmt::Display for FaultReport {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match &self.state {
            Some(state) => write!(f, "the ruleset erred in state `{state}`: {}", self.message)?,
            None => f.write_str(&self.message)?,
        }
        if let Some(Place {
            file, line, column, ..
        }) = &self.place
        {
            write!(f, " ({file}:{line}:{column})")?;
        }
        // The innermost place is in the message already.
        for frame in self.traceback.iter().flat_map(|t| t.0.iter().skip(1)) {
            write!(f, "\n  called from {frame}")?;
        }
        Ok(())
    }
}
