#pragma once
/// What records one while_loop node: the types of its variables are found in while_loop.cpp, what it carries is made in
/// loop_carry.cpp.
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "ops/mixed_value.h"
#include "staging/cells.h"
#include "staging/invariants.h"
#include "staging/leaves.h"
#include "staging/while_loop.h"
#include "trace/context.h"

namespace ag::detail {

/// A carried value: what it starts with, its argument of the body, and what the body makes of it.
struct Carried {
  Tensor initial;
  Tensor argument;
  Tensor next;
  std::string name;
  std::function<void(const Tensor& result)> set;  // what becomes of it after the loop
};

/// A variable of the state that is a tensor, while the types of the loop are being found.
struct CarriedType {
  bool carried = false;           // has a value before the loop, or was found to get one inside
  bool optional = false;          // has none before the loop: a flag says whether it has one
  bool exact = false;             // a number that its dtype rounds: carried as kExact
  bool known = false;             // a number that is known before the loop, and taken to stay what it is
  bool changes = false;           // ... which was found not to
  const Shape* stated = nullptr;  // its shape, by the options of the loop
  ir::TensorType type;
  // Of one that is an integer on some paths (ops/mixed_value.h): the integer, which is carried beside it with a flag.
  std::optional<ir::TensorType> integer;
  bool inexact = false;  // the type may not hold it
  std::string why;       // why nothing else may be done with it

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

  Loop run(bool optional);

 private:
  void add_types();
  /// One attempt with the types found so far. False: a type had to be generalised.
  bool trace_body();
  /// Where the body needs numbers of the host: takes those that are known before the loop to stay what they are. False:
  /// nothing is left to try.
  bool assume_known();
  void check_leaf(const Leaf& start, const Leaf& after, Leaf& before, CarriedType& type, bool& again);
  void adapt_dtype(const Leaf& start, const Leaf& after, const Leaf& before, CarriedType& type, bool& again);
  void carry_variables();
  void carry_exits();
  void carry_tensor(const Leaf& start, Leaf& head, Leaf& out, const Leaf& before, const Leaf& after, CarriedType& type);
  // loop_mixed.cpp
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
  /// A value of this type as the graph carries it, recorded in the current block; and the variable of such a value.
  Tensor passed(const Tensor& tensor, const CarriedType& type) const {
    return tensor.defined() ? cast_to(tensor, type.in_graph().dtype, location_)
                            : undefined_value(type.in_graph(), location_);
  }
  Tensor received(const Tensor& value, const CarriedType& type) const {
    return type.exact ? number_of_exact(value, location_) : value;
  }
  /// The argument was found to be the same in every iteration: the body uses the value from outside.
  void replace_argument(const Tensor& argument, const Tensor& initial);
  void carry_slot(Leaf& out, const Leaf& after);
  /// What stands for a tensor that is an argument which was replaced.
  Tensor unreplaced(const Tensor& tensor) const;
  /// False: the test writes variables of the state, or has effects.
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
  std::vector<ir::ValueId> results_;                 // of the node, one for each
  std::vector<std::pair<Tensor, Tensor>> replaced_;  // arguments that never change, and what they are
  std::vector<std::pair<size_t, size_t>> stops_;     // (index of the carried value, unused) of each exit
};

}  // namespace ag::detail
