#include "explain/reasons.h"

#include <algorithm>
#include <functional>

#include "model/print.h"
#include "model/visit.h"

namespace agc::explain {

using model::Access;
using model::BindingTime;
using model::Expr;
using model::Stmt;
using model::TypeClass;
using model::VariableId;
using model::VariableSet;
using Kind = Expr::Kind;

namespace {

constexpr size_t kSubject = 48;  // source text in a reason is cut to this length

bool is_tensor(TypeClass type) { return type == TypeClass::Tensor || type == TypeClass::TensorStructure; }

/// Calls `use` for every staged condition of the function: of statements, ?:, && and ||.
void visit_conditions(const Stmt& body, const std::function<void(model::Offset, const Expr&)>& use) {
  model::visit_statements(body, [&](const Stmt& statement) {
    if (statement.staged && statement.has_condition) use(statement.condition.place, statement.condition);
    model::visit_own_expressions(statement, [&](const Expr& expression) {
      model::visit_expressions(expression, [&](const Expr& part) {
        const bool branches = part.kind == Kind::Logical || part.kind == Kind::Conditional;
        if (branches && part.operands.front().staged) use(part.place, part.operands.front());
      });
    });
  });
}

}  // namespace

std::vector<Reason> Reasons::of(const Expr& expression) const {
  std::vector<Reason> result;
  VariableSet seen;
  follow(expression, result, seen);
  return result;
}

std::vector<Reason> Reasons::of(VariableId variable) const {
  std::vector<Reason> result;
  VariableSet seen;
  follow(variable, result, seen);
  return result;
}

std::vector<Reason> Reasons::of_exit(const Stmt& loop) const {
  std::vector<Reason> result;
  const Stmt* condition = nullptr;
  const std::function<bool(const Stmt&, const Stmt*, bool)> search = [&](const Stmt& statement, const Stmt* staged,
                                                                         bool in_loop) {
    const bool leaves = statement.kind == Stmt::Kind::Return || (statement.kind == Stmt::Kind::Break && !in_loop);
    if (leaves && staged) {
      condition = staged;
      add(result, std::string(source_.text(statement.keyword)), "leaves it where a tensor decides",
          statement.range.begin);
      return true;
    }
    const Stmt* inner = statement.staged ? &statement : staged;
    return std::ranges::any_of(statement.children, [&](const Stmt& child) {
      return search(child, inner, in_loop || statement.is_loop() || statement.kind == Stmt::Kind::Switch);
    });
  };
  std::ranges::any_of(loop.children, [&](const Stmt& child) { return search(child, nullptr, false); });
  if (condition && condition->has_condition) {
    VariableSet seen;
    follow(condition->condition, result, seen);
  }
  return result;
}

Reasons::Decider Reasons::decider(const Expr& expression) const {
  switch (expression.kind) {
    case Kind::FromTensor:
      return {BindingTime::Staged, &expression, "is made from a tensor"};
    case Kind::Dimension:
      if (expression.asks_defined)
        return {BindingTime::MaybeStaged, &expression,
                "asks whether a tensor is defined, which may be known only when the graph runs"};
      return {BindingTime::MaybeStaged, &expression, "is an extent, which may be known only when the graph runs"};
    case Kind::External:
      if (expression.type == TypeClass::HostNumber && expression.binding_time == BindingTime::MaybeStaged)
        return {BindingTime::MaybeStaged, &expression,
                "is a variable outside of the function, which converted code changes"};
      break;
    case Kind::Call:
      if (expression.binding_time == BindingTime::Host) break;
      return {expression.binding_time, &expression, "is what the converted function '" + expression.name + "' gives"};
    case Kind::Reference: {
      if (expression.variable == model::kNoVariable) break;
      const model::Variable& variable = function_.variable(expression.variable);
      if (variable.promotion.may_be_staged())
        return {variable.promotion.binding_time, &expression, "", expression.variable};
      if (is_tensor(variable.type)) return {BindingTime::Staged, &expression, "is a tensor"};
      break;
    }
    case Kind::Exit:
    case Kind::AliasType:
      return {};
    case Kind::HostCall:
      if (expression.type == TypeClass::HostNumber) return {};  // such as x.ndim()
      break;
    default:
      break;
  }
  Decider best;
  for (const Expr& operand : expression.operands) {
    Decider found = decider(operand);
    if (found.binding_time > best.binding_time) best = std::move(found);
  }
  if (best.binding_time == BindingTime::Host && is_tensor(expression.type))
    return {BindingTime::Staged, &expression, "is a tensor"};
  return best;
}

void Reasons::follow(const Expr& expression, std::vector<Reason>& out, VariableSet& seen) const {
  const Decider found = decider(expression);
  if (!found.expression) return;
  if (found.variable != model::kNoVariable) return follow(found.variable, out, seen);
  const bool named = found.expression->kind == Kind::Reference;
  add(out,
      named ? function_.variable(found.expression->variable).name
            : model::one_line(source_.text(found.expression->range), kSubject),
      found.text, found.expression->place);
}

void Reasons::follow(VariableId id, std::vector<Reason>& out, VariableSet& seen) const {
  if (seen.contains(id)) return;
  seen.insert(id);
  const model::Variable& variable = function_.variable(id);
  if (is_parameter(id) && variable.promotion.cause == variable.declared) {
    return add(out, variable.name, "is a parameter: converted callers may give a symbolic number", variable.declared);
  }
  if (follow_data(id, out, seen) || follow_control(id, out, seen)) return;
  add(out, variable.name, "gets a value that a tensor decides", variable.promotion.cause);
}

/// The variable was promoted by an assigned value, or by an operation on it.
bool Reasons::follow_data(VariableId id, std::vector<Reason>& out, VariableSet& seen) const {
  const model::Variable& variable = function_.variable(id);
  const model::Offset cause = variable.promotion.cause;
  bool found = false;
  model::visit_all_expressions(function_.body, [&](const Expr& part) {
    if (found || part.place != cause) return;
    if (part.kind == Kind::Call || part.kind == Kind::Subscript) {
      const bool named = std::ranges::any_of(part.operands, [&](const Expr& operand) {
        bool inside = false;
        model::visit_expressions(operand, [&](const Expr& inner) {
          inside = inside || (inner.kind == Kind::Reference && inner.variable == id);
        });
        return inside;
      });
      if (!named) return;
      found = true;
      if (part.kind == Kind::Call) return add(out, variable.name, "is changed by '" + part.name + "'", cause);
      add(out, variable.name, "has a subscript that is symbolic", cause);
      const Expr& index = part.operands[1];
      return follow(index.kind == Kind::Exit ? index.operands.front() : index, out, seen);
    }
    if (part.kind != Kind::Reference || part.access == Access::Read) return;
    if (part.variable != id) {
      if (part.access != Access::Declare) return;
      found = true;
      add(out, variable.name, "is declared together with '" + function_.variable(part.variable).name + "'", cause);
      return follow(part.variable, out, seen);
    }
    found = true;
    const bool begins = part.access == Access::Declare;
    if (part.operands.empty()) return add(out, variable.name, "is changed here", cause);
    const model::Range value{part.operands.front().range.begin, part.operands.back().range.end};
    std::string text = begins ? "begins with " : part.access == Access::Write ? "is assigned " : "is changed by ";
    add(out, variable.name, text + quoted(value), cause);
    const Expr* best = &part.operands.front();
    for (const Expr& operand : part.operands) {
      if (decider(operand).binding_time > decider(*best).binding_time) best = &operand;
    }
    const size_t own = out.size();
    follow(*best, out, seen);
    // If the reason of the value is about the value itself, both become one sentence.
    if (out.size() > own && out[own].subject == model::one_line(source_.text(value), kSubject)) {
      out[own - 1].text += ", which " + out[own].text;
      out.erase(out.begin() + std::ptrdiff_t(own));
    }
  });
  return found;
}

/// The variable was promoted because it changes under a symbolic condition.
bool Reasons::follow_control(VariableId id, std::vector<Reason>& out, VariableSet& seen) const {
  const model::Variable& variable = function_.variable(id);
  const model::Offset cause = variable.promotion.cause;
  const Expr* range = nullptr;
  model::visit_statements(function_.body, [&](const Stmt& statement) {
    if (statement.kind == Stmt::Kind::RangeFor && statement.condition.place == cause &&
        std::ranges::find(statement.range_for.variables, id) != statement.range_for.variables.end()) {
      range = &statement.condition;
    }
  });
  if (range) {
    add(out, variable.name, "runs over " + quoted(range->range), cause);
    follow(*range, out, seen);
    return true;
  }
  const Expr* condition = nullptr;
  visit_conditions(function_.body, [&](model::Offset place, const Expr& one) {
    if (!condition && place == cause) condition = &one;
  });
  if (!condition) return false;
  add(out, variable.name, "changes where " + quoted(condition->range) + " decides", cause);
  follow(*condition, out, seen);
  return true;
}

bool Reasons::is_parameter(VariableId id) const {
  return std::ranges::any_of(function_.parameters, [&](const auto& parameter) { return parameter.variable == id; });
}

std::string Reasons::quoted(model::Range range) const {
  return "'" + model::one_line(source_.text(range), kSubject) + "'";
}

void Reasons::add(std::vector<Reason>& out, std::string subject, std::string text, model::Offset place) const {
  out.push_back({std::move(subject), std::move(text), source_.location(place)});
}

}  // namespace agc::explain
