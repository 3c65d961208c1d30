#include "llvm/emit/small_loop_plan.h"

#include <algorithm>
#include <cstdlib>

#include "kernel/reduce/reduce.h"
#include "program/walk.h"
#include "program_passes/fuse_reductions.h"

namespace ag::codegen {

namespace {

using Kind = StatementKind;

constexpr int64_t kTooMuch = int64_t{1} << 40;
constexpr int64_t kMaxUnrolled = 512;  // statements of a nest, which limits the compile time
constexpr int64_t kMaxInAll = 8192;    // of a program
constexpr int64_t kOfMemory = 2;       // weight of a load or store, since LLVM compares it with all others for aliasing
constexpr int64_t kMaxValueBytes = 1024;  // of an array whose elements are values; LLVM spills those without a register
constexpr int64_t kSearched = 4;          // weight of an operand of an arg-reduction
constexpr int64_t kMaxFolded = 128;       // booleans of an unrolled row

/// True if the body computes with the induction variable, of which vector code has only the first value.
bool counts_with(const Block& body, Register index) {
  for (const Statement& statement : body) {
    for (Register operand : statement.operands) {
      if (operand == index) return true;
    }
  }
  return false;
}

/// Makes swapped arrays agree: both are in registers, or neither. Returns true if any changed.
bool agree(const Block& block, std::vector<bool>& in_registers) {
  bool changed = false;
  for (const Statement& statement : block) {
    if (statement.kind == Kind::Swap) {
      const auto a = static_cast<size_t>(statement.array), b = static_cast<size_t>(statement.source);
      changed = changed || in_registers[a] != in_registers[b];
      in_registers[a] = in_registers[b] = in_registers[a] && in_registers[b];
    }
    for (const Block& inner : statement.blocks) changed = agree(inner, in_registers) || changed;
  }
  return changed;
}

}  // namespace

bool are_booleans(const Statement& fold) {
  return std::ranges::all_of(fold.reductions, [](const RowReduction& one) {
    return one.kind == ir::ReductionKind::Any || one.kind == ir::ReductionKind::All;
  });
}

bool is_in_whole_steps(const Program& program, const Statement& statement, int64_t stride, int64_t lanes) {
  constexpr int64_t kMaxStep = 4, kNarrow = 32;  // kNarrow in bytes
  if (stride < 2 || stride > kMaxStep || statement.index.offset < 0) return false;
  const auto bytes = lanes * static_cast<int64_t>(item_size(program.dtype(statement.result)));
  if (bytes <= kNarrow && bytes * stride > kNarrow) return false;
  const bool even =
      std::ranges::all_of(statement.index.terms, [&](const auto& term) { return term.second % stride == 0; });
  const Shape& shape = program.array(statement.array).type.shape;
  return even && shape.known() && shape.element_count() % stride == 0;
}

SmallLoopPlan::SmallLoopPlan(const Program& program, const detail::Machine& machine)
    : program_(program), machine_(machine), in_registers_(program.arrays.size()) {
  for (size_t id = 0; id < program_.arrays.size(); ++id) {
    const ArrayInfo& array = program_.arrays[id];
    const int64_t count = array.type.shape.element_count();
    in_registers_[id] =
        array.storage == Storage::Stack && count * static_cast<int64_t>(item_size(array.type.dtype)) <= kMaxValueBytes;
  }
  int64_t left = program_.shares_all ? 0 : kMaxInAll;
  for (bool often : {true, false}) {
    for (const Function& function : program_.functions) choose_unrolled(function.body, true, often, left);
    choose_unrolled(program_.body, false, often, left);
  }
  std::vector<bool> constant(program_.registers.size());
  for_each_body(program_, [&](const Block& body) { find_registers(body, false, constant); });
  for_each_body(program_, [&](const Block& body) {
    while (agree(body, in_registers_)) {
    }
  });
  array_lanes_.assign(program_.arrays.size(), 0);
  for_each_body(program_, [&](const Block& body) {
    while (share_lanes(body)) {
    }
  });
}

int64_t SmallLoopPlan::vector_lanes(const Statement& loop) const {
  const bool ordered = loop.kind == Kind::Reduce && !are_booleans(loop);
  int64_t lanes = ordered ? int64_t{kernel::kLanes} : row_lanes(loop);
  for (const Statement& statement : loop.blocks[0]) {
    if (statement.array == kNone || array_lanes_.empty() || step_along(statement.index, loop.result) == 0) continue;
    const int64_t shared = array_lanes_[static_cast<size_t>(statement.array)];
    if (shared > 0 && shared < lanes && lanes % shared == 0) lanes = shared;
  }
  return lanes;
}

/// Assigns the loops and reductions over a whole array in registers a common vector length. Returns true if any
/// changed.
bool SmallLoopPlan::share_lanes(const Block& block) {
  bool changed = false;
  for (const Statement& statement : block) {
    for (const Block& inner : statement.blocks) changed = share_lanes(inner) || changed;
    const bool fold = statement.kind == Kind::Reduce && is_short_fold(statement) && are_booleans(statement);
    const bool loop = unrolled_.contains(&statement) && is_innermost(statement.blocks[0]);
    if (!fold && !loop) continue;
    const int64_t lanes = vector_lanes(statement);
    for (const Statement& access : statement.blocks[0]) {
      if (access.array == kNone || !is_in_registers(access.array)) continue;
      const Shape& shape = program_.array(access.array).type.shape;
      if (shape.size() != 1 || shape[0] != statement.extent) continue;
      int64_t& shared = array_lanes_[static_cast<size_t>(access.array)];
      if (shared != 0 && shared <= lanes) continue;
      shared = lanes;
      changed = true;
    }
  }
  return changed;
}

/// Returns the number of elements per vector of this loop alone: a row of a small array if it spans several rows, or
/// several short rows, up to half a vector, if it runs along them.
int64_t SmallLoopPlan::row_lanes(const Statement& loop) const {
  int64_t item = 1, lanes = std::max<int64_t>(loop.extent, 1);
  bool along_rows = true;
  for (const Statement& statement : loop.blocks[0]) {
    if (statement.result != kNone) {
      item = std::max(item, static_cast<int64_t>(item_size(program_.dtype(statement.result))));
    }
    if (statement.array == kNone) continue;
    item = std::max(item, static_cast<int64_t>(item_size(program_.array(statement.array).type.dtype)));
    const ir::TensorType& type = program_.array(statement.array).type;
    const Shape& shape = type.shape;
    const bool is_small =
        shape.known() && shape.element_count() * static_cast<int64_t>(item_size(type.dtype)) <= kMaxValueBytes;
    if (is_small && shape.size() > 1 && shape.back() > 1 && loop.extent % shape.back() == 0)
      lanes = std::min(lanes, shape.back());
    along_rows = along_rows && step_along(statement.index, loop.result) <= 1;
  }
  if (along_rows && lanes < loop.extent && (lanes & (lanes - 1)) == 0) {
    while (2 * lanes * item <= machine_.vector_bytes / 2 && loop.extent % (2 * lanes) == 0) lanes *= 2;
  }
  // LLVM would assemble and split longer vectors.
  return lanes * item <= machine_.vector_bytes ? lanes : machine_.vector_bytes / item;
}

int64_t SmallLoopPlan::unrolled_cost(const Statement& statement) const {
  const Kind kind = statement.kind;
  if (kind == Kind::ArgExtremum) return kSearched * static_cast<int64_t>(statement.operands.size());
  if (is_plain(statement)) return is_in_memory(statement.array) ? kOfMemory : 1;
  if (kind == Kind::Set) return 1;
  if (kind == Kind::Reduce) {
    if (!is_short_fold(statement)) return kTooMuch;
    const int64_t lanes = vector_lanes(statement), vectors = (statement.extent + lanes - 1) / lanes;
    return vectors * static_cast<int64_t>(statement.blocks[0].size()) + 8;
  }
  if (kind != Kind::Loop || is_counted(statement)) return kTooMuch;
  int64_t cost = 0;
  for (const Statement& inner : statement.blocks[0]) cost = std::min(kTooMuch, cost + unrolled_cost(inner));
  if (!is_innermost(statement.blocks[0]))
    return std::min(kTooMuch, cost * std::min(statement.extent, kMaxUnrolled + 1));
  if (counts_with(statement.blocks[0], statement.result)) return kTooMuch;
  const int64_t lanes = row_lanes(statement);
  for (const Statement& inner : statement.blocks[0]) {
    if (takes_one_by_one(inner, statement.result, lanes)) cost += lanes;
  }
  return cost * std::min((statement.extent + lanes - 1) / lanes, kMaxUnrolled + 1);
}

/// True if the lanes access strided elements in memory, each by an instruction of its own.
bool SmallLoopPlan::takes_one_by_one(const Statement& access, Register index, int64_t lanes) const {
  if (!is_in_memory(access.array)) return false;
  const int64_t step = step_along(access.index, index);
  return std::abs(step) > 1 && (access.kind == Kind::Store || !is_in_whole_steps(program_, access, step, lanes));
}

bool SmallLoopPlan::is_short_fold(const Statement& fold) const {
  const int64_t most = are_booleans(fold) ? kMaxFolded : kernel::kLanes;
  return fold.extent > 0 && fold.extent <= most && !is_counted(fold) && is_innermost(fold.blocks[0]) &&
         !counts_with(fold.blocks[0], fold.result);
}

/// Chooses loops to unroll. `wanted`: those that run often, inside of other loops, or those that do not.
void SmallLoopPlan::choose_unrolled(const Block& block, bool often, bool wanted, int64_t& left) {
  for (const Statement& statement : block) {
    const bool loops = statement.kind == Kind::Loop || statement.kind == Kind::While;
    if (statement.kind == Kind::Loop) {
      const int64_t cost = unrolled_cost(statement);
      if (cost <= kMaxUnrolled) {
        if (often == wanted && cost <= left) {
          left -= cost;
          unrolled_.insert(&statement);
        }
        continue;
      }
    }
    for (const Block& inner : statement.blocks) choose_unrolled(inner, often || loops, wanted, left);
  }
}

/// Finds the stack arrays that are accessed at non-constant indices.
void SmallLoopPlan::find_registers(const Block& block, bool unrolled, std::vector<bool>& constant) {
  for (const Statement& statement : block) {
    bool inside = unrolled;
    if (statement.kind == Kind::Loop) {
      inside = unrolled || unrolled_.contains(&statement);
      if (inside) unrolled_.insert(&statement);
      constant[static_cast<size_t>(statement.result)] = inside;
    } else if (statement.kind == Kind::Reduce) {
      constant[static_cast<size_t>(statement.result)] = is_short_fold(statement);
    } else if (statement.kind == Kind::Load || statement.kind == Kind::Store) {
      for (const auto& [id, factor] : statement.index.terms) {
        if (!constant[static_cast<size_t>(id)]) in_registers_[static_cast<size_t>(statement.array)] = false;
      }
    }
    for (const Block& inner : statement.blocks) find_registers(inner, inside, constant);
  }
}

}  // namespace ag::codegen
