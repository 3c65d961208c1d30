#include "analysis/external_accesses.h"

#include <algorithm>

#include "model/visit.h"

namespace agc::analysis {
namespace {

using model::Expr;
using model::Function;

bool looks(const Function& function, const std::set<model::FunctionId>& known) {
  bool found = false;
  const bool writes = function.staged_method.slot == nullptr;  // a virtual method writes its output itself
  model::visit_all_expressions(function.body, [&](const Expr& part) {
    found = found || part.kind == Expr::Kind::External || part.kind == Expr::Kind::ExternalCapture;
    found = found || (writes && part.kind == Expr::Kind::Output);
    found = found || (part.kind == Expr::Kind::Call && part.called.of_staged_class && known.contains(part.callee));
  });
  return found;
}

}  // namespace

std::set<model::FunctionId> functions_that_look_outside(const std::vector<Function>& functions) {
  std::set<model::FunctionId> result;
  for (bool more = true; more;) {
    more = false;
    for (const Function& function : functions) {
      const bool in_lambda = std::ranges::any_of(functions, [&](const Function& one) {
        return one.is_lambda() && result.contains(one.identity) && function.encloses(one);
      });
      if (in_lambda || looks(function, result)) more = result.insert(function.identity).second || more;
    }
  }
  return result;
}

}  // namespace agc::analysis
