//! Fixed numbers for all that seats may choose by a ruleset.

use crate::choice::Choice;
use crate::decision::DecisionRef;
use crate::ids::{ActionId, CardId, CardTypeId, DeckId, Seat, Viewer, ZoneId};
use crate::play::legal_set::{Candidate, Offer, Source};
use crate::program::{ActionKind, PickWhat};
use crate::ruleset::Ruleset;

/// The number of a pass.
const PASS: usize = 0;

/// How many numbers there are for what has none of its own.
const HASHED: usize = 256;

/// Numbers for all that seats may choose by a ruleset: the same in every game of it, whoever plays.
///
/// | number | choice |
/// |---|---|
/// | 0 | a pass |
/// | one for each action of seats | the action without picks |
/// | then, by what the action picks | the action with one pick: a card that the seat does not know, and each printed card; each zone; each seat; each deck |
/// | the last [`ActionSpace::hashed`] ones | all else, hashed: several picks, drags, entries of lists, answers to questions |
///
/// Cards count by what is printed on them, wherever they lie. Choices that share a number are one to a program that
/// chooses by numbers: of those that are offered it makes the first. A larger part for hashed choices makes that rarer.
///
/// ```
/// use cardable_core::{Game, Seed, Setup, learning::ActionSpace};
/// # let ruleset = cardable_core::testing::tiny_ruleset();
/// let space = ActionSpace::of(&ruleset);
/// let mut game = Game::new(&ruleset, &Setup::seats(2), Seed::from(7))?;
/// while let Some(decision) = game.next_decision() {
///     let mask = space.mask(&decision);
///     assert_eq!(mask.len(), space.size());
///     let number = mask.iter().position(|legal| *legal).ok_or("something is legal")?;
///     println!("{}", space.name(number).ok_or("every number has a name")?);
///     let (seat, choice) = (decision.seat(), space.choice(&decision, number).ok_or("it is legal")?);
///     assert_eq!(space.number(&decision, &choice), Some(number));
///     game.submit(seat, &choice)?;
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
#[doc(alias = "action_mask")]
pub struct ActionSpace {
    ruleset: Ruleset,
    /// The numbers of each action; an empty block for those that run by themselves.
    blocks: Vec<Block>,
    /// How many numbers are not hashed.
    fixed: usize,
    hashed: usize,
}

/// The numbers of an action.
#[derive(Clone, Copy, Debug)]
struct Block {
    /// That of the action without picks.
    first: usize,
    len: usize,
    /// What a single pick is of, where it has a number.
    picks: Option<PickWhat>,
}

impl ActionSpace {
    /// The numbers of a ruleset, 256 of them for hashed choices.
    pub fn of(ruleset: &Ruleset) -> ActionSpace {
        let program = &ruleset.program;
        let mut blocks = Vec::with_capacity(program.actions.len());
        let mut first = PASS + 1;
        for action in &program.actions {
            let picks = action.pick.as_ref().map(|pick| pick.what);
            let len = match (action.kind, picks) {
                (ActionKind::Auto, _) => 0,
                (_, picks) => 1 + picks.map_or(0, |what| things(ruleset, what)),
            };
            blocks.push(Block { first, len, picks });
            first += len;
        }
        ActionSpace {
            ruleset: ruleset.clone(),
            blocks,
            fixed: first,
            hashed: HASHED,
        }
    }

    /// The same with so many numbers for hashed choices, at least one.
    #[must_use]
    pub fn with_hashed(mut self, numbers: usize) -> ActionSpace {
        self.hashed = numbers.max(1);
        self
    }

    /// How many numbers there are.
    pub fn size(&self) -> usize {
        self.fixed + self.hashed
    }

    /// How many of them, the last ones, are for hashed choices.
    pub fn hashed(&self) -> usize {
        self.hashed
    }

    /// What a number stands for, such as `bid: Queen of Spades`; None where there is no such number.
    pub fn name(&self, number: usize) -> Option<String> {
        if number == PASS {
            return Some("pass".to_owned());
        }
        if let Some(hashed) = number.checked_sub(self.fixed) {
            return (hashed < self.hashed).then(|| format!("hashed {hashed}"));
        }
        let holds = |block: &Block| (block.first..block.first + block.len).contains(&number);
        let at = self.blocks.iter().position(holds)?;
        let block = self.blocks.get(at)?;
        let words = self.ruleset.words();
        let action = words.action_label(ActionId(at as u16)).unwrap_or_default();
        let Some(thing) = (number - block.first).checked_sub(1) else {
            return Some(action.to_owned());
        };
        let thing = match block.picks? {
            PickWhat::Card => match thing.checked_sub(1) {
                Some(ty) => words.card_name(CardTypeId(ty as u16))?,
                None => "a card that it does not know".to_owned(),
            },
            PickWhat::Zone => match self.ruleset.zone_name(ZoneId(thing as u16))? {
                (name, Some(seat)) => format!("{name}:{}", seat.0),
                (name, None) => name.to_owned(),
            },
            PickWhat::Seat => format!("seat {}", Seat(thing as u8).0),
            PickWhat::Deck => {
                let deck = self
                    .ruleset
                    .program
                    .cards
                    .decks
                    .get(DeckId(thing as u16).index())?;
                self.ruleset.program.str(deck.name).to_owned()
            }
            PickWhat::Option | PickWhat::Drag => return None,
        };
        Some(format!("{action}: {thing}"))
    }

    /// The number of a choice; None where it is not legal.
    pub fn number(&self, decision: &DecisionRef<'_>, choice: &Choice) -> Option<usize> {
        let (offer, places) = decision.resolve(choice).ok()?;
        let own = match (offer.source, &places[..]) {
            (Source::Pass, _) => Some(PASS),
            (Source::Act(action), []) => self.block(action).map(|block| block.first),
            (Source::Act(action), [place]) => self.picked(decision, offer, action, *place),
            (Source::Act(_) | Source::Prompt(_), _) => None,
        };
        own.or_else(|| {
            let key = decision.key_of(choice)?;
            Some(self.fixed + (key.0 % self.hashed as u64) as usize)
        })
    }

    /// Which numbers are legal now.
    pub fn mask(&self, decision: &DecisionRef<'_>) -> Vec<bool> {
        let mut mask = Vec::new();
        self.mask_into(decision, &mut mask);
        mask
    }

    /// [`ActionSpace::mask`], into memory that is there already.
    pub fn mask_into(&self, decision: &DecisionRef<'_>, mask: &mut Vec<bool>) {
        mask.clear();
        mask.resize(self.size(), false);
        for (number, _) in self.choices(decision) {
            if let Some(legal) = mask.get_mut(number) {
                *legal = true;
            }
        }
    }

    /// The choice of a number; None where it is not legal now.
    pub fn choice(&self, decision: &DecisionRef<'_>, number: usize) -> Option<Choice> {
        self.choices(decision)
            .find(|(own, _)| *own == number)
            .map(|(_, choice)| choice)
    }

    /// The legal choices that differ to the seat, with their numbers. Of those with one number the first counts.
    pub fn choices<'d>(
        &'d self,
        decision: &DecisionRef<'d>,
    ) -> impl Iterator<Item = (usize, Choice)> + use<'d> {
        let decision = *decision;
        decision.keys().into_iter().filter_map(move |keyed| {
            let choice = decision.nth(keyed.number)?;
            Some((self.number(&decision, &choice)?, choice))
        })
    }

    fn block(&self, action: ActionId) -> Option<&Block> {
        self.blocks.get(action.index()).filter(|block| block.len > 0)
    }

    /// The number of an action with one pick; None where such a pick has none of its own.
    fn picked(
        &self,
        decision: &DecisionRef<'_>,
        offer: &Offer,
        action: ActionId,
        place: u16,
    ) -> Option<usize> {
        let block = self.block(action)?;
        let candidates = decision.candidates(offer);
        let Candidate { raw, hidden } = candidates.get(usize::from(place)).copied()?;
        let thing = match block.picks? {
            PickWhat::Card if hidden => 0,
            PickWhat::Card => {
                let (table, world, card) = (decision.table, decision.world, CardId(raw));
                match world.knows(table, card).contains(Viewer::Seat(decision.seat)) {
                    true => 1 + world.type_of(table, card).index(),
                    false => 0,
                }
            }
            PickWhat::Zone | PickWhat::Seat | PickWhat::Deck => usize::from(raw),
            PickWhat::Option | PickWhat::Drag => return None,
        };
        Some(block.first + 1 + thing).filter(|number| *number < block.first + block.len)
    }
}

/// How many things there are to pick of a kind, as far as a ruleset tells.
fn things(ruleset: &Ruleset, what: PickWhat) -> usize {
    let program = &ruleset.program;
    let seats = usize::from(program.seats.max) + program.seats.automatic();
    match what {
        PickWhat::Card => 1 + program.cards.types.len(),
        PickWhat::Zone => program.zones.shared.len() + seats * program.zones.seat.len(),
        PickWhat::Seat => seats,
        PickWhat::Deck => program.cards.decks.len(),
        PickWhat::Option | PickWhat::Drag => 0,
    }
}
