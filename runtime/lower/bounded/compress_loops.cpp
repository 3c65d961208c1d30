/// Lowers the selection of elements by a mask to a loop that counts the selected ones.
///
/// Programs that profit: statistics and updates of the elements that fulfil a condition: means of groups, histograms,
/// filters of samples.
#include "lower/bounded/extent_registers.h"
#include "lower/lowered_values.h"
#include "lower/nests/nest_strides.h"
#include "lower/node_lowerings.h"

namespace ag::codegen {

namespace {

using Kind = StatementKind;

class CompressLowering : LoweringPart {
 public:
  explicit CompressLowering(LoweringContext& context) : LoweringPart(context) {}

  void lower(ir::NodeId id);
};

}  // namespace

/// Single elements are stored whether or not they are selected, and the next one overwrites those that are not: a
/// branch on a mask is often mispredicted. Fewer elements precede a store than the bound, so that it is within the
/// array. It has a loop of one iteration, since the iterations of an innermost loop are independent. Rows of elements
/// are copied in a branch.
void CompressLowering::lower(ir::NodeId id) {
  const ir::Node& node = graph_.node(id);
  const SourceLocation at = node.location;
  const ir::ValueId result = node.results[0];
  const ir::TensorType& to = analysis_.type(result);
  const AxisExtents& by_axis = analysis_.extents(result);
  size_t first = 0;
  while (by_axis[first] == kStatic) ++first;
  const Source from = values().source(node.operands[0], at), mask = values().source(node.operands[1], at);
  // A mask whose length is not static is a vector.
  const AxisExtents& of_mask = analysis_.extents(node.operands[1]);
  const Register length = of_mask.empty() ? kNone : extents().extent(of_mask[0]);
  const ArrayId array = builder_.add_array(to);
  builder_.add(Kind::Allocate, at).array = array;
  const Register count = builder_.add_register(DType::int64, true);
  builder_.set(count, builder_.integer(0, DType::int64, at), at);
  const size_t end = first + mask.shape.size();  // the axes of the mask are those from `first` on
  const Strides steps = row_major(to.shape);
  Index read{from.place.offset, from.place.terms}, write, place{mask.place.offset, mask.place.terms};
  const auto copy_rows = [&](auto&& self, size_t axis) -> void {
    if (axis == first) return self(self, end);
    if (axis == from.shape.size()) return builder_.store_at(array, write, builder_.load_at(from.array, read, at), at);
    builder_.loop(from.shape[axis], at, [&](Register index) {
      const Index read_before = read, write_before = write;
      read.terms.emplace_back(index, from.place.strides[axis]);
      write.terms.emplace_back(index, steps[axis < first ? axis : axis - end + first + 1]);
      self(self, axis + 1);
      read = read_before, write = write_before;
    });
  };
  const bool single = first == 0 && end == from.shape.size();
  const auto for_mask = [&](auto&& self, size_t axis) -> void {
    if (axis < mask.shape.size()) {
      const LoopRange range{builder_.add_register(DType::int64), mask.shape[axis], length};
      return builder_.loop(range, at, [&](Register index) {
        read.terms.emplace_back(index, from.place.strides[first + axis]);
        place.terms.emplace_back(index, mask.place.strides[axis]);
        self(self, axis + 1);
      });
    }
    const Register holds = builder_.load_at(mask.array, place, at),
                   selected = builder_.let(Primitive::Copy, DType::int64, {count}, at);
    write.terms = {{selected, steps[first]}};
    if (single) {
      builder_.loop(1, at, [&](Register) { copy_rows(copy_rows, 0); });
    } else {
      std::vector<Block> arms(2);
      builder_.inside(arms[0], [&] { copy_rows(copy_rows, 0); });
      Statement& choice = builder_.add(Kind::If, at);
      choice.operands = {holds};
      choice.blocks = std::move(arms);
    }
    const Register more = builder_.let(Primitive::Convert, DType::int64, {holds}, at);
    builder_.set(count, builder_.let(Primitive::Add, DType::int64, {selected, more}, at), at);
  };
  for_mask(for_mask, 0);
  const ExtentId extent = by_axis[first];
  extents().define(extent, builder_.let(Primitive::Copy, DType::int64, {count}, at));
  values().state(result).array = array;
}

void lower_compress(LoweringContext& context, ir::NodeId id) { CompressLowering(context).lower(id); }

}  // namespace ag::codegen
