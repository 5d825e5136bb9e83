//===- core.cpp - a core whose plans come from the command line -----------===//
//
// Takes the core's place beside the shim, to see what the shim does with a
// plan: -cdna-sched-script= is the plan of stage 1, one edit after another:
//
//   BLOCK KIND INST IMM [OPERAND=FIRST_SLOT*SLOTS ...] ;
//
//===----------------------------------------------------------------------===//

#include "../../cpp/cdnasched.h"
#include <deque>
#include <sstream>
#include <string>
#include <vector>

static CdnaStr str(const char *S) {
  return {S, std::char_traits<char>::length(S)};
}

struct CdnaSession {
  std::string Script;
};

namespace {
struct Plan : CdnaPlan {
  std::vector<CdnaEdit> Edits;
  std::vector<CdnaOperandEdit> Operands;
  std::deque<std::string> Names;
  CdnaBlockEdit NewBlock = {};

  explicit Plan(const std::string &Script) : CdnaPlan() {
    std::istringstream All(Script);
    for (std::string Text; std::getline(All, Text, ';');) {
      std::istringstream In(Text);
      CdnaEdit Edit = {};
      if (!(In >> Edit.block >> Edit.kind >> Edit.inst >> Edit.imm))
        continue;
      Edit.first_operand = Operands.size();
      for (std::string Operand; In >> Operand;)
        add(Operand);
      Edit.operand_count = Operands.size() - Edit.first_operand;
      Edits.push_back(Edit);
    }
    edits = Edits.data();
    edit_count = Edits.size();
    operands = Operands.data();
    operand_count = Operands.size();
    blocks = &NewBlock;
    block_count = Script.find("new block") != std::string::npos;
  }

  void add(const std::string &Text) {
    size_t Is = Text.find('='), Times = Text.find('*');
    Names.push_back(Text.substr(Is + 1, Times - Is - 1));
    CdnaOperandEdit Edit = {};
    Edit.operand = std::stoul(Text);
    Edit.slot_count = std::stoul(Text.substr(Times + 1));
    Edit.first_slot = str(Names.back().c_str());
    Operands.push_back(Edit);
  }
};
} // namespace

extern "C" {

const CdnaOption *cdnasched_options(uint64_t *Count) {
  static CdnaOption Options[2] = {};
  Options[0].kind = CDNA_OPTION_SWITCH;
  Options[0].flags = CDNA_OPTION_ENABLES;
  Options[0].name = str("cdna-sched");
  Options[1].kind = CDNA_OPTION_TEXT;
  Options[1].name = str("cdna-sched-script");
  *Count = 2;
  return Options;
}

CdnaSession *cdnasched_session_open(uint32_t, const CdnaStr *Values, uint64_t,
                                    char **) {
  return new CdnaSession{std::string(Values[1].data, Values[1].size)};
}
uint32_t cdnasched_session_needs(const CdnaSession *) { return 0; }
uint32_t cdnasched_wants(const CdnaSession *, CdnaStr, CdnaStr) { return 1; }
char *cdnasched_session_finish(const CdnaSession *) { return nullptr; }
void cdnasched_session_close(CdnaSession *Session) { delete Session; }
uint32_t cdnasched_supports(CdnaStr) { return 1; }
CdnaStr cdnasched_supported_cpus(void) { return str("all"); }

uint32_t cdnasched_schedule(CdnaSession *Session, const CdnaFunction *,
                            uint32_t, CdnaPlan **Out) {
  *Out = new Plan(Session->Script);
  return CDNA_OK;
}
uint32_t cdnasched_place_nops(CdnaSession *, const CdnaFunction *, uint32_t,
                              CdnaPlan **) {
  return CDNA_DECLINED;
}
uint32_t cdnasched_wants_audit(const CdnaSession *, uint32_t) { return 0; }
uint32_t cdnasched_audit(CdnaSession *, const CdnaFunction *, uint32_t,
                         CdnaPlan **) {
  return CDNA_DECLINED;
}
void cdnasched_plan_free(CdnaPlan *Freed) { delete static_cast<Plan *>(Freed); }
void cdnasched_string_free(char *) {}
}
