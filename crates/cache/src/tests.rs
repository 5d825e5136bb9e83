use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
use std::path::Path;
use std::sync::Barrier;
use std::thread;
use std::time::{Duration, SystemTime};

use proptest::prelude::*;
use tempfile::TempDir;

use crate::{Cache, Entry, Error, Key, Order, Outcome, Work};

const LIMIT_MIB: u64 = 1;

fn order(options: &[&str]) -> Order {
    Order {
        work: Work::Opt,
        options: options.iter().map(|&option| option.to_owned()).collect(),
        program: "p".to_owned(),
    }
}

fn entry(code: &[u8]) -> Entry {
    Entry {
        outcome: Outcome::Better,
        said: "said\nof it".to_owned(),
        code: code.to_vec(),
    }
}

fn cache() -> (TempDir, Cache) {
    let folder = tempfile::tempdir().expect("a folder");
    let cache = Cache::open(folder.path(), LIMIT_MIB).expect("a cache");
    (folder, cache)
}

fn file(folder: &TempDir, key: &Key) -> std::path::PathBuf {
    folder.path().join("entries").join(key.name())
}

#[test]
fn keys_tell_apart_whatever_changes_the_result() {
    let base = Key::of(&order(&["-a", "b"]), b"code");
    assert_eq!(base, Key::of(&order(&["-a", "b"]), b"code"));
    let others = [
        Key::of(&order(&["-a", "b"]), b"Code"),
        Key::of(&order(&["-ab"]), b"code"),
        Key::of(&order(&["-a", "b", ""]), b"code"),
        Key::of(&order(&["-a"]), b"bcode"),
        Key::of(
            &Order {
                program: "q".to_owned(),
                ..order(&["-a", "b"])
            },
            b"code",
        ),
        Key::of(
            &Order {
                work: Work::Lint,
                ..order(&["-a", "b"])
            },
            b"code",
        ),
    ];
    for other in others {
        assert_ne!(base, other);
    }
    assert_eq!(Key::parse(base.name()), Some(base));
    for no_key in ["", "../../etc/passwd", &"A".repeat(64), &"/".repeat(64)] {
        assert_eq!(Key::parse(no_key), None);
    }
}

#[test]
fn what_is_stored_is_found() {
    let (_folder, cache) = cache();
    let key = Key::of(&order(&[]), b"code");
    assert!(cache.find(&key).expect("readable").is_none());
    cache.store(&key, &entry(b"better\n\0")).expect("stored");
    assert_eq!(
        cache.find(&key).expect("readable"),
        Some(entry(b"better\n\0"))
    );
}

proptest! {
    /// Whatever happens to the bytes of a file, it is not taken for another result.
    #[test]
    fn damage_is_seen(code in proptest::collection::vec(any::<u8>(), 0..100), at in any::<prop::sample::Index>(),
                      change in 1..=255_u8, cut in any::<bool>()) {
        let (folder, cache) = cache();
        let key = Key::of(&order(&[]), &code);
        cache.store(&key, &entry(&code)).expect("stored");
        let path = file(&folder, &key);
        let mut bytes = fs::read(&path).expect("readable");
        let at = at.index(bytes.len());
        match cut {
            true => bytes.truncate(at),
            false => bytes[at] ^= change,
        }
        fs::write(&path, bytes).expect("written");
        prop_assert!(matches!(cache.find(&key), Err(Error::Damaged(..))));
        // And the next one is made anew.
        prop_assert!(cache.find(&key).expect("readable").is_none());
    }
}

#[test]
fn a_result_under_anothers_name_is_not_taken() {
    let (folder, cache) = cache();
    let [one, other] = [b"one".as_slice(), b"other"].map(|code| Key::of(&order(&[]), code));
    cache.store(&one, &entry(b"better")).expect("stored");
    fs::copy(file(&folder, &one), file(&folder, &other)).expect("copied");
    assert!(matches!(
        cache.find(&other),
        Err(Error::Damaged(_, "it is another one's"))
    ));
}

#[test]
fn a_folder_that_others_may_write_to_is_not_used() {
    let folder = tempfile::tempdir().expect("a folder");
    for part in ["", "entries"] {
        let part = folder.path().join(part);
        fs::set_permissions(&part, fs::Permissions::from_mode(0o777)).expect("ours");
        let refused = Cache::open(folder.path(), LIMIT_MIB);
        assert!(matches!(refused, Err(Error::NotOurs(..))), "{part:?}");
        fs::set_permissions(&part, fs::Permissions::from_mode(0o700)).expect("ours");
        Cache::open(folder.path(), LIMIT_MIB).expect("a cache");
    }
    assert!(matches!(
        Cache::open(Path::new("/dev/null/x"), LIMIT_MIB),
        Err(Error::System(..))
    ));
}

#[test]
fn what_was_not_asked_for_longest_goes_first() {
    let (folder, cache) = cache();
    let half = vec![1; 400 << 10];
    let keys: Vec<Key> = (0..3_u8).map(|n| Key::of(&order(&[]), &[n])).collect();
    for (age, key) in [(3, &keys[0]), (2, &keys[1])] {
        cache.store(key, &entry(&half)).expect("stored");
        let time = SystemTime::now() - Duration::from_secs(100 * age);
        let of_file = fs::File::options().append(true).open(file(&folder, key));
        of_file
            .and_then(|file| file.set_modified(time))
            .expect("a time");
    }
    // The older one is asked for.
    assert!(cache.find(&keys[0]).expect("readable").is_some());
    cache.store(&keys[2], &entry(&half)).expect("stored");
    assert!(cache.find(&keys[1]).expect("readable").is_none());
    for key in [&keys[0], &keys[2]] {
        assert_eq!(cache.find(key).expect("readable"), Some(entry(&half)));
    }
    // What would not fit alone is known to have failed, so it is not made again at each start.
    let long = Key::of(&order(&[]), b"long");
    cache
        .store(&long, &entry(&vec![0; 1 << 20]))
        .expect("stored");
    let found = cache.find(&long).expect("readable").expect("there");
    assert_eq!(found.outcome, Outcome::Failed);
    assert!(found.code.is_empty());
}

#[test]
fn jobs_are_taken_once_and_given_up() {
    let (_folder, cache) = cache();
    let key = Key::of(&order(&["-x"]), b"code");
    assert!(cache.take(&key).expect("readable").is_none());
    cache.ask(&key, &order(&["-x"]), b"code").expect("written");
    cache
        .ask(&key, &order(&["-x"]), b"code")
        .expect("there already");
    assert_eq!(
        cache.waiting().expect("readable"),
        std::slice::from_ref(&key)
    );
    // Two workers are killed.
    for attempt in 0..3 {
        let job = cache.take(&key).expect("readable").expect("waiting");
        assert_eq!((job.order, job.code), (order(&["-x"]), b"code".to_vec()));
        assert_eq!(job.is_hopeless, attempt == 2);
    }
    cache.finish(&key);
    assert!(cache.waiting().expect("readable").is_empty());
    assert!(cache.take(&key).expect("readable").is_none());
    // Asked for again, it begins anew.
    cache.ask(&key, &order(&["-x"]), b"code").expect("written");
    let job = cache.take(&key).expect("readable").expect("waiting");
    assert!(!job.is_hopeless);
    cache.clear().expect("removed");
    assert!(cache.waiting().expect("readable").is_empty());
}

/// Whoever has taken a job has a lock on its file: one that is put in its place would be taken, too.
#[test]
fn who_asks_at_the_same_time_leaves_the_job_as_it_is() {
    const MANY: usize = 8;
    let (folder, cache) = cache();
    for round in 0..20u8 {
        let code = [round];
        let key = Key::of(&order(&[]), &code);
        let path = folder.path().join("jobs").join(key.name());
        let together = Barrier::new(MANY);
        let ask = || {
            together.wait();
            cache.ask(&key, &order(&[]), &code).expect("written");
            fs::metadata(&path).expect("a job").ino()
        };
        let files: BTreeSet<u64> = thread::scope(|scope| {
            let all: Vec<_> = (0..MANY).map(|_| scope.spawn(ask)).collect();
            let all = all.into_iter().map(|one| one.join().expect("asked"));
            all.collect()
        });
        assert_eq!(files.len(), 1, "{round}");
    }
    let jobs = fs::read_dir(folder.path().join("jobs")).expect("a folder");
    assert_eq!(jobs.count(), 20);
}

#[test]
fn too_much_is_not_asked_for() {
    let (_folder, cache) = cache();
    let half = vec![1; 600 << 10];
    let ask = |n: u8| cache.ask(&Key::of(&order(&[]), &[n]), &order(&[]), &half);
    ask(1).expect("written");
    assert!(matches!(ask(2), Err(Error::Full(..))));
}

#[test]
fn one_process_works() {
    let (folder, cache) = cache();
    let working = cache.work().expect("locks").expect("the only one");
    let other = Cache::open(folder.path(), LIMIT_MIB).expect("a cache");
    assert!(other.work().expect("locks").is_none());
    assert!(other.has_worker().expect("locks"));
    drop(working);
    assert!(!other.has_worker().expect("locks"));
    assert!(other.work().expect("locks").is_some());
}
