//! Manages open connections: their number, their states, and which ones to close.
//!
//! A connection is *idle* between two requests, *asking* from the first byte of a request until its
//! header is complete, and *answered* until the last byte of the answer is out. The first two have
//! time limits, and an answer must not stay unread for long. When there is no room for another
//! connection, the server closes the one that has idled or asked for longest, or still owes part of
//! its request, from the address with most of those: opening a thousand connections and sending
//! nothing does not block other clients. Each connection has a moment to send its request first;
//! newcomers wait for that.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant};

use tokio::sync::Notify;

use crate::log::{LogLevel, log};

/// Time limits for the header of a request, an idle connection, and an unread answer.
pub(crate) const LONGEST_HEADER: Duration = Duration::from_secs(10);
pub(crate) const LONGEST_IDLE: Duration = Duration::from_secs(75);
pub(crate) const LONGEST_UNREAD: Duration = Duration::from_secs(30);
/// The minimum time before a connection may be closed to make room for another.
const GRACE: Duration = Duration::from_millis(100);
/// The interval of checks.
const BETWEEN_LOOKS: Duration = Duration::from_millis(500);
/// The maximum number of connections, in total and from one address, if the system allows that many
/// files.
const MOST: usize = 8192;
const MOST_OF_ONE: usize = 2048;
/// Files other than connections: the store, tables, the log, the page.
const OTHER_FILES: usize = 128;
/// The number of files requested from the system.
const FILES: u64 = 16_384;
/// The minimum interval of log messages about lack of room.
const BETWEEN_WARNINGS: Duration = Duration::from_secs(10);

/// The state of a connection.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Doing {
    Idle,
    Asking,
    /// This many answers are being sent.
    Answered(usize),
}

/// One connection.
#[derive(Debug)]
pub(crate) struct Connection {
    number: u64,
    /// The remote address.
    pub(crate) address: IpAddr,
    state: Mutex<State>,
    /// Tells its task to give it up.
    closing: Notify,
    all: Arc<Connections>,
}

#[derive(Debug)]
struct State {
    doing: Doing,
    since: Instant,
    /// Whether part of a request's body is outstanding.
    is_sending: bool,
    /// Since when bytes have waited that the other side does not read.
    unread: Option<Instant>,
}

/// The decision about a new connection.
#[derive(Debug)]
pub(crate) enum Admission {
    Admitted(Arc<Connection>),
    /// The others are new and may still send their requests: there will be room after this time.
    After(Duration),
    Refused,
}

/// All connections.
#[derive(Debug)]
pub(crate) struct Connections {
    most: usize,
    most_of_one: usize,
    /// Addresses that stand for many visitors.
    proxies: Vec<IpAddr>,
    open: Mutex<HashMap<u64, Arc<Connection>>>,
    next: AtomicU64,
    refused: AtomicU64,
    made_room: AtomicU64,
    warned: Mutex<Option<Instant>>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(|broken| broken.into_inner())
}

impl Connections {
    /// A limit that fits the number of files this process may open.
    pub(crate) fn new(proxies: Vec<IpAddr>) -> Arc<Connections> {
        Connections::with_files(files(), proxies)
    }

    fn with_files(files: usize, proxies: Vec<IpAddr>) -> Arc<Connections> {
        let most = files.saturating_sub(OTHER_FILES).clamp(16, MOST);
        Arc::new(Connections {
            most,
            most_of_one: MOST_OF_ONE.min(most * 3 / 4),
            proxies,
            open: Mutex::default(),
            next: AtomicU64::default(),
            refused: AtomicU64::default(),
            made_room: AtomicU64::default(),
            warned: Mutex::default(),
        })
    }

    /// The maximum number of live streams.
    pub(crate) fn streams(&self) -> usize {
        self.most / 2
    }

    /// The number of open connections.
    pub(crate) fn count(&self) -> usize {
        lock(&self.open).len()
    }

    /// The number of rejected connections, and of those closed for others.
    pub(crate) fn turned_away(&self) -> [u64; 2] {
        [&self.refused, &self.made_room].map(|count| count.load(Ordering::Relaxed))
    }

    /// Admits a connection, if there is room or room can be made.
    pub(crate) fn admit(self: &Arc<Connections>, address: IpAddr, now: Instant) -> Admission {
        let mut open = lock(&self.open);
        let of_one = || open.values().filter(|other| other.address == address).count();
        let is_crowd = !self.proxies.contains(&address) && of_one() >= self.most_of_one;
        if is_crowd || open.len() >= self.most {
            let only = is_crowd.then_some(address);
            match waiting_longest(&open, only) {
                Some(longest) => {
                    let waited = now.saturating_duration_since(lock(&longest.state).since);
                    if waited < GRACE {
                        return Admission::After(GRACE - waited);
                    }
                    open.remove(&longest.number);
                    longest.closing.notify_one();
                    self.made_room.fetch_add(1, Ordering::Relaxed);
                }
                None => {
                    self.refused.fetch_add(1, Ordering::Relaxed);
                    let all = open.len();
                    drop(open);
                    self.warn("connections_full", &[("all", &all), ("address", &address)]);
                    return Admission::Refused;
                }
            }
        }
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        let state = State { doing: Doing::Idle, since: now, is_sending: false, unread: None };
        let connection = Arc::new(Connection {
            number,
            address,
            state: Mutex::new(state),
            closing: Notify::new(),
            all: Arc::clone(self),
        });
        open.insert(number, Arc::clone(&connection));
        Admission::Admitted(connection)
    }

    /// Handles a lack of file descriptors: one waiting connection is closed.
    pub(crate) fn out_of_files(&self, problem: &std::io::Error) {
        let longest = {
            let mut open = lock(&self.open);
            let longest = waiting_longest(&open, None);
            longest.inspect(|longest| drop(open.remove(&longest.number)))
        };
        if let Some(longest) = longest {
            longest.closing.notify_one();
            self.made_room.fetch_add(1, Ordering::Relaxed);
        }
        self.warn("no_connection", &[("problem", problem), ("open", &self.count())]);
    }

    /// Logs a warning, at a limited rate.
    fn warn(&self, event: &str, values: &[(&str, &dyn std::fmt::Display)]) {
        let mut warned = lock(&self.warned);
        if warned.is_none_or(|at| at.elapsed() >= BETWEEN_WARNINGS) {
            *warned = Some(Instant::now());
            log(LogLevel::Warn, event, values);
        }
    }

    /// Closes connections that exceed their limits, for ever.
    pub(crate) async fn watch(self: Arc<Connections>) {
        loop {
            tokio::time::sleep(BETWEEN_LOOKS).await;
            self.look(Instant::now());
        }
    }

    fn look(&self, now: Instant) {
        let open = lock(&self.open);
        open.values()
            .filter(|one| lock(&one.state).is_late(now))
            .for_each(|one| one.closing.notify_one());
    }

    /// Closes all.
    pub(crate) fn close(&self) {
        lock(&self.open).values().for_each(|one| one.closing.notify_one());
    }
}

/// The connection that has idled or asked for longest, from the address with most of those.
fn waiting_longest(
    open: &HashMap<u64, Arc<Connection>>,
    only: Option<IpAddr>,
) -> Option<Arc<Connection>> {
    let mut waiting: HashMap<IpAddr, (usize, Instant, &Arc<Connection>)> = HashMap::new();
    for one in open.values().filter(|one| only.is_none_or(|only| only == one.address)) {
        let state = lock(&one.state);
        if !state.is_waited_for() {
            continue;
        }
        let entry = waiting.entry(one.address).or_insert((0, state.since, one));
        entry.0 += 1;
        if state.since < entry.1 {
            (entry.1, entry.2) = (state.since, one);
        }
    }
    waiting.into_values().max_by_key(|(count, ..)| *count).map(|(_, _, one)| Arc::clone(one))
}

impl State {
    /// Whether the other side has to send something first.
    fn is_waited_for(&self) -> bool {
        self.is_sending || !matches!(self.doing, Doing::Answered(_))
    }

    fn is_late(&self, now: Instant) -> bool {
        let longest = match self.doing {
            Doing::Idle => Some(LONGEST_IDLE),
            Doing::Asking => Some(LONGEST_HEADER),
            Doing::Answered(_) => None,
        };
        longest.is_some_and(|longest| now.saturating_duration_since(self.since) >= longest)
            || self.unread.is_some_and(|at| now.saturating_duration_since(at) >= LONGEST_UNREAD)
    }

    fn turn(&mut self, doing: Doing) {
        (self.doing, self.since) = (doing, Instant::now());
    }
}

impl Connection {
    /// Called when bytes have come in.
    pub(crate) fn heard(&self) {
        let mut state = lock(&self.state);
        if state.doing == Doing::Idle {
            state.turn(Doing::Asking);
        }
    }

    /// Called when bytes have gone out, or are waiting.
    pub(crate) fn sent(&self, is_waiting: bool) {
        let mut state = lock(&self.state);
        match is_waiting {
            true => drop(state.unread.get_or_insert_with(Instant::now)),
            false => state.unread = None,
        }
    }

    /// The header of a request is complete; it is being answered until the result is dropped.
    pub(crate) fn answer(self: &Arc<Connection>) -> Answering {
        let mut state = lock(&self.state);
        let others = if let Doing::Answered(others) = state.doing { others } else { 0 };
        state.turn(Doing::Answered(others + 1));
        Answering(Arc::clone(self))
    }

    /// A body follows the header, until the result is dropped.
    pub(crate) fn receive(self: &Arc<Connection>) -> Receiving {
        lock(&self.state).is_sending = true;
        Receiving(Arc::clone(self))
    }

    /// Waits until it has to close.
    pub(crate) async fn closing(&self) {
        self.closing.notified().await;
    }

    /// Removes it.
    pub(crate) fn closed(&self) {
        lock(&self.all.open).remove(&self.number);
    }
}

/// A body being received.
#[derive(Debug)]
pub(crate) struct Receiving(Arc<Connection>);

impl Drop for Receiving {
    fn drop(&mut self) {
        lock(&self.0.state).is_sending = false;
    }
}

/// An answer being sent.
#[derive(Debug)]
pub(crate) struct Answering(Arc<Connection>);

impl Drop for Answering {
    fn drop(&mut self) {
        let mut state = lock(&self.0.state);
        match state.doing {
            Doing::Answered(count) if count > 1 => state.doing = Doing::Answered(count - 1),
            _ => state.turn(Doing::Idle),
        }
    }
}

/// The number of files this process may open, after raising the limit.
#[cfg(unix)]
fn files() -> usize {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
    let Some(current) = current else { return usize::MAX };
    let wanted = maximum.map_or(FILES, |maximum| maximum.min(FILES));
    if wanted > current
        && setrlimit(Resource::Nofile, Rlimit { current: Some(wanted), maximum }).is_ok()
    {
        return wanted as usize;
    }
    current as usize
}

#[cfg(not(unix))]
fn files() -> usize {
    FILES as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(last: u8) -> IpAddr {
        IpAddr::from([192, 0, 2, last])
    }

    impl Connections {
        /// Asks repeatedly until admitted or rejected.
        fn let_in(self: &Arc<Connections>, address: IpAddr) -> Option<Arc<Connection>> {
            let mut now = Instant::now();
            loop {
                match self.admit(address, now) {
                    Admission::Admitted(connection) => return Some(connection),
                    Admission::After(wait) => now += wait,
                    Admission::Refused => return None,
                }
            }
        }
    }

    fn is_told_to_go(connection: &Connection) -> bool {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
        runtime.block_on(async {
            tokio::time::timeout(Duration::from_millis(1), connection.closing()).await.is_ok()
        })
    }

    #[test]
    fn whoever_asks_half_makes_room_for_others() {
        let all = Connections::with_files(0, Vec::new());
        assert_eq!((all.most, all.most_of_one), (16, 12));
        let slow: Vec<_> = (0..12).map(|_| all.let_in(address(1)).unwrap()).collect();
        slow.iter().for_each(|one| one.heard());
        let more = all.let_in(address(1)).expect("its own oldest makes room");
        assert!(is_told_to_go(&slow[0]) && !is_told_to_go(&slow[1]));
        let idle: Vec<_> = (0..4).map(|_| all.let_in(address(2)).unwrap()).collect();
        let other = all.let_in(address(3)).expect("the oldest of the many makes room");
        assert!(is_told_to_go(&slow[1]), "not of the few");
        assert!(!idle.iter().any(|one| is_told_to_go(one)) && !is_told_to_go(&more));
        other.closed();
        assert_eq!(all.count(), 15);
    }

    #[test]
    fn whoever_has_only_just_come_may_send_a_request() {
        let all = Connections::with_files(0, Vec::new());
        let begun = Instant::now();
        let first: Vec<_> = (0..12).map(|_| all.let_in(address(1)).unwrap()).collect();
        let Admission::After(wait) = all.admit(address(1), begun) else { panic!("no moment left") };
        assert!(!first.iter().any(|one| is_told_to_go(one)));
        assert!(
            matches!(all.admit(address(2), begun), Admission::Admitted(_)),
            "others don't wait"
        );
        let later = begun + wait + GRACE;
        assert!(matches!(all.admit(address(1), later), Admission::Admitted(_)));
        assert!(first.iter().any(|one| is_told_to_go(one)));
    }

    #[test]
    fn nobody_is_cut_off_in_the_middle_of_an_answer() {
        let all = Connections::with_files(0, Vec::new());
        let busy: Vec<_> = (0..12).map(|_| all.let_in(address(1)).unwrap()).collect();
        let answers: Vec<_> = busy.iter().map(|one| one.answer()).collect();
        assert!(all.let_in(address(1)).is_none());
        assert_eq!(all.turned_away(), [1, 0]);
        drop(answers);
        assert!(all.let_in(address(1)).is_some());
    }

    #[test]
    fn whoever_owes_a_part_of_a_body_makes_room() {
        let all = Connections::with_files(0, Vec::new());
        let busy: Vec<_> = (0..12).map(|_| all.let_in(address(1)).unwrap()).collect();
        let _answers: Vec<_> = busy.iter().map(|one| one.answer()).collect();
        let bodies: Vec<_> = busy.iter().map(|one| one.receive()).collect();
        let more = all.let_in(address(1)).expect("the first that sends makes room");
        let _answer = more.answer();
        assert!(is_told_to_go(&busy[0]) && !is_told_to_go(&busy[1]));
        drop(bodies);
        assert!(all.let_in(address(1)).is_none(), "the others are whole");
    }

    #[test]
    fn a_proxy_stands_for_many() {
        let all = Connections::with_files(0, vec![address(9)]);
        assert_eq!((0..16).filter_map(|_| all.let_in(address(9))).count(), 16);
    }

    #[test]
    fn only_so_long() {
        let all = Connections::with_files(0, Vec::new());
        let one = all.let_in(address(1)).unwrap();
        let late = |after: Duration| lock(&one.state).is_late(Instant::now() + after);
        let moment = Duration::from_secs(1);
        assert!(late(LONGEST_IDLE) && !late(LONGEST_IDLE - moment));
        one.heard();
        assert!(late(LONGEST_HEADER) && !late(LONGEST_HEADER - moment));
        let (first, second) = (one.answer(), one.answer());
        assert!(!late(LONGEST_IDLE * 100), "a stream lasts as long as it may");
        one.sent(true);
        assert!(late(LONGEST_UNREAD) && !late(LONGEST_UNREAD - moment), "unless nobody reads it");
        one.sent(false);
        drop(first);
        assert!(!late(LONGEST_IDLE * 100));
        drop(second);
        assert!(late(LONGEST_IDLE));
    }
}
