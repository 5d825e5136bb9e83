//===- text.cpp - assembly text -> flat arrays ----------------------------===//
//
// LLVM's assembler parser sends what it reads to a streamer, which here keeps
// the instructions and labels with their lines and emits nothing.
//
//===----------------------------------------------------------------------===//

#include "reader.h"
#include "llvm/MC/MCCodeEmitter.h"
#include "llvm/MC/MCParser/MCAsmParser.h"
#include "llvm/MC/MCParser/MCTargetAsmParser.h"
#include "llvm/MC/MCSection.h"
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

/// Keeps instructions and labels.
class ListingStreamer final : public MCStreamer {
public:
  ListingStreamer(MCContext &Context, SourceMgr &SM, Messages &Log,
                  const MCCodeEmitter &Emitter, CodeArrays &Into)
      : MCStreamer(Context), SM(SM), Log(Log), Emitter(Emitter), Into(Into) {}

  void setParser(MCAsmParser &P) { Parser = &P; }

  bool hasRawTextSupport() const override { return true; }
  void emitRawTextImpl(StringRef) override {}
  bool emitSymbolAttribute(MCSymbol *, MCSymbolAttr) override { return true; }
  void emitCommonSymbol(MCSymbol *, uint64_t, Align) override {}

  void emitLabel(MCSymbol *Symbol, SMLoc Loc) override {
    MCStreamer::emitLabel(Symbol, Loc);
    Into.label(Symbol->getName(), sectionName(), placeOf(Loc).Line);
  }

  void emitInstruction(const MCInst &MI, const MCSubtargetInfo &STI) override {
    SmallVector<char, 16> Bytes;
    SmallVector<MCFixup, 2> Fixups;
    Emitter.encodeInstruction(MI, Bytes, Fixups, STI);
    Place At = placeOf(MI.getLoc());
    CdnaCodeInst &Inst = Into.add(MI);
    Inst.section = Into.symbol(sectionName());
    Inst.size = Bytes.size();
    Inst.line = At.Line;
    Inst.column = At.Column;
    Inst.nested = !inText(MI.getLoc());
  }

private:
  SourceMgr &SM;
  Messages &Log;
  const MCCodeEmitter &Emitter;
  CodeArrays &Into;
  MCAsmParser *Parser = nullptr;

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
  ListingStreamer Streamer(Context, SM, Log, *Emitter, Into);
  amdgpu()->createNullTargetStreamer(Streamer);
  std::unique_ptr<MCAsmParser> Parser(
      createMCAsmParser(SM, Context, Streamer, *Target.MAI));
  std::unique_ptr<MCTargetAsmParser> TargetParser(amdgpu()->createMCAsmParser(
      *Target.STI, *Parser, *Target.MII, Target.Options));
  Streamer.setParser(*Parser);
  Parser->setTargetParser(*TargetParser);
  Streamer.initSections(/*NoExecStack=*/false, *Target.STI);
  Parser->Run(/*NoInitialTextSection=*/true);
  SM.setDiagHandler(nullptr);
  Context.setDiagnosticHandler([](const SMDiagnostic &, bool, const SourceMgr &,
                                  std::vector<const MDNode *> &) {});
  return Kept;
}

} // namespace cdnasched
