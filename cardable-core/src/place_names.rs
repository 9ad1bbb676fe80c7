//! What authors call zones, and cards where they lie.

use cardable_engine::ids::{CardTypeId, ZoneId};
use cardable_engine::{InZone, Ruleset};

/// A zone as tests call it: `hand:0`, and of several copies `meld:0#1` for the second.
pub(crate) fn zone_text(ruleset: &Ruleset, zone: ZoneId) -> Option<String> {
    let (name, owner) = ruleset.zone_name(zone)?;
    let name = match owner {
        Some(seat) => format!("{name}:{}", seat.0),
        None => name.to_owned(),
    };
    let first = ruleset.zone(&name)?;
    let copy = ruleset.copies(first).position(|copy| copy == zone)?;
    Some(if copy == 0 { name } else { format!("{name}#{copy}") })
}

/// A card in a zone: `2R@hand:1`, and `2R@hand:1[1]` for the second of those alike. None where tests have no name for it.
pub(crate) fn card_in_zone(ruleset: &Ruleset, card: CardTypeId, at: InZone) -> Option<String> {
    let (card, zone) = (ruleset.words().card_name(card)?, zone_text(ruleset, at.zone)?);
    Some(match at.nth {
        None | Some(0) => format!("{card}@{zone}"),
        Some(nth) => format!("{card}@{zone}[{nth}]"),
    })
}
