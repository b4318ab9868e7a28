//! Reads commands, writes answers.

use std::io::{BufRead, Write};

use ninefold_core::Player;

use super::board::{Board, LARGEST_K, LONGEST_SIDE};
use super::error::{CommandError, ProtocolError};
use super::generate::generate;
use super::solver::Solver;
use super::tokens::Tokens;

/// Output is written in chunks of this many bytes.
const CHUNK: usize = 1 << 16;

/// Answers every command of the input, in order, until the input ends.
///
/// The first command that cannot be answered ends the run with an error that names its number; the
/// answers before it have been written and flushed. Boards have sides from 1 to 19 and any K up to
/// 361 (if K does not fit, nobody wins); a position of any size is solved, unless that takes more
/// than [`POSITION_LIMIT`](super::POSITION_LIMIT).
pub fn run(input: &mut dyn BufRead, output: &mut dyn Write) -> Result<(), ProtocolError> {
    let mut answers = Vec::with_capacity(2 * CHUNK);
    let result = answer_all(input, output, &mut answers);
    // Answers found so far are written, whatever stopped the run.
    let written = output.write_all(&answers).and_then(|()| output.flush());
    result.and(written.map_err(ProtocolError::Write))
}

fn answer_all(
    input: &mut dyn BufRead,
    output: &mut dyn Write,
    answers: &mut Vec<u8>,
) -> Result<(), ProtocolError> {
    let mut reader = Reader {
        tokens: Tokens::new(input).map_err(ProtocolError::Read)?,
        board: Board::empty(1, 1, 1).expect("the least board is a board"),
    };
    let mut solver = Solver::new();
    for number in 1.. {
        let at_this_command = |fault| match fault {
            Fault::Command(error) => ProtocolError::Command { number, error },
            Fault::Read(error) => ProtocolError::Read(error),
        };
        let Some((command, active)) = reader.command().map_err(at_this_command)? else {
            break;
        };
        match command {
            Command::Generate { cut } => generate(&reader.board, active, cut, answers),
            Command::Solve => {
                let value = solver.solve(&reader.board, active);
                let value = value.map_err(|error| at_this_command(Fault::Command(error.into())))?;
                answers.extend_from_slice(match value {
                    1 => b"FIRST_PLAYER_WINS\n",
                    -1 => b"SECOND_PLAYER_WINS\n",
                    _ => b"BOTH_PLAYERS_TIE\n",
                });
            }
        }
        if answers.len() >= CHUNK {
            let written = output.write_all(answers);
            answers.clear();
            written.map_err(ProtocolError::Write)?;
        }
    }
    Ok(())
}

#[derive(Clone, Copy)]
enum Command {
    Generate { cut: bool },
    Solve,
}

/// Why a command was not read.
enum Fault {
    Command(CommandError),
    Read(std::io::Error),
}

impl From<CommandError> for Fault {
    fn from(error: CommandError) -> Fault {
        Fault::Command(error)
    }
}

impl From<std::io::Error> for Fault {
    fn from(error: std::io::Error) -> Fault {
        Fault::Read(error)
    }
}

/// Reads commands, reusing one board.
struct Reader<'a> {
    tokens: Tokens<'a>,
    board: Board,
}

impl Reader<'_> {
    /// The next command and its player, with its board read; `None` at the end of the input.
    fn command(&mut self) -> Result<Option<(Command, Player)>, Fault> {
        let Some(word) = self.tokens.next()? else {
            return Ok(None);
        };
        let command = match word {
            b"GEN_ALL_POS_MOV" => Command::Generate { cut: false },
            b"GEN_ALL_POS_MOV_CUT_IF_GAME_OVER" => Command::Generate { cut: true },
            b"SOLVE_GAME_STATE" => Command::Solve,
            _ => return Err(CommandError::Unknown { found: Tokens::shown(word) }.into()),
        };
        let rows = self.argument("N, the number of rows,", LONGEST_SIDE)?;
        let columns = self.argument("M, the number of columns,", LONGEST_SIDE)?;
        let k = self.argument("K, the length of a winning row,", LARGEST_K)?;
        let active = self.argument("the active player", 2)?;
        self.board.clear_to(rows, columns, k);
        self.cells()?;
        Ok(Some((command, Player::new(active - 1))))
    }

    /// A number from 1 on.
    fn argument(&mut self, name: &'static str, high: usize) -> Result<usize, Fault> {
        let Some(word) = self.tokens.next()? else {
            return Err(CommandError::MissingArgument { name }.into());
        };
        let digits = word.iter().all(u8::is_ascii_digit);
        let text = std::str::from_utf8(word).ok().filter(|_| digits);
        match text.and_then(|text| text.parse().ok()) {
            Some(number) if (1..=high).contains(&number) => Ok(number),
            _ => {
                let found = Tokens::shown(word);
                Err(CommandError::Argument { name, found, low: 1, high }.into())
            }
        }
    }

    /// The cells, each as a separate word or a row in one word.
    fn cells(&mut self) -> Result<(), Fault> {
        let (columns, wanted) = (self.board.columns(), self.board.cells().len());
        let is_row = |word: &[u8]| {
            word.len() == columns && word.iter().all(|digit| matches!(digit, b'0'..=b'2'))
        };
        let cells = self.board.cells_mut();
        let mut index = 0;
        while index < wanted {
            if let Some(stone) = self.tokens.next_cell()? {
                cells[index] = stone;
                index += 1;
                continue;
            }
            match self.tokens.next()? {
                Some(&[digit @ b'0'..=b'2']) => {
                    cells[index] = digit - b'0';
                    index += 1;
                }
                Some(row) if index % columns == 0 && is_row(row) => {
                    let row = row.iter().map(|digit| digit - b'0');
                    cells[index..index + columns]
                        .iter_mut()
                        .zip(row)
                        .for_each(|(to, stone)| *to = stone);
                    index += columns;
                }
                Some(word) => {
                    let (row, column) = (index / columns + 1, index % columns + 1);
                    let found = Tokens::shown(word);
                    return Err(CommandError::Cell { row, column, found }.into());
                }
                None => return Err(CommandError::ShortBoard { found: index, wanted }.into()),
            }
        }
        Ok(())
    }
}
