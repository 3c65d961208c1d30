#include "staging/control/invariants.h"

#include <algorithm>

namespace ag::detail {

const Shape* ShapeInvariants::find(const Leaf& leaf) const {
  if (!options_ || !leaf.variable) return nullptr;
  for (const ShapeInvariant& stated : options_->shape_invariants) {
    if (stated.variable == leaf.variable) return &stated.shape;
  }
  return nullptr;
}

void ShapeInvariants::check_before(const Leaves& carried) const {
  if (!options_) return;
  for (const ShapeInvariant& stated : options_->shape_invariants) {
    const auto leaf = std::ranges::find(carried, stated.variable, &Leaf::variable);
    if (stated.variable->defined()) {
      check(leaf == carried.end() ? "a variable" : quoted_name(leaf->name), *stated.variable, stated.shape,
            "before the loop");
    }
  }
}

void ShapeInvariants::check_after(const Leaf& leaf, const Tensor& value, const Shape& stated) const {
  check(quoted_name(leaf.name), value, stated, "after an iteration");
}

void ShapeInvariants::check(const std::string& name, const Tensor& value, const Shape& stated, const char* when) const {
  const Shape shape = type_of(value).shape;
  if (ir::join_shapes(stated, shape) == stated) return;
  throw Error(ErrorKind::shape_error,
              name + " has shape " + shape.str() + " " + when + place_of(value) + ", and its shape invariant is " +
                  stated.str(),
              location_,
              {"write ag::unknown for an extent that changes, or leave the invariant out: shapes that change in a loop "
               "are found by themselves"});
}

}  // namespace ag::detail
