// a && b and a || b with a tensor in them become ag::and_then and ag::or_else, which evaluate b only when C++ does.
#include "convert/context.h"
#include "model/visit.h"

namespace agc::convert {

void convert_logical(Context& context) {
  model::visit_all_expressions(context.function.body, [](model::Expr& expression) {
    if (expression.kind == model::Expr::Kind::Logical) expression.rewritten = expression.staged;
  });
}

}  // namespace agc::convert
