//! Picking step by step.

use super::*;
use crate::decision;
use crate::play::valid;

impl<'g> DecisionRef<'g> {
    /// For interfaces that pick step by step: what may be added to the picks of
    /// an unfinished choice, and whether it may be submitted as it is. What leads to no right pick is left
    /// out, unless there are more ways to pick than can be looked at.
    pub fn extend(&self, partial: &Choice) -> Option<Extensions> {
        let (action, picks) = match partial {
            Choice::Act { action, picks } => (action, picks),
            Choice::Items(places) => return self.extend_answer(places, partial),
            Choice::Number(_) | Choice::Pass => {
                return self.resolve(partial).ok().map(|_| Extensions {
                    next: Vec::new(),
                    complete: true,
                });
            }
        };
        let offer = self
            .offer_slice()
            .iter()
            .find(|o| o.source == Source::Act(*action))?;
        let complete = self.resolve(partial).is_ok();
        let Space::Choose {
            max, ruled, ordered, ..
        } = offer.space
        else {
            return Some(Extensions {
                next: Vec::new(),
                complete,
            });
        };
        let mut taken = Places::new();
        for pick in picks {
            taken.push(self.place_of_pick(offer, *pick, &taken)?);
        }
        let mut next: Vec<Pick> = Vec::new();
        if taken.len() < max as usize {
            // Where not all picks were looked at, what was not found may be right too.
            let listed = ruled.then(|| decision::ruled_picks(self, offer));
            let reachable = listed.filter(|ruled| ruled.is_all).map(|ruled| ruled.picks);
            let candidates = self.candidates(offer);
            let def = decision::pick_def(self, offer).filter(|_| ordered && reachable.is_none());
            let may_add = |place: u16| {
                def.is_none_or(|def| {
                    self.with_reader(|r| {
                        valid::may_add(r, Picking::of(def, &candidates), &taken, place).unwrap_or(false)
                    })
                })
            };
            for place in 0..offer.len {
                if taken.contains(&place) {
                    continue;
                }
                let leads = reachable.as_ref().is_none_or(|all| {
                    all.iter().any(|p| {
                        if ordered {
                            p.len() > taken.len() && p[..taken.len()] == taken[..] && p[taken.len()] == place
                        } else {
                            p.contains(&place) && taken.iter().all(|t| p.contains(t))
                        }
                    })
                });
                let Some(candidate) = candidates.get(usize::from(place)) else {
                    continue;
                };
                let pick = self.name_of(offer, *candidate, picks);
                if leads && may_add(place) && !next.contains(&pick) {
                    next.push(pick);
                }
            }
        }
        Some(Extensions { next, complete })
    }

    /// The same for entries of the list that a question shows.
    fn extend_answer(&self, taken: &[u16], partial: &Choice) -> Option<Extensions> {
        let mut offers = self.offer_slice().iter();
        let offer = offers.find(|offer| matches!(offer.source, Source::Prompt(_)))?;
        let Space::Choose {
            max, ruled, ordered, ..
        } = offer.space
        else {
            return None;
        };
        let complete = self.resolve(partial).is_ok();
        if taken.iter().any(|place| *place >= offer.len) {
            return None;
        }
        if taken.len() >= usize::from(max) {
            let next = Vec::new();
            return Some(Extensions { next, complete });
        }
        let listed = ruled.then(|| decision::ruled_picks(self, offer));
        let reachable = listed.filter(|ruled| ruled.is_all).map(|ruled| ruled.picks);
        let leads = |place: u16| {
            let with = |picks: &Places| match ordered {
                true => picks.starts_with(taken) && picks.get(taken.len()) == Some(&place),
                false => picks.contains(&place) && taken.iter().all(|taken| picks.contains(taken)),
            };
            reachable.as_ref().is_none_or(|all| all.iter().any(with))
        };
        let free = (0..offer.len).filter(|place| !taken.contains(place) && leads(*place));
        let next = free.map(Pick::Option).collect();
        Some(Extensions { next, complete })
    }
}
