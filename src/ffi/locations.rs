//! Where instructions are from, as C describes it (untrusted).

use super::abi::*;
use super::raw::{Error, array, range, symbol};
use crate::machine::{InstId, Location, Locations};

/// The two arrays.
pub struct RawLocations<'a> {
    files: Vec<String>,
    locations: &'a [CdnaLocation],
}

impl<'a> RawLocations<'a> {
    /// Takes them.
    ///
    /// # Safety
    /// The arrays of `raw` must be valid, and the names in them.
    pub unsafe fn of(raw: &'a CdnaFunction) -> Result<RawLocations<'a>, Error> {
        // SAFETY: the caller vouches for the arrays.
        let (files, locations) = unsafe {
            (
                array(raw.files, raw.file_count, "source files")?,
                array(raw.locations, raw.location_count, "locations")?,
            )
        };
        // SAFETY: the caller vouches for the names.
        let files = files.iter().map(|&file| unsafe { symbol(file) });
        Ok(RawLocations {
            files: files.collect::<Result<_, _>>()?,
            locations,
        })
    }

    /// Where the instructions are from that have these ids, in increasing order.
    pub fn of_ids(&self, ids: &[InstId]) -> Result<Locations, Error> {
        if !self.locations.is_empty() && self.locations.len() != ids.len() {
            return Err(Error::Value {
                what: "number of locations",
                value: self.locations.len() as u64,
                expected: "as many as instructions, or none",
            });
        }
        let mut of = Vec::new();
        for (id, location) in ids.iter().zip(self.locations) {
            if location.file == CDNASCHED_NONE || location.line == 0 {
                continue;
            }
            range(&self.files, location.file, 1, "source files")?;
            of.resize(id.index(), None);
            of.push(Some(Location {
                file: location.file,
                line: location.line,
                column: location.column,
            }));
        }
        let files = match of.is_empty() {
            true => Vec::new(),
            false => self.files.clone(),
        };
        Ok(Locations { files, of })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn location(file: u32, line: u32) -> CdnaLocation {
        CdnaLocation {
            file,
            line,
            column: 5,
        }
    }

    fn taken(locations: &[CdnaLocation], ids: &[u32]) -> Result<Locations, Error> {
        let raw = RawLocations {
            files: vec!["/src/gemm.cl".to_owned()],
            locations,
        };
        let ids: Vec<InstId> = ids.iter().copied().map(InstId).collect();
        raw.of_ids(&ids)
    }

    #[test]
    fn locations_go_by_id_and_lines_of_0_are_none() {
        let locations = [location(0, 3), location(0, 0), location(CDNASCHED_NONE, 7)];
        let found = taken(&locations, &[2, 3, 5]).expect("locations");
        let expected = Location {
            file: 0,
            line: 3,
            column: 5,
        };
        assert_eq!(found.of, [None, None, Some(expected)]);
        assert_eq!(taken(&[], &[0]).expect("none"), Locations::default());
        let unknown = taken(&locations[1..2], &[0]).expect("none");
        assert_eq!(unknown, Locations::default());
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        let error = |locations: &[_]| taken(locations, &[0]).expect_err("refused").to_string();
        assert!(error(&[location(1, 3)]).contains("source files"));
        assert!(error(&[location(0, 3), location(0, 4)]).contains("number of locations is 2"));
    }
}
