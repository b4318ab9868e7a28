//! Random games compared ply by ply with a slow, obvious implementation, and hand-made positions.

use std::collections::BTreeSet;

use ninefold_core::{
    Evaluator, Host, Mark, MarkKind, Notation, Path, PositionError, Random, Rules, Symmetric,
    Symmetry, View, find_move, sentence,
};

use super::{ConnectFour, ConnectFourFamily};
use ninefold_core::{Arguments, Family};

/// An independent implementation of the rules page: columns as lists, lines searched cell by cell.
struct Slow {
    rows: usize,
    line: usize,
    /// From the bottom; 1 and 2 for the players.
    columns: Vec<Vec<usize>>,
    mover: usize,
}

impl Slow {
    fn new(columns: usize, rows: usize, line: usize) -> Slow {
        Slow { rows, line, columns: vec![Vec::new(); columns], mover: 1 }
    }

    fn at(&self, column: i32, row: i32) -> Option<usize> {
        let column = usize::try_from(column).ok().and_then(|column| self.columns.get(column))?;
        usize::try_from(row).ok().and_then(|row| column.get(row)).copied()
    }

    fn has_line(&self, player: usize) -> bool {
        let (columns, rows) = (self.columns.len() as i32, self.rows as i32);
        (0..columns).any(|column| {
            (0..rows).any(|row| {
                [(0, 1), (1, 0), (1, 1), (1, -1)].into_iter().any(|(right, up)| {
                    (0..self.line as i32)
                        .all(|far| self.at(column + right * far, row + up * far) == Some(player))
                })
            })
        })
    }

    /// The reason the game is over, if it is.
    fn reason(&self) -> Option<&'static str> {
        let full = self.columns.iter().all(|column| column.len() == self.rows);
        if self.has_line(3 - self.mover) { Some("line") } else { full.then_some("full") }
    }

    fn moves(&self) -> Vec<String> {
        let free = |&column: &usize| self.columns[column].len() < self.rows;
        let numbers = (0..self.columns.len()).filter(free).map(|column| (column + 1).to_string());
        if self.reason().is_some() { Vec::new() } else { numbers.collect() }
    }

    fn play(&mut self, text: &str) {
        let column: usize = text.parse().expect("a number");
        self.columns[column - 1].push(self.mover);
        self.mover = 3 - self.mover;
    }

    fn position(&self) -> String {
        let digit = |column: &Vec<usize>, row: usize| column.get(row).unwrap_or(&0).to_string();
        let row = |row| self.columns.iter().map(|column| digit(column, row)).collect();
        let rows: Vec<String> = (0..self.rows).rev().map(row).collect();
        format!("{} {}", rows.join("/"), self.mover)
    }
}

#[test]
fn random_games_agree_with_the_slow_reference() {
    let boards = [(7, 6, 4, 400), (2, 2, 2, 50), (4, 4, 3, 200), (8, 7, 5, 200), (8, 7, 8, 60)];
    for (columns, rows, line, games) in boards {
        let game = ConnectFour::new(columns, rows, line);
        let mut ends = BTreeSet::new();
        for seed in 0..games {
            let mut random = Random::stream(seed, 1);
            let mut slow = Slow::new(columns as usize, rows as usize, line as usize);
            let mut state = game.start(0);
            loop {
                let here = slow.position();
                assert_eq!(game.position_text(&state), here);
                assert_eq!(game.parse_position(&here), Ok(state), "{here}");
                let mut moves = Vec::new();
                game.moves(&state, &mut moves);
                let texts: Vec<String> = moves.iter().map(|&mv| game.move_text(mv)).collect();
                assert_eq!(texts, slow.moves(), "{here}");
                let reason = game.outcome(&state).map(|outcome| outcome.reason);
                assert_eq!(reason, slow.reason(), "{here}");
                if let Some(reason) = reason {
                    ends.insert(reason);
                    break;
                }
                let pick = random.below(moves.len());
                game.play(&mut state, moves[pick]);
                slow.play(&texts[pick]);
            }
        }
        assert!(ends.contains("line") || line == 8, "{columns},{rows},{line}: {ends:?}");
    }
}

/// Lines across the whole width of the widest board win, and so do all others at its edges.
#[test]
fn lines_at_the_edges_win() {
    let wins = |columns, rows, line, moves: &str| {
        let game = ConnectFour::new(columns, rows, line);
        let mut path = Path::new(game, game.start(0));
        for mv in moves.split(' ') {
            path.play(find_move(&path, mv).unwrap_or_else(|error| panic!("{error}")));
        }
        let marks: Vec<Mark> = game.scene(path.state()).marks;
        let won = marks.iter().filter(|mark| mark.kind == MarkKind::WinningLine);
        let sites: Vec<usize> = won.map(|mark| mark.sites.len()).collect();
        (path.outcome().map(|outcome| outcome.reason), sites)
    };
    // Along the bottom, up the last column, and along both diagonals into a corner.
    assert_eq!(wins(7, 6, 4, "4 4 5 5 6 6 7"), (Some("line"), vec![4]));
    assert_eq!(wins(7, 6, 4, "7 1 7 1 7 1 7"), (Some("line"), vec![4]));
    assert_eq!(wins(7, 6, 4, "4 5 5 6 6 7 6 7 7 1 7"), (Some("line"), vec![4]));
    assert_eq!(wins(7, 6, 4, "4 3 3 2 2 1 2 1 1 7 1"), (Some("line"), vec![4]));
    // Eight in a row span the widest board.
    let eight = "1 1 2 2 3 3 4 4 5 5 6 6 7 7 8";
    assert_eq!(wins(8, 7, 8, eight), (Some("line"), vec![8]));
    // One disc may complete two lines, and a line may be longer than four.
    assert_eq!(wins(7, 6, 4, "1 1 2 2 3 3 5 5 6 6 7 7 4"), (Some("line"), vec![7]));
    // Three in a row before the edge and one more in the next column are no line.
    assert_eq!(wins(7, 6, 4, "1 2 1 2 1 3"), (None, vec![]));
}

#[test]
fn impossible_positions_are_refused_with_a_sentence() {
    let game = ConnectFour::new(4, 3, 3);
    let refused = [
        ("0000/0000/0000 3", "player to move is \"3\", wanted a number from 1 to 2"),
        ("0000/0000 1", "board \"0000/0000\" has the wrong number of rows (2), wanted 3"),
        ("0000/0030/0000 1", "row 2 of the board has '3' at place 3, wanted one of \"012\""),
        ("0000/0100/0200 1", ""),
        ("0000/0100/0000 2", "impossible position: nothing is under the disc in column 2, row 2"),
        ("0000/0000/1000 1", "impossible position: Red has 1 disc, Yellow 0, and Red is on turn"),
        (
            "0000/0000/1110 2",
            "impossible position: Red has 3 discs, Yellow 0, and Yellow is on turn",
        ),
        ("0000/2220/1110 1", "impossible position: both players have 3 in a row"),
        ("0000/2200/1112 1", "impossible position: Yellow moved after Red had 3 in a row"),
    ];
    for (text, sentence) in refused {
        let said = game.parse_position(text).map_err(|error: PositionError| error.to_string());
        assert_eq!(said.err().unwrap_or_default(), sentence, "{text}");
    }
}

/// The explanation of a move in a position of the usual board.
fn why(position: &str, mv: &str) -> String {
    let game = ConnectFour::new(7, 6, 4);
    let state = game.parse_position(position).unwrap_or_else(|error| panic!("{error}"));
    let path = Path::new(game, state);
    sentence(&game.why(&state, find_move(&path, mv).expect("a legal move")))
}

#[test]
fn moves_are_explained() {
    let empty = "0000000/0000000/0000000/0000000/0000000/0000000 1";
    assert_eq!(why(empty, "4"), "Takes the middle column.");
    assert_eq!(why(empty, "1"), "Quiet move.");
    let three = "0000000/0000000/0000000/0000000/0222000/0111000 1";
    assert_eq!(why(three, "5"), "Completes 4 in a row and wins.");
    assert_eq!(why(three, "7"), "Threatens to win in several columns, 1 and 5.");
    let under = "0000000/0000000/0000000/0000000/0111000/0222000 1";
    assert_eq!(why(under, "7"), "Leaves Yellow a win in several columns, 1 and 5.");
    assert_eq!(
        why(under, "1"),
        "Keeps Yellow from 4 in a row; leaves Yellow a win in column 5; threatens to win in column 1."
    );
    let open = "0000000/0000000/0000000/0000000/0020000/0021100 1";
    assert_eq!(why(open, "6"), "Threatens to win in column 7.");
    // Red waits for the second cell of column 4: the player who takes the first one gives it away.
    let above = "0000000/0000000/0000000/0000000/1110200/2220211 1";
    assert_eq!(why(above, "4"), "Keeps Yellow from 4 in a row; threatens to win in column 4.");
    let below = "0000000/0000000/0000000/0000000/2220100/1120112 1";
    assert_eq!(why(below, "4"), "Lets Yellow win on top of it.");
}

#[test]
fn only_full_columns_are_refused() {
    let game = ConnectFour::new(4, 4, 4);
    let state = game.parse_position("2000/1000/2000/1000 1").expect("a position");
    assert_eq!(sentence(&[game.refuse(&state, &[], 12)]), "Column 1 is full.");
    assert_eq!(game.layout().lanes[1], [13, 9, 5, 1]);
}

/// Opens a game and evaluates positions with one of its evaluators.
struct Judge<'a> {
    evaluator: &'a str,
    positions: &'a [&'a str],
}

impl Host for Judge<'_> {
    type Output = Vec<i32>;

    fn receive<G: View>(self, game: G, _spec: String) -> Vec<i32> {
        let entries = game.knowledge().evaluators;
        let entry = entries.iter().find(|entry| entry.info.id == self.evaluator).expect("known");
        let arguments = Arguments::parse(entry.info.parameters, "").expect("defaults");
        let evaluator: Box<dyn Evaluator<G>> = (entry.build)(&game, &arguments, 0);
        let value = |text: &&str| {
            let state = game.parse_position(text).unwrap_or_else(|error| panic!("{error}"));
            evaluator.values(&game, &state, Default::default())[0]
        };
        self.positions.iter().map(value).collect()
    }
}

fn judged(evaluator: &str, positions: &[&str]) -> Vec<i32> {
    let arguments = Arguments::parse(ConnectFourFamily::INFO.parameters, "").expect("defaults");
    ConnectFourFamily::open(&arguments, String::new(), Judge { evaluator, positions })
}

/// Counted by hand: a disc in a corner of the bottom row is part of three windows, one in the middle of seven.
#[test]
fn windows_are_counted() {
    let first = "0000000/0000000/0000000/0000000/0000000";
    let at = |row: &str| format!("{first}/{row} 2");
    let [corner, middle] = [at("1000000"), at("0001000")];
    assert_eq!(judged("lines", &[&corner, &middle]), [3, 7]);
}

/// The same three discs in a row, once in a row that falls to Red and once in one that does not.
#[test]
fn rows_that_fall_to_a_player_are_worth_more() {
    let third = "0000000/0000000/0000000/1110000/2120000/2210000 2";
    let second = "0000000/0000000/0000000/0000000/1110000/2120002 2";
    let [lines, threats] = ["lines", "threats"].map(|name| judged(name, &[third, second]));
    let more = [threats[0] - lines[0], threats[1] - lines[1]];
    assert!(more[0] > more[1], "{more:?}");
}

#[test]
fn the_mirror_image_is_the_same_game() {
    let game = ConnectFour::new(7, 6, 4);
    let state = game
        .parse_position("0000000/0000000/0000000/0002000/0012000/1212001 1")
        .unwrap_or_else(|error| panic!("{error}"));
    let image = game.map(&state, Symmetry(1));
    assert_eq!(game.position_text(&image), "0000000/0000000/0000000/0002000/0002100/1002121 1");
    assert_eq!(game.canonical(&image), game.canonical(&state));
}
