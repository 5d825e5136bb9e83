//! Behaviour of the room, one test each.
