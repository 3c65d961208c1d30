/// If-conversion: a branch on numbers whose arms take only a few cheap operations becomes these operations and a
/// select.
///
/// Both arms are then computed, so every operation in them must be cheap, free of effects and unable to fail. The
/// select returns the bits of the chosen value. 16-bit floating-point types are excluded, because a select of them goes
/// through float32.
///
/// Programs that profit: loops over numbers with short conditionals, such as clamped steps of an integrator, running
/// extrema, and conditional counters.
#include <algorithm>

#include "passes/analysis/cost.h"
#include "passes/analysis/node_facts.h"
#include "passes/passes.h"
#include "passes/rewrite.h"

namespace ag::passes {

namespace {

using ops::Op;

constexpr size_t kMaxArmNodes = 3;  // in both arms together: the cost of a branch in the interpreter

bool is_number(const ir::TensorType& type) { return type.shape.ranked() && type.shape.empty(); }

class Converter {
 public:
  explicit Converter(ir::Graph& graph) : graph_(graph), rewriter_(graph) {}

  bool run() {
    walk(graph_.body());
    return rewriter_.changed();
  }

 private:
  void walk(ir::BlockId block) {
    rewriter_.walk(block, [&](ir::NodeId id, std::vector<ir::NodeId>& out) {
      // Inner branches come first, so that the nodes that remain of them are counted.
      for (ir::BlockId inner : std::vector(graph_.node(id).blocks)) walk(inner);
      if (is_convertible(id))
        convert(id, block, out);
      else
        out.push_back(id);
    });
  }

  /// True if a node is on numbers only, and cheap enough to compute without need.
  bool is_light(ir::NodeId id) const {
    const ir::Node& node = graph_.node(id);
    const auto number = [&](ir::ValueId value) { return is_number(graph_.value(value).type); };
    return is_cheap(graph_, node) && std::ranges::all_of(node.operands, number) &&
           std::ranges::all_of(node.results, number) && !may_raise(graph_, id);
  }

  bool is_convertible(ir::NodeId id) const {
    const ir::Node& node = graph_.node(id);
    if (!is(node, Op::cond) || node.results.empty()) return false;
    size_t count = node.results.size() - 1;
    for (ir::BlockId arm : node.blocks) count += graph_.block(arm).nodes.size();
    if (count > kMaxArmNodes) return false;
    for (ir::BlockId arm : node.blocks) {
      if (!std::ranges::all_of(graph_.block(arm).nodes, [&](ir::NodeId inner) { return is_light(inner); }))
        return false;
    }
    for (size_t k = 0; k < node.results.size(); ++k) {
      const ir::TensorType& type = graph_.value(node.results[k]).type;
      const ir::TensorType& first = graph_.value(graph_.block(node.blocks[0]).results[k]).type;
      const ir::TensorType& second = graph_.value(graph_.block(node.blocks[1]).results[k]).type;
      const bool half = is_floating(type.dtype) && item_size(type.dtype) == 2;
      if (!is_number(type) || half || type.weak || first != type || second != type) return false;
    }
    return true;
  }

  void convert(ir::NodeId id, ir::BlockId block, std::vector<ir::NodeId>& out) {
    const ir::Node node = graph_.node(id);
    for (ir::BlockId arm : node.blocks) {
      const std::vector<ir::NodeId> nodes = std::move(graph_.block(arm).nodes);
      graph_.block(arm).nodes.clear();
      for (ir::NodeId inner : nodes) {
        move_node(graph_, inner, block);
        out.push_back(inner);
      }
    }
    for (size_t k = 0; k < node.results.size(); ++k) {
      const ir::ValueId a = graph_.block(node.blocks[0]).results[k], b = graph_.block(node.blocks[1]).results[k];
      out.push_back(make_node(graph_, block, Op::where, {node.operands[0], a, b}, {},
                              graph_.value(node.results[k]).type, node.location));
      rewriter_.replace(node.results[k], graph_.node(out.back()).results[0]);
    }
    discard(graph_, id);
  }

  ir::Graph& graph_;
  Rewriter rewriter_;
};

}  // namespace

bool if_convert(ir::Graph& graph) { return Converter(graph).run(); }

}  // namespace ag::passes
