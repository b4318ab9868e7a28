//! Every address against everybody who could ask it.

use std::net::Ipv4Addr;
use std::sync::Arc;

use ninefold_web::{ADDRESSES, Audience};
use serde_json::json;

use crate::common::{Client, Running, serve_on};
use crate::routes::paths;

/// A server for other machines.
pub fn open_server() -> Running {
    serve_on(Ipv4Addr::UNSPECIFIED, Arc::new(tempfile::tempdir().unwrap()))
}

/// Who asks, and how each column of the table in docs/api.md calls them.
const COLUMNS: [&str; 5] = ["host", "seat owner", "other guest", "bot", "nobody"];

/// Whether each of the columns gets through. The game that is spoken of goes on and is shared with the seat owner alone, who
/// alone has joined the league that is spoken of and plays the study that is spoken of.
fn may(audience: Audience) -> [bool; 5] {
    match audience {
        Audience::Everybody => [true; 5],
        Audience::Known => [true, true, true, true, false],
        Audience::Viewers | Audience::Seated | Audience::Members | Audience::Pupils => {
            [true, true, false, false, false]
        }
        Audience::AfterTheGame | Audience::Helped | Audience::Host => {
            [true, false, false, false, false]
        }
        Audience::Bots => [false, false, false, true, false],
    }
}

#[test]
fn every_cell_of_the_table_is_as_it_says() {
    let server = open_server();
    let host = Client::host(&server);
    let (game, code) = host.shared_game("morris", 2, 2);
    let owner = Client::guest(&server, &code);
    owner.done(&format!("/api/invitations/{code}/accept"), json!({ "name": "Ada" }));
    let (_, other_code) = host.shared_game("morris", 2, 1);
    let other = Client::guest(&server, &other_code);
    other.done(&format!("/api/invitations/{other_code}/accept"), json!({ "name": "Bob" }));
    let (bots_game, bots_code) = host.shared_game("morris", 2, 1);
    let joining = json!({ "code": bots_code, "name": "robot" });
    let joined = Client::nobody(&server).done("/api/bot/join", joining);
    let bot = Client::bot(&server, joined["token"].as_str().unwrap());
    let made = host.done("/api/leagues", json!({ "name": "Class", "game": "tictactoe" }));
    let league = made["id"].as_str().unwrap().to_owned();
    let spoken = made["code"].as_str().unwrap();
    owner.done(&format!("/api/invitations/{spoken}/accept"), json!({ "name": "Ada" }));
    let plan = json!([{ "game": "tictactoe", "games": 1, "opponent": "random" }]);
    let class = host.done("/api/classes", json!({ "name": "Class", "plan": plan }));
    let spoken = class["code"].as_str().unwrap();
    let accepted = format!("/api/invitations/{spoken}/accept");
    let study = owner.done(&accepted, json!({ "name": "Ada" }))["study"].clone();
    let foreign = bot.post(&format!("/api/bot/games/{game}/resign"), json!({}));
    assert_eq!((foreign.status, foreign.error()), (403, "this was not shared with you"));
    let askers = [host, owner, other, bot, Client::nobody(&server)];
    let ask = |method: &str, path: &str, audience: Audience, columns: &[usize]| {
        let is_read = method == "GET";
        let named = match path {
            path if path.starts_with("/api/games/") => &game,
            path if path.starts_with("/api/bot/games/") => &bots_game,
            path if path.starts_with("/api/leagues/") => &league,
            path if path.starts_with("/api/studies/") => study.as_str().unwrap(),
            path if path.starts_with("/api/classes/") => class["id"].as_str().unwrap(),
            _ => "none",
        };
        let path = path.replace("{id}", named).replace("{code}", &code).replace("{number}", "9");
        let path = path.replace("{men}", "77").replace(['{', '}'], "");
        let path = match path.starts_with("/api/spot") {
            true => format!("{path}?id={game}"),
            false => path,
        };
        for &column in columns {
            let (wanted, asker) = (may(audience)[column], &askers[column]);
            // A body that no address takes: whoever may ask is told so, and nothing happens.
            let answer = asker.send(method, &path, if is_read { "" } else { "[]" });
            let status = answer.status().as_u16();
            let refused = match COLUMNS[column] {
                "nobody" => status == 401,
                _ => status == 403,
            };
            assert_eq!(!refused, wanted, "{method} {path} asked by {}: {status}", COLUMNS[column]);
        }
    };
    let all: Vec<usize> = (0..COLUMNS.len()).collect();
    for (method, path, audience) in ADDRESSES {
        let is_asked = |column: &usize| *method != "DELETE" || !may(*audience)[*column];
        let asked: Vec<usize> = all.iter().copied().filter(is_asked).collect();
        ask(method, path, *audience, &asked);
    }
    // What does away with something comes last, what does away with whoever asks at the very end.
    let deletes = ADDRESSES.iter().copied().filter(|(method, _, _)| *method == "DELETE");
    let (of_oneself, others): (Vec<_>, Vec<_>) =
        deletes.partition(|(_, path, _)| path.starts_with("/api/me/"));
    for (method, path, audience) in others.into_iter().chain(of_oneself) {
        let granted: Vec<usize> =
            all.iter().copied().filter(|&column| may(audience)[column]).collect();
        ask(method, path, audience, &granted);
    }
    assert_eq!(askers[1].get("/api/me").status, 401, "the seat owner is gone");
}

#[test]
fn whoever_is_known_sees_boards_that_are_no_games() {
    let server = open_server();
    let host = Client::host(&server);
    let (game, code) = host.shared_game("tictactoe", 2, 2);
    let guest = Client::guest(&server, &code);
    let position = "game=tictactoe&moves=2,2";
    for (path, query) in
        [("", ""), ("/frames", ""), ("/why", "&move=1,1"), ("/refuse", "&site=4&steps=")]
    {
        let asked = format!("/api/spot{path}?{position}{query}");
        assert_eq!(guest.get(&asked).status, 200, "{asked}");
        assert_eq!(Client::nobody(&server).get(&asked).status, 401, "{asked}");
        // A game that was not shared with somebody stays hidden, and an empty name names none.
        for id in [game.as_str(), ""] {
            let of_game = guest.get(&format!("{asked}&id={id}"));
            assert_eq!(of_game.status, 403, "{asked}&id={id}");
        }
    }
    for (method, path, audience) in ADDRESSES {
        let is_searched = *audience == Audience::AfterTheGame;
        if *method == "GET" && path.starts_with("/api/spot/") && is_searched {
            assert_eq!(guest.get(&format!("{path}?{position}")).status, 403, "{path}");
        }
    }
}

#[test]
fn every_address_is_in_the_table() {
    for path in paths() {
        assert!(ADDRESSES.iter().any(|(_, known, _)| *known == path), "{path} is for whom?");
    }
}

#[test]
fn the_documentation_has_the_table() {
    let text = include_str!("../../../../docs/api.md");
    for (method, path, audience) in ADDRESSES {
        let heading = format!("| {} |", audience.name());
        let row = text.lines().find(|line| line.starts_with(&heading));
        let row = row.unwrap_or_else(|| panic!("docs/api.md has no row {heading}"));
        assert!(
            row.contains(&format!("`{method} {path}`")),
            "{method} {path} is not in the row {heading}"
        );
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        let said: Vec<bool> = cells[2..7].iter().map(|cell| *cell == "yes").collect();
        assert_eq!(said, may(*audience), "{heading}");
    }
}

#[test]
fn a_game_that_is_over_may_be_looked_into() {
    let server = open_server();
    let host = Client::host(&server);
    let (game, code) = host.shared_game("tictactoe", 2, 2);
    let guest = Client::guest(&server, &code);
    guest.done(&format!("/api/invitations/{code}/accept"), json!({ "name": "Ada" }));
    let values = format!("/api/spot/values?id={game}&time=10");
    assert_eq!(guest.get(&values).error(), "this is told once the game is over");
    guest.done(&format!("/api/games/{game}/resign"), json!({ "seat": 2 }));
    assert_eq!(guest.get(&values).status, 200);
    // Nothing but that game, however it is asked for.
    for other in [
        "/api/spot/values?game=tictactoe",
        "/api/spot?id=nothing",
        "/api/spot/values?id=nothing&%69d=x",
    ] {
        assert_eq!(guest.get(other).status, 403, "{other}");
    }
    let listed = guest.get("/api/games").body;
    assert_eq!(listed["games"].as_array().map(Vec::len), Some(1), "only what was shared");
}

#[test]
fn pages_and_files_tell_nothing_of_anybody() {
    let server = open_server();
    let nobody = Client::nobody(&server);
    for (path, status) in [
        ("/", 401),
        ("/game/k3", 401),
        ("/icon.svg", 200),
        ("/join/not-a-code", 404),
        ("/api/../healthz", 401),
        ("/api/x.svg", 401),
    ] {
        assert_eq!(nobody.send("GET", path, "").status(), status, "{path}");
    }
    assert_eq!(nobody.send("POST", "/icon.svg", "").status(), 401);
}
