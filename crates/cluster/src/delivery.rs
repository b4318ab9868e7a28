//! Handles a bundle that a worker has taken.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::Ordering;

use async_nats::jetstream::message::PublishMessage;
use async_nats::jetstream::{AckKind, Message};
use ninefold_arena::SetResult;

use crate::bundle::{Answer, Bundle, pack, unpack};
use crate::publish::{Published, publish};
use crate::streams::{RESULTS, place_in_queue, result_subject};
use crate::worker::{AGAIN, Attempt, Shared};

/// The header of a returned bundle: how often it was delivered before without completion.
const TRIED: &str = "Ninefold-Tried";

/// The number of attempts to return a bundle to a server that does not confirm it.
const GIVE_BACKS: usize = 5;

/// What to do with a bundle.
enum Disposition {
    /// It is finished.
    Done,
    /// Deliver it again.
    Again,
    /// This worker leaves: another gets it, as if this one never had.
    GivenBack,
}

/// The result of playing it.
enum Played {
    All(Vec<SetResult>),
    Task(String),
    Halted,
    Failed(String),
}

impl Shared {
    /// Processes a bundle, regularly telling the server that it is in progress.
    pub(crate) async fn handle(self: &Arc<Shared>, message: Message) {
        let message = Arc::new(message);
        let alive = {
            let (message, pause) = (message.clone(), self.settings.patience / 4);
            tokio::spawn(async move {
                loop {
                    tokio::time::sleep(pause).await;
                    let _ = message.ack_with(AckKind::Progress).await;
                }
            })
        };
        let disposition = self.disposition(&message).await;
        alive.abort();
        // If an acknowledgement is lost, the bundle comes again, and its second result is rejected.
        let kind = match disposition {
            Disposition::Done => AckKind::Ack,
            Disposition::Again => AckKind::Nak(Some(AGAIN)),
            Disposition::GivenBack => return self.give_back(&message).await,
        };
        let _ = message.double_ack_with(kind).await;
    }

    /// Plays a bundle and publishes its result.
    async fn disposition(self: &Arc<Shared>, message: &Message) -> Disposition {
        let mut words = message.subject.rsplit('.');
        let (set, run) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
        let (tried, tries) = (tried_before(message) + 1, i64::from(self.settings.tries));
        let worker = self.name.clone();
        if tried > tries {
            let why =
                format!("it was given out {tries} times and no worker came to an end with it");
            return self.publish(run, set, &Answer::Poisoned { worker, why }).await;
        }
        let bundle = match unpack::<Bundle>(&message.payload) {
            Ok(bundle) => bundle,
            Err(why) => return self.publish(run, set, &Answer::Poisoned { worker, why }).await,
        };
        let Some(_seat) = self.place(&self.seats).await else { return Disposition::GivenBack };
        if self.is_stopped(run) {
            return Disposition::Done;
        }
        self.playing.fetch_add(1, Ordering::Relaxed);
        let played = self.play(run, bundle).await;
        self.playing.fetch_sub(1, Ordering::Relaxed);
        match played {
            Played::All(results) => {
                let games: usize = results.iter().map(|result| result.games.len()).sum();
                let disposition = self.publish(run, set, &Answer::Played { worker, results }).await;
                if matches!(disposition, Disposition::Done) {
                    self.bundles.fetch_add(1, Ordering::Relaxed);
                    self.games.fetch_add(games as u64, Ordering::Relaxed);
                }
                disposition
            }
            Played::Task(result) => {
                // Done first, so that the worker that gets the next task of this run knows it.
                self.tell_news(run).await;
                let disposition = self.publish(run, set, &Answer::Done { worker, result }).await;
                let done = u64::from(matches!(disposition, Disposition::Done));
                self.bundles.fetch_add(done, Ordering::Relaxed);
                disposition
            }
            Played::Halted if self.is_stopped(run) => Disposition::Done,
            Played::Halted if self.leave.asked() > 0 => Disposition::GivenBack,
            // The run was stopped and has resumed.
            Played::Halted => Disposition::Again,
            Played::Failed(why) if tried >= tries => {
                let why = format!("it failed {tried} times, the last time because {why}");
                self.publish(run, set, &Answer::Poisoned { worker, why }).await
            }
            Played::Failed(why) => {
                self.link.notices.tell(format!("set {set} of run {run} failed: {why}"));
                Disposition::Again
            }
        }
    }

    /// Returns a bundle as if it had not been taken. The server counts deliveries of a message, so
    /// a fresh one replaces this one. If it is lost between the two, the coordinator notices; if it
    /// was withdrawn meanwhile, there is nothing to return.
    async fn give_back(&self, message: &Message) {
        let Ok(sequence) = message.info().map(|info| info.stream_sequence) else { return };
        let place = place_in_queue(&self.link, &message.subject).await;
        if place.is_ok_and(|place| place != Some(sequence)) || message.double_ack().await.is_err() {
            return;
        }
        for _ in 0..GIVE_BACKS {
            let fresh = PublishMessage::build()
                .payload(message.payload.clone())
                .header(TRIED, tried_before(message).to_string());
            if publish(&self.link.jetstream, &message.subject, fresh).await == Published::Kept {
                return;
            }
            // With several servers, one may not know yet that the old one is gone.
            tokio::time::sleep(AGAIN).await;
        }
    }

    /// Plays all sets of a bundle, or does its task, in a separate thread.
    async fn play(self: &Arc<Shared>, run: &str, bundle: Bundle) -> Played {
        let stop = {
            let mut halts = self.halts.lock().unwrap_or_else(|broken| broken.into_inner());
            halts.entry(run.to_owned()).or_default().clone()
        };
        let skills = self.skills.clone();
        let thread = tokio::task::spawn_blocking(move || {
            if let Some(task) = &bundle.task {
                return match attempt(bundle.first, || (skills.task)(task, &stop)) {
                    Ok(result) => Played::Task(result),
                    Err(other) => other,
                };
            }
            let mut results = Vec::with_capacity(bundle.jobs.len());
            for job in &bundle.jobs {
                match attempt(job.set, || (skills.play)(job, &stop)) {
                    Ok(result) => results.push(result),
                    Err(other) => return other,
                }
            }
            Played::All(results)
        });
        thread.await.unwrap_or_else(|_| Played::Failed("its thread ended".into()))
    }

    /// Publishes the result of a bundle until the server has it, and returns what to do with the
    /// bundle.
    async fn publish(&self, run: &str, set: &str, answer: &Answer) -> Disposition {
        let subject = result_subject(run, set);
        let mut payload = pack(answer);
        let mut told = false;
        loop {
            let message = PublishMessage::build().payload(payload.clone());
            match publish(&self.link.jetstream, &subject, message).await {
                Published::Kept | Published::Known | Published::Occupied => {
                    return Disposition::Done;
                }
                Published::TooLarge => {
                    let why = format!(
                        "its result of {} bytes is larger than the server takes",
                        payload.len()
                    );
                    payload = pack(&Answer::Poisoned { worker: self.name.clone(), why });
                }
                Published::Full(why) if !told => {
                    told = true;
                    self.link.notices.tell(format!(
                        "the stream {RESULTS} at {} is full ({why}): a result waits here until there is room",
                        self.link.address
                    ));
                }
                Published::Full(_) | Published::Unknown(_) => {}
            }
            if self.is_stopped(run) {
                return Disposition::Done;
            }
            if self.leave.asked() > 1 {
                return Disposition::GivenBack;
            }
            tokio::time::sleep(AGAIN).await;
        }
    }
}

/// Runs something, treating a panic as a failure.
fn attempt<T>(set: u64, what: impl FnOnce() -> Attempt<T>) -> Result<T, Played> {
    match catch_unwind(AssertUnwindSafe(what)) {
        Ok(Attempt::Played(result)) => Ok(result),
        Ok(Attempt::Halted) => Err(Played::Halted),
        Ok(Attempt::Failed(why)) => Err(Played::Failed(format!("of set {set}: {why}"))),
        Err(panic) => {
            let text = panic.downcast_ref::<&str>().map(ToString::to_string);
            let text = text.or_else(|| panic.downcast_ref::<String>().cloned());
            let text = text.unwrap_or_else(|| "no reason given".into());
            Err(Played::Failed(format!("of a panic in set {set}: {text}")))
        }
    }
}

/// How often a bundle was delivered before to workers that did not complete it.
fn tried_before(message: &Message) -> i64 {
    let header = message.headers.as_ref().and_then(|headers| headers.get(TRIED));
    let told = header.and_then(|tried| tried.as_str().parse::<u32>().ok()).unwrap_or_default();
    i64::from(told) + message.info().map_or(0, |info| info.delivered - 1)
}
