#pragma once
/// The loops of converted code; see staging.h.
#include <concepts>
#include <tuple>
#include <type_traits>
#include <utility>

#include "ag/enumerate.h"
#include "ag/staging/staging.h"

namespace ag {

template <std::integral T>
class StagedRange;

namespace detail {

template <class R>
inline constexpr bool is_staged_range = false;
template <class T>
inline constexpr bool is_staged_range<StagedRange<T>> = true;

/// Runs or records `for (; test(); step()) body()` while tracing. `can_stop`: the state has exits.
AG_API void trace_for(const StateBase& state, FunctionRef<Predicate()> test, FunctionRef<void()> step,
                      FunctionRef<void()> body, bool can_stop);
/// Records `do body() while (test())`.
AG_API void trace_do(const StateBase& state, FunctionRef<void()> body, FunctionRef<Predicate()> test);
/// Records a loop over 0, 1, … below an int64 `count`.
AG_API void trace_count(const Tensor& count, const StateBase& state, FunctionRef<void(const Tensor&)> body);
/// The number of rows of a tensor, and one row.
AG_API Tensor row_count(const Tensor& x, SourceLocation location);
AG_API Tensor row_at(const Tensor& x, const Tensor& number, SourceLocation location);
/// The number of elements of a range with integer tensor bounds, and one element.
AG_API Tensor element_count(const TensorRange& range, SourceLocation location);
AG_API Tensor element_at(const TensorRange& range, const Tensor& number, SourceLocation location);
AG_API Tensor least(const Tensor& a, const Tensor& b, SourceLocation location);
/// Records a loop over a range with tensor bounds.
AG_API void trace_range(const TensorRange& range, const StateBase& state, FunctionRef<void(const Tensor&)> body);
/// Traces one iteration of a host loop: runs it, or records it under the condition that no exit was taken. Returns
/// false if an exit is certain.
AG_API bool trace_iteration(const StateBase& state, FunctionRef<void()> body);

/// The iteration space of a staged loop: the rows of tensors or ranges with tensor bounds, alone, enumerated, or
/// zipped.
template <class R>
struct RowSource {
  static constexpr bool staged = false;
};
template <class R>
  requires std::is_base_of_v<Tensor, R>
struct RowSource<R> {
  static constexpr bool staged = true;
  static Tensor count(const R& x, SourceLocation location) { return row_count(x, location); }
  static Tensor row(const R& x, const Tensor& number, SourceLocation location) { return row_at(x, number, location); }
};
template <>
struct RowSource<TensorRange> {
  static constexpr bool staged = true;
  static Tensor count(const TensorRange& x, SourceLocation location) { return element_count(x, location); }
  static Tensor row(const TensorRange& x, const Tensor& number, SourceLocation location) {
    return element_at(x, number, location);
  }
};
template <class R>
struct RowSource<Enumerated<R>> {
  using Inner = RowSource<std::remove_cvref_t<R>>;
  static constexpr bool staged = Inner::staged;
  static Tensor count(Enumerated<R>& x, SourceLocation location) { return Inner::count(x.range(), location); }
  static auto row(Enumerated<R>& x, const Tensor& number, SourceLocation location) {
    auto inner = Inner::row(x.range(), number, location);
    return std::pair<Staged<int64_t>, decltype(inner)>(Staged<int64_t>::of(number) + x.start(), std::move(inner));
  }
};
template <class... R>
struct RowSource<Zipped<R...>> {
  static constexpr bool staged = (RowSource<std::remove_cvref_t<R>>::staged && ...);
  static Tensor count(Zipped<R...>& x, SourceLocation location) {
    return std::apply(
        [&](auto&... ranges) {
          Tensor count;
          auto take = [&](const Tensor& one) { count = count.defined() ? least(count, one, location) : one; };
          (take(RowSource<std::remove_cvref_t<R>>::count(ranges, location)), ...);
          return count;
        },
        x.ranges());
  }
  static auto row(Zipped<R...>& x, const Tensor& number, SourceLocation location) {
    return std::apply(
        [&](auto&... ranges) {
          return std::tuple(RowSource<std::remove_cvref_t<R>>::row(ranges, number, location)...);
        },
        x.ranges());
  }
};

/// A loop over a container together with tensors is unrolled: each tensor becomes a list of its rows.
AG_API std::vector<Tensor> rows_of(const Tensor& x, SourceLocation location);
template <class R>
inline constexpr bool has_tensors = std::is_base_of_v<Tensor, R>;
template <class R>
inline constexpr bool has_tensors<Enumerated<R>> = has_tensors<std::remove_cvref_t<R>>;
template <class... R>
inline constexpr bool has_tensors<Zipped<R...>> = (has_tensors<std::remove_cvref_t<R>> || ...);

template <class R>
decltype(auto) unrolled(R& range, SourceLocation location) {
  if constexpr (std::is_base_of_v<Tensor, R>)
    return rows_of(range, location);
  else if constexpr (requires { range.start(), range.range(); })
    return enumerate(unrolled(range.range(), location), range.start());
  else if constexpr (requires { range.ranges(); })
    return std::apply([&](auto&... ranges) { return zip(unrolled(ranges, location)...); }, range.ranges());
  else
    return (range);
}

/// An ag::List.
template <class R>
concept GrowingList = requires(const R& list) {
  { list.is_known() } -> std::same_as<bool>;
  list.known_items();
};
/// Runs one iteration of a loop over a list. The body may change the element if it takes a reference.
template <class L, class F>
void run_on_element(L& list, const Staged<int64_t>& at, F& body, SourceLocation location) {
  auto element = list.ag_read(at, location);
  if constexpr (std::is_const_v<L>) {
    body(std::as_const(element));
  } else {
    const auto before = element;
    body(element);
    if (!L::ag_is_unchanged(before, element)) list.ag_write(at, element, location);
  }
}

struct NoStep {
  void operator()() const {}
};

/// Runs at the start of an iteration; `count` is the number of iterations completed.
AG_API void count_iteration(Staged<int64_t>& count, const LoopOptions& options, SourceLocation location);
AG_API void check_options(const LoopOptions& options, SourceLocation location);

/// Calls `run` with the state and the body of a loop with options.
template <IsState S, class F, class Run>
void with_options(const S& state, const LoopOptions& options, F& body, Run&& run) {
  const SourceLocation location = state.location();
  check_options(options, location);
  Staged<int64_t> count = int64_t{0};
  run(state.with(count, options), [&](auto&&... item) {
    count_iteration(count, options, location);
    body(std::forward<decltype(item)>(item)...);
  });
}

}  // namespace detail

/// for (; test(); step()) body()
template <class C, class I, IsState S, class F>
  requires detail::Nullary<C>
void for_stmt(C&& test, I&& step, const S& state, F&& body) {
  if constexpr (std::is_same_v<detail::nullary_result_t<C>, bool> && !S::can_stop) {
    for (; test(); step()) body();
  } else {
    if (is_tracing()) {
      detail::trace_for(state, [&] { return Predicate(test(), state.location()); }, step, body, S::can_stop);
      return;
    }
    while (Predicate(test(), state.location()).host()) {
      body();
      if constexpr (S::can_stop) {
        if (host_condition(state.stopped())) break;
      }
      step();
    }
  }
}
template <class C, class I, class F>
  requires(detail::Nullary<C> && !IsState<F>)
void for_stmt(C&& test, I&& step, F&& body, SourceLocation location = SourceLocation::current()) {
  for_stmt(test, step, detail::no_state(location), body);
}

template <class C, class I, IsState S, class F>
  requires detail::Nullary<C>
void for_stmt(C&& test, I&& step, const S& state, const LoopOptions& options, F&& body) {
  detail::with_options(state, options, body,
                       [&](const auto& stated, auto&& once) { for_stmt(test, step, stated, once); });
}
template <class C, class I, class F>
  requires(detail::Nullary<C>)
void for_stmt(C&& test, I&& step, const LoopOptions& options, F&& body,
              SourceLocation location = SourceLocation::current()) {
  for_stmt(test, step, detail::no_state(location), options, body);
}

/// The test of `while (true)` when only an exception of the graph leaves the loop. It is true, but symbolic while
/// tracing, so that the loop becomes a loop of the graph.
AG_API Predicate always(SourceLocation location = SourceLocation::current());

/// while (test()) body()
template <class C, IsState S, class F>
void while_stmt(C&& test, const S& state, F&& body) {
  for_stmt(test, detail::NoStep(), state, body);
}
template <class C, class F>
  requires(!IsState<F>)
void while_stmt(C&& test, F&& body, SourceLocation location = SourceLocation::current()) {
  for_stmt(test, detail::NoStep(), detail::no_state(location), body);
}

template <class C, IsState S, class F>
void while_stmt(C&& test, const S& state, const LoopOptions& options, F&& body) {
  for_stmt(test, detail::NoStep(), state, options, body);
}
template <class C, class F>
void while_stmt(C&& test, const LoopOptions& options, F&& body, SourceLocation location = SourceLocation::current()) {
  for_stmt(test, detail::NoStep(), detail::no_state(location), options, body);
}

/// do body() while (test())
template <IsState S, class F, class C>
void do_stmt(const S& state, F&& body, C&& test) {
  if (is_tracing()) {
    detail::trace_do(state, body, [&] { return Predicate(test(), state.location()); });
    return;
  }
  do {
    body();
    if constexpr (S::can_stop) {
      if (host_condition(state.stopped())) break;
    }
  } while (Predicate(test(), state.location()).host());
}
template <class F, class C>
  requires(!IsState<F>)
void do_stmt(F&& body, C&& test, SourceLocation location = SourceLocation::current()) {
  do_stmt(detail::no_state(location), body, test);
}

template <IsState S, class F, class C>
void do_stmt(const S& state, const LoopOptions& options, F&& body, C&& test) {
  detail::with_options(state, options, body, [&](const auto& stated, auto&& once) { do_stmt(stated, once, test); });
}
template <class F, class C>
void do_stmt(const LoopOptions& options, F&& body, C&& test, SourceLocation location = SourceLocation::current()) {
  do_stmt(detail::no_state(location), options, body, test);
}

/// for (x : list) body(x); the body may change the element.
template <class L, IsState S, class F>
  requires detail::GrowingList<std::remove_cvref_t<L>>
void for_stmt(L&& list, const S& state, F&& body) {
  const SourceLocation location = state.location();
  if (!list.is_known()) {
    detail::trace_count(list.count(location).tensor(location), state, [&](const Tensor& number) {
      detail::run_on_element(list, Staged<int64_t>::of(number), body, location);
    });
    return;
  }
  const auto count = static_cast<int64_t>(list.known_items().size());
  for (int64_t k = 0; k < count; ++k) {
    const auto once = [&] { detail::run_on_element(list, k, body, location); };
    if (is_tracing()) {
      if (!detail::trace_iteration(state, once)) break;
    } else {
      once();
      if constexpr (S::can_stop) {
        if (host_condition(state.stopped())) break;
      }
    }
  }
}

/// for (x : range) body(x) for the rows of a tensor, for ag::range, and for any host range, which is unrolled while
/// tracing.
template <class R, IsState S, class F>
  requires(!detail::Nullary<R> && !detail::is_staged_range<std::remove_cvref_t<R>> &&
           !detail::GrowingList<std::remove_cvref_t<R>>)
void for_stmt(R&& range, const S& state, F&& body) {
  using Range = std::remove_cvref_t<R>;
  const bool tracing = is_tracing();
  if constexpr (std::is_same_v<Range, TensorRange>) {
    if (tracing) {
      detail::trace_range(range, state, [&](const Tensor& x) { body(Tensor(x)); });
      return;
    }
  } else if constexpr (detail::RowSource<Range>::staged) {
    if (tracing) {
      using Source = detail::RowSource<Range>;
      Range rows(std::forward<R>(range));  // a copy, because the loop iterates over the initial value
      detail::trace_count(Source::count(rows, state.location()), state,
                          [&](const Tensor& number) { body(Source::row(rows, number, state.location())); });
      return;
    }
  }
  if constexpr (detail::has_tensors<Range> && !detail::RowSource<Range>::staged) {
    if (tracing) {
      for (auto&& x : detail::unrolled(range, state.location())) {
        if (!detail::trace_iteration(state, [&] { body(std::forward<decltype(x)>(x)); })) break;
      }
      return;
    }
  }
  for (auto&& x : range) {
    if (!tracing) {
      body(std::forward<decltype(x)>(x));
      if constexpr (S::can_stop) {
        if (host_condition(state.stopped())) break;
      }
    } else if (!detail::trace_iteration(state, [&] { body(std::forward<decltype(x)>(x)); })) {
      break;
    }
  }
}
template <class R, class F>
  requires(!detail::Nullary<R> && !detail::is_staged_range<std::remove_cvref_t<R>> && !IsState<F>)
void for_stmt(R&& range, F&& body, SourceLocation location = SourceLocation::current()) {
  for_stmt(std::forward<R>(range), detail::no_state(location), body);
}
template <class R, IsState S, class F>
  requires(!detail::Nullary<R>)
void for_stmt(R&& range, const S& state, const LoopOptions& options, F&& body) {
  detail::with_options(state, options, body,
                       [&](const auto& stated, auto&& once) { for_stmt(std::forward<R>(range), stated, once); });
}
template <class R, class F>
  requires(!detail::Nullary<R>)
void for_stmt(R&& range, const LoopOptions& options, F&& body, SourceLocation location = SourceLocation::current()) {
  for_stmt(std::forward<R>(range), detail::no_state(location), options, body);
}

}  // namespace ag
