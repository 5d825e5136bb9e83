//===- core.cpp - a core whose plans come from the command line -----------===//
//
// Takes the core's place beside the shim, to see what the shim does with a
// plan: -cdna-sched-script= is the plan of stage 1, one step after another:
//
//   order BLOCK INST... ;
//   insert BLOCK BEFORE OPCODE VALUE [OPERAND=REGISTER ...] ;
//   form INST OPCODE ;
//   edit INST OPERAND=REGISTER ... ;
//   remove INST ;
//   remark INST MESSAGE ;
//
// where - is CDNASCHED_NONE.
//
//===----------------------------------------------------------------------===//

#include "../../cpp/pick.h"
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
  std::vector<CdnaOrder> Orders;
  std::vector<uint32_t> Insts, Removals;
  std::vector<CdnaInsertion> Insertions;
  std::vector<CdnaOperandEdit> InsertionOperands, Operands;
  std::vector<CdnaForm> Forms;
  std::vector<CdnaRemark> Remarks;
  std::deque<std::string> Texts;

  explicit Plan(const std::string &Script) : CdnaPlan() {
    std::istringstream All(Script);
    for (std::string Text; std::getline(All, Text, ';');) {
      std::istringstream In(Text);
      std::string Step;
      if (In >> Step)
        add(Step, In);
    }
    flags = Orders.size() + Insertions.size() + Forms.size() + Operands.size() +
                        Removals.size() !=
                    0
                ? CDNA_PLAN_CHANGES
                : 0;
    orders = Orders.data();
    order_count = Orders.size();
    insts = Insts.data();
    inst_count = Insts.size();
    insertions = Insertions.data();
    insertion_count = Insertions.size();
    insertion_operands = InsertionOperands.data();
    insertion_operand_count = InsertionOperands.size();
    forms = Forms.data();
    form_count = Forms.size();
    operands = Operands.data();
    operand_count = Operands.size();
    removals = Removals.data();
    removal_count = Removals.size();
    remarks = Remarks.data();
    remark_count = Remarks.size();
  }

  static uint32_t number(const std::string &Text) {
    return Text == "-" ? CDNASCHED_NONE : std::stoul(Text);
  }

  void add(const std::string &Step, std::istream &In) {
    std::vector<std::string> Words;
    for (std::string Word; In >> Word;)
      Words.push_back(Word);
    uint32_t First = number(Words[0]);
    if (Step == "order") {
      Orders.push_back(
          {First, uint32_t(Insts.size()), uint32_t(Words.size() - 1)});
      for (size_t I = 1; I != Words.size(); ++I)
        Insts.push_back(number(Words[I]));
    } else if (Step == "insert") {
      for (size_t I = 4; I < Words.size(); ++I)
        operand(InsertionOperands, Insertions.size(), Words[I]);
      uint32_t Opcode = number(Words[2]);
      // Which of the moves it is depends on the files, as the core has it.
      if (Opcode == CDNA_OPCODE_MOVE && Words.size() == 6) {
        bool To = Words[4].find("=AGPR") != std::string::npos;
        bool From = Words[5].find("=AGPR") != std::string::npos;
        Opcode += (From ? 1 : 0) + (To ? 2 : 0);
      }
      Insertions.push_back({First, number(Words[1]), Opcode, number(Words[3])});
    } else if (Step == "form") {
      Forms.push_back({First, 0, keep(Words[1])});
    } else if (Step == "edit") {
      for (size_t I = 1; I != Words.size(); ++I)
        operand(Operands, First, Words[I]);
    } else if (Step == "remove") {
      Removals.push_back(First);
    } else {
      Remarks.push_back(
          {CDNA_REMARK_MISSED, 0, First, 0, str("Test"), keep(Words[1])});
    }
  }

  void operand(std::vector<CdnaOperandEdit> &To, size_t Target,
               const std::string &Text) {
    To.push_back({uint32_t(Target), uint32_t(std::stoul(Text)),
                  keep(Text.substr(Text.find('=') + 1))});
  }

  CdnaStr keep(const std::string &Text) {
    Texts.push_back(Text);
    return str(Texts.back().c_str());
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
const CdnaStr *cdnasched_opcodes(uint64_t *Count) {
  static const CdnaStr Names[] = {str("S_NOP"),
                                  str("S_WAITCNT"),
                                  str("V_MOV_B32_e32"),
                                  str("V_ACCVGPR_READ_B32_e64"),
                                  str("V_ACCVGPR_WRITE_B32_e64"),
                                  str("V_ACCVGPR_MOV_B32"),
                                  str("V_ADD_F32_e64")};
  *Count = 7;
  return Names;
}

CdnaSession *cdnasched_session_open(uint32_t, const CdnaStr *Values, uint64_t,
                                    char **) {
  return new CdnaSession{std::string(Values[1].data, Values[1].size)};
}
uint32_t cdnasched_session_needs(const CdnaSession *) { return 0; }
uint32_t cdnasched_wants(const CdnaSession *, uint32_t Stage, uint32_t, CdnaStr,
                         CdnaStr, CdnaStr, char **) {
  return Stage == CDNA_STAGE_SCHEDULE;
}
char *cdnasched_session_finish(const CdnaSession *) { return nullptr; }
void cdnasched_session_close(CdnaSession *Session) { delete Session; }
char *cdnasched_unsupported(CdnaStr) { return nullptr; }
// Nothing is picked.
CdnaPick *cdnasched_pick_begin(const CdnaSession *) { return nullptr; }
void cdnasched_pick_kernel(CdnaPick *, CdnaStr, const CdnaArgument *, uint64_t,
                           uint32_t) {}
uint64_t cdnasched_pick_jobs(CdnaPick *, uint32_t, uint32_t *, uint64_t) {
  return 0;
}
uint64_t cdnasched_pick_attributes(const CdnaPick *, CdnaStr, uint32_t,
                                   CdnaArgument *, uint64_t) {
  return 0;
}
void cdnasched_pick_prepare(const CdnaSession *, uint32_t) {}
char *cdnasched_pick_records(void) { return nullptr; }
void cdnasched_pick_result(CdnaPick *, uint32_t, uint32_t, CdnaStr, CdnaStr) {}
uint32_t cdnasched_pick_chosen(CdnaPick *, CdnaStr, char **) { return 0; }
void cdnasched_pick_end(CdnaPick *, CdnaSession *) {}
uint64_t cdnasched_guards(const CdnaSession *, const CdnaFunction *, CdnaGuard *,
                          uint64_t) {
  return 0;
}
uint64_t cdnasched_peels(const CdnaSession *, const CdnaFunction *,
                         CdnaPeelStep *, uint64_t) {
  return 0;
}
uint32_t cdnasched_annotation(CdnaStr, CdnaStr, char **) { return 0; }
char *cdnasched_check_libraries(const void *, CdnaStr) { return nullptr; }

uint32_t cdnasched_run(CdnaSession *Session, uint32_t, const CdnaFunction *,
                       uint32_t, CdnaPlan **Out) {
  *Out = new Plan(Session->Script);
  return CDNA_OK;
}
void cdnasched_plan_free(CdnaPlan *Freed) { delete static_cast<Plan *>(Freed); }
void cdnasched_string_free(char *) {}
}
