//! Upgrades requests to websocket sessions.

use super::accept::Peer;
use super::address::Counted;
use super::frames::Counting;
use super::host::Host;
use super::{names, session};
use crate::wire::Format;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{FromRequestParts as _, Request};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use futures_util::stream::FusedStream as _;
use futures_util::{Sink, SinkExt as _, Stream, StreamExt as _};
use hyper::upgrade::OnUpgrade;
use hyper_util::rt::TokioIo;
use std::net::IpAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::handshake::derive_accept_key;
use tokio_tungstenite::tungstenite::protocol::frame::Frame;
use tokio_tungstenite::tungstenite::protocol::frame::coding::{Data, OpCode};
use tokio_tungstenite::tungstenite::protocol::{Role, WebSocketConfig};
use tokio_tungstenite::tungstenite::{Bytes, Error, Message};
use tokio_util::task::TaskTracker;

/// The client's address: as reported by a trusted proxy, otherwise the peer of the connection.
pub(super) fn address(host: &Host, peer: &Peer, headers: &HeaderMap) -> IpAddr {
    let line = peer.address.ip().to_canonical();
    if !host.config.trusted_proxies.contains(&line) {
        return line;
    }
    // Each proxy appends the address it received the request from. Skip the entries of trusted proxies from the
    // end.
    let said = headers
        .get_all("x-forwarded-for")
        .iter()
        .filter_map(|v| v.to_str().ok());
    let mut said: Vec<&str> = said.flat_map(|list| list.split(',')).map(str::trim).collect();
    while let Some(Ok(address)) = said.pop().map(str::parse::<IpAddr>) {
        let address = address.to_canonical();
        if !host.config.trusted_proxies.contains(&address) {
            return address;
        }
    }
    line
}

/// The message format, negotiated through the websocket subprotocol.
fn format(headers: &HeaderMap) -> Option<Format> {
    let lists = headers.get_all(header::SEC_WEBSOCKET_PROTOCOL).iter();
    let names = lists
        .filter_map(|list| list.to_str().ok())
        .flat_map(|list| list.split(','));
    Format::offered(names.map(str::trim))
}

pub(super) async fn open(host: Arc<Host>, peer: Peer, request: Request, tracker: TaskTracker) -> Response {
    let (mut parts, _) = request.into_parts();
    let line = parts.extensions.get::<OnUpgrade>().cloned();
    let headers = parts.headers.clone();
    // axum validates the upgrade request. The socket itself is ours.
    if let Err(refused) = WebSocketUpgrade::from_request_parts(&mut parts, &()).await {
        return refused.into_response();
    }
    let (Some(line), Some(key)) = (line, headers.get(header::SEC_WEBSOCKET_KEY)) else {
        return StatusCode::UPGRADE_REQUIRED.into_response();
    };
    let from = host.addresses.of(address(&host, &peer, &headers));
    if !names::may_open(&host, &peer, &headers) {
        host.metrics.turned_away("origin");
        let reason =
            "pages of other hosts may not open a socket here, unless the host's `origins` name them\n";
        return (StatusCode::FORBIDDEN, reason).into_response();
    }
    if host.drains() {
        return (StatusCode::SERVICE_UNAVAILABLE, "the host stops\n").into_response();
    }
    let counted: Arc<Counted> = match peer.counted {
        Some(counted) => counted,
        None => match host.addresses.enter(from) {
            Ok(counted) => Arc::new(counted),
            Err(_) => {
                host.metrics.turned_away("address_full");
                let reason = "there are too many connections\n";
                return (StatusCode::TOO_MANY_REQUESTS, reason).into_response();
            }
        },
    };
    let most = host.config.limits.message_bytes;
    let config = WebSocketConfig::default()
        // The default of 128 KiB would be nearly all the memory of an idle client. Longer messages grow the
        // buffer.
        .read_buffer_size(1024)
        // Short messages that are sent together are written together.
        .write_buffer_size(PIECE)
        .max_write_buffer_size(4 << 20)
        .max_message_size(Some(most))
        .max_frame_size(Some(most));
    let format = format(&headers);
    tokio::spawn(tracker.track_future(async move {
        let Ok(upgraded) = line.await else { return };
        let stream = Counting::new(TokioIo::new(upgraded));
        let socket = WebSocketStream::from_raw_socket(stream, Role::Server, Some(config)).await;
        session::talk(host, from, format.unwrap_or_default(), InPieces(socket)).await;
        drop(counted);
    }));
    let accept = derive_accept_key(key.as_bytes());
    let answer = [
        (header::CONNECTION, "upgrade"),
        (header::UPGRADE, "websocket"),
        (header::SEC_WEBSOCKET_ACCEPT, accept.as_str()),
    ];
    let mut answer = (StatusCode::SWITCHING_PROTOCOLS, answer).into_response();
    // Only a client that offered subprotocols gets one in the response.
    if let Some(format) = format {
        let spoken = HeaderValue::from_static(format.subprotocol());
        answer
            .headers_mut()
            .insert(header::SEC_WEBSOCKET_PROTOCOL, spoken);
    }
    answer
}

/// Messages up to this many bytes are sent whole: what is told of a choice, in nearly all games.
const WHOLE: usize = 4096;

/// The size of the frames of longer messages, in bytes.
const PIECE: usize = 1024;

/// A socket that fragments long messages. Otherwise the write buffer would keep the size of the longest message, the greeting,
/// for as long as the socket lives. Each frame costs a call of the system, so what is sent often is not fragmented.
///
/// After an invalid frame it keeps reading and discards the input: closing a connection with unread input
/// resets it, and the other side would not learn the reason.
struct InPieces<S>(WebSocketStream<Counting<S>>);

impl<S: AsyncRead + AsyncWrite + Unpin> Stream for InPieces<S> {
    type Item = Result<Message, Error>;

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        if !self.0.is_terminated() {
            return self.0.poll_next_unpin(cx);
        }
        let mut unread = [0; PIECE];
        loop {
            let mut unread = ReadBuf::new(&mut unread);
            let read = ready!(Pin::new(self.0.get_mut()).poll_read(cx, &mut unread));
            if read.is_err() || unread.filled().is_empty() {
                return Poll::Ready(None);
            }
        }
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> Sink<Message> for InPieces<S> {
    type Error = Error;

    fn poll_ready(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Result<(), Error>> {
        self.0.poll_ready_unpin(cx)
    }

    fn start_send(mut self: Pin<&mut Self>, message: Message) -> Result<(), Error> {
        let (mut kind, mut rest) = match message {
            Message::Text(text) if text.len() > WHOLE => (Data::Text, Bytes::from(text)),
            Message::Binary(bytes) if bytes.len() > WHOLE => (Data::Binary, bytes),
            whole => return self.0.start_send_unpin(whole),
        };
        while !rest.is_empty() {
            let piece = rest.split_to(rest.len().min(PIECE));
            let frame = Frame::message(piece, OpCode::Data(kind), rest.is_empty());
            self.0.start_send_unpin(Message::Frame(frame))?;
            kind = Data::Continue;
        }
        Ok(())
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Result<(), Error>> {
        self.0.poll_flush_unpin(cx)
    }

    fn poll_close(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Result<(), Error>> {
        self.0.poll_close_unpin(cx)
    }
}
