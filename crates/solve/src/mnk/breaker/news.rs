//! Settled positions, for exchange with other searches of the same board that have their own tables.

use std::cmp::Reverse;

use super::cells::Set;
use super::table::{Memory, Table};
use super::words::set;

/// A position with a known winner. Keys are the same on every machine for a given release.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Settled {
    pub key: u128,
    pub maker: bool,
    /// The zone of the win, in the image used for the key.
    pub zone: Set,
}

/// Positions that took less work are quicker to find again than to send.
const WORTH_TELLING: u64 = 100;

/// The maximum number of positions in one text: each takes at most 68 bytes, so all fit into 32 KB.
const MOST_TOLD: usize = 480;

/// What was settled since the last report, with the work it took.
#[derive(Default)]
pub(super) struct News(Vec<(u64, Settled)>);

impl News {
    /// Adds a settled position. If there are very many, only those that took the most work are kept, so memory is
    /// bounded even if they are never reported.
    pub fn add(&mut self, settled: Settled, work: u64) {
        if work >= WORTH_TELLING {
            self.0.push((work, settled));
            if self.0.len() > 4 * MOST_TOLD {
                self.sort();
                self.0.truncate(MOST_TOLD);
            }
        }
    }

    /// Sorts by work, the most first.
    fn sort(&mut self) {
        self.0.sort_by_key(|&(work, settled)| (Reverse(work), settled.key));
    }

    /// Takes over what another search has settled.
    pub fn append(&mut self, other: &mut News) {
        other.0.drain(..).for_each(|(work, settled)| self.add(settled, work));
    }

    /// Returns everything as a text of at most 32 KB and clears it. If there is too much, what took the least work
    /// is omitted.
    ///
    /// ```text
    /// 8,8,5 KEY:b:ZONE KEY:m:ZONE …     Breaker or Maker has won; key and zone are hexadecimal
    /// ```
    pub fn tell(&mut self, [rows, columns, k]: [usize; 3]) -> Option<String> {
        self.sort();
        let all = std::mem::take(&mut self.0);
        if all.is_empty() {
            return None;
        }
        let mut text = format!("{rows},{columns},{k}");
        for (_, Settled { key, maker, zone }) in all.iter().take(MOST_TOLD) {
            let side = if *maker { 'm' } else { 'b' };
            text += &format!(" {key:x}:{side}:{zone:x}");
        }
        Some(text)
    }
}

/// The board and the contents of a text; `None` if it is invalid.
pub(super) fn read(text: &str) -> Option<([usize; 3], Vec<Settled>)> {
    let mut words = text.split(' ');
    let size: Result<Vec<usize>, _> = words.next()?.split(',').map(str::parse).collect();
    let settled = words.map(|word| {
        let mut parts = word.split(':');
        let key = set(parts.next()?)?;
        let maker = match parts.next()? {
            "m" => true,
            "b" => false,
            _ => return None,
        };
        let zone = set(parts.next()?)?;
        parts.next().is_none().then_some(Settled { key, maker, zone })
    });
    Some((size.ok()?.try_into().ok()?, settled.collect::<Option<_>>()?))
}

/// Stores what others have settled on a board with this many cells.
pub(super) fn remember(table: &Table, cells: usize, settled: &[Settled]) {
    let all = Set::MAX >> (Set::BITS as usize - cells);
    for &Settled { key, maker, zone } in settled.iter().filter(|settled| settled.zone & !all == 0) {
        table.put(key, Memory::Won { maker, zone }, WORTH_TELLING);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// However much was settled, a text stays small and contains what took the most work.
    #[test]
    fn a_text_is_bounded() {
        let settled = |key| Settled { key, maker: key % 2 == 0, zone: Set::MAX };
        let mut news = News::default();
        for work in 0..5000 {
            news.add(settled(Set::MAX - u128::from(work)), work);
        }
        let text = news.tell([128, 128, 128]).unwrap();
        assert!(text.len() <= 32 << 10, "{}", text.len());
        let (size, told) = read(&text).unwrap();
        assert_eq!((size, told.len()), ([128, 128, 128], MOST_TOLD));
        assert!(
            told.contains(&settled(Set::MAX - 4999)) && told.contains(&settled(Set::MAX - 4600))
        );
        assert_eq!(news.tell([128, 128, 128]), None, "it is told once");
    }

    #[test]
    fn a_text_is_read_as_a_whole_or_not_at_all() {
        assert_eq!(read("7,7,5"), Some(([7, 7, 5], Vec::new())));
        for wrong in
            ["", "7,7", "7,7,5 ", "7,7,5 1:b", "7,7,5 1:x:1", "7,7,5 1:b:1:1", "7,7,5 z:b:1"]
        {
            assert_eq!(read(wrong), None, "{wrong}");
        }
    }
}
