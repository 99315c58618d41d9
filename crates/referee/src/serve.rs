//! `referee serve`: a host for many games, on a machine that is always on.

use std::fs;
use std::io::{self, Write};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};

use clap::Args;
use host::{Host, Settings, USUAL_RATE, fresh_key};
use tabletop::Library;

/// How a host is to be run.
#[derive(Clone, Debug, Args)]
pub struct ServeOrder {
    /// Where to listen: an address of this machine and a port
    #[arg(long, default_value_t = SocketAddr::from(([127, 0, 0, 1], host::PORT)))]
    pub listen: SocketAddr,
    /// The folder of games, certificate and house key; made if it is not there
    #[arg(long, default_value = "pointman-games")]
    pub data: PathBuf,
    /// Take lines that are not encrypted from other machines: for phones at the table, or behind a proxy that encrypts
    #[arg(long)]
    pub plain: bool,
    /// Every line comes through a proxy: wrong keys are counted for all together
    #[arg(long)]
    pub behind_proxy: bool,
    /// Messages a second that are read of one line
    #[arg(long, default_value_t = USUAL_RATE)]
    pub rate: f64,
}

/// Runs a host until it is ended. What others need is printed first: address, certificate and the key that begins games.
///
/// # Errors
/// The address is taken, or the folder cannot be used.
pub fn serve(library: &Library, order: &ServeOrder, out: &mut dyn Write) -> Result<(), String> {
    let unusable = |error: io::Error| format!("The folder {} cannot be used: {error}.", order.data.display());
    fs::create_dir_all(&order.data).map_err(unusable)?;
    let key = house_key(&order.data.join("house-key"))?;
    let settings = Settings {
        listen: order.listen,
        identity: Some(order.data.clone()),
        games: Some(order.data.clone()),
        house_key: Some(key.clone()),
        plain: order.plain,
        behind_proxy: order.behind_proxy,
        rate: order.rate,
    };
    let host = Host::start(library.clone(), &settings)?;
    let told = serde_json::json!({"listening": host.address(), "certificate": host.certificate(), "key": key});
    writeln!(out, "{told}").and_then(|()| out.flush()).map_err(|error| error.to_string())?;
    host.wait();
    Ok(())
}

/// The key in a file, made if there is none.
fn house_key(path: &Path) -> Result<String, String> {
    let unusable = |error: io::Error| format!("{} cannot be used: {error}.", path.display());
    match fs::read_to_string(path) {
        // A start that was cut off may have left the file empty, and an empty key would begin games for everybody.
        Ok(key) if key.trim().is_empty() => {
            Err(format!("{} is empty. Take it away, and a new key is made.", path.display()))
        }
        Ok(key) => Ok(key.trim().to_owned()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            let key = fresh_key()?;
            let mut options = fs::OpenOptions::new();
            options.write(true).create_new(true);
            #[cfg(unix)]
            std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
            options.open(path).and_then(|mut file| writeln!(file, "{key}")).map_err(unusable)?;
            Ok(key)
        }
        Err(error) => Err(unusable(error)),
    }
}
