//! How the choices of an action are listed: the usual cases, told apart once.

use super::mark::ZoneCount;
use super::rules::{ActionDef, Legal, PickDef, PickFrom, PickOnly, PickWhat};
use super::zone::{ZoneName, Zones};

/// How the choices of an action are listed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Plan {
    /// There is just one.
    Button,
    /// A card of a zone that is always there.
    OneCard {
        /// The zone; one that seats have is the acting seat's.
        from: ZoneName,
        /// Only the card that would be drawn next.
        top: bool,
    },
    /// Everything else is worked out step by step.
    Other,
}

impl Plan {
    pub(super) fn new(action: &ActionDef, zones: &Zones) -> Plan {
        if action.opens_with_prompt || !action.fills.is_empty() {
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
        let plain = pick.valid.is_none() && !pick.blind && !matches!(pick.legal, Some(Legal::Each { .. }));
        let top = match pick.only {
            PickOnly::All => false,
            PickOnly::Top if pick.legal.is_none() => true,
            PickOnly::Top | PickOnly::Bottom | PickOnly::ByOrder => return None,
        };
        let (from, def) = match pick.from[..] {
            [PickFrom::OwnZone(at)] => (ZoneName::Seat(at), zones.seat.get(at as usize)?),
            [PickFrom::SharedZone(at)] => (ZoneName::Shared(at), zones.shared.get(at as usize)?),
            _ => return None,
        };
        (one && !counted && plain && def.count == ZoneCount::ONE).then_some(Plan::OneCard { from, top })
    }
}
