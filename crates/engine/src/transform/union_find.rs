//! Union-find: values that are joined, step by step, into sets, each with what is known of all of it.

/// The number of a value, from 0 on.
pub type Value = u32;

/// What is known of a set of values.
pub trait Facts {
    /// Takes in what is known of another set, now that they are one.
    fn absorb(&mut self, other: &Self);
}

/// Sets of values. The least value of a set stands for it.
pub struct UnionFind<F> {
    /// By value: itself, or a lesser one of its set.
    parents: Vec<Value>,
    /// By value: what is known of the set it stands for.
    facts: Vec<F>,
}

impl<F> Default for UnionFind<F> {
    fn default() -> Self {
        UnionFind {
            parents: Vec::new(),
            facts: Vec::new(),
        }
    }
}

impl<F: Facts> UnionFind<F> {
    /// Adds a value that is joined with no other one.
    pub fn add(&mut self, facts: F) -> Value {
        let value = self.parents.len() as Value;
        self.parents.push(value);
        self.facts.push(facts);
        value
    }

    /// The least value of the set of a value; shortens the way there.
    pub fn root(&mut self, mut value: Value) -> Value {
        loop {
            let parent = self.parents[value as usize];
            if parent == value {
                return value;
            }
            let above = self.parents[parent as usize];
            self.parents[value as usize] = above;
            value = above;
        }
    }

    /// Makes one set of those of two values.
    pub fn join(&mut self, one: Value, other: Value) {
        let (one, other) = (self.root(one), self.root(other));
        let (kept, gone) = (one.min(other), one.max(other));
        // They are one already if there are no two.
        let both = [kept as usize, gone as usize];
        if let Ok([facts, absorbed]) = self.facts.get_disjoint_mut(both) {
            facts.absorb(absorbed);
            self.parents[gone as usize] = kept;
        }
    }

    /// What is known of the set of a value.
    pub fn facts(&mut self, value: Value) -> &mut F {
        let root = self.root(value);
        &mut self.facts[root as usize]
    }

    /// By value, the number of its set; and what is known of each set, by the least values.
    pub fn sets(mut self) -> (Vec<usize>, Vec<F>) {
        let mut set_of: Vec<usize> = Vec::with_capacity(self.parents.len());
        let mut count = 0;
        for value in 0..self.parents.len() {
            let root = self.root(value as Value) as usize;
            // The root is the least of its set: its number is known if it is another value.
            let set = set_of.get(root).copied().unwrap_or(count);
            count += usize::from(root == value);
            set_of.push(set);
        }
        let parents = self.parents.iter().enumerate();
        let facts = parents.zip(self.facts);
        let roots = facts.filter(|((value, parent), _)| *value == **parent as usize);
        (set_of, roots.map(|(_, facts)| facts).collect())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The members of a set.
    #[derive(Clone, PartialEq, Eq, Debug)]
    struct Members(Vec<Value>);

    impl Facts for Members {
        fn absorb(&mut self, other: &Members) {
            self.0.extend(&other.0);
        }
    }

    fn alone(count: Value) -> UnionFind<Members> {
        let mut sets = UnionFind::default();
        for value in 0..count {
            assert_eq!(sets.add(Members(vec![value])), value);
        }
        sets
    }

    #[test]
    fn the_least_value_stands_for_a_set_whichever_way_it_was_joined() {
        for pairs in [[(3, 1), (2, 3)], [(1, 3), (3, 2)], [(2, 3), (2, 1)]] {
            let mut sets = alone(5);
            pairs.iter().for_each(|&(one, other)| sets.join(one, other));
            let roots: Vec<Value> = (0..5).map(|value| sets.root(value)).collect();
            assert_eq!(roots, [0, 1, 1, 1, 4]);
        }
    }

    #[test]
    fn values_of_one_set_are_not_joined_again() {
        let mut sets = alone(2);
        for _ in 0..2 {
            sets.join(1, 0);
            sets.join(0, 1);
            sets.join(1, 1);
        }
        assert_eq!(sets.facts(1), &Members(vec![0, 1]));
    }

    proptest! {
        /// Compared with labels that are all written anew with each join.
        #[test]
        fn sets_are_those_of_labels(pairs in prop::collection::vec((0..20_u32, 0..20_u32), 0..30)) {
            let mut sets = alone(20);
            let mut labels: Vec<Value> = (0..20).collect();
            for &(one, other) in &pairs {
                sets.join(one, other);
                let (one, other) = (labels[one as usize], labels[other as usize]);
                let least = one.min(other);
                labels.iter_mut().filter(|l| [one, other].contains(l)).for_each(|l| *l = least);
            }
            for value in 0..20 {
                prop_assert_eq!(sets.root(value), labels[value as usize]);
            }
            let (set_of, facts) = sets.sets();
            let mut roots = labels.clone();
            roots.sort_unstable();
            roots.dedup();
            prop_assert_eq!(facts.len(), roots.len());
            for value in 0..20 {
                let set = set_of[value];
                prop_assert_eq!(roots[set], labels[value]);
                let mut members = facts[set].0.clone();
                members.sort_unstable();
                let same = (0..20).filter(|&other| labels[other as usize] == labels[value]);
                prop_assert_eq!(members, same.collect::<Vec<Value>>());
            }
        }
    }
}
