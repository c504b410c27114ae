//! Commands of a GUI about time, memory, threads and options.

use zugi_protocol::cecp::CecpCommand;

use super::{Cecp, CommandError, SessionContext};
use crate::{EngineError, OptionError};

/// The memory that the program uses beside its hash table, in MiB.
const BESIDES_HASH: u64 = 8;

impl Cecp {
    /// Executes a command about time or resources.
    pub(super) fn adjust(
        &mut self,
        context: &mut SessionContext<'_>,
        command: CecpCommand,
    ) -> Result<(), CommandError> {
        match command {
            CecpCommand::Level(level) => self.clock.set_level(level, self.turns.count()),
            CecpCommand::MoveTime(time) => self.clock.set_move_time(time),
            CecpCommand::Depth(plies) => self.depth = (plies > 0).then_some(plies),
            CecpCommand::Time(left) => self.clock.set_left(left),
            CecpCommand::Post(on) => self.post = on,
            CecpCommand::Ponder(on) => {
                if !on {
                    self.stop_pondering(context);
                }
                context.engine.set_option("Ponder", Some(if on { "true" } else { "false" }))?;
            }
            CecpCommand::Memory(mib) => {
                let hash = mib.saturating_sub(BESIDES_HASH).clamp(1, 1 << 20);
                context.engine.set_option("Hash", Some(&hash.to_string()))?;
            }
            CecpCommand::Cores(count) => {
                let threads = count.clamp(1, 256).to_string();
                context.engine.set_option("Threads", Some(&threads))?;
            }
            CecpCommand::Option { name, value } => set_option(context, &name, value.as_deref())?,
            // `otim` is not needed for time management. All other commands are not settings.
            _ => {}
        }
        Ok(())
    }
}

/// Sets an option; CECP writes 1 and 0 for true and false.
fn set_option(
    context: &mut SessionContext<'_>,
    name: &str,
    value: Option<&str>,
) -> Result<(), CommandError> {
    let word = match value {
        Some("1") => Some("true"),
        Some("0") => Some("false"),
        other => other,
    };
    match context.engine.declared_name(name) {
        Some("PieRule") if word == Some("true") => {
            return Err(CommandError::refuse("the pie rule cannot be shown"));
        }
        Some("UGI_Variant") => {
            return Err(CommandError::refuse("expected the command \"variant\" instead"));
        }
        _ => {}
    }
    let set = match context.engine.set_option(name, value) {
        Err(EngineError::Option(OptionError::BadValue { .. })) => {
            context.engine.set_option(name, word)
        }
        set => set,
    };
    Ok(set?)
}
