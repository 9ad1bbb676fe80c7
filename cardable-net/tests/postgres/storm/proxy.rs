//! A proxy that disturbs what goes through it.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream, UnixStream};
use tokio::sync::watch;

/// Where a connection is led on to.
#[derive(Clone, Debug)]
pub enum Target {
    Tcp(SocketAddr),
    /// A socket of the file system.
    Unix(PathBuf),
}

/// What happens to the bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Weather {
    Fair,
    /// They come later.
    Late(Duration),
    /// They are lost, and nobody is told.
    Lost,
}

/// How a connection is disturbed; each number is another cut.
#[derive(Clone, Copy, Debug)]
struct State {
    weather: Weather,
    cuts: u64,
}

/// A proxy that runs until it is dropped.
pub struct Proxy {
    pub address: SocketAddr,
    state: Arc<watch::Sender<State>>,
    target: Arc<Mutex<Target>>,
    task: tokio::task::JoinHandle<()>,
}

impl Proxy {
    pub async fn start(target: Target) -> Proxy {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.expect("a port");
        let address = listener.local_addr().expect("an address");
        let state = State {
            weather: Weather::Fair,
            cuts: 0,
        };
        let state = Arc::new(watch::Sender::new(state));
        let states = Arc::clone(&state);
        let target = Arc::new(Mutex::new(target));
        let targets = Arc::clone(&target);
        let task = tokio::spawn(async move {
            while let Ok((inner, _)) = listener.accept().await {
                let (target, state) = (targets.lock().unwrap().clone(), states.subscribe());
                tokio::spawn(async move {
                    match target {
                        Target::Tcp(address) => {
                            if let Ok(outer) = TcpStream::connect(address).await {
                                carry(inner, outer, state).await;
                            }
                        }
                        Target::Unix(path) => {
                            if let Ok(outer) = UnixStream::connect(path).await {
                                carry(inner, outer, state).await;
                            }
                        }
                    }
                });
            }
        });
        Proxy {
            address,
            state,
            target,
            task,
        }
    }

    /// Leads to another place from now on.
    pub fn lead_to(&self, target: Target) {
        *self.target.lock().unwrap() = target;
        self.cut();
    }

    pub fn weather(&self, weather: Weather) {
        self.state.send_modify(|state| state.weather = weather);
    }

    /// Closes all connections.
    pub fn cut(&self) {
        self.state.send_modify(|state| state.cuts += 1);
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        self.task.abort();
        self.cut();
    }
}

async fn carry<A, B>(inner: A, outer: B, state: watch::Receiver<State>)
where
    A: AsyncRead + AsyncWrite,
    B: AsyncRead + AsyncWrite,
{
    let (inner_read, inner_write) = tokio::io::split(inner);
    let (outer_read, outer_write) = tokio::io::split(outer);
    let cuts = state.borrow().cuts;
    let mut cut = state.clone();
    tokio::select! {
        () = one_way(inner_read, outer_write, state.clone()) => {}
        () = one_way(outer_read, inner_write, state.clone()) => {}
        _ = cut.wait_for(|state| state.cuts != cuts) => {}
    }
}

async fn one_way<R, W>(mut from: R, mut to: W, mut state: watch::Receiver<State>)
where
    R: AsyncRead + Unpin,
    W: AsyncWrite + Unpin,
{
    let mut bytes = vec![0; 16 << 10];
    while let Ok(many @ 1..) = from.read(&mut bytes).await {
        let weather = state.borrow().weather;
        match weather {
            Weather::Fair => {}
            Weather::Late(pause) => tokio::time::sleep(pause).await,
            Weather::Lost => {
                // What comes after a gap would be nonsense.
                let _ = state.wait_for(|state| state.weather != Weather::Lost).await;
                return;
            }
        }
        let Some(bytes) = bytes.get(..many) else { return };
        if to.write_all(bytes).await.is_err() {
            return;
        }
    }
}
