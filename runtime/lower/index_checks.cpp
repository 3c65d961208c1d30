#include "lower/index_checks.h"

#include "lower/fusion.h"
#include "lower/lowered_values.h"
#include "tensor/axis.h"

namespace ag::codegen {

namespace {

using Kind = StatementKind;

class IndexChecks : LoweringPart {
 public:
  explicit IndexChecks(LoweringContext& context) : LoweringPart(context) {}
  void check_places(const ir::Node& node, size_t axis);
};

}  // namespace

bool takes_along_axis(const ir::Node& node) { return is(node, ir::OpKind::TakeAlongAxis); }

size_t gathered_axis(const ir::Node& node, const Shape& shape) {
  const int64_t axis = std::get<int64_t>(node.attributes[0]);
  return detail::axis_of(axis, shape);
}

ArrayId placeholder_array(LoweringContext& context, ir::ValueId operand, SourceLocation location) {
  const ArrayId array = context.builder().add_array(context.analysis().type(operand));
  context.builder().add(Kind::Allocate, location).array = array;
  return array;
}

void IndexChecks::check_places(const ir::Node& node, size_t axis) {
  const SourceLocation at = node.location;
  fusion().flush_checks();
  // Evaluate the operands before the branch that may run the kernel.
  for (ir::ValueId operand : node.operands) {
    for (ir::ValueId value : {operand, values().base_of(operand)}) {
      if (values().state(value).cluster != kNone) fusion().flush(values().state(value).cluster);
    }
  }
  const ir::TensorType& places = analysis_.type(node.operands[1]);
  const Shape& from = analysis_.type(node.operands[0]).shape;
  const int64_t length = from[axis];
  const bool sign = category(places.dtype) == Category::Signed;
  const ArrayId array = values().row_major_array(node.operands[1], at);
  const Register low = builder_.integer(sign ? -length : 0, DType::int64, at),
                 high = builder_.integer(length, DType::int64, at);
  const Register index = builder_.add_register(DType::int64), fits = builder_.add_register(DType::boolean);
  Block block;
  Register inside_array = kNone;
  builder_.inside(block, [&] {
    Statement& load = builder_.add(Kind::Load, at);
    load.array = array;
    load.index.terms = {{index, 1}};
    Register place = load.result = builder_.add_register(places.dtype);
    if (places.dtype != DType::int64) place = builder_.let(Primitive::Convert, DType::int64, {place}, at);
    const Register above = builder_.let(Primitive::GreaterEqual, DType::int64, {place, low}, at),
                   below = builder_.let(Primitive::Less, DType::int64, {place, high}, at);
    inside_array = builder_.let(Primitive::And, DType::boolean, {above, below}, at);
  });
  Statement& fold = builder_.add(Kind::Reduce, at);
  fold.result = index;
  fold.extent = places.shape.element_count();
  fold.reductions = {{ir::ReductionKind::All, fits, inside_array}};
  fold.blocks.push_back(std::move(block));
  std::vector<Block> blocks(2);
  builder_.inside(blocks[1], [&] {
    Site site;
    site.op = node.op;
    site.attributes = node.attributes;
    site.location = at;
    for (size_t k = 0; k < node.operands.size(); ++k) {
      site.inputs.push_back(k == 1 ? values().boxed(node.operands[k], at)
                                   : placeholder_array(context_, node.operands[k], at));
    }
    site.outputs = {builder_.add_array(analysis_.type(node.results[0]))};
    builder_.call_kernel(std::move(site), at);
  });
  Statement& choice = builder_.add(Kind::If, at);
  choice.operands = {fits};
  choice.blocks = std::move(blocks);
}

void check_places(LoweringContext& context, const ir::Node& node, size_t axis) {
  IndexChecks(context).check_places(node, axis);
}

}  // namespace ag::codegen
