#pragma once
/// The rows of the gradient test: for each operation with a gradient rule, ways to call it. For every row the test
/// checks
///   * the gradient against finite differences, in float64;
///   * the gradient of the gradient likewise;
///   * that the gradient in a graph, run by the interpreter and as native code, has the bits of the eager one, also
///   where
///     the graph does not know the extents.
#include <functional>
#include <string>
#include <vector>

#include "ag/ag.h"

namespace ag::test {

struct GradientRow {
  std::string op;              // in ops.def
  std::string label;           // of the variant
  std::vector<Tensor> inputs;  // float64, at points where the derivative exists
  std::function<Tensor(const std::vector<Tensor>&)> call;
  bool second = true;  // has a second derivative that differences show
  bool open = true;    // may be recorded with unknown extents
  bool known = true;   // a graph knows the extents of the result
  /// How far a graph may be from the eager gradient, relatively. Where a loop begins with a value that is used
  /// elsewhere, too, its sums are made in another order.
  double rounding = 0;
};

/// Checks one row; what fails names it.
void check_row(const GradientRow& row);

/// Different numbers between low and high in an array of that shape; another seed gives others.
Tensor numbers(const Shape& shape, double low, double high, int seed = 1);

std::vector<GradientRow> elementwise_gradients();
std::vector<GradientRow> shape_gradients();
std::vector<GradientRow> indexing_gradients();
std::vector<GradientRow> reduction_gradients();
std::vector<GradientRow> control_flow_gradients();
std::vector<GradientRow> convolution_gradients();
std::vector<GradientRow> decomposition_gradients();

}  // namespace ag::test
