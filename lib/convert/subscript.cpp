// Checked access for v[n] and a / n if a tensor decides whether they are reached: both branches are traced, even one
// that is never taken because the element does not exist. The checked forms are ag::element(v, n),
// ag::non_empty(v).back(), a / ag::divisor(n), and table[ag::subscript(n, 4)] for an array outside of the function.
#include "convert/context.h"
#include "model/choice.h"
#include "model/visit.h"

namespace agc::convert {
namespace {

using model::Expr;

/// True for a list, which checks accesses itself. For v.pop_back() the operand is the whole call, whose operand is v.
bool is_list(const Expr& container, const model::Function& function) {
  if (container.operands.size() != 1) return false;
  const Expr& inner = container.operands.front();
  const bool call = inner.kind == Expr::Kind::HostCall && inner.range.end > container.range.end;
  return function.names_list(call && inner.operands.size() == 1 ? inner.operands.front() : inner);
}

/// True if the host evaluates the access while the branch is traced. In the graph it is an error only if it is reached.
bool runs_on_host(const Expr& expression, const model::Function& function) {
  if (expression.kind == Expr::Kind::Subscript)
    return expression.may_be_outside && !expression.rewritten && !expression.of_list;
  if (expression.may_be_empty) return !is_list(expression, function);
  return expression.may_be_outside || (expression.may_be_zero && expression.binding_time == model::BindingTime::Host);
}

void look_first(Context& context, Expr& expression, bool staged) {
  expression.looks_first = staged && runs_on_host(expression, context.function);
  if (expression.looks_first && expression.in_macro) context.report(Id::macro_staged, expression.place);
  const bool decides = model::decides_on_operands(expression);
  for (size_t k = 0; k < expression.operands.size(); ++k)
    look_first(context, expression.operands[k], staged || (decides && k > 0));
}

void look_first(Context& context, model::Region& region, bool staged) {
  for (model::Node& node : region.nodes) {
    if (node.stmt) model::visit_own_expressions(*node.stmt, [&](Expr& one) { look_first(context, one, staged); });
    for (model::Region& inner : node.regions) look_first(context, inner, staged || model::runs_staged(node.form));
  }
}

}  // namespace

void convert_subscript(Context& context) {
  look_first(context, context.lowered.body, context.function.is_lambda());  // the callers of a lambda are unknown
}

}  // namespace agc::convert
