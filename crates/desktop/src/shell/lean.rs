//! Memory that was given up goes back to the system.
//!
//! The allocator of the GNU library takes the largest thing that was ever given up for the measure of what is worth keeping. Maps
//! and textures are made once, at the start, so that it would keep some fifty megabytes for ever. It also keeps a store for each
//! thread, each with holes of its own. Its limits are read from the environment when a program begins, so the program begins again
//! with them.

/// Starts the program again with limits for the allocator, unless it has some. Where that cannot be done it runs as it is.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
pub fn give_memory_back() {
    use std::os::unix::process::CommandExt;
    const LIMITS: [(&str, &str); 3] =
        [("MALLOC_MMAP_THRESHOLD_", "65536"), ("MALLOC_TRIM_THRESHOLD_", "65536"), ("MALLOC_ARENA_MAX", "2")];
    if LIMITS.iter().any(|(name, _)| std::env::var_os(name).is_some()) {
        return;
    }
    if let Ok(program) = std::env::current_exe() {
        let _ = std::process::Command::new(program).args(std::env::args_os().skip(1)).envs(LIMITS).exec();
    }
}

#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub fn give_memory_back() {}
