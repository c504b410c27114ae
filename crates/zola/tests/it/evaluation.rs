//! Zola's interface to the search: hints, quiescence, evaluation and nets.

use zugi_game::{Game, GameInProgress};
use zugi_search::eval::HasEvaluator;
use zugi_search::eval::net::{Learnable, Net, NetFile, NetInputs};
use zugi_search::{AlphaBeta, Evaluator, Limits, Score, Search, SearchEvent};
use zugi_search::{Searchable, Settings, StopToken};
use zugi_zola::{Zola4, Zola6, Zola10};

fn ending() -> Zola6 {
    Zola6::from_text("6/6/1br3/6/6/6 b").unwrap()
}

#[test]
fn captures_come_first_and_may_be_left_alone() {
    let position = ending();
    let mv = |text| position.parse_move(text).unwrap();
    let mut hints = Vec::new();
    position.score_moves(&position.context(), &mut |mv, hint| hints.push((hint, mv)));
    assert_eq!(hints.into_iter().max().map(|(_, best)| best), Some(mv("b4c4")));
    assert!(position.is_tactical(mv("b4c4")) && !position.is_tactical(mv("b4a4")));
    for position in [position, Zola6::start()] {
        assert!(!position.must_capture(&position.context()));
    }
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
fn more_checkers_are_better_and_the_start_is_about_even() {
    let standard = <Zola6 as HasEvaluator>::Evaluator::default();
    let texts = ["6/6/2rr2/2b3/6/6 r", "6/6/2rr2/2b3/6/6 b"];
    let [ahead, behind] = texts.map(|text| Zola6::from_text(text).unwrap());
    assert!(standard.evaluate(&ahead, &ahead.context()) > 0);
    assert!(standard.value(&behind) < 0);
    assert!(standard.value(&Zola6::start()).abs() < 100);
}

#[test]
fn nets_see_all_checkers_in_all_symmetries() {
    let corners: Vec<u8> = (0..8).map(|symmetry| Zola6::image(symmetry, 0)).collect();
    assert!([0, 5, 30, 35].iter().all(|corner| corners.contains(corner)), "{corners:?}");
    assert!(corners.iter().all(|corner| [0, 5, 30, 35].contains(corner)), "{corners:?}");
    assert_eq!(NetInputs::of(&Zola6::start()).pieces().len(), 36);
    let single = Zola6::from_text("6/6/3b2/6/6/r5 r").unwrap();
    let inputs = NetInputs::of(&single);
    assert_eq!(inputs.pieces().iter().map(|piece| piece % 36).collect::<Vec<_>>(), [0, 21]);
}

#[test]
fn a_net_belongs_to_a_board() {
    let even = NetFile::zero(Zola6::NAME, Zola6::SHAPE, 8);
    assert_eq!(Net::<Zola6>::new(&even).unwrap().value(&Zola6::start()), 0);
    assert!(Net::<Zola4>::new(&even).is_err());
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
