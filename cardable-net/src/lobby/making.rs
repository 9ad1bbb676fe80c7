//! Creates rooms.

use super::quota::{Making, too_many};
use super::{Maker, Rooms, Seated};
use crate::entropy::Entropy;
use crate::room::{NewRoom, Refused, RoomState, SeatKept, SeatToken, Stage, Watching, apart, proper_name};
use crate::store::{Creation, RoomId, StoreError};
use cardable_core::{Game, Seat, Seed};
use std::sync::atomic::Ordering;

/// Letters of invite codes, without any that look alike.
const LETTERS: &[u8] = b"23456789abcdefghjkmnpqrstvwxyz";

/// A code that cannot be guessed.
fn invite_code(entropy: &Entropy) -> String {
    let bytes = entropy.bytes::<12>();
    let letters = bytes
        .iter()
        .filter_map(|b| LETTERS.get(usize::from(*b) % LETTERS.len()));
    letters.map(|letter| char::from(*letter)).collect()
}

impl Rooms {
    /// Creates a room. The caller becomes its owner and gets the first seat.
    pub async fn create(&self, new: NewRoom, name: &str) -> Result<Seated, Refused> {
        let mut seated = self.create_for(new, &[name.to_owned()], None).await?;
        seated.pop().ok_or(Refused::Full)
    }

    /// Like [`Rooms::create`], counting the room toward the maker's limits.
    pub async fn create_by(&self, maker: &Maker, new: NewRoom, name: &str) -> Result<Seated, Refused> {
        let names = [name.to_owned()];
        let mut seated = self.create_for(new, &names, Some(maker)).await?;
        seated.pop().ok_or(Refused::Full)
    }

    /// Creates a room for several people, who get the first seats.
    pub(super) async fn create_for(
        &self,
        mut new: NewRoom,
        names: &[String],
        maker: Option<&Maker>,
    ) -> Result<Vec<Seated>, Refused> {
        let ctx = self.ctx();
        let limits = &ctx.limits;
        if ctx.is_draining() {
            return Err(Refused::Draining);
        }
        if ctx.count() >= limits.rooms {
            return Err(Refused::limit("this host has as many rooms as it may have"));
        }
        let making = match maker {
            Some(maker) => Some(Making::begin(ctx, maker).await?),
            None => None,
        };
        let edition = ctx.library.edition(&new.ruleset).ok_or(Refused::NoRuleset)?;
        let bad = |reason: String| Refused::BadRoom { reason };
        let seats = usize::from(new.seats);
        if usize::from(new.bots) + names.len() > seats {
            return Err(bad(format!(
                "{seats} seats are too few for {} bots and whoever makes the room",
                new.bots
            )));
        }
        if new.debug && !limits.debug {
            return Err(bad("this host makes no rooms that are debugged".to_owned()));
        }
        new.time.check().map_err(bad)?;
        let most = limits.name_letters;
        let shown: Vec<String> = names
            .iter()
            .enumerate()
            .map(|(at, name)| proper_name(name, most).unwrap_or_else(|| format!("Player {}", at + 1)))
            .collect();
        let title = new.title.take().and_then(|title| proper_name(&title, most));
        let title = title.unwrap_or_else(|| match shown.first() {
            Some(name) => format!("{name}’s table"),
            None => edition.ruleset.name().to_owned(),
        });
        let tokens: Vec<SeatToken> = shown.iter().map(|_| SeatToken::fresh(&ctx.entropy)).collect();
        let mut kept: Vec<SeatKept> = Vec::with_capacity(seats);
        for (name, token) in shown.iter().zip(&tokens) {
            let same = kept.iter().filter(|other| other.name == *name).count();
            let name = if same > 0 {
                format!("{name} {}", kept.len() + 1)
            } else {
                name.clone()
            };
            kept.push(SeatKept::person(name, token));
        }
        kept.resize(seats, SeatKept::empty());
        // Bots take the last seats, so that people sit next to each other.
        for place in kept.iter_mut().rev().take(usize::from(new.bots)) {
            *place = SeatKept::bot(new.bot_level);
        }
        // Who watches would see what players must not know: the owner says whom to trust.
        if new.watching == Watching::Open && edition.ruleset.hides_from_owners() {
            new.watching = Watching::Approved;
        }
        let mut about = RoomState {
            title,
            hash: edition.ruleset.edition().to_string(),
            invite: new.private.then(|| invite_code(&ctx.entropy)),
            owner: (!names.is_empty()).then_some(Seat(0)),
            seats: kept,
            stage: Stage::Gathering,
            game: 0,
            fault: None,
            touched: ctx.clock.now(),
            talk: std::collections::VecDeque::new(),
            clocks: None,
            played: false,
            maker: making.as_ref().map(|making| making.mark.clone()),
            new,
        };
        // Check before creating the room whether a game can begin with these settings.
        let (ruleset, setup) = (edition.ruleset.clone(), about.setup());
        let seed = Seed(ctx.entropy.bytes());
        let trial = apart(edition.pace.is_slow(), move || {
            Game::new(&ruleset, &setup, seed).map(drop)
        });
        match trial.await {
            Ok(Ok(())) => {}
            Ok(Err(error)) => return Err(bad(error.to_string())),
            Err(_) => return Err(bad("the engine failed at the beginning".to_owned())),
        }
        let refused = |error: StoreError| {
            if ctx.not_written(&error) {
                ctx.store_fails.store(true, Ordering::Relaxed);
                tracing::error!(%error, "a room could not be made");
            }
            Refused::Store
        };
        edition.keep(&*ctx.log).await.map_err(refused)?;
        let room = RoomId(u64::from_le_bytes(ctx.entropy.bytes()));
        about.name_bots(room);
        let epoch = ctx.epoch();
        let kept = match &making {
            Some(making) => making.keep(room, epoch, about.to_bytes()).await,
            None => ctx
                .log
                .create(room, epoch, about.to_bytes())
                .await
                .map(|()| Creation::Made),
        };
        if let Creation::TooMany(made) = kept.map_err(refused)? {
            return Err(too_many(made));
        }
        ctx.note(room, &about, false, |entry| entry.belong_to(epoch));
        if let Some(making) = making {
            ctx.made_by(room, making.maker.person);
        }
        let seated = tokens.into_iter().enumerate().map(|(at, token)| Seated {
            room,
            seat: Seat(u8::try_from(at).unwrap_or(u8::MAX)),
            token,
        });
        let seated: Vec<Seated> = seated.collect();
        // It starts awake, waiting for its maker.
        ctx.mailbox(room)?;
        Ok(seated)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn invite_codes_are_long_and_differ() {
        let entropy = Entropy::system();
        let (one, other) = (invite_code(&entropy), invite_code(&entropy));
        assert_eq!(one.len(), 12);
        assert_ne!(one, other);
    }
}
