#pragma once
/// Basic subscripts (integers, slices, new axes, one ellipsis) as data: what the attributes of the nodes `index` and
/// `index_update` hold, and which elements they name.
///
/// In a node there is one entry per subscript in each of the four lists:
///     kinds    decimal digits, from the right: the kind (0 integer, 1 slice, 2 new axis, 3 ellipsis), where the start
///              comes from, where the stop comes from (0 the number in the list, 1 absent, 2 the next operand, 3 it is
///              the start, an operand, and the number in the list, both in the array: the pass `windows` makes these)
///     starts   the integer, or the start of the slice
///     stops, steps   of slices
/// So t(all, 0, slice(i, 5)) is kinds [111, 0, 21], with i as operand. Operands follow in reading order, the start of a
/// slice before its stop.
#include <string>
#include <vector>

#include "graph/op_def.h"

namespace ag::kernel {

/// Thrown by what knows neither the operation nor the place.
struct Fault {
  ErrorKind kind;
  std::string message;
};

/// Runs `action`; a Fault becomes an error of the context's operation.
template <class Context, class Action>
decltype(auto) located(const Context& context, Action&& action) {
  try {
    return action();
  } catch (const Fault& fault) {
    context.fail(fault.kind, fault.message);
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

  /// How many axes of the tensor it takes.
  size_t consumes() const { return kind == Kind::Integer || kind == Kind::Slice ? 1 : 0; }
  bool is_whole_axis() const {
    return kind == Kind::Slice && start_is == Bound::Absent && stop_is == Bound::Absent && step == 1;
  }
  bool is_window() const { return stop_is == Bound::Extent; }
  size_t operand_count() const { return (start_is == Bound::Operand) + (stop_is == Bound::Operand); }
};

using IndexItems = detail::SmallVector<IndexItem, 4>;

inline constexpr IndexItem kWholeAxis{
    IndexItem::Kind::Slice, IndexItem::Bound::Absent, IndexItem::Bound::Absent, 0, 0, 1};

/// The attributes of a node, and back. Lists that do not fit together are a Fault.
ir::Attributes encode(const IndexItems& items);
IndexItems decode(const ir::Attributes& attributes);
/// The axis of an array of that rank at which each item begins; nothing where they take more axes than there are.
std::vector<size_t> axes_of(const IndexItems& items, size_t rank);
/// How many operands the bounds are.
size_t operand_count(const IndexItems& items);
/// As "[1:5:2, newaxis, ..., ?]", with ? for what an operand gives.
std::string str(const IndexItems& items);

/// The elements that subscripts name: a strided part of the array.
struct Selection {
  Shape shape;
  detail::Strides strides;
  int64_t offset = 0;  // of the first element
};

/// The elements that `items` name of an array. `values` are those of the operands; null while they, and maybe
/// dimensions, are not known: then the strides mean nothing. Needs a known rank. Wrong subscripts are a Fault.
Selection select(const Shape& shape, const int64_t* strides, const IndexItems& items, const int64_t* values);

/// The position of index `i` of an axis of length `length`, counted from the front; a Fault where there is none.
int64_t checked_index(int64_t i, int64_t length, size_t axis);

}  // namespace ag::kernel
