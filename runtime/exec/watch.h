#pragma once
/// What is asked of the graphs that run on this thread besides their results. Only the interpreter sees each operation;
/// where somebody wants to know of each, it runs them. Loops ask whether they are to go on, also those of native code
/// that is made for it.
#include <atomic>
#include <chrono>
#include <memory>
#include <span>
#include <string>

#include "ag/cancellation.h"
#include "graph/graph.h"

namespace ag {

/// One that a scope makes, and those around it.
struct CancellationScope::Watch {
  CancellationToken token;
  std::chrono::steady_clock::time_point deadline = std::chrono::steady_clock::time_point::max();
  const Watch* outer = nullptr;
};

namespace exec {

/// Whether something is asked for that native code of other calls does not do.
bool is_watched();
namespace internal {
[[gnu::tls_model("initial-exec")]] extern constinit thread_local const CancellationScope::Watch* innermost;
extern constinit std::atomic<uint8_t> asked_bits;  // of all threads; not 0 before the environment has been read
bool is_anything_asked();
}  // namespace internal

/// Whether anything is asked for: that, or spans of time. (Every call does so.)
inline bool is_observed() {
  if (internal::innermost) return true;
  return internal::asked_bits.load(std::memory_order_relaxed) != 0 && internal::is_anything_asked();
}
/// Throws where the graph has to end; `location`: what runs now, and `what` in words.
void check_cancelled(const SourceLocation& location, const char* what = "a graph runs");
/// Whether operations are to be looked at.
bool checks_numerics();
/// Whether spans are recorded (profile.h).
bool is_profiled();
void set_profiled(bool profiled);
/// Throws where an operation made a NaN of operands without one.
void check_numerics(const ir::Node& node, std::span<detail::TensorImpl* const> inputs, std::span<const Tensor> outputs);

}  // namespace exec
}  // namespace ag
