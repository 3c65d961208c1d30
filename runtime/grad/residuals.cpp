#include "grad/residuals.h"

#include <algorithm>
#include <array>

#include "ag/index.h"
#include "base/check.h"
#include "grad/pullback.h"
#include "grad/replay.h"
#include "ops/subscripts/index_spec.h"
#include "ops/trip_bound.h"
#include "tensor/convert.h"
#include "trace/recorder.h"

namespace ag::grad {

namespace {

using ops::Op;

Tensor integer(int64_t value, DType dtype = DType::int64) {
  return detail::scalar_tensor(detail::scalar_of(value), dtype);
}

/// True if recomputing a node costs no more than storing its result.
bool is_light(const ir::Node& node) {
  return is_repeatable(node) && (node.op->has(ir::kElementwise) || node.op->has(ir::kView) || is(node, Op::take) ||
                                 is(node, Op::dim) || is(node, Op::astype));
}

}  // namespace

Frame* Residuals::frame_of(ir::BlockId block) const {
  for (Frame* frame = frame_; frame; frame = frame->outer)
    if (frame->block == block) return frame;
  return nullptr;
}

Tensor Residuals::value(ir::ValueId value) {
  const ir::NodeId producer = graph_.value(value).producer;
  const ir::BlockId block = graph_.value(value).block;
  if (producer != ir::kNone && is(graph_.node(producer), Op::constant))
    return std::get<Tensor>(graph_.node(producer).attributes[0]);
  if (is_open(block)) return trace_.symbol_of(value, tracing::placed(SourceLocation::current()));
  Frame* const own = frame_of(block);
  AG_CHECK(own != nullptr, "a gradient needs a value of a block that it does not go through");
  for (Frame* frame = frame_;; frame = frame->outer) {
    if (const auto found = frame->found.find(value); found != frame->found.end()) return found->second;
    if (frame == own) break;
  }
  Tensor found;
  if (!own->is_loop())
    found = is_collected(*own) ? out_of_loop(value, *own) : this->value(out_of_branch(value, *own));
  else if (changes(value, *own) == Changes::Freely)
    found = out_of_loop(value, *own);
  else
    found = graph_.value(value).producer == ir::kNone ? counted(value, *own) : again(value);
  frame_->found.insert_or_assign(value, found);
  return found;
}

Tensor Residuals::extent(ir::ValueId value, int64_t axis) {
  const ir::BlockId block = graph_.value(value).block;
  if (is_open(block)) return call_op(Op::dim, {this->value(value)}, {axis});
  auto [at, is_new] = extents_.try_emplace({value, axis}, ir::kNone);
  if (is_new) at->second = append(block, Op::dim, {value}, {axis});
  return this->value(at->second);
}

// ---- recomputation ----

Residuals::Changes Residuals::changes(ir::ValueId value, const Frame& loop) {
  const ir::Value& of = graph_.value(value);
  if (of.block != loop.block) return Changes::Never;
  if (const auto known = changes_.find(value); known != changes_.end()) return known->second;
  Changes found = Changes::Freely;
  if (of.producer == ir::kNone) {
    if (is_counter(value, loop)) found = Changes::Counts;
  } else {
    const ir::Node& node = graph_.node(of.producer);
    Changes most = Changes::Never;
    for (ir::ValueId operand : node.operands) most = std::max(most, changes(operand, loop));
    const bool repeatable = most == Changes::Never ? is_repeatable(node) : most == Changes::Counts && is_light(node);
    if (repeatable) found = most;
  }
  changes_.emplace(value, found);
  return found;
}

/// True for an induction variable: an integer to which every iteration adds a loop-invariant number.
bool Residuals::is_counter(ir::ValueId argument, const Frame& frame) const {
  if (!is_integer(graph_.value(argument).type.dtype)) return false;
  const ir::Block& body = graph_.block(frame.block);
  const auto at = static_cast<size_t>(std::ranges::find(body.arguments, argument) - body.arguments.begin());
  const ir::NodeId producer = graph_.value(body.results[at]).producer;
  if (producer == ir::kNone || graph_.value(body.results[at]).block != frame.block) return false;
  const ir::Node& next = graph_.node(producer);
  if (!is(next, Op::add)) return false;
  const ir::ValueId step = next.operands[next.operands[0] == argument ? 1 : 0];
  return (next.operands[0] == argument || next.operands[1] == argument) && step != argument &&
         graph_.value(step).block != frame.block;
}

Tensor Residuals::counted(ir::ValueId argument, const Frame& frame) {
  const ir::Block body = graph_.block(frame.block);
  const auto at = static_cast<size_t>(std::ranges::find(body.arguments, argument) - body.arguments.begin());
  const ir::Node next = graph_.node(graph_.value(body.results[at]).producer);
  const ir::ValueId step = next.operands[next.operands[0] == argument ? 1 : 0];
  const Tensor times = astype(frame.iteration, graph_.value(argument).type.dtype);
  return value(graph_.node(frame.node).operands[at]) + times * value(step);
}

Tensor Residuals::again(ir::ValueId value) {
  const ir::Node node = graph_.node(graph_.value(value).producer);
  std::vector<Tensor> operands;
  for (ir::ValueId operand : node.operands) operands.push_back(this->value(operand));
  std::vector<Tensor> results = tracing::apply(*node.op, operands, node.attributes, node.location);
  for (size_t k = 0; k < results.size(); ++k) frame_->found.insert_or_assign(node.results[k], results[k]);
  return frame_->found.at(value);
}

// ---- values that leave their block ----

ir::ValueId Residuals::append(ir::BlockId block, Op op, std::vector<ir::ValueId> operands, ir::Attributes attributes,
                              ir::NodeId before) {
  std::vector<ir::TensorType> types;
  for (ir::ValueId operand : operands) types.push_back(graph_.value(operand).type);
  const SourceLocation location = tracing::placed(SourceLocation::current());
  const ir::OpDef& def = ops::def(op);
  ir::InferContext infer(def, types, attributes, location);
  def.block->infer(infer);
  const ir::NodeId node =
      graph_.append(block, def, std::move(operands), std::move(attributes), std::move(infer.results()), location);
  if (before != ir::kNone) {
    std::vector<ir::NodeId>& nodes = graph_.block(block).nodes;
    nodes.pop_back();
    nodes.insert(std::ranges::find(nodes, before), node);
  }
  return graph_.node(node).results.front();
}

ir::ValueId Residuals::carry(ir::NodeId loop, ir::ValueId initial, const ir::TensorType& type,
                             const std::function<ir::ValueId(ir::ValueId argument)>& next) {
  const ir::BlockId test = graph_.node(loop).blocks[0], body = graph_.node(loop).blocks[1];
  graph_.add_argument(test, type);
  const ir::ValueId argument = graph_.add_argument(body, type);
  const ir::ValueId result = next(argument);
  graph_.node(loop).operands.push_back(initial);
  graph_.block(body).results.push_back(result);
  return graph_.add_result(loop, type);
}

/// True if the branch is inside of a loop. The value is then stored where it is computed: it does not exist in
/// iterations that take the other arm.
bool Residuals::is_collected(const Frame& branch) const {
  for (const Frame* frame = around(branch); frame; frame = around(*frame))
    if (frame->is_loop()) return true;
  return false;
}

/// Makes the value a result of its branch; the other arms yield an undefined value, which is never read.
ir::ValueId Residuals::out_of_branch(ir::ValueId value, const Frame& frame) {
  auto [at, is_new] = exported_.try_emplace(value, ir::kNone);
  if (!is_new) return at->second;
  const ir::TensorType type{graph_.value(value).type.dtype, graph_.value(value).type.shape};
  for (ir::BlockId block : std::vector(graph_.node(frame.node).blocks)) {
    const ir::ValueId given = block == frame.block ? value : append(block, Op::undefined, {}, {type.dtype, type.shape});
    graph_.block(block).results.push_back(given);
  }
  return exported_[value] = graph_.add_result(frame.node, {type.dtype, type.shape, graph_.value(value).type.weak});
}

Tensor Residuals::trip_count(ir::NodeId loop) {
  auto [at, is_new] = trips_.try_emplace(loop, ir::kNone);
  if (is_new) {
    const SourceLocation location = graph_.node(loop).location;
    const ir::ValueId zero = trace_.value_of(integer(0), location), one = trace_.value_of(integer(1), location);
    const ir::BlockId body = graph_.node(loop).blocks[1];
    const ir::ValueId trip = carry(loop, zero, {DType::int64, Shape()}, [&](ir::ValueId argument) {
      counters_.emplace(loop, argument);
      return append(body, Op::add, {argument, one}, {});
    });
    at = trips_.insert_or_assign(loop, trip).first;
  }
  return value(at->second);
}

/// The maximum number of rows in a list of the values of a block in loops. Nothing if it is unknown, or if the list
/// would be too large to allocate up front; the limit is lower if the number is only a bound.
std::optional<int64_t> Residuals::row_count(ir::ValueId value, std::span<const Frame* const> frames) const {
  constexpr int64_t kMaxBytes = int64_t{1} << 28, kMaxSpareBytes = int64_t{1} << 20;
  const ir::TensorType& type = graph_.value(value).type;
  if (!type.shape.known()) return std::nullopt;
  int64_t rows = 1;
  bool exact = true;
  for (const Frame* frame : frames) {
    if (!frame->is_loop()) {
      exact = false;
      continue;
    }
    const std::optional<ops::TripBound> bound = ops::trip_bound(graph_, frame->node);
    if (!bound || __builtin_mul_overflow(rows, std::max<int64_t>(bound->most, 1), &rows)) return std::nullopt;
    exact = exact && bound->exact;
  }
  int64_t bytes = 0;
  const auto row = type.shape.element_count() * static_cast<int64_t>(item_size(type.dtype));
  if (__builtin_mul_overflow(rows, row, &bytes) || bytes > (exact ? kMaxBytes : kMaxSpareBytes)) return std::nullopt;
  return rows;
}

/// The row-major index of a row, from the iteration numbers of the loops, outermost first.
template <class T, class Add, class Multiply>
static T row_number(const ir::Graph& graph, const std::vector<std::pair<ir::NodeId, T>>& iterations, Add add,
                    Multiply multiply) {
  T number = iterations.front().second;
  for (size_t k = 1; k < iterations.size(); ++k)
    number = add(multiply(number, ops::trip_bound(graph, iterations[k].first)->most), iterations[k].second);
  return number;
}

/// Stores the value of an iteration: in its row of `list`, or appended if the number of rows is unknown.
ir::ValueId Residuals::keep(ir::ValueId value, const std::vector<const Frame*>& frames, ir::ValueId list,
                            bool has_rows) {
  const ir::BlockId block = frames.back()->block;
  if (!has_rows) return append(block, Op::append, {list, value}, {});
  std::vector<std::pair<ir::NodeId, ir::ValueId>> counters;
  for (const Frame* frame : frames)
    if (frame->is_loop()) counters.emplace_back(frame->node, counters_.at(frame->node));
  const ir::ValueId row = row_number(
      graph_, counters, [&](ir::ValueId a, ir::ValueId b) { return append(block, Op::add, {a, b}, {}); },
      [&](ir::ValueId a, int64_t by) {
        return append(block, Op::multiply,
                      {a, trace_.value_of(integer(by), tracing::placed(SourceLocation::current()))}, {});
      });
  ops::IndexItem item;
  item.start_is = ops::IndexItem::Bound::Operand;
  return append(block, Op::index_update, {list, value, row}, ops::encode({item}));
}

/// Makes the loops carry a list of type `type`, to which `innermost` adds an element in every iteration. `frames` are
/// the blocks from the outermost loop inwards; `entering` is called before the last of them.
ir::ValueId Residuals::collect(const std::vector<const Frame*>& frames, size_t level, ir::ValueId list,
                               const ir::TensorType& type, const Keep& innermost,
                               const std::function<void(ir::ValueId list)>& entering) {
  const Frame& frame = *frames[level];
  if (level > 0 && level + 1 == frames.size() && entering) entering(list);
  const auto inside = [&](ir::ValueId so_far) {
    return level + 1 == frames.size() ? innermost(so_far)
                                      : collect(frames, level + 1, so_far, type, innermost, entering);
  };
  if (frame.is_loop()) return carry(frame.node, list, type, inside);
  for (ir::BlockId block : std::vector(graph_.node(frame.node).blocks)) {
    const ir::ValueId given = block == frame.block ? inside(list) : list;
    graph_.block(block).results.push_back(given);
  }
  return graph_.add_result(frame.node, type);
}

const ir::TensorType& Residuals::ranked_type(ir::ValueId value, ir::NodeId loop) const {
  const ir::TensorType& type = graph_.value(value).type;
  if (type.shape.ranked()) return type;
  throw Error(ErrorKind::unimplemented, "the gradient of a loop needs the rank of a value of it, which is not known",
              graph_.node(loop).location, {"give it with an input signature or a reshape"});
}

/// A list without elements, or with uninitialized rows.
ir::ValueId Residuals::new_list(ir::ValueId value, ir::NodeId loop, std::optional<int64_t> rows) {
  const ir::TensorType element = graph_.value(value).type;
  Shape shape = element.shape;
  shape.insert(0, rows.value_or(0));
  if (!rows) return trace_.value_of(detail::allocate(element.dtype, shape), graph_.node(loop).location);
  return append(graph_.node(loop).block, Op::undefined, {}, {element.dtype, shape}, loop);
}

Tensor Residuals::out_of_loop(ir::ValueId value, Frame& frame) {
  std::vector<const Frame*> frames;
  for (const Frame* one = &frame; one; one = around(*one)) frames.insert(frames.begin(), one);
  while (!frames.front()->is_loop()) frames.erase(frames.begin());
  if (!ranked_type(value, frames.front()->node).shape.known()) return out_of_loop_flat(value, frames);
  auto [at, is_new] = collected_.try_emplace(value);
  if (is_new) {
    const std::optional<int64_t> rows = row_count(value, frames);
    ir::TensorType type{graph_.value(value).type.dtype, graph_.value(value).type.shape};
    type.shape.insert(0, rows.value_or(unknown));
    const auto innermost = [&](ir::ValueId so_far) { return keep(value, frames, so_far, rows.has_value()); };
    const auto note_start = [&](ir::ValueId so_far) {
      if (rows || starts_.contains(start_of(value, frame))) return;
      const ir::NodeId node = frame.node;
      starts_.emplace(start_of(value, frame), append(graph_.node(node).block, Op::dim, {so_far}, {int64_t{0}}, node));
    };
    const ir::ValueId first = new_list(value, frames.front()->node, rows);
    const ir::ValueId list = collect(frames, 0, first, type, innermost, note_start);
    at = collected_.insert_or_assign(value, Collected{list, rows.has_value()}).first;
  }
  const Collected collected = at->second;
  const Tensor list = this->value(collected.list);
  Tensor place;
  if (collected.has_rows) {
    std::vector<std::pair<ir::NodeId, Tensor>> iterations;
    for (const Frame* one : frames)
      if (one->is_loop()) iterations.emplace_back(one->node, one->iteration);
    place = row_number(
        graph_, iterations, [](const Tensor& a, const Tensor& b) { return a + b; },
        [](const Tensor& a, int64_t by) { return a * integer(by); });
  } else {
    place = frame.iteration;
    if (const auto start = starts_.find(start_of(value, frame)); start != starts_.end()) {
      const Tensor first = this->value(start->second);
      place = place.defined() ? first + place : first;
    }
  }
  const Index index(place);
  return ag::index(list, std::span(&index, 1));
}

/// Reads a value whose extents may differ between iterations. Its elements are appended to a flat list; the start
/// positions and the extents are numbers, which are collected like other values.
Tensor Residuals::out_of_loop_flat(ir::ValueId value, const std::vector<const Frame*>& frames) {
  const ir::TensorType type = graph_.value(value).type;
  auto [at, is_new] = flat_.try_emplace(value);
  if (is_new) {
    const ir::BlockId block = frames.back()->block;
    Flat flat;
    const auto innermost = [&](ir::ValueId so_far) {
      flat.start = append(block, Op::dim, {so_far}, {int64_t{0}});
      const ir::ValueId elements = append(block, Op::reshape, {value}, {Shape{ShapeArg::kInferred}});
      return append(block, Op::concat, {so_far, elements}, {int64_t{0}});
    };
    const ir::ValueId first =
        trace_.value_of(detail::allocate(type.dtype, Shape{0}), graph_.node(frames.front()->node).location);
    flat.list = collect(frames, 0, first, {type.dtype, Shape{unknown}}, innermost);
    at = flat_.insert_or_assign(value, flat).first;
  }
  const Flat flat = at->second;
  const Tensor list = this->value(flat.list), start = this->value(flat.start);
  Extents extents{type.shape, {}};
  Tensor count = one();
  for (size_t axis = 0; axis < type.shape.size(); ++axis) {
    if (type.shape[axis] == unknown) extents.dims.push_back(extent(value, static_cast<int64_t>(axis)));
    count = count * (type.shape[axis] == unknown ? extents.dims.back() : integer(type.shape[axis]));
  }
  const Index range(slice(start, start + count));
  return reshaped(ag::index(list, std::span(&range, 1)), extents);
}

}  // namespace ag::grad
