//! What a room's log says: every table that it has been at, and who chose what.

use cardable_core::{Choice, Game, Ruleset, Seat, Seed, Setup, View, Viewer};
use serde::de::DeserializeOwned;
use serde_json::Value;

/// A game of a room, by its log.
pub(crate) struct Replayed {
    /// The table after each record: what viewers count by.
    tables: Vec<Game>,
    /// All that was chosen, in order, also what was taken back.
    chosen: Vec<(Seat, Choice)>,
}

impl Replayed {
    /// Plays the records of a room that has seen one game.
    pub(crate) fn new(ruleset: &Ruleset, records: &[Vec<u8>]) -> Replayed {
        let mut records = records.iter().map(|record| read(record));
        let (kind, begin) = records.next().expect("the log is not empty");
        assert_eq!(kind, "begin");
        let (setup, seed): (Setup, Seed) = (of(&begin["setup"]), of(&begin["seed"]));
        let mut game = Game::new(ruleset, &setup, seed).expect("a game");
        game.rest();
        // What still stands, the newest last.
        let mut standing = vec![game.clone()];
        let mut replayed = Replayed {
            tables: vec![game],
            chosen: Vec::new(),
        };
        for (kind, what) in records {
            let mut table = standing.last().expect("a table").clone();
            match kind.as_str() {
                "choice" => {
                    let (seat, choice): (Seat, Choice) = (of(&what["seat"]), of(&what["choice"]));
                    table.submit(seat, &choice).expect("it was applied once");
                    standing.push(table);
                    replayed.chosen.push((seat, choice));
                }
                "timeout" => {
                    table.timeout(of(&what["seat"])).expect("it was applied once");
                    standing.push(table);
                }
                "undo" => drop(standing.pop()),
                // It is as it was, and over.
                "end" => {}
                kind => panic!("nothing else happens in one game: {kind}"),
            }
            replayed.tables.extend(standing.last().cloned());
        }
        replayed
    }

    /// How many records stand behind the beginning.
    pub(crate) fn last(&self) -> u64 {
        self.tables.len() as u64 - 1
    }

    /// The table after so many records.
    pub(crate) fn table(&self, seq: u64) -> &Game {
        let at = usize::try_from(seq).expect("a few");
        self.tables
            .get(at)
            .unwrap_or_else(|| panic!("the log ends at {}, and {seq} was seen", self.last()))
    }

    /// The same, as somebody sees it.
    pub(crate) fn view(&self, seq: u64, viewer: Viewer) -> View {
        self.table(seq).view(viewer)
    }

    /// What a seat has chosen.
    pub(crate) fn chosen_by(&self, seat: Seat) -> Vec<Choice> {
        let of_seat = self.chosen.iter().filter(|(who, _)| *who == seat);
        of_seat.map(|(_, choice)| choice.clone()).collect()
    }
}

/// A record: what it is, and what belongs to it.
fn read(record: &[u8]) -> (String, Value) {
    let record: serde_json::Map<String, Value> = serde_json::from_slice(record).expect("JSON");
    record.into_iter().next().expect("a record")
}

fn of<T: DeserializeOwned>(value: &Value) -> T {
    serde_json::from_value(value.clone()).expect("what the host has written")
}
