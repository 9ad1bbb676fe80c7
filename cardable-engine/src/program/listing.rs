//! How the choices of a state are listed: what an action needs for that, side by side, with the
//! usual cases told apart once.

use super::mark::ZoneCount;
use super::op::Code;
use super::rules::{ActionDef, Actors, PickDef, PickFrom, PickOnly, PickWhat, StateDef};
use super::zone::{ZoneName, Zones};
use crate::ids::ActionId;

/// How the choices of a state are listed.
#[derive(Clone, PartialEq, Debug)]
pub struct Listing {
    pub entries: Box<[Entry]>,
    /// Whether seats may do something although it is not their turn.
    pub off_turn: bool,
    /// Whether every member is asked, and passes when it has nothing to do.
    pub ask_everyone: bool,
    /// How many of the actions have picks that must be searched for.
    pub searches: u16,
    /// Whether several of the actions pick from the same zone.
    pub shares: bool,
}

/// How the choices of an action are listed.
#[derive(Clone, PartialEq, Debug)]
pub struct Entry {
    pub action: ActionId,
    /// Which seats it is for.
    pub by: Actors,
    /// When it is offered at all.
    pub condition: Option<Code>,
    /// Whether zones must have room for what it moves, or enough cards.
    pub capacity: bool,
    /// What is offered when the condition holds.
    pub plan: Plan,
}

#[derive(Clone, PartialEq, Debug)]
pub enum Plan {
    Button,
    /// The card of a zone that would be drawn next.
    TopCard(ZoneName),
    /// A card of a zone that is always there; a zone that seats have is the acting seat's. With a
    /// rule of the program, a card that passes it.
    OneCard(ZoneName, Option<u16>),
    /// Everything else is worked out step by step.
    Other,
}

impl Listing {
    pub fn new(state: &StateDef, actions: &[ActionDef], zones: &Zones) -> Listing {
        let entry = |id: &ActionId| {
            let action = actions.get(id.index())?;
            Some(Entry {
                action: *id,
                by: action.by,
                condition: action.condition,
                capacity: !action.capacity.is_empty(),
                plan: Plan::new(action, zones),
            })
        };
        let searches = state.actions.iter().filter_map(|id| actions.get(id.index()));
        let searches = searches.filter(|action| action.pick.as_ref().is_some_and(PickDef::is_searched));
        let picks = || {
            state
                .actions
                .iter()
                .filter_map(|id| actions.get(id.index())?.pick.as_ref())
        };
        let zones_picked: Vec<&PickFrom> = picks()
            .flat_map(|pick| &pick.from)
            .filter(|from| !matches!(from, PickFrom::Code(_)))
            .collect();
        Listing {
            shares: (1..zones_picked.len()).any(|at| zones_picked[at..].contains(&zones_picked[at - 1])),
            searches: u16::try_from(searches.count()).unwrap_or(u16::MAX),
            entries: state.actions.iter().filter_map(entry).collect(),
            off_turn: state.off_turn,
            ask_everyone: state.ask_everyone,
        }
    }
}

impl Plan {
    fn new(action: &ActionDef, zones: &Zones) -> Plan {
        if action.opens_with_prompt {
            return Plan::Other;
        }
        match &action.pick {
            None => Plan::Button,
            Some(pick) => Plan::of_pick(pick, zones).unwrap_or(Plan::Other),
        }
    }

    fn of_pick(pick: &PickDef, zones: &Zones) -> Option<Plan> {
        let one = pick.what == PickWhat::Card && (pick.min, pick.max) == (1, 1);
        let counted = pick.count.is_some() || pick.least.is_some() || pick.most.is_some();
        let (from, def) = match pick.from[..] {
            [PickFrom::OwnZone(at)] => (ZoneName::Seat(at), zones.seat.get(at as usize)?),
            [PickFrom::SharedZone(at)] => (ZoneName::Shared(at), zones.shared.get(at as usize)?),
            _ => return None,
        };
        let plain = pick.valid.is_none() && !pick.blind && def.count == ZoneCount::ONE;
        if !one || counted || !plain {
            return None;
        }
        let rule = pick.legal.map(|legal| legal.rule());
        match (pick.only, rule) {
            (PickOnly::All, None) => Some(Plan::OneCard(from, None)),
            (PickOnly::All, Some(Some(rule))) => Some(Plan::OneCard(from, Some(rule))),
            (PickOnly::Top, None) => Some(Plan::TopCard(from)),
            (PickOnly::All | PickOnly::Top | PickOnly::Bottom | PickOnly::ByOrder, _) => None,
        }
    }
}
