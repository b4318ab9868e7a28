//! Long work: other Python threads run meanwhile, and Ctrl-C stops it.

use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

use ninefold_core::StopFlag;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

/// The interval of checks for Ctrl-C.
const LOOK: Duration = Duration::from_millis(50);

/// Runs some work outside the Python threads, and raises the flag when Python has a signal to
/// handle.
pub(crate) fn wait_for<T: Send>(
    py: Python<'_>,
    stop: &StopFlag,
    work: impl FnOnce() -> T + Send,
) -> PyResult<T> {
    py.detach(|| {
        std::thread::scope(|scope| {
            let (sender, done) = channel();
            let worker = scope.spawn(move || sender.send(work()));
            let mut trouble = None;
            loop {
                match done.recv_timeout(LOOK) {
                    Ok(result) => return trouble.map_or(Ok(result), Err),
                    Err(RecvTimeoutError::Disconnected) => {
                        // The waiting caller handles the panic, which would propagate here
                        // otherwise.
                        let _ = worker.join();
                        return Err(PyRuntimeError::new_err("the work broke off; this is a bug"));
                    }
                    Err(RecvTimeoutError::Timeout) => {}
                }
                if trouble.is_none()
                    && let Err(signal) = Python::attach(|py| py.check_signals())
                {
                    stop.raise();
                    trouble = Some(signal);
                }
            }
        })
    })
}
