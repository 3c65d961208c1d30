/// Growable lists in the graph: one tensor whose first axis is the element index.
#include "ag/index.h"
#include "ag/ops.h"
#include "ag/staging/lists/list_algorithm.h"
#include "ag/staging/symbolic_ops.h"
#include "ops/define.h"
#include "staging/control/leaves.h"
#include "tensor/axis.h"
#include "trace/context.h"

namespace ag::detail {

namespace {

std::string text_of_type(const ir::TensorType& type) { return ir::str({type.dtype, type.shape}); }

/// All elements of a list have the same type, because the list is one tensor.
[[noreturn]] void fail_type(ErrorKind kind, const std::string& name, const ir::TensorType& elements,
                            const ir::TensorType& element, SourceLocation location) {
  throw Error(kind,
              (name.empty() ? "a list" : quoted_name(name)) + " has elements " + text_of_type(elements) +
                  " and gets one " + text_of_type(element),
              location,
              {"a tensor decides how many elements there are, so they need one dtype and one shape; bring them to it, "
               "or keep two lists"});
}

/// Returns the type of the elements of a list that is a tensor of this type.
ir::TensorType element_type(ir::TensorType list) {
  if (list.shape.ranked() && !list.shape.empty()) list.shape.erase(0);
  return list;
}

bool same_shape(const Shape& a, const Shape& b) {
  if (!a.ranked() || !b.ranked()) return true;
  if (a.rank() != b.rank()) return false;
  for (size_t axis = 0; axis < a.size(); ++axis) {
    if (a[axis] != unknown && b[axis] != unknown && a[axis] != b[axis]) return false;
  }
  return true;
}

/// Returns the element in the dtype of the list; a number takes that dtype.
Tensor of_dtype(const Tensor& element, const ir::TensorType& elements, const std::string& name,
                SourceLocation location) {
  const ir::TensorType type = type_of(element);
  if (type.dtype == elements.dtype && !type.weak) return element;
  DType dtype;
  bool weak;
  if (!meet({elements.dtype, elements.shape, false}, type, dtype, weak))
    fail_type(ErrorKind::staging_error, name, elements, type, location);
  return cast_to(element, elements.dtype, location);
}

/// Checks the symbolic extents in the graph, so that the error names the list.
void check_extents(const Tensor& list, const Tensor& element, const std::string& name, SourceLocation location) {
  const Shape &of_list = list.impl()->shape, &of_element = element.impl()->shape;
  if (name.empty() || !of_list.ranked() || !of_element.ranked()) return;
  Flag differs;
  for (int axis = 0; axis < of_element.rank(); ++axis) {
    const auto at = static_cast<size_t>(axis);
    if (of_list[at + 1] != unknown && of_element[at] != unknown) continue;
    differs = differs || Flag(dim(list, axis + 1, location) != dim(element, axis, location));
  }
  if (differs.is_host()) return;
  differs = !(!differs || Flag(dim(list, 0, location) == 0));
  const std::string message = "the elements of " + quoted_name(name) + " have one shape, and this one has another";
  if_stmt(Predicate(differs, location), [&] { raise(Error(ErrorKind::shape_error, message, location), location); });
}

/// A list of Dim is a braced list, so each length needs its own call.
Tensor reshaped(const Tensor& x, const std::vector<Dim>& d, SourceLocation location) {
  const TensorArg value(x, location);
  switch (d.size()) {
    case 1:
      return reshape(value, ShapeArg({d[0]}, location));
    case 2:
      return reshape(value, ShapeArg({d[0], d[1]}, location));
    case 3:
      return reshape(value, ShapeArg({d[0], d[1], d[2]}, location));
    case 4:
      return reshape(value, ShapeArg({d[0], d[1], d[2], d[3]}, location));
    case 5:
      return reshape(value, ShapeArg({d[0], d[1], d[2], d[3], d[4]}, location));
    default:
      throw Error(ErrorKind::unimplemented, "a list of tensors with more than 5 axes is joined", location,
                  {"write ag::reshape(ag::stack(list), …)"});
  }
}

/// Throws the error of the plain operation on an empty list.
void check_not_empty(const Tensor& list, FunctionRef<void()> plain, SourceLocation location) {
  const Staged<int64_t> count = dim(list, 0, location);
  if (count.is_host() && count.value() > 0) return;
  if_stmt(Predicate(count == 0, location), [&] {
    try {
      plain();
    } catch (const Error& error) {
      raise(error, location);
    }
  });
}

}  // namespace

Tensor list_append(const Tensor& list, const Tensor& element, const std::string& name, SourceLocation location) {
  const TensorImpl& impl = used(element, location);
  if (!list.defined()) {
    Shape shape = impl.shape;
    if (shape.ranked()) shape.insert(0, 0);
    return list_append(empty_list_like({impl.dtype, shape}), element, name, location);
  }
  const ir::TensorType elements = element_type(type_of(list));
  const Tensor typed = of_dtype(element, elements, name, location);
  const Shape& extents = list.impl()->shape;
  const bool empty = extents.ranked() && !extents.empty() && extents[0] == 0;
  if (!empty && !same_shape(elements.shape, impl.shape))
    fail_type(ErrorKind::shape_error, name, elements, type_of(element), location);
  if (!empty) check_extents(list, element, name, location);
  const std::array<Tensor, 2> operands{list, typed};
  return ops::call(ops::Op::append, std::span<const Tensor>(operands), {}, location);
}

Tensor list_part(const Tensor& list, const Staged<int64_t>& first, const Staged<int64_t>& last,
                 SourceLocation location) {
  const Index part(slice(first, last, 1, location));
  return index(list, std::span<const Index>(&part, 1));
}

Tensor list_concat(const Tensor& first, const Tensor& second, const std::string& name, SourceLocation location) {
  if (!first.defined() || !second.defined()) return first.defined() ? first : second;
  const ir::TensorType elements = element_type(type_of(first)), others = element_type(type_of(second));
  const auto is_empty = [](const Tensor& list) {
    const Shape& shape = list.impl()->shape;
    return shape.ranked() && !shape.empty() && shape[0] == 0;
  };
  if (is_empty(first)) return second;
  const Tensor typed = of_dtype(second, elements, name, location);
  if (is_empty(second)) return first;
  if (!same_shape(elements.shape, others.shape)) fail_type(ErrorKind::shape_error, name, elements, others, location);
  return concat(TensorList({first, typed}, location), 0);
}

Tensor list_filled(const Tensor& element, const Staged<int64_t>& count, SourceLocation location) {
  return repeat(expand_dims(TensorArg(element, location), 0), count, 0);
}

Tensor list_reversed(const Tensor& list, SourceLocation location) { return flip(TensorArg(list, location), 0); }

Tensor list_sorted(const Tensor& list, SourceLocation location) { return sort(TensorArg(list, location)); }

void fail_empty(const char* what, SourceLocation location) {
  const Error error(ErrorKind::out_of_range, std::string(what) + " of an empty list", location);
  if (is_tracing()) raise(error, location);
  throw error;
}

void check_missing(const Staged<bool>& missing, const char* what, SourceLocation location) {
  if (missing.is_host() && !missing.value()) return;
  if_stmt(Predicate(missing, location), [&] { fail_empty(what, location); });
}

void check_sort_order(const Staged<bool>& open, SourceLocation location) {
  if (open.is_host() && !open.value()) return;
  if_stmt(Predicate(open, location), [&] {
    raise(
        Error(ErrorKind::invalid_argument,
              "more than 16 elements are sorted, and the comparison finds no order of two that differ: C++ leaves open "
              "which of them comes first",
              location, {"use std::stable_sort, or compare what tells them apart as well"}),
        location);
  });
}

void fail_unknown_part(const char* what, SourceLocation location) {
  throw Error(ErrorKind::staging_error, "a list of these elements grows where a tensor decides: " + std::string(what),
              location, {"keep tensors and numbers, and vectors of one length, in its elements"});
}

Tensor list_element(const Tensor& list, const Staged<int64_t>& at, SourceLocation location) {
  const Index place(at, location);
  return index(list, std::span<const Index>(&place, 1));
}

Tensor list_update(const Tensor& list, const Staged<int64_t>& at, const Tensor& element, SourceLocation location) {
  const Index place(at, location);
  return index_update(list, std::span<const Index>(&place, 1), TensorArg(element, location));
}

Tensor list_of(const std::vector<Tensor>& elements, const std::string& name, SourceLocation location) {
  const tracing::Trace* trace = tracing::current();
  for (const Tensor& element : elements) {
    if (!trace || trace->is_available(element, trace->block())) continue;
    // The element belongs to a branch that did not pass on the list. No later code needs the list, so only reading it
    // is an error.
    ir::TensorType type = type_of(element);
    if (type.shape.ranked()) type.shape.insert(0, unknown);
    return unusable(type,
                    "an element of " + (name.empty() ? "a list" : quoted_name(name)) +
                        " was computed inside a branch or loop body that has ended",
                    location);
  }
  // Numbers take the dtype of the first tensor among the elements.
  ir::TensorType common = type_of(elements.front());
  for (const Tensor& element : elements) {
    const ir::TensorType type = type_of(element);
    if (common.weak && !type.weak) common = type;
  }
  std::vector<Tensor> typed;
  for (const Tensor& element : elements) {
    typed.push_back(of_dtype(element, common, name, location));
    if (!same_shape(common.shape, element.impl()->shape))
      fail_type(ErrorKind::shape_error, name, common, type_of(element), location);
  }
  return stack(TensorList(typed, location));
}

Tensor empty_list(DType dtype) { return allocate(dtype, {0}); }

Tensor list_stacked(const Tensor& list, int axis, SourceLocation location) {
  check_not_empty(list, [&] { stack(TensorList(std::vector<Tensor>(), location), axis); }, location);
  if (axis == 0) return list;
  const int rank = static_cast<int>(used(list, location).shape.rank());
  const int to = detail::from_front(axis, rank);
  if (to < 0 || to >= rank)
    return stack(TensorList({list_element(list, 0, location)}, location), axis);  // throws the error for this axis
  std::vector<int> axes;
  for (int k = 1; k < rank; ++k) axes.push_back(k);
  axes.insert(axes.begin() + to, 0);
  return permute_dims(TensorArg(list, location), axes);
}

Tensor list_joined(const Tensor& list, int axis, SourceLocation location) {
  check_not_empty(list, [&] { concat(TensorList(std::vector<Tensor>(), location), axis); }, location);
  const int rank = static_cast<int>(used(list, location).shape.rank()) - 1;
  const int to = detail::from_front(axis, rank);
  if (to < 0 || to >= rank) return concat(TensorList({list_element(list, 0, location)}, location), axis);
  const Tensor beside = list_stacked(list, to, location);
  std::vector<Dim> extents;
  for (int k = 0; k <= rank; ++k) {
    const Staged<int64_t> extent = dim(beside, k, location);
    if (k == to + 1) {
      extents.back() = Dim(dim(beside, to, location) * extent, location);
    } else {
      extents.push_back(Dim(extent, location));
    }
  }
  return reshaped(beside, extents, location);
}

bool is_value(const Tensor& tensor) { return tensor.defined() && !tensor.impl()->is_symbol(); }

}  // namespace ag::detail
