/// Bounds checks of gathered indices, emitted before the nest that gathers the elements.
///
/// Programs that profit: programs that read elements by computed indices: lookup tables, embeddings, the scores of
/// given classes.
#include <algorithm>

#include "lower/lowering.h"

namespace ag::codegen {

namespace {

using Kind = StatementKind;

}  // namespace

bool takes_along_axis(const ir::Node& node) { return is(node, ir::OpKind::TakeAlongAxis); }

size_t gathered_axis(const ir::Node& node, const Shape& shape) {
  const int64_t axis = std::get<int64_t>(node.attributes[0]);
  return static_cast<size_t>(axis < 0 ? axis + shape.rank() : axis);
}

/// Returns an array for a kernel that only reports an error in another operand and reads no element of this one. The
/// operand itself may be in memory that kernels cannot take.
ArrayId Lowering::placeholder_array(ir::ValueId operand, SourceLocation location) {
  const ArrayId array = add_array(type(operand));
  add(Kind::Allocate, location).array = array;
  return array;
}

/// Checks that all indices are in bounds; otherwise the kernel reports the first invalid one.
void Lowering::check_places(const ir::Node& node, size_t axis) {
  const SourceLocation at = node.location;
  flush_checks();
  // Evaluate the operands before the branch that may run the kernel.
  for (ir::ValueId operand : node.operands) {
    for (ir::ValueId value : {operand, base_of(operand)}) {
      if (state(value).cluster != kNone) flush(state(value).cluster);
    }
  }
  const ir::TensorType& places = type(node.operands[1]);
  const Shape& from = type(node.operands[0]).shape;
  const int64_t length = from[axis];
  const bool sign = category(places.dtype) == Category::Signed;
  const ArrayId array = row_major_array(node.operands[1], at);
  const Register low = integer(sign ? -length : 0, DType::int64, at), high = integer(length, DType::int64, at);
  const Register index = add_register(DType::int64), fits = add_register(DType::boolean);
  Block block;
  Register inside_array = kNone;
  inside(block, [&] {
    Statement& load = add(Kind::Load, at);
    load.array = array;
    load.index.terms = {{index, 1}};
    Register place = load.result = add_register(places.dtype);
    if (places.dtype != DType::int64) place = let(Primitive::Convert, DType::int64, {place}, at);
    const Register above = let(Primitive::GreaterEqual, DType::int64, {place, low}, at),
                   below = let(Primitive::Less, DType::int64, {place, high}, at);
    inside_array = let(Primitive::And, DType::boolean, {above, below}, at);
  });
  Statement& fold = add(Kind::Reduce, at);
  fold.result = index;
  fold.extent = places.shape.element_count();
  fold.reductions = {{ir::ReductionKind::All, fits, inside_array}};
  fold.blocks.push_back(std::move(block));
  std::vector<Block> blocks(2);
  inside(blocks[1], [&] {
    Site site;
    site.op = node.op;
    site.attributes = node.attributes;
    site.location = at;
    for (size_t k = 0; k < node.operands.size(); ++k) {
      site.inputs.push_back(k == 1 ? boxed(node.operands[k], at) : placeholder_array(node.operands[k], at));
    }
    site.outputs = {add_array(type(node.results[0]))};
    program_.sites.push_back(std::move(site));
    add(Kind::Kernel, at).site = static_cast<int32_t>(program_.sites.size() - 1);
  });
  Statement& choice = add(Kind::If, at);
  choice.operands = {fits};
  choice.blocks = std::move(blocks);
}

}  // namespace ag::codegen
