//! Work that takes long: other Python threads run meanwhile, and Ctrl-C ends it.

use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

use ninefold_core::StopFlag;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

/// How often somebody who waits looks whether Ctrl-C was pressed.
const LOOK: Duration = Duration::from_millis(50);

/// Does some work beside the Python threads, and raises the flag when Python has a signal to handle.
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
                        // Whoever waits for it takes the panic, which would go on otherwise.
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
