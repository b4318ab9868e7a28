//! Static analysis of a position: bounds on how its sections can end, and a guess of how they will.

use std::sync::LazyLock;

use ninefold_core::mix;
use ninefold_games::ninetka::{Slot, Slots};

use super::lanes::{LANES, SECTION_COUNT, third};
use super::position::{Position, way_key};
use super::table::Key;

/// The static analysis of a position. Values are differences of sections, the first player's minus the second's.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct StaticBounds {
    /// The difference in the sections that can no longer change.
    pub(super) decided: i32,
    /// The least that the open sections can add.
    pub(super) least: i32,
    /// The most that the open sections can add.
    pub(super) most: i32,
    /// An estimate of the whole difference, in thousandths.
    pub(super) guess: i32,
    /// A key of everything that determines how the open sections end.
    pub(super) key: Key,
    /// The counters whose lanes no counter of the other player can affect. They will land where they would now, and
    /// until then each is an interchangeable turn.
    pub(super) free: Slots,
}

impl StaticBounds {
    /// Analyses a position.
    ///
    /// Every counter that is not blocked must move eventually. If no other counter can come to rest on its lane
    /// except at the far end of one section, it will certainly land in that section, and is counted there
    /// immediately. With the others a player can at best place each where it turns a section, while the other
    /// player's counters land nowhere.
    pub(super) fn at(position: &Position) -> StaticBounds {
        let worth = &**WORTH;
        let mut key = position.ways_key;
        let mut lead = position.lead.map(i32::from);
        let mut reach = [[0; SECTION_COUNT]; 2];
        let mut expected = [0; SECTION_COUNT];
        let mut free = 0;
        let mut counters = [0; 2];
        let mut turns = [0_u64; 2];
        for (player, sign) in [(0, 1), (1, -1)] {
            for slot in Slot::each(position.movable[player]) {
                let slot = slot.index();
                let way = &LANES[slot];
                let length = usize::from(position.length[slot]);
                let crossed = (1..=length).find(|&steps| position.is_crossed(slot, steps));
                let Some(crossed) = crossed else {
                    lead[way.section_after(length)] += sign;
                    key ^= way_key(slot, length);
                    turns[player] += 1;
                    free |= 1 << slot;
                    continue;
                };
                let last = third(length);
                let nearest = crossed - 1;
                if nearest > 0 && third(nearest) == last {
                    lead[usize::from(way.sections[last])] += sign;
                    continue;
                }
                counters[player] += 1;
                let first = third(nearest.max(1));
                for third in first..=last {
                    let section = usize::from(way.sections[third]);
                    reach[player][section] += 1;
                    let shares = SHARES[usize::from(nearest == 0)][last - first];
                    expected[section] += sign * shares[last - third];
                }
            }
        }
        let (mut decided, mut least, mut most, mut guess) = (0, 0, 0, 0);
        let mut wishes = [Demands::default(); 2];
        let mut open = u64::from(position.mover);
        for section in 0..SECTION_COUNT {
            open <<= 6;
            let (lead, reach) = (lead[section], [reach[0][section], reach[1][section]]);
            if lead > reach[1] {
                decided += 1;
            } else if -lead > reach[0] {
                decided -= 1;
            } else if reach != [0, 0] {
                open |= (lead + 20) as u64;
                most += lead.signum();
                least += lead.signum();
                wishes[0].add(-lead, reach[0]);
                wishes[1].add(lead, reach[1]);
                let ahead = (lead * COUNTER + expected[section]) / PART;
                let ahead = ahead.clamp(-FURTHEST, FURTHEST) + FURTHEST;
                let doubt = ((reach[0] + reach[1]) as usize).min(DOUBTS - 1);
                guess += i32::from(worth[doubt][ahead as usize]);
            }
        }
        guess += HELD * decided;
        most += wishes[0].granted(counters[0]);
        least -= wishes[1].granted(counters[1]);
        let turns = turns[0] << 8 | turns[1];
        let key = Key {
            place: mix((key >> 64) as u64 ^ mix(open ^ mix(turns))),
            check: mix(key as u64 ^ mix(turns ^ mix(!open))),
        };
        StaticBounds { decided, least, most, guess, key, free }
    }

    /// Whether the first player reaches a difference, if that can be decided.
    pub(super) fn reaches(&self, target: i32) -> Option<bool> {
        let wanted = target - self.decided;
        if self.least >= wanted { Some(true) } else { (self.most < wanted).then_some(false) }
    }
}

/// A player's possible gains in the open sections, by their cost.
#[derive(Clone, Copy, Debug, Default)]
struct Demands {
    /// The number of steps by their average cost in half counters. A step goes from behind to level or from level
    /// to ahead.
    steps: [u8; DEAREST + 1],
}

/// More expensive steps are assumed to have this cost.
const DEAREST: usize = 15;

impl Demands {
    /// Adds a section in which the player lacks `lacks` counters to be level (negative when ahead) and could land
    /// `reach` counters.
    #[inline]
    fn add(&mut self, lacks: i32, reach: i32) {
        let (half_counters, steps) = match lacks {
            i32::MIN..0 => return,
            _ if reach < lacks || reach == 0 => return,
            0 => (2, 1),
            _ if reach > lacks => (lacks + 1, 2),
            _ => (2 * lacks, 1),
        };
        self.steps[(half_counters as usize).min(DEAREST)] += steps;
    }

    /// The maximum number of steps that this many counters can achieve, even if steps could be fractional.
    #[inline]
    fn granted(&self, counters: i32) -> i32 {
        let (mut left, mut granted) = (2 * counters, 0);
        for (cost, &steps) in self.steps.iter().enumerate().skip(2) {
            let (cost, steps) = (cost as i32, i32::from(steps));
            if steps * cost >= left {
                return granted + left / cost;
            }
            left -= steps * cost;
            granted += steps;
        }
        granted
    }
}

/// One counter, in the fixed-point units of expectations.
const COUNTER: i32 = 64;

/// The expected fraction of a counter in each section where it may land, the farthest first: by whether it can be
/// blocked, and by how many closer sections it may land in.
const SHARES: [[[i32; 3]; 3]; 2] =
    [[[64, 0, 0], [51, 13, 0], [50, 7, 7]], [[54, 0, 0], [43, 11, 0], [42, 6, 6]]];

/// The worth of a section that is certainly held.
const HELD: i32 = 1000;
/// The step of the lookup table of leads, as a fraction of a counter.
const PART: i32 = COUNTER / 8;
/// Leads are clamped to this many parts; doubts are clamped too.
const FURTHEST: i32 = 64;
const DOUBTS: usize = 24;

/// By doubt (how many counters could still land) and lead: the worth of an open section to the first player.
static WORTH: LazyLock<Box<[[i16; 2 * FURTHEST as usize + 1]; DOUBTS]>> = LazyLock::new(|| {
    let mut worth = Box::new([[0; 2 * FURTHEST as usize + 1]; DOUBTS]);
    for (doubt, row) in worth.iter_mut().enumerate() {
        for (index, worth) in row.iter_mut().enumerate() {
            let lead = (index as i32 - FURTHEST) as f32 * PART as f32 / COUNTER as f32;
            let variance = 0.1 + 0.25 * doubt as f32;
            // The chance of being ahead by half a counter or more, minus that of being behind by as much.
            let curve = |lead: f32| lead / (variance + lead * lead).sqrt();
            *worth = ((curve(lead - 0.5) + curve(lead + 0.5)) * HELD as f32 / 2.0) as i16;
        }
    }
    worth
});
