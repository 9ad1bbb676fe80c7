//! The fragments that come along: each has a page that names all it declares, the games that import it, and a small game that
//! plays and has tests.

use crate::support;
use cardable_compiler::text::json::{self, Node, Value};
use cardable_core::cases;
use cardable_core::content::Directory;
use cardable_core::diag::{Diagnostics, Sources};
use cardable_core::testing::random_game;
use std::path::PathBuf;

const ENDING: &str = ".fragment.json";

fn page_file() -> PathBuf {
    support::root().join("docs/fragments.md")
}

fn page() -> String {
    std::fs::read_to_string(page_file()).expect("the page is there")
}

/// The names of the fragments that come along, in their order.
fn names() -> Vec<String> {
    let folder = std::fs::read_dir(support::root().join("rulesets/fragments")).expect("the fragments");
    let files = folder.map(|entry| entry.expect("an entry").file_name());
    let mut names: Vec<String> = files
        .filter_map(|file| Some(file.to_str()?.strip_suffix(ENDING)?.to_owned()))
        .collect();
    names.sort();
    names
}

fn parsed(text: &str) -> Node {
    let mut diags = Diagnostics::new();
    let node = json::parse(Sources::new().add("a text", text), text, &mut diags);
    assert!(!diags.has_errors(), "{text}");
    node
}

fn fragment(name: &str) -> Node {
    let file = support::root().join(format!("rulesets/fragments/{name}{ENDING}"));
    let root = parsed(&std::fs::read_to_string(file).expect("a text"));
    root.get("fragment").expect("a fragment").clone()
}

/// The chapter of the page about a fragment.
fn chapter<'p>(page: &'p str, name: &str) -> &'p str {
    let chapters = page.split("\n## ");
    let found = chapters
        .into_iter()
        .find_map(|chapter| chapter.strip_prefix(&format!("`{name}`\n")));
    found.unwrap_or_else(|| panic!("docs/fragments.md has no chapter `{name}`"))
}

/// The rows of the table in a chapter whose first column has this name, as the words of their first cells.
fn rows<'p>(chapter: &'p str, column: &str) -> Vec<&'p str> {
    let mut lines = chapter
        .lines()
        .skip_while(|line| !line.starts_with(&format!("| {column} | ")));
    lines.next();
    let rows = lines.skip(1).map_while(|line| line.strip_prefix("| `"));
    rows.filter_map(|row| row.split('`').next()).collect()
}

fn items<'n>(of: &'n Node, key: &str) -> &'n [Node] {
    match of.get(key).map(|node| &node.value) {
        Some(Value::Array(items)) => items,
        Some(_) => std::slice::from_ref(of.get(key).expect("it is there")),
        None => &[],
    }
}

fn text<'n>(of: &'n Node, key: &str) -> &'n str {
    of.get(key).and_then(Node::as_str).expect("a text")
}

/// What is defined under a key, as it is called: `name(param, param)`.
fn called(fragment: &Node, key: &str) -> Vec<String> {
    let calls = items(fragment, key).iter().map(|defined| {
        let params: Vec<&str> = items(defined, "ref_params")
            .iter()
            .map(|param| text(param, "key"))
            .collect();
        match &*params {
            [] => text(defined, "ref_id").to_owned(),
            params => format!("{}({})", text(defined, "ref_id"), params.join(", ")),
        }
    });
    calls.collect()
}

#[test]
fn the_page_names_all_that_fragments_declare() {
    let page = page();
    for name in names() {
        let (fragment, chapter) = (fragment(&name), chapter(&page, &name));
        let params: Vec<&str> = items(&fragment, "params")
            .iter()
            .map(|param| text(param, "key"))
            .collect();
        assert_eq!(rows(chapter, "parameter"), params, "parameters of `{name}`");
        for param in items(&fragment, "params") {
            let row = format!("| `{}` | `{}` | ", text(param, "key"), text(param, "type"));
            assert!(chapter.contains(&row), "`{name}` has no row `{row}…`");
        }
        assert_eq!(
            rows(chapter, "value"),
            called(&fragment, "defined_values"),
            "values of `{name}`"
        );
        assert_eq!(
            rows(chapter, "action"),
            called(&fragment, "defined_actions"),
            "actions of `{name}`"
        );
        let data = items(&fragment, "global_data")
            .iter()
            .map(|item| format!("$globals.{name}.{}", text(item, "key")));
        let of_seats = items(&fragment, "player_data")
            .iter()
            .map(|item| format!("$player.{name}.{}", text(item, "key")));
        let data: Vec<String> = data.chain(of_seats).collect();
        assert_eq!(rows(chapter, "data"), data, "data of `{name}`");
    }
}

#[test]
fn the_page_names_the_games_that_import_fragments() {
    let page = page();
    for name in names() {
        let games = support::games().into_iter().filter_map(|(game, path)| {
            let rules = parsed(&std::fs::read_to_string(path.join("ruleset.json")).ok()?);
            let rules = rules.get("ruleset")?;
            let is_imported = items(rules, "import")
                .iter()
                .any(|import| text(import, "from") == name);
            is_imported.then(|| support::load(&game).name().to_owned())
        });
        let games: Vec<String> = games.collect();
        assert!(!games.is_empty(), "no game imports `{name}`");
        let row = page
            .lines()
            .find(|line| line.starts_with(&format!("| [`{name}`](#{name}) | ")));
        let row = row.unwrap_or_else(|| panic!("docs/fragments.md does not list `{name}`"));
        assert!(
            row.ends_with(&format!(" | {} |", games.join(", "))),
            "{games:?} import `{name}`: {row}"
        );
    }
}

#[test]
fn the_small_games_of_the_page_play_and_their_tests_pass() {
    let shipped = Directory::open(support::root().join("rulesets")).expect("the rulesets");
    let mut page = page();
    for name in names() {
        let folder = support::root().join("tests/fixtures/fragments").join(&name);
        let loader = support::loader().supplied(&[&shipped]);
        let checked = loader.check_path(&folder);
        let said: Vec<String> = checked.reports().iter().map(ToString::to_string).collect();
        assert!(said.is_empty(), "{name}: {said:#?}");
        let ruleset = checked.ruleset.expect("it is read");
        let tests = std::fs::read_to_string(folder.join("tests/rules.json5")).expect("it has tests");
        let mut sources = Sources::new();
        let file = sources.add("rules.json5", tests);
        let ran = cases::run(&ruleset, file, &sources);
        let told = ran
            .cases
            .iter()
            .flat_map(|case| &case.problems)
            .chain(ran.unread.sorted());
        let told: Vec<String> = told.map(|problem| problem.message.clone()).collect();
        assert!(told.is_empty() && ran.passed() > 0, "{name}: {told:#?}");
        for seats in ruleset.seats() {
            for seed in 0..20 {
                let game = random_game(&ruleset, seats, seed, 2_000, |_, _, _, _| Ok(()));
                let game = game.unwrap_or_else(|problem| panic!("{name}: {problem}"));
                assert!(game.is_over(), "{name} does not end");
            }
        }
        let text = std::fs::read_to_string(folder.join("ruleset.json")).expect("a text");
        let shown = chapter(&page, &name).split("\n```json5\n").nth(1);
        let shown = shown
            .and_then(|rest| rest.split("```\n").next())
            .expect("a game")
            .to_owned();
        if std::env::var_os("UPDATE_DOCS").is_some() {
            page = page.replace(&shown, &text);
            std::fs::write(page_file(), &page).expect("the page can be written");
        } else {
            assert!(
                shown == text,
                "docs/fragments.md shows another game of `{name}`: UPDATE_DOCS=1 writes it"
            );
        }
    }
}
