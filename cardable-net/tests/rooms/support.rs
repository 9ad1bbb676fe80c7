//! Players without sockets, and hosts on real files.

use crate::seeded::{generator, seed};
use cardable_core::content::MemoryFiles;
use cardable_core::{Choice, Pick, Replica, View};
use cardable_net::Entropy;
use cardable_net::client::{Guess, guess};
use cardable_net::library::Library;
use cardable_net::lobby::{Attachment, RoomLimits, Rooms, Seated, Who};
use cardable_net::protocol::{Beginning, ChatLine, Clocks, Decision, Message, Phase, RoomInfo};
use cardable_net::room::{Answer, CloseReason, Command, Inbox, Refused, outbox};
use cardable_net::store::{Opening, RoomId, RoomLog, SqliteLog};
use cardable_net::wire::{Encoded, Format};
use rand::rngs::StdRng;
use std::path::PathBuf;
use std::sync::{Arc, LazyLock};
use std::time::Duration;

/// Longer than anything takes; only what would never end reaches it.
pub const GUARD: Duration = Duration::from_secs(120);

/// The shipped rulesets are read once.
static LIBRARY: LazyLock<Library> = LazyLock::new(Library::shipped);

pub fn shipped() -> Library {
    LIBRARY.clone()
}

pub fn quick() -> RoomLimits {
    RoomLimits {
        bot_pause: 0,
        bot_iterations: 0,
        seed_parts: 0,
        ..RoomLimits::default()
    }
}

/// What hosts draw from.
pub fn entropy() -> Entropy {
    Entropy::seeded(seed())
}

/// A host's file, and a way to start the host again.
pub struct House {
    pub folder: tempfile::TempDir,
    pub limits: RoomLimits,
    pub library: Library,
}

impl House {
    pub fn new(limits: RoomLimits) -> House {
        House::with(limits, shipped())
    }

    pub fn with(limits: RoomLimits, library: Library) -> House {
        House {
            folder: tempfile::tempdir().expect("a folder"),
            limits,
            library,
        }
    }

    pub fn file(&self) -> PathBuf {
        self.folder.path().join("rooms.db")
    }

    pub fn store(&self) -> Arc<SqliteLog> {
        Arc::new(SqliteLog::open(self.file()).expect("a store"))
    }

    pub async fn open(&self) -> Rooms {
        self.open_on(self.store()).await
    }

    pub async fn open_on(&self, log: Arc<dyn RoomLog>) -> Rooms {
        Rooms::open(log, self.library.clone(), self.limits.clone(), entropy())
            .await
            .expect("the rooms are claimed")
    }
}

/// A file that may not grow is a disk that is full: SQLite says so itself.
pub fn pages(most: u32) -> Opening {
    Opening {
        most_pages: Some(most),
        ..Opening::default()
    }
}

/// A library of one ruleset, `name`.
pub fn library_of(name: &str, text: &str) -> Library {
    let mut files = MemoryFiles::new();
    files.add(&format!("{name}/ruleset.json"), text).expect("a path");
    let library = Library::of_files(files, Vec::new());
    assert!(library.edition(name).is_some(), "{:?}", library.problems());
    library
}

/// A message of a line that speaks JSON, as it came.
pub fn json(told: &Encoded) -> &str {
    match told {
        Encoded::Text(text) => text.as_str(),
        Encoded::Binary(_) => panic!("this line speaks JSON"),
    }
}

/// Somebody in a room, and what they know.
pub struct Player {
    pub seated: Option<Seated>,
    pub attachment: Option<Attachment>,
    inbox: Inbox,
    pub room: Option<RoomInfo>,
    pub replica: Option<Replica>,
    pub game: u32,
    pub seq: u64,
    pub decision: Option<Box<Decision>>,
    pub clocks: Clocks,
    pub talk: Vec<ChatLine>,
    /// Every text that came.
    pub texts: Vec<String>,
    /// How the game began, as the last whole view told it.
    pub beginning: Option<Box<Beginning>>,
    /// How many whole views came.
    pub views: usize,
    pub closed: Option<CloseReason>,
    pub rng: StdRng,
}

impl Player {
    fn with(attachment: Attachment, inbox: Inbox, seated: Option<Seated>) -> Player {
        Player {
            seated,
            attachment: Some(attachment),
            inbox,
            room: None,
            replica: None,
            game: 0,
            seq: 0,
            decision: None,
            clocks: Clocks::default(),
            talk: Vec::new(),
            texts: Vec::new(),
            beginning: None,
            views: 0,
            closed: None,
            rng: generator(7),
        }
    }

    /// Comes to a seat.
    pub async fn sit(rooms: &Rooms, seated: &Seated) -> Player {
        Player::try_sit(rooms, seated, None, 256).await.expect("a seat")
    }

    pub async fn try_sit(
        rooms: &Rooms,
        seated: &Seated,
        seen: Option<(u32, u64)>,
        queue: usize,
    ) -> Result<Player, Refused> {
        let (out, inbox) = outbox(queue, Format::Json);
        let who = Who::Seat {
            token: seated.token.clone(),
            seen,
        };
        let attachment = rooms.attach(seated.room, who, out).await?;
        let mut player = Player::with(attachment, inbox, Some(seated.clone()));
        player.pump();
        Ok(player)
    }

    pub async fn watch(rooms: &Rooms, room: RoomId, name: &str) -> Result<Player, Refused> {
        let (out, inbox) = outbox(256, Format::Json);
        let who = Who::Watcher {
            name: name.to_owned(),
            invite: None,
        };
        let attachment = rooms.attach(room, who, out).await?;
        let mut player = Player::with(attachment, inbox, None);
        player.pump();
        Ok(player)
    }

    /// Goes away for a while.
    pub fn go(&mut self) {
        self.attachment = None;
    }

    /// Comes back with what it knows.
    pub async fn come_back(&mut self, rooms: &Rooms) {
        let seated = self.seated.clone().expect("a seat");
        let (out, inbox) = outbox(256, Format::Json);
        let who = Who::Seat {
            token: seated.token.clone(),
            seen: Some((self.game, self.seq)),
        };
        self.attachment = Some(
            rooms
                .attach(seated.room, who, out)
                .await
                .expect("the seat is kept"),
        );
        self.inbox = inbox;
        self.closed = None;
        self.pump();
    }

    pub fn view(&self) -> &View {
        self.replica.as_ref().expect("a view").view()
    }

    pub fn room(&self) -> &RoomInfo {
        self.room.as_ref().expect("the room was told")
    }

    pub fn is_over(&self) -> bool {
        self.room.as_ref().is_some_and(|room| room.phase == Phase::Over)
    }

    /// Takes what has come so far.
    pub fn pump(&mut self) {
        while let Some(told) = self.inbox.try_next() {
            self.take(&told);
        }
    }

    /// Waits until something holds. It fails at once where that cannot come any more: the room is gone, or the
    /// game has ended meanwhile and all of it was told.
    pub async fn until(&mut self, what: &str, holds: impl Fn(&Player) -> bool) {
        self.pump();
        let begun_in_play = !self.is_over();
        while !holds(self) {
            if begun_in_play && self.is_over() {
                self.hear_all().await;
                assert!(holds(self), "the game is over, and it never came to that: {what}");
                return;
            }
            assert_eq!(self.closed, None, "the line is closed before: {what}");
            let next = tokio::time::timeout(GUARD, self.inbox.next()).await;
            match next.unwrap_or_else(|_| panic!("it never came to that: {what}")) {
                Some(Ok(told)) => self.take(&told),
                Some(Err(reason)) => self.closed = Some(reason),
                None => panic!("the room is gone before: {what}"),
            }
            self.pump();
        }
    }

    /// Takes everything that the room has told by now: an answer comes after it.
    async fn hear_all(&mut self) {
        if let Some(attachment) = &self.attachment {
            // Nothing was asked for that could be withdrawn, so nothing comes of this.
            let _ = attachment.send(Command::WithdrawUndo).await;
            self.pump();
        }
    }

    fn take(&mut self, told: &Encoded) {
        let text = json(told);
        self.texts.push(text.to_owned());
        let message: Message = serde_json::from_str(text).expect("a message of the protocol");
        match message {
            Message::Room(room) => self.room = Some(*room),
            Message::View(view) => {
                self.views += 1;
                self.game = view.game;
                self.seq = view.seq;
                self.decision = view.decision;
                self.clocks = view.clocks;
                self.beginning = view.beginning;
                self.replica = Some(Replica::new(view.view));
            }
            Message::Events(happened) => {
                assert_eq!(happened.seq, self.seq + 1, "there are no gaps");
                self.seq = happened.seq;
                self.decision = happened.decision;
                self.clocks = happened.clocks;
                let replica = self.replica.as_mut().expect("a view came first");
                replica.apply(&happened.events).expect("events that lead on");
            }
            Message::Clocks(clocks) => self.clocks = clocks,
            Message::Chat(line) => self.talk.push(line),
            Message::Answer { .. }
            | Message::Refused(_)
            | Message::Lobby(_)
            | Message::Matched(_)
            | Message::Bye(_) => panic!("rooms do not say that: {text}"),
        }
    }

    pub async fn send(&mut self, command: Command) -> Result<Answer, Refused> {
        let attachment = self.attachment.as_ref().expect("somebody is there");
        let answer = attachment.send(command).await;
        self.pump();
        answer
    }

    /// A legal choice at random.
    pub async fn guess(&mut self) -> Option<Choice> {
        for _ in 0..100 {
            let decision = self.decision.clone()?;
            match guess(&decision, &mut self.rng)? {
                Guess::Whole(choice) => return Some(choice),
                Guess::Begun(mut partial) => {
                    let mut left = 100;
                    while let Ok(Answer::Extensions(Some(extensions))) =
                        self.send(Command::Extend(partial.clone())).await
                    {
                        left -= 1;
                        if extensions.complete {
                            return Some(partial);
                        }
                        let next = extensions.next.get(left % extensions.next.len().max(1));
                        match (&mut partial, next) {
                            (Choice::Act { picks, .. }, Some(next)) if left > 0 => picks.push(*next),
                            (Choice::Items(places), Some(Pick::Option(place))) if left > 0 => {
                                places.push(*place)
                            }
                            _ => break,
                        }
                    }
                }
            }
        }
        None
    }

    /// Chooses something, if there is anything to decide. Whether it did.
    pub async fn act(&mut self) -> bool {
        self.pump();
        let Some(choice) = self.guess().await else {
            return false;
        };
        let seen = Some(self.view().seq);
        match self.send(Command::Choose { choice, seen }).await {
            Ok(Answer::Chosen { .. }) => true,
            Ok(other) => panic!("{other:?} is no answer to a choice"),
            // Others may have been faster.
            Err(Refused::Rules(_) | Refused::NotNow { .. }) => false,
            Err(other) => panic!("{other}"),
        }
    }
}

/// Waits until somebody is to choose, and gives their place among the players.
pub async fn on_turn(players: &mut [Player]) -> usize {
    loop {
        players.iter_mut().for_each(Player::pump);
        if let Some(at) = players.iter().position(|player| player.decision.is_some()) {
            return at;
        }
        let plays = players.iter().all(|player| player.room().phase == Phase::Playing);
        assert!(plays, "nobody is to choose any more");
        let there = players.iter_mut().filter(|player| player.attachment.is_some());
        let heard = there.map(|player| {
            Box::pin(async {
                match player.inbox.next().await {
                    Some(Ok(told)) => player.take(&told),
                    Some(Err(reason)) => panic!("a line is closed before anybody is to choose: {reason:?}"),
                    None => panic!("the room is gone before anybody is to choose"),
                }
            })
        });
        let heard = futures_util::future::select_all(heard);
        let next = tokio::time::timeout(GUARD, heard).await;
        next.expect("somebody is to choose at last");
    }
}

/// Lets players play until so many choices are made, or the game is over.
pub async fn play(players: &mut [Player], most: usize) -> usize {
    let mut made = 0;
    let mut idle = 0;
    while made < most && !players.iter().any(Player::is_over) {
        let mut acted = false;
        for player in players.iter_mut() {
            if made < most && player.act().await {
                made += 1;
                acted = true;
            }
        }
        idle = if acted { 0 } else { idle + 1 };
        assert!(
            idle < 5_000,
            "nobody has anything to do: {:?}",
            players
                .iter()
                .map(|p| (&p.decision, &p.room, p.texts.last()))
                .collect::<Vec<_>>()
        );
        if !acted {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
    }
    made
}
