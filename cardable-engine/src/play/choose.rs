//! Enumerates the allowed picks of an action, or tests whether there are any.

use super::legal_set::Space;
use super::search::{Search, Went};
use super::valid::Picking;
use super::ways::Places;
use super::{combine, control};
use crate::fault::Run;
use crate::program::{FUEL_OF_A_CANDIDATE, cost_step_by_step, share_of_search};
use crate::vm::engine::Reader;
use crate::vm::evaluate::LOOKED_AT_FOR_FUEL;
use std::cell::Cell;

/// The number of candidates that the search for valid picks of one action may try. The budget of a listing is
/// divided evenly among the seats that may act and the searching actions of the state, offered or not, so
/// hidden hands do not influence it.
pub(crate) fn search_share(reader: &Reader<'_>) -> u32 {
    let scenes = 1 + reader
        .world
        .extras
        .as_ref()
        .map_or(0, |extras| extras.scenes.len());
    let seats = control::may_act(reader).len().max(1);
    let listing = reader.program().listings.get(reader.world.scene.state.index());
    share_of_search(scenes * seats, listing.map_or(1, |listing| listing.searches))
}

/// The same for the answer to a question. Seats can be asked at the same time, whoever is on turn.
pub(crate) fn search_share_of_answer(reader: &Reader<'_>) -> u32 {
    share_of_search(reader.table.seats, 1)
}

/// Passes the allowed picks to `found` until it returns false. Returns whether all have been visited.
pub(crate) fn each_pick(
    reader: &Reader<'_>,
    picking: Picking<'_>,
    space: Space,
    found: impl FnMut(&[u16]) -> bool,
) -> Run<bool> {
    let Space::Choose {
        min,
        max,
        ordered,
        share,
        ..
    } = space
    else {
        return Ok(true);
    };
    let n = picking.candidates.len() as u64;
    let given = share.saturating_mul(FUEL_OF_A_CANDIDATE);
    let mut search = Search {
        reader,
        picking,
        min: min as usize,
        max: max as usize,
        ordered,
        left: share,
        fuel: given,
        found,
    };
    let narrowed = picking.pick.valid.is_some_and(|valid| valid.parts.is_some());
    let went = if !ordered && !narrowed && cost_step_by_step(n, max) > u64::from(share) {
        search.by_size()
    } else if let Some(combinations) = combine::combinations(reader, picking, ordered, (min, max)) {
        search.combine(&combinations)
    } else {
        search.go(&mut Places::new())
    };
    // Whoever searches again and again within one run meets the bound of looking at cards.
    let tried = (share - search.left) as usize;
    let burnt = (given - search.fuel) as usize / LOOKED_AT_FOR_FUEL;
    let add = |count: &Cell<usize>, more| count.set(count.get().saturating_add(more));
    add(&reader.temp.tried, tried);
    add(&reader.temp.looked_at, tried + burnt);
    Ok(went? == Went::Through)
}

/// Whether there is an allowed pick. `None` if the search did not find out.
pub(crate) fn any_pick(reader: &Reader<'_>, picking: Picking<'_>, space: Space) -> Run<Option<bool>> {
    let mut any = false;
    let all = each_pick(reader, picking, space, |_| {
        any = true;
        false
    })?;
    Ok(if any || all { Some(any) } else { None })
}
