//! Tests of the rules of a game, from a file: where the game stands, what seats choose, and what is so then.
//!
//! You need it when your program runs such tests itself, as `cardable test` does.

mod picks;
mod running;
mod choose;
mod expect;
mod record;
mod given;

#[doc(inline)]
pub use cardable_compiler::cases::card_named;
pub use given::{given, set_up};
pub use record::{NotRecorded, record};

use cardable_compiler::cases::{Case, Stand, read};
use cardable_compiler::diag::{Code, Diagnostic, Diagnostics};
use cardable_compiler::text::source::{FileId, Sources, Span};
use cardable_engine::ids::ZoneId;
use cardable_engine::{Game, PositionError, Ruleset, Seat, SeatSet, SetupError, Viewer};
use running::Running;

/// What came of the tests of a file.
///
/// ```
/// use cardable_core::diag::Sources;
/// use cardable_core::{cases, testing::tiny_ruleset};
/// let text = r#"{ "tests": [{
///     "name": "taking a stone is worth a point",
///     "choose": { "seat": 0, "action": "Take a stone" },
///     "expect": { "data": { "player:0.score": 1 }, "zone_count": { "hand:0": 1 } },
/// }] }"#;
/// let mut sources = Sources::new();
/// let file = sources.add("tests.json5", text);
/// let ran = cases::run(&tiny_ruleset(), file, &sources);
/// assert!(ran.passed() == 1 && ran.failed() == 0, "{ran:?}");
/// ```
#[derive(Clone, Debug)]
pub struct CasesRun {
    /// What is wrong with the file itself; then no test has run.
    pub unread: Diagnostics,
    /// The tests, in the order of the file.
    pub cases: Vec<CaseRun>,
}

/// What came of a test.
///
/// See [`CasesRun`] for an example.
#[derive(Clone, Debug)]
pub struct CaseRun {
    /// Which rule it tests.
    pub name: String,
    /// Where its name stands in the file.
    pub span: Span,
    /// Why it fails: nothing where it passes.
    pub problems: Vec<Diagnostic>,
}

impl CasesRun {
    /// How many tests pass.
    pub fn passed(&self) -> usize {
        self.cases.len() - self.failed()
    }

    /// How many tests fail.
    pub fn failed(&self) -> usize {
        self.cases.iter().filter(|case| !case.problems.is_empty()).count()
    }
}

/// Runs the tests of a file for a ruleset.
///
/// See [`CasesRun`] for an example.
pub fn run(ruleset: &Ruleset, file: FileId, sources: &Sources) -> CasesRun {
    let mut unread = Diagnostics::new();
    let cases = read(ruleset, file, sources, &mut unread);
    let cases = match unread.has_errors() {
        true => Vec::new(),
        false => cases.iter().map(|case| run_one(ruleset, case)).collect(),
    };
    CasesRun { unread, cases }
}

fn run_one(ruleset: &Ruleset, case: &Case) -> CaseRun {
    let cannot_fail = case.steps.is_empty() && case.expected.is_empty();
    let problems = match begun(ruleset, case) {
        _ if !case.problems.is_empty() => case.problems.clone(),
        Ok(_) if cannot_fail => {
            let help = "write what seats choose (`choose`) or what is so (`expect`)";
            vec![Diagnostic::error(Code::TestSetUp, case.span, "this test cannot fail").help(help)]
        }
        Ok(game) => {
            let empty = match &case.given {
                Some(stand) => empty_hands(ruleset, &game, stand),
                None => SeatSet::EMPTY,
            };
            let began_in = game.world.scene.state;
            let mut running = Running::new(ruleset, game);
            if running.steps(case) {
                running.look(&case.expected);
            }
            // The game has gone elsewhere, or waits for a seat that has nothing to play.
            let game = &running.game;
            let goes_elsewhere = game.result().is_some() || game.world.scene.state != began_in;
            let may_matter = goes_elsewhere || !game.to_decide().and(empty).is_empty();
            if let Some(first) = running.problems.first_mut().filter(|_| may_matter) {
                first.help = first.help.take().or_else(|| told_empty(empty));
            }
            running.problems
        }
        Err(problem) => vec![*problem],
    };
    CaseRun {
        name: case.name.clone(),
        span: case.span,
        problems,
    }
}

/// The seats whose hands are empty for no other reason than that a test does not name them.
fn empty_hands(ruleset: &Ruleset, game: &Game, stand: &Stand) -> SeatSet {
    let inspection = game.inspect(Viewer::Omniscient);
    let is_named = |zone: ZoneId| stand.position.zones.iter().any(|laid| laid.zone == zone);
    let seats = (0..game.seating().persons()).map(|seat| Seat(seat as u8));
    let empty = seats.filter(|seat| {
        let hand = ruleset.seat_zone("hand", *seat);
        hand.is_some_and(|hand| !is_named(hand) && inspection.cards(hand).is_empty())
    });
    empty.collect()
}

/// Why the hands of some seats are empty.
fn told_empty(empty: SeatSet) -> Option<String> {
    let empty: Vec<String> = empty
        .into_iter()
        .map(|seat| format!("`hand:{}`", seat.0))
        .collect();
    match &empty[..] {
        [] => None,
        [one] => Some(format!("{one} is empty, for `given` does not name it")),
        several => Some(format!(
            "{} are empty, for `given` does not name them",
            several.join(", ")
        )),
    }
}

/// The game in which a test begins.
fn begun(ruleset: &Ruleset, case: &Case) -> Result<Game, Box<Diagnostic>> {
    let not_set_up = |span: Span, error: &PositionError| {
        Box::new(Diagnostic::error(Code::TestSetUp, span, error.to_string()).help(help_for(error)))
    };
    match &case.given {
        None => Game::begin_with_events(ruleset, &case.setup, case.seed)
            .map_err(|error| not_set_up(place_of_setup(&error, case).unwrap_or(case.span), &error.into())),
        Some(stand) => {
            let game = stand.position.set_up(ruleset, &case.setup, case.seed);
            game.map(Game::with_events)
                .map_err(|error| not_set_up(place_of(&error, case, stand), &error))
        }
    }
}

/// Where in the text that is chosen of which an error tells.
fn place_of_setup(error: &SetupError, case: &Case) -> Option<Span> {
    let of_option = |key: &str| case.chosen.options.get(key);
    match error {
        SetupError::UnknownOption { key, .. } => of_option(key).map(|(key, _)| *key),
        SetupError::OptionValue { key, .. } => of_option(key).map(|(_, value)| *value),
        SetupError::FixedTeams { .. } | SetupError::NoSuchTeam { .. } => case.chosen.teams,
        SetupError::UnknownRole { .. } | SetupError::SeatsOfRole { .. } | SetupError::NoRoles { .. } => {
            case.chosen.roles
        }
        _ => None,
    }
}

/// What to write instead.
fn help_for(error: &PositionError) -> &'static str {
    match error {
        PositionError::Setup(SetupError::UnknownOption { .. }) => {
            "write the `key` of an option of the game, or leave it out"
        }
        PositionError::Setup(SetupError::OptionValue { .. }) => {
            "write a value that it can be, or leave the option out"
        }
        PositionError::Setup(_) => "give it other seats, options, teams or roles",
        PositionError::DecksAreChosen => "let it begin as games do: leave out what says where it stands",
        PositionError::NoSuch { .. } => "name one that there is",
        PositionError::Twice { .. } => "say it once",
        PositionError::Absent { .. } => "name a zone that the role has, or give the seat another role",
        PositionError::NoMore { .. } => "name another card",
        PositionError::TooMany { .. } => "name no more cards than its `size` allows",
        PositionError::NoPlace { .. } => "write `...` among the cards of a zone that takes them",
        PositionError::NotThere { .. } => "name a card that lies there",
        PositionError::Datum { .. } => "write a value of this type",
        PositionError::NoCard { .. } => "name a card that lies there",
        PositionError::CardNotTold { .. } => {
            "write `\"visible_to\": \"face\"` or `\"none\"` in its `card_data`, or name a card in another zone"
        }
        PositionError::InTwoTeams { .. } => "name each seat once",
        PositionError::NoTurn => "leave `turn` out, or name a state in which seats take turns",
        PositionError::Faulted(_) => "give the data and cards that the rules read there",
    }
}

/// Where in the text that stands of which an error tells.
fn place_of(error: &PositionError, case: &Case, stand: &Stand) -> Span {
    let found = match error {
        PositionError::Setup(error) => place_of_setup(error, case),
        PositionError::NoMore { zone, card } => {
            let (whole, cards) = match stand.zones.get(*zone) {
                Some((whole, cards)) => (*whole, cards.get(*card)),
                None => return stand.span,
            };
            Some(cards.copied().unwrap_or(whole))
        }
        PositionError::TooMany { zone, most, .. } => stand.zones.get(*zone).map(|(whole, cards)| {
            let first = cards.get(usize::from(*most));
            first.copied().unwrap_or(*whole)
        }),
        PositionError::Twice { zone } | PositionError::Absent { zone } => {
            stand.zones.get(*zone).map(|(whole, _)| *whole)
        }
        PositionError::NotThere { known } => stand.knows.get(*known).copied(),
        PositionError::Datum { datum, .. }
        | PositionError::NoCard { datum }
        | PositionError::CardNotTold { datum } => stand.data.get(*datum).copied(),
        PositionError::InTwoTeams { .. } => stand.teams,
        PositionError::NoTurn => stand.turn,
        _ => None,
    };
    found.unwrap_or(stand.span)
}
