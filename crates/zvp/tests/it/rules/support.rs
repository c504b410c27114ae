use zugi_game::Game;
use zugi_zvp::Zvp;

pub fn zvp(text: &str) -> Zvp {
    Zvp::from_text(text).unwrap()
}

pub fn sorted_moves(position: &Zvp) -> Vec<String> {
    let mut moves: Vec<String> =
        position.moves().into_iter().map(|mv| position.move_text(mv)).collect();
    moves.sort();
    moves
}

/// Plays legal moves, which are separated by blanks.
pub fn play(position: &mut Zvp, moves: &str) {
    for text in moves.split(' ') {
        let mv = position.parse_move(text).unwrap();
        position.play(mv).unwrap_or_else(|_| panic!("{text} in {}", position.text()));
    }
}
