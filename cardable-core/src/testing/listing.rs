//! What the law *listed means accepted* looks at beyond choices: that the quick
//! ways of listing and of submitting do what the slow ones do.

use cardable_engine::Game;
use cardable_engine::ids::Seat;
use cardable_engine::play::control;
use cardable_engine::play::legal::offers as listing;
pub(super) use cardable_engine::play::legal_set::{Candidate, Offer, Source};
use cardable_engine::vm::engine::Reader;
use cardable_engine::vm::temp::TempLists;
use smallvec::SmallVec;

/// Works out step by step what a seat is offered, and compares it with what was
/// listed by the plans of the actions.
pub(in crate::testing) fn plans_agree(game: &Game, seat: Seat) -> Result<(), String> {
    let temp = TempLists::default();
    let reader = Reader {
        table: &game.table,
        world: &game.world,
        temp: &temp,
        player: Some(seat),
    };
    let offers: Vec<&Offer> = game.legal.offers.iter().filter(|o| o.seat == seat).collect();
    let asked = offers.iter().any(|o| matches!(o.source, Source::Prompt(_)));
    if asked || !control::may_act(&reader).contains(seat) {
        return Ok(());
    }
    let program = &game.table.program;
    let state = program.state(game.world.scene.state);
    for &id in &state.actions {
        if state.off_turn && !listing::may_do(&reader, seat, id) {
            continue;
        }
        let mut found: SmallVec<[Candidate; 24]> = SmallVec::new();
        let tried = listing::try_offer(&reader, seat, program.action(id), &mut found);
        let listed = offers.iter().find(|o| o.source == Source::Act(id));
        let agrees = match (&tried, listed) {
            (Ok(Ok(space)), Some(offer)) => {
                game.legal.candidates(&game.table, &game.world, offer)[..] == found[..]
                    && *space == offer.space
            }
            (Ok(Err(_)), None) => true,
            (Ok(Ok(_)), None) | (Ok(Err(_)), Some(_)) | (Err(_), _) => false,
        };
        if !agrees {
            return Err(format!(
                "the plan of `{}` lists {listed:?}, step by step it is {tried:?} of {found:?}",
                program.str(program.action(id).name)
            ));
        }
    }
    Ok(())
}
