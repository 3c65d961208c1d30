#pragma once
/// Parts of a program that the host runs: statements become a program of their own, which the executors of the host can
/// run or compile.
#include <map>
#include <string>

#include "device_plan/device_plan.h"
#include "program/def_use.h"

namespace ag::codegen {

/// The facts about a whole program that its parts need.
struct ProgramFacts {
  explicit ProgramFacts(const Program& program);

  DefUse uses;
  std::map<Register, uint64_t> constants;  // the bits of each register that a Constant defines
};

/// Returns the statement as a part. Its results are the arrays that it changes, and the registers that it assigns and
/// that have uses elsewhere in the program.
HostPart make_host_part(const Program& program, const ProgramFacts& facts, const Statement& statement,
                        std::string reason);

/// Returns the whole program as a part.
HostPart make_host_part(const Program& program, std::string reason);

}  // namespace ag::codegen
