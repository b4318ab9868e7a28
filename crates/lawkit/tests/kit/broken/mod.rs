//! Each wrong game is caught by the right law.

mod rules;
mod symmetries;
mod texts;
mod views;

use ninefold_core::View;
use ninefold_lawkit::{Laws, Violation};

const LAWS: Laws = Laws { games: 12, seed: 3, plies: 60, tree: 400 };

fn violation<G: View>(game: G) -> Violation {
    LAWS.check(&game, "toy").expect_err("a broken game passed")
}

/// Tests that a law catches a game with these functions in place of the right ones.
macro_rules! caught {
    ($($test:ident: $law:ident catches $game:ty = $rules:expr, where { $($function:item)+ })+) => {
        $(
            #[test]
            fn $test() {
                #[derive(Clone)]
                struct Wrong;
                impl crate::bent::Fault<$game> for Wrong {
                    $($function)+
                }
                let violation = crate::broken::violation(crate::bent::Bent { game: $rules, fault: Wrong });
                assert_eq!(violation.law, ninefold_lawkit::Law::$law, "{violation}");
            }
        )+
    };
}

use caught;
