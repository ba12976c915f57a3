//! How much memory the system has for this process.

use std::fs::read_to_string;

/// The memory limit of a search that was given none: 4 GiB, or half of what there is, or a quarter of the addresses,
/// because arrays reserve addresses for what they may become.
pub fn default_memory() -> usize {
    const DEFAULT: usize = 4 << 30;
    let memory = [free_memory(), limit_of_groups()].into_iter().flatten().map(|bytes| bytes / 2);
    let addresses = address_space().map(|bytes| bytes / 4);
    memory.chain(addresses).fold(DEFAULT, usize::min)
}

/// Checks a memory limit against the addresses that the process may use (`ulimit -v`): an array that gets none would end
/// the program without a word.
pub fn fits_addresses(memory: usize) -> Result<(), String> {
    match address_space() {
        Some(space) if memory > space / 4 => Err(format!(
            "the memory limit is {}, and this process may use {} of addresses (ulimit -v), of which a search needs four \
             times its memory",
            crate::quantity::memory(memory),
            crate::quantity::memory(space)
        )),
        _ => Ok(()),
    }
}

/// What the whole system could still give.
fn free_memory() -> Option<usize> {
    kilobytes(&read_to_string("/proc/meminfo").ok()?, "MemAvailable:")
}

/// The number of bytes of a line such as `MemAvailable:   20497532 kB`.
fn kilobytes(text: &str, name: &str) -> Option<usize> {
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    line.split_whitespace().next()?.parse::<usize>().ok()?.checked_mul(1024)
}

/// The least limit of the control groups that the process is in, of version 2 (`memory.max`) or 1
/// (`memory.limit_in_bytes`). In a container, its own group is mounted as the root.
fn limit_of_groups() -> Option<usize> {
    let groups = read_to_string("/proc/self/cgroup").unwrap_or_default();
    let limits = groups.lines().filter_map(group_directory).flat_map(|(root, path, file)| {
        // Every group above limits the process, too.
        let above =
            std::path::Path::new(path.trim_start_matches('/')).ancestors().map(|part| part.to_owned());
        above.filter_map(move |part| read_to_string(std::path::Path::new(root).join(part).join(file)).ok())
    });
    limits.filter_map(|text| text.trim().parse().ok()).min()
}

/// Where the limit of a line of `/proc/self/cgroup` is, if its group limits memory: the mount, the path of the group, and
/// the name of the file.
fn group_directory(line: &str) -> Option<(&'static str, &str, &'static str)> {
    let mut fields = line.splitn(3, ':');
    let (number, controllers, path) = (fields.next()?, fields.next()?, fields.next()?);
    if controllers.split(',').any(|controller| controller == "memory") {
        Some(("/sys/fs/cgroup/memory", path, "memory.limit_in_bytes"))
    } else {
        (number == "0" && controllers.is_empty()).then_some(("/sys/fs/cgroup", path, "memory.max"))
    }
}

/// The limit of the address space (`ulimit -v`); `None` if there is none.
fn address_space() -> Option<usize> {
    space_in(&read_to_string("/proc/self/limits").ok()?)
}

fn space_in(limits: &str) -> Option<usize> {
    let line = limits.lines().find_map(|line| line.strip_prefix("Max address space"))?;
    line.split_whitespace().next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_files_of_the_system_are_read() {
        let info = "MemTotal:       24684100 kB\nMemFree:   1 kB\nMemAvailable:   20497532 kB\n";
        assert_eq!(kilobytes(info, "MemAvailable:"), Some(20_497_532 * 1024));
        assert_eq!(kilobytes("MemTotal: 5 kB\n", "MemAvailable:"), None);
        let limits = |soft: &str| {
            format!("Limit  Soft Limit  Hard Limit  Units\nMax address space  {soft}  unlimited  bytes\n")
        };
        assert_eq!(space_in(&limits("307200000")), Some(307_200_000));
        assert_eq!(space_in(&limits("unlimited")), None);
        assert_eq!(group_directory("0::/user/a"), Some(("/sys/fs/cgroup", "/user/a", "memory.max")));
        let old = Some(("/sys/fs/cgroup/memory", "/docker/1", "memory.limit_in_bytes"));
        assert_eq!(group_directory("7:memory:/docker/1"), old);
        assert_eq!(group_directory("7:cpu,cpuacct:/docker/1"), None);
    }

    #[test]
    fn the_default_is_a_limit_that_a_search_can_use() {
        assert!((1 << 20..=4 << 30).contains(&default_memory()), "{}", default_memory());
        assert_eq!(fits_addresses(default_memory()), Ok(()));
    }
}
