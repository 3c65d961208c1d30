/// Moves updates of a slice with a computed extent in front of the slice: they change a copy of the array with the
/// extents of the whole axes, of which the slice is then taken. An element of the slice is read from the array. Loops
/// handle such arrays, whereas an array of computed extent is updated and indexed by kernels.
///
/// Applies if the bounds of the slice and the updated positions are certain to be inside, and if the slice may have a
/// large part of the elements that are copied.
///
/// Programs that profit: programs that name a part of an array and change some of its elements: Householder
/// reflections, integrals up to each point whose ends count half, prefixes with a sentinel.
#include "kernel/index_spec.h"
#include "passes/analysis/ranges.h"
#include "passes/passes.h"
#include "passes/rewrite.h"
#include "tensor/impl.h"

namespace ag::passes {

namespace {

using ir::ValueId;
using kernel::IndexItem;
using ops::Op;
using Bound = IndexItem::Bound;

constexpr int64_t kFewElements = 512;  // are copied in less time than the call of a kernel takes
constexpr int64_t kMaxCopied = 4;      // times the elements of the slice

/// A bound or a position: a number of the graph plus a constant, or the constant alone.
struct Position {
  ValueId base = ir::kNone;
  int64_t more = 0;
};

/// An axis of a slice: the axis of the array, and the part of it.
struct SlicedAxis {
  int64_t length;
  IndexItem item;
  Position start, stop;
};

/// A slice of an array. `whole` are the subscripts that select the whole axes that the slice keeps. `is_inside` is true
/// if their indices cannot be out of range.
struct NamedSlice {
  ValueId array = ir::kNone;
  kernel::IndexItems whole = {};
  std::vector<ValueId> whole_operands = {};
  std::vector<SlicedAxis> axes = {};
  bool is_inside = true;
};

class UpdateHoister {
 public:
  explicit UpdateHoister(ir::Graph& graph) : graph_(graph), ranges_(graph), rewriter_(graph) {}

  bool run() {
    const bool changed = rewriter_.walk_all([&](ir::NodeId id, ir::BlockId block, std::vector<ir::NodeId>& out) {
      if (is(graph_.node(id), Op::index)) return read(id, block, out);
      return is(graph_.node(id), Op::index_update) && hoist(id, block, out);
    });
    put_first(graph_, constants_);
    return changed;
  }

 private:
  const ir::TensorType& type(ValueId value) const { return graph_.value(value).type; }

  /// Returns the slice that a value is; nullopt for other values, and for slices whose bounds may be outside.
  std::optional<NamedSlice> slice_of(ValueId value) {
    const ir::NodeId producer = graph_.value(value).producer;
    if (producer == ir::kNone || !is(graph_.node(producer), Op::index)) return std::nullopt;
    const std::vector<ValueId>& operands = graph_.node(producer).operands;
    const Shape& shape = type(operands[0]).shape;
    if (!shape.known() || shape.element_count() == 0) return std::nullopt;
    NamedSlice slice{operands[0]};
    size_t axis = 0, next = 1;
    for (const IndexItem& item : kernel::decode(graph_.node(producer).attributes)) {
      if (item.consumes() == 0 || axis == shape.size()) return std::nullopt;
      const int64_t length = shape[axis++];
      if (item.kind == IndexItem::Kind::Integer) {
        slice.whole.push_back(item);
        IntegerRange index{item.start, item.start};
        if (item.operand_count() == 1) {
          if (!is_integer_number(type(operands[next]))) return std::nullopt;
          index = ranges_.of(operands[next]);
          slice.whole_operands.push_back(operands[next++]);
        }
        slice.is_inside = slice.is_inside && index.low >= -length && index.high < length;
        continue;
      }
      const std::optional<SlicedAxis> sliced = sliced_axis(item, length, operands, next);
      if (!sliced) return std::nullopt;
      slice.whole.push_back(kernel::kWholeAxis);
      slice.axes.push_back(*sliced);
    }
    for (; axis < shape.size(); ++axis)
      slice.axes.push_back({shape[axis], kernel::kWholeAxis, {}, {ir::kNone, shape[axis]}});
    return slice;
  }

  /// Returns the part of an axis that a subscript selects, if both bounds are certain to be inside. `next` is the index
  /// of the next operand.
  std::optional<SlicedAxis> sliced_axis(const IndexItem& item, int64_t length, const std::vector<ValueId>& operands,
                                        size_t& next) {
    if (item.step != 1 || item.step_is != Bound::Number || item.is_window()) return std::nullopt;
    const auto bound = [&](Bound is, int64_t number, int64_t absent) -> Position {
      if (is == Bound::Operand) return {operands[next++], 0};
      return {ir::kNone, is == Bound::Number ? number : absent};
    };
    SlicedAxis axis{length, item, {}, {}};
    axis.start = bound(item.start_is, item.start, 0);
    axis.stop = bound(item.stop_is, item.stop, length);
    for (const Position& one : {axis.start, axis.stop}) {
      const std::optional<IntegerRange> range = range_of(one);
      if (!range || range->low < 0 || range->high > length) return std::nullopt;
    }
    return axis;
  }

  /// Returns nullopt for numbers that int64, in which the indices of the new nodes are computed, does not hold.
  std::optional<IntegerRange> range_of(const Position& position) {
    IntegerRange range;
    if (position.base != ir::kNone) {
      if (!is_integer_number(type(position.base)) || type(position.base).dtype == DType::uint64) return std::nullopt;
      range = ranges_.of(position.base);
    }
    return IntegerRange{range.low + position.more, range.high + position.more};
  }

  /// True if `a` is less than `b` in all runs.
  bool is_less(const Position& a, const Position& b) {
    const std::optional<IntegerRange> left = range_of(a), right = range_of(b);
    if (!left || !right) return false;
    if (left->high < right->low) return true;
    if (a.base == ir::kNone || b.base == ir::kNone) return false;
    constexpr WideInteger kMost = WideInteger{1} << 62;
    if (left->low < -kMost || left->high > kMost || right->low < -kMost || right->high > kMost) return false;
    const IntegerSum from = sum_of(graph_, a.base), to = sum_of(graph_, b.base);
    return from.base == to.base && from.more + a.more < to.more + b.more;
  }

  /// Returns the position in the array of an index of the slice, if it is certain to be inside of the slice.
  std::optional<Position> position_of(const SlicedAxis& axis, const Position& index) {
    const std::optional<IntegerRange> range = range_of(index);
    if (!range) return std::nullopt;
    Position position;
    if (index.base == ir::kNone) {
      const Position& from = index.more < 0 ? axis.stop : axis.start;
      position = {from.base, from.more + index.more};
    } else if (axis.start.base == ir::kNone && range->low >= 0) {
      position = {index.base, axis.start.more + index.more};
    } else {
      return std::nullopt;
    }
    const Position before{axis.start.base, axis.start.more - 1};
    if (!is_less(before, position) || !is_less(position, axis.stop)) return std::nullopt;
    return position;
  }

  /// True if the slice may have a large part of the elements that are copied.
  bool pays(const NamedSlice& slice, const Shape& whole) {
    WideInteger most = 1;
    for (const SlicedAxis& axis : slice.axes) most *= range_of(axis.stop)->high - range_of(axis.start)->low;
    return whole.element_count() <= kFewElements || whole.element_count() <= kMaxCopied * most;
  }

  bool hoist(ir::NodeId id, ir::BlockId block, std::vector<ir::NodeId>& out) {
    const std::vector<ValueId> old = graph_.node(id).operands;
    if (type(old[0]).shape.known() || !(type(old[1]).shape == Shape{})) return false;
    const std::optional<NamedSlice> slice = slice_of(old[0]);
    if (!slice) return false;
    Shape whole;
    for (const SlicedAxis& axis : slice->axes) whole.push_back(axis.length);
    if (!pays(*slice, whole)) return false;
    const std::optional<Positions> positions = positions_of(graph_.node(id), *slice, 2);
    if (!positions) return false;
    replace(id, *slice, whole, *positions, block, out);
    return true;
  }

  /// Replaces an element of a slice by one of the array.
  bool read(ir::NodeId id, ir::BlockId block, std::vector<ir::NodeId>& out) {
    const ir::Node node = graph_.node(id);
    if (type(node.operands[0]).shape.known() || !(type(node.results[0]).shape == Shape{})) return false;
    const std::optional<NamedSlice> slice = slice_of(node.operands[0]);
    if (!slice || !slice->is_inside) return false;
    const std::optional<Positions> positions = positions_of(node, *slice, 1);
    if (!positions) return false;
    kernel::IndexItems items;
    std::vector<ValueId> operands{slice->array};
    size_t axis = 0, next = 0;
    for (const IndexItem& item : slice->whole) {
      if (item.kind == IndexItem::Kind::Integer) {
        items.push_back(item);
        if (item.operand_count() == 1) operands.push_back(slice->whole_operands[next++]);
      } else {
        add_index(*(*positions)[axis++], items, operands, block, node.location, out);
      }
    }
    for (; axis < positions->size(); ++axis) add_index(*(*positions)[axis], items, operands, block, node.location, out);
    const ir::NodeId made = make_node(graph_, block, Op::index, std::move(operands), kernel::encode(items),
                                      type(node.results[0]), node.location);
    out.push_back(made);
    rewriter_.replace(node.results[0], graph_.node(made).results[0]);
    discard(graph_, id);
    return true;
  }

  /// The position along each axis of a slice; none for whole axes.
  using Positions = std::vector<std::optional<Position>>;

  /// Returns the positions in the array that the indices of an `index` or `index_update` of the slice name. Returns
  /// nullopt if one of them may be outside of the slice, and for other subscripts. `next` is the first operand that is
  /// an index.
  std::optional<Positions> positions_of(const ir::Node& node, const NamedSlice& slice, size_t next) {
    const kernel::IndexItems items = kernel::decode(node.attributes);
    if (items.size() > slice.axes.size()) return std::nullopt;
    Positions positions(slice.axes.size());
    for (size_t k = 0; k < items.size(); ++k) {
      if (items[k].is_whole_axis()) continue;
      if (items[k].kind != IndexItem::Kind::Integer) return std::nullopt;
      const Position index =
          items[k].operand_count() == 1 ? Position{node.operands[next++], 0} : Position{ir::kNone, items[k].start};
      positions[k] = position_of(slice.axes[k], index);
      if (!positions[k]) return std::nullopt;
    }
    return positions;
  }

  /// Appends the index of a position to subscripts and their operands.
  void add_index(const Position& position, kernel::IndexItems& items, std::vector<ValueId>& operands, ir::BlockId block,
                 SourceLocation at, std::vector<ir::NodeId>& out) {
    if (position.base == ir::kNone) return items.push_back({.start = position.more});
    items.push_back({.start_is = Bound::Operand});
    ValueId index = position.base;
    const auto append = [&](Op op, std::vector<ValueId> terms, ir::Attributes attributes) {
      const ir::NodeId made =
          make_node(graph_, block, op, std::move(terms), std::move(attributes), {DType::int64, Shape{}}, at);
      out.push_back(made);
      index = graph_.node(made).results[0];
    };
    if (position.more != 0) {
      if (type(index).dtype != DType::int64) append(Op::astype, {index}, {DType::int64});
      append(Op::add, {index, constant(position.more, at)}, {});
    }
    operands.push_back(index);
  }

  void replace(ir::NodeId id, const NamedSlice& slice, const Shape& whole, const Positions& positions,
               ir::BlockId block, std::vector<ir::NodeId>& out) {
    const ir::Node node = graph_.node(id);
    const SourceLocation at = node.location;
    const ir::TensorType of{type(slice.array).dtype, whole, type(slice.array).weak};
    // An index of the array that is out of range is an error of the slice.
    const SourceLocation of_slice = graph_.node(graph_.value(node.operands[0]).producer).location;
    const auto append = [&](Op op, std::vector<ValueId> operands, ir::Attributes attributes, ir::TensorType result) {
      const ir::NodeId made = make_node(graph_, block, op, std::move(operands), std::move(attributes),
                                        std::move(result), op == Op::index ? of_slice : at);
      out.push_back(made);
      return graph_.node(made).results[0];
    };
    ValueId base = slice.array;
    if (type(base).shape.size() != whole.size()) {
      std::vector<ValueId> operands{base};
      operands.insert(operands.end(), slice.whole_operands.begin(), slice.whole_operands.end());
      base = append(Op::index, std::move(operands), kernel::encode(slice.whole), of);
    }
    kernel::IndexItems updated, parts;
    std::vector<ValueId> update{base, node.operands[1]}, bounds;
    for (size_t k = 0; k < slice.axes.size(); ++k) {
      const SlicedAxis& axis = slice.axes[k];
      parts.push_back(axis.item);
      const size_t first = bounds.size();
      if (axis.item.start_is == Bound::Operand) bounds.push_back(axis.start.base);
      if (axis.item.stop_is == Bound::Operand) bounds.push_back(axis.stop.base);
      if (!positions[k]) {
        updated.push_back(axis.item);
        update.insert(update.end(), bounds.begin() + static_cast<std::ptrdiff_t>(first), bounds.end());
        continue;
      }
      add_index(*positions[k], updated, update, block, at, out);
    }
    const ValueId changed = append(Op::index_update, std::move(update), kernel::encode(updated),
                                   {of.dtype, whole, type(node.results[0]).weak});
    bounds.insert(bounds.begin(), changed);
    const ValueId result = append(Op::index, std::move(bounds), kernel::encode(parts), type(node.results[0]));
    rewriter_.replace(node.results[0], result);
    discard(graph_, id);
  }

  ValueId constant(int64_t value, SourceLocation at) {
    constants_.push_back(make_constant(graph_, value, {DType::int64, Shape{}}, at));
    return graph_.node(constants_.back()).results[0];
  }

  ir::Graph& graph_;
  Ranges ranges_;
  Rewriter rewriter_;
  std::vector<ir::NodeId> constants_;
};

}  // namespace

bool hoist_updates(ir::Graph& graph) { return UpdateHoister(graph).run(); }

}  // namespace ag::passes
