//! What is told of a choice is short, in both formats, and nothing is missing from it.

use cardable_core::{Bot as _, Game, RandomBot, Replica, Seat, Seed, Setup, Viewer};
use cardable_net::library::Library;
use cardable_net::protocol::{Clocks, Decision, Happened, Message};
use cardable_net::wire::Format;

/// A viewer of a game, who reads what the host writes in a format.
struct WireReader {
    see: Viewer,
    format: Format,
    replica: Replica,
    sizes: Vec<usize>,
}

fn decision(game: &Game, see: Viewer) -> Option<Box<Decision>> {
    match see {
        Viewer::Seat(seat) => game
            .decision(seat)
            .map(|decision| Box::new(decision.to_decision().without_names())),
        Viewer::Spectator | Viewer::Omniscient => None,
    }
}

impl WireReader {
    fn new(game: &Game, see: Viewer, format: Format) -> WireReader {
        let view = format.decode(&format.encode(&game.view(see))).expect("a view");
        WireReader {
            see,
            format,
            replica: Replica::new(view),
            sizes: Vec::new(),
        }
    }

    fn goes_on(&mut self, game: &Game, seq: u64) {
        let told = Message::Events(Box::new(Happened {
            seq,
            timed_out: None,
            events: game.events(self.see),
            story: game.story(self.see, None),
            decision: decision(game, self.see),
            clocks: Clocks::default(),
        }));
        let encoded = self.format.encode(&told);
        self.sizes.push(encoded.len());
        let read: Message = self.format.decode(&encoded).expect("a message");
        assert_eq!(read, told);
        let Message::Events(happened) = read else {
            unreachable!("it is the same message")
        };
        self.replica.apply(&happened.events).expect("events that lead on");
        if std::env::var_os("SHOW").is_some() {
            println!("{} {encoded:?}", encoded.len());
        }
    }
}

fn median(sizes: &mut [usize]) -> usize {
    sizes.sort_unstable();
    sizes.get(sizes.len() / 2).copied().unwrap_or_default()
}

/// Games in which much happens in a choice, or in which views have more than elsewhere.
const LARGE: [&str; 9] = [
    "backwater",
    "cribbage",
    "duel",
    "holdem",
    "klondike",
    "lanterns",
    "leduc",
    "market",
    "skat",
];

/// The medians over all choices of shipped games that are not large, and over those of all, and a report.
fn sizes(format: Format) -> ([usize; 2], String) {
    let (mut plain, mut all, mut report) = (Vec::new(), Vec::new(), format!("{format:?}\n"));
    for edition in Library::shipped().editions() {
        let name = &edition.name;
        let mut sizes = Vec::new();
        for round in 0..3_u64 {
            let ruleset = &edition.ruleset;
            let (least, most) = (*ruleset.seats().start(), *ruleset.seats().end());
            let seats = if round == 0 { least } else { most.min(least.max(4)) };
            let seed = Seed::from(round);
            let mut game = Game::new(ruleset, &Setup::seats(seats), seed)
                .expect("a game")
                .with_events();
            let viewers = (0..seats)
                .map(|at| Viewer::Seat(Seat(at as u8)))
                .chain([Viewer::Spectator]);
            let mut readers: Vec<WireReader> =
                viewers.map(|see| WireReader::new(&game, see, format)).collect();
            let mut bot = RandomBot::new(seed);
            for seq in 1..=150 {
                let Some(decision) = game.next_decision() else {
                    break;
                };
                let seat = decision.seat();
                let choice = bot.choose(&game.view(Viewer::Seat(seat)), &decision);
                game.submit(seat, &choice).expect("it is legal");
                for reader in &mut readers {
                    reader.goes_on(&game, seq);
                    assert_eq!(reader.replica.view(), &game.view(reader.see), "{name} {seq}");
                }
            }
            for reader in readers {
                sizes.extend(reader.sizes);
            }
        }
        let most = sizes.iter().copied().max().unwrap_or_default();
        let middle = median(&mut sizes);
        report += &format!("{name}: median {middle}, most {most}\n");
        all.extend(&sizes);
        if !LARGE.contains(&name.as_str()) {
            plain.extend(sizes);
        }
    }
    let medians = [median(&mut plain), median(&mut all)];
    report += &format!(
        "without large games: median {}; all: median {}",
        medians[0], medians[1]
    );
    println!("{report}");
    (medians, report)
}

#[test]
fn a_choice_takes_few_bytes_and_nothing_is_missing() {
    let ([plain, all], report) = sizes(Format::Json);
    // Some 130 of these are the story, which every viewer reads in words of his own.
    assert!(plain < 850 && all < 900, "{report}");
}

#[test]
fn a_choice_is_shorter_in_message_pack() {
    let ([plain, all], report) = sizes(Format::MessagePack);
    assert!(plain < 600 && all < 650, "{report}");
}
