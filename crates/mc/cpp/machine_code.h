//===- machine_code.h - the C ABI to LLVM's MC layer ----------------------===//
//
// Assembly text and machine code as flat arrays: what LLVM's assembler parser
// and disassembler make of them, instruction by instruction. What the
// instructions mean is for the core.
//
// Rules, beside those of cpp/cdnasched.h:
//  - A code reader belongs to one thread at a time. Readers share nothing.
//  - A listing belongs to its reader and lives until the next listing is made
//    or the reader is closed.
//
//===----------------------------------------------------------------------===//

#ifndef CDNASCHED_MACHINE_CODE_H
#define CDNASCHED_MACHINE_CODE_H

#include "../../abi/cpp/instructions.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Raised with every change of this header and of instructions.h.
#define CDNASCHED_CODE_VERSION 4u

/// An assembler and disassembler for one GPU.
typedef struct CdnaCodeReader CdnaCodeReader;

/// How a text came to have an instruction.
enum CdnaCodeMark {
  /// A directive for data wrote its bytes.
  CDNA_CODE_DATA = 1 << 0,
  /// Bytes of unknown number may lie before it: padding, or a gap.
  CDNA_CODE_AFTER_GAP = 1 << 1,
  /// Its encoding depends on where something lies: what a linker, or whoever
  /// lays the code out, fills in is zero.
  CDNA_CODE_UNPLACED = 1 << 2
};

/// One instruction of a listing. Data in an executable section of a text counts
/// as the instructions that it can be decoded to.
typedef struct CdnaCodeInst {
  /// Its opcode, operands, and what LLVM says of it; no memory accesses. The
  /// opcode is CDNASCHED_NONE where bytes could not be decoded. A result that
  /// keeps something of what its register held, and that LLVM names as a source
  /// in code generation only, is an implicit tied source here.
  CdnaInst inst;
  /// Text: line and column in the text, counted from 1; 0 where unknown. For an
  /// instruction that a macro or a repetition made, those of its outermost use.
  uint32_t line;
  uint32_t column;
  /// Text: made by a macro or a repetition (1).
  uint32_t nested;
  /// Size of its encoding in bytes.
  uint32_t size;
  /// Text: where its encoding begins in the encodings array, or CDNASCHED_NONE
  /// where it is not known. Code: CDNASCHED_NONE.
  uint32_t first_byte;
  /// Text: entry of the symbols array, the section's name. Code: 0.
  uint32_t section;
  /// CdnaCodeMark, a set.
  uint32_t marks;
  /// Code: address. Text: 0.
  uint64_t address;
} CdnaCodeInst;

/// A label of a text.
typedef struct CdnaCodeLabel {
  /// Entry of the symbols array.
  uint32_t name;
  /// The instruction that follows it in the text, or the number of
  /// instructions.
  uint32_t before;
  /// Entry of the symbols array, the section's name.
  uint32_t section;
  uint32_t line;
} CdnaCodeLabel;

/// How bad a message is.
enum CdnaCodeSeverity { CDNA_CODE_ERROR = 0, CDNA_CODE_WARNING = 1 };

/// What LLVM has to say about a text.
typedef struct CdnaCodeMessage {
  /// CdnaCodeSeverity.
  uint32_t severity;
  /// Counted from 1; 0 where unknown.
  uint32_t line;
  uint32_t column;
  /// Entry of the symbols array.
  uint32_t text;
} CdnaCodeMessage;

/// What a text or a run of bytes holds.
typedef struct CdnaListing {
  uint32_t version;
  uint32_t struct_size;
  /// V_ADD_F32_e64, whose operands 1 and 3 are source modifiers.
  CdnaOpcode modified;
  const CdnaOpcode *opcodes;
  uint64_t opcode_count;
  const uint8_t *operand_types;
  uint64_t operand_type_count;
  /// CdnaOperandClass of the same operands, for this GPU; as many.
  const uint8_t *operand_classes;
  const CdnaStr *units;
  uint64_t unit_count;
  const CdnaRegister *registers;
  uint64_t register_count;
  const CdnaStr *symbols;
  uint64_t symbol_count;
  /// A symbol is the expression as text.
  const CdnaOperand *operands;
  uint64_t operand_count;
  const CdnaCodeInst *insts;
  uint64_t inst_count;
  const CdnaCodeLabel *labels;
  uint64_t label_count;
  const CdnaCodeMessage *messages;
  uint64_t message_count;
  const uint8_t *encodings;
  uint64_t encoding_count;
} CdnaListing;

/// Names of all opcodes of LLVM's back end, by number.
const CdnaStr *cdnasched_code_opcodes(uint64_t *count);

/// Opens a reader for a processor ("gfx942") and LLVM's feature string
/// ("+xnack,-sramecc"). described_as gives, for each opcode, the one under
/// whose name and description its instructions are listed, or CDNASCHED_NONE
/// for its own. Null when LLVM does not know the processor.
CdnaCodeReader *cdnasched_code_open(CdnaStr cpu, CdnaStr features,
                                    const uint32_t *described_as,
                                    uint64_t count);

void cdnasched_code_close(CdnaCodeReader *reader);

/// Reads assembly text. Errors are messages of the listing.
void cdnasched_code_parse(CdnaCodeReader *reader, CdnaStr text,
                          CdnaListing *listing);

/// Decodes bytes that lie at that address.
void cdnasched_code_decode(CdnaCodeReader *reader, CdnaStr bytes,
                           uint64_t address, CdnaListing *listing);

/// An instruction of the last listing as assembly text, with other registers
/// for some operands. Lives until the next call with this reader. Empty when a
/// register is not known.
CdnaStr cdnasched_code_print(CdnaCodeReader *reader, uint32_t inst,
                             const CdnaOperandEdit *edits, uint64_t count);

#ifdef __cplusplus
}
#endif

#endif
