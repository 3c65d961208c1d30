#pragma once
/// A mutable lambda as state of a statement: the user's lambda is nested in one that holds its captures and exposes
/// them.
#include <tuple>
#include <utility>

namespace ag {

namespace detail {

template <class Parts, class Body>
struct LambdaWithState {
  Parts parts;
  Body body;
};

/// A non-generic call operator accepts a braced list, from which a template deduces nothing.
template <class Lambda, class Call>
struct CallAsDeclared {
  struct Never {};
  void operator()(Never);
};
template <class Lambda, class Body, class Result, class... A>
struct CallAsDeclared<Lambda, Result (Body::*)(A...)> {
  Result operator()(A... arguments) { return static_cast<Lambda&>(*this).make_().body(std::forward<A>(arguments)...); }
};
template <class Lambda, class Body, class Result, class... A>
struct CallAsDeclared<Lambda, Result (Body::*)(A...) const> : CallAsDeclared<Lambda, Result (Body::*)(A...)> {};

template <class Body>
struct DeclaredCallOf {
  using type = void;
};
template <class Body>
  requires requires { &Body::operator(); }
struct DeclaredCallOf<Body> {
  using type = decltype(&Body::operator());
};

template <class Lambda, class Make>
using CallOfState = CallAsDeclared<Lambda, typename DeclaredCallOf<decltype(std::declval<Make&>()().body)>::type>;

}  // namespace detail

/// Pairs the captures that a lambda modifies with its body.
template <class... T, class Body>
detail::LambdaWithState<std::tuple<T&...>, Body> with_state(std::tuple<T&...> parts, Body body) {
  return {parts, std::move(body)};
}

/// Usage:
///
///     auto count = ag::StatefulLambda([n = 0]() mutable {
///       return ag::with_state(std::tie(n), [&](int by) mutable { return n += by; });
///     });
template <class Make>
class StatefulLambda : public detail::CallOfState<StatefulLambda<Make>, Make> {
  using Declared = detail::CallOfState<StatefulLambda<Make>, Make>;
  friend Declared;
  template <class, class>
  friend struct detail::CallAsDeclared;

 public:
  explicit StatefulLambda(Make make) : make_(std::move(make)) {}

  using Declared::operator();
  template <class... A>
  decltype(auto) operator()(A&&... arguments) {
    return make_().body(std::forward<A>(arguments)...);
  }

  friend auto ag_fields(StatefulLambda& lambda) { return lambda.make_().parts; }

 private:
  Make make_;
};

}  // namespace ag
