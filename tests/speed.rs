//! The page on speed tells the instructions that are recorded, and which games keep the bound of their kind.

use crate::support;
use std::collections::BTreeMap;

/// The page by lines and cells, and the figures that are not as recorded.
struct Page {
    lines: Vec<Vec<String>>,
    /// The lines with the figures of games.
    figures: std::ops::Range<usize>,
    wrong: Vec<String>,
}

#[test]
fn the_page_on_speed_tells_what_is_recorded() {
    let file = support::root().join("docs/speed.md");
    let text = std::fs::read_to_string(&file).expect("the page is there");
    let recorded = recorded();
    let mut page = Page::new(&text);
    let told = page.correct(&recorded) + page.correct_operations(&all_recorded());
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(&file, page.text()).expect("the page can be written");
        return;
    }
    assert!(told >= recorded.len() + 24, "the page tells {told} figures");
    assert!(
        page.wrong.is_empty(),
        "docs/speed.md is not as recorded, UPDATE_DOCS=1 writes it:\n{}",
        page.wrong.join("\n")
    );
}

#[test]
fn games_are_told_on_the_side_of_their_bound_that_they_are_on() {
    let page = std::fs::read_to_string(support::root().join("docs/speed.md")).expect("the page is there");
    let recorded = recorded();
    let mut told = Vec::new();
    let rows = page
        .lines()
        .skip_while(|line| !line.starts_with("| kind of game"));
    for row in rows.skip(2).take_while(|line| line.starts_with('|')) {
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        let [_, kind, bound, within, above, _] = cells[..] else {
            panic!("a row has other cells: {row}");
        };
        let bound = number(bound).expect("a bound is a number");
        for (cell, is_within) in [(within, true), (above, false)] {
            for game in cell.split("; ").filter(|game| *game != "none") {
                let (name, _) = game.rsplit_once(' ').expect("a game is told with its figure");
                let Some(found) = figure(&recorded, name) else {
                    // Scripts are measured by another benchmark.
                    assert_eq!(name, "Skullable in Luau");
                    continue;
                };
                assert_eq!(
                    found <= bound,
                    is_within,
                    "{name} takes {found}, and {kind} may {bound}"
                );
                told.push(name.to_owned());
            }
        }
    }
    assert!(told.len() > 20, "the table tells of {told:?}");
}

#[test]
fn the_page_on_speed_names_the_games_that_have_reached_their_figure() {
    let page = std::fs::read_to_string(support::root().join("docs/speed.md")).expect("the page is there");
    let recorded = recorded();
    let rows = page
        .lines()
        .skip_while(|line| !line.starts_with("| a random choice"));
    let rows = rows.skip(2).take_while(|line| line.starts_with('|'));
    let reached: Vec<&str> = rows
        .filter_map(|row| {
            let cells: Vec<&str> = row.split('|').map(str::trim).collect();
            let to_reach = number(cells.get(3)?)?;
            let has_reached = *recorded.get(*cells.get(1)?)? <= to_reach;
            has_reached.then(|| cells[1].split(',').next())?
        })
        .collect();
    let [first @ .., last] = &reached[..] else {
        panic!("no game has reached its figure");
    };
    let told = format!("{} and {last} have reached their figure", first.join(", "));
    assert!(page.contains(&told), "the page does not say: {told}");
}

/// The instructions of a random choice, by the game and its seats.
fn recorded() -> BTreeMap<String, f64> {
    let choices = all_recorded().into_iter().filter_map(|(name, figure)| {
        let name = name.strip_suffix(": a choice")?;
        Some((name.to_owned(), figure))
    });
    choices.collect()
}

/// All instructions, by the game, its seats, and what is done.
fn all_recorded() -> BTreeMap<String, f64> {
    let file = support::root().join("cardable-core/benches/instructions/recorded.json");
    let text = std::fs::read_to_string(file).expect("figures are recorded");
    let all: serde_json::Value = serde_json::from_str(&text).expect("they are JSON");
    let figures = all["instructions"].as_object().expect("they have names");
    let all = figures
        .iter()
        .filter_map(|(name, figure)| Some((name.clone(), figure.as_f64()?.round())));
    all.collect()
}

/// The figure of a game that is named with its seats or without.
fn figure(recorded: &BTreeMap<String, f64>, name: &str) -> Option<f64> {
    let without_seats = |of: &str| of.rsplit_once(", ").is_some_and(|(game, _)| game == name);
    let found = recorded.iter().find(|(of, _)| *of == name || without_seats(of));
    found.map(|(_, figure)| *figure)
}

impl Page {
    fn new(text: &str) -> Page {
        let begins = |heading: &str| text.lines().position(|line| line == heading).expect("a heading");
        Page {
            lines: text
                .lines()
                .map(|line| line.split('|').map(str::to_owned).collect())
                .collect(),
            figures: begins("## Instructions")..begins("### What they are spent on"),
            wrong: Vec::new(),
        }
    }

    /// Puts recorded figures in, and notes those that were others. Returns how many figures of games it found.
    fn correct(&mut self, recorded: &BTreeMap<String, f64>) -> usize {
        let mut told = 0;
        let lines = self.lines.get_mut(self.figures.clone()).unwrap_or_default();
        for cells in lines.iter_mut().filter(|cells| cells.len() > 1) {
            for at in 1..cells.len().saturating_sub(1) {
                if let Some(figure) = figure(recorded, cells[at].trim())
                    && number(cells[at + 1].trim()).is_some()
                {
                    told += 1;
                    put(&mut self.wrong, &mut cells[at + 1], &grouped(figure));
                    if let [_, _, _, _, by_hand, times, _] = &mut cells[..]
                        && let Some(by_hand) = number(by_hand.trim())
                    {
                        put(&mut self.wrong, times, &format!("{:.1}", figure / by_hand));
                    }
                }
            }
            for cell in cells.iter_mut().filter(|cell| cell.contains(' ')) {
                let games = cell.trim().split("; ").map(|game| match game.rsplit_once(' ') {
                    Some((name, old)) if number(old).is_some() => match figure(recorded, name) {
                        Some(figure) => format!("{name} {}", grouped(figure)),
                        None => game.to_owned(),
                    },
                    _ => game.to_owned(),
                });
                let games = games.collect::<Vec<_>>().join("; ");
                put(&mut self.wrong, cell, &games);
            }
        }
        told
    }

    /// The same for the table of operations: what is done stands before its row, games above their columns.
    fn correct_operations(&mut self, recorded: &BTreeMap<String, f64>) -> usize {
        let is_head = |cells: &Vec<String>| cells.len() > 2 && cells[1].trim() == "one operation";
        let from = self.figures.start;
        let Some(head) = self.lines[from..].iter().position(is_head) else {
            return 0;
        };
        let (above, rows) = self.lines.split_at_mut(from + head + 2);
        let games = &above[from + head];
        let mut told = 0;
        for cells in rows.iter_mut().take_while(|cells| cells.len() > 1) {
            let done = format!(" seats: {}", cells[1].trim());
            for at in 2..cells.len() - 1 {
                let game = format!("{}, ", games[at].trim());
                let found = recorded
                    .iter()
                    .find(|(name, _)| name.starts_with(&game) && name.ends_with(&done));
                if let Some((_, figure)) = found {
                    told += 1;
                    put(&mut self.wrong, &mut cells[at], &grouped(*figure));
                }
            }
        }
        told
    }

    fn text(&self) -> String {
        self.lines.iter().map(|cells| cells.join("|") + "\n").collect()
    }
}

fn put(wrong: &mut Vec<String>, cell: &mut String, text: &str) {
    if cell.trim() != text {
        wrong.push(format!("{} should be {text}", cell.trim()));
        *cell = format!(" {text} ");
    }
}

/// A whole number with its thousands apart.
fn number(text: &str) -> Option<f64> {
    let is_grouped = !text.is_empty() && text.chars().all(|c| c.is_ascii_digit() || c == ',');
    is_grouped.then(|| text.replace(',', "").parse().ok()).flatten()
}

fn grouped(figure: f64) -> String {
    let digits = format!("{figure:.0}");
    let parts = digits.as_bytes().rchunks(3).rev();
    let parts = parts.map(|part| std::str::from_utf8(part).unwrap_or_default());
    parts.collect::<Vec<_>>().join(",")
}
