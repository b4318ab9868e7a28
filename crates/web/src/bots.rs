//! Bots that are connected: who listens, and how each hears of games that are given to it.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard};

use tokio::sync::watch;

/// The bots that listen now.
#[derive(Default)]
pub(crate) struct ConnectedBots(Mutex<HashMap<String, Line>>);

/// A bot's line: somebody listens as long as it has receivers.
struct Line {
    calls: watch::Sender<()>,
    streams: usize,
}

impl ConnectedBots {
    fn lock(&self) -> MutexGuard<'_, HashMap<String, Line>> {
        self.0.lock().unwrap_or_else(|broken| broken.into_inner())
    }

    /// A bot listens for as long as what is returned lives.
    pub(crate) fn connect(self: &Arc<ConnectedBots>, bot: &str) -> Connected {
        let mut lines = self.lock();
        let line = lines
            .entry(bot.to_owned())
            .or_insert_with(|| Line { calls: watch::Sender::new(()), streams: 0 });
        line.streams += 1;
        Connected { calls: line.calls.subscribe(), bots: Arc::clone(self), bot: bot.to_owned() }
    }

    /// Tells a bot to look at its games.
    pub(crate) fn call(&self, bot: &str) {
        if let Some(line) = self.lock().get(bot) {
            line.calls.send_replace(());
        }
    }

    /// Whether a bot listens.
    pub(crate) fn is_connected(&self, bot: &str) -> bool {
        self.lock().contains_key(bot)
    }
}

/// A bot that listens.
pub(crate) struct Connected {
    /// Changes whenever there may be a new game.
    pub(crate) calls: watch::Receiver<()>,
    bots: Arc<ConnectedBots>,
    bot: String,
}

impl Drop for Connected {
    fn drop(&mut self) {
        let mut lines = self.bots.lock();
        let Some(line) = lines.get_mut(&self.bot) else { return };
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
        let (first, second) = (bots.connect("ada"), bots.connect("ada"));
        drop(first);
        assert!(bots.is_connected("ada"));
        bots.call("ada");
        assert!(second.calls.has_changed().unwrap());
        drop(second);
        assert!(!bots.is_connected("ada"));
        bots.call("ada");
    }
}
