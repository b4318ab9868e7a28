//! QR codes for addresses.

use qrcodegen::{QrCode, QrCodeEcc};

/// The squares of the code, row by row: `1` is dark. Empty for a text that is too long.
///
/// The reader adds the quiet zone around it.
pub(super) fn rows(text: &str) -> Vec<String> {
    let Ok(code) = QrCode::encode_text(text, QrCodeEcc::Medium) else { return Vec::new() };
    let row = |y| (0..code.size()).map(|x| if code.get_module(x, y) { '1' } else { '0' }).collect();
    (0..code.size()).map(row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_has_its_three_corners() {
        let rows = rows("http://192.0.2.7:9369/join/abcdefghijkmnpqrstuv");
        let size = rows.len();
        assert!(rows.iter().all(|row| row.len() == size) && size >= 21);
        // The finder patterns of ISO/IEC 18004: seven dark squares on the edge, in three corners.
        assert!(rows[0].starts_with("11111110") && rows[0].ends_with("01111111"));
        assert!(rows[size - 1].starts_with("11111110"));
        assert!(super::rows(&"x".repeat(5000)).is_empty());
    }
}
