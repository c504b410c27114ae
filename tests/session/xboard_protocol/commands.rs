//! The features, and the answers that XBoard misreads. `transcripts` has the commands.

use zugi::engine::Engine;
use zugi::protocol::Dialect;

use super::Board;
use crate::support::Client;
use crate::transcripts;

/// Words in an `Illegal move` reply that make XBoard 4.9.1 ignore it, so that the move stays on its
/// board; the last ones have further effects.
const OVERLOOKED: [&str; 16] = [
    "name",
    "rating",
    "?",
    "result",
    "board",
    "bk",
    "computer",
    "variant",
    "hint",
    "random",
    "depth",
    "accepted",
    "protover",
    "draw",
    "analyze",
    "(no matching move)",
];

#[test]
fn protover_is_answered_by_the_features() {
    let mut board = Board::bare();
    let features = board.say("protover 2");
    assert_eq!(features.first().unwrap(), "feature done=0");
    assert_eq!(features.last().unwrap(), "feature done=1");
    let text = features.join(" ");
    for feature in "ping=1 setboard=1 playother=1 usermove=1 highlight=1 colors=0 sigint=0 \
                    sigterm=0 reuse=1 analyze=1 memory=1 smp=1 debug=1 nps=0 san=0"
        .split(' ')
    {
        assert!(text.contains(feature), "no {feature} in {text}");
    }
    let engine = Engine::new(&zugi::registry(), "zola-6").unwrap();
    for name in engine.declarations(Dialect::Ugi).map(|option| option.name) {
        let declared = text.contains(&format!("option=\"{name} -"));
        let is_command = ["UGI_Variant", "PieRule", "Seed"].contains(&name.as_str());
        assert_eq!(declared, !is_command, "{name}");
    }
    for option in ["Hash -spin 16 1 1048576", "Ponder -check 0", "Clear -button"] {
        assert!(text.contains(&format!("option=\"{option}\"")), "{option}");
    }
    assert_eq!(board.say("protover 3"), features);
    board.quit();
}

#[test]
fn the_variant_of_the_session_comes_first() {
    let mut client = Client::with_args(&["--variant", "zvp"]);
    client.send("xboard\nprotover 2\nnew\nlift a1");
    let lines = client.lines_until(|line| line.starts_with("highlight 8/"));
    let variants = lines.iter().find_map(|line| line.strip_prefix("feature variants=\""));
    assert!(variants.is_some_and(|names| names.starts_with("zvp,")), "{lines:?}");
    client.quit();
}

/// The transcripts have all reasons.
#[test]
fn xboard_sees_that_a_move_is_illegal() {
    let lines = transcripts::all_transcripts().into_iter().flatten().map(|(_, line)| line);
    let refusals: Vec<String> = lines.filter(|line| line.starts_with("Illegal move (")).collect();
    assert!(refusals.len() > 10, "{refusals:?}");
    for refusal in refusals {
        assert!(!OVERLOOKED.iter().any(|word| refusal.contains(word)), "{refusal}");
    }
}
