//! The report page in a headless browser: the list of games, and a replay by every control. The
//! expected texts come from the library's rules.
//!
//! Without Chromium the test passes with a message.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use serde_json::{Value, json};
use zugi::arbiter::openings::random_openings;
use zugi::arbiter::report::{MatchReport, write_page};
use zugi::arbiter::{End, GameRecord, MoveRecord, Reason};
use zugi::game::{AnyGame, Registry, Setup, seen_text};
use zugi::registry;
use zugi::show::{Appearance, BoardSpec, SeatPlace};

use crate::support::find;

const BROWSERS: &[&str] = &["chromium", "chromium-browser", "google-chrome"];

/// An engine name with an HTML injection.
const EVIL: &str = "<img src=x onerror=alarm()></script>&amp;";

/// The script that operates the page and records what it shows.
const DRIVER: &str = include_str!("driver.js");

/// Games of 2 to 8 plies on 4x4, every tenth with a fault: two files of games, three pages of the
/// list. The last one is a generic game, and the one before it has shuffles.
fn games(registry: &Registry) -> Vec<GameRecord> {
    let rules = registry.find("zola-4").unwrap();
    let openings = random_openings(rules, 10, 250, 1);
    assert_eq!(openings.len(), 250);
    let game = |(number, opening): (usize, &zugi::arbiter::openings::Opening)| {
        let plies = 2 + number % 7;
        let mv = |(ply, text): (usize, &String)| MoveRecord {
            text: text.clone(),
            time: Duration::from_millis(1500),
            clock: Some(Duration::from_secs(60)),
            score: if ply == 1 { "mate -4" } else { "cp 35" }.parse().ok(),
            depth: Some(3),
            nodes: Some(1000),
            ..MoveRecord::default()
        };
        let swapped = number % 2 == 0;
        let names = ["good".to_owned(), EVIL.to_owned()];
        GameRecord {
            number,
            variant: if number == 250 { "generic" } else { "zola-4" }.to_owned(),
            players: if swapped { [names[1].clone(), names[0].clone()] } else { names },
            fen: None,
            opening: opening.moves[..2].to_vec(),
            moves: opening.moves[2..2 + plies].iter().enumerate().map(mv).collect(),
            end: if number % 3 == 0 { End::P2win } else { End::P1win },
            reason: if number % 10 == 0 { Reason::Crash } else { Reason::Rules },
            detail: if number % 10 == 0 { EVIL.to_owned() } else { String::new() },
            time: Duration::from_millis(500),
            transcript: if number % 10 == 0 { vec![EVIL.to_owned()] } else { Vec::new() },
            ..GameRecord::default()
        }
    };
    let mut games: Vec<GameRecord> = (1..).zip(&openings).map(game).collect();
    let dealt = random_openings(registry.find("zoka").unwrap(), 0, 1, 1).remove(0);
    let game = &mut games[248];
    (game.variant, game.fen, game.opening) = ("zoka".to_owned(), dealt.fen, Vec::new());
    game.moves.iter_mut().for_each(|mv| mv.text = "t".to_owned());
    games
}

/// The page's text for an area of a seat.
fn place_in_words(place: &SeatPlace, board_spec: &BoardSpec) -> String {
    let name = |letter: &char| board_spec.kind(*letter).unwrap().name;
    let things: Vec<String> = if place.face_down {
        let all: u32 = place.pieces.values().sum();
        let kinds = place.pieces.iter().map(|(letter, many)| format!("{many} {}", name(letter)));
        let kinds: Vec<String> = kinds.collect();
        vec![format!("×{all} face down: {}", kinds.join(", "))]
    } else {
        let thing = |(letter, &many): (&char, &u32)| match many {
            1 => name(letter).to_owned(),
            many => format!("{} ×{many}", name(letter)),
        };
        place.pieces.iter().map(thing).collect()
    };
    let nothing = place.pieces.is_empty().then(|| "–".to_owned());
    format!("{}: {}", place.name, nothing.unwrap_or_else(|| things.join(", ")))
}

/// The names that the page gives to seats whose own names are single letters: their colours.
const SEAT_NAMES: [&str; 4] = ["Red", "Blue", "Green", "Yellow"];

/// The texts beside the board and the marks on it: the seat of player one, its points, the same for
/// player two, and the marks.
fn around_in_words(appearance: &dyn Appearance, position: &dyn AnyGame) -> Vec<String> {
    let off_board = appearance.picture(position).off_board.unwrap();
    let board_spec = appearance.board_spec();
    let mut lines = Vec::new();
    for ((seat, points), name) in off_board.seats.iter().zip(off_board.scores).zip(SEAT_NAMES) {
        let places = seat.places.iter().map(|place| place_in_words(place, &board_spec));
        let parts: Vec<String> = [name.to_owned()].into_iter().chain(places).collect();
        lines.push(parts.join("; "));
        lines.push(if points == 1 { "1 point".to_owned() } else { format!("{points} points") });
    }
    let signs = off_board.marks.iter().map(|mark| mark.sign.to_string().repeat(mark.squares.len()));
    lines.push(signs.collect());
    lines
}

/// For the game with shuffles: the texts beside the board at the start, after a move and at the
/// end, and the texts of all moves.
fn beside_and_told(registry: &Registry, game: &GameRecord) -> ([Vec<String>; 3], Vec<String>) {
    let rules = registry.find(&game.variant).unwrap();
    let appearance: &dyn Appearance = rules.capability().unwrap();
    let mut position = rules.game();
    position.set_up(Setup::Text(game.fen.as_ref().unwrap()), &[]).unwrap();
    let lines = |position: &dyn AnyGame| around_in_words(appearance, position);
    let (mut shown, mut texts) = (vec![lines(position.as_ref())], Vec::new());
    for mv in &game.moves {
        texts.push(seen_text(position.as_ref(), &mv.text));
        position.play_text(&mv.text).unwrap();
        shown.push(lines(position.as_ref()));
    }
    ([0, 1, game.moves.len()].map(|ply| shown[ply].clone()), texts)
}

/// The board's description for screen readers after this many plies.
fn board_in_words(registry: &Registry, game: &GameRecord, plies: usize) -> String {
    let rules = registry.find(&game.variant).unwrap();
    let appearance: &dyn Appearance = rules.capability().unwrap();
    let mut position = rules.game();
    let moves = game.opening.iter().chain(game.moves.iter().map(|mv| &mv.text));
    for text in moves.take(plies) {
        position.play_text(text).unwrap();
    }
    let (board_spec, scene) = (appearance.board_spec(), appearance.scene(position.as_ref()));
    let of_kind = |letter: char| {
        let on = |&(_, piece): &(usize, &Option<char>)| *piece == Some(letter);
        let squares = scene.pieces.iter().enumerate().filter(on);
        squares.map(|(square, _)| board_spec.board.name(square).to_string()).collect::<Vec<_>>()
    };
    let kinds = board_spec.kinds.iter().map(|kind| (kind.name, of_kind(kind.letter)));
    let kinds = kinds.filter(|(_, squares)| !squares.is_empty());
    let kinds: Vec<String> =
        kinds.map(|(name, squares)| format!("{name}: {}", squares.join(", "))).collect();
    format!("Board. {}", kinds.join("; "))
}

/// Loads a page and returns what the script has recorded.
fn drive(browser: &Path, folder: &Path, page: &Path) -> Value {
    let html = fs::read_to_string(page).unwrap();
    let driven = html.replace("</body>", &format!("<script>{DRIVER}</script></body>"));
    assert_ne!(html, driven);
    let driven_page = folder.join("driven.html");
    fs::write(&driven_page, driven).unwrap();
    let output = Command::new(browser)
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--dump-dom"])
        .args(["--virtual-time-budget=60000", "--window-size=1000,800"])
        .arg(format!("--user-data-dir={}", folder.join("browser").display()))
        .arg(format!("file://{}", driven_page.display()))
        .output()
        .unwrap();
    let dom = String::from_utf8_lossy(&output.stdout);
    let errors = String::from_utf8_lossy(&output.stderr);
    let seen = dom.split_once("<pre id=\"seen\">").and_then(|(_, rest)| rest.split_once("</pre>"));
    let (seen, _) = seen.unwrap_or_else(|| panic!("nothing seen: {dom}\n{errors}"));
    serde_json::from_str(seen).unwrap()
}

#[test]
fn games_are_listed_opened_and_gone_through() {
    let Some(browser) = BROWSERS.iter().find_map(|name| find(name)) else {
        eprintln!("skipped: no Chromium: apt-get install chromium");
        return;
    };
    let registry = registry();
    let games = games(&registry);
    let place = tempfile::tempdir().unwrap();
    let names = ["good".to_owned(), EVIL.to_owned()];
    let report = MatchReport::new(&names, &games, true, None);
    let games_of = games.iter().cloned().map(Ok);
    let page = write_page(&place.path().join("a report"), &report, games_of, &registry).unwrap();
    let seen = drive(&browser, place.path(), &page);

    assert_eq!((&seen["errors"], &seen["alarms"]), (&json!([]), &json!(0)), "{seen}");
    assert_eq!(seen["ranges"], json!(["1 to 100 of 250 games", "101 to 200 of 250 games"]));
    assert_eq!(seen["faults"], "1 to 25 of 25 games");
    let won = |name: &str| {
        let seat = |game: &GameRecord| usize::from(game.end == End::P2win);
        games.iter().filter(|game| game.players[seat(game)] == name).count()
    };
    assert_eq!(seen["won by evil"], format!("1 to 100 of {} games", won(EVIL)));
    let longest = games.iter().find(|game| game.moves.len() == 8).unwrap();
    assert_eq!(seen["longest"], longest.number.to_string());

    let game = &games[208];
    assert_eq!(seen["title"], format!("Game 209: good – {EVIL} 1–0"));
    let last = 2 + game.moves.len();
    let boards: Vec<String> = [2, 3, 2, 0, last, last, 1, last]
        .map(|plies| board_in_words(&registry, game, plies))
        .to_vec();
    // Opened, right, left, Home, End, right once more, the first move, the curve's end.
    assert_eq!(seen["boards"], json!(boards));
    assert_eq!(seen["pieces"], 16);
    assert_eq!(seen["scores"], json!(["", "", "+0.35", "+#4"]));
    let four = format!("4. Blue {}, +#4, depth 3, 1.50 s", game.moves[1].text);
    assert_eq!(seen["said"], four);
    assert_eq!(seen["near"], json!(["good Red, to move60.00 s", format!("{EVIL} Blue60.00 s")]));
    assert_eq!(seen["next"], "#g210");

    let (beside, texts) = beside_and_told(&registry, &games[248]);
    assert_eq!((&seen["dealt"], &seen["told"]), (&json!(beside), &json!(texts)));
    assert!(texts.iter().all(|mv| mv.len() == 2) && beside[0][0] != beside[2][0], "{texts:?}");
    assert_eq!(seen["nothing beside"], 0);

    let note = "No board: only the engines know the rules.";
    assert_eq!((&seen["note"], &seen["stage hidden"]), (&json!(note), &json!(true)));
    assert_eq!(seen["transcript"], EVIL);
    assert!(seen["missing"].as_str().unwrap().starts_with("Game 999 cannot be loaded"), "{seen}");
    assert_eq!(seen["closed"], true);
}
