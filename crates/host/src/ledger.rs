//! Games in a database: what `referee serve` keeps. One thread writes; whatever has come in meanwhile goes into one transaction,
//! and nobody is answered before it is on the disk.

use std::path::Path;
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use rusqlite::{Connection, OptionalExtension as _, params};
use tokio::sync::oneshot;

/// Most writes in one transaction.
const BATCH: usize = 512;

/// A game as it is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Kept {
    pub(crate) ruleset: String,
    /// The saved game without orders that it began as.
    pub(crate) beginning: String,
    /// Whether players may say what real dice show.
    pub(crate) typed: bool,
    pub(crate) cursor: usize,
    pub(crate) orders: Vec<String>,
}

/// Who may sit down at a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Door {
    pub(crate) game: String,
    /// The words for the telephone, while a seat is free.
    pub(crate) word: Option<String>,
    pub(crate) seats: Vec<Lock>,
}

/// What opens a seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Lock {
    /// What is kept of its token.
    pub(crate) token: String,
    /// Whether nobody has sat down yet.
    pub(crate) free: bool,
}

impl Lock {
    fn written(&self) -> String {
        format!("{}{}", if self.free { "free " } else { "" }, self.token)
    }

    fn read(text: &str) -> Self {
        let (free, token) = text.strip_prefix("free ").map_or((false, text), |token| (true, token));
        Self { token: token.to_owned(), free }
    }
}

/// A change that is to be kept.
#[derive(Clone, Debug)]
pub(crate) enum Write {
    /// A new game.
    Game { id: String, kept: Kept },
    /// Who may sit down there.
    Door(Door),
    /// The order of this number, from 0; those that were taken back before it are gone.
    Order { game: String, number: usize, line: String },
    /// Orders were taken back: so many stay in force.
    Cursor { game: String, cursor: usize },
}

enum Job {
    Write(Write, oneshot::Sender<Result<(), String>>),
    Read(String, oneshot::Sender<Result<Option<Kept>, String>>),
}

/// The way to the thread that writes.
#[derive(Clone)]
pub(crate) struct Ledger {
    jobs: mpsc::Sender<Job>,
}

const TABLES: &str = "
    CREATE TABLE IF NOT EXISTS games (
        id TEXT PRIMARY KEY, ruleset TEXT NOT NULL, beginning TEXT NOT NULL, typed INTEGER NOT NULL, cursor INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE IF NOT EXISTS orders (
        game TEXT NOT NULL, number INTEGER NOT NULL, line TEXT NOT NULL, PRIMARY KEY (game, number)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS doors (game TEXT PRIMARY KEY, word TEXT, seats TEXT NOT NULL) STRICT;
";

impl Ledger {
    /// Opens or makes the database, and reads who may sit down where. Nobody else opens it meanwhile.
    ///
    /// # Errors
    /// It cannot be opened or read, or another host has it open.
    pub(crate) fn open(path: &Path) -> Result<(Self, Vec<Door>), String> {
        let failed = |error: rusqlite::Error| format!("{} cannot be used: {error}.", path.display());
        let connection = Connection::open(path).map_err(failed)?;
        connection.busy_timeout(Duration::from_millis(200)).map_err(failed)?;
        let set = |name: &str, value: &str| connection.pragma_update(None, name, value);
        set("locking_mode", "EXCLUSIVE")
            .and_then(|()| set("journal_mode", "WAL"))
            .and_then(|()| set("synchronous", "FULL"))
            .and_then(|()| connection.execute_batch("BEGIN EXCLUSIVE; COMMIT;"))
            .and_then(|()| connection.execute_batch(TABLES))
            .map_err(|error| match error.sqlite_error_code() {
                Some(rusqlite::ErrorCode::DatabaseBusy | rusqlite::ErrorCode::DatabaseLocked) => {
                    format!("{} is open in another host. Close that one, or choose another folder.", path.display())
                }
                _ => failed(error),
            })?;
        let doors = doors(&connection).map_err(failed)?;
        let (jobs, inbox) = mpsc::channel();
        thread::Builder::new()
            .name("ledger".into())
            .spawn(move || work(connection, &inbox))
            .map_err(|error| format!("No thread could be started: {error}."))?;
        Ok((Self { jobs }, doors))
    }

    /// Writes a change; done when it is on the disk.
    ///
    /// # Errors
    /// It could not be written; the database is as it was.
    pub(crate) async fn write(&self, change: Write) -> Result<(), String> {
        self.ask(|done| Job::Write(change, done)).await
    }

    /// Reads a game.
    ///
    /// # Errors
    /// It cannot be read.
    pub(crate) async fn read(&self, game: &str) -> Result<Option<Kept>, String> {
        self.ask(|done| Job::Read(game.to_owned(), done)).await
    }

    async fn ask<T>(&self, job: impl FnOnce(oneshot::Sender<Result<T, String>>) -> Job) -> Result<T, String> {
        let gone = || "The thread that keeps games has stopped.".to_owned();
        let (done, answer) = oneshot::channel();
        self.jobs.send(job(done)).map_err(|_| gone())?;
        answer.await.map_err(|_| gone())?
    }
}

fn doors(connection: &Connection) -> rusqlite::Result<Vec<Door>> {
    let mut all = connection.prepare("SELECT game, word, seats FROM doors")?;
    let doors = all.query_map([], |row| {
        let seats: String = row.get(2)?;
        let seats = seats.split(',').map(Lock::read).collect();
        Ok(Door { game: row.get(0)?, word: row.get(1)?, seats })
    })?;
    doors.collect()
}

fn work(mut connection: Connection, inbox: &mpsc::Receiver<Job>) {
    connection.set_prepared_statement_cache_capacity(16);
    while let Ok(first) = inbox.recv() {
        let mut written = Vec::new();
        let mut jobs: Vec<Job> = std::iter::once(first).chain(inbox.try_iter().take(BATCH - 1)).collect();
        // Reads first: they see what was written before they were asked, and nobody has been told of the rest yet.
        for job in jobs.extract_if(.., |job| matches!(job, Job::Read(..))) {
            if let Job::Read(game, done) = job {
                let _ =
                    done.send(read(&connection, &game).map_err(|error| format!("The game cannot be read: {error}.")));
            }
        }
        let not_kept = |error: rusqlite::Error| format!("The order could not be kept: {error}.");
        let committed = connection.transaction().and_then(|mut transaction| {
            for job in jobs {
                let Job::Write(change, done) = job else { continue };
                // One that fails leaves the others alone.
                let one =
                    transaction.savepoint().and_then(|point| write(&point, &change).and_then(|()| point.commit()));
                written.push((done, one.map_err(not_kept)));
            }
            transaction.commit()
        });
        for (done, one) in written {
            let kept = match &committed {
                Ok(()) => one,
                Err(error) => Err(format!("The order could not be kept: {error}.")),
            };
            let _ = done.send(kept);
        }
    }
}

fn number(of: usize) -> i64 {
    i64::try_from(of).unwrap_or(i64::MAX)
}

fn write(connection: &Connection, change: &Write) -> rusqlite::Result<()> {
    let run = |sql: &str, values: &[&dyn rusqlite::ToSql]| {
        connection.prepare_cached(sql).and_then(|mut statement| statement.execute(values)).map(drop)
    };
    match change {
        Write::Game { id, kept } => {
            run(
                "INSERT INTO games (id, ruleset, beginning, typed, cursor) VALUES (?1, ?2, ?3, ?4, ?5)",
                &[id, &kept.ruleset, &kept.beginning, &kept.typed, &number(kept.cursor)],
            )?;
            kept.orders.iter().enumerate().try_for_each(|(n, line)| {
                run("INSERT INTO orders (game, number, line) VALUES (?1, ?2, ?3)", &[id, &number(n), line])
            })
        }
        Write::Door(door) => {
            let seats: Vec<String> = door.seats.iter().map(Lock::written).collect();
            run(
                "INSERT OR REPLACE INTO doors (game, word, seats) VALUES (?1, ?2, ?3)",
                &[&door.game, &door.word, &seats.join(",")],
            )
        }
        Write::Order { game, number: n, line } => {
            run("DELETE FROM orders WHERE game = ?1 AND number >= ?2", &[game, &number(*n)])?;
            run("INSERT INTO orders (game, number, line) VALUES (?1, ?2, ?3)", &[game, &number(*n), line])?;
            run("UPDATE games SET cursor = ?2 WHERE id = ?1", &[game, &number(n + 1)])
        }
        Write::Cursor { game, cursor } => run("UPDATE games SET cursor = ?2 WHERE id = ?1", &[game, &number(*cursor)]),
    }
}

fn read(connection: &Connection, game: &str) -> rusqlite::Result<Option<Kept>> {
    let mut orders = connection.prepare_cached("SELECT line FROM orders WHERE game = ?1 ORDER BY number")?;
    let orders = orders.query_map(params![game], |row| row.get(0))?.collect::<rusqlite::Result<Vec<String>>>()?;
    connection
        .prepare_cached("SELECT ruleset, beginning, typed, cursor FROM games WHERE id = ?1")?
        .query_row(params![game], |row| {
            let cursor: i64 = row.get(3)?;
            Ok(Kept {
                ruleset: row.get(0)?,
                beginning: row.get(1)?,
                typed: row.get(2)?,
                cursor: usize::try_from(cursor).unwrap_or(0),
                orders,
            })
        })
        .optional()
}
