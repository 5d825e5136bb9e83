//! Webs that move together, and the copies that want them to.

use std::collections::BTreeMap;

use crate::transform::coalesce::webs::WebId;

/// Copies from one web to another over one distance.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Group {
    /// The web that is written.
    pub to: WebId,
    /// The web that is read.
    pub from: WebId,
    /// Locations from the one written to the one read.
    pub distance: i32,
    /// How many slots are copied, by how often they are.
    pub weight: f64,
    /// Whether they are copied: not added to.
    pub is_copy: bool,
}

/// Webs that move together, each with its offset from the place of the first.
#[derive(Clone, PartialEq, Debug)]
pub struct Class {
    /// They and their offsets.
    pub members: Vec<(WebId, i32)>,
}

impl Class {
    /// One web by itself.
    pub fn alone(web: WebId) -> Class {
        Class {
            members: vec![(web, 0)],
        }
    }

    /// A member's place is its location, its offset and the base of its class.
    pub fn offset(&self, web: WebId) -> Option<i32> {
        let mut members = self.members.iter();
        let member = members.find(|(member, _)| *member == web);
        member.map(|(_, offset)| *offset)
    }

    /// One class of this one, to whose offsets that is added, and of the other one.
    pub fn beside(&self, other: &Class, difference: i32) -> Class {
        let mut class = other.clone();
        let moved = self.members.iter();
        class
            .members
            .extend(moved.map(|&(web, offset)| (web, offset + difference)));
        class
    }

    /// What is added to the offsets of this class, which is written by a group's copies, for the base of the other one, which is
    /// read.
    pub fn difference(&self, other: &Class, group: &Group) -> Option<i32> {
        Some(other.offset(group.from)? + group.distance - self.offset(group.to)?)
    }
}

/// Groups by their ends and distances, the heaviest first.
pub fn sorted(weights: BTreeMap<(WebId, WebId, i32), f64>, is_copy: bool) -> Vec<Group> {
    let groups = weights.into_iter();
    let mut groups: Vec<Group> = groups
        .filter(|((to, from, _), _)| to != from)
        .map(|((to, from, distance), weight)| Group {
            to,
            from,
            distance,
            weight,
            is_copy,
        })
        .collect();
    groups.sort_by(|a, b| b.weight.total_cmp(&a.weight));
    groups
}
