//! Records on their way into the database: those of many rooms go in one statement.

use super::connect::Connections;
use super::error::{is_conflict, is_unsure, store_error};
use super::rooms::{Ends, Held, ends_of};
use crate::store::chain::{End, Link, about_sum};
use crate::store::{Append, Reply, RoomId, StoreError};
use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::sync::{mpsc, oneshot};
use tokio::task::{Id, JoinHandle, JoinSet};
use tokio::time::Instant;

/// Maximum number of rooms in a statement.
const BATCH: usize = 1024;

/// Maximum number of statements on their way. While one waits for the disk, the next one is collected.
const IN_FLIGHT: usize = 2;

/// How long a write is tried again when the database cannot be reached, or has ended the connection.
const PATIENCE: Duration = Duration::from_secs(8);

/// The pause before another attempt.
const PAUSE: Duration = Duration::from_millis(100);

/// Moves the ends of logs that are where the writer takes them to be, and adds the records of those rooms alone.
const WRITE: &str = "
    WITH wanted AS (
        SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bytea[], $5::bigint[], $6::bytea[])
            AS wanted (room, epoch, first, before, next, link)
    ), moved AS (
        UPDATE cardable.rooms SET next = wanted.next, link = wanted.link FROM wanted
        WHERE rooms.room = wanted.room AND rooms.epoch = wanted.epoch
            AND rooms.next = wanted.first AND rooms.link = wanted.before
        RETURNING rooms.room
    ), added AS (
        INSERT INTO cardable.records (room, place, record, link)
        SELECT new.room, new.place, new.record, new.link
        FROM unnest($7::bigint[], $8::bigint[], $9::bytea[], $10::bytea[]) AS new (room, place, record, link)
        WHERE new.room IN (SELECT room FROM moved)
    ), kept AS (
        UPDATE cardable.abouts SET about = new.about, sum = new.sum
        FROM unnest($11::bigint[], $12::bytea[], $13::bytea[]) AS new (room, about, sum)
        WHERE abouts.room = new.room AND new.room IN (SELECT room FROM moved)
    )
    SELECT room FROM moved";

/// An append, and who waits for it.
struct Order {
    append: Append,
    answer: oneshot::Sender<Result<(), StoreError>>,
    /// The end to which an earlier attempt may have led, if it is not known what became of it.
    perhaps: Option<End>,
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
    while !batch.is_empty() {
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
    }
    metrics::histogram!("cardable_store_commit_seconds").record(started.elapsed().as_secs_f64());
}

/// Writes what can be written, and answers it. Leaves the orders that are to be tried again, after the error if there is
/// one.
async fn attempt(connections: &Connections, ends: &Ends, batch: &mut Vec<Order>) -> Result<(), StoreError> {
    let client = connections.get().await?;
    refresh(&client, ends, batch).await?;
    let mut planned = Vec::with_capacity(batch.len());
    for order in batch.drain(..) {
        match plan(ends, &order) {
            Planned::Write(write) => planned.push((order, write)),
            Planned::Done(result) => order.answer(result),
        }
    }
    if planned.is_empty() {
        return Ok(());
    }
    let done = execute(&client, &planned).await;
    let moved = match done {
        Ok(moved) => moved,
        Err(error) => {
            // A broken connection does not go back to the others.
            if client.is_closed() {
                drop(deadpool_postgres::Object::take(client));
            }
            let is_unsure = is_unsure(&error);
            let is_tried_again = is_unsure || is_conflict(&error);
            let error = store_error(error);
            for (mut order, write) in planned {
                ends.forget(order.append.room);
                if is_unsure {
                    order.perhaps = Some(write.after);
                }
                match is_tried_again {
                    true => batch.push(order),
                    false => order.answer(Err(error.clone())),
                }
            }
            return match is_tried_again {
                true => Err(error),
                false => Ok(()),
            };
        }
    };
    for (order, write) in planned {
        let Append {
            room, epoch, records, ..
        } = &order.append;
        if moved.contains(room) {
            metrics::counter!("cardable_store_records").increment(records.len() as u64);
            let (epoch, end) = (*epoch, write.after);
            ends.set(*room, Held { epoch, end });
            order.answer(Ok(()));
        } else {
            // The log ends elsewhere than this host believes. What is there now tells why.
            ends.forget(*room);
            batch.push(order);
        }
    }
    Ok(())
}

/// Reads the ends of logs that are not known, or that do not fit.
async fn refresh(client: &deadpool_postgres::Object, ends: &Ends, batch: &[Order]) -> Result<(), StoreError> {
    let fits = |order: &&Order| {
        let Append { room, epoch, at, .. } = order.append;
        let known = ends.get(room);
        known.is_some_and(|held| held.epoch == epoch && held.end.next == at) && order.perhaps.is_none()
    };
    let unknown: Vec<RoomId> = batch
        .iter()
        .filter(|order| !fits(order))
        .map(|order| order.append.room)
        .collect();
    if unknown.is_empty() {
        return Ok(());
    }
    let found = ends_of(&***client, &unknown).await?;
    for room in unknown {
        match found.get(&room) {
            Some(held) => ends.set(room, *held),
            None => ends.forget(room),
        }
    }
    Ok(())
}

enum Planned {
    Write(Write),
    Done(Result<(), StoreError>),
}

/// What a statement does to a room's log.
struct Write {
    before: Link,
    after: End,
    links: Vec<Link>,
}

/// What is to be done with an order, as far as the end of the log is known.
fn plan(ends: &Ends, order: &Order) -> Planned {
    let Append { room, epoch, at, .. } = order.append;
    let Some(held) = ends.get(room) else {
        return Planned::Done(Err(StoreError::NoRoom));
    };
    // A host that owned the room when it wrote has written, whoever owns the room now.
    if order.perhaps.is_some_and(|perhaps| perhaps == held.end) {
        return Planned::Done(Ok(()));
    }
    if held.epoch != epoch {
        return Planned::Done(Err(StoreError::Fenced));
    }
    if held.end.next != at {
        return Planned::Done(Err(StoreError::Sequence {
            expected: at,
            found: held.end.next,
        }));
    }
    let mut after = held.end;
    let links = order.append.records.iter().map(|record| {
        after = after.behind(record);
        after.link
    });
    let links = links.collect();
    Planned::Write(Write {
        before: held.end.link,
        after,
        links,
    })
}

/// Runs the statement. Gives the rooms whose logs have grown.
async fn execute(
    client: &deadpool_postgres::Object,
    planned: &[(Order, Write)],
) -> Result<HashSet<RoomId>, tokio_postgres::Error> {
    let many = planned.len();
    let (mut rooms, mut epochs, mut firsts) = (
        Vec::with_capacity(many),
        Vec::with_capacity(many),
        Vec::with_capacity(many),
    );
    let (mut befores, mut nexts, mut links) = (
        Vec::with_capacity(many),
        Vec::with_capacity(many),
        Vec::with_capacity(many),
    );
    let (mut new_rooms, mut places, mut records, mut new_links) =
        (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    let (mut about_rooms, mut abouts, mut sums) = (Vec::new(), Vec::new(), Vec::new());
    for (Order { append, .. }, write) in planned {
        let room = append.room.0 as i64;
        rooms.push(room);
        epochs.push(append.epoch as i64);
        firsts.push(append.at as i64);
        befores.push(&write.before[..]);
        nexts.push(write.after.next as i64);
        links.push(&write.after.link[..]);
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
            ],
        )
        .await?;
    let moved = rows.iter().map(|row| RoomId(row.get::<_, i64>(0) as u64));
    Ok(moved.collect())
}
