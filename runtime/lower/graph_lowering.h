#pragma once
/// Lowers the nodes of a graph in order.
#include "lower/lowering_context.h"

namespace ag::codegen {

class GraphLowering : private LoweringPart {
 public:
  /// `context` has this lowering.
  explicit GraphLowering(LoweringContext& context) : LoweringPart(context) {}

  Program run();
  /// Returns a program with this graph as its only function, before specialize_native_callee.
  Program run_function(const SourceLocation& location);

  void lower_block(ir::BlockId block);
  /// Lowers a node to a call of its kernel.
  void lower_kernel(ir::NodeId node);

 private:
  void lower_node(ir::NodeId node);
  void lower_constant(const ir::Node& node);
  void lower_undefined(const ir::Node& node);
  void lower_scalar(ir::NodeId node);
  void lower_uniform(ir::NodeId node);
  void lower_apply(const ir::Node& node);
};

}  // namespace ag::codegen
