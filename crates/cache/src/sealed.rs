//! Files that hold a hash of themselves: a line with the hash of all that follows, a line of JSON, and bytes.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::key::digest;
use crate::{Key, VERSION};

#[derive(Serialize, Deserialize)]
struct Head<T> {
    /// A file under another's name is not what was asked for.
    key: String,
    version: String,
    about: T,
}

/// A file with that about that key, and bytes.
pub(crate) fn seal<T: Serialize>(
    key: &Key,
    about: &T,
    bytes: &[u8],
) -> serde_json::Result<Vec<u8>> {
    let head = Head {
        key: key.name().to_owned(),
        version: VERSION.to_owned(),
        about,
    };
    let mut rest = serde_json::to_vec(&head)?;
    rest.push(b'\n');
    rest.extend_from_slice(bytes);
    let mut file = digest(&rest).into_bytes();
    file.push(b'\n');
    file.append(&mut rest);
    Ok(file)
}

/// What such a file says, or what is wrong with it.
pub(crate) fn open<T: DeserializeOwned>(
    key: &Key,
    mut file: Vec<u8>,
) -> Result<(T, Vec<u8>), &'static str> {
    let line = |bytes: &[u8]| bytes.iter().position(|&byte| byte == b'\n');
    let end = line(&file).ok_or("it has no hash")?;
    let mut rest = file.split_off(end + 1);
    file.pop();
    if digest(&rest).as_bytes() != file {
        return Err("it does not have the hash that it was written with");
    }
    let end = line(&rest).ok_or("it has no head")?;
    let bytes = rest.split_off(end + 1);
    let head: Head<T> = serde_json::from_slice(&rest).map_err(|_| "its head cannot be read")?;
    if head.key != key.name() {
        return Err("it is another one's");
    }
    if head.version != VERSION {
        return Err("it is of another version");
    }
    Ok((head.about, bytes))
}
