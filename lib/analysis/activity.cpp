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
      for (const auto variable : node.stmt->range_for.variables) declared.insert(variable);
      if (node.stmt->header.variable != model::kNoVariable) declared.insert(node.stmt->header.variable);
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

namespace {

/// Calls `use` with every expression in the statements of `node`, nested ones included.
template <class F>
void visit_expressions_of(const Node& node, const F& use) {
  const auto search = [&](const Node& inner) {
    if (inner.stmt) model::visit_own_expressions(*inner.stmt, use);
  };
  search(node);
  for (const Region& region : node.regions) model::visit_nodes(region, search);
}

}  // namespace

const Expr* first_write(const Node& node, model::VariableId variable) {
  const Expr* found = nullptr;
  visit_expressions_of(node, [&](const Expr& expression) {
    if (!found) found = first_write(expression, variable);
  });
  return found;
}

Resizing resizing(const Expr& expression, model::VariableId variable) {
  Resizing result;
  model::visit_expressions(expression, [&](const Expr& inner) {
    if (inner.kind != Expr::Kind::Reference || inner.variable != variable) return;
    if (inner.grows && !result.grows) result.grows = &inner;
    if (inner.resizes && !result.resizes) result.resizes = &inner;
  });
  return result;
}

Resizing resizing(const Node& node, model::VariableId variable) {
  Resizing result;
  visit_expressions_of(node, [&](const Expr& expression) {
    const Resizing found = resizing(expression, variable);
    if (!result.grows) result.grows = found.grows;
    if (!result.resizes) result.resizes = found.resizes;
  });
  return result;
}

}  // namespace agc::analysis
