#pragma once
/// A non-owning reference to a callable.
#include <memory>
#include <type_traits>
#include <utility>

namespace ag::detail {

/// Written as a requires-expression because std::is_invocable_r instantiates several classes for each lambda of
/// converted code.
template <class R, class F, class... A>
concept Calls = requires(F callable, A... arguments) { static_cast<R>(callable(static_cast<A&&>(arguments)...)); };

/// A callable without parameters, such as a body that the converter made, and its result type. Not std::is_invocable,
/// for the same reason.
template <class F>
concept Nullary = requires(F callable) { callable(); };
template <class F>
using nullary_result_t = decltype(std::declval<F&>()());

template <class Signature>
class FunctionRef;

template <class R, class... A>
class FunctionRef<R(A...)> {
 public:
  template <class F>
    requires(!std::is_same_v<std::remove_cvref_t<F>, FunctionRef> && Calls<R, F&, A...>)
  // Always inlined: otherwise each lambda would instantiate one more function in unoptimized builds.
  [[gnu::always_inline]] FunctionRef(F&& callable) noexcept
      : object_(const_cast<void*>(static_cast<const void*>(std::addressof(callable)))),
        call_(&call<std::remove_reference_t<F>>) {}
  R operator()(A... arguments) const { return call_(object_, std::forward<A>(arguments)...); }

 private:
  template <class F>
  static R call(void* object, A... arguments) {
    return (*static_cast<F*>(object))(static_cast<A&&>(arguments)...);
  }

  void* object_;
  R (*call_)(void*, A...);
};

}  // namespace ag::detail
