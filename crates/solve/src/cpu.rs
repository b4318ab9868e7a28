//! Compiles the same code twice, to use wide instructions where the processor supports them.
//!
//! The solver's inner loops are plain Rust on arrays of words. In a portable build they use the smallest vectors of
//! the architecture. This module compiles them a second time for processors with AVX2 and related extensions. Both
//! versions produce the same bits, and a test runs both.

/// The version of the inner loops to run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cpu {
    /// For all processors of the architecture.
    Portable,
    /// For processors with AVX2, BMI1, BMI2, LZCNT and POPCNT.
    Wide(Detected),
}

/// Proof that the processor supports these instructions; only [`Cpu::detect`] creates one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Detected(());

impl Cpu {
    /// Returns the best version that this processor supports.
    pub fn detect() -> Cpu {
        #[cfg(target_arch = "x86_64")]
        {
            let found = is_x86_feature_detected!("avx2")
                && is_x86_feature_detected!("bmi1")
                && is_x86_feature_detected!("bmi2")
                && is_x86_feature_detected!("lzcnt")
                && is_x86_feature_detected!("popcnt");
            if found {
                return Cpu::Wide(Detected(()));
            }
        }
        Cpu::Portable
    }

    /// Runs `work`, which should be inlined here with everything it calls.
    #[inline(always)]
    pub(crate) fn run<R>(self, work: impl FnOnce() -> R) -> R {
        match self {
            #[cfg(target_arch = "x86_64")]
            #[allow(unsafe_code, reason = "calls a function compiled for more than the baseline")]
            // SAFETY: a `Detected` exists only after all its features were found on this processor.
            Cpu::Wide(Detected(())) => unsafe { wide(work) },
            _ => work(),
        }
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn wide<R>(work: impl FnOnce() -> R) -> R {
    work()
}
