//! The compliance test of `zugi check`: walks any UGI engine through the protocol, step
//! by step.
//!
//! A step is a small conversation (see the modules of `steps`) held through a `CheckSession`,
//! which notes what was sent, what was expected and what came. Steps share a process
//! until one of them fails: then the next one gets a fresh one, so that a fault is
//! reported where it is and not in every step after it.

mod findings;
mod session;
mod steps;

use std::mem;
use std::time::Duration;

use findings::Findings;
use session::{CheckSession, Checked, Stop};
use steps::{Place, STEPS, StepPlan};

use crate::game::Registry;

/// What is to be checked, and how.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CheckOptions {
    /// A variant of this crate: its rules judge the moves. If none is given, it is
    /// recognised by the engine's start position; any other name is a game whose rules
    /// are not known.
    pub variant: Option<String>,
    /// Options to set in every session.
    pub options: Vec<(String, String)>,
    /// How long any answer may take.
    pub timeout: Duration,
}

/// How much a step matters.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Rank {
    /// Part of the protocol: without it some client cannot play.
    Core,
    /// A habit or extension that known clients make use of.
    Habit,
}

/// The result of a step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CheckVerdict {
    /// All was as expected.
    Pass,
    /// It was not.
    Fail,
    /// It cannot be checked, and why.
    Skip(String),
}

/// A step that has been made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CheckStep {
    /// What was checked, e.g. `isready is answered during a search`.
    pub name: &'static str,
    /// How much it matters.
    pub rank: Rank,
    /// The lines that were sent.
    pub sent: Vec<String>,
    /// What was expected last.
    pub expected: String,
    /// The last lines that came, and in the end what did not come.
    pub got: Vec<String>,
    /// Whether it was as expected.
    pub verdict: CheckVerdict,
}

/// How many steps ended how.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct CheckSummary {
    /// As expected.
    pub passed: usize,
    /// Steps of [`Rank::Core`] that failed.
    pub failed: usize,
    /// Steps of [`Rank::Habit`] that failed.
    pub warnings: usize,
    /// Not checked.
    pub skipped: usize,
}

impl CheckSummary {
    /// Whether the engine complies; strictly, if habits count, too.
    #[must_use]
    pub fn complies(&self, strict: bool) -> bool {
        self.failed == 0 && (!strict || self.warnings == 0)
    }

    fn count(&mut self, step: &CheckStep) {
        *match (&step.verdict, step.rank) {
            (CheckVerdict::Pass, _) => &mut self.passed,
            (CheckVerdict::Skip(_), _) => &mut self.skipped,
            (CheckVerdict::Fail, Rank::Core) => &mut self.failed,
            (CheckVerdict::Fail, Rank::Habit) => &mut self.warnings,
        } += 1;
    }
}

/// Makes all steps with the engine that the command starts, and reports each one when
/// it is done. Whatever the engine does, this ends: every wait has a deadline. The rules
/// of the variants of the registry judge its moves.
pub fn run(
    command: &[String],
    options: &CheckOptions,
    registry: &Registry,
    report: &mut dyn FnMut(&CheckStep),
) -> CheckSummary {
    let findings = Findings {
        wanted: options.options.clone(),
        wanted_variant: options.variant.clone(),
        ..Findings::default()
    };
    let mut check = Check { command, options, registry, findings, session: None, hopeless: None };
    let mut summary = CheckSummary::default();
    for plan in STEPS {
        let step = check.step(plan);
        summary.count(&step);
        report(&step);
    }
    summary
}

/// A check under way.
struct Check<'a> {
    command: &'a [String],
    options: &'a CheckOptions,
    registry: &'a Registry,
    /// What is known of the engine, while no session has it.
    findings: Findings,
    /// The process that the steps share, as long as all is well.
    session: Option<CheckSession>,
    /// Why no session can be started.
    hopeless: Option<String>,
}

impl Check<'_> {
    fn step(&mut self, plan: &StepPlan) -> CheckStep {
        let mut session = match self.session_for(plan.place) {
            Ok(session) => session,
            Err(step) => return CheckStep { name: plan.name, rank: plan.rank, ..*step },
        };
        session.begin();
        mem::swap(&mut self.findings, &mut session.findings);
        let verdict = match (plan.run)(&mut session) {
            Ok(()) => CheckVerdict::Pass,
            Err(Stop::Fail) => CheckVerdict::Fail,
            Err(Stop::Skip(why)) => CheckVerdict::Skip(why),
        };
        mem::swap(&mut self.findings, &mut session.findings);
        let failed = verdict == CheckVerdict::Fail;
        let (name, rank, expected) = (plan.name, plan.rank, session.expected.clone());
        let (sent, got) = (session.sent.clone(), session.got.clone());
        if plan.place == Place::Session && !failed {
            self.session = Some(session);
        } else if plan.required && failed {
            self.hopeless = Some(format!("the engine fails the step \"{name}\""));
        }
        CheckStep { name, rank, sent, expected, got, verdict }
    }

    /// The process for a step, or what to report in its place.
    fn session_for(&mut self, place: Place) -> Result<CheckSession, Box<CheckStep>> {
        let empty = |verdict, got| {
            let (name, rank) = ("", Rank::Core);
            let expected = "a program that can be started".to_owned();
            Box::new(CheckStep { name, rank, sent: Vec::new(), expected, got, verdict })
        };
        if let Some(why) = &self.hopeless {
            return Err(empty(CheckVerdict::Skip(why.clone()), Vec::new()));
        }
        if let (Place::Session, Some(session)) = (place, self.session.take()) {
            return Ok(session);
        }
        let started = CheckSession::start(self.command, self.options.timeout);
        let mut session = started.map_err(|error| {
            self.hopeless = Some("the engine cannot be started".to_owned());
            empty(CheckVerdict::Fail, vec![error.to_string()])
        })?;
        if place == Place::Fresh {
            return Ok(session);
        }
        mem::swap(&mut self.findings, &mut session.findings);
        let opened = open_session(&mut session, self.registry);
        mem::swap(&mut self.findings, &mut session.findings);
        match opened {
            Ok(()) => Ok(session),
            Err(stop) => {
                let why = match stop {
                    Stop::Fail => session.problem(),
                    Stop::Skip(why) => why,
                };
                self.hopeless = Some("the engine does not start again".to_owned());
                Err(empty(CheckVerdict::Fail, vec![why]))
            }
        }
    }
}

/// The handshake and the options, as every client begins.
fn open_session(session: &mut CheckSession, registry: &Registry) -> Checked {
    steps::start::handshake(session)?;
    steps::start::set_options(session)?;
    if !session.findings.knows_game {
        session.findings.knows_game = true;
        steps::start::recognise(session, registry)?;
    }
    Ok(())
}
