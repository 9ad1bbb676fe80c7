//! `cards`: card sets of tables, and sheets to print.

use crate::support::{Folder, run};

const TABLE: &str =
    "name,value,suit,cost,text\nSmith,4,Guild,3,\"Draw three cards, then discard one\"\nWolf,1,Field,,\n";

#[test]
fn a_table_becomes_a_card_set_that_a_game_uses() {
    let folder = Folder::new("cards-import");
    let here = |args: &[&str]| run(&folder.0, args, "");
    std::fs::write(folder.0.join("town.csv"), TABLE).unwrap();
    assert_eq!(
        here(&["cards", "import", "town.csv"]).with(0),
        "town.json has the 2 cards of `town`\n"
    );
    let there = here(&["cards", "import", "town.csv"]);
    assert_eq!(there.code, 1);
    assert!(
        there
            .err
            .contains("`town.json` is there already: name another file with `--output`"),
        "{}",
        there.err
    );
    here(&["cards", "import", "town.csv", "--force"]).with(0);
    let set = here(&["cards", "import", "town.csv", "--name", "guilds", "-o", "-"]).with(0);
    assert!(
        set.contains(r#""set_name": "guilds""#) && set.contains(r#""attributes": { "cost": 3 }"#),
        "{set}"
    );
    // The set and the table make the same rules.
    let checked = here(&["check", "--strict", "town.json"]).with(0);
    assert!(checked.starts_with("town.json: no problems\n"), "{checked}");
    let game = |set: &str| {
        format!(
            "{{ {set} ruleset: {{ ruleset_name: 'Town', min_players: 2, max_players: 2, game_state: [
                {{ state_name: 'play', state_type: 'round_robin', actions: [
                    {{ action_name: 'stop', type: 'button', primitives: 'end_game($player)' }}] }}] }} }}"
        )
    };
    let suits = "suits: [{ suit_name: 'Guild' }, { suit_name: 'Field' }]";
    let by_table = game(&format!(
        "cardset: {{ set_name: 'town', {suits}, cards: 'town.csv' }},"
    ));
    std::fs::write(folder.0.join("table.json"), by_table).unwrap();
    let checked = here(&["check", "--strict", "table.json"]).with(0);
    assert!(checked.starts_with("table.json: no problems\n"), "{checked}");
    let packed = here(&["pack", "table.json", "-o", "-"]).with(0);
    assert!(packed.contains("Draw three cards, then discard one"), "{packed}");
}

#[test]
fn what_is_wrong_with_a_table_is_shown_in_it() {
    let folder = Folder::new("cards-wrong");
    let here = |args: &[&str]| run(&folder.0, args, "");
    std::fs::write(folder.0.join("town.csv"), "name,value\nSmith,4\nWolf,one\n").unwrap();
    let wrong = here(&["cards", "import", "town.csv"]);
    assert_eq!(wrong.code, 1);
    for part in ["E203", "`card_value` is a number", "town.csv:3:6", "Wolf,one"] {
        assert!(wrong.err.contains(part), "{part}: {}", wrong.err);
    }
    assert!(!folder.0.join("town.json").exists());
    let missing = here(&["cards", "import", "village.csv"]);
    assert!(
        missing.code == 1 && missing.err.contains("`village.csv` cannot be read"),
        "{}",
        missing.err
    );
    for (other, text, wanted) in [
        (
            "set.json",
            "// Cards.\n{ \"cards\": [] }\n",
            "this is JSON, and no table of rows and columns",
        ),
        (
            "rules.md",
            "# Rules\n\nA, b, and c.\n\nD, e\n",
            "no column has the names of the cards",
        ),
    ] {
        std::fs::write(folder.0.join(other), text).unwrap();
        let refused = here(&["cards", "import", other, "-o", "-"]);
        assert_eq!(refused.code, 1);
        assert!(refused.err.contains(wanted), "{other}: {}", refused.err);
        assert_eq!(
            refused.err.matches("error[").count(),
            1,
            "{other}: {}",
            refused.err
        );
    }
    std::fs::write(folder.0.join("empty.csv"), "name\n").unwrap();
    let empty = here(&["cards", "import", "empty.csv"]);
    assert!(empty.code == 1 && empty.err.contains("no cards"), "{}", empty.err);
}

#[cfg(feature = "net")]
#[test]
fn a_sheet_has_every_card_of_a_game() {
    let folder = Folder::new("cards-sheet");
    let here = |args: &[&str]| run(&folder.0, args, "");
    let told = here(&["cards", "sheet", "euchre"]).with(0);
    assert_eq!(
        told,
        "euchre.html has the 24 cards of Euchre: open it and print it\n"
    );
    let page = std::fs::read_to_string(folder.0.join("euchre.html")).unwrap();
    assert!(page.contains("Ace of Spades") && page.contains("function faceParts"));
    // Two copies of each card but the attack; once is enough to look at.
    let all = here(&["cards", "sheet", "backwater", "-o", "all.html"]).with(0);
    let once = here(&["cards", "sheet", "backwater", "--once", "-o", "once.html"]).with(0);
    let count = |told: &str| -> usize { told.split(' ').nth(3).unwrap().parse().unwrap() };
    assert!(count(&all) > count(&once), "{all}{once}");
}

#[cfg(not(feature = "net"))]
#[test]
fn a_sheet_needs_the_table() {
    let folder = Folder::new("cards-sheet");
    let told = run(&folder.0, &["cards", "sheet", "euchre"], "");
    assert!(
        told.code == 2
            && told
                .err
                .contains("`cardable cards sheet euchre` needs the table that draws cards"),
        "{}",
        told.err
    );
}
