#include "passes/cost.h"

#include "kernel/scalar_builder.h"
#include "passes/rewrite.h"

namespace ag::passes {

namespace {

constexpr int kMostPrimitives = 6;

/// Counts what a scalar rule does to numbers.
class Counter : public kernel::ScalarBuilder {
 public:
  kernel::Register constant(DType, uint64_t) override { return 0; }
  kernel::Register emit(kernel::Primitive primitive, DType, std::initializer_list<kernel::Register>) override {
    switch (primitive) {
#define AG_MATH_PRIMITIVE(name, operands) case kernel::Primitive::name:
#include "kernel/primitives.def"
      case kernel::Primitive::Divide:
      case kernel::Primitive::Remainder:
      case kernel::Primitive::Sqrt:
        count_ += kMostPrimitives;
        break;
      default:
        break;
    }
    ++count_;
    return 0;
  }
  void check(kernel::Register, ErrorKind, const char*) override {}
  int count() const { return count_; }

 private:
  int count_ = 0;
};

}  // namespace

bool is_cheap(const ir::Graph& graph, const ir::Node& node) {
  if (is(node, ops::Op::full)) return true;
  if (!node.op->has(ir::kElementwise) || !node.op->block->scalar) return false;
  Counter counter;
  const std::vector<kernel::Register> operands(node.operands.size(), 0);
  kernel::ScalarContext context{counter, operands, graph.value(node.operands.back()).type.dtype, node.attributes};
  return node.op->block->scalar(context) != ir::kNotScalar && counter.count() <= kMostPrimitives;
}

}  // namespace ag::passes
