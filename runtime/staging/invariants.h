#pragma once
/// The shapes that the options of a loop state for the variables that it carries.
#include <string>

#include "staging/leaves.h"

namespace ag::detail {

class ShapeInvariants {
 public:
  explicit ShapeInvariants(const StateBase& state) : options_(state.options()), location_(state.location()) {}

  /// What is stated for the variable; null: nothing.
  const Shape* find(const Leaf& leaf) const;
  /// Every variable has the shape that is stated before the loop, carried or not.
  void check_before(const Leaves& carried) const;
  void check_after(const Leaf& leaf, const Tensor& value, const Shape& stated) const;

 private:
  void check(const std::string& name, const Tensor& value, const Shape& stated, const char* when) const;

  const LoopOptions* options_;
  SourceLocation location_;
};

}  // namespace ag::detail
