/// Decomposes operations into simpler ones, so that native code fuses their loops with the surrounding loops. The
/// kernels take the same steps in the same order, so the results are equal to the bit. All shapes are known, or certain
/// not to be empty, so no step can fail.
///
/// Programs that profit: softmax losses of classifiers, pooling layers of convolutional networks, stencils over padded
/// arrays, masked updates, searches for the best few elements, and tests that a grid has converged.
#include "passes/decompose/decompose.h"

#include <algorithm>
#include <array>

#include "passes/passes.h"

namespace ag::passes {

namespace {

using ops::Op;

struct Rule {
  Op op;
  ir::ValueId (*apply)(Parts& parts);
};

constexpr std::array kRules{
    Rule{Op::softmax, &decompose_powers},   Rule{Op::log_softmax, &decompose_powers},
    Rule{Op::logsumexp, &decompose_powers}, Rule{Op::pow, &decompose_pow},
    Rule{Op::max_pool2d, &decompose_pool},  Rule{Op::avg_pool2d, &decompose_pool},
    Rule{Op::pad, &decompose_pad},          Rule{Op::repeat, &decompose_repeat},
    Rule{Op::arange, &decompose_arange},    Rule{Op::full, &decompose_full},
    Rule{Op::tile, &decompose_tile},        Rule{Op::mask_update, &decompose_mask_update},
    Rule{Op::matmul, &decompose_matmul},    Rule{Op::index, &decompose_first_of_sort},
    Rule{Op::max, &decompose_extrema},      Rule{Op::min, &decompose_extrema},
    Rule{Op::all, &decompose_extrema},      Rule{Op::any, &decompose_extrema},
};

}  // namespace

bool decompose(ir::Graph& graph, const detail::Machine& machine) {
  Rewriter rewriter(graph);
  std::vector<ir::NodeId> constants;
  const std::vector<int> uses = count_uses(graph);
  const bool changed = rewriter.walk_all([&](ir::NodeId id, ir::BlockId, std::vector<ir::NodeId>& out) {
    const ir::Node& node = graph.node(id);
    const auto rule = std::ranges::find_if(kRules, [&](const Rule& one) { return is(node, one.op); });
    if (rule == kRules.end()) return false;
    Parts parts(graph, node, machine, uses, out, constants);
    const ir::ValueId made = rule->apply(parts);
    if (made == ir::kNone) return false;
    rewriter.replace(graph.node(id).results[0], made);
    discard(graph, id);
    return true;
  });
  put_first(graph, constants);
  return changed;
}

}  // namespace ag::passes
