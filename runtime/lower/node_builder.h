#pragma once
/// Emission of the scalar rules of operations.
#include <vector>

#include "kernel/scalar/scalar_builder.h"
#include "lower/lowering_context.h"

namespace ag::codegen {

/// Emits the primitives of a node's scalar rule.
class NodeBuilder : public kernel::ScalarBuilder {
 public:
  NodeBuilder(LoweringContext& context, const ir::Node& node) : context_(context), node_(node) {}
  Register constant(DType dtype, uint64_t bits) override {
    return context_.builder().constant(dtype, bits, node_.location);
  }
  Register emit(Primitive primitive, DType dtype, std::initializer_list<Register> operands) override {
    return context_.builder().let(primitive, dtype, operands, node_.location);
  }
  void check(Register condition, ErrorKind kind, const char* message) override;
  bool is_fast() const override { return context_.options().fast; }
  /// Returns the result of the node for these operands.
  Register run(const std::vector<Register>& operands);

 private:
  LoweringContext& context_;
  const ir::Node& node_;
};

}  // namespace ag::codegen
