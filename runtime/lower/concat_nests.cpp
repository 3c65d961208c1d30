/// Concatenation of arrays (concat, stack, roll): a loop nest copies each part to its position, or stores it there when
/// it is computed.
///
/// Programs that profit: programs that assemble arrays from others: boundary values around a field, padded images,
/// feature columns side by side.
#include <algorithm>
#include <optional>

#include "lower/bounded/extent_registers.h"
#include "lower/element_copies.h"
#include "lower/fusion.h"
#include "lower/lowered_values.h"
#include "lower/nests/nest_strides.h"
#include "lower/node_lowerings.h"
#include "tensor/axis.h"

namespace ag::codegen {

namespace {

/// A number of positions along an axis. `reg` is kNone if it is static, and its upper bound is `most` otherwise.
struct Length {
  int64_t most = 0;
  Register reg = kNone;
};

/// Elements that are copied: all those of an operand, or a range of them along one axis.
struct Piece {
  ir::ValueId operand = ir::kNone;
  Part to = {};
  std::optional<size_t> axis = {};
  Length first = {}, length = {};  // of the range
};

class ConcatLowering : LoweringPart {
 public:
  explicit ConcatLowering(LoweringContext& context) : LoweringPart(context) {}

  void lower(ir::NodeId id);

 private:
  bool is_operand(ir::NodeId id) const;
  Part part_at(Part whole, size_t axis, const std::vector<Length>& before) const;
  Length length_of(ir::ValueId value, size_t axis, SourceLocation at);
  void list_pieces(const ir::Node& node, const Part& whole, std::vector<Piece>& pieces);
  void list_rolled(const ir::Node& node, const Part& whole, std::vector<Piece>& pieces);
  void copy(const Piece& piece, SourceLocation at);
};

}  // namespace

/// True for a concatenation whose only use is another one: its pieces become pieces of the outer array. They are
/// results of loops without another use, so no node before the outer concatenation replaces their elements.
bool ConcatLowering::is_operand(ir::NodeId id) const {
  const ir::Node& node = graph_.node(id);
  const ir::NodeId user = analysis_.only_user(node.results[0]);
  if (!is(node, ir::OpKind::Concat) || user == ir::kNone || !is(graph_.node(user), ir::OpKind::Concat) ||
      analysis_.class_of(user) != NodeClass::Concat)
    return false;
  return std::ranges::all_of(node.operands, [&](ir::ValueId operand) {
    const ir::NodeId producer = graph_.value(operand).producer;
    if (producer == ir::kNone || analysis_.only_user(operand) != id) return false;
    const NodeClass kind = analysis_.class_of(producer);
    return kind == NodeClass::Elementwise || (kind == NodeClass::Concat && is_operand(producer));
  });
}

/// Returns the part that begins at a position of an axis.
Part ConcatLowering::part_at(Part whole, size_t axis, const std::vector<Length>& before) const {
  for (const Length& length : before) {
    if (length.reg == kNone)
      whole.offset += length.most * whole.strides[axis];
    else
      whole.terms.emplace_back(length.reg, whole.strides[axis]);
  }
  return whole;
}

Length ConcatLowering::length_of(ir::ValueId value, size_t axis, SourceLocation at) {
  const AxisExtents& by_axis = analysis_.extents(value);
  return {analysis_.type(value).shape[axis],
          is_counted(by_axis, axis) ? extents().range_of(by_axis[axis], at).count : kNone};
}

/// Lists the pieces of a node whose result is stored as `whole`.
void ConcatLowering::list_pieces(const ir::Node& node, const Part& whole, std::vector<Piece>& pieces) {
  const Shape& shape = analysis_.type(node.results[0]).shape;
  if (is(node, ir::OpKind::Roll)) return list_rolled(node, whole, pieces);
  const bool stacks = is(node, ir::OpKind::Stack);
  const size_t axis = detail::axis_of(std::get<int64_t>(node.attributes[0]), shape);
  std::vector<Length> before;
  for (const ir::ValueId operand : node.operands) {
    Part part = part_at(whole, axis, before);
    if (stacks) part.strides.erase(part.strides.begin() + static_cast<std::ptrdiff_t>(axis));
    const ir::NodeId producer = graph_.value(operand).producer;
    if (producer != ir::kNone && analysis_.class_of(producer) == NodeClass::Concat && is_operand(producer))
      list_pieces(graph_.node(producer), part, pieces);
    else
      pieces.push_back({operand, std::move(part)});
    before.push_back(stacks ? Length{1} : length_of(operand, axis, node.location));
  }
}

/// Lists the pieces of a rolled array: the last elements, which are moved to the front, and the others.
void ConcatLowering::list_rolled(const ir::Node& node, const Part& whole, std::vector<Piece>& pieces) {
  const SourceLocation at = node.location;
  const ir::ValueId operand = node.operands[0];
  const size_t axis = detail::axis_of(std::get<int64_t>(node.attributes[1]), analysis_.type(operand).shape);
  const int64_t shift = std::get<int64_t>(node.attributes[0]);
  const Length all = length_of(operand, axis, at);
  Length moved, others;
  if (all.reg == kNone) {
    moved.most = (shift % all.most + all.most) % all.most;
    others.most = all.most - moved.most;
  } else {
    // Remainders by 0 are not computed: a roll of no elements has a length of 1 here, and copies none.
    const auto compute = [&](Primitive primitive, Register a, Register b) {
      return builder_.let(primitive, DType::int64, {a, b}, at);
    };
    const Register zero = builder_.integer(0, DType::int64, at), one = builder_.integer(1, DType::int64, at);
    const Register is_empty = compute(Primitive::Equal, all.reg, zero);
    const Register length = builder_.let(Primitive::Select, DType::int64, {is_empty, one, all.reg}, at);
    const Register rest = compute(Primitive::Remainder, builder_.integer(shift, DType::int64, at), length);
    moved = {all.most, builder_.from_front(rest, length, at)};
    others = {all.most, compute(Primitive::Subtract, all.reg, moved.reg)};
  }
  if (moved.most != 0) pieces.push_back({operand, part_at(whole, axis, {}), axis, others, moved});
  pieces.push_back({operand, part_at(whole, axis, {moved}), axis, {}, others});
}

void ConcatLowering::lower(ir::NodeId id) {
  if (is_operand(id)) return;
  const ir::Node& node = graph_.node(id);
  const SourceLocation at = node.location;
  const ir::TensorType& to = analysis_.type(node.results[0]);
  std::vector<Piece> pieces;
  list_pieces(node, {kNone, 0, row_major(to.shape)}, pieces);
  for (const Piece& piece : pieces) {
    if (is_number(analysis_.type(piece.operand))) values().number(piece.operand);
  }
  const ArrayId array = builder_.add_array(to);
  builder_.add(StatementKind::Allocate, at).array = array;
  // Register all parts before any of them is computed: one nest may compute several parts and operands of copies.
  std::set<ir::ValueId> stored;
  for (Piece& piece : pieces) {
    piece.to.array = array;
    if (is(node, ir::OpKind::Roll) || !fusion().may_be_stored_as_part(piece.operand)) continue;
    values().store_in(piece.operand, piece.to);
    stored.insert(piece.operand);
  }
  for (const Piece& piece : pieces) {
    const ir::ValueId operand = piece.operand;
    if (is_number(analysis_.type(operand))) {
      builder_.store_at(array, {piece.to.offset, {}}, values().number(operand), at);
    } else if (stored.contains(operand)) {
      if (values().state(operand).cluster != kNone) fusion().flush(values().state(operand).cluster);
    } else {
      copy(piece, at);
    }
  }
  for (const ir::ValueId operand : stored) values().forget_part(operand);
  for (const ExtentId extent : analysis_.extents(node.results[0])) {
    if (extent != kStatic) extents().range_of(extent, at);
  }
  values().state(node.results[0]).array = array;
}

void ConcatLowering::copy(const Piece& piece, SourceLocation at) {
  Source from = values().source(piece.operand, at);
  Shape shape = from.shape;
  std::vector<Register> counts = extents().counts_of(piece.operand, at);
  if (piece.axis) {
    counts.resize(shape.size(), kNone);
    shape[*piece.axis] = piece.length.most;
    counts[*piece.axis] = piece.length.reg;
    if (piece.first.reg == kNone)
      from.place.offset += piece.first.most * from.place.strides[*piece.axis];
    else
      from.place.terms.emplace_back(piece.first.reg, from.place.strides[*piece.axis]);
  }
  if (shape.element_count() != 0) copy_elements(builder_, from, shape, piece.to, at, counts);
}

void lower_concat(LoweringContext& context, ir::NodeId id) { ConcatLowering(context).lower(id); }

}  // namespace ag::codegen
