//! The differences of two matches in words of the command line: for `--resume` with other
//! arguments, and for shards of two matches.
//!
//! The plans are compared in the form of the record, so that no part can be forgotten; a part
//! without a name below is named by its key.

use std::fmt;

use serde::Serialize;
use serde_json::{Map, Value};
use zugi_protocol::quote;

use super::time_control::TimeControl;

/// Something that is said otherwise now than before.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Difference {
    /// What it is, such as `--seed` or `engine "one": option.Hash`.
    argument: String,
    before: String,
    now: String,
}

impl Difference {
    pub(super) fn new(argument: &str, before: String, now: String) -> Difference {
        Difference { argument: argument.to_owned(), before, now }
    }
}

impl fmt::Display for Difference {
    /// For example `--seed was 1 and is 2`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} was {} and is {}", self.argument, self.before, self.now)
    }
}

/// Several of them in one line.
pub(super) fn list(differences: &[Difference]) -> String {
    let texts: Vec<String> = differences.iter().map(Difference::to_string).collect();
    texts.join("; ")
}

/// Keys that follow from other arguments; they are named only if none of these differs.
const FOLLOWS: [&str; 4] = ["openings", "the number of openings", "--order", "--start"];

/// In what two plans differ: nothing if they are the same.
pub(super) fn differences<Plan: Serialize>(before: &Plan, now: &Plan) -> Vec<Difference> {
    let [before, now] = [before, now].map(|plan| serde_json::to_value(plan).unwrap_or_default());
    let mut found = Vec::new();
    compare(&[], &before, &now, &mut found);
    let decides = ["--variant", "--seed", "--no-swap"];
    if found.iter().any(|it| decides.contains(&it.argument.as_str())) {
        found.retain(|it| !FOLLOWS.contains(&it.argument.as_str()));
    }
    // Patiences that were not given follow from --patience.
    if let Some(patience) = found.iter().find(|it| it.argument == "--patience").cloned() {
        let follows = |it: &Difference| (&it.before, &it.now) == (&patience.before, &patience.now);
        found.retain(|it| !it.argument.ends_with("-patience") || !follows(it));
    }
    let mut difference = Vec::new();
    found.retain(|it| {
        let again = difference.contains(&it.argument);
        difference.push(it.argument.clone());
        !again
    });
    found
}

/// Compares what is at a place of both plans, down to what has a name.
fn compare(path: &[String], before: &Value, now: &Value, found: &mut Vec<Difference>) {
    if before == now {
        return;
    }
    let keys: Vec<&str> = path.iter().map(String::as_str).collect();
    let below = |key: &str| [path, &[key.to_owned()]].concat();
    match (keys.as_slice(), before, now) {
        (["engines"], Value::Array(one), Value::Array(two)) if one.len() == two.len() => {
            for (one, two) in one.iter().zip(two) {
                let name = one.get("name").and_then(Value::as_str).unwrap_or_default();
                compare(&below(name), one, two, found);
            }
        }
        (["engines", engine, "options"], ..) => compare_options(engine, before, now, found),
        (["openings"], Value::Array(one), Value::Array(two)) => {
            if let Some((at, (one, two))) =
                (1..).zip(one.iter().zip(two)).find(|(_, (one, two))| one != two)
            {
                let what = ["openings"];
                let text = |value: &Value| format!("{} as number {at}", text(&what, value));
                found.push(Difference::new("openings", text(one), text(two)));
            }
        }
        ([] | ["schedule" | "adjudication" | "timeouts"] | ["engines", _], one, two) => {
            let none = Map::new();
            let [one, two] = [one, two].map(|value| value.as_object().unwrap_or(&none));
            let mut keys: Vec<&String> = one.keys().chain(two.keys()).collect();
            keys.sort();
            keys.dedup();
            for key in keys {
                let [one, two] = [one, two].map(|map| map.get(key).unwrap_or(&Value::Null));
                compare(&below(key), one, two, found);
            }
        }
        (keys, one, two) => {
            found.push(Difference::new(&argument(keys), text(keys, one), text(keys, two)));
        }
    }
}

/// Each option by its name, and then their order.
fn compare_options(engine: &str, before: &Value, now: &Value, found: &mut Vec<Difference>) {
    let read = |value: &Value| -> Vec<(String, String)> {
        serde_json::from_value(value.clone()).unwrap_or_default()
    };
    let [one, two] = [before, now].map(read);
    let mut names: Vec<&String> = one.iter().chain(&two).map(|(name, _)| name).collect();
    names.sort();
    names.dedup();
    let of = |options: &[(String, String)], name: &String| {
        let found = options.iter().find(|(other, _)| other == name);
        found.map_or_else(|| NOT_GIVEN.to_owned(), |(_, value)| quote(value))
    };
    let begin = found.len();
    for name in names {
        let (one, two) = (of(&one, name), of(&two, name));
        if one != two {
            let argument = format!("engine {}: option.{name}", quote(engine));
            found.push(Difference::new(&argument, one, two));
        }
    }
    if found.len() == begin {
        let order = |options: &[(String, String)]| -> String {
            let names: Vec<&str> = options.iter().map(|(name, _)| name.as_str()).collect();
            names.join(", ")
        };
        let argument = format!("engine {}: the order of its options", quote(engine));
        found.push(Difference::new(&argument, order(&one), order(&two)));
    }
}

/// What says nothing of itself.
const NOT_GIVEN: &str = "not given";

/// What is called so in a plan, in the words of the command line.
fn argument(path: &[&str]) -> String {
    let option = match path {
        ["engines"] => "the number of --engine",
        ["engines", engine, key] => {
            let key = match *key {
                "name" => "name=",
                "command" => "cmd=",
                "directory" => "dir=",
                "stderr" => "stderr=",
                "proto" => "proto=",
                "limit" => "its limit",
                "margin" => "margin=",
                "restart" => "restart=",
                key => key,
            };
            return format!("engine {}: {key}", quote(engine));
        }
        ["schedule", "kind"] => "--gauntlet",
        ["schedule", "engines"] => "the number of --engine",
        ["schedule", "games"] => "--games",
        ["schedule", "openings"] => "the number of openings",
        ["schedule", "shuffled"] => "--order",
        ["schedule", "first"] => "--start",
        ["schedule", "paired"] => "--no-swap",
        ["schedule", "seed"] => "--seed",
        ["timeouts", "start"] => "--start-patience",
        ["timeouts", "ready"] => "--ready-patience",
        ["timeouts", "new_game"] => "--new-game-patience",
        ["timeouts", "search" | "late"] => "--patience",
        ["timeouts", "quit"] => "--quit-patience",
        ["ask_result"] => "--no-ask",
        [.., key] => return format!("--{}", key.replace('_', "-")),
        [] => "the plan",
    };
    option.to_owned()
}

/// A value in the words of the command line.
fn text(path: &[&str], value: &Value) -> String {
    let given = |given: bool| if given { "given" } else { NOT_GIVEN }.to_owned();
    match (path, value) {
        (_, Value::Null) => NOT_GIVEN.to_owned(),
        (["engines"], Value::Array(engines)) => engines.len().to_string(),
        (["engines", _, "limit"], value) => match serde_json::from_value(value.clone()) {
            Ok(time) => TimeControl::to_string(&time),
            Err(_) => value.to_string(),
        },
        (["engines", _, "command"], Value::Array(words)) => {
            quote(&shell_words::join(words.iter().filter_map(Value::as_str)))
        }
        (["engines", _, "restart"], Value::Bool(on)) => if *on { "on" } else { "off" }.to_owned(),
        (["openings"], value) => match serde_json::from_value(value.clone()) {
            Ok(opening) => quote(&super::openings::Opening::to_string(&opening)),
            Err(_) => value.to_string(),
        },
        (["schedule", "kind"], Value::String(kind)) => given(kind == "gauntlet"),
        (["schedule", "paired"] | ["ask_result"], Value::Bool(on)) => given(!on),
        (["schedule", "shuffled"], Value::Bool(on)) => {
            if *on { "random" } else { "sequential" }.to_owned()
        }
        (["schedule", "first"], Value::Number(first)) => {
            first.as_u64().map_or_else(String::new, |first| (first + 1).to_string())
        }
        (["adjudication", ..], Value::Object(words)) => {
            let word = |(key, value): (&String, &Value)| format!("{key}={value}");
            words.iter().map(word).collect::<Vec<_>>().join(" ")
        }
        (_, Value::Bool(on)) => given(*on),
        (_, Value::String(text)) => quote(text),
        (_, value) => value.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::adjudication::AdjudicationRule;
    use super::super::config::EngineSpec;
    use super::super::openings::Opening;
    use super::super::schedule::SchedulePlan;
    use super::super::schedule::tests::PLAN;
    use super::super::tournament::MatchPlan;
    use super::*;

    fn plan() -> MatchPlan {
        let engine = |words: &[&str]| {
            let words: Vec<String> = words.iter().map(|&word| word.to_owned()).collect();
            EngineSpec::read(1, &[], &words).unwrap()
        };
        let schedule = SchedulePlan { engines: 2, openings: 1, ..PLAN };
        MatchPlan {
            variant: "zola-4".to_owned(),
            engines: vec![
                engine(&["name=one", "cmd=a", "nodes=1", "option.Hash=8", "option.Threads=2"]),
                engine(&["name=two", "cmd='b c' d", "tc=40/60+0.5"]),
            ],
            schedule,
            openings: vec![Opening::default()],
            adjudication: super::super::Adjudication::default(),
            margin: 10,
            timeouts: zugi_client::Timeouts::default(),
            ask_result: true,
            recover: false,
            reveal: false,
        }
    }

    fn difference(change: impl Fn(&mut MatchPlan)) -> String {
        let mut now = plan();
        change(&mut now);
        list(&differences(&plan(), &now))
    }

    #[test]
    fn each_argument_is_named_with_both_values() {
        let win = AdjudicationRule { moves: 4, score: 800, after: 0 };
        type Change<'a> = &'a dyn Fn(&mut MatchPlan);
        let changes: [(Change<'_>, &str); 13] = [
            (&|_| {}, ""),
            (
                &|now| now.engines[1].time = TimeControl::Depth(3),
                "engine \"two\": its limit was tc=40/60+0.5 and is depth=3",
            ),
            (
                &|now| now.engines[0].options = vec![("Hash".to_owned(), "16".to_owned())],
                "engine \"one\": option.Hash was \"8\" and is \"16\"; \
                 engine \"one\": option.Threads was \"2\" and is not given",
            ),
            (
                &|now| now.engines[0].options.reverse(),
                "engine \"one\": the order of its options was Hash, Threads and is Threads, Hash",
            ),
            (
                &|now| now.engines[1].launch.command.truncate(1),
                "engine \"two\": cmd= was \"'b c' d\" and is \"'b c'\"",
            ),
            (&|now| now.engines[0].restart = true, "engine \"one\": restart= was off and is on"),
            (
                &|now| now.adjudication.win = Some(win),
                "--win was not given and is after=0 moves=4 score=800",
            ),
            (&|now| now.adjudication.max_plies = Some(9), "--max-plies was not given and is 9"),
            (&|now| now.recover = true, "--recover was not given and is given"),
            (&|now| now.ask_result = false, "--no-ask was not given and is given"),
            (&|now| now.margin = 20, "--margin was 10 and is 20"),
            (&|now| now.schedule.first = 4, "--start was 1 and is 5"),
            (&|now| now.schedule.games = 4, "--games was 10 and is 4"),
        ];
        for (change, expected) in changes {
            assert_eq!(difference(change), expected);
        }
        let quit = std::time::Duration::from_millis(1);
        let told_quit = difference(|now| now.timeouts.quit = quit);
        assert!(told_quit.ends_with(" and is 1.0"), "{told_quit}");
        assert!(told_quit.starts_with("--quit-patience was "), "{told_quit}");
        assert_eq!(
            difference(|now| now.openings[0].moves.push("a1b1".into())),
            "openings was \"startpos\" as number 1 and is \"startpos moves a1b1\" as number 1"
        );
    }

    #[test]
    fn what_follows_from_others_is_left_out() {
        let other = |now: &mut MatchPlan| {
            now.schedule.seed = 2;
            now.openings[0].moves.push("a1b1".into());
        };
        assert_eq!(difference(other), "--seed was 1 and is 2");
        let engines = |now: &mut MatchPlan| {
            now.engines.pop();
            now.schedule.engines = 1;
        };
        assert_eq!(difference(engines), "the number of --engine was 2 and is 1");
        let patience = std::time::Duration::from_millis(7);
        let of_patience = difference(|now| {
            (now.timeouts.search, now.timeouts.overrun) = (patience, patience);
            now.timeouts.ready = patience;
        });
        assert!(of_patience.contains("--patience was"), "{of_patience}");
        assert_eq!(of_patience.matches("--patience").count(), 1, "{of_patience}");
    }
}
