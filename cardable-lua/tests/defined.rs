//! What the rules define, used by functions: values, parts of fragments, and `tell`.

use cardable_core::view::{Datum, ToldCard};
use cardable_core::{Game, Loader, NotApplied, Seat, Seed, Setup, Viewer};
use cardable_lua::{Listener, Luau};

const RULES: &str = r#"{
    cardset: { set_name: "six", suits: [{ suit_name: "Red", suit_id: 0 }, { suit_name: "Blue", suit_id: 1 }], symmetrical_deck: true, cards: [
        { card_name: "A", card_id: 0, card_value: 1 }, { card_name: "B", card_id: 1, card_value: 2 }, { card_name: "C", card_id: 2, card_value: 3 },
    ] },
    ruleset: {
        ruleset_name: "Defined", min_players: 2, max_players: 2, cardsets: "six",
        script: LINES,
        import: { from: {
            params: [{ key: "step", type: "number" }],
            global_data: [{ key: "sum", value: 0 }],
            defined_values: [
                { ref_id: "total", value: "= $globals.sum * step" },
                { ref_id: "times", ref_params: [{ key: "n", type: "number" }], value: "= n * step" },
            ],
            defined_actions: [{ ref_id: "put_in", ref_params: [{ key: "n", type: "number" }], primitives: "set($globals.sum, $globals.sum + $action.n)" }],
        }, as: "pot", with: { step: 3 } },
        game_area: {
            shared_zones: [{ name: "deck", order: "fixed-lifo", zone_visibility: "none" }, { name: "row", order: "fixed-fifo", zone_visibility: "all" }],
            player_zones: [{ name: "hand", zone_visibility: "owner", order: "fixed-fifo" }],
        },
        global_data: [{ key: "n", value: 0 }, { key: "bonus", value: 5 }, { key: "secret", value: 1, visible_to: "none", domain: [1] }],
        card_data: [{ key: "damage", value: 0 }],
        defined_primitives: [{ name: "scripted", doc: "A number.", params: [], result: "number" }],
        defined_values: [
            { ref_id: "strength", ref_params: [{ key: "card", type: "card" }], value: "= card.value * 10 + $globals.bonus" },
            { ref_id: "is_red", ref_params: [{ key: "card", type: "card" }], value: "= card.suit == 'Red'" },
            { ref_id: "held", value: "= count($player.hand)" },
            { ref_id: "left", ref_params: [{ key: "here", type: "state" }, { key: "n", type: "number" }], value: "= $state.count - n" },
            { ref_id: "hidden", value: "= $globals.secret + 1" },
            { ref_id: "by_script", value: "= scripted() + 1" },
        ],
        game_state: [
            { state_name: "deal", state_type: "auto", actions: [
                { action_name: "deal", type: "auto", primitives: ["deal(deck, hand, 2)", "draw_card(seat_at(0), deck, row)", "state_transition(play)"] },
            ] },
            { state_name: "play", state_type: "grandstand", state_type_param: "= seat_at(0)", state_data: [{ key: "count", value: 7 }], actions: [
                { action_name: "go", type: "button", function: "go" },
                { action_name: "may", type: "button", primitives: "increment($globals.n)", condition: { function: "may" } },
                { action_name: "leave", type: "button", primitives: ["if(by_script > 100, increment($globals.n))", "state_transition(later)"] },
            ] },
            { state_name: "later", state_type: "grandstand", actions: [
                { action_name: "on", type: "button", function: "on" },
                { action_name: "end", type: "button", primitives: "end_game(all)" },
            ] },
        ],
    },
}"#;

fn text(script: &str) -> String {
    let mut script = script.to_owned();
    for (name, body) in [("go", ""), ("on", ""), ("may", "return true")] {
        if !script.contains(&format!("function {name}(")) {
            script.push_str(&format!("\nfunction {name}() {body} end"));
        }
    }
    script.push_str("\nfunction scripted() return 1 end");
    let lines: Vec<&str> = script.lines().collect();
    RULES.replace("LINES", &serde_json::to_string(&lines).unwrap())
}

fn begin(script: &str) -> Result<Game, Vec<String>> {
    let checked = Loader::new()
        .scripts(&Luau::new())
        .check_text("r.json", &text(script));
    let said: Vec<String> = checked.reports().iter().map(ToString::to_string).collect();
    let ruleset = checked.ruleset.ok_or(said)?;
    Ok(Game::new(&ruleset, &Setup::seats(2), Seed::from(5)).unwrap())
}

fn begun(script: &str) -> Game {
    begin(script).unwrap_or_else(|said| panic!("{script}: {said:#?}"))
}

/// A game in which the first seat has pressed a button.
fn pressed(mut game: Game, button: &str) -> Result<Game, String> {
    let seat = game.to_decide().lowest().unwrap();
    let action = game
        .ruleset()
        .actions()
        .find(|(_, _, name, _)| *name == button)
        .unwrap()
        .0;
    let choice = cardable_core::Choice::pick(action, []);
    match game.submit(seat, &choice) {
        Ok(()) => Ok(game),
        Err(NotApplied::Faulted(fault)) => {
            let said = fault.said(Viewer::Omniscient).unwrap_or_default();
            Err(format!("{}: {said}", fault.message))
        }
        Err(other) => Err(other.to_string()),
    }
}

/// `globals.n` after the function `go` was called with this body.
fn gone(body: &str) -> Result<Datum, String> {
    let game = pressed(begun(&format!("function go() {body} end")), "go")?;
    Ok(game.view(Viewer::Omniscient).globals[0].clone())
}

#[test]
fn values_of_the_rules_are_functions_and_methods() {
    for (body, wanted) in [
        (
            "globals.n = strength(game.row:top_card()) - game.row:top_card().value * 10",
            5,
        ),
        (
            "globals.bonus = 7 globals.n = game.row:top_card():strength() % 10",
            7,
        ),
        ("globals.n = held()", 2),
        // The running state is there by itself.
        ("globals.n = left(3)", 4),
        ("globals.n = hidden()", 2),
        (
            "globals.n = if is_red(game.row:top_card()) == (game.row:top_card().suit == 'Red') then 1 else 0",
            1,
        ),
    ] {
        assert_eq!(gone(body), Ok(Datum::Int(wanted)), "{body}");
    }
}

#[test]
fn what_a_fragment_defines_stands_behind_its_name() {
    assert_eq!(
        gone("pot.put_in(4) pot.put_in(1) globals.n = pot.total() + pot.times(2)"),
        Ok(Datum::Int(21))
    );
    let said = begin("function go() pot.putin(4) end").unwrap_err();
    let wanted = "there is no `pot.putin`; did you mean `put_in`?";
    assert!(said.iter().any(|line| line.contains(wanted)), "{said:#?}");
}

#[test]
fn a_condition_knows_no_more_than_its_seat() {
    let offers = |body: &str| {
        let text = text(&format!("function may() {body} end"));
        let checked = Loader::new().scripts(&Luau::new()).check_text("r.json", &text);
        let game = Game::new(&checked.ruleset.unwrap(), &Setup::seats(2), Seed::from(5));
        let game = game.map_err(|error| error.to_string())?;
        pressed(game, "may").map(drop)
    };
    let is_not_offered = |body: &str, reason: &str| {
        let why = offers(body).unwrap_err();
        assert!(why.contains(reason), "{body}: {why}");
    };
    // The seat sees its own hand and the row, and not what lies on the deck.
    offers("return strength(player.hand:top_card()) > 0").unwrap();
    offers("return strength(game.row:top_card()) > 0").unwrap();
    // What it does not see does not hold.
    for body in [
        "return game.deck:top_card().value > 0",
        "return strength(game.deck:top_card()) > 0",
        "return is_red(game.deck:top_card()) or not is_red(game.deck:top_card())",
    ] {
        is_not_offered(body, "its condition does not hold");
    }
    // Data that are hidden from all are a mistake of the rules.
    is_not_offered("return hidden() > 0", "may not see this");
}

#[test]
fn what_cannot_be_called_is_told() {
    for (body, wanted) in [
        (
            "globals.n = strenth(player.hand:top_card())",
            "did you mean `strength`?",
        ),
        ("globals.n = strength()", "takes 1"),
        (
            "globals.n = by_script()",
            "the defined value `by_script` cannot be called here: it calls a function of the script",
        ),
        ("held() tell(player.hand)", "takes 3"),
        (
            "prompt_cards(player.hand, 1, 2, 'Which?', nil, false, function(picked) return #picked == 2 end)",
            "`prompt_cards` takes no `valid` in a script",
        ),
        (
            "ask(game.seats[2], prompt_cards, player.hand, 1, 2, 'Which?', nil, false, function(picked) return #picked == 2 end)",
            "`prompt_cards` takes no `valid` in a script",
        ),
        (
            "ask(game.seats[2], prompt_number_excl_incl, 1)",
            "`prompt_number_excl_incl` takes 2 to",
        ),
    ] {
        let mut said = begin(&format!("function go() {body} end")).unwrap_err();
        said.retain(|report| report.contains("error["));
        assert!(said.len() == 1 && said[0].contains(wanted), "{body}: {said:#?}");
    }
    let game = begun("function go() end function on() globals.n = left(1) end");
    let fault = pressed(pressed(game, "leave").unwrap(), "on")
        .map(|_| ())
        .unwrap_err();
    assert!(fault.contains("`left` has no value in this state"), "{fault}");
    let fault = gone("globals.n = strength(1)").unwrap_err();
    assert!(fault.contains("of `strength` takes"), "{fault}");
}

/// What the second seat was told of the cards of the first.
fn told(body: &str) -> Result<Vec<ToldCard>, String> {
    let game = pressed(begun(&format!("function go() {body} end")), "go")?;
    Ok(game.view(Viewer::Seat(Seat(1))).status.told)
}

#[test]
fn functions_tell_of_cards() {
    let all = told("tell(player.hand, game.seats[2], function(card) return card.suit == 'Red' end)").unwrap();
    assert_eq!(all.len(), 2);
    for card in &all {
        assert_eq!((card.seat, card.may_be.len()), (Seat(1), 3), "{all:?}");
    }
    // A property, a value of the rules, and a list of cards do as well.
    assert_eq!(
        told("tell({ player.hand:top_card() }, game.seats[2], is_red)").unwrap(),
        all[..1]
    );
    // The seat itself sees its cards: there is nothing to tell it.
    let game = pressed(begun("function go() tell(player.hand, player, is_red) end"), "go").unwrap();
    assert!(game.view(Viewer::Seat(Seat(0))).status.told.is_empty());
    // Told twice, it knows what is left.
    let twice = "tell(player.hand, game.seats[2], is_red) tell(player.hand, game.seats[2], function(card) return card.value < 3 end)";
    assert!(told(twice).unwrap().iter().all(|card| card.may_be.len() < 3));
}

#[test]
fn what_is_told_depends_on_what_is_printed_alone() {
    let only = "depends on what is printed on it, and on nothing else about it";
    for (test, wanted) in [
        ("card.damage == 0", only),
        ("player.hand:top_card() == card", only),
        (
            "draw_card(player, game.deck, player.hand)",
            "a function that gives a value only reads",
        ),
        (
            "card.value % 2",
            "tell: the third value must say true or false of a card, and says a number",
        ),
        (
            "card.suit",
            "tell: the third value must say true or false of a card, and says a string",
        ),
        ("player", "and says a seat"),
    ] {
        let body = format!("tell(player.hand, game.seats[2], function(card) return {test} end)");
        let fault = told(&body).unwrap_err();
        assert!(fault.contains(wanted), "{test}: {fault}");
    }
    let fault = told("tell(player.hand, game.seats[2], 3)").unwrap_err();
    assert!(
        fault.contains("tell: the third value must be a function"),
        "{fault}"
    );
    // After an error that was caught, everything may be read and done again.
    let body = "pcall(function() tell(player.hand, game.seats[2], function(card) return card.damage == 0 end) end) \
                local card = player.hand:top_card() card.damage += 1 globals.n = card.damage";
    assert_eq!(gone(body), Ok(Datum::Int(1)));
}

/// The functions of a definition file, each as an expression that reads it.
fn declared(definitions: &str) -> Vec<String> {
    let mut within: Option<&str> = None;
    let mut found = Vec::new();
    for line in definitions.lines() {
        let name = |rest: &str| rest.split('(').next().unwrap().to_owned();
        if let Some(rest) = line.strip_prefix("declare function ") {
            found.push(name(rest));
        } else if let Some(rest) = line.strip_prefix("declare extern type ") {
            within = Some(match rest.split(' ').next().unwrap() {
                "Seat" => "player",
                "Zone" => "game.row",
                "Card" => "game.row:top_card()",
                "Deck" => "game.decks[1]",
                other => panic!("no value of type {other}"),
            });
        } else if let Some(rest) = line.strip_prefix("declare ") {
            within = rest.split_once(": {").map(|(name, _)| name);
        } else if let Some(rest) = line.strip_prefix("\tfunction ") {
            found.push(format!("{}.{}", within.unwrap(), name(rest)));
        } else if let (Some((field, _)), Some(table)) = (line.split_once(": ("), within)
            && line.contains(") -> ")
        {
            found.push(format!("{table}.{}", field.trim()));
        }
    }
    found
}

#[test]
fn everything_that_is_declared_exists() {
    let listener = Listener::new();
    let checked = Loader::new().scripts(&listener).check_text("r.json", &text(""));
    assert!(checked.ruleset.is_some(), "{:#?}", checked.reports());
    let mut declared = declared(&listener.definitions().unwrap());
    // Where it is named, decks wait for seats to pick them: `prompts.rs` has a game of that kind.
    declared.retain(|name| name != "pick_deck");
    for known in [
        "take_while",
        "game.row.take_while",
        "game.row.top",
        "player.next",
        "pot.put_in",
    ] {
        assert!(
            declared.iter().any(|name| name == known),
            "{known}: {declared:#?}"
        );
    }
    assert!(
        !declared.iter().any(|name| name == "player.score"),
        "it is a number"
    );
    let mut twice: Vec<&String> = declared.iter().collect();
    twice.sort();
    let twice: Vec<_> = twice.windows(2).filter(|pair| pair[0] == pair[1]).collect();
    assert!(twice.is_empty(), "declared twice: {twice:?}");
    // A function has few constants: the names are looked at some at a time.
    for some in declared.chunks(40) {
        let looks: String = some
            .iter()
            .map(|name| format!("look(\"{name}\", function() return {name} end)\n"))
            .collect();
        let body = format!(
            "local missing = {{}}
            local function look(name, get)
                local ok, f = pcall(get)
                if not ok or type(f) ~= 'function' then table.insert(missing, `{{name}}: {{typeof(f)}} {{tostring(f)}}`) end
            end
            {looks}
            if #missing > 0 then error(table.concat(missing, ', ')) end"
        );
        gone(&body).unwrap();
    }
}

#[test]
fn the_first_of_a_list_are_taken_as_long_as_a_function_holds() {
    for (taken, wanted) in [
        ("take_while({ 1, 2, 5, 1 }, function(n) return n < 3 end)", 2),
        ("take_while({ 5, 1 }, function(n) return n < 3 end)", 0),
        ("take_while(player.hand, function(card) return true end)", 2),
        (
            "player.hand:take_while(function(card) return card == player.hand:nth(0) end)",
            1,
        ),
        ("player.hand:take_while('value')", 2),
    ] {
        let body = format!("local those = {taken} globals.n = #those");
        assert_eq!(gone(&body), Ok(Datum::Int(wanted)), "{taken}");
    }
}

#[test]
fn editors_know_what_the_rules_define() {
    let listener = Listener::new();
    let checked = Loader::new().scripts(&listener).check_text("r.json", &text(""));
    assert!(checked.ruleset.is_some(), "{:#?}", checked.reports());
    let definitions = listener.definitions().unwrap();
    for wanted in [
        "declare function strength(card: Card): number",
        "declare function is_red(card: Card): boolean",
        "declare function held(): number",
        "declare function left(n: number): number",
        "declare pot: {\n\tput_in: (n: number) -> (),\n\ttotal: () -> number,\n\ttimes: (n: number) -> number,\n}",
        "declare function tell(cards: Card | { Card } | Zone | string, who: Seat | { Seat } | string, test: ((any) -> any) | string): ()",
        "\tfunction strength(self): number",
    ] {
        assert!(definitions.contains(wanted), "{wanted}:\n{definitions}");
    }
    assert!(!definitions.contains("each_type"), "{definitions}");
}
