/// Hoists copies and allocations of arrays out of loops.
#include <map>

#include "program_passes/buffers.h"

namespace ag::codegen {

namespace {

using Kind = StatementKind;

/// The uses of an array by the statements of a loop.
struct Use {
  bool elements_only = true;  // only loads, stores, and statements that prepare for them
  bool owns = false;
  bool makes_dense = false;
};

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
    uses_.clear();
    for (const Block& block : loop.blocks) collect(block);
    std::erase_if(uses_, [](const auto& entry) {
      return !entry.second.elements_only || !(entry.second.owns || entry.second.makes_dense);
    });
    if (uses_.empty()) return;
    for (Block& block : loop.blocks) remove(block);
    for (const auto& [array, use] : uses_) {
      Statement ready;
      ready.kind = use.owns ? Kind::MakeUnique : Kind::MakeContiguous;
      ready.array = array;
      ready.location = loop.location;
      before.push_back(std::move(ready));
    }
  }

  void collect(const Block& block) {
    for (const Statement& statement : block) {
      const Kind kind = statement.kind;
      for (ArrayId id : {statement.array, statement.source}) {
        if (id == kNone) continue;
        Use& use = uses_[id];
        use.owns = use.owns || kind == Kind::MakeUnique;
        use.makes_dense = use.makes_dense || kind == Kind::MakeContiguous;
        const bool elements = kind == Kind::Load || kind == Kind::Store || kind == Kind::MakeUnique ||
                              kind == Kind::MakeContiguous || kind == Kind::Length;
        use.elements_only = use.elements_only && elements;
      }
      if (kind == Kind::Kernel) {
        for (ArrayId id : program_.site(statement.site).inputs) uses_[id].elements_only = false;
        for (ArrayId id : program_.site(statement.site).outputs) uses_[id].elements_only = false;
      }
      for (const Block& inner : statement.blocks) collect(inner);
    }
  }

  void remove(Block& block) {
    std::erase_if(block, [&](const Statement& statement) {
      return (statement.kind == Kind::MakeUnique || statement.kind == Kind::MakeContiguous) &&
             uses_.contains(statement.array);
    });
    for (Statement& statement : block) {
      for (Block& inner : statement.blocks) remove(inner);
    }
  }

  const Program& program_;
  std::map<ArrayId, Use> uses_;
};

/// The uses of an array by the statements of a loop that may allocate it.
struct MadeUse {
  bool is_made = false;
  bool stays = true;  // no statement keeps, aliases, frees or replaces it
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
    uses_.clear();
    for (const Block& block : loop.blocks) collect(block);
    std::erase_if(uses_, [&](const auto& entry) {
      const ir::TensorType& type = program_.array(entry.first).type;
      return !entry.second.is_made || !entry.second.stays || !type.shape.known() ||
             type.shape.element_count() * static_cast<int64_t>(item_size(type.dtype)) > kMaxHoisted;
    });
    if (uses_.empty()) return;
    for (Block& block : loop.blocks) remove(block);
    for (const auto& [array, use] : uses_) {
      Statement made;
      made.kind = Kind::Allocate;
      made.array = array;
      made.location = loop.location;
      before.push_back(std::move(made));
    }
  }

  void collect(const Block& block) {
    for (const Statement& statement : block) {
      const Kind kind = statement.kind;
      for (ArrayId id : {statement.array, statement.source}) {
        if (id == kNone) continue;
        MadeUse& use = uses_[id];
        use.is_made = use.is_made || kind == Kind::Allocate;
        use.stays = use.stays && (kind == Kind::Load || kind == Kind::Store || kind == Kind::MakeUnique ||
                                  kind == Kind::MakeContiguous || kind == Kind::Allocate);
      }
      if (kind == Kind::Kernel) {
        const Site& site = program_.site(statement.site);
        for (ArrayId id : site.inputs) uses_[id].stays = uses_[id].stays && site.fills_results;
        for (ArrayId id : site.outputs) uses_[id].stays = false;
      }
      for (const Block& inner : statement.blocks) collect(inner);
    }
  }

  /// Removes the statements that are redundant after the hoisted allocation, which makes a unique row-major array.
  void remove(Block& block) {
    std::erase_if(block, [&](const Statement& statement) {
      const Kind kind = statement.kind;
      return (kind == Kind::Allocate || kind == Kind::MakeUnique || kind == Kind::MakeContiguous) &&
             uses_.contains(statement.array);
    });
    for (Statement& statement : block) {
      for (Block& inner : statement.blocks) remove(inner);
    }
  }

  const Program& program_;
  std::map<ArrayId, MadeUse> uses_;
};

}  // namespace

void hoist_allocations(Program& program) { AllocationHoisting(program).run(program.body); }

void hoist_copies(Program& program) { CopyHoisting(program).run(program.body); }

}  // namespace ag::codegen
