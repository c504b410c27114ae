//! Short tunings: the same again, and in the right direction.

use super::*;
use crate::games::zola::Zola4;
use crate::search::{STACK_SIZE, Tactics};

fn plan(names: &[&str]) -> ParameterPlan {
    let names = names.iter().map(|&name| name.to_owned()).collect();
    ParameterPlan { pairs: 40, nodes: 100, seed: 1, names }
}

fn in_pool<T: Send>(threads: usize, work: impl FnOnce() -> T + Send) -> T {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).stack_size(STACK_SIZE);
    pool.build().unwrap().install(work)
}

const NAMES: [&str; 3] = ["late_base", "reverse_margin", "aspiration"];

#[test]
fn threads_and_interruptions_change_nothing() {
    let plan = plan(&NAMES);
    let all = |threads| {
        let mut steps = Vec::new();
        let told = &mut |progress: &ParameterProgress| {
            steps.push(progress.clone());
            true
        };
        let parameters = in_pool(threads, || tune::<Zola4>(&plan, None, told)).unwrap();
        (parameters, steps)
    };
    let (parameters, steps) = all(1);
    assert_eq!((parameters, steps.clone()), all(3));
    let pairs: Vec<u32> = steps.iter().map(|progress| progress.pairs).collect();
    assert_eq!(pairs, [0, 16, 32, 40]);
    assert_ne!(steps[0].values, steps[3].values);
    let resumed = in_pool(2, || tune::<Zola4>(&plan, Some(steps[1].clone()), &mut |_| true));
    assert_eq!(resumed.unwrap(), parameters);
    let stopped = in_pool(2, || tune::<Zola4>(&plan, None, &mut |_| false));
    assert_eq!(stopped.unwrap(), Zola4::PARAMETERS);
}

/// A player whose late moves are all left out is beaten by one who looks at them.
#[test]
fn values_move_towards_the_winner() {
    let plan = ParameterPlan { pairs: 160, ..plan(&["late_base"]) };
    let begin = ParameterProgress { pairs: 0, values: vec![1.0] };
    let mut last = begin.clone();
    let told = &mut |progress: &ParameterProgress| {
        last = progress.clone();
        true
    };
    in_pool(2, || tune::<Zola4>(&plan, Some(begin), told)).unwrap();
    assert_eq!(last.pairs, 160);
    assert!(last.values[0] > 1.0, "{last:?}");
}

#[test]
fn unknown_parameters_are_refused() {
    let error = tune::<Zola4>(&plan(&["speed"]), None, &mut |_| true).unwrap_err().to_string();
    assert!(error.starts_with("no parameter \"speed\": expected one of margin_depth, "), "{error}");
}
