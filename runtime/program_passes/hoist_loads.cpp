#include "program_passes/hoist_loads.h"

#include <algorithm>
#include <map>

#include "program/def_use.h"

namespace ag::codegen {

namespace {

using Kind = StatementKind;

/// True if the loop changes neither the index of a load nor its array.
bool is_invariant(const Statement& load, const DefUse& loop) {
  return (loop.uses(load.array) & ArrayUse::Store) == 0 &&
         std::ranges::none_of(load.index.terms, [&](const auto& term) { return loop.assigns(term.first); });
}

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

/// Moves the lengths of arrays that a loop does not replace from its blocks to `before`. A second length of an array
/// becomes a copy of the first.
void hoist_lengths(const Program& program, Statement& loop, Block& before) {
  constexpr ArrayUses kReplaces = (kChanges & ~ArrayUses{ArrayUse::Store | ArrayUse::MakeUnique}) | ArrayUse::Free;
  const DefUse uses(program, loop);
  std::map<ArrayId, Register> known;
  for (Block& block : loop.blocks) {
    std::erase_if(block, [&](Statement& one) {
      if (one.kind != Kind::Length || (uses.uses(one.array) & kReplaces) != 0) return false;
      const auto [first, is_new] = known.try_emplace(one.array, one.result);
      if (!is_new) {
        one.kind = Kind::Let;
        one.primitive = Primitive::Copy;
        one.operands = {first->second};
        one.array = kNone;
      }
      before.push_back(std::move(one));
      return true;
    });
  }
}

/// Hoists out of inner loops first, so that a statement leaves all loops that it can.
void hoist(const Program& program, Block& block) {
  Block result;
  for (Statement& statement : block) {
    for (Block& inner : statement.blocks) hoist(program, inner);
    if (statement.kind == Kind::While) hoist_lengths(program, statement, result);
    const bool loops = statement.kind == Kind::Loop || statement.kind == Kind::Reduce;
    if (loops && statement.extent > 0 && !is_counted(statement) && only_computes(statement.blocks[0])) {
      const DefUse loop(program, statement);
      Block& body = statement.blocks[0];
      const auto stays = [&](const Statement& one) { return one.kind != Kind::Load || !is_invariant(one, loop); };
      const auto moved = std::ranges::stable_partition(body, stays);
      result.insert(result.end(), std::make_move_iterator(moved.begin()), std::make_move_iterator(moved.end()));
      body.erase(moved.begin(), moved.end());
    }
    result.push_back(std::move(statement));
  }
  block = std::move(result);
}

}  // namespace

void hoist_loads(Program& program) { hoist(program, program.body); }

}  // namespace ag::codegen
