//! Programs that were replaced during a match. The record of a game names a program only if this
//! program differs from the one in the first line of the match's record.

use zugi_client::process::ProgramFile;
use zugi_records::GameRecord;

/// The checksum of a program, if it and that in the record's first line are known and differ.
pub(super) fn replaced(
    recorded: Option<&ProgramFile>,
    now: Option<&ProgramFile>,
) -> Option<String> {
    let sha256 = now.and_then(ProgramFile::sha256)?;
    (recorded.and_then(ProgramFile::sha256)? != sha256).then(|| sha256.to_owned())
}

/// Adapts a game to another record: `from` has the programs in the first line of its old record,
/// `to` those in the first line of the new one. Both are in the order of `names`.
pub(super) fn move_to_record(
    game: &mut GameRecord,
    names: &[&str],
    from: &[Option<ProgramFile>],
    to: &[Option<ProgramFile>],
) {
    for (program, player) in game.programs.iter_mut().zip(&game.players) {
        let engine = names.iter().position(|name| name == player);
        let named = |files: &[Option<ProgramFile>]| {
            Some(files.get(engine?)?.as_ref()?.sha256()?.to_owned())
        };
        let played = program.take().or_else(|| named(from));
        *program = played.filter(|played| named(to).as_ref() != Some(played));
    }
}

#[cfg(test)]
mod tests {
    use zugi_client::process::Content;

    use super::*;

    fn file(sha256: &str) -> Option<ProgramFile> {
        let content = Some(Content { size: 1, sha256: sha256.to_owned() });
        Some(ProgramFile { path: "/engine".into(), content })
    }

    fn programs(texts: [&str; 2]) -> [Option<String>; 2] {
        texts.map(|text| (!text.is_empty()).then(|| text.to_owned()))
    }

    #[test]
    fn a_game_names_each_program_that_the_first_line_does_not() {
        let unread = Some(ProgramFile { path: "/engine".into(), content: None });
        for (recorded, now, expected) in [
            (file("a1"), file("a1"), None),
            (file("a1"), file("a2"), Some("a2".to_owned())),
            (unread.clone(), file("a2"), None),
            (file("a1"), unread, None),
            (None, file("a2"), None),
        ] {
            assert_eq!(replaced(recorded.as_ref(), now.as_ref()), expected);
        }
        // The first line of the merged record names a1 and b1, in the order of the engines.
        for (from, played, moved) in [
            (["a1", "b1"], ["", ""], ["", ""]),
            (["a1", "b2"], ["", ""], ["b2", ""]),
            (["a2", "b1"], ["", "a1"], ["", ""]),
            (["a2", "b1"], ["b3", ""], ["b3", "a2"]),
        ] {
            let players = ["b", "a"].map(str::to_owned);
            let mut game = GameRecord { players, programs: programs(played), ..Default::default() };
            move_to_record(&mut game, &["a", "b"], &from.map(file), &["a1", "b1"].map(file));
            assert_eq!(game.programs, programs(moved), "{from:?} {played:?}");
        }
    }
}
