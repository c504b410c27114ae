//! Start positions and their images, actions, names, drawings and reasons for illegal moves.

use zugi_game::board::Square;
use zugi_game::{Game, Of, Player, Variant, perft};
use zugi_show::{
    Action, Appearance, DrawingStyle, Presentation, draw, mover_name, player_name, scene_json,
};
use zugi_zola::{Zola4, Zola6, Zola8, Zola10};

#[test]
fn games_start_with_a_full_board() {
    assert_eq!(Zola4::start().text(), "brbr/rbrb/brbr/rbrb r -");
    let pie_start = Zola4::pie_start().map(|position| position.text());
    assert_eq!(pie_start.as_deref(), Some("brbr/rbrb/brbr/rbrb r p"));
    assert_eq!((Zola6::start().moves().len(), perft(&Zola6::start(), 3)), (36, 46_472));
    assert_eq!((Zola8::start().moves().len(), perft(&Zola8::start(), 3)), (64, 263_544));
    let start = Zola10::start();
    assert_eq!((start.count_moves(), start.count_replies()), (100, 10_000));
}

#[test]
fn nothing_recurs_and_no_plies_are_counted() {
    let start = Zola6::start();
    assert_eq!((start.reversible_plies(), start.plies_to_draw()), (0, None));
}

#[test]
fn colours_and_the_board_give_sixteen_images() {
    let start = Zola6::start();
    let next = start.after(start.moves()[0]);
    let images = next.images();
    assert_eq!(images.len(), 16);
    assert!(images.iter().all(|image| perft(image, 2) == perft(&next, 2)));
}

#[test]
fn a_capture_lifts_removes_and_puts() {
    let start = Zola4::start();
    let capture = start.actions(start.parse_move("a1b1").unwrap());
    let [a1, b1] = [0, 1].map(|square| Square::new(square).name(4));
    assert_eq!(capture, [Action::Lift(a1), Action::Remove(b1), Action::Put(b1)]);
}

#[test]
fn people_see_red_and_blue_checkers() {
    let board_spec = Zola4::board_spec();
    assert_eq!((board_spec.board.squares.len(), board_spec.kinds[0].name), (16, "red checker"));
    let start = Zola4::start();
    assert_eq!((start.piece(Square::new(1)), start.off_board_view()), (Some('b'), None));
    assert!(start.hand(Player::One).is_empty());
    let text = Zola4::text_of(&|square| (square.index() < 2).then_some('r'), Player::Two);
    assert_eq!(text, "4/4/4/rr2 b");

    let game = Variant::new::<Zola4>().with::<dyn Appearance>(Of::<Zola4>::new()).game();
    let drawing = draw(game.as_ref(), DrawingStyle::default());
    assert!(drawing.contains('●') && drawing.contains('○'), "{drawing}");
    assert_eq!(player_name(game.as_ref(), Player::One), "Red ●");
    assert_eq!(mover_name(game.as_ref()), "Red ●");
    let json = scene_json(game.as_ref()).unwrap();
    let begin = r#"{"variant":"zola-4","players":["Red","Blue"],"board":"#;
    assert!(json.starts_with(begin), "{json}");
    assert!(json.contains(r#""pieces":{"a1":"r","b1":"b","#), "{json}");
}

#[test]
fn an_own_checker_is_in_the_way() {
    let start = Zola4::start();
    let why_illegal = |text| start.why_illegal(start.parse_move(text).unwrap());
    assert_eq!(why_illegal("a1c1").as_deref(), Some("a checker of yours is on c1"));
    assert_eq!(why_illegal("a1b1"), None);
}
