/// Every gradient rule against finite differences, and on every executor. rows.h says what is checked.
#include <algorithm>
#include <cmath>
#include <memory>
#include <set>

#include "exec/backend.h"
#include "exec/compiled.h"
#include "exec/interpreter.h"
#include "grad/pullback.h"
#include "grad/rows.h"
#include "graph/verify.h"
#include "passes/manager.h"
#include "support/catch.h"
#include "trace/context.h"

namespace ag::test {

Tensor numbers(const Shape& shape, double low, double high, int seed) {
  // Of an irrational rotation: no two are equal, none is one of the corners of the operations.
  std::vector<double> values;
  for (int64_t k = 0; k < shape.element_count(); ++k) {
    const double turned = 0.6180339887 * static_cast<double>(k + 1) + 0.271828 * seed;
    values.push_back(low + (high - low) * (turned - std::floor(turned)));
  }
  return reshape(tensor(values, Shape{shape.element_count()}), ShapeArg(shape));
}

namespace {

std::vector<GradientRow> all_rows() {
  std::vector<GradientRow> rows;
  for (auto family : {&elementwise_gradients, &shape_gradients, &indexing_gradients, &reduction_gradients,
                      &control_flow_gradients, &convolution_gradients, &decomposition_gradients}) {
    const std::vector<GradientRow> some = family();
    rows.insert(rows.end(), some.begin(), some.end());
  }
  return rows;
}

using Inputs = std::vector<Tensor>;
using Scalar = std::function<Tensor(const Inputs&)>;

/// The elements of a result with weights of their own, so that each counts.
Tensor weighted(const Tensor& y, bool known = true) {
  return known ? sum(astype(y, float64) * numbers(y.shape(), 0.5, 1.5, 7)) : sum(square(y));
}

/// The gradients with respect to all inputs.
Inputs gradients(const Scalar& f, const Inputs& x) {
  detail::GradientScope scope(false, SourceLocation::current());
  Inputs arguments;
  for (const Tensor& one : x) arguments.push_back(scope.argument(one));
  const Tensor y = f(arguments);
  const std::vector<detail::GradientScope::Source> sources(arguments.begin(), arguments.end());
  return scope.gradients(y, sources, SourceLocation::current());
}

/// (f(x + h) - f(x - h)) / 2h for each element of each input.
Inputs differences(const Scalar& f, const Inputs& x) {
  constexpr double kStep = 1e-5;
  Inputs result;
  for (size_t k = 0; k < x.size(); ++k) {
    const std::vector<double> at = x[k].to_vector<double>();
    std::vector<double> slopes(at.size());
    for (size_t i = 0; i < at.size(); ++i) {
      const auto moved = [&](double by) {
        std::vector<double> values = at;
        values[i] += by;
        Inputs inputs = x;
        inputs[k] = reshape(tensor(values, Shape{static_cast<int64_t>(values.size())}), ShapeArg(x[k].shape()));
        return f(inputs).item<double>();
      };
      slopes[i] = (moved(kStep) - moved(-kStep)) / (2 * kStep);
    }
    result.push_back(reshape(tensor(slopes, Shape{static_cast<int64_t>(slopes.size())}), ShapeArg(x[k].shape())));
  }
  return result;
}

std::string compare(const Inputs& is, const Inputs& wanted, double tolerance) {
  for (size_t k = 0; k < wanted.size(); ++k) {
    if (!(is[k].shape() == wanted[k].shape()) || is[k].dtype() != wanted[k].dtype())
      return "the gradient of input " + std::to_string(k) + " has another type";
    const auto a = is[k].to_vector<double>(), b = wanted[k].to_vector<double>();
    for (size_t i = 0; i < a.size(); ++i) {
      const bool same = tolerance == 0 ? a[i] == b[i] && std::signbit(a[i]) == std::signbit(b[i])
                                       : std::abs(a[i] - b[i]) <= tolerance * std::max(1.0, std::abs(b[i]));
      if (!same && !(std::isnan(a[i]) && std::isnan(b[i])))
        return "element " + std::to_string(i) + " of the gradient of input " + std::to_string(k) + " is " +
               std::to_string(a[i]) + ", not " + std::to_string(b[i]);
    }
  }
  return "";
}

/// The gradients as a graph.
std::shared_ptr<ir::Graph> recorded(const Scalar& f, const Inputs& x, bool open) {
  tracing::Trace trace("gradient", ops::table());
  Inputs symbols;
  for (const Tensor& input : x) {
    Shape shape = input.shape();
    for (size_t axis = 0; open && axis < shape.size(); ++axis) shape[axis] = unknown;
    symbols.push_back(trace.add_input({input.dtype(), shape}, "x" + std::to_string(symbols.size())));
  }
  std::vector<ir::ValueId> results;
  for (const Tensor& gradient : gradients(f, symbols))
    results.push_back(trace.value_of(gradient, SourceLocation::current()));
  trace.graph().block(trace.graph().body()).results = results;
  return std::make_shared<ir::Graph>(trace.graph());
}

std::vector<const Tensor*> pointers(const Inputs& x) {
  std::vector<const Tensor*> result;
  for (const Tensor& input : x) result.push_back(&input);
  return result;
}

void check_graph(const std::string& where, const Scalar& f, const Inputs& x, const Inputs& eager, bool open,
                 double tolerance = 0) {
  const std::shared_ptr<ir::Graph> graph = recorded(f, x, open);
  for (const std::string& fault : ir::find_faults(*graph)) FAIL_CHECK(where + fault);
  const std::string interpreted = compare(exec::Interpreter(graph).run(pointers(x)), eager, tolerance);
  if (!interpreted.empty()) FAIL_CHECK(where + "interpreted: " + interpreted);
  passes::optimize(*graph);
  for (const std::string& fault : ir::find_faults(*graph)) FAIL_CHECK(where + "optimized: " + fault);
  std::string why;
  const codegen::BackendInterface* backend = exec::backend(why);
  if (!backend) return;
  const std::string native = compare(exec::Compiled(*graph, *backend).run(pointers(x)), eager, tolerance);
  if (!native.empty()) FAIL_CHECK(where + "compiled: " + native);
}

}  // namespace

void check_row(const GradientRow& row) {
  const std::string where = row.op + " [" + row.label + "] ";
  try {
    const Scalar first = [&](const Inputs& x) { return weighted(row.call(x), row.known); };
    const Inputs gradient = gradients(first, row.inputs);
    const std::string wrong = compare(gradient, differences(first, row.inputs), 1e-6);
    {
      INFO(where << wrong);
      CHECK(wrong.empty());
    }
    check_graph(where, first, row.inputs, gradient, false, row.rounding);
    // (The weights need known extents.)
    const Scalar open = [&](const Inputs& x) { return sum(square(row.call(x))); };
    if (row.open)
      check_graph(where + "(unknown extents) ", open, row.inputs, gradients(open, row.inputs), true, row.rounding);
    if (!row.second) return;
    const Scalar second = [&](const Inputs& x) {
      Tensor total = 0.0;
      for (const Tensor& part : gradients(first, x)) total = total + weighted(part);
      return total;
    };
    const Inputs twice = gradients(second, row.inputs);
    const std::string wrong_again = compare(twice, differences(second, row.inputs), 1e-5);
    {
      INFO(where << "second derivative: " << wrong_again);
      CHECK(wrong_again.empty());
    }
    check_graph(where + "second derivative: ", second, row.inputs, twice, false, 10 * row.rounding);
  } catch (const std::exception& error) {
    FAIL_CHECK(where + "threw " + error.what());
  }
}

TEST_CASE("every gradient rule agrees with finite differences, and every executor with every other") {
  for (const GradientRow& row : all_rows()) check_row(row);
}

TEST_CASE("every gradient rule has a row, but for those that have tests of their own") {
  // Rules whose operations only control flow, variables, numbers and calls make.
  std::set<std::string> covered{
      "astype_weak",   "number_as", "stop_gradient",        "host_call", "append", "pure_host_call", "custom_gradient",
      "read_variable", "sum_to",    "optimization_barrier", "to_device"};
  for (const GradientRow& row : all_rows()) covered.insert(row.op);
  for (const ir::OpDef& op : ops::table().ops()) {
    if (!grad::rule_of(op)) continue;
    INFO(op.name << " has a rule");
    CHECK(covered.contains(op.name));
  }
}

}  // namespace ag::test
