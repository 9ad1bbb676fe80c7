//! Plays a game at a remote host in the terminal.

mod reasons;
mod show;

use crate::ask::{
    Listed, Menu, Names as _, Several, Typed, Way, prompt_for_picks, reasons, so_far, sort_as_shown, texts_of,
};
use crate::end::{End, Failure};
use crate::load;
use crate::narrate::shown;
use crate::paint::{FAINT, NOTE, STRONG, columns, styled};
use crate::say::{say, spoken};
use cardable_core::ids::ActionId;
use cardable_core::story::Line;
use cardable_core::{Choice, Pick, RulesetInfo};
use cardable_net::client::{Client, ClientError};
use cardable_net::protocol::{BotLevel, Call, Done, Hash, Message, Phase, RoomId};
use show::Shown;
use std::io::{BufRead as _, Write};
use tokio::sync::mpsc;

/// The host to connect to, and the game to play.
pub(crate) struct Online {
    /// URL of the host.
    pub(crate) url: String,
    /// The person's display name.
    pub(crate) name: String,
    /// The room to join, by id or invite code. `None`: create a room.
    pub(crate) room: Option<String>,
    /// The ruleset of a new room.
    pub(crate) ruleset: String,
    /// Number of seats of a new room, if given.
    pub(crate) seats: Option<u8>,
}

impl From<ClientError> for Failure {
    fn from(error: ClientError) -> Failure {
        Failure::problem(error)
    }
}

/// The websocket URL of a host, from the forms that people type.
fn socket_url(given: &str) -> String {
    let given = given.trim().trim_end_matches('/');
    let (scheme, rest) = match given.split_once("://") {
        Some(("http" | "ws", rest)) => ("ws", rest),
        Some(("https" | "wss", rest)) => ("wss", rest),
        Some((_, rest)) => ("ws", rest),
        None => ("ws", given),
    };
    let rest = if rest.contains('/') {
        rest.to_owned()
    } else {
        format!("{rest}/ws")
    };
    format!("{scheme}://{rest}")
}

impl Online {
    pub(crate) fn play(self, out: &mut dyn Write) -> Result<End, Failure> {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .map_err(Failure::problem)?;
        runtime.block_on(self.run(out))
    }

    async fn run(self, out: &mut dyn Write) -> Result<End, Failure> {
        let mut client = Client::connect_in(&socket_url(&self.url), &self.name, spoken()).await?;
        match &self.room {
            Some(room) => {
                let join = cardable_net::protocol::Join {
                    room: (room.len() == 13).then(|| RoomId(room.clone())),
                    invite: Some(room.clone()),
                    seat: None,
                };
                client.call(Call::Join(join)).await?;
            }
            None => {
                client
                    .create(&self.ruleset, |create| create.settings.seats = self.seats)
                    .await?;
            }
        }
        let mut table = Seat {
            out,
            lines: lines(),
            info: None,
            menu: None,
            shown_phase: None,
        };
        table.sit(&mut client).await
    }
}

/// Input lines, read on a separate thread.
fn lines() -> mpsc::UnboundedReceiver<String> {
    let (sender, lines) = mpsc::unbounded_channel();
    std::thread::spawn(move || {
        for line in std::io::stdin().lock().lines().map_while(Result::ok) {
            if sender.send(line.trim().to_owned()).is_err() {
                return;
            }
        }
    });
    lines
}

struct Seat<'a> {
    out: &'a mut dyn Write,
    lines: mpsc::UnboundedReceiver<String>,
    info: Option<RulesetInfo>,
    menu: Option<Menu>,
    shown_phase: Option<Phase>,
}

/// The next event.
enum Next {
    Sent(Box<Message>),
    Typed(Option<String>),
}

impl Seat<'_> {
    fn say(&mut self, text: impl std::fmt::Display) -> Result<(), Failure> {
        writeln!(self.out, "{text}")?;
        Ok(self.out.flush()?)
    }

    async fn sit(&mut self, client: &mut Client) -> Result<End, Failure> {
        self.look(client).await?;
        loop {
            let next = tokio::select! {
                message = client.next() => match message {
                    Ok(message) => Next::Sent(Box::new(message)),
                    Err(ClientError::Line(_) | ClientError::Silent) => {
                        self.say(styled(NOTE, say!("The line is lost; trying again.")))?;
                        tokio::time::sleep(std::time::Duration::from_secs(1)).await;
                        client.reconnect().await?;
                        continue;
                    }
                    Err(error) => return Err(error.into()),
                },
                typed = self.lines.recv() => Next::Typed(typed),
            };
            match next {
                Next::Sent(message) => self.received(client, &message).await?,
                Next::Typed(None) => {
                    // The input has ended. The seat stays reserved, and a bot can play it.
                    let _ = client.call(Call::StepOut {}).await;
                    return Ok(End::Fine);
                }
                Next::Typed(Some(line)) => {
                    if self.typed(client, &line).await? {
                        return Ok(End::Fine);
                    }
                }
            }
            if client.seated().is_none() {
                return Ok(End::Fine);
            }
        }
    }

    /// Downloads names for the game and shows the room.
    async fn look(&mut self, client: &mut Client) -> Result<(), Failure> {
        while client.table().room().is_none() {
            client.next().await?;
        }
        if self.info.is_none()
            && let Some(hash) = client.table().room().map(|room| room.hash.clone())
        {
            self.info = Some(info(client, hash).await?);
        }
        self.room(client)?;
        self.table(client)
    }

    fn room(&mut self, client: &Client) -> Result<(), Failure> {
        let Some(room) = client.table().room() else {
            return Ok(());
        };
        let seats: Vec<String> = room
            .seats
            .iter()
            .enumerate()
            .map(|(at, seat)| show::seat(at, seat, room))
            .collect();
        let title = styled(STRONG, &room.title);
        let what = match room.phase {
            Phase::Open => say!("{0} waits for players", title),
            Phase::Playing => say!("{0} is played", title),
            Phase::Suspended => say!("{0} is suspended: its rules have erred", title),
            Phase::Over => say!("{0} is over", title),
        };
        let id = room.room.0.clone();
        let first = self.shown_phase != Some(room.phase);
        let phase = room.phase;
        let result = room.result.clone();
        let names: Vec<String> = room.seats.iter().map(|seat| seat.name.clone()).collect();
        let invite = room.invite.clone();
        let is_debugged = room.settings.debug;
        self.say(format!("{what} · {}", seats.join(" · ")))?;
        if first {
            self.shown_phase = Some(phase);
            if is_debugged {
                let line =
                    say!("This room is debugged: its owner can see all hidden cards, and change the game.");
                self.say(styled(NOTE, line))?;
            }
            match phase {
                Phase::Open => {
                    let code = invite.map_or_else(String::new, |code| say!(" · invite code {0}", code));
                    self.say(styled(FAINT, say!("Room {0}", id) + &code))?;
                    self.say(styled(
                        FAINT,
                        say!("r ready · s start · b a bot for a free seat · q leave"),
                    ))?;
                }
                Phase::Over => {
                    if let Some(result) = result {
                        self.say(styled(NOTE, show::result(&result, &names)))?;
                    }
                    self.say(styled(FAINT, say!("m another game · q leave")))?;
                }
                Phase::Playing | Phase::Suspended => {}
            }
        }
        Ok(())
    }

    async fn received(&mut self, client: &mut Client, message: &Message) -> Result<(), Failure> {
        match message {
            Message::Room(_) => self.look(client).await,
            Message::View(view) => {
                if let Some(beginning) = &view.beginning {
                    self.tell(&beginning.story)?;
                }
                self.table(client)
            }
            Message::Events(happened) => {
                self.tell(&happened.story)?;
                self.table(client)
            }
            Message::Chat(line) => self.say(styled(FAINT, format!("{}: {}", line.name, line.text))),
            Message::Bye(bye) => self.say(styled(NOTE, reasons::of_bye(bye))),
            Message::Refused(refused) => self.say(styled(NOTE, reasons::of_refused(refused))),
            Message::Answer { .. } | Message::Lobby(_) | Message::Matched(_) | Message::Clocks(_) => Ok(()),
        }
    }

    fn tell(&mut self, story: &[Line]) -> Result<(), Failure> {
        for line in shown(story, columns(), |_| None) {
            self.say(line)?;
        }
        Ok(())
    }

    /// Shows the table if there is a decision to make.
    fn table(&mut self, client: &Client) -> Result<(), Failure> {
        let (Some(view), Some(info), Some(room)) = (client.table().view(), &self.info, client.table().room())
        else {
            return Ok(());
        };
        let shown = Shown { info, view, room };
        let text = shown.table();
        let asked = client.table().decision();
        self.menu = asked.map(|asked| Menu::new(&shown, asked.offers.clone()));
        let Some(menu) = &self.menu else {
            let turn = shown.turn();
            return self.say(styled(FAINT, turn));
        };
        let lines = menu.lines(columns());
        self.say(format!("\n{text}"))?;
        for line in lines {
            self.say(line)?;
        }
        self.say(styled(
            FAINT,
            say!("? help · rules · /text says something · q leaves"),
        ))
    }

    /// Explains why other actions are not allowed, and what can be typed.
    fn explain(&mut self, client: &Client) -> Result<(), Failure> {
        if let Some(asked) = client.table().decision() {
            for line in reasons(&asked.unavailable, columns()) {
                self.say(line)?;
            }
        }
        self.say(styled(
            FAINT,
            say!("Type the number of what you do, or its first letters. /text says something, q leaves the game."),
        ))
    }

    /// Shows the game's rules if this program has them.
    fn rules(&mut self, client: &Client) -> Result<(), Failure> {
        let name = client.table().room().map(|room| room.ruleset.clone());
        let found = name.and_then(|name| load::find(&name).ok());
        let Some(text) = found.and_then(|found| load::rules_for_players(&found, spoken())) else {
            return self.say(say!(
                "This program does not have its rules: the host's page in a browser shows them."
            ));
        };
        for line in crate::rules::shown(&text, columns()) {
            self.say(line)?;
        }
        Ok(())
    }

    /// Executes a typed line. Returns whether the person leaves.
    async fn typed(&mut self, client: &mut Client, line: &str) -> Result<bool, Failure> {
        match Typed::read(line) {
            Some(Typed::Quit) => {
                client.leave().await?;
                return Ok(true);
            }
            Some(Typed::Help) => {
                self.explain(client)?;
                return Ok(false);
            }
            Some(Typed::Rules) => {
                self.rules(client)?;
                return Ok(false);
            }
            Some(Typed::Hint) => {
                self.say(styled(NOTE, say!("There are no hints at a host's table: a hint plays the game on, and only the host can do that. `cardable play` gives hints.")))?;
                return Ok(false);
            }
            Some(Typed::Table | Typed::Log | Typed::Cards | Typed::Undo | Typed::Wait) | None => {}
        }
        let call = match line {
            "r" => Call::Ready { ready: true },
            "s" => Call::Start {},
            "m" => Call::Rematch {},
            "b" => match free_seat(client) {
                Some(seat) => Call::AddBot {
                    seat,
                    level: BotLevel::default(),
                },
                None => return Ok(false),
            },
            "" => return Ok(false),
            line => {
                if let Some(text) = line.strip_prefix('/') {
                    Call::Chat {
                        text: text.to_owned(),
                    }
                } else {
                    self.answer(client, line).await?;
                    return Ok(false);
                }
            }
        };
        self.ask(client, call).await.map(|_| false)
    }

    async fn ask(&mut self, client: &mut Client, call: Call) -> Result<Option<Done>, Failure> {
        match client.call(call).await {
            Ok(done) => Ok(Some(done)),
            Err(ClientError::Refused(refused)) => {
                self.say(styled(
                    NOTE,
                    say!("That is not possible: {0}", reasons::of_refused(&refused)),
                ))?;
                Ok(None)
            }
            Err(error) => Err(error.into()),
        }
    }

    async fn answer(&mut self, client: &mut Client, line: &str) -> Result<(), Failure> {
        let Some(menu) = self.menu.take() else {
            return self.say(styled(
                FAINT,
                say!("There is nothing for you to decide now. /text says something."),
            ));
        };
        match menu.way(line) {
            Ok(Way::Choice(choice)) => self.choose(client, choice).await,
            Ok(Way::Pick { action, texts }) => self.pick(client, action, &texts).await,
            Ok(Way::Items(several)) => self.items(client, &several).await,
            Err(why) => {
                self.menu = Some(menu);
                self.say(styled(NOTE, why))
            }
        }
    }

    async fn choose(&mut self, client: &mut Client, choice: Choice) -> Result<(), Failure> {
        let seen = client.table().view().map_or(0, |view| view.seq);
        if self.ask(client, Call::Choose { seen, choice }).await?.is_none() {
            self.table(client)?;
        }
        Ok(())
    }

    /// Lets the person pick step by step until they finish or go back.
    async fn pick(
        &mut self,
        client: &mut Client,
        action: ActionId,
        texts: &[(Pick, String)],
    ) -> Result<(), Failure> {
        let mut picked: Vec<Pick> = Vec::new();
        let mut before = picked.clone();
        loop {
            let partial = Choice::Act {
                action,
                picks: picked.iter().copied().collect(),
            };
            let call = Call::Extend {
                partial: partial.clone(),
            };
            let next = match self.ask(client, call).await? {
                Some(Done::Extensions { extensions }) => extensions,
                _ => None,
            };
            let goes_on = next.filter(|next| next.complete || !next.next.is_empty());
            let Some(mut next) = goes_on else {
                if picked == before {
                    return self.table(client);
                }
                self.say(styled(NOTE, say!("Not all of these go together.")))?;
                picked.clone_from(&before);
                continue;
            };
            if next.next.is_empty() && next.complete {
                return self.choose(client, partial).await;
            }
            let (Some(view), Some(info), Some(room)) =
                (client.table().view(), &self.info, client.table().room())
            else {
                return Ok(());
            };
            let shown = Shown { info, view, room };
            sort_as_shown(&shown, &mut next.next, |pick| *pick);
            let listed = Listed::new(shown.candidates(&next.next, &texts_of(&next.next, texts)));
            let so_far = so_far(&shown, &picked, texts);
            self.say(so_far)?;
            let Some(line) = self
                .listed(
                    &listed,
                    &prompt_for_picks(next.complete, &say!("one or several numbers")),
                )
                .await?
            else {
                return Ok(());
            };
            before.clone_from(&picked);
            match line.as_str() {
                "" if next.complete => return self.choose(client, partial).await,
                "" => self.say(say!("That is not enough yet."))?,
                "b" if picked.pop().is_none() => return self.table(client),
                "b" => before.clone_from(&picked),
                typed => match listed.places(typed) {
                    Some(places) => {
                        picked.extend(places.into_iter().filter_map(|at| next.next.get(at)));
                    }
                    None => self.say(say!("Type some of the numbers shown."))?,
                },
            }
        }
    }

    /// Lets the person choose several entries of a list.
    async fn items(&mut self, client: &mut Client, several: &Several) -> Result<(), Failure> {
        if several.in_steps {
            return self.items_in_steps(client, several).await;
        }
        let listed = Listed::new(several.items.clone());
        let prompt = prompt_for_picks(several.min == 0, &several.amount());
        loop {
            let Some(line) = self.listed(&listed, &prompt).await? else {
                return Ok(());
            };
            if line == "b" {
                return self.table(client);
            }
            match several.chosen(&listed, &line) {
                Ok(choice) => return self.choose(client, choice).await,
                Err(why) => self.say(why)?,
            }
        }
    }

    /// The same one after the other: only those are listed that can still be picked.
    async fn items_in_steps(&mut self, client: &mut Client, several: &Several) -> Result<(), Failure> {
        let (mut taken, mut before): (Vec<u16>, Vec<u16>) = (Vec::new(), Vec::new());
        loop {
            let partial = Choice::items(taken.iter().copied());
            let call = Call::Extend {
                partial: partial.clone(),
            };
            let more = match self.ask(client, call).await? {
                Some(Done::Extensions { extensions }) => extensions,
                _ => None,
            };
            let goes_on = more.filter(|more| more.complete || !more.next.is_empty());
            let Some(more) = goes_on else {
                if taken == before {
                    return self.table(client);
                }
                self.say(styled(NOTE, say!("Not all of these go together.")))?;
                taken.clone_from(&before);
                continue;
            };
            let (next, listed) = several.next(&more);
            if more.complete && next.is_empty() {
                return self.choose(client, partial).await;
            }
            self.say(several.so_far(&taken))?;
            let prompt = prompt_for_picks(more.complete, &say!("one or several numbers"));
            let Some(line) = self.listed(&listed, &prompt).await? else {
                return Ok(());
            };
            before.clone_from(&taken);
            match line.as_str() {
                "" if more.complete => return self.choose(client, partial).await,
                "" => self.say(say!("That is not enough yet."))?,
                "b" if taken.pop().is_none() => return self.table(client),
                "b" => before.clone_from(&taken),
                typed => match listed.places(typed) {
                    Some(places) => taken.extend(places.into_iter().filter_map(|at| next.get(at))),
                    None => self.say(say!("Type some of the numbers shown."))?,
                },
            }
        }
    }

    /// Shows a list and waits for a line.
    async fn listed(&mut self, listed: &Listed, prompt: &str) -> Result<Option<String>, Failure> {
        for line in listed.lines(columns()) {
            self.say(line)?;
        }
        self.say(prompt)?;
        Ok(self.lines.recv().await)
    }
}

fn free_seat(client: &Client) -> Option<cardable_core::Seat> {
    let room = client.table().room()?;
    let free = |seat: &cardable_net::protocol::SeatInfo| seat.held == cardable_net::protocol::Held::Free;
    let at = room.seats.iter().position(free)?;
    Some(cardable_core::Seat(u8::try_from(at).ok()?))
}

async fn info(client: &mut Client, ruleset: Hash) -> Result<RulesetInfo, Failure> {
    match client.call(Call::Table { ruleset }).await? {
        Done::Table(info) => Ok(*info),
        done => Err(Failure::problem(format!(
            "the host answers something else: {done:?}"
        ))),
    }
}

#[cfg(test)]
mod tests {
    use super::socket_url;

    #[test]
    fn a_host_is_found_by_whatever_form_of_its_address() {
        for (given, url) in [
            ("localhost:7777", "ws://localhost:7777/ws"),
            ("http://127.0.0.1:7777", "ws://127.0.0.1:7777/ws"),
            ("http://127.0.0.1:7777/", "ws://127.0.0.1:7777/ws"),
            ("https://play.example.org", "wss://play.example.org/ws"),
            ("wss://example.org/cards/ws", "wss://example.org/cards/ws"),
        ] {
            assert_eq!(socket_url(given), url);
        }
    }
}
