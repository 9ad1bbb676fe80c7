//! Gin rummy by hand: deals whose cards are known, counted on paper. The ruleset is the shipped one; only
//! the deal is another, which lays out the cards that a case asks for.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test")]

use cardable_core::content::{ContentPath, MemoryFiles};
use cardable_core::ids::ZoneId;
use cardable_core::view::{CardSeen, Datum};
use cardable_core::{Choice, Game, Loader, Pick, Ruleset, Seat, Seed, Setup, Viewer};
use cardable_lua::Luau;

/// A deal, and what comes of it. The first seat leaves the upcard, so does the dealer; the first seat draws
/// `drawn`, and knocks with it, or lays everything down.
struct Case {
    name: &'static str,
    first: &'static str,
    dealer: &'static str,
    drawn: &'static str,
    /// Whether the first seat says big gin, instead of knocking with the card drawn.
    big: bool,
    winner: u8,
    points: i64,
    how: &'static str,
    /// Cards that are left over in the end, of the first seat and of the dealer.
    left: [&'static str; 2],
}

const CASES: [Case; 6] = [
    Case {
        name: "the other holds less",
        first: "H1 H2 H3 C7 D7 S7 C1 C2 D3 D4",
        dealer: "C11 D11 H11 C9 D9 H9 S9 S1 D2 C5",
        drawn: "S13",
        big: false,
        // 8 against 10, and 25 for the undercut.
        winner: 1,
        points: 27,
        how: "undercut",
        left: ["C1 C2 D3 D4", "D2 S1 C5"],
    },
    Case {
        name: "the other holds as much",
        first: "H1 H2 H3 C7 D7 S7 C1 C2 D3 D4",
        dealer: "C11 D11 H11 C9 D9 H9 S9 D2 S3 C5",
        drawn: "S13",
        big: false,
        winner: 1,
        points: 25,
        how: "undercut",
        left: ["C1 C2 D3 D4", "D2 S3 C5"],
    },
    Case {
        name: "three cards are laid off, two of them one after the other",
        first: "H1 H2 H3 C7 D7 S7 C4 C5 C6 D2",
        dealer: "C11 D11 H11 C9 D9 S9 H4 H5 H7 D13",
        drawn: "S13",
        big: false,
        // The king stays: 10 against 2.
        winner: 0,
        points: 8,
        how: "knock",
        left: ["D2", "D13"],
    },
    Case {
        name: "what is laid off makes an undercut",
        first: "H1 H2 H3 C7 D7 S7 C4 C5 C6 D10",
        dealer: "C11 D11 H11 C9 D9 S9 H4 H5 H7 D1",
        drawn: "S13",
        big: false,
        // 1 against 10: 25 and 9.
        winner: 1,
        points: 34,
        how: "undercut",
        left: ["D10", "D1"],
    },
    Case {
        name: "nothing is laid off on gin",
        first: "H1 H2 H3 C7 D7 S7 C3 C4 C5 C6",
        dealer: "C11 D11 H11 C9 D9 S9 H4 H5 H7 D13",
        drawn: "S13",
        big: false,
        // 26 and 25.
        winner: 0,
        points: 51,
        how: "gin",
        left: ["", "H4 H5 H7 D13"],
    },
    Case {
        name: "eleven cards without any left",
        first: "H1 H2 H3 C7 D7 S7 C3 C4 C5 C6",
        dealer: "C11 D11 H11 C9 D9 S9 D5 H5 H7 D13",
        drawn: "H4",
        big: true,
        // 27 and 31.
        winner: 0,
        points: 58,
        how: "big gin",
        left: ["", "D5 H5 H7 D13"],
    },
];

/// The deal of a case: what comes later in the file under a name is what the ruleset gets.
const DEAL: &str = r#"
local function lay_out(names, zone)
	for name in names:gmatch("%S+") do
		for _, card in game.stock:cards() do
			if card.suit:sub(1, 1) .. card.value == name then
				place_card(card, zone)
			end
		end
	end
end

function deal_cards()
	globals.dealer = game.seats[2]
	globals.won = false
	globals.deals += 1
	lay_out("FIRST", game.seats[1].hand)
	lay_out("DEALER", game.seats[2].hand)
	lay_out("DRAWN", game.discard)
	move_card(game.discard:top(), game.stock)
	-- The upcard is one that nobody wants.
	lay_out("S12", game.discard)
	state_transition("upcard")
end
"#;

macro_rules! shipped {
    ($($path:literal)*) => { [$(($path, include_str!(concat!("../../rulesets/", $path)))),*] };
}

fn rules(case: &Case) -> Ruleset {
    let deal = DEAL
        .replace("FIRST", case.first)
        .replace("DEALER", case.dealer)
        .replace("DRAWN", case.drawn);
    rules_with(&deal)
}

/// The shipped ruleset, with more at the end of its script.
fn rules_with(deal: &str) -> Ruleset {
    let mut files = MemoryFiles::new();
    for (path, text) in shipped![
        "standard/cardset.json"
        "standard/decks/standard-52.json"
        "fragments/melds.fragment.json"
        "fragments/dealing.fragment.json"
        "gin-rummy/ruleset.json"
    ] {
        files.add(path, text).unwrap();
    }
    let script = include_str!("../../rulesets/gin-rummy/rules.luau");
    files
        .add("gin-rummy/rules.luau", format!("{script}{deal}"))
        .unwrap();
    let path = ContentPath::new("gin-rummy").unwrap();
    let checked = Loader::new()
        .scripts(&Luau::new())
        .roots(&[&files])
        .check_files(&files, &path);
    let said: Vec<String> = checked.reports().iter().map(ToString::to_string).collect();
    checked.ruleset.unwrap_or_else(|| panic!("{said:#?}"))
}

/// The cards of a zone, as they are written in the cases, sorted.
fn cards(game: &Game, zone: ZoneId) -> Vec<String> {
    let (info, view) = (game.ruleset().info(), game.view(Viewer::Omniscient));
    let name = |card: &CardSeen| match card {
        CardSeen::Face(ty) => {
            let card = &info.cards[ty.index()];
            format!("{}{}", &card.suit.as_ref().unwrap()[..1], card.value.unwrap())
        }
        CardSeen::Back(_) => panic!("a back"),
    };
    let mut names: Vec<String> = view.zone(zone).unwrap().cards.iter().map(name).collect();
    names.sort();
    names
}

fn sorted(names: &str) -> Vec<String> {
    let mut names: Vec<String> = names.split_whitespace().map(str::to_owned).collect();
    names.sort();
    names
}

/// Makes the choice with this label; where it picks a card, the one of this name.
fn choose(game: &mut Game, seat: u8, label: &str, card: Option<&str>) {
    let rules = game.ruleset();
    let info = rules.info();
    let hand = rules.seat_zone("hand", Seat(seat)).unwrap();
    let is_meant = |game: &Game, choice: &Choice| match choice {
        Choice::Act { action, picks, .. }
            if rules.words().action_label(*action).unwrap_or_default() == label =>
        {
            match (card, &picks[..]) {
                (None, []) => true,
                (Some(name), [Pick::Card { zone, index }]) => {
                    let view = game.view(Viewer::Seat(Seat(seat)));
                    let CardSeen::Face(ty) = view.zone(*zone).unwrap().cards[usize::from(*index)] else {
                        return false;
                    };
                    let card = &info.cards[ty.index()];
                    let suit = &card.suit.as_ref().unwrap()[..1];
                    *zone == hand && format!("{suit}{}", card.value.unwrap()) == name
                }
                _ => false,
            }
        }
        _ => false,
    };
    let choice = {
        let decision = game.decision(Seat(seat)).unwrap();
        let all = (0..decision.count().get()).filter_map(|n| decision.nth(n));
        all.into_iter().find(|choice| is_meant(game, choice))
    };
    let choice = choice.unwrap_or_else(|| panic!("{label} {card:?} is not offered"));
    game.submit(Seat(seat), &choice).unwrap_or_else(|e| panic!("{e}"));
}

#[test]
fn the_upcard_lies_open() {
    let game = Game::new(&rules_with(""), &Setup::seats(2), Seed::from(1)).unwrap();
    let view = game.view(Viewer::Spectator);
    let discard = game.ruleset().zone("discard").unwrap();
    assert!(matches!(
        view.zone(discard).unwrap().cards[..],
        [CardSeen::Face(_)]
    ));
}

#[test]
fn deals_are_counted_as_on_paper() {
    for case in &CASES {
        let rules = rules(case);
        let mut game = Game::new(&rules, &Setup::seats(2), Seed::from(1)).unwrap();
        choose(&mut game, 0, "Leave it", None);
        choose(&mut game, 1, "Leave it", None);
        choose(&mut game, 0, "Draw from the stock", None);
        match case.big {
            true => choose(&mut game, 0, "Big gin", None),
            false => choose(&mut game, 0, "Knock with a card", Some(case.drawn)),
        }
        let view = game.view(Viewer::Omniscient);
        let scene = &view.status.scenes[0];
        assert_eq!(
            rules.state_name(scene.state).unwrap_or_default(),
            "shown",
            "{}",
            case.name
        );
        assert_eq!(scene.data[0], Datum::Seat(Seat(case.winner)), "{}", case.name);
        assert_eq!(scene.data[1], Datum::Int(case.points), "{}", case.name);
        let how = match &scene.data[2] {
            Datum::Text(id) => rules.words().text(*id),
            Datum::Written(text) => text,
            other => panic!("{other:?} is no text"),
        };
        assert_eq!(how, case.how, "{}", case.name);
        for (seat, left) in [0, 1].into_iter().zip(case.left) {
            let zone = rules.seat_zone("left", Seat(seat)).unwrap();
            assert_eq!(
                cards(&game, zone),
                sorted(left),
                "{}: left of seat {seat}",
                case.name
            );
        }
    }
}
