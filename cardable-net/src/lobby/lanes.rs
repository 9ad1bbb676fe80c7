//! On which threads rooms live. Those whose work may take long have threads of their own, so that the network's
//! are never held up: whatever a game does, sockets are read and others play.

use std::future::Future;
use tokio::runtime::{Builder, Handle, Runtime, RuntimeFlavor};
use tokio_util::task::AbortOnDropHandle;

/// The threads of rooms.
#[derive(Debug)]
pub(super) struct Lanes {
    network: Handle,
    slow: Option<Runtime>,
}

impl Lanes {
    /// The threads that call this are the network's. Where there is only one, in tests, all rooms live on it.
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

    pub(super) fn network(&self) -> &Handle {
        &self.network
    }

    /// Does something on the threads for slow rooms, for as long as somebody waits for it; it is given back where
    /// there are no such threads.
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
    /// The last who knows of the rooms may be one of their own tasks: nobody waits for these threads.
    fn drop(&mut self) {
        if let Some(slow) = self.slow.take() {
            slow.shutdown_background();
        }
    }
}
