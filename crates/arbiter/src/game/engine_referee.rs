//! The engines as referees, for a game whose rules only they have. A mover that refuses its own
//! move loses; if the engines contradict each other, the game does not count.

use zugi_game::Player;
use zugi_protocol::{Query, quote};
use zugi_records::{End, Reason};

use super::{Ending, Playing, side};

impl Playing<'_> {
    /// Asks the engines that answer `query islegal` about a move before it is played, the mover
    /// first.
    pub(super) fn check_move(&mut self, mover: Player, mv: &str) -> Result<(), Ending> {
        let question = Query::IsLegal(mv.to_owned());
        for player in [mover, mover.opponent()] {
            if !side(&mut self.clients, player).capabilities.is_legal {
                continue;
            }
            let answer = self.ask(player, |client| client.try_query(&question))?;
            if answer.as_deref() == Some("false") {
                let why = format!("query {question}: false");
                return Err(self.denied(player, Some(mover), mv, &why));
            }
        }
        Ok(())
    }

    /// Checks that both engines accepted the position, and that it has changed.
    pub(super) fn hear_about_position(&mut self) -> Result<(), Ending> {
        let mover = self.mover;
        let last = self.so_far.moves.last().map_or_else(String::new, |mv| mv.text.clone());
        let first = mover.unwrap_or(Player::One);
        for player in [first, first.opponent()] {
            let client = side(&mut self.clients, player);
            let (refused, has_fen) = (client.take_errors(), client.capabilities.fen);
            if let Some(why) = refused.first() {
                return Err(self.denied(player, mover, &last, why));
            }
            if !has_fen {
                continue;
            }
            let fen = self.ask(player, |client| client.try_query(&Query::Fen))?;
            let before = std::mem::replace(side(&mut self.fens, player), fen.clone());
            if let (Some(fen), Some(_)) = (fen, mover)
                && before.as_ref() == Some(&fen)
            {
                let why = format!("query fen: {} as before", quote(&fen));
                return Err(self.denied(player, mover, &last, &why));
            }
        }
        Ok(())
    }

    /// The ending if an engine refuses a move or, without a mover, the opening.
    fn denied(&mut self, by: Player, mover: Option<Player>, mv: &str, why: &str) -> Ending {
        let by_name = side(&mut self.clients, by).name().to_owned();
        let Some(mover) = mover else {
            let detail = format!("{by_name}: the opening: {why}");
            return Ending::new(End::None, Reason::Disagreement, detail);
        };
        let name = side(&mut self.clients, mover).name();
        if by == mover {
            let detail = format!("{name}: {}, and by its own word: {why}", quote(mv));
            return Ending::new(End::won_by(mover.opponent()), Reason::IllegalMove, detail);
        }
        let detail = format!("{name}: {}, but {by_name}: {why}", quote(mv));
        Ending::new(End::None, Reason::Disagreement, detail)
    }
}
