#include "analysis/activity.h"

#include "model/visit.h"

namespace agc::analysis {
namespace {

using model::Access;
using model::Expr;
using model::Node;
using model::Region;
using model::VariableSet;

struct Activity {
  VariableSet written;
  VariableSet declared;

  void add(const Expr& expression) {
    model::visit_expressions(expression, [&](const Expr& inner) {
      if (inner.kind != Expr::Kind::Reference) return;
      if (inner.access == Access::Declare) declared.insert(inner.variable);
      if (inner.access != Access::Read) written.insert(inner.variable);
    });
  }
  void add(const Region& region) {
    for (const auto variable : region.declared) declared.insert(variable);
    for (const Node& node : region.nodes) add(node);
  }
  void add(const Node& node) {
    for (const auto variable : node.declared) declared.insert(variable);
    if (node.flag != model::kNoVariable) written.insert(node.flag);
    if (node.stmt) {
      model::visit_own_expressions(*node.stmt, [&](const Expr& expression) { add(expression); });
      for (const auto variable : node.stmt->loop_variables) declared.insert(variable);
      if (node.stmt->condition_variable != model::kNoVariable) declared.insert(node.stmt->condition_variable);
    }
    for (const Region& region : node.regions) add(region);
  }
  VariableSet result() {
    written -= declared;
    return written;
  }
};

}  // namespace

VariableSet written(const Expr& expression) {
  Activity activity;
  activity.add(expression);
  return activity.result();
}

VariableSet written(const Region& region) {
  Activity activity;
  activity.add(region);
  return activity.result();
}

const Expr* first_write(const Expr& expression, model::VariableId variable) {
  const Expr* found = nullptr;
  model::visit_expressions(expression, [&](const Expr& inner) {
    const bool writes = inner.kind == Expr::Kind::Reference &&
                        (inner.access == Access::Write || inner.access == Access::Update) && inner.variable == variable;
    if (writes && !found) found = &inner;
  });
  return found;
}

const Expr* first_write(const Node& node, model::VariableId variable) {
  const Expr* found = nullptr;
  const auto search = [&](const Node& inner) {
    if (!inner.stmt) return;
    model::visit_own_expressions(*inner.stmt, [&](const Expr& expression) {
      if (!found) found = first_write(expression, variable);
    });
  };
  search(node);
  for (const Region& region : node.regions) model::visit_nodes(region, search);
  return found;
}

}  // namespace agc::analysis
