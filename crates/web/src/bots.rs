//! Connected bots, and how they are notified of new games.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};

use tokio::sync::watch;

/// The bots that listen now.
#[derive(Default)]
pub(crate) struct ConnectedBots {
    lines: Mutex<HashMap<String, Line>>,
    /// The number of lines opened so far.
    opened: AtomicU64,
}

/// A bot's line: it is connected while this has receivers.
struct Line {
    calls: watch::Sender<()>,
    streams: usize,
    /// The hash of its token.
    secret: Option<String>,
    /// Distinguishes it from an earlier line of the same bot.
    number: u64,
}

impl ConnectedBots {
    fn lock(&self) -> MutexGuard<'_, HashMap<String, Line>> {
        self.lines.lock().unwrap_or_else(|broken| broken.into_inner())
    }

    /// Marks a bot as connected while the result lives.
    pub(crate) fn connect(
        self: &Arc<ConnectedBots>,
        bot: &str,
        secret: Option<String>,
    ) -> Connected {
        let mut lines = self.lock();
        let line = lines.entry(bot.to_owned()).or_insert_with(|| Line {
            calls: watch::Sender::new(()),
            streams: 0,
            secret,
            number: self.opened.fetch_add(1, Ordering::Relaxed),
        });
        line.streams += 1;
        Connected {
            calls: line.calls.subscribe(),
            bots: Arc::clone(self),
            bot: bot.to_owned(),
            line: line.number,
        }
    }

    /// Tells a bot to check its games.
    pub(crate) fn call(&self, bot: &str) {
        if let Some(line) = self.lock().get(bot) {
            line.calls.send_replace(());
        }
    }

    /// Ends the streams of a bot, which must authenticate again.
    pub(crate) fn hang_up(&self, bot: &str) {
        self.lock().remove(bot);
    }

    /// The connected bots, each with the hash of its token.
    pub(crate) fn connected(&self) -> Vec<(String, Option<String>)> {
        let lines = self.lock();
        lines.iter().map(|(bot, line)| (bot.clone(), line.secret.clone())).collect()
    }

    /// The number of open streams of a bot.
    pub(crate) fn streams(&self, bot: &str) -> usize {
        self.lock().get(bot).map_or(0, |line| line.streams)
    }

    /// Whether a bot is connected.
    pub(crate) fn is_connected(&self, bot: &str) -> bool {
        self.lock().contains_key(bot)
    }
}

/// A connected bot.
pub(crate) struct Connected {
    /// Changes whenever there may be a new game.
    pub(crate) calls: watch::Receiver<()>,
    bots: Arc<ConnectedBots>,
    bot: String,
    line: u64,
}

impl Drop for Connected {
    fn drop(&mut self) {
        let mut lines = self.bots.lock();
        let line = lines.get_mut(&self.bot).filter(|line| line.number == self.line);
        let Some(line) = line else { return };
        line.streams -= 1;
        if line.streams == 0 {
            lines.remove(&self.bot);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bot_is_connected_until_its_last_stream_ends() {
        let bots = Arc::new(ConnectedBots::default());
        let (first, second) = (bots.connect("ada", None), bots.connect("ada", None));
        drop(first);
        assert!(bots.is_connected("ada"));
        bots.call("ada");
        assert!(second.calls.has_changed().unwrap());
        drop(second);
        assert!(!bots.is_connected("ada"));
        bots.call("ada");
    }

    #[test]
    fn a_bot_that_was_hung_up_on_may_come_back() {
        let bots = Arc::new(ConnectedBots::default());
        let mut first = bots.connect("ada", None);
        bots.hang_up("ada");
        assert!(!bots.is_connected("ada") && first.calls.has_changed().is_err());
        let _second = bots.connect("ada", None);
        first.calls.mark_unchanged();
        drop(first);
        assert!(bots.is_connected("ada"), "the end of the old stream is not that of the new one");
    }
}
