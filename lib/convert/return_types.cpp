// Writes the return type of a lambda if C++ cannot deduce it: for several returns, a braced list, or a reference.
#include "convert/context.h"

namespace agc::convert {
namespace {

using model::Node;
using model::Region;

struct Returns {
  int count = 0;
  bool braced = false;
};

/// Counts the returns of the lambda with the body `region`, without those of nested lambdas.
void count(const Region& region, Returns& found) {
  for (const Node& node : region.nodes) {
    switch (node.form) {
      case Node::Form::Jump:
        if (node.kept && node.stmt->kind == model::Stmt::Kind::Return) {
          ++found.count;
          found.braced = found.braced || node.stmt->braced_value;
        }
        break;
      case Node::Form::ReturnIf:
      case Node::Form::ReturnRest:
      case Node::Form::ReturnResult:
      case Node::Form::Unreachable:
        ++found.count;
        break;
      default:
        for (const Region& inner : node.regions) {
          if (!inner.lambda) count(inner, found);
        }
    }
  }
}

bool raises_at_its_end(const Region& region) {
  if (region.nodes.empty() || region.nodes.back().form != Node::Form::Kept) return false;
  const model::Stmt& last = *region.nodes.back().stmt;
  return last.kind == model::Stmt::Kind::Expression && !last.expressions.empty() &&
         last.expressions.back().kind == model::Expr::Kind::Throw && last.expressions.back().rewritten;
}

}  // namespace

void convert_return_types(Context& context) {
  const model::Function& function = context.function;
  if (function.is_lambda() && function.returned.deduced && function.returns_staged() &&
      !function.returned.type.empty()) {
    Returns found;  // some may return a plain number
    count(context.lowered.body, found);
    context.lowered.body.needs_type = found.count > 1;
  }
  model::visit_nodes(context.lowered.body, [&](Node& node) {
    for (Region& region : node.regions) {
      if (!region.returns_value) continue;
      Returns found;
      count(region, found);
      if (found.count == 0 && raises_at_its_end(region)) {
        region.nodes.back().returns_raise = true;
        continue;
      }
      region.needs_type = found.count != 1 || found.braced || context.function.returned.is_reference;
    }
  });
}

}  // namespace agc::convert
