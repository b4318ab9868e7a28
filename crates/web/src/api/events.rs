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
use crate::identity::Caller;
use crate::live::GameHandle;
use crate::problem::Problem;
use crate::refusals::MANY_PAGES;
use crate::visitor::Visitor;

/// A stream of events.
pub(super) type Events =
    Sse<axum::response::sse::KeepAliveStream<ReceiverStream<Result<Event, Infallible>>>>;

/// Where a stream's events are put in. It is closed once the listener has gone.
pub(super) type Sink = mpsc::Sender<Result<Event, Infallible>>;

/// The number of events that may wait for a slow listener.
const BACKLOG: usize = 16;
/// The interval of checks whether another process, such as a terminal, has continued the game.
const BETWEEN_LOOKS: Duration = Duration::from_secs(1);
/// The interval of heartbeats on a silent stream.
const HEARTBEAT: Duration = Duration::from_secs(15);

/// An event with data.
pub(super) fn event(name: &str, data: &impl Serialize) -> Result<Event, Infallible> {
    let data = serde_json::to_string(data).unwrap_or_default();
    Ok(Event::default().event(name).data(data))
}

/// Opens a stream of events for a visitor.
pub(super) fn stream<F: Future<Output = ()> + Send + 'static>(
    app: &Arc<App>,
    visitor: Visitor,
    caller: &Caller,
    source: impl FnOnce(Sink) -> F,
) -> Result<Events, Problem> {
    let events = feed(app, visitor, caller, source)?;
    Ok(Sse::new(events).keep_alive(KeepAlive::new().interval(HEARTBEAT)))
}

/// Opens a stream for a visitor, whose parts come from `source`, if there is room and a guest or
/// bot does not have too many. It ends with the source, when the listener goes, when a visitor with
/// fewer streams needs its place, or when the server stops.
pub(super) fn feed<T: Send + 'static, F: Future<Output = ()> + Send + 'static>(
    app: &Arc<App>,
    visitor: Visitor,
    caller: &Caller,
    source: impl FnOnce(mpsc::Sender<T>) -> F,
) -> Result<ReceiverStream<T>, Problem> {
    let own = match caller.id().filter(|_| !caller.is_host) {
        Some(id) => {
            let own = app.streams_of.open(id);
            Some(own.ok_or_else(|| Problem::busy(MANY_PAGES))?)
        }
        None => None,
    };
    let mut place = app.streams.take(visitor).ok_or_else(|| Problem::busy(MANY_PAGES))?;
    let (sink, parts) = mpsc::channel(BACKLOG);
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
        drop((place, own));
    });
    Ok(ReceiverStream::new(parts))
}

/// A game, now and after every change, until it is deleted.
pub(super) async fn game(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Events, Problem> {
    let live = blocking(&app, move |app| app.current(&id)).await?;
    let mut changes = live.listen();
    changes.mark_changed();
    let source = Arc::clone(&app);
    // An admitted listener counts as present, however long the first event takes.
    let here = Here::new(&app, &live, &caller);
    app.wake(&live);
    stream(&app, visitor, &caller.clone(), move |sink| async move {
        let _here = here;
        loop {
            tokio::select! {
                changed = changes.changed() => match changed {
                    Ok(()) => {}
                    Err(_) => break,
                },
                () = tokio::time::sleep(BETWEEN_LOOKS) => {
                    let live = Arc::clone(&live);
                    // News arrives as a change; a store that cannot be read has no news.
                    drop(blocking(&source, move |app| app.refresh(&live)).await);
                    continue;
                }
            }
            let (seen, who) = (Arc::clone(&live), caller.clone());
            // A thread that stores a move holds the game until the disk has it.
            let told = blocking(&source, move |app| {
                let is_gone = seen.lock().is_gone;
                let told = match is_gone {
                    true => event("gone", &json!({ "id": seen.id })),
                    false => event("game", &app.shown_to(&who, &seen)),
                };
                Ok((is_gone, told))
            });
            let Ok((is_gone, told)) = told.await else { break };
            if sink.send(told).await.is_err() || is_gone {
                break;
            }
        }
    })
}

/// Marks a listener of a game as present while this lives.
pub(super) struct Here {
    live: Arc<GameHandle>,
    /// The guest or bot, `None` for the host; a caller may be both.
    who: Vec<Option<String>>,
}

impl Here {
    /// Marks a caller as listening to a game. Clocks that stopped for a restart run again once a
    /// player is back; in a league they wait for the player to move.
    pub(super) fn new(app: &Arc<App>, live: &Arc<GameHandle>, caller: &Caller) -> Here {
        let is_back = {
            let mut game = live.lock();
            let plays = |seat| game.extra.sharing.is_seat_of(seat, caller);
            let is_back = game.is_held
                && game.kept.league.is_none()
                && (0..game.seats.len()).any(|seat| game.seats[seat].is_human() && plays(seat));
            if is_back {
                game.release();
            }
            is_back
        };
        if is_back {
            app.wake(live);
            live.tell();
        }
        let as_host = (caller.is_host && !caller.is_bot()).then_some(None);
        let known = caller.id().map(|id| Some(id.to_owned()));
        let who: Vec<_> = known.into_iter().chain(as_host).collect();
        let entered = who.iter().filter(|who| live.presence.enter((*who).clone()));
        if entered.count() > 0 {
            live.tell();
        }
        Here { live: Arc::clone(live), who }
    }
}

impl Drop for Here {
    fn drop(&mut self) {
        let left = self.who.iter().filter(|who| self.live.presence.leave(who));
        if left.count() > 0 {
            self.live.tell();
        }
    }
}
