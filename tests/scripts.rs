//! Scripts, without a language: what they may do to a game, what they may not, and how they go on
//! after a question. Functions are Rust (`RustScripts`); the language's own tests are its crate's.

use cardable_core::View;
use cardable_core::content::{ContentPath, Files, MemoryFiles};
use cardable_core::diag::Severity;
use cardable_core::testing::{Hands, LAWS, Opening, RustScripts, Subject, random_game};
use cardable_core::value::Value;
use cardable_core::view::Datum;
use cardable_core::{Choice, Game, Loader, NotApplied, Ruleset, Seat, Seed, Setup, Viewer};
use cardable_engine::script::{Crossed, ErrorKind, ScriptLimits, ScriptStop, Transition};
use std::sync::atomic::{AtomicU32, Ordering};

// --- functions

fn int(value: Value) -> i64 {
    match value {
        Value::Int(n) => n,
        _ => -1,
    }
}

/// Draws a card, asks for a bid, then draws so many.
fn bid(h: &mut Hands<'_>, _: &[Value]) -> Crossed<Value> {
    let (deck, hand) = (h.zone("deck")?, h.zone("hand")?);
    if h.table.count(deck)? == 0 {
        return Ok(Value::Nothing);
    }
    h.table.trace("bidding");
    let me = h.table.player().map_or(Value::Nothing, Value::Seat);
    h.call("draw_card", &[me, deck, hand])?;
    let before = int(h.get("globals.bids")?);
    h.set("globals.bids", Value::Int(before + 1))?;
    let luck = h.table.random(6)?;
    h.set("player.luck", Value::Int(luck.into()))?;
    let number = h.call("prompt_number", &[Value::Int(0), Value::Int(2)])?;
    h.set("player.bid", number)?;
    let more = h.call("prompt_confirm", &[])?;
    if more == Value::Bool(true) {
        for _ in 0..int(number).min(h.table.count(deck)? as i64) {
            h.call("draw_card", &[me, deck, hand])?;
        }
    }
    let again = int(h.get("globals.bids")?);
    h.set("globals.seen", Value::Int(again))?;
    Ok(Value::Nothing)
}

/// Lays a state over the running one and keeps what it pops with.
fn challenge(h: &mut Hands<'_>, _: &[Value]) -> Crossed<Value> {
    let name = h.text("challenged")?;
    let stake = int(h.get("globals.bids")?);
    let won = h.call("state_push", &[name, Value::Int(stake)])?;
    h.set("globals.won", won)?;
    Ok(Value::Nothing)
}

fn yield_up(h: &mut Hands<'_>, _: &[Value]) -> Crossed<Value> {
    let stake = h.get("state.stake")?;
    h.call("state_pop", &[stake])
}

/// Asks everybody, then goes where most want to.
fn ask_all(h: &mut Hands<'_>, _: &[Value]) -> Crossed<Value> {
    let everybody = h.call("nondismissed_players", &[])?;
    let answers = h.ask(everybody, "prompt_confirm", &[])?;
    let yes = h.table.items(answers)?;
    let yes = yes.iter().filter(|a| **a == Value::Bool(true)).count();
    h.set("globals.won", Value::Int(yes as i64))?;
    if yes == 0 {
        let next = h.text("play")?;
        h.call("state_transition", &[next])?;
        // Nothing after a transition is done.
        h.set("globals.won", Value::Int(99))?;
    }
    Ok(Value::Nothing)
}

/// What fails is caught, and has done nothing.
fn careful(h: &mut Hands<'_>, _: &[Value]) -> Crossed<Value> {
    let (deck, hand) = (h.zone("deck")?, h.zone("hand")?);
    if h.table.count(deck)? == 0 {
        return Ok(Value::Nothing);
    }
    let me = h.table.player().map_or(Value::Nothing, Value::Seat);
    h.call("draw_card", &[me, deck, hand])?;
    let many = h.call("draw_cards", &[me, Value::Int(12), deck, hand]);
    let kind = match many.map_err(|stop| *stop) {
        Err(ScriptStop::Error(error)) => error.kind.name(),
        Err(ScriptStop::Stop) => "stop",
        Ok(_) => "ok",
    };
    let text = h.text(kind)?;
    h.set("globals.note", text)?;
    h.call("prompt_confirm", &[])?;
    Ok(Value::Nothing)
}

static ROUNDS: AtomicU32 = AtomicU32::new(0);

/// Does something else every time: no language that keeps its promises can.
fn fickle(h: &mut Hands<'_>, _: &[Value]) -> Crossed<Value> {
    let n = ROUNDS.fetch_add(1, Ordering::Relaxed);
    h.call("prompt_number", &[Value::Int(0), Value::Int(i64::from(n))])
}

fn endless(h: &mut Hands<'_>, _: &[Value]) -> Crossed<Value> {
    loop {
        h.work(1_000)?;
    }
}

fn greedy(h: &mut Hands<'_>, _: &[Value]) -> Crossed<Value> {
    // Catches everything and goes on, as a script must not be able to.
    for _ in 0..10_000_000_u32 {
        if h.get("globals.bids").is_err() && h.get("globals.bids").is_err() {
            break;
        }
    }
    h.set("globals.bids", Value::Int(77)).ok();
    Ok(Value::Nothing)
}

fn quit(h: &mut Hands<'_>, _: &[Value]) -> Crossed<Value> {
    h.call("end_game", &[])
}

fn few_bids(h: &mut Hands<'_>, _: &[Value]) -> Crossed<Value> {
    let n = int(h.get("globals.bids")?);
    Ok(Value::Bool(n < 6))
}

/// Legal are the cards that are worth more than the last bid.
fn is_high(h: &mut Hands<'_>, args: &[Value]) -> Crossed<Value> {
    let Some(Value::Card(card)) = args.first() else {
        return Ok(Value::Bool(false));
    };
    let at = h
        .names
        .attributes
        .iter()
        .position(|a| a.name == "value")
        .expect("cards have values");
    let worth = int(h.table.attribute(*card, at as u16)?);
    Ok(Value::Bool(worth > 2))
}

/// Peeks at what the seat cannot see.
fn top_is_high(h: &mut Hands<'_>, _: &[Value]) -> Crossed<Value> {
    let deck = h.zone("deck")?;
    let cards = h.table.items(deck)?;
    let top = cards.last().copied().unwrap_or_default();
    is_high(h, &[top])
}

fn secret_is_one(h: &mut Hands<'_>, _: &[Value]) -> Crossed<Value> {
    let secret = h.get("globals.secret")?;
    Ok(Value::Bool(secret == Value::Int(1)))
}

/// The worth of some cards, twice.
fn worth(h: &mut Hands<'_>, args: &[Value]) -> Crossed<Value> {
    let zone = args.first().copied().unwrap_or_default();
    let n = h.table.count(zone)? as i64;
    Ok(Value::Int(n * args.get(1).map_or(1, |by| int(*by))))
}

fn take(h: &mut Hands<'_>, args: &[Value]) -> Crossed<Value> {
    let [seat, count] = args else {
        return Ok(Value::Nothing);
    };
    let Value::Seat(seat) = *seat else {
        return Ok(Value::Nothing);
    };
    let deck = h.zone("deck")?;
    let hand = h.zone_of(Some(seat), "hand")?;
    h.call("draw_cards", &[Value::Seat(seat), *count, deck, hand])
}

fn wrong_result(_: &mut Hands<'_>, _: &[Value]) -> Crossed<Value> {
    Ok(Value::Card(cardable_core::ids::CardId(60_000)))
}

fn act_in_condition(h: &mut Hands<'_>, _: &[Value]) -> Crossed<Value> {
    h.set("globals.bids", Value::Int(5))?;
    Ok(Value::Bool(true))
}

fn raise(h: &mut Hands<'_>, args: &[Value]) -> Crossed<Value> {
    let by = args.first().copied().unwrap_or_default();
    let own = h.get("action.by")?;
    assert_eq!(by, own, "a parameter is also `$action`'s");
    let now = int(h.get("globals.bids")?);
    h.set("globals.bids", Value::Int(now + int(by)))?;
    h.set("action.kept", by)?;
    let kept = h.get("action.kept")?;
    h.set("globals.seen", kept)?;
    Ok(Value::Nothing)
}

fn leave(h: &mut Hands<'_>, _: &[Value]) -> Crossed<Value> {
    let state = h.text("alone")?;
    let me = h.table.player().map_or(Value::Nothing, Value::Seat);
    h.table.transition(&Transition {
        state,
        args: &[],
        who: me,
        new_scene: true,
    })?;
    Ok(Value::Nothing)
}

static SCRIPTS: RustScripts = RustScripts {
    functions: &[
        ("bid", bid),
        ("challenge", challenge),
        ("yield_up", yield_up),
        ("ask_all", ask_all),
        ("careful", careful),
        ("fickle", fickle),
        ("endless", endless),
        ("greedy", greedy),
        ("quit", quit),
        ("few_bids", few_bids),
        ("is_high", is_high),
        ("top_is_high", top_is_high),
        ("secret_is_one", secret_is_one),
        ("worth", worth),
        ("take", take),
        ("wrong_result", wrong_result),
        ("act_in_condition", act_in_condition),
        ("raise", raise),
        ("leave", leave),
    ],
};

// --- a ruleset

const HEAD: &str = r#"
    cardset: {
        set_name: "six", cards: [
            { card_name: "A", card_id: 0, card_value: 1 }, { card_name: "B", card_id: 1, card_value: 2 },
            { card_name: "C", card_id: 2, card_value: 3 }, { card_name: "D", card_id: 3, card_value: 4 },
        ],
    },
    deck: { deck_name: "twelve", cardset: "six", content: [0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3] },
"#;

/// A ruleset whose script has some functions, with further fields and the actions of `play`.
fn text(functions: &[&str], more: &str, actions: &str) -> String {
    let lines: Vec<String> = functions.iter().map(|f| format!("\"{f}\"")).collect();
    r#"{ HEAD
        ruleset: {
            ruleset_name: "Scripted", min_players: 2, max_players: 3, decks: "twelve",
            script: [LINES],
            MORE
            game_area: {
                shared_zones: [{ name: "deck", order: "shuffled", zone_visibility: "none", decks: "twelve" }, { name: "pile" }],
                player_zones: [{ name: "hand", zone_visibility: "owner", order: "any" }],
            },
            global_data: [
                { key: "bids", value: 0 }, { key: "seen", value: 0 }, { key: "won", type: "any" },
                { key: "note", type: "string" }, { key: "secret", value: 1, visible_to: "none", domain: [1, 2] },
                { key: "fixed", value: 3, const: true },
            ],
            player_data: [{ key: "bid", value: 0 }, { key: "luck", value: 0, visible_to: "owner", domain: [0, 1] }],
            game_state: [
                { state_name: "play", state_type: "concurrent", turn: "until_end_turn", actions: [ACTIONS] },
                { state_name: "challenged", state_type: "concurrent", state_params: [{ key: "stake", type: "number" }], actions: [
                    { action_name: "yield", type: "button", primitives: "state_pop($state.stake)" },
                ] },
                { state_name: "alone", state_type: "concurrent", actions: [
                    { action_name: "back", type: "button", primitives: "end_game()" },
                ] },
            ],
        },
    }"#
    .replace("HEAD", HEAD)
    .replace("LINES", &lines.join(", "))
    .replace("MORE", more)
    .replace("ACTIONS", actions)
}

fn load(functions: &[&str], more: &str, actions: &str) -> Ruleset {
    let checked = Loader::new()
        .scripts(&SCRIPTS)
        .check_text("r.json", &text(functions, more, actions));
    let reports: Vec<String> = checked.reports().iter().map(ToString::to_string).collect();
    checked.ruleset.unwrap_or_else(|| panic!("{reports:#?}"))
}

fn problems(functions: &[&str], more: &str, actions: &str) -> Vec<String> {
    let checked = Loader::new()
        .scripts(&SCRIPTS)
        .check_text("r.json", &text(functions, more, actions));
    checked.reports().iter().map(ToString::to_string).collect()
}

fn begin(ruleset: &Ruleset, seats: usize) -> Game {
    Game::new(ruleset, &Setup::seats(seats), Seed::from(5))
        .unwrap_or_else(|e| panic!("{e}"))
        .with_events()
}

fn choice(game: &Game, seat: u8, label: &str) -> Option<Choice> {
    let rules = game.ruleset();
    let decision = game.decision(Seat(seat))?;
    (0..decision.count().get())
        .filter_map(|n| decision.nth(n))
        .find(|c| matches!(c, Choice::Act { action, .. } if rules.words().action_label(*action).unwrap_or_default() == label))
}

fn try_press(game: &mut Game, seat: u8, label: &str) -> Result<(), NotApplied> {
    let choice = choice(game, seat, label).unwrap_or_else(|| panic!("{label} is not offered"));
    game.submit(Seat(seat), &choice)
}

fn press(game: &mut Game, seat: u8, label: &str) {
    try_press(game, seat, label).unwrap_or_else(|e| panic!("{label}: {e}"));
}

/// Answers with the choice of that place.
fn answer(game: &mut Game, seat: u8, nth: u64) {
    let decision = game
        .decision(Seat(seat))
        .unwrap_or_else(|| panic!("seat {seat} is asked"));
    let choice = decision.nth(nth).expect("there is such an answer");
    game.submit(Seat(seat), &choice).unwrap_or_else(|e| panic!("{e}"));
}

fn global(game: &Game, name: &str) -> Datum {
    let view: View = game.view(Viewer::Omniscient);
    let at = ["bids", "seen", "won", "note", "secret", "fixed"]
        .iter()
        .position(|n| *n == name);
    view.globals[at.expect("there is such data")].clone()
}

fn hand(game: &Game, seat: u8) -> usize {
    let zone = game.ruleset().seat_zone("hand", Seat(seat)).expect("a hand");
    game.view(Viewer::Omniscient).zones[zone.index()].cards.len()
}

fn saved(game: &Game) -> Game {
    let again = Game::restore(&game.ruleset(), &game.save()).unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(again.save(), game.save());
    again.with_events()
}

const BID: &str = r#"{ action_name: "bid", type: "button", function: "bid" },"#;

#[test]
fn a_function_goes_on_where_it_asked_and_does_nothing_twice() {
    let rules = load(&["bid"], "", BID);
    let mut game = begin(&rules, 2);
    press(&mut game, 0, "bid");
    assert_eq!(hand(&game, 0), 1, "what it did before the question stands");
    assert_eq!(global(&game, "bids"), Datum::Int(1));
    assert_eq!(game.inspect(Viewer::Omniscient).printed().len(), 1);
    assert!(game.inspect(Viewer::Spectator).printed().is_empty());
    // Somebody else plays meanwhile, and both wait in the same function.
    press(&mut game, 1, "bid");
    assert_eq!(global(&game, "bids"), Datum::Int(2));
    let mut other = saved(&game);
    for game in [&mut game, &mut other] {
        answer(game, 0, 2);
        assert!(
            game.inspect(Viewer::Omniscient).printed().is_empty(),
            "nothing is printed twice"
        );
        assert_eq!(hand(game, 0), 1);
        assert_eq!(
            global(game, "bids"),
            Datum::Int(2),
            "what it counted, it counted once"
        );
        answer(game, 1, 0);
        answer(game, 0, 1);
        assert_eq!(hand(game, 0), 3);
        assert_eq!(
            global(game, "seen"),
            Datum::Int(2),
            "what it reads afterwards is as it is now"
        );
        answer(game, 1, 1);
        assert_eq!(hand(game, 1), 1);
    }
    assert_eq!(game.save(), other.save());
}

#[test]
fn a_state_that_is_pushed_gives_its_value_to_the_function() {
    let actions = r#"{ action_name: "challenge", type: "button", function: "challenge" }, { action_name: "bid", type: "button", function: "bid" }"#;
    let rules = load(&["challenge", "bid"], "", actions);
    let mut game = begin(&rules, 2);
    press(&mut game, 1, "bid");
    press(&mut game, 0, "challenge");
    let mut game = saved(&game);
    press(&mut game, 0, "yield");
    assert_eq!(global(&game, "won"), Datum::Int(1));
}

#[test]
fn several_are_asked_and_a_transition_ends_the_function() {
    let actions = r#"{ action_name: "ask", type: "button", function: "ask_all" },"#;
    let rules = load(&["ask_all"], "", actions);
    for (answers, won) in [([1, 1], Datum::Int(2)), ([0, 0], Datum::Int(0))] {
        let mut game = begin(&rules, 2);
        press(&mut game, 0, "ask");
        answer(&mut game, 1, answers[1]);
        let mut game = saved(&game);
        answer(&mut game, 0, answers[0]);
        assert_eq!(global(&game, "won"), won);
    }
}

#[test]
fn an_error_that_is_caught_has_done_nothing_and_is_remembered() {
    let actions = r#"{ action_name: "try", type: "button", function: "careful" },"#;
    let rules = load(&["careful"], "", actions);
    let mut game = begin(&rules, 2);
    press(&mut game, 0, "try");
    assert_eq!(hand(&game, 0), 1);
    assert_eq!(global(&game, "note"), Datum::Written("not_enough_cards".into()));
    let mut game = saved(&game);
    answer(&mut game, 0, 0);
    assert_eq!(hand(&game, 0), 1);
}

#[test]
fn a_script_that_does_something_else_the_second_time_is_a_fault() {
    let actions = r#"{ action_name: "go", type: "button", function: "fickle" },"#;
    let rules = load(&["fickle"], "", actions);
    let mut game = begin(&rules, 2);
    press(&mut game, 0, "go");
    let before = game.save();
    let choice = game
        .decision(Seat(0))
        .and_then(|d| d.nth(0))
        .expect("it is asked");
    let Err(NotApplied::Faulted(report)) = game.submit(Seat(0), &choice) else {
        panic!("it faults");
    };
    assert!(report.message.contains("something else"), "{report}");
    assert_eq!(game.save(), before);
}

#[test]
fn what_runs_without_end_is_stopped_and_leaves_nothing() {
    for function in ["endless", "greedy"] {
        let actions = format!("{{ action_name: \"go\", type: \"button\", function: \"{function}\" }},");
        let rules = load(&[function], "", &actions);
        let mut game = begin(&rules, 2);
        let before = game.save();
        let Err(NotApplied::Faulted(report)) = try_press(&mut game, 0, "go") else {
            panic!("{function} is stopped");
        };
        assert!(!report.message.is_empty());
        assert_eq!(game.save(), before);
    }
}

#[test]
fn limits_are_the_rulesets_and_no_more_than_the_program_allows() {
    fn ticks(h: &mut Hands<'_>, _: &[Value]) -> Crossed<Value> {
        h.work(900)?;
        Ok(Value::Nothing)
    }
    static SCRIPTS: RustScripts = RustScripts {
        functions: &[("ticks", ticks)],
    };
    let text = |limits: &str| {
        text(
            &["ticks"],
            limits,
            r#"{ action_name: "go", type: "button", function: "ticks" },"#,
        )
    };
    let small = ScriptLimits {
        ticks: 500,
        memory: 1 << 20,
    };
    for (limits, cap, fine) in [
        ("", ScriptLimits::CAP, true),
        ("script_limits: { ticks: 500 },", ScriptLimits::CAP, false),
        ("script_limits: { ticks: 1000 },", ScriptLimits::CAP, true),
        ("script_limits: { ticks: 1000 },", small, false),
        ("", small, false),
    ] {
        let checked = Loader::new()
            .scripts(&SCRIPTS)
            .script_cap(cap)
            .check_text("r.json", &text(limits));
        let mut game = begin(&checked.ruleset.expect("it checks"), 2);
        assert_eq!(try_press(&mut game, 0, "go").is_ok(), fine, "{limits} {cap:?}");
    }
}

#[test]
fn functions_are_conditions_and_primitives() {
    let more = r#"defined_primitives: [
        { name: "worth_of", doc: "What a zone is worth.", params: [{ key: "zone", type: "zone" }, { key: "by", type: "integer", optional: true }], result: "number", function: "worth" },
        { name: "take_some", params: [{ key: "seat", type: "each_seat" }, { key: "count", type: "integer" }], function: "take" },
    ],"#;
    let actions = r#"
        { action_name: "go", type: "button", condition: { function: "few_bids" }, primitives: [
            "take_some(all, 1 + worth_of(pile))", { endpoint: "take_some()", params: ["$player", 2] },
            "set($globals.bids, worth_of($player.hand, 2))",
        ] },
        { action_name: "play", type: "hand_pick", legal: { function: "is_high" }, primitives: "place_card($action.hand_pick, pile)" },
        { action_name: "raise", action_ref: "raises", params: [4] },
    "#;
    let more = format!(
        r#"{more} defined_actions: {{ ref_id: "raises", type: "button", ref_params: {{ key: "by", type: "number" }}, action_data: {{ key: "kept", type: "number" }}, function: "raise" }},"#
    );
    let rules = load(&["worth", "take", "few_bids", "is_high", "raise"], &more, actions);
    let mut game = begin(&rules, 2);
    press(&mut game, 0, "raise");
    assert_eq!(global(&game, "bids"), Datum::Int(4));
    assert_eq!(global(&game, "seen"), Datum::Int(4));
    press(&mut game, 0, "go");
    assert_eq!((hand(&game, 0), hand(&game, 1)), (3, 1));
    assert_eq!(global(&game, "bids"), Datum::Int(6));
    assert!(choice(&game, 0, "go").is_none(), "the condition does not hold");
}

#[test]
fn what_a_seat_reads_depends_on_what_it_sees() {
    let condition = |function: &str, more: &str| {
        let actions = format!(
            "{{ action_name: \"go\", type: \"button\", condition: {{ function: \"{function}\" }}, {more} primitives: [] }}, {{ action_name: \"wait\", type: \"button\", primitives: [] }}"
        );
        load(&[function], "", &actions)
    };
    // A face that the seat does not see: the condition does not hold.
    let game = begin(&condition("top_is_high", ""), 2);
    assert!(choice(&game, 0, "go").is_none());
    // Data that it never sees is a mistake, unless the author says so.
    let text = text(
        &["secret_is_one"],
        "",
        r#"{ action_name: "go", type: "button", condition: { function: "secret_is_one" }, primitives: [] }, { action_name: "wait", type: "button", primitives: [] }"#,
    );
    let checked = Loader::new().scripts(&SCRIPTS).check_text("r.json", &text);
    let begun = Game::new(
        &checked.ruleset.expect("it checks"),
        &Setup::seats(2),
        Seed::from(5),
    );
    assert!(begun.is_err());
    let game = begin(&condition("secret_is_one", "reveals: true,"), 2);
    assert!(choice(&game, 0, "go").is_some());
}

#[test]
fn mistakes_are_told_when_the_ruleset_is_checked() {
    let go = |fields: &str| format!("{{ action_name: \"go\", type: \"button\", {fields} }},");
    for (functions, more, actions, wanted) in [
        (
            &["bid"][..],
            "",
            go("function: \"nope\""),
            "the script has no function `nope`",
        ),
        (
            &["unheard"][..],
            "",
            go("primitives: []"),
            "there is no function `unheard`",
        ),
        (
            &["bid"][..],
            "",
            go("function: \"bid\", primitives: []"),
            "an action has steps or a function, not both",
        ),
        (
            &["worth"][..],
            "defined_primitives: { name: \"draw_card\", function: \"worth\" },",
            go("primitives: []"),
            "there is a primitive `draw_card` already",
        ),
        (
            &["worth"][..],
            "defined_primitives: { name: \"w\", params: { key: \"zone\", type: \"zone\" }, result: \"number\", function: \"worth\" },",
            go("primitives: \"set($globals.bids, w(3))\""),
            "`zone` of `w` takes a zone, found a number",
        ),
        (
            &["worth"][..],
            "defined_primitives: { name: \"w\", params: { key: \"zone\", type: \"zone\" }, result: \"number\", function: \"worth\" },",
            go("primitives: \"set($globals.bids, w())\""),
            "`w` takes 1 parameter, found 0",
        ),
        (
            &["take"][..],
            "defined_primitives: { name: \"t\", function: \"take\" },",
            go("condition: \"t()\", primitives: []"),
            "`t` acts and has no value",
        ),
        (
            &["bid"][..],
            "",
            go("sealed: true, function: \"bid\""),
            "its function may ask something",
        ),
    ] {
        let found = problems(functions, more, &actions);
        assert!(found.iter().any(|p| p.contains(wanted)), "{wanted}: {found:#?}");
    }
}

/// It is the only error, at the script: that nothing is known of its functions follows from it.
#[test]
fn without_an_engine_a_script_is_an_error() {
    let own = text(&["bid"], "", BID);
    let mut told = vec![("own".to_owned(), Loader::new().check_text("r.json", &own))];
    for name in ["gin-rummy", "skullable-luau"] {
        let path = ContentPath::new(name).expect("a path");
        let roots: [&dyn Files; 1] = [cardable_rulesets::files()];
        let loader = Loader::new().roots(&roots);
        told.push((name.to_owned(), loader.check_files(roots[0], &path)));
    }
    for (name, checked) in told {
        assert!(checked.ruleset.is_none(), "{name}");
        let mut errors = checked.reports();
        errors.retain(|report| report.severity == Severity::Error);
        let [report] = &errors[..] else {
            panic!("{name}: {errors:#?}");
        };
        assert_eq!(report.code.as_str(), "E361", "{name}");
        assert_eq!(report.message, "this program reads no scripts");
        let place = report.place.as_ref().expect("a place");
        assert!(place.path.ends_with(".script"), "{name}: {}", place.path);
        let help = report.help.as_deref().unwrap_or_default();
        assert!(help.contains("`Loader::scripts`"), "{name}: {help}");
    }
}

#[test]
fn visibility_is_no_matter_for_scripts() {
    let more = "defined_primitives: { name: \"w\", result: \"boolean\", function: \"few_bids\" },";
    let text = text(&["few_bids"], more, "").replace(
        "{ name: \"pile\" }",
        "{ name: \"pile\", zone_visibility: \"= w()\" }",
    );
    let checked = Loader::new().scripts(&SCRIPTS).check_text("r.json", &text);
    let reports: Vec<String> = checked.reports().iter().map(ToString::to_string).collect();
    assert!(
        reports
            .iter()
            .any(|r| r.contains("may not depend on a function of the script")),
        "{reports:#?}"
    );
}

#[test]
fn values_that_are_made_up_and_acting_conditions_do_no_harm() {
    let actions = r#"{ action_name: "go", type: "button", primitives: { endpoint: "set", params: ["$globals.won", { function: "wrong_result" }] } },"#;
    let rules = load(&["wrong_result"], "", actions);
    let mut game = begin(&rules, 2);
    let Err(NotApplied::Faulted(report)) = try_press(&mut game, 0, "go") else {
        panic!("it faults");
    };
    assert!(report.traceback.is_some());
    let text = text(
        &["act_in_condition"],
        "",
        r#"{ action_name: "go", type: "button", condition: { function: "act_in_condition" }, primitives: [] }, { action_name: "wait", type: "button", primitives: [] }"#,
    );
    let checked = Loader::new().scripts(&SCRIPTS).check_text("r.json", &text);
    let begun = Game::new(
        &checked.ruleset.expect("it checks"),
        &Setup::seats(2),
        Seed::from(5),
    );
    assert!(begun.is_err(), "a condition may not act");
}

#[test]
fn seats_leave_and_games_end() {
    let actions = r#"{ action_name: "leave", type: "button", function: "leave" }, { action_name: "quit", type: "button", function: "quit" }"#;
    let rules = load(&["leave", "quit"], "", actions);
    let mut game = begin(&rules, 3);
    press(&mut game, 1, "leave");
    assert!(choice(&game, 1, "back").is_some());
    assert!(choice(&game, 0, "quit").is_some());
    press(&mut game, 0, "quit");
    assert!(game.is_over());
}

#[test]
fn errors_have_names_that_differ() {
    let mut names: Vec<&str> = ErrorKind::ALL.iter().map(|kind| kind.name()).collect();
    names.sort_unstable();
    let all = names.len();
    names.dedup();
    assert_eq!(names.len(), all);
}

/// All functions that keep the promises, in one game.
fn busy() -> Ruleset {
    let more = r#"defined_primitives: { name: "w", params: { key: "zone", type: "zone" }, result: "number", function: "worth" },"#;
    let actions = r#"
        { action_name: "bid", type: "button", condition: { function: "few_bids" }, function: "bid" },
        { action_name: "challenge", type: "button", condition: "w(deck) > 3", function: "challenge" },
        { action_name: "ask", type: "button", function: "ask_all" },
        { action_name: "try", type: "button", function: "careful" },
        { action_name: "peek", type: "button", condition: { function: "top_is_high" }, primitives: [] },
        { action_name: "play", type: "hand_pick", legal: { function: "is_high" }, primitives: "place_card($action.hand_pick, pile)" },
        { action_name: "leave", type: "button", function: "leave" },
        { action_name: "quit", type: "button", condition: "w(pile) > 2", function: "quit" },
    "#;
    let functions = [
        "bid",
        "challenge",
        "ask_all",
        "careful",
        "few_bids",
        "is_high",
        "top_is_high",
        "worth",
        "leave",
        "quit",
    ];
    load(&functions, more, actions)
}

#[test]
fn every_law_holds_with_scripts() {
    let rules = busy();
    let subject = Subject::default();
    for law in LAWS {
        for seed in 0..60 {
            for choices in [6, 14, 22] {
                (law.check)(
                    &subject,
                    &rules,
                    &Opening::seats(2 + seed as usize % 2, seed),
                    choices,
                )
                .unwrap_or_else(|e| panic!("\"{}\", seed {seed}, {choices} choices: {e}", law.says));
            }
        }
    }
}

#[test]
fn a_damaged_journal_is_refused_or_faults() {
    let rules = load(&["bid"], "", BID);
    let mut game = begin(&rules, 2);
    press(&mut game, 0, "bid");
    let save = game.save();
    let text = String::from_utf8(save.clone()).expect("a save is JSON");
    assert!(text.contains("\"journal\""));
    let mut tried = 0;
    for (from, to) in [
        ("\"waits_in\":", "\"waits_in\":1"),
        ("\"k\":", "\"k\":7"),
        ("{\"v\":{\"Int\":", "{\"v\":{\"Int\":1"),
        ("{\"v\":\"Nothing\"}", "{\"v\":{\"Card\":65000}}"),
        ("{\"v\":\"Nothing\"}", "{\"v\":{\"List\":900000}}"),
        ("\"journal\":", "\"newspaper\":"),
    ] {
        let Ok(mut damaged) = Game::restore(&rules, text.replacen(from, to, 1).as_bytes()) else {
            tried += 1;
            continue;
        };
        if let Some(choice) = damaged.decision(Seat(0)).and_then(|d| d.nth(0)) {
            tried += 1;
            let _ = damaged.submit(Seat(0), &choice);
        }
    }
    assert_eq!(tried, 6);
}

#[test]
fn random_games_with_scripts_end_in_no_fault() {
    let rules = busy();
    for seed in 0..200 {
        random_game(&rules, 3, seed, 18, |_, _, _, _| Ok(())).unwrap_or_else(|e| panic!("{e}"));
    }
}

// --- files

fn files(script: &str, texts: &[(&str, &str)]) -> MemoryFiles {
    let mut files = MemoryFiles::named("pack");
    let rules = text(&[], "", BID).replace("script: []", &format!("script: {script}"));
    files.add("game/ruleset.json", rules).expect("a path");
    for (path, text) in texts {
        files.add(path, *text).expect("a path");
    }
    files
}

fn checked(files: &MemoryFiles) -> (Option<Ruleset>, Vec<String>) {
    let path = ContentPath::new("game").expect("a path");
    let checked = Loader::new().scripts(&SCRIPTS).check_files(files, &path);
    let said = checked.reports().iter().map(ToString::to_string).collect();
    (checked.ruleset, said)
}

#[test]
fn scripts_are_files_of_the_package_and_require_such_files_only() {
    let rules = "\"rules.names\"";
    let whole = [
        ("game/rules.names", "require lib/more\nquit\n"),
        ("game/lib/more.names", "require ./beside\n"),
        ("game/lib/beside.names", "bid\n"),
        ("elsewhere.names", "bid\n"),
    ];
    let (ruleset, said) = checked(&files(rules, &whole));
    let first = ruleset.unwrap_or_else(|| panic!("{said:#?}"));
    let mut game = begin(&first, 2);
    press(&mut game, 0, "bid");
    // Every file counts: another text is another ruleset.
    let mut other = whole;
    other[2].1 = "bid\n# more to say\n";
    let (second, _) = checked(&files(rules, &other));
    assert_ne!(
        second.expect("it checks").edition().to_string(),
        first.edition().to_string()
    );
    for (script, rules, wanted) in [
        (
            "\"rules.names\"",
            "require ../elsewhere\nbid",
            "`../elsewhere` is no file of the package",
        ),
        (
            "\"rules.names\"",
            "require nothing\nbid",
            "nothing.names` cannot be read",
        ),
        (
            "\"../elsewhere.names\"",
            "",
            "`../elsewhere.names` is no file of the package",
        ),
        ("\"other.names\"", "", "other.names` cannot be read"),
    ] {
        let mut texts = whole;
        texts[0].1 = rules;
        let (ruleset, said) = checked(&files(script, &texts));
        assert!(ruleset.is_none());
        assert!(said.iter().any(|s| s.contains(wanted)), "{wanted}: {said:#?}");
    }
    let long = "#".repeat(cardable_engine::script::MAX_SOURCE + 1);
    let mut texts = whole;
    texts[2].1 = &long;
    assert!(checked(&files(rules, &texts)).0.is_none());
}

#[test]
fn a_fat_file_carries_its_scripts() {
    let fat = text(&[], "", BID)
        .replace("script: []", "script: \"rules.names\"")
        .replacen(
            "ruleset:",
            r#"scripts: { "rules.names": "require lib/more", "lib/more.names": ["bid", "quit"] }, ruleset:"#,
            1,
        );
    let checked = Loader::new().scripts(&SCRIPTS).check_text("fat.json", &fat);
    let said: Vec<String> = checked.reports().iter().map(ToString::to_string).collect();
    let mut game = begin(&checked.ruleset.unwrap_or_else(|| panic!("{said:#?}")), 2);
    press(&mut game, 0, "bid");
    // A problem in it is told at its line.
    let wrong = fat.replace("\"quit\"", "\"unheard\"");
    let checked = Loader::new().scripts(&SCRIPTS).check_text("fat.json", &wrong);
    let said: Vec<String> = checked.reports().iter().map(ToString::to_string).collect();
    assert!(
        said.iter().any(|s| s.starts_with("fat.json:lib/more.names:2:1:")),
        "{said:#?}"
    );
}

// --- sealed choices

fn quiet(h: &mut Hands<'_>, _: &[Value]) -> Crossed<Value> {
    let me = h.table.player().map_or(Value::Nothing, Value::Seat);
    let (deck, hand) = (h.zone("deck")?, h.zone("hand")?);
    h.call("draw_cards", &[me, Value::Int(7), deck, hand])
}

#[test]
fn a_sealed_function_is_run_when_all_are_in_and_its_impossible_steps_are_left_out() {
    static SCRIPTS: RustScripts = RustScripts {
        functions: &[("quiet quietly", quiet)],
    };
    let text = text(
        &["quiet quietly"],
        "",
        r#"{ action_name: "take", type: "button", sealed: true, ends_turn: true, function: "quiet quietly" }, { action_name: "end", type: "auto", condition: "count_cards(deck) < 6", primitives: "end_game()" }"#,
    );
    let checked = Loader::new().scripts(&SCRIPTS).check_text("r.json", &text);
    let said: Vec<String> = checked.reports().iter().map(ToString::to_string).collect();
    let mut game = begin(&checked.ruleset.unwrap_or_else(|| panic!("{said:#?}")), 2);
    press(&mut game, 0, "take");
    assert_eq!(hand(&game, 0), 0, "it is kept until all are in");
    press(&mut game, 1, "take");
    assert_eq!(
        (hand(&game, 0), hand(&game, 1)),
        (7, 0),
        "the second came too late"
    );
}
