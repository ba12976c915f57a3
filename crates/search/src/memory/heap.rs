//! The memory allocator of the program.

/// Lets every array of a megabyte or more have pages of its own, whatever was allocated before: they can then grow
/// without being copied, and go back to the system when they are dropped. Otherwise the allocator keeps what large arrays
/// have left, in pieces that do not fit the next ones, and a search takes twice the memory it uses. For programs to call
/// when they start. It is a hint: where it is not supported, nothing happens.
pub fn map_large_arrays() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    {
        const LARGE: libc::c_int = 1 << 20;
        for parameter in [libc::M_MMAP_THRESHOLD, libc::M_TRIM_THRESHOLD] {
            // SAFETY: `mallopt` changes how later allocations are served, and nothing that is allocated already.
            unsafe { libc::mallopt(parameter, LARGE) };
        }
    }
}
