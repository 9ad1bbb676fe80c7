//! What is told of a choice is short, and nothing is missing from it.

use cardable_core::{Bot as _, Game, Offered, RandomBot, Replica, Seat, Seed, Setup, Viewer};
use cardable_net::library::Library;
use cardable_net::protocol::{Asked, Hash, Memory, Message, You};
use cardable_net::room::Told;
use cardable_net::wire::Pen;

/// A viewer of a game, with both ends of its line.
struct Line {
    see: Viewer,
    pen: Pen,
    replica: Replica,
    decision: Option<Asked>,
    decisions: Memory,
    sizes: Vec<usize>,
}

fn asked(game: &Game, see: Viewer) -> Option<Asked> {
    let Viewer::Seat(seat) = see else { return None };
    let decision = game.decision(seat)?;
    Some(Asked {
        offers: decision.offers(),
        unavailable: decision.unavailable(),
        touches: game.legal_interactions(seat),
    })
}

impl Line {
    fn new(game: &Game, see: Viewer) -> Line {
        let you = match see {
            Viewer::Seat(seat) => You::Seat(seat),
            Viewer::Spectator | Viewer::Omniscient => You::Spectator,
        };
        let mut pen = Pen::new(you, Hash(String::new()));
        let text = pen.write(Told::View {
            game: 1,
            seq: 0,
            view: &game.view(see),
            beginning: None,
            decision: asked(game, see),
            clocks: &[],
            rewound: false,
        });
        let Message::View(told) = serde_json::from_str(&text).expect("a message") else {
            panic!("{text}");
        };
        let mut decisions = Memory::default();
        Line {
            see,
            pen,
            replica: Replica::new(told.view),
            decision: told.decision.map(|told| decisions.fill_in(*told).clone()),
            decisions,
            sizes: Vec::new(),
        }
    }

    fn goes_on(&mut self, game: &Game, seq: u64) {
        let text = self.pen.write(Told::Events {
            seq,
            timed_out: None,
            events: game.events(self.see),
            story: game.story(self.see, None, &[""; 0]),
            decision: asked(game, self.see),
            clocks: &[],
        });
        self.sizes.push(text.len());
        let Message::Events(told) = serde_json::from_str(&text).expect("a message") else {
            panic!("{text}");
        };
        let told = *told;
        let decision = told.decision.clone();
        self.decision = decision.map(|told| self.decisions.fill_in(*told).clone());
        let before = self.replica.view();
        let events = told.into_events(before.seq, &before.status);
        self.replica.apply(&events);
        if std::env::var_os("SHOW").is_some() {
            println!("{} {text}", text.len());
        }
    }
}

fn median(sizes: &mut [usize]) -> usize {
    sizes.sort_unstable();
    sizes.get(sizes.len() / 2).copied().unwrap_or_default()
}

#[test]
fn a_choice_takes_few_bytes_and_nothing_is_missing() {
    let (mut all, mut report) = (Vec::new(), String::new());
    for edition in Library::shipped().editions() {
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
            let mut lines: Vec<Line> = viewers.map(|see| Line::new(&game, see)).collect();
            let mut bot = RandomBot::new(seed);
            for seq in 1..=150 {
                let Some(decision) = game.next_decision() else {
                    break;
                };
                let seat = decision.seat();
                let choice = bot.choose(&game.view(Viewer::Seat(seat)), &decision);
                game.submit(seat, &choice).expect("it is legal");
                for line in &mut lines {
                    line.goes_on(&game, seq);
                    let name = &edition.name;
                    assert_eq!(line.replica.view(), &game.view(line.see), "{name} {seq}");
                    assert_eq!(line.decision, asked(&game, line.see), "{name} {seq}");
                }
            }
            for line in lines {
                sizes.extend(line.sizes);
            }
        }
        let most = sizes.iter().copied().max().unwrap_or_default();
        let middle = median(&mut sizes);
        report += &format!("{}: median {middle}, most {most}\n", edition.name);
        all.extend(sizes);
    }
    let middle = median(&mut all);
    println!("{report}all: median {middle}");
    // Some 130 of these are the story, which every viewer reads in words of his own.
    assert!(middle < 360, "{report}all: median {middle}");
}

/// An offer that stands as it did is told by its number, and a label once.
#[test]
fn what_was_told_is_not_told_again() {
    let edition = Library::shipped()
        .editions()
        .into_iter()
        .find(|e| e.name == "crazy-eights")
        .expect("it is shipped");
    let game = Game::new(&edition.ruleset, &Setup::seats(2), Seed::from(1)).expect("a game");
    let seat = game.next_decision().expect("a decision").seat();
    let now = asked(&game, Viewer::Seat(seat)).expect("a decision");
    let mut memory = Memory::default();
    let first = serde_json::to_string(&memory.shorten(now.clone())).expect("JSON");
    let labels = now.offers.iter().filter_map(|offer| match offer {
        Offered::Action { label, .. } => Some(label),
        _ => None,
    });
    for label in labels {
        assert!(first.contains(label.as_str()), "{label}: {first}");
    }
    let again = serde_json::to_string(&memory.shorten(now)).expect("JSON");
    assert_eq!(again, "{}");
}
