#pragma once
/// From tensors to numbers: what the converter writes for int(t), t.item<T>(), bool(t), x.shape(axis), x.size()
/// and x.defined().
///
/// While a function is traced the value of a tensor is symbolic, also where it is a constant: `Tensor i = 0;
/// while (int(i) < 1000) i += 1;` is one loop, as it is without the conversion. Extents are known where the shape is.
#include <vector>

#include "ag/staged.h"
#include "ag/staging.h"

namespace ag {

namespace detail {

/// The only element as a number of `dtype`; the graph checks that it is one.
[[gnu::cold]] AG_API StagedId record_item(const Tensor& tensor, DType dtype, SourceLocation location);
/// An extent, or (axis kEveryAxis) the number of elements.
AG_API Number extent(const Tensor& tensor, int64_t axis, SourceLocation location);
inline constexpr int64_t kEveryAxis = INT64_MAX;
/// Whether a variable has a value, as the program asks while it is traced: known, or a flag of the graph.
AG_API Staged<bool> asked_definedness(const Tensor& tensor);
/// Whether its elements are values of a graph, and how many there are is known.
AG_API bool is_symbolic_of_known_size(const Tensor& tensor);
/// Its elements in row-major order.
AG_API std::vector<Tensor> elements_in_order(const Tensor& tensor, SourceLocation location);

}  // namespace detail

/// Functions that converted code calls, and nobody else: ag::element is found here. Argument-dependent lookup does not
/// find them, where the user calls a function of his own that has one of their names.
namespace emitted {

/// t.item<T>(), and T(t): the only element, converted as static_cast does.
template <Arithmetic T>
Staged<T> item(const Tensor& tensor, SourceLocation location = SourceLocation::current()) {
  if (!is_tracing()) return tensor.item<T>(location);
  return Staged<T>::of_id(detail::record_item(tensor, dtype_of<T>(), location));
}

/// x.to_vector<T>(): symbolic numbers, as many as are known to be there.
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

/// bool(t): whether the only element is not zero.
inline Staged<bool> truth(const Tensor& tensor, SourceLocation location = SourceLocation::current()) {
  return Predicate(tensor, location).value();
}
template <class T>
  requires detail::NumberOperand<T>
Staged<bool> truth(const T& number, SourceLocation location = SourceLocation::current()) {
  return cast<bool>(number, location);
}

/// x.shape(axis): known where the shape is.
inline Staged<int64_t> dim(const Tensor& x, int axis, SourceLocation location = SourceLocation::current()) {
  return Staged<int64_t>::of(detail::extent(x, axis, location));
}

/// x.size(): known where the shape is. (ag::size(x) is an operation, and gives a tensor.)
inline Staged<int64_t> element_count(const Tensor& x, SourceLocation location = SourceLocation::current()) {
  return Staged<int64_t>::of(detail::extent(x, detail::kEveryAxis, location));
}

/// x.defined(): known where no branch or loop of the graph decides whether x has a value.
inline Staged<bool> is_defined(const Tensor& x, SourceLocation /*location*/ = SourceLocation::current()) {
  return is_tracing() ? detail::asked_definedness(x) : Staged<bool>(x.defined());
}

}  // namespace emitted
using namespace emitted;

}  // namespace ag
