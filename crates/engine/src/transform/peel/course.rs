//! How scalar values change from iteration to iteration of a loop, as far as that says in which iterations a branch goes one way.
//!
//! A copy in front of a loop runs until an iteration goes another way, and the loop does the rest. So a way is worth a copy if it is
//! that of the first iterations, and all or most of them: what a branch looks at must be the same in all iterations, or compare a
//! counter with something that is.

use std::collections::{BTreeMap, BTreeSet};

use crate::machine::{BlockId, Function, InstFlags, InstId, Operand, OperandKind, Reg, RegRange};

/// How a value changes while a loop runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Course {
    /// It is the same in all iterations.
    Same,
    /// A number that never falls.
    Rises,
    /// A number that never rises.
    Falls,
    /// A bit, or a mask of lanes, that is set in the first iterations and not in the last ones.
    SetFirst,
    /// One that is not set in the first iterations.
    SetLast,
    /// Nothing is known.
    Other,
}

use Course::{Falls, Other, Rises, Same, SetFirst, SetLast};

impl Course {
    /// Of the number or the bit the other way round.
    fn inverse(self) -> Course {
        match self {
            Rises => Falls,
            Falls => Rises,
            SetFirst => SetLast,
            SetLast => SetFirst,
            Same | Other => self,
        }
    }

    /// Of a sum, of both bits, or of one of them.
    fn and(self, other: Course) -> Course {
        match (self, other) {
            (Same, course) | (course, Same) => course,
            _ if self == other => self,
            _ => Other,
        }
    }

    fn is_bit(self) -> bool {
        matches!(self, SetFirst | SetLast)
    }
}

/// Most instructions that a counter is computed by in one iteration.
const MOST_STEPS: usize = 4;

/// What is known of registers at a place in an iteration.
pub(super) struct Courses<'f> {
    function: &'f Function,
    /// Of registers that are written in the loop.
    known: BTreeMap<Reg, Course>,
}

impl<'f> Courses<'f> {
    /// At the beginning of an iteration of the loop of these blocks.
    pub fn of(function: &'f Function, blocks: &BTreeSet<BlockId>) -> Courses<'f> {
        let mut writers: BTreeMap<Reg, Vec<InstId>> = BTreeMap::new();
        for &block in blocks {
            for &inst in &function.block(block).order {
                for reg in function.written(inst) {
                    writers.entry(reg).or_default().push(inst);
                }
            }
        }
        // What takes lanes from EXEC ends the iteration.
        writers.retain(|reg, _| !reg.is_exec());
        let known = writers.keys().map(|&reg| (reg, Other)).collect();
        let mut courses = Courses { function, known };
        let counters: Vec<(Reg, Course)> = writers
            .keys()
            .filter_map(|&reg| Some((reg, courses.counted(reg, &writers)?)))
            .collect();
        courses.known.extend(counters);
        courses
    }

    /// Of a counter, or of a mask that lanes are only added to: what it becomes is computed from what it was, by one instruction or by a
    /// few, and nothing else writes what these write.
    fn counted(&self, reg: Reg, writers: &BTreeMap<Reg, Vec<InstId>>) -> Option<Course> {
        let mut course = Same;
        let mut at = reg;
        for _ in 0..MOST_STEPS {
            let [writer] = writers.get(&at)?[..] else {
                return None;
            };
            let operands = self.function.operands(writer);
            let name = self.function.opcode(writer).name.as_str();
            let is_own = |o: &Operand| o.reg().is_some_and(|range| range.contains(at));
            let sources = || operands.iter().filter(|o| !o.is_def() && o.is_explicit());
            if name == "S_OR_B64" && sources().any(is_own) {
                return Some(SetLast);
            }
            // What is added must be the same in all iterations, but for the counter itself.
            let is_counter = |o: &&Operand| self.operand(o) != Same;
            let mut changing = sources().filter(is_counter);
            let (Some(counter), None) = (changing.next(), changing.next()) else {
                return None;
            };
            let steps = sources().filter(|o| !is_counter(o)).map(|o| match o.imm() {
                Some(0) => Same,
                Some(value) if value < 0 => Falls,
                _ => Rises,
            });
            let sign = steps.fold(Same, Course::and);
            course = course.and(match Kind::of(name)? {
                Kind::Sum => sign,
                Kind::Difference if sources().next().is_some_and(|o| is_counter(&o)) => {
                    sign.inverse()
                }
                _ => return None,
            });
            let result = operands.iter().filter(|o| o.is_def()).find(|o| is_own(o))?;
            let part = result.reg()?.regs().position(|part| part == at)?;
            at = counter.reg()?.regs().nth(part)?;
            if at == reg {
                return matches!(course, Rises | Falls).then_some(course);
            }
        }
        None
    }

    /// Of all registers of a range.
    pub fn get(&self, range: RegRange) -> Course {
        let each = range.regs().map(|reg| self.known.get(&reg).copied());
        each.map(|course| course.unwrap_or(Same))
            .fold(Same, Course::and)
    }

    fn operand(&self, operand: &Operand) -> Course {
        match operand.kind {
            OperandKind::Imm(_) => Same,
            OperandKind::Reg(range) => self.get(range),
            _ => Other,
        }
    }

    /// Behind an instruction.
    pub fn pass(&mut self, inst: InstId) {
        let course = self.result(inst);
        // The first result is what its name says, SCC whether there is any of it, or what a sum carries: a counter is at its end then.
        let is_sum = matches!(course, Rises | Falls);
        let mut results = self.function.operands(inst).iter().filter(|o| o.is_def());
        let first = results.next().and_then(Operand::reg);
        let others = results.filter_map(Operand::reg);
        let others = others.map(|range| (range, if is_sum { SetLast } else { course }));
        for (range, course) in first.map(|range| (range, course)).into_iter().chain(others) {
            for reg in range.regs().filter(|reg| !reg.is_exec()) {
                self.known.insert(reg, course);
            }
        }
    }

    /// Of what an instruction writes.
    fn result(&self, inst: InstId) -> Course {
        let function = self.function;
        let flags = function.flags(inst);
        let odd = [
            InstFlags::MAY_LOAD,
            InstFlags::SIDE_EFFECTS,
            InstFlags::INLINE_ASM,
            InstFlags::BUNDLE,
        ];
        if odd.iter().any(|&flag| flags.has(flag)) {
            return Other;
        }
        let sources = || function.operands(inst).iter().filter(|o| !o.is_def());
        let courses = || sources().map(|o| self.operand(o));
        let all = courses().fold(Same, Course::and);
        if all == Same {
            return Same;
        }
        let explicit: Vec<&Operand> = sources().filter(|o| o.is_explicit()).collect();
        let imm = |at: usize| explicit.get(at)?.imm();
        let of = |at: usize| explicit.get(at).map_or(Other, |o| self.operand(o));
        let name = function.opcode(inst).name.as_str();
        match Kind::of(name) {
            // What is carried from one part of a sum to the next changes nothing.
            Some(Kind::Sum) => courses().filter(|c| !c.is_bit()).fold(Same, Course::and),
            Some(Kind::Difference) => of(0).and(of(1).inverse()),
            Some(Kind::Comparison(comparison)) if all.is_bit() => {
                match (comparison, imm(0).or(imm(1))) {
                    (Comparison::Equal, Some(1)) | (Comparison::Unequal, Some(0)) => all,
                    (Comparison::Equal, Some(0)) | (Comparison::Unequal, Some(1)) => all.inverse(),
                    _ => Other,
                }
            }
            Some(Kind::Comparison(comparison)) => {
                // A counter is compared with where it begins, mostly, if that is zero.
                let begins = |at: usize, other: usize| imm(at) == Some(0) && of(other) == Rises;
                match begins(0, 1) || begins(1, 0) {
                    true => Other,
                    false => comparison.of(of(0).and(of(1).inverse())),
                }
            }
            Some(Kind::Choice) => match (imm(0).map(|set| set != 0), imm(1).map(|c| c != 0)) {
                (Some(true), Some(false)) if all.is_bit() => all,
                (Some(false), Some(true)) if all.is_bit() => all.inverse(),
                _ => Other,
            },
            Some(Kind::Ones) if all.is_bit() && imm(1) == Some(0) && imm(3) == Some(1) => all,
            Some(Kind::Both) if all.is_bit() => all,
            Some(Kind::WithoutSecond) if of(0) == Same && of(1).is_bit() => of(1).inverse(),
            _ => Other,
        }
    }
}

/// What instructions do with what they read.
enum Kind {
    /// Numbers rise with all that they read (a factor that is the same in all iterations is taken to be positive).
    Sum,
    /// Numbers rise with the first source and fall with the second.
    Difference,
    Comparison(Comparison),
    /// One of two values by SCC.
    Choice,
    /// A one in each lane of a mask.
    Ones,
    /// Bits that two sources have both, or one of them.
    Both,
    /// Bits of the first source that the second has not.
    WithoutSecond,
}

/// What two integers are compared for.
enum Comparison {
    Less,
    Greater,
    Equal,
    Unequal,
}

impl Comparison {
    /// Of the comparison, by that of the difference of its sources.
    fn of(&self, difference: Course) -> Course {
        match (self, difference) {
            (_, Same) => Same,
            (Comparison::Less, Rises) | (Comparison::Greater, Falls) => SetFirst,
            (Comparison::Less, Falls) | (Comparison::Greater, Rises) => SetLast,
            (Comparison::Equal, Rises | Falls) => SetLast,
            (Comparison::Unequal, Rises | Falls) => SetFirst,
            _ => Other,
        }
    }
}

/// Beginnings of names of instructions whose results rise with what they read (MI300 ISA, sections 12.1 and 12.7 to 12.10).
const SUMS: [&str; 17] = [
    "S_ADD_",
    "S_ADDC_",
    "S_ADDK_",
    "S_MOV_B",
    "S_MUL_I",
    "S_LSHL",
    "S_MIN_",
    "S_MAX_",
    "S_ASHR_",
    "V_ADD_U",
    "V_ADD_CO_U",
    "V_ADDC_",
    "V_ADD3_U",
    "V_LSHL_ADD_",
    "V_LSHLREV_",
    "V_MOV_B",
    "V_MUL_LO_",
];

/// Those whose results fall with their second source.
const DIFFERENCES: [&str; 5] = ["S_SUB_", "S_SUBB_", "V_SUB_U", "V_SUB_CO_U", "V_SUBB_"];

impl Kind {
    fn of(name: &str) -> Option<Kind> {
        let starts = |all: &[&str]| all.iter().any(|start| name.starts_with(start));
        if starts(&SUMS) {
            return Some(Kind::Sum);
        }
        if starts(&DIFFERENCES) {
            return Some(Kind::Difference);
        }
        if let Some(comparison) = Comparison::named(name) {
            return Some(Kind::Comparison(comparison));
        }
        match name {
            "S_CSELECT_B32" | "S_CSELECT_B64" => Some(Kind::Choice),
            "V_CNDMASK_B32_e64" => Some(Kind::Ones),
            "S_AND_B64" | "S_OR_B64" | "S_AND_B32" | "S_OR_B32" => Some(Kind::Both),
            "S_ANDN2_B64" => Some(Kind::WithoutSecond),
            _ => None,
        }
    }
}

impl Comparison {
    /// Of integers.
    fn named(name: &str) -> Option<Comparison> {
        let starts = ["S_CMP_", "S_CMPK_", "V_CMP_"];
        let rest = starts.iter().find_map(|start| name.strip_prefix(start))?;
        let (what, kind) = rest.split_once('_')?;
        if !kind.starts_with(['I', 'U']) {
            return None;
        }
        match what {
            "LT" | "LE" => Some(Comparison::Less),
            "GT" | "GE" => Some(Comparison::Greater),
            "EQ" => Some(Comparison::Equal),
            "LG" | "NE" => Some(Comparison::Unequal),
            _ => None,
        }
    }
}
