#include "program_passes/fuse_reductions.h"

#include <algorithm>
#include <set>
#include <utility>

#include "kernel/reduce/reduce.h"
#include "program/def_use.h"
#include "program/walk.h"

namespace ag::codegen {

namespace {

using Kind = StatementKind;

/// Replaces a load of the reduction by the register that the loop stores there or has loaded from there. Other loads
/// stay. Returns false if the load reads another element of an array that the loop fills.
bool find_element(Statement& load, Register index, const Statement& loop) {
  const Statement *stored = nullptr, *loaded = nullptr;
  for (const Statement& one : loop.blocks[0]) {
    if (one.array != load.array) continue;
    if (one.kind == Kind::Load) {
      if (is_at(one.index, loop.result)) loaded = &one;
    } else {
      if (stored || !is_at(one.index, loop.result) || !is_at(load.index, index)) return false;
      stored = &one;
    }
  }
  if (!stored && !(loaded && is_at(load.index, index))) return true;
  load.kind = Kind::Let;
  load.primitive = Primitive::Copy;
  load.operands = {stored ? stored->operands[0] : loaded->result};
  load.array = kNone;
  load.index = {};
  return true;
}

/// True if the lanes of all reductions fit half of the vector registers. Otherwise the lanes would be spilled in each
/// iteration of a loop that needs registers for its own computation.
bool have_registers(const Program& program, const detail::Machine& machine, const Statement& loop,
                    const Statement& fold) {
  const auto most = static_cast<size_t>(machine.vector_registers / 2 * machine.vector_bytes);
  size_t bytes = 0;
  for (const Statement* one : {&loop, &fold}) {
    for (const RowReduction& result : one->reductions)
      bytes += item_size(program.dtype(result.result)) * kernel::kLanes;
  }
  return bytes <= most;
}

/// True if the elements of the loop can be loaded and stored as vectors. A reduction runs in 16 lanes; other accesses
/// would be scalar.
bool suits_lanes(const Statement& loop) {
  constexpr int64_t kMaxStep = 4;
  return std::ranges::all_of(loop.blocks[0], [&](const Statement& one) {
    const int64_t step = step_along(one.index, loop.result);
    if (one.kind == Kind::Store) return step == 1;
    return one.kind != Kind::Load || (step >= 0 && step <= kMaxStep);
  });
}

class Fusion {
 public:
  Fusion(Program& program, const detail::Machine& machine) : program_(program), machine_(machine) {}

  void run(Block& block) {
    for (size_t k = 0; k < block.size(); ++k) {
      for (Block& inner : block[k].blocks) run(inner);
      if (block[k].kind == Kind::Reduce && block[k].extent >= kManyElements && fuse(block, k)) {
        block.erase(block.begin() + static_cast<int64_t>(k--));
      }
    }
  }

 private:
  /// Searches backwards for the loop that fills the operand of the reduction, and fuses the two.
  bool fuse(Block& block, size_t at) const {
    const Statement& fold = block[at];
    if (!is_plain_nest(fold)) return false;
    DefUse elsewhere;
    for (size_t k = at; k-- > 0;) {
      Statement& loop = block[k];
      const DefUse own(program_, loop);
      elsewhere.add(program_, loop);
      if (is_plain_nest(loop) && stores_operand(loop, fold)) {
        if (!have_registers(program_, machine_, loop, fold)) return false;
        std::optional<Block> inside = reduction_in_loop(fold, loop, elsewhere);
        if (!inside) return false;
        add(loop, fold, std::move(*inside));
        return true;
      }
      if (changes_operand(own, fold)) return false;
    }
    return false;
  }

  /// True if a statement accesses an operand of the reduction other than by loads.
  static bool changes_operand(const DefUse& statement, const Statement& fold) {
    return std::ranges::any_of(fold.blocks[0], [&](const Statement& load) {
      return load.kind == Kind::Load && (statement.uses(load.array) & ~ArrayUse::Load) != 0;
    });
  }

  static void add(Statement& loop, const Statement& fold, Block inside) {
    for (Statement& one : inside) {
      for (Register& operand : one.operands) operand = operand == fold.result ? loop.result : operand;
      for (auto& [id, factor] : one.index.terms) id = id == fold.result ? loop.result : id;
      loop.blocks[0].push_back(std::move(one));
    }
    loop.kind = Kind::Reduce;
    loop.reductions.insert(loop.reductions.end(), fold.reductions.begin(), fold.reductions.end());
  }

  Program& program_;
  const detail::Machine& machine_;
};

/// Dead store elimination: removes stores, allocations and frees of arrays that are never read.
void drop_unread(Program& program) {
  const DefUse whole = DefUse::of_program(program);
  const auto is_unread = [&](const Statement& one) {
    if (one.kind != Kind::Store && one.kind != Kind::Allocate && one.kind != Kind::Free) return false;
    return (whole.uses(one.array) & ~(ArrayUse::Store | ArrayUse::Allocate | ArrayUse::Free)) == 0;
  };
  const auto drop = [&](auto&& self, Block& block) -> void {
    std::erase_if(block, is_unread);
    for (Statement& one : block) {
      for (Block& inner : one.blocks) self(self, inner);
    }
  };
  for_each_body(program, [&](Block& body) { drop(drop, body); });
}

}  // namespace

bool is_plain_nest(const Statement& statement) {
  const bool loops = statement.kind == Kind::Loop || statement.kind == Kind::Reduce;
  return loops && std::ranges::all_of(statement.blocks[0], is_plain);
}

bool stores_operand(const Statement& loop, const Statement& fold) {
  return std::ranges::any_of(fold.blocks[0], [&](const Statement& load) {
    return load.kind == Kind::Load && std::ranges::any_of(loop.blocks[0], [&](const Statement& one) {
             return one.kind == Kind::Store && one.array == load.array;
           });
  });
}

std::optional<Block> reduction_in_loop(const Statement& fold, const Statement& loop, const DefUse& elsewhere) {
  if (loop.extent != fold.extent || loop.count != fold.count || (loop.kind == Kind::Loop && !suits_lanes(loop)))
    return std::nullopt;
  Block block;
  std::set<Register> here{fold.result};
  for (Statement one : fold.blocks[0]) {
    bool has_all = true;
    for_each_register(one, [&](Register id, RegisterUse use) {
      if (use == RegisterUse::Use) has_all = has_all && (here.contains(id) || !elsewhere.assigns(id));
    });
    if (one.kind == Kind::Store || !has_all) return std::nullopt;
    here.insert(one.result);
    if (one.kind == Kind::Load && !find_element(one, fold.result, loop)) return std::nullopt;
    block.push_back(std::move(one));
  }
  return block;
}

void fuse_reductions(Program& program, const detail::Machine& machine) {
  Fusion fusion(program, machine);
  for_each_body(program, [&](Block& body) { fusion.run(body); });
  drop_unread(program);
}

}  // namespace ag::codegen
