//! Executes the calls of a client.

use super::host::Host;
use super::links::Elsewhere;
use crate::environment::{self, Spoken};
use crate::library::Edition;
use crate::lobby::{Attachment, Maker, Who};
use crate::protocol::{Call, Code, Done, Hello, Refused, Resume, RoomId, Seated, Spectate};
use crate::room::{self, Answer, Command, Inbox, SeatToken, outbox};
use crate::wire::{self, Format};
use cardable_core::{Language, Seat, Viewer};
use std::sync::Arc;

/// The room that a client is in, with its connection to it.
#[derive(Debug)]
pub(super) struct InRoom {
    pub(super) attachment: Arc<Attachment>,
    pub(super) inbox: Inbox,
}

/// Result of a call.
#[derive(Debug)]
pub(super) enum Outcome {
    Done(Done),
    /// The call succeeded, and the client has entered a room.
    Entered(Done, InRoom),
    /// The call has got the client a seat, but its room is not here any more.
    Kept(Done),
    /// The call succeeded, and the client has left its room.
    Left,
    Refused(Refused),
    /// The room that the call enters belongs to another host.
    Elsewhere(Elsewhere),
}

/// The client that makes the call.
pub(super) struct Caller {
    pub(super) host: Arc<Host>,
    pub(super) name: String,
    pub(super) maker: Maker,
    pub(super) attachment: Option<Arc<Attachment>>,
    /// Format of the messages sent to it.
    pub(super) format: Format,
    /// The language of the texts in them.
    pub(super) language: Language,
    pub(super) id: u32,
}

/// Why a call does not succeed here.
pub(super) enum Not {
    Refused(Box<Refused>),
    Elsewhere(Elsewhere),
}

impl From<Not> for Outcome {
    fn from(not: Not) -> Outcome {
        match not {
            Not::Refused(refused) => Outcome::Refused(*refused),
            Not::Elsewhere(to) => Outcome::Elsewhere(to),
        }
    }
}

type Result<T> = std::result::Result<T, Not>;

impl Caller {
    fn no(&self, code: Code, reason: &str) -> Not {
        Not::Refused(Box::new(Refused {
            id: Some(self.id),
            code,
            reason: reason.to_owned(),
            rules: None,
        }))
    }

    fn not(&self, refused: room::Refused) -> Not {
        match refused {
            room::Refused::Elsewhere { link, session } => Not::Elsewhere(Elsewhere::new(link, session)),
            refused => Not::Refused(Box::new(wire::refused(Some(self.id), refused))),
        }
    }

    /// Finds an edition by its folder or its hash.
    fn edition(&self, wanted: &str) -> Result<Arc<Edition>> {
        let library = &self.host.library;
        let by_hash = || {
            let editions = library.editions();
            editions
                .into_iter()
                .find(|e| e.ruleset.edition().to_string() == wanted)
        };
        let found = library.edition(wanted).or_else(by_hash);
        found.ok_or_else(|| self.not(room::Refused::NoRuleset))
    }

    /// Finds a room by its id or its invite code.
    async fn room(&self, room: Option<&RoomId>, invite: Option<&str>) -> Result<crate::store::RoomId> {
        let found = match (room, invite) {
            (Some(room), _) => wire::room_named(room),
            (None, Some(code)) => self
                .host
                .rooms
                .invited(code.trim())
                .await
                .ok_or(room::Refused::NotInvited),
            (None, None) => Err(room::Refused::NoRoom),
        };
        found.map_err(|refused| self.not(refused))
    }

    fn in_no_room(&self) -> Result<()> {
        match self.attachment {
            None => Ok(()),
            Some(_) => Err(self.no(Code::InRoom, "you are in a room; leave it first")),
        }
    }

    async fn attach(&self, room: crate::store::RoomId, who: Who) -> Result<InRoom> {
        let (sender, inbox) = outbox(self.host.config.limits.queue, self.format);
        let sender = sender.in_language(self.language);
        let attached = self.host.rooms.attach(room, who, sender).await;
        let attachment = Arc::new(attached.map_err(|refused| self.not(refused))?);
        Ok(InRoom { attachment, inbox })
    }

    /// Connects the client to a seat it has just got.
    async fn sit(&self, seated: crate::lobby::Seated) -> Result<(Seated, InRoom)> {
        let who = Who::Seat {
            token: seated.token.clone(),
            seen: None,
        };
        let place = self.attach(seated.room, who).await?;
        Ok((wire::seated(&seated), place))
    }

    async fn resume(&self, resume: Resume) -> Result<(Seated, InRoom)> {
        let room = wire::room_named(&resume.room).map_err(|refused| self.not(refused))?;
        let who = Who::Seat {
            token: SeatToken::presented(resume.token.0),
            seen: resume.game.zip(resume.seq),
        };
        let place = self.attach(room, who).await?;
        let seat = match place.attachment.viewer() {
            Viewer::Seat(seat) => seat,
            // Tokens are only issued for seats.
            Viewer::Spectator | Viewer::Omniscient => Seat(0),
        };
        let seated = Seated {
            room: resume.room,
            seat,
            token: None,
        };
        Ok((seated, place))
    }

    /// Handles the hello, which can resume a seat.
    pub(super) async fn hello(&self, hello: Hello) -> Outcome {
        let spoken = &self.host.versions.protocol;
        let Some(version) = Spoken::by(&hello).agreed(spoken) else {
            let reason = format!(
                "this host speaks {} of the protocol, and you {}",
                environment::shown(spoken),
                hello.protocol
            );
            return self.no(Code::Version, &reason).into();
        };
        let Some(resume) = hello.resume else {
            return Outcome::Done(Done::Hello(Box::new(self.host.welcome(
                version,
                self.language,
                None,
                None,
            ))));
        };
        match self.resume(resume).await {
            Ok((seated, place)) => {
                let welcome = self.host.welcome(version, self.language, Some(seated), None);
                Outcome::Entered(Done::Hello(Box::new(welcome)), place)
            }
            Err(Not::Refused(refused)) => {
                let refused = Refused { id: None, ..*refused };
                let welcome = self.host.welcome(version, self.language, None, Some(refused));
                Outcome::Done(Done::Hello(Box::new(welcome)))
            }
            Err(Not::Elsewhere(to)) => Outcome::Elsewhere(to),
        }
    }

    /// Submits a choice and returns the result.
    pub(super) async fn choose(&self, seen: u64, choice: cardable_core::Choice) -> Outcome {
        let seen = Some(seen);
        let done = self.outcome_of(Command::Choose { choice, seen }).await;
        done.unwrap_or_else(Outcome::from)
    }

    /// Executes a call and returns its result.
    pub(super) async fn answer(&self, call: Call) -> Outcome {
        match self.act(call).await {
            Ok(outcome) => outcome,
            Err(not) => not.into(),
        }
    }

    async fn act(&self, call: Call) -> Result<Outcome> {
        let rooms = &self.host.rooms;
        match call {
            Call::Hello(_) => Err(self.no(Code::NotGreeted, "you have said hello already")),
            // The session sends later changes.
            Call::Rooms { watch: _ } => Ok(Outcome::Done(Done::Rooms {
                rooms: rooms.list().iter().map(|room| wire::room_entry(room)).collect(),
            })),
            Call::Table { ruleset } => {
                let hash = room::from_hex(&ruleset.0);
                let edition = hash.and_then(|hash| self.host.library.by_hash(&hash));
                let edition = edition.ok_or_else(|| self.not(room::Refused::NoRuleset))?;
                Ok(Outcome::Done(Done::Table(Box::new(
                    edition.localized(self.language).info.clone(),
                ))))
            }
            Call::Create(create) => {
                self.in_no_room()?;
                if self.host.drains() {
                    return Err(self.not(room::Refused::Draining));
                }
                let edition = self.edition(&create.ruleset)?;
                let fewest = *edition.ruleset.seats().start() as u8;
                let new = wire::new_room(create, edition.name.clone(), fewest);
                let made = rooms.create_by(&self.maker, new, &self.name).await;
                self.entered(made).await
            }
            Call::Join(join) => {
                self.in_no_room()?;
                let room = self.room(join.room.as_ref(), join.invite.as_deref()).await?;
                let joined = rooms
                    .join(room, &self.name, join.invite.as_deref(), join.seat)
                    .await;
                self.entered(joined).await
            }
            Call::Resume(resume) => {
                self.in_no_room()?;
                let (seated, place) = self.resume(resume).await?;
                Ok(Outcome::Entered(Done::Seated(seated), place))
            }
            Call::Spectate(spectate) => {
                self.in_no_room()?;
                self.spectate(spectate).await
            }
            Call::Leave {} => {
                let attachment = self.in_room()?;
                if let Viewer::Seat(_) = attachment.viewer() {
                    self.command(attachment, Command::Leave).await?;
                }
                Ok(Outcome::Left)
            }
            Call::StepOut {} => self.in_room().map(|_| Outcome::Left),
            // The session handles matching, because it waits.
            Call::Match(_) | Call::Unmatch {} => Ok(Outcome::Done(Done::Ok {})),
            Call::Record {} => self.outcome_of(Command::Record).await,
            Call::Replay {} => self.outcome_of(Command::Replay).await,
            Call::Ready { ready } => self.outcome_of(Command::Ready(ready)).await,
            Call::Start {} => self.outcome_of(Command::Start).await,
            Call::MixIn { value } => self.outcome_of(Command::MixIn(value)).await,
            Call::Arrange(rules) => self.outcome_of(Command::Arrange(rules)).await,
            Call::Kick { seat } => self.outcome_of(Command::Kick(seat)).await,
            Call::AddBot { seat, level } => self.outcome_of(Command::AddBot { seat, level }).await,
            Call::ChangeBot { seat, level } => self.outcome_of(Command::ChangeBot { seat, level }).await,
            Call::HandOver { seat } => self.outcome_of(Command::GiveOwner(seat)).await,
            Call::Approve { spectator, allow } => {
                let command = Command::Admit {
                    watcher: spectator,
                    admit: allow,
                };
                self.outcome_of(command).await
            }
            Call::Choose { seen, choice } => {
                let seen = Some(seen);
                self.outcome_of(Command::Choose { choice, seen }).await
            }
            Call::Interact { seen, interaction } => {
                let seen = Some(seen);
                self.outcome_of(Command::Interact { interaction, seen }).await
            }
            Call::Extend { partial } => self.outcome_of(Command::Extend(partial)).await,
            Call::Hint {} => self.outcome_of(Command::Hint).await,
            Call::Review {} => self.outcome_of(Command::Review).await,
            Call::AskUndo {} => self.outcome_of(Command::ProposeUndo).await,
            Call::AnswerUndo { agree } => self.outcome_of(Command::AnswerUndo { agree }).await,
            Call::WithdrawUndo {} => self.outcome_of(Command::WithdrawUndo).await,
            Call::AfterFault { how } => self.outcome_of(Command::Resume(wire::after_fault(how))).await,
            Call::Rematch {} => self.outcome_of(Command::Rematch).await,
            Call::Chat { text } => self.outcome_of(Command::Chat(text)).await,
            Call::Debug(call) => self.outcome_of(Command::Debug(call)).await,
            Call::Resync {} => self.outcome_of(Command::Resync).await,
            Call::Ping {} => Ok(Outcome::Done(Done::Ok {})),
        }
    }

    /// Connects the client to its seat if the request for one succeeded.
    pub(super) async fn entered(
        &self,
        seated: std::result::Result<crate::lobby::Seated, room::Refused>,
    ) -> Result<Outcome> {
        let seated = seated.map_err(|refused| self.not(refused))?;
        let token = wire::seated(&seated);
        match self.sit(seated).await {
            Ok((seated, place)) => Ok(Outcome::Entered(Done::Seated(seated), place)),
            // Whoever asked again would get a second seat.
            Err(_) => Ok(Outcome::Kept(Done::Seated(token))),
        }
    }

    async fn spectate(&self, spectate: Spectate) -> Result<Outcome> {
        let room = self
            .room(spectate.room.as_ref(), spectate.invite.as_deref())
            .await?;
        let who = Who::Watcher {
            name: self.name.clone(),
            invite: spectate.invite,
        };
        let place = self.attach(room, who).await?;
        let done = Done::Watching {
            room: RoomId(room.to_string()),
            waiting: place.attachment.waits(),
        };
        Ok(Outcome::Entered(done, place))
    }

    fn in_room(&self) -> Result<&Arc<Attachment>> {
        let place = self.attachment.as_ref();
        place.ok_or_else(|| self.no(Code::NotInRoom, "you are in no room"))
    }

    async fn command(&self, attachment: &Attachment, command: Command) -> Result<Answer> {
        attachment
            .send(command)
            .await
            .map_err(|refused| self.not(refused))
    }

    async fn outcome_of(&self, command: Command) -> Result<Outcome> {
        let done = match self.command(self.in_room()?, command).await? {
            Answer::Done => Done::Ok {},
            Answer::Chosen { seq } => Done::Chosen { seq },
            Answer::Extensions(extensions) => Done::Extensions { extensions },
            Answer::Hint(opinion) => Done::Hint(opinion),
            Answer::Review {
                choices,
                costliest,
                partial,
            } => Done::Review {
                choices,
                costliest,
                partial,
            },
            Answer::Replay(replay) => Done::Replay(replay),
            Answer::Debugged(debugged) => Done::Debugged(debugged),
            Answer::Record(file) => Done::Record(file),
        };
        Ok(Outcome::Done(done))
    }
}
