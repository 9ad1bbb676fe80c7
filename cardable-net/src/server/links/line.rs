//! A link between two hosts, with many sessions on it.

use super::Passport;
use super::frame::{Body, Frame, NoFrame};
use super::linked::Linked;
use futures_util::{Sink, SinkExt as _, Stream, StreamExt as _};
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::{Semaphore, mpsc};
use tokio::time::{Instant, interval, timeout};
use tokio_tungstenite::tungstenite::{Bytes, Error, Message};

/// How many messages of a session may be on the way in one direction.
pub(super) const WINDOW: usize = 64;

/// How many frames of all sessions wait for the line.
const QUEUE: usize = 1024;

/// How often a line is tried when nothing is said.
const PULSE: Duration = Duration::from_secs(1);

/// After what silence a line counts as broken.
const SILENCE: Duration = Duration::from_secs(4);

/// One end of a link.
#[derive(Debug)]
pub(super) struct Line {
    out: mpsc::Sender<Frame>,
    sessions: Arc<Mutex<Sessions>>,
    /// The number of the next session that this end opens.
    next: AtomicU32,
    closed: Arc<AtomicBool>,
}

/// Where what is heard of the sessions goes.
#[derive(Debug, Default)]
struct Sessions {
    is_over: bool,
    by_number: HashMap<u32, End>,
}

/// A session's end of the line.
#[derive(Clone, Debug)]
struct End {
    heard: mpsc::Sender<Body>,
    credit: Arc<Semaphore>,
}

/// Sessions that the other side has opened.
pub(super) type Opened = mpsc::Receiver<(Passport, Linked)>;

fn lock(sessions: &Mutex<Sessions>) -> MutexGuard<'_, Sessions> {
    // No code panics while it holds this lock.
    sessions.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Line {
    /// Runs a line over a socket, until that is closed or all that holds the line is gone.
    pub(super) fn run<S>(socket: S) -> (Arc<Line>, Opened)
    where
        S: Stream<Item = Result<Message, Error>> + Sink<Message, Error = Error> + Unpin + Send + 'static,
    {
        let (out, queue) = mpsc::channel(QUEUE);
        let (opens, opened) = mpsc::channel(QUEUE);
        let sessions: Arc<Mutex<Sessions>> = Arc::default();
        let closed: Arc<AtomicBool> = Arc::default();
        let line = Line {
            out: out.clone(),
            sessions: Arc::clone(&sessions),
            next: AtomicU32::new(0),
            closed: Arc::clone(&closed),
        };
        metrics::gauge!("cardable_links").increment(1.0);
        // The sender in the task would keep the queue open for ever.
        let out = out.downgrade();
        tokio::spawn(async move {
            carry(socket, queue, &out, &sessions, &opens).await;
            closed.store(true, Ordering::Release);
            let mut sessions = lock(&sessions);
            sessions.is_over = true;
            // Their ends hear that nothing more comes.
            sessions.by_number.clear();
            metrics::gauge!("cardable_links").decrement(1.0);
        });
        (Arc::new(line), opened)
    }

    pub(super) fn is_closed(&self) -> bool {
        self.closed.load(Ordering::Acquire)
    }

    /// Opens a session at the other side. None if the line is closed.
    pub(super) async fn open(self: &Arc<Line>, passport: &Passport) -> Option<Linked> {
        let session = self.next.fetch_add(1, Ordering::Relaxed);
        let linked = begin(&self.sessions, &self.out, session)?;
        let body = Body::Open(Box::new(passport.clone()));
        self.out.send(Frame { session, body }).await.ok()?;
        Some(linked)
    }
}

/// Begins a session on a line. None if the line is closed.
fn begin(sessions: &Arc<Mutex<Sessions>>, out: &mpsc::Sender<Frame>, session: u32) -> Option<Linked> {
    // What controls a session comes beside its messages.
    let (heard, hears) = mpsc::channel(2 * WINDOW + 8);
    let credit = Arc::new(Semaphore::new(WINDOW));
    let end = End {
        heard,
        credit: Arc::clone(&credit),
    };
    {
        let mut sessions = lock(sessions);
        if sessions.is_over {
            return None;
        }
        sessions.by_number.insert(session, end);
    }
    let ends = Ends {
        sessions: Arc::clone(sessions),
        session,
    };
    Some(Linked::new(session, out.clone(), hears, credit, ends))
}

/// Takes a session off its line when it is dropped.
#[derive(Debug)]
pub(super) struct Ends {
    sessions: Arc<Mutex<Sessions>>,
    session: u32,
}

impl Drop for Ends {
    fn drop(&mut self) {
        lock(&self.sessions).by_number.remove(&self.session);
    }
}

/// Carries frames both ways until the socket is closed.
async fn carry<S>(
    socket: S,
    mut queue: mpsc::Receiver<Frame>,
    out: &mpsc::WeakSender<Frame>,
    sessions: &Arc<Mutex<Sessions>>,
    opens: &mpsc::Sender<(Passport, Linked)>,
) where
    S: Stream<Item = Result<Message, Error>> + Sink<Message, Error = Error> + Unpin,
{
    let (mut sink, mut stream) = socket.split();
    let writes = async {
        let mut pulse = interval(PULSE);
        loop {
            let written = tokio::select! {
                frame = queue.recv() => match frame {
                    Some(frame) => write(&mut sink, frame, &mut queue).await,
                    // Nobody holds the line.
                    None => return,
                },
                _ = pulse.tick() => sink.send(Message::Ping(Bytes::new())).await,
            };
            if written.is_err() {
                return;
            }
        }
    };
    let reads = async {
        let mut heard = Instant::now();
        loop {
            match timeout(SILENCE.saturating_sub(heard.elapsed()), stream.next()).await {
                Ok(Some(Ok(Message::Binary(bytes)))) => match Frame::decode(bytes) {
                    Ok(Some(frame)) => {
                        if pass(frame, out, sessions, opens).await.is_none() {
                            return;
                        }
                    }
                    Ok(None) => tracing::debug!("a link carries a frame of a later version"),
                    Err(NoFrame) => {
                        tracing::warn!("a link carries what is no frame");
                        return;
                    }
                },
                Ok(Some(Ok(Message::Close(_)) | Err(_)) | None) => return,
                Ok(Some(Ok(_))) => {}
                Err(_) => {
                    tracing::warn!("a link to another host is silent, and is given up");
                    return;
                }
            }
            heard = Instant::now();
        }
    };
    tokio::select! {
        () = writes => {}
        () = reads => {}
    }
}

/// Writes a frame and those that wait behind it, then flushes them together.
async fn write<S>(sink: &mut S, frame: Frame, queue: &mut mpsc::Receiver<Frame>) -> Result<(), Error>
where
    S: Sink<Message, Error = Error> + Unpin,
{
    sink.feed(frame.encode()).await?;
    while let Ok(frame) = queue.try_recv() {
        sink.feed(frame.encode()).await?;
    }
    sink.flush().await
}

/// Passes on what was heard. None where the other side breaks the rules of links, or nobody is there for whom it is.
async fn pass(
    frame: Frame,
    out: &mpsc::WeakSender<Frame>,
    sessions: &Arc<Mutex<Sessions>>,
    opens: &mpsc::Sender<(Passport, Linked)>,
) -> Option<()> {
    let Frame { session, body } = frame;
    if let Body::Open(passport) = body {
        let linked = begin(sessions, &out.upgrade()?, session)?;
        return opens.send((*passport, linked)).await.ok();
    }
    let end = lock(sessions).by_number.get(&session).cloned();
    let Some(end) = end else {
        // It has just ended here.
        return Some(());
    };
    match body {
        Body::Credit(many) => end.credit.add_permits((many as usize).min(WINDOW)),
        body => {
            if let Err(mpsc::error::TrySendError::Full(_)) = end.heard.try_send(body) {
                tracing::warn!("a link carries more of a session than may be on the way");
                lock(sessions).by_number.remove(&session);
            }
        }
    }
    Some(())
}
