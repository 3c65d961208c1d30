#pragma once
/// Recursive converted functions: ag::recursive(AG_STATE(n), [](ag::Staged<int> n) -> … { … }).
#include "ag/staging/traced.h"

namespace ag {

namespace detail {

/// Returns the function object for this body, created at its first use.
template <class Body>
TracedFunction& recursive_function() {
  static TracedFunction function;
  return function;
}

/// The next call of the function, for which the scope is opened, runs its body.
class AG_API EnteredFunction {
 public:
  explicit EnteredFunction(const TracedFunction& function);
  ~EnteredFunction();
  EnteredFunction(const EnteredFunction&) = delete;

  /// True for the call that the scope was opened for.
  static bool take(const TracedFunction& function);

 private:
  const TracedFunction* outer_;
};

template <class Body, class... T, size_t... I>
decltype(auto) call_body(Body body, const Pack& pack, std::index_sequence<I...>) {
  return body(*static_cast<T*>(pack.variable(I).address)...);
}

}  // namespace detail

/// Runs the body of a function that is recursive, directly or through others. While another function is traced, a call
/// is inlined into its graph, like that of any converted function. If the depth of the recursion depends on a tensor or
/// a symbolic number, the graph calls itself instead. Host numbers that differ between the calls, such as a counter,
/// are then computed by the graph.
///
/// `arguments`: the parameters of the function, which the body may modify. A function with parameters that cannot be
/// passed to a graph is always unrolled.
///
///     ag::Staged<int> digits_staged(ag::Staged<int> n) {
///       return ag::recursive(AG_STATE(n), [](ag::Staged<int> n) -> ag::Staged<int> {
///         return ag::if_else<ag::Staged<int>>(n < 10, [&] { return 1; }, [&] { return 1 + digits_staged(n / 10); });
///       });
///     }
template <class... T, class Body>
decltype(auto) recursive(const State<T...>& arguments, Body body) {
  static_assert(std::is_empty_v<Body>, "the body of a function that calls itself captures nothing");
  if constexpr ((detail::has_signature<T>() && ...)) {
    using Call = detail::CallOf<detail::DeclaredResult<Body>, decltype(+body), T...>;
    return Call::call_inside(detail::recursive_function<Body>(), +body, arguments);
  } else {
    return detail::call_body<Body, T...>(body, static_cast<const detail::Pack&>(arguments),
                                         std::index_sequence_for<T...>());
  }
}

/// The overload for a method, whose object is the first argument. `again` calls the method on the object that it
/// receives.
///
///     ag::Staged<int> Digits_staged::of(ag::Staged<int> n) const {
///       return ag::recursive(AG_STATE(*this, n), [](const auto& self, ag::Staged<int> n) { return self.of(n); },
///                            [&]() -> ag::Staged<int> { … });
///     }
template <class... T, class Again, class Body>
auto recursive(const State<T...>& arguments, Again, const Body& body) -> std::invoke_result_t<const Body&> {
  static_assert(std::is_empty_v<Again>, "what calls a method again captures nothing");
  using Result = std::invoke_result_t<const Body&>;
  if constexpr ((detail::has_signature<T>() && ...)) {
    detail::TracedFunction& function = detail::recursive_function<Again>();
    if (is_tracing() && !detail::EnteredFunction::take(function)) {
      const auto call = +[](T&... given) -> Result {
        const detail::EnteredFunction entered(detail::recursive_function<Again>());
        return Again()(given...);
      };
      using Call = detail::TracedCall<Result, std::remove_const_t<decltype(call)>, Result, T...>;
      return Call::call_inside(function, call, arguments);
    }
  }
  return body();
}

}  // namespace ag
