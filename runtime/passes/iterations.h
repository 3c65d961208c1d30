#pragma once
/// What the iterations of a loop that was unrolled have in common.
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "passes/repetition.h"
#include "passes/rewrite.h"

namespace ag::passes {

/// Iterations between what is computed and what uses it, at most.
inline constexpr size_t kMostDistance = 2;

/// What a use is in every iteration.
struct IterationUse {
  enum class Kind : uint8_t {
    Inside,   // what the iteration has computed itself
    Carried,  // what one before it has
    Outside,  // a value of outside, the same in all
    Known,    // a known number or array, another one in each
  };
  Kind kind = Kind::Outside;
  size_t value = 0;     // Inside, Carried: among the values of an iteration
  size_t distance = 0;  // Carried: so many iterations before
  bool operator==(const IterationUse&) const = default;
};

/// A value that the loop carries: what `value` was `distance` iterations before.
struct CarriedValue {
  size_t value = 0;
  size_t distance = 0;
  ir::ValueId initial = ir::kNone;  // kNone: nothing uses it before it is set
};

/// A value that a `stack` behind the iterations takes of each of them, from this place among its operands on.
struct CollectedValue {
  size_t value = 0;
  ir::NodeId stack = ir::kNone;
  size_t first = 0;
};

/// What stands behind the iterations and uses a value.
struct UseBehind {
  bool alone = false;            // anything but the following
  ir::NodeId stack = ir::kNone;  // a `stack` along the first axis, once
  size_t place = 0;              // among its operands
};

/// The numbers of a progression: first + k · step.
struct Progression {
  int64_t first = 0, step = 0;
};
std::optional<Progression> progression_of(const std::vector<int64_t>& numbers);
/// How many of the first ones are a progression.
size_t progression_length(const std::vector<int64_t>& numbers);

class Iterations {
 public:
  Iterations(const ir::Graph& graph, const Rewriter& rewriter) : graph_(graph), rewriter_(rewriter) {}

  /// Iterations that are in no loop, however few of them are taken.
  static constexpr size_t kAll = static_cast<size_t>(-1);

  /// Finds out what the uses of all iterations are, which are those of `uses` where these are given, and what a loop
  /// has to carry. The number of an iteration that does not fit the others, if there is one.
  std::optional<size_t> examine(const std::vector<ir::NodeId>& nodes, const Repeat& repeat,
                                const std::vector<IterationUse>* uses,
                                const std::function<UseBehind(ir::ValueId)>& use_behind);

  /// In the order in which nodes, and those inside of them, have their operands, and blocks their results.
  const std::vector<IterationUse>& uses() const { return uses_; }
  const std::vector<CarriedValue>& carried() const { return carried_; }
  const std::vector<CollectedValue>& collected() const { return collected_; }
  /// The values that an iteration defines: what those of IterationUse and CarriedValue count.
  const std::vector<ir::ValueId>& values(size_t iteration) const { return iterations_[iteration].values; }
  ir::ValueId used(size_t iteration, size_t use) const { return iterations_[iteration].uses[use]; }
  /// Of what is Known: what it is in each iteration, and the progression where it is one of integers.
  std::vector<ir::ValueId> known_of(size_t use) const;
  std::optional<Progression> progression_of_numbers(const std::vector<ir::ValueId>& numbers) const;
  /// Where a subscript that may move starts in each iteration; nothing where that is one place.
  std::optional<std::vector<int64_t>> starts_of(size_t place) const;
  /// How many of the first iterations have progressions for all integers and starts. Loops in loops of which the outer
  /// ones do nothing else are one sequence of iterations; there the inner one ends.
  size_t regular_count() const;
  size_t place_count() const { return iterations_[0].places.size(); }

 private:
  struct Iteration {
    std::vector<ir::ValueId> uses, values;
    std::vector<int64_t> places;  // where subscripts start that may move
  };
  /// The operand that a use is; no node where a block yields it.
  struct User {
    ir::NodeId node = ir::kNone;
    size_t operand = 0;
  };

  void list(ir::NodeId id, Iteration& iteration, std::vector<User>* users) const;
  bool takes_strong(const User& user) const;
  const ir::TensorType& type(ir::ValueId value) const { return graph_.value(value).type; }
  std::optional<std::vector<int64_t>> integers_of(const std::vector<ir::ValueId>& numbers) const;
  bool begins(const IterationUse& use, size_t iteration, ir::ValueId initial);
  CarriedValue& carry(size_t value, size_t distance);
  bool slices_fit(ir::NodeId id, size_t& place) const;
  std::optional<size_t> examine_results(const std::function<UseBehind(ir::ValueId)>& use_behind);
  bool collect(size_t value, const std::function<UseBehind(ir::ValueId)>& use_behind);

  const ir::Graph& graph_;
  const Rewriter& rewriter_;
  std::vector<Iteration> iterations_;
  std::vector<User> users_;  // of the first iteration, by use
  std::vector<IterationUse> uses_;
  std::vector<CarriedValue> carried_;
  std::vector<CollectedValue> collected_;
};

}  // namespace ag::passes
