//! The host with a certificate of its own.

use crate::support::{GUARD, TestHost};
use cardable_net::ServeError;
use cardable_net::config::Tls;
use std::sync::Arc;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::{ClientConfig, RootCertStore};

#[tokio::test(flavor = "multi_thread")]
async fn pages_and_sockets_are_there_by_tls() {
    let folder = tempfile::tempdir().expect("a folder");
    let made = rcgen::generate_simple_self_signed(vec!["localhost".to_owned()]).expect("a certificate");
    let tls = Tls {
        cert: folder.path().join("cert.pem"),
        key: folder.path().join("key.pem"),
    };
    std::fs::write(&tls.cert, made.cert.pem()).expect("written");
    std::fs::write(&tls.key, made.signing_key.serialize_pem()).expect("written");
    let files = tls.clone();
    let host = TestHost::with(|config| {
        config.tls = Some(tls);
        config.limits.handshake = 1;
    })
    .await;
    let mut roots = RootCertStore::empty();
    roots.add(made.cert.der().clone()).expect("a root");
    let provider = Arc::new(tokio_rustls::rustls::crypto::ring::default_provider());
    let config = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .expect("versions")
        .with_root_certificates(roots)
        .with_no_client_auth();
    let connector = TlsConnector::from(Arc::new(config));
    let open = async || {
        let stream = TcpStream::connect(host.address).await.expect("a connection");
        let name = "localhost".try_into().expect("a name");
        connector.connect(name, stream).await.expect("a handshake")
    };
    let mut stream = open().await;
    stream
        .write_all(b"GET /healthz HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n")
        .await
        .expect("sent");
    let mut answer = String::new();
    let _ = stream.read_to_string(&mut answer).await;
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    let (mut socket, _) = tokio_tungstenite::client_async("wss://localhost/ws", open().await)
        .await
        .expect("a websocket");
    use futures_util::{SinkExt as _, StreamExt as _};
    let hello = r#"{"id":1,"call":{"hello":{"protocol":4}}}"#;
    socket
        .send(tokio_tungstenite::tungstenite::Message::text(hello))
        .await
        .expect("sent");
    let told = socket.next().await.expect("an answer").expect("a message");
    assert!(
        told.to_text()
            .expect("a text")
            .starts_with(r#"{"answer":{"id":1,"#)
    );
    // A renewed certificate is used without a restart; who trusts only the old one gets no further.
    let renewed = rcgen::generate_simple_self_signed(vec!["localhost".to_owned()]).expect("a certificate");
    std::fs::write(&files.key, renewed.signing_key.serialize_pem()).expect("written");
    std::fs::write(&files.cert, renewed.cert.pem()).expect("written");
    let until = tokio::time::Instant::now() + GUARD;
    loop {
        let stream = TcpStream::connect(host.address).await.expect("a connection");
        let name = "localhost".try_into().expect("a name");
        if connector.connect(name, stream).await.is_err() {
            break;
        }
        assert!(
            tokio::time::Instant::now() < until,
            "the old certificate is still used"
        );
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    }
    // Whoever does not finish the handshake is not waited for.
    let mut silent = TcpStream::connect(host.address).await.expect("a connection");
    let mut rest = Vec::new();
    let closed = tokio::time::timeout(GUARD, silent.read_to_end(&mut rest)).await;
    let _ = closed.expect("it is closed");
    drop((socket, stream));
    host.stopped().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_certificate_that_cannot_be_used_is_told() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut config = crate::support::config();
    config.tls = Some(Tls {
        cert: folder.path().join("nothing.pem"),
        key: folder.path().join("nothing.pem"),
    });
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0")
        .await
        .expect("a port");
    let log = Arc::new(cardable_net::store::MemoryLog::new());
    let done = cardable_net::serve_from(
        listener,
        config,
        log,
        cardable_net::Entropy::system(),
        std::future::pending(),
    )
    .await;
    assert!(
        matches!(&done, Err(ServeError::Tls(why)) if why.contains("nothing.pem")),
        "{done:?}"
    );
}
