#pragma once
/// Basic subscripts (integers, slices, new axes, one ellipsis) as data: the contents of the attributes of the nodes
/// `index` and `index_update`, and the elements that the subscripts select.
///
/// A node has one entry per subscript in each of four lists:
///     kinds    decimal digits, from the right: the kind (0 integer, 1 slice, 2 new axis, 3 ellipsis), the source of
///              the start, the source of the stop (0 the number in the list, 1 absent, 2 the next operand, 3 the start,
///              an operand, plus the number in the list, both inside of the array; made by the pass `slice_extents`),
///              the source of the step (0 the number in the list, 2 the next operand)
///     starts   the integer, or the start of the slice
///     stops, steps   of slices; the step is 0 if it is an operand
/// So t(all, 0, slice(i, 5)) has kinds [111, 0, 21], with i as operand. Operands follow in reading order: the start of
/// a slice, its stop, its step.
#include <string>
#include <string_view>
#include <vector>

#include "graph/op_def.h"

namespace ag::kernel {

/// An error that is thrown by functions that know neither the operation nor the place.
struct Fault {
  ErrorKind kind;
  std::string message;
};

/// The operations that an eager program runs where a graph has an update, and whose errors the update reports. A
/// program reads an element before it assigns it, so an index that is out of range and an invalid subscript are
/// errors of `reading`. Errors list the first operands only, as those of the eager program do, whose subscripts are no
/// operands.
struct UpdateNames {
  std::string_view reading = {};
  std::string_view storing = {};
  size_t listed_reading = SIZE_MAX;
  size_t listed_storing = SIZE_MAX;
};

/// Runs `action`; a Fault becomes an error of the context's operation, or of the named ones if it is an update.
template <class Context, class Action>
decltype(auto) located(const Context& context, Action&& action, UpdateNames names = {}) {
  try {
    return action();
  } catch (const Fault& fault) {
    const bool reads = fault.kind == ErrorKind::out_of_range || fault.kind == ErrorKind::invalid_argument;
    context.fail(fault.kind, fault.message, reads ? names.reading : names.storing,
                 reads ? names.listed_reading : names.listed_storing);
  }
}

struct IndexItem {
  enum class Kind : uint8_t { Integer, Slice, NewAxis, Ellipsis };
  enum class Bound : uint8_t { Number, Absent, Operand, Extent };
  Kind kind = Kind::Integer;
  Bound start_is = Bound::Number;
  Bound stop_is = Bound::Number;
  int64_t start = 0;
  int64_t stop = 0;
  int64_t step = 1;
  Bound step_is = Bound::Number;

  /// The number of axes of the tensor that the item takes.
  size_t consumes() const { return kind == Kind::Integer || kind == Kind::Slice ? 1 : 0; }
  bool is_whole_axis() const {
    return kind == Kind::Slice && start_is == Bound::Absent && stop_is == Bound::Absent && step == 1;
  }
  bool is_window() const { return stop_is == Bound::Extent; }
  size_t operand_count() const {
    return (start_is == Bound::Operand) + (stop_is == Bound::Operand) + (step_is == Bound::Operand);
  }
};

using IndexItems = detail::SmallVector<IndexItem, 4>;

inline constexpr IndexItem kWholeAxis{
    IndexItem::Kind::Slice, IndexItem::Bound::Absent, IndexItem::Bound::Absent, 0, 0, 1};

/// Converts between items and the attributes of a node. Inconsistent lists are a Fault.
ir::Attributes encode(const IndexItems& items);
IndexItems decode(const ir::Attributes& attributes);
/// Returns the axis of an array of that rank at which each item begins; empty if the items take more axes than there
/// are.
std::vector<size_t> axes_of(const IndexItems& items, size_t rank);
/// The number of operands that hold bounds.
size_t operand_count(const IndexItems& items);
/// Returns text such as "[1:5:2, newaxis, ..., ?]", with ? for the value of an operand.
std::string str(const IndexItems& items);

/// The elements that subscripts select: a strided part of the array.
struct Selection {
  Shape shape;
  detail::Strides strides;
  int64_t offset = 0;  // of the first element
};

/// Returns the elements of an array that `items` select. `values` holds the values of the operands, or is null while
/// these, and possibly dimensions, are not known; then the strides are meaningless. Requires a known rank. Invalid
/// subscripts are a Fault.
Selection select(const Shape& shape, const int64_t* strides, const IndexItems& items, const int64_t* values);

/// Returns index `i` of an axis of length `length`, counted from the front. An index outside of the axis is a Fault.
int64_t checked_index(int64_t i, int64_t length, size_t axis);

}  // namespace ag::kernel
