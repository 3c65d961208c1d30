// a ? b : c with a staged condition, or with a symbolic number among its operands, becomes ag::if_else.
#include "convert/context.h"
#include "model/choice.h"
#include "model/visit.h"

namespace agc::convert {

void convert_conditional(Context& context) {
  model::visit_all_expressions(context.function.body, [](model::Expr& expression) {
    if (expression.kind == model::Expr::Kind::Conditional) expression.rewritten = model::becomes_choice(expression);
  });
}

}  // namespace agc::convert
