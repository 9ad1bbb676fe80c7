//! `cardable-host store`: looks after the rooms of hosts, in a store or on their way to another one.

use super::{ProgramError, any_path};
use crate::config::{Config, ConfigError};
use crate::places::Place;
use crate::store::RoomId;
use crate::transfer::{Export, ExportFile, Filling, Nowhere, Telling, Told, TransferError};
use clap::{Args, Subcommand};
use std::fs::File;
use std::io::{self, BufReader, BufWriter, Seek as _, Write};
use std::path::{Path, PathBuf};
use tracing_subscriber::EnvFilter;

/// Check the rooms of a store, and bring them to a file or to another store
#[derive(Args, Clone, Debug)]
pub struct StoreCommand {
    #[command(subcommand)]
    what: What,
}

/// What to do with a store.
#[derive(Subcommand, Clone, Debug)]
enum What {
    /// Check that all rooms, or those named, are what was written
    ///
    /// Changes nothing, and can run beside hosts. Exits with code 1 if anything is damaged.
    #[command(after_help = "Examples:
  cardable-host store check --data /var/lib/cardable
  cardable-host store check --store postgres://user@host/database 0123456789abc")]
    Check {
        #[command(flatten)]
        named: Named,
        /// The rooms; all if none is named
        #[arg(value_name = "ROOM")]
        rooms: Vec<RoomId>,
    },
    /// Write all rooms, or those named, to a file
    ///
    /// Changes nothing in the store, and can run beside hosts. Each room is written as it is at one moment. Rooms that are
    /// damaged are left out and named; the exit code is 1 then. Whoever can read the file can learn all that is hidden in the
    /// games.
    #[command(after_help = "Examples:
  cardable-host store export rooms.export --data /var/lib/cardable
  cardable-host store export - --room 0123456789abc | gzip > room.gz")]
    Export {
        #[command(flatten)]
        named: Named,
        /// The file, which is replaced once the new one is complete; `-` for standard output
        #[arg(value_name = "FILE")]
        file: PathBuf,
        /// A room to write, with all content; without it all rooms
        #[arg(long = "room", value_name = "ROOM")]
        rooms: Vec<RoomId>,
    },
    /// Read rooms from a file into a store, which may have others
    ///
    /// The file is checked first: of one that is not whole, nothing is read. A room that is there already stays as it is; if it
    /// is not the same in every byte, that is said, and the exit code is 1. No host may run on a folder meanwhile.
    #[command(after_help = "Examples:
  cardable-host store import rooms.export --data /var/lib/cardable
  cardable-host store import rooms.export --store postgres://user@host/database")]
    Import {
        #[command(flatten)]
        named: Named,
        /// The file that `store export` has written
        #[arg(value_name = "FILE")]
        file: PathBuf,
    },
    /// Copy all rooms of a store to another one
    ///
    /// The store that they come from stays as it is. Rooms that are already at the other one, and are the same in every byte, are
    /// passed over, so it can be run again. No host may run on either store meanwhile.
    #[command(after_help = "Examples:
  cardable-host store migrate --from /var/lib/cardable --to postgres://user@host/database
  cardable-host store migrate --from postgres://user@host/database --to /var/lib/cardable")]
    Migrate {
        /// The store to copy: a folder, or the address of a PostgreSQL database
        #[arg(long, value_name = "STORE", env = "CARDABLE_FROM", hide_env_values = true)]
        from: String,
        /// The store to copy to: a folder, or the address of a PostgreSQL database
        #[arg(long, value_name = "STORE", env = "CARDABLE_TO", hide_env_values = true)]
        to: String,
        /// A configuration file, of which `store_certificates` is used
        #[arg(long, value_name = "FILE", env = "CARDABLE_CONFIG", value_parser = any_path())]
        config: Option<PathBuf>,
    },
}

/// A store, named as for a host.
#[derive(Args, Clone, Debug)]
struct Named {
    /// The configuration file of a host, which names the store
    #[arg(long, value_name = "FILE", env = "CARDABLE_CONFIG", value_parser = any_path())]
    config: Option<PathBuf>,
    /// The folder of the rooms
    #[arg(long, value_name = "FOLDER")]
    data: Option<PathBuf>,
    /// The PostgreSQL database of the rooms, instead of a folder
    #[arg(
        long,
        value_name = "postgres://…",
        env = "CARDABLE_STORE",
        hide_env_values = true
    )]
    store: Option<String>,
}

impl Named {
    fn place(&self) -> Result<Place, ProgramError> {
        let mut config = super::read_config(self.config.as_deref())?;
        // An empty variable of the environment is none.
        match (&self.data, self.store.as_ref().filter(|store| !store.is_empty())) {
            (Some(_), Some(_)) => {
                let why = "is given beside `--data`, and only one of them can be meant; leave one out, or `unset CARDABLE_STORE`";
                let why = why.to_owned();
                return Err(ConfigError::Value { key: "store", why }.into());
            }
            (Some(data), None) => {
                // Whoever names a folder means that one, whatever the file says.
                config.set_folder(data);
            }
            (None, Some(store)) => config.store = Some(store.clone()),
            (None, None) => {}
        }
        config.check()?;
        place_of(&config)
    }
}

fn place_of(config: &Config) -> Result<Place, ProgramError> {
    match Place::of(config) {
        Place::Memory => Err(ProgramError::Config(ConfigError::Value {
            key: "data",
            why: "is `:memory:`, where rooms are only while a host runs; write the folder of a host"
                .to_owned(),
        })),
        place => Ok(place),
    }
}

/// A store as `--from` and `--to` name it.
fn one_of(text: &str, config: Option<&Path>) -> Result<Place, ProgramError> {
    let mut read = super::read_config(config)?;
    let is_database = ["postgres://", "postgresql://"]
        .iter()
        .any(|scheme| text.starts_with(scheme));
    match is_database {
        true => read.store = Some(text.to_owned()),
        false => {
            if text.is_empty() || text.contains("://") {
                let why =
                    "is neither a folder nor an address such as `postgres://user@host/database`".to_owned();
                return Err(ConfigError::Value { key: "store", why }.into());
            }
            read.set_folder(Path::new(text));
        }
    }
    read.check()?;
    place_of(&read)
}

impl StoreCommand {
    /// Does it, and fails if not everything is as it should be.
    pub fn run(&self) -> Result<(), ProgramError> {
        // What is found when a store is opened.
        super::log(&Config::default(), EnvFilter::new("warn"))?;
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .enable_all()
            .build()
            .map_err(|error| ProgramError::System(error.to_string()))?;
        runtime.block_on(async {
            match &self.what {
                What::Check { named, rooms } => check(&named.place()?, rooms).await,
                What::Export { named, file, rooms } => export(&named.place()?, file, rooms).await,
                What::Import { named, file } => import(&named.place()?, file).await,
                What::Migrate { from, to, config } => {
                    let config = config.as_deref();
                    migrate(&one_of(from, config)?, &one_of(to, config)?).await
                }
            }
        })
    }
}

impl From<TransferError> for ProgramError {
    fn from(error: TransferError) -> ProgramError {
        ProgramError::Store(error.to_string())
    }
}

/// Says something to whoever reads along.
fn say(line: &str) {
    let _ = writeln!(io::stderr(), "{line}");
}

fn print(line: &str) -> Result<(), ProgramError> {
    writeln!(io::stdout(), "{line}").map_err(|error| ProgramError::System(error.to_string()))
}

/// A number of things.
fn count(number: u64, one: &str, many: &str) -> String {
    match number {
        1 => format!("1 {one}"),
        number => format!("{number} {many}"),
    }
}

fn summary(told: &Told) -> String {
    [
        count(told.rooms, "room", "rooms"),
        count(told.records, "record", "records"),
        count(told.snapshots, "snapshot", "snapshots"),
        count(told.contents, "piece of content", "pieces of content"),
        count(told.diagnoses, "diagnosis", "diagnoses"),
    ]
    .join(", ")
}

/// Fails if something was damaged.
fn whole(told: &Told, so: &str) -> Result<(), ProgramError> {
    match told.damaged {
        0 => Ok(()),
        1 => Err(ProgramError::Store(format!("1 thing is damaged{so}"))),
        many => Err(ProgramError::Store(format!("{many} things are damaged{so}"))),
    }
}

async fn check(place: &Place, rooms: &[RoomId]) -> Result<(), ProgramError> {
    let archive = place.to_read().await.map_err(ProgramError::Store)?;
    let telling = Telling {
        archive: &*archive,
        rooms,
        say: &say,
    };
    let told = telling.tell(&mut Nowhere).await?;
    print(&format!("{} of {place} are whole", summary(&told)))?;
    whole(&told, "; restore a backup, or go on without what is named above")
}

async fn export(place: &Place, file: &Path, rooms: &[RoomId]) -> Result<(), ProgramError> {
    let archive = place.to_read().await.map_err(ProgramError::Store)?;
    let telling = Telling {
        archive: &*archive,
        rooms,
        say: &say,
    };
    let told = if file == Path::new("-") {
        let mut to = ExportFile::begin(BufWriter::new(io::stdout().lock()), "-".to_owned())?;
        let told = telling.tell(&mut to).await?;
        to.finish()?;
        told
    } else {
        let unwritten = |why: io::Error| TransferError::File {
            file: file.display().to_string(),
            why: why.to_string(),
        };
        let new = New::beside(file).map_err(unwritten)?;
        let to = BufWriter::new(&new.file);
        let mut to = ExportFile::begin(to, file.display().to_string())?;
        let told = telling.tell(&mut to).await?;
        drop(to.finish()?);
        new.complete(file).map_err(unwritten)?;
        told
    };
    say(&format!(
        "{} of {place} are in `{}`",
        summary(&told),
        file.display()
    ));
    whole(&told, " and left out")
}

/// A file that gets its name once it is complete, and goes if it never is.
struct New {
    file: File,
    path: PathBuf,
    is_complete: bool,
}

impl New {
    fn beside(file: &Path) -> io::Result<New> {
        let mut name = file.as_os_str().to_owned();
        name.push("-new");
        let path = PathBuf::from(name);
        match std::fs::remove_file(&path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            Ok(()) | Err(_) => {}
        }
        let mut options = File::options();
        options.write(true).create_new(true);
        // It holds what players may not know.
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        Ok(New {
            file: options.open(&path)?,
            path,
            is_complete: false,
        })
    }

    fn complete(mut self, file: &Path) -> io::Result<()> {
        self.file.sync_all()?;
        std::fs::rename(&self.path, file)?;
        self.is_complete = true;
        Ok(())
    }
}

impl Drop for New {
    fn drop(&mut self) {
        if !self.is_complete {
            let _ = std::fs::remove_file(&self.path);
        }
    }
}

async fn import(place: &Place, file: &Path) -> Result<(), ProgramError> {
    let unread = |why: io::Error| ProgramError::Store(format!("`{}` cannot be read: {why}", file.display()));
    let wrong = |error: TransferError| ProgramError::Store(format!("`{}`: {error}", file.display()));
    let mut opened = File::open(file).map_err(unread)?;
    Export::new(BufReader::new(&opened))
        .tell(&mut Nowhere)
        .await
        .map_err(wrong)?;
    // It is read twice, so that nothing of a file is taken that is not whole.
    opened.rewind().map_err(|why| {
        ProgramError::Store(format!(
            "`{}` cannot be read twice ({why}): copy it to a file first",
            file.display()
        ))
    })?;
    let target = place.to_fill().await.map_err(ProgramError::Store)?;
    let mut filling = Filling::of(&*target, &say).await?;
    let told = Export::new(BufReader::new(&opened)).tell(&mut filling).await;
    report(filling, place, told.map_err(wrong).map(drop))
}

async fn migrate(from: &Place, to: &Place) -> Result<(), ProgramError> {
    let archive = from.to_read().await.map_err(ProgramError::Store)?;
    let stop = |place: &Place| {
        ProgramError::Store(format!(
            "a host runs on {place}: stop it first; one that has died keeps the rooms of a database for `lease` seconds more"
        ))
    };
    if archive.is_served().await.map_err(TransferError::Source)? {
        return Err(stop(from));
    }
    let target = to.to_fill().await.map_err(ProgramError::Store)?;
    if target.is_served().await.map_err(TransferError::Target)? {
        return Err(stop(to));
    }
    let mut filling = Filling::of(&*target, &say).await?;
    let telling = Telling {
        archive: &*archive,
        rooms: &[],
        say: &say,
    };
    let told = telling.tell(&mut filling).await;
    report(
        filling,
        to,
        told.map_err(ProgramError::from)
            .and_then(|told| whole(&told, " and left out")),
    )
}

/// Tells what was written, also if the rest failed.
fn report(filling: Filling<'_>, place: &Place, rest: Result<(), ProgramError>) -> Result<(), ProgramError> {
    let (written, same, refused) = (filling.written, filling.same, filling.refused);
    print(&format!(
        "{} written to {place}, {same} there already and the same",
        count(written, "room", "rooms")
    ))?;
    rest.map_err(|error| match written {
        0 => error,
        _ => ProgramError::Store(format!(
            "{error}; what was written before stays, and the same command goes on"
        )),
    })?;
    match refused {
        0 => Ok(()),
        refused => Err(ProgramError::Store(format!(
            "{} there already with other bytes, and not written",
            match refused {
                1 => "1 was".to_owned(),
                many => format!("{many} were"),
            }
        ))),
    }
}
