#pragma once
/// The staged counterparts of the function objects of <functional> for one number type, such as
/// ag::staged_t<std::plus<int>>.
#include <functional>

#include "ag/staging/plain.h"
#include "ag/staging/staged.h"

namespace ag {

namespace detail {

/// Converts its operands to T and applies F, a function object that takes operands of any type.
template <class F, class T>
struct StagedFunctor {
  template <class... A>
  auto operator()(const A&... operands) const {
    return F()(cast<T>(operands)...);
  }
};

#define AG_STAGED_FUNCTOR(name)                                               \
  template <HostNumber T>                                                     \
  struct StagedType<std::name<T>> {                                           \
    using type = StagedFunctor<std::name<>, T>;                               \
  };                                                                          \
  template <HostNumber T>                                                     \
  struct ToStaged<std::name<T>> {                                             \
    static staged_t<std::name<T>> convert(const std::name<T>&) { return {}; } \
  };
AG_STAGED_FUNCTOR(bit_and)
AG_STAGED_FUNCTOR(bit_not)
AG_STAGED_FUNCTOR(bit_or)
AG_STAGED_FUNCTOR(bit_xor)
AG_STAGED_FUNCTOR(divides)
AG_STAGED_FUNCTOR(equal_to)
AG_STAGED_FUNCTOR(greater)
AG_STAGED_FUNCTOR(greater_equal)
AG_STAGED_FUNCTOR(less)
AG_STAGED_FUNCTOR(less_equal)
AG_STAGED_FUNCTOR(minus)
AG_STAGED_FUNCTOR(modulus)
AG_STAGED_FUNCTOR(multiplies)
AG_STAGED_FUNCTOR(negate)
AG_STAGED_FUNCTOR(not_equal_to)
AG_STAGED_FUNCTOR(plus)
#undef AG_STAGED_FUNCTOR

}  // namespace detail
}  // namespace ag
