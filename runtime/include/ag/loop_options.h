#pragma once
/// What a loop states about itself.
#include <cstdint>
#include <limits>
#include <vector>

#include "ag/shape.h"
#include "ag/tensor.h"

namespace ag {

/// The shape that a variable has before a loop and after each of its iterations. `ag::unknown` stands for an extent
/// that may change.
struct ShapeInvariant {
  ShapeInvariant(const Tensor& variable, Shape shape) : variable(&variable), shape(std::move(shape)) {}
  ShapeInvariant(Tensor&&, Shape) = delete;

  const Tensor* variable;
  Shape shape;
};

struct LoopOptions {
  /// A loop that goes on after so many iterations throws ag::Error failed_check.
  int64_t maximum_iterations = std::numeric_limits<int64_t>::max();
  /// How many iterations may overlap. Accepted: iterations run one after another.
  int64_t parallel_iterations = 1;
  /// Needed only where another shape is to be refused: shapes that change in a loop are found by themselves.
  std::vector<ShapeInvariant> shape_invariants = {};
};

/// The options of the loop around it, as the first statement of its body. Where the loop is not a part of a graph it
/// states nothing.
///
///     while (ag::max(x) > 1) {
///       ag::set_loop_options({.maximum_iterations = 100});
///       x = x / 2;
///     }
inline void set_loop_options(const LoopOptions&) {}

}  // namespace ag
