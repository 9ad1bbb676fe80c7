//! Picking step by step.

use super::*;

impl<'g> Decision<'g> {
    /// For interfaces that pick step by step: what may be added to the picks of
    /// an unfinished choice, and whether it may be submitted as it is.
    pub fn extend(&self, partial: &Choice) -> Option<Extensions> {
        let Choice::Act { action, picks } = partial else {
            return self.resolve(partial).ok().map(|_| Extensions {
                next: Vec::new(),
                complete: true,
            });
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
            let reachable = if ruled {
                Some(self.ruled_picks(offer).0)
            } else {
                None
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
                let pick = self.name_of(offer, self.legal.of(offer)[place as usize], picks);
                if leads && !next.contains(&pick) {
                    next.push(pick);
                }
            }
        }
        Some(Extensions { next, complete })
    }
}
