//===- cdnasched.h - the C ABI between the LLVM shim and the core ---------===//
//
// The one contract between the two languages. The shim (C++, sees LLVM)
// describes a machine function as flat arrays; the core (Rust, never sees
// LLVM) answers with the new contents of the blocks it changed.
//
// Rules for both sides:
//  - Every top-level struct starts with the ABI version and its own size; the
//    receiver refuses it when either differs from what it was compiled with.
//  - Memory belongs to the side that made it. What the shim passes in lives
//    until the call returns; a plan lives until cdnasched_plan_free.
//  - Strings are UTF-8, not terminated, and may be empty. Symbols and paths
//    may be any bytes.
//  - Indices point into arrays of the same struct. The core checks each one;
//    the shim trusts those of a plan, which the core has verified.
//  - Nothing is thrown across: no C++ exception, no Rust panic.
//
//===----------------------------------------------------------------------===//

#ifndef CDNASCHED_H
#define CDNASCHED_H

#include "../crates/abi/cpp/instructions.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Raised with every change of this header and of instructions.h.
#define CDNASCHED_ABI_VERSION 22u

/// Properties of a memory access (bits).
enum CdnaAccessFlags {
  CDNA_ACCESS_LOAD = 1 << 0,
  CDNA_ACCESS_STORE = 1 << 1,
  CDNA_ACCESS_VOLATILE = 1 << 2,
  CDNA_ACCESS_ATOMIC = 1 << 3,
  CDNA_ACCESS_INVARIANT = 1 << 4,
  CDNA_ACCESS_NON_TEMPORAL = 1 << 5,
  /// Has alias scopes (!alias.scope metadata).
  CDNA_ACCESS_SCOPED = 1 << 6
};

/// One memory operand of an instruction.
typedef struct CdnaAccess {
  /// CdnaAccessFlags.
  uint32_t flags;
  /// AMDGPU address space.
  uint32_t space;
  /// Size in bytes; all ones when unknown.
  uint64_t bytes;
  /// Identity of the IR value that is the address, 0 when unknown; the offset
  /// from it in bytes.
  uint64_t address;
  int64_t offset;
  /// Identity of the alias metadata; 0: it has none.
  uint32_t metadata;
  /// The object of the frame that the offset counts from: the entry of the
  /// frame objects array and 1; 0: no access of one.
  uint32_t frame_object;
} CdnaAccess;

/// An object of the frame.
typedef struct CdnaFrameObject {
  /// From where the frame begins, in bytes.
  int64_t offset;
  uint64_t size;
  /// It is a spill slot that is in use (1).
  uint32_t spills;
  uint32_t reserved;
} CdnaFrameObject;

/// Whether one access is proved distinct from another by alias scopes.
enum CdnaExclusion {
  CDNA_EXCLUSION_NONE = 0,
  CDNA_EXCLUSION_ALWAYS = 1,
  /// Within one iteration of every loop: a scope is declared inside a loop
  /// (LangRef, llvm.experimental.noalias.scope.decl).
  CDNA_EXCLUSION_IN_ITERATION = 2
};

/// Where an instruction is from.
typedef struct CdnaLocation {
  /// Entry of the files array, or CDNASCHED_NONE: it is not known.
  uint32_t file;
  /// Counted from 1; 0: not known.
  uint32_t line;
  uint32_t column;
} CdnaLocation;

/// One basic block, in layout order.
typedef struct CdnaBlock {
  /// Range of the insts array.
  uint32_t first_inst;
  uint32_t inst_count;
  /// Range of the successors array.
  uint32_t first_successor;
  uint32_t successor_count;
  /// How often it runs for one run of the function.
  double frequency;
  /// Loop nesting depth; 0 outside all loops.
  uint32_t loop_depth;
  /// Header block of the innermost loop, or CDNASCHED_NONE.
  uint32_t loop_header;
} CdnaBlock;

/// A debug value: DBG_VALUE or DBG_VALUE_LIST.
typedef struct CdnaDebugValue {
  uint32_t block;
  /// The instruction of the block that it follows, or CDNASCHED_NONE: it is
  /// before all of them. Several after one instruction are in their order.
  uint32_t after;
  /// Which variable it is about (DebugVariable: with its fragment and where it
  /// is inlined): the same number for the same one.
  uint32_t variable;
  /// Range of the debug operands array: its operands that name registers.
  uint32_t first_operand;
  uint32_t operand_count;
} CdnaDebugValue;

/// A register that a debug value names.
typedef struct CdnaDebugOperand {
  /// Which operand, in LLVM's order.
  uint32_t operand;
  /// Its units. The core need not know their names.
  CdnaRegister reg;
} CdnaDebugOperand;

/// Kind of a dependence edge.
enum CdnaEdgeKind {
  CDNA_EDGE_TRUE = 0,
  CDNA_EDGE_ANTI = 1,
  CDNA_EDGE_OUTPUT = 2,
  CDNA_EDGE_ORDER = 3
};

/// A dependence between two instructions of one scheduling region.
typedef struct CdnaEdge {
  /// Entries of the insts array (the header, for a bundle); from is earlier.
  uint32_t from;
  uint32_t to;
  /// CdnaEdgeKind.
  uint32_t kind;
  /// Latency by LLVM's scheduling model, in its cycles.
  uint32_t latency;
} CdnaEdge;

/// A machine function.
typedef struct CdnaFunction {
  uint32_t abi_version;
  uint32_t struct_size;
  CdnaStr name;
  /// LLVM's processor name.
  CdnaStr cpu;
  /// LLVM's feature string: "+xnack,-sramecc".
  CdnaStr features;
  /// Value of the attribute "amdgpu-flat-work-group-size": "1,256".
  CdnaStr workgroup;
  /// Static LDS in bytes; 0 when unknown.
  uint64_t lds_bytes;
  /// LLVM's number of the calling convention.
  uint32_t calling_convention;
  /// Which variant of inline assembly is printed
  /// (TargetMachine::unqualifiedInlineAsmVariant).
  int32_t asm_variant;
  /// V_ADD_F32_e64, whose operands 1 and 3 are source modifiers.
  CdnaOpcode modified;

  const CdnaOpcode *opcodes;
  uint64_t opcode_count;
  /// LLVM's operand types (MCOperandInfo::OperandType).
  const uint8_t *operand_types;
  uint64_t operand_type_count;
  /// CdnaOperandClass of the same operands, for this subtarget; as many.
  const uint8_t *operand_classes;
  const CdnaStr *symbols;
  uint64_t symbol_count;
  /// Names of the register units' roots.
  const CdnaStr *units;
  uint64_t unit_count;
  const CdnaRegister *registers;
  uint64_t register_count;
  /// Names of the vector registers that LLVM keeps for itself
  /// (MachineRegisterInfo::isReserved), and of those that callers find
  /// unchanged. Stage 1 only; empty otherwise.
  const CdnaStr *reserved_registers;
  uint64_t reserved_register_count;
  const CdnaStr *callee_saved;
  uint64_t callee_saved_count;
  const CdnaBlock *blocks;
  uint64_t block_count;
  const uint32_t *successors;
  uint64_t successor_count;
  const CdnaInst *insts;
  uint64_t inst_count;
  /// Source files by name, with their directory where that is known; and where
  /// each instruction is from. Both empty unless they are needed.
  const CdnaStr *files;
  uint64_t file_count;
  const CdnaLocation *locations;
  uint64_t location_count;
  const CdnaOperand *operands;
  uint64_t operand_count;
  const CdnaAccess *accesses;
  uint64_t access_count;
  /// By LLVM's frame index, those from 0 on.
  const CdnaFrameObject *frame_objects;
  uint64_t frame_object_count;
  const CdnaEdge *edges;
  uint64_t edge_count;
  /// By block, in layout order, and in their order in it.
  const CdnaDebugValue *debug_values;
  uint64_t debug_value_count;
  const CdnaDebugOperand *debug_operands;
  uint64_t debug_operand_count;

  /// LLVM's alias analysis, for the duration of the call; may be null, as may
  /// the functions.
  void *analysis;
  /// Whether the no-alias list of one access excludes the scopes of another:
  /// CdnaExclusion. Takes entries of the accesses array.
  uint32_t (*exclusion)(void *analysis, uint32_t access, uint32_t by);
  /// Whether two instructions may access the same memory. Takes entries of the
  /// insts array.
  uint32_t (*may_alias)(void *analysis, uint32_t inst, uint32_t other);
  /// Whether two accesses of LDS are proved apart, within one iteration of
  /// every loop, when each is of so many bytes: what loads straight into LDS
  /// write for all lanes is more than their memory operands say. Takes entries
  /// of the accesses array.
  uint32_t (*writes_apart)(void *analysis, uint32_t access, uint64_t bytes,
                           uint32_t other, uint64_t other_bytes);
} CdnaFunction;

/// What an option takes.
enum CdnaOptionKind {
  /// "true" or "false".
  CDNA_OPTION_SWITCH = 0,
  /// The name of one of its choices.
  CDNA_OPTION_CHOICE = 1,
  /// Any text.
  CDNA_OPTION_TEXT = 2
};

/// Properties of an option (bits).
enum CdnaOptionFlags {
  /// Puts the stages into the pipeline.
  CDNA_OPTION_ENABLES = 1 << 0,
  /// Not for the list of options.
  CDNA_OPTION_HIDDEN = 1 << 1,
  /// A choice that may be given without a value.
  CDNA_OPTION_BARE = 1 << 2
};

/// One of the values of an option.
typedef struct CdnaChoice {
  CdnaStr name;
  CdnaStr help;
} CdnaChoice;

/// An option of the command line.
typedef struct CdnaOption {
  /// CdnaOptionKind.
  uint32_t kind;
  /// CdnaOptionFlags.
  uint32_t flags;
  /// Without a dash.
  CdnaStr name;
  CdnaStr help;
  /// What a text is: "file".
  CdnaStr placeholder;
  const CdnaChoice *choices;
  uint64_t choice_count;
  /// Unless given: 1 for a switch that is on, the entry of choices, or
  /// CDNASCHED_NONE for no choice at all. A text is empty.
  uint32_t initial;
  uint32_t reserved;
} CdnaOption;

/// What a session's options need of the shim (bits).
enum CdnaSessionNeeds {
  /// Dependence edges, in stage 1.
  CDNA_NEEDS_DEPENDENCES = 1 << 0,
  /// s_setprio and sched_barrier end no scheduling region.
  CDNA_NEEDS_CROSSED_HINTS = 1 << 1,
  /// LLVM's hazard recogniser leaves functions out whose plan is settled.
  CDNA_NEEDS_RECOGNIZER = 1 << 2,
  /// Locations, even where nobody listens to remarks.
  CDNA_NEEDS_LOCATIONS = 1 << 3
};

/// Opcodes that the shim itself needs: entries of cdnasched_opcodes.
enum CdnaKnownOpcode {
  CDNA_OPCODE_NOP = 0,
  CDNA_OPCODE_WAITCNT = 1,
  /// Moves of a 32-bit vector register, between VGPRs first.
  CDNA_OPCODE_MOVE = 2,
  CDNA_OPCODE_MOVE_FROM_AGPR = 3,
  CDNA_OPCODE_MOVE_TO_AGPR = 4,
  CDNA_OPCODE_MOVE_AMONG_AGPRS = 5,
  /// V_ADD_F32_e64.
  CDNA_OPCODE_MODIFIED = 6,
  /// What decides in front of a loop: whether a pair of registers is zero or a
  /// register is not, one of two values by SCC, and a branch if SCC is set.
  CDNA_OPCODE_IS_ZERO = 7,
  CDNA_OPCODE_IS_NOT_ZERO = 8,
  CDNA_OPCODE_SELECT = 9,
  CDNA_OPCODE_SCALAR_MOVE = 10,
  CDNA_OPCODE_BRANCH_IF_SET = 11,
  /// What two pairs of registers have in common, and what the first has and
  /// the second has not.
  CDNA_OPCODE_AND = 12,
  CDNA_OPCODE_AND_NOT = 13,
  /// What either has, and what one of them has.
  CDNA_OPCODE_OR = 14,
  CDNA_OPCODE_XOR = 15,
  CDNA_OPCODE_MOVE_PAIR = 16,
  /// Hints about order, which no result depends on.
  CDNA_OPCODE_FIRST_HINT = 17
};

/// A new block, without instructions so far. New blocks are numbered after the
/// function's own, in the order of the plan.
typedef struct CdnaNewBlock {
  /// The block of the function's own that it follows in layout, behind those
  /// that were added there before.
  uint32_t after;
  /// Range of the plan's new successors.
  uint32_t first_successor;
  uint32_t successor_count;
  uint32_t reserved;
} CdnaNewBlock;

/// A successor of a new block.
typedef struct CdnaNewSuccessor {
  /// The block, which may be a new one.
  uint32_t block;
  /// A block and one of its successors, as before all edits: control goes this
  /// way with the same probability. CDNASCHED_NONE: always, or unknown.
  uint32_t like_block;
  uint32_t like_successor;
  uint32_t reserved;
} CdnaNewSuccessor;

/// A new order of a block's instructions.
typedef struct CdnaOrder {
  uint32_t block;
  /// Range of the plan's insts: each instruction of the block once, also those
  /// that are removed later. A bundle is represented by its header.
  uint32_t first_inst;
  uint32_t inst_count;
} CdnaOrder;

/// A new instruction.
typedef struct CdnaInsertion {
  uint32_t block;
  /// The instruction before which it is placed, or CDNASCHED_NONE: at the end
  /// of the block. It takes that instruction's debug location.
  uint32_t before;
  /// CdnaKnownOpcode, or CDNASCHED_NONE for a copy of another instruction.
  uint32_t opcode;
  /// Its immediate; for a copy, the instruction copied, as it was before all
  /// edits.
  uint32_t value;
  /// The block that the copy of a branch goes to; CDNASCHED_NONE for what is no
  /// copy of a branch.
  uint32_t target;
  uint32_t reserved;
} CdnaInsertion;

/// Another opcode for a matrix instruction or for a copied branch, with as many
/// operands. Which of them are tied and which are written early follows from
/// its description.
typedef struct CdnaForm {
  /// The instruction, or the entry of the plan's insertions.
  uint32_t target;
  uint32_t reserved;
  /// LLVM's name of the opcode.
  CdnaStr name;
} CdnaForm;

/// Another block for an existing branch to go to.
typedef struct CdnaTarget {
  uint32_t inst;
  uint32_t block;
} CdnaTarget;

/// A successor of a block of the function's own that another one replaces, with
/// the same probability.
typedef struct CdnaOtherSuccessor {
  uint32_t block;
  uint32_t before;
  uint32_t after;
  uint32_t reserved;
} CdnaOtherSuccessor;

/// A change to a debug value, or a new one.
typedef struct CdnaDebugEdit {
  /// Entry of the debug values array.
  uint32_t value;
  /// CDNASCHED_NONE, or a new block, which begins with a debug value of the
  /// same variable that describes nothing, behind those that it begins with
  /// already.
  uint32_t block;
  /// The operand that gets the register of this name: "VGPR4_VGPR5". An empty
  /// name, or one that LLVM does not have: the debug value describes nothing
  /// from then on.
  uint32_t operand;
  uint32_t reserved;
  CdnaStr name;
} CdnaDebugEdit;

/// Kind of a remark.
enum CdnaRemarkKind {
  /// Something was improved or inserted.
  CDNA_REMARK_PASSED = 0,
  /// Something was left alone, and why.
  CDNA_REMARK_MISSED = 1,
  /// A fact.
  CDNA_REMARK_ANALYSIS = 2,
  /// A result was refused; to be said even if nobody listens to remarks.
  CDNA_REMARK_WARNING = 3,
  /// What the user asked for cannot be had (a file cannot be written); the
  /// compilation is to end with a failure.
  CDNA_REMARK_ERROR = 4
};

/// Something that a remark says, for programs that read it.
typedef struct CdnaArgument {
  /// CamelCase.
  CdnaStr key;
  CdnaStr value;
} CdnaArgument;

/// An optimisation remark.
typedef struct CdnaRemark {
  /// CdnaRemarkKind.
  uint32_t kind;
  /// Block it is about.
  uint32_t block;
  /// Instruction it is about, or CDNASCHED_NONE.
  uint32_t inst;
  uint32_t reserved;
  /// Identifier, CamelCase.
  CdnaStr name;
  CdnaStr message;
  /// Besides the message.
  const CdnaArgument *args;
  uint64_t arg_count;
} CdnaRemark;

/// Properties of a plan (bits).
enum CdnaPlanFlags {
  /// The function changes.
  CDNA_PLAN_CHANGES = 1 << 0,
  /// Every hazard of the function is settled by other rules than LLVM's: its
  /// hazard recogniser, which would put its own nops back, is to be left out.
  CDNA_PLAN_SETTLED = 1 << 1,
  /// A loop that something was put in front of does not gain by it, or the
  /// check refused that: it is to be undone, and the stage called again
  /// without.
  CDNA_PLAN_AGAIN = 1 << 2
};

/// The answer of a stage, in the order in which it is applied. The shim applies
/// all of it, or none and warns; kill flags and live-in lists are its
/// responsibility. Debug instructions stay behind the instruction that they
/// followed, or the last one before it that is not removed, and before what is
/// inserted there.
typedef struct CdnaPlan {
  /// CdnaPlanFlags.
  uint32_t flags;
  uint32_t reserved;
  const CdnaNewBlock *new_blocks;
  uint64_t new_block_count;
  const CdnaNewSuccessor *new_successors;
  uint64_t new_successor_count;
  const CdnaOrder *orders;
  uint64_t order_count;
  const uint32_t *insts;
  uint64_t inst_count;
  /// In their order, where several are placed before one instruction.
  const CdnaInsertion *insertions;
  uint64_t insertion_count;
  /// Operands of insertions, and forms of those that are copies.
  const CdnaOperandEdit *insertion_operands;
  uint64_t insertion_operand_count;
  const CdnaForm *insertion_forms;
  uint64_t insertion_form_count;
  const CdnaForm *forms;
  uint64_t form_count;
  /// Operands of existing instructions, which have their new forms by then.
  const CdnaOperandEdit *operands;
  uint64_t operand_count;
  /// Instructions.
  const uint32_t *removals;
  uint64_t removal_count;
  const CdnaTarget *targets;
  uint64_t target_count;
  const CdnaOtherSuccessor *successors;
  uint64_t successor_count;
  const CdnaDebugEdit *debug_edits;
  uint64_t debug_edit_count;
  const CdnaRemark *remarks;
  uint64_t remark_count;
} CdnaPlan;

/// How a call ended.
enum CdnaStatus {
  CDNA_OK = 0,
  /// The function is left alone; the plan has no edits and a remark that says
  /// why.
  CDNA_DECLINED = 1,
  /// The call itself was wrong (version, size, null); there is no plan.
  CDNA_BAD_CALL = 2
};

/// What the core keeps over one run of the code generator: the report and what
/// each stage left behind for the next.
typedef struct CdnaSession CdnaSession;

/// The options that the command line is to offer: static.
const CdnaOption *cdnasched_options(uint64_t *count);

/// Opens a session with the value of each option, in their order; a choice
/// that was not made is empty. On failure returns null and, if error is not
/// null, *error is a message to be released with cdnasched_string_free.
CdnaSession *cdnasched_session_open(uint32_t abi_version, const CdnaStr *values,
                                    uint64_t value_count, char **error);
/// CdnaSessionNeeds; null is allowed.
uint32_t cdnasched_session_needs(const CdnaSession *session);
/// The stages.
enum CdnaStage {
  /// Schedules the regions and places S_WAITCNT.
  CDNA_STAGE_SCHEDULE = 0,
  /// Places S_NOP over the final instruction stream.
  CDNA_STAGE_NOPS = 1,
  /// After LLVM's own last pass: counts what it added and writes the report.
  /// Changes nothing.
  CDNA_STAGE_AUDIT = 2
};

/// Whether a stage is to look at a function: its symbol, the value of its
/// attribute "cdna-sched" (empty when it has none) and its processor. With
/// explain, somebody listens to remarks. *warning becomes null, or a message to
/// be released with cdnasched_string_free.
uint32_t cdnasched_wants(const CdnaSession *session, uint32_t stage,
                         uint32_t explain, CdnaStr name, CdnaStr attribute,
                         CdnaStr cpu, char **warning);
/// Guarded code of a loop: what runs with fewer lanes, and around which a
/// branch leads where none is left.
typedef struct CdnaGuard {
  /// The instruction that narrows EXEC, in the block that ends in the branch.
  uint32_t first;
  /// The block that the branch leads around.
  uint32_t guarded;
  /// The instruction that restores EXEC, in the block behind.
  uint32_t last;
  uint32_t reserved;
} CdnaGuard;

/// Which guarded code is to run without a branch around it, so that its loops
/// become loops of one block: each guard's three blocks become one, in this
/// order, and what is from the first to the last instruction a bundle that is
/// marked CDNA_INST_GUARD. Of at most capacity guards, which is enough for one
/// in each block; gives their number: 0 where any of the pointers is null.
uint64_t cdnasched_guards(const CdnaSession *session,
                          const CdnaFunction *function, CdnaGuard *guards,
                          uint64_t capacity);
/// What is put in front of a loop: a copy of the blocks on one way through it
/// as one, which runs as long as iterations go that way and no lane leaves.
/// Each loop is a list of steps, the first of which is CDNA_PEEL_LOOP. Scalar
/// registers are named by their numbers.
enum CdnaPeelKind {
  /// a: the block that the loop is entered from; b: the block it leaves to; c:
  /// a free register that is to say whether another iteration follows.
  CDNA_PEEL_LOOP = 0,
  /// a: a block on the way, in the order of the copy; the first is the header.
  CDNA_PEEL_BLOCK = 1,
  /// Whether another iteration follows. a: what decides, a CdnaPeelLatch.
  CDNA_PEEL_LATCH = 2,
  /// a: an instruction that is copied.
  CDNA_PEEL_COPY = 3,
  /// a: an operand of the last copy; b: the first register that it becomes; c:
  /// their number, one or two.
  CDNA_PEEL_RENAME = 4,
  /// a: a free register that gets what is in the register b, or with c = 1 in
  /// VCC's low half, with c = 2 in its high half.
  CDNA_PEEL_MOVE = 5,
  /// a: 1 if an iteration goes that way where a bit is set, 0 where it does
  /// where it is not; b: the bit is SCC with CDNASCHED_NONE, else whether the
  /// pair from this register is zero; c: a free register that is to say whether
  /// one follows that goes that way.
  CDNA_PEEL_CONDITION = 6,
  /// The lanes that are in EXEC and not in a mask. a: the first register of a
  /// free pair that gets them; b: the first register of the mask, VCC with
  /// CDNASCHED_NONE.
  CDNA_PEEL_INVERSE = 7,
  /// With any step of the following kinds the copy is what they say, in their
  /// order, and not the instructions of the blocks. Pairs are named by their
  /// first registers' numbers, or are a CdnaPeelPair. a: a free pair that holds
  /// EXEC from before the first iteration on.
  CDNA_PEEL_WHOLE = 8,
  /// a: an instruction of the loop.
  CDNA_PEEL_KEEP = 9,
  /// Compute masks. a: a free pair that gets it; b, c: the pairs it is of.
  CDNA_PEEL_MASK_AND = 10,
  CDNA_PEEL_MASK_AND_NOT = 11,
  CDNA_PEEL_MASK_OR = 12,
  CDNA_PEEL_MASK_XOR = 13,
  /// a: a pair that EXEC is up to the next step CDNA_PEEL_WIDEN, as a bundle.
  CDNA_PEEL_NARROW = 14,
  /// EXEC is again what CDNA_PEEL_WHOLE saved.
  CDNA_PEEL_WIDEN = 15,
  /// As CDNA_PEEL_RENAME, to a free vector register: c is one.
  CDNA_PEEL_RENAME_VECTOR = 16
};

/// Pairs of registers that have no number.
enum CdnaPeelPair { CDNA_PEEL_VCC = 256, CDNA_PEEL_EXEC = 257 };

/// What decides about another iteration of a loop.
enum CdnaPeelLatch {
  /// SCC. b: 1 if one follows where it is set, 0 where it is not; c: 1 if the
  /// copy runs only where there are lanes in EXEC, as without conditions.
  CDNA_PEEL_BY_SCC = 0,
  /// Whether VCC is zero. b: 1 if one follows where it is, 0 where it is not;
  /// c as above.
  CDNA_PEEL_BY_VCC = 1,
  /// The lanes that are left. b: the last instruction of the loop, which takes
  /// lanes from EXEC and is not in the copy: that runs as long as no lane
  /// leaves; c: the first register of a free pair.
  CDNA_PEEL_BY_LANES = 2
};

/// A step; see CdnaPeelKind.
typedef struct CdnaPeelStep {
  uint32_t kind;
  uint32_t a;
  uint32_t b;
  uint32_t c;
} CdnaPeelStep;

/// What is to be put in front of which loops, as at most capacity steps; gives
/// their number: 0 where there are more, or where any of the pointers is null.
/// Loops for which it did not pay or was refused, which the last plan of stage
/// 1 said with CDNA_PLAN_AGAIN, are not among them.
uint64_t cdnasched_peels(const CdnaSession *session,
                         const CdnaFunction *function, CdnaPeelStep *steps,
                         uint64_t capacity);
/// Runs a stage. Gives a CdnaStatus.
uint32_t cdnasched_run(CdnaSession *session, uint32_t stage,
                       const CdnaFunction *function, uint32_t explain,
                       CdnaPlan **plan);
/// After the last function: whether all of the report has arrived where it is
/// written. On failure gives a message to be released with
/// cdnasched_string_free, otherwise null; null is allowed.
char *cdnasched_session_finish(const CdnaSession *session);
/// Closes a session; null is allowed.
void cdnasched_session_close(CdnaSession *session);

/// Names of the opcodes that the shim itself needs (CdnaKnownOpcode): static.
const CdnaStr *cdnasched_opcodes(uint64_t *count);
/// That a target is left to LLVM: a message to be released with
/// cdnasched_string_free.
char *cdnasched_unsupported(CdnaStr target);
/// Whether an annotation of the source switches its function off. *warning
/// becomes null, or a message to be released with cdnasched_string_free.
uint32_t cdnasched_annotation(CdnaStr function, CdnaStr text, char **warning);
/// What is wrong with the LLVM libraries of this process, given the address of
/// a function of the one that the shim is bound to and the version it was built
/// for: null, or a message to be released with cdnasched_string_free.
char *cdnasched_check_libraries(const void *llvm, CdnaStr version);
/// The version of cdnasched: static.
const char *cdnasched_version(void);

/// Releases a plan; null is allowed.
void cdnasched_plan_free(CdnaPlan *plan);
/// Releases an error message; null is allowed.
void cdnasched_string_free(char *string);

//===----------------------------------------------------------------------===//
// For programs that link the plugin in (defined by the shim)
//===----------------------------------------------------------------------===//

/// Puts the stages into the pipelines of this process, as -cdna-sched would, or
/// no longer. Not for use while another thread compiles.
void cdnasched_enable(uint32_t on);

/// The LLVM the shim was compiled for: static.
CdnaStr cdnasched_built_for(void);

/// LLVM's PassPluginLibraryInfo, field by field.
typedef struct CdnaPassPlugin {
  uint32_t api_version;
  const char *name;
  const char *version;
  void (*register_callbacks)(void);
  void (*before_codegen)(void);
} CdnaPassPlugin;

/// What the library answers when it is loaded as a pass plugin. The core
/// exports it as llvmGetPassPluginInfo: a Rust library keeps the symbols of its
/// C++ parts to itself.
CdnaPassPlugin cdnasched_pass_plugin(void);

#ifdef __cplusplus
} // extern "C"
#endif

#endif // CDNASCHED_H
