//! The host is killed in the middle of play, again and again: every choice that it acknowledged is there
//! once, and everything that a seat saw, before and after, is what the log says.

use crate::clients::{begin, catch_up, token_only};
use crate::replayed::Replayed;
use crate::support::{GUARD, Host};
use cardable_core::{Choice, Seat, View, Viewer};
use cardable_net::client::{Client, ClientError};
use cardable_net::library::Library;
use cardable_net::protocol::{Call, Clocks, Create, Resume, RoomId, UndoRule};
use cardable_net::store::{RoomLog as _, SqliteLog};
use rand::RngExt as _;
use rand::rngs::StdRng;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

const ROUNDS: usize = 20;

/// Choices that are acknowledged in a round before the host is killed.
const CHOICES: u64 = 60;

/// A ruleset, and how its room is made.
type Played = (&'static str, fn(&mut Create));

/// What is played: two persons each, and the ways in which games differ for a host.
const GAMES: [Played; 6] = [
    // Questions in the middle of an action, and a bot.
    ("crazy-eights", |create| {
        create.settings.seats = Some(3);
        create.bots = 1;
    }),
    // A script, on threads of its own, and a clock for each decision.
    ("gin-rummy", |create| create.settings.clocks.decision = Some(600)),
    // Everybody chooses at once, and takes it back.
    ("goofspiel", |create| create.settings.undo = UndoRule::Always),
    // Questions of numbers, a bot, and a clock for the whole game.
    ("skullable", |create| {
        create.settings.seats = Some(3);
        create.bots = 1;
        create.settings.clocks.game = Some(3600);
    }),
    // Whoever is faster.
    ("speed", |_| {}),
    // Zones that are opened in play, and taking back.
    ("rummy", |create| create.settings.undo = UndoRule::Always),
];

/// Games that are played at the same time.
const TABLES: usize = 4;

/// A game, and those who play it.
struct Table {
    ruleset: &'static str,
    room: RoomId,
    places: Vec<SeatedClient>,
}

/// A seat that somebody plays, and what they know.
struct SeatedClient {
    resume: Resume,
    seat: Seat,
    /// What was acknowledged, and what was sent when the line broke.
    chosen: Vec<Choice>,
    in_doubt: Option<Choice>,
    /// What was seen since the host was started, by the number of its message.
    seen: Vec<(u64, View)>,
    /// Whether clocks ran, and choices were taken back.
    clocks: bool,
    undone: u64,
    over: bool,
}

async fn open_table(url: &str, (ruleset, set): Played) -> Table {
    let mut ada = Client::connect(url, "Ada").await.unwrap();
    let two = |create: &mut Create| {
        create.settings.seats = Some(2);
        set(create);
    };
    let room = ada.create(ruleset, two).await.unwrap();
    let mut bob = Client::connect(url, "Bob").await.unwrap();
    bob.join(&room, None).await.unwrap();
    begin(&mut ada, &mut [&mut bob]).await;
    let place = |client: &Client| SeatedClient {
        resume: token_only(client),
        seat: client.seated().unwrap().seat,
        chosen: Vec::new(),
        in_doubt: None,
        seen: Vec::new(),
        clocks: false,
        undone: 0,
        over: false,
    };
    Table {
        ruleset,
        room,
        places: vec![place(&ada), place(&bob)],
    }
}

impl SeatedClient {
    /// Plays until the host is gone, or the game is over.
    async fn play(mut self, url: String, made: Arc<AtomicU64>, seed: u64) -> SeatedClient {
        let mut rng = crate::seeded::generator(seed);
        if let Ok(mut client) = Client::resume(&url, "back", self.resume.clone()).await {
            while self.step(&mut client, &made, &mut rng).await.is_ok() && !self.over {}
            self.note(&client);
        }
        self
    }

    async fn step(
        &mut self,
        client: &mut Client,
        made: &AtomicU64,
        rng: &mut StdRng,
    ) -> Result<(), ClientError> {
        self.note(client);
        self.over = client.is_over();
        let undo = client.table().room().and_then(|room| room.undo);
        if undo.is_some_and(|undo| undo.missing.contains(self.seat)) {
            self.undone += u64::from(done(client.call(Call::AnswerUndo { agree: true }).await)?);
            return Ok(());
        }
        if rng.random_range(0..8) == 0 {
            done(client.call(Call::AskUndo {}).await)?;
        }
        let Some(choice) = client.choice_at_random(rng).await? else {
            return client.next().await.map(drop);
        };
        match client.choose(choice.clone()).await {
            Ok(_) => {
                self.chosen.push(choice);
                made.fetch_add(1, Ordering::Relaxed);
            }
            Err(ClientError::Refused(_)) => {}
            Err(error) => {
                self.in_doubt = Some(choice);
                return Err(error);
            }
        }
        Ok(())
    }

    fn note(&mut self, client: &Client) {
        let table = client.table();
        if let (Some(seq), Some(view)) = (table.seq(), table.view())
            && self.seen.last().is_none_or(|(last, _)| *last < seq)
        {
            self.seen.push((seq, view.clone()));
        }
        self.clocks |= *table.clocks() != Clocks::default();
    }

    /// Everything that was seen is what the log says, and what was chosen is there once. Gives how much
    /// was compared.
    fn compare(&mut self, replayed: &Replayed, what: &str) -> usize {
        for (seq, view) in &self.seen {
            assert_eq!(*view, replayed.view(*seq, Viewer::Seat(self.seat)), "{what}");
        }
        let kept = replayed.chosen_by(self.seat);
        // What was sent when the host was killed may be there or not.
        if kept.len() > self.chosen.len() {
            self.chosen.extend(self.in_doubt.take());
        }
        self.in_doubt = None;
        assert_eq!(kept, self.chosen, "{what}");
        std::mem::take(&mut self.seen).len()
    }
}

/// Whether something was done; only a broken line is an error.
fn done<T>(answer: Result<T, ClientError>) -> Result<bool, ClientError> {
    match answer {
        Ok(_) => Ok(true),
        Err(ClientError::Refused(_)) => Ok(false),
        Err(error) => Err(error),
    }
}

/// Everybody comes back to a host that was started anew, and sees the table.
async fn come_back(url: &str, tables: &mut [Table]) {
    for place in tables.iter_mut().flat_map(|table| &mut table.places) {
        let mut client = Client::resume(url, "back", place.resume.clone()).await.unwrap();
        crate::clients::see(&mut client).await;
        catch_up(&mut client).await;
        place.note(&client);
        assert!(!place.seen.is_empty());
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_acknowledged_is_lost_when_the_host_is_killed() {
    let folder = tempfile::tempdir().unwrap();
    let library = Library::shipped();
    let mut games = GAMES.into_iter().cycle();
    let mut tables: Vec<Table> = Vec::new();
    let (mut compared, mut chosen, mut doubted) = (0, 0, 0);
    // Of the way in which games differ: what was really met.
    let (mut clocks, mut undone) = (false, 0);
    for round in 0..=ROUNDS {
        let mut host = Host::start(folder.path());
        come_back(&host.url(), &mut tables).await;
        while tables.len() < TABLES {
            tables.push(open_table(&host.url(), games.next().unwrap()).await);
        }
        if round < ROUNDS {
            play(&mut host, &mut tables, round).await;
        }
        host.kill();
        let log = SqliteLog::open(folder.path().join("data/rooms.sqlite")).unwrap();
        for table in &mut tables {
            let ruleset = library.edition(table.ruleset).unwrap().ruleset.clone();
            let records = log.read(table.room.0.parse().unwrap(), 0).await.unwrap();
            let replayed = Replayed::new(&ruleset, &records);
            for place in &mut table.places {
                doubted += usize::from(place.in_doubt.is_some());
                compared += place.compare(&replayed, &format!("{}, round {round}", table.ruleset));
            }
        }
        log.close();
        tables.retain(|table| {
            let over = table.places.iter().any(|place| place.over);
            for place in table.places.iter().filter(|_| over || round == ROUNDS) {
                chosen += place.chosen.len();
                clocks |= place.clocks;
                undone += place.undone;
            }
            !over
        });
    }
    println!("{chosen} choices, {doubted} not answered, {compared} views compared, {undone} taken back");
    assert!(chosen as u64 >= ROUNDS as u64 * CHOICES / 2, "{chosen} choices");
    assert!(compared > chosen, "{compared} views of {chosen} choices");
    assert!(doubted > 0, "the host was never killed in the middle of a choice");
    assert!(
        clocks && undone > 0,
        "clocks ran: {clocks}, {undone} choices were taken back"
    );
}

/// Everybody plays, until enough is chosen.
async fn play(host: &mut Host, tables: &mut [Table], round: usize) {
    let made = Arc::new(AtomicU64::new(0));
    let mut tasks = Vec::new();
    for (at, table) in tables.iter_mut().enumerate() {
        for place in table.places.drain(..) {
            let seed = (round * 100 + at * 10 + place.seat.index()) as u64;
            tasks.push((at, tokio::spawn(place.play(host.url(), Arc::clone(&made), seed))));
        }
    }
    let began = Instant::now();
    while made.load(Ordering::Relaxed) < CHOICES && tasks.iter().any(|(_, task)| !task.is_finished()) {
        assert!(began.elapsed() < GUARD, "they do not play");
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    host.kill();
    for (at, task) in tasks {
        tables[at].places.push(task.await.unwrap());
    }
}
