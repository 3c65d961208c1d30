#pragma once
/// Emits signatures: the staged variant of a function with numbers in its signature, which holds the function body, and
/// the parameters and results of lambdas. Internal to `emit`.
#include "emit/function/emitter_part.h"

namespace agc::emit {

class SignatureEmitter : public EmitterPart {
 public:
  using EmitterPart::EmitterPart;

  /// Emits the signature of the function.
  void emit();

 private:
  void staged_method();
  void staged_variant();
  void earlier_declaration(const model::ForwardDeclaration& declaration, const std::string& own_symbol);
  void lambda_signature();
  bool changes_result() const;
  std::string suffix() const;
};

}  // namespace agc::emit
