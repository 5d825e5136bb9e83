//===- instructions.h - instructions as flat arrays -----------------------===//
//
// What the C ABI of the plugin (cpp/cdnasched.h) and that of LLVM's MC layer
// (crates/mc/cpp/machine_code.h) describe alike. The rules are those of
// cdnasched.h.
//
//===----------------------------------------------------------------------===//

#ifndef CDNASCHED_INSTRUCTIONS_H
#define CDNASCHED_INSTRUCTIONS_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

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
  /// Range of the operand types array and of the operand classes array: one for
  /// each operand of the opcode's description.
  uint32_t first_type;
  uint32_t type_count;
} CdnaOpcode;

/// Which vector registers the class of an operand admits (bits); 0: none.
enum CdnaOperandClass {
  CDNA_CLASS_VGPR = 1 << 0,
  CDNA_CLASS_AGPR = 1 << 1,
  /// Tuples that begin at an even number only.
  CDNA_CLASS_EVEN = 1 << 2
};

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
  /// Metadata, global addresses.
  CDNA_OPERAND_OPAQUE = 5,
  /// index: entry of the symbols array. The first operand of inline assembly is
  /// its text, in which operands are named by number.
  CDNA_OPERAND_SYMBOL = 6,
  /// index: entry of the frame objects array, whose address it is.
  CDNA_OPERAND_FRAME_INDEX = 7
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

/// What LLVM says of an instruction (bits).
enum CdnaInstFlags {
  CDNA_INST_MAY_LOAD = 1 << 0,
  CDNA_INST_MAY_STORE = 1 << 1,
  /// Not of volatile inline assembly whose text is vector instructions alone.
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
  /// MachineInstr::hasOrderedMemoryRef; not of such assembly, either.
  CDNA_INST_ORDERED_MEMORY = 1 << 13,
  /// Part of a bundle of guarded code, which can be copied as a whole.
  CDNA_INST_GUARD = 1 << 19
};

/// One instruction. Debug instructions are none: see CdnaDebugValue.
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

/// Another register for an operand.
typedef struct CdnaOperandEdit {
  /// The instruction, or the entry of the plan's insertions.
  uint32_t target;
  /// Which operand, in LLVM's order.
  uint32_t operand;
  /// LLVM's name of the register: "VGPR4_VGPR5".
  CdnaStr name;
} CdnaOperandEdit;

#ifdef __cplusplus
} // extern "C"
#endif

#endif
