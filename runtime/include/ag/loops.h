#pragma once
/// The loops of converted code; see staging.h.
#include <type_traits>
#include <utility>

#include "ag/staging.h"

namespace ag {

namespace detail {

/// Runs or records `for (; test(); step()) body()` while tracing. `can_stop`: the state has exits.
AG_API void trace_for(const StateBase& state, FunctionRef<Predicate()> test, FunctionRef<void()> step,
                      FunctionRef<void()> body, bool can_stop);
/// Records `do body() while (test())`.
AG_API void trace_do(const StateBase& state, FunctionRef<void()> body, FunctionRef<Predicate()> test);
/// Records a loop over the rows of a tensor.
AG_API void trace_rows(const Tensor& x, const StateBase& state, FunctionRef<void(const Tensor&)> body);
/// Records a loop over a range with tensor bounds.
AG_API void trace_range(const TensorRange& range, const StateBase& state, FunctionRef<void(const Tensor&)> body);
/// One iteration of a host loop while tracing, if the loop has not ended: runs it, or records it under the condition
/// that no exit was taken. False: an exit is certain.
AG_API bool trace_iteration(const StateBase& state, FunctionRef<void()> body);

struct NoStep {
  void operator()() const {}
};

}  // namespace detail

/// for (; test(); step()) body()
template <class C, class I, IsState S, class F>
  requires std::is_invocable_v<C&>
void for_stmt(C&& test, I&& step, const S& state, F&& body) {
  if constexpr (std::is_same_v<std::invoke_result_t<C&>, bool> && !S::can_stop) {
    for (; test(); step()) body();
  } else {
    if (is_tracing()) {
      detail::trace_for(state, [&] { return Predicate(test(), state.location()); }, step, body, S::can_stop);
      return;
    }
    while (Predicate(test(), state.location()).host()) {
      body();
      if constexpr (S::can_stop) {
        if (certain(state.stopped())) break;
      }
      step();
    }
  }
}
template <class C, class I, class F>
  requires(std::is_invocable_v<C&> && !IsState<F>)
void for_stmt(C&& test, I&& step, F&& body, SourceLocation location = SourceLocation::current()) {
  for_stmt(test, step, detail::no_state(location), body);
}

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
      if (certain(state.stopped())) break;
    }
  } while (Predicate(test(), state.location()).host());
}
template <class F, class C>
  requires(!IsState<F>)
void do_stmt(F&& body, C&& test, SourceLocation location = SourceLocation::current()) {
  do_stmt(detail::no_state(location), body, test);
}

/// for (x : range) body(x): rows of a tensor, ag::range, and any host range, which is unrolled while tracing.
template <class R, IsState S, class F>
  requires(!std::is_invocable_v<R&>)
void for_stmt(R&& range, const S& state, F&& body) {
  using Range = std::remove_cvref_t<R>;
  constexpr bool staged = std::is_base_of_v<Tensor, Range> || std::is_same_v<Range, TensorRange>;
  const bool tracing = is_tracing();
  if constexpr (staged) {
    if (tracing) {
      auto each = [&](const Tensor& x) { body(Tensor(x)); };
      if constexpr (std::is_same_v<Range, TensorRange>)
        detail::trace_range(range, state, each);
      else
        detail::trace_rows(range, state, each);
      return;
    }
  }
  for (auto&& x : range) {
    if (!tracing) {
      body(std::forward<decltype(x)>(x));
      if constexpr (S::can_stop) {
        if (certain(state.stopped())) break;
      }
    } else if (!detail::trace_iteration(state, [&] { body(std::forward<decltype(x)>(x)); })) {
      break;
    }
  }
}
template <class R, class F>
  requires(!std::is_invocable_v<R&> && !IsState<F>)
void for_stmt(R&& range, F&& body, SourceLocation location = SourceLocation::current()) {
  for_stmt(std::forward<R>(range), detail::no_state(location), body);
}

}  // namespace ag
