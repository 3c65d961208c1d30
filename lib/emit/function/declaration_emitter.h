#pragma once
/// Emits names and declarations of variables: the types of those that were promoted, captures with an initializer, and
/// static variables. Internal to `emit`.
#include <set>
#include <string>

#include "emit/function/emitter_part.h"

namespace agc::emit {

class DeclarationEmitter : public EmitterPart {
 public:
  using EmitterPart::EmitterPart;

  /// Emits the name of a variable, which may declare it, and the assigned values.
  void variable(const model::Expr& named);
  /// Replaces the type in the declaration of a promoted variable, once for all variables of the declaration.
  void declare(const model::Variable& variable);
  /// Replaces the type in the declaration of a reference to a promoted variable.
  void alias_type(const model::Expr& type);
  /// Emits the initializer of a static variable: static T t = …, static T t(…), static T t;
  void first_value(const model::Expr& value);
  /// Replaces a type, once for all variables of the declaration.
  void retype(model::Range written, const std::string& type);

 private:
  void declare_deduced(const model::Expr& declared);
  void init_capture(const model::Expr& declared);
  void lambda_with_state(const model::Variable& holder);
  bool is_element_of_list(const model::Expr& source) const;
  bool deduces(const model::Expr& declared) const;

  std::set<model::Offset> retyped_;  // positions of types that have been replaced
};

}  // namespace agc::emit
