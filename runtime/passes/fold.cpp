/// Constant folding: replaces a node whose operands are all known by the constant that its kernel computes.
///
/// The interpreter calls the same kernel with the same operands, so the result is equal to the bit. A node whose kernel
/// fails stays, and the error occurs if execution reaches the node. Constants are moved to the start of the body, where
/// each block can use them and equal ones are merged.
///
/// Programs that profit: functions with fixed parameters, such as scaled learning rates, sizes computed from known
/// shapes, and mode flags that select a branch.
#include <algorithm>

#include "exec/run_op.h"
#include "passes/analysis/node_facts.h"
#include "passes/passes.h"
#include "passes/rewrite.h"
#include "tensor/axis.h"

namespace ag::passes {

namespace {

constexpr int64_t kMaxOperandBytes = 65536;  // bounds the time of tracing
constexpr int64_t kMaxResultBytes = 1024;    // bounds the size of constants in a graph

int64_t byte_count(const detail::TensorImpl& impl) {
  return impl.shape.element_count() * static_cast<int64_t>(item_size(impl.dtype));
}

class Folder {
 public:
  explicit Folder(ir::Graph& graph) : graph_(graph), rewriter_(graph) {}

  bool run() {
    walk(graph_.body());
    put_first(graph_, risen_);
    std::vector<ir::NodeId>& nodes = graph_.block(graph_.body()).nodes;
    const auto is_known = [&](ir::NodeId node) { return is(graph_.node(node), ops::Op::constant); };
    if (!std::ranges::is_partitioned(nodes, is_known)) {
      std::ranges::stable_partition(nodes, is_known);
      changed_ = true;
    }
    return changed_;
  }

 private:
  void walk(ir::BlockId block) {
    rewriter_.walk(block, [&](ir::NodeId id, std::vector<ir::NodeId>& out) {
      if (is_foldable(graph_.node(id))) fold(id);
      measure(graph_.node(id));
      if (is(graph_.node(id), ops::Op::constant) && block != graph_.body()) {
        move_node(graph_, id, graph_.body());
        risen_.push_back(id);
        changed_ = true;
        return;
      }
      out.push_back(id);
      for (ir::BlockId inner : std::vector(graph_.node(id).blocks)) walk(inner);
    });
  }

  bool is_foldable(const ir::Node& node) const {
    if (node.operands.empty() || node.results.size() != 1 || node.op->has(ir::kEffect) || node.op->has(ir::kHasBlocks))
      return false;
    // Arrays filled with one number are created when the graph runs.
    const bool makes_array =
        node.op->has(ir::kSymbolicWhileTracing) && !graph_.value(node.results[0]).type.shape.empty();
    if (makes_array && !is(node, ops::Op::arange)) return false;
    int64_t bytes = 0;
    for (ir::ValueId operand : node.operands) {
      const Tensor* value = constant_of(graph_, operand);
      if (!value) return false;
      bytes += byte_count(*value->impl());
    }
    return bytes <= kMaxOperandBytes;
  }

  void fold(ir::NodeId id) {
    const ir::Node& node = graph_.node(id);
    std::vector<detail::TensorImpl*> inputs;
    for (ir::ValueId operand : node.operands) inputs.push_back(constant_of(graph_, operand)->impl());
    std::vector<Tensor> outputs;
    try {
      exec::run_op(*node.op, inputs, node.attributes, node.location, outputs);
    } catch (const Error&) {
      return;
    }
    const Tensor result = detail::make_contiguous(outputs.front());
    if (byte_count(*result.impl()) <= kMaxResultBytes) become(id, result);
  }

  /// Folds an extent that the type of the operand has.
  void measure(const ir::Node& node) {
    if (!is(node, ops::Op::dim)) return;
    const Shape& shape = graph_.value(node.operands[0]).type.shape;
    if (!shape.ranked()) return;
    const int64_t axis = std::get<int64_t>(node.attributes[0]);
    const int64_t extent = shape[detail::axis_of(axis, shape)];
    if (extent == unknown) return;
    become(graph_.value(node.results[0]).producer, detail::scalar_tensor(detail::scalar_of(extent), DType::int64));
  }

  /// Turns a node into a constant in its place, if its result has the type of the constant.
  void become(ir::NodeId id, const Tensor& value) {
    ir::Node& node = graph_.node(id);
    const detail::TensorImpl& impl = *value.impl();
    if (graph_.value(node.results[0]).type != ir::TensorType{impl.dtype, impl.shape, impl.weak}) return;
    node.op = &ops::def(ops::Op::constant);
    node.operands.clear();
    node.attributes = {value};
    changed_ = true;
  }

  ir::Graph& graph_;
  Rewriter rewriter_;
  std::vector<ir::NodeId> risen_;
  bool changed_ = false;
};

}  // namespace

bool fold_constants(ir::Graph& graph) { return Folder(graph).run(); }

}  // namespace ag::passes
