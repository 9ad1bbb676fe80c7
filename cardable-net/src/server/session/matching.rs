//! Waits with a client for others who want the same game.

use super::{End, Later, Session};
use crate::library::Edition;
use crate::lobby::Seated;
use crate::protocol::{Bye, ByeCode, Code, Done, MatchWanted, Message as Sent, Refused};
use crate::room;
use crate::server::calls::{Caller, Not, Outcome};
use crate::server::links::Elsewhere;
use crate::wire::{self, Encoded};
use futures_util::{FutureExt as _, Sink, Stream};
use std::sync::Arc;
use tokio_tungstenite::tungstenite::Message;

impl<S, E> Session<S>
where
    S: Stream<Item = Result<Message, E>> + Sink<Message, Error = E> + Unpin,
    E: std::error::Error + 'static,
{
    pub(super) async fn wait_for_match(
        &mut self,
        id: u32,
        wanted: &MatchWanted,
        request: &Encoded,
    ) -> Result<(), End> {
        if self.place.is_some() {
            let reason = "you are in a room; leave it first";
            return self.refuse(Some(id), Code::InRoom, reason).await;
        }
        let library = &self.host.library;
        let named =
            |e: &Arc<Edition>| e.name == wanted.ruleset || e.ruleset.edition().to_string() == wanted.ruleset;
        let Some(edition) = library.editions().into_iter().find(named) else {
            let refused = wire::refused(Some(id), room::Refused::NoRuleset);
            return self.tell_refused(refused).await;
        };
        if let Some(to) = self.host.rooms.matching_host(&edition.name, wanted.seats) {
            let to = Elsewhere::new(to.host.link.unwrap_or_default(), to.session);
            self.matching = None;
            return Err(self.elsewhere(to, request.clone()));
        }
        // Who asks again waits once.
        self.matching = None;
        let (rooms, name, seats) = (self.host.rooms.clone(), self.client.name.clone(), wanted.seats);
        let maker = self.maker.clone();
        let mut waits: Later<_> =
            Box::pin(async move { rooms.match_up_by(Some(&maker), &edition.name, seats, &name).await });
        // Report immediate failures at once.
        if let Some(Err(refused)) = (&mut waits).now_or_never() {
            return self.tell_refused(wire::refused(Some(id), refused)).await;
        }
        self.matching = Some(waits);
        let done = Box::new(Done::Ok {});
        self.tell(&Sent::Answer { id, done }).await
    }

    pub(super) async fn matched(&mut self, seated: Result<Seated, room::Refused>) -> Result<(), End> {
        if let Err(room::Refused::Elsewhere { .. }) = seated {
            return Err(End::Bye(Bye {
                why: ByeCode::Draining,
                reason: "people are matched at another host now; connect again and ask again".to_owned(),
                room: None,
            }));
        }
        let caller = Caller {
            host: Arc::clone(&self.host),
            name: self.client.name.clone(),
            maker: self.maker.clone(),
            attachment: None,
            format: self.format,
            language: self.client.language,
            id: 0,
        };
        match caller.entered(seated).await {
            Ok(Outcome::Entered(Done::Seated(seated), place)) => {
                self.place = Some(place);
                self.tell(&Sent::Matched(seated)).await
            }
            Ok(Outcome::Kept(Done::Seated(seated))) => {
                self.tell(&Sent::Matched(seated)).await?;
                Err(ByeCode::RoomSleeps.into())
            }
            Ok(
                Outcome::Entered(..)
                | Outcome::Kept(_)
                | Outcome::Done(_)
                | Outcome::Left
                | Outcome::Refused(_)
                | Outcome::Elsewhere(_),
            ) => Ok(()),
            Err(Not::Refused(refused)) => self.tell_refused(Refused { id: None, ..*refused }).await,
            // It was made here a moment ago.
            Err(Not::Elsewhere(to)) => self.tell_refused(wire::refused(None, to.refused())).await,
        }
    }
}
