//! Tests of the rules, the evaluation and the search of Breakthrough.

use breakthrough::Breakthrough;
use zugi_game::{Game, GameInProgress, Outcome, Player, conformance, perft};
use zugi_search::{
    AlphaBeta, Evaluator, Limits, Score, Search, Searchable, Settings, StaticEval, StopToken,
};

fn position(text: &str) -> Breakthrough {
    Breakthrough::from_text(text).unwrap()
}

#[test]
fn it_is_a_game_that_can_be_shown() {
    conformance::check::<Breakthrough>(40, 1);
    conformance::check_pack::<Breakthrough>(20, 1);
    zugi_show::conformance::check_presentation::<Breakthrough>(20, 1);
    zugi_show::conformance::check_sheet::<Breakthrough>(include_str!("../src/sheet.json"));
}

#[test]
fn a_net_sees_the_same_in_the_mirror() {
    let mut rng = fastrand::Rng::with_seed(1);
    let mut positions = conformance::random_game(&Breakthrough::start(), &mut rng);
    positions.retain(|position| position.outcome().is_none());
    positions.iter().take(9).for_each(|position| conformance::check_symmetries(position, 2));
    zugi_search::eval::net::testing::check(&positions);
}

/// The counts are those of `perft.py`, a second implementation of the rules.
#[test]
fn games_are_counted() {
    let counts = |text| [1, 2, 3, 4, 5].map(|depth| perft(&position(text), depth));
    assert_eq!(counts("bbbbbb/bbbbbb/6/6/wwwwww/wwwwww w"), [16, 256, 4_308, 71_478, 1_248_290]);
    assert_eq!(counts("2b3/1w1b2/b3w1/1b1w2/2w1b1/3w2 w"), [12, 100, 912, 7_129, 58_197]);
    assert_eq!(counts("6/1w4/3b2/2w3/4b1/w5 b"), [6, 21, 62, 182, 601]);
}

#[test]
fn games_end_at_the_far_rank_or_with_the_last_piece() {
    let [white, black] = Player::BOTH.map(|player| Some(Outcome::Win(player)));
    assert_eq!(position("1w4/6/6/6/b5/6 b").outcome(), white);
    assert_eq!(position("6/1w4/6/6/6/b5 w").outcome(), black);
    assert_eq!(position("6/6/1w4/6/6/6 b").outcome(), white);
    assert_eq!(position("6/w5/6/6/5b/6 w").outcome(), None);
    // The side to move has already won.
    assert!(Breakthrough::from_text("1w4/6/6/6/b5/6 w").is_err());
}

#[test]
fn illegal_moves_have_reasons() {
    let position = position("5b/6/3b2/3w2/2w3/6 w");
    let reason = |mv| position.why_illegal(position.parse_move(mv).unwrap()).unwrap_or_default();
    assert_eq!(reason("f6f5"), "no piece of yours is on f6");
    assert_eq!(reason("c2c4"), "c4 is not one step ahead of c2");
    assert_eq!(reason("c2d3"), "a piece of yours is on d3");
    assert_eq!(reason("d3d4"), "d4 is not empty, and captures are diagonal");
    assert_eq!(reason("d3c4"), "");
}

#[test]
fn pieces_are_worth_more_ahead_and_less_when_loose() {
    let value = |text: &str| StaticEval.value(&position(text));
    assert_eq!(value("bbbbbb/bbbbbb/6/2w3/ww1www/wwwwww w"), 105 - 100);
    // Both pieces can be captured; in the second position, White's is guarded.
    assert_eq!(value("6/6/6/2b3/1w4/6 b"), (125 - 30) - (100 - 30));
    assert_eq!(value("6/6/6/2b3/1w4/w5 w"), (100 + 110) - (125 - 30));
}

#[test]
fn before_a_position_is_judged_wins_and_captures_are_looked_at() {
    let answer = |text: &str, mv: &str| {
        let before = position(text);
        let mv = before.parse_move(mv).unwrap();
        let after = before.after(mv);
        let answer = after.quiescence_move(&after.context(), mv);
        answer.map(|mv| after.move_text(mv)).unwrap_or_default()
    };
    assert_eq!(answer("6/w5/3b2/6/2w1b1/3w2 b", "d4d3"), "a5a6");
    assert_eq!(answer("6/6/w2b2/6/2w1b1/3w2 b", "d4d3"), "d1e2");
    assert_eq!(answer("6/6/w2b2/6/2w3/3w2 b", "d4d3"), "c2d3");
    assert_eq!(answer("6/6/w2b2/6/3w2/3w2 b", "d4d3"), "");
}

#[test]
fn the_search_finds_the_quickest_win() {
    // Both sides have two steps to go, and White begins.
    let game = GameInProgress::new(position("6/6/1w4/4b1/6/w5 w"));
    let alpha_beta = AlphaBeta::new(StaticEval, 1).unwrap();
    let limits = Limits { depth: Some(6), ..Limits::default() };
    let (settings, token) = (Settings::default(), StopToken::default());
    let found = alpha_beta.search(&game, &limits, &settings, &token, None).unwrap();
    assert_eq!(found.score, Score::Win(3));
}
