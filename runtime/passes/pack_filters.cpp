/// Packs filters of convolutions into the layout that the convolution library reads. Constant filters are packed while
/// tracing, and filters that a loop does not change are packed before the loop. All other filters are packed at each
/// convolution, which costs no more for a filter that is used once.
///
/// The convolution is the same, so the results are equal to the bit. All shapes are known, so packing cannot fail.
/// Nothing changes if the library is absent, or reads the filter in its given layout. A convolution in an arm of a
/// branch stays unless its filter is constant, because the loop decides which arm runs.
///
/// Programs that profit: float32 convolutional programs that reuse a filter, such as inference with constant weights,
/// repeated smoothing of an image, and recurrent convolutional networks.
#include <algorithm>
#include <vector>

#include "exec/run_op.h"
#include "kernel/convolution/convolution_library.h"
#include "ops/windows.h"
#include "passes/analysis/node_facts.h"
#include "passes/passes.h"
#include "passes/rewrite.h"

namespace ag::passes {

namespace {

using ir::BlockId;
using ir::NodeId;
using ops::Op;

/// Returns the attributes of a conv2d, preceded by `shape`.
ir::Attributes with_shape(const Shape& shape, const ir::Attributes& attributes) {
  ir::Attributes all{shape};
  all.insert(all.end(), attributes.begin(), attributes.end());
  return all;
}

class Packer {
 public:
  explicit Packer(ir::Graph& graph) : graph_(graph) {}

  bool run() {
    walk(graph_.body());
    put_first(graph_, constants_);
    return changed_;
  }

 private:
  void walk(BlockId block) {
    for (NodeId id : std::vector(graph_.block(block).nodes)) {
      const bool loop = is(graph_.node(id), Op::while_loop);
      std::vector<NodeId> around;
      std::swap(around, loops_);
      if (loop) {
        loops_ = around;
        loops_.push_back(id);
      }
      for (BlockId inner : std::vector(graph_.node(id).blocks)) walk(inner);
      loops_ = std::move(around);
      if (is(graph_.node(id), Op::conv2d)) pack(id);
    }
  }

  /// Returns the size in bytes of the packed filter of a convolution, or 0 if it cannot be packed.
  int64_t packed_bytes(NodeId id) const {
    const ir::Node& node = graph_.node(id);
    const ir::TensorType &x = graph_.value(node.operands[0]).type, &filter = graph_.value(node.operands[1]).type;
    if (x.dtype != DType::float32 || filter.dtype != DType::float32 || !x.shape.known() || !filter.shape.known()) {
      return 0;
    }
    try {
      const std::vector<ir::TensorType> types{x, filter};
      const ir::InferContext context(*node.op, types, node.attributes, node.location);
      return kernel::packed_bytes(ops::convolution_of(context, x.shape, filter.shape, 0));
    } catch (const Error&) {
      return 0;  // an error of the run
    }
  }

  void pack(NodeId id) {
    const ir::ValueId filter = graph_.node(id).operands[1];
    const Tensor* known = constant_of(graph_, filter);
    const NodeId loop = known ? ir::kNone : loop_around(filter);
    if (!known && loop == ir::kNone) return;
    const int64_t bytes = packed_bytes(id);
    if (bytes == 0) return;
    const SourceLocation at = graph_.node(id).location;
    const Shape x = graph_.value(graph_.node(id).operands[0]).type.shape, shape = graph_.value(filter).type.shape;
    const ir::Attributes windows = graph_.node(id).attributes, attributes = with_shape(x, windows);
    const ir::TensorType type{DType::uint8, Shape{bytes}};
    NodeId packed = ir::kNone;
    if (known) {
      detail::TensorImpl* const inputs[] = {known->impl()};
      std::vector<Tensor> outputs;
      exec::run_op(ops::def(Op::pack_filter), inputs, attributes, at, outputs);
      packed = make_node(graph_, graph_.body(), Op::constant, {}, {outputs.front()}, type, at);
      constants_.push_back(packed);
    } else {
      const BlockId outside = graph_.node(loop).block;
      packed = make_node(graph_, outside, Op::pack_filter, {filter}, attributes, type, at);
      std::vector<NodeId>& nodes = graph_.block(outside).nodes;
      nodes.insert(std::ranges::find(nodes, loop), packed);
    }
    ir::Node& node = graph_.node(id);
    node.op = &ops::def(Op::conv2d_packed);
    node.operands[1] = graph_.node(packed).results[0];
    node.attributes = with_shape(shape, windows);
    changed_ = true;
  }

  /// Returns the outermost enclosing loop that does not change a value, or kNone.
  NodeId loop_around(ir::ValueId value) const {
    const BlockId home = graph_.value(value).block;
    const auto loop =
        std::ranges::find_if(loops_, [&](NodeId one) { return graph_.encloses(home, graph_.node(one).block); });
    return loop == loops_.end() ? ir::kNone : *loop;
  }

  ir::Graph& graph_;
  std::vector<NodeId> loops_;  // enclosing loops of the current block, up to the nearest arm of a branch
  std::vector<NodeId> constants_;
  bool changed_ = false;
};

}  // namespace

bool pack_filters(ir::Graph& graph) { return Packer(graph).run(); }

}  // namespace ag::passes
