/// Replaces loops whose test is known to fail the first time by their initial values.
///
/// A loop stays if its test has effects, because the test runs once. It also stays if a part of the test that its
/// result does not need may fail.
///
/// Programs that profit: functions with trip counts known while tracing, such as zero warm-up steps, loops over empty
/// ranges, and searches whose starting point already satisfies the goal.
#include <algorithm>

#include "passes/analysis/node_facts.h"
#include "passes/analysis/trip_count.h"
#include "passes/passes.h"
#include "passes/rewrite.h"

namespace ag::passes {

namespace {

class Remover {
 public:
  explicit Remover(ir::Graph& graph) : graph_(graph), rewriter_(graph) {}

  bool run() {
    return rewriter_.walk_all([&](ir::NodeId id, ir::BlockId, std::vector<ir::NodeId>&) {
      if (!is_skipped(id)) return false;
      const ir::Node& loop = graph_.node(id);
      for (size_t k = 0; k < loop.results.size(); ++k) rewriter_.replace(loop.results[k], loop.operands[k]);
      discard(graph_, id);
      return true;
    });
  }

 private:
  bool is_skipped(ir::NodeId id) const {
    const ir::Node& loop = graph_.node(id);
    if (!is(loop, ops::Op::while_loop) || first_test_result(graph_, loop) != std::optional(false)) return false;
    for (ir::NodeId node : graph_.block(loop.blocks[0]).nodes) {
      if (graph_.has_effects(node) || (!graph_.node(node).blocks.empty() && may_raise(graph_, node))) return false;
    }
    for (size_t k = 0; k < loop.results.size(); ++k) {
      if (!rewriter_.may_replace(loop.results[k], loop.operands[k])) return false;
    }
    return true;
  }

  ir::Graph& graph_;
  Rewriter rewriter_;
};

}  // namespace

bool remove_zero_trip_loops(ir::Graph& graph) { return Remover(graph).run(); }

}  // namespace ag::passes
