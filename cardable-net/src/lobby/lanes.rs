//! Assigns rooms to thread pools. Rooms whose work can take long have their own threads, so they never block
//! those of the network: sockets are read and other games continue.

use std::future::Future;
use tokio::runtime::{Builder, Handle, Runtime, RuntimeFlavor};
use tokio_util::task::AbortOnDropHandle;

/// The thread pools of rooms.
#[derive(Debug)]
pub(super) struct Lanes {
    network: Handle,
    slow: Option<Runtime>,
}

impl Lanes {
    /// Uses the calling runtime as the network's threads. If it has only one thread, as in tests, all rooms run
    /// on it.
    pub(super) fn new() -> Lanes {
        let network = Handle::current();
        let many = network.runtime_flavor() != RuntimeFlavor::CurrentThread;
        let slow = many.then(|| {
            Builder::new_multi_thread()
                .worker_threads(std::thread::available_parallelism().map_or(2, |cores| cores.get().max(2)))
                .thread_name("cardable-slow-rooms")
                .enable_time()
                .build()
        });
        let slow = slow.and_then(|built| {
            built
                .inspect_err(|error| tracing::warn!(%error, "slow rooms get no threads of their own"))
                .ok()
        });
        Lanes { network, slow }
    }

    /// Number of threads on which bots think. With 0 wanted there is one for every two cores. On a runtime of one thread
    /// there is none, and rooms think themselves.
    pub(super) fn threads_for_bots(&self, wanted: usize) -> usize {
        match (&self.network.runtime_flavor(), wanted) {
            (RuntimeFlavor::CurrentThread, _) => 0,
            (_, 0) => std::thread::available_parallelism().map_or(1, |cores| (cores.get() / 2).max(1)),
            (_, wanted) => wanted,
        }
    }

    pub(super) fn network(&self) -> &Handle {
        &self.network
    }

    /// Runs work on the threads for slow rooms until the result is dropped. Returns the work if there are no
    /// such threads.
    pub(super) fn apart<F>(&self, work: F) -> Result<AbortOnDropHandle<F::Output>, F>
    where
        F: Future + Send + 'static,
        F::Output: Send,
    {
        match &self.slow {
            Some(slow) => Ok(AbortOnDropHandle::new(slow.spawn(work))),
            None => Err(work),
        }
    }
}

impl Drop for Lanes {
    /// The last owner can be a task on these very threads, so do not wait for them.
    fn drop(&mut self) {
        if let Some(slow) = self.slow.take() {
            slow.shutdown_background();
        }
    }
}
