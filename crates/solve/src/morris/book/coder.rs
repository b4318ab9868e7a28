//! Arithmetic coding of yes/no answers with known probabilities.
//!
//! The state is an interval of 32-bit numbers; each answer narrows it to a part proportional to its probability.
//! Leading bytes common to both ends are written. A reader assumes zeros after the last byte, so a message ends
//! with the shortest number in the last interval, and a message without surprises is empty.

/// The probability of a yes, in units of 1/65536.
pub(super) type Chance = u16;

/// The end of the part of an interval that means yes.
#[inline(always)]
fn middle(low: u32, high: u32, chance: Chance) -> u32 {
    low + ((u64::from(high - low) * u64::from(chance)) >> 16) as u32
}

/// Encodes answers.
pub(super) struct Writer {
    low: u32,
    high: u32,
    bytes: Vec<u8>,
}

impl Writer {
    /// Creates an empty message.
    pub(super) fn new() -> Writer {
        Writer { low: 0, high: u32::MAX, bytes: Vec::new() }
    }

    /// Appends an answer.
    pub(super) fn tell(&mut self, yes: bool, chance: Chance) {
        let middle = middle(self.low, self.high, chance);
        if yes {
            self.high = middle;
        } else {
            self.low = middle + 1;
        }
        while (self.low ^ self.high) >> 24 == 0 {
            self.bytes.push((self.high >> 24) as u8);
            self.low <<= 8;
            self.high = self.high << 8 | 0xff;
        }
    }

    /// Returns the message, as short as possible.
    pub(super) fn finish(mut self) -> Vec<u8> {
        for length in 0..=4 {
            let rest = if length == 4 { 0 } else { u32::MAX >> (8 * length) };
            // The smallest number in the interval whose remaining bytes are zero.
            let Some(number) = self.low.checked_add(rest).map(|number| number & !rest) else {
                continue;
            };
            if number <= self.high {
                self.bytes.extend(&number.to_be_bytes()[..length]);
                break;
            }
        }
        while self.bytes.last() == Some(&0) {
            self.bytes.pop();
        }
        self.bytes
    }
}

/// Decodes answers.
pub(super) struct Reader<'a> {
    low: u32,
    high: u32,
    number: u32,
    bytes: std::slice::Iter<'a, u8>,
}

impl<'a> Reader<'a> {
    /// Starts reading a message.
    pub(super) fn new(message: &'a [u8]) -> Reader<'a> {
        let mut reader = Reader { low: 0, high: u32::MAX, number: 0, bytes: message.iter() };
        (0..4).for_each(|_| reader.shift());
        reader
    }

    fn shift(&mut self) {
        self.number = self.number << 8 | u32::from(self.bytes.next().copied().unwrap_or(0));
    }

    /// Returns the next answer.
    #[inline(always)]
    pub(super) fn ask(&mut self, chance: Chance) -> bool {
        let middle = middle(self.low, self.high, chance);
        let yes = self.number <= middle;
        if yes {
            self.high = middle;
        } else {
            self.low = middle + 1;
        }
        while (self.low ^ self.high) >> 24 == 0 {
            self.low <<= 8;
            self.high = self.high << 8 | 0xff;
            self.shift();
        }
        yes
    }
}

#[cfg(test)]
mod tests {
    use ninefold_core::Random;

    use super::*;

    #[test]
    fn answers_come_back_whatever_their_chances() {
        let mut random = Random::new(1);
        for length in 0..2000 {
            // Probabilities from nearly impossible to nearly certain, answers mostly as expected.
            let answers: Vec<(bool, Chance)> = (0..length)
                .map(|_| {
                    let chance = [1, 5, 900, 32768, 60000, 65530, 65535][random.below(7)];
                    (random.below(65536) < usize::from(chance), chance)
                })
                .collect();
            let mut writer = Writer::new();
            answers.iter().for_each(|&(yes, chance)| writer.tell(yes, chance));
            let message = writer.finish();
            let mut reader = Reader::new(&message);
            for &(yes, chance) in &answers {
                assert_eq!(reader.ask(chance), yes);
            }
        }
    }

    #[test]
    fn what_is_expected_takes_no_room() {
        let mut writer = Writer::new();
        (0..10_000).for_each(|_| writer.tell(true, 65535));
        assert_eq!(writer.finish(), []);
        let mut writer = Writer::new();
        (0..8000).for_each(|place| writer.tell(place % 3 == 0, 32768));
        assert!((995..1005).contains(&writer.finish().len()));
    }
}
