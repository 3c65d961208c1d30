#include "device_plan/task_axes.h"

#include <algorithm>
#include <numeric>
#include <set>

#include "program/walk.h"

namespace ag::codegen {

namespace {

using Kind = StatementKind;
using Loops = std::vector<const Statement*>;

/// The largest private array of a thread, in bytes.
constexpr uint64_t kMostPrivateBytes = 4096;

struct Access {
  const Index* index;
  bool is_store;
};

bool is_loop(const Statement& statement) { return statement.kind == Kind::Loop; }

/// The accesses and induction variables of a nest.
class NestAccesses {
 public:
  NestAccesses(const Program& program, const Statement& nest) {
    add(program, nest);
    for (const Block& block : nest.blocks) {
      for_each(block, [&](const Statement& statement) { add(program, statement); });
    }
  }

  bool is_defined_inside(Register id) const { return defined_.contains(id); }
  /// Returns the extent of the loop with this induction variable; 0 for other registers.
  int64_t extent(Register id) const {
    const auto found = extents_.find(id);
    return found == extents_.end() ? 0 : found->second;
  }
  const std::map<ArrayId, std::vector<Access>>& accesses() const { return accesses_; }
  static bool is_stored(const std::vector<Access>& accesses) {
    return std::ranges::any_of(accesses, &Access::is_store);
  }

 private:
  void add(const Program&, const Statement& statement) {
    for_each_register(statement, [&](Register id, RegisterUse use) {
      if (use != RegisterUse::Use) defined_.insert(id);
    });
    if (is_loop(statement) || statement.kind == Kind::Reduce) extents_[statement.result] = statement.extent;
    if (statement.kind == Kind::Load || statement.kind == Kind::Store)
      accesses_[statement.array].push_back({&statement.index, statement.kind == Kind::Store});
  }

  std::map<ArrayId, std::vector<Access>> accesses_;
  std::map<Register, int64_t> extents_;
  std::set<Register> defined_;
};

/// The test whether a group of loops partitions an array, given the axes outside of it.
class PartitionTest {
 public:
  PartitionTest(const NestAccesses& nest, const std::vector<TaskAxis>& outer, const TaskAxis& group)
      : nest_(nest), outer_(outer), group_(group) {}

  /// The index of an access is factor · group + Σ outer + small + big. It determines the value of the group if the
  /// small part spans less than the factor, and each step of the big part exceeds the span of both others.
  bool holds(const std::vector<Access>& accesses) {
    if (group_.extent <= 1) return true;
    factor_ = std::abs(factor_of(*accesses[0].index, group_.indices));
    if (factor_ == 0 || factor_ > kMost / group_.extent) return false;
    return std::ranges::all_of(accesses, [&](const Access& access) { return classify(*access.index, accesses[0]); }) &&
           is_determined(accesses);
  }

 private:
  static constexpr int64_t kMost = int64_t{1} << 60;

  static int64_t factor_of(const Index& index, const std::vector<Register>& registers) {
    int64_t factor = 0;
    for (const auto& [id, one] : index.terms) {
      if (std::ranges::find(registers, id) != registers.end()) factor += one;
    }
    return factor;
  }

  /// Returns the factors of the registers that have one value for all iterations: outer axes by number, and others.
  std::map<int64_t, int64_t> fixed_part(const Index& index) const {
    std::map<int64_t, int64_t> part;
    for (const auto& [id, factor] : index.terms) {
      const int64_t axis = axis_of(id);
      if (axis >= 0)
        part[-1 - axis] += factor;
      else if (!nest_.is_defined_inside(id))
        part[id] += factor;
    }
    std::erase_if(part, [](const auto& one) { return one.second == 0; });
    return part;
  }
  int64_t axis_of(Register id) const {
    for (size_t axis = 0; axis < outer_.size(); ++axis) {
      if (std::ranges::find(outer_[axis].indices, id) != outer_[axis].indices.end()) return static_cast<int64_t>(axis);
    }
    return -1;
  }
  bool varies(Register id) const {
    return nest_.is_defined_inside(id) && axis_of(id) < 0 &&
           std::ranges::find(group_.indices, id) == group_.indices.end();
  }

  bool classify(const Index& index, const Access& first) {
    if (factor_of(index, group_.indices) != factor_of(*first.index, group_.indices)) return false;
    if (fixed_part(index) != fixed_part(*first.index)) return false;
    for (const auto& [id, factor] : index.terms) {
      if (!varies(id)) continue;
      if (nest_.extent(id) == 0) return false;
      if (std::abs(factor) >= factor_ * group_.extent) step_ = std::gcd(step_, std::abs(factor));
    }
    return true;
  }

  bool is_determined(const std::vector<Access>& accesses) const {
    if (step_ != 0 && step_ < factor_ * group_.extent) return false;
    int64_t low = 0, high = 0;
    for (const Access& access : accesses) {
      int64_t least = distance(access.index->offset - accesses[0].index->offset), greatest = least;
      for (const auto& [id, factor] : access.index->terms) {
        if (!varies(id) || std::abs(factor) >= factor_ * group_.extent) continue;
        const int64_t last = factor * (nest_.extent(id) - 1);
        least += std::min<int64_t>(last, 0);
        greatest += std::max<int64_t>(last, 0);
      }
      low = std::min(low, least);
      high = std::max(high, greatest);
    }
    return high - low < factor_;
  }
  /// Returns a difference of offsets modulo the steps of the big part, of the least magnitude.
  int64_t distance(int64_t difference) const {
    if (step_ == 0) return difference;
    const int64_t rest = ((difference % step_) + step_) % step_;
    return rest > step_ / 2 ? rest - step_ : rest;
  }

  const NestAccesses& nest_;
  const std::vector<TaskAxis>& outer_;
  const TaskAxis& group_;
  int64_t factor_ = 0;
  int64_t step_ = 0;  // divides all steps of the big part; 0: there is none
};

/// The elements that unconditional stores reach before the first load.
class FirstStores {
 public:
  FirstStores(const Program& program, ArrayId array)
      : array_(array), stored_(static_cast<size_t>(program.array(array).type.shape.element_count())) {}

  /// True if the statements store each element before they load one.
  bool cover(const Block& block) {
    for (const Statement& statement : block) {
      if (loads(statement)) break;
      store(statement, {});
    }
    return std::ranges::all_of(stored_, [](bool stored) { return stored; });
  }

 private:
  using Ranges = std::vector<std::pair<Register, int64_t>>;

  bool loads(const Statement& statement) const {
    bool found = statement.kind == Kind::Load && statement.array == array_;
    for (const Block& block : statement.blocks) {
      for_each(block, [&](const Statement& one) { found = found || (one.kind == Kind::Load && one.array == array_); });
    }
    return found;
  }

  void store(const Statement& statement, Ranges ranges) {
    if (is_loop(statement) && !is_counted(statement)) {
      ranges.emplace_back(statement.result, statement.extent);
      for (const Statement& inner : statement.blocks[0]) store(inner, ranges);
    }
    if (statement.kind == Kind::Store && statement.array == array_)
      mark(statement.index, ranges, 0, statement.index.offset);
  }

  void mark(const Index& index, const Ranges& ranges, size_t term, int64_t place) {
    if (term == index.terms.size()) {
      if (place >= 0 && place < static_cast<int64_t>(stored_.size())) stored_[static_cast<size_t>(place)] = true;
      return;
    }
    const auto& [id, factor] = index.terms[term];
    const auto range = std::ranges::find(ranges, id, &std::pair<Register, int64_t>::first);
    if (range == ranges.end()) return;
    for (int64_t value = 0; value < range->second; ++value) mark(index, ranges, term + 1, place + factor * value);
  }

  ArrayId array_;
  std::vector<bool> stored_;
};

/// The search for the axes of one nest.
class AxisSearch {
 public:
  AxisSearch(const Program& program, const DefUse& whole, const Statement& nest)
      : program_(program), whole_(whole), accesses_(program, nest), nest_(nest) {}

  NestTasks run() {
    for (Loops loops{&nest_}; !loops.empty();) {
      const Loops group = first_group(loops);
      if (group.empty()) break;
      loops = loops_inside(group);
    }
    return std::move(found_);
  }
  bool is_group_of_one() { return add_group({&nest_}) && found_.private_arrays.empty(); }

 private:
  /// Returns the loop and the only loops inside of it, outermost first.
  static Loops chain(const Statement* loop) {
    Loops list;
    while (loop) {
      list.push_back(loop);
      const Loops inside = loops_inside({loop});
      loop = inside.size() == 1 ? inside[0] : nullptr;
    }
    return list;
  }
  /// Returns the loops directly inside of others; none if there is anything else with an effect.
  static Loops loops_inside(const Loops& loops) {
    Loops inside;
    for (const Statement* loop : loops) {
      for (const Statement& statement : loop->blocks[0]) {
        if (is_loop(statement))
          inside.push_back(&statement);
        else if (!is_pure(statement))
          return {};
      }
    }
    return inside;
  }

  /// Adds the first axis that can replace one loop of each chain. Returns its loops.
  Loops first_group(const Loops& loops) {
    for (const Statement* candidate : chain(loops[0])) {
      Loops group{candidate};
      for (size_t k = 1; k < loops.size(); ++k) {
        const Loops others = chain(loops[k]);
        const auto same = std::ranges::find(others, candidate->extent, &Statement::extent);
        if (same != others.end()) group.push_back(*same);
      }
      if (group.size() == loops.size() && add_group(group)) return group;
    }
    return {};
  }

  bool add_group(const Loops& group) {
    TaskAxis axis{group[0]->extent, {}};
    for (const Statement* loop : group) axis.indices.push_back(loop->result);
    std::vector<ArrayId> private_arrays;
    PartitionTest test(accesses_, found_.axes, axis);
    for (const auto& [array, list] : accesses_.accesses()) {
      if (!NestAccesses::is_stored(list) || PartitionTest(test).holds(list)) continue;
      if (!is_private(array, group)) return false;
      private_arrays.push_back(array);
    }
    if (!has_private_variables(group)) return false;
    for (const ArrayId array : private_arrays) {
      if (std::ranges::find(found_.private_arrays, array) == found_.private_arrays.end())
        found_.private_arrays.push_back(array);
    }
    found_.axes.push_back(std::move(axis));
    return true;
  }

  bool is_private(ArrayId array, const Loops& group) const {
    const ArrayInfo& info = program_.array(array);
    if (info.storage != Storage::Stack || group.size() != 1 || bytes_of(info) > kMostPrivateBytes) return false;
    return DefUse(program_, group[0]->blocks).is_private_array(array, whole_) &&
           FirstStores(program_, array).cover(group[0]->blocks[0]);
  }

  /// True if no variable carries a value from one iteration to another.
  bool has_private_variables(const Loops& group) const {
    DefUse nest(program_, nest_);
    for (const auto& [id, facts] : nest.registers()) {
      if (!facts.set) continue;
      const bool is_inside = std::ranges::any_of(
          group, [&](const Statement* loop) { return DefUse(program_, loop->blocks).is_private_register(id, whole_); });
      if (!is_inside) return false;
    }
    return true;
  }

  const Program& program_;
  const DefUse& whole_;
  const NestAccesses accesses_;
  const Statement& nest_;
  NestTasks found_;
};

}  // namespace

bool is_pure(const Statement& statement) {
  return statement.kind == Kind::Constant || statement.kind == Kind::Let || statement.kind == Kind::Load ||
         statement.kind == Kind::ArgExtremum || statement.kind == Kind::Length;
}

NestTasks TaskAnalysis::tasks_of(const Statement& nest) const { return AxisSearch(program_, whole_, nest).run(); }

bool TaskAnalysis::has_independent_iterations(const Statement& loop) const {
  return AxisSearch(program_, whole_, loop).is_group_of_one();
}

}  // namespace ag::codegen
