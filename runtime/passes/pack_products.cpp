/// Right matrices of products, which a loop does not change, in the order that the kernel reads: they are brought into
/// it once, in front of the loop. Otherwise each product reads them with gaps between the rows of a tile, or brings
/// them into that order itself. Of a matrix that the second-level cache holds that takes no longer, so it stays as it
/// is: a loop that runs once or twice would pay for the order and not get it back.
///
/// No bit changes: the terms are added in the same order. Nothing can fail, as all shapes are known. Products of few
/// columns, rows or terms, which have kernels of their own, and those that threads share stay as they are.
#include <map>

#include "base/thread_pool.h"
#include "kernel/matmul.h"
#include "kernel/matmul_sizes.h"
#include "passes/loops_around.h"
#include "passes/passes.h"
#include "passes/rewrite.h"

namespace ag::passes {

namespace {

using ir::NodeId;
using ir::ValueId;
using ops::Op;

constexpr int64_t kFewestTerms = 16;  // of an element

class Packer {
 public:
  explicit Packer(ir::Graph& graph) : graph_(graph), loops_(graph) {}

  bool run() {
    loops_.walk(graph_.body(), [this](NodeId id) {
      if (is(graph_.node(id), Op::matmul) && fits(graph_.node(id))) pack(id);
    });
    return !packed_.empty();
  }

 private:
  static bool is_matrix(const ir::TensorType& type) {
    return (type.dtype == DType::float32 || type.dtype == DType::float64) && type.shape.known() &&
           type.shape.size() == 2;
  }

  bool fits(const ir::Node& product) const {
    const ir::TensorType &a = graph_.value(product.operands[0]).type, &b = graph_.value(product.operands[1]).type;
    if (!is_matrix(a) || !is_matrix(b) || a.dtype != b.dtype || a.shape[1] != b.shape[0]) return false;
    const int64_t m = a.shape[0], k = b.shape[0], n = b.shape[1], item = static_cast<int64_t>(item_size(a.dtype));
    const double terms = static_cast<double>(m) * static_cast<double>(k) * static_cast<double>(n);
    return m >= kernel::kFewRows && n >= kernel::kWidestPanel && k >= kFewestTerms &&
           static_cast<double>(n) * static_cast<double>(k) > kernel::kSecondLevel &&
           kernel::product_nanoseconds(terms, item) < detail::kWorthSharing;
  }

  void pack(NodeId id) {
    const ValueId matrix = graph_.node(id).operands[1];
    const NodeId loop = loops_.leaving(matrix);
    if (loop == ir::kNone) return;
    ValueId& packed = packed_.try_emplace({matrix, loop}, ir::kNone).first->second;
    if (packed == ir::kNone) packed = packed_before(loop, matrix, graph_.node(id).location);
    ir::Node& node = graph_.node(id);
    node.op = &ops::def(Op::matmul_packed);
    node.operands[1] = packed;
    node.attributes = {graph_.value(matrix).type.shape[1]};
  }

  ValueId packed_before(NodeId loop, ValueId matrix, SourceLocation location) {
    const ir::TensorType& type = graph_.value(matrix).type;
    const bool single = type.dtype == DType::float32;
    const int64_t k = type.shape[0], n = type.shape[1],
                  panels = single ? kernel::packed_panels<float>(n) : kernel::packed_panels<double>(n),
                  width = single ? kernel::kPackedColumns<float> : kernel::kPackedColumns<double>;
    const NodeId node = make_node(graph_, graph_.node(loop).block, Op::pack_matrix, {matrix}, {},
                                  ir::TensorType{type.dtype, Shape{panels, k, width}}, location);
    loops_.put_before(loop, node);
    return graph_.node(node).results[0];
  }

  ir::Graph& graph_;
  LoopsAround loops_;
  std::map<std::pair<ValueId, NodeId>, ValueId> packed_;  // by the matrix and the loop
};

}  // namespace

bool pack_products(ir::Graph& graph) { return Packer(graph).run(); }

}  // namespace ag::passes
