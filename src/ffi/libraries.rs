//! Is the LLVM of this process the one the plugin was built for?
//!
//! Loaded into a tool of another version, the plugin would bring its own libLLVM along and register
//! itself there, where the tool never looks.

/// What is wrong, if anything is: `ours` is an address in the LLVM that the plugin is bound to,
/// `version` the one it was built for.
pub(super) fn check(ours: u64, version: &str) -> Option<String> {
    // Bytes: paths may be of any encoding.
    let maps = std::fs::read("/proc/self/maps").ok()?;
    let other = other_llvm(&String::from_utf8_lossy(&maps), ours)?.to_owned();
    let mut parts = version.split('.');
    let major = parts.next().unwrap_or_default();
    let minor = parts.next().unwrap_or_default();
    Some(format!(
        "cdna-sched: built for LLVM {version}, but this program uses {other}; load it into a tool of \
         LLVM {major}.{minor} (for example /usr/lib/llvm-{major}/bin/llc), or rebuild it for that LLVM"
    ))
}

/// A line of `/proc/self/maps` (proc(5)): addresses, permissions, offset, device, inode, path.
struct Mapping<'a> {
    first: u64,
    end: u64,
    /// Device and inode.
    file: (&'a str, &'a str),
    path: &'a str,
}

impl Mapping<'_> {
    fn parse(line: &str) -> Option<Mapping<'_>> {
        let mut fields = line.split_ascii_whitespace();
        let (first, end) = fields.next()?.split_once('-')?;
        let file = (fields.nth(2)?, fields.next()?);
        Some(Mapping {
            first: u64::from_str_radix(first, 16).ok()?,
            end: u64::from_str_radix(end, 16).ok()?,
            file,
            path: line.find('/').map_or("", |at| &line[at..]),
        })
    }
}

/// The path of a libLLVM in this process other than the file that an address is in.
fn other_llvm(maps: &str, ours: u64) -> Option<&str> {
    let mut mappings = maps.lines().filter_map(Mapping::parse);
    let ours = mappings.find(|m| (m.first..m.end).contains(&ours))?.file;
    let named = maps.lines().filter(|line| line.contains("/libLLVM"));
    let mut others = named.filter_map(Mapping::parse).filter(|m| {
        let name = m.path.rsplit('/').next().unwrap_or_default();
        name.starts_with("libLLVM") && m.file != ours
    });
    others.next().map(|other| other.path)
}

#[cfg(test)]
mod tests {
    use super::*;

    const MAPS: &str = "\
55d0c0000000-55d0c0010000 r-xp 00001000 08:01 77 /usr/bin/llc\n\
7f0000000000-7f0000100000 r-xp 00200000 08:01 42 /usr/lib/llvm-22/lib/libLLVM.so.22.1\n\
7f0000100000-7f0000200000 rw-p 00000000 00:00 0\n\
7f0000200000-7f0000300000 r--p 00000000 08:01 43 /usr/lib/libLLVMPlugin dir/libz.so.1\n\
7f0000300000-7f0000400000 r--p 00000000 08:01 42 /a link/libLLVM-22.so\n";

    #[test]
    fn another_libllvm_is_found() {
        let maps =
            format!("{MAPS}7f1000000000-7f1000100000 r-xp 0 08:01 44 /usr/lib/libLLVM-14.so\n");
        let other = |maps, ours| other_llvm(maps, ours).map(str::to_owned);
        assert_eq!(other(MAPS, 0x7f00_0000_1234), None);
        let expected = Some("/usr/lib/libLLVM-14.so".to_owned());
        assert_eq!(other(&maps, 0x7f00_0000_1234), expected);
        // LLVM is linked into the program itself, and there is a library of it all the same.
        assert!(
            other(MAPS, 0x55d0_c000_0000).is_some_and(|path| path.ends_with("libLLVM.so.22.1"))
        );
        assert_eq!(other(MAPS, 1), None);
        assert_eq!(other("no maps", 1), None);
    }
}
