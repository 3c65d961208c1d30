// v[n] and a / n where a tensor decides whether they are reached: both branches are traced, also the one that is never
// taken because there is no such element. ag::element(v, n) and a / ag::divisor(n) look first.
#include "convert/context.h"
#include "model/choice.h"
#include "model/visit.h"

namespace agc::convert {
namespace {

using model::Expr;
using Form = model::Node::Form;

void look_first(Expr& expression, bool staged) {
  // (What a macro is given has no place of its own in the text.)
  expression.looks_first = staged && !expression.in_macro && (expression.may_be_outside || expression.may_be_zero);
  const bool decides =
      (expression.kind == Expr::Kind::Logical && expression.staged) || model::becomes_choice(expression);
  for (size_t k = 0; k < expression.operands.size(); ++k)
    look_first(expression.operands[k], staged || (decides && k > 0));
}

void look_first(model::Region& region, bool staged) {
  for (model::Node& node : region.nodes) {
    const bool kept = node.form == Form::Kept || node.form == Form::Jump || node.form == Form::Dead;
    if (node.stmt) model::visit_own_expressions(*node.stmt, [&](Expr& one) { look_first(one, staged); });
    for (model::Region& inner : node.regions) look_first(inner, staged || !kept);
  }
}

}  // namespace

void convert_subscript(Context& context) {
  look_first(context.lowered.body, context.function.nested);  // nobody knows where a lambda is called
}

}  // namespace agc::convert
