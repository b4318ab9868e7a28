//! Small symmetric systems of linear equations.

/// A square matrix, row by row.
pub(crate) type Matrix = Vec<Vec<f64>>;

/// The inverse of a symmetric positive definite matrix, by Gauss–Jordan elimination with partial pivoting; `None`
/// if it is singular.
pub(crate) fn inverse(matrix: &Matrix) -> Option<Matrix> {
    let size = matrix.len();
    let mut rows: Matrix = matrix
        .iter()
        .enumerate()
        .map(|(index, row)| {
            let unit = (0..size).map(|column| f64::from(u8::from(column == index)));
            row.iter().copied().chain(unit).collect()
        })
        .collect();
    for column in 0..size {
        let pivot = (column..size)
            .max_by(|&a, &b| rows[a][column].abs().total_cmp(&rows[b][column].abs()))?;
        if rows[pivot][column].abs() < 1e-300 {
            return None;
        }
        rows.swap(column, pivot);
        let divisor = rows[column][column];
        rows[column].iter_mut().for_each(|value| *value /= divisor);
        let leading = rows[column].clone();
        for (index, row) in rows.iter_mut().enumerate() {
            let factor = row[column];
            if index != column && factor != 0.0 {
                row.iter_mut().zip(&leading).for_each(|(value, lead)| *value -= factor * lead);
            }
        }
    }
    Some(rows.into_iter().map(|row| row[size..].to_vec()).collect())
}

/// The product of a matrix and a vector.
pub(crate) fn times(matrix: &Matrix, vector: &[f64]) -> Vec<f64> {
    matrix.iter().map(|row| row.iter().zip(vector).map(|(a, b)| a * b).sum()).collect()
}

/// The product of two matrices.
#[cfg(test)]
pub(crate) fn product(left: &Matrix, right: &Matrix) -> Matrix {
    let columns = right.first().map_or(0, Vec::len);
    let entry =
        |row: &Vec<f64>, column: usize| row.iter().zip(right).map(|(a, b)| a * b[column]).sum();
    left.iter().map(|row| (0..columns).map(|column| entry(row, column)).collect()).collect()
}
