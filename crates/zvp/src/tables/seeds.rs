//! The values that positions of a part have without quiet moves: by captures, steps forwards and
//! promotions, and where there is no move.

use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;
use zugi_game::Player;

use super::generate::Loaded;
use super::layout::Material;
use super::placements::{Group, Placement, Placements};
use super::segment_view::{CURSED, DRAW, LOSS, Rule, SegmentView, WIN, low_bits};
use super::squares::{MOST, SQUARES, goal, mirror, neighbour, squares};
use super::turn::{Matrix, QuietMoves, Seeds, Turn};
use crate::rules::{Direction, forwards};

/// The segment of a material to which moves lead, and its numberings.
#[derive(Clone, Copy, Debug)]
struct Target<'a> {
    own: &'static Placements,
    enemy: &'static Placements,
    view: SegmentView<'a>,
}

/// The targets of a side's moves to other materials.
#[derive(Debug)]
pub(super) struct Targets<'a> {
    /// By [`target_at`].
    all: Vec<Option<Target<'a>>>,
}

/// The material after a move that promotes or not, and captures these numbers of unpromoted and
/// promoted pieces.
fn after(
    Material(mut pieces): Material,
    mover: Player,
    promotes: bool,
    captured: [u32; 2],
) -> Option<Material> {
    let (own, enemy) = (mover.index(), mover.opponent().index());
    let promoted = u32::from(promotes);
    pieces[own][0] = pieces[own][0].checked_sub(promoted)?;
    pieces[own][1] += promoted;
    for kind in 0..2 {
        pieces[enemy][kind] = pieces[enemy][kind].checked_sub(captured[kind])?;
    }
    if mover == Player::Two {
        pieces[own][0] += captured[0] + captured[1];
    }
    Some(Material(pieces))
}

/// The index of a target in [`Targets`].
fn target_at(promotes: bool, captured: [u32; 2]) -> usize {
    (usize::from(promotes) * MOST + captured[0] as usize) * MOST + captured[1] as usize
}

/// The other materials to which a side's moves lead, each with its index.
fn targets(material: Material, mover: Player) -> impl Iterator<Item = (usize, Material)> {
    let [men, promoted] = material.of(mover.opponent());
    [false, true].into_iter().flat_map(move |promotes| {
        (0..=men).flat_map(move |taken| {
            (0..=promoted).filter_map(move |more| {
                let is_itself = !promotes && taken + more == 0;
                let next = after(material, mover, promotes, [taken, more]);
                next.filter(|_| !is_itself).map(|it| (target_at(promotes, [taken, more]), it))
            })
        })
    })
}

/// The segments from which a material is built.
pub(super) fn needed(material: Material) -> Vec<(Material, Player)> {
    if material.without_pieces().is_some() {
        return Vec::new();
    }
    let of = |mover: Player| {
        targets(material, mover).map(move |(_, material)| (material, mover.opponent()))
    };
    Player::BOTH.into_iter().flat_map(of).collect()
}

impl<'a> Targets<'a> {
    pub fn new(material: Material, mover: Player, segments: &'a Loaded<'_>) -> Targets<'a> {
        let mut all = vec![None; 2 * MOST * MOST];
        for (at, material) in targets(material, mover) {
            let own = material.placements(mover);
            let enemy = material.placements(mover.opponent());
            let view = segments.segment(material, mover.opponent());
            all[at] = Some(Target { own, enemy, view });
        }
        Targets { all }
    }

    #[inline(always)]
    fn get(&self, promotes: bool, captured: [u32; 2]) -> Option<&Target<'a>> {
        self.all[target_at(promotes, captured)].as_ref()
    }
}

/// A side to move in a part.
pub(super) struct SideToMove<'a> {
    pub side: Player,
    pub rule: Rule,
    pub own: (&'static Placements, &'a Group),
    pub enemy: (&'static Placements, &'a Group),
    pub targets: &'a Targets<'a>,
    /// The segment with the same material and the other side to move, with all earlier parts.
    pub same: SegmentView<'a>,
    /// Set when a cursed position was seen.
    pub is_cursed: &'a AtomicBool,
}

/// The placements of the columns, by half.
struct Columns {
    placements: [Vec<Placement>; 2],
    /// The columns that have a piece on a square: a bit for each, by square, half and word.
    has: Vec<u64>,
    /// The columns whose number stands for overlapping sets, which are no placement (see
    /// [`Placement`]), by word; the same for both halves.
    overlaps: Vec<u64>,
    words: usize,
}

impl Columns {
    fn new((all, group): (&Placements, &Group)) -> Columns {
        let canonical: Vec<Placement> = all.of_group(group).collect();
        let images = canonical.iter().map(|&(men, promoted)| (mirror(men), mirror(promoted)));
        let placements = [canonical.clone(), images.collect()];
        let words = canonical.len().div_ceil(64);
        let mut overlaps = vec![0; words];
        for (column, (men, promoted)) in canonical.iter().enumerate() {
            overlaps[column / 64] |= u64::from(men & promoted != 0) << (column % 64);
        }
        let mut has = vec![0; SQUARES * 2 * words];
        for (half, placements) in placements.iter().enumerate() {
            for (column, &(men, promoted)) in placements.iter().enumerate() {
                for square in squares(men | promoted) {
                    let word = (2 * square as usize + half) * words + column / 64;
                    has[word] |= 1 << (column % 64);
                }
            }
        }
        Columns { placements, has, overlaps, words }
    }

    #[inline(always)]
    fn has(&self, square: u32, half: usize, word: usize) -> u64 {
        self.has[(2 * square as usize + half) * self.words + word]
    }
}

fn directions(side: Player, is_promoted: bool) -> impl Iterator<Item = Direction> {
    let backwards = forwards(side).opposite();
    Direction::ALL.into_iter().filter(move |&it| is_promoted || it != backwards)
}

/// The step of a piece of a row, to another row.
#[derive(Clone, Copy)]
enum Step<'a> {
    /// In the same part; see [`QuietMoves::to`].
    Quiet { to: u32 },
    /// In another part or material.
    Forward { view: SegmentView<'a>, row: u32, is_image: bool },
}

/// The bits of 64 columns of a row, see [`Seeds`]; in addition, the columns that are not positions
/// and those without a step.
struct Word {
    won: u64,
    lost: u64,
    open: u64,
    may_lose: u64,
    impossible: u64,
    stuck: u64,
}

impl<'a> SideToMove<'a> {
    /// The [`Turn`] of this side: its seeds, which are the values without quiet moves, and its
    /// quiet moves.
    pub fn turn(&self) -> Turn {
        let columns = Columns::new(self.enemy);
        let rows: Vec<Placement> = self.own.0.of_group(self.own.1).collect();
        let size = (rows.len(), columns.placements[0].len());
        // A row has the words of six matrices, one after the other.
        let width = 2 * columns.words;
        let mut words = vec![0; rows.len() * 6 * width];
        let fill = |(&row, words): (&Placement, &mut [u64])| self.fill(row, &columns, words);
        let chunk = 6 * width;
        let moves: Vec<Vec<u32>> =
            rows.par_iter().zip(words.par_chunks_mut(chunk)).with_min_len(16).map(fill).collect();
        let mut quiet = QuietMoves { begin: vec![0], to: Vec::new() };
        for moves in moves {
            quiet.to.extend(moves);
            quiet.begin.push(quiet.to.len() as u32);
        }
        let matrix = |at: usize| {
            let of_rows = words.chunks(chunk).flat_map(|row| &row[at * width..][..width]);
            Matrix { half: columns.words, words: of_rows.copied().collect() }
        };
        let [won, lost, open, may_lose, impossible, stuck] = [0, 1, 2, 3, 4, 5].map(matrix);
        Turn::new(size, Seeds { won, lost, open, may_lose }, quiet, [impossible, stuck])
    }

    /// Computes the words of a row, and returns its quiet moves.
    fn fill(&self, row: Placement, columns: &Columns, words: &mut [u64]) -> Vec<u32> {
        let (men, promoted) = row;
        let width = 2 * columns.words;
        if men & promoted != 0 {
            words[..width].fill(u64::MAX);
            words[4 * width..5 * width].fill(u64::MAX);
            return Vec::new();
        }
        let steps = self.steps(row);
        let jumps = self.jumps(row);
        for half in 0..2 {
            for at in 0..columns.words {
                let mut word = self.word(row, columns, (half, at), &steps);
                let taking = jumps.iter().fold(0, |all, &(over, to)| {
                    all | columns.has(over, half, at) & !columns.has(to, half, at)
                });
                let taking = taking & word.open;
                word.open &= !taking;
                word.won = word.impossible | word.won & word.open;
                word.may_lose &= word.open;
                word.stuck &= word.open;
                for column in squares(taking) {
                    let enemy = columns.placements[half][64 * at + column as usize];
                    match self.by_captures(row, enemy) {
                        LOSS => word.lost |= 1 << column,
                        WIN => word.won |= 1 << column,
                        _ => {}
                    }
                }
                let Word { won, lost, open, may_lose, impossible, stuck } = word;
                for (matrix, bits) in
                    [won, lost, open, may_lose, impossible, stuck].into_iter().enumerate()
                {
                    words[matrix * width + half * columns.words + at] = bits;
                }
            }
        }
        let quiet = |(_, step): &(u32, Step<'_>)| match *step {
            Step::Quiet { to } => Some(to),
            Step::Forward { .. } => None,
        };
        steps.iter().filter_map(quiet).collect()
    }

    /// The steps of a row to squares without an own piece, each with this square.
    fn steps(&self, (men, promoted): Placement) -> Vec<(u32, Step<'a>)> {
        let (all, group) = self.own;
        let mut steps = Vec::with_capacity(16);
        for from in squares(men | promoted) {
            let is_promoted = promoted >> from & 1 != 0;
            for direction in directions(self.side, is_promoted) {
                let to = neighbour(from, direction);
                let Some(to) = to.filter(|to| (men | promoted) >> to & 1 == 0) else { continue };
                let change = 1 << from | 1 << to;
                let is_forward = !is_promoted && direction == forwards(self.side);
                let step = if is_forward && to == goal(self.side) {
                    let target = self.targets.get(true, [0, 0]);
                    let Some(Target { own, view, .. }) = target else { continue };
                    let (row, is_image) = own.number((men & !change, promoted | 1 << to));
                    Step::Forward { view: *view, row, is_image }
                } else {
                    let next = match is_promoted {
                        true => (men, promoted ^ change),
                        false => (men ^ change, promoted),
                    };
                    let (row, is_image) = all.number(next);
                    match is_forward {
                        true => Step::Forward { view: self.same, row, is_image },
                        false => {
                            let row = row - group.numbers.start;
                            Step::Quiet { to: 2 * row + u32::from(is_image) }
                        }
                    }
                };
                steps.push((to, step));
            }
        }
        steps
    }

    /// The squares over which pieces of a row may jump, each with the landing square.
    fn jumps(&self, (men, promoted): Placement) -> Vec<(u32, u32)> {
        let own = men | promoted;
        let is_free = |square: &u32| own >> square & 1 == 0;
        let mut jumps = Vec::with_capacity(16);
        for from in squares(own) {
            for direction in directions(self.side, promoted >> from & 1 != 0) {
                let over = neighbour(from, direction).filter(is_free);
                let to = over.and_then(|over| neighbour(over, direction)).filter(is_free);
                jumps.extend(over.zip(to));
            }
        }
        jumps
    }

    /// The bits of 64 columns, as if there were no captures.
    #[inline(always)]
    fn word(
        &self,
        (men, promoted): Placement,
        columns: &Columns,
        (half, at): (usize, usize),
        steps: &[(u32, Step<'_>)],
    ) -> Word {
        let has = |square| columns.has(square, half, at);
        let overlaps = columns.overlaps[at];
        let impossible = squares(men | promoted).fold(overlaps, |all, square| all | has(square));
        let count = (columns.placements[0].len() - 64 * at).min(64) as u64;
        let column = u64::from(self.enemy.1.numbers.start) + 64 * at as u64;
        let (mut won, mut lost, mut stuck) = (0, u64::MAX, u64::MAX);
        for &(to, step) in steps {
            stuck &= has(to);
            if let Step::Forward { view, row, is_image } = step {
                let half = is_image != (half != 0);
                let after = view.columns(row, half, column, count, self.rule);
                won |= after.lost;
                lost &= after.won;
                if after.is_cursed {
                    self.is_cursed.store(true, Ordering::Relaxed);
                }
            }
        }
        let open = !impossible & low_bits(count);
        Word { won, lost: 0, open, may_lose: lost & open, impossible, stuck }
    }

    /// The value of a position with captures.
    fn by_captures(&self, (men, promoted): Placement, enemy: Placement) -> u64 {
        let mut best = Captures { side: self, from: (men, promoted), enemy, all_win: true };
        let occupied = men | promoted | enemy.0 | enemy.1;
        for from in squares(men | promoted) {
            let is_promoted = promoted >> from & 1 != 0;
            let empty = !occupied | 1 << from;
            if best.jump_on((from, from), is_promoted, empty, 0) {
                return WIN;
            }
        }
        if best.all_win { LOSS } else { DRAW }
    }
}

struct Captures<'a> {
    side: &'a SideToMove<'a>,
    from: Placement,
    enemy: Placement,
    /// Whether all captures seen so far lead to wins of the opponent.
    all_win: bool,
}

impl Captures<'_> {
    /// Whether a chain that continues from `at` wins. Jumped pieces stop being enemies, and no
    /// chain lands on a square over which it jumps.
    fn jump_on(&mut self, (from, at): (u32, u32), promoted: bool, empty: u32, jumped: u32) -> bool {
        let enemies = (self.enemy.0 | self.enemy.1) & !jumped;
        let mut has_ended = true;
        for direction in directions(self.side.side, promoted) {
            let over = neighbour(at, direction).filter(|over| enemies >> over & 1 != 0);
            let to = over.and_then(|over| neighbour(over, direction));
            let Some((over, to)) = over.zip(to.filter(|to| empty >> to & 1 != 0)) else { continue };
            has_ended = false;
            if self.jump_on((from, to), promoted, empty, jumped | 1 << over) {
                return true;
            }
        }
        has_ended && jumped != 0 && self.wins(from, at, promoted, jumped)
    }

    fn wins(&mut self, from: u32, to: u32, is_promoted: bool, jumped: u32) -> bool {
        let SideToMove { side, rule, targets, is_cursed, .. } = self.side;
        let promotes = !is_promoted && to == goal(*side);
        let (mut men, mut promoted) = self.from;
        (men, promoted) = (men & !(1 << from), promoted & !(1 << from));
        if is_promoted || promotes {
            promoted |= 1 << to;
        } else {
            men |= 1 << to;
        }
        if *side == Player::Two {
            men |= jumped;
        }
        let (enemy_men, enemy_promoted) = self.enemy;
        let captured = [enemy_men & jumped, enemy_promoted & jumped].map(u32::count_ones);
        let Some(target) = targets.get(promotes, captured) else { return false };
        let (row, is_image) = target.own.number((men, promoted));
        let left = (enemy_men & !jumped, enemy_promoted & !jumped);
        let (column, is_enemy_image) = target.enemy.number(left);
        let half = is_image != is_enemy_image;
        let code = match target.view.code(row, half, column) {
            CURSED => {
                is_cursed.store(true, Ordering::Relaxed);
                let is_loss = target.view.is_loss(row, half, column);
                match (rule, is_loss) {
                    (Rule::QuietPlies, _) => DRAW,
                    (Rule::Unlimited, true) => LOSS,
                    (Rule::Unlimited, false) => WIN,
                }
            }
            code => code,
        };
        self.all_win &= code == WIN;
        code == LOSS
    }
}
