//! The rules of morris as options of Sanmill.
//!
//! | option | equivalent here |
//! |---|---|
//! | `MayFly` | `flying` |
//! | `MayRemoveFromMillsAlways` | `protect=off` |
//! | `NMoveRule` | the first number of `draws` |
//! | `EndgameNMoveRule` | the second one; Sanmill counts from when one side has three men, we from when both have |
//! | `ThreefoldRepetitionRule` | the third one, 3 or practically never |
//! | `Draws` | all of `draws`; Sanmill has no such option, so only our own engine gets it |

/// The names of the options.
const FLYING: &str = "MayFly";
const UNPROTECTED: &str = "MayRemoveFromMillsAlways";
const QUIET: &str = "NMoveRule";
const ENDGAME: &str = "EndgameNMoveRule";
const THREEFOLD: &str = "ThreefoldRepetitionRule";

const DRAWS: &str = "Draws";
const ALL: [&str; 6] = [FLYING, UNPROTECTED, QUIET, ENDGAME, THREEFOLD, DRAWS];

/// The maximum of a `draws` number; no known game reaches it.
const NEVER: u32 = 999;

/// The rules of a game of morris.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct MorrisRules {
    flying: bool,
    protect: bool,
    /// The limits on turns without a mill, turns with three men each, and repetitions of a
    /// position; `None` for `draws=off`.
    draws: Option<[u32; 3]>,
}

impl MorrisRules {
    /// The rules of a full specification; `None` for another game.
    pub(crate) fn of(spec: &str) -> Option<MorrisRules> {
        let (name, parameters) = spec.split_once(':').unwrap_or((spec, ""));
        let value = |name: &str| {
            parameters.split(',').find_map(|item| item.strip_prefix(name)?.strip_prefix('='))
        };
        (name == "morris").then(|| MorrisRules {
            flying: value("flying") != Some("off"),
            protect: value("protect") != Some("off"),
            draws: value("draws").map_or(Some([50, 10, 3]), numbers),
        })
    }

    /// The specification of the game with these rules.
    pub(crate) fn spec(self) -> String {
        let switch = |on| if on { "on" } else { "off" };
        let (flying, protect) = (switch(self.flying), switch(self.protect));
        format!("morris:draws={},flying={flying},protect={protect}", self.draws())
    }

    /// The `draws` numbers, or `off`.
    fn draws(self) -> String {
        self.draws.map_or("off".into(), |[quiet, endgame, repeats]| {
            format!("{quiet}/{endgame}/{repeats}")
        })
    }

    /// The options that make Sanmill play by these rules, as closely as possible.
    pub(crate) fn options(self) -> Vec<(&'static str, String)> {
        // Sanmill always counts, so without draw rules it gets the maximum.
        let [quiet, _, repeats] = self.draws.unwrap_or([NEVER; 3]);
        let quiet = quiet.clamp(10, 200).to_string();
        vec![
            (FLYING, self.flying.to_string()),
            (UNPROTECTED, (!self.protect).to_string()),
            (THREEFOLD, (repeats == 3).to_string()),
            (QUIET, quiet.clone()),
            // Its endgame countdown begins earlier than ours, so it uses the other limit there too.
            (ENDGAME, quiet),
            (DRAWS, self.draws()),
        ]
    }

    /// The rules after setting an option; `None` if the option is not about rules, an error if its
    /// value is invalid.
    pub(crate) fn with(mut self, name: &str, value: &str) -> Option<Result<MorrisRules, String>> {
        let name = ALL.into_iter().find(|known| known.eq_ignore_ascii_case(name))?;
        let heard = match name {
            FLYING => switch(value).map(|on| self.flying = on),
            UNPROTECTED => switch(value).map(|on| self.protect = !on),
            THREEFOLD => switch(value).map(|on| self.count(2, if on { 3 } else { NEVER })),
            QUIET => turns(value).map(|turns| self.count(0, turns)),
            DRAWS => draws(value).map(|draws| self.draws = draws),
            _ => turns(value).map(|turns| self.count(1, turns)),
        };
        let refusal =
            |wanted| format!("option {name} is {}, wanted {wanted}", ninefold_core::quote(value));
        Some(heard.map(|()| self).map_err(refusal))
    }

    /// Changes one of the `draws` numbers.
    fn count(&mut self, index: usize, number: u32) {
        let never = self.draws.is_none() && number == NEVER;
        if !never {
            self.draws.get_or_insert([NEVER; 3])[index] = number;
        }
    }

    /// The lines that offer these options, with the current rules as defaults.
    pub(crate) fn lines(self) -> String {
        let [quiet, endgame, _] = self.draws.unwrap_or([NEVER; 3]);
        let spin = |name: &str, usual| {
            format!("option name {name} type spin default {usual} min 1 max {NEVER}\n")
        };
        let line = |(name, value): (&str, String)| match name {
            QUIET => spin(name, quiet),
            ENDGAME => spin(name, endgame),
            DRAWS => format!("option name {name} type string default {value}\n"),
            _ => format!("option name {name} type check default {value}\n"),
        };
        self.options().into_iter().map(line).collect()
    }
}

fn switch(value: &str) -> Result<bool, &'static str> {
    match value.to_ascii_lowercase().as_str() {
        "true" => Ok(true),
        "false" => Ok(false),
        _ => Err("true or false"),
    }
}

/// Parses the `draws` numbers, or `off`.
fn draws(value: &str) -> Result<Option<[u32; 3]>, &'static str> {
    match value {
        "off" => Ok(None),
        _ => numbers(value).map(Some).ok_or("off or three numbers such as 50/10/3"),
    }
}

/// Three numbers separated by slashes.
fn numbers(text: &str) -> Option<[u32; 3]> {
    let numbers: Option<Vec<u32>> = text.split('/').map(|number| number.parse().ok()).collect();
    numbers?.try_into().ok()
}

fn turns(value: &str) -> Result<u32, &'static str> {
    let number = value.parse().ok().filter(|number| (1..=NEVER).contains(number));
    number.ok_or("a number of turns from 1 to 999")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_told_is_heard() {
        for spec in
            ["morris", "morris:draws=100/999/3,flying=off", "morris:protect=off,draws=60/60/999"]
        {
            let rules = MorrisRules::of(spec).unwrap();
            let mut heard = MorrisRules::of("morris").unwrap();
            for (name, value) in rules.options() {
                heard = heard.with(&name.to_lowercase(), &value).unwrap().unwrap();
            }
            assert_eq!(heard, rules);
            assert_eq!(MorrisRules::of(&rules.spec()), Some(rules));
        }
    }

    #[test]
    fn without_draw_rules_it_is_asked_to_count_as_far_as_it_can() {
        let rules = MorrisRules::of("morris:draws=off").unwrap();
        assert!(rules.spec().contains("draws=off"));
        assert!(rules.options().contains(&("NMoveRule", "200".into())));
        assert!(rules.options().contains(&("ThreefoldRepetitionRule", "false".into())));
        assert_eq!(rules.with("MayFly", "true"), Some(Ok(rules)));
    }

    #[test]
    fn what_is_no_rule_and_what_is_no_value() {
        let rules = MorrisRules::of("morris").unwrap();
        assert_eq!(rules.with("SkillLevel", "30"), None);
        assert!(rules.with("Draws", "5/x/3").unwrap().unwrap_err().contains("50/10/3"));
        assert!(rules.with("NMoveRule", "0").unwrap().unwrap_err().contains("from 1 to 999"));
        assert!(rules.with("MayFly", "maybe").unwrap().unwrap_err().contains("true or false"));
        assert_eq!(MorrisRules::of("mnk:3,3,3"), None);
    }
}
