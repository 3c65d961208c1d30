#pragma once
/// The recorder of one while_loop node. while_loop.cpp infers the types of its variables, loop_carry.cpp builds the
/// loop-carried values.
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "ops/mixed_value.h"
#include "staging/captures/external_cells.h"
#include "staging/control/invariants.h"
#include "staging/control/leaves.h"
#include "staging/control/while_loop.h"
#include "trace/context.h"

namespace ag::detail {

/// A loop-carried value: its initial value, its argument of the body, and its value after an iteration.
struct Carried {
  Tensor initial;
  Tensor argument;
  Tensor next;
  std::string name;
  std::function<void(const Tensor& result)> set;  // receives the result of the loop
};

/// A tensor variable of the state during type inference of the loop.
struct CarriedType {
  bool carried = false;           // has a value before the loop, or was found to receive one inside
  bool optional = false;          // has no value before the loop: a flag records its definedness
  bool exact = false;             // a number that its dtype would round: carried as kExact
  bool known = false;             // a number known before the loop and assumed invariant
  bool changes = false;           // the assumption was wrong
  const Shape* stated = nullptr;  // its shape invariant from the options of the loop
  ir::TensorType type;
  // For a variable that is an integer on some paths (ops/mixed_value.h): the integer type, carried in addition with a
  // flag.
  std::optional<ir::TensorType> integer;
  bool inexact = false;  // the floating-point type may not hold the integer exactly
  std::string why;       // the reason why other uses are errors

  ir::TensorType in_graph() const { return exact ? ir::TensorType{kExact, Shape(), false} : type; }
};

class LoopRecorder {
 public:
  LoopRecorder(CarriedCells& state, FunctionRef<Predicate()> test, FunctionRef<void()> body)
      : trace_(*tracing::current()),
        state_(state),
        test_(test),
        body_(body),
        location_(state.location()),
        invariants_(state) {}

  Loop run(Recorded recorded);

 private:
  void add_types();
  /// Traces the body once with the types found before. Returns false if a type had to be generalized.
  bool trace_body();
  /// For a body that needs host numbers: assumes that numbers known before the loop are invariant. Returns false if no
  /// further assumption is possible.
  bool assume_known();
  /// Unites the targets of function values before and after an iteration. Returns false if the loop has more targets
  /// than the attempt assumed.
  bool unify_functions();
  /// True if every variable that the body changes has a known type after the loop.
  bool keeps_types() const;
  void check_leaf(const Leaf& start, const Leaf& after, Leaf& before, CarriedType& type, bool& again);
  void adapt_dtype(const Leaf& start, const Leaf& after, const Leaf& before, CarriedType& type, bool& again);
  void carry_variables();
  void carry_exits();
  void carry_tensor(const Leaf& start, Leaf& head, Leaf& out, const Leaf& before, const Leaf& after, CarriedType& type);
  // Defined in loop_mixed.cpp:
  bool check_mixed(const Leaf& start, const Leaf& after, const Leaf& before, CarriedType& type, bool& again);
  void carry_mixed(const Leaf& start, Leaf& out, const Leaf& before, const Leaf& after, const CarriedType& type);
  void carry_mixed_slot(Leaf& out, size_t inner, const Tensor& after);
  Tensor mixed_value(const CarriedType& type, FunctionRef<Tensor(const ir::TensorType&)> value) const;
  ops::MixedValue passed_mixed(const Tensor& tensor, const CarriedType& type) const;
  void carry_parts(const ops::MixedValue& initial, const ops::MixedValue& arguments, const ops::MixedValue& next,
                   const CarriedType& type, std::function<void(const Tensor&)> set, const std::string& name);
  void carry_number(const Leaf& start, Leaf& head, Leaf& out, const Leaf& before, const Leaf& after);
  void carry_flag(const Staged<bool>& initial, const Staged<bool>& argument, const Staged<bool>& next,
                  std::function<void(const Staged<bool>&)> set);
  /// passed() converts a value to its carried form, recorded in the current block; received() does the inverse.
  Tensor passed(const Tensor& tensor, const CarriedType& type) const {
    return tensor.defined() ? cast_to(tensor, type.in_graph().dtype, location_)
                            : undefined_value(type.in_graph(), location_);
  }
  Tensor received(const Tensor& value, const CarriedType& type) const {
    return type.exact ? number_of_exact(value, location_) : value;
  }
  /// Replaces an argument that is the same in every iteration by the value from outside the loop.
  void replace_argument(const Tensor& argument, const Tensor& initial);
  void carry_slot(Leaf& out, const Leaf& after);
  /// Returns the replacement of a tensor that is a replaced argument.
  Tensor unreplaced(const Tensor& tensor) const;
  /// Returns false if the test writes variables of the state or has effects.
  bool record();

  tracing::Trace& trace_;
  CarriedCells& state_;
  FunctionRef<Predicate()> test_;
  FunctionRef<void()> body_;
  SourceLocation location_;
  ShapeInvariants invariants_;

  SavedState before_, start_, after_;
  std::vector<CarriedType> types_;
  bool passed_undefined_ = false;
  ir::BlockId body_block_ = ir::kNone;
  SavedState head_, out_;  // the state at the test, and after the loop
  std::vector<Carried> carried_;
  std::vector<ir::ValueId> results_;                 // the results of the node, one per carried value
  std::vector<std::pair<Tensor, Tensor>> replaced_;  // invariant arguments with their values
  std::vector<std::pair<size_t, size_t>> stops_;     // for each exit: (index of the carried value, unused)
};

}  // namespace ag::detail
