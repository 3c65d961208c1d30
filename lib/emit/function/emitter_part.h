#pragma once
/// The base of the parts of the emitter: the context, the recursion into expressions, and small pieces of generated
/// text. Internal to `emit`.
#include <string>
#include <vector>

#include "emit/function/emission_context.h"

namespace agc::emit {

class EmitterPart {
 public:
  explicit EmitterPart(EmissionContext& context);
  EmitterPart(const EmitterPart&) = delete;
  EmitterPart& operator=(const EmitterPart&) = delete;

 protected:
  ~EmitterPart() = default;

  // The recursion into an expression: any part may come across any expression.
  void expressions(const std::vector<model::Expr>& list);
  void expression(const model::Expr& expression);
  /// Emits the expression as one argument of a call, with parentheses around a comma operator.
  void as_argument(const model::Expr& expression);
  /// Inserts `before` and `after` at the ends of the range, and emits the expressions between them.
  void enclose(model::Range range, std::string before, const std::vector<model::Expr>& inside, std::string after);

  /// Returns the name of a variable.
  const std::string& name(model::VariableId id) const;
  /// Returns the state of a lambda with a comma after it, or an empty string.
  std::string pack(const model::Pack& pack) const;
  /// Returns declarations of generated variables, each with a space after it.
  std::string declarations(const std::vector<model::VariableId>& list) const;
  /// Returns the same declarations as the text after an opening brace, with a space before each.
  std::string declarations_at_start(const std::vector<model::VariableId>& list) const;
  /// Returns the condition that no flag is set.
  std::string unset(const std::vector<model::VariableId>& flags) const;
  /// Returns [&] of a lambda, with its return type if that must be written.
  std::string lambda(const model::Region& region) const;

  EmissionContext& context_;
  const model::SourceFile& source_;
  const model::Function& function_;
  Edits& edits_;
};

}  // namespace agc::emit
