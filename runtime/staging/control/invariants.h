#pragma once
/// The shape invariants in the options of a loop, for the variables that it carries.
#include <string>

#include "staging/control/leaves.h"

namespace ag::detail {

class ShapeInvariants {
 public:
  explicit ShapeInvariants(const StateBase& state) : options_(state.options()), location_(state.location()) {}

  /// Returns the invariant of the variable, or null.
  const Shape* find(const Leaf& leaf) const;
  /// Checks that every variable, carried or not, has its shape before the loop.
  void check_before(const Leaves& carried) const;
  void check_after(const Leaf& leaf, const Tensor& value, const Shape& stated) const;

 private:
  void check(const std::string& name, const Tensor& value, const Shape& stated, const char* when) const;

  const LoopOptions* options_;
  SourceLocation location_;
};

}  // namespace ag::detail
