//! The search with exact values for some positions, which are computed here by the rules alone.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::time::Duration;

use fastrand::Rng;
use zugi::game::board::Bits;
use zugi::game::conformance::winner;
use zugi::game::{
    Attempt, Endgames, Game, GameInProgress, Outcome, Player, Probe, Proof, RawMove, TableValue,
};
use zugi::games::zola::{Zola4, ZolaMove};
use zugi::search::eval::HasEvaluator;
use zugi::search::{AlphaBeta, Limits, PvInfo, Score, Search, SearchEvent, Settings, StopToken};

type Zola4Search = AlphaBeta<Zola4, <Zola4 as HasEvaluator>::Evaluator>;

fn checkers(position: &Zola4) -> u32 {
    Player::BOTH.into_iter().map(|player| position.checkers(player).count()).sum()
}

/// Knows the winner in positions with few checkers, and proves others.
#[derive(Default)]
struct Known {
    most: u32,
    proves: bool,
    /// The number of first probes that get no answer, as while tables load.
    unready: AtomicU32,
    positions: Mutex<HashMap<Zola4, Player>>,
}

impl Known {
    fn solve(&self, position: &Zola4) -> Player {
        let mut known = self.positions.lock().unwrap_or_else(PoisonError::into_inner);
        winner(position, &mut known)
    }
}

impl Probe<Zola4> for Known {
    fn value(&self, position: &Zola4) -> Option<TableValue> {
        let less = |count: u32| count.checked_sub(1);
        if self.unready.fetch_update(Ordering::Relaxed, Ordering::Relaxed, less).is_ok() {
            return None;
        }
        (checkers(position) <= self.most).then(|| match self.solve(position) {
            winner if winner == position.to_move() => TableValue::Win,
            _ => TableValue::Loss,
        })
    }

    fn most_pieces(&self) -> u32 {
        self.most
    }
}

impl Endgames<Zola4> for Known {
    fn prove(&self, position: &Zola4, nodes: u64, _: &dyn Fn() -> bool) -> Attempt<ZolaMove> {
        let wins = |&mv: &ZolaMove| self.solve(&position.after(mv)) == position.to_move();
        let proof = || position.moves().into_iter().find(wins).map_or(Proof::Lost, Proof::Won);
        Attempt { nodes: nodes.min(700), proof: self.proves.then(proof) }
    }
}

/// Positions with this many checkers, either side to move.
fn positions(count: usize, checkers: u32, seed: u64) -> Vec<Zola4> {
    let mut rng = Rng::with_seed(seed);
    let mut found = Vec::new();
    while found.len() < count {
        let mut position = Zola4::start();
        while position.outcome().is_none() && self::checkers(&position) > checkers {
            let moves = position.moves();
            position.play_unchecked(moves[rng.usize(..moves.len())]);
        }
        if position.outcome().is_none() {
            found.push(position);
        }
    }
    found
}

fn player(known: Known) -> Zola4Search {
    let alpha_beta = AlphaBeta::new(Default::default(), 1).unwrap();
    alpha_beta.set_tablebases(Some(Arc::new(known)));
    alpha_beta
}

fn search(player: &Zola4Search, position: &Zola4, limits: &Limits, settings: &Settings) -> PvInfo {
    let game = GameInProgress::new(position.clone());
    player.search(&game, limits, settings, &StopToken::default(), None).unwrap()
}

fn nodes(nodes: u64) -> Limits {
    Limits { nodes: Some(nodes), ..Limits::default() }
}

#[test]
fn known_wins_are_never_given_up() {
    let (judge, player) = (Known::default(), player(Known { most: 7, ..Known::default() }));
    let settings = [Settings::default(), Settings { lines: 3, ..Settings::default() }];
    let (mut won, mut lost) = (0, 0);
    for (position, settings) in positions(400, 7, 1).iter().zip(settings.iter().cycle()) {
        let wins = judge.solve(position) == position.to_move();
        let report = search(&player, position, &nodes(30), settings);
        assert_eq!(report.score.is_win(), Some(wins), "{}", position.text());
        if wins {
            let next = position.after(report.pv[0].typed());
            assert_eq!(judge.solve(&next), position.to_move(), "{}", position.text());
        }
        *[&mut lost, &mut won][usize::from(wins)] += 1;
    }
    assert!(won > 100 && lost > 100, "{won} {lost}");
}

/// Exact values deeper in the tree decide the root sooner than search alone.
#[test]
fn exact_values_in_the_tree_decide_the_root() {
    let judge = Known::default();
    let with = player(Known { most: 7, ..Known::default() });
    let without = AlphaBeta::new(Default::default(), 1).unwrap();
    let mut decided = [0, 0];
    for position in positions(100, 9, 2) {
        for (player, decided) in [&with, &without].into_iter().zip(&mut decided) {
            player.clear_hash();
            let report = search(player, &position, &nodes(400), &Settings::default());
            let Some(wins) = report.score.is_win() else { continue };
            assert_eq!(wins, judge.solve(&position) == position.to_move());
            *decided += 1;
        }
    }
    assert!(decided[0] > decided[1] + 10, "{decided:?}");
}

#[test]
fn a_proof_decides_what_is_played() {
    let judge = Known::default();
    let player = player(Known { proves: true, ..Known::default() });
    // All proof attempts together get as many nodes as the rest of the search so far; each gets at
    // least 1,000.
    let full = Limits { nodes: Some(20_000), ..Limits::default() };
    for position in positions(16, 13, 3) {
        player.clear_hash();
        let wins = judge.solve(&position) == position.to_move();
        let report = search(&player, &position, &full, &Settings::default());
        assert_eq!(report.score.is_win(), Some(wins), "{}", position.text());
        assert!(report.nodes <= 20_000 + 700, "{}", report.nodes);
        if wins {
            let next = position.after(report.pv[0].typed());
            assert_eq!(judge.solve(&next), position.to_move(), "{}", position.text());
        }
        let two = Settings { threads: 2, ..Settings::default() };
        let report = search(&player, &position, &full, &two);
        assert!(report.score.is_win().is_none_or(|says| says == wins));
    }
}

/// A search restricted to some moves must not use the value of the whole position.
#[test]
fn exact_values_of_the_root_do_not_apply_to_some_of_its_moves() {
    let (judge, player) = (Known::default(), player(Known { most: 7, ..Known::default() }));
    let loses = |position: &Zola4, mv| judge.solve(&position.after(mv)) != position.to_move();
    let mut asked = 0;
    for position in positions(60, 7, 4) {
        let bad: Vec<_> = position.moves().into_iter().filter(|&mv| loses(&position, mv)).collect();
        if bad.is_empty() || judge.solve(&position) != position.to_move() {
            continue;
        }
        let search_moves = bad.into_iter().map(RawMove::of).collect();
        let limits = Limits { search_moves, ..nodes(30) };
        let report = search(&player, &position, &limits, &Settings::default());
        assert_ne!(report.score.is_win(), Some(true), "{}", position.text());
        asked += 1;
    }
    assert!(asked > 10);
}

/// Records when it is asked to prepare; has no values.
struct Preparing(mpsc::Sender<&'static str>);

impl Probe<Zola4> for Preparing {
    fn value(&self, _: &Zola4) -> Option<TableValue> {
        None
    }

    fn most_pieces(&self) -> u32 {
        0
    }
}

impl Endgames<Zola4> for Preparing {
    fn prepare(&self, _: &Zola4) -> bool {
        self.0.send("prepare").unwrap();
        false
    }

    fn depends_on_time(&self) -> bool {
        true
    }
}

/// The order of events in a search whose tables take time to prepare.
fn events(limits: &Limits) -> Vec<&'static str> {
    let (sender, events) = mpsc::channel();
    let alpha_beta: Zola4Search = AlphaBeta::new(Default::default(), 1).unwrap();
    alpha_beta.set_tablebases(Some(Arc::new(Preparing(sender.clone()))));
    let mut observer = |_| sender.send("report").unwrap();
    let (settings, token) = (Settings::default(), StopToken::default());
    let game = GameInProgress::new(Zola4::start());
    alpha_beta.search(&game, limits, &settings, &token, Some(&mut observer)).unwrap();
    events.try_iter().collect()
}

/// The search does not wait for tables: they are prepared once, after the first report, and only in
/// a search with a clock that leaves enough time.
#[test]
fn the_first_report_comes_before_tables_are_prepared() {
    let timed = |millis, depth| Limits {
        move_time: Some(Duration::from_millis(millis)),
        depth: Some(depth),
        ..Limits::default()
    };
    assert_eq!(events(&timed(60_000, 3)), ["report", "prepare", "report", "report", "report"]);
    assert_eq!(events(&timed(60, 1)), ["report"; 2]);
    for limits in [nodes(1_000), Limits { depth: Some(3), ..Limits::default() }] {
        assert!(!events(&limits).contains(&"prepare"), "{limits:?}");
    }
    let mate = Limits { mate: Some(2), ..Limits::default() };
    assert!(!events(&mate).contains(&"prepare"));
}

/// A source whose values depend on time, except those of its snapshot.
struct Growing(Arc<Known>);

impl Probe<Zola4> for Growing {
    fn value(&self, _: &Zola4) -> Option<TableValue> {
        None
    }

    fn most_pieces(&self) -> u32 {
        0
    }
}

impl Endgames<Zola4> for Growing {
    fn depends_on_time(&self) -> bool {
        true
    }

    fn snapshot(
        &self,
        _: &Zola4,
        is_stopped: &dyn Fn() -> bool,
    ) -> Option<Arc<dyn Endgames<Zola4>>> {
        assert!(!is_stopped());
        Some(Arc::clone(&self.0) as _)
    }
}

/// With a clock a search uses the values as they come; otherwise, unless it plays at limited
/// strength, those of the snapshot.
#[test]
fn a_search_without_a_clock_uses_the_snapshot() {
    let alpha_beta: Zola4Search = AlphaBeta::new(Default::default(), 1).unwrap();
    let known = Arc::new(Known { most: 8, ..Known::default() });
    alpha_beta.set_tablebases(Some(Arc::new(Growing(known))));
    let position = &positions(1, 6, 9)[0];
    let depth = Limits { depth: Some(3), ..Limits::default() };
    for limits in [nodes(1_000), depth.clone(), Limits { mate: Some(3), ..Limits::default() }] {
        let report = search(&alpha_beta, position, &limits, &Settings::default());
        assert!(report.tbhits > 0, "{limits:?}");
    }
    let timed = Limits { move_time: Some(Duration::from_secs(60)), ..depth.clone() };
    assert_eq!(search(&alpha_beta, position, &timed, &Settings::default()).tbhits, 0);
    let weak =
        Settings { strength: Some(zugi::search::Strength::from_elo(800)), ..Settings::default() };
    assert_eq!(search(&alpha_beta, position, &depth, &weak).tbhits, 0);
}

/// With limited strength exact values are not used.
#[test]
fn limited_strength_uses_no_exact_values() {
    let player = player(Known { most: 16, ..Known::default() });
    let weak =
        Settings { strength: Some(zugi::search::Strength::from_elo(800)), ..Settings::default() };
    let report = search(&player, &Zola4::start(), &nodes(100), &weak);
    assert_eq!(report.tbhits, 0);
    assert!(matches!(report.score, Score::Centipawns(_)));
    player.set_tablebases(None);
    let report = search(&player, &Zola4::start(), &nodes(100), &Settings::default());
    assert_eq!(report.tbhits, 0);
}

/// Whether this player can win within this many plies, by brute force.
fn wins_within(position: &Zola4, player: Player, plies: u32) -> bool {
    if let Some(outcome) = position.outcome() {
        return outcome == Outcome::Win(player);
    }
    let mut after = position.moves().into_iter().map(|mv| position.after(mv));
    plies > 0
        && if position.to_move() == player {
            after.any(|next| wins_within(&next, player, plies - 1))
        } else {
            after.all(|next| wins_within(&next, player, plies - 1))
        }
}

/// `go mate` finds each win within its plies, even through positions with exact values, and ends at
/// once if there is none.
#[test]
fn mate_searches_find_wins_beside_exact_values() {
    const PLIES: u32 = 5;
    let judge = Known::default();
    let limits = Limits { mate: Some(PLIES), ..Limits::default() };
    // Roots with exact values: wins within the plies, longer wins, and losses.
    let mut seen = [0; 3];
    for (most, proves, checkers) in [(6, false, 6), (6, false, 8), (5, true, 7)] {
        let player = player(Known { most, proves, ..Known::default() });
        let roots = positions(20, checkers, 5);
        // The same from the other side in the next position, with the same table.
        let replies = roots.iter().map(|root| root.after(root.moves()[0]));
        let replies: Vec<_> = replies.filter(|next| next.outcome().is_none()).collect();
        for position in roots.iter().chain(&replies) {
            let text = position.text();
            let mover = position.to_move();
            let report = search(&player, position, &limits, &Settings::default());
            let soon = wins_within(position, mover, PLIES);
            let within = matches!(report.score, Score::Win(plies) if plies <= PLIES);
            assert_eq!(within, soon, "{text}: {:?}", report.score);
            let wins = judge.solve(position) == mover;
            let is_known = self::checkers(position) <= most;
            if is_known {
                assert_eq!(report.score.is_win(), Some(wins), "{text}");
                assert!(wins || report.depth == 1, "{text}: {}", report.depth);
            }
            if wins && (is_known || soon || report.score.is_win() == Some(true)) {
                assert_eq!(judge.solve(&position.after(report.pv[0].typed())), mover, "{text}");
            }
            assert!(report.score.is_win().is_none_or(|says| says == wins), "{text}");
            seen[if !wins { 2 } else { usize::from(!soon) }] += 1;
        }
    }
    assert!(seen.iter().all(|&count| count > 10), "{seen:?}");
}

/// A proof that there is no such win ends the search.
#[test]
fn a_proof_of_a_loss_ends_the_search_for_a_win() {
    let judge = Known::default();
    let proving = player(Known { proves: true, ..Known::default() });
    let plain = AlphaBeta::new(Default::default(), 1).unwrap();
    let limits = Limits { mate: Some(7), ..Limits::default() };
    let mut nodes = [0, 0];
    for position in positions(12, 12, 6) {
        if judge.solve(&position) == position.to_move() {
            continue;
        }
        for (player, nodes) in [&proving, &plain].into_iter().zip(&mut nodes) {
            player.clear_hash();
            let report = search(player, &position, &limits, &Settings::default());
            assert!(!matches!(report.score, Score::Win(_)), "{}", position.text());
            *nodes += report.nodes;
        }
    }
    assert!(nodes[1] > 0 && nodes[0] * 2 < nodes[1], "{nodes:?}");
}

/// Values that become available during a search do not affect what it has proven: a proven line
/// still ends the game after the announced number of plies.
#[test]
fn proven_lines_stay_complete_when_exact_values_arrive() {
    let settings = Settings { lines: 2, ..Settings::default() };
    let mut proven = 0;
    let mut rng = Rng::with_seed(8);
    for position in positions(400, 7, 7) {
        let unready = AtomicU32::new(rng.u32(10..6_000));
        let player = player(Known { most: 16, unready, ..Known::default() });
        let mut check = |event: SearchEvent| {
            let Some(report) = event.line() else { return };
            let Some(plies) = report.score.plies_to_end() else { return };
            let text = position.text();
            assert_eq!(report.pv.len(), plies as usize, "{text}: {:?}", report.score);
            let end = report.moves().fold(position.clone(), |at, mv| at.after(mv));
            let mover = position.to_move();
            let wins = matches!(report.score, Score::Win(_));
            let winner = if wins { mover } else { mover.opponent() };
            assert_eq!(end.outcome(), Some(Outcome::Win(winner)), "{text}");
            proven += 1;
        };
        let game = GameInProgress::new(position.clone());
        player.search(
            &game,
            &nodes(rng.u64(100..12_000)),
            &settings,
            &StopToken::default(),
            Some(&mut check),
        );
    }
    assert!(proven > 1_000, "{proven}");
}
