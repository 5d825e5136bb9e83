//! Typed indices, and the tables that they index.
//!
//! An index is a newtype around a small integer, so that the number of an instruction cannot be
//! taken for the number of a block. A [`TypedVec`] is a `Vec` that only its own index type
//! reaches. Both cost nothing: they compile to the plain integer and the plain `Vec`.
//!
//! ```
//! use cdnasched_base::define_index;
//! use cdnasched_base::machine::index::TypedVec;
//!
//! define_index!(
//!     /// Names a city of the map.
//!     pub struct CityId(pub u32);
//! );
//! let mut names: TypedVec<CityId, &str> = TypedVec::new();
//! let oslo = names.push("Oslo");
//! assert_eq!(names[oslo], "Oslo");
//! ```

use std::fmt;
use std::marker::PhantomData;
use std::ops;

/// A number that names an entry of a table. [`define_index!`](crate::define_index) implements it.
pub trait Index: Copy {
    /// The index of that number. A number that does not fit is a bug of the caller; debug builds
    /// panic on it.
    fn new(index: usize) -> Self;
    /// The number.
    fn index(self) -> usize;
}

/// Defines an index type: `define_index!(/** What it names. */ pub struct NodeId(u32));`.
///
/// It is `Copy`, ordered and hashable, has `new(usize)` and `index()`, and implements
/// [`Index`](crate::machine::index::Index).
#[macro_export]
macro_rules! define_index {
    ($(#[$meta:meta])* $vis:vis struct $name:ident($field:vis $repr:ty) $(;)?) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        $vis struct $name($field $repr);
        #[allow(dead_code)]
        impl $name {
            /// The index of that number; debug builds panic when it does not fit.
            #[inline]
            $vis fn new(index: usize) -> Self {
                debug_assert!(index as u64 <= <$repr>::MAX as u64);
                $name(index as $repr)
            }
            /// The number as an index into its table.
            #[inline]
            $vis fn index(self) -> usize {
                self.0 as usize
            }
        }
        impl $crate::machine::index::Index for $name {
            #[inline]
            fn new(index: usize) -> Self {
                $name::new(index)
            }
            #[inline]
            fn index(self) -> usize {
                self.0 as usize
            }
        }
    };
}

/// A `Vec<T>` indexed by `I` instead of `usize`.
pub struct TypedVec<I, T> {
    items: Vec<T>,
    index: PhantomData<fn(I) -> I>,
}

impl<I: Index, T> TypedVec<I, T> {
    /// An empty table.
    #[inline]
    pub const fn new() -> Self {
        TypedVec {
            items: Vec::new(),
            index: PhantomData,
        }
    }
    /// An empty table with space for `capacity` entries.
    pub fn with_capacity(capacity: usize) -> Self {
        Vec::with_capacity(capacity).into()
    }
    /// Adds an entry and returns its index.
    #[inline]
    pub fn push(&mut self, item: T) -> I {
        let at = self.next_index();
        self.items.push(item);
        at
    }
    /// Number of entries.
    #[inline]
    pub fn len(&self) -> usize {
        self.items.len()
    }
    /// Whether there is no entry.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }
    /// The index that the next [`TypedVec::push`] will return.
    #[inline]
    pub fn next_index(&self) -> I {
        I::new(self.items.len())
    }
    /// Every index, in order.
    #[inline]
    pub fn indices(&self) -> impl DoubleEndedIterator<Item = I> + ExactSizeIterator + use<I, T> {
        (0..self.items.len()).map(I::new)
    }
    /// The entry of that index; `None` when the table is shorter.
    #[inline]
    pub fn get(&self, index: I) -> Option<&T> {
        self.items.get(index.index())
    }
    /// As [`TypedVec::get`], to change it.
    #[inline]
    pub fn get_mut(&mut self, index: I) -> Option<&mut T> {
        self.items.get_mut(index.index())
    }
    /// The last entry.
    #[inline]
    pub fn last_mut(&mut self) -> Option<&mut T> {
        self.items.last_mut()
    }
    /// The entries, in order.
    #[inline]
    pub fn iter(&self) -> std::slice::Iter<'_, T> {
        self.items.iter()
    }
    /// The entries, in order, to change them.
    #[inline]
    pub fn iter_mut(&mut self) -> std::slice::IterMut<'_, T> {
        self.items.iter_mut()
    }
    /// Every index with its entry, in order.
    #[inline]
    pub fn iter_enumerated(
        &self,
    ) -> impl DoubleEndedIterator<Item = (I, &T)> + ExactSizeIterator + use<'_, I, T> {
        self.items
            .iter()
            .enumerate()
            .map(|(at, item)| (I::new(at), item))
    }
    /// The entries as a slice, for code that counts by itself.
    #[inline]
    pub fn as_slice(&self) -> &[T] {
        &self.items
    }
    /// As [`TypedVec::as_slice`], to change the entries.
    #[inline]
    pub fn as_mut_slice(&mut self) -> &mut [T] {
        &mut self.items
    }
    /// Removes every entry and keeps the allocation.
    #[inline]
    pub fn clear(&mut self) {
        self.items.clear();
    }
    /// Shortens the table to its first `len` entries.
    #[inline]
    pub fn truncate(&mut self, len: usize) {
        self.items.truncate(len);
    }
}

impl<I: Index, T: Clone> TypedVec<I, T> {
    /// A table of `len` entries that all are `item`.
    #[inline]
    pub fn from_elem(item: T, len: usize) -> Self {
        vec![item; len].into()
    }
    /// Changes the number of entries to `len`; new ones are `item`.
    #[inline]
    pub fn resize(&mut self, len: usize, item: T) {
        self.items.resize(len, item);
    }
    /// Sets every entry to `item`.
    #[inline]
    pub fn fill(&mut self, item: T) {
        self.items.fill(item);
    }
}

impl<I: Index, T> ops::Index<I> for TypedVec<I, T> {
    type Output = T;
    #[inline]
    fn index(&self, index: I) -> &T {
        &self.items[index.index()]
    }
}

impl<I: Index, T> ops::IndexMut<I> for TypedVec<I, T> {
    #[inline]
    fn index_mut(&mut self, index: I) -> &mut T {
        &mut self.items[index.index()]
    }
}

impl<I, T> From<Vec<T>> for TypedVec<I, T> {
    #[inline]
    fn from(items: Vec<T>) -> Self {
        TypedVec {
            items,
            index: PhantomData,
        }
    }
}

impl<I: Index, T> FromIterator<T> for TypedVec<I, T> {
    fn from_iter<S: IntoIterator<Item = T>>(items: S) -> Self {
        Vec::from_iter(items).into()
    }
}

impl<I: Index, T> Extend<T> for TypedVec<I, T> {
    fn extend<S: IntoIterator<Item = T>>(&mut self, items: S) {
        self.items.extend(items);
    }
}

impl<'a, I: Index, T> IntoIterator for &'a TypedVec<I, T> {
    type Item = &'a T;
    type IntoIter = std::slice::Iter<'a, T>;
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<'a, I: Index, T> IntoIterator for &'a mut TypedVec<I, T> {
    type Item = &'a mut T;
    type IntoIter = std::slice::IterMut<'a, T>;
    fn into_iter(self) -> Self::IntoIter {
        self.iter_mut()
    }
}

impl<I, T> IntoIterator for TypedVec<I, T> {
    type Item = T;
    type IntoIter = std::vec::IntoIter<T>;
    fn into_iter(self) -> Self::IntoIter {
        self.items.into_iter()
    }
}

// Derived, these would require the same of the index type.
impl<I, T> Default for TypedVec<I, T> {
    fn default() -> Self {
        Vec::new().into()
    }
}

impl<I, T: Clone> Clone for TypedVec<I, T> {
    fn clone(&self) -> Self {
        self.items.clone().into()
    }
    fn clone_from(&mut self, other: &Self) {
        self.items.clone_from(&other.items);
    }
}

impl<I, T: PartialEq> PartialEq for TypedVec<I, T> {
    fn eq(&self, other: &Self) -> bool {
        self.items == other.items
    }
}

impl<I, T: Eq> Eq for TypedVec<I, T> {}

impl<I, T: std::hash::Hash> std::hash::Hash for TypedVec<I, T> {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.items.hash(state);
    }
}

impl<I, T: fmt::Debug> fmt::Debug for TypedVec<I, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.items.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    define_index!(
        /// Names a letter.
        struct Letter(u8);
    );

    fn letters() -> TypedVec<Letter, char> {
        ['a', 'b', 'c'].into_iter().collect()
    }

    #[test]
    fn an_index_names_the_entry_that_was_pushed() {
        let mut letters = letters();
        assert_eq!(letters.next_index(), Letter(3));
        let d = letters.push('d');
        assert_eq!((d, letters[d]), (Letter(3), 'd'));
        letters[d] = 'e';
        assert_eq!(letters.get(d), Some(&'e'));
        assert_eq!(letters.get(Letter(4)), None);
        assert_eq!(letters.len(), 4);
    }

    #[test]
    fn indices_and_entries_go_together() {
        let letters = letters();
        let indices: Vec<Letter> = letters.indices().collect();
        assert_eq!(indices, [Letter(0), Letter(1), Letter(2)]);
        let pairs: Vec<(Letter, &char)> = letters.iter_enumerated().collect();
        assert_eq!(
            pairs,
            [(Letter(0), &'a'), (Letter(1), &'b'), (Letter(2), &'c')]
        );
    }

    #[test]
    fn it_is_no_larger_than_what_it_holds() {
        assert_eq!(size_of::<Letter>(), size_of::<u8>());
        assert_eq!(size_of::<TypedVec<Letter, char>>(), size_of::<Vec<char>>());
    }

    #[test]
    fn tables_of_one_length_are_set_at_once() {
        let mut table: TypedVec<Letter, u32> = TypedVec::from_elem(7, 2);
        table.resize(3, 8);
        assert_eq!(table.as_slice(), [7, 7, 8]);
        table.fill(0);
        table.truncate(1);
        assert_eq!(table, TypedVec::from(vec![0]));
    }
}
