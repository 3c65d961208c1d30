/// Moves gathers before elementwise operations: exp(x)[i] becomes exp(x[i]). Only the gathered elements are computed
/// then, in the loop that uses them. A gather from an array that a loop does not change can leave that loop.
///
/// A view that a reduction reads moves likewise, so that the loop of the reduction computes its elements.
///
/// Applies if every shape is known and the elementwise result has no other use. Several gathers may read one result if
/// they take no more elements in total than it has, as the taps of a pool do. A gather may fail: its operand keeps its
/// type, so the text of the error is the same. The operations that it passes cannot fail, so the error comes at the
/// same time.
///
/// Programs that profit: loops that read parts of an elementwise result, such as mini-batches of scaled data, look-ups
/// in a transformed table, and pools over activations.
#include <algorithm>

#include "passes/analysis/node_facts.h"
#include "passes/passes.h"
#include "passes/rewrite.h"

namespace ag::passes {

namespace {

using ir::ValueId;
using ops::Op;

class GatherHoister {
 public:
  explicit GatherHoister(ir::Graph& graph) : graph_(graph), rewriter_(graph), uses_(count_uses(graph)) {}

  bool run() {
    count_taken(graph_.body());
    return rewriter_.walk_all([&](ir::NodeId id, ir::BlockId block, std::vector<ir::NodeId>& out) {
      const bool moves = takes_elements(id) || is_folded_view(id);
      const std::vector<ir::NodeId> passed = moves ? find_passed(id, block) : std::vector<ir::NodeId>();
      if (!passed.empty()) move(id, passed, block, out);
      return !passed.empty();
    });
  }

 private:
  const ir::TensorType& type(ValueId value) const { return graph_.value(value).type; }

  /// True if the result consists of elements of the first operand, and of no more than that operand has.
  bool takes_elements(ir::NodeId id) const {
    const ir::Node& node = graph_.node(id);
    if (!is(node, Op::index) && !is(node, Op::take) && !is(node, Op::take_along_axis) && !is(node, Op::roll))
      return false;
    const ir::TensorType &from = type(node.operands[0]), &to = type(node.results[0]);
    return from.shape.known() && to.shape.known() && !from.weak && from.dtype == to.dtype &&
           to.shape.element_count() <= from.shape.element_count();
  }

  /// Counts for each value the gathers that read it and the elements that they take.
  void count_taken(ir::BlockId block) {
    taken_.resize(graph_.value_count());
    for (ir::NodeId id : graph_.block(block).nodes) {
      const ir::Node& node = graph_.node(id);
      for (ir::BlockId inner : node.blocks) count_taken(inner);
      if (node.op->block->reduction != ir::ReductionKind::None) ++taken_[static_cast<size_t>(node.operands[0])].folds;
      if (!takes_elements(id)) continue;
      Taken& taken = taken_[static_cast<size_t>(graph_.node(id).operands[0])];
      ++taken.uses;
      taken.elements += type(graph_.node(id).results[0]).shape.element_count();
    }
  }

  /// True if hoisting computes each element at most once on average.
  bool is_taken_once(ValueId value) const {
    const auto at = static_cast<size_t>(value);
    if (uses_[at] == 1) return true;
    return at < taken_.size() && taken_[at].uses == uses_[at] &&
           taken_[at].elements <= type(value).shape.element_count();
  }

  bool is_folded_view(ir::NodeId id) const {
    if (!is_view_of_all(graph_.node(id))) return false;
    const auto at = static_cast<size_t>(graph_.node(id).results[0]);
    return at < taken_.size() && taken_[at].folds == 1 && uses_[at] == 1;
  }

  /// Returns the array operand of an operation on one array and numbers. Returns the number of operands for any other
  /// operation.
  size_t array_operand(const ir::Node& node) const {
    size_t found = node.operands.size();
    for (size_t k = 0; k < node.operands.size(); ++k) {
      if (type(node.operands[k]).shape.ranked() && type(node.operands[k]).shape.empty()) continue;
      if (found != node.operands.size()) return node.operands.size();
      found = k;
    }
    return found;
  }

  /// True if a node is a view of all elements of its operand.
  bool is_view_of_all(const ir::Node& node) const {
    if (!node.op->has(ir::kView) || node.operands.size() != 1) return false;
    if (is(node, Op::index) || is(node, Op::optimization_barrier)) return false;
    const ir::TensorType &from = type(node.operands[0]), &to = type(node.results[0]);
    return from.shape.known() && to.shape.known() && from.dtype == to.dtype && from.weak == to.weak &&
           from.shape.element_count() == to.shape.element_count();
  }

  /// Returns the elementwise operations and views that a gather can pass, the last one first.
  std::vector<ir::NodeId> find_passed(ir::NodeId id, ir::BlockId block) const {
    std::vector<ir::NodeId> passed;
    for (ValueId at = graph_.node(id).operands[0];;) {
      const ir::NodeId producer = graph_.value(at).producer;
      if (producer == ir::kNone || graph_.value(at).block != block || !is_taken_once(at)) break;
      const ir::Node& node = graph_.node(producer);
      if (node.results.size() != 1 || may_raise(graph_, producer)) break;
      if (is_view_of_all(node)) {
        passed.push_back(producer);
        at = node.operands[0];
        continue;
      }
      if (!node.op->has(ir::kElementwise)) break;
      const size_t operand = array_operand(node);
      if (operand == node.operands.size() || !(type(node.operands[operand]) == type(at))) break;
      passed.push_back(producer);
      at = node.operands[operand];
    }
    while (!passed.empty() && is_view_of_all(graph_.node(passed.back()))) passed.pop_back();
    return passed;
  }

  void move(ir::NodeId id, const std::vector<ir::NodeId>& passed, ir::BlockId block, std::vector<ir::NodeId>& out) {
    const ir::NodeId first = passed.back();
    std::vector<ValueId> operands = graph_.node(id).operands;
    operands[0] = graph_.node(first).operands[array_operand(graph_.node(first))];
    for (auto one = passed.rbegin(); one != passed.rend(); ++one) {
      if (!is_view_of_all(graph_.node(*one))) continue;
      operands[0] = append(*one, {operands[0]}, type(graph_.node(*one).results[0]), block, out);
    }
    const ValueId result = graph_.node(id).results[0];
    ValueId taken = append(id, std::move(operands), type(result), block, out);
    for (auto one = passed.rbegin(); one != passed.rend(); ++one) {
      if (is_view_of_all(graph_.node(*one))) continue;
      const size_t array = array_operand(graph_.node(*one));
      std::vector<ValueId> further = graph_.node(*one).operands;
      further[array] = taken;
      taken = append(*one, std::move(further), type(result), block, out);
    }
    rewriter_.replace(result, taken);
    discard(graph_, id);
  }

  /// Appends the same operation with other operands.
  ValueId append(ir::NodeId like, std::vector<ValueId> operands, ir::TensorType result, ir::BlockId block,
                 std::vector<ir::NodeId>& out) {
    const ir::Node node = graph_.node(like);
    out.push_back(
        graph_.append(block, *node.op, std::move(operands), node.attributes, {std::move(result)}, node.location));
    graph_.block(block).nodes.pop_back();
    const ValueId value = graph_.node(out.back()).results[0];
    uses_.resize(graph_.value_count(), 1);
    return value;
  }

  struct Taken {
    int uses = 0, folds = 0;
    int64_t elements = 0;
  };

  ir::Graph& graph_;
  Rewriter rewriter_;
  std::vector<int> uses_;
  std::vector<Taken> taken_;
};

}  // namespace

bool hoist_gathers(ir::Graph& graph) { return GatherHoister(graph).run(); }

}  // namespace ag::passes
