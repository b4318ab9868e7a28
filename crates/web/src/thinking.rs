//! Moves of computers.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use ninefold_core::{Phrase, Record};
use ninefold_session::{Limits, PlayerSpec, Session, StopFlag};

use crate::app::{App, LARGEST_TABLE};
use crate::live::{GameHandle, LiveGame};
use crate::pool::MoveBounds;
use crate::problem::Problem;
use crate::refusals::{NO_COMPUTER_ON_TURN, OVER, SLOW_MOVE};

/// The longest time a computer may think about a move.
const LONGEST: Duration = Duration::from_secs(60);

impl App {
    /// Lets the computer to move start thinking, unless it does already or must wait, and watches
    /// the clock of the player to move.
    pub(crate) fn wake(self: &Arc<App>, live: &Arc<GameHandle>) {
        if self.begins(live) {
            live.tell();
        }
    }

    /// Announces a change together with the start of the computer's thinking, in a single
    /// notification.
    pub(crate) fn go_on(self: &Arc<App>, live: &Arc<GameHandle>) {
        self.begins(live);
        live.tell();
    }

    /// Whether a computer starts to think, or reports why it cannot.
    fn begins(self: &Arc<App>, live: &Arc<GameHandle>) -> bool {
        self.watch_clock(live);
        let mut game = live.lock();
        let unwatched = game.is_without_people() && !live.has_listeners();
        // A server that leads the league runs its computers.
        let is_elsewhere = game.kept.league.is_some() && !self.leads_leagues();
        if is_elsewhere
            || game.thinking.is_some()
            || game.extra.paused
            || game.problem.is_some()
            || unwatched
        {
            return false;
        }
        self.start(live, &mut game)
    }

    /// Lets the computer to move play one move, even if the game is paused.
    pub(crate) fn step(
        self: &Arc<App>,
        live: &Arc<GameHandle>,
        version: Option<u64>,
    ) -> Result<(), Problem> {
        let mut game = live.lock();
        game.expect(version)?;
        if game.computer_on_turn().is_none() {
            return Err(Problem::conflict(NO_COMPUTER_ON_TURN));
        }
        game.problem = None;
        if game.thinking.is_none() && self.start(live, &mut game) {
            live.tell();
        }
        Ok(())
    }

    /// Makes the computer to move play what it has found so far.
    pub(crate) fn hurry(&self, live: &Arc<GameHandle>) -> Result<(), Problem> {
        let game = live.lock();
        game.refuse_if_strict()?;
        match game.hurry() {
            true => Ok(()),
            false => Err(Problem::conflict(NO_COMPUTER_ON_TURN)),
        }
    }

    fn start(self: &Arc<App>, live: &Arc<GameHandle>, game: &mut LiveGame) -> bool {
        let Some(seat) = game.computer_on_turn() else { return false };
        let player = match self.player(&seat.player) {
            Ok(player) => player,
            // A player for the terminal only: a program, or one that needs more of the machine than
            // the page allows.
            Err(problem) => {
                game.problem = Some(problem);
                return true;
            }
        };
        if player.looks_into_tables() {
            self.tables.need(&game.kept.record.game);
        }
        let stop = StopFlag::default();
        game.thinking = Some(stop.clone());
        game.hurried = Arc::default();
        let turn = Turn {
            player,
            version: game.kept.version,
            session: game.session.fork(),
            wait: game.wait_for_pace(),
            stop,
            hurried: Arc::clone(&game.hurried),
        };
        tokio::spawn(turn.think(Arc::clone(self), Arc::clone(live)));
        true
    }

    /// Ends the game when the clock of the player to move runs out.
    fn watch_clock(self: &Arc<App>, live: &Arc<GameHandle>) {
        let mut game = live.lock();
        let Some(left) = game.time_left() else { return };
        // One watch per version is enough.
        let version = game.kept.version;
        if game.timed.replace(version) == Some(version) {
            return;
        }
        let (app, live) = (Arc::clone(self), Arc::clone(live));
        drop(game);
        tokio::spawn(async move {
            let mut left = Some(left);
            while let Some(time) = left {
                tokio::time::sleep(Duration::from_millis(time.max(0) as u64 + 1)).await;
                let (app, live) = (Arc::clone(&app), Arc::clone(&live));
                let flagged = tokio::task::spawn_blocking(move || app.flag(&live, version));
                left = flagged.await.unwrap_or_default();
            }
        });
    }

    /// Ends a game at this version on time; or returns the remaining time if the server was stopped
    /// for a while.
    fn flag(self: &Arc<App>, live: &Arc<GameHandle>, version: u64) -> Option<i64> {
        let left = live.lock().time_left();
        if left.is_some_and(|left| left > 0) {
            return left.filter(|_| live.lock().kept.version == version);
        }
        // If the game has moved on, the player was in time.
        let flagged = self.change(live, Some(version), |game, draft| {
            draft.charge(game);
            if let Some(seat) = game.timed_seat() {
                draft.leave(game, seat, Record::OUT_OF_TIME);
            }
            Ok(())
        });
        if flagged.is_ok() {
            self.go_on(live);
        }
        None
    }
}

/// A computer's turn.
struct Turn {
    player: PlayerSpec,
    version: u64,
    session: Box<dyn Session>,
    wait: Duration,
    stop: StopFlag,
    /// Whether the search was stopped because a user wants its move now.
    hurried: Arc<AtomicBool>,
}

impl Turn {
    async fn think(self, app: Arc<App>, live: Arc<GameHandle>) {
        tokio::time::sleep(self.wait).await;
        let begun = Instant::now();
        let version = self.version;
        let found = self.search(&app).await;
        let played = tokio::task::spawn_blocking(move || {
            let goes_on = {
                let mut game = live.lock();
                let goes_on = game.kept.version == version && !game.is_gone;
                if goes_on {
                    game.thinking = None;
                }
                goes_on
            };
            if !goes_on {
                return;
            }
            let played = found.and_then(|text| app.play(&live, &text, Some(version), |_| Ok(())));
            app.metrics.replies.add(begun.elapsed());
            if let Err(problem) = played {
                let mut game = live.lock();
                if game.kept.version == version {
                    game.problem = Some(problem);
                    drop(game);
                    live.tell();
                }
            }
        });
        // An aborted turn leaves the stored game unchanged.
        drop(played.await);
    }

    async fn search(self, app: &Arc<App>) -> Result<String, Problem> {
        let bounds = MoveBounds {
            longest: LONGEST,
            memory: self.player.memory(self.session.kind().spec()).min(LARGEST_TABLE),
            is_slow: self.player.takes_its_time(),
        };
        // A session is for one thread at a time; a restarted search comes after the first.
        let (player, session) = (self.player.clone(), Mutex::new(self.session));
        let whole = self.stop.clone();
        let advice = app.pool.move_of_game(self.stop, bounds, move |stop| {
            let session = session.lock().unwrap_or_else(|broken| broken.into_inner());
            let advice = session.consider(&player, Limits::default(), stop)?;
            Ok::<_, Problem>((advice, whole.is_raised()))
        });
        let (advice, stopped) = advice.await??;
        if stopped && !self.hurried.load(Ordering::Relaxed) {
            return Err(Problem::busy(
                Phrase::of(SLOW_MOVE).with(self.player.to_string()).with(LONGEST.as_secs()),
            ));
        }
        advice.best.ok_or_else(|| Problem::conflict(OVER))
    }
}
