//! The rules.

use ninefold_core::{
    Dihedral, Game, Knowledge, MAX_PLAYERS, Outcome, Payoffs, Player, Random, Recurring, Rules,
    Symmetric, Symmetry, piece_key,
};

use super::geometry::{INNER, SECTIONS, SLOT_COUNT, SLOTS, Slot, Slots, Square, Squares};

/// 9tka for a number of players.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ninetka {
    players: usize,
}

/// A position. Players who cannot move are skipped, so unless the game is over the player to move can always move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct State {
    /// The counters of each player beside the board.
    pub(super) slots: [Slots; MAX_PLAYERS],
    /// The counters of each player on the board.
    pub(super) squares: [Squares; MAX_PLAYERS],
    /// All counters on the board, neutral ones included.
    pub(super) occupied: Squares,
    /// The slots whose entry square is empty.
    open: Slots,
    /// The number of counters still to be placed.
    to_place: u8,
    mover: Player,
    key: u64,
}

/// The piece indices in a key: the players, then the neutral counters.
const NEUTRAL: usize = MAX_PLAYERS;
const MOVER: usize = MAX_PLAYERS + 1;

impl State {
    /// The slots from which a player can move.
    pub fn movable(&self, player: Player) -> Slots {
        self.slots[player.index()] & self.open
    }

    /// The squares with a player's counters.
    pub fn counters(&self, player: Player) -> Squares {
        self.squares[player.index()]
    }

    /// The squares with neutral counters.
    pub fn neutrals(&self) -> Squares {
        self.squares.iter().fold(self.occupied, |rest, own| rest & !own)
    }

    /// Whether counters are still being placed.
    pub fn placing(&self) -> bool {
        self.to_place > 0
    }

    /// The number of counters still to be placed.
    pub(super) fn unplaced(&self) -> u8 {
        self.to_place
    }

    /// The slots with counters that can never move.
    pub(super) fn blocked(&self, player: Player) -> Slots {
        self.slots[player.index()] & !self.open
    }

    pub(super) fn taken_slots(&self) -> Slots {
        self.slots.iter().fold(0, |all, own| all | own)
    }

    fn is_over(&self) -> bool {
        !self.placing() && self.taken_slots() & self.open == 0
    }
}

impl Ninetka {
    /// Creates the game for 2 to 4 players.
    pub fn new(players: usize) -> Ninetka {
        debug_assert!((2..=MAX_PLAYERS).contains(&players));
        Ninetka { players }
    }

    /// The number of counters of each player.
    pub fn share(&self) -> u32 {
        (SLOT_COUNT / self.players) as u32
    }

    /// The number of counters that a player still has to place.
    pub fn hand(&self, state: &State, player: Player) -> u32 {
        if !state.placing() {
            return 0;
        }
        self.share() - state.slots[player.index()].count_ones()
    }

    /// The square where the counter on a slot would stop.
    pub fn destination(&self, state: &State, slot: Slot) -> Square {
        slot.lane().stop(state.occupied)
    }

    /// The player who holds a section, with strictly more counters than every other.
    pub fn holder(&self, state: &State, section: usize) -> Option<Player> {
        let count =
            |player: Player| (state.squares[player.index()] & SECTIONS[section]).count_ones();
        let best = Player::all(self.players).max_by_key(|&player| count(player))?;
        let equal = Player::all(self.players).filter(|&player| count(player) == count(best));
        (equal.count() == 1).then_some(best)
    }

    /// The number of sections that each player holds.
    pub fn sections(&self, state: &State) -> [u32; MAX_PLAYERS] {
        let mut held = [0; MAX_PLAYERS];
        for holder in (0..SECTIONS.len()).filter_map(|section| self.holder(state, section)) {
            held[holder.index()] += 1;
        }
        held
    }

    /// The position with these counters; `first` is to move, or else the next player who can.
    pub(super) fn state(
        &self,
        slots: [Slots; MAX_PLAYERS],
        squares: [Squares; MAX_PLAYERS],
        neutrals: Squares,
        first: Player,
    ) -> State {
        let occupied = squares.iter().fold(neutrals, |all, own| all | own);
        let on_squares = (occupied & !neutrals).count_ones();
        let beside = slots.iter().map(|own| own.count_ones()).sum::<u32>();
        let shut = Square::each(occupied).fold(0, |all, square| all | square.shuts());
        let mut key =
            Square::each(neutrals).fold(0, |key, square| key ^ square_key(NEUTRAL, square));
        for player in 0..MAX_PLAYERS {
            key = Slot::each(slots[player]).fold(key, |key, slot| key ^ slot_key(player, slot));
            key = Square::each(squares[player]).fold(key, |key, s| key ^ square_key(player, s));
        }
        let mut state = State {
            slots,
            squares,
            occupied,
            open: SLOTS & !shut,
            to_place: (SLOT_COUNT as u32 - on_squares - beside) as u8,
            mover: first,
            key,
        };
        state.mover = self.able(&state, first);
        state
    }

    /// The first player from `first` on who can play; [`Player::FIRST`] if none can.
    fn able(&self, state: &State, first: Player) -> Player {
        let mut player = first;
        for _ in 0..self.players {
            if self.can_play(state, player) {
                return player;
            }
            player = player.next(self.players);
        }
        Player::FIRST
    }

    fn can_play(&self, state: &State, player: Player) -> bool {
        if state.placing() { self.hand(state, player) > 0 } else { state.movable(player) != 0 }
    }

    fn symmetry_group() -> Dihedral {
        Dihedral::new(11, 11)
    }
}

fn slot_key(piece: usize, slot: Slot) -> u64 {
    piece_key(piece, slot.index())
}

fn square_key(piece: usize, square: Square) -> u64 {
    piece_key(piece, SLOT_COUNT + square.index())
}

impl Rules for Ninetka {
    type State = State;
    type Move = Slot;

    fn players(&self) -> usize {
        self.players
    }

    /// Places one neutral counter on a uniformly chosen inner square of each section.
    fn start(&self, seed: u64) -> State {
        let mut random = Random::new(seed);
        let neutrals = SECTIONS.iter().fold(0, |all, section| {
            let choices: Vec<Square> = Square::each(section & INNER).collect();
            all | random.pick(&choices).set()
        });
        self.state([0; MAX_PLAYERS], [0; MAX_PLAYERS], neutrals, Player::FIRST)
    }

    #[inline]
    fn to_move(&self, state: &State) -> Player {
        state.mover
    }

    fn with_turn(&self, state: &State, player: Player) -> Option<State> {
        self.can_play(state, player).then_some(State { mover: player, ..*state })
    }

    fn moves(&self, state: &State, moves: &mut Vec<Slot>) {
        let slots =
            if state.placing() { SLOTS & !state.taken_slots() } else { state.movable(state.mover) };
        moves.extend(Slot::each(slots));
    }

    #[inline]
    fn play(&self, state: &mut State, mv: Slot) {
        let mover = state.mover;
        let mut next = mover.next(self.players);
        if state.placing() {
            state.slots[mover.index()] |= mv.set();
            state.to_place -= 1;
            if !state.placing() {
                next = Player::FIRST;
            }
        } else {
            let stop = self.destination(state, mv);
            state.slots[mover.index()] &= !mv.set();
            state.squares[mover.index()] |= stop.set();
            state.occupied |= stop.set();
            state.open &= !stop.shuts();
            state.key ^= square_key(mover.index(), stop);
        }
        state.key ^= slot_key(mover.index(), mv);
        state.mover = self.able(state, next);
    }

    /// Most sections win; on ties, the latest seat.
    #[inline]
    fn outcome(&self, state: &State) -> Option<Outcome> {
        if !state.is_over() {
            return None;
        }
        let held = self.sections(state);
        let winner = Player::all(self.players).max_by_key(|player| held[player.index()])?;
        let best = held[winner.index()];
        let tied = held[..self.players].iter().filter(|&&sections| sections == best).count() > 1;
        let reason = if tied { "tie_latest_seat" } else { "sections" };
        Some(Outcome { payoffs: Payoffs::winner_takes_all(winner), reason })
    }

    #[inline]
    fn key(&self, state: &State) -> u64 {
        state.key ^ piece_key(MOVER, state.mover.index())
    }

    #[inline]
    fn move_index(&self, mv: Slot) -> u16 {
        mv.index() as u16
    }

    fn actions(&self) -> usize {
        SLOT_COUNT
    }

    /// Each counter still to be placed takes one turn, and each counter that can move takes another.
    fn most_turns(&self, state: &State) -> u32 {
        let to_place = u32::from(state.to_place);
        2 * to_place + (state.taken_slots() & state.open).count_ones()
    }
}

impl Symmetric for Ninetka {
    fn symmetries(&self) -> usize {
        Ninetka::symmetry_group().order()
    }

    fn map(&self, state: &State, symmetry: Symmetry) -> State {
        let slots = state.slots.map(|own| {
            Slot::each(own).fold(0, |all, slot| all | self.map_move(slot, symmetry).set())
        });
        let map_squares = |set| {
            Square::each(set).fold(0, |all, square: Square| {
                let (i, j) = Ninetka::symmetry_group().map(square.place(), symmetry);
                all | Square::at(i, j).unwrap_or(square).set()
            })
        };
        let squares = state.squares.map(map_squares);
        self.state(slots, squares, map_squares(state.neutrals()), state.mover)
    }

    fn map_move(&self, mv: Slot, symmetry: Symmetry) -> Slot {
        let (i, j) = Ninetka::symmetry_group().map(mv.place(), symmetry);
        Slot::at(i, j).unwrap_or(mv)
    }
}

impl Recurring for Ninetka {}

impl Game for Ninetka {
    fn knowledge(&self) -> Knowledge<Ninetka> {
        Knowledge {
            evaluators: vec![super::eva::entry(), super::sections::entry()],
            strongest_evaluator: Some("sections"),
            move_rules: super::placement::move_rules(),
            ..Knowledge::default()
        }
    }
}
