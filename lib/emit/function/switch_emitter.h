#pragma once
/// Emits `switch` statements as calls of ag::switch_stmt. Internal to `emit`.
#include "emit/function/emitter_part.h"

namespace agc::emit {

class SwitchEmitter : public EmitterPart {
 public:
  using EmitterPart::EmitterPart;

  /// Emits a `switch` whose arms are lambdas.
  void emit(const model::Node& node);

 private:
  void open(const model::Node& node, const std::string& state);
  void arm(const model::Arm& arm, const model::Region& region, bool last);
  void open_arm(const model::Arm& arm, const model::Region& region);
  void without_arms(const model::Stmt& choice);
};

}  // namespace agc::emit
