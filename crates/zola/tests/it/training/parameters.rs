//! Short runs of search tuning: reproducible, and in the right direction.

use zugi_game::Of;
use zugi_learn::parameters::{ParameterPlan, ParameterProgress, ParameterTuner};
use zugi_search::Searchable;
use zugi_zola::Zola4;

fn in_pool<T: Send>(threads: usize, work: impl FnOnce() -> T + Send) -> T {
    zugi_learn::pool(threads).unwrap().install(work)
}

fn plan(names: &[&str]) -> ParameterPlan {
    let names = names.iter().map(|&name| name.to_owned()).collect();
    ParameterPlan { pairs: 40, nodes: 100, seed: 1, names }
}

#[test]
fn threads_and_interruptions_change_nothing() {
    let plan = plan(&["late_base", "reverse_margin", "aspiration"]);
    let tunes = Of::<Zola4>::new();
    let all = |threads| {
        let mut steps = Vec::new();
        let mut report = |progress: &ParameterProgress| {
            steps.push(progress.clone());
            true
        };
        let parameters = in_pool(threads, || tunes.tune(&plan, None, &mut report)).unwrap();
        (parameters, steps)
    };
    let (parameters, steps) = all(1);
    assert_eq!((parameters, steps.clone()), all(3));
    let pairs: Vec<u32> = steps.iter().map(|progress| progress.pairs).collect();
    assert_eq!(pairs, [0, 16, 32, 40]);
    assert_ne!(steps[0].values, steps[3].values);
    let resumed = in_pool(2, || tunes.tune(&plan, Some(steps[1].clone()), &mut |_| true));
    assert_eq!(resumed.unwrap(), parameters);
    let stopped = in_pool(2, || tunes.tune(&plan, None, &mut |_| false));
    assert_eq!(stopped.unwrap(), Zola4::PARAMETERS);
}

/// A player that prunes all late moves loses to one that searches them.
#[test]
fn values_move_towards_the_winner() {
    let plan = ParameterPlan { pairs: 160, ..plan(&["late_base"]) };
    let begin = ParameterProgress { pairs: 0, values: vec![1.0] };
    let mut last = begin.clone();
    let mut report = |progress: &ParameterProgress| {
        last = progress.clone();
        true
    };
    in_pool(2, || Of::<Zola4>::new().tune(&plan, Some(begin), &mut report)).unwrap();
    assert_eq!(last.pairs, 160);
    assert!(last.values[0] > 1.0, "{last:?}");
}
