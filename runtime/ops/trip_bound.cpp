#include "ops/trip_bound.h"

#include <algorithm>

#include "ops/table.h"
#include "tensor/convert.h"

namespace ag::ops {

namespace {

std::optional<int64_t> known_integer(const ir::Graph& graph, ir::ValueId value) {
  const ir::NodeId producer = graph.value(value).producer;
  if (producer == ir::kNone || !is(graph.node(producer), Op::constant)) return std::nullopt;
  const Tensor& tensor = std::get<Tensor>(graph.node(producer).attributes[0]);
  if (!is_integer(tensor.impl()->dtype) || !tensor.impl()->shape.empty()) return std::nullopt;
  return detail::read_scalar(*tensor.impl()).integer;
}

class Finder {
 public:
  Finder(const ir::Graph& graph, ir::NodeId loop)
      : graph_(graph),
        node_(graph.node(loop)),
        test_(graph.block(node_.blocks[0])),
        body_(graph.block(node_.blocks[1])) {}

  std::optional<TripBound> run() const { return of(test_.results.front()); }

 private:
  std::optional<TripBound> of(ir::ValueId condition) const {
    const ir::NodeId producer = graph_.value(condition).producer;
    if (producer == ir::kNone) return std::nullopt;
    const ir::Node& node = graph_.node(producer);
    if (is(node, Op::less)) return of_comparison(node, 0);
    if (is(node, Op::less_equal)) return of_comparison(node, 1);
    if (is(node, Op::logical_and)) return least(of(node.operands[0]), of(node.operands[1]));
    if (is(node, Op::cond)) {  // a && b: the else block yields false
      const auto at = std::ranges::find(node.results, condition) - node.results.begin();
      const auto held = graph_.block(node.blocks[0]).results[static_cast<size_t>(at)];
      const auto otherwise = graph_.block(node.blocks[1]).results[static_cast<size_t>(at)];
      if (is_false(otherwise)) return least(of(node.operands[0]), of(held));
    }
    return std::nullopt;
  }

  bool is_false(ir::ValueId value) const {
    const ir::NodeId producer = graph_.value(value).producer;
    if (producer == ir::kNone || !is(graph_.node(producer), Op::constant)) return false;
    const Tensor& tensor = std::get<Tensor>(graph_.node(producer).attributes[0]);
    return tensor.impl()->dtype == DType::boolean && tensor.impl()->shape.empty() &&
           detail::read_scalar(*tensor.impl()).integer == 0;
  }

  static std::optional<TripBound> least(std::optional<TripBound> a, std::optional<TripBound> b) {
    if (!a && !b) return std::nullopt;
    return TripBound{std::min(a ? a->most : b->most, b ? b->most : a->most), false};
  }

  /// The bound of counter < limit + `more`, where every iteration adds a constant to the counter.
  std::optional<TripBound> of_comparison(const ir::Node& node, int64_t more) const {
    const auto at = std::ranges::find(test_.arguments, node.operands[0]) - test_.arguments.begin();
    if (static_cast<size_t>(at) == test_.arguments.size()) return std::nullopt;
    const auto k = static_cast<size_t>(at);
    const ir::NodeId producer = graph_.value(body_.results[k]).producer;
    if (producer == ir::kNone || !is(graph_.node(producer), Op::add)) return std::nullopt;
    const ir::Node& next = graph_.node(producer);
    const bool first = next.operands[0] == body_.arguments[k];
    if (!first && next.operands[1] != body_.arguments[k]) return std::nullopt;
    const auto step = known_integer(graph_, next.operands[first ? 1 : 0]);
    const auto start = known_integer(graph_, node_.operands[k]), limit = known_integer(graph_, node.operands[1]);
    if (!step || !start || !limit || *step <= 0) return std::nullopt;
    constexpr int64_t kFar = int64_t{1} << 31;  // far from overflow
    if (std::abs(*start) > kFar || std::abs(*limit) > kFar || *step > kFar) return std::nullopt;
    return TripBound{std::max<int64_t>((*limit + more - *start + *step - 1) / *step, 0), true, k, *start, *step};
  }

  const ir::Graph& graph_;
  const ir::Node& node_;
  const ir::Block& test_;
  const ir::Block& body_;
};

}  // namespace

std::optional<TripBound> trip_bound(const ir::Graph& graph, ir::NodeId loop) { return Finder(graph, loop).run(); }

}  // namespace ag::ops
