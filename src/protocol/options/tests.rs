//! What the table declares, accepts and refuses, word for word.

use super::*;

fn table() -> OptionTable {
    OptionTable::new(&["zola-4", "zola-6", "zola-10"], "zola-6")
}

fn set(name: &str, value: &str) -> Setting {
    table().parse(name, Some(value)).expect(value)
}

fn error(name: &str, value: Option<&str>) -> String {
    table().parse(name, value).expect_err(name).to_string()
}

#[test]
fn declarations_are_exact() {
    assert_eq!(
        table().declarations().iter().map(ToString::to_string).collect::<Vec<_>>(),
        [
            "option name Hash type spin default 16 min 1 max 1048576",
            "option name Threads type spin default 1 min 1 max 256",
            "option name MultiPV type spin default 1 min 1 max 256",
            "option name Ponder type check default false",
            "option name OwnBook type check default false",
            "option name MoveOverhead type spin default 10 min 0 max 60000",
            "option name Contempt type spin default 50 min 0 max 1000",
            "option name UGI_Variant type combo default zola-6 var zola-4 var zola-6 var zola-10",
            "option name PieRule type check default false",
            "option name UGI_AnalyseMode type check default false",
            "option name UGI_LimitStrength type check default false",
            "option name UGI_Elo type spin default 1600 min 600 max 2600",
            "option name Clear type button",
        ]
    );
}

#[test]
fn every_option_is_applied() {
    let mut options = table().defaults();
    for (name, value) in [
        ("Hash", "1048576"),
        ("Threads", "256"),
        ("MultiPV", "3"),
        ("Ponder", "true"),
        ("OwnBook", "TRUE"),
        ("MoveOverhead", "0"),
        ("Contempt", "1000"),
        ("UGI_Variant", "zola-10"),
        ("PieRule", "True"),
        ("UGI_AnalyseMode", "true"),
        ("UGI_LimitStrength", "true"),
        ("UGI_Elo", "600"),
        ("Clear", ""),
    ] {
        options.apply(set(name, value));
    }
    let expected = Options {
        hash_mib: 1 << 20,
        threads: 256,
        multi_pv: 3,
        ponder: true,
        own_book: true,
        move_overhead: Duration::ZERO,
        contempt: 1000,
        variant: "zola-10".into(),
        pie_rule: true,
        analyse_mode: true,
        limit_strength: true,
        elo: 600,
    };
    assert_eq!(options, expected);
}

#[test]
fn names_are_compared_loosely() {
    let ten = Setting::MoveOverhead(Duration::from_millis(10));
    for name in ["MoveOverhead", "Move Overhead", "move_overhead", "MOVE-OVERHEAD"] {
        assert_eq!(set(name, "10"), ten);
    }
    for name in ["ugi_variant", "UCI_Variant", "UGI Variant"] {
        assert_eq!(set(name, "zola-4"), Setting::Variant("zola-4".into()));
    }
    assert_eq!(set("uci_analysemode", "false"), Setting::AnalyseMode(false));
    assert_eq!(set("UCI_LimitStrength", "true"), Setting::LimitStrength(true));
    assert_eq!(set("uci_elo", "2600"), Setting::Elo(2600));
    assert_eq!(set("multipv", "2"), Setting::MultiPv(2));
    assert_eq!(set("Clear Hash", "true"), Setting::Clear);
    assert_eq!(table().parse("clear", None), Ok(Setting::Clear));
    assert!(table().parse("UCI_Hash", Some("1")).is_err());
}

#[test]
fn variants_are_compared_loosely_and_returned_exactly() {
    for value in ["zola-10", "Zola10", "ZOLA_10", " zola 10 "] {
        assert_eq!(set("UGI_Variant", value), Setting::Variant("zola-10".into()));
    }
    assert_eq!(
        error("UGI_Variant", Some("chess")),
        "option \"UGI_Variant\" has no value \"chess\": expected one of zola-4, zola-6, zola-10"
    );
}

#[test]
fn bad_values_are_refused() {
    for value in ["abc", "0", "1048577", "-1", "16.5", "", "99999999999999999999"] {
        assert_eq!(
            error("Hash", Some(value)),
            format!(
                "option \"Hash\" has no value \"{value}\": expected a number of MiB from 1 to 1048576"
            )
        );
    }
    assert_eq!(
        error("UGI_Elo", Some("599")),
        "option \"UGI_Elo\" has no value \"599\": expected a number of points from 600 to 2600"
    );
    assert_eq!(
        error("Ponder", Some("yes")),
        "option \"Ponder\" has no value \"yes\": expected true or false"
    );
    assert_eq!(error("Clear", Some("now")), "option \"Clear\" has no value \"now\": expected none");
    assert_eq!(
        error("Threads", None),
        "option \"Threads\" needs a value: expected a number of threads from 1 to 256"
    );
    assert_eq!(
        error("Style\n", None),
        "unknown option \"Style\\n\": expected one of Hash, Threads, MultiPV, Ponder, \
         OwnBook, MoveOverhead, Contempt, UGI_Variant, PieRule, UGI_AnalyseMode, \
         UGI_LimitStrength, UGI_Elo, Clear"
    );
}
