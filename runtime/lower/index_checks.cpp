#include "lower/index_checks.h"

#include "lower/bounded/extent_registers.h"
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
  Source of{kNone, {0, {1}, {}}, {}};  // the elements in row-major order
  if (places.shape.size() == 1)
    of = values().source(node.operands[1], at);
  else
    of.array = values().row_major_array(node.operands[1], at);
  const bool sign = category(places.dtype) == Category::Signed,
             counted = is_counted(analysis_.extents(node.operands[0]), axis);
  Register low =
      builder_.integer(sign && !counted ? -analysis_.type(node.operands[0]).shape[axis] : 0, DType::int64, at);
  const Register high = extents().length_of(node.operands[0], axis, at);
  if (sign && counted) low = builder_.let(Primitive::Subtract, DType::int64, {low, high}, at);
  const AxisExtents& counted_places = analysis_.extents(node.operands[1]);
  const Register count = counted_places.empty() ? kNone : extents().extent(counted_places[0]);
  const Register index = builder_.add_register(DType::int64), fits = builder_.add_register(DType::boolean);
  Block block;
  Register inside_array = kNone;
  builder_.inside(block, [&] {
    Index next{of.place.offset, of.place.terms};
    next.terms.emplace_back(index, of.place.strides[0]);
    Register place = builder_.load_at(of.array, std::move(next), at);
    if (places.dtype != DType::int64) place = builder_.let(Primitive::Convert, DType::int64, {place}, at);
    const Register above = builder_.let(Primitive::GreaterEqual, DType::int64, {place, low}, at),
                   below = builder_.let(Primitive::Less, DType::int64, {place, high}, at);
    inside_array = builder_.let(Primitive::And, DType::boolean, {above, below}, at);
  });
  Statement& fold = builder_.add(Kind::Reduce, at);
  fold.result = index;
  fold.extent = places.shape.element_count();
  fold.count = count;
  fold.reductions = {{ir::ReductionKind::All, fits, inside_array}};
  fold.blocks.push_back(std::move(block));
  std::vector<Block> blocks(2);
  builder_.inside(blocks[1], [&] {
    Site site;
    site.op = node.op;
    site.attributes = node.attributes;
    site.location = at;
    for (size_t k = 0; k < node.operands.size(); ++k) {
      const bool is_read = k == 1 || analysis_.is_bounded(node.operands[k]);
      site.inputs.push_back(is_read ? values().boxed(node.operands[k], at)
                                    : placeholder_array(context_, node.operands[k], at));
    }
    site.outputs = {builder_.add_array(graph_.value(node.results[0]).type)};
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
