#pragma once
/// Emits calls of converted functions and lambdas. Internal to `emit`.
#include "emit/function/emitter_part.h"

namespace agc::emit {

class CallEmitter : public EmitterPart {
 public:
  using EmitterPart::EmitterPart;

  /// Emits a call of a staged variant, or of a lambda. Returns false for a call that stays.
  bool emit(const model::Expr& call);

 private:
  void name_of_variant(const model::Expr& call);
  void on_dynamic_staged(const model::Expr& call);
  void lambda_call(const model::Expr& call);
  void argument(const model::Expr& operand, bool exactly);
};

}  // namespace agc::emit
