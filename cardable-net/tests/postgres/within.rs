//! Hosts in this process, each with surroundings of its own.

use crate::programs::quick;
use cardable_net::program::listen;
use cardable_net::store::{PostgresAddress, PostgresLog};
use cardable_net::{Config, Environment, serve_from};
use std::io::Write;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::runtime::{Builder, Runtime};
use tokio::sync::oneshot;
use tracing::Dispatch;

/// A host on a runtime of its own, so that it can end in the middle of its work.
pub struct Within {
    address: SocketAddr,
    said: Said,
    stop: Option<oneshot::Sender<()>>,
    done: oneshot::Receiver<()>,
    runtime: Option<Runtime>,
}

/// What a host has logged.
#[derive(Clone, Default)]
struct Said(Arc<Mutex<Vec<u8>>>);

impl Write for Said {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().extend(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl Within {
    pub async fn start(store: &PostgresAddress, environment: Environment) -> Within {
        let config: Config = toml::from_str(&quick()).unwrap();
        let said = Said::default();
        let writer = said.clone();
        let subscriber = tracing_subscriber::fmt()
            .with_ansi(false)
            .with_writer(move || writer.clone())
            .finish();
        let log = Dispatch::new(subscriber);
        let runtime = Builder::new_multi_thread()
            .worker_threads(2)
            .enable_all()
            // For as long as the thread lives.
            .on_thread_start(move || std::mem::forget(tracing::dispatcher::set_default(&log)))
            .build()
            .unwrap();
        let store = store.clone();
        let (listens, listening) = oneshot::channel();
        let (stop, stopped) = oneshot::channel();
        let (ends, done) = oneshot::channel();
        runtime.spawn(async move {
            let store = PostgresLog::open(&store).await.unwrap();
            let listener = listen(SocketAddr::from(([127, 0, 0, 1], 0))).unwrap();
            listens.send(listener.local_addr().unwrap()).unwrap();
            let shutdown = async {
                let _ = stopped.await;
            };
            serve_from(listener, config, Arc::new(store), environment, shutdown)
                .await
                .unwrap();
            let _ = ends.send(());
        });
        Within {
            address: listening.await.expect("it listens"),
            said,
            stop: Some(stop),
            done,
            runtime: Some(runtime),
        }
    }

    pub fn url(&self) -> String {
        format!("ws://{}/ws", self.address)
    }

    /// What it has logged so far.
    pub fn said(&self) -> String {
        String::from_utf8_lossy(&self.said.0.lock().unwrap()).into_owned()
    }

    /// Waits until it says that it is ready, or is not.
    pub async fn until_ready(&self, wanted: bool) {
        let request = format!(
            "GET /readyz HTTP/1.1\r\nhost: {}\r\nconnection: close\r\n\r\n",
            self.address
        );
        loop {
            let mut stream = TcpStream::connect(self.address).await.unwrap();
            stream.write_all(request.as_bytes()).await.unwrap();
            let mut answer = String::new();
            stream.read_to_string(&mut answer).await.unwrap();
            if answer.starts_with("HTTP/1.1 200") == wanted {
                return;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }

    /// Asks it to stop, and waits until it has.
    pub async fn stop(mut self) {
        drop(self.stop.take());
        (&mut self.done).await.expect("it stops without an error");
    }

    /// Ends it in the middle of its work.
    pub fn kill(self) {}
}

impl Drop for Within {
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}
