//! Images, actions, names and drawings of start positions.

use zugi_game::board::Square;
use zugi_game::{Game, Of, Player, Variant};
use zugi_show::{
    Action, Appearance, DrawingStyle, Presentation, draw, mover_name, player_name, scene_json,
};
use zugi_zola::{Zola4, Zola6};

#[test]
fn colours_and_the_board_give_sixteen_images() {
    assert_eq!(Zola6::start().images().len(), 16);
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
