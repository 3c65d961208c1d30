#include "llvm/emit/parallelize.h"

#include <algorithm>
#include <map>

#include "base/thread_pool.h"
#include "program/walk.h"

namespace ag::codegen {

namespace {

using Kind = StatementKind;

// Costs in picoseconds.
constexpr int64_t kMaxRanges = 64;  // of a loop, if that makes the ranges longer
constexpr int64_t kMaxCost = int64_t{1} << 40;
constexpr int64_t kLoopCost = 1'000;
constexpr int64_t kBranchCost = 1'000;
constexpr int64_t kRoundsOfWhile = 8;  // an estimate, since the trip count is unknown

int64_t times(int64_t count, int64_t cost) {
  return cost != 0 && count > kMaxCost / cost ? kMaxCost : std::min(count * cost, kMaxCost);
}
int64_t up_to(int64_t value, int64_t step) { return (value + step - 1) / step * step; }

bool is_half(DType dtype) { return is_floating(dtype) && item_size(dtype) == 2; }

int64_t cost_of_let(const Program& program, const Statement& statement) {
  const DType dtype = program.dtype(statement.operands.back());
  // the factor by which a vector has fewer lanes
  const auto words = std::max<int64_t>(static_cast<int64_t>(item_size(dtype)) / 4, 1);
  if (statement.primitive == Primitive::fmod) return 400 * words;
  if (is_math(statement.primitive)) return 8'000;  // a call of the C library
  switch (statement.primitive) {
    case Primitive::Copy:
    case Primitive::Reinterpret:
      return 0;
    case Primitive::Convert:
      return is_half(dtype) || is_half(program.dtype(statement.result)) ? 2'000 : 60;
    case Primitive::Divide:
    case Primitive::Remainder:
      return is_floating(dtype) ? 250 * words : 2'000;
    case Primitive::Sqrt:
      return 250 * words;
    default:
      return 30 * words;
  }
}

/// Returns the cost of an access. `index`: the induction variable of the innermost loop around it.
int64_t cost_of_access(const Program& program, const Statement& statement, Register index) {
  const auto bytes = static_cast<int64_t>(item_size(program.array(statement.array).type.dtype));
  for (const auto& [id, factor] : statement.index.terms) {
    if (id == index) return factor == 1 || factor == -1 ? 25 * bytes : 600;
  }
  return 30;  // invariant in that loop
}

int64_t cost_of(const Program& program, const Block& block, Register index);

int64_t cost_of(const Program& program, const Statement& statement, Register index) {
  int64_t inside = 0;
  const bool loops = statement.kind == Kind::Loop || statement.kind == Kind::Reduce;
  for (const Block& block : statement.blocks) {
    inside = std::min(inside + cost_of(program, block, loops ? statement.result : index), kMaxCost);
  }
  switch (statement.kind) {
    case Kind::Let:
      return cost_of_let(program, statement);
    case Kind::ArgExtremum:
      return 90 * static_cast<int64_t>(statement.operands.size());
    case Kind::Load:
    case Kind::Store:
      return cost_of_access(program, statement, index);
    case Kind::Loop:
    case Kind::Reduce:
      return kLoopCost + times(statement.extent, inside);
    case Kind::While:
      return kLoopCost + times(kRoundsOfWhile, inside);
    case Kind::If:
    case Kind::Switch:
      return kBranchCost + inside;
    default:
      return 30;
  }
}

int64_t cost_of(const Program& program, const Block& block, Register index) {
  int64_t sum = 0;
  for (const Statement& statement : block) sum = std::min(sum + cost_of(program, statement, index), kMaxCost);
  return sum;
}

/// True if the statement cannot fail and has no effect besides elements and numbers.
bool only_computes(const Statement& statement) {
  switch (statement.kind) {
    case Kind::Constant:
    case Kind::Let:
    case Kind::ArgExtremum:
    case Kind::Set:
    case Kind::Load:
    case Kind::Store:
    case Kind::Loop:
    case Kind::Reduce:
    case Kind::If:
    case Kind::Switch:
    case Kind::While:
      return true;
    default:
      return false;
  }
}

/// The accesses of a nest, to find conflicts between threads.
class Nest {
 public:
  Nest(const Program& program, const Statement& nest, const DefUse& whole)
      : program_(program), inside_(program, nest), whole_(whole) {
    look_at(nest);
    for (const Block& block : nest.blocks) {
      for_each(block, [&](const Statement& statement) { look_at(statement); });
    }
  }

  /// True if the variables that the nest sets are used only inside of it, so that each thread has its own.
  bool keeps_to_itself() const {
    return computes_ && std::ranges::all_of(inside_.registers(), [&](const auto& one) {
             return !one.second.set || inside_.is_private_register(one.first, whole_);
           });
  }

  /// True if the nest defines or sets the register.
  bool assigns(Register id) const { return inside_.assigns(id); }

  /// True if different iterations of `loop` store to different elements, and load no element that another one stores.
  /// Each thread has its own of the stack arrays that are used only inside of the nest.
  bool is_apart(const Statement& loop) const {
    return std::ranges::all_of(inside_.arrays(), [&](const auto& one) {
      const bool own =
          program_.array(one.first).storage == Storage::Stack && inside_.is_private_array(one.first, whole_);
      return own || !is_stored(one.second) || is_apart(loop, one.first);
    });
  }

 private:
  void look_at(const Statement& statement) {
    computes_ = computes_ && only_computes(statement);
    if (statement.kind == Kind::Loop || statement.kind == Kind::Reduce) extents_[statement.result] = statement.extent;
    if (statement.kind == Kind::Load || statement.kind == Kind::Store) accesses_[statement.array].push_back(&statement);
  }
  static bool is_stored(const DefUse::ArrayFacts& facts) { return (facts.uses & ArrayUse::Store) != 0; }

  /// True if all accesses to the array are at the induction variable times a common step, plus an offset within one
  /// step.
  bool is_apart(const Statement& loop, ArrayId array) const {
    int64_t step = 0, least = INT64_MAX, most = INT64_MIN;
    std::map<Register, int64_t> around, around_first;  // terms of numbers that are defined before the nest
    bool first = true;
    for (const Statement* access : accesses_.at(array)) {
      int64_t own = 0, low = access->index.offset, high = low;
      around.clear();
      for (const auto& [id, factor] : access->index.terms) {
        if (id == loop.result) {
          own += factor;
        } else if (const auto extent = extents_.find(id); extent != extents_.end()) {
          const int64_t range = factor * (extent->second - 1);
          (range < 0 ? low : high) += range;
        } else if (inside_.assigns(id)) {
          return false;
        } else {
          around[id] += factor;
        }
      }
      if (own <= 0 || (!first && (own != step || around != around_first))) return false;
      step = own;
      around_first = around;
      first = false;
      least = std::min(least, low);
      most = std::max(most, high);
    }
    return most - least < step;
  }

  const Program& program_;
  const DefUse inside_;
  const DefUse& whole_;
  bool computes_ = true;
  std::map<Register, int64_t> extents_;  // by induction variable
  std::map<ArrayId, std::vector<const Statement*>> accesses_;
};

/// Returns the number of iterations per range, if each takes `cost`; 0 if that is all of them. A range takes longer
/// than it takes to wake a thread.
int64_t chunk_of(const Program& program, const detail::Machine& machine, int64_t count, int64_t cost, int64_t step) {
  const int64_t worth = program.shares_all ? 1 : 1'500 * machine.wake_ns / std::max<int64_t>(cost, 1) + 1;
  const int64_t chunk = up_to(std::max(worth, count / kMaxRanges), program.shares_all ? 1 : step);
  return chunk < count ? chunk : 0;
}

bool has_loops(const Statement& loop) { return !std::ranges::all_of(loop.blocks[0], is_plain); }

int64_t iteration_cost(const Program& program, const Statement& loop) {
  return cost_of(program, loop.blocks[0], loop.result);
}

}  // namespace

int64_t nanoseconds_of(const Program& program, const Statement& loop) {
  if (program.shares_all) return kMaxCost;
  return times(loop.extent, iteration_cost(program, loop)) / 1000;
}

bool is_long(const Program& program, const detail::Machine& machine, const Statement& loop) {
  return nanoseconds_of(program, loop) >= detail::worth_sharing(machine);
}

std::optional<Parallelization> parallelize_nest(const Program& program, const detail::Machine& machine,
                                                const Statement& nest, const DefUse& whole) {
  const Nest about(program, nest, whole);
  if (!about.keeps_to_itself()) return std::nullopt;
  // The loops around `loop` have no other statements. Each thread runs all of their iterations.
  int64_t around = 1;
  for (const Statement* loop = &nest; loop->kind == Kind::Loop;) {
    const bool has_count = !is_counted(*loop) || !about.assigns(loop->count);
    if (has_count && about.is_apart(*loop)) {
      // Whole cache lines of elements, so that no two threads write to one line.
      const int64_t step = has_loops(*loop) ? 1 : machine.line_bytes;
      const int64_t chunk =
          chunk_of(program, machine, loop->extent, times(around, iteration_cost(program, *loop)), step);
      if (chunk != 0) return Parallelization{loop, chunk};
    }
    if (loop->blocks[0].size() != 1) break;
    around = times(around, loop->extent);
    loop = &loop->blocks[0][0];
  }
  return std::nullopt;
}

int64_t shared_blocks(const Program& program, const detail::Machine& machine, const Statement& fold, int64_t block,
                      const DefUse& whole) {
  if (has_loops(fold)) return 0;
  const Nest about(program, fold, whole);
  if (!about.keeps_to_itself() || !about.is_apart(fold)) return 0;
  return chunk_of(program, machine, (fold.extent + block - 1) / block, times(block, iteration_cost(program, fold)), 1);
}

}  // namespace ag::codegen
