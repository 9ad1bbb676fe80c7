//! Records on their way into the database: those of many rooms go in one statement.

use super::LONGEST;
use super::connect::Connections;
use super::error::{failed, is_conflict, is_unsure, store_error};
use super::rooms::{Ends, Held, ends_of};
use crate::store::chain::{Link, about_sum};
use crate::store::{Append, Reply, RoomId, StoreError};
use deadpool_postgres::Object;
use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::sync::{mpsc, oneshot};
use tokio::task::{Id, JoinHandle, JoinSet};
use tokio::time::Instant;

/// Maximum number of rooms in a statement.
const BATCH: usize = 1024;

/// Maximum number of statements on their way. While one waits for the disk, the next one is collected.
pub(super) const IN_FLIGHT: usize = 2;

/// How long a write is tried again when the database cannot be reached, or has ended the connection.
const PATIENCE: Duration = Duration::from_secs(8);

/// The pause before another attempt.
const PAUSE: Duration = Duration::from_millis(100);

/// How often a room is tried whose log ends elsewhere than what was read a moment before.
const ROUNDS: usize = 16;

/// Moves the ends of logs that are where the writer takes them to be, and adds the records of those rooms alone.
const WRITE: &str = "
    WITH wanted AS (
        SELECT * FROM unnest(
            $1::bigint[], $2::bigint[], $3::bigint[], $4::bytea[], $5::bigint[], $6::bytea[], $14::bigint[]
        ) AS wanted (room, epoch, first, before, next, link, writes)
    ), moved AS (
        UPDATE cardable.rooms SET next = wanted.next, link = wanted.link, writes = rooms.writes + 1 FROM wanted
        WHERE rooms.room = wanted.room AND rooms.epoch = wanted.epoch AND rooms.writes = wanted.writes
            AND rooms.next = wanted.first AND rooms.link = wanted.before
        RETURNING rooms.room
    ), added AS (
        INSERT INTO cardable.records (room, place, record, link)
        SELECT new.room, new.place, new.record, new.link
        FROM unnest($7::bigint[], $8::bigint[], $9::bytea[], $10::bytea[]) AS new (room, place, record, link)
        WHERE new.room IN (SELECT room FROM moved)
    ), kept AS (
        UPDATE cardable.abouts SET about = new.about, sum = new.sum, changed = txid_current()
        FROM unnest($11::bigint[], $12::bytea[], $13::bytea[]) AS new (room, about, sum)
        WHERE abouts.room = new.room AND new.room IN (SELECT room FROM moved)
    )
    SELECT room FROM moved";

/// An append, and who waits for it.
struct Order {
    append: Append,
    answer: oneshot::Sender<Result<(), StoreError>>,
    /// To what an earlier attempt may have led, if it is not known what became of it.
    perhaps: Option<Held>,
}

impl Order {
    fn answer(self, result: Result<(), StoreError>) {
        // Who waits no longer need not hear.
        let _ = self.answer.send(result);
    }
}

/// Takes appends, and writes them in the background.
#[derive(Debug)]
pub(super) struct Appends {
    orders: Mutex<Option<mpsc::UnboundedSender<Order>>>,
    task: Mutex<Option<JoinHandle<()>>>,
}

impl Appends {
    pub(super) fn start(connections: Connections, ends: Arc<Ends>) -> Appends {
        let (orders, received) = mpsc::unbounded_channel();
        let task = tokio::spawn(run(connections, ends, received));
        Appends {
            orders: Mutex::new(Some(orders)),
            task: Mutex::new(Some(task)),
        }
    }

    pub(super) fn add(&self, append: Append) -> Reply<()> {
        let (answer, answered) = oneshot::channel();
        let order = Order {
            append,
            answer,
            perhaps: None,
        };
        let sent = {
            let orders = self.orders.lock().unwrap_or_else(PoisonError::into_inner);
            orders.as_ref().is_some_and(|orders| orders.send(order).is_ok())
        };
        Box::pin(async move {
            if !sent {
                return Err(StoreError::Closed);
            }
            answered.await.unwrap_or(Err(StoreError::Closed))
        })
    }

    /// Takes no more, and waits until those that were taken are written.
    pub(super) async fn close(&self) {
        drop(self.orders.lock().unwrap_or_else(PoisonError::into_inner).take());
        let task = self.task.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(task) = task
            && task.await.is_err()
        {
            tracing::error!("what writes to the database panicked");
        }
    }
}

/// Collects orders to batches until nobody can send any more.
async fn run(connections: Connections, ends: Arc<Ends>, mut orders: mpsc::UnboundedReceiver<Order>) {
    let mut waiting = VecDeque::new();
    let mut received = Vec::new();
    // A room's records are on their way once at a time, or they would overtake each other.
    let mut rooms_of: HashMap<Id, Vec<RoomId>> = HashMap::new();
    let mut busy: HashSet<RoomId> = HashSet::new();
    let mut batches: JoinSet<()> = JoinSet::new();
    let mut is_open = true;
    while is_open || !batches.is_empty() || !waiting.is_empty() {
        tokio::select! {
            many = orders.recv_many(&mut received, BATCH), if is_open => {
                is_open = many > 0;
                waiting.extend(received.drain(..));
            }
            Some(done) = batches.join_next_with_id() => {
                let id = match done {
                    Ok((id, ())) => id,
                    Err(error) => error.id(),
                };
                for room in rooms_of.remove(&id).unwrap_or_default() {
                    busy.remove(&room);
                }
            }
        }
        while batches.len() < IN_FLIGHT {
            let batch = next_batch(&mut waiting, &mut busy);
            if batch.is_empty() {
                break;
            }
            let rooms = batch.iter().map(|order| order.append.room).collect();
            let write = write(connections.clone(), Arc::clone(&ends), batch);
            rooms_of.insert(batches.spawn(write).id(), rooms);
        }
    }
}

/// The first order of each room that is not on its way already. Others stay in their order.
fn next_batch(waiting: &mut VecDeque<Order>, busy: &mut HashSet<RoomId>) -> Vec<Order> {
    let mut batch = Vec::new();
    let mut left = VecDeque::new();
    while let Some(order) = waiting.pop_front() {
        if batch.len() < BATCH && busy.insert(order.append.room) {
            batch.push(order);
        } else {
            left.push_back(order);
        }
    }
    *waiting = left;
    batch
}

/// Writes a batch, with as many attempts as there is time for, and answers each order.
async fn write(connections: Connections, ends: Arc<Ends>, mut batch: Vec<Order>) {
    metrics::histogram!("cardable_store_batch").record(batch.len() as f64);
    let started = Instant::now();
    let mut error = None;
    for round in 0.. {
        if batch.is_empty() {
            break;
        }
        if let Some(error) = error.take() {
            if started.elapsed() >= PATIENCE {
                tracing::error!(%error, "the database could not be written");
                metrics::counter!("cardable_store_failures").increment(1);
                for order in batch {
                    ends.forget(order.append.room);
                    order.answer(Err(StoreError::clone(&error)));
                }
                return;
            }
            tokio::time::sleep(PAUSE).await;
        }
        error = attempt(&connections, &ends, &mut batch).await.err();
        if error.is_none() && round >= ROUNDS {
            error = Some(failed("the ends of logs change all the time"));
        }
    }
    metrics::histogram!("cardable_store_commit_seconds").record(started.elapsed().as_secs_f64());
}

/// Writes what can be written, and answers it. Leaves the orders that are to be tried again, after the error if there is
/// one.
async fn attempt(connections: &Connections, ends: &Ends, batch: &mut Vec<Order>) -> Result<(), StoreError> {
    let client = connections.get().await?;
    let known = match in_time(known(&client, ends, batch)).await {
        Ok(known) => known,
        Err(error) => {
            give_back(client, error.is_late());
            return Err(error.into());
        }
    };
    let mut planned = Vec::with_capacity(batch.len());
    for order in batch.drain(..) {
        match plan(known.get(&order.append.room), &order) {
            Planned::Write(write) => planned.push((order, write)),
            Planned::Done(result) => order.answer(result),
        }
    }
    if planned.is_empty() {
        return Ok(());
    }
    let done = in_time(execute(&client, &planned)).await;
    if done.as_ref().is_err_and(NotDone::is_certain) && planned.len() > 1 {
        // One room must not stand in the way of others.
        let (mut failed, mut is_late) = (None, false);
        for one in planned {
            let alone = [one];
            let done = in_time(execute(&client, &alone)).await;
            is_late |= done.as_ref().is_err_and(NotDone::is_late);
            failed = settle(ends, batch, alone, done).or(failed);
        }
        give_back(client, is_late);
        return failed.map_or(Ok(()), Err);
    }
    let is_late = done.as_ref().is_err_and(NotDone::is_late);
    let failed = settle(ends, batch, planned, done);
    give_back(client, is_late);
    failed.map_or(Ok(()), Err)
}

/// Why a statement was not done, as far as is known.
enum NotDone {
    Error(tokio_postgres::Error),
    /// There was no answer in time.
    Late,
}

impl NotDone {
    fn is_late(&self) -> bool {
        matches!(self, NotDone::Late)
    }

    fn is_unsure(&self) -> bool {
        match self {
            NotDone::Error(error) => is_unsure(error),
            NotDone::Late => true,
        }
    }

    /// Whether it was not done, and would not be if it were tried again.
    fn is_certain(&self) -> bool {
        match self {
            NotDone::Error(error) => !is_unsure(error) && !is_conflict(error),
            NotDone::Late => false,
        }
    }
}

impl From<NotDone> for StoreError {
    fn from(not: NotDone) -> StoreError {
        match not {
            NotDone::Error(error) => store_error(error),
            NotDone::Late => failed("the database does not answer in time"),
        }
    }
}

async fn in_time<T>(work: impl Future<Output = Result<T, tokio_postgres::Error>>) -> Result<T, NotDone> {
    match tokio::time::timeout(LONGEST, work).await {
        Ok(done) => done.map_err(NotDone::Error),
        Err(_) => Err(NotDone::Late),
    }
}

/// Gives a connection back, unless it is broken, or may still be busy with what nobody waits for any more.
fn give_back(client: Object, is_late: bool) {
    if is_late || client.is_closed() {
        drop(Object::take(client));
    }
}

/// Answers what was written, and what cannot be. The rest is to be tried again, after the error if there is one.
fn settle(
    ends: &Ends,
    batch: &mut Vec<Order>,
    planned: impl IntoIterator<Item = (Order, Write)>,
    done: Result<HashSet<RoomId>, NotDone>,
) -> Option<StoreError> {
    match done {
        Ok(moved) => {
            for (order, write) in planned {
                let Append { room, records, .. } = &order.append;
                if moved.contains(room) {
                    metrics::counter!("cardable_store_records").increment(records.len() as u64);
                    ends.set(*room, write.after);
                    order.answer(Ok(()));
                } else {
                    // The log ends elsewhere than this host believes. What is there now tells why.
                    ends.forget(*room);
                    batch.push(order);
                }
            }
            None
        }
        Err(not) => {
            let (is_certain, is_unsure) = (not.is_certain(), not.is_unsure());
            let error = StoreError::from(not);
            for (mut order, write) in planned {
                ends.forget(order.append.room);
                if is_unsure {
                    order.perhaps.get_or_insert(write.after);
                }
                match is_certain {
                    true => order.answer(Err(error.clone())),
                    false => batch.push(order),
                }
            }
            (!is_certain).then_some(error)
        }
    }
}

/// The rooms of a batch as far as they are known to this host, and the others as the database has them.
async fn known(
    client: &Object,
    ends: &Ends,
    batch: &[Order],
) -> Result<HashMap<RoomId, Result<Held, StoreError>>, tokio_postgres::Error> {
    let mut known = HashMap::with_capacity(batch.len());
    let mut unknown = Vec::new();
    for order in batch {
        let Append { room, epoch, at, .. } = order.append;
        let fits = |held: &Held| held.epoch == epoch && held.end.next == at && order.perhaps.is_none();
        match ends.get(room).filter(fits) {
            Some(held) => {
                known.insert(room, Ok(held));
            }
            None => unknown.push(room),
        }
    }
    if !unknown.is_empty() {
        known.extend(ends_of(&***client, &unknown).await?);
    }
    Ok(known)
}

enum Planned {
    Write(Write),
    Done(Result<(), StoreError>),
}

/// What a statement does to a room's log.
struct Write {
    before: Held,
    after: Held,
    links: Vec<Link>,
}

/// What is to be done with an order, as far as the room is known.
fn plan(known: Option<&Result<Held, StoreError>>, order: &Order) -> Planned {
    let Append { epoch, at, .. } = order.append;
    let before = match known {
        None => return Planned::Done(Err(StoreError::NoRoom)),
        Some(Err(error)) => return Planned::Done(Err(error.clone())),
        Some(Ok(held)) => *held,
    };
    // A host that owned the room when it wrote has written, whoever owns the room now.
    // Records that lead to the same link are those of this order, however often they have been written again since.
    let is_there = |perhaps: Held| {
        let is_written_again = !order.append.records.is_empty() && before.writes > perhaps.writes;
        perhaps.end == before.end && (perhaps.writes == before.writes || is_written_again)
    };
    if order.perhaps.is_some_and(is_there) {
        if before.epoch != epoch {
            // Who has taken the room since has written after it, and waited for that.
            return Planned::Done(Ok(()));
        }
        // It can be seen although a standby has not got it yet: what is written after it waits for both.
        let after = Held {
            writes: before.writes + 1,
            ..before
        };
        return Planned::Write(Write {
            before,
            after,
            links: Vec::new(),
        });
    }
    if before.epoch != epoch {
        return Planned::Done(Err(StoreError::Fenced));
    }
    if before.end.next != at {
        return Planned::Done(Err(StoreError::Sequence {
            expected: at,
            found: before.end.next,
        }));
    }
    let mut end = before.end;
    let links = order.append.records.iter().map(|record| {
        end = end.behind(record);
        end.link
    });
    let links = links.collect();
    let after = Held {
        epoch,
        writes: before.writes + 1,
        end,
    };
    Planned::Write(Write { before, after, links })
}

/// Runs the statement. Gives the rooms whose logs have grown.
async fn execute(
    client: &Object,
    planned: &[(Order, Write)],
) -> Result<HashSet<RoomId>, tokio_postgres::Error> {
    let many = planned.len();
    let numbers = || Vec::with_capacity(many);
    let (mut rooms, mut epochs, mut firsts, mut nexts, mut writes) =
        (numbers(), numbers(), numbers(), numbers(), numbers());
    let (mut befores, mut links): (Vec<&[u8]>, Vec<&[u8]>) =
        (Vec::with_capacity(many), Vec::with_capacity(many));
    let (mut new_rooms, mut places, mut records, mut new_links) =
        (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    let (mut about_rooms, mut abouts, mut sums) = (Vec::new(), Vec::new(), Vec::new());
    for (Order { append, .. }, write) in planned {
        let room = append.room.0 as i64;
        rooms.push(room);
        epochs.push(append.epoch as i64);
        firsts.push(write.before.end.next as i64);
        nexts.push(write.after.end.next as i64);
        writes.push(write.before.writes as i64);
        befores.push(&write.before.end.link);
        links.push(&write.after.end.link);
        for ((record, link), place) in append.records.iter().zip(&write.links).zip(append.at..) {
            new_rooms.push(room);
            places.push(place as i64);
            records.push(&record[..]);
            new_links.push(&link[..]);
        }
        if let Some(about) = &append.about {
            about_rooms.push(room);
            abouts.push(&about[..]);
            sums.push(about_sum(append.room, about));
        }
    }
    let sums: Vec<&[u8]> = sums.iter().map(|sum| &sum[..]).collect();
    let statement = client.prepare_cached(WRITE).await?;
    let rows = client
        .query(
            &statement,
            &[
                &rooms,
                &epochs,
                &firsts,
                &befores,
                &nexts,
                &links,
                &new_rooms,
                &places,
                &records,
                &new_links,
                &about_rooms,
                &abouts,
                &sums,
                &writes,
            ],
        )
        .await?;
    let moved = rows.iter().map(|row| RoomId(row.get::<_, i64>(0) as u64));
    Ok(moved.collect())
}
