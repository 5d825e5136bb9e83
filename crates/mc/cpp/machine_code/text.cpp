//===- text.cpp - assembly text -> flat arrays ----------------------------===//
//
// LLVM's assembler parser sends what it reads to a streamer, which here keeps
// the instructions and labels with their lines and emits nothing. What
// directives put into an executable section is decoded: the processor does not
// know who wrote it.
//
//===----------------------------------------------------------------------===//

#include "reader.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/MC/MCCodeEmitter.h"
#include "llvm/MC/MCDisassembler/MCDisassembler.h"
#include "llvm/MC/MCParser/MCAsmParser.h"
#include "llvm/MC/MCParser/MCAsmParserExtension.h"
#include "llvm/MC/MCParser/MCTargetAsmParser.h"
#include "llvm/MC/MCSection.h"
#include "llvm/MC/MCSectionELF.h"
#include "llvm/MC/MCStreamer.h"
#include "llvm/MC/MCSymbol.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/VirtualFileSystem.h"

using namespace llvm;

namespace cdnasched {

namespace {

/// A line and a column, counted from 1; 0 where unknown.
struct Place {
  unsigned Line = 0, Column = 0;
};

/// What LLVM says while it reads a text.
class Messages {
public:
  Messages(const SourceMgr &SM, CodeArrays &Into) : SM(SM), Into(Into) {}

  static void handle(const SMDiagnostic &Diagnostic, void *Context) {
    static_cast<Messages *>(Context)->take(Diagnostic);
  }

  /// The place in the text of what a macro or a repetition made: LLVM's parser
  /// tells where it was used only in the notes of a message.
  Place outermost(MCAsmParser &Parser, SMLoc Loc) {
    Probing = true;
    Probed = {};
    Parser.Warning(Loc, "");
    Probing = false;
    return Probed;
  }

private:
  const SourceMgr &SM;
  CodeArrays &Into;
  bool Probing = false;
  Place Probed;

  void take(const SMDiagnostic &Diagnostic) {
    SMLoc Loc = Diagnostic.getLoc();
    bool InText =
        Loc.isValid() && SM.FindBufferContainingLoc(Loc) == SM.getMainFileID();
    Place At;
    if (InText)
      At = {unsigned(std::max(Diagnostic.getLineNo(), 0)),
            unsigned(Diagnostic.getColumnNo() + 1)};
    if (Probing) {
      if (InText)
        Probed = At;
      return;
    }
    if (Diagnostic.getKind() == SourceMgr::DK_Error)
      Into.message(CDNA_CODE_ERROR, At.Line, At.Column,
                   Diagnostic.getMessage());
    else if (Diagnostic.getKind() == SourceMgr::DK_Warning)
      Into.message(CDNA_CODE_WARNING, At.Line, At.Column,
                   Diagnostic.getMessage());
  }
};

/// Keeps instructions and labels, and decodes data among them.
class ListingStreamer final : public MCStreamer {
public:
  ListingStreamer(MCContext &Context, SourceMgr &SM, Messages &Log,
                  const MCCodeEmitter &Emitter, const MCDisassembler &Decoder,
                  CodeArrays &Into)
      : MCStreamer(Context), SM(SM), Log(Log), Emitter(Emitter),
        Decoder(Decoder), Into(Into) {}

  void setParser(MCAsmParser &P) { Parser = &P; }

  /// Lists the data that nothing followed.
  void finish() { flush(); }

  bool hasRawTextSupport() const override { return true; }
  void emitRawTextImpl(StringRef) override {}
  bool emitSymbolAttribute(MCSymbol *, MCSymbolAttr) override { return true; }
  void emitCommonSymbol(MCSymbol *, uint64_t, Align) override {}

  void changeSection(MCSection *Section, uint32_t Subsection) override {
    flush();
    MCStreamer::changeSection(Section, Subsection);
    HasMoved = true;
  }

  void emitLabel(MCSymbol *Symbol, SMLoc Loc) override {
    enter();
    flush();
    MCStreamer::emitLabel(Symbol, Loc);
    Into.label(Symbol->getName(), sectionName(), placeOf(Loc).Line);
  }

  void emitInstruction(const MCInst &MI, const MCSubtargetInfo &STI) override {
    enter();
    flush();
    SmallVector<char, 16> Bytes;
    SmallVector<MCFixup, 2> Fixups;
    Emitter.encodeInstruction(MI, Bytes, Fixups, STI);
    place(Into.add(MI), MI.getLoc(), Bytes.size());
    Into.encoded(Bytes);
    if (!Fixups.empty())
      Into.last().marks |= CDNA_CODE_UNPLACED;
  }

  void emitBytes(StringRef Bytes) override {
    if (isCode())
      addData(Bytes);
  }

  void emitValueImpl(const MCExpr *Value, unsigned Size, SMLoc Loc) override {
    int64_t Known = 0;
    if (Value->evaluateAsAbsolute(Known))
      emitIntValue(Known, Size);
    else
      addUnknown(Size);
  }

  void emitULEB128Value(const MCExpr *) override { addUnknown(0); }
  void emitSLEB128Value(const MCExpr *) override { addUnknown(0); }

  void emitFill(const MCExpr &Count, uint64_t Byte, SMLoc Loc) override {
    emitFill(Count, 1, Byte, Loc);
  }

  void emitFill(const MCExpr &Count, int64_t Size, int64_t Value,
                SMLoc Loc) override {
    if (!isCode())
      return;
    int64_t Times = 0;
    if (!Count.evaluateAsAbsolute(Times) || Size < 0 || Size > 8)
      return addUnknown(0);
    if (Times <= 0 || Size == 0)
      return;
    // More than any code is written so; nothing needs to know what it is.
    constexpr int64_t Most = 1 << 16;
    if (Times > Most / Size)
      return addUnknown(0);
    SmallString<256> Bytes;
    for (int64_t I = 0; I != Times; ++I)
      for (int64_t At = 0; At != Size; ++At)
        // Behind the fourth byte of a value there are zeros.
        Bytes.push_back(At < 4 ? char(uint64_t(Value) >> (8 * At)) : 0);
    addData(Bytes);
  }

  void emitNops(int64_t, int64_t, SMLoc, const MCSubtargetInfo &) override {
    addUnknown(0);
  }

  void emitValueToAlignment(Align, int64_t Fill, uint8_t Size,
                            unsigned) override {
    if (!isCode())
      return;
    constexpr uint32_t Nop = 0xbf800000;
    if (Size == 4 && uint32_t(Fill) == Nop)
      addGap();
    else
      addUnknown(0);
  }

  // The assembler fills with s_nop.
  void emitCodeAlignment(Align, const MCSubtargetInfo *, unsigned) override {
    addGap();
  }

  void emitValueToOffset(const MCExpr *, unsigned char, SMLoc) override {
    addUnknown(0);
  }

  /// Lists bytes of which nothing is known but perhaps their number; 0: not
  /// that either.
  void addUnknown(unsigned Size) {
    if (!isCode())
      return;
    enter();
    flush();
    place(Into.addUnknown(), getStartTokLoc(), Size);
    Into.last().marks |= CDNA_CODE_DATA;
    if (Size == 0)
      AfterGap.insert(getCurrentSectionOnly());
  }

private:
  /// A directive for data.
  struct Directive {
    /// Of its first byte.
    size_t Offset;
    Place At;
    bool Nested;
  };

  SourceMgr &SM;
  Messages &Log;
  const MCCodeEmitter &Emitter;
  const MCDisassembler &Decoder;
  CodeArrays &Into;
  MCAsmParser *Parser = nullptr;
  /// Data that nothing has followed yet, and by its first bytes the directives
  /// that wrote it.
  SmallString<64> Data;
  SmallVector<Directive, 4> Directives;
  uint64_t Written = 0;
  /// Sections whose next instruction is at a distance that is not known.
  SmallPtrSet<const MCSection *, 4> AfterGap;
  /// By name of a section, which one of them was written to last, and where.
  StringMap<MCSectionSubPair> Entered;
  /// The section has changed since the last thing that was listed.
  bool HasMoved = false;

  /// Whether what is written now can be executed.
  bool isCode() const {
    const MCSection *Section = getCurrentSectionOnly();
    return Section && static_cast<const MCSectionELF *>(Section)->getFlags() &
                          ELF::SHF_EXECINSTR;
  }

  /// Something is about to be listed. Subsections are not where the text has
  /// them, and sections of one name are apart: what comes before is not known.
  void enter() {
    if (!std::exchange(HasMoved, false) || !isCode())
      return;
    MCSectionSubPair Now = getCurrentSection();
    auto [Known, IsNew] = Entered.try_emplace(sectionName(), Now);
    if (!IsNew && std::exchange(Known->second, Now) != Now)
      addUnknown(0);
  }

  void addData(StringRef Bytes) {
    enter();
    // Repetitions could ask for any amount.
    constexpr uint64_t MostInAll = 1 << 24;
    Written += Bytes.size();
    if (Written > MostInAll)
      return addUnknown(0);
    // What a macro made has its place only while the macro is read.
    SMLoc Loc = getStartTokLoc();
    Directives.push_back({Data.size(), placeOf(Loc), !inText(Loc)});
    Data += Bytes;
  }

  void addGap() {
    if (!isCode())
      return;
    flush();
    AfterGap.insert(getCurrentSectionOnly());
  }

  /// Lists the data so far. An instruction is where its first byte was written.
  void flush() {
    if (Data.empty())
      return;
    size_t By = 0;
    decodeEach(Decoder, arrayRefFromStringRef(Data), /*Address=*/0,
               [&](const MCInst *MI, uint64_t Offset, uint64_t Size) {
                 while (By + 1 != Directives.size() &&
                        Directives[By + 1].Offset <= Offset)
                   ++By;
                 place(MI ? Into.add(*MI) : Into.addUnknown(),
                       Directives[By].At, Directives[By].Nested, Size);
                 Into.last().marks |= CDNA_CODE_DATA;
                 Into.encoded(ArrayRef<char>(Data).slice(Offset, Size));
               });
    Data.clear();
    Directives.clear();
  }

  void place(CdnaCodeInst &Inst, SMLoc Loc, uint64_t Size) {
    place(Inst, placeOf(Loc), !inText(Loc), Size);
  }

  void place(CdnaCodeInst &Inst, Place At, bool Nested, uint64_t Size) {
    Inst.section = Into.symbol(sectionName());
    Inst.size = Size;
    Inst.line = At.Line;
    Inst.column = At.Column;
    Inst.nested = Nested;
    bool IsAfterGap = AfterGap.erase(getCurrentSectionOnly());
    Inst.marks = IsAfterGap ? CDNA_CODE_AFTER_GAP : 0;
  }

  bool inText(SMLoc Loc) const {
    return Loc.isValid() &&
           SM.FindBufferContainingLoc(Loc) == SM.getMainFileID();
  }

  Place placeOf(SMLoc Loc) {
    if (!Loc.isValid())
      return {};
    if (!inText(Loc))
      return Log.outermost(*Parser, Loc);
    auto [Line, Column] = SM.getLineAndColumn(Loc, SM.getMainFileID());
    return {Line, Column};
  }

  StringRef sectionName() const {
    const MCSection *Section = getCurrentSectionOnly();
    return Section ? Section->getName() : StringRef();
  }
};

/// Takes directives that name other files, which are not read.
class FileDirectives final : public MCAsmParserExtension {
public:
  explicit FileDirectives(ListingStreamer &Streamer) : Listed(Streamer) {}

  void Initialize(MCAsmParser &Parser) override {
    MCAsmParserExtension::Initialize(Parser);
    Parser.addDirectiveHandler(
        ".incbin",
        {this, HandleDirective<FileDirectives, &FileDirectives::include>});
  }

private:
  ListingStreamer &Listed;

  bool include(StringRef, SMLoc) {
    getParser().eatToEndOfStatement();
    Listed.addUnknown(0);
    return false;
  }
};

} // namespace

std::unique_ptr<InputContext> parseText(const CodeTarget &Target,
                                        StringRef Text, CodeArrays &Into) {
  auto Kept = std::make_unique<InputContext>();
  SourceMgr &SM = Kept->SM;
  Messages Log(SM, Into);
  SM.setDiagHandler(Messages::handle, &Log);
  // A text is all there is: what it would include is not read.
  SM.setVirtualFileSystem(makeIntrusiveRefCnt<vfs::InMemoryFileSystem>());
  SM.AddNewSourceBuffer(MemoryBuffer::getMemBufferCopy(Text, "text"), SMLoc());
  Kept->Context =
      std::make_unique<MCContext>(Target.TT, Target.MAI.get(), Target.MRI.get(),
                                  Target.STI.get(), &SM, &Target.Options);
  MCContext &Context = *Kept->Context;
  Context.setDiagnosticHandler([&Log](const SMDiagnostic &Diagnostic, bool,
                                      const SourceMgr &,
                                      std::vector<const MDNode *> &) {
    Messages::handle(Diagnostic, &Log);
  });
  Kept->Sections.reset(amdgpu()->createMCObjectFileInfo(Context, /*PIC=*/true));
  Context.setObjectFileInfo(Kept->Sections.get());
  std::unique_ptr<MCCodeEmitter> Emitter(
      amdgpu()->createMCCodeEmitter(*Target.MII, Context));
  std::unique_ptr<MCDisassembler> Decoder(
      amdgpu()->createMCDisassembler(*Target.STI, Context));
  ListingStreamer Streamer(Context, SM, Log, *Emitter, *Decoder, Into);
  amdgpu()->createNullTargetStreamer(Streamer);
  std::unique_ptr<MCAsmParser> Parser(
      createMCAsmParser(SM, Context, Streamer, *Target.MAI));
  std::unique_ptr<MCTargetAsmParser> TargetParser(amdgpu()->createMCAsmParser(
      *Target.STI, *Parser, *Target.MII, Target.Options));
  Streamer.setParser(*Parser);
  Parser->setTargetParser(*TargetParser);
  FileDirectives Files(Streamer);
  Files.Initialize(*Parser);
  Streamer.initSections(/*NoExecStack=*/false, *Target.STI);
  Parser->Run(/*NoInitialTextSection=*/true);
  Streamer.finish();
  SM.setDiagHandler(nullptr);
  Context.setDiagnosticHandler([](const SMDiagnostic &, bool, const SourceMgr &,
                                  std::vector<const MDNode *> &) {});
  return Kept;
}

} // namespace cdnasched
