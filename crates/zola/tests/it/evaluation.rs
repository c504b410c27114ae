//! Zola's interface to the search: hints and quiescence.

use zugi_game::{Game, GameInProgress};
use zugi_search::eval::net::Net;
use zugi_search::{AlphaBeta, Limits, Score, Search, SearchEvent, Searchable, Settings, StopToken};
use zugi_zola::{Zola6, Zola10};

fn ending() -> Zola6 {
    Zola6::from_text("6/6/1br3/6/6/6 b").unwrap()
}

#[test]
fn captures_come_first() {
    let position = ending();
    let mv = |text| position.parse_move(text).unwrap();
    let mut hints = Vec::new();
    position.score_moves(&position.context(), &mut |mv, hint| hints.push((hint, mv)));
    assert_eq!(hints.into_iter().max().map(|(_, best)| best), Some(mv("b4c4")));
    assert!(position.is_tactical(mv("b4c4")) && !position.is_tactical(mv("b4a4")));
}

#[test]
fn a_capture_is_answered_before_the_position_is_judged() {
    let before = Zola6::from_text("6/1r4/1br3/6/6/6 b").unwrap();
    let capture = before.parse_move("b4c4").unwrap();
    let after = before.after(capture);
    let recapture = after.quiescence_move(&after.context(), capture);
    assert_eq!(recapture, after.parse_move("b5c4").ok());
}

#[test]
fn games_take_longer_from_the_start_and_on_larger_boards() {
    assert!(ending().moves_left() < Zola6::start().moves_left());
    assert!(Zola6::start().moves_left() < Zola10::start().moves_left());
}

#[test]
fn a_search_takes_the_last_checker_and_reports_each_depth() {
    let limits = Limits { depth: Some(3), ..Limits::default() };
    let (settings, token) = (Settings::default(), StopToken::default());
    let alpha_beta = AlphaBeta::new(Net::default(), 1).unwrap();
    let game = GameInProgress::new(ending());
    let best = alpha_beta.search(&game, &limits, &settings, &token, None).unwrap();
    assert_eq!(game.position().move_text(best.pv[0].typed()), "b4c4");
    assert_eq!(best.score, Score::Win(1));
    let mut depths = Vec::new();
    let mut observer = |event: SearchEvent| depths.extend(event.line().map(|line| line.depth));
    let game = GameInProgress::new(Zola6::start());
    alpha_beta.search(&game, &limits, &settings, &token, Some(&mut observer));
    assert_eq!(depths, [1, 2, 3, 3]);
}
