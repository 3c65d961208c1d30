/// Products of small matrices as statements in the order of kernel/matmul/matmul.h, which are faster than a kernel
/// call.
///
/// Programs that profit: products of small matrices: filters, rotations, small neural networks.
#include <algorithm>
#include <optional>

#include "lower/lowered_values.h"
#include "lower/node_builder.h"
#include "lower/node_lowerings.h"
#include "lower/sums_of_products.h"

namespace ag::codegen {

namespace {

using Kind = StatementKind;

/// One matrix of an operand. `row` and `column` are strides in elements, 0 along a missing axis.
struct Matrix {
  ArrayId array;
  StridedAccess place;
  int64_t row, column;
};

/// Returns the number of leading axes that form the stack of an operand of that rank.
size_t stacked_axes(size_t rank) { return rank > 2 ? rank - 2 : 0; }

/// Emits a product. The terms of each element are unrolled, so the loop over a row of the result is innermost.
class SmallMatmul : LoweringPart {
 public:
  SmallMatmul(LoweringContext& context, ir::NodeId id)
      : LoweringPart(context),
        node_(graph_.node(id)),
        a_(matrix(0)),
        b_(matrix(1)),
        addend_(addend_of(node_.results[0])),
        result_(addend_.node == ir::kNone ? node_.results[0] : graph_.node(addend_.node).results[0]),
        dtype_(analysis_.type(result_).dtype) {}

  void lower() {
    if (addend_.node != ir::kNone) {
      added_ = values().source(addend_.value, node_.location);
      context_.absorb(addend_.node);
    }
    add_stack_axes();
    add_matrix_axes();
    if (is_number(analysis_.type(result_))) {
      values().state(result_).reg = element_of_product();
      return;
    }
    const ArrayId array = values().state(result_).array = builder_.add_array(analysis_.type(result_));
    builder_.add(Kind::Allocate, node_.location).array = array;
    std::vector<LoopRange> loops;
    for (Axis& axis : axes_) {
      axis.index = builder_.add_register(DType::int64);
      loops.push_back({axis.index, axis.extent});
    }
    Block body;
    builder_.inside(body, [&] {
      const Register sum = element_of_product();
      Index place;
      for (const Axis& axis : axes_) place.terms.emplace_back(axis.index, axis.out);
      builder_.store_at(array, place, sum, node_.location);
    });
    builder_.emit_nest(std::move(body), std::move(loops), node_.location);
  }

 private:
  /// A sum or difference with a product as its first or last operand.
  struct Addend {
    ir::NodeId node = ir::kNone;
    ir::ValueId value = ir::kNone;
    bool subtracts = false;
    bool first = false;  // the product is the first operand
  };
  Addend addend_of(ir::ValueId product);

  /// An axis of the result, with the steps of the operands, the result and the addend along it.
  struct Axis {
    int64_t extent, left, right, out, added;
    Register index = kNone;
  };

  const Shape& shape(size_t operand) const { return analysis_.type(node_.operands[operand]).shape; }

  Matrix matrix(size_t operand) {
    const Source from = values().source(node_.operands[operand], node_.location);
    const bool left = operand == 0, vector = from.shape.size() == 1;
    const int64_t step = from.place.strides.back();
    if (vector) return {from.array, from.place, left ? 0 : step, left ? step : 0};
    return {from.array, from.place, from.place.strides[from.shape.size() - 2], step};
  }

  int64_t rows() const { return shape(0).size() > 1 ? shape(0)[shape(0).size() - 2] : 1; }
  int64_t columns() const { return shape(1).size() > 1 ? shape(1).back() : 1; }

  /// Adds the axes of a stack of products.
  void add_stack_axes() {
    const size_t stacked = std::max(stacked_axes(shape(0).size()), stacked_axes(shape(1).size()));
    const auto step = [&](const Matrix& matrix, const Shape& of, size_t axis) -> int64_t {
      const size_t own = stacked_axes(of.size()), missing = stacked - own;
      if (axis < missing || of[axis - missing] == 1) return 0;
      return matrix.place.strides[axis - missing];
    };
    const Shape& to = analysis_.type(result_).shape;
    int64_t out = to.element_count();
    for (size_t axis = 0; axis < stacked; ++axis) {
      out /= to[axis];
      if (to[axis] == 1) continue;
      axes_.push_back({to[axis], step(a_, shape(0), axis), step(b_, shape(1), axis), out, 0});
    }
  }

  /// Adds the rows and columns of one product.
  void add_matrix_axes() {
    const int64_t row_step = added_ ? added_->place.strides[0] : 0,
                  column_step = added_ ? added_->place.strides.back() : 0;
    if (rows() != 1) axes_.push_back({rows(), a_.row, 0, columns(), row_step});
    if (columns() != 1) axes_.push_back({columns(), 0, b_.column, 1, column_step});
  }

  /// Loads the element of an operand that the loops have reached, or another one `offset` elements away.
  Register element(const Matrix& of, int64_t Axis::* stride, int64_t offset) {
    Index place{of.place.offset + offset, of.place.terms};
    for (const Axis& axis : axes_) {
      if (axis.*stride != 0) place.terms.emplace_back(axis.index, axis.*stride);
    }
    return builder_.load_at(of.array, place, node_.location);
  }

  std::pair<Register, Register> factors(int64_t k) {
    const Register x = element(a_, &Axis::left, k * a_.column);
    return {x, element(b_, &Axis::right, k * b_.row)};
  }

  Register added_element() { return element({added_->array, added_->place, 0, 0}, &Axis::added, 0); }

  /// Emits an element of the product, or of its sum with the addend.
  Register element_of_product() {
    const SumsOfProducts of{dtype_, shape(0).back(), rows() * columns(), !options_.fast};
    if (added_ && is_floating(dtype_) && options_.fast && !has_lanes(of)) return sum_from_addend(of.terms);
    const Register sum = sum_of_products(builder_, of, node_.location, [&](int64_t k) { return factors(k); });
    if (!added_) return sum;
    const Register other = added_element();
    const ir::Node& user = graph_.node(addend_.node);
    return NodeBuilder(context_, user).run(addend_.first ? std::vector{sum, other} : std::vector{other, sum});
  }

  /// Emits a sum that starts with the addend, in fast code.
  Register sum_from_addend(int64_t terms) {
    const auto fused = [&](Primitive primitive, Register a, Register b) {
      return builder_.fused(primitive, dtype_, {a, b}, node_.location);
    };
    Register sum = added_element();
    const Primitive next = addend_.subtracts && !addend_.first ? Primitive::Subtract : Primitive::Add;
    for (int64_t k = 0; k < terms; ++k) {
      const auto [x, y] = factors(k);
      const Register term = fused(Primitive::Multiply, x, y);
      const bool turned = addend_.subtracts && addend_.first && k == 0;
      sum = turned ? fused(Primitive::Subtract, term, sum) : fused(next, sum, term);
    }
    return sum;
  }

  const ir::Node& node_;
  const Matrix a_, b_;
  const Addend addend_;
  const ir::ValueId result_;  // of the product, or of its sum with the addend
  const DType dtype_;
  std::optional<Source> added_;
  std::vector<Axis> axes_;  // outermost to innermost
};

}  // namespace

/// Returns the addition or subtraction that takes a product as operand and can be fused with it while its sums are in
/// registers. Fast code starts floating-point sums with the addend: this saves a rounding, and the addend is available
/// before the products.
SmallMatmul::Addend SmallMatmul::addend_of(ir::ValueId product) {
  const ir::NodeId user = analysis_.only_user(product);
  if (user == ir::kNone || is_number(analysis_.type(product)) || analysis_.type(product).shape.size() > 2 ||
      analysis_.class_of(user) != NodeClass::Elementwise)
    return {};
  const ir::Node& node = graph_.node(user);
  const bool subtracts = is(node, ir::OpKind::Subtract);
  if ((!subtracts && !is(node, ir::OpKind::Add)) || !values().same_array(product, node.results[0])) return {};
  const bool first = node.operands[0] == product;
  const ir::ValueId value = node.operands[first ? 1 : 0], base = values().base_of(value);
  const ir::NodeId producer = graph_.value(value).producer;
  // The position of a slice is known only after it has been lowered.
  const bool part = producer != ir::kNone && analysis_.class_of(producer) == NodeClass::Slice;
  const bool made = values().state(base).array != kNone || values().state(base).cluster != kNone;
  if (!values().same_array(product, value) || part || !made) return {};
  return {user, value, subtracts, first};
}

void lower_small_matmul(LoweringContext& context, ir::NodeId id) { SmallMatmul(context, id).lower(); }

}  // namespace ag::codegen
