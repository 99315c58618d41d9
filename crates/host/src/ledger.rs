//! Games in a database: what `referee serve` keeps. One thread writes; whatever has come in meanwhile goes into one transaction,
//! and nobody is answered before it is on the disk.

use std::collections::HashMap;
use std::path::Path;
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use rusqlite::{Connection, OptionalExtension as _, params};
use tokio::sync::oneshot;

/// Most writes in one transaction.
const BATCH: usize = 512;
/// So many pages are in the log of the database before they are brought into it while somebody waits: that takes as long as
/// dozens of orders. Usually it is done while nobody does.
const LONGEST_LOG: i64 = 16_384;
/// Transactions begin at least so far apart: bringing one to the disk is as much work for one order as for twenty. An order that
/// comes alone waits for nobody.
const APART: Duration = Duration::from_millis(3);
/// After so long without a write the pages are brought in.
const QUIET: Duration = Duration::from_secs(2);

/// A game as it is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Kept {
    pub(crate) ruleset: String,
    /// The saved game without orders that it began as.
    pub(crate) beginning: String,
    /// Whether players may say what real dice show.
    pub(crate) typed: bool,
    /// The orders in force.
    pub(crate) orders: Vec<String>,
    /// The beat of fair dice in milliseconds, and what they come from by now; `None` if the host rolls.
    pub(crate) fair: Option<(u64, String)>,
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

/// A change that is to be kept.
#[derive(Clone, Debug)]
pub(crate) enum Write {
    /// A new game.
    Game { id: String, kept: Kept },
    /// Who may sit down there.
    Door(Door),
    /// The order of this number, from 0.
    /// With it what fair dice come from by now, if they are fair.
    Order { game: String, number: usize, line: String, fair: Option<String> },
    /// Orders were taken back: so many stay in force, and the others are gone.
    Cursor { game: String, cursor: usize, fair: Option<String> },
    /// What fair dice come from has changed.
    Fair { game: String, fair: String },
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

/// The version of the tables below, kept in the database. A database without one was made before there was any.
const VERSION: i64 = 2;

const TABLES: &str = "
    CREATE TABLE IF NOT EXISTS games (
        id TEXT PRIMARY KEY, ruleset TEXT NOT NULL, beginning TEXT NOT NULL, typed INTEGER NOT NULL, beat INTEGER, fair TEXT
    ) STRICT;
    CREATE TABLE IF NOT EXISTS orders (
        game TEXT NOT NULL, number INTEGER NOT NULL, line TEXT NOT NULL, PRIMARY KEY (game, number)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS doors (game TEXT PRIMARY KEY, word TEXT) STRICT;
    CREATE TABLE IF NOT EXISTS seats (
        game TEXT NOT NULL, seat INTEGER NOT NULL, token TEXT NOT NULL, free INTEGER NOT NULL, PRIMARY KEY (game, seat)
    ) STRICT, WITHOUT ROWID;
";

/// Version 0 had all seats of a door in one cell, `free TOKEN` or `TOKEN` each, parted by commas; and no fair dice.
const FROM_0: &str = "
    ALTER TABLE games ADD COLUMN beat INTEGER;
    ALTER TABLE games ADD COLUMN fair TEXT;
    ALTER TABLE doors RENAME TO doors_0;
    CREATE TABLE doors (game TEXT PRIMARY KEY, word TEXT) STRICT;
    CREATE TABLE seats (
        game TEXT NOT NULL, seat INTEGER NOT NULL, token TEXT NOT NULL, free INTEGER NOT NULL, PRIMARY KEY (game, seat)
    ) STRICT, WITHOUT ROWID;
    INSERT INTO doors (game, word) SELECT game, word FROM doors_0;
    WITH RECURSIVE parted (game, seat, one, rest) AS (
        SELECT game, -1, '', seats || ',' FROM doors_0
        UNION ALL
        SELECT game, seat + 1, substr(rest, 1, instr(rest, ',') - 1), substr(rest, instr(rest, ',') + 1)
        FROM parted WHERE rest <> ''
    )
    INSERT INTO seats (game, seat, token, free)
        SELECT game, seat, replace(one, 'free ', ''), one LIKE 'free %' FROM parted WHERE seat >= 0;
    DROP TABLE doors_0;
";

/// Version 1 kept orders that were taken back, and how many are in force.
const FROM_1: &str = "
    DELETE FROM orders WHERE number >= (SELECT cursor FROM games WHERE id = orders.game);
    ALTER TABLE games DROP COLUMN cursor;
";

/// Brings the tables to the version of this program.
fn migrate(connection: &mut Connection) -> rusqlite::Result<Result<(), i64>> {
    let version: i64 = connection.query_row("PRAGMA user_version", [], |row| row.get(0))?;
    if version > VERSION {
        return Ok(Err(version));
    }
    let transaction = connection.transaction()?;
    let is_old = version == 0
        && transaction
            .query_row("SELECT count(*) FROM sqlite_schema WHERE name = 'doors'", [], |row| row.get::<_, i64>(0))?
            > 0;
    if is_old {
        transaction.execute_batch(FROM_0)?;
    }
    if is_old || version == 1 {
        transaction.execute_batch(FROM_1)?;
    }
    transaction.execute_batch(TABLES)?;
    transaction.pragma_update(None, "user_version", VERSION)?;
    transaction.commit().map(Ok)
}

impl Ledger {
    /// Opens or makes the database, and reads who may sit down where. Nobody else opens it meanwhile.
    ///
    /// # Errors
    /// It cannot be opened or read, or another host has it open.
    pub(crate) fn open(path: &Path) -> Result<(Self, Vec<Door>), String> {
        let failed = |error: rusqlite::Error| format!("{} cannot be used: {error}.", path.display());
        let mut connection = Connection::open(path).map_err(failed)?;
        connection.busy_timeout(Duration::from_millis(200)).map_err(failed)?;
        let set = |name: &str, value: &str| connection.pragma_update(None, name, value);
        set("locking_mode", "EXCLUSIVE")
            .and_then(|()| set("journal_mode", "WAL"))
            .and_then(|()| set("synchronous", "FULL"))
            .and_then(|()| connection.pragma_update(None, "wal_autocheckpoint", LONGEST_LOG))
            .and_then(|()| connection.execute_batch("BEGIN EXCLUSIVE; COMMIT;"))
            .map_err(|error| match error.sqlite_error_code() {
                Some(rusqlite::ErrorCode::DatabaseBusy | rusqlite::ErrorCode::DatabaseLocked) => {
                    format!("{} is open in another host. Close that one, or choose another folder.", path.display())
                }
                _ => failed(error),
            })?;
        if let Err(version) = migrate(&mut connection).map_err(failed)? {
            return Err(format!(
                "{} is of version {version}; this program knows versions up to {VERSION}. Run the host with a newer program.",
                path.display()
            ));
        }
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
    let mut all = connection.prepare("SELECT game, word FROM doors")?;
    let mut doors = all
        .query_map([], |row| Ok(Door { game: row.get(0)?, word: row.get(1)?, seats: Vec::new() }))?
        .collect::<rusqlite::Result<Vec<Door>>>()?;
    let places: HashMap<String, usize> = doors.iter().enumerate().map(|(n, door)| (door.game.clone(), n)).collect();
    let mut seats = connection.prepare("SELECT game, token, free FROM seats ORDER BY game, seat")?;
    let mut rows = seats.query([])?;
    while let Some(row) = rows.next()? {
        if let Some(&door) = places.get(&row.get::<_, String>(0)?) {
            doors[door].seats.push(Lock { token: row.get(1)?, free: row.get(2)? });
        }
    }
    Ok(doors)
}

fn work(mut connection: Connection, inbox: &mpsc::Receiver<Job>) {
    connection.set_prepared_statement_cache_capacity(16);
    let mut is_in = true;
    let mut began: Option<Instant> = None;
    loop {
        let first = match inbox.recv_timeout(QUIET) {
            Ok(first) => first,
            Err(mpsc::RecvTimeoutError::Timeout) => {
                // What cannot be brought in now stays in the log, and nothing is lost.
                is_in = is_in || connection.execute_batch("PRAGMA wal_checkpoint(PASSIVE)").is_ok();
                continue;
            }
            Err(mpsc::RecvTimeoutError::Disconnected) => return,
        };
        is_in = false;
        if let Some(left) = began.and_then(|began| APART.checked_sub(began.elapsed())) {
            thread::sleep(left);
        }
        began = Some(Instant::now());
        let mut jobs: Vec<Job> = std::iter::once(first).chain(inbox.try_iter().take(BATCH - 1)).collect();
        // Reads first: they see what was written before they were asked, and nobody has been told of the rest yet.
        for job in jobs.extract_if(.., |job| matches!(job, Job::Read(..))) {
            if let Job::Read(game, done) = job {
                let _ =
                    done.send(read(&connection, &game).map_err(|error| format!("The game cannot be read: {error}.")));
            }
        }
        let writes = jobs.into_iter().filter_map(|job| match job {
            Job::Write(change, done) => Some((change, done)),
            Job::Read(..) => None,
        });
        let (changes, done): (Vec<Write>, Vec<_>) = writes.unzip();
        for (done, kept) in done.into_iter().zip(write_all(&mut connection, &changes)) {
            let _ = done.send(kept.map_err(|error| format!("The order could not be kept: {error}.")));
        }
    }
}

/// Writes changes in one transaction, and says of each whether it is on the disk. One that fails leaves the others alone: then they
/// are written once more, each so that it can be taken back by itself, which takes longer.
fn write_all(connection: &mut Connection, changes: &[Write]) -> Vec<Result<(), String>> {
    let together = connection.transaction().and_then(|transaction| {
        changes.iter().try_for_each(|change| write(&transaction, change))?;
        transaction.commit()
    });
    if together.is_ok() {
        return changes.iter().map(|_| Ok(())).collect();
    }
    let mut written = Vec::new();
    let committed = connection.transaction().and_then(|mut transaction| {
        for change in changes {
            let one = transaction.savepoint().and_then(|point| write(&point, change).and_then(|()| point.commit()));
            written.push(one.map_err(|error| error.to_string()));
        }
        transaction.commit()
    });
    match committed {
        Ok(()) => written,
        Err(error) => changes.iter().map(|_| Err(error.to_string())).collect(),
    }
}

fn number(of: usize) -> i64 {
    i64::try_from(of).unwrap_or(i64::MAX)
}

fn write(connection: &Connection, change: &Write) -> rusqlite::Result<()> {
    let run = |sql: &str, values: &[&dyn rusqlite::ToSql]| {
        connection.prepare_cached(sql).and_then(|mut statement| statement.execute(values)).map(drop)
    };
    // Another row of `games` would be another page for each order: only fair dice need one.
    let come_from = |game: &String, fair: &String| run("UPDATE games SET fair = ?2 WHERE id = ?1", &[game, fair]);
    match change {
        Write::Game { id, kept } => {
            let beat = kept.fair.as_ref().map(|(beat, _)| i64::try_from(*beat).unwrap_or(i64::MAX));
            let fair = kept.fair.as_ref().map(|(_, fair)| fair);
            run(
                "INSERT INTO games (id, ruleset, beginning, typed, beat, fair) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
                &[id, &kept.ruleset, &kept.beginning, &kept.typed, &beat, &fair],
            )?;
            kept.orders.iter().enumerate().try_for_each(|(n, line)| {
                run("INSERT INTO orders (game, number, line) VALUES (?1, ?2, ?3)", &[id, &number(n), line])
            })
        }
        Write::Door(door) => {
            run("INSERT OR REPLACE INTO doors (game, word) VALUES (?1, ?2)", &[&door.game, &door.word])?;
            door.seats.iter().enumerate().try_for_each(|(n, lock)| {
                run(
                    "INSERT OR REPLACE INTO seats (game, seat, token, free) VALUES (?1, ?2, ?3, ?4)",
                    &[&door.game, &number(n), &lock.token, &lock.free],
                )
            })
        }
        Write::Order { game, number: n, line, fair } => {
            // One whose keeping failed may be there all the same.
            run("INSERT OR REPLACE INTO orders (game, number, line) VALUES (?1, ?2, ?3)", &[game, &number(*n), line])?;
            fair.iter().try_for_each(|fair| come_from(game, fair))
        }
        Write::Cursor { game, cursor, fair } => {
            run("DELETE FROM orders WHERE game = ?1 AND number >= ?2", &[game, &number(*cursor)])?;
            fair.iter().try_for_each(|fair| come_from(game, fair))
        }
        Write::Fair { game, fair } => come_from(game, fair),
    }
}

fn read(connection: &Connection, game: &str) -> rusqlite::Result<Option<Kept>> {
    let mut orders = connection.prepare_cached("SELECT line FROM orders WHERE game = ?1 ORDER BY number")?;
    let orders = orders.query_map(params![game], |row| row.get(0))?.collect::<rusqlite::Result<Vec<String>>>()?;
    connection
        .prepare_cached("SELECT ruleset, beginning, typed, beat, fair FROM games WHERE id = ?1")?
        .query_row(params![game], |row| {
            let (beat, fair): (Option<i64>, Option<String>) = (row.get(3)?, row.get(4)?);
            let beat = beat.and_then(|beat| u64::try_from(beat).ok());
            Ok(Kept { ruleset: row.get(0)?, beginning: row.get(1)?, typed: row.get(2)?, orders, fair: beat.zip(fair) })
        })
        .optional()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The tables as the first hosts made them.
    const VERSION_0: &str = "
        CREATE TABLE games (
            id TEXT PRIMARY KEY, ruleset TEXT NOT NULL, beginning TEXT NOT NULL, typed INTEGER NOT NULL, cursor INTEGER NOT NULL
        ) STRICT;
        CREATE TABLE orders (
            game TEXT NOT NULL, number INTEGER NOT NULL, line TEXT NOT NULL, PRIMARY KEY (game, number)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE doors (game TEXT PRIMARY KEY, word TEXT, seats TEXT NOT NULL) STRICT;
        INSERT INTO games VALUES ('one', 'block-by-block', '(…)', 0, 1);
        INSERT INTO orders VALUES ('one', 0, '(command: Done)'), ('one', 1, '(command: TakenBack)');
        INSERT INTO doors VALUES ('one', 'tiger-bridge-forty', 'free 0a,1b'), ('two', NULL, '2c,3d');
    ";

    fn lock(token: &str, free: bool) -> Lock {
        Lock { token: token.into(), free }
    }

    #[test]
    fn a_database_of_the_first_version_opens_as_it_was() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.sqlite");
        Connection::open(&path).unwrap().execute_batch(VERSION_0).unwrap();
        for _ in 0..2 {
            let (ledger, mut doors) = Ledger::open(&path).unwrap();
            doors.sort_by(|one, other| one.game.cmp(&other.game));
            let one = Door {
                game: "one".into(),
                word: Some("tiger-bridge-forty".into()),
                seats: vec![lock("0a", true), lock("1b", false)],
            };
            let two = Door { game: "two".into(), word: None, seats: vec![lock("2c", false), lock("3d", false)] };
            assert_eq!(doors, [one, two]);
            let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
            let kept = runtime.block_on(ledger.read("one")).unwrap().unwrap();
            assert_eq!((kept.orders, kept.fair), (vec!["(command: Done)".to_owned()], None));
            drop(ledger);
            // The thread lets go of the file a moment later.
            std::thread::sleep(Duration::from_millis(300));
        }
    }

    #[test]
    fn a_database_of_the_second_version_forgets_what_was_taken_back() {
        let connection = &mut Connection::open_in_memory().unwrap();
        connection.execute_batch(VERSION_0).unwrap();
        connection.execute_batch(FROM_0).unwrap();
        connection.pragma_update(None, "user_version", 1).unwrap();
        migrate(connection).unwrap().unwrap();
        assert_eq!(read(connection, "one").unwrap().unwrap().orders, ["(command: Done)"]);
        // The next order has the number of the one that was taken back.
        let order = |number| Write::Order { game: "one".into(), number, line: format!("{number}"), fair: None };
        write(connection, &order(1)).unwrap();
        write(connection, &order(2)).unwrap();
        write(connection, &Write::Cursor { game: "one".into(), cursor: 1, fair: None }).unwrap();
        assert_eq!(read(connection, "one").unwrap().unwrap().orders, ["(command: Done)"]);
    }

    #[test]
    fn a_write_that_fails_leaves_the_others_of_its_transaction_alone() {
        let connection = &mut Connection::open_in_memory().unwrap();
        migrate(connection).unwrap().unwrap();
        let order = |game: &str| Write::Order { game: game.into(), number: 0, line: game.into(), fair: None };
        let kept =
            Kept { ruleset: "r".into(), beginning: "(…)".into(), typed: false, orders: Vec::new(), fair: None };
        let game = Write::Game { id: "one".into(), kept };
        // A game of that name is there already when it is written again.
        let changes = [game.clone(), order("one"), game, order("two")];
        let written: Vec<bool> = write_all(connection, &changes).iter().map(Result::is_ok).collect();
        assert_eq!(written, [true, true, false, true]);
        assert_eq!(read(connection, "one").unwrap().unwrap().orders, ["one"]);
        let orders: i64 = connection.query_row("SELECT count(*) FROM orders", [], |row| row.get(0)).unwrap();
        assert_eq!(orders, 2);
        assert!(write_all(connection, &[order("three"), order("four")]).iter().all(Result::is_ok));
        assert!(write_all(connection, &[]).is_empty());
    }

    #[test]
    fn a_database_of_a_later_version_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.sqlite");
        Connection::open(&path).unwrap().pragma_update(None, "user_version", 99).unwrap();
        let refused = Ledger::open(&path).err().unwrap();
        assert!(refused.contains("version 99") && refused.contains("newer program"), "{refused}");
    }

    #[test]
    fn a_seat_that_is_taken_and_fair_dice_are_read_as_they_were_written() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.sqlite");
        let connection = &mut Connection::open(&path).unwrap();
        migrate(connection).unwrap().unwrap();
        let mut door =
            Door { game: "one".into(), word: Some("a-b-c".into()), seats: vec![lock("0a", true), lock("1b", true)] };
        write(connection, &Write::Door(door.clone())).unwrap();
        door.word = None;
        door.seats = vec![lock("0a", false), lock("2c", false)];
        write(connection, &Write::Door(door.clone())).unwrap();
        assert_eq!(doors(connection).unwrap(), [door]);
        let kept = Kept {
            ruleset: "block-by-block".into(),
            beginning: "(…)".into(),
            typed: false,
            orders: Vec::new(),
            fair: Some((200, "{}".into())),
        };
        write(connection, &Write::Game { id: "one".into(), kept: kept.clone() }).unwrap();
        write(connection, &Write::Fair { game: "one".into(), fair: "{1}".into() }).unwrap();
        assert_eq!(read(connection, "one").unwrap(), Some(Kept { fair: Some((200, "{1}".into())), ..kept }));
    }
}
