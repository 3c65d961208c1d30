#pragma once
/// Stops running graphs: from another thread, on Ctrl-C, or after a time limit. Also enables the search for the first
/// NaN.
#include <atomic>
#include <concepts>
#include <memory>

#include "ag/detail/export.h"
#include "ag/detail/pimpl.h"

namespace ag {

/// A flag that requests cancellation. Copies share it.
class AG_API CancellationToken {
 public:
  CancellationToken();
  /// May be called from any thread.
  void cancel() const noexcept { cancelled_->store(true, std::memory_order_relaxed); }
  bool is_cancelled() const noexcept { return cancelled_->load(std::memory_order_relaxed); }
  /// Returns a token that Ctrl-C cancels as long as a copy of it lives, instead of ending the program. A second Ctrl-C
  /// ends the program.
  static CancellationToken on_ctrl_c();

 private:
  std::shared_ptr<std::atomic<bool>> cancelled_;
};

namespace detail {

/// A std::chrono::duration. <chrono> itself takes long to compile.
template <class T>
concept ChronoDuration = requires(const T limit) {
  { limit.count() } -> std::convertible_to<double>;
  T::period::num;
  T::period::den;
};

}  // namespace detail

/// While a scope lives, graphs that run on this thread end with an ag::Error of kind `cancelled` once the token is
/// cancelled or the time is over. They end at the next loop iteration (in native code: within about a millisecond), at
/// the next recursive call of a graph, or while a dataset computes an element. Variables keep complete values, and
/// functions stay usable. Scopes may be nested.
///
///     ag::CancellationScope limit(std::chrono::seconds(10));
///     Tensor result = search(x);
class AG_API CancellationScope {
 public:
  explicit CancellationScope(CancellationToken token);
  template <detail::ChronoDuration Limit>
  explicit CancellationScope(Limit limit)
      : CancellationScope(static_cast<double>(limit.count()) * Limit::period::num / Limit::period::den) {}
  ~CancellationScope();
  CancellationScope(const CancellationScope&) = delete;
  CancellationScope& operator=(const CancellationScope&) = delete;

  struct Watch;

 private:
  explicit CancellationScope(double seconds);

  detail::Pimpl<Watch> watch_;
};

/// Makes traced functions throw an ag::Error of kind `failed_check` at the first operation whose result contains a NaN
/// although its operands contain none. AG_CHECK_NUMERICS=1 in the environment enables the check from the start. Graphs
/// run slower with it.
AG_API void set_check_numerics(bool check);

}  // namespace ag
