//! Measures every game that comes along, and writes the tables of `docs/games.md`: how long and how broad random games are,
//! how long those of bots, who wins, and with how many points.
//!
//! `cargo run --release -p cardable-examples --example game_figures -- --write docs/games.md`. With names of games it
//! measures only these, and without `--write` it prints the rows. The figures are the same on every machine. It ends with 1
//! if a game met a fault. `UPDATE_DOCS=1 cargo test -p cardable-tests shipped::` takes the lengths over into the READMEs of
//! the games.

#![allow(clippy::print_stdout, reason = "it shows what came of it")]

mod many;

use cardable_bots::{Level, Search, Seen};
use cardable_core::decision::Count;
use cardable_core::rand::Rng;
use cardable_core::rand_chacha::ChaCha8Rng;
use cardable_core::rand_chacha::rand_core::SeedableRng;
use cardable_core::search::PlayoutObserver;
use cardable_core::{DecisionRef, Game, Loader, Ruleset, Seat, SeatSet, Seed, Setup};
use cardable_lua::Luau;
use many::{AnySeat, CHOICES, Outcome, any_seat, exit_code, on_all_processors, usual_seats};
use std::process::ExitCode;

/// The games of *Valet*, a published testbed. All others come after them.
const TESTBED: [&str; 21] = [
    "agram",
    "casino-blackjack",
    "crazy-eights",
    "cribbage",
    "cuckoo",
    "euchre",
    "go-fish",
    "golf",
    "goofspiel",
    "hearts",
    "klaverjassen",
    "leduc",
    "pitch",
    "president",
    "rummy",
    "scarto",
    "schwimmen",
    "scopa",
    "skitgubbe",
    "sueca",
    "whist",
];

/// Bots play as many games as have about so many choices, but neither fewer nor more than these.
const CHOICES_OF_BOTS: f64 = 3_000.0;
const FEWEST_GAMES: u64 = 10;
const MOST_GAMES: u64 = 200;
/// Of fewer games the shares of wins are left out: chance moves them too far.
const FEWEST_FOR_SHARES: u64 = 60;

fn main() -> Outcome<ExitCode> {
    let asked = Asked::read(std::env::args().skip(1))?;
    let luau = Luau::new();
    let mut groups = [Rows::default(), Rows::default()];
    let mut met_fault = false;
    for shipped in cardable_rulesets::games() {
        let name = shipped.name();
        if !asked.names.is_empty() && !asked.names.iter().any(|asked| asked == name) {
            continue;
        }
        let ruleset = shipped.load_with(&Loader::new().scripts(&luau))?;
        if ruleset.is_endless() {
            continue;
        }
        let seats = usual_seats(&ruleset);
        let random = play(&ruleset, seats, asked.games, by_chance)?;
        let games = (CHOICES_OF_BOTS / random.choices.mean()) as u64;
        let bots = play(&ruleset, seats, games.clamp(FEWEST_GAMES, MOST_GAMES), by_bots)?;
        for (who, played) in [("at random", &random), ("bots", &bots)] {
            if let Some((seed, fault)) = &played.first_fault {
                println!("FAULT in {name}, {who}, with seed {seed}: {fault}");
                met_fault = true;
            }
        }
        let link = format!("[{}](../rulesets/{name}/README.md)", shipped.title());
        let (lengths, results) = (
            length_row(&link, seats, &random, &bots),
            result_row(&link, &random, &bots),
        );
        println!("{lengths}\n{results}");
        let group = &mut groups[usize::from(!TESTBED.contains(&name))];
        group.lengths.push(lengths);
        group.results.push(results);
    }
    if let Some(file) = &asked.write {
        let mut text = std::fs::read_to_string(file)?;
        for (group, name) in groups.iter().zip(["testbed", "others"]) {
            text = replaced(&text, &format!("lengths of {name}"), &group.lengths)?;
            text = replaced(&text, &format!("results of {name}"), &group.results)?;
        }
        std::fs::write(file, text)?;
    }
    Ok(exit_code(met_fault))
}

/// What is to be measured.
struct Asked {
    /// Games that are played at random.
    games: u64,
    /// The file whose rows are replaced.
    write: Option<String>,
    /// The games' names; all where there are none.
    names: Vec<String>,
}

impl Asked {
    fn read(mut arguments: impl Iterator<Item = String>) -> Outcome<Asked> {
        let mut asked = Asked {
            games: 20_000,
            write: None,
            names: Vec::new(),
        };
        while let Some(argument) = arguments.next() {
            match argument.as_str() {
                "--games" => {
                    let games = arguments.next().and_then(|games| games.parse().ok());
                    asked.games = games
                        .filter(|games| *games > 0)
                        .ok_or("--games needs a number above 0")?;
                }
                "--write" => asked.write = Some(arguments.next().ok_or("--write needs a file")?),
                name => {
                    cardable_rulesets::game(name)?;
                    asked.names.push(name.to_owned());
                }
            }
        }
        if asked.write.is_some() && !asked.names.is_empty() {
            return Err("--write replaces the rows of all games: leave the names out".into());
        }
        Ok(asked)
    }
}

/// The rows of one group of games.
#[derive(Default)]
struct Rows {
    lengths: Vec<String>,
    results: Vec<String>,
}

/// The text with other rows in a table: the comment `<!-- rows: NAME -->` stands before the table.
fn replaced(text: &str, name: &str, rows: &[String]) -> Outcome<String> {
    let comment = format!("<!-- rows: {name} -->");
    let (before, rest) = text
        .split_once(&comment)
        .ok_or(format!("there is no `{comment}`"))?;
    let is_of_table = |line: &&str| line.starts_with('|');
    let mut lines = rest.trim_start().lines();
    let head: Vec<&str> = lines.by_ref().take(2).filter(is_of_table).collect();
    let after: Vec<&str> = lines.skip_while(is_of_table).collect();
    let [titles, rule] = head[..] else {
        return Err(format!("no table comes after `{comment}`").into());
    };
    Ok(format!(
        "{before}{comment}\n\n{titles}\n{rule}\n{}\n{}\n",
        rows.join("\n"),
        after.join("\n")
    ))
}

/// Numbers whose mean is asked for.
#[derive(Clone, Copy, Default)]
struct Numbers {
    count: u64,
    sum: f64,
}

impl Numbers {
    fn push(&mut self, number: f64) {
        self.add(Numbers {
            count: 1,
            sum: number,
        });
    }

    fn add(&mut self, other: Numbers) {
        self.count += other.count;
        self.sum += other.sum;
    }

    fn mean(self) -> f64 {
        self.sum / self.count.max(1) as f64
    }
}

/// How many options decisions have.
#[derive(Clone, Copy, Default)]
struct Options {
    numbers: Numbers,
    forced: u64,
    most: u64,
    /// A list of picks was not searched to its end.
    is_open: bool,
}

impl Options {
    fn push(&mut self, count: Count) {
        let options = count.get();
        self.numbers.push(options as f64);
        self.forced += u64::from(options == 1);
        self.most = self.most.max(options);
        self.is_open |= matches!(count, Count::AtLeast(_));
    }

    fn add(&mut self, other: Options) {
        self.numbers.add(other.numbers);
        self.forced += other.forced;
        self.most = self.most.max(other.most);
        self.is_open |= other.is_open;
    }
}

impl PlayoutObserver for Options {
    fn next_seat(&mut self, seats: SeatSet, chance: &mut impl Rng) -> Option<Seat> {
        AnySeat.next_seat(seats, chance)
    }

    fn decision(&mut self, decision: &DecisionRef<'_>) {
        self.push(decision.count());
    }
}

/// What became of some games.
#[derive(Default)]
struct Played {
    choices: Numbers,
    cut: u64,
    options: Options,
    /// How often each seat was among the winners.
    wins: Vec<u64>,
    /// The games that came to an end.
    ended: u64,
    /// The scores of winners, and of all seats.
    best: Numbers,
    scores: Numbers,
    /// The lowest number of a game with a fault, and what it met.
    first_fault: Option<(u64, String)>,
}

impl Played {
    fn add(&mut self, other: Played) {
        self.choices.add(other.choices);
        self.cut += other.cut;
        self.options.add(other.options);
        self.wins.resize(self.wins.len().max(other.wins.len()), 0);
        for (wins, more) in self.wins.iter_mut().zip(&other.wins) {
            *wins += more;
        }
        self.ended += other.ended;
        self.best.add(other.best);
        self.scores.add(other.scores);
        let faults = [self.first_fault.take(), other.first_fault];
        self.first_fault = faults.into_iter().flatten().min();
    }

    /// A game that was played to its end, or until it was cut.
    fn note(&mut self, game: &Game, choices: u64) {
        self.choices.push(choices as f64);
        let Some(result) = game.result() else {
            self.cut += 1;
            return;
        };
        self.ended += 1;
        self.wins.resize(result.ranks.len(), 0);
        for winner in &result.winners {
            self.wins[winner.index()] += 1;
            if let Some(score) = result.scores.get(winner.index()) {
                self.best.push(*score);
            }
        }
        result.scores.iter().for_each(|score| self.scores.push(*score));
    }
}

/// Plays games with the seeds from 0 on, on all processors. Sums are of whole numbers or nearly so, so that their order does not
/// show in what is printed.
fn play(
    ruleset: &Ruleset,
    seats: usize,
    games: u64,
    one: impl Fn(&mut Game, u64, &mut Played) -> Outcome<u64> + Sync,
) -> Outcome<Played> {
    let setup = &Setup::seats(seats);
    let play = |seed: u64, played: &mut Played| {
        let ended = (|| -> Outcome<()> {
            let mut game = Game::new(ruleset, setup, Seed::from(seed))?;
            let choices = one(&mut game, seed, played)?;
            played.note(&game, choices);
            Ok(())
        })();
        if let Err(fault) = ended {
            let faults = [played.first_fault.take(), Some((seed, fault.to_string()))];
            played.first_fault = faults.into_iter().flatten().min();
        }
    };
    on_all_processors(games, play, Played::add)
}

/// Every choice is drawn, as in `random_games`.
fn by_chance(game: &mut Game, seed: u64, played: &mut Played) -> Outcome<u64> {
    let chance = &mut ChaCha8Rng::seed_from_u64(seed);
    Ok(game.playout_with(chance, CHOICES, &mut played.options)?.choices)
}

/// A bot of the level `medium` on every seat.
fn by_bots(game: &mut Game, seed: u64, played: &mut Played) -> Outcome<u64> {
    let mut chance = ChaCha8Rng::seed_from_u64(seed);
    let level = Level::Medium;
    for choices in 0..CHOICES {
        let Some(seat) = any_seat(game.to_decide(), &mut chance) else {
            return Ok(choices);
        };
        let seen = Seen::new(game, seat, Seed::from(chance.next_u64())).ok_or("the seat decides")?;
        let mut search = Search::new(seen);
        search.run(&mut level.budget());
        let choice = search
            .choose(level.bot().temperature)
            .ok_or("a bot finds a choice")?;
        played
            .options
            .push(game.decision(seat).ok_or("the seat decides")?.count());
        game.submit(seat, &choice)?;
    }
    Ok(CHOICES)
}

/// With three digits, or more where it is large.
fn rounded(number: f64) -> String {
    let places = match number.abs() {
        number if number < 9.995 => 2,
        number if number < 99.95 => 1,
        _ => 0,
    };
    format!("{number:.places$}").replace('-', "−")
}

/// How long and how broad games are.
fn length_row(link: &str, seats: usize, random: &Played, bots: &Played) -> String {
    let length = |played: &Played| match played.cut {
        0 => rounded(played.choices.mean()),
        _ => format!("≥ {}", rounded(played.choices.mean())),
    };
    let Options {
        numbers,
        forced,
        most,
        is_open,
    } = random.options;
    format!(
        "| {link} | {seats} | {} | {} ({}) | {} ({}{most}) | {:.0} % | {} |",
        length(random),
        length(bots),
        bots.choices.count,
        rounded(numbers.mean()),
        if is_open { "≥ " } else { "" },
        100.0 * forced as f64 / numbers.count.max(1) as f64,
        rounded(bots.options.numbers.mean()),
    )
}

/// Who wins, and with what.
fn result_row(link: &str, random: &Played, bots: &Played) -> String {
    let shares = |played: &Played| {
        if played.ended < FEWEST_FOR_SHARES {
            return "–".to_owned();
        }
        let share = |wins: &u64| format!("{:.0}", 100.0 * *wins as f64 / played.ended.max(1) as f64);
        played.wins.iter().map(share).collect::<Vec<_>>().join(" / ")
    };
    let mean = |numbers: Numbers| match numbers.count {
        0 => "none".to_owned(),
        _ => rounded(numbers.mean()),
    };
    let scores = |played: &Played| match played.scores.count {
        0 => "none".to_owned(),
        _ => format!("{} / {}", mean(played.best), mean(played.scores)),
    };
    format!(
        "| {link} | {} | {} | {} | {} |",
        scores(random),
        scores(bots),
        shares(random),
        shares(bots)
    )
}
