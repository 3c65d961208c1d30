#pragma once
/// Analysis of the iterations of an unrolled loop: the common structure of their operands.
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "passes/analysis/repetition.h"
#include "passes/rewrite.h"

namespace ag::passes {

/// Maximum number of iterations between the definition of a value and its use.
inline constexpr size_t kMaxDistance = 2;

/// The kind of an operand, which is the same in every iteration.
struct IterationUse {
  enum class Kind : uint8_t {
    Inside,   // defined in the same iteration
    Carried,  // defined in an earlier iteration
    Outside,  // defined outside of the loop, the same in all iterations
    Known,    // a known number or array, different in each iteration
  };
  Kind kind = Kind::Outside;
  size_t value = 0;     // Inside, Carried: index among the values of an iteration
  size_t distance = 0;  // Carried: number of iterations between definition and use
  bool operator==(const IterationUse&) const = default;
};

/// A loop-carried value: `value` as of `distance` iterations earlier.
struct CarriedValue {
  size_t value = 0;
  size_t distance = 0;
  ir::ValueId initial = ir::kNone;  // kNone: nothing uses it before its first assignment
};

/// A value of each iteration that a `stack` after the loop takes, as operands from `first` on.
struct CollectedValue {
  size_t value = 0;
  ir::NodeId stack = ir::kNone;
  size_t first = 0;
};

/// The uses of a value after the loop.
struct UseAfterLoop {
  bool alone = false;            // true if there are uses other than the `stack`
  ir::NodeId stack = ir::kNone;  // a `stack` along the first axis that takes the value once
  size_t place = 0;              // index among its operands
};

/// An arithmetic progression: first + k · step.
struct Progression {
  int64_t first = 0, step = 0;
};
std::optional<Progression> progression_of(const std::vector<int64_t>& numbers);
/// Returns the length of the longest prefix that is a progression.
size_t progression_length(const std::vector<int64_t>& numbers);

class Iterations {
 public:
  Iterations(const ir::Graph& graph, const Rewriter& rewriter) : graph_(graph), rewriter_(rewriter) {}

  /// Returned by `examine` if no number of these iterations can be a loop.
  static constexpr size_t kAll = static_cast<size_t>(-1);

  /// Determines the kinds of all uses, or compares them with `uses` if given, and the values that a loop carries.
  /// Returns the index of an iteration that does not fit the others, kAll if none can be a loop, or nullopt on success.
  std::optional<size_t> examine(const std::vector<ir::NodeId>& nodes, const Repeat& repeat,
                                const std::vector<IterationUse>* uses,
                                const std::function<UseAfterLoop(ir::ValueId)>& use_behind);

  /// In the order of the operands of nodes, including nested ones, and of the results of blocks.
  const std::vector<IterationUse>& uses() const { return uses_; }
  const std::vector<CarriedValue>& carried() const { return carried_; }
  const std::vector<CollectedValue>& collected() const { return collected_; }
  /// Returns the values that an iteration defines, which IterationUse and CarriedValue index.
  const std::vector<ir::ValueId>& values(size_t iteration) const { return iterations_[iteration].values; }
  ir::ValueId used(size_t iteration, size_t use) const { return iterations_[iteration].uses[use]; }
  /// For uses that are Known: the value in each iteration, and the progression if they are integers of one.
  std::vector<ir::ValueId> known_of(size_t use) const;
  std::optional<Progression> progression_of_numbers(const std::vector<ir::ValueId>& numbers) const;
  /// Returns the start of a moving subscript in each iteration, or nullopt if all are equal.
  std::optional<std::vector<int64_t>> starts_of(size_t place) const;
  /// Returns the length of the longest prefix of iterations whose integers and starts are all progressions. A nest of
  /// loops in which the outer loops do nothing else appears as one sequence of iterations. The prefix is the inner
  /// loop.
  size_t regular_count() const;
  size_t place_count() const { return iterations_[0].places.size(); }

 private:
  struct Iteration {
    std::vector<ir::ValueId> uses, values;
    std::vector<int64_t> places;  // the starts of subscripts that may move
  };
  /// The operand of a use. `node` is kNone for the result of a block.
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
  std::optional<size_t> examine_results(const std::function<UseAfterLoop(ir::ValueId)>& use_behind);
  bool collect(size_t value, const std::function<UseAfterLoop(ir::ValueId)>& use_behind);

  const ir::Graph& graph_;
  const Rewriter& rewriter_;
  std::vector<Iteration> iterations_;
  std::vector<User> users_;  // of the first iteration, by use
  std::vector<IterationUse> uses_;
  std::vector<CarriedValue> carried_;
  std::vector<CollectedValue> collected_;
};

}  // namespace ag::passes
