#pragma once
/// A reference to something that can be called; does not own it.
#include <memory>
#include <type_traits>
#include <utility>

namespace ag::detail {

/// Said so and not by std::is_invocable_r, of which compilers make some classes for each lambda of converted code.
template <class R, class F, class... A>
concept Calls = requires(F callable, A... arguments) { static_cast<R>(callable(static_cast<A&&>(arguments)...)); };

template <class Signature>
class FunctionRef;

template <class R, class... A>
class FunctionRef<R(A...)> {
 public:
  template <class F>
    requires(!std::is_same_v<std::remove_cvref_t<F>, FunctionRef> && Calls<R, F&, A...>)
  FunctionRef(F&& callable)
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
