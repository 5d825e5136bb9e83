//! A function reduced to what hazards depend on, for one policy.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::compiled::Compiled;
use super::describe::{self, AsmView, ClausePart, Consumes, Produces};
use crate::gpu::{ClauseRole, WaitStates};
use crate::machine::{Function, InstId, Reg, RegRange};
use crate::rules::rules;
use crate::rules::{Consumer, Policy, Producer, Relation, Rule, Share};

/// What the instructions from number `first` on do as second instruction of a rule.
fn consumed(function: &Function, first: usize, view: AsmView) -> Vec<Vec<Consumes>> {
    let ids = (first as u32..function.inst_count() as u32).map(InstId);
    ids.map(|id| describe::consumes(function, id, view))
        .collect()
}

/// The same as first instruction of a rule.
fn produced(function: &Function, first: usize, view: AsmView) -> Vec<Vec<Produces>> {
    let ids = (first as u32..function.inst_count() as u32).map(InstId);
    ids.map(|id| describe::produces(function, id, view))
        .collect()
}

fn classes(consumed: &[Vec<Consumes>]) -> u64 {
    consumed.iter().flatten().fold(0, |m, act| m | act.classes)
}

/// A [`Produces`] that some instruction of the function may have to wait for.
#[derive(Clone, Copy)]
pub(super) struct Pending {
    act: Produces,
    /// Consumer classes that may wait for it.
    pub(super) reach: u64,
    /// Wait states after which no instruction has to wait for it any more.
    pub(super) window: u8,
    /// Bits of [`super::Via`]: what in between makes further rules apply.
    pub(super) via: u8,
    /// A matrix result, whose hazards end register by register as others overwrite it.
    pub(super) result: Option<RegRange>,
    /// Part of a run of memory instructions: does not age inside the run.
    pub(super) clause: Option<Producer>,
}

/// What has happened since a producer issued.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
pub(super) struct HazardAge {
    /// Which instructions have issued since, of the kinds that matter to it ([`super::Via`]).
    pub(super) via: u8,
    /// Mask of the registers of a matrix result that others have overwritten; bit 0 is the first.
    pub(super) overwritten: u32,
    /// Wait states since, at least.
    pub(super) wait_states: u8,
}

impl HazardAge {
    /// The first register that both name and that was not overwritten.
    fn shared(self, producer: RegRange, consumer: RegRange) -> Option<Reg> {
        let numbered = producer.regs().enumerate();
        let left = |at: usize| at >= 32 || self.overwritten >> at & 1 == 0;
        let mut shared = numbered.filter(|(at, reg)| left(*at) && consumer.contains(*reg));
        shared.next().map(|(_, reg)| reg)
    }

    /// Another matrix instruction writes `new`. Returns whether anything is left of the result.
    pub(super) fn overwrite(&mut self, result: RegRange, new: RegRange) -> bool {
        for (at, reg) in result.regs().enumerate().take(32) {
            self.overwritten |= u32::from(new.contains(reg)) << at;
        }
        (self.overwritten.count_ones() as usize) < result.regs().count()
    }
}

/// Names a [`Pending`] of [`Facts`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct PendingId(u32);

/// What one instruction does. Pairs are ranges `begin..end` of the tables of [`Facts`].
#[derive(Clone, Default)]
pub(super) struct InstRoles {
    produces: (u32, u32),
    consumes: (u32, u32),
    /// Mask of its consumer classes.
    classes: u64,
    pub(super) wait_states: u8,
    pub(super) via: u8,
    pub(super) clause: Option<Producer>,
    pub(super) result: Option<RegRange>,
    /// Itself; of an instruction in inline assembly of which the operands alone are seen, the assembly, whose roles
    /// it has.
    statement: u32,
}

/// A requirement that is not met.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Hazard {
    /// Wait states that are missing.
    pub(super) wait_states: WaitStates,
    /// The row that requires them.
    pub(super) rule: &'static Rule,
    /// The first register concerned; `None` when the rule is not about registers.
    pub(super) register: Option<Reg>,
}

/// A function reduced to what hazards depend on: per instruction what it does as first and as
/// second instruction of the rules, for one policy.
///
/// Equal acts are stored once, and acts that no instruction of the function waits for are left
/// out, so that few hazards are outstanding at any point. An instruction that was added to the
/// function later counts one wait state and has no hazards. Only `s_nop` and `s_waitcnt` are
/// added; the wait states of inserted nops are accounted for separately, by the placement.
#[derive(Clone)]
pub struct Facts {
    /// Rows in force.
    rules: Rc<[&'static Rule]>,
    compiled: Rc<Compiled>,
    /// Mask of the consumer classes that occur.
    present: u64,
    /// Mask of those that wait for anything.
    waited_for: u64,
    pending: Vec<Pending>,
    /// The entry of `pending` for each act.
    ids: FxHashMap<Produces, PendingId>,
    produces: Vec<PendingId>,
    consumes: Vec<Consumes>,
    insts: Vec<InstRoles>,
    /// For instructions added after the facts were read.
    added: InstRoles,
    policy: Policy,
    view: AsmView,
    /// What LLVM's recogniser sees that runs behind; `None` where that is no more than what is seen here.
    behind: Option<Rc<Facts>>,
}

impl Facts {
    /// Reads a function.
    pub fn new(function: &Function, policy: Policy) -> Facts {
        let rules = rules().filter(|rule| rule.gpus.contains(&function.gpu));
        Facts::by_rules(function, policy, rules.collect())
    }

    /// Reads a function as LLVM's recogniser does, which knows of inline assembly its operands and nothing else.
    pub fn of_llvm(function: &Function) -> Facts {
        let rules = rules().filter(|rule| rule.gpus.contains(&function.gpu));
        Facts::read(function, Policy::Llvm, AsmView::Operands, rules.collect())
    }

    /// What LLVM's recogniser, which runs behind ours under most policies, sees otherwise than these facts do, and
    /// places nops of its own for; `None` where there is nothing.
    pub fn behind(&self) -> Option<&Facts> {
        self.behind.as_deref()
    }

    /// Reads a function by other rows than those of [`rules`](super::rules). All are taken to be
    /// for the function's GPU.
    pub fn by_rules(function: &Function, policy: Policy, rules: Rc<[&'static Rule]>) -> Facts {
        let mut facts = Facts::read(function, policy, AsmView::Instructions, rules);
        let mut ids = (0..function.inst_count()).map(InstId::new);
        let parsed = ids.any(|id| function.is_parsed_asm(id));
        let is_behind = parsed && !policy.excludes_llvm();
        facts.behind = is_behind.then(|| Rc::new(Facts::of_llvm(function)));
        facts
    }

    fn read(
        function: &Function,
        policy: Policy,
        view: AsmView,
        rules: Rc<[&'static Rule]>,
    ) -> Facts {
        let consumed = consumed(function, 0, view);
        let mut produced = produced(function, 0, view);
        let present = classes(&consumed);
        let compiled = Compiled::new(&rules, policy, present);
        let waited_for = compiled.narrow(&mut produced);
        let mut facts = Facts {
            rules,
            compiled: Rc::new(compiled),
            present,
            waited_for,
            pending: Vec::new(),
            ids: FxHashMap::default(),
            produces: Vec::new(),
            consumes: Vec::new(),
            insts: Vec::with_capacity(function.inst_count()),
            added: InstRoles {
                wait_states: 1,
                ..InstRoles::default()
            },
            policy,
            view,
            behind: None,
        };
        facts.append(function, produced, consumed);
        facts
    }

    /// Facts about a function that has more instructions than when these were read.
    pub fn extended(&self, function: &Function) -> Facts {
        let consumed = consumed(function, self.insts.len(), self.view);
        let mut produced = produced(function, self.insts.len(), self.view);
        let waited_for = self.compiled.narrow(&mut produced);
        // Which part of the table and of the instructions is kept depends on all instructions.
        if classes(&consumed) & !self.present != 0 || waited_for & !self.waited_for != 0 {
            let rules = self.rules.clone();
            return match self.view {
                AsmView::Instructions => Facts::by_rules(function, self.policy, rules),
                AsmView::Operands => Facts::read(function, self.policy, self.view, rules),
            };
        }
        let mut facts = self.clone();
        let behind = self.behind.as_ref();
        facts.behind = behind.map(|behind| Rc::new(behind.extended(function)));
        facts.append(function, produced, consumed);
        facts
    }

    /// Adds the instructions that follow those already read.
    fn append(
        &mut self,
        function: &Function,
        produced: Vec<Vec<Produces>>,
        consumed: Vec<Vec<Consumes>>,
    ) {
        let first = self.insts.len();
        for (at, (produced, consumed)) in produced.into_iter().zip(consumed).enumerate() {
            let id = InstId((first + at) as u32);
            let (p0, c0) = (self.produces.len() as u32, self.consumes.len() as u32);
            for act in produced.into_iter().filter(|act| act.classes != 0) {
                let next = PendingId(self.pending.len() as u32);
                let pending = *self.ids.entry(act).or_insert(next);
                if pending == next {
                    self.pending.push(self.pending(act));
                }
                self.produces.push(pending);
            }
            let mut classes = 0;
            for mut act in consumed {
                act.classes &= self.waited_for;
                if act.classes != 0 {
                    classes |= act.classes;
                    self.consumes.push(act);
                }
            }
            let info = function.info(id);
            if self.view.hides(function, id) {
                let around = (self.view == AsmView::Operands).then(|| self.insts.last().cloned());
                self.insts.push(around.flatten().unwrap_or_default());
                continue;
            }
            self.insts.push(InstRoles {
                produces: (p0, self.produces.len() as u32),
                consumes: (c0, self.consumes.len() as u32),
                classes,
                wait_states: describe::wait_states(function, id),
                via: describe::via(info),
                clause: describe::clause_class(function, id),
                result: info.matrix.and_then(|_| {
                    function
                        .operand(id, crate::machine::Role::Dst)
                        .and_then(|o| o.reg())
                }),
                statement: id.index() as u32,
            });
        }
    }

    fn pending(&self, act: Produces) -> Pending {
        let classes = || Producer::in_mask(act.classes).map(|p| p as usize);
        let passes = usize::from(act.detail.passes);
        let matrix = [
            Producer::Xdl,
            Producer::Sgemm,
            Producer::Dgemm4,
            Producer::Dgemm16,
        ];
        let clause = [Producer::VmemClause, Producer::SmemClause];
        let is = |p: &Producer| act.classes & p.bit() != 0;
        Pending {
            act,
            reach: classes().fold(0, |mask, p| mask | self.compiled.reach[p]),
            window: classes()
                .map(|p| self.compiled.window[p][passes])
                .max()
                .unwrap_or(0),
            via: classes().fold(0, |mask, p| mask | self.compiled.via[p]),
            result: act.regs.filter(|_| matrix.iter().any(is)),
            clause: clause.into_iter().find(is),
        }
    }

    /// Wait states that an instruction counts by itself.
    pub fn wait_states(&self, inst: InstId) -> WaitStates {
        WaitStates(u32::from(self.inst(inst).wait_states))
    }
    /// Wait states required between two instructions, regardless of what lies in between: rules
    /// that require something in between ([`super::Via`]) do not count.
    pub fn between(&self, producer: InstId, consumer: InstId) -> WaitStates {
        let is_inside =
            producer != consumer && self.inst(producer).statement == self.inst(consumer).statement;
        match is_inside && self.view == AsmView::Operands {
            true => WaitStates(0),
            false => self.between_overwritten(producer, consumer, 0),
        }
    }
    /// Whether any other instruction has to wait for this one.
    pub fn is_producer(&self, inst: InstId) -> bool {
        !self.produces(inst).is_empty()
    }
    /// The part of an instruction in a run of memory instructions; `None` when it belongs to
    /// none, or nothing in the function conflicts with it.
    pub fn clause_role(&self, inst: InstId) -> Option<ClauseRole> {
        let class = self.inst(inst).clause?;
        let (begin, end) = self.inst(inst).consumes;
        let produced = self.produces(inst).iter().map(|&p| self.get(p).act);
        let produces = |part: ClausePart| {
            let is =
                move |act: Produces| act.classes & class.bit() != 0 && act.detail.clause == part;
            produced.clone().any(is)
        };
        let role = ClauseRole {
            scalar: class == Producer::SmemClause,
            loads: produces(ClausePart::Write),
            spoils: produces(ClausePart::Breaks),
            conflicts: self.consumes[begin as usize..end as usize]
                .iter()
                .any(|act| act.detail.clause == ClausePart::Breaks),
        };
        Some(role)
    }
    /// As [`Facts::between`], after others have overwritten some registers of the producer's matrix
    /// result (a mask, bit 0 for the first).
    pub(super) fn between_overwritten(
        &self,
        producer: InstId,
        consumer: InstId,
        overwritten: u32,
    ) -> WaitStates {
        let required = self.produces(producer).iter().map(|&pending| {
            let pending = self.get(pending);
            let overwritten = pending.result.map_or(0, |_| overwritten);
            let since = HazardAge {
                overwritten,
                ..HazardAge::default()
            };
            self.required(pending, since, consumer, |_, _| ())
        });
        WaitStates(u32::from(required.max().unwrap_or(0)))
    }

    pub(super) fn inst(&self, inst: InstId) -> &InstRoles {
        self.insts.get(inst.index()).unwrap_or(&self.added)
    }
    pub(super) fn produces(&self, inst: InstId) -> &[PendingId] {
        let (begin, end) = self.inst(inst).produces;
        &self.produces[begin as usize..end as usize]
    }
    pub(super) fn get(&self, pending: PendingId) -> &Pending {
        &self.pending[pending.0 as usize]
    }
    /// Mask of the consumer classes of an instruction.
    pub(super) fn classes(&self, inst: InstId) -> u64 {
        self.inst(inst).classes
    }
    /// Whether the instructions of inline assembly are seen, and not its operands.
    pub(super) fn looks_into(&self, function: &Function, inst: InstId) -> bool {
        self.view == AsmView::Instructions && function.is_parsed_asm(inst)
    }
    /// Whether the instruction waits for nothing at all.
    pub(super) fn is_free(&self, inst: InstId) -> bool {
        self.classes(inst) == 0
    }

    /// The unmet requirement of a consumer that misses most, given what happened since the
    /// producer.
    pub(super) fn hazard(
        &self,
        pending: &Pending,
        since: HazardAge,
        consumer: InstId,
    ) -> Option<Hazard> {
        let mut governing = None;
        let required = self.required(pending, since, consumer, |cell, consumes| {
            let leaves = cell.consumer.contains(&Consumer::Leave);
            let touched = consumes.regs.or(pending.act.regs.filter(|_| leaves));
            let both = pending.act.regs.zip(touched);
            let register = both.and_then(|(p, c)| since.shared(p, c));
            governing = Some((cell, register));
        });
        let (rule, register) = governing?;
        (required > since.wait_states).then(|| Hazard {
            wait_states: WaitStates(u32::from(required - since.wait_states)),
            rule,
            register,
        })
    }

    /// Wait states required between the producer and the consumer. `governs` is called with every
    /// row that requires more than those before it, so that the last call names the strictest.
    pub(super) fn required(
        &self,
        pending: &Pending,
        since: HazardAge,
        consumer: InstId,
        mut governs: impl FnMut(&'static Rule, &Consumes),
    ) -> u8 {
        let facts = self.inst(consumer);
        if pending.reach & facts.classes == 0 {
            return 0;
        }
        let mut worst = 0;
        let (begin, end) = facts.consumes;
        for consumes in &self.consumes[begin as usize..end as usize] {
            let apart = matches!(
                (pending.act.regs, consumes.regs),
                (Some(p), Some(c)) if !p.overlaps(c) || since.shared(p, c).is_none()
            );
            if apart || pending.reach & consumes.classes == 0 {
                continue;
            }
            for p in Producer::in_mask(pending.act.classes) {
                let classes = consumes.classes & self.compiled.reach[p as usize];
                for c in Consumer::in_mask(classes) {
                    for cell in self.compiled.cells(p, c) {
                        let need = cell.need[usize::from(pending.act.detail.passes)];
                        let need = need.saturating_sub(consumes.detail.own_wait_states);
                        let between = cell.rule.via.is_none_or(|v| since.via & v.bit() != 0);
                        if need > worst && between && holds(cell.rule, &pending.act, consumes) {
                            worst = need;
                            governs(cell.rule, consumes);
                        }
                    }
                }
            }
        }
        worst
    }
}

/// Whether the relation of a rule holds between two acts whose registers, if both have any,
/// overlap.
fn holds(rule: &Rule, p: &Produces, c: &Consumes) -> bool {
    let both = p.regs.is_some() && c.regs.is_some();
    match rule.relation {
        Relation::Overlap => both,
        Relation::SrcC(share) => both && share.has(sharing(p, c)),
        Relation::SameOpcode => both && p.detail.opcode == c.detail.opcode,
        Relation::OtherOpcode => both && p.detail.opcode != c.detail.opcode,
        Relation::SameHwReg => p.detail.hw_reg == c.detail.hw_reg,
        Relation::Always => true,
        Relation::Clause => match (p.detail.clause, c.detail.clause) {
            (ClausePart::Breaks, _) => true,
            (ClausePart::Write, ClausePart::Breaks) => true,
            (ClausePart::Write, ClausePart::Read) => both,
            (ClausePart::Read, ClausePart::Write) => both,
            _ => false,
        },
    }
}

fn sharing(p: &Produces, c: &Consumes) -> Share {
    if p.regs != c.regs {
        Share::OVERLAP
    } else if p.detail.shape == c.detail.shape {
        Share::CHAIN
    } else if p.detail.passes == c.detail.passes {
        Share::SAME_PASSES
    } else {
        Share::SAME_TUPLE
    }
}
