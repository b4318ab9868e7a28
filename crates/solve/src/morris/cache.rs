//! A bounded cache of unpacked blocks.

use std::sync::Mutex;

use ninefold_core::mix;

use super::format::BLOCK;

/// The table and block number.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Key {
    pub(super) table: u32,
    pub(super) block: u32,
}

/// A slot for one block.
struct Slot {
    key: Option<Key>,
    bytes: Vec<u8>,
}

/// A direct-mapped cache: every block has one slot, where it replaces the previous block.
pub(super) struct Cache {
    slots: Vec<Mutex<Slot>>,
}

impl Cache {
    /// Creates a cache that holds at most `bytes` bytes of blocks.
    pub(super) fn new(bytes: usize) -> Cache {
        let slot = || Mutex::new(Slot { key: None, bytes: Vec::new() });
        Cache { slots: (0..(bytes / BLOCK).max(1)).map(|_| slot()).collect() }
    }

    /// Returns a byte of a block; `read` fetches the block if it is not cached.
    #[inline]
    pub(super) fn byte<E>(
        &self,
        key: Key,
        inside: usize,
        read: impl FnOnce(&mut [u8]) -> Result<(), E>,
    ) -> Result<u8, E> {
        let place = mix(u64::from(key.table) << 32 | u64::from(key.block));
        let place = ((u128::from(place) * self.slots.len() as u128) >> 64) as usize;
        let mut slot = self.slots[place].lock().unwrap_or_else(|error| error.into_inner());
        if slot.key != Some(key) {
            slot.key = None;
            slot.bytes.resize(BLOCK, 0);
            read(&mut slot.bytes)?;
            slot.key = Some(key);
        }
        Ok(slot.bytes[inside])
    }
}
