#pragma once
/// Emits loops over ranges, as calls of ag::for_stmt or as loops of the host: the range, and the loop variable.
/// Internal to `emit`.
#include <string>
#include <vector>

#include "emit/function/emitter_part.h"
#include "emit/number_text.h"

namespace agc::emit {

class RangeLoopEmitter : public EmitterPart {
 public:
  using EmitterPart::EmitterPart;

  /// Emits a loop as a call.
  void emit(const model::Node& node);
  /// Names the type of the braced list of an ordinary loop if only some elements are symbolic: C++ would deduce
  /// conflicting types.
  void mixed_list(const model::Stmt& loop);
  /// Emits the range. If the loop variable is of a staged class, the elements are converted to it first. The graph
  /// counts the iterations of a long range of host numbers.
  void range(const model::Stmt& loop);

 private:
  std::string parameter(const model::Stmt& loop) const;
  std::vector<Replacement> retyped(const model::Stmt& loop) const;
  std::string braced_list_type(const model::Stmt& loop) const;
  bool is_named(const model::Stmt& loop) const;
};

}  // namespace agc::emit
