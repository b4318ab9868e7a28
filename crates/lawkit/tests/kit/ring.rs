//! A toy that goes round in circles: two men on a ring of six sites step to a neighbouring site,
//! and whoever steps onto the other wins.

use ninefold_core::{
    Clock, Clocks, Game, Layout, Notation, Outcome, Phrase, Piece, Player, PositionError,
    Recurring, Rules, Scene, Seat, Site, SiteKind, Step, StepAction, Symmetric, Symmetry, Tick,
    View, mix, parse_number, parse_player, parse_rows, plain_forms,
};

const SITES: u8 = 6;
/// How every game ends.
const END: &str = "a man was taken";

/// The rules.
#[derive(Clone, Debug)]
pub struct Ring;

/// Where each player's man stands, if it still does.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct RingState {
    men: [Option<u8>; 2],
    to_move: Player,
}

impl RingState {
    fn mover(&self) -> Option<u8> {
        self.men[self.to_move.index()]
    }

    fn other(&self) -> Option<u8> {
        self.men[self.to_move.other().index()]
    }

    fn row(&self) -> String {
        let letter = |site| match self.men {
            [first, _] if first == Some(site) => '1',
            [_, second] if second == Some(site) => '2',
            _ => '.',
        };
        (0..SITES).map(letter).collect()
    }

    fn read(row: &str, to_move: &str) -> Result<RingState, PositionError> {
        let row = parse_rows(row, &[usize::from(SITES)], ".12")?.remove(0);
        let place = |man| row.iter().position(|&letter| letter == man).map(|site| site as u8);
        let state = RingState { men: ['1', '2'].map(place), to_move: parse_player(to_move, 2)? };
        match row.iter().filter(|&&letter| letter != '.').count() {
            count if count == state.men.iter().flatten().count() && count > 0 => Ok(state),
            count => Err(PositionError::Impossible(format!("{count} men"))),
        }
    }
}

fn image(site: u8, symmetry: Symmetry) -> u8 {
    let turn = symmetry.0 % SITES;
    if symmetry.0 < SITES { (turn + site) % SITES } else { (turn + SITES - site) % SITES }
}

/// How far apart two sites are, the shorter way round.
fn distance(a: u8, b: u8) -> u8 {
    let way = (a + SITES - b) % SITES;
    way.min(SITES - way)
}

impl Rules for Ring {
    type State = RingState;
    /// The site stepped to.
    type Move = u8;

    fn players(&self) -> usize {
        2
    }

    fn start(&self, _seed: u64) -> RingState {
        RingState { men: [Some(0), Some(3)], to_move: Player::FIRST }
    }

    fn to_move(&self, state: &RingState) -> Player {
        state.to_move
    }

    fn moves(&self, state: &RingState, moves: &mut Vec<u8>) {
        if let (Some(site), Some(_)) = (state.mover(), state.other()) {
            let (left, right) = ((site + SITES - 1) % SITES, (site + 1) % SITES);
            moves.extend([left.min(right), left.max(right)]);
        }
    }

    fn play(&self, state: &mut RingState, mv: u8) {
        if state.other() == Some(mv) {
            state.men[state.to_move.other().index()] = None;
        }
        state.men[state.to_move.index()] = Some(mv);
        state.to_move = state.to_move.other();
    }

    fn outcome(&self, state: &RingState) -> Option<Outcome> {
        let loser = state.men.iter().position(Option::is_none)?;
        Some(Outcome::win(Player::new(loser).other(), "taken"))
    }

    fn move_index(&self, mv: u8) -> u16 {
        mv.into()
    }

    fn key(&self, state: &RingState) -> u64 {
        let [first, second] = state.men.map(|man| u64::from(man.unwrap_or(SITES)));
        mix(first | second << 8 | (state.to_move.index() as u64) << 16)
    }
}

impl Symmetric for Ring {
    fn symmetries(&self) -> usize {
        2 * usize::from(SITES)
    }

    fn map(&self, state: &RingState, symmetry: Symmetry) -> RingState {
        RingState { men: state.men.map(|man| man.map(|site| image(site, symmetry))), ..*state }
    }

    fn map_move(&self, mv: u8, symmetry: Symmetry) -> u8 {
        image(mv, symmetry)
    }
}

impl Recurring for Ring {
    fn irreversible(&self, state: &RingState, mv: u8) -> bool {
        state.other() == Some(mv)
    }
}

impl Game for Ring {}

impl Clocks for Ring {
    const CLOCKS: [Clock; 2] = [
        Clock {
            name: "opposite",
            reason: "draw_opposite",
            ran_out: "{0} turns without standing opposite",
        },
        Clock {
            name: "apart",
            reason: "draw_apart",
            ran_out: "{0} turns that ended two sites apart",
        },
    ];
    const POSITION_FIELDS: usize = 2;

    fn ticks(&self, before: &RingState, mv: u8) -> [Tick; 2] {
        match before.other().map(|other| distance(other, mv)) {
            Some(3) => [Tick::Reset, Tick::Keep],
            Some(2) => [Tick::Down, Tick::Down],
            _ => [Tick::Down, Tick::Keep],
        }
    }
}

impl Notation for Ring {
    fn move_text(&self, mv: u8) -> String {
        char::from(b'a' + mv).to_string()
    }

    fn position_form(&self) -> String {
        "1..2.. 1".into()
    }

    fn position_text(&self, state: &RingState) -> String {
        format!("{} {}", state.row(), state.to_move)
    }

    fn parse_position(&self, text: &str) -> Result<RingState, PositionError> {
        let wrong = || PositionError::field("position", text, self.position_form());
        let (row, to_move) = text.split_once(' ').ok_or_else(wrong)?;
        RingState::read(row, to_move)
    }

    fn fen(&self, state: &RingState, quiet: u32) -> Option<String> {
        Some(format!("{}/{}/{quiet}", state.row(), state.to_move))
    }

    fn parse_fen(&self, text: &str) -> Result<(RingState, u32), PositionError> {
        let fields: Vec<&str> = text.split('/').collect();
        let &[row, to_move, quiet] = fields.as_slice() else {
            return Err(PositionError::field("FEN", text, "1..2../1/0"));
        };
        Ok((RingState::read(row, to_move)?, parse_number("quiet turns", quiet, 0..=999)?))
    }
}

impl View for Ring {
    fn seats(&self) -> Vec<Seat> {
        vec![Seat::new("Ann", 'A', "red man", "red"), Seat::new("Bob", 'B', "blue man", "blue")]
    }

    fn layout(&self) -> Layout {
        let site = |site: u8| {
            let angle = std::f32::consts::TAU * f32::from(site) / f32::from(SITES);
            let name = self.move_text(site);
            Site { name, x: 1.0 + angle.cos(), y: 1.0 + angle.sin(), kind: SiteKind::Point }
        };
        let edge = |site: u8| [u16::from(site), u16::from((site + 1) % SITES)];
        Layout {
            sites: (0..SITES).map(site).collect(),
            edges: (0..SITES).map(edge).collect(),
            ..Layout::default()
        }
    }

    fn scene(&self, state: &RingState) -> Scene {
        let men = Player::all(2).zip(state.men);
        let piece = |(owner, man): (Player, Option<u8>)| {
            Some(Piece { site: u16::from(man?), owner: Some(owner) })
        };
        Scene { pieces: men.filter_map(piece).collect(), ..Scene::default() }
    }

    fn steps(&self, state: &RingState, mv: u8) -> Vec<Step> {
        let lift = state.mover().map(|from| Step::new(StepAction::Lift, usize::from(from)));
        lift.into_iter().chain([Step::new(StepAction::Drop, usize::from(mv))]).collect()
    }

    fn explain(&self, _state: &RingState, _outcome: &Outcome) -> Phrase {
        Phrase::of(END)
    }

    fn forms(&self) -> Vec<&'static str> {
        plain_forms().into_iter().chain([END]).collect()
    }
}
