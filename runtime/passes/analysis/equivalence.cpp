#include "passes/analysis/equivalence.h"

#include <algorithm>
#include <bit>

namespace ag::passes {

namespace {

/// True if swapping the two operands of a node leaves every bit of the result unchanged.
bool commutes(const ir::Graph& graph, const ir::Node& node) {
  return node.op->has(ir::kCommutative) && node.operands.size() == 2 &&
         !is_floating(graph.value(node.operands[0]).type.dtype) &&
         graph.value(node.operands[0]).type.dtype == graph.value(node.operands[1]).type.dtype;
}

bool same_operands(const ir::Graph& graph, const ir::Node& a, const ir::Node& b) {
  if (a.operands == b.operands) return true;
  return commutes(graph, a) && b.operands.size() == 2 && a.operands[0] == b.operands[1] &&
         a.operands[1] == b.operands[0];
}

/// A literal also holds the number that it was written as, apart from its elements.
bool same_literals(const ir::Attribute& a, const ir::Attribute& b) {
  const Tensor* x = std::get_if<Tensor>(&a);
  if (!x) return true;
  const detail::TensorImpl &one = *x->impl(), &other = *std::get<Tensor>(b).impl();
  if (one.literal != other.literal) return false;
  return !one.literal || (one.scalar.dtype == other.scalar.dtype && one.scalar.integer == other.scalar.integer);
}

}  // namespace

size_t hash_node(const ir::Graph& graph, const ir::Node& node) {
  size_t seed = std::bit_cast<size_t>(node.op);
  if (commutes(graph, node)) {
    const auto [low, high] = std::minmax(node.operands[0], node.operands[1]);
    seed = mix(mix(seed, static_cast<size_t>(low)), static_cast<size_t>(high));
  } else {
    for (ir::ValueId operand : node.operands) seed = mix(seed, static_cast<size_t>(operand));
  }
  for (const ir::Attribute& attribute : node.attributes) seed = mix(seed, ir::hash(attribute));
  return seed ^ (seed >> 32);
}

bool same_node(const ir::Graph& graph, const ir::Node& a, const ir::Node& b) {
  if (a.op != b.op || a.results.size() != b.results.size() || !same_operands(graph, a, b)) return false;
  for (size_t k = 0; k < a.attributes.size(); ++k) {
    if (!ir::equal(a.attributes[k], b.attributes[k]) || !same_literals(a.attributes[k], b.attributes[k])) return false;
  }
  for (size_t k = 0; k < a.results.size(); ++k) {
    if (graph.value(a.results[k]).type != graph.value(b.results[k]).type) return false;
  }
  return true;
}

}  // namespace ag::passes
