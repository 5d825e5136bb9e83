//! What a code object holds.

use std::ops::Range;

use super::descriptor::Descriptor;
use super::image::Image;
use super::metadata::KernelMetadata;
use super::target::Target;

/// An AMDGPU ELF file: what a compiler or linker made for one GPU.
pub struct CodeObject<'a> {
    /// Where in the file it was found: the member of an archive, the section, the ID of the
    /// bundle's entry, joined by `/`. Empty when the file is the code object.
    pub origin: String,
    /// What the code is for.
    pub target: Target,
    /// Version of the code object format: 3 to 6.
    pub version: u8,
    /// It has not been linked (`ET_REL`): sections have no addresses yet, and what
    /// [`CodeSection::relocations`] names will change.
    pub relocatable: bool,
    /// The executable sections, in the order of the file.
    pub code: Vec<CodeSection>,
    /// The symbols in executable sections, by section, address, and name.
    pub symbols: Vec<Symbol>,
    /// The kernels, by name.
    pub kernels: Vec<Kernel>,
    /// What the file should say, and does not, or not so that it can be read. For people.
    pub gaps: Vec<String>,
    pub(super) image: Image<'a>,
}

/// An executable section.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CodeSection {
    /// Its name, mostly `.text`.
    pub name: String,
    /// Address of its first byte; in `ET_REL` files mostly 0 for each.
    pub address: u64,
    /// Its bytes in the code object. [`CodeObject::bytes`] has them.
    pub range: Range<usize>,
    /// What the linker will fill in, by offset. Only in `ET_REL` files.
    pub relocations: Vec<Relocation>,
}

/// Bytes that the widest relocation of AMDGPU code fills in.
const WIDEST_RELOCATION: u64 = 8;

impl CodeSection {
    /// The first place in a range, in bytes from the beginning of the section, that the linker will fill in.
    pub fn relocation_in(&self, offsets: Range<u64>) -> Option<&Relocation> {
        self.relocations.iter().find(|relocation| {
            let end = relocation.offset.saturating_add(WIDEST_RELOCATION);
            relocation.offset < offsets.end && offsets.start < end
        })
    }
}

/// A place that the linker will fill in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Relocation {
    /// From the beginning of the section, in bytes.
    pub offset: u64,
    /// `R_AMDGPU_*`: `llvm/BinaryFormat/ELFRelocs/AMDGPU.def`.
    pub kind: u32,
    /// The symbol. Assemblers replace local ones by their section, whose name it then is, and add
    /// to `addend` how far it lies behind the section's beginning.
    pub symbol: String,
    /// Where the symbol is, if it lies in the code of this file.
    pub place: Option<Place>,
    /// What is added to the symbol's address, in bytes.
    pub addend: i64,
}

/// What a symbol stands for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum SymbolKind {
    /// The first instruction of a kernel.
    KernelEntry,
    /// A function that is no kernel.
    Function,
    /// A place in the code without a type.
    Label,
    /// Data between the code.
    Data,
}

/// Who sees a symbol.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Binding {
    /// Only its file.
    Local,
    /// All files.
    Global,
    /// All files, unless another defines it too.
    Weak,
}

/// A symbol in an executable section.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Symbol {
    /// Index into [`CodeObject::code`].
    pub section: usize,
    /// Its address, in the terms of [`CodeSection::address`]. It may be the end of the section.
    pub address: u64,
    /// Its name.
    pub name: String,
    /// What it stands for.
    pub kind: SymbolKind,
    /// Who sees it.
    pub binding: Binding,
    /// Bytes that it names; 0 when it does not tell, as hand-written functions often do not.
    pub size: u64,
}

/// A kernel.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Kernel {
    /// Its name, without the `.kd` of its descriptor.
    pub name: String,
    /// Its first instruction; `None` when the file does not tell.
    pub entry: Option<Place>,
    /// Where firmware that has loaded arguments into SGPRs enters it: 256 bytes behind `entry`,
    /// where older firmware begins with code that loads them (LLVM's AMDGPUUsage, "Preloaded
    /// Kernel Arguments"). Code is reached from both. `None` without preloading.
    pub preloaded_entry: Option<Place>,
    /// Its descriptor; `None` when there is only metadata.
    pub descriptor: Option<Descriptor>,
    /// Where its descriptor begins in [`CodeObject::file`], in bytes.
    pub descriptor_at: Option<usize>,
    /// Its metadata; `None` when there is none for it.
    pub metadata: Option<KernelMetadata>,
}

/// An address in an executable section.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Place {
    /// Index into [`CodeObject::code`].
    pub section: usize,
    /// In the terms of [`CodeSection::address`].
    pub address: u64,
}

impl CodeObject<'_> {
    /// The whole ELF file.
    pub fn file(&self) -> &[u8] {
        self.image.bytes()
    }

    /// The bytes of one of [`CodeObject::code`].
    pub fn bytes(&self, section: &CodeSection) -> &[u8] {
        self.file().get(section.range.clone()).unwrap_or_default()
    }

    /// Whether [`rebuild`](super::rebuild) takes a longer one in its place. In a linked program or library it does not.
    pub fn may_grow(&self) -> bool {
        self.image.may_grow()
    }

    /// Where the code object lies in the file that was read; `None` when it was compressed.
    pub fn place(&self) -> Option<Range<usize>> {
        self.image.place()
    }
}
