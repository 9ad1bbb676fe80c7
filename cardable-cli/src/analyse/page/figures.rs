//! The plots and tables of each topic.

use super::html::table;
use super::plot::{Figure, Series, Whisker};
use crate::analyse::Report;
use crate::analyse::choices::{ChoiceCell, STAGES};
use crate::analyse::games::{GameEnd, GameRow};
use crate::analyse::lead::LeadRow;
use crate::analyse::lineup::Lineup;
use crate::analyse::measure::Measure;
use crate::analyse::topic::Topic;
use crate::analyse::words::{Unit, grouped};
use cardable_core::info::ActionKind;
use std::collections::BTreeMap;

/// How many classes a histogram has.
const CLASSES: u64 = 12;

/// Most rows of a table or plot of things that a ruleset may have many of.
const MOST_ROWS: usize = 60;

/// All there is to see about a topic. `side` tells the two halves of a comparison apart.
pub(super) fn of(topic: Topic, report: &Report, side: &str) -> String {
    let id = |name: &str| format!("{}-{name}{side}", topic.key());
    match topic {
        Topic::Fairness => whiskers(topic, report, id("plot")),
        Topic::Skill => whiskers(topic, report, id("plot")) + &doublings(report, id("doublings")),
        Topic::End => endings(report, id("plot")),
        Topic::Length => lengths(report, id("plot")),
        Topic::Options => options(report, id("plot")),
        Topic::Stakes => stakes(report, id("plot")),
        Topic::Luck => String::new(),
        Topic::Drama => drama(report, id("plot")),
        Topic::Uses => uses(report, id("plot")),
        Topic::Dominated => pairs(report),
    }
}

fn whiskers(topic: Topic, report: &Report, id: String) -> String {
    // The doublings of less thought have a plot of their own.
    let is_told = |measure: &&Measure| measure.topic == topic && !measure.key.starts_with("doubling.");
    let of_topic = report.measures.iter().filter(is_told);
    let all: Vec<Whisker> = of_topic
        .filter_map(|measure| {
            let (low, high) = measure.interval?;
            let label = measure.name.replace("Advantage of s", "S");
            Some(Whisker {
                label,
                value: measure.value,
                low,
                high,
            })
        })
        .collect();
    let Some(most) = all.iter().max_by(|a, b| a.value.abs().total_cmp(&b.value.abs())) else {
        return String::new();
    };
    let description = format!(
        "A dot and its 95 % interval in each row. Farthest from 0 is {}.",
        most.label
    );
    let title = match topic == Topic::Fairness {
        true => "Wins beyond a seat's share",
        false => "Wins beyond those of the others",
    };
    Figure::whiskers(id, title, description, Unit::Share, &all).html()
}

/// What twice the thought gains, from little thought to much.
fn doublings(report: &Report, id: String) -> String {
    let all = &report.doublings;
    let most = all.iter().max_by(|a, b| a.gain.mean.total_cmp(&b.gain.mean));
    let Some(most) = most.filter(|_| all.len() > 1) else {
        return String::new();
    };
    let description = format!(
        "A dot and its 95 % interval for each step, from little thought to much. Most is gained by {}.",
        most.label()
    );
    let whiskers: Vec<Whisker> = all
        .iter()
        .map(|doubling| Whisker {
            label: doubling.label(),
            value: doubling.gain.mean,
            low: doubling.gain.low(),
            high: doubling.gain.high(),
        })
        .collect();
    let title = "What twice the thought wins more, by iterations a decision";
    let mut figure = Figure::whiskers(id, title, description, Unit::Share, &whiskers);
    figure.head = vec!["Iterations", "Gain", "From", "To", "Deals"];
    for (row, doubling) in figure.rows.iter_mut().zip(all) {
        row.push(grouped(doubling.gain.count as u64));
    }
    figure.html()
}

fn endings(report: &Report, id: String) -> String {
    let mut counts: BTreeMap<String, u64> = BTreeMap::new();
    for game in &report.tables.games {
        let how = match &game.end {
            GameEnd::Over(reason) if reason.is_empty() => "over".to_owned(),
            GameEnd::Over(reason) => reason.clone(),
            GameEnd::CutOff(states) => format!("cut off in {states}"),
            GameEnd::Faulted(_) => "a fault of the rules".to_owned(),
        };
        *counts.entry(how).or_default() += 1;
    }
    let all = report.tables.games.len().max(1) as f64;
    let mut shares: Vec<(String, f64)> = counts.into_iter().map(|(how, n)| (how, n as f64 / all)).collect();
    shares.sort_by(|a, b| b.1.total_cmp(&a.1));
    shares.truncate(MOST_ROWS);
    let Some((how, share)) = shares.first() else {
        return String::new();
    };
    let description = format!(
        "A bar for each way to end. Most often: {how}, in {} of the games.",
        Unit::Share.text(*share)
    );
    Figure::bars(id, "How games ended", description, Unit::Share, &shares).html()
}

fn lengths(report: &Report, id: String) -> String {
    let of = |lineup: Lineup| -> Vec<u64> {
        let games = report.tables.ended(lineup);
        games.map(|game: &GameRow| game.choices).collect()
    };
    let all = [
        ("strong bots", of(Lineup::Strong)),
        ("chance", of(Lineup::Random)),
    ];
    let lengths = || all.iter().flat_map(|(_, lengths)| lengths.iter().copied());
    let (Some(least), Some(most)) = (lengths().min(), lengths().max()) else {
        return String::new();
    };
    let width = (most - least + 1).div_ceil(CLASSES).max(1);
    let number = ((most - least) / width + 1) as usize;
    let classes: Vec<String> = (0..number as u64)
        .map(|at| match width {
            1 => (least + at).to_string(),
            width => format!("{}–{}", least + at * width, least + (at + 1) * width - 1),
        })
        .collect();
    let series: Vec<Series> = all
        .iter()
        .map(|(label, lengths)| {
            let mut values = vec![0.0; number];
            for length in lengths {
                if let Some(value) = values.get_mut(((length - least) / width) as usize) {
                    *value += 1.0 / lengths.len() as f64;
                }
            }
            Series { label, values }
        })
        .collect();
    let description = format!("Columns for classes of lengths, from {least} to {most} choices.");
    let title = ("Choices a game: share of the games", description);
    Figure::columns(id, title, Unit::Share, &classes, &series).html()
}

/// The tenths of a game.
fn stages() -> Vec<String> {
    (1..=STAGES).map(|stage| format!("{stage}")).collect()
}

fn by_stage(report: &Report, lineup: Lineup, value: impl Fn(&ChoiceCell) -> f64) -> Vec<f64> {
    let cell = |stage: usize| report.tables.choices.sum(|of, _, at| of == lineup && at == stage);
    (0..STAGES).map(|stage| value(&cell(stage))).collect()
}

fn options(report: &Report, id: String) -> String {
    let series = [
        Series {
            label: "strong bots",
            values: by_stage(report, Lineup::Strong, ChoiceCell::mean_options),
        },
        Series {
            label: "chance",
            values: by_stage(report, Lineup::Random, ChoiceCell::mean_options),
        },
    ];
    let description = "Columns for each tenth of a game, from its beginning to its end.".to_owned();
    let title = ("Options of a choice, by tenths of the game", description);
    let mut html = Figure::columns(id, title, Unit::Count, &stages(), &series).html();
    let states = report.states.iter().enumerate().filter_map(|(at, state)| {
        let cell = report
            .tables
            .choices
            .sum(|lineup, of, _| lineup == Lineup::Strong && usize::from(of) == at);
        (cell.choices > 0).then(|| {
            vec![
                state.label.clone(),
                grouped(cell.choices),
                Unit::Count.text(cell.mean_options()),
                grouped(cell.most),
                Unit::Share.text(cell.forced_share()),
            ]
        })
    });
    let rows: Vec<Vec<String>> = states.take(MOST_ROWS).collect();
    html.push_str(&table(
        "Options by state",
        &["State, strong bots", "Choices", "Options", "At most", "Only one"],
        &rows,
    ));
    html
}

fn stakes(report: &Report, id: String) -> String {
    let values = by_stage(report, Lineup::Strong, ChoiceCell::mean_stakes);
    if values.iter().all(|value| *value == 0.0) {
        return String::new();
    }
    let description = "A column for each tenth of a game, from its beginning to its end.".to_owned();
    let title = ("Best over worst option, by tenths of the game", description);
    let series = [Series {
        label: "strong bots",
        values,
    }];
    Figure::columns(id, title, Unit::Share, &stages(), &series).html()
}

fn drama(report: &Report, id: String) -> String {
    let mut sums = [(0.0, 0.0); STAGES];
    for row in report
        .tables
        .lead
        .iter()
        .filter(|row: &&LeadRow| !row.winners.is_empty())
    {
        let stage = (row.progress as usize * STAGES / 1_000).min(STAGES - 1);
        if let Some((sum, count)) = sums.get_mut(stage) {
            *sum += row.behind();
            *count += 1.0;
        }
    }
    let values: Vec<f64> = sums
        .iter()
        .map(|(sum, count)| if *count > 0.0 { sum / count } else { 0.0 })
        .collect();
    if report.seats < 2 || values.iter().all(|value| *value == 0.0) {
        return String::new();
    }
    let description = "A column for each tenth of a game, from its beginning to its end.".to_owned();
    let title = (
        "How far the later winner is behind the leader, by tenths of the game",
        description,
    );
    let series = [Series {
        label: "strong bots",
        values,
    }];
    Figure::columns(id, title, Unit::Share, &stages(), &series).html()
}

fn uses(report: &Report, id: String) -> String {
    let state = |at: usize| {
        report
            .states
            .get(at)
            .map_or(String::new(), |state| state.label.clone())
    };
    let offered = report
        .actions
        .iter()
        .enumerate()
        .filter(|(_, action)| action.kind != ActionKind::Auto);
    let (mut bars, mut rows) = (Vec::new(), Vec::new());
    for (at, action) in offered.take(MOST_ROWS) {
        let strong = report
            .tables
            .uses
            .of_action(at, |lineup| lineup == Lineup::Strong);
        let all = report.tables.uses.of_action(at, |_| true);
        bars.push((
            action.label.clone(),
            strong.taken as f64 / strong.offered.max(1) as f64,
        ));
        rows.push(vec![
            action.label.clone(),
            state(action.state.index()),
            grouped(all.offered),
            grouped(all.taken),
            grouped(strong.offered),
            grouped(strong.taken),
            grouped(strong.forced),
            grouped(all.idle),
        ]);
    }
    let mut html = String::new();
    if !bars.is_empty() {
        let description =
            "A bar for each action: of the choices that offered it, those in which it was taken.".to_owned();
        let mut figure = Figure::bars(
            id,
            "How often strong bots take what is offered",
            description,
            Unit::Share,
            &bars,
        );
        figure.head = vec![
            "Action",
            "State",
            "Offered",
            "Taken",
            "Offered, strong bots",
            "Taken",
            "Only option",
            "Changed nothing",
        ];
        figure.rows = rows;
        html.push_str(&figure.html());
    }
    let cards = report.cards.iter().enumerate().filter(|(_, card)| !card.unused);
    let rows: Vec<Vec<String>> = cards
        .map(|(at, card)| {
            let all = report.tables.uses.of_card(at, |_| true);
            let strong = report.tables.uses.of_card(at, |lineup| lineup == Lineup::Strong);
            let mut row = vec![card.label.clone()];
            row.extend([all.moved, all.held, all.played, strong.held, strong.played].map(grouped));
            row
        })
        .collect();
    if rows.iter().any(|row| row[1] != "0") {
        html.push_str(&format!(
            "<details><summary>Cards: how often they moved, and in how many games a seat had them and a choice played \
             them</summary>\n{}</details>\n",
            table(
                "Cards",
                &["Card", "Moves", "Games with it", "Played", "Games with it, strong bots", "Played"],
                &rows
            )
        ));
    }
    let rows: Vec<Vec<String>> = report
        .states
        .iter()
        .enumerate()
        .map(|(at, state)| vec![state.label.clone(), grouped(report.tables.uses.of_state(at))])
        .collect();
    html.push_str(&format!(
        "<details><summary>States: in how many games they were entered</summary>\n{}</details>\n",
        table("States", &["State", "Games"], &rows)
    ));
    html
}

fn pairs(report: &Report) -> String {
    let name = |at: u16| {
        report
            .actions
            .get(usize::from(at))
            .map_or(String::new(), |action| action.label.clone())
    };
    let mut pairs: Vec<_> = report.tables.uses.pairs.iter().collect();
    pairs.sort_by_key(|(_, pair)| std::cmp::Reverse(pair.offers));
    let rows: Vec<Vec<String>> = pairs
        .into_iter()
        .take(MOST_ROWS)
        .map(|((first, second), pair)| {
            let share = |n: u64| Unit::Share.text(n as f64 / pair.offers.max(1) as f64);
            let (mean, _) = pair.mean_and_error();
            vec![
                format!("{} or {}", name(*first), name(*second)),
                grouped(pair.offers),
                share(pair.first_better),
                share(pair.second_better),
                Unit::Share.text(mean),
            ]
        })
        .collect();
    if rows.is_empty() {
        return "<p>No two actions were offered together.</p>\n".to_owned();
    }
    table(
        "Actions offered together",
        &[
            "Actions",
            "Decisions",
            "First better",
            "Second better",
            "First is worth more by",
        ],
        &rows,
    )
}
