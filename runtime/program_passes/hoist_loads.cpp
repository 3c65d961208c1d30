#include "program_passes/hoist_loads.h"

#include <algorithm>
#include <set>

#include "program/walk.h"

namespace ag::codegen {

namespace {

using Kind = StatementKind;

/// The registers that a loop defines and the arrays that it stores to.
struct Changes {
  std::set<Register> registers;
  std::set<ArrayId> arrays;

  explicit Changes(const Statement& loop) {
    registers.insert(loop.result);
    for_each(loop.blocks[0], [&](const Statement& statement) {
      registers.insert(statement.result);
      registers.insert(statement.results.begin(), statement.results.end());
      for (const RowReduction& fold : statement.reductions) registers.insert(fold.result);
      if (statement.kind == Kind::Store) arrays.insert(statement.array);
    });
  }

  bool leave(const Statement& load) const {
    return !arrays.contains(load.array) &&
           std::ranges::none_of(load.index.terms, [&](const auto& term) { return registers.contains(term.first); });
  }
};

/// True if the statements of a loop only compute, load and store. Other statements may replace arrays, or end the loop
/// before a load.
bool only_computes(const Block& body) {
  return std::ranges::all_of(body, [](const Statement& one) {
    const bool loops = one.kind == Kind::Loop || one.kind == Kind::Reduce;
    return loops ? only_computes(one.blocks[0])
                 : one.kind == Kind::Constant || one.kind == Kind::Let || one.kind == Kind::ArgExtremum ||
                       one.kind == Kind::Load || one.kind == Kind::Store;
  });
}

/// Hoists loads out of inner loops first, so that a load leaves all loops that it can.
void hoist(Block& block) {
  Block result;
  for (Statement& statement : block) {
    for (Block& inner : statement.blocks) hoist(inner);
    const bool loops = statement.kind == Kind::Loop || statement.kind == Kind::Reduce;
    if (loops && statement.extent > 0 && only_computes(statement.blocks[0])) {
      const Changes changes(statement);
      Block& body = statement.blocks[0];
      const auto stays = [&](const Statement& one) { return one.kind != Kind::Load || !changes.leave(one); };
      const auto moved = std::ranges::stable_partition(body, stays);
      result.insert(result.end(), std::make_move_iterator(moved.begin()), std::make_move_iterator(moved.end()));
      body.erase(moved.begin(), moved.end());
    }
    result.push_back(std::move(statement));
  }
  block = std::move(result);
}

}  // namespace

void hoist_loads(Program& program) { hoist(program.body); }

}  // namespace ag::codegen
