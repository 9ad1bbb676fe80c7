//! A game in progress: the World of a ruleset, and what may be done to it.

mod captured;
mod given;
mod inspection;
mod later;
pub(crate) mod look;
mod making;
mod playout;
mod position;
mod seating;
mod standings;
pub(crate) mod start;
pub(crate) mod submit;

pub use captured::NoPosition;
pub use given::{Given, InZone, Item};
pub use inspection::Inspection;
pub use later::{Handed, LaterCode, WorkedOut};
pub use look::{Knowledge, ToldToAuthor, events_with_rules, events_with_shown};
pub use playout::{Moment, Playout, PlayoutObserver, UntilScored};
pub use position::{Known, Laid, Position};
pub use seating::Seating;
pub(crate) use standings::standings_of;
pub use standings::{Scoring, Standings};
pub use submit::{list_again, work_of};

use crate::decision::DecisionRef;
use crate::event::Event;
use crate::fault::Trace;
use crate::ids::{Seat, SeatSet};
use crate::language::Language;
use crate::play::legal_set::LegalSet;
use crate::ruleset::Ruleset;
use crate::vm::engine::LinkedTable;
use crate::vm::temp::ListMemory;
use crate::words::Words;
use crate::world::whole::{GameResult, World};
use std::sync::Arc;

/// A game in progress.
///
/// It is `Send` and owns everything it needs. Cloning it copies a few flat
/// blocks of memory: that is how a search looks ahead.
///
/// ```
/// use cardable_core::{Game, Seed, Setup};
/// # let ruleset = cardable_core::testing::tiny_ruleset();
/// let mut game = Game::new(&ruleset, &Setup::seats(2), Seed::from(7))?;
/// while let Some(decision) = game.next_decision() {
///     let (seat, choice) = (decision.seat(), decision.nth(0).expect("a decision has a choice"));
///     game.submit(seat, &choice)?;
/// }
/// assert!(game.result().is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[doc(alias = "state")]
#[doc(alias = "session")]
pub struct Game {
    #[doc(hidden)]
    pub table: Arc<LinkedTable>,
    #[doc(hidden)]
    pub world: World,
    #[doc(hidden)]
    pub legal: LegalSet,
    /// Events of the last choice, when they are wanted.
    #[doc(hidden)]
    pub events: Option<Vec<Event>>,
    /// Where the World is kept while a choice is tried.
    spare: Option<Box<World>>,
    /// For the lists that a choice makes.
    memory: ListMemory,
    /// The step that each seat's last choice led to, where clients say what they had seen.
    chose_at: Vec<u64>,
    /// Whether that is how it was before the choice that was applied last.
    returnable: bool,
    /// What the last choice has cost.
    work: u64,
    /// Whether the last choice led into the state where searches may stop.
    entered_cut: bool,
    /// What authors should read of the last choice, when there is something.
    trace: Option<Box<Trace>>,
    /// In which language it tells what people read.
    language: Language,
}

impl Clone for Game {
    fn clone(&self) -> Game {
        Game {
            table: Arc::clone(&self.table),
            world: self.world.clone(),
            legal: self.legal.clone(),
            events: self.events.as_ref().map(|_| Vec::new()),
            spare: None,
            memory: ListMemory::default(),
            chose_at: self.chose_at.clone(),
            returnable: false,
            work: 0,
            entered_cut: false,
            trace: None,
            language: self.language,
        }
    }

    /// Copies into memory that is there already.
    fn clone_from(&mut self, other: &Game) {
        if !Arc::ptr_eq(&self.table, &other.table) {
            self.table = Arc::clone(&other.table);
            // It knows what was so at the other table.
            self.memory = ListMemory::default();
        }
        self.world.copy_from(&other.world);
        self.chose_at.clone_from(&other.chose_at);
        self.language = other.language;
        self.legal.clone_from(&other.legal);
        self.returnable = false;
        self.work = 0;
        self.entered_cut = false;
        match (&mut self.events, &other.events) {
            (Some(events), Some(_)) => events.clear(),
            (events, wanted) => *events = wanted.as_ref().map(|_| Vec::new()),
        }
    }
}

/// The World before the choice that was applied last, where that can be taken back.
fn before_last_choice(game: &Game) -> Option<&World> {
    game.spare.as_deref().filter(|_| game.returnable)
}

impl std::fmt::Debug for Game {
    /// Tells what everybody may know: never a hidden card.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Game")
            .field("ruleset", &self.ruleset().name())
            .field("step", &self.world.step)
            .field("over", &self.world.over)
            .finish_non_exhaustive()
    }
}

impl Game {
    /// Lets every choice from now on record what happens, for
    /// [`Game::events`]. Playing without is faster.
    #[must_use]
    pub fn with_events(mut self) -> Game {
        self.events = Some(Vec::new());
        self
    }

    /// Records nothing from now on: for a copy that a search plays on.
    ///
    /// ```
    /// # use cardable_core::{Game, Seed, Setup, Viewer};
    /// # let ruleset = cardable_core::testing::tiny_ruleset();
    /// let game = Game::new(&ruleset, &Setup::seats(2), Seed::from(7))?.with_events();
    /// let mut copy = game.fork().without_events();
    /// copy.submit_nth(cardable_core::Seat(0), 0)?;
    /// assert!(copy.events(Viewer::Omniscient).is_empty());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn without_events(mut self) -> Game {
        self.events = None;
        self
    }

    /// The ruleset it is played by.
    pub fn ruleset(&self) -> Ruleset {
        Ruleset {
            program: Arc::clone(&self.table.program),
            functions: Arc::clone(&self.table.functions),
            language: self.language,
        }
    }

    /// What players read for numbers, with this game's names for the seats.
    pub fn words(&self) -> Words<'_, Box<str>> {
        Words {
            program: &self.table.program,
            language: self.language,
            seats: &self.table.seating.names,
        }
    }

    /// The language of what it tells people: labels, questions, and why a choice is refused. It begins with that of its
    /// ruleset.
    pub fn language(&self) -> Language {
        self.language
    }

    /// Tells people in another language from now on; where the ruleset has no texts in it, in its own. Nothing of the
    /// game changes by it: choices, views, events, saves and digests are the same. It costs nothing, so a host whose
    /// players read different languages says before each call who asks.
    ///
    /// ```
    /// use cardable_core::content::{ContentPath, MemoryFiles};
    /// use cardable_core::{Game, Language, Loader, Seat, Seed, Setup};
    ///
    /// let mut files = MemoryFiles::new();
    /// files.add("tiny/ruleset.json", cardable_core::testing::TINY)?;
    /// files.add("tiny/texts/de.json5", r#"{ "Stones": "Steine", "Take a stone": "Stein nehmen" }"#)?;
    /// let ruleset = Loader::new().check_files(&files, &ContentPath::new("tiny")?).into_result()?;
    /// let mut game = Game::new(&ruleset, &Setup::seats(2), Seed::from(7))?;
    /// let text = |game: &Game| Some(game.next_decision()?.labelled().next()?.text);
    /// assert_eq!(text(&game).as_deref(), Some("Take a stone"));
    /// game.set_language(Language::German);
    /// assert_eq!(text(&game).as_deref(), Some("Stein nehmen"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set_language(&mut self, language: Language) {
        self.language = self.table.program.language_for(language);
    }

    // --- what is to be decided

    /// The open decisions, by seat.
    #[doc(alias = "legal_actions")]
    pub fn decisions(&self) -> impl Iterator<Item = DecisionRef<'_>> {
        self.legal.seats.into_iter().map(|seat| decision_of(self, seat))
    }

    /// The open decision of the lowest seat that has one; nothing when the game
    /// is over.
    #[inline]
    #[doc(alias = "current_player")]
    #[doc(alias = "to_move")]
    pub fn next_decision(&self) -> Option<DecisionRef<'_>> {
        self.legal.seats.lowest().map(|seat| decision_of(self, seat))
    }

    /// The open decision of a seat.
    #[inline]
    #[doc(alias = "legal_actions")]
    pub fn decision(&self, seat: Seat) -> Option<DecisionRef<'_>> {
        self.legal.has(seat).then(|| decision_of(self, seat))
    }

    /// The seats that have something to decide.
    #[doc(alias = "current_player")]
    #[doc(alias = "to_move")]
    pub fn to_decide(&self) -> SeatSet {
        self.legal.seats
    }

    /// Whether the game is over.
    pub fn is_over(&self) -> bool {
        self.world.over
    }

    /// How it ended.
    #[doc(alias = "returns")]
    #[doc(alias = "winner")]
    pub fn result(&self) -> Option<&GameResult> {
        self.world.extras.as_ref()?.result.as_ref()
    }

    /// How many choices have been applied.
    pub fn seq(&self) -> u64 {
        self.world.step
    }
}

#[inline]
pub(crate) fn decision_of(game: &Game, seat: Seat) -> DecisionRef<'_> {
    DecisionRef {
        table: &game.table,
        world: &game.world,
        legal: &game.legal,
        seat,
        language: game.language,
    }
}
