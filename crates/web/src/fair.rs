//! Fair sharing: a queue that serves visitors in turn, and places that no visitor can monopolise.

use std::collections::{HashMap, VecDeque};
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard};

use tokio::sync::oneshot;

use crate::visitor::Visitor;

/// A queue for all visitors. Addresses take turns, and within an address its browsers: a visitor
/// with many items waits for them alone.
#[derive(Debug)]
pub(crate) struct FairQueue<T> {
    addresses: VecDeque<(IpAddr, Browsers<T>)>,
    length: usize,
}

/// The queued items of one address's browsers.
type Browsers<T> = VecDeque<(Visitor, VecDeque<T>)>;

impl<T> Default for FairQueue<T> {
    fn default() -> FairQueue<T> {
        FairQueue { addresses: VecDeque::new(), length: 0 }
    }
}

impl<T> FairQueue<T> {
    /// The number of queued items.
    pub(crate) fn len(&self) -> usize {
        self.length
    }

    /// Adds an item.
    pub(crate) fn push(&mut self, visitor: Visitor, item: T) {
        let browsers = slot(&mut self.addresses, visitor.address);
        slot(browsers, visitor).push_back(item);
        self.length += 1;
    }

    /// Takes the next item in turn.
    pub(crate) fn pop(&mut self) -> Option<T> {
        let (address, mut browsers) = self.addresses.pop_front()?;
        let (visitor, mut own) = browsers.pop_front()?;
        let item = own.pop_front()?;
        if !own.is_empty() {
            browsers.push_back((visitor, own));
        }
        if !browsers.is_empty() {
            self.addresses.push_back((address, browsers));
        }
        self.length -= 1;
        Some(item)
    }

    /// Removes the last item of the visitor with most, if that is more than this visitor would have
    /// with one more.
    pub(crate) fn make_room(&mut self, visitor: Visitor) -> Option<T> {
        let waiting = self.addresses.iter().flat_map(|(_, browsers)| browsers);
        let from = richest(waiting.map(|(other, own)| (*other, own.len())), visitor)?;
        self.length -= 1;
        let browsers = slot(&mut self.addresses, from.address);
        let item = slot(browsers, from).pop_back();
        // A visitor without items has no turn.
        browsers.retain(|(_, own)| !own.is_empty());
        self.addresses.retain(|(_, browsers)| !browsers.is_empty());
        item
    }
}

/// Finds who gives way to a new visitor: of the address with most, the browser with most. `None` if
/// with one more the visitor's address would have as many as any other, and so would the visitor at
/// this address.
fn richest(holders: impl Iterator<Item = (Visitor, usize)>, visitor: Visitor) -> Option<Visitor> {
    let holders: Vec<(Visitor, usize)> = holders.collect();
    let mut addresses: HashMap<IpAddr, usize> = HashMap::from([(visitor.address, 0)]);
    for (holder, count) in &holders {
        *addresses.entry(holder.address).or_default() += count;
    }
    let own = addresses[&visitor.address];
    let (&address, &most) = addresses.iter().max_by_key(|(address, count)| (**count, **address))?;
    let is_elsewhere = most > own + 1;
    let address = if is_elsewhere { address } else { visitor.address };
    let here = holders.iter().filter(|(holder, _)| holder.address == address);
    let (holder, count) = here.max_by_key(|(holder, count)| (*count, holder.browser))?;
    let mine = holders.iter().find(|(holder, _)| *holder == visitor).map_or(0, |held| held.1);
    (is_elsewhere || *count > mine + 1).then_some(*holder)
}

/// The entry of a key, added at the end if necessary.
fn slot<K: PartialEq, V: Default>(list: &mut VecDeque<(K, V)>, key: K) -> &mut V {
    let index = list.iter().position(|(known, _)| *known == key).unwrap_or_else(|| {
        list.push_back((key, V::default()));
        list.len() - 1
    });
    &mut list[index].1
}

/// A bounded number of long-held places. When all are taken, a visitor who has fewer than others
/// gets the oldest place of the one who has most: addresses are compared first, then the browsers
/// of one address.
#[derive(Clone, Debug)]
pub(crate) struct FairPlaces(Arc<Mutex<Holders>>);

#[derive(Debug)]
struct Holders {
    most: usize,
    taken: usize,
    next: u64,
    by_visitor: HashMap<Visitor, VecDeque<(u64, oneshot::Sender<()>)>>,
}

/// A place, held until it is dropped.
#[derive(Debug)]
pub(crate) struct FairPlace {
    places: FairPlaces,
    visitor: Visitor,
    number: u64,
    /// Fires when the place has gone to another visitor.
    pub(crate) lost: oneshot::Receiver<()>,
}

impl FairPlaces {
    /// This many places.
    pub(crate) fn new(most: usize) -> FairPlaces {
        FairPlaces(Arc::new(Mutex::new(Holders {
            most,
            taken: 0,
            next: 0,
            by_visitor: HashMap::new(),
        })))
    }

    fn lock(&self) -> MutexGuard<'_, Holders> {
        self.0.lock().unwrap_or_else(|broken| broken.into_inner())
    }

    /// The number of taken places.
    pub(crate) fn taken(&self) -> usize {
        self.lock().taken
    }

    /// A place for this visitor, if it has less than its share.
    pub(crate) fn take(&self, visitor: Visitor) -> Option<FairPlace> {
        let mut holders = self.lock();
        if holders.taken >= holders.most {
            let held = holders.by_visitor.iter().map(|(holder, held)| (*holder, held.len()));
            let from = richest(held, visitor)?;
            let (_, holder) = holders.by_visitor.get_mut(&from)?.pop_front()?;
            // The holder may have just gone.
            let _ = holder.send(());
            holders.taken -= 1;
        }
        holders.taken += 1;
        holders.next += 1;
        let number = holders.next;
        let (sender, lost) = oneshot::channel();
        holders.by_visitor.entry(visitor).or_default().push_back((number, sender));
        Some(FairPlace { places: self.clone(), visitor, number, lost })
    }
}

impl Drop for FairPlace {
    fn drop(&mut self) {
        let mut holders = self.places.lock();
        let Some(held) = holders.by_visitor.get_mut(&self.visitor) else { return };
        let before = held.len();
        held.retain(|(number, _)| *number != self.number);
        let given_back = before - held.len();
        if held.is_empty() {
            holders.by_visitor.remove(&self.visitor);
        }
        holders.taken -= given_back;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn visitor(address: u8, browser: u64) -> Visitor {
        Visitor { address: IpAddr::from([192, 0, 2, address]), browser }
    }

    #[test]
    fn whoever_asks_for_much_waits_for_it() {
        let mut queue = FairQueue::default();
        for number in 0..5 {
            queue.push(visitor(1, 1), format!("greedy {number}"));
        }
        queue.push(visitor(1, 2), "neighbour".to_owned());
        queue.push(visitor(2, 7), "stranger".to_owned());
        let order: Vec<String> = std::iter::from_fn(|| queue.pop()).collect();
        let wanted = ["greedy 0", "stranger", "neighbour", "greedy 1", "greedy 2", "greedy 3"];
        assert_eq!(order[..6], wanted);
        assert_eq!(queue.len(), 0);
    }

    #[test]
    fn room_is_made_by_whoever_has_most() {
        let mut queue = FairQueue::default();
        (0..3).for_each(|number| queue.push(visitor(1, 1), number));
        assert_eq!(queue.make_room(visitor(1, 1)), None, "not by oneself");
        assert_eq!(queue.make_room(visitor(2, 1)), Some(2));
        assert_eq!(queue.make_room(visitor(2, 1)), Some(1));
        assert_eq!(queue.make_room(visitor(2, 1)), None, "one each");
        assert_eq!((queue.len(), queue.pop()), (1, Some(0)));
    }

    #[test]
    fn nobody_holds_all_places() {
        let places = FairPlaces::new(4);
        let mut held: Vec<FairPlace> =
            std::iter::from_fn(|| places.take(visitor(1, 1))).take(9).collect();
        assert_eq!(held.len(), 4);
        let others: Vec<FairPlace> =
            std::iter::from_fn(|| places.take(visitor(1, 2))).take(9).collect();
        assert_eq!((others.len(), places.taken()), (2, 4), "half of them");
        let lost = held.iter_mut().map(|place| place.lost.try_recv().is_ok());
        assert_eq!(lost.collect::<Vec<_>>(), [true, true, false, false]);
        drop(held);
        assert_eq!(places.taken(), 2);
        drop(others);
        assert_eq!(places.taken(), 0);
    }

    #[test]
    fn nothing_is_lost_when_room_is_made() {
        let mut queue = FairQueue::default();
        for browser in 1..=3 {
            queue.push(visitor(1, browser), browser);
        }
        let taken_back = queue.make_room(visitor(2, 1)).expect("one of three names of one address");
        queue.push(visitor(2, 1), 4);
        let mut left: Vec<u64> = std::iter::from_fn(|| queue.pop()).collect();
        left.push(taken_back);
        left.sort_unstable();
        assert_eq!((left, queue.len()), (vec![1, 2, 3, 4], 0));
    }

    #[test]
    fn many_names_at_one_address_hold_no_more_than_one() {
        let places = FairPlaces::new(8);
        let names: Vec<FairPlace> =
            (0..8).filter_map(|browser| places.take(visitor(1, browser))).collect();
        assert_eq!(names.len(), 8);
        let other: Vec<FairPlace> =
            std::iter::from_fn(|| places.take(visitor(2, 1))).take(9).collect();
        assert_eq!((other.len(), places.taken()), (4, 8), "half of them");
        assert!(places.take(visitor(1, 9)).is_none(), "a new name brings nothing");
        assert!(places.take(visitor(3, 1)).is_some());
    }
}
