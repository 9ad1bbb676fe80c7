use std::time::{Duration, Instant};

use super::{Outcome, load_files, load_text, memory};
use crate::content::{CardSet, CardValue, Scalar};
use crate::text::diag::Diagnostics;
use crate::text::json::Number;
use crate::text::source::Sources;
use crate::{Collection, Loader};

/// A game whose cards stand in a table beside it.
fn game(table: &str) -> Outcome {
    let rules = "{cardset: {set_name: 'town', cards: 'cards.csv', suits: [{suit_name: 'Guild'}, {suit_name: 'Field', suit_id: 4}]},
        ruleset: {game_state: []}}";
    let files = memory("", &[("g/ruleset.json", rules), ("g/cards.csv", table)]);
    load_files(&files, "g", &[])
}

fn set(table: &str) -> CardSet {
    let outcome = game(table);
    assert_eq!(outcome.problems(), [""; 0], "{table}");
    outcome.package().card_sets[0].clone()
}

/// The cards, each with all that it has.
fn cards(table: &str) -> Vec<String> {
    let set = set(table);
    let told = set.cards.iter().map(|card| {
        let attributes = card
            .attributes
            .iter()
            .map(|(name, value)| format!("{name}={value:?}"));
        let parts = [
            Some(format!("{} {}", card.id, card.name)),
            card.suit.map(|suit| set.suits[suit].name.to_string()),
            card.rank.as_deref().map(|rank| format!("rank {rank}")),
            card.text.as_deref().map(|text| format!("text {text:?}")),
            match &card.value {
                CardValue::Fixed(Number::Int(value)) => Some(format!("value {value}")),
                CardValue::Fixed(Number::Float(value)) => Some(format!("value {value:?}")),
                _ => None,
            },
        ];
        parts
            .into_iter()
            .flatten()
            .chain(attributes)
            .collect::<Vec<String>>()
            .join(", ")
    });
    told.collect()
}

#[test]
fn rows_are_cards() {
    assert_eq!(
        cards(
            "name,value,suit,cost,quick,kind\nSmith,4,Guild,3,true,worker\nWolf,-1,Field,2.5,false,\n\"Old, \"\"wise\"\" owl\",0,,,,bird\n"
        ),
        [
            "0 Smith, Guild, value 4, cost=Number(Int(3)), kind=Text(\"worker\"), quick=Bool(true)",
            "1 Wolf, Field, value -1, cost=Number(Float(2.5)), quick=Bool(false)",
            "2 Old, \"wise\" owl, value 0, kind=Text(\"bird\")",
        ]
    );
    // Ids and suits by number; further lines in a cell; what no number looks like.
    assert_eq!(
        cards(
            "card_id,card_name,suit_id,rank,text,code\n7,One,4,1,\"first line\nsecond line\",007\n5,Two,,2,,12\n"
        ),
        [
            "5 Two, rank 2, code=Text(\"12\")",
            "7 One, Field, rank 1, text \"first line\\nsecond line\", code=Text(\"007\")",
        ]
    );
    assert!(matches!(
        set("name,power\nA,1\nB,x\nC,y\n").cards[0].attribute("power"),
        Some(Scalar::Text(text)) if &**text == "1"
    ));
}

#[test]
fn tables_of_several_programs() {
    let wanted = ["0 Smith, value 4, cost=Number(Int(3))", "1 Wolf, value 1"];
    for table in [
        "name,value,cost\nSmith,4,3\nWolf,1,\n",
        "\u{FEFF}name;value;cost\r\nSmith;4;3\r\nWolf;1;\r\n",
        "name\tvalue\tcost\nSmith\t4\t3\nWolf\t1\t",
        "\n\n name , value,cost ,,\n Smith ,4, 3,,\n\nWolf,1,,,\n,,,,\n",
        "\"name\",\"value\",\"cost\"\n\"Smith\",\"4\",\"3\"\n\"Wolf\",\"1\",\"\"\n",
    ] {
        assert_eq!(cards(table), wanted, "{table:?}");
    }
}

/// Headers with capital letters, flags as spreadsheets write them, and the line that names the separator.
#[test]
fn what_spreadsheets_write_is_read() {
    let wanted = [
        "0 Smith, Guild, value 4, night=Bool(true)",
        "1 Wolf, value 1, night=Bool(false)",
    ];
    for table in [
        "Name,Value,Suit,night\nSmith,4,Guild,TRUE\nWolf,1,,FALSE\n",
        "NAME,card_Value,SUIT_NAME,night\nSmith,4,Guild,True\nWolf,1,,false\n",
        "sep=;\r\nname;value;suit;night\r\nSmith;4;Guild;TRUE\r\nWolf;1;;FALSE\r\n",
        "SEP=|\nname|value|suit|night\nSmith|4|Guild|TRUE\nWolf|1||FALSE\n",
    ] {
        assert_eq!(cards(table), wanted, "{table:?}");
    }
}

/// The problems of a game with a table, with their places and helps.
fn told(table: &str) -> Vec<String> {
    helped(&game(table))
}

fn helped(outcome: &Outcome) -> Vec<String> {
    let told = outcome.reports.iter().map(|report| {
        let place = report.place.as_ref().unwrap();
        let help = report.help.as_deref().unwrap_or_default();
        format!(
            "{}:{}:{} {} {}: {help}",
            place.file,
            place.line,
            place.column,
            report.code.as_str(),
            report.message
        )
    });
    told.collect()
}

#[test]
fn a_cell_that_makes_texts_of_a_column_is_told() {
    let told = |cell: &str| told(&format!("name;cost\nA;1\nB;{cell}\nC;3\n"));
    let message = |cell: &str| {
        format!(
            "g/cards.csv:3:3 W215 `{cell}` in the column `cost` is no number, so all cells of the column are texts"
        )
    };
    let number = "write a number, or leave the cell empty";
    for (cell, help) in [
        ("3,5", "write `3.5`: decimals stand behind a point"),
        ("x", number),
        ("#DIV/0!", number),
    ] {
        assert_eq!(told(cell), [format!("{}: {help}", message(cell))]);
    }
    assert_eq!(told("x\nD;y"), [""; 0], "half of the cells are texts");
    assert_eq!(
        told("99999999999999999999"),
        [format!(
            "g/cards.csv:3:3 E112 the number `99999999999999999999` is out of range: whole numbers go from {} to {}",
            i64::MIN,
            i64::MAX
        )]
    );
    let value = told_of_value("99999999999999999999");
    assert!(value[0].starts_with("g/cards.csv:2:3 E112"), "{value:?}");
}

fn told_of_value(cell: &str) -> Vec<String> {
    told(&format!("name,value\nA,{cell}\n"))
}

/// How many copies a deck has stands in the table, and so does what is wrong with it.
#[test]
fn copies_are_told_where_they_stand() {
    let rules = "{cardset: {set_name: 'town', cards: 'cards.csv'}, deck: {deck_name: 'town', cardset: 'town',
        content: {all: '*', copies: 'count'}}, ruleset: {game_state: []}}";
    let told = |counts: [&str; 4]| {
        let [a, b, c, d] = counts;
        let table = format!("name,count\nA,{a}\nB,{b}\nC,{c}\nD,{d}\n");
        let files = memory("", &[("g/ruleset.json", rules), ("g/cards.csv", &table)]);
        let mut told = load_files(&files, "g", &[]).problems();
        told.sort();
        told
    };
    assert_eq!(told(["1", "2", "3", "4"]), [""; 0]);
    assert_eq!(
        told(["1", "-2", "", "2.5"]),
        [
            "g/cards.csv:3:3 E230 `count` of the card `B` is no number of copies",
            "g/cards.csv:4:1 E230 `count` of the card `C` is no number of copies",
            "g/cards.csv:5:3 E230 `count` of the card `D` is no number of copies",
        ]
    );
    assert_eq!(
        told(["1", "2", "x", "4"]),
        [
            "g/cards.csv:4:3 E230 `count` of the card `C` is no number of copies",
            "g/cards.csv:4:3 W215 `x` in the column `count` is no number, so all cells of the column are texts",
        ]
    );
    // Nothing in the table is wrong where no card has it.
    assert_eq!(
        told(["", "", "", ""]),
        ["g/ruleset.json:2:37 E230 `count` of the card `A` is no number of copies"]
    );
}

#[test]
fn errors_name_line_and_column_of_the_table() {
    let cases: [(&str, &[&str]); 14] = [
        (
            "",
            &[
                "g/cards.csv:1:1 E226 a table of cards has no header: write what the columns are called into the first line: `name,value,text`",
            ],
        ),
        (
            "nam,value\nA,1\n",
            &[
                "g/cards.csv:1:1 E226 no column has the names of the cards: call `nam` `name`",
                "g/cards.csv:2:1 E202 this card lacks the field `card_name`",
            ],
        ),
        (
            "name,value\nA,four\n",
            &["g/cards.csv:2:3 E203 `card_value` is a number or an object, not a string"],
        ),
        (
            "name,cost\nA,1\nB,2,3\n",
            &[
                "g/cards.csv:3:5 E226 this row has 3 cells, and the header has 2: put a text with separators into quotation marks, or give its column a name",
            ],
        ),
        (
            "name,cost,text\nA,1\n",
            &[
                "g/cards.csv:2:1 E226 this row has 2 cells, and the header has 3: write the missing cells; an empty one is nothing between two separators",
            ],
        ),
        (
            "name,suit\nA,Guild\nB,Feild\n",
            &["g/cards.csv:3:3 E221 there is no suit `Feild`: did you mean `Field`?"],
        ),
        (
            "name,suit\nA,9\n",
            &[
                "g/cards.csv:2:3 E221 there is no suit with the id 9: the suits are 0 (`Guild`), 4 (`Field`); write -1 for none",
            ],
        ),
        (
            "name,text\nA,\"open\nB,more\n",
            &[
                "g/cards.csv:2:3 E226 a quotation mark is not closed: close it at the end of the cell; write a quotation mark inside twice: `\"\"`",
            ],
        ),
        (
            "name,cost,cost\nA,1,2\n",
            &["g/cards.csv:1:11 E226 two columns are called `cost`: keep one of the two"],
        ),
        (
            "name,value,card_value\nA,1,2\n",
            &[
                "g/cards.csv:1:12 E226 the columns `value` and `card_value` mean the same: keep one of the two",
            ],
        ),
        (
            "name,abilities\nA,x\n",
            &[
                "g/cards.csv:1:6 E226 `abilities` of a card cannot stand in a table: list cards that have it in the card set itself",
            ],
        ),
        (
            "name,\nA,x\n",
            &[
                "g/cards.csv:2:3 E226 this cell stands in a column without a name: write the attribute that it holds into the first line, or take its cells out",
            ],
        ),
        (
            "id,name\n1,A\n1,B\n",
            &[
                "g/cards.csv:3:1 E222 the cards `A` and `B` have the same id 1: give each card an id of its own",
            ],
        ),
        (
            "name,cost\n,1\n",
            &["g/cards.csv:2:1 E202 this card lacks the field `card_name`"],
        ),
    ];
    for (table, expected) in cases {
        let told = told(table);
        // The help for fields of cards is that of all card sets.
        let is_told = |(told, expected): (&String, &&str)| told.starts_with(*expected);
        assert!(
            told.len() == expected.len() && told.iter().zip(expected).all(is_told),
            "{table:?}: {told:#?}"
        );
    }
}

#[test]
fn files_that_are_not_there() {
    let told = |cards: &str, beside: &str| {
        let rules = format!("{{cardset: {{set_name: 'town', cards: {cards}}}, ruleset: {{game_state: []}}}}");
        let files = memory("", &[("g/ruleset.json", &rules), (beside, "name\nA\n")]);
        let outcome = load_files(&files, "g", &[]);
        let told = outcome.reports.iter().map(|report| {
            let help = report.help.as_deref().unwrap_or_default();
            format!("{} {}: {help}", report.code.as_str(), report.message)
        });
        told.collect::<Vec<String>>()
    };
    let help = "write the path from this file's folder, such as `cards.csv`, or list the cards here";
    assert_eq!(
        told("'cards.csv'", "g/card.csv"),
        ["E211 there is no file `g/cards.csv`: beside it there is `card.csv`"]
    );
    assert_eq!(
        told("'a/b.csv'", "g/card.csv"),
        [format!("E211 there is no file `g/a/b.csv`: {help}")]
    );
    assert_eq!(
        told("'../../x.csv'", "g/card.csv"),
        [format!(
            "E210 `../../x.csv` is no path to a file: it leaves the folder it starts in: {help}"
        )]
    );
    assert_eq!(
        told("'Ace'", "g/card.csv"),
        [format!(
            "E203 `cards` is a list of cards or a file that ends in `.csv`, not `Ace`: {help}"
        )]
    );
    assert_eq!(told("'a/b.csv'", "g/a/b.csv"), [""; 0]);
    let alone = load_text(
        "{cardset: {set_name: 'town', cards: 'cards.csv'}, ruleset: {game_state: []}}",
        &[],
    );
    assert_eq!(
        alone.problems(),
        ["g.json:1:37 E211 there is no file `cards.csv`: this text lies in no folder"]
    );
}

#[test]
fn packed_games_have_the_cards_and_the_same_rules() {
    let rules = "{cardset: {set_name: 'town', cards: 'cards.csv'}, ruleset: {ruleset_name: 'Town', min_players: 2, max_players: 2, game_state: [
        {state_name: 'play', state_type: 'round_robin', actions: [{action_name: 'stop', type: 'button', primitives: 'end_game($player)'}]}]}}";
    let files = memory(
        "",
        &[
            ("g/ruleset.json", rules),
            ("g/cards.csv", "name,value,cost\nSmith,4,3\nWolf,1,\n"),
        ],
    );
    let path = crate::content::ContentPath::new("g").unwrap();
    let packed = Loader::new().pack_files(&files, &path).unwrap();
    assert!(
        packed.text.contains("Smith") && !packed.text.contains("cards.csv"),
        "{}",
        packed.text
    );
    let again = Loader::new()
        .check_text("packed.json", &packed.text)
        .ruleset
        .unwrap();
    assert_eq!(again.rules(), packed.ruleset.rules());
}

#[test]
fn tables_become_card_sets() {
    let import = |table: &str| {
        let (mut sources, mut diags) = (Sources::new(), Diagnostics::new());
        let file = sources.add("town.csv", table);
        let set = Collection::import("town", file, table, &mut diags);
        (
            set.map(|set| set.text),
            diags
                .reports(&sources)
                .iter()
                .map(|r| r.message.clone())
                .collect::<Vec<_>>(),
        )
    };
    let (text, problems) = import("name,value,suit,cost\nOak,4,Tree,3\nWolf,1,Beast,\nElm,2,Tree,1\n");
    assert_eq!(problems, [""; 0]);
    let text = text.unwrap();
    assert_eq!(
        text,
        r#"{
    "cardset": {
        "set_name": "town",
        "suits": [{ "suit_name": "Tree", "suit_id": 0 }, { "suit_name": "Beast", "suit_id": 1 }],
        "cards": [
            { "card_id": 0, "card_name": "Oak", "card_value": 4, "suit_id": 0, "attributes": { "cost": 3 } },
            { "card_id": 1, "card_name": "Wolf", "card_value": 1, "suit_id": 1 },
            { "card_id": 2, "card_name": "Elm", "card_value": 2, "suit_id": 0, "attributes": { "cost": 1 } }
        ]
    }
}
"#
    );
    assert_eq!(
        import("name,value\nA,x\n"),
        (
            None,
            vec!["`card_value` is a number or an object, not a string".to_owned()]
        )
    );
    assert_eq!(import("name\n").0, None, "a set without cards");
}

#[test]
fn huge_tables_fail_at_once() {
    let began = Instant::now();
    let rows = "x,1,\n".repeat(200_000);
    assert_eq!(game(&format!("name,a,b\n{rows}")).codes(), ["E224"]);
    let quotes = "\"".repeat(1_000_001);
    assert_eq!(game(&format!("name\n{quotes}")).codes(), ["E226"]);
    let wide = "a,".repeat(100_000);
    assert!(
        game(&format!("{wide}\n{wide}"))
            .codes()
            .iter()
            .all(|code| *code == "E226" || *code == "E100")
    );
    assert!(began.elapsed() < Duration::from_secs(60));
}
