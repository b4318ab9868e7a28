//! Accepts connections one at a time, and serves each in its own task.

use std::convert::Infallible;
use std::future::Future;
use std::io;
use std::net::IpAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use axum::Router;
use axum::body::{Body, Bytes, HttpBody};
use axum::http::{Request, Response};
use hyper::body::{Frame, Incoming, SizeHint};
use hyper::server::conn::http1;
use hyper_util::rt::TokioIo;
use hyper_util::service::TowerToHyperService;
use socket2::{SockRef, TcpKeepalive};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;

use crate::connections::{
    Admission, Answering, Connection, Connections, LONGEST_HEADER, Receiving,
};
use crate::log::{LogLevel, log};
use crate::tls::Certificate;
use crate::visitor::Peer;

/// The pause after the system fails to accept a connection.
const AFTER_A_FAILURE: Duration = Duration::from_millis(50);
/// How long pending answers may take when the server stops.
const PATIENCE: Duration = Duration::from_secs(5);

/// The answer when there is no room.
const NO_ROOM: &[u8] =
    b"HTTP/1.1 503 Service Unavailable\r\nContent-Type: text/plain\r\nRetry-After: 5\r\n\
    Connection: close\r\nContent-Length: 44\r\n\r\ntoo many connections: try again in a moment\n";

/// Serves until `stopping` turns true; then pending answers are completed.
pub(crate) async fn serve(
    listener: TcpListener,
    tls: Option<Arc<Certificate>>,
    router: Router,
    connections: Arc<Connections>,
    mut stopping: watch::Receiver<bool>,
) {
    let watching = tokio::spawn(Arc::clone(&connections).watch());
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            _ = stopping.wait_for(|stopping| *stopping) => break,
        };
        let (stream, peer) = match accepted {
            Ok(accepted) => accepted,
            Err(problem) => {
                // Pause after any error except that of a client that has gone.
                if !is_visitors_own(&problem) {
                    connections.out_of_files(&problem);
                    tokio::time::sleep(AFTER_A_FAILURE).await;
                }
                continue;
            }
        };
        let Some(connection) = admitted(&connections, peer.ip().to_canonical()).await else {
            if tls.is_none() {
                let _ = stream.try_write(NO_ROOM);
            }
            continue;
        };
        tend(&stream);
        tokio::spawn(one(stream, tls.clone(), router.clone(), connection, stopping.clone()));
    }
    drop(listener);
    let all_gone = async {
        while connections.count() > 0 {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    if tokio::time::timeout(PATIENCE, all_gone).await.is_err() {
        log(LogLevel::Warn, "answers_cut_off", &[("connections", &connections.count())]);
        connections.close();
    }
    watching.abort();
}

/// How long a device may leave data or a keep-alive probe unanswered before it is considered gone:
/// one that has lost its network or sleeps does not close its connections.
#[cfg(target_os = "linux")]
const LONGEST_SILENCE: Duration = Duration::from_secs(25);
/// The idle time before a device gets a keep-alive probe, and the interval of further ones.
const BEFORE_ASKING: Duration = Duration::from_secs(15);
const BETWEEN_QUESTIONS: Duration = Duration::from_secs(5);

/// Sets options on a connection. A connection that rejects them is served all the same.
fn tend(stream: &TcpStream) {
    // Without this, an answer in two parts waits for the acknowledgement of the first.
    let _ = stream.set_nodelay(true);
    let socket = SockRef::from(stream);
    let questions = TcpKeepalive::new().with_time(BEFORE_ASKING).with_interval(BETWEEN_QUESTIONS);
    let _ = socket.set_tcp_keepalive(&questions);
    #[cfg(target_os = "linux")]
    let _ = socket.set_tcp_user_timeout(Some(LONGEST_SILENCE));
}

/// Waits for a place; later connections wait in the system's backlog meanwhile.
async fn admitted(connections: &Arc<Connections>, address: IpAddr) -> Option<Arc<Connection>> {
    loop {
        match connections.admit(address, Instant::now()) {
            Admission::Admitted(connection) => return Some(connection),
            Admission::After(wait) => tokio::time::sleep(wait).await,
            Admission::Refused => return None,
        }
    }
}

fn is_visitors_own(problem: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    matches!(problem.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset)
}

/// Serves one connection from start to end.
async fn one(
    stream: TcpStream,
    tls: Option<Arc<Certificate>>,
    router: Router,
    connection: Arc<Connection>,
    mut stopping: watch::Receiver<bool>,
) {
    match tls {
        None => answer(stream, router, &connection, stopping).await,
        Some(tls) => {
            // A handshake may take as long as the header of a request, and gives way to others like
            // an idle connection.
            let shaken = tokio::select! {
                shaken = tokio::time::timeout(LONGEST_HEADER, tls.acceptor().accept(stream)) => shaken,
                () = connection.closing() => return connection.closed(),
                _ = stopping.wait_for(|stopping| *stopping) => return connection.closed(),
            };
            if let Ok(Ok(stream)) = shaken {
                answer(stream, router, &connection, stopping).await;
            }
        }
    }
    connection.closed();
}

/// Answers the requests of a stream.
async fn answer<S: AsyncRead + AsyncWrite + Unpin + Send + 'static>(
    stream: S,
    router: Router,
    connection: &Arc<Connection>,
    mut stopping: watch::Receiver<bool>,
) {
    let io = TokioIo::new(Watched { stream, connection: Arc::clone(connection) });
    let service = Answers { router, connection: Arc::clone(connection) };
    // The library's own date cannot be before 1970.
    let served = http1::Builder::new().auto_date_header(false).serve_connection(io, service);
    let mut served = std::pin::pin!(served);
    let ended = tokio::select! {
        _ = &mut served => true,
        () = connection.closing() => true,
        _ = stopping.wait_for(|stopping| *stopping) => false,
    };
    if !ended {
        served.as_mut().graceful_shutdown();
        tokio::select! {
            _ = &mut served => {}
            () = connection.closing() => {}
        }
    }
}

/// The routes, for one connection.
struct Answers {
    router: Router,
    connection: Arc<Connection>,
}

impl hyper::service::Service<Request<Incoming>> for Answers {
    type Response = Response<Body>;
    type Error = Infallible;
    type Future = Pin<Box<dyn Future<Output = Result<Response<Body>, Infallible>> + Send>>;

    fn call(&self, mut request: Request<Incoming>) -> Self::Future {
        let answering = self.connection.answer();
        request.extensions_mut().insert(Peer(self.connection.address));
        let request = request.map(|body| {
            let receiving = (!body.is_end_stream()).then(|| self.connection.receive());
            Arriving { body, receiving }
        });
        let answer = TowerToHyperService::new(self.router.clone()).call(request);
        Box::pin(async move {
            let answer = answer.await?;
            Ok(answer.map(|body| Body::new(Tracked { body, _answering: answering })))
        })
    }
}

/// The body of a request, marked as outstanding.
struct Arriving {
    body: Incoming,
    receiving: Option<Receiving>,
}

impl HttpBody for Arriving {
    type Data = Bytes;
    type Error = hyper::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, hyper::Error>>> {
        let frame = Pin::new(&mut self.body).poll_frame(context);
        if matches!(frame, Poll::Ready(None | Some(Err(_)))) || self.body.is_end_stream() {
            self.receiving = None;
        }
        frame
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

/// The body of an answer, marked as being sent.
struct Tracked {
    body: Body,
    _answering: Answering,
}

impl HttpBody for Tracked {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

/// A stream that reports its traffic to its connection.
struct Watched<S> {
    stream: S,
    connection: Arc<Connection>,
}

impl<S> Watched<S> {
    fn told<T>(&self, done: Poll<io::Result<T>>) -> Poll<io::Result<T>> {
        self.connection.sent(done.is_pending());
        done
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Watched<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        let read = Pin::new(&mut self.stream).poll_read(context, buffer);
        if buffer.filled().len() > before {
            self.connection.heard();
        }
        read
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Watched<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.told(written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(context, bytes);
        self.told(written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Detecting a device that vanishes is the system's part; this is ours.
    #[cfg(target_os = "linux")]
    #[tokio::test]
    async fn the_system_is_told_when_to_give_a_silent_device_up() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let device = TcpStream::connect(listener.local_addr().unwrap()).await.unwrap();
        let (stream, _) = listener.accept().await.unwrap();
        assert!(!SockRef::from(&stream).keepalive().unwrap());
        tend(&stream);
        let socket = SockRef::from(&stream);
        assert!(stream.nodelay().unwrap() && socket.keepalive().unwrap());
        assert_eq!(socket.tcp_user_timeout().unwrap(), Some(LONGEST_SILENCE));
        assert_eq!(socket.tcp_keepalive_time().unwrap(), BEFORE_ASKING);
        assert_eq!(socket.tcp_keepalive_interval().unwrap(), BETWEEN_QUESTIONS);
        drop(device);
    }
}
