#pragma once
/// What reference parameters hold where the graph throws.
///
/// Plain C++ leaves in them what the function wrote before. The results of a graph that throws are lost, so it stores
/// them in front of its throws: of `throw` in the user's code, of checks that fail, and of calls of the host. What an
/// operation itself refuses (an index out of range, say) leaves arguments as they were before the call: storing them
/// in front of every operation that may refuse something would cost every loop its speed.
#include <vector>

#include "ag/traced_function.h"
#include "function/leaf_source.h"
#include "staging/captures.h"

namespace ag::detail {

/// One place where the graph throws. Leaves that a call computes are outputs: elements of what it stored.
struct ThrowSite {
  Leaves leaves;
  std::vector<LeafSource> sources;
};

/// What a call that threw had stored: the number of its site, and what the leaves of that are made of.
class StoredArguments {
 public:
  explicit StoredArguments(size_t count) : stored_(count) {}
  /// What the graph takes to find the place.
  uint64_t address() const { return reinterpret_cast<uintptr_t>(stored_.data()); }
  /// The site that it came to, or null: it stored nothing.
  const ThrowSite* site(const std::vector<ThrowSite>& sites) const;
  /// The values of the sources of that site.
  std::vector<Tensor> take() && { return std::move(stored_); }

 private:
  std::vector<Tensor> stored_;
};

/// Records the stores while a function is traced.
class ThrownArguments {
 public:
  /// `request`: of the trace in progress, whose arguments are `placeholders` at first. All live longer.
  ThrownArguments(tracing::Trace& trace, tracing::Prologue& prologue, const TraceRequest& request,
                  const Leaves& placeholders);
  ThrownArguments(const ThrownArguments&) = delete;
  ThrownArguments& operator=(const ThrownArguments&) = delete;

  /// Whether the body has changed a parameter that the caller sees.
  bool changed() const;
  /// How many tensors a call has to have room for.
  size_t count() const { return count_; }
  /// Once the trace is over.
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
