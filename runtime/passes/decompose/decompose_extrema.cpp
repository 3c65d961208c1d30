/// The rule of `decompose` for extrema, and for all and any, of several axes. The result is that of the last axis, and
/// then that of the others, if parts of rows are combined. A loop over whole rows cannot combine these with the
/// operations that compute them. The order of the elements does not matter: a NaN is the result in any case, and no
/// element is -0.0.
///
/// Programs that profit: iterations until the inside of a grid keeps its values: relaxation, diffusion,
/// the shortest paths of a map.
#include <algorithm>

#include "graph/signed_zero.h"
#include "passes/decompose/decompose.h"
#include "tensor/axis.h"

namespace ag::passes {

namespace {

using ir::ValueId;
using ops::Op;

constexpr int kMaxSteps = 12;         // of the walk along producers
constexpr int64_t kShortestRow = 16;  // shorter rows do not fill the lanes of a reduction

/// True if a slice has parts of the rows of an array.
bool is_part_of_rows(const ir::Graph& graph, const ir::Node& node) {
  if (!is(node, ir::OpKind::Index)) return false;
  const Shape &from = graph.value(node.operands[0]).type.shape, &to = graph.value(node.results[0]).type.shape;
  return from.known() && from.size() > 1 && to.size() > 1 && from.back() != to.back();
}

/// True if parts of rows are elements of the value, or it is computed elementwise of such.
bool reads_parts_of_rows(const ir::Graph& graph, ValueId value, int& steps) {
  const ir::NodeId producer = graph.value(value).producer;
  if (producer == ir::kNone || --steps < 0) return false;
  const ir::Node& node = graph.node(producer);
  if (is_part_of_rows(graph, node)) return true;
  return node.op->has(ir::kElementwise) && std::ranges::any_of(node.operands, [&](ValueId operand) {
           return reads_parts_of_rows(graph, operand, steps);
         });
}

/// Returns the axes that a node reduces, from the front. No axes stand for all of them.
std::vector<int64_t> reduced_axes(const ir::Node& node, size_t rank) {
  std::vector<int64_t> axes = std::get<std::vector<int64_t>>(node.attributes[0]);
  if (axes.empty()) {
    for (size_t axis = 0; axis < rank; ++axis) axes.push_back(static_cast<int64_t>(axis));
  }
  for (int64_t& axis : axes) axis = detail::from_front(axis, static_cast<int64_t>(rank));
  return axes;
}

Op op_of(const ir::Node& node) {
  return is(node, Op::max) ? Op::max : is(node, Op::min) ? Op::min : is(node, Op::all) ? Op::all : Op::any;
}

}  // namespace

ValueId decompose_extrema(Parts& parts) {
  const ir::Node& node = parts.node();
  const ValueId operand = node.operands[0];
  const Shape shape = parts.type(0).shape;
  if (!shape.known() || shape.size() < 2 || shape.back() < kShortestRow || shape.element_count() == 0) return ir::kNone;
  std::vector<int64_t> axes = reduced_axes(node, shape.size());
  const auto last = static_cast<int64_t>(shape.size()) - 1;
  if (axes.size() < 2 || std::ranges::count(axes, last) != 1) return ir::kNone;
  int steps = kMaxSteps;
  if (!reads_parts_of_rows(parts.graph(), operand, steps)) return ir::kNone;
  const bool is_extremum = is(node, Op::max) || is(node, Op::min);
  if (is_extremum && !ir::has_no_negative_zero(parts.graph(), operand)) return ir::kNone;
  std::erase(axes, last);
  const bool keeps_axes = std::get<bool>(node.attributes[1]);
  ir::TensorType of_rows = parts.result();
  std::vector<int64_t> dims(shape.begin(), shape.end() - 1);
  if (keeps_axes) dims.push_back(1);
  of_rows.shape = Shape(dims);
  const Op op = op_of(node);
  const ValueId rows = parts.add(op, {operand}, {std::vector{last}, keeps_axes}, of_rows);
  return parts.add(op, {rows}, {axes, keeps_axes}, parts.result());
}

}  // namespace ag::passes
