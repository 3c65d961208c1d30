#pragma once
/// Function objects of <functional> for one type of numbers, as converted code has them: ag::staged_t<std::plus<int>>.
#include <functional>

#include "ag/plain.h"
#include "ag/staged.h"

namespace ag {

namespace detail {

/// Converts its operands to T and applies F, a function object that takes operands of any type.
template <class F, class T>
struct StagedOperation {
  template <class... A>
  auto operator()(const A&... operands) const {
    return F()(cast<T>(operands)...);
  }
};

#define AG_STAGED_OPERATION(name)                                             \
  template <HostNumber T>                                                     \
  struct StagedType<std::name<T>> {                                           \
    using type = StagedOperation<std::name<>, T>;                             \
  };                                                                          \
  template <HostNumber T>                                                     \
  struct ToStaged<std::name<T>> {                                             \
    static staged_t<std::name<T>> convert(const std::name<T>&) { return {}; } \
  };
AG_STAGED_OPERATION(bit_and)
AG_STAGED_OPERATION(bit_not)
AG_STAGED_OPERATION(bit_or)
AG_STAGED_OPERATION(bit_xor)
AG_STAGED_OPERATION(divides)
AG_STAGED_OPERATION(equal_to)
AG_STAGED_OPERATION(greater)
AG_STAGED_OPERATION(greater_equal)
AG_STAGED_OPERATION(less)
AG_STAGED_OPERATION(less_equal)
AG_STAGED_OPERATION(minus)
AG_STAGED_OPERATION(modulus)
AG_STAGED_OPERATION(multiplies)
AG_STAGED_OPERATION(negate)
AG_STAGED_OPERATION(not_equal_to)
AG_STAGED_OPERATION(plus)
#undef AG_STAGED_OPERATION

}  // namespace detail
}  // namespace ag
