//! `zugi check`: tests any UGI engine against the protocol.

use std::io::{self, Write};
use std::time::Duration;

use clap::Args;
use serde_json::{Value, json};
use zugi_arbiter::check::{self, CheckOptions, CheckStep, CheckSummary, CheckVerdict, Rank};
use zugi_game::Registry;

use super::{CliError, conclude, show};

const EXAMPLES: &str = "\
Examples:
  zugi check -- ./engine --some-argument
  zugi check --variant zola-8 --strict --option Hash=16 -- zugi --variant zola-8
  zugi check --json -- ./engine > check.json    for use in CI

The core steps test the specification of UGI. The other steps test habits of known clients
and zugi's additions to UGI; without --strict their failures are warnings. A step is skipped
if an earlier failure is its cause.

Exit codes:
  0  all core steps pass; with --strict, all steps pass
  1  a step fails
  2  the engine does not start, or the arguments are wrong
  3  inconclusive: no step fails, but an answer did not come in time, or the time of --limit
     ended first";

/// How long the start of a process may take.
const START: Duration = Duration::from_secs(60);

#[derive(Clone, PartialEq, Eq, Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct CheckArgs {
    /// The engine and its arguments
    #[arg(last = true, required = true, value_name = "CMD")]
    command: Vec<String>,
    /// Fail also if a step about a habit of known clients or an addition of zugi to UGI fails
    #[arg(long)]
    strict: bool,
    /// Print a JSON object instead of text: the steps with their evidence, and the verdict
    #[arg(long)]
    json: bool,
    /// The timeout for each answer in milliseconds; a start has a minute
    #[arg(long, value_name = "MS", default_value_t = 5000, value_parser = clap::value_parser!(u64).range(1..))]
    timeout: u64,
    /// The time limit for all steps in seconds; later steps are skipped
    #[arg(long, value_name = "S", default_value_t = 60, value_parser = clap::value_parser!(u64).range(1..))]
    limit: u64,
    /// Set an option of the engine, such as Hash=16; repeat it for several options
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = setting)]
    options: Vec<(String, String)>,
}

fn setting(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, value)) if !name.trim().is_empty() => {
            Ok((name.trim().to_owned(), value.trim().to_owned()))
        }
        _ => Err("expected NAME=VALUE".to_owned()),
    }
}

/// Checks the engine, printing each step when it is done. The rules of the variant, if any, check
/// the moves.
pub(super) fn check(
    registry: &Registry,
    variant: Option<&str>,
    args: &CheckArgs,
) -> Result<(), CliError> {
    let options = CheckOptions {
        variant: variant.map(str::to_owned),
        options: args.options.clone(),
        start: START,
        timeout: Duration::from_millis(args.timeout),
        limit: Duration::from_secs(args.limit),
    };
    let mut out = io::stdout();
    let mut written = Ok(());
    let mut steps = Vec::new();
    let summary = check::run(&args.command, &options, registry, &mut |step| {
        if args.json {
            steps.push(json!(step));
        } else if written.is_ok() {
            written = out.write_all(text(step, args.strict).as_bytes()).and_then(|()| out.flush());
        }
    })?;
    let printed = match written {
        Err(error) => Err(error.into()),
        Ok(()) if args.json => show(&format!("{:#}", check_json(args, &summary, steps))),
        Ok(()) => show_summary(registry, args, &summary),
    };
    let (code, why) = match summary.complies(args.strict) {
        Some(true) => return printed,
        Some(false) => (1, "the engine does not comply with the protocol".to_owned()),
        None if summary.late => {
            (3, format!("not all steps ran within {} s: expected a longer --limit", args.limit))
        }
        None => {
            let timeout = args.timeout;
            (3, format!("no answer within {timeout} ms: try again, or with a longer --timeout"))
        }
    };
    conclude(printed, CliError::with_code(code, why))
}

fn show_summary(
    registry: &Registry,
    args: &CheckArgs,
    summary: &CheckSummary,
) -> Result<(), CliError> {
    let complies = summary.complies(args.strict);
    let CheckSummary { passed, failed, warnings, timed_out, skipped, knows_rules, .. } = *summary;
    let verdict = match complies {
        Some(true) if !knows_rules => "the engine complies as far as it could be judged",
        Some(true) => "the engine complies",
        Some(false) => "the engine does not comply",
        None => "inconclusive",
    };
    let counts =
        format!("{passed} passed, {failed} failed, {warnings} warnings, {skipped} skipped");
    let more = if timed_out > 0 { format!(", {timed_out} timed out") } else { String::new() };
    show(&format!("\n{counts}{more}: {verdict}"))?;
    if !knows_rules && complies != Some(false) {
        let names = registry.names().join(", ");
        show(&format!(
            "not judged: whether its moves are legal and its results are right, as its game is \
             none of {names}"
        ))?;
    }
    Ok(())
}

fn check_json(args: &CheckArgs, summary: &CheckSummary, steps: Vec<Value>) -> Value {
    let verdict = match summary.complies(args.strict) {
        Some(true) => "complies",
        Some(false) => "fails",
        None => "inconclusive",
    };
    let mut value = json!({
        "program": format!("zugi {}", env!("CARGO_PKG_VERSION")),
        "command": args.command,
        "strict": args.strict,
        "verdict": verdict,
        "steps": steps,
    });
    if let (Value::Object(value), Value::Object(counts)) = (&mut value, json!(summary)) {
        value.extend(counts);
    }
    value
}

/// A step as text: one line, and for a failure what was sent, expected and received.
fn text(step: &CheckStep, strict: bool) -> String {
    let name = step.name;
    let (mark, note, evidence) = match &step.verdict {
        CheckVerdict::Pass { .. } => return format!("✓ {name}\n"),
        // The summary counts these steps.
        CheckVerdict::Skip { follows: true, .. } => return String::new(),
        CheckVerdict::Skip { why, .. } => return format!("– {name}: {why}\n"),
        CheckVerdict::TimedOut(evidence) => ("?", " (no answer in time)", evidence),
        CheckVerdict::Fail(evidence) if step.rank == Rank::Habit && !strict => {
            ("!", " (a warning: UGI does not ask for it)", evidence)
        }
        CheckVerdict::Fail(evidence) => ("✗", "", evidence),
    };
    let mut text = format!("{mark} {name}{note}\n");
    let sent = evidence.sent.iter().map(|line| ("sent", line));
    let got = evidence.got.iter().map(|line| ("got", line));
    for (key, line) in sent.chain([("expected", &evidence.expected)]).chain(got) {
        text.push_str(&format!("    {key:9} {line}\n"));
    }
    text
}

#[cfg(test)]
mod tests {
    use zugi_arbiter::check::Evidence;

    use super::*;

    #[test]
    fn steps_are_shown() {
        let evidence = Evidence {
            sent: vec!["go".into(), "stop".into()],
            expected: "bestmove".into(),
            got: vec!["best move".into()],
        };
        let mut step = CheckStep {
            name: "a step",
            rank: Rank::Habit,
            verdict: CheckVerdict::Fail(evidence.clone()),
        };
        let details = "    sent      go\n    sent      stop\n    expected  bestmove\n    got       best move\n";
        assert_eq!(text(&step, true), format!("✗ a step\n{details}"));
        let warning = "! a step (a warning: UGI does not ask for it)\n";
        assert_eq!(text(&step, false), format!("{warning}{details}"));
        assert_eq!(
            json!(step),
            json!({"step": "a step", "rank": "habit", "verdict": "fail", "sent": ["go", "stop"],
                "expected": "bestmove", "got": ["best move"]})
        );
        step.verdict = CheckVerdict::TimedOut(evidence);
        assert_eq!(text(&step, true), format!("? a step (no answer in time)\n{details}"));
        assert_eq!(json!(step)["verdict"], "timeout");
        step.verdict = CheckVerdict::Skip { why: "no reason".into(), follows: false };
        let skipped =
            json!({"step": "a step", "rank": "habit", "verdict": "skip", "why": "no reason"});
        assert_eq!(json!(step), skipped);
        assert_eq!(text(&step, false), "– a step: no reason\n");
        step.verdict = CheckVerdict::Skip { why: "no reason".into(), follows: true };
        assert_eq!((json!(step), text(&step, false)), (skipped, String::new()));
        step.verdict = CheckVerdict::Pass { evidence: Evidence::default() };
        assert_eq!(text(&step, false), "✓ a step\n");
    }

    #[test]
    fn settings_are_read() {
        assert_eq!(setting("Hash = 16"), Ok(("Hash".into(), "16".into())));
        assert_eq!(setting("Clear="), Ok(("Clear".into(), String::new())));
        assert!(setting("Hash").is_err() && setting("=1").is_err());
    }
}
