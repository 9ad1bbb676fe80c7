//! Reads a file of tests for a ruleset.

use super::expected::{OTHERS, expected, known, seats_and_entries, texts};
use super::fields::{
    Answer as AnswerField, Choose, Given as GivenField, Refused, SeatNumber, TEST, TESTS, Test, Tests,
};
use super::names::Names;
use super::{Answer, Case, Chosen, Does, Picked, Placed, Stand, Step};
use crate::text::diag::{Code, Diagnostics};
use crate::text::fields::read::{Items, Text};
use crate::text::json::{self, Node, Value};
use crate::text::source::{FileId, Sources, Span};
use cardable_engine::ids::{SeatSet, StateId};
use cardable_engine::{InZone, Laid, OptionValue, Position, Ruleset, Seed, Setup};

/// The tests of a file, as far as they can be read. What is wrong with it goes to the problems.
pub fn read(ruleset: &Ruleset, file: FileId, sources: &Sources, diags: &mut Diagnostics) -> Vec<Case> {
    let text = sources.file_text(file);
    let root = json::parse(file, &text, diags);
    if diags.has_errors() {
        return Vec::new();
    }
    let tests = Tests { node: &root };
    let within: Vec<Span> = tests.tests().into_iter().map(|test| test.node.span).collect();
    let mut found = Diagnostics::new();
    TESTS.check(&root, &mut found);
    // What is wrong with a test is told of it alone.
    let is_of_test = |span: Span| {
        within
            .iter()
            .any(|test| test.start <= span.start && span.end <= test.end)
    };
    for problem in found.sorted() {
        if !problem.span.is_some_and(is_of_test) {
            diags.push(problem.clone());
        }
    }
    if diags.has_errors() {
        return Vec::new();
    }
    if tests.tests().is_empty() {
        let help = "write a test: where the game stands, what seats choose, and what is so then";
        diags.error(
            Code::TestSetUp,
            root.span,
            "there are no tests in this file",
            help,
        );
    }
    let tests = tests.tests().into_iter();
    tests.map(|test| read_case(ruleset, test)).collect()
}

/// A test. What is wrong with what it says fails it alone: the others of the file run.
fn read_case(ruleset: &Ruleset, test: Test<'_>) -> Case {
    let mut diags = Diagnostics::new();
    TEST.check(test.node, &mut diags);
    let read = match diags.has_errors() {
        true => None,
        false => case(ruleset, test, &mut diags),
    };
    let named = test.name();
    let name = named.and_then(|name| name.value);
    let unread = || Case {
        name: name.map_or_else(|| "a test without a name".to_owned(), |name| name.to_string()),
        span: named.map_or(test.node.span, |name| name.span()),
        setup: Setup::default(),
        chosen: Chosen::default(),
        seed: Seed::from(0),
        given: None,
        steps: Vec::new(),
        expected: Vec::new(),
        problems: Vec::new(),
    };
    let problems = diags.sorted().into_iter().cloned().collect();
    Case {
        problems,
        ..read.unwrap_or_else(unread)
    }
}

fn case(ruleset: &Ruleset, test: Test<'_>, diags: &mut Diagnostics) -> Option<Case> {
    let given = test.given().and_then(|given| Some((given.value?, given.span())));
    let seats = given.and_then(|(given, _)| given.seats());
    let allowed = ruleset.seats();
    let count = match &seats {
        Some(seats) => {
            let count = usize::from(seats.value?);
            if !allowed.contains(&count) {
                let (least, most) = (allowed.start(), allowed.end());
                let message = format!("`{}` is for {least} to {most} seats, not {count}", ruleset.name());
                diags.error(Code::TestSetUp, seats.span(), message, "give it so many");
                return None;
            }
            count
        }
        None => *allowed.start(),
    };
    let names = Names {
        ruleset,
        seats: count,
    };
    let mut setup = Setup::seats(count);
    let mut places = Chosen::default();
    let mut seed = Seed::from(0);
    let mut stand = None;
    if let Some((given, span)) = given {
        seed = Seed::from(given.seed().unwrap_or_default());
        setup.teams = given.teams().into_iter().collect();
        setup.roles = given.roles().into_iter().map(|role| role.to_string()).collect();
        let span_of = |field: &str| given.node.get(field).map(|node| node.span);
        (places.teams, places.roles) = (span_of("teams"), span_of("roles"));
        for (member, node) in given.options() {
            if let Some(value) = option_value(node, diags) {
                let spans = (member.key_span, node.span);
                places.options.insert(member.key.to_string(), spans);
                setup.options.insert(member.key.to_string(), value);
            }
        }
        stand = positioned(given).then(|| stood(&names, given, span, diags));
    }
    let state = stand.as_ref().and_then(|stand| stand.position.state);
    let name = test.name()?;
    let steps = test.choose().into_iter();
    Some(Case {
        name: name.value?.to_string(),
        span: name.span(),
        setup,
        chosen: places,
        seed,
        given: stand,
        steps: steps
            .filter_map(|step| chosen(&names, step, state, diags))
            .collect(),
        expected: expected(
            &names,
            test.expect().and_then(|expect| expect.value),
            state,
            diags,
        ),
        problems: Vec::new(),
    })
}

/// Whether more is given than how a game begins.
fn positioned(given: GivenField<'_>) -> bool {
    let fields = [
        "state",
        "enters",
        "turn",
        "formed_teams",
        "zones",
        "face_down",
        "data",
        "knows",
    ];
    fields.iter().any(|field| given.node.get(field).is_some())
}

fn option_value(node: &Node, diags: &mut Diagnostics) -> Option<OptionValue> {
    match &node.value {
        Value::Bool(truth) => Some(OptionValue::Bool(*truth)),
        Value::Number(json::Number::Int(n)) => Some(OptionValue::Int(*n)),
        Value::Number(json::Number::Float(n)) => Some(OptionValue::Float(*n)),
        Value::String(text) => Some(OptionValue::Text(text.to_string())),
        Value::Invalid => None,
        Value::Null | Value::Array(_) | Value::Object(_) => {
            let message = format!(
                "an option is true or false, a number or a text, not {}",
                node.kind()
            );
            let help = match node.value {
                Value::Null => "leave it out, and it is what it is when nobody chooses",
                _ => "write one value that the option can be",
            };
            diags.error(Code::WrongType, node.span, message, help);
            None
        }
    }
}

fn stood(names: &Names<'_>, given: GivenField<'_>, span: Span, diags: &mut Diagnostics) -> Stand {
    let mut stand = Stand {
        position: Position::default(),
        span,
        zones: Vec::new(),
        data: Vec::new(),
        knows: Vec::new(),
        turn: given.turn().map(|turn| turn.span()),
        teams: given.formed_teams().map(|teams| teams.span()),
    };
    let position = &mut stand.position;
    position.state = given
        .state()
        .and_then(|state| names.state(state.value?.as_str(), state.span(), diags));
    position.enters = given.enters().unwrap_or_default();
    position.turn = given
        .turn()
        .and_then(|turn| names.seat(turn.value?, turn.span(), diags));
    if let Some(teams) = given.formed_teams() {
        let seats = |team: Items<'_, SeatNumber>, diags: &mut Diagnostics| -> SeatSet {
            team.into_iter()
                .filter_map(|seat| names.seat(seat, teams.span(), diags))
                .collect()
        };
        let formed = teams.value.into_iter().flatten();
        position.teams = formed.map(|team| seats(team, diags)).collect();
    }
    let mut face_down = Vec::new();
    for name in given.face_down() {
        face_down.extend(
            name.value
                .and_then(|text| names.zone(text.as_str(), name.span(), diags)),
        );
    }
    for (member, cards) in given.zones() {
        let Some(zone) = names.zone(&member.key, member.key_span, diags) else {
            continue;
        };
        let mut laid = Laid::open(zone, []);
        laid.face_down = face_down.contains(&zone);
        let mut spans = Vec::new();
        for card in cards.value.into_iter().flatten() {
            match card.value.map(Text::as_str) {
                Some(OTHERS) if laid.others.is_some() => {
                    let help = "say once among the cards of a zone where the others lie";
                    diags.error(
                        Code::TestSetUp,
                        card.span(),
                        "`...` stands here a second time",
                        help,
                    );
                }
                Some(OTHERS) => laid.others = Some(laid.cards.len()),
                Some(text) => {
                    laid.cards.extend(names.card(text, card.span(), diags));
                    spans.push(card.span());
                }
                None => {}
            }
        }
        position.zones.push(laid);
        stand.zones.push((member.key_span, spans));
    }
    for name in given.face_down() {
        let zone = name
            .value
            .and_then(|text| names.zone(text.as_str(), name.span(), diags));
        if zone.is_some_and(|zone| position.zones.iter().all(|laid| laid.zone != zone)) {
            let help = "name its cards in `zones`";
            diags.error(
                Code::TestSetUp,
                name.span(),
                "no cards of this zone are named",
                help,
            );
        }
    }
    let state = position.state;
    for (member, value) in given.data() {
        let found = names.datum(&member.key, state, member.key_span, diags);
        let Some((item, def)) = found else { continue };
        if def.computed.is_some() {
            let help = "give the cards and data that it follows from";
            let message = format!("`{}` is always worked out", member.key);
            diags.error(Code::TestSetUp, member.key_span, message, help);
            continue;
        }
        if let Some(value) = value.value.and_then(|node| names.value(node, def.ty, diags)) {
            names.check_domain(def, &value, (&member.key, value_span(member)), diags);
            position.data.push((item, value));
            stand.data.push(value_span(member));
        }
    }
    for knows in given.knows() {
        for (card, span) in known(names, knows, diags) {
            position.knows.push(card);
            stand.knows.push(span);
        }
    }
    stand
}

fn value_span(member: &json::Member) -> Span {
    member.value.span
}

fn chosen(
    names: &Names<'_>,
    choose: Choose<'_>,
    state: Option<StateId>,
    diags: &mut Diagnostics,
) -> Option<Step> {
    let span = choose.node.span;
    let seat = match choose.seat() {
        Some(seat) => Some(names.seat(seat.value?, seat.span(), diags)?),
        None => None,
    };
    let action = choose
        .action()
        .and_then(|action| Some((action.value?, action.span())));
    let ways = [
        action.is_some(),
        choose.answer().is_some(),
        choose.passes() == Some(true),
        choose.times_out() == Some(true),
    ];
    if ways.iter().filter(|way| **way).count() != 1 {
        let help = "write one of `action`, `answer`, `passes` and `times_out`";
        diags.error(
            Code::TestSetUp,
            span,
            "this does not say what the seat chooses",
            help,
        );
        return None;
    }
    if choose.draws().is_given() && choose.times_out() == Some(true) {
        let help = "leave `draws` out: the seed decides what chance gives when time runs out";
        diags.error(
            Code::TestSetUp,
            span,
            "`draws` cannot be given where time runs out",
            help,
        );
    }
    if let Some(refused) = choose.refused()
        && let Some(Refused::With(words)) = refused.value
        && words.is_empty()
    {
        let help = "write words of the reason that a player reads, or `true` for any refusal";
        diags.error(
            Code::TestSetUp,
            refused.span(),
            "every reason has these words",
            help,
        );
    }
    let does = match (action, choose.answer()) {
        (Some((action, at)), _) => Does::Acts {
            actions: names.actions(action.as_str(), at, diags),
            picks: picked(names, choose, diags),
        },
        (None, Some(answer)) => match answer.value? {
            AnswerField::Number(number) => {
                let Some(whole) = number.as_i64() else {
                    let help = "write a number without a fraction, or the text of an entry";
                    diags.error(
                        Code::WrongType,
                        answer.span(),
                        "questions ask for whole numbers",
                        help,
                    );
                    return None;
                };
                Does::Answers(Answer::Number(whole))
            }
            AnswerField::Truth(truth) => Does::Answers(Answer::Number(i64::from(truth))),
            AnswerField::Entries(entries) => Does::Answers(Answer::Entries(texts(entries))),
        },
        (None, None) if choose.passes() == Some(true) => Does::Passes,
        (None, None) => Does::TimesOut,
    };
    Some(Step {
        span,
        seat,
        does,
        draws: choose.draws().into_iter().collect(),
        refused: choose.refused().and_then(|refused| {
            let what = match refused.value? {
                Refused::Any(true) => None,
                Refused::Any(false) => return None,
                Refused::With(words) => Some(words.to_string()),
            };
            Some(Placed {
                span: refused.span(),
                what,
            })
        }),
        expected: expected(
            names,
            choose.expect().and_then(|expect| expect.value),
            state,
            diags,
        ),
    })
}

fn picked(names: &Names<'_>, choose: Choose<'_>, diags: &mut Diagnostics) -> Vec<Placed<Picked>> {
    let mut picks = Vec::new();
    let zone = choose
        .zone()
        .and_then(|zone| names.zone(zone.value?.as_str(), zone.span(), diags));
    if let Some(at) = choose.zone()
        && choose.cards().is_empty()
    {
        let help = "name the cards that lie there, or the zones that are picked as `zones`";
        diags.error(
            Code::TestSetUp,
            at.span(),
            "`zone` says where `cards` lie, and there are none",
            help,
        );
    }
    for card in choose.cards() {
        let span = card.span();
        let Some(text) = card.value.map(Text::as_str) else {
            continue;
        };
        let what = names.picked(text, zone.map(InZone::any), span, diags);
        picks.extend(what.map(|what| Placed { span, what }));
    }
    for zone in choose.zones() {
        let found = zone
            .value
            .and_then(|text| names.zone(text.as_str(), zone.span(), diags));
        picks.extend(found.map(|found| Placed {
            span: zone.span(),
            what: Picked::Zone(found),
        }));
    }
    picks.extend(seats_and_entries(
        names,
        choose.node,
        choose.seats().into_iter(),
        choose.options(),
        diags,
    ));
    picks
}
