/// Data layout transformation: columns of a matrix that the iterations of nested loops read become rows of its
/// transpose, which is made before the loops. Lowering stores such a transpose, so that the elements of a column are
/// neighbours.
///
/// The matrix is invariant in two loops at least, so that columns are read several times. The index is certain to be in
/// range, since an error names the axis.
///
/// Programs that profit: covariances and distances of all pairs of columns, coordinate descent, and the steps of hidden
/// Markov models.
#include <algorithm>
#include <map>
#include <vector>

#include "kernel/index_spec.h"
#include "passes/analysis/ranges.h"
#include "passes/passes.h"
#include "passes/rewrite.h"

namespace ag::passes {

namespace {

using ir::BlockId;
using ir::NodeId;
using ir::ValueId;
using kernel::IndexItem;
using ops::Op;

constexpr int64_t kMinRows = 16;                    // shorter columns are unrolled, or cost little
constexpr int64_t kMaxElements = int64_t{1} << 24;  // bounds the memory of the transpose

class Transposer {
 public:
  explicit Transposer(ir::Graph& graph) : graph_(graph), ranges_(graph) {}

  bool run() {
    walk(graph_.body());
    for (auto& [at, transpose] : made_) {
      std::vector<NodeId>& nodes = graph_.block(graph_.node(at.second).block).nodes;
      nodes.insert(std::ranges::find(nodes, at.second), transpose);
    }
    return !made_.empty();
  }

 private:
  void walk(BlockId block) {
    for (NodeId id : std::vector(graph_.block(block).nodes)) {
      const bool loops = is(graph_.node(id), Op::while_loop);
      if (loops) loops_.push_back(id);
      for (BlockId inner : std::vector(graph_.node(id).blocks)) walk(inner);
      if (loops) loops_.pop_back();
      if (is(graph_.node(id), Op::index)) read_row(id);
    }
  }

  /// Returns the outermost of at least two loops around the current node in which a value is invariant, or kNone.
  NodeId invariant_in(ValueId value) const {
    for (size_t k = 0; k + 1 < loops_.size(); ++k) {
      if (graph_.encloses(graph_.value(value).block, graph_.node(loops_[k]).block)) return loops_[k];
    }
    return ir::kNone;
  }

  bool is_matrix(ValueId value) const {
    const Shape& shape = graph_.value(value).type.shape;
    return shape.known() && shape.size() == 2 && shape[0] >= kMinRows && shape[1] > 1 &&
           shape.element_count() <= kMaxElements;
  }

  /// Makes a read of a column one of a row of the transpose.
  void read_row(NodeId id) {
    const ir::Node node = graph_.node(id);
    const ValueId matrix = node.operands[0];
    const NodeId loop = invariant_in(matrix);
    if (loop == ir::kNone || !is_matrix(matrix)) return;
    const kernel::IndexItems items = kernel::decode(node.attributes);
    if (items.size() != 2 || items[0].kind != IndexItem::Kind::Slice || items[1].kind != IndexItem::Kind::Integer ||
        items[1].start_is != IndexItem::Bound::Operand)
      return;
    const ValueId column = node.operands.back();
    const IntegerRange range = ranges_.of(column);
    if (range.low < 0 || range.high >= graph_.value(matrix).type.shape[1]) return;
    std::vector<ValueId> operands{transpose_of(matrix, loop), column};
    operands.insert(operands.end(), node.operands.begin() + 1, node.operands.end() - 1);
    graph_.node(id).operands = std::move(operands);
    graph_.node(id).attributes = kernel::encode({items[1], items[0]});
  }

  /// Returns the transpose of a matrix, made before a loop.
  ValueId transpose_of(ValueId matrix, NodeId loop) {
    const auto [at, is_new] = made_.try_emplace({matrix, loop}, ir::kNone);
    if (is_new) {
      ir::TensorType type = graph_.value(matrix).type;
      std::swap(type.shape[0], type.shape[1]);
      at->second = make_node(graph_, graph_.node(loop).block, Op::permute_dims, {matrix}, {std::vector<int64_t>{1, 0}},
                             type, graph_.node(loop).location);
    }
    return graph_.node(at->second).results[0];
  }

  ir::Graph& graph_;
  Ranges ranges_;
  std::vector<NodeId> loops_;                          // around the current node, outermost first
  std::map<std::pair<ValueId, NodeId>, NodeId> made_;  // transposes, by matrix and loop
};

}  // namespace

bool transpose_columns(ir::Graph& graph) { return Transposer(graph).run(); }

}  // namespace ag::passes
