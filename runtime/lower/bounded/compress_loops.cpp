/// Lowers the selection of elements by a mask to a loop that counts the selected ones.
///
/// Programs that profit: statistics and updates of the elements that fulfil a condition: means of groups, histograms,
/// filters of samples.
#include "lower/lowering.h"
#include "lower/nest_strides.h"

namespace ag::codegen {

namespace {

using Kind = StatementKind;

}  // namespace

/// Single elements are stored whether or not they are selected, and the next one overwrites those that are not: a
/// branch on a mask is often mispredicted. Fewer elements precede a store than the bound, so that it is within the
/// array. It has a loop of one iteration, since the iterations of an innermost loop are independent. Rows of elements
/// are copied in a branch.
void Lowering::lower_compress(ir::NodeId id) {
  const ir::Node& node = graph_.node(id);
  const SourceLocation at = node.location;
  const ir::ValueId result = node.results[0];
  const ir::TensorType& to = type(result);
  const AxisExtents& extents = analysis_.extents(result);
  size_t first = 0;
  while (extents[first] == kStatic) ++first;
  const Source from = source(node.operands[0], at), mask = source(node.operands[1], at);
  const ArrayId array = add_array(to);
  add(Kind::Allocate, at).array = array;
  const Register count = add_register(DType::int64, true);
  set(count, integer(0, DType::int64, at), at);
  const size_t end = first + mask.shape.size();  // the axes of the mask are those from `first` on
  const Strides steps = row_major(to.shape);
  Index read{from.place.offset, from.place.terms}, write, place{mask.place.offset, mask.place.terms};
  const auto copy_rows = [&](auto&& self, size_t axis) -> void {
    if (axis == first) return self(self, end);
    if (axis == from.shape.size()) return store_at(array, write, load_at(from.array, read, at), at);
    loop(from.shape[axis], at, [&](Register index) {
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
      return loop(mask.shape[axis], at, [&](Register index) {
        read.terms.emplace_back(index, from.place.strides[first + axis]);
        place.terms.emplace_back(index, mask.place.strides[axis]);
        self(self, axis + 1);
      });
    }
    const Register holds = load_at(mask.array, place, at), selected = let(Primitive::Copy, DType::int64, {count}, at);
    write.terms = {{selected, steps[first]}};
    if (single) {
      loop(1, at, [&](Register) { copy_rows(copy_rows, 0); });
    } else {
      std::vector<Block> arms(2);
      inside(arms[0], [&] { copy_rows(copy_rows, 0); });
      Statement& choice = add(Kind::If, at);
      choice.operands = {holds};
      choice.blocks = std::move(arms);
    }
    const Register more = let(Primitive::Convert, DType::int64, {holds}, at);
    set(count, let(Primitive::Add, DType::int64, {selected, more}, at), at);
  };
  for_mask(for_mask, 0);
  const ExtentId extent = extents[first];
  ranges_[extent] = {kNone, let(Primitive::Copy, DType::int64, {count}, at)};
  learned_ranges_.push_back(extent);
  state(result).array = array;
}

}  // namespace ag::codegen
