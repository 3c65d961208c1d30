#pragma once
/// The rows of the operation conformance test: for each operation of ops.def, ways to call it and what must come out.
///
/// A family has a file cases_<family>.cpp with `std::vector<Row> cases_<family>()`. The test takes every case and
/// checks
///   * the values against what the case expects (from NumPy, see make_reference.py, or a direct formula);
///   * that operands of other layouts (transposed, with steps, broadcast) give what contiguous ones give;
///   * that recording infers the type that running has, for known, unknown and unranked operand shapes;
///   * that the recorded graph, run by the interpreter, as a program in the evaluator, and as native code (with
///   operands
///     of every layout, of known and unknown shapes, and with threads that share every loop), gives the same values to
///     the bit.
/// An operation without a row fails the test.
#include <functional>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "ag/ops.h"

namespace ag::test {

/// An array as it stands in a table: the elements as doubles, converted to the dtype.
struct Array {
  DType dtype;
  Shape shape;
  std::vector<double> values;
};

Tensor make(const Array& array);

/// How the elements of an operand lie in memory.
enum class Layout { Contiguous, Transposed, Stepped, Broadcast };

/// The same elements in another layout; for Broadcast the first slice, repeated.
Tensor relayout(const Tensor& tensor, Layout layout);

/// What differs between an array and what was expected; empty if nothing. `tolerance` as in Case.
std::string difference(const Tensor& actual, const Tensor& expected, double tolerance);
/// Whether dtype, shape and every bit are the same (any NaN equals any NaN).
std::string difference(const Tensor& actual, const Tensor& expected);

using Call = std::function<std::vector<Tensor>(const std::vector<Tensor>&)>;

/// One way to call an operation.
struct Case {
  std::string label;             // "float32", "negative axis": printed where it fails
  std::vector<Tensor> operands;  // what becomes the inputs of the graph
  Call call;                     // calls the user's function on the operands; attributes are written in it
  std::vector<Array> expected;   // one per result; none: only the agreement of the ways to run is checked
  /// Relative, and absolute below 1; negative: by the dtype of the result (0 for integers and booleans).
  double tolerance = -1;
  bool relayout = true;   // operands may be given in other layouts
  bool broadcast = true;  // operands may be replaced by their repeated first slice
  bool any_shape = true;  // may be recorded with unknown dimensions
  bool any_rank = true;   // may be recorded with an unknown rank
};

/// Everything about one operation.
struct Row {
  std::string op;  // its name in ops.def
  std::vector<Case> cases;
  /// For operations that no function records by itself: the test that covers it, from the root of the repository.
  std::string tested_in;
};

inline void append(Row& row, std::vector<Case> cases) {
  for (Case& one : cases) row.cases.push_back(std::move(one));
}

/// For functions with one result.
inline Call one(std::function<Tensor(const std::vector<Tensor>&)> call) {
  return [call = std::move(call)](const std::vector<Tensor>& x) { return std::vector<Tensor>{call(x)}; };
}

/// The cases of which reference/<family>.txt has the operands and results under `name` ("<op>" or "<op>.<variant>", all
/// lines of that name), called through `call`.
std::vector<Case> from_references(std::string_view family, std::string_view name, const Call& call,
                                  double tolerance = -1);

#define AG_FAMILY(name) std::vector<Row> cases_##name();
#include "ag/detail/ops.def"

inline constexpr double kInf = std::numeric_limits<double>::infinity();
inline constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

}  // namespace ag::test
