/// Lowers the product of a vector and a matrix whose extents are known only when the program runs. The extents decide
/// on the order of operations (kernel/matmul/matmul.h): loops compute the sums in sequence, and a kernel the few short
/// rows of other orders.
///
/// Programs that profit: loops over rows of triangular matrices: inverses, forward eliminations, orthogonalizations.
#include "kernel/matmul/matmul.h"
#include "lower/bounded/extent_registers.h"
#include "lower/lowered_values.h"
#include "lower/nests/nest_strides.h"
#include "lower/node_lowerings.h"

namespace ag::codegen {

namespace {

using Kind = StatementKind;

// Sums of fewer terms, and those of rows with more elements, are computed in sequence, except for 3 and 4 terms.
constexpr int64_t kMinTerms = 16, kFewElements = 16;
static_assert(kernel::order_of(1, kFewElements + 1, 1 << 20) == kernel::Order::Chain);
static_assert(kernel::order_of(1, 2, kMinTerms - 1) == kernel::Order::Chain);
static_assert(kernel::first_terms(2) == 2 && kernel::first_terms(3) == 2 && kernel::first_terms(4) == 2 &&
              kernel::first_terms(5) == 5);

class RowProductLowering : LoweringPart {
 public:
  explicit RowProductLowering(LoweringContext& context) : LoweringPart(context) {}

  void lower(ir::NodeId id);

 private:
  Register is_chain(Register terms, Register elements, SourceLocation at);
  void add_up_rows(const Source& a, const Source& b, LoopRange terms, LoopRange elements, ArrayId array,
                   SourceLocation at);
};

}  // namespace

/// Returns whether each element is one sum in the order of the terms.
Register RowProductLowering::is_chain(Register terms, Register elements, SourceLocation at) {
  const auto compare = [&](Primitive primitive, Register a, int64_t b) {
    return builder_.let(primitive, DType::int64, {a, builder_.integer(b, DType::int64, at)}, at);
  };
  const auto both = [&](Primitive primitive, Register a, Register b) {
    return builder_.let(primitive, DType::boolean, {a, b}, at);
  };
  const Register in_sequence = both(Primitive::Or, compare(Primitive::Less, terms, kMinTerms),
                                    compare(Primitive::Greater, elements, kFewElements));
  const Register whole =
      both(Primitive::And, compare(Primitive::NotEqual, terms, 3), compare(Primitive::NotEqual, terms, 4));
  return both(Primitive::And, in_sequence, whole);
}

void RowProductLowering::lower(ir::NodeId id) {
  const ir::Node& node = graph_.node(id);
  const SourceLocation at = node.location;
  const ir::ValueId vector = node.operands[0], matrix = node.operands[1], result = node.results[0];
  const auto count_of = [&](ir::ValueId value, size_t axis) {
    const AxisExtents& by_axis = analysis_.extents(value);
    return is_counted(by_axis, axis) ? extents().range_of(by_axis[axis], at).count : kNone;
  };
  const Source a = values().source(vector, at), b = values().source(matrix, at);
  const Register terms = count_of(vector, 0), others = count_of(matrix, 0), elements = count_of(matrix, 1);
  if (terms != others) extents().check_in_kernel(node, extents().fits_extent(terms, others, false, at));
  const ArrayId array = builder_.add_array(analysis_.type(result));
  builder_.add(Kind::Allocate, at).array = array;
  const auto number_of = [&](Register count, int64_t extent) {
    return count == kNone ? builder_.integer(extent, DType::int64, at) : count;
  };
  const Register chain = is_chain(number_of(terms, a.shape[0]), number_of(elements, b.shape[1]), at);
  std::vector<Block> arms(2);
  builder_.inside(arms[0],
                  [&] { add_up_rows(a, b, {kNone, a.shape[0], terms}, {kNone, b.shape[1], elements}, array, at); });
  builder_.inside(arms[1], [&] {
    Site site;
    site.op = node.op;
    site.attributes = node.attributes;
    site.location = at;
    for (const ir::ValueId operand : node.operands) site.inputs.push_back(values().boxed(operand, at));
    const ArrayId row = builder_.add_array(graph_.value(result).type);
    site.outputs = {row};
    builder_.call_kernel(std::move(site), at);
    const Register index = builder_.add_register(DType::int64);
    Block copy;
    builder_.inside(
        copy, [&] { builder_.store_at(array, {0, {{index, 1}}}, builder_.load_at(row, {0, {{index, 1}}}, at), at); });
    builder_.emit_nest(std::move(copy), {{index, b.shape[1], elements}}, at);
  });
  Statement& choice = builder_.add(Kind::If, at);
  choice.operands = {chain};
  choice.blocks = std::move(arms);
  values().state(result).array = array;
}

/// Emits loops that add the products of the elements of a and the rows of b to the elements of the array.
void RowProductLowering::add_up_rows(const Source& a, const Source& b, LoopRange terms, LoopRange elements,
                                     ArrayId array, SourceLocation at) {
  const DType dtype = program_.array(array).type.dtype;
  const auto at_index = [](const Source& from, std::initializer_list<std::pair<Register, size_t>> indices) {
    Index index{from.place.offset, from.place.terms};
    for (const auto& [reg, axis] : indices) index.terms.emplace_back(reg, from.place.strides[axis]);
    return index;
  };
  elements.index = builder_.add_register(DType::int64);
  Block clear;
  builder_.inside(clear,
                  [&] { builder_.store_at(array, {0, {{elements.index, 1}}}, builder_.constant(dtype, 0, at), at); });
  builder_.emit_nest(std::move(clear), {elements}, at);
  terms.index = builder_.add_register(DType::int64), elements.index = builder_.add_register(DType::int64);
  Block row;
  builder_.inside(row, [&] {
    const Register factor = builder_.load_at(a.array, at_index(a, {{terms.index, 0}}), at);
    Block sum;
    builder_.inside(sum, [&] {
      const Index place{0, {{elements.index, 1}}};
      const Register element = builder_.load_at(b.array, at_index(b, {{terms.index, 0}, {elements.index, 1}}), at);
      builder_.store_at(array, place,
                        builder_.let(Primitive::Fma, dtype, {factor, element, builder_.load_at(array, place, at)}, at),
                        at);
    });
    builder_.emit_nest(std::move(sum), {elements}, at);
  });
  builder_.emit_nest(std::move(row), {terms}, at);
}

void lower_row_product(LoweringContext& context, ir::NodeId id) { RowProductLowering(context).lower(id); }

}  // namespace ag::codegen
