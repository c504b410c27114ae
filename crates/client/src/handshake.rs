//! The start of an engine: its introduction, and the options that are set.

use log::warn;
use zugi_protocol::{Command, Dialect, OptionDeclaration, OptionValueError, Reply, quote};

use super::{Client, Fault, FaultKind, Timeouts};
use crate::process::Launch;

/// The options that choose a game, in UGI and in UCI.
pub const VARIANT_OPTIONS: [&str; 2] = ["UGI_Variant", "UCI_Variant"];

/// An engine as it is to be started.
#[derive(Clone, Copy, Debug)]
pub struct EngineSetup<'a> {
    /// How the caller calls it.
    pub name: &'a str,
    /// The program, and where it is started.
    pub launch: &'a Launch,
    /// The protocol that it is spoken to in.
    pub dialect: Dialect,
    /// Options to set, each a name and a value, in this order.
    pub options: &'a [(String, String)],
}

impl Client {
    /// Starts an engine, waits for the end of its introduction, sets the variant, if any, and the
    /// options, and waits until it is ready. The variant comes first, because it may change the
    /// options.
    ///
    /// # Errors
    /// [`FaultKind::Setup`] for a program that does not start, an unknown variant or option, or a
    /// refused value; otherwise the fault of the conversation. It has the transcript, if the
    /// program started.
    pub fn start(
        setup: &EngineSetup,
        timeouts: &Timeouts,
        variant: Option<&str>,
    ) -> Result<Client, Fault> {
        let mut client = Client::spawn(setup.name, setup.launch, timeouts)
            .map_err(|error| Fault::new(FaultKind::Setup, error.to_string()))?;
        client.dialect = setup.dialect;
        let mut begin = || {
            client.introduce()?;
            variant.map_or(Ok(()), |variant| client.choose_variant(variant))?;
            client.set_options(setup.options)
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
        let before = self.refusals.len();
        self.wait_ready(self.timeouts.start)?;
        // A file that cannot be read, for example: only the engine can know.
        match self.refusals.get(before) {
            Some(text) => Err(Fault::new(FaultKind::Setup, format!("it says {}", quote(text)))),
            None => Ok(()),
        }
    }

    /// The command that gives an option of the engine this value.
    ///
    /// # Errors
    /// The engine has no such option, or it cannot have this value.
    pub fn setting(&self, name: &str, value: &str) -> Result<String, OptionValueError> {
        let option = OptionDeclaration::find(&self.options, name)?;
        option.accept(value)?;
        Ok(option.set(value).to_string())
    }

    /// Sets the option that chooses a game if the engine has declared one; an engine
    /// without it plays one game only.
    ///
    /// # Errors
    /// [`FaultKind::Setup`] if the engine does not know the variant; otherwise what went
    /// wrong in the conversation.
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
        self.wait_ready(self.timeouts.ready)
    }

    /// `ugi` … `ugiok`, or the same in UCI: its name and its options.
    ///
    /// # Errors
    /// See [`FaultKind`].
    pub fn introduce(&mut self) -> Result<(), Fault> {
        let (mut name, mut options, own_name) = (None, Vec::new(), self.name.clone());
        let (dialect, timeout) = (self.dialect, self.timeouts.start);
        self.send(&Command::Handshake(dialect));
        self.wait_for(&format!("{dialect}ok"), &dialect.to_string(), timeout, |received| {
            match &received.reply {
                Ok(Some(Reply::HandshakeDone(done))) if *done == dialect => return Ok(Some(())),
                Ok(Some(Reply::Name(found))) => name = Some(found.clone()),
                Ok(Some(Reply::OptionDeclaration(option))) => options.push(option.clone()),
                Err(why) => warn!("{own_name}: {}: {why}", quote(&received.line.text)),
                Ok(_) => {}
            }
            Ok(None)
        })?;
        (self.id_name, self.options) = (name, options);
        Ok(())
    }
}
