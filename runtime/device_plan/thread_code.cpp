#include "device_plan/thread_code.h"

#include <algorithm>
#include <limits>

namespace ag::codegen {

namespace {

using Kind = StatementKind;

std::string obstacle_of(const Program& program, const Statement& statement) {
  switch (statement.kind) {
    case Kind::Let:
      if (!is_math(statement.primitive) || statement.primitive == Primitive::fmod) return "";
      return "the function '" + std::string(name(statement.primitive)) + "' of the C library has no device code";
    case Kind::Kernel:
    case Kind::Apply:
      return std::string("the operation '") + program.site(statement.site).op->name + "' has no device code";
    case Kind::Call:
      return "calls of functions have no device code";
    case Kind::Check:
      if (static_cast<int64_t>(statement.operands.size()) <= 1 + FaultRecord::kMostNumbers) return "";
      return "the message of a check has too many numbers";
    case Kind::Length:
      if (program.array(statement.array).type.shape.known()) return "";
      return "the shape of an array depends on values";
    case Kind::Allocate:
    case Kind::MakeUnique:
    case Kind::Alias:
    case Kind::Swap:
    case Kind::Free:
    case Kind::Box:
      return "arrays are made or exchanged inside of a loop";
    default:
      return "";
  }
}

bool are_team_code(const TaskAnalysis& analysis, const std::vector<Block>& blocks, std::vector<Register>& shared) {
  for (const Block& block : blocks) {
    for (const Statement& statement : block) {
      if (!is_team_code(analysis, statement, shared)) return false;
    }
  }
  return true;
}

}  // namespace

std::string find_obstacle(const Program& program, const Statement& statement) {
  std::string found;
  contains(statement, [&](const Statement& one) {
    found = obstacle_of(program, one);
    return !found.empty();
  });
  return found;
}

bool is_team_code(const TaskAnalysis& analysis, const Statement& statement, std::vector<Register>& shared_loops) {
  switch (statement.kind) {
    case Kind::Loop:
    case Kind::Reduce: {
      const bool is_shared = !contains(statement, Kind::Check) && analysis.has_independent_iterations(statement);
      if (is_shared) {
        shared_loops.push_back(statement.result);
        return true;
      }
      return statement.kind == Kind::Loop && are_team_code(analysis, statement.blocks, shared_loops);
    }
    default:
      return are_team_code(analysis, statement.blocks, shared_loops);
  }
}

int64_t iteration_count(const Statement& statement) {
  constexpr int64_t kMost = std::numeric_limits<int64_t>::max() / 2;
  const bool repeats = statement.kind == Kind::Loop || statement.kind == Kind::Reduce;
  int64_t inside = 0;
  for (const Block& block : statement.blocks) {
    for (const Statement& one : block) inside = std::min(kMost, inside + iteration_count(one));
  }
  if (!repeats) return inside;
  int64_t total = 0;
  return __builtin_mul_overflow(std::max<int64_t>(inside, 1), statement.extent, &total) ? kMost
                                                                                        : std::min(total, kMost);
}

}  // namespace ag::codegen
