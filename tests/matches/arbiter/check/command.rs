//! `zugi check` on the command line.

use std::collections::BTreeSet;
use std::process::Output;

use super::{ZUGI, at_once, bad_engine};

pub fn zugi(arguments: &[&str]) -> Output {
    crate::support::zugi().args(arguments).output().unwrap()
}

/// A check on a machine that may be slow.
fn patient(arguments: &[&str]) -> Output {
    zugi(&[&["check", "--timeout", "600000", "--limit", "3600"], arguments].concat())
}

fn text(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

#[test]
fn the_command_prints_each_step_and_has_exit_codes() {
    let bad = bad_engine();
    at_once(&[
        &|| {
            let good = patient(&["--option", "Hash=1", "--", ZUGI]);
            let shown = text(&good);
            assert_eq!(good.status.code(), Some(0), "{shown}");
            assert!(good.stderr.is_empty(), "{:?}", String::from_utf8_lossy(&good.stderr));
            assert!(shown.starts_with("✓ ugi is answered up to ugiok\n"), "{shown}");
            assert!(shown.contains(" 0 failed, "), "{shown}");
            for word in ["query has at most one response", "go is answered with one move"] {
                assert!(shown.contains(&format!("\n✓ each word after {word}\n")), "{shown}");
            }
            assert!(shown.ends_with(" 0 skipped: the engine complies\n"), "{shown}");
        },
        &|| {
            let warned = patient(&["--", &bad]);
            assert_eq!(warned.status.code(), Some(0), "{}", text(&warned));
        },
        &|| {
            let strict = patient(&["--strict", "--", &bad]);
            assert_eq!(strict.status.code(), Some(1));
        },
        &|| {
            let late = zugi(&["check", "--limit", "1", "--", &bad, "answers-late", "900"]);
            assert_eq!(late.status.code(), Some(3));
            // On a busy machine the time may end before the game is known; a line below the verdict
            // then says so.
            assert!(text(&late).contains(": inconclusive\n"), "{}", text(&late));
            let said = String::from_utf8(late.stderr).unwrap();
            let limit = said.contains("within 1 s") && said.contains("a longer --limit");
            assert!(limit, "{said}");
        },
        &|| {
            let silent =
                zugi(&["check", "--timeout", "1", "--limit", "3600", "--", &bad, "never-answers"]);
            assert_eq!(silent.status.code(), Some(3), "{}", text(&silent));
            assert!(text(&silent).contains("; --timeout MS waits longer)"), "{}", text(&silent));
            let said = String::from_utf8(silent.stderr).unwrap();
            assert!(said.contains("no answer within 1 ms: try again"), "{said}");
        },
        &|| {
            // The game is unknown here, so illegal moves cannot be detected.
            let illegal = patient(&[
                "--variant",
                "generic",
                "--",
                &bad,
                "--without",
                "islegal",
                "illegal-move",
            ]);
            let shown = text(&illegal);
            assert_eq!(illegal.status.code(), Some(0), "{shown}");
            assert!(
                shown.contains(": the engine complies as far as it could be judged\n"),
                "{shown}"
            );
            assert!(shown.contains("\nnot judged: whether its moves are legal"), "{shown}");
        },
        &|| {
            let unknown = patient(&["--option", "NoSuch=1", "--", ZUGI]);
            assert_eq!(unknown.status.code(), Some(1));
            let said = "there is no option \"NoSuch\": the engine has Hash";
            assert!(text(&unknown).contains(said), "{}", text(&unknown));
        },
    ]);
}

#[test]
fn the_command_says_what_is_wrong() {
    let bad = bad_engine();
    let missing = zugi(&["check", "--", "/no/such/program"]);
    assert_eq!((missing.status.code(), text(&missing)), (Some(2), String::new()));
    let said = String::from_utf8(missing.stderr).unwrap();
    assert!(said.starts_with("error: cannot start \"/no/such/program\": "), "{said}");
    assert_eq!(said.lines().count(), 1, "{said}");

    let json = patient(&["--json", "--", &bad, "exits-before-ugiok"]);
    assert_eq!(json.status.code(), Some(1));
    let value: serde_json::Value = serde_json::from_slice(&json.stdout).unwrap();
    assert_eq!((&value["verdict"], &value["failed"]), (&"fails".into(), &1.into()));
    let first = &value["steps"][0];
    assert_eq!(first["step"], "ugi is answered up to ugiok");
    assert_eq!((&first["verdict"], &first["rank"]), (&"fail".into(), &"core".into()));
    assert_eq!(first["sent"], serde_json::json!(["ugi"]));
    assert_eq!(first["expected"], "a line `ugiok`, flushed");
    assert_eq!(first["got"][0], "(the process has ended (exit status: 3); expected ugiok)");
    keys_are_those_of_the_page(&value);

    let forgot = zugi(&["check", ZUGI]);
    assert_eq!(forgot.status.code(), Some(2));

    for arguments in [
        &["check"] as &[&str],
        &["match", "-engine", "name=a"],
        &["check", "--timeout", "0", "--", ZUGI],
        &["check", "--limit", "0", "--", ZUGI],
        &["openings", "3", "--variant", "generic"],
        &["check", "--option", "Hash", "--", ZUGI],
        &["check", "--variant", "chess", "--", ZUGI],
    ] {
        assert_eq!(zugi(arguments).status.code(), Some(2), "{arguments:?}");
    }
}

/// Checks that `docs/reference/check.md` has a row for each key, and no other.
fn keys_are_those_of_the_page(value: &serde_json::Value) {
    let page = include_str!("../../../../docs/reference/check.md");
    let rows = page.lines().filter_map(|line| line.strip_prefix("| `")?.split_once("` | "));
    let typed = |&(_, rest): &(&str, &str)| {
        ["string |", "boolean |", "number |", "list "].iter().any(|it| rest.starts_with(it))
    };
    let of_the_page: BTreeSet<&str> = rows.filter(typed).map(|(key, _)| key).collect();
    let steps = value["steps"].as_array().unwrap();
    let objects = std::iter::once(value).chain(steps).map(|it| it.as_object().unwrap());
    let mut found: BTreeSet<&str> = objects.flat_map(|it| it.keys().map(String::as_str)).collect();
    // Only a skipped step has this key, and a check of this engine may skip none.
    found.insert("why");
    assert_eq!(of_the_page, found);
}
