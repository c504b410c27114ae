//! A game that continues from an interrupted match, and the file from which it can continue.

use zugi_records::GameRecord;

use super::{Ending, Playing, side};

impl Playing<'_> {
    /// Plays the recorded moves, with their clocks; the engines get them with the next position. An
    /// illegal move and all later ones are left out: the file was damaged, and the game continues
    /// from the last good move. Returns the ending if the last move ended the game by adjudication.
    pub(super) fn take_up(&mut self, begun: GameRecord) -> Option<Ending> {
        let mut early = None;
        for mv in begun.moves {
            let Some(mover) = mv.player else { break };
            if let Some(rules) = self.rules.as_deref_mut() {
                if rules.to_move() != mover || self.views.play(rules, &mv.text).is_err() {
                    break;
                }
            } else {
                self.views.tell(mv.text.clone());
            }
            side(&mut self.clocks, mover).take_up(mv.time, mv.clock);
            self.mover = Some(mover);
            self.so_far.time += mv.time;
            early = self.early_end(mover, &mv);
            self.so_far.moves.push(mv);
        }
        if !self.so_far.moves.is_empty() {
            self.so_far.started = begun.started;
            self.so_far.resumed = begun.resumed;
            self.so_far.resumed.push(self.so_far.moves.len());
            self.write_down();
        }
        early
    }

    /// Writes the last move to the file of the game, if it has one.
    pub(super) fn write_down(&mut self) {
        if let Some(log) = &mut self.log {
            log.add(&self.so_far);
        }
    }
}
