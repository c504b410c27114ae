//! The compliance test of `zugi check`: tests any UGI engine step by step against the specification
//! of the protocol.
//!
//! A step is a short conversation (see the modules of `steps`) through a `CheckSession`, which
//! records the lines sent, expected and received. Most steps share a process until one of them
//! fails; the next one gets a new process. The steps about the end of a process have one of their
//! own. Each cause is reported as one failure: a step that needs a missing ability is skipped.

mod findings;
mod session;
mod steps;

use std::mem;
use std::time::{Duration, Instant};

use serde::Serialize;
use zugi_client::process::SpawnError;
use zugi_game::Registry;

use findings::Findings;
use session::{CheckSession, Stop};
use steps::{Ability, ProcessScope, STEPS, Script, Step};

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CheckOptions {
    /// The name of the game. If it is a variant of the registry, the rules of the variant check the
    /// moves; for any other name the rules are unknown. If `None`, the start position of the engine
    /// identifies the variant.
    pub variant: Option<String>,
    /// Options to set in every session.
    pub options: Vec<(String, String)>,
    /// How long the start of a process may take, up to `ugiok`.
    pub start: Duration,
    /// How long any other answer may take.
    pub timeout: Duration,
    /// The time limit of the whole check; later steps are skipped.
    pub limit: Duration,
}

/// How much a step matters.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Rank {
    /// Part of the specification of UGI.
    Core,
    /// A habit or extension that known clients use.
    Habit,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "verdict", rename_all = "lowercase")]
pub enum CheckVerdict {
    Pass {
        #[serde(skip)]
        evidence: Evidence,
    },
    Fail(Evidence),
    /// An answer did not come in time: a slow machine looks the same as an engine that hangs.
    #[serde(rename = "timeout")]
    TimedOut(Evidence),
    /// The step cannot be checked.
    Skip {
        why: String,
        /// Whether a step that it needs did not pass, or the check had ended before.
        #[serde(skip)]
        follows: bool,
    },
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct CheckStep {
    /// The name of the step, such as `isready is answered during a search`.
    #[serde(rename = "step")]
    pub name: &'static str,
    pub rank: Rank,
    #[serde(flatten)]
    pub verdict: CheckVerdict,
}

/// The conversation of a step.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Evidence {
    pub sent: Vec<String>,
    /// The last expected line.
    pub expected: String,
    /// The last lines received, and remarks in parentheses, such as on a missing line.
    pub got: Vec<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct CheckSummary {
    pub passed: usize,
    /// Steps of [`Rank::Core`] that failed.
    pub failed: usize,
    /// Steps of [`Rank::Habit`] that failed.
    pub warnings: usize,
    pub timed_out: usize,
    /// Steps of [`Rank::Core`] that timed out.
    #[serde(skip)]
    pub timed_out_core: usize,
    /// Skipped steps, including those skipped because of an earlier failure.
    pub skipped: usize,
    /// Whether the time limit ended the check early.
    pub late: bool,
    /// Whether the rules of the engine's game are known; otherwise only the engine's own answers to
    /// `query islegal` checked its moves.
    pub knows_rules: bool,
}

impl CheckSummary {
    /// Whether the engine complies; if `strict`, habits count, too. `None` if nothing failed, but
    /// the time limit ended the check early or an answer timed out.
    #[must_use]
    pub fn complies(&self, strict: bool) -> Option<bool> {
        let fails = self.failed > 0 || (strict && self.warnings > 0);
        let timed_out = self.timed_out_core > 0 || (strict && self.timed_out > 0);
        if fails { Some(false) } else { (!self.late && !timed_out).then_some(true) }
    }

    fn count(&mut self, step: &CheckStep) {
        *match &step.verdict {
            CheckVerdict::Pass { .. } => &mut self.passed,
            CheckVerdict::Skip { .. } => &mut self.skipped,
            CheckVerdict::Fail(_) if step.rank == Rank::Core => &mut self.failed,
            CheckVerdict::Fail(_) => &mut self.warnings,
            CheckVerdict::TimedOut(_) => {
                self.timed_out_core += usize::from(step.rank == Rank::Core);
                &mut self.timed_out
            }
        } += 1;
    }
}

/// Starts the engine of the command, runs all steps, and reports each one when it is done. It
/// always ends, because every wait has a deadline. The rules of the variants of the registry check
/// the moves.
///
/// # Errors
/// The engine cannot be started.
pub fn run(
    command: &[String],
    options: &CheckOptions,
    registry: &Registry,
    report: &mut dyn FnMut(&CheckStep),
) -> Result<CheckSummary, SpawnError> {
    let named = options.variant.as_deref();
    let findings = Findings {
        variants: registry.variants().cloned().collect(),
        variant: named.and_then(|name| registry.find(name).ok().cloned()),
        ..Findings::default()
    };
    let now = Instant::now();
    let deadline = now.checked_add(options.limit).unwrap_or(now + Duration::from_secs(1 << 32));
    let mut check = Check {
        command,
        options,
        deadline,
        findings,
        session: None,
        lost: Vec::new(),
        over: false,
        summary: CheckSummary::default(),
    };
    for step in STEPS {
        if step.unless.is_some_and(|ability| !check.lost.contains(&ability)) {
            continue;
        }
        let made = CheckStep { name: step.name, rank: step.rank, verdict: check.make(step)? };
        check.summary.count(&made);
        report(&made);
    }
    let findings = check.session.map_or(check.findings, |session| session.findings);
    Ok(CheckSummary { knows_rules: findings.variant.is_some(), ..check.summary })
}

struct Check<'a> {
    command: &'a [String],
    options: &'a CheckOptions,
    deadline: Instant,
    /// The findings, while no session holds them.
    findings: Findings,
    session: Option<CheckSession>,
    lost: Vec<Ability>,
    /// Whether nothing more can be checked.
    over: bool,
    summary: CheckSummary,
}

impl Check<'_> {
    /// Runs a step, unless the engine lacks an ability that it needs.
    fn make(&mut self, step: &Step) -> Result<CheckVerdict, SpawnError> {
        if self.over || step.needs.iter().any(|need| self.lost.contains(need)) {
            self.lost.extend(step.gives);
            let why = "a step that it needs has failed or was not run".to_owned();
            return Ok(CheckVerdict::Skip { why, follows: true });
        }
        let shared = self.session.take_if(|_| step.scope != ProcessScope::Last);
        let is_new = shared.is_none();
        let mut session = match shared {
            Some(session) => session,
            None => {
                // The previous process ends before the new one starts.
                let findings = self.session.take().map(|session| session.findings);
                let findings = findings.unwrap_or_else(|| mem::take(&mut self.findings));
                CheckSession::start(self.command, self.options, self.deadline, findings)?
            }
        };
        session.begin();
        let broken = session.findings.broken.clone();
        let opened = if is_new && step.scope != ProcessScope::New {
            let opened = steps::start::open(&mut session).inspect_err(|_| self.over = true);
            opened.map(|()| session.begin())
        } else {
            Ok(())
        };
        let ended = opened.and_then(|()| step.script.run(&mut session));
        let evidence = mem::take(&mut session.evidence);
        let skip = |why| CheckVerdict::Skip { why, follows: false };
        let verdict = match ended {
            Ok(()) => CheckVerdict::Pass { evidence },
            Err(Stop::Fail) => CheckVerdict::Fail(evidence),
            Err(Stop::TimedOut) => CheckVerdict::TimedOut(evidence),
            Err(Stop::Skip(why)) => skip(why.to_owned()),
            Err(Stop::Late) => {
                (self.over, self.summary.late) = (true, true);
                let limit = self.options.limit.as_secs_f64();
                skip(format!("the {limit} s of the check are over"))
            }
        };
        let failed = matches!(verdict, CheckVerdict::Fail(_) | CheckVerdict::TimedOut(_));
        if failed {
            // The evidence of the failed step shows the lines that it received, so those that break
            // a rule for all lines are taken out of the findings again.
            session.findings.forget_lines_since(broken);
            self.over |= step.required;
        }
        if !matches!(verdict, CheckVerdict::Pass { .. }) {
            self.lost.extend(step.gives);
        }
        let spoils = failed && !matches!(step.script, Script::Heard { .. });
        if spoils || step.scope == ProcessScope::Last {
            self.findings = session.findings;
        } else {
            self.session = Some(session);
        }
        Ok(verdict)
    }
}
