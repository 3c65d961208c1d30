#pragma once
/// The observer of operations that run immediately on this thread: it records eager computations for gradients.
#include <span>
#include <utility>

#include "graph/op_def.h"

namespace ag::detail {
struct VariableImpl;
}

namespace ag::tracing {

class Recorder {
 public:
  virtual ~Recorder() = default;
  /// Called after an operation ran. A result may be replaced by another tensor with the same elements.
  virtual void ran(const ir::OpDef& op, std::span<const Tensor> operands, const ir::Attributes& attributes,
                   SourceLocation location, std::span<Tensor> results) = 0;
  /// True if a tensor depends on a watched value.
  virtual bool knows(const Tensor& tensor) const = 0;
  /// Called when a variable is read; returns the tensor for the reader.
  virtual Tensor read(const detail::VariableImpl& variable, Tensor value, SourceLocation location) = 0;
};

namespace internal {
[[gnu::tls_model("initial-exec")]] extern constinit thread_local Recorder* current_recorder;
[[gnu::tls_model("initial-exec")]] extern constinit thread_local const SourceLocation* current_place;
}  // namespace internal

/// Returns the recorder of this thread; null while a trace is in progress, which is a record itself.
inline Recorder* recorder() { return internal::current_recorder; }
/// Installs another recorder, or none; returns the previous one.
Recorder* exchange_recorder(Recorder* recorder);

/// While a scope lives, operations of this thread have this source location. A default-constructed scope restores the
/// locations of the program.
class PlaceScope {
 public:
  PlaceScope() : before_(std::exchange(internal::current_place, nullptr)) {}
  explicit PlaceScope(SourceLocation place) : place_(place), before_(std::exchange(internal::current_place, &place_)) {}
  ~PlaceScope() { internal::current_place = before_; }
  PlaceScope(const PlaceScope&) = delete;
  PlaceScope& operator=(const PlaceScope&) = delete;

 private:
  SourceLocation place_ = SourceLocation::current();
  const SourceLocation* before_;
};
/// Returns the location of the innermost scope, or `location`.
inline SourceLocation placed(SourceLocation location) {
  return internal::current_place ? *internal::current_place : location;
}

}  // namespace ag::tracing
