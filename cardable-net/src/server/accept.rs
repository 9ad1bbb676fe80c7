//! Accepts connections: connection limits, TLS, and HTTP on top.

use super::ServeError;
use super::address::{Counted, TurnedAway};
use super::host::{Host, Stage};
use crate::config::Tls;
use axum::Router;
use axum::body::Body;
use axum::extract::Request;
use hyper::body::Incoming;
use hyper_util::rt::{TokioIo, TokioTimer};
use rustls_pki_types::pem::PemObject as _;
use rustls_pki_types::{CertificateDer, PrivateKeyDer};
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime};
use tokio::io::{AsyncRead, AsyncWrite, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::timeout;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_util::task::TaskTracker;
use tower::ServiceExt as _;

/// The origin of a connection, passed on to its requests.
#[derive(Clone, Debug)]
pub(super) struct Peer {
    pub(super) address: SocketAddr,
    /// Whether the connection came directly, without a proxy, to a loopback address. Local programs then also
    /// use a local host name.
    pub(super) local: bool,
    /// Holds the connection's place in the limits until it, or its websocket, is closed. `None` for connections
    /// of proxies, which carry those of many clients.
    pub(super) counted: Option<Arc<Counted>>,
}

/// How often a certificate's files are checked for changes.
const LOOK: Duration = Duration::from_secs(1);

/// A certificate that is reloaded when its files change.
pub(super) struct Certificate {
    files: Tls,
    acceptor: TlsAcceptor,
    /// Modification times of the files read last.
    written: Option<[SystemTime; 2]>,
    looked: Instant,
}

impl Certificate {
    pub(super) fn open(files: &Tls) -> Result<Certificate, ServeError> {
        Ok(Certificate {
            written: written(files),
            acceptor: read(files)?,
            files: files.clone(),
            looked: Instant::now(),
        })
    }

    /// The acceptor for the next connection. A certificate that cannot be used, for example a half-written one,
    /// leaves the old one in place until its files change again.
    fn acceptor(&mut self) -> TlsAcceptor {
        if self.looked.elapsed() >= LOOK {
            self.looked = Instant::now();
            let now = written(&self.files);
            if now.is_some() && now != self.written {
                self.written = now;
                match read(&self.files) {
                    Ok(acceptor) => {
                        self.acceptor = acceptor;
                        tracing::info!("the renewed certificate is used");
                    }
                    Err(error) => tracing::error!(%error, "the renewed certificate cannot be used"),
                }
            }
        }
        self.acceptor.clone()
    }
}

fn written(files: &Tls) -> Option<[SystemTime; 2]> {
    let of = |file: &std::path::Path| file.metadata().and_then(|about| about.modified()).ok();
    Some([of(&files.cert)?, of(&files.key)?])
}

fn read(tls: &Tls) -> Result<TlsAcceptor, ServeError> {
    let shown = |file: &std::path::Path, why: &dyn std::fmt::Display| {
        ServeError::Tls(format!("`{}`: {why}", file.display()))
    };
    let certs = CertificateDer::pem_file_iter(&tls.cert).map_err(|why| shown(&tls.cert, &why))?;
    let certs: Result<Vec<_>, _> = certs.collect();
    let certs = certs.map_err(|why| shown(&tls.cert, &why))?;
    let key = PrivateKeyDer::from_pem_file(&tls.key).map_err(|why| shown(&tls.key, &why))?;
    let provider = Arc::new(tokio_rustls::rustls::crypto::ring::default_provider());
    let config = ServerConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .and_then(|builder| builder.with_no_client_auth().with_single_cert(certs, key));
    let mut config = config.map_err(|why| ServeError::Tls(why.to_string()))?;
    config.alpn_protocols = vec![b"http/1.1".to_vec()];
    Ok(TlsAcceptor::from(Arc::new(config)))
}

/// Accepts connections forever.
pub(super) async fn accept(
    listener: TcpListener,
    host: Arc<Host>,
    mut certificate: Option<Certificate>,
    tracker: TaskTracker,
) {
    let router = super::router::router(Arc::clone(&host), tracker.clone());
    loop {
        let (stream, address) = match listener.accept().await {
            Ok(accepted) => accepted,
            Err(error) => {
                // Either no file descriptors are left or the connection is already closed. Neither is a reason
                // to stop.
                tracing::warn!(%error, "a connection could not be taken");
                tokio::time::sleep(Duration::from_millis(50)).await;
                continue;
            }
        };
        let _ = stream.set_nodelay(true);
        let trusted = host.config.trusted_proxies.contains(&address.ip().to_canonical());
        let counted = if trusted {
            None
        } else {
            match host.addresses.enter(host.addresses.of(address.ip())) {
                Ok(counted) => Some(Arc::new(counted)),
                Err(why) => {
                    turn_away(stream, why, &host);
                    continue;
                }
            }
        };
        let reached = stream.local_addr().map(|reached| reached.ip().to_canonical());
        let peer = Peer {
            address,
            local: !trusted && reached.map_or(true, |reached| reached.is_loopback()),
            counted,
        };
        let (host, router, tls) = (
            Arc::clone(&host),
            router.clone(),
            certificate.as_mut().map(Certificate::acceptor),
        );
        tracker.spawn(async move {
            host.metrics.connections.increment(1.0);
            let handshake = Duration::from_secs(host.config.limits.handshake);
            match tls {
                None => serve(stream, peer, router, &host).await,
                Some(tls) => {
                    if let Ok(Ok(stream)) = timeout(handshake, tls.accept(stream)).await {
                        serve(stream, peer, router, &host).await;
                    } else {
                        host.metrics.turned_away("tls");
                    }
                }
            }
            host.metrics.connections.decrement(1.0);
        });
    }
}

/// Tells the client why its connection is refused, as far as possible without waiting.
fn turn_away(mut stream: TcpStream, why: TurnedAway, host: &Host) {
    let (name, answer): (_, &[u8]) = match why {
        TurnedAway::HostFull => (
            "host_full",
            b"HTTP/1.1 503 Service Unavailable\r\nretry-after: 30\r\nconnection: close\r\ncontent-length: 41\r\n\r\nthe host has as many guests as it can be\n",
        ),
        TurnedAway::AddressFull => (
            "address_full",
            b"HTTP/1.1 429 Too Many Requests\r\nretry-after: 30\r\nconnection: close\r\ncontent-length: 40\r\n\r\nthere are too many from where you are..\n",
        ),
    };
    host.metrics.turned_away(name);
    tokio::spawn(async move {
        let _ = timeout(Duration::from_secs(1), async {
            let _ = stream.write_all(answer).await;
            let _ = stream.shutdown().await;
            // Read and discard the request, so that the client can read the response.
            let mut asked = [0; 1024];
            while matches!(
                tokio::io::AsyncReadExt::read(&mut stream, &mut asked).await,
                Ok(1..)
            ) {}
        })
        .await;
    });
}

async fn serve<I>(stream: I, peer: Peer, router: Router, host: &Host)
where
    I: AsyncRead + AsyncWrite + Unpin + Send + 'static,
{
    let service = hyper::service::service_fn(move |mut request: hyper::Request<Incoming>| {
        request.extensions_mut().insert(peer.clone());
        let request: Request = request.map(Body::new);
        router.clone().oneshot(request)
    });
    let mut builder = hyper::server::conn::http1::Builder::new();
    builder
        .timer(TokioTimer::new())
        .header_read_timeout(Duration::from_secs(host.config.limits.handshake))
        .max_buf_size(16 * 1024);
    let connection = builder
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    let mut connection = std::pin::pin!(connection);
    let mut stage = host.stage.clone();
    tokio::select! {
        _ = connection.as_mut() => {}
        () = async { let _ = stage.wait_for(|stage| *stage == Stage::Stopping).await; } => {
            connection.as_mut().graceful_shutdown();
            let _ = connection.await;
        }
    }
}
