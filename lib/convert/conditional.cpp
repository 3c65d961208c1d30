// a ? b : c with a staged condition becomes ag::if_else.
#include "convert/context.h"
#include "model/visit.h"

namespace agc::convert {

void convert_conditional(Context& context) {
  model::visit_all_expressions(context.function.body, [](model::Expr& expression) {
    if (expression.kind != model::Expr::Kind::Conditional) return;
    expression.rewritten = expression.operands.front().staged;
  });
}

}  // namespace agc::convert
