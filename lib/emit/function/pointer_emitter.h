#pragma once
/// Emits pointers and references whose target a tensor selects. Internal to `emit`.
#include "emit/function/emitter_part.h"

namespace agc::emit {

class PointerEmitter : public EmitterPart {
 public:
  using EmitterPart::EmitterPart;

  /// Emits a use of such a pointer. Returns false if the expression is none.
  bool emit(const model::Expr& expression);
  /// True if a tensor selects the target of the pointer.
  bool is_selected(model::VariableId pointer) const;

 private:
  void target(const model::Expr& expression);
  void target_of_reference(const model::Expr& expression);
  void assigned_element(const model::Expr& expression);
  void on_target(const model::Expr& operation);
  void chosen_pointer(const model::Expr& choice);
};

}  // namespace agc::emit
