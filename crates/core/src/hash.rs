//! Hash keys: mixing so that any of the bits can index a table.

/// A bijective mixer of 64 bits (a step of SplitMix64 by Sebastiano Vigna, public domain).
///
/// It is a bijection, so mixing an exact packing of a position keeps different positions apart.
pub const fn mix(bits: u64) -> u64 {
    scramble(bits.wrapping_add(0x9e37_79b9_7f4a_7c15))
}

/// [`mix`] without its first addition, so that 0 stays 0: the finaliser of SplitMix64.
pub const fn scramble(bits: u64) -> u64 {
    let bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ (bits >> 31)
}

/// The key of `piece` on `site`. A position's key is the XOR of its pieces' keys, so a move changes only the keys
/// of the pieces it touches (Zobrist 1970).
pub const fn piece_key(piece: usize, site: usize) -> u64 {
    mix(((piece as u64) << 32) | site as u64)
}

/// A 64-bit digest of bytes; different inputs collide with negligible probability. `start` may be the digest of the
/// preceding bytes.
pub fn digest(start: u64, bytes: impl IntoIterator<Item = u8>) -> u64 {
    bytes.into_iter().fold(start, |so_far, byte| mix(so_far ^ u64::from(byte)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Computed by an independent program. Stored measurements and runs use these digests as names, so they must
    /// not change.
    #[test]
    fn digests_stay_what_they_are() {
        assert_eq!(digest(0, []), 0);
        assert_eq!(digest(0, *b"morris\n"), 0x03bc_918d_5aad_b2cd);
        assert_eq!(digest(mix(6), *b"morris"), 0xeb8c_9aa2_e6f2_405a);
        assert_eq!(digest(7, "é".bytes()), 0xd595_1273_9590_20d3);
    }
}
