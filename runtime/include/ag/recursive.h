#pragma once
/// Converted functions that call themselves: ag::recursive(AG_STATE(n), [](ag::Staged<int> n) -> … { … }).
#include "ag/traced.h"

namespace ag {

namespace detail {

/// The object of the function with this body, made at its first use.
template <class Body>
TracedFunction& recursive_function() {
  static TracedFunction function;
  return function;
}

/// The next call of the function, which is the one that the scope is opened for, runs its body.
class AG_API EnteredFunction {
 public:
  explicit EnteredFunction(const TracedFunction& function);
  ~EnteredFunction();
  EnteredFunction(const EnteredFunction&) = delete;

  /// Whether this is that call.
  static bool take(const TracedFunction& function);

 private:
  const TracedFunction* outer_;
};

template <class Body, class... T, size_t... I>
decltype(auto) call_body(Body body, const Pack& pack, std::index_sequence<I...>) {
  return body(*static_cast<T*>(pack.variable(I).address)...);
}

}  // namespace detail

/// Runs the body of a function that calls itself, perhaps through others. While another function is traced it becomes a
/// part of that one's graph, as that of other converted functions does; but where a tensor, or a number that is known
/// only when the graph runs, decides how often it calls itself, the graph calls itself. Numbers of the host that are
/// others in every call, as one that counts them, are computed by the graph then.
///
/// `arguments`: the parameters of the function, variables that the body may change. A function that takes what a graph
/// cannot be given is always unrolled.
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

/// The same for a method, whose object is the first of the arguments. `again` calls it on the object that it is given.
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
