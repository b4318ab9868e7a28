//! Receives the results of a run.

use std::time::Duration;

use async_nats::jetstream::Message;
use async_nats::jetstream::consumer::{Consumer, pull};
use futures_util::StreamExt;
use tokio::sync::mpsc;
use tokio::task::JoinHandle;

use crate::ClusterError;
use crate::server::Link;
use crate::streams::{self, RESULTS, results_of};

/// The maximum number of results per request, and how long to wait for them.
const MOST: usize = 200;
const EXPIRES: Duration = Duration::from_secs(2);

/// How much longer than the request a server may stay silent.
pub(crate) const GRACE: Duration = Duration::from_secs(1);

/// Listens for the results of a run.
pub(crate) struct Receiver {
    results: mpsc::UnboundedReceiver<Message>,
    task: JoinHandle<()>,
}

impl Receiver {
    /// Subscribes. Everything waiting on the server comes first, including what an earlier
    /// coordinator received but did not acknowledge.
    pub(crate) async fn start(
        link: &Link,
        run: &str,
        replicas: usize,
    ) -> Result<Receiver, ClusterError> {
        let results = link.jetstream.get_stream_no_info(RESULTS).await;
        let results = results.map_err(|error| link.problem(&error))?;
        if let Some(name) = &results_of(run).durable_name {
            // It may not exist.
            let _ = results.delete_consumer(name).await;
        }
        let consumer = consumer(link, run, replicas).await?;
        let (send, receive) = mpsc::unbounded_channel();
        loop {
            let waiting = consumer.fetch().max_messages(MOST).messages().await;
            let mut waiting = waiting.map_err(|error| link.problem(&error))?;
            let mut count = 0;
            while let Some(Ok(message)) = waiting.next().await {
                count += 1;
                let _ = send.send(message);
            }
            if count == 0 {
                break;
            }
        }
        let task = tokio::spawn(listen(link.clone(), run.to_owned(), replicas, consumer, send));
        Ok(Receiver { results: receive, task })
    }

    /// The results that have arrived, after a short wait for the first.
    pub(crate) async fn some(&mut self, patience: Duration) -> Vec<Message> {
        let first = tokio::time::timeout(patience, self.results.recv()).await;
        let mut all: Vec<Message> = first.ok().flatten().into_iter().collect();
        while let (true, Ok(message)) = (!all.is_empty(), self.results.try_recv()) {
            all.push(message);
        }
        all
    }

    /// Unsubscribes for good.
    pub(crate) fn end(&self) {
        self.task.abort();
    }
}

impl Drop for Receiver {
    fn drop(&mut self) {
        self.end();
    }
}

async fn consumer(
    link: &Link,
    run: &str,
    replicas: usize,
) -> Result<Consumer<pull::Config>, ClusterError> {
    let results = streams::stream(link, streams::results_stream(replicas)).await?;
    let form = results_of(run);
    let name = form.durable_name.clone().unwrap_or_default();
    results.get_or_create_consumer(&name, form).await.map_err(|error| link.problem(&error))
}

/// Passes results on until the receiver is dropped. A server that was unavailable or has lost its
/// streams is asked until it answers.
async fn listen(
    link: Link,
    run: String,
    replicas: usize,
    mut from: Consumer<pull::Config>,
    send: mpsc::UnboundedSender<Message>,
) {
    loop {
        let batch = from.batch().max_messages(MOST).expires(EXPIRES).messages().await;
        let mut failed = batch.is_err();
        if let Ok(mut batch) = batch {
            loop {
                match tokio::time::timeout(EXPIRES + GRACE, batch.next()).await {
                    Ok(Some(Ok(message))) => {
                        if send.send(message).is_err() {
                            return;
                        }
                    }
                    Ok(None) => break,
                    Ok(Some(Err(_))) | Err(_) => {
                        failed = true;
                        break;
                    }
                }
            }
        }
        if failed {
            tokio::time::sleep(Duration::from_millis(200)).await;
            if let Ok(again) = consumer(&link, &run, replicas).await {
                from = again;
            }
        }
    }
}
