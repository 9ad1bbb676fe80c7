//! Tests of the rules of a game, from a file: where the game stands, what seats choose, and what is so then.
//!
//! You need it when your program runs such tests itself, as `cardable test` does.

mod picks;
mod record;

#[doc(inline)]
pub use cardable_compiler::cases::card_named;
pub use record::{NotRecorded, record};

use cardable_compiler::cases::{Answer, Case, Does, Expected, Picked, Placed, Stand, Step, read};
use cardable_compiler::diag::{Code, Diagnostic, Diagnostics};
use cardable_compiler::text::source::{FileId, Sources, Span};
use cardable_engine::ids::{ActionId, CardTypeId};
use cardable_engine::{
    Chance, Choice, DecisionRef, Game, Given, Item, NotApplied, Offered, Pick, PositionError, Ruleset, Seat,
    Seed, Viewer,
};
use picks::{candidates, meant, pick_offered, zone_text};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use std::fmt::Display;

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
    /// Where it stands.
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
    let problems = match begun(ruleset, case) {
        Ok(game) => {
            let mut running = Running {
                ruleset,
                game,
                story: Vec::new(),
                problems: Vec::new(),
            };
            if running.steps(case) {
                running.look(&case.expected);
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

/// The game in which a test begins.
fn begun(ruleset: &Ruleset, case: &Case) -> Result<Game, Box<Diagnostic>> {
    let not_set_up = |span: Span, error: &PositionError| {
        Box::new(Diagnostic::error(Code::TestSetUp, span, error.to_string()).help(help_for(error)))
    };
    match &case.given {
        None => Game::begin_with_events(ruleset, &case.setup, case.seed)
            .map_err(|error| not_set_up(case.span, &error.into())),
        Some(stand) => {
            let game = stand.position.set_up(ruleset, &case.setup, case.seed);
            game.map(Game::with_events)
                .map_err(|error| not_set_up(place_of(&error, stand), &error))
        }
    }
}

/// What to write instead.
fn help_for(error: &PositionError) -> &'static str {
    match error {
        PositionError::Setup(_) => "give it other seats, options, teams or roles",
        PositionError::DecksAreChosen => "let it begin as games do: leave out what says where it stands",
        PositionError::NoSuch { .. } => "name one that there is",
        PositionError::Twice { .. } => "say it once",
        PositionError::NoMore { .. } => "name another card",
        PositionError::NoPlace { .. } => "write `...` among the cards of a zone that takes them",
        PositionError::NotThere { .. } => "name a card that lies there",
        PositionError::Datum { .. } => "write a value of this type",
        PositionError::NoTurn => "leave `turn` out, or name a state in which seats take turns",
        PositionError::Faulted(_) => "give the data and cards that the rules read there",
    }
}

/// Why a test fails: what was expected and what was found say enough.
fn failure(span: Span, message: impl Display) -> Diagnostic {
    Diagnostic::error(Code::TestFails, span, message.to_string()).maybe_help(None)
}

/// Where in the text that stands of which an error tells.
fn place_of(error: &PositionError, stand: &Stand) -> Span {
    let found = match error {
        PositionError::NoMore { zone, card } => {
            let (whole, cards) = match stand.zones.get(*zone) {
                Some((whole, cards)) => (*whole, cards.get(*card)),
                None => return stand.span,
            };
            Some(cards.copied().unwrap_or(whole))
        }
        PositionError::Twice { zone } => stand.zones.get(*zone).map(|(whole, _)| *whole),
        PositionError::NotThere { known } => stand.knows.get(*known).copied(),
        PositionError::Datum { datum, .. } => stand.data.get(*datum).copied(),
        PositionError::NoTurn => stand.turn,
        _ => None,
    };
    found.unwrap_or(stand.span)
}

/// A test that runs.
struct Running<'r> {
    ruleset: &'r Ruleset,
    game: Game,
    /// What the log tells of the last choice.
    story: Vec<String>,
    problems: Vec<Diagnostic>,
}

impl Running<'_> {
    fn fail(&mut self, span: Span, message: impl Display) {
        self.problems.push(failure(span, message));
    }

    /// Makes all choices. False where one could not be made as it should.
    fn steps(&mut self, case: &Case) -> bool {
        for step in &case.steps {
            let made = self.step(step, case.seed);
            if let Err(problem) = made {
                self.problems.push(*problem);
                return false;
            }
            self.look(&step.expected);
        }
        true
    }

    fn step(&mut self, step: &Step, seed: Seed) -> Result<(), Box<Diagnostic>> {
        let fails = |span: Span, message: String| Box::new(failure(span, message));
        let waiting = self.game.to_decide();
        let Some(seat) = step.seat.or_else(|| waiting.lowest()) else {
            let message = format!(
                "nobody has anything to choose in the state `{}`",
                self.state_name()
            );
            return Err(fails(step.span, message));
        };
        let before = self.game.view(Viewer::Omniscient).status;
        self.story.clear();
        let choice = match &step.does {
            Does::TimesOut => None,
            does => match self.choice(seat, does, step) {
                Ok(choice) => Some(choice),
                Err(problem) => return self.is_refused(seat, step, problem),
            },
        };
        let mut chance = Drawn {
            numbers: step.draws.iter(),
            then: ChaCha8Rng::from_seed(seed.0),
            beyond: None,
        };
        chance.then.set_stream(self.game.seq());
        let applied = match &choice {
            None => self.game.timeout(seat),
            Some(choice) if step.draws.is_empty() => self.game.submit(seat, choice),
            Some(choice) => self.game.submit_with(seat, choice, Some(&mut chance)),
        };
        match (applied, &step.refused) {
            (Ok(()), None) if chance.beyond.is_some() => {
                let (number, n) = chance.beyond.unwrap_or_default();
                let last = n.saturating_sub(1);
                let message = format!("`draws` has {number}, and chance gives numbers from 0 to {last}");
                Err(fails(step.span, message))
            }
            (Ok(()), None) if chance.numbers.len() > 0 => {
                let (all, left) = (step.draws.len(), chance.numbers.len());
                Err(fails(
                    step.span,
                    format!("of {all} numbers of `draws`, {left} were not asked for"),
                ))
            }
            (Ok(()), None) => {
                let lines = self.game.story(Viewer::Omniscient, Some(&before));
                self.story = lines.iter().map(ToString::to_string).collect();
                Ok(())
            }
            (Ok(()), Some(words)) => Err(fails(words.span, "the choice is not refused".to_owned())),
            (Err(NotApplied::Refused(refusal)), Some(words)) => has_words(words, &refusal.to_string()),
            (Err(NotApplied::Refused(refusal)), None) => {
                Err(fails(step.span, format!("the choice is refused: {refusal}")))
            }
            (Err(error), _) => Err(fails(step.span, error.to_string())),
        }
    }

    /// What becomes of a choice that is not offered: where it is meant to be refused, it is made all the same, so that the reason
    /// is the one that a player reads.
    fn is_refused(&self, seat: Seat, step: &Step, problem: Box<Diagnostic>) -> Result<(), Box<Diagnostic>> {
        let Some(words) = &step.refused else {
            return Err(problem);
        };
        if words.what.is_none() {
            return Ok(());
        }
        let again = |choice: &Choice| match self.game.clone().submit(seat, choice) {
            Err(NotApplied::Refused(refusal)) => Some(refusal.to_string()),
            _ => None,
        };
        let reason = match &step.does {
            Does::Acts { actions, picks } => {
                let picks: Vec<Picked> = picks.iter().map(|pick| pick.what.clone()).collect();
                let action = self.action_here(actions);
                match meant(&self.game, seat, &picks) {
                    Some(picks) => action.and_then(|action| again(&Choice::pick(action, picks))),
                    // Cards that the seat does not see: the action itself may be refused.
                    None => self.why_not(seat, actions),
                }
            }
            Does::Answers(Answer::Number(number)) => again(&Choice::Number(*number)),
            Does::Passes => again(&Choice::Pass),
            Does::Answers(Answer::Entries(_)) | Does::TimesOut => None,
        };
        match reason {
            Some(reason) => has_words(words, &reason),
            None => Err(problem),
        }
    }

    /// Of actions of one name the one of the state that runs, or the first.
    fn action_here(&self, actions: &[ActionId]) -> Option<ActionId> {
        let here = self.game.world.scene.state;
        let of_here = |action: &&ActionId| {
            let mut all = self.ruleset.actions();
            all.any(|(id, state, ..)| id == **action && state == here)
        };
        actions.iter().find(of_here).or(actions.first()).copied()
    }

    /// The reason for which none of some actions is offered to a seat, as it reads it.
    fn why_not(&self, seat: Seat, actions: &[ActionId]) -> Option<String> {
        let missing = self.game.decision(seat)?.unavailable();
        let found = missing
            .into_iter()
            .find(|missing| actions.contains(&missing.action))?;
        Some(found.reason)
    }

    /// The choice that a step means. An error tells why there is none.
    fn choice(&self, seat: Seat, does: &Does, step: &Step) -> Result<Choice, Box<Diagnostic>> {
        let fails = |span: Span, message: String| Box::new(failure(span, message));
        let decision = self.game.decision(seat).ok_or_else(|| {
            let message = format!(
                "seat {} has nothing to choose in the state `{}`",
                seat.0,
                self.state_name()
            );
            fails(step.span, message)
        })?;
        match does {
            Does::Acts { actions, picks } => {
                let is_meant = |action: &ActionId| actions.contains(action);
                let offered: Vec<ActionId> = decision.actions().filter(is_meant).collect();
                let mut missing = None;
                let mut built = Vec::new();
                for action in &offered {
                    match self.picked(&decision, *action, picks) {
                        Ok(picked) => built.push(Choice::pick(*action, picked)),
                        Err(problem) => missing = missing.or(Some(problem)),
                    }
                }
                // Of several actions of one name, one may want other picks.
                let fits = |choice: &&Choice| decision.chosen(choice).is_ok();
                if let Some(choice) = built.iter().find(fits).or(built.first()) {
                    return Ok(choice.clone());
                }
                Err(missing.unwrap_or_else(|| fails(step.span, self.not_offered(&decision, actions))))
            }
            Does::Answers(Answer::Number(number)) => Ok(Choice::Number(*number)),
            Does::Answers(Answer::Entries(entries)) => {
                let offered = decision.offers().into_iter().find_map(|offered| match offered {
                    Offered::Items { items, .. } => Some(items),
                    _ => None,
                });
                let items = offered.ok_or_else(|| {
                    fails(step.span, "no question for entries of a list is asked".to_owned())
                })?;
                let mut places: Vec<u16> = Vec::new();
                for entry in entries {
                    let mut all = (0..).zip(&items);
                    let at = all.find(|(at, item)| **item == entry.what && !places.contains(at));
                    let message =
                        || format!("there is no entry `{}`; there are {}", entry.what, quoted(&items));
                    let (at, _) = at.ok_or_else(|| fails(entry.span, message()))?;
                    places.push(at);
                }
                Ok(Choice::Items(places.into_iter().collect()))
            }
            Does::Passes => Ok(Choice::Pass),
            Does::TimesOut => Err(fails(step.span, "time runs out without a choice".to_owned())),
        }
    }

    /// What is picked for an action. An error tells which of it cannot be.
    fn picked(
        &self,
        decision: &DecisionRef<'_>,
        action: ActionId,
        wanted: &[Placed<Picked>],
    ) -> Result<Vec<Pick>, Box<Diagnostic>> {
        let mut picked: Vec<Pick> = Vec::new();
        for one in wanted {
            let all = candidates(&self.game, decision, action, &one.what);
            match all.into_iter().find(|pick| !picked.contains(pick)) {
                Some(pick) => picked.push(pick),
                None => {
                    let message = self.not_a_candidate(decision, action, &one.what);
                    return Err(Box::new(failure(one.span, message)));
                }
            }
        }
        Ok(picked)
    }

    fn not_a_candidate(&self, decision: &DecisionRef<'_>, action: ActionId, wanted: &Picked) -> String {
        let label = self.game.words().action_label(action).unwrap_or_default();
        let name = self.name_of(wanted);
        match pick_offered(decision, action) {
            Some(offered) => format!(
                "{name} cannot be picked for `{label}`; there are {}",
                quoted(&offered.texts)
            ),
            None => format!("nothing is picked for `{label}`, and so not {name}"),
        }
    }

    fn name_of(&self, picked: &Picked) -> String {
        let words = self.game.words();
        match picked {
            Picked::Card(card, _) => words.card_name(*card).unwrap_or_default(),
            Picked::Unseen(_) => "a card that is not seen".to_owned(),
            Picked::Zone(zone) => words.zone_label(*zone).unwrap_or_default(),
            Picked::Seat(seat) => format!("seat {}", seat.0),
            Picked::Entry(text) => format!("`{text}`"),
        }
    }

    /// Why none of some actions of a name is offered.
    fn not_offered(&self, decision: &DecisionRef<'_>, actions: &[ActionId]) -> String {
        let missing = decision.unavailable();
        let known = missing.iter().find(|missing| actions.contains(&missing.action));
        match known {
            Some(known) if known.reason.is_empty() => format!("`{}` is not offered", known.label),
            Some(known) => format!("`{}` is not offered: {}", known.label, known.reason),
            None => {
                let labels: Vec<String> = decision
                    .actions()
                    .filter_map(|action| self.game.words().action_label(action).map(str::to_owned))
                    .collect();
                let state = self.state_name();
                format!(
                    "the action is not offered in the state `{state}`; there are {}",
                    quoted(&labels)
                )
            }
        }
    }

    fn state_name(&self) -> &str {
        self.ruleset
            .state_name(self.game.world.scene.state)
            .unwrap_or_default()
    }

    /// Compares the game with what is expected.
    fn look(&mut self, expected: &[Placed<Expected>]) {
        for one in expected {
            if let Err(message) = self.holds(&one.what) {
                self.fail(one.span, message);
            }
        }
    }

    /// Whether something is so. The error says what is so instead.
    fn holds(&self, expected: &Expected) -> Result<(), String> {
        let inspection = self.game.inspect(Viewer::Omniscient);
        let words = self.game.words();
        match expected {
            Expected::State(state) => {
                let wanted = self.ruleset.state_name(*state).unwrap_or_default();
                same(wanted, self.state_name())
            }
            Expected::Turn(seat) => {
                let turn = self.game.world.scene.turn;
                let found = turn.map_or("nobody".to_owned(), |seat| format!("seat {}", seat.0));
                same(&format!("seat {}", seat.0), &found)
            }
            Expected::Zone(zone, cards) => {
                let mut found = inspection.cards(*zone);
                let mut wanted = cards.clone();
                if !inspection.is_ordered(*zone) {
                    found.sort_unstable();
                    wanted.sort_unstable();
                }
                let names = |cards: &[CardTypeId]| {
                    let names: Vec<String> = cards.iter().filter_map(|card| words.card_name(*card)).collect();
                    quoted(&names)
                };
                match found == wanted {
                    true => Ok(()),
                    false => Err(unlike(&names(&wanted), &names(&found))),
                }
            }
            Expected::Count(zone, count) => {
                let found = inspection.cards(*zone).len();
                let name = self.shown(&Given::Zone(*zone));
                same(count, &found).map_err(|message| format!("{name}: {message}"))
            }
            Expected::Datum(name, item, wanted) => {
                match self.item_now(name, *item).and_then(|item| inspection.datum(item)) {
                    Some(found) if found.is_like(wanted) => Ok(()),
                    Some(found) => {
                        let message = unlike(&self.shown(wanted), &self.shown(&found));
                        Err(format!("`{name}`: {message}"))
                    }
                    None => Err(format!(
                        "there is no `{name}` in the state `{}`",
                        self.state_name()
                    )),
                }
            }
            Expected::Offer {
                seat,
                actions,
                picks,
                is_offered,
            } => self.offers(*seat, actions, picks, *is_offered),
            Expected::Told(lines) => {
                let mut told = self.story.iter();
                let missing = lines
                    .iter()
                    .find(|line| !told.any(|told| told.contains(&line.what)));
                match missing {
                    None => Ok(()),
                    Some(line) => Err(unlike(&format!("`{}`", line.what), &quoted(&self.story))),
                }
            }
            Expected::Over(over) => same(&over_or_not(*over), &over_or_not(self.game.is_over())),
            Expected::Winners(seats) => {
                let result = self.game.result();
                let found = result.map(|result| result.winners.clone());
                let numbers = |seats: &[Seat]| {
                    let mut seats = seats.to_vec();
                    seats.sort_unstable();
                    let numbers: Vec<String> = seats.iter().map(|seat| seat.0.to_string()).collect();
                    format!("[{}]", numbers.join(", "))
                };
                let found = found.map_or("a game that goes on".to_owned(), |seats| numbers(&seats));
                same(&numbers(seats), &found)
            }
        }
    }

    /// The item of this name in the state that runs, where it is data of a state.
    fn item_now(&self, name: &str, item: Item) -> Option<Item> {
        let Item::State(_) = item else {
            return Some(item);
        };
        let program = &self.ruleset.program;
        let name = name.strip_prefix("state.")?;
        let data = &program.state(self.game.world.scene.state).data;
        let at = data.iter().position(|def| program.str(def.name) == name)?;
        Some(Item::State(at as u16))
    }

    fn offers(
        &self,
        seat: Seat,
        actions: &[ActionId],
        picks: &[Placed<Picked>],
        is_offered: bool,
    ) -> Result<(), String> {
        let decision = self.game.decision(seat);
        let all = decision.iter().flat_map(DecisionRef::actions);
        let offered: Vec<ActionId> = all.filter(|action| actions.contains(action)).collect();
        let Some((decision, first)) = decision.as_ref().zip(offered.first()) else {
            return match (is_offered, &decision) {
                (false, _) => Ok(()),
                (true, Some(decision)) => Err(self.not_offered(decision, actions)),
                (true, None) => {
                    let state = self.state_name();
                    Err(format!(
                        "seat {} has nothing to choose in the state `{state}`",
                        seat.0
                    ))
                }
            };
        };
        let has = |action: &ActionId, pick: &Placed<Picked>| {
            !candidates(&self.game, decision, *action, &pick.what).is_empty()
        };
        if is_offered {
            // Of several actions of one name, one has all of it.
            let is_whole = |action: &&ActionId| picks.iter().all(|pick| has(action, pick));
            let missing = picks.iter().find(|pick| !has(first, pick));
            return match (offered.iter().find(is_whole), missing) {
                (None, Some(pick)) => Err(self.not_a_candidate(decision, *first, &pick.what)),
                _ => Ok(()),
            };
        }
        if picks.is_empty() {
            let label = self.game.words().action_label(*first).unwrap_or_default();
            return Err(format!("`{label}` is offered"));
        }
        let is_there = |pick: &&Placed<Picked>| offered.iter().any(|action| has(action, pick));
        match picks.iter().find(is_there) {
            Some(pick) => Err(format!("{} can be picked", self.name_of(&pick.what))),
            None => Ok(()),
        }
    }

    /// A value as a test would write it.
    fn shown(&self, value: &Given) -> String {
        match value {
            Given::Nothing => "null".to_owned(),
            Given::Bool(truth) => truth.to_string(),
            Given::Int(n) => n.to_string(),
            Given::Float(n) => n.to_string(),
            Given::Text(text) => format!("\"{text}\""),
            Given::Seat(seat) => format!("seat {}", seat.0),
            Given::Card(card, _) => self.game.words().card_name(*card).unwrap_or_default(),
            Given::Zone(zone) => format!("\"{}\"", zone_text(self.ruleset, *zone).unwrap_or_default()),
            Given::List(items) => {
                let items: Vec<String> = items.iter().map(|item| self.shown(item)).collect();
                format!("[{}]", items.join(", "))
            }
        }
    }
}

/// Whether the reason for a refusal has the words that a step wants.
fn has_words(wanted: &Placed<Option<String>>, reason: &str) -> Result<(), Box<Diagnostic>> {
    match &wanted.what {
        Some(words) if !reason.contains(words) => {
            let words = format!("a refusal with `{words}`");
            Err(Box::new(failure(
                wanted.span,
                unlike(&words, &format!("`{reason}`")),
            )))
        }
        _ => Ok(()),
    }
}

/// Numbers that a test gives, then those of a generator.
struct Drawn<'n> {
    numbers: std::slice::Iter<'n, u32>,
    then: ChaCha8Rng,
    /// The first number that was too large, and how many there were.
    beyond: Option<(u32, u32)>,
}

impl Chance for Drawn<'_> {
    fn below(&mut self, n: u32) -> u32 {
        match self.numbers.next() {
            Some(number) => {
                if *number >= n {
                    self.beyond = self.beyond.or(Some((*number, n)));
                }
                *number
            }
            None => self.then.next_u32() % n.max(1),
        }
    }
}

fn same<T: PartialEq + Display + ?Sized>(wanted: &T, found: &T) -> Result<(), String> {
    match wanted == found {
        true => Ok(()),
        false => Err(unlike(wanted, found)),
    }
}

fn unlike(wanted: &(impl Display + ?Sized), found: &(impl Display + ?Sized)) -> String {
    format!("expected {wanted}, found {found}")
}

fn over_or_not(over: bool) -> String {
    String::from(if over {
        "a game that is over"
    } else {
        "a game that goes on"
    })
}

/// Names as a list for people.
fn quoted(names: &[String]) -> String {
    match names {
        [] => "none".to_owned(),
        names => names
            .iter()
            .map(|name| format!("`{name}`"))
            .collect::<Vec<_>>()
            .join(", "),
    }
}
