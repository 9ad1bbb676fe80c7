//! A decision that can be kept, sent and compared.

use crate::choice::Choice;
use crate::decision::{DecisionRef, Labelled, Offered, Unavailable};
use crate::ids::Seat;
use crate::interact::LegalInteraction;
use crate::language::Language;
use crate::program::PickWhat;
use serde::{Deserialize, Serialize};

/// What one seat may do, as a value: for bots on other threads, clients elsewhere, and logs.
///
/// [`DecisionRef`] makes it. It has all that the seat is shown, and nothing else of the game.
///
/// ```
/// # use cardable_core::{Choice, Decision, Game, Seed, Setup};
/// # let ruleset = cardable_core::testing::tiny_ruleset();
/// let mut game = Game::new(&ruleset, &Setup::seats(2), Seed::from(7))?;
/// let decision: Decision = game.next_decision().expect("somebody decides").to_decision();
/// let (seat, seq) = (decision.seat, decision.seq);
/// let bot = std::thread::spawn(move || -> Option<Choice> {
///     let first = decision.labelled().next()?;
///     println!("{}", first.text);
///     Some(first.choice)
/// });
/// let choice = bot.join().expect("a bot").expect("a choice");
/// game.submit_seen(seat, &choice, seq)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[non_exhaustive]
#[doc(alias = "legal_actions")]
#[doc(alias = "prompt")]
pub struct Decision {
    /// The seat that decides.
    pub seat: Seat,
    /// How many choices had been applied, as `View::seq` counts them.
    pub seq: u64,
    /// What it can do.
    pub offers: Vec<Offered>,
    /// What it cannot do now, and why.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unavailable: Vec<Unavailable>,
    /// What it can touch, at tables whose rules say what that means.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub touches: Vec<LegalInteraction>,
}

impl DecisionRef<'_> {
    /// The same as a value that can be kept and sent.
    pub fn to_decision(&self) -> Decision {
        Decision {
            seat: self.seat(),
            seq: self.seq(),
            offers: self.offers(),
            unavailable: self.unavailable(),
            touches: self.touches(),
        }
    }
}

impl Decision {
    /// All choices of the offers whose picks follow no rule together, each made when it is asked for. Where
    /// [`PickOffered::ruled`](crate::PickOffered::ruled) holds only the game knows the choices: ask
    /// [`DecisionRef::choices`], or [`DecisionRef::extend`] step by step.
    pub fn choices(&self) -> impl Iterator<Item = Choice> {
        self.offers.iter().flat_map(Offered::choices)
    }

    /// The same choices, each with what players read of it.
    pub fn labelled(&self) -> impl Iterator<Item = Labelled> {
        self.offers.iter().flat_map(|offered| {
            offered.choices().map(|choice| Labelled {
                text: offered.choice_text(&choice).unwrap_or_default(),
                choice,
            })
        })
    }

    /// What players read of a choice, such as `Play: Eight of Hearts`. `None` where it takes something that is
    /// not offered.
    pub fn choice_text(&self, choice: &Choice) -> Option<String> {
        self.offers.iter().find_map(|offered| offered.choice_text(choice))
    }

    /// The same in a language, which should be that of the [ruleset](crate::Ruleset::language) that is played.
    ///
    /// ```
    /// use cardable_core::{Choice, Game, Language, Seed, Setup};
    /// # let ruleset = cardable_core::testing::tiny_ruleset();
    /// let game = Game::new(&ruleset, &Setup::seats(2), Seed::from(7))?;
    /// let decision = game.next_decision().ok_or("a new game asks somebody")?.to_decision();
    /// let first: Choice = decision.choices().next().ok_or("a decision has a choice")?;
    /// assert_eq!(decision.choice_text_in(ruleset.language(), &first).as_deref(), Some("Take a stone"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn choice_text_in(&self, language: Language, choice: &Choice) -> Option<String> {
        let mut offers = self.offers.iter();
        offers.find_map(|offered| offered.choice_text_in(language, choice))
    }

    /// Leaves out what cards, zones, seats and decks are called: whoever has the view and a
    /// [`RulesetInfo`](crate::RulesetInfo) of the game names them himself, and less is sent.
    #[must_use]
    pub fn without_names(mut self) -> Decision {
        for offered in &mut self.offers {
            if let Offered::Action { pick: Some(pick), .. } = offered
                && pick.what != PickWhat::Option
            {
                pick.texts = Vec::new();
            }
        }
        self
    }
}
