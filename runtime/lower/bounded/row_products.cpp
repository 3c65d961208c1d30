/// Lowers the product of a vector and a matrix whose extents are known only when the program runs. The extents decide
/// on the order of operations (kernel/matmul/matmul.h): loops compute the sums in sequence, and a kernel the few short
/// rows of other orders.
///
/// Programs that profit: loops over rows of triangular matrices: inverses, forward eliminations, orthogonalizations.
#include "kernel/matmul/matmul.h"
#include "lower/lowering.h"
#include "lower/nest_strides.h"

namespace ag::codegen {

namespace {

using Kind = StatementKind;

// Sums of fewer terms, and those of rows with more elements, are computed in sequence, except for 3 and 4 terms.
constexpr int64_t kMinTerms = 16, kFewElements = 16;
static_assert(kernel::order_of(1, kFewElements + 1, 1 << 20) == kernel::Order::Chain);
static_assert(kernel::order_of(1, 2, kMinTerms - 1) == kernel::Order::Chain);
static_assert(kernel::first_terms(2) == 2 && kernel::first_terms(3) == 2 && kernel::first_terms(4) == 2 &&
              kernel::first_terms(5) == 5);

}  // namespace

/// Returns whether each element is one sum in the order of the terms.
Register Lowering::is_chain(Register terms, Register elements, SourceLocation at) {
  const auto compare = [&](Primitive primitive, Register a, int64_t b) {
    return let(primitive, DType::int64, {a, integer(b, DType::int64, at)}, at);
  };
  const auto both = [&](Primitive primitive, Register a, Register b) {
    return let(primitive, DType::boolean, {a, b}, at);
  };
  const Register in_sequence = both(Primitive::Or, compare(Primitive::Less, terms, kMinTerms),
                                    compare(Primitive::Greater, elements, kFewElements));
  const Register whole =
      both(Primitive::And, compare(Primitive::NotEqual, terms, 3), compare(Primitive::NotEqual, terms, 4));
  return both(Primitive::And, in_sequence, whole);
}

void Lowering::lower_row_product(ir::NodeId id) {
  const ir::Node& node = graph_.node(id);
  const SourceLocation at = node.location;
  const ir::ValueId vector = node.operands[0], matrix = node.operands[1], result = node.results[0];
  const auto count_of = [&](ir::ValueId value, size_t axis) {
    const AxisExtents& extents = analysis_.extents(value);
    return is_counted(extents, axis) ? range_of(extents[axis], at).count : kNone;
  };
  const Source a = source(vector, at), b = source(matrix, at);
  const Register terms = count_of(vector, 0), others = count_of(matrix, 0), elements = count_of(matrix, 1);
  if (terms != others) check_in_kernel(node, fits_extent(terms, others, false, at));
  const ArrayId array = add_array(type(result));
  add(Kind::Allocate, at).array = array;
  const auto number_of = [&](Register count, int64_t extent) {
    return count == kNone ? integer(extent, DType::int64, at) : count;
  };
  const Register chain = is_chain(number_of(terms, a.shape[0]), number_of(elements, b.shape[1]), at);
  std::vector<Block> arms(2);
  inside(arms[0], [&] { add_up_rows(a, b, {kNone, a.shape[0], terms}, {kNone, b.shape[1], elements}, array, at); });
  inside(arms[1], [&] {
    Site site;
    site.op = node.op;
    site.attributes = node.attributes;
    site.location = at;
    for (const ir::ValueId operand : node.operands) site.inputs.push_back(boxed(operand, at));
    const ArrayId row = add_array(graph_.value(result).type);
    site.outputs = {row};
    program_.sites.push_back(std::move(site));
    add(Kind::Kernel, at).site = static_cast<int32_t>(program_.sites.size() - 1);
    const Register index = add_register(DType::int64);
    Block copy;
    inside(copy, [&] { store_at(array, {0, {{index, 1}}}, load_at(row, {0, {{index, 1}}}, at), at); });
    emit_nest(std::move(copy), {{index, b.shape[1], elements}}, at);
  });
  Statement& choice = add(Kind::If, at);
  choice.operands = {chain};
  choice.blocks = std::move(arms);
  state(result).array = array;
}

/// Emits loops that add the products of the elements of a and the rows of b to the elements of the array.
void Lowering::add_up_rows(const Source& a, const Source& b, LoopRange terms, LoopRange elements, ArrayId array,
                           SourceLocation at) {
  const DType dtype = program_.array(array).type.dtype;
  const auto at_index = [](const Source& from, std::initializer_list<std::pair<Register, size_t>> indices) {
    Index index{from.place.offset, from.place.terms};
    for (const auto& [reg, axis] : indices) index.terms.emplace_back(reg, from.place.strides[axis]);
    return index;
  };
  elements.index = add_register(DType::int64);
  Block clear;
  inside(clear, [&] { store_at(array, {0, {{elements.index, 1}}}, constant(dtype, 0, at), at); });
  emit_nest(std::move(clear), {elements}, at);
  terms.index = add_register(DType::int64), elements.index = add_register(DType::int64);
  Block row;
  inside(row, [&] {
    const Register factor = load_at(a.array, at_index(a, {{terms.index, 0}}), at);
    Block sum;
    inside(sum, [&] {
      const Index place{0, {{elements.index, 1}}};
      const Register element = load_at(b.array, at_index(b, {{terms.index, 0}, {elements.index, 1}}), at);
      store_at(array, place, let(Primitive::Fma, dtype, {factor, element, load_at(array, place, at)}, at), at);
    });
    emit_nest(std::move(sum), {elements}, at);
  });
  emit_nest(std::move(row), {terms}, at);
}

}  // namespace ag::codegen
