#pragma once
/// The values of reference parameters when the graph throws.
///
/// In plain C++ a reference parameter keeps the last value that the function wrote before the exception. A graph that
/// throws has no results, so it stores these values before each throw: before `throw` in the user's code, checks that
/// fail, and calls of the host. Errors of operations themselves (an index out of range, say) leave arguments as they
/// were before the call. Storing values before every operation that may fail would slow down every loop.
#include <vector>

#include "ag/detail/traced_function.h"
#include "function/leaf_source.h"
#include "staging/captures/captures.h"

namespace ag::detail {

/// A place where the graph throws. Leaves that the call computes have sources of kind Output, which index the stored
/// values.
struct ThrowSite {
  Leaves leaves;
  std::vector<LeafSource> sources;
};

/// The values that a throwing call has stored: element 0 is the number of the throw site, the others are its sources.
class StoredArguments {
 public:
  explicit StoredArguments(size_t count) : stored_(count) {}
  /// The address of the storage, an input of the graph.
  uint64_t address() const { return reinterpret_cast<uintptr_t>(stored_.data()); }
  /// The site at which the call threw; null if nothing was stored.
  const ThrowSite* site(const std::vector<ThrowSite>& sites) const;
  /// The stored values, which the sources of the site index.
  std::vector<Tensor> take() && { return std::move(stored_); }

 private:
  std::vector<Tensor> stored_;
};

/// Records the stores while a function is traced.
class ThrownArguments {
 public:
  /// `request` belongs to the trace in progress, whose initial arguments are `placeholders`. All references must
  /// outlive this.
  ThrownArguments(tracing::Trace& trace, tracing::Prologue& prologue, const TraceRequest& request,
                  const Leaves& placeholders);
  ThrownArguments(const ThrownArguments&) = delete;
  ThrownArguments& operator=(const ThrownArguments&) = delete;

  /// True if the body has changed a parameter that the caller sees.
  bool changed() const;
  /// The number of tensors for which a call needs storage.
  size_t count() const { return count_; }
  /// Called once the trace is over.
  std::vector<ThrowSite> take_sites();

 private:
  void before(const ir::OpDef& op, std::span<const ir::ValueId> operands, SourceLocation location);
  bool differs(const Leaves& now) const;
  void store_all(const Leaves& now, SourceLocation location);
  void store(int32_t index, const Tensor& value, SourceLocation location);

  tracing::Trace& trace_;
  tracing::Prologue& prologue_;
  const TraceRequest& request_;
  const Leaves& placeholders_;
  Tensor place_;  // a hidden input
  size_t count_ = 0;
  std::vector<ThrowSite> sites_;
};

}  // namespace ag::detail
