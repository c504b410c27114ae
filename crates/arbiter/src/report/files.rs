use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use zugi_game::Registry;
use zugi_records::GameRecord;

use super::super::journal::{JournalError, games_folder, path_of, write_whole};
use super::super::names::shown_game;
use super::MatchReport;
use super::games::{GAMES_A_FILE, content, file_of, name};
use super::html::{List, html};

/// Writes `PREFIX.html`, and the games into the folder `PREFIX-games`. Files of an earlier report
/// stay in the folder, but no page refers to them. Returns the path of the page.
///
/// # Errors
/// A file cannot be written, or `games` has an error.
pub fn write_page(
    prefix: &Path,
    report: &MatchReport,
    games: impl IntoIterator<Item = Result<GameRecord, JournalError>>,
    registry: &Registry,
) -> Result<PathBuf, JournalError> {
    let folder = games_folder(prefix);
    fs::create_dir_all(&folder).map_err(JournalError::file(&folder))?;
    let write = |file: usize, games: Vec<GameRecord>| {
        write_whole(&folder.join(name(file)), content(&games, registry))
    };
    let reference = reference(&folder);
    let mut list = List::new(report, &reference);
    let mut files: BTreeMap<usize, Vec<GameRecord>> = BTreeMap::new();
    for game in games {
        let game = shown_game(&game?);
        list.add(&game);
        let number = file_of(&game);
        let file = files.entry(number).or_default();
        file.push(game);
        // In a match each number comes once, so the file is complete.
        if report.has_strength && file.len() == GAMES_A_FILE {
            write(number, files.remove(&number).unwrap_or_default())?;
        }
    }
    files.into_iter().try_for_each(|(file, games)| write(file, games))?;
    // The page comes last, so that the files to which it refers exist.
    let page = path_of(prefix, "html");
    write_whole(&page, html(report, list))?;
    Ok(page)
}

/// The relative address of a folder beside the page.
fn reference(folder: &Path) -> String {
    let name = folder.file_name().unwrap_or_default().as_encoded_bytes();
    let encode = |&byte: &u8| match char::from(byte) {
        c if c.is_ascii_alphanumeric() || "-._~".contains(c) => c.to_string(),
        _ => format!("%{byte:02X}"),
    };
    // The dot shows that the address is relative.
    let name: String = name.iter().map(encode).collect();
    format!("./{name}")
}

#[cfg(test)]
mod tests {
    use super::super::sample::{names, tournament};
    use super::super::toy::registry;
    use super::*;

    #[test]
    fn a_shorter_report_replaces_a_longer_one() {
        let place = tempfile::tempdir().unwrap();
        let prefix = place.path().join("a#1 100%é");
        let games = tournament(&["a", "b"], 500);
        for count in [500, 10] {
            let games = &games[..count];
            let report = MatchReport::new(&names(&["a", "b"]), games, true, None);
            let page =
                write_page(&prefix, &report, games.iter().cloned().map(Ok), &registry()).unwrap();
            assert_eq!(page, place.path().join("a#1 100%é.html"));
            let page = fs::read_to_string(page).unwrap();
            assert!(page.contains("\"folder\":\"./a%231%20100%25%C3%A9-games\""));
            let folder = place.path().join("a#1 100%é-games");
            let first = fs::read_to_string(folder.join("0001.js")).unwrap();
            assert_eq!(first.matches("\"number\":").count(), count.min(200));
            let mut files: Vec<_> =
                fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name()).collect();
            files.sort();
            assert_eq!(files, ["0001.js", "0002.js", "0003.js"], "no half of a file is left");
        }
    }

    #[test]
    fn a_folder_that_cannot_be_made_is_named() {
        let place = tempfile::tempdir().unwrap();
        fs::write(place.path().join("m-games"), "").unwrap();
        let report = MatchReport::new(&[], [] as [&GameRecord; 0], true, None);
        let error = write_page(&place.path().join("m"), &report, [], &registry()).unwrap_err();
        assert!(error.to_string().contains("m-games"), "{error}");
    }
}
