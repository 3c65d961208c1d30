#pragma once
/// The interface of gradient rules: the operands and results of one node, the gradients of its results, and the
/// accumulation of gradients of its operands.
///
///     {Op::multiply, [](Pullback& p) { p.give(0, p.g() * p.x(1)); p.give(1, p.g() * p.x(0)); }}
///
/// A rule is written with the public functions. In an eager computation the values are arrays. While a function is
/// traced they are values of its graph, and the operations of the rule are recorded.
#include <functional>

#include "ag/ops.h"
#include "graph/graph.h"
#include "ops/table.h"

namespace ag::grad {

class Backward;

/// A shape, and the extents that are known only when the graph runs.
struct Extents {
  Shape shape;
  std::vector<Tensor> dims;  // rank-0 int64, one for each unknown entry
};

class Pullback {
 public:
  Pullback(Backward& backward, const ir::Node& node) : backward_(backward), node_(node) {}

  const ir::Node& node() const { return node_; }
  size_t count() const { return node_.operands.size(); }
  template <class T>
  const T& attribute(size_t i) const {
    return std::get<T>(node_.attributes[i]);
  }
  /// True if the gradient of an operand is needed.
  bool wants(size_t k) const;
  /// An operand; a result.
  Tensor x(size_t k = 0) const;
  Tensor y(size_t k = 0) const;
  /// Any other value of the graph that is visible to the node.
  Tensor value(ir::ValueId value) const;
  /// The gradient of a result; zeros if it has none.
  Tensor g(size_t k = 0) const;
  bool has_g(size_t k) const;
  /// The type of an operand; of a result.
  ir::TensorType type(size_t k = 0) const;
  ir::TensorType result_type(size_t k = 0) const;
  /// The rank of an operand. Throws if it is unknown.
  int64_t rank(size_t k = 0) const;
  /// Normalizes an axis of an operand: counts it from the front.
  int64_t axis(int64_t axis, size_t k = 0) const;
  /// The extents of an operand; does not need its value.
  Extents extents(size_t k = 0) const;
  Tensor extent(size_t k, int64_t axis) const;

  /// Adds to the gradient of an operand, after a sum over broadcast axes and a conversion to the dtype of the operand.
  void give(size_t k, const Tensor& gradient);
  /// Adds to the gradient of an operand without conversion.
  void pass(size_t k, const Tensor& gradient);
  /// Updates the gradient of a part of an operand: `add` receives the gradient accumulated up to here and returns the
  /// sum.
  void add_to(size_t k, const std::function<Tensor(const Tensor& sum)>& add);
  [[noreturn]] void fail(const std::string& message) const;

 private:
  bool repeats(size_t k, int64_t axis_from_end) const;
  bool may_be_repeated(size_t k, int64_t axis_from_end) const;

  Backward& backward_;
  const ir::Node& node_;
};

using Rule = void (*)(Pullback&);

/// The rule of an operation; null if it has none.
Rule rule_of(const ir::OpDef& op);

// Helpers for rules.
Tensor reshaped(const Tensor& x, const Extents& extents);
Tensor repeated(const Tensor& x, const Extents& extents);
Tensor filled(const Extents& extents, double value, DType dtype);
/// The extent 1, as int64.
Tensor one();
/// Sums `x` over the axes that were broadcast from `extents`. `open`: some of these axes may be known only when the
/// graph runs.
Tensor summed_to(const Tensor& x, const Extents& extents, bool open = true);
/// `x` as matrices of one row; of one column.
inline Tensor row(const Tensor& x) { return expand_dims(x, -2); }
inline Tensor column(const Tensor& x) { return expand_dims(x, -1); }
/// Applies an operation directly, for operands and attributes that no public function takes.
Tensor call_op(ops::Op op, std::vector<Tensor> operands, ir::Attributes attributes = {});

struct RuleRow {
  ops::Op op;
  Rule rule;
};
std::span<const RuleRow> elementwise_rules();
std::span<const RuleRow> shape_rules();
std::span<const RuleRow> reduction_rules();
std::span<const RuleRow> indexing_rules();
std::span<const RuleRow> product_rules();
std::span<const RuleRow> decomposition_rules();
std::span<const RuleRow> convolution_rules();
std::span<const RuleRow> call_rules();

}  // namespace ag::grad
