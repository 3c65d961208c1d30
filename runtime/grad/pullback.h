#pragma once
/// What the gradient rule of an operation is given: the operands and results of one node, the gradients of its results,
/// and where to put those of its operands.
///
///     {Op::multiply, [](Pullback& p) { p.give(0, p.g() * p.x(1)); p.give(1, p.g() * p.x(0)); }}
///
/// A rule is written with the functions that users call. In an eager computation the values are arrays; while a
/// function is traced they are values of its graph, and what the rule computes is recorded.
#include <functional>

#include "ag/ops.h"
#include "graph/graph.h"
#include "ops/table.h"

namespace ag::grad {

class Backward;

/// A shape, with the extents that are known only when the graph runs.
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
  /// Whether the gradient of an operand is asked for.
  bool wants(size_t k) const;
  /// An operand, and a result.
  Tensor x(size_t k = 0) const;
  Tensor y(size_t k = 0) const;
  /// Any other value of the graph that the node may use.
  Tensor value(ir::ValueId value) const;
  /// The gradient of a result; zeros where nothing depends on it.
  Tensor g(size_t k = 0) const;
  bool has_g(size_t k) const;
  /// The type of an operand, and of a result.
  ir::TensorType type(size_t k = 0) const;
  ir::TensorType result_type(size_t k = 0) const;
  /// The rank of an operand; an error where it is not known.
  int64_t rank(size_t k = 0) const;
  /// An axis of an operand, counted from the front.
  int64_t axis(int64_t axis, size_t k = 0) const;
  /// The extents of an operand; its value is not needed for them.
  Extents extents(size_t k = 0) const;
  Tensor extent(size_t k, int64_t axis) const;

  /// Adds to the gradient of an operand. What was broadcast is summed, and has the dtype of the operand.
  void give(size_t k, const Tensor& gradient);
  /// The same as it is.
  void pass(size_t k, const Tensor& gradient);
  /// The same of a part of an operand: `add` gives its argument, the gradient so far, with something added to it.
  void add_to(size_t k, const std::function<Tensor(const Tensor& sum)>& add);
  [[noreturn]] void fail(const std::string& message) const;

 private:
  bool repeats(size_t k, int64_t axis_from_end) const;
  bool may_be_repeated(size_t k, int64_t axis_from_end) const;

  Backward& backward_;
  const ir::Node& node_;
};

using Rule = void (*)(Pullback&);

/// The rule of an operation; null where it has none.
Rule rule_of(const ir::OpDef& op);

// What rules are written with.
Tensor reshaped(const Tensor& x, const Extents& extents);
Tensor repeated(const Tensor& x, const Extents& extents);
Tensor filled(const Extents& extents, double value, DType dtype);
/// The number 1 as an extent.
Tensor one();
/// The sum over what broadcast_to repeats to the shape of `x`; `open`: the graph may have to find out which axes those
/// are.
Tensor summed_to(const Tensor& x, const Extents& extents, bool open = true);
/// The operation itself, where no function of users has these operands and attributes.
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
