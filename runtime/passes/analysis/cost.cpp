#include "passes/analysis/cost.h"

#include <algorithm>

#include "kernel/scalar/scalar_builder.h"
#include "ops/table.h"

namespace ag::passes {

namespace {

constexpr int kMaxPrimitives = 6;

/// Counts the primitives that a scalar rule emits.
class Counter : public kernel::ScalarBuilder {
 public:
  kernel::Register constant(DType, uint64_t) override { return 0; }
  kernel::Register emit(kernel::Primitive primitive, DType, std::initializer_list<kernel::Register>) override {
    switch (primitive) {
#define AG_MATH_PRIMITIVE(name, operands) case kernel::Primitive::name:
#include "kernel/scalar/primitives.def"
      case kernel::Primitive::Divide:
      case kernel::Primitive::Remainder:
      case kernel::Primitive::Sqrt:
        count_ += kMaxPrimitives;
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

/// Operations that take n steps per element of an n × n matrix.
constexpr ops::Op kDecompositions[] = {
    ops::Op::cholesky,         ops::Op::det, ops::Op::eigh, ops::Op::inv, ops::Op::qr, ops::Op::solve,
    ops::Op::solve_triangular, ops::Op::svd};

constexpr int64_t kUnknown = 64;  // assumed for an unknown extent, and for the trip count of a loop
constexpr int64_t kMax = int64_t{1} << 40;

int64_t times(int64_t a, int64_t b) { return b != 0 && a > kMax / b ? kMax : a * b; }

int64_t elements_of(const ir::Graph& graph, ir::ValueId value) {
  int64_t count = 1;
  const Shape& shape = graph.value(value).type.shape;
  if (!shape.ranked()) return kUnknown;
  for (int64_t extent : shape) count = times(count, extent == unknown ? kUnknown : extent);
  return count;
}

}  // namespace

std::optional<int> primitives_of(const ir::Graph& graph, const ir::Node& node) {
  if (!node.op->has(ir::kElementwise) || !node.op->block->scalar) return {};
  Counter counter;
  const std::vector<kernel::Register> operands(node.operands.size(), 0);
  kernel::ScalarContext context{counter, operands, graph.value(node.operands.back()).type.dtype, node.attributes};
  if (node.op->block->scalar(context) == ir::kNotScalar) return {};
  return counter.count();
}

bool is_cheap(const ir::Graph& graph, const ir::Node& node) {
  if (is(node, ops::Op::full)) return true;
  const std::optional<int> count = primitives_of(graph, node);
  return count && *count <= kMaxPrimitives;
}

size_t compile_cost(const ir::Graph& graph, const ir::Node& node) {
  constexpr int kPrimitives = 8;     // that take the time of a node
  constexpr size_t kCompressed = 8;  // a counting loop, and loops of an extent that it counts
  if (is(node, ops::Op::boolean_mask)) return kCompressed;
  return static_cast<size_t>(std::max(1, primitives_of(graph, node).value_or(1) / kPrimitives));
}

int64_t work_of(const ir::Graph& graph, ir::NodeId id) {
  const ir::Node& node = graph.node(id);
  int64_t work = 0;
  if (!node.blocks.empty()) {
    for (ir::BlockId block : node.blocks) {
      for (ir::NodeId inner : graph.block(block).nodes) work = std::min(work + work_of(graph, inner), kMax);
    }
    return times(work, is(node, ops::Op::while_loop) ? kUnknown : 1);
  }
  if (node.op->has(ir::kView) || node.results.empty()) return 0;
  const int64_t made = elements_of(graph, node.results[0]);
  if (const std::optional<int> count = primitives_of(graph, node)) return times(made, *count);
  int64_t read = 0;
  for (ir::ValueId operand : node.operands) read = std::min(read + elements_of(graph, operand), kMax);
  const bool solves = std::ranges::any_of(kDecompositions, [&](ops::Op op) { return is(node, op); });
  if (!solves && !is(node, ops::Op::matmul)) return std::max(made, read);
  const Shape& left = graph.value(node.operands[0]).type.shape;
  const int64_t terms = left.known() ? left.back() : kUnknown;
  return times(solves ? read : 2 * made, terms);
}

}  // namespace ag::passes
