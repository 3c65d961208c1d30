#pragma once
/// Ends graphs that run: from another thread, with Ctrl-C, or after some time; and looks for the first NaN.
#include <atomic>
#include <chrono>
#include <memory>

#include "ag/export.h"

namespace ag {

/// Tells those who look at it that something is to end. Copies are one token.
class AG_API CancellationToken {
 public:
  CancellationToken();
  /// From any thread.
  void cancel() const noexcept { cancelled_->store(true, std::memory_order_relaxed); }
  bool is_cancelled() const noexcept { return cancelled_->load(std::memory_order_relaxed); }
  /// A token that Ctrl-C cancels while one of its copies lives, instead of ending the program. A second Ctrl-C ends it.
  static CancellationToken on_ctrl_c();

 private:
  std::shared_ptr<std::atomic<bool>> cancelled_;
};

/// While it lives, graphs that run on this thread end with an ag::Error of kind `cancelled` where the token says so, or
/// when the time is over: at the next round of a loop (in native code: within a millisecond or so), or call of a
/// function of itself, or while a dataset makes an element. Variables keep whole values, and functions stay usable.
/// Scopes may stand inside of each other.
///
///     ag::CancellationScope limit(std::chrono::seconds(10));
///     Tensor result = search(x);
class AG_API CancellationScope {
 public:
  explicit CancellationScope(CancellationToken token);
  explicit CancellationScope(std::chrono::nanoseconds limit);
  ~CancellationScope();
  CancellationScope(const CancellationScope&) = delete;
  CancellationScope& operator=(const CancellationScope&) = delete;

  struct Watch;

 private:
  std::unique_ptr<Watch> watch_;
};

/// Traced functions throw an ag::Error of kind `failed_check` at the first operation that makes a NaN of operands that
/// have none. AG_CHECK_NUMERICS=1 in the environment does so from the start. Graphs run slower.
AG_API void set_check_numerics(bool check);

}  // namespace ag
