//! The parts that play games and write files: matches, the compliance check, tables, proofs,
//! learning and analysis.

#[path = "../support/mod.rs"]
mod support;

mod analyse;
mod arbiter;
mod certificates;
#[cfg(unix)]
mod clocks;
#[cfg(unix)]
mod damaged_files;
mod files;
mod games;
mod learn;
mod proven_games;
mod report_page;
mod shards;
mod solve;
mod tables;
