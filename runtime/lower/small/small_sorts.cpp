/// Sorts short rows: a loop over the rows, with a sorting network of selects for each. For the first few elements of a
/// longer row (top_k), the row's start is kept sorted in registers, and one pass inserts the other elements.
///
/// Programs that profit: sorts of short rows and the first few elements of longer ones: medians of windows, beam
/// search, nearest neighbours.
#include <string_view>

#include "lower/lowered_values.h"
#include "lower/nests/nest_strides.h"
#include "lower/node_lowerings.h"
#include "tensor/axis.h"

namespace ag::codegen {

namespace {

size_t axis_of(const ir::Node& node, const Shape& shape) {
  const size_t attribute = is(node, ir::OpKind::TopK) ? 1 : 0;
  const int64_t axis = std::get<int64_t>(node.attributes[attribute]);
  return detail::axis_of(axis, shape);
}

/// For longer rows the kernel is faster, since it compares elements in vectors.
constexpr int64_t kMaxPassedLength = 64, kMaxKept = 4;

class SortLowering : LoweringPart {
 public:
  explicit SortLowering(LoweringContext& context) : LoweringPart(context) {}

  void lower(ir::NodeId id);

 private:
  struct OrderedRow {
    DType dtype;
    bool descending;
    std::vector<Register> elements;
    std::vector<Register> places;  // int32; empty if the indices are not needed
  };
  void put_in_order(OrderedRow& row, SourceLocation at);
  template <class ElementAt>
  void pass_by(OrderedRow& row, int64_t first, int64_t end, SourceLocation at, ElementAt element_at);
  Register stands_before(Register a, Register b, DType dtype, bool descending, SourceLocation location);
};

}  // namespace

bool orders_short_rows(const ir::Graph& graph, const ir::Node& node) {
  const ir::TensorType& operand = graph.value(node.operands[0]).type;
  const bool half = is_floating(operand.dtype) && item_size(operand.dtype) == 2;
  if (!operand.shape.known() || operand.shape.empty() || half || operand.dtype == DType::boolean) return false;
  for (const ir::ValueId result : node.results) {
    if (!graph.value(result).type.shape.known() || graph.value(result).type.shape.element_count() == 0) return false;
  }
  const int64_t length = operand.shape[axis_of(node, operand.shape)];
  return length <= kShortRow || (is(node, ir::OpKind::TopK) && length <= kMaxPassedLength &&
                                 std::get<int64_t>(node.attributes[0]) <= kMaxKept);
}

/// Emits the test that `a` precedes `b` in the order of kernel/reduce/order.h.
Register SortLowering::stands_before(Register a, Register b, DType dtype, bool descending, SourceLocation location) {
  if (!is_floating(dtype)) {
    return builder_.let(descending ? Primitive::Greater : Primitive::Less, dtype, {a, b}, location);
  }
  // The negated comparison is true if either operand is a NaN. A number precedes a NaN, and a NaN precedes nothing.
  const Primitive behind = descending ? Primitive::LessEqual : Primitive::GreaterEqual;
  const Register is_before =
      builder_.let(Primitive::Not, DType::boolean, {builder_.let(behind, dtype, {a, b}, location)}, location);
  const Register is_number = builder_.let(Primitive::Equal, dtype, {a, a}, location);
  return builder_.let(Primitive::And, DType::boolean, {is_before, is_number}, location);
}

/// Sorts by odd-even transposition: adjacent elements out of order are swapped by selects, at even and odd positions in
/// turn. The sort is stable.
void SortLowering::put_in_order(OrderedRow& row, SourceLocation at) {
  const auto exchange = [&](std::vector<Register>& of, size_t k, Register wrong, DType dtype) {
    const Register before = of[k], after = of[k + 1];
    of[k] = builder_.let(Primitive::Select, dtype, {wrong, after, before}, at);
    of[k + 1] = builder_.let(Primitive::Select, dtype, {wrong, before, after}, at);
  };
  for (size_t round = 0; round < row.elements.size(); ++round) {
    for (size_t k = round % 2; k + 1 < row.elements.size(); k += 2) {
      const Register wrong = stands_before(row.elements[k + 1], row.elements[k], row.dtype, row.descending, at);
      exchange(row.elements, k, wrong, row.dtype);
      if (!row.places.empty()) exchange(row.places, k, wrong, DType::int32);
    }
  }
}

/// Passes the elements from `first` to `end` by the sorted row. An element that precedes the last one of the row is
/// inserted.
template <class ElementAt>
void SortLowering::pass_by(OrderedRow& row, int64_t first, int64_t end, SourceLocation at, ElementAt element_at) {
  const auto make_variables = [&](std::vector<Register>& of, DType dtype) {
    for (Register& one : of) {
      const Register variable = builder_.add_register(dtype, true);
      builder_.set(variable, one, at);
      one = variable;
    }
  };
  const auto values_of = [&](const std::vector<Register>& variables, DType dtype) {
    std::vector<Register> values;
    for (Register one : variables) values.push_back(builder_.let(Primitive::Copy, dtype, {one}, at));
    return values;
  };
  make_variables(row.elements, row.dtype);
  make_variables(row.places, DType::int32);
  const Register next = builder_.add_register(DType::int64, true), one = builder_.integer(1, DType::int64, at),
                 length = builder_.integer(end, DType::int64, at);
  builder_.set(next, builder_.integer(first, DType::int64, at), at);

  std::vector<Block> rounds(2);
  Register goes_on = kNone;
  builder_.inside(rounds[0], [&] {
    goes_on = builder_.let(Primitive::Less, DType::int64,
                           {builder_.let(Primitive::Copy, DType::int64, {next}, at), length}, at);
  });
  builder_.inside(rounds[1], [&] {
    const Register place = builder_.let(Primitive::Copy, DType::int64, {next}, at), element = element_at(place);
    const std::vector<Register> kept = values_of(row.elements, row.dtype);
    const size_t count = kept.size();
    std::vector<Register> passes(count, kNone);  // the element precedes kept[k]
    passes.back() = stands_before(element, kept.back(), row.dtype, row.descending, at);
    std::vector<Block> arms(2);
    builder_.inside(arms[0], [&] {
      for (size_t k = 0; k + 1 < count; ++k) passes[k] = stands_before(element, kept[k], row.dtype, row.descending, at);
      const auto insert = [&](const std::vector<Register>& into, const std::vector<Register>& before, Register added,
                              DType dtype) {
        for (size_t k = count; k-- > 0;) {
          Register value =
              k + 1 == count ? added : builder_.let(Primitive::Select, dtype, {passes[k], added, before[k]}, at);
          if (k > 0) value = builder_.let(Primitive::Select, dtype, {passes[k - 1], before[k - 1], value}, at);
          builder_.set(into[k], value, at);
        }
      };
      insert(row.elements, kept, element, row.dtype);
      if (row.places.empty()) return;
      const Register narrow = builder_.let(Primitive::Convert, DType::int32, {place}, at);
      insert(row.places, values_of(row.places, DType::int32), narrow, DType::int32);
    });
    Statement& choice = builder_.add(StatementKind::If, at);
    choice.operands = {passes.back()};
    choice.blocks = std::move(arms);
    builder_.set(next, builder_.let(Primitive::Add, DType::int64, {place, one}, at), at);
  });
  Statement& statement = builder_.add(StatementKind::While, at);
  statement.operands = {goes_on};
  statement.blocks = std::move(rounds);
  statement.bits = program_.loops.size();
  program_.loops.push_back({at, false});
  row.elements = values_of(row.elements, row.dtype);
  row.places = values_of(row.places, DType::int32);
}

void SortLowering::lower(ir::NodeId id) {
  const ir::Node& node = graph_.node(id);
  const SourceLocation at = node.location;
  const bool takes_first = is(node, ir::OpKind::TopK), only_places = is(node, ir::OpKind::Argsort);
  const bool descending = takes_first || std::get<bool>(node.attributes[1]);
  const Source from = values().source(node.operands[0], at);
  const DType dtype = analysis_.type(node.operands[0]).dtype;
  const size_t axis = axis_of(node, from.shape);
  // The results that hold elements and indices, as far as they are used.
  const auto if_needed = [&](ir::ValueId result) { return analysis_.uses(result) > 0 ? result : ir::kNone; };
  const ir::ValueId elements = only_places ? ir::kNone : if_needed(node.results[0]);
  const ir::ValueId places = takes_first ? if_needed(node.results[1]) : only_places ? node.results[0] : ir::kNone;
  for (const ir::ValueId result : {elements, places}) {
    if (result == ir::kNone) continue;
    values().state(result).array = builder_.add_array(analysis_.type(result));
    builder_.add(StatementKind::Allocate, at).array = values().state(result).array;
  }
  const Shape& shape = analysis_.type(node.results[0]).shape;
  const Strides strides = row_major(shape);
  Index read{from.place.offset, from.place.terms}, write;
  const auto order_row = [&] {
    OrderedRow row{dtype, descending, {}, {}};
    const int64_t length = from.shape[axis], step = from.place.strides[axis];
    const int64_t count = length <= kShortRow ? length : shape[axis];
    for (int64_t k = 0; k < count; ++k) {
      Index index = read;
      index.offset += k * step;
      row.elements.push_back(builder_.load_at(from.array, index, at));
      if (places != ir::kNone) row.places.push_back(builder_.constant(DType::int32, static_cast<uint64_t>(k), at));
    }
    put_in_order(row, at);
    if (count < length) {
      pass_by(row, count, length, at, [&](Register k) {
        Index index = read;
        index.terms.emplace_back(k, step);
        return builder_.load_at(from.array, index, at);
      });
    }
    for (int64_t k = 0; k < shape[axis]; ++k) {
      Index index = write;
      index.offset += k * strides[axis];
      const auto number = static_cast<size_t>(k);
      if (elements != ir::kNone) builder_.store_at(values().state(elements).array, index, row.elements[number], at);
      if (places == ir::kNone) continue;
      builder_.store_at(values().state(places).array, index,
                        builder_.let(Primitive::Convert, DType::int64, {row.places[number]}, at), at);
    }
  };
  const auto from_axis = [&](auto&& self, size_t k) -> void {
    if (k == shape.size()) return order_row();
    if (k == axis || shape[k] == 1) return self(self, k + 1);
    builder_.loop(shape[k], at, [&](Register index) {
      read.terms.emplace_back(index, from.place.strides[k]);
      write.terms.emplace_back(index, strides[k]);
      self(self, k + 1);
    });
  };
  from_axis(from_axis, 0);
}

void lower_sort(LoweringContext& context, ir::NodeId id) { SortLowering(context).lower(id); }

}  // namespace ag::codegen
