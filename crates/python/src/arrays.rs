//! Conversion to and from NumPy arrays. They are passed as bytes, so that nothing here depends on a
//! version of NumPy, and only users of arrays need it.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes};

/// A type of array elements.
pub(crate) trait Element: Copy + Sync {
    /// Its name in NumPy.
    const NAME: &'static str;
    /// Its size in bytes.
    const SIZE: usize;

    /// Writes its bytes to a slice of that size.
    fn write(self, bytes: &mut [u8]);

    /// Reads a number from these bytes.
    fn read(bytes: &[u8]) -> Self;
}

macro_rules! elements {
    ($($kind:ty: $name:literal),*) => {$(
        impl Element for $kind {
            const NAME: &'static str = $name;
            const SIZE: usize = size_of::<$kind>();

            #[inline]
            fn write(self, bytes: &mut [u8]) {
                bytes.copy_from_slice(&self.to_ne_bytes());
            }

            fn read(bytes: &[u8]) -> $kind {
                <$kind>::from_ne_bytes(bytes.try_into().expect("as many bytes as the number has"))
            }
        }
    )*};
}

elements!(i8: "int8", i16: "int16", i32: "int32", i64: "int64", f32: "float32");

/// An array of this shape with the values row by row. Other Python threads run while they are
/// copied.
pub(crate) fn array<'py, T: Element>(
    py: Python<'py>,
    values: &[T],
    shape: &[usize],
) -> PyResult<Bound<'py, PyAny>> {
    let bytes = PyByteArray::new_with(py, values.len() * T::SIZE, |bytes| {
        py.detach(|| {
            let places = bytes.chunks_exact_mut(T::SIZE);
            places.zip(values).for_each(|(place, value)| value.write(place));
        });
        Ok(())
    })?;
    let flat = py.import("numpy")?.call_method1("frombuffer", (bytes, T::NAME))?;
    flat.call_method1("reshape", (shape,))
}

/// Flags as an array of booleans.
pub(crate) fn flags<'py>(py: Python<'py>, values: &[bool]) -> PyResult<Bound<'py, PyAny>> {
    let bytes: Vec<u8> = values.iter().map(|&value| value.into()).collect();
    py.import("numpy")?.call_method1("frombuffer", (PyByteArray::new(py, &bytes), "bool"))
}

/// The numbers of an array, or of anything that NumPy can convert to one, with its shape.
pub(crate) fn numbers<T: Element>(given: &Bound<'_, PyAny>) -> PyResult<(Vec<T>, Vec<usize>)> {
    let py = given.py();
    let numpy = py.import("numpy")?;
    let plain = numpy.call_method1("asarray", (given,))?;
    let kind: String = plain.getattr("dtype")?.getattr("kind")?.extract()?;
    let empty = plain.getattr("size")?.extract::<usize>()? == 0;
    if !matches!(&kind[..], "i" | "u" | "b") && !empty {
        let name = plain.getattr("dtype")?;
        return Err(PyValueError::new_err(format!("the array holds {name}, wanted whole numbers")));
    }
    let array = numpy.call_method1("ascontiguousarray", (&plain, T::NAME))?;
    if !numpy.call_method1("array_equal", (&array, &plain))?.extract::<bool>()? {
        let told = format!("the array has numbers beyond those of {}", T::NAME);
        return Err(PyValueError::new_err(told));
    }
    let shape: Vec<usize> = array.getattr("shape")?.extract()?;
    let bytes = array.call_method0("tobytes")?;
    let bytes = bytes.cast::<PyBytes>()?.as_bytes();
    Ok((bytes.chunks_exact(T::SIZE).map(T::read).collect(), shape))
}
