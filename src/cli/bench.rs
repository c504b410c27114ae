use zugi_engine::bench_job;
use zugi_game::Registry;
use zugi_search::bench::BenchSettings;

use super::CliError;
use super::job::print_job;

#[derive(Clone, PartialEq, Debug, clap::Args)]
pub struct BenchArgs {
    /// The depth of each search [default: a depth for each position]
    depth: Option<u32>,
    /// The size of each search's hash table in MiB: only with 16 is the node count the signature;
    /// larger tables show the speed in play
    #[arg(long, value_name = "MIB", default_value_t = BenchSettings::default().hash,
        value_parser = clap::value_parser!(u64).range(1..))]
    hash: u64,
}

pub fn bench(registry: &Registry, args: &BenchArgs) -> Result<(), CliError> {
    let settings = BenchSettings { depth: args.depth, hash: args.hash };
    print_job(bench_job(registry, settings))
}
