//! The published counts of the middle game, for checking every table.

use super::format::{Kind, Meaning};
use super::tables::Tables;

/// The positions with one number of men on each side, up to symmetry, from the view of the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Subspace {
    /// The number of men of the side to move.
    pub own: u32,
    /// The number of men of the opponent.
    pub other: u32,
    /// The number of positions that the side to move wins.
    pub wins: u64,
    /// The number of positions that it loses.
    pub losses: u64,
    /// The number of positions.
    pub positions: u64,
    /// The longest win and the longest loss in plies, if known; 0 if there is none.
    pub longest: Option<[u32; 2]>,
}

/// Gasser's 49 subspaces, as counted by two later independent solutions.
const PUBLISHED: &str = include_str!("subspaces.csv");

impl Subspace {
    /// The published counts.
    pub fn published() -> Vec<Subspace> {
        PUBLISHED.lines().skip(1).filter_map(Subspace::parse).collect()
    }

    fn parse(line: &str) -> Option<Subspace> {
        let numbers: Option<Vec<u64>> = line.split(',').map(|field| field.parse().ok()).collect();
        let [own, other, positions, wins, losses, _draws, win, loss] = numbers?[..] else {
            return None;
        };
        let longest = Some([win as u32, loss as u32]);
        Some(Subspace { own: own as u32, other: other as u32, wins, losses, positions, longest })
    }

    /// The number of drawn positions.
    pub fn draws(&self) -> u64 {
        self.positions - self.wins - self.losses
    }
}

impl Tables {
    /// The counts of the tables, in the order of the published list.
    pub fn subspaces(&self) -> Vec<Subspace> {
        let count = |kind: Kind, meaning: Meaning, white: u32, black: u32| {
            let tables = self.files().iter().filter(|file| file.header.kind == kind);
            let mut sections = tables.flat_map(|file| &file.header.sections);
            sections
                .find(|section| section.meaning == meaning && section.white == white)
                .map(|section| (section.counts[black as usize], section.longest_by[black as usize]))
        };
        let found = |published: Subspace| {
            let Subspace { own, other, positions, .. } = published;
            let (wins, _) = count(Kind::Values, Meaning::Wins, own, other)?;
            let (losses, _) = count(Kind::Values, Meaning::Lost, other, own)?;
            let win = count(Kind::Distances, Meaning::Wins, own, other);
            let loss = count(Kind::Distances, Meaning::Lost, other, own);
            let longest = win.zip(loss).map(|((_, win), (_, loss))| [win, loss]);
            Some(Subspace { own, other, wins, losses, positions, longest })
        };
        let covered = |space: &Subspace| space.own.max(space.other) <= self.men();
        Subspace::published().into_iter().filter(covered).filter_map(found).collect()
    }
}
