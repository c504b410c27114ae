//! The compliance test of `zugi check`: walks any UGI engine through the protocol, step
//! by step.
//!
//! A step is a small conversation (see the modules of `steps`) held through a `Talk`,
//! which notes what was sent, what was expected and what came. Steps share a process
//! until one of them fails: then the next one gets a fresh one, so that a fault is
//! reported where it is and not in every step after it.

mod facts;
mod steps;
mod talk;

use std::time::Duration;

use facts::Facts;
use steps::{Place, STEPS, StepPlan};
use talk::{Checked, Stop, Talk};

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
pub enum Verdict {
    /// All was as expected.
    Pass,
    /// It was not.
    Fail,
    /// It cannot be checked, and why.
    Skip(String),
}

/// A step that has been made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
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
    pub verdict: Verdict,
}

/// How many steps ended how.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Summary {
    /// As expected.
    pub passed: usize,
    /// Steps of [`Rank::Core`] that failed.
    pub failed: usize,
    /// Steps of [`Rank::Habit`] that failed.
    pub warnings: usize,
    /// Not checked.
    pub skipped: usize,
}

impl Summary {
    /// Whether the engine complies; strictly, if habits count, too.
    #[must_use]
    pub fn complies(&self, strict: bool) -> bool {
        self.failed == 0 && (!strict || self.warnings == 0)
    }

    fn count(&mut self, step: &Step) {
        *match (&step.verdict, step.rank) {
            (Verdict::Pass, _) => &mut self.passed,
            (Verdict::Skip(_), _) => &mut self.skipped,
            (Verdict::Fail, Rank::Core) => &mut self.failed,
            (Verdict::Fail, Rank::Habit) => &mut self.warnings,
        } += 1;
    }
}

/// Makes all steps with the engine that the command starts, and reports each one when
/// it is done. Whatever the engine does, this ends: every wait has a deadline.
pub fn run(command: &[String], options: &CheckOptions, report: &mut dyn FnMut(&Step)) -> Summary {
    let facts = Facts {
        wanted: options.options.clone(),
        wanted_variant: options.variant.clone(),
        ..Facts::default()
    };
    let mut check = Check { command, options, facts, session: None, hopeless: None };
    let mut summary = Summary::default();
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
    facts: Facts,
    /// The process that the steps share, as long as all is well.
    session: Option<Talk>,
    /// Why no session can be started.
    hopeless: Option<String>,
}

impl Check<'_> {
    fn step(&mut self, plan: &StepPlan) -> Step {
        let mut talk = match self.talk_for(plan.place) {
            Ok(talk) => talk,
            Err(step) => return Step { name: plan.name, rank: plan.rank, ..*step },
        };
        talk.begin();
        let verdict = match (plan.run)(&mut talk, &mut self.facts) {
            Ok(()) => Verdict::Pass,
            Err(Stop::Fail) => Verdict::Fail,
            Err(Stop::Skip(why)) => Verdict::Skip(why),
        };
        let step = talk.step(plan, verdict);
        if plan.place == Place::Session && step.verdict != Verdict::Fail {
            self.session = Some(talk);
        } else if plan.required && step.verdict == Verdict::Fail {
            self.hopeless = Some(format!("the engine fails the step \"{}\"", plan.name));
        }
        step
    }

    /// The process for a step, or what to report in its place.
    fn talk_for(&mut self, place: Place) -> Result<Talk, Box<Step>> {
        let empty = |verdict, got| {
            let (name, rank) = ("", Rank::Core);
            let expected = "a program that can be started".to_owned();
            Box::new(Step { name, rank, sent: Vec::new(), expected, got, verdict })
        };
        if let Some(why) = &self.hopeless {
            return Err(empty(Verdict::Skip(why.clone()), Vec::new()));
        }
        if let (Place::Session, Some(talk)) = (place, self.session.take()) {
            return Ok(talk);
        }
        let mut talk = Talk::start(self.command, self.options.timeout).map_err(|error| {
            self.hopeless = Some("the engine cannot be started".to_owned());
            empty(Verdict::Fail, vec![error.to_string()])
        })?;
        if place == Place::Fresh {
            return Ok(talk);
        }
        match self.open_session(&mut talk) {
            Ok(()) => Ok(talk),
            Err(stop) => {
                let why = match stop {
                    Stop::Fail => talk.problem(),
                    Stop::Skip(why) => why,
                };
                self.hopeless = Some("the engine does not start again".to_owned());
                Err(empty(Verdict::Fail, vec![why]))
            }
        }
    }

    /// The handshake and the options, as every client begins.
    fn open_session(&mut self, talk: &mut Talk) -> Checked {
        steps::start::handshake(talk, &mut self.facts)?;
        steps::start::set_options(talk, &mut self.facts)?;
        if !self.facts.knows_game {
            self.facts.knows_game = true;
            steps::start::recognise(talk, &mut self.facts)?;
        }
        Ok(())
    }
}
