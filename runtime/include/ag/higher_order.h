#pragma once
/// Control flow as higher-order functions, for lambdas and operators. They run immediately, or are recorded like the
/// corresponding statements while a function is traced.
///
///     Tensor y = ag::cond(x > 0, [&] { return x; }, [&] { return -x; });
///     auto [left, sum] = ag::while_loop([](Tensor n, Tensor) { return n > 0; },
///                                       [](Tensor n, Tensor sum) { return std::tuple(n - 1, sum + n); }, n, 0);
///     Tensor squares = ag::map_fn([](Tensor row) { return row * row; }, x);
///
/// The arguments and results of the functions are the state. Numbers in the state become tensors.
#include <array>
#include <functional>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "ag/staging/lists/list_tensors.h"
#include "ag/staging/staging.h"
#include "ag/staging/switch.h"

namespace ag {

namespace detail {

/// The type of a value that control flow may change.
template <class T>
using flow_t = std::conditional_t<std::is_convertible_v<T, Tensor>, Tensor, std::decay_t<T>>;

template <class T>
struct FlowOf {
  using type = flow_t<T>;
};
template <TupleLike T>
struct FlowOf<T> {
  template <size_t... I>
  static std::tuple<flow_t<std::tuple_element_t<I, T>>...> tuple_of(std::index_sequence<I...>);
  using type = decltype(tuple_of(std::make_index_sequence<std::tuple_size_v<T>>()));
};
template <class F, class... A>
using flow_result_t = typename FlowOf<std::decay_t<std::invoke_result_t<F&, A...>>>::type;

/// Converts a value to its type in the state.
template <class T, class V>
T flow(V&& value) {
  if constexpr (std::is_convertible_v<V&&, T>)
    return std::forward<V>(value);
  else
    return std::apply([](auto&&... part) { return T(std::forward<decltype(part)>(part)...); }, std::forward<V>(value));
}

template <class Test, class Body, class... S>
std::tuple<S...> run_while(Test& test, Body& body, const SourceLocation& location, S... initial) {
  std::tuple<S...> state(std::move(initial)...);
  const auto next = [&]() -> std::tuple<S...> {
    if constexpr (sizeof...(S) == 1)
      return std::tuple<S...>(flow<S...>(std::apply(body, state)));
    else
      return flow<std::tuple<S...>>(std::apply(body, state));
  };
  while_stmt([&] { return std::apply(test, state); }, ag::state({"state", location}, state), [&] { state = next(); });
  return state;
}

/// The tensors that a function returned, one list per part of its result.
template <class T>
struct Rows {
  List<Tensor> list;
  void push(const T& value, const SourceLocation& location) { list.push_back(value, location); }
  T stacked(const SourceLocation& location) const { return ag::stack(list, 0, location); }
};
template <class... T>
struct Rows<std::tuple<T...>> {
  static_assert((std::is_same_v<T, Tensor> && ...), "the parts of a row are tensors");
  std::array<List<Tensor>, sizeof...(T)> list;
  void push(const std::tuple<T...>& value, const SourceLocation& location) {
    size_t part = 0;
    std::apply([&](const T&... tensor) { (list[part++].push_back(tensor, location), ...); }, value);
  }
  std::tuple<T...> stacked(const SourceLocation& location) const {
    return std::apply([&](const auto&... one) { return std::tuple<T...>(ag::stack(one, 0, location)...); }, list);
  }
};

}  // namespace detail

/// Returns then_fn() if the condition is true and else_fn() otherwise. Both return values of one type, or nothing.
template <class Then, class Else>
  requires std::is_invocable_v<Then&> && std::is_invocable_v<Else&>
auto cond(const Predicate& condition, Then then_fn, Else else_fn, SourceLocation location = SourceLocation::current()) {
  if constexpr (std::is_void_v<std::invoke_result_t<Then&>>) {
    static_assert(std::is_void_v<std::invoke_result_t<Else&>>, "both functions of ag::cond give a value, or none does");
    if_stmt(condition, detail::no_state(location), then_fn, else_fn);
  } else {
    using Value = detail::flow_result_t<Then>;
    static_assert(std::is_same_v<Value, detail::flow_result_t<Else>>,
                  "the functions of ag::cond give values of different types");
    Value result{};
    if_stmt(
        condition, ag::state({"result", location}, result), [&] { result = detail::flow<Value>(then_fn()); },
        [&] { result = detail::flow<Value>(else_fn()); });
    return result;
  }
}

/// Calls the function with this index, counted from 0, or the last one if the index is out of range.
AG_API Tensor switch_case(const SwitchValue& index, const std::vector<std::function<Tensor()>>& functions);

/// Repeats state = body_fn(state) while test_fn(state) is true and returns the final state. For several state values
/// the body returns a tuple.
template <class Test, class Body, class S>
  requires std::is_invocable_v<Body&, detail::flow_t<S>&>
detail::flow_t<S> while_loop(Test test_fn, Body body_fn, const S& state,
                             SourceLocation location = SourceLocation::current()) {
  return std::get<0>(detail::run_while<Test, Body, detail::flow_t<S>>(test_fn, body_fn, location, state));
}
template <class Test, class Body, class S, class T>
  requires std::is_invocable_v<Body&, detail::flow_t<S>&, detail::flow_t<T>&>
auto while_loop(Test test_fn, Body body_fn, const S& a, const T& b,
                SourceLocation location = SourceLocation::current()) {
  return detail::run_while<Test, Body, detail::flow_t<S>, detail::flow_t<T>>(test_fn, body_fn, location, a, b);
}
template <class Test, class Body, class S, class T, class U>
  requires std::is_invocable_v<Body&, detail::flow_t<S>&, detail::flow_t<T>&, detail::flow_t<U>&>
auto while_loop(Test test_fn, Body body_fn, const S& a, const T& b, const U& c,
                SourceLocation location = SourceLocation::current()) {
  return detail::run_while<Test, Body, detail::flow_t<S>, detail::flow_t<T>, detail::flow_t<U>>(test_fn, body_fn,
                                                                                                location, a, b, c);
}
template <class Test, class Body, class S, class T, class U, class V>
  requires std::is_invocable_v<Body&, detail::flow_t<S>&, detail::flow_t<T>&, detail::flow_t<U>&, detail::flow_t<V>&>
auto while_loop(Test test_fn, Body body_fn, const S& a, const T& b, const U& c, const V& d,
                SourceLocation location = SourceLocation::current()) {
  return detail::run_while<Test, Body, detail::flow_t<S>, detail::flow_t<T>, detail::flow_t<U>, detail::flow_t<V>>(
      test_fn, body_fn, location, a, b, c, d);
}

/// Returns fn(row) for each row of x, stacked. If fn returns a tuple, so does map_fn.
template <class F>
  requires std::is_invocable_v<F&, Tensor>
auto map_fn(F fn, const Tensor& x, SourceLocation location = SourceLocation::current()) {
  using Row = detail::flow_result_t<F, Tensor>;
  detail::Rows<Row> rows;
  for_stmt(x, ag::state({"rows", location}, rows.list),
           [&](Tensor row) { rows.push(detail::flow<Row>(fn(std::move(row))), location); });
  return rows.stacked(location);
}
/// Same as map_fn: the executor decides which computations to run on all rows at once.
template <class F>
  requires std::is_invocable_v<F&, Tensor>
auto vectorized_map(F fn, const Tensor& x, SourceLocation location = SourceLocation::current()) {
  return map_fn(fn, x, location);
}

/// Returns fn(… fn(fn(initial, x[0]), x[1]) …, x[n - 1]).
template <class F, class S>
  requires std::is_invocable_v<F&, detail::flow_t<S>&, Tensor>
detail::flow_t<S> fold(F fn, const S& initial, const Tensor& x, SourceLocation location = SourceLocation::current()) {
  using State = detail::flow_t<S>;
  State state = initial;
  for_stmt(x, ag::state({"state", location}, state),
           [&](Tensor row) { state = detail::flow<State>(fn(state, std::move(row))); });
  return state;
}
/// Returns the intermediate states of fold, stacked.
template <class F, class S>
  requires std::is_invocable_v<F&, typename detail::FlowOf<std::decay_t<S>>::type&, Tensor>
auto scan(F fn, const S& initial, const Tensor& x, SourceLocation location = SourceLocation::current()) {
  using State = typename detail::FlowOf<std::decay_t<S>>::type;
  State state = detail::flow<State>(initial);
  detail::Rows<State> rows;
  for_stmt(x, ag::state({"state, rows", location}, state, rows.list), [&](Tensor row) {
    state = detail::flow<State>(fn(state, std::move(row)));
    rows.push(state, location);
  });
  return rows.stacked(location);
}

}  // namespace ag
