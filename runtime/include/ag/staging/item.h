#pragma once
/// Conversions from tensors to numbers: the converter emits these functions for int(t), t.item<T>(), bool(t),
/// x.shape(axis), x.size() and x.defined().
///
/// While a function is traced the value of a tensor is symbolic, even if it is constant: `Tensor i = 0; while (int(i) <
/// 1000) i += 1;` is one staged loop, not an unrolled one. Extents are known if the shape is.
#include <vector>

#include "ag/staging/staged.h"
#include "ag/staging/staging.h"

namespace ag {

namespace detail {

/// Records a read of the single element as a number of `dtype`; the graph checks that there is exactly one.
[[gnu::cold]] AG_API StagedId record_item(const Tensor& tensor, DType dtype, SourceLocation location);
/// Returns an extent, or the number of elements for axis kEveryAxis.
AG_API Number extent(const Tensor& tensor, int64_t axis, SourceLocation location);
inline constexpr int64_t kEveryAxis = INT64_MAX;
/// True if a variable has a value, as queried by a traced program: a known value, or a flag of the graph.
AG_API Staged<bool> asked_definedness(const Tensor& tensor);
/// True if the elements are values of a graph and their number is known.
AG_API bool is_symbolic_of_known_size(const Tensor& tensor);
/// Returns its elements in row-major order.
AG_API std::vector<Tensor> elements_in_order(const Tensor& tensor, SourceLocation location);

}  // namespace detail

/// Functions that only converted code calls. In this namespace ag::element finds them but argument-dependent lookup
/// does not, so a user function of the same name is not affected.
namespace emitted {

/// t.item<T>() and T(t): the single element, converted like static_cast.
template <Arithmetic T>
Staged<T> item(const Tensor& tensor, SourceLocation location = SourceLocation::current()) {
  if (!is_tracing()) return tensor.item<T>(location);
  return Staged<T>::of_id(detail::record_item(tensor, dtype_of<T>(), location));
}

/// x.to_vector<T>(): a vector of symbolic numbers if the number of elements is known.
template <Arithmetic T>
std::vector<Staged<T>> items(const Tensor& tensor, SourceLocation location = SourceLocation::current()) {
  std::vector<Staged<T>> result;
  if (!detail::is_symbolic_of_known_size(tensor)) {
    for (const T value : tensor.to_vector<T>(location)) result.push_back(value);
    return result;
  }
  for (const Tensor& element : detail::elements_in_order(tensor, location))
    result.push_back(item<T>(element, location));
  return result;
}

/// bool(t): true if the single element is not zero.
inline Staged<bool> to_bool(const Tensor& tensor, SourceLocation location = SourceLocation::current()) {
  return Predicate(tensor, location).value();
}
template <class T>
  requires detail::NumberOperand<T>
Staged<bool> to_bool(const T& number, SourceLocation location = SourceLocation::current()) {
  return cast<bool>(number, location);
}

/// x.shape(axis): known if the shape is.
inline Staged<int64_t> dim(const Tensor& x, int axis, SourceLocation location = SourceLocation::current()) {
  return Staged<int64_t>::of(detail::extent(x, axis, location));
}

/// x.size(): known if the shape is. (ag::size(x) is an operation that returns a tensor.)
inline Staged<int64_t> element_count(const Tensor& x, SourceLocation location = SourceLocation::current()) {
  return Staged<int64_t>::of(detail::extent(x, detail::kEveryAxis, location));
}

/// x.defined(): known unless a branch or loop of the graph decides whether x has a value.
inline Staged<bool> is_defined(const Tensor& x, SourceLocation /*location*/ = SourceLocation::current()) {
  return is_tracing() ? detail::asked_definedness(x) : Staged<bool>(x.defined());
}

}  // namespace emitted
using namespace emitted;

}  // namespace ag
