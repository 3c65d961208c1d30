#pragma once
/// Watches operations that run at once on this thread: what the gradient of an eager computation is made of.
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
  /// An operation ran. A result may be replaced by another tensor of the same elements.
  virtual void ran(const ir::OpDef& op, std::span<const Tensor> operands, const ir::Attributes& attributes,
                   SourceLocation location, std::span<Tensor> results) = 0;
  /// Whether a tensor is computed from what is watched.
  virtual bool knows(const Tensor& tensor) const = 0;
  /// A variable was read; gives the tensor that the reader gets.
  virtual Tensor read(const detail::VariableImpl& variable, Tensor value, SourceLocation location) = 0;
};

namespace internal {
[[gnu::tls_model("initial-exec")]] extern constinit thread_local Recorder* current_recorder;
[[gnu::tls_model("initial-exec")]] extern constinit thread_local const SourceLocation* current_place;
}  // namespace internal

/// The one of this thread; null while a trace is in progress, which is a record itself.
inline Recorder* recorder() { return internal::current_recorder; }
/// Installs another one, or none; gives the one before.
Recorder* exchange_recorder(Recorder* recorder);

/// While it lives, what this thread runs or records stands at this place of the user's source; without one, where the
/// program says.
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
/// The place of that scope, or `location`.
inline SourceLocation placed(SourceLocation location) {
  return internal::current_place ? *internal::current_place : location;
}

}  // namespace ag::tracing
