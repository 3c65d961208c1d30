#pragma once
/// Emits expressions: the dispatch over their kinds, thrown values, the order of evaluation of operands, and calls that
/// lend variables to callbacks. Internal to `emit`.
#include <set>
#include <string>
#include <utility>

#include "emit/function/emitter_part.h"

namespace agc::emit {

class ExpressionEmitter : public EmitterPart {
 public:
  using EmitterPart::EmitterPart;

  /// Emits an expression and its operands.
  void emit(const model::Expr& expression);

 private:
  void plain(const model::Expr& expression);
  bool guarded(const model::Expr& expression);
  bool ordered(const model::Expr& expression);
  std::string variables_lent_to(const model::Expr& call);
  void thrown(const model::Expr& thrown);
  void made_late(const model::Expr& thrown);
  void in_order(const model::Expr& expression);

  int in_order_ = 0;                                        // number of enclosing operators with operands in order
  std::set<std::pair<model::Offset, model::Offset>> lent_;  // calls that lend variables, emitted already
};

}  // namespace agc::emit
