//! Results of games with a single person, from that person's view.

use ninefold_core::Record;
use ninefold_session::PlayerSpec;
use serde::Serialize;

/// A person's result.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum OwnResult {
    Won,
    /// The best result, shared.
    Drawn,
    Lost,
}

impl OwnResult {
    /// The result of this name.
    pub(crate) fn named(name: &str) -> Option<OwnResult> {
        [OwnResult::Won, OwnResult::Drawn, OwnResult::Lost]
            .into_iter()
            .find(|one| one.name() == name)
    }

    /// Its name.
    pub(crate) fn name(self) -> &'static str {
        match self {
            OwnResult::Won => "won",
            OwnResult::Drawn => "drawn",
            OwnResult::Lost => "lost",
        }
    }

    /// The result of the person on this seat; `None` before the game is over.
    pub(crate) fn of(record: &Record, seat: usize) -> Option<OwnResult> {
        let result = record.result.as_ref()?;
        let most = result.iter().max()?;
        let winners = result.iter().filter(|payoff| *payoff == most).count();
        Some(match result.get(seat)? == most {
            true if winners == 1 => OwnResult::Won,
            true => OwnResult::Drawn,
            false => OwnResult::Lost,
        })
    }
}

/// Whether a specification means a person.
fn is_person(seat: &str) -> bool {
    PlayerSpec::parse(seat).is_ok_and(|player| player.is_human())
}

/// The index of the only person in a game; `None` if there are several, or none.
pub(crate) fn person(record: &Record) -> Option<usize> {
    let mut people = (0..record.seats.len()).filter(|&seat| is_person(&record.seats[seat]));
    people.next().filter(|_| people.next().is_none())
}

/// The person's distinct computer opponents.
pub(crate) fn opponents(record: &Record, seat: usize) -> String {
    let mut named: Vec<&str> = Vec::new();
    for (index, player) in record.seats.iter().enumerate() {
        if index != seat && !named.contains(&player.as_str()) {
            named.push(player);
        }
    }
    named.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(seats: &[&str], result: Option<&[i16]>) -> Record {
        Record {
            seats: seats.iter().map(|&seat| seat.to_owned()).collect(),
            result: result.map(<[i16]>::to_vec),
            ..Record::default()
        }
    }

    #[test]
    fn a_result_is_read_from_ones_own_seat() {
        let game = |result: &[i16]| record(&["level:1", "human", "level:1"], Some(result));
        assert_eq!(person(&game(&[0, 0, 0])), Some(1));
        assert_eq!(OwnResult::of(&game(&[-1, 2, -1]), 1), Some(OwnResult::Won));
        assert_eq!(OwnResult::of(&game(&[1, 1, -2]), 1), Some(OwnResult::Drawn));
        assert_eq!(OwnResult::of(&game(&[2, -1, -1]), 1), Some(OwnResult::Lost));
        assert_eq!(opponents(&game(&[0, 0, 0]), 1), "level:1");
        assert_eq!(OwnResult::of(&record(&["human", "random"], None), 0), None, "it goes on");
        assert_eq!(person(&record(&["human", "human"], None)), None, "two people");
        assert_eq!(person(&record(&["random", "random"], None)), None, "nobody");
        for one in [OwnResult::Won, OwnResult::Drawn, OwnResult::Lost] {
            assert_eq!(OwnResult::named(one.name()), Some(one));
        }
    }
}
