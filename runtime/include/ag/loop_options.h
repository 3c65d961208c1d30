#pragma once
/// Options of a single loop.
#include <cstdint>
#include <limits>
#include <vector>

#include "ag/shape.h"
#include "ag/tensor.h"

namespace ag {

/// The shape of a variable before a loop and after each of its iterations. `ag::unknown` stands for an extent that may
/// change.
struct ShapeInvariant {
  ShapeInvariant(const Tensor& variable, Shape shape) : variable(&variable), shape(std::move(shape)) {}
  ShapeInvariant(Tensor&&, Shape) = delete;

  const Tensor* variable;
  Shape shape;
};

struct LoopOptions {
  /// The largest number of iterations; a loop that exceeds it throws ag::Error failed_check.
  int64_t maximum_iterations = std::numeric_limits<int64_t>::max();
  /// The number of iterations that may overlap. Accepted without effect: iterations run sequentially.
  int64_t parallel_iterations = 1;
  /// Needed only to refuse other shapes: changing shapes are inferred.
  std::vector<ShapeInvariant> shape_invariants = {};
};

/// Sets the options of the enclosing loop; must be the first statement of its body. Has no effect on a loop that is not
/// part of a graph.
///
///     while (ag::max(x) > 1) {
///       ag::set_loop_options({.maximum_iterations = 100});
///       x = x / 2;
///     }
inline void set_loop_options(const LoopOptions&) {}

}  // namespace ag
