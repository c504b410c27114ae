//! The start of an engine: handshake and options.

use log::warn;
use zugi_protocol::{Command, Dialect, OptionDeclaration, OptionValueError, Reply, quote};

use super::{Client, Fault, FaultKind, Timeouts};
use crate::process::{KillToken, Launch};

/// The options that select a variant, in UGI and UCI.
pub const VARIANT_OPTIONS: [&str; 2] = ["UGI_Variant", "UCI_Variant"];

#[derive(Clone, Copy, Debug)]
pub struct EngineSetup<'a> {
    /// The name for messages.
    pub name: &'a str,
    pub launch: &'a Launch,
    pub dialect: Dialect,
    /// Options to set in this order, as name and value.
    pub options: &'a [(String, String)],
    /// A token that abandons the process.
    pub kill: Option<&'a KillToken>,
}

impl Client {
    /// Starts an engine, completes the handshake, sets the variant, if any, and the options, and
    /// waits for `readyok`. The variant comes first, because it may change the options. An engine
    /// without an option for the variant plays one variant only.
    ///
    /// # Errors
    /// [`FaultKind::Spawn`] if the program does not start, [`FaultKind::Setup`] if the variant or
    /// an option is unknown or a value is refused; otherwise the fault of the conversation. The
    /// fault has the transcript if the program started.
    pub fn start(
        setup: &EngineSetup,
        timeouts: &Timeouts,
        variant: Option<&str>,
    ) -> Result<Client, Fault> {
        let mut client = Client::spawn(setup.name, setup.launch, timeouts)
            .map_err(|error| Fault::new(FaultKind::Spawn, error.to_string()))?;
        client.dialect = setup.dialect;
        setup.kill.iter().for_each(|token| client.process.kill_by(token));
        let mut begin = || {
            client.introduce()?;
            let before = client.errors.len();
            variant.map_or(Ok(()), |variant| client.choose_variant(variant))?;
            client.set_options(setup.options)?;
            // An error that only the engine can notice, such as an unreadable file.
            match client.errors.get(before) {
                Some(text) => Err(Fault::new(FaultKind::Setup, format!("it says {}", quote(text)))),
                None => Ok(()),
            }
        };
        match begin() {
            Ok(()) => Ok(client),
            Err(fault) => Err(Fault { transcript: client.transcript(), ..fault }),
        }
    }

    fn set_options(&mut self, options: &[(String, String)]) -> Result<(), Fault> {
        for (name, value) in options {
            let command = self.setting(name, value);
            self.pending
                .push(command.map_err(|why| Fault::new(FaultKind::Setup, why.to_string()))?);
        }
        self.wait_ready(self.timeouts.start)
    }

    /// The command that sets an option to this value.
    ///
    /// # Errors
    /// The engine has no such option, or the value is out of its range.
    pub fn setting(&self, name: &str, value: &str) -> Result<String, OptionValueError> {
        let option = OptionDeclaration::find(&self.options, name).map_err(|error| {
            match (error, self.misread.iter().find(|text| text.contains(name))) {
                (OptionValueError::NoOption { name, there }, Some(misread)) => {
                    let there = format!("{there}, and a line with an error: {misread}");
                    OptionValueError::NoOption { name, there }
                }
                (error, _) => error,
            }
        })?;
        option.accept(value)?;
        Ok(option.set(value).to_string())
    }

    fn choose_variant(&mut self, variant: &str) -> Result<(), Fault> {
        let Some(option) = VARIANT_OPTIONS
            .into_iter()
            .find(|option| OptionDeclaration::find(&self.options, option).is_ok())
        else {
            return Ok(());
        };
        let refused = |why: OptionValueError| {
            Fault::new(FaultKind::Setup, format!("it cannot play the variant: {why}"))
        };
        let command = self.setting(option, variant).map_err(refused)?;
        self.pending.push(command);
        self.wait_ready(self.timeouts.start)
    }

    /// Sends `ugi` (or `uci`), and reads name and options up to `ugiok` (or `uciok`).
    pub fn introduce(&mut self) -> Result<(), Fault> {
        let (mut name, mut options, mut misread) = (None, Vec::new(), Vec::new());
        let own_name = self.name.clone();
        let (dialect, timeout) = (self.dialect, self.timeouts.start);
        self.send(&Command::Handshake(dialect));
        self.wait_for(&format!("{dialect}ok"), &dialect.to_string(), timeout, |received| {
            match &received.reply {
                Ok(Some(Reply::HandshakeDone(done))) if *done == dialect => return Ok(Some(())),
                Ok(Some(Reply::Name(found))) => name = Some(found.clone()),
                Ok(Some(Reply::OptionDeclaration(option))) => options.push(option.clone()),
                Err(why) => {
                    let text = format!("{}: {why}", quote(&received.line.text));
                    warn!("{own_name}: {text}");
                    misread.push(text);
                }
                Ok(_) => {}
            }
            Ok(None)
        })?;
        (self.id_name, self.options, self.misread) = (name, options, misread);
        Ok(())
    }
}
