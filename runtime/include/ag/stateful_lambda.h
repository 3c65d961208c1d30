#pragma once
/// A lambda that changes what it captured by value, as state of a statement: the lambda that the user wrote stands
/// inside of one that has the captures, and that hands them out.
#include <tuple>
#include <utility>

namespace ag {

namespace detail {
template <class Parts, class Body>
struct LambdaWithState {
  Parts parts;
  Body body;
};
}  // namespace detail

/// What a lambda changes of its own, and what it does.
template <class... T, class Body>
detail::LambdaWithState<std::tuple<T&...>, Body> with_state(std::tuple<T&...> parts, Body body) {
  return {parts, std::move(body)};
}

///     auto count = ag::StatefulLambda([n = 0]() mutable {
///       return ag::with_state(std::tie(n), [&](int by) mutable { return n += by; });
///     });
template <class Make>
class StatefulLambda {
 public:
  explicit StatefulLambda(Make make) : make_(std::move(make)) {}

  template <class... A>
  decltype(auto) operator()(A&&... arguments) {
    return make_().body(std::forward<A>(arguments)...);
  }

  friend auto ag_fields(StatefulLambda& lambda) { return lambda.make_().parts; }

 private:
  Make make_;
};

}  // namespace ag
