//! Which parameter sets are used: the built-in ones, or those of a user's file.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use thiserror::Error;

use super::{BUILT_IN, FAMILY, Model, ModelError};
use crate::gpu::Gpu;
use crate::{escape, input};

/// Why a model file is refused.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ModelFileError {
    /// The file cannot be read.
    #[error(
        "{}: {source}; expected a file of parameter sets, as `cdna-sched models` prints it",
        escape::path(path)
    )]
    Read {
        /// The file.
        path: PathBuf,
        /// The reason.
        source: input::Error,
    },
    /// The file is not a complete model file.
    #[error(
        "{}: {source}; expected one or more complete parameter sets for every GPU, as `cdna-sched models` prints them (docs/timing.md explains each number)",
        escape::path(path)
    )]
    Content {
        /// The file.
        path: PathBuf,
        /// The reason.
        source: ModelError,
    },
}

/// The parameter sets to schedule by and to report figures under. Cheap to clone.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct ModelSets(Option<Arc<Sets>>);

#[derive(PartialEq, Eq, Debug)]
struct Sets {
    path: PathBuf,
    models: Vec<Model>,
}

impl ModelSets {
    /// The built-in sets, `measured` and `llvm`.
    pub const BUILT_IN: ModelSets = ModelSets(None);

    /// The text of the built-in file, a template for files of users.
    pub fn built_in_text() -> &'static str {
        BUILT_IN
    }

    /// No set: nothing is reordered, and no clocks are reported.
    pub fn none() -> ModelSets {
        ModelSets(Some(Arc::new(Sets {
            path: PathBuf::new(),
            models: Vec::new(),
        })))
    }

    /// The first set for a GPU, and every member of the perturbed family that it has.
    pub fn with_family(&self, gpu: Gpu) -> ModelSets {
        let mut models: Vec<Model> = self.of(gpu).into_iter().take(1).collect();
        let perturbed = models.iter().flat_map(|first| {
            let members = FAMILY.iter().filter_map(move |m| Some((m, m.of(first)?)));
            members.map(move |(m, model)| {
                let name = format!("{} {}", first.name(), m.name);
                model.renamed(name)
            })
        });
        let perturbed: Vec<Model> = perturbed.collect();
        models.extend(perturbed);
        ModelSets(Some(Arc::new(Sets {
            path: self.path().map_or_else(PathBuf::new, Path::to_owned),
            models,
        })))
    }

    /// Reads the sets of a file.
    ///
    /// # Errors
    /// When the file cannot be read, is not a model file, or lacks a number for any GPU.
    pub fn read(path: &Path) -> Result<ModelSets, ModelFileError> {
        let text = input::read_text(path, input::MODEL_LIMIT_MIB).map_err(|source| {
            ModelFileError::Read {
                path: path.into(),
                source,
            }
        })?;
        let mut models = Vec::new();
        for gpu in Gpu::ALL {
            let sets = Model::parse(&text, gpu).map_err(|source| ModelFileError::Content {
                path: path.into(),
                source,
            })?;
            models.extend(sets);
        }
        Ok(ModelSets(Some(Arc::new(Sets {
            path: path.into(),
            models,
        }))))
    }

    /// The file that the sets come from; `None` for the built-in ones.
    pub fn path(&self) -> Option<&Path> {
        self.0.as_deref().map(|sets| sets.path.as_path())
    }

    /// The sets for a GPU. The first is the one that is optimised for: `measured`, or else the
    /// first by name.
    pub fn of(&self, gpu: Gpu) -> Vec<Model> {
        match &self.0 {
            None => Model::built_in(gpu).to_vec(),
            Some(sets) => {
                let models = sets.models.iter();
                models.filter(|m| m.gpu() == gpu).cloned().collect()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<ModelSets, String> {
        // Tests run in parallel: one file per thread.
        let name = format!("cdnasched-models-{:?}.json", std::thread::current().id());
        let path = std::env::temp_dir().join(name);
        std::fs::write(&path, text).expect("the temporary directory can be written");
        let sets = ModelSets::read(&path).map_err(|e| e.to_string());
        std::fs::remove_file(&path).expect("it was just written");
        sets
    }

    #[test]
    fn the_built_in_text_gives_the_built_in_sets() {
        let sets = read(ModelSets::built_in_text()).expect("the built-in file");
        for gpu in Gpu::ALL {
            assert_eq!(sets.of(gpu), ModelSets::BUILT_IN.of(gpu));
        }
    }

    #[test]
    fn the_family_comes_after_the_first_set() {
        let sets = ModelSets::BUILT_IN.with_family(Gpu::Gfx950).of(Gpu::Gfx950);
        assert_eq!(sets[0], ModelSets::BUILT_IN.of(Gpu::Gfx950)[0]);
        let names: Vec<&str> = sets.iter().map(Model::name).collect();
        assert!(names.contains(&"measured lds_busy_2"), "{names:?}");
        assert!(names.iter().all(|name| name.starts_with("measured")));
        assert!(sets[1..].iter().all(|set| *set != sets[0]));
        assert_eq!(
            ModelSets::none().with_family(Gpu::Gfx950).of(Gpu::Gfx950),
            []
        );
    }

    #[test]
    fn a_number_of_ones_own_holds() {
        let slower = ModelSets::built_in_text().replace("\"result\": 12", "\"result\": 30");
        let sets = read(&slower).expect("a complete file");
        let result =
            |sets: &ModelSets| sets.of(Gpu::Gfx942)[0].cost(crate::timing::Class::LdsRead1);
        assert_eq!(result(&sets).result, 30);
        assert_eq!(result(&ModelSets::BUILT_IN).result, 12);
    }

    #[test]
    fn a_set_may_say_what_it_is_about() {
        let about = r#"{ "measured": { "about": { "date": "2026-11-23", "numbers": [1] },"#;
        let text = ModelSets::built_in_text().replacen("{\n  \"measured\": {", about, 1);
        assert_ne!(text, ModelSets::built_in_text());
        let sets = read(&text).expect("a complete file");
        for gpu in Gpu::ALL {
            assert_eq!(sets.of(gpu), ModelSets::BUILT_IN.of(gpu));
        }
    }

    #[test]
    fn files_from_before_there_were_these_parts_are_read() {
        let mut sets: serde_json::Value =
            serde_json::from_str(ModelSets::built_in_text()).expect("JSON");
        let set = sets["measured"].as_object_mut().expect("an object");
        for part in [
            "memory_shadow",
            "packed_gap",
            "barrier_spread",
            "queue_overrides",
            "memory",
        ] {
            assert!(set.remove(part).is_some(), "{part}");
        }
        let inner = |set: &mut serde_json::Map<_, serde_json::Value>, of: &str, part: &str| {
            let of = set[of].as_object_mut().expect("an object");
            assert!(of.remove(part).is_some(), "{part}");
        };
        inner(set, "costs", "packed_f32");
        inner(set, "queues", "lds_entries");
        inner(set, "queues", "vmem_dwords");
        let gfx950 = &read(&sets.to_string())
            .expect("a complete file")
            .of(Gpu::Gfx950)[0];
        use crate::timing::Class;
        assert_eq!(gfx950.cost(Class::PackedF32), gfx950.cost(Class::Valu));
        assert_eq!(gfx950.queues().vmem_dwords, None);
    }

    #[test]
    fn what_is_wrong_is_named() {
        let text = ModelSets::built_in_text();
        for (bad, expected) in [
            ("".to_owned(), "EOF"),
            ("{}".to_owned(), "no parameter set"),
            (
                text.replace("\"salu\"", "\"sallu\""),
                "unknown variant `sallu`",
            ),
            (
                text.replace("\"queues\"", "\"qeues\""),
                "unknown field `qeues`",
            ),
            (text.replace("\"gfx942\": {", "\"gfx941\": {"), "gfx941"),
            (text.replace("\"lds\": 16", "\"lds\": 17"), "1 to 16"),
            (
                text.replace("\"issue\": 100", "\"issue\": 1000"),
                "issue of call",
            ),
            (
                text.replace("\"result\": 200", "\"result\": 20000"),
                "result of vmem",
            ),
            (
                text.replace("\"lds_entries\": 5", "\"lds_entries\": 0"),
                "lds_entries",
            ),
            (
                text.replace("\"vmem_dwords\": 32", "\"vmem_dwords\": 3"),
                "vmem_dwords",
            ),
            (
                text.replace("\"fill\": 23", "\"fill\": 300"),
                "fill of memory",
            ),
            (text.replace("\"mall\": 123, ", ""), "level mall"),
            (
                text.replace("\"barrier_spread\": 9", "\"barrier_spread\": 33"),
                "0 to 32",
            ),
            (
                text.replace("{ \"gfx942\": 3", "{ \"gfx942\": 300"),
                "packed_gap",
            ),
            (
                text.replace("\"gfx90a\": { \"l1\"", "\"gfx90b\": { \"l1\""),
                "gfx90b",
            ),
        ] {
            let error = read(&bad).expect_err(expected);
            assert!(error.contains(expected), "{error}");
            assert!(error.contains("cdnasched-models-"), "{error}");
            assert!(error.contains("cdna-sched models"), "{error}");
        }
        let error = ModelSets::read(Path::new("/no/such/file.json")).expect_err("none there");
        assert!(
            error.to_string().starts_with("/no/such/file.json: "),
            "{error}"
        );
    }
}
