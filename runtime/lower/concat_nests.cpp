/// Concatenation of arrays (concat, stack, roll): a loop nest copies each part to its position, or stores it there when
/// it is computed.
///
/// Programs that profit: programs that assemble arrays from others: boundary values around a field, padded images,
/// feature columns side by side.
#include <algorithm>

#include "lower/element_copies.h"
#include "lower/fusion.h"
#include "lower/lowered_values.h"
#include "lower/nests/nest_strides.h"
#include "lower/node_lowerings.h"
#include "tensor/axis.h"

namespace ag::codegen {

namespace {

/// Elements that are copied: all those of an operand, or a range of them along one axis.
struct Piece {
  ir::ValueId operand = ir::kNone;
  Part to = {};
  size_t axis = 0;
  int64_t first = 0, length = 0;  // 0: all positions
};

class ConcatLowering : LoweringPart {
 public:
  explicit ConcatLowering(LoweringContext& context) : LoweringPart(context) {}

  void lower(ir::NodeId id);

 private:
  bool is_operand(ir::NodeId id) const;
  void list_pieces(const ir::Node& node, const Part& whole, std::vector<Piece>& pieces) const;
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

/// Lists the pieces of a node whose result is stored as `whole`.
void ConcatLowering::list_pieces(const ir::Node& node, const Part& whole, std::vector<Piece>& pieces) const {
  const Shape& shape = analysis_.type(node.results[0]).shape;
  const bool stacks = is(node, ir::OpKind::Stack), rolls = is(node, ir::OpKind::Roll);
  const size_t axis = detail::axis_of(std::get<int64_t>(node.attributes[rolls ? 1 : 0]), shape);
  const auto part_at = [&](int64_t place) {
    Part part = whole;
    part.offset += place * whole.strides[axis];
    if (stacks) part.strides.erase(part.strides.begin() + static_cast<std::ptrdiff_t>(axis));
    return part;
  };
  if (rolls) {
    const int64_t length = shape[axis], shift = (std::get<int64_t>(node.attributes[0]) % length + length) % length;
    if (shift != 0) pieces.push_back({node.operands[0], part_at(0), axis, length - shift, shift});
    pieces.push_back({node.operands[0], part_at(shift), axis, 0, length - shift});
    return;
  }
  int64_t place = 0;
  for (const ir::ValueId operand : node.operands) {
    const ir::NodeId producer = graph_.value(operand).producer;
    if (producer != ir::kNone && analysis_.class_of(producer) == NodeClass::Concat && is_operand(producer))
      list_pieces(graph_.node(producer), part_at(place), pieces);
    else
      pieces.push_back({operand, part_at(place)});
    place += stacks ? 1 : analysis_.type(operand).shape[axis];
  }
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
      Source from = values().source(operand, at);
      Shape extents = from.shape;
      if (piece.length != 0) {
        from.place.offset += piece.first * from.place.strides[piece.axis];
        extents[piece.axis] = piece.length;
      }
      if (extents.element_count() != 0) copy_elements(builder_, from, extents, piece.to, at);
    }
  }
  for (const ir::ValueId operand : stored) values().forget_part(operand);
  values().state(node.results[0]).array = array;
}

void lower_concat(LoweringContext& context, ir::NodeId id) { ConcatLowering(context).lower(id); }

}  // namespace ag::codegen
