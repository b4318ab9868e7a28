//! Keys: mixing bits so that any of them can index a table.

/// A bijective mixer of 64 bits (the finaliser of SplitMix64 by Sebastiano Vigna, public domain).
///
/// Because it is a bijection, mixing an exact packing of a position keeps different positions
/// apart.
pub const fn mix(bits: u64) -> u64 {
    let bits = bits.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ (bits >> 31)
}

/// The key of `piece` standing on `site`: a position's key is the exclusive or of its pieces' keys,
/// so that a move changes it by the pieces it touches (Zobrist 1970).
pub const fn piece_key(piece: usize, site: usize) -> u64 {
    mix(((piece as u64) << 32) | site as u64)
}
