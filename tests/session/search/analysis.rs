//! The search against brute force, and its guarantees: exact distances, complete variations,
//! reproducible results, prompt stops.

use std::collections::HashMap;
use std::sync::mpsc::channel;
use std::thread;
use std::time::Duration;

use fastrand::Rng;
use zugi::game::{Game, GameInProgress, Outcome, RawMove, conformance};
use zugi::games::zola::{Zola4, Zola6, Zola8, Zola10};
use zugi::games::zvp::Zvp;
use zugi::search::eval::HasEvaluator;
use zugi::search::{
    AlphaBeta, Limits, MAX_PLY, Observer, PvInfo, Score, Search, SearchEvent, Settings, StopToken,
    Strength, WIN,
};

/// Guards against an endless search.
const DEADLINE: Duration = Duration::from_secs(120);

fn depth(depth: u32) -> Limits {
    Limits { depth: Some(depth), ..Limits::default() }
}

fn alpha_beta<G: HasEvaluator>(mib: u64) -> AlphaBeta<G, G::Evaluator> {
    AlphaBeta::new(G::Evaluator::default(), mib).unwrap()
}

/// Searches a position without history.
fn search<G: HasEvaluator>(
    alpha_beta: &AlphaBeta<G, G::Evaluator>,
    position: &G,
    limits: &Limits,
    settings: &Settings,
    observer: Option<Observer<'_>>,
) -> Option<PvInfo> {
    let game = GameInProgress::new(position.clone());
    alpha_beta.search(&game, limits, settings, &StopToken::default(), observer)
}

/// A search with a new hash table.
fn fresh<G: HasEvaluator>(position: &G, limits: &Limits) -> PvInfo {
    search(&alpha_beta(4), position, limits, &Settings::default(), None).unwrap()
}

fn reports<G: HasEvaluator>(position: &G, limits: &Limits, settings: &Settings) -> Vec<PvInfo> {
    let mut all = Vec::new();
    let mut observer = |event: SearchEvent| all.extend(event.line());
    search(&alpha_beta(4), position, limits, settings, Some(&mut observer));
    all
}

/// The value by brute force: `WIN - n` for a win after `n` plies, and so on.
fn brute_force<G: Game>(position: &G, known: &mut HashMap<G, i32>) -> i32 {
    if let Some(outcome) = position.outcome() {
        return if outcome == Outcome::Win(position.to_move()) { WIN } else { -WIN };
    }
    if let Some(&value) = known.get(position) {
        return value;
    }
    let value_of = |mv| {
        let child = position.after(mv);
        let value = brute_force(&child, known);
        let value = if child.to_move() == position.to_move() { value } else { -value };
        value - value.signum()
    };
    let value = position.moves().into_iter().map(value_of).max().unwrap();
    known.insert(position.clone(), value);
    value
}

/// Late positions of random games.
fn endings<G: Game>(count: usize, plies_from_end: usize, seed: u64) -> Vec<G> {
    let mut rng = Rng::with_seed(seed);
    let ending = |_| {
        let game = conformance::random_game(&G::start(), &mut rng);
        game[game.len().saturating_sub(1 + rng.usize(1..=plies_from_end))].clone()
    };
    (0..count).map(ending).collect()
}

#[test]
fn proven_distances_agree_with_brute_force() {
    let mut known = HashMap::new();
    let mut longest = 0;
    for position in endings::<Zola4>(100, 12, 1) {
        let expected = brute_force(&position, &mut known);
        let plies = WIN.abs_diff(expected.abs());
        longest = longest.max(plies);
        let report = fresh(&position, &depth(MAX_PLY as u32));
        assert_eq!(report.score, Score::from_value(expected), "{}", position.text());
    }
    assert!(longest >= 10, "the endings are too easy: at most {longest} plies");
}

/// All searches share one table: stored distances must not depend on where in the tree they were
/// found.
#[test]
fn a_used_table_does_not_change_proven_distances() {
    let mut known = HashMap::new();
    let alpha_beta = alpha_beta(1);
    for position in endings::<Zola4>(300, 12, 2) {
        let expected = brute_force(&position, &mut known);
        let (limits, settings) = (depth(MAX_PLY as u32), Settings::default());
        let report = search(&alpha_beta, &position, &limits, &settings, None);
        assert_eq!(report.unwrap().score, Score::from_value(expected), "{}", position.text());
    }
}

#[test]
fn forced_passes_are_searched_with_the_right_sign() {
    let mut known = HashMap::new();
    let mut passes = 0;
    for position in endings::<Zola4>(4_000, 12, 3) {
        let moves = position.moves();
        if moves.len() == 1 && position.move_text(moves[0]) == "0000" {
            passes += 1;
            let expected = brute_force(&position, &mut known);
            let report = fresh(&position, &depth(MAX_PLY as u32));
            assert_eq!(report.score, Score::from_value(expected), "{}", position.text());
        }
    }
    assert!(passes > 100, "only {passes} passes");
}

#[test]
fn a_forced_move_is_searched_in_an_analysis_with_a_time_limit() {
    let position = Zvp::from_text("5b2/8/8/4w3/3W4/4b3/8/6B1 w 8").unwrap();
    assert_eq!(position.moves().len(), 1);
    let limits = Limits { move_time: Some(DEADLINE), nodes: Some(400), ..Limits::default() };
    let depth = |is_analysis| {
        let settings = Settings { is_analysis, ..Settings::default() };
        search(&alpha_beta(4), &position, &limits, &settings, None).unwrap().depth
    };
    assert_eq!(depth(false), 1);
    assert!(depth(true) > 4);
}

fn check_variation<G: HasEvaluator>(position: &G, report: &PvInfo) {
    let text = position.text();
    let mut end = position.clone();
    for mv in report.moves() {
        assert!(end.play(mv).is_ok(), "{} in {text}", end.move_text(mv));
    }
    assert!(!report.pv.is_empty());
    if let Some(plies) = report.score.plies_to_end() {
        assert_eq!(report.pv.len(), plies as usize, "{:?} in {text}", report.score);
        assert!(end.outcome().is_some());
    }
}

/// Checks the variations of late positions; returns how many are proven.
fn check_variations<G: HasEvaluator>(limits: &Limits) -> usize {
    let mut proven = 0;
    for position in endings::<G>(60, 30, 4) {
        for report in reports(&position, limits, &Settings::default()) {
            check_variation(&position, &report);
            proven += usize::from(report.score.plies_to_end().is_some());
        }
    }
    proven
}

#[test]
fn variations_are_legal_and_proven_ones_end_with_the_game() {
    let (zola, zvp) = (check_variations::<Zola6>(&depth(7)), check_variations::<Zvp>(&depth(5)));
    assert!(zola > 20 && zvp > 10, "only {zola} and {zvp} proven scores");
}

#[test]
fn several_lines_are_the_best_moves_in_order() {
    let start = Zola6::start();
    let settings = Settings { lines: 4, ..Settings::default() };
    let all = reports(&start, &depth(3), &settings);
    assert_eq!(all.len(), 3 * 4 + 1);
    let (last, lines) = (&all[all.len() - 1], &all[all.len() - 5..all.len() - 1]);
    assert_eq!((last.line, &last.pv, last.score), (1, &lines[0].pv, lines[0].score));
    let mut scores = Vec::new();
    for mv in start.moves() {
        let only = Limits { search_moves: vec![RawMove::of(mv)], ..depth(3) };
        scores.push(fresh(&start, &only).score);
    }
    scores.sort_by_key(|score| -score.value());
    let found: Vec<Score> = lines.iter().map(|report| report.score).collect();
    assert_eq!(found, scores[..4]);
    let mut firsts: Vec<u32> = lines.iter().map(|report| report.pv[0].0).collect();
    firsts.dedup();
    assert_eq!(firsts.len(), 4);
}

/// In MultiPV a later line may turn out better than an earlier one.
#[test]
fn lines_are_reported_in_the_order_of_their_scores() {
    let settings = Settings { lines: 3, ..Settings::default() };
    for plies in 0..6 {
        let position = (0..plies).fold(Zola6::start(), |position, ply| {
            let mv = position.moves()[ply];
            position.after(mv)
        });
        let all = reports(&position, &depth(7), &settings);
        for lines in all.chunk_by(|one, two| one.line < two.line) {
            let ranks: Vec<i32> = lines.iter().map(|report| report.score.value()).collect();
            assert!(ranks.is_sorted_by(|one, two| one >= two), "{plies} plies: {lines:?}");
        }
    }
}

fn check_reproducible<G: HasEvaluator>() {
    let start = G::start();
    let timed = Limits { move_time: Some(Duration::from_millis(60)), ..Limits::default() };
    let first = fresh(&start, &timed);
    let counted = Limits { nodes: Some(first.nodes), ..Limits::default() };
    let second = fresh(&start, &counted);
    assert_eq!(
        (first.nodes, first.score, &first.pv, first.depth),
        (second.nodes, second.score, &second.pv, second.depth)
    );
}

#[test]
fn a_search_by_time_is_repeated_by_its_node_count() {
    for _ in 0..3 {
        check_reproducible::<Zola6>();
        check_reproducible::<Zola8>();
        check_reproducible::<Zola10>();
    }
}

#[test]
fn even_the_tightest_limits_give_a_legal_move() {
    let start = Zola10::start();
    let stopped = StopToken::default();
    stopped.stop();
    let (alpha_beta, game) = (alpha_beta(1), GameInProgress::new(start.clone()));
    let nothing = Limits { nodes: Some(0), move_time: Some(Duration::ZERO), ..depth(0) };
    for (limits, token) in [(&nothing, &StopToken::default()), (&Limits::default(), &stopped)] {
        let report = alpha_beta.search(&game, limits, &Settings::default(), token, None).unwrap();
        assert!(start.is_legal(report.pv[0].typed()));
        assert_eq!(report.depth, 1);
    }
}

fn nodes_of_depth_1<G: HasEvaluator>(text: &str) -> u64 {
    fresh(&G::from_text(text).unwrap(), &depth(1)).nodes
}

/// Depth 1 is never aborted, so it must be quick, even where many checkers attack the same squares.
#[test]
fn exchanges_on_crowded_boards_do_not_explode() {
    let ten =
        "br7r/1r2rrb3/1rbr1bbbb1/bbrbb1rb2/brbrbrbbbb/1rrrrbr1b1/2r1brbrb1/2rrrrrb2/1r4r2b/10 b -";
    let eight = "3bbrbr/1brbrbrb/1rbrbrbr/2rbrbb1/1rrrbrbr/3brbrb/1brrr1b1/4rbb1 r -";
    assert!(nodes_of_depth_1::<Zola10>(ten) < 2_000);
    assert!(nodes_of_depth_1::<Zola8>(eight) < 1_000);
}

#[test]
fn several_threads_agree_on_proven_results_and_stop_together() {
    let settings = Settings { threads: 3, ..Settings::default() };
    let several = alpha_beta(4);
    let mut known = HashMap::new();
    for position in endings::<Zola4>(40, 10, 5) {
        let expected = Score::from_value(brute_force(&position, &mut known));
        let report = search(&several, &position, &depth(100), &settings, None).unwrap();
        assert_eq!(report.score, expected, "{}", position.text());
    }
    let limits = Limits { move_time: Some(Duration::from_millis(50)), ..Limits::default() };
    let (sender, done) = channel();
    let timed = move || {
        let report = search(&alpha_beta(4), &Zola8::start(), &limits, &settings, None);
        sender.send(report.is_some())
    };
    thread::spawn(timed);
    assert_eq!(done.recv_timeout(DEADLINE), Ok(true), "some thread searches on");
}

/// The winner of a game between two ratings from here; the first one moves first.
fn winner<G: HasEvaluator>(start: &G, ratings: [u32; 2]) -> Option<u32> {
    let mut position = start.clone();
    let alpha_beta = alpha_beta(1);
    loop {
        match position.outcome() {
            Some(Outcome::Win(player)) => return Some(ratings[player.index()]),
            Some(Outcome::Draw) => return None,
            None => {}
        }
        let strength = Some(Strength::from_elo(ratings[position.to_move().index()]));
        let settings = Settings { strength, ..Settings::default() };
        let report = search(&alpha_beta, &position, &Limits::default(), &settings, None);
        position.play_unchecked(report.unwrap().pv[0].typed());
    }
}

#[test]
fn a_higher_rating_wins_against_a_lower_one() {
    for ratings in [[600, 1400], [1400, 600], [1000, 1800], [1800, 1000]] {
        let start = Zola6::start();
        let wins = start.moves().into_iter().step_by(6);
        let wins =
            wins.filter(|&mv| winner(&start.after(mv), ratings) == ratings.into_iter().max());
        assert!(wins.count() >= 5, "{ratings:?}");
    }
}
