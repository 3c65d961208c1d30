#pragma once
/// Counting loops with bounds that may be symbolic: the result of ag::range for staged bounds.
#include <concepts>
#include <type_traits>

#include "ag/range.h"
#include "ag/staging/loops.h"
#include "ag/staging/staged.h"

namespace ag {

/// The numbers start, start + step, … of type T, below stop (above it for a negative step).
template <std::integral T>
class StagedRange {
 public:
  StagedRange(Staged<T> start, Staged<T> stop, Staged<T> step) : start_(start), stop_(stop), step_(step) {}
  const Staged<T>& start() const { return start_; }
  const Staged<T>& step() const { return step_; }
  /// True if the range contains the element `at`.
  Staged<bool> contains(const Staged<T>& at) const {
    return if_else<Staged<bool>>(step_ > T(0), [&] { return at < stop_; }, [&] { return at > stop_; });
  }

 private:
  Staged<T> start_, stop_, step_;
};

namespace detail {
template <class... N>
concept StagedBounds = (NumberOperand<N> && ...) && (is_staged<N> || ...) && (std::integral<host_t<N>> && ...);
}  // namespace detail

template <class N>
  requires detail::StagedBounds<N>
StagedRange<detail::host_t<N>> range(const N& stop) {
  using T = detail::host_t<N>;
  return {T(0), stop, T(1)};
}
template <class A, class B, class S = int>
  requires detail::StagedBounds<A, B, S>
StagedRange<std::common_type_t<detail::host_t<A>, detail::host_t<B>>> range(const A& start, const B& stop,
                                                                            const S& step = 1) {
  return {start, stop, step};
}

namespace emitted {

/// Returns the same range for staged loops: a long loop becomes a loop of the graph.
template <std::integral T>
StagedRange<T> staged(HostRange<T>&& range) {
  return {range.start(), range.stop(), range.step()};
}

}  // namespace emitted

template <class T, IsState S, class F>
void for_stmt(const StagedRange<T>& range, const S& state, F&& body) {
  Staged<T> at = range.start();
  for_stmt([&] { return range.contains(at); }, [&] { at += range.step(); }, state.with(at),
           [&] { body(Staged<T>(at)); });
}
template <class T, class F>
  requires(!IsState<F>)
void for_stmt(const StagedRange<T>& range, F&& body, SourceLocation location = SourceLocation::current()) {
  for_stmt(range, detail::no_state(location), body);
}

}  // namespace ag
