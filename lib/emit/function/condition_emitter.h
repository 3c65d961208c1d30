#pragma once
/// Emits conditions and the operators that depend on them: && || ?:, as calls or as operators of C++. Internal to
/// `emit`.
#include <string>

#include "emit/function/emitter_part.h"

namespace agc::emit {

class ConditionEmitter : public EmitterPart {
 public:
  using EmitterPart::EmitterPart;

  /// Rewrites a && b to ag::and_then(a, [&] { return b; }).
  void logical(const model::Expr& expression);
  /// Rewrites c ? a : b to ag::if_else(c, [&] { return a; }, [&] { return b; }).
  void conditional(const model::Expr& expression);
  /// Emits an operator that stays an ordinary && || ?:, whose conditions the host decides.
  void kept(const model::Expr& expression);
  /// Emits a condition of an ordinary statement. The host decides an external condition.
  void decided(const model::Expr& condition);
  /// Emits the value of an ordinary `switch`.
  void chosen_by(const model::Expr& value);
  /// Emits the beginning of a call that replaces an operator, and the parentheses around the operator.
  void open(const model::Expr& expression, std::string text);
  /// Emits the end of such a call.
  void close(const model::Expr& expression, std::string text);

 private:
  void chosen_place(const model::Expr& expression);
  void on_host(const model::Expr& value, std::string_view function);
};

}  // namespace agc::emit
