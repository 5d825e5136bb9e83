//===- options.cpp - the options of LLVM's command line -------------------===//

#include "shim.h"
#include "llvm/Config/llvm-config.h"

using namespace llvm;

namespace cdnasched {

/// An entry of an option's choices, or CDNASCHED_NONE.
enum Choice : uint32_t {};

static cl::OptionCategory &category() {
  static cl::OptionCategory Category(
      "cdna-sched options",
      "Scheduling, waits and nops for AMD CDNA GPUs (gfx908, gfx90a, gfx942, "
      "gfx950), built for LLVM " LLVM_VERSION_STRING);
  return Category;
}

CommandLine::CommandLine(void (*OnEnable)()) : OnEnable(OnEnable) {
  // For `llc -load libcdnasched.so -version`.
  cl::AddExtraVersionPrinter([](raw_ostream &OS) {
    OS << "\ncdnasched " << cdnasched_version()
       << ", built for LLVM " LLVM_VERSION_STRING "\n";
  });
  uint64_t Count = 0;
  const CdnaOption *Table = cdnasched_options(&Count);
  for (const CdnaOption &Option : ArrayRef(Table, Count))
    add(Option);
}

void CommandLine::add(const CdnaOption &Option) {
  StringRef Name = ref(Option.name);
  cl::cat Category(category());
  cl::desc Help(ref(Option.help));
  auto Hidden = Option.flags & CDNA_OPTION_HIDDEN ? cl::Hidden : cl::NotHidden;
  if (Option.kind == CDNA_OPTION_SWITCH) {
    auto *Switch = new cl::opt<bool>(Name, Category, Help, Hidden,
                                     cl::init(Option.initial != 0));
    Options.emplace_back(Switch);
    Values.push_back([=] { return *Switch ? "true" : "false"; });
    if (Option.flags & CDNA_OPTION_ENABLES) {
      Enable = Switch;
      Switch->setCallback([this](const bool &On) {
        if (On)
          OnEnable();
      });
    }
  } else if (Option.kind == CDNA_OPTION_CHOICE) {
    auto *Chosen = new cl::opt<Choice>(Name, Category, Help, Hidden,
                                       cl::init(Choice(Option.initial)));
    Options.emplace_back(Chosen);
    ArrayRef Choices(Option.choices, Option.choice_count);
    for (uint32_t I = 0; I != Choices.size(); ++I)
      Chosen->getParser().addLiteralOption(ref(Choices[I].name), Choice(I),
                                           ref(Choices[I].help));
    if (Option.flags & CDNA_OPTION_BARE) {
      Chosen->setValueExpectedFlag(cl::ValueOptional);
      Chosen->getParser().addLiteralOption("", Choice(CDNASCHED_NONE), "");
    }
    Values.push_back([=] {
      return *Chosen < Choices.size() ? ref(Choices[*Chosen].name).str() : "";
    });
  } else {
    auto *Text = new cl::opt<std::string>(
        Name, Category, Help, Hidden, cl::value_desc(ref(Option.placeholder)));
    Options.emplace_back(Text);
    Values.push_back([=] { return Text->getValue(); });
  }
}

void CommandLine::enable(bool On) {
  *Enable = On;
  if (On)
    OnEnable();
}

std::vector<std::string> CommandLine::values() const {
  std::vector<std::string> All;
  for (const auto &Value : Values)
    All.push_back(Value());
  return All;
}

} // namespace cdnasched
