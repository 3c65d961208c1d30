#include "runtime/passes/random_graph.h"

#include <cstring>
#include <limits>

namespace ag::test {

namespace {

using ops::Op;
using Axes = std::vector<int64_t>;

const ir::TensorType kInt{DType::int32, {}}, kBool{DType::boolean, {}}, kFloat{DType::float32, {}};
const ir::TensorType kList{DType::float32, {unknown}};
const ir::TensorType kVector{DType::float32, {4}}, kMatrix{DType::float32, {2, 2}}, kRow{DType::float32, {2}};

}  // namespace

ir::ValueId RandomGraph::pick(const ir::TensorType& wanted) {
  std::vector<ir::ValueId> fitting;
  for (ir::ValueId value : visible_) {
    if (type(value) == wanted) fitting.push_back(value);
  }
  // Late ones more often, so that graphs are deep.
  const int count = static_cast<int>(fitting.size());
  return fitting[static_cast<size_t>(std::max(below(count), below(count)))];
}

ir::TensorType RandomGraph::any_type() {
  const ir::TensorType some[] = {kInt, kInt, kBool, kFloat, kVector, kMatrix, kRow};
  return some[arrays_ && chance(80) ? 4 + below(3) : below(7)];
}

ir::ValueId RandomGraph::add(ir::BlockId block, Op op, std::vector<ir::ValueId> operands, ir::Attributes attributes) {
  const ir::OpDef& def = ops::def(op);
  std::vector<ir::TensorType> types;
  for (ir::ValueId operand : operands) types.push_back(type(operand));
  ir::InferContext infer(def, types, attributes, SourceLocation::current());
  def.block->infer(infer);
  const ir::NodeId node =
      graph_.append(block, def, std::move(operands), std::move(attributes), infer.results(), next_line());
  if (graph_.node(node).results.empty()) return ir::kNone;
  repeatable_.push_back(node);
  visible_.push_back(graph_.node(node).results.front());
  return visible_.back();
}

ir::ValueId RandomGraph::add_constant(ir::BlockId block, const ir::TensorType& wanted) {
  const float floats[] = {
      0.0f, -0.0f, 1.0f, -1.0f, 2.5f, std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity()};
  const int32_t integers[] = {0, 1, -1, 2, 3, std::numeric_limits<int32_t>::min()};
  Tensor value = detail::allocate(wanted.dtype, wanted.shape);
  for (int64_t k = 0; k < wanted.shape.element_count(); ++k) {
    std::byte* element = value.impl()->data() + k * static_cast<int64_t>(item_size(wanted.dtype));
    if (wanted.dtype == DType::float32)
      std::memcpy(element, &floats[k % 2 == 0 ? below(7) : 2], 4);
    else if (wanted.dtype == DType::int32)
      std::memcpy(element, &integers[below(6)], 4);
    else
      *element = static_cast<std::byte>(below(2));
  }
  return add(block, Op::constant, {}, {value});
}

void RandomGraph::add_operation(ir::BlockId block) {
  if (!repeatable_.empty() && chance(15)) {
    const ir::Node node = graph_.node(repeatable_[static_cast<size_t>(below(static_cast<int>(repeatable_.size())))]);
    for (size_t op = 0; op < static_cast<size_t>(Op::count_); ++op) {
      if (node.op == &ops::def(static_cast<Op>(op))) add(block, static_cast<Op>(op), node.operands, node.attributes);
    }
    return;
  }
  const ir::TensorType wanted = any_type();
  if (chance(25)) {
    add_constant(block, wanted);
    return;
  }
  const Op arithmetic[] = {Op::add, Op::subtract, Op::multiply, Op::minimum, Op::maximum, Op::divide};
  const Op comparisons[] = {Op::less, Op::equal, Op::greater_equal, Op::not_equal};
  const Op logic[] = {Op::logical_and, Op::logical_or, Op::logical_xor};
  const Op unary[] = {Op::negative, Op::abs, Op::square, Op::sign, Op::relu, Op::floor};
  const int kind = below(10);
  if (wanted == kBool) {
    const ir::TensorType compared = chance(50) ? kInt : kFloat;
    if (kind < 3)
      add(block, comparisons[below(4)], {pick(compared), pick(compared)});
    else if (kind < 7)
      add(block, logic[below(3)], {pick(kBool), pick(kBool)});
    else if (kind < 9)
      add(block, Op::logical_not, {pick(kBool)});
    else
      add(block, Op::astype, {pick(kInt)}, {DType::boolean});
  } else if (kind < 5) {
    const bool is_array = wanted == kVector || wanted == kMatrix;
    const ir::TensorType other = !is_array || chance(70) ? wanted : wanted == kVector ? kFloat : kRow;
    add(block, arithmetic[below(wanted == kInt && (!divides_ || chance(80)) ? 5 : 6)], {pick(wanted), pick(other)});
  } else if (kind < 7) {
    const bool rows = !wanted.shape.empty() && chance(20);
    if (rows)
      add(block, chance(50) ? Op::softmax : Op::log_softmax, {pick(wanted)}, {int64_t{below(2) - 1}});
    else
      add(block, unary[below(6)], {pick(wanted)});
  } else if (kind < 8) {
    if (!wanted.shape.empty() && chance(50))
      add_arranged(block, wanted);
    else
      add(block, Op::where, {pick(kBool), pick(wanted), pick(wanted)});
  } else if (wanted == kInt) {
    add(block, Op::astype, {pick(kBool)}, {DType::int32});
  } else {
    add_of_array(block, wanted);
  }
}

/// What is made of elements of other arrays, and what pools and masks give.
void RandomGraph::add_arranged(ir::BlockId block, const ir::TensorType& wanted) {
  const int kind = below(5);
  if (kind == 0) {
    const ir::ValueId mask = add(block, Op::less, {pick(wanted), pick(chance(50) ? wanted : kFloat)});
    add(block, Op::mask_update, {pick(wanted), mask, pick(kFloat)}, {int64_t{0}});
  } else if (wanted == kVector && kind == 1) {
    add(block, Op::pad, {pick(kRow), pick(kFloat)}, {Axes{1}, Axes{1}});
  } else if (wanted == kVector && kind == 2) {
    add(block, Op::repeat, {pick(kRow)}, {int64_t{2}, int64_t{0}});
  } else if (kind == 3) {
    add(block, Op::tile, {pick(kRow)}, {wanted == kRow ? Axes{1} : wanted == kVector ? Axes{2} : Axes{2, 1}});
  } else {
    const ir::ValueId images = add(block, Op::reshape, {pick(kVector)}, {Shape{1, 2, 2, 1}});
    const Axes window{1 + below(2), 2}, strides{1, 1}, padding{0, 0, 0, 0};
    const ir::ValueId pooled =
        add(block, chance(50) ? Op::max_pool2d : Op::avg_pool2d, {images}, {window, strides, true, padding});
    add(block, Op::reshape, {pooled}, {kVector.shape});
  }
}

/// The sum of a slice, of which only the run knows how many elements it has.
void RandomGraph::add_sum_of_slice(ir::BlockId block, std::pair<ir::ValueId, ir::ValueId> bounds,
                                   ir::Attributes subscript) {
  const ir::ValueId slice = add(block, Op::index, {pick(kVector), bounds.first, bounds.second}, std::move(subscript));
  add(block, Op::sum, {slice}, {std::vector<int64_t>{}, false});
}

void RandomGraph::add_updated_slice(ir::BlockId block, std::pair<ir::ValueId, ir::ValueId> bounds,
                                    ir::Attributes subscript) {
  add(block, Op::index_update, {pick(kVector), pick(kFloat), bounds.first, bounds.second}, std::move(subscript));
}

/// A view, a reduction, or an array with a part replaced.
void RandomGraph::add_of_array(ir::BlockId block, const ir::TensorType& wanted) {
  const Op folds[] = {Op::sum, Op::mean, Op::max, Op::min, Op::logsumexp};
  const Axes some_axis{below(2)};
  // As x[i] and x[i] = v with an i that is in range: 0 or 1.
  auto subscript = [&](int64_t kind, int64_t start) {
    return ir::Attributes{Axes{kind}, Axes{start}, Axes{0}, Axes{1}};
  };
  auto place = [&] { return add(block, Op::astype, {pick(kBool)}, {DType::int32}); };
  constexpr int64_t kKnown = 0, kOperand = 20, kBetween = 221;
  // Two bounds that are so far apart, and may be outside of the array, or wrap around.
  auto bounds = [&] {
    ir::ValueId start = pick(kInt);
    const ir::ValueId limit = add_constant(block, kInt);
    if (chance(80)) start = add(block, Op::maximum, {start, add_constant(block, kInt)});
    if (chance(80)) start = chance(50) ? add(block, Op::minimum, {start, limit}) : place();
    return std::pair(start, add(block, Op::add, {start, add_constant(block, kInt)}));
  };
  const int kind = below(4);
  if (wanted == kFloat) {
    if (kind == 0)
      add(block, Op::astype, {pick(kInt)}, {DType::float32});
    else if (kind == 1)
      add(block, Op::index, {pick(kVector), place()}, subscript(kOperand, 0));
    else if (kind == 2)
      add_sum_of_slice(block, bounds(), subscript(kBetween, 0));
    else
      add(block, folds[below(5)], {pick(chance(50) ? kVector : kMatrix)}, {Axes{}, false});
  } else if (wanted == kVector) {
    if (kind == 0)
      add(block, Op::index_update, {pick(kVector), pick(kFloat), place()}, subscript(kOperand, 0));
    else if (kind == 1)
      add(block, Op::flip, {pick(kVector)}, {Axes{0}});
    else if (kind == 2)
      add_updated_slice(block, bounds(), subscript(kBetween, 0));
    else
      add(block, Op::reshape, {pick(kMatrix)}, {Shape{4}});
  } else if (wanted == kMatrix) {
    if (kind == 0)
      add(block, Op::index_update, {pick(kMatrix), pick(chance(50) ? kRow : kFloat), place()}, subscript(kOperand, 0));
    else if (kind == 1)
      add(block, Op::flip, {pick(kMatrix)}, {some_axis});
    else if (kind == 2)
      add(block, Op::permute_dims, {pick(kMatrix)}, {Axes{1, 0}});
    else
      add(block, Op::reshape, {pick(kVector)}, {Shape{2, 2}});
  } else if (kind == 0) {
    add(block, Op::index, {pick(kMatrix), place()}, subscript(kOperand, 0));
  } else if (kind == 1) {
    add(block, Op::index, {pick(kMatrix)}, subscript(kKnown, below(2)));
  } else {
    add(block, folds[below(5)], {pick(kMatrix)}, {some_axis, false});
  }
}

void RandomGraph::add_effect(ir::BlockId block) {
  if (chance(80)) {
    add(block, Op::print, {pick(any_type())}, {std::vector<std::string>{"=" + std::to_string(line_ + 1), ""}});
  } else {
    add(block, Op::check, {pick(kBool), pick(kInt)}, {std::vector<std::string>{"=failed", ""}});
  }
}

std::vector<ir::TensorType> RandomGraph::some_types() {
  std::vector<ir::TensorType> types;
  for (int count = below(4); count > 0; --count) types.push_back(any_type());
  return types;
}

void RandomGraph::add_branches(ir::BlockId block, int depth) {
  const bool two = chance(80);
  const ir::ValueId predicate = two ? pick(kBool) : add(block, Op::astype, {pick(kBool)}, {DType::int32});
  std::vector<ir::TensorType> types = some_types();
  std::vector<ir::BlockId> arms;
  for (int arm = 0; arm < 2; ++arm) {
    const ir::BlockId inner = graph_.add_block(block);
    const size_t values = visible_.size(), nodes = repeatable_.size();
    if (chance(70)) fill(inner, depth + 1);
    for (const ir::TensorType& of : types) graph_.block(inner).results.push_back(pick(of));
    visible_.resize(values);
    repeatable_.resize(nodes);
    arms.push_back(inner);
  }
  const ir::NodeId node =
      graph_.append(block, ops::def(two ? Op::cond : Op::switch_case), {predicate}, {}, types, next_line(), arms);
  for (ir::ValueId result : graph_.node(node).results) visible_.push_back(result);
}

/// The first carry counts up to a small bound.
void RandomGraph::add_loop(ir::BlockId block, int depth) {
  std::vector<ir::TensorType> types = some_types();
  types.insert(types.begin(), kInt);
  // The last one may be a list, which most bodies append to.
  const size_t list = chance(30) ? types.size() : 0;
  if (list != 0) types.push_back(kList);
  Tensor zero = detail::allocate(DType::int32, {}), one = detail::allocate(DType::int32, {}), end = one;
  const int32_t start = 0, step = 1, stop = below(4);
  end = detail::allocate(DType::int32, {});
  std::memcpy(zero.impl()->data(), &start, 4);
  std::memcpy(one.impl()->data(), &step, 4);
  std::memcpy(end.impl()->data(), &stop, 4);
  const ir::ValueId by = add(block, Op::constant, {}, {one});
  const ir::ValueId bound = add(block, Op::constant, {}, {end});
  const ir::ValueId limit = chance(50) ? bound : add(block, Op::minimum, {pick(kInt), bound});
  std::vector<ir::ValueId> initial{add(block, Op::constant, {}, {zero})};
  for (size_t k = 1; k < types.size(); ++k) {
    const bool empty = k == list && chance(70);
    initial.push_back(empty       ? add(block, Op::constant, {}, {detail::allocate(DType::float32, {0})})
                      : k == list ? pick(kVector)
                                  : pick(types[k]));
  }
  std::vector<ir::BlockId> blocks;
  for (int part = 0; part < 2; ++part) {
    const ir::BlockId inner = graph_.add_block(block);
    const size_t values = visible_.size(), nodes = repeatable_.size();
    for (const ir::TensorType& of : types) visible_.push_back(graph_.add_argument(inner, of));
    const ir::ValueId counter = graph_.block(inner).arguments.front();
    if (part == 0) {
      if (chance(30)) fill(inner, 3);
      ir::ValueId verdict = add(inner, Op::less, {counter, limit});
      if (chance(30)) verdict = add(inner, Op::logical_and, {verdict, pick(kBool)});
      graph_.block(inner).results = {verdict};
    } else {
      if (chance(85)) fill(inner, depth + 1);
      std::vector<ir::ValueId> next{add(inner, Op::add, {counter, by})};
      for (size_t k = 1; k < types.size(); ++k) {
        const ir::ValueId argument = graph_.block(inner).arguments[k];
        if (k == list) {
          ir::ValueId longer = argument;
          for (int times = below(3); times > 0; --times) longer = add(inner, Op::append, {longer, pick(kFloat)});
          if (chance(15)) longer = add(inner, Op::append, {longer, add(inner, Op::sum, {longer}, {Axes{0}, false})});
          next.push_back(longer);
          continue;
        }
        // Some only count, by constants or not.
        const bool counts = types[k] == kInt && chance(40);
        next.push_back(counts
                           ? add(inner, chance(50) ? Op::add : Op::subtract, {argument, chance(70) ? by : pick(kInt)})
                       : chance(25) ? argument
                                    : pick(types[k]));
        if (k > 1 && types[k] == types[k - 1] && chance(30)) next.back() = next[k - 1];
      }
      graph_.block(inner).results = next;
    }
    visible_.resize(values);
    repeatable_.resize(nodes);
    blocks.push_back(inner);
  }
  for (size_t k = 2; k < types.size(); ++k) {
    if (types[k] == types[k - 1] && chance(40)) initial[k] = initial[k - 1];
  }
  const ir::NodeId node = graph_.append(block, ops::def(Op::while_loop), initial, {}, types, next_line(), blocks);
  for (ir::ValueId result : graph_.node(node).results) visible_.push_back(result);
  if (list == 0) return;
  const ir::ValueId all = visible_.back();
  add(block, Op::sum, {all}, {Axes{0}, false});
  if (chance(50)) add(block, Op::astype, {add(block, Op::dim, {all}, {int64_t{0}})}, {DType::int32});
}

/// A loop that reads another element of a vector in each iteration.
void RandomGraph::add_taps(ir::BlockId block) {
  const auto integer = [&](int32_t value) {
    const Tensor number = detail::allocate(DType::int32, {});
    std::memcpy(number.impl()->data(), &value, 4);
    return add(block, Op::constant, {}, {number});
  };
  const ir::ValueId by = integer(1), limit = integer(1 + below(4)), taps = pick(kVector);
  const std::vector<ir::ValueId> initial{integer(below(2)), pick(kVector)};
  const ir::BlockId test = graph_.add_block(block), body = graph_.add_block(block);
  const size_t values = visible_.size(), nodes = repeatable_.size();
  for (const ir::TensorType& of : {kInt, kVector}) graph_.add_argument(test, of), graph_.add_argument(body, of);
  graph_.block(test).results = {add(test, Op::less, {graph_.block(test).arguments[0], limit})};
  const ir::ValueId counter = graph_.block(body).arguments[0], sum = graph_.block(body).arguments[1];
  const ir::ValueId tap = add(body, Op::index, {taps, counter}, {Axes{20}, Axes{0}, Axes{0}, Axes{1}});
  const ir::ValueId scaled = add(body, Op::multiply, {chance(50) ? sum : pick(kVector), tap});
  const ir::ValueId next = add(body, Op::add, {counter, by});
  graph_.block(body).results = {next, add(body, Op::add, {sum, scaled})};
  visible_.resize(values);
  repeatable_.resize(nodes);
  const ir::NodeId node =
      graph_.append(block, ops::def(Op::while_loop), initial, {}, {kInt, kVector}, next_line(), {test, body});
  for (ir::ValueId result : graph_.node(node).results) visible_.push_back(result);
}

void RandomGraph::fill(ir::BlockId block, int depth) {
  for (int count = (arrays_ ? 8 : 2) + below(8); count > 0; --count) {
    const int kind = below(arrays_ ? 60 : 20);
    if (kind < 2)
      add_effect(block);
    else if (kind < 4 && depth < 3)
      add_branches(block, depth);
    else if (kind < 6 && depth < 3)
      add_loop(block, depth);
    else if (kind == 6)
      add_taps(block);
    else
      add_operation(block);
  }
}

ir::Graph RandomGraph::generate() {
  const ir::BlockId body = graph_.body();
  for (const ir::TensorType& of : {kInt, kInt, kBool, kFloat, kVector}) {
    visible_.push_back(graph_.add_argument(body, of));
  }
  const ir::ValueId matrix = add(body, Op::reshape, {pick(kVector)}, {Shape{2, 2}});
  add(body, Op::sum, {matrix}, {std::vector<int64_t>{0}, false});
  fill(body, 0);
  fill(body, 0);
  for (int count = (arrays_ ? 6 : 1) + below(4); count > 0; --count)
    graph_.block(body).results.push_back(pick(any_type()));
  return std::move(graph_);
}

}  // namespace ag::test
