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
//  - Indices point into arrays of the same struct. The core checks each one.
//  - Nothing is thrown across: no C++ exception, no Rust panic.
//
//===----------------------------------------------------------------------===//

#ifndef CDNASCHED_H
#define CDNASCHED_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Raised with every change of this header.
#define CDNASCHED_ABI_VERSION 7u

/// "No index", wherever an index is optional.
#define CDNASCHED_NONE 0xffffffffu

/// A string.
typedef struct CdnaStr {
  const char *data;
  uint64_t size;
} CdnaStr;

/// An opcode the function uses.
typedef struct CdnaOpcode {
  /// LLVM's name (TargetInstrInfo::getName).
  CdnaStr name;
  /// Bit i: explicit operand i is a source-modifier immediate, by the operand
  /// type LLVM gives it.
  uint64_t source_modifiers;
} CdnaOpcode;

/// A register the function names, as LLVM's register units.
typedef struct CdnaRegister {
  /// Range of the units array.
  uint32_t first_unit;
  uint32_t unit_count;
} CdnaRegister;

/// What an operand is.
enum CdnaOperandKind {
  /// index: entry of the registers array.
  CDNA_OPERAND_REGISTER = 0,
  /// imm: the value.
  CDNA_OPERAND_IMMEDIATE = 1,
  /// index: entry of the blocks array.
  CDNA_OPERAND_BLOCK = 2,
  /// A call's register mask.
  CDNA_OPERAND_REGISTER_MASK = 3,
  /// A register operand that names no register.
  CDNA_OPERAND_NO_REGISTER = 4,
  /// Symbols, frame indices, metadata.
  CDNA_OPERAND_OPAQUE = 5
};

/// Marks of an operand (bits).
enum CdnaOperandFlags {
  CDNA_OPERAND_DEF = 1 << 0,
  CDNA_OPERAND_IMPLICIT = 1 << 1,
  CDNA_OPERAND_DEAD = 1 << 2,
  CDNA_OPERAND_UNDEF = 1 << 3,
  CDNA_OPERAND_TIED = 1 << 4,
  CDNA_OPERAND_EARLY_CLOBBER = 1 << 5,
  CDNA_OPERAND_INTERNAL_READ = 1 << 6
};

/// One operand, in LLVM's operand order.
typedef struct CdnaOperand {
  /// CdnaOperandKind.
  uint8_t kind;
  /// CdnaOperandFlags.
  uint8_t flags;
  uint16_t reserved;
  uint32_t index;
  int64_t imm;
} CdnaOperand;

/// Properties of a memory access (bits).
enum CdnaAccessFlags {
  CDNA_ACCESS_LOAD = 1 << 0,
  CDNA_ACCESS_STORE = 1 << 1,
  CDNA_ACCESS_VOLATILE = 1 << 2,
  CDNA_ACCESS_ATOMIC = 1 << 3,
  CDNA_ACCESS_INVARIANT = 1 << 4,
  CDNA_ACCESS_NON_TEMPORAL = 1 << 5
};

/// One memory operand of an instruction.
typedef struct CdnaAccess {
  /// CdnaAccessFlags.
  uint32_t flags;
  /// AMDGPU address space.
  uint32_t space;
  /// Size in bytes; 0 when unknown.
  uint32_t bytes;
  /// Accesses to LDS that alias analysis answers alike for, in functions that
  /// load straight into LDS: see CdnaAliasFact; 0: nothing is known.
  uint32_t alias_group;
} CdnaAccess;

/// What is known of an access to LDS and a load straight into LDS.
enum CdnaAlias {
  /// They may be the same memory. Pairs without a fact are so.
  CDNA_ALIAS_MAY = 0,
  /// Alias scopes prove them distinct.
  CDNA_ALIAS_DISTINCT = 1,
  /// Alias scopes prove them distinct within one iteration of every loop.
  CDNA_ALIAS_DISTINCT_IN_ITERATION = 2,
  /// Nothing proves them distinct, but LLVM's wait inserter does not wait: the
  /// access has alias metadata, and the load none that would connect the two.
  CDNA_ALIAS_UNPROVED = 3
};

/// What is known of two groups of accesses.
typedef struct CdnaAliasFact {
  /// alias_group of accesses that do not load into LDS.
  uint32_t access;
  /// alias_group of loads into LDS.
  uint32_t load;
  /// CdnaAlias.
  uint32_t relation;
} CdnaAliasFact;

/// What LLVM says of an instruction (bits).
enum CdnaInstFlags {
  CDNA_INST_MAY_LOAD = 1 << 0,
  CDNA_INST_MAY_STORE = 1 << 1,
  CDNA_INST_SIDE_EFFECTS = 1 << 2,
  CDNA_INST_CALL = 1 << 3,
  CDNA_INST_RETURN = 1 << 4,
  CDNA_INST_TERMINATOR = 1 << 5,
  CDNA_INST_BRANCH = 1 << 6,
  CDNA_INST_BARRIER = 1 << 7,
  CDNA_INST_META = 1 << 8,
  CDNA_INST_INLINE_ASM = 1 << 9,
  /// The header of a bundle.
  CDNA_INST_BUNDLE = 1 << 10,
  /// Bundled with the instruction before it.
  CDNA_INST_IN_BUNDLE = 1 << 11,
  /// TargetInstrInfo::isSchedulingBoundary.
  CDNA_INST_BOUNDARY = 1 << 12,
  /// MachineInstr::hasOrderedMemoryRef.
  CDNA_INST_ORDERED_MEMORY = 1 << 13,
  /// Inline assembly whose text has an s_waitcnt.
  CDNA_INST_ASM_WAITS = 1 << 14
};

/// One instruction. Debug instructions are not described.
typedef struct CdnaInst {
  /// Entry of the opcodes array.
  uint32_t opcode;
  /// CdnaInstFlags.
  uint32_t flags;
  /// Range of the operands array.
  uint32_t first_operand;
  uint32_t operand_count;
  /// Range of the accesses array.
  uint32_t first_access;
  uint32_t access_count;
  /// Latency by LLVM's scheduling model, in its cycles (1 = 4 clocks).
  uint16_t latency;
  /// Passes of the matrix pipe by LLVM's scheduling model; 0: none.
  uint8_t passes;
  uint8_t reserved;
} CdnaInst;

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

/// Subtarget features and launch facts (bits).
enum CdnaFunctionFlags {
  CDNA_FUNCTION_XNACK = 1 << 0,
  CDNA_FUNCTION_SRAM_ECC = 1 << 1,
  CDNA_FUNCTION_TG_SPLIT = 1 << 2,
  /// A kernel or another entry point: not callable.
  CDNA_FUNCTION_ENTRY = 1 << 3,
  /// Every memory access is waited for where it is.
  CDNA_FUNCTION_PRECISE_MEMORY = 1 << 4
};

/// A machine function.
typedef struct CdnaFunction {
  uint32_t abi_version;
  uint32_t struct_size;
  CdnaStr name;
  /// LLVM's processor name.
  CdnaStr cpu;
  /// CdnaFunctionFlags.
  uint32_t flags;
  /// Static LDS in bytes; 0 when unknown.
  uint32_t lds_bytes;
  /// Largest workgroup in work-items; 0 when unknown.
  uint32_t workgroup_size;
  uint32_t reserved;

  const CdnaOpcode *opcodes;
  uint64_t opcode_count;
  /// Names of the register units' roots.
  const CdnaStr *units;
  uint64_t unit_count;
  const CdnaRegister *registers;
  uint64_t register_count;
  const CdnaBlock *blocks;
  uint64_t block_count;
  const uint32_t *successors;
  uint64_t successor_count;
  const CdnaInst *insts;
  uint64_t inst_count;
  const CdnaOperand *operands;
  uint64_t operand_count;
  const CdnaAccess *accesses;
  uint64_t access_count;
  const CdnaEdge *edges;
  uint64_t edge_count;
  const CdnaAliasFact *alias_facts;
  uint64_t alias_fact_count;
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
  CDNA_NEEDS_RECOGNIZER = 1 << 2
};

/// What an edit puts at the next place of its block.
enum CdnaEditKind {
  /// The instruction `inst` of the block.
  CDNA_EDIT_PLACE = 0,
  /// A new S_NOP `imm`.
  CDNA_EDIT_NOP = 1,
  /// A new S_WAITCNT `imm`.
  CDNA_EDIT_WAITCNT = 2,
  /// Nothing: the instruction `inst` of the block is removed.
  CDNA_EDIT_REMOVE = 3,
  /// A new move of a 32-bit vector register: its operand edits name operand 0,
  /// the result, and operand 1, the source.
  CDNA_EDIT_MOVE = 4,
  /// A copy of the instruction `inst`, which may be of any block: no call, no
  /// terminator, and no part of a bundle.
  CDNA_EDIT_COPY = 5,
  /// Reserved for a branch to a block; refused today.
  CDNA_EDIT_BRANCH = 6
};

/// Another register for an operand of what an edit places.
typedef struct CdnaOperandEdit {
  /// Which of the explicit operands.
  uint32_t operand;
  /// Width of the register in 32-bit slots: that of the present one.
  uint32_t slot_count;
  /// LLVM's name of its first slot: "VGPR4".
  CdnaStr first_slot;
} CdnaOperandEdit;

/// One place of a changed block. The edits of a block are contiguous and name
/// (CDNA_EDIT_PLACE, CDNA_EDIT_REMOVE) each of its instructions once, in the
/// new order; what is bundled stays together. Kill flags and live-in lists are
/// the shim's affair.
typedef struct CdnaEdit {
  uint32_t block;
  /// CdnaEditKind.
  uint32_t kind;
  uint32_t inst;
  uint32_t imm;
  /// Range of the plan's operand edits.
  uint32_t first_operand;
  uint32_t operand_count;
} CdnaEdit;

/// Reserved for new blocks and changed successors. New blocks are to be
/// numbered after the function's own, in the order of the plan.
typedef struct CdnaBlockEdit {
  uint32_t block;
  /// The block that a new one follows in layout.
  uint32_t after;
  /// Range of the plan's successors.
  uint32_t first_successor;
  uint32_t successor_count;
} CdnaBlockEdit;

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
} CdnaRemark;

/// Properties of a plan (bits).
enum CdnaPlanFlags {
  /// Every hazard of the function is settled by other rules than LLVM's: its
  /// hazard recogniser, which would put its own nops back, is to be left out.
  CDNA_PLAN_SETTLED = 1 << 0
};

/// The answer of a stage.
typedef struct CdnaPlan {
  /// CdnaPlanFlags.
  uint32_t flags;
  uint32_t reserved;
  /// Empty: nothing changes. The shim applies all of them, or none and says so
  /// in a remark.
  const CdnaEdit *edits;
  uint64_t edit_count;
  const CdnaOperandEdit *operands;
  uint64_t operand_count;
  /// Reserved; a plan that has any is refused today.
  const CdnaBlockEdit *blocks;
  uint64_t block_count;
  const uint32_t *successors;
  uint64_t successor_count;
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
/// Whether the stages may touch a function: its symbol, and the value of its
/// attribute "cdna-sched" (empty when it has none).
uint32_t cdnasched_wants(const CdnaSession *session, CdnaStr name,
                         CdnaStr attribute);
/// After the last function: whether all of the report has arrived where it is
/// written. On failure gives a message to be released with
/// cdnasched_string_free, otherwise null; null is allowed.
char *cdnasched_session_finish(const CdnaSession *session);
/// Closes a session; null is allowed.
void cdnasched_session_close(CdnaSession *session);
/// Whether the core supports the processor.
uint32_t cdnasched_supports(CdnaStr cpu);
/// Names of the supported processors, comma separated; static.
CdnaStr cdnasched_supported_cpus(void);

/// Stage 1: schedules the regions and places S_WAITCNT. Gives a CdnaStatus.
/// With explain, somebody listens to remarks.
uint32_t cdnasched_schedule(CdnaSession *session, const CdnaFunction *function,
                            uint32_t explain, CdnaPlan **plan);
/// Stage 2: places S_NOP over the final instruction stream.
uint32_t cdnasched_place_nops(CdnaSession *session,
                              const CdnaFunction *function, uint32_t explain,
                              CdnaPlan **plan);
/// Whether anybody wants the audit: there is a report to write, remarks to
/// make, or a final stream to judge.
uint32_t cdnasched_wants_audit(const CdnaSession *session, uint32_t explain);
/// After LLVM's own last pass: counts what it added and writes the report.
/// Changes nothing.
uint32_t cdnasched_audit(CdnaSession *session, const CdnaFunction *function,
                         uint32_t explain, CdnaPlan **plan);
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

/// The LLVM the shim was compiled for, and the one it runs in (major, minor,
/// patch).
void cdnasched_llvm_versions(const char **built_for, uint32_t running[3]);

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
