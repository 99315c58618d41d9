//! The referee as its users meet it: arguments in, standard output, standard error and exit status out.

use std::ffi::OsString;
use std::path::Path;

use pointman_tests::library;
use tabletop::Library;
use tabletop::files::NoLibrary;

/// What came of a call.
#[derive(Debug)]
pub struct Called {
    pub status: u8,
    pub out: String,
    pub err: String,
}

impl Called {
    /// Standard output of a call that went well and had nothing to remark.
    #[track_caller]
    pub fn answer(self) -> String {
        assert_eq!((self.status, self.err.as_str()), (0, ""), "{}", self.out);
        self.out
    }

    /// Standard error of a call whose input was wrong: one sentence or two on one line, and no answer beside it.
    #[track_caller]
    pub fn complaint(self) -> String {
        assert_eq!((self.status, self.out.as_str()), (1, ""), "{}", self.err);
        assert_eq!(self.err.trim_end().lines().count(), 1, "{}", self.err);
        self.err.trim_end().to_owned()
    }
}

/// Calls the referee with the project's data.
pub fn referee(arguments: &[&str]) -> Called {
    with_input(arguments, "")
}

/// Calls the referee with something on standard input.
pub fn with_input(arguments: &[&str], input: &str) -> Called {
    call(&|| Ok(library()), arguments, input)
}

/// Calls the referee with the data in this folder.
pub fn referee_in(folder: &Path, arguments: &[&str]) -> Called {
    call(&|| Library::at(folder.to_owned()), arguments, "")
}

fn call(data: &dyn Fn() -> Result<Library, NoLibrary>, arguments: &[&str], input: &str) -> Called {
    let arguments = std::iter::once("referee").chain(arguments.iter().copied()).map(OsString::from);
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let status = referee::run(arguments, data, &mut input.as_bytes(), &mut out, &mut err);
    let text = |bytes| String::from_utf8(bytes).expect("the referee prints UTF-8");
    Called { status, out: text(out), err: text(err) }
}

pub fn argument(path: &Path) -> &str {
    path.to_str().expect("temporary paths are UTF-8")
}
