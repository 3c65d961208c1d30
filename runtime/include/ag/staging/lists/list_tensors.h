#pragma once
/// Conversions of lists of tensors and of numbers to one tensor.
#include <concepts>
#include <vector>

#include "ag/ops.h"
#include "ag/staging/lists/list.h"

namespace ag {

/// Stacks the tensors of a list along a new axis.
template <std::same_as<Tensor> T>  // excludes a list of vectors
Tensor stack(const List<T>& list, int axis = 0, SourceLocation location = SourceLocation::current()) {
  if (list.is_known()) return stack(TensorList(list.known_items(), location), axis);
  return detail::list_stacked(list.stacked(location), axis, location);
}
/// Concatenates the tensors of a list along an existing axis.
template <std::same_as<Tensor> T>  // excludes a list of vectors
Tensor concat(const List<T>& list, int axis = 0, SourceLocation location = SourceLocation::current()) {
  if (list.is_known()) return concat(TensorList(list.known_items(), location), axis);
  return detail::list_joined(list.stacked(location), axis, location);
}

/// Returns the numbers of a list as a tensor, in their own dtype unless another is specified.
template <class T>
Tensor tensor(const List<Staged<T>>& list, SourceLocation location = SourceLocation::current()) {
  return list.stacked(location);
}
template <class T>
Tensor tensor(const List<Staged<T>>& list, DType dtype, SourceLocation location = SourceLocation::current()) {
  return astype(TensorArg(list.stacked(location), location), dtype);
}
template <class T>
Tensor tensor(const std::vector<Staged<T>>& numbers, SourceLocation location = SourceLocation::current()) {
  return tensor(List<Staged<T>>(numbers), location);
}
template <class T>
Tensor tensor(const std::vector<Staged<T>>& numbers, DType dtype, SourceLocation location = SourceLocation::current()) {
  return tensor(List<Staged<T>>(numbers), dtype, location);
}

}  // namespace ag
