//! The socket of a session whose client is connected to another host, and of a client whose session is on another host.

use super::frame::{self, Body, Frame};
use super::line::{Ends, WINDOW};
use super::{Elsewhere, LARGEST};
use futures_util::{Sink, Stream, ready};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use tokio::sync::{Semaphore, mpsc};
use tokio_tungstenite::tungstenite::error::CapacityError;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_util::sync::{PollSemaphore, PollSender};

/// Maximum size of a message of a session.
const LARGEST_MESSAGE: usize = LARGEST - frame::HEAD;

/// One end of a session on a link. As a stream it gives the messages of the other side, and ends when that is gone.
#[derive(Debug)]
pub(crate) struct Linked {
    session: u32,
    out: PollSender<Frame>,
    /// For what needs no credit.
    control: mpsc::Sender<Frame>,
    heard: mpsc::Receiver<Body>,
    credit: PollSemaphore,
    /// Whether there is credit for the message to come.
    may_send: bool,
    /// How many messages were heard since the other side was given credit for them.
    passed_on: u32,
    _ends: Ends,
}

/// What happens on a link.
#[derive(Debug)]
pub(super) enum Next {
    /// The other side has said this; None when the link is closed.
    Heard(Option<Body>),
    /// A message may be sent now, unless the link is closed.
    MaySend(Result<(), Error>),
}

impl Linked {
    pub(super) fn new(
        session: u32,
        out: mpsc::Sender<Frame>,
        heard: mpsc::Receiver<Body>,
        credit: Arc<Semaphore>,
        ends: Ends,
    ) -> Linked {
        Linked {
            session,
            control: out.clone(),
            out: PollSender::new(out),
            heard,
            credit: PollSemaphore::new(credit),
            may_send: false,
            passed_on: 0,
            _ends: ends,
        }
    }

    /// What the other side says next. None when the link is closed.
    pub(super) fn poll_heard(&mut self, cx: &mut Context<'_>) -> Poll<Option<Body>> {
        let body = ready!(self.heard.poll_recv(cx));
        if let Some(Body::Message(_)) = body {
            self.passed_on += 1;
            if self.passed_on as usize >= WINDOW / 4 {
                let body = Body::Credit(self.passed_on);
                let session = self.session;
                self.passed_on = 0;
                if let Err(mpsc::error::TrySendError::Full(credit)) =
                    self.control.try_send(Frame { session, body })
                {
                    // Without it the other side might say nothing more.
                    let control = self.control.clone();
                    tokio::spawn(async move { control.send(credit).await });
                }
            }
        }
        Poll::Ready(body)
    }

    /// What happens first: something is heard, or a message may be sent, if one waits.
    pub(super) async fn next(&mut self, waits: bool) -> Next {
        std::future::poll_fn(|cx| {
            if let Poll::Ready(body) = self.poll_heard(cx) {
                return Poll::Ready(Next::Heard(body));
            }
            if !waits {
                return Poll::Pending;
            }
            Pin::new(&mut *self).poll_ready(cx).map(Next::MaySend)
        })
        .await
    }

    /// Whether everything that was heard has been passed on.
    pub(super) fn is_passed_on(&self) -> bool {
        self.heard.is_empty()
    }

    pub(super) async fn hear(&mut self) -> Option<Body> {
        std::future::poll_fn(|cx| self.poll_heard(cx)).await
    }

    pub(super) async fn say(&self, body: Body) -> bool {
        let session = self.session;
        self.control.send(Frame { session, body }).await.is_ok()
    }

    /// Gives the session back: it has to go on elsewhere, with these messages and all that are still on the way.
    pub(crate) async fn give_back(mut self, to: Elsewhere, unread: Vec<Message>) {
        if !self.say(Body::Back(to)).await {
            return;
        }
        for message in unread {
            if !self.say(Body::Message(message)).await {
                return;
            }
        }
        loop {
            match self.hear().await {
                Some(Body::Message(message)) => {
                    if !self.say(Body::Message(message)).await {
                        return;
                    }
                }
                Some(Body::Gone) => break,
                Some(Body::Open(_) | Body::Credit(_) | Body::Back(_) | Body::Done) => {}
                None => return,
            }
        }
        self.end().await;
    }

    /// Tells the other side that the client is gone.
    pub(crate) async fn leave(self) {
        self.say(Body::Gone).await;
    }

    /// Tells the other side that nothing more comes of the session.
    pub(crate) async fn end(self) {
        self.say(Body::Done).await;
    }
}

impl Stream for Linked {
    type Item = Result<Message, Error>;

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        loop {
            return Poll::Ready(match ready!(self.poll_heard(cx)) {
                Some(Body::Message(message)) => Some(Ok(message)),
                Some(Body::Gone | Body::Done) | None => None,
                Some(Body::Open(_) | Body::Credit(_) | Body::Back(_)) => continue,
            });
        }
    }
}

impl Sink<Message> for Linked {
    type Error = Error;

    fn poll_ready(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Result<(), Error>> {
        if !self.may_send {
            match ready!(self.credit.poll_acquire(cx)) {
                Some(permit) => permit.forget(),
                None => return Poll::Ready(Err(Error::ConnectionClosed)),
            }
            self.may_send = true;
        }
        let reserved = ready!(self.out.poll_reserve(cx));
        Poll::Ready(reserved.map_err(|_| Error::ConnectionClosed))
    }

    fn start_send(mut self: Pin<&mut Self>, message: Message) -> Result<(), Error> {
        self.may_send = false;
        let size = message.len();
        if size > LARGEST_MESSAGE {
            // It would end the line for all sessions.
            return Err(Error::Capacity(CapacityError::MessageTooLong {
                size,
                max_size: LARGEST_MESSAGE,
            }));
        }
        let frame = Frame {
            session: self.session,
            body: Body::Message(message),
        };
        self.out.send_item(frame).map_err(|_| Error::ConnectionClosed)
    }

    fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Result<(), Error>> {
        // The line flushes.
        Poll::Ready(Ok(()))
    }

    fn poll_close(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Result<(), Error>> {
        Poll::Ready(Ok(()))
    }
}
