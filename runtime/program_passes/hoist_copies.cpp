/// Hoists copies and allocations of arrays out of loops.
#include <set>

#include "program/def_use.h"
#include "program_passes/buffers.h"

namespace ag::codegen {

namespace {

using Kind = StatementKind;

constexpr ArrayUses kElements = ArrayUse::Load | ArrayUse::Store, kCalls = ArrayUse::CallInput | ArrayUse::CallOutput;
constexpr ArrayUses kPrepares = ArrayUse::MakeUnique | ArrayUse::MakeContiguous;

/// Calls `hoist` with each loop and the statements before it. Inner loops come first, so that a statement may leave
/// several loops.
template <class Hoist>
void for_each_loop(Block& block, const Hoist& hoist) {
  Block result;
  for (Statement& statement : block) {
    for (Block& inner : statement.blocks) for_each_loop(inner, hoist);
    if (statement.kind == Kind::While) hoist(statement, result);
    result.push_back(std::move(statement));
  }
  block = std::move(result);
}

class CopyHoisting {
 public:
  explicit CopyHoisting(const Program& program) : program_(program) {}

  void run(Block& block) {
    for_each_loop(block, [this](Statement& loop, Block& before) { hoist(loop, before); });
  }

 private:
  void hoist(Statement& loop, Block& before) {
    arrays_.clear();
    const DefUse uses(program_, loop.blocks);
    for (const auto& [array, facts] : uses.arrays()) {
      const bool elements_only = (facts.uses & ~(kElements | kPrepares | kCalls | ArrayUse::Length)) == 0;
      if (!elements_only || (facts.uses & kPrepares) == 0) continue;
      arrays_.insert(array);
      Statement ready;
      ready.kind = (facts.uses & ArrayUse::MakeUnique) != 0 ? Kind::MakeUnique : Kind::MakeContiguous;
      ready.array = array;
      ready.location = loop.location;
      before.push_back(std::move(ready));
    }
    if (arrays_.empty()) return;
    for (Block& block : loop.blocks) remove(block);
  }

  void remove(Block& block) {
    std::erase_if(block, [&](const Statement& statement) {
      return (statement.kind == Kind::MakeUnique || statement.kind == Kind::MakeContiguous) &&
             arrays_.contains(statement.array);
    });
    for (Statement& statement : block) {
      for (Block& inner : statement.blocks) remove(inner);
    }
  }

  const Program& program_;
  std::set<ArrayId> arrays_;
};

constexpr int64_t kMaxHoisted = int64_t{1} << 20;  // bytes; limited because the loop may have no iteration

class AllocationHoisting {
 public:
  explicit AllocationHoisting(const Program& program) : program_(program) {}

  void run(Block& block) {
    for_each_loop(block, [this](Statement& loop, Block& before) { hoist(loop, before); });
  }

 private:
  void hoist(Statement& loop, Block& before) {
    arrays_.clear();
    const DefUse uses(program_, loop.blocks);
    for (const auto& [array, facts] : uses.arrays()) {
      if ((facts.uses & ArrayUse::Allocate) == 0 || !may_leave(array, facts.uses)) continue;
      arrays_.insert(array);
      Statement made;
      made.kind = Kind::Allocate;
      made.array = array;
      made.location = loop.location;
      before.push_back(std::move(made));
    }
    if (arrays_.empty()) return;
    for (Block& block : loop.blocks) remove(block);
  }

  /// True if the array has static shape, and no statement keeps, aliases, frees or replaces it.
  bool may_leave(ArrayId array, ArrayUses uses) const {
    const ir::TensorType& type = program_.array(array).type;
    const bool stays = (uses & ~(kElements | kPrepares | kCalls | ArrayUse::Allocate | ArrayUse::FilledFrom |
                                 ArrayUse::Overwritten)) == 0;
    return stays && type.shape.known() &&
           type.shape.element_count() * static_cast<int64_t>(item_size(type.dtype)) <= kMaxHoisted;
  }

  /// Removes the statements that are redundant after the hoisted allocation, which makes a unique row-major array.
  void remove(Block& block) {
    std::erase_if(block, [&](const Statement& statement) {
      const Kind kind = statement.kind;
      return (kind == Kind::Allocate || kind == Kind::MakeUnique || kind == Kind::MakeContiguous) &&
             arrays_.contains(statement.array);
    });
    for (Statement& statement : block) {
      for (Block& inner : statement.blocks) remove(inner);
    }
  }

  const Program& program_;
  std::set<ArrayId> arrays_;
};

}  // namespace

void hoist_allocations(Program& program) { AllocationHoisting(program).run(program.body); }

void hoist_copies(Program& program) { CopyHoisting(program).run(program.body); }

}  // namespace ag::codegen
