use zugi::game::{AnyGame, Chances, Game, Outcome, Player, shown_text};

pub trait Position: Clone {
    /// The position of a text, or the start position, of the same game.
    fn set_up(&self, text: Option<&str>) -> Option<Self>;
    /// Plays a move if it is legal.
    fn play(&mut self, text: &str) -> Option<()>;
    /// Plays a legal move if there is one.
    fn play_any(&mut self) -> Option<()>;
    /// Whether a text is a legal move or a decision.
    fn allows(&self, text: &str) -> bool;
    /// A random move or decision; with `tells_outcome`, a random outcome of a decision if there is
    /// one.
    fn answer(&self, tells_outcome: bool, random: &mut fastrand::Rng) -> Option<String>;
    fn outcome(&self) -> Option<Outcome>;
    fn to_move(&self) -> Player;
    fn text(&self) -> String;
    /// The text of the position as the seat to move knows it.
    fn shown(&self) -> String {
        self.text()
    }
}

impl<G: Game> Position for G {
    fn set_up(&self, text: Option<&str>) -> Option<G> {
        text.map_or_else(|| Some(G::start()), |text| G::from_text(text).ok())
    }

    fn play(&mut self, text: &str) -> Option<()> {
        let mv = self.parse_move(text).ok().filter(|&mv| self.is_legal(mv))?;
        self.play_unchecked(mv);
        Some(())
    }

    fn play_any(&mut self) -> Option<()> {
        let mv = self.moves().first().copied()?;
        self.play_unchecked(mv);
        Some(())
    }

    fn allows(&self, text: &str) -> bool {
        self.parse_move(text).is_ok_and(|mv| self.is_legal(mv))
    }

    fn answer(&self, _: bool, random: &mut fastrand::Rng) -> Option<String> {
        random.choice(self.moves()).map(|mv| self.move_text(mv))
    }

    fn outcome(&self) -> Option<Outcome> {
        Game::outcome(self)
    }

    fn to_move(&self) -> Player {
        Game::to_move(self)
    }

    fn text(&self) -> String {
        Game::text(self)
    }
}

/// A position of any game, with chance or without.
pub struct Erased(pub Box<dyn AnyGame>);

impl Clone for Erased {
    fn clone(&self) -> Erased {
        Erased(self.0.boxed_clone())
    }
}

impl Position for Erased {
    fn set_up(&self, text: Option<&str>) -> Option<Erased> {
        let mut game = self.0.boxed_clone();
        game.set_up(text.into(), &[]).ok()?;
        Some(Erased(game))
    }

    fn play(&mut self, text: &str) -> Option<()> {
        self.0.play_text(text).ok().map(drop)
    }

    fn play_any(&mut self) -> Option<()> {
        let mv = self.0.move_texts().into_iter().next()?;
        self.play(&mv)
    }

    fn allows(&self, text: &str) -> bool {
        let chances = self.0.capability::<dyn Chances>().ok();
        let decides = chances.and_then(|chances| chances.find_decision(self.0.as_ref(), text));
        self.0.legal_move(text).is_ok() || decides.is_some()
    }

    fn answer(&self, tells_outcome: bool, random: &mut fastrand::Rng) -> Option<String> {
        let game = self.0.as_ref();
        let chances = game.capability::<dyn Chances>().ok();
        let moves = game.moves().into_iter().map(|(text, mv)| {
            let decision = chances.and_then(|chances| chances.decision(game, mv));
            (decision.map_or_else(|| text.clone(), |(decision, _)| decision), text)
        });
        let moves: Vec<(String, String)> = moves.collect();
        let mut outcomes: Vec<&String> = moves
            .iter()
            .filter(|(decision, text)| decision != text)
            .map(|(_, text)| text)
            .collect();
        let mut decisions: Vec<&String> = moves.iter().map(|(decision, _)| decision).collect();
        decisions.sort();
        decisions.dedup();
        outcomes.retain(|_| tells_outcome);
        random.choice(if outcomes.is_empty() { decisions } else { outcomes }).cloned()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.0.outcome()
    }

    fn to_move(&self) -> Player {
        self.0.to_move()
    }

    fn text(&self) -> String {
        self.0.text()
    }

    fn shown(&self) -> String {
        shown_text(self.0.as_ref())
    }
}
