/// Fuses a matrix product and the loop-carried matrix that it is added to or subtracted from, as in `w = w - rate *
/// matmul(x, g)`, into one in-place update by blocks of rows (GEMM with beta = 1). The product, which is as large as
/// the sum, then needs no array.
///
/// Each step is rounded as before, so the results are equal to the bit. All shapes are known, so no step can fail.
/// Products stay if native code unrolls them, fuses them into the loops that use them, or shares them among threads.
///
/// Programs that profit: loops that update a matrix by products, such as gradient descent on a dense layer, rank-k
/// updates of a covariance, and linear recurrences of a state matrix.
#include <algorithm>
#include <optional>

#include "base/thread_pool.h"
#include "kernel/matmul/matmul_sizes.h"
#include "passes/analysis/node_facts.h"
#include "passes/passes.h"
#include "passes/rewrite.h"

namespace ag::passes {

namespace {

using ir::NodeId;
using ir::ValueId;
using ops::Op;

constexpr int64_t kMinTerms = 8;  // minimum terms per element
constexpr int64_t kMin = 8192;    // minimum terms in total

class Accumulator {
 public:
  Accumulator(ir::Graph& graph, const detail::Machine& machine)
      : graph_(graph), machine_(machine), uses_(count_uses(graph)) {}

  bool run() {
    walk(graph_.body());
    put_first(graph_, constants_);
    return changed_;
  }

 private:
  void walk(ir::BlockId block) {
    for (NodeId id : std::vector(graph_.block(block).nodes)) {
      for (ir::BlockId inner : std::vector(graph_.node(id).blocks)) walk(inner);
      if (is(graph_.node(id), Op::while_loop)) accumulate(graph_.node(id).blocks[1]);
    }
  }

  void accumulate(ir::BlockId body) {
    const ir::Block& block = graph_.block(body);
    for (size_t k = 0; k < block.results.size(); ++k) {
      const NodeId sum = graph_.value(block.results[k]).producer;
      if (sum != ir::kNone && graph_.node(sum).block == body) accumulate(sum, block.arguments[k]);
    }
  }

  /// A product, and the number that scales it (kNone: none).
  struct Scaled {
    NodeId product = ir::kNone;
    ValueId factor = ir::kNone;
  };

  void accumulate(NodeId id, ValueId carried) {
    const bool subtract = is(graph_.node(id), Op::subtract);
    if (!subtract && !is(graph_.node(id), Op::add)) return;
    const std::vector<ValueId> operands = graph_.node(id).operands;
    const bool first = operands[0] == carried;
    if (!first && (subtract || operands[1] != carried)) return;
    const std::optional<Scaled> scaled = scaled_product(operands[first ? 1 : 0], id);
    if (!scaled) return;
    const ir::TensorType type = graph_.value(graph_.node(id).results[0]).type;
    if (!same(graph_.value(carried).type, type) || !fits(scaled->product, type)) return;
    const std::vector<ValueId> factors = graph_.node(scaled->product).operands;
    const ValueId factor = scaled->factor != ir::kNone ? scaled->factor : one(type.dtype, graph_.node(id).location);
    ir::Node& node = graph_.node(id);
    node.op = &ops::def(Op::addmm);
    node.operands = {carried, factor, factors[0], factors[1]};
    node.attributes.clear();
    node.attributes.emplace_back(subtract);
    changed_ = true;
  }

  /// Matches a scaled product whose only user is `user`, in the same block.
  std::optional<Scaled> scaled_product(ValueId value, NodeId user) {
    const auto own = [&](ValueId one) {
      const NodeId producer = graph_.value(one).producer;
      const bool beside = producer != ir::kNone && graph_.node(producer).block == graph_.node(user).block;
      return beside && uses_[static_cast<size_t>(one)] == 1 ? producer : ir::kNone;
    };
    NodeId producer = own(value);
    if (producer == ir::kNone) return std::nullopt;
    Scaled scaled;
    if (is(graph_.node(producer), Op::multiply)) {
      const std::vector<ValueId>& factors = graph_.node(producer).operands;
      const bool first = graph_.value(factors[0]).type.shape == Shape{};
      scaled.factor = factors[first ? 0 : 1];
      const ir::TensorType &number = graph_.value(scaled.factor).type, &all = graph_.value(value).type;
      if (!(number.shape == Shape{}) || number.dtype != all.dtype) return std::nullopt;
      producer = own(factors[first ? 1 : 0]);
    }
    if (producer == ir::kNone || !is(graph_.node(producer), Op::matmul)) return std::nullopt;
    scaled.product = producer;
    return scaled;
  }

  static bool same(const ir::TensorType& a, const ir::TensorType& b) {
    return a.dtype == b.dtype && a.shape == b.shape && a.weak == b.weak;
  }

  /// True if a product is of matrices of that type, and within the limits on sizes.
  bool fits(NodeId product, const ir::TensorType& type) const {
    const ir::Node& node = graph_.node(product);
    if (type.dtype != DType::float32 && type.dtype != DType::float64) return false;
    for (ValueId operand : node.operands) {
      const ir::TensorType& of = graph_.value(operand).type;
      if (of.dtype != type.dtype || !of.shape.known() || of.shape.size() != 2) return false;
    }
    if (!same(graph_.value(node.results[0]).type, type)) return false;
    const int64_t terms = graph_.value(node.operands[0]).type.shape.back();
    const double all = static_cast<double>(type.shape.element_count()) * static_cast<double>(terms);
    const int64_t nanoseconds = kernel::product_nanoseconds(all, static_cast<int64_t>(item_size(type.dtype)), machine_);
    return terms >= kMinTerms && all >= kMin && nanoseconds < detail::worth_sharing(machine_);
  }

  /// Returns the constant 1, a factor that changes no bit.
  ValueId one(DType dtype, SourceLocation location) {
    const ir::Attributes value(1, detail::scalar_tensor(detail::scalar_of(1.0), dtype));
    const NodeId constant =
        make_node(graph_, graph_.body(), Op::constant, {}, value, ir::TensorType{dtype, Shape{}}, location);
    constants_.push_back(constant);
    return graph_.node(constant).results[0];
  }

  ir::Graph& graph_;
  const detail::Machine& machine_;
  const std::vector<int> uses_;
  std::vector<NodeId> constants_;
  bool changed_ = false;
};

}  // namespace

bool fuse_addmm(ir::Graph& graph, const detail::Machine& machine) { return Accumulator(graph, machine).run(); }

}  // namespace ag::passes
