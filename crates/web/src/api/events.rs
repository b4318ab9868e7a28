//! Live streams.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::{Path, State};
use axum::response::sse::{Event, KeepAlive, Sse};
use serde::Serialize;
use serde_json::json;
use tokio::sync::mpsc;
use tokio_stream::wrappers::ReceiverStream;

use super::blocking;
use crate::app::App;
use crate::problem::Problem;
use crate::refusals::MANY_PAGES;
use crate::visitor::Visitor;

/// A stream of events.
pub(super) type Events =
    Sse<axum::response::sse::KeepAliveStream<ReceiverStream<Result<Event, Infallible>>>>;

/// Where a stream's events are put in. It is closed once the listener has gone.
pub(super) type Sink = mpsc::Sender<Result<Event, Infallible>>;

/// How many events may wait for a slow listener.
const BACKLOG: usize = 16;
/// How often one looks whether another process, such as a terminal, has played on.
const BETWEEN_LOOKS: Duration = Duration::from_secs(1);
/// How often a silent stream shows that it lives.
const HEARTBEAT: Duration = Duration::from_secs(15);

/// An event with data.
pub(super) fn event(name: &str, data: &impl Serialize) -> Result<Event, Infallible> {
    let data = serde_json::to_string(data).unwrap_or_default();
    Ok(Event::default().event(name).data(data))
}

/// Opens a stream for a visitor, if there is room for one more, whose events come from `source`. It ends when the
/// source does, when the listener goes, when somebody who has fewer needs its place, or when the server stops.
pub(super) fn stream<F: Future<Output = ()> + Send + 'static>(
    app: &Arc<App>,
    visitor: Visitor,
    source: impl FnOnce(Sink) -> F,
) -> Result<Events, Problem> {
    let mut place = app.streams.take(visitor).ok_or_else(|| Problem::busy(MANY_PAGES))?;
    let (sink, events) = mpsc::channel(BACKLOG);
    let mut stopping = app.stopping.subscribe();
    let gone = sink.clone();
    let source = source(sink);
    tokio::spawn(async move {
        tokio::select! {
            () = source => {}
            () = gone.closed() => {}
            _ = &mut place.lost => {}
            _ = stopping.wait_for(|stopping| *stopping) => {}
        }
        drop(place);
    });
    Ok(Sse::new(ReceiverStream::new(events)).keep_alive(KeepAlive::new().interval(HEARTBEAT)))
}

/// A game, now and after every change, until it is deleted.
pub(super) async fn game(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    Path(id): Path<String>,
) -> Result<Events, Problem> {
    let live = blocking(&app, move |app| app.current(&id)).await?;
    let mut changes = live.listen();
    changes.mark_changed();
    app.wake(&live);
    let source = Arc::clone(&app);
    stream(&app, visitor, move |sink| async move {
        loop {
            tokio::select! {
                changed = changes.changed() => match changed {
                    Ok(()) => {}
                    Err(_) => break,
                },
                () = tokio::time::sleep(BETWEEN_LOOKS) => {
                    let live = Arc::clone(&live);
                    // Whatever is new is told as a change; a store that cannot be read has nothing new.
                    drop(blocking(&source, move |app| app.refresh(&live)).await);
                    continue;
                }
            }
            let (told, is_gone) = {
                let game = live.lock();
                let told = match game.is_gone {
                    true => event("gone", &json!({ "id": live.id })),
                    false => event("game", &source.shown(&game)),
                };
                (told, game.is_gone)
            };
            if sink.send(told).await.is_err() || is_gone {
                break;
            }
        }
    })
}
