#pragma once
/// A reference to something that can be called; does not own it.
#include <memory>
#include <type_traits>
#include <utility>

namespace ag::detail {

/// Said so and not by std::is_invocable_r, of which compilers make some classes for each lambda of converted code.
template <class R, class F, class... A>
concept Calls = requires(F callable, A... arguments) { static_cast<R>(callable(static_cast<A&&>(arguments)...)); };

/// What is called without arguments, such as a body that the converter made; and what that call gives. Said so for the
/// same reason.
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
  // Inlined everywhere: each lambda makes one, which would be a function of its own where nothing is optimized.
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
