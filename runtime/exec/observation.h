#pragma once
/// Observation of the graphs that run on this thread: cancellation, checks of each operation, and profiling. Only the
/// interpreter sees each operation, so it runs graphs whose operations are checked. Loops test for cancellation,
/// including those of native code compiled with can_stop.
#include <chrono>
#include <memory>
#include <span>
#include <string>

#include "ag/cancellation.h"
#include "base/call_conditions.h"
#include "graph/graph.h"

namespace ag {

/// The state of a scope, linked to the enclosing scopes.
struct CancellationScope::Watch {
  CancellationToken token;
  std::chrono::steady_clock::time_point deadline = std::chrono::steady_clock::time_point::max();
  const Watch* outer = nullptr;
};

namespace exec {

/// True if cancellation or checks of operations are active, which ordinary native code does not support.
bool is_observed_on_thread();
namespace internal {
[[gnu::tls_model("initial-exec")]] extern constinit thread_local const CancellationScope::Watch* innermost;
bool is_anything_asked();
bool leaves_fast_path();
}  // namespace internal

/// True if any observation is active, including profiling.
inline bool is_observed() {
  if (internal::innermost) return true;
  return detail::holds_any(0xFF) && internal::is_anything_asked();
}
/// True if a call needs more than the types of its tensors: it is observed, or the default device is not the CPU. Every
/// call asks this.
inline bool leaves_fast_path() {
  if (internal::innermost) return true;
  return detail::holds_any(0xFF) && internal::leaves_fast_path();
}
/// Throws ag::Error cancelled after a cancellation, or after the deadline of a scope. The message has the location and
/// the name of the running operation.
void check_cancelled(const SourceLocation& location, const char* running = "a graph runs");
/// True if each operation is checked for NaN.
bool checks_numerics();
/// True if spans are recorded (profile.h).
bool is_profiled();
void set_profiled(bool profiled);
/// Throws if an operation made a NaN from operands without one.
void check_numerics(const ir::Node& node, std::span<detail::TensorImpl* const> inputs, std::span<const Tensor> outputs);

}  // namespace exec
}  // namespace ag
