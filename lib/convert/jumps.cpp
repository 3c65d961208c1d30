// break, continue and return: one lowering for all three, by the rule in lowering.h.
#include <algorithm>

#include "convert/lowering.h"
#include "model/visit.h"

namespace agc::convert {

using model::Node;
using model::Region;
using model::Stmt;
using model::TypeClass;
using model::VariableId;

namespace {

std::vector<Stmt*> pointers(std::vector<Stmt>& statements) {
  std::vector<Stmt*> result;
  for (Stmt& statement : statements) {
    if (statement.loop_options.empty()) result.push_back(&statement);  // options are part of the loop's header
  }
  return result;
}

bool has_staged(const Stmt& statement) {
  bool found = false;
  model::visit_statements(statement, [&](const Stmt& one) { found = found || one.staged; });
  return found;
}

bool any_staged_jump(std::span<Stmt* const> list) {
  return std::ranges::any_of(
      list, [](const Stmt* one) { return analysis::escaping_jumps(*one, /*staged_only=*/true).any(); });
}

}  // namespace

void convert_jumps(Context& context) { context.lowered.body = Lowering(context).run(); }

Region Lowering::run() {
  Scope scope;
  scope.function_end = true;
  return body(function_.body, scope, /*lambda=*/false);
}

VariableId Lowering::generated(TypeClass type, model::Offset place, std::string stem) {
  model::Variable variable;
  variable.type_text = std::move(stem);
  variable.type = type;
  variable.declared = place;
  function_.variables.push_back(std::move(variable));
  return VariableId(function_.variables.size() - 1);
}

/// Marks that statements follow the list at `scope` before anything ends.
void Lowering::set_inside(Scope& scope) { scope.function_end = scope.iteration_end = scope.arm_end = false; }

/// The scope of a lambda that extends to the end of the list at `scope`.
Lowering::Scope Lowering::inside_lambda(const Scope& scope) const {
  Scope inner = scope;
  inner.returns_directly = scope.function_end;
  inner.continues_directly = scope.iteration_end;
  inner.breaks_directly = scope.arm_end;
  inner.keeps_break = inner.keeps_continue = false;
  return inner;
}

Region Lowering::body(Stmt& statement, const Scope& scope, bool lambda, bool returns_value) {
  Region region;
  region.body = &statement;
  region.lambda = lambda;
  region.returns_value = returns_value;
  if (statement.kind == Stmt::Kind::Block) {
    region.end = statement.range.end - 1;
    const std::vector<Stmt*> list = pointers(statement.children);
    statements(list, region, scope);
  } else {
    region.end = statement.range.end;
    Stmt* const list[] = {&statement};
    statements(list, region, scope);
  }
  return region;
}

void Lowering::statements(Statements list, Region& out, const Scope& place) {
  Scope scope = place;
  for (size_t k = 0; k < list.size(); ++k) {
    Stmt& statement = *list[k];
    const Statements rest = list.subspan(k + 1);
    const bool staged = analysis::escaping_jumps(statement, /*staged_only=*/true).any();
    const bool label = std::ranges::any_of(rest, [](const Stmt* one) { return one->kind == Stmt::Kind::Label; });
    // An exception may be thrown by the graph: the code after it is traced, as after a throw that may not happen.
    if (analysis::surely_jumps(statement) && !rest.empty() && (staged || any_staged_jump(rest))) {
      // Code after a label is not dead.
      if (label) return context_.report(Id::goto_unsupported, statement.range.begin);
      statements(list.subspan(k, 1), out, scope);
      return dead_rest(rest, out, scope);
    }
    if (statement.is_jump()) {
      Node node = jump(statement, scope);
      // The end of the lambda is reached anyway. Code after a jump is dead, but it is still compiled.
      if (out.lambda && rest.empty() && node.flag != model::kNoVariable) node.leaves = false;
      out.nodes.push_back(std::move(node));
      continue;
    }
    if (staged) {
      const bool then_jumps =
          statement.kind == Stmt::Kind::If && statement.staged && analysis::surely_jumps(statement.children.front());
      if (then_jumps && takes_rest(statement, rest, out)) return if_with_rest(statement, rest, out, scope);
      return may_jump(statement, rest, out, scope);
    }
    Scope inner = scope;
    if (!rest.empty() || scope.unreached) set_inside(inner);  // the statement does not end the function
    out.nodes.push_back(one(statement, inner));
    scope.unreached = scope.unreached || analysis::surely_leaves(statement);
  }
  end_value(out, list, scope);
}

/// Statements after one that surely leaves are unreachable, but still have to compile.
void Lowering::dead_rest(Statements rest, Region& out, const Scope& scope) {
  Node dead;
  dead.form = Node::Form::Dead;
  dead.place = rest.front()->range.begin;
  Region region;
  region.end = out.end;
  Scope inner = scope;
  set_inside(inner);
  const auto returns = [](const Stmt* one) { return analysis::escaping_jumps(*one, /*staged_only=*/false).returns; };
  if (scope.function_end && std::ranges::any_of(rest, returns)) {
    inner.result = generated(TypeClass::Return, dead.place, "result");
    region.declared.push_back(inner.result);
  }
  statements(rest, region, inner);
  dead.regions.push_back(std::move(region));
  out.nodes.push_back(std::move(dead));
}

/// Adds the result at the end of a list. A lambda that returns the function's result must return on every path, and so
/// must the function. If a list surely ends with a throw that the graph executes, there is no value while tracing, and
/// the code after it does not run.
void Lowering::end_value(Region& region, Statements list, const Scope& scope) {
  if (!is_value_end(scope) || (region.lambda && !region.returns_value)) return;
  const auto last = std::ranges::find_if(list, [](const Stmt* one) { return analysis::surely_leaves(*one); });
  if (std::ranges::any_of(list, [](const Stmt* one) { return analysis::surely_jumps(*one); })) return;
  if (last == list.end() && !scope.unreached) {
    if (!region.lambda) return;
    if (!context_.diagnostics.empty() && context_.diagnostics.back().id == "missing-return") return;
    return context_.report(Id::missing_return, function_.name_place, {function_.name});
  }
  if (!list.empty() && list.back()->kind == Stmt::Kind::Expression && analysis::surely_leaves(*list.back())) return;
  if (!region.lambda && std::ranges::none_of(list, [](const Stmt* one) { return has_staged(*one); })) return;
  Node node;
  node.form = Node::Form::Unreachable;
  node.place = list.empty() ? region.end : list.back()->range.end;
  region.nodes.push_back(std::move(node));
}

void Lowering::may_jump(Stmt& statement, Statements rest, Region& out, const Scope& scope) {
  const bool value_end = is_value_end(scope);
  const bool plain_if = statement.kind == Stmt::Kind::If && !statement.staged;
  const bool ends = statement.kind == Stmt::Kind::If ||
                    (statement.kind == Stmt::Kind::Switch && statement.rewritten() && !falls_through(statement));
  const bool inherits = statement.kind == Stmt::Kind::Block || plain_if || (ends && !value_end);
  if (rest.empty() && inherits) {
    out.nodes.push_back(one(statement, scope));
    return;
  }
  const analysis::JumpSet jumps = analysis::escaping_jumps(statement, /*staged_only=*/false);
  Scope inner = scope;
  set_inside(inner);
  std::vector<VariableId> declared;
  if (scope.function_end && jumps.returns) {
    inner.result = generated(TypeClass::Return, statement.range.begin, "result");
    declared.push_back(inner.result);
  }
  Node node = one(statement, inner);
  node.declared.insert(node.declared.begin(), declared.begin(), declared.end());
  out.nodes.push_back(std::move(node));

  if (value_end && rest.empty()) {
    if (!analysis::surely_leaves(statement) && !scope.unreached)
      context_.report(Id::missing_return, function_.name_place, {function_.name});
    Node result;
    result.form = Node::Form::ReturnResult;
    result.place = statement.range.end;
    result.flags.push_back(inner.result);
    out.nodes.push_back(std::move(result));
    return;
  }
  if (rest.empty()) return;
  Node guard;
  guard.form = value_end ? Node::Form::ReturnRest : Node::Form::Rest;
  guard.place = rest.front()->range.begin;
  if (value_end) {
    guard.flags.push_back(inner.result);
  } else {
    if (jumps.breaks && scope.breaks->flag != model::kNoVariable) guard.flags.push_back(scope.breaks->flag);
    if (jumps.continues && scope.continues->flag != model::kNoVariable) guard.flags.push_back(scope.continues->flag);
    if (jumps.returns && inner.result != model::kNoVariable) guard.flags.push_back(inner.result);
  }
  Region region;
  region.lambda = true;
  region.returns_value = value_end;
  region.end = out.end;
  Scope behind = inside_lambda(scope);
  statements(rest, region, behind);
  guard.regions.push_back(std::move(region));
  out.nodes.push_back(std::move(guard));
}

Node Lowering::jump(Stmt& statement, const Scope& scope) {
  Node node;
  node.form = Node::Form::Jump;
  node.stmt = &statement;
  node.leaves = true;
  const auto flag = [&](VariableId& slot, const char* name) {
    if (slot == model::kNoVariable) slot = generated(TypeClass::Flag, statement.range.begin, name);
    node.flag = slot;
  };
  switch (statement.kind) {
    case Stmt::Kind::Break:
      if (scope.keeps_break) {
        node.kept = true;
      } else if (!scope.breaks_directly) {
        flag(scope.breaks->flag, "did_break");
      }
      break;
    case Stmt::Kind::Continue:
      if (scope.keeps_continue) {
        node.kept = true;
      } else if (!scope.continues_directly) {
        flag(scope.continues->flag, "did_continue");
      }
      break;
    default:
      if (scope.returns_directly) {
        node.kept = true;
      } else {
        node.flag = scope.result;
      }
  }
  return node;
}

Node Lowering::one(Stmt& statement, const Scope& scope) {
  switch (statement.kind) {
    case Stmt::Kind::If:
      return statement.staged ? staged_if(statement, scope) : kept(statement, scope);
    case Stmt::Kind::While:
      return while_loop(statement, scope);
    case Stmt::Kind::For:
      return for_loop(statement, scope);
    case Stmt::Kind::RangeFor:
      return range_for_loop(statement, scope);
    case Stmt::Kind::Switch:
      return switch_choice(statement, scope);
    case Stmt::Kind::DoWhile:
      return do_loop(statement, scope);
    default:
      return kept(statement, scope);
  }
}

Node Lowering::kept(Stmt& statement, const Scope& scope) {
  Node node;
  node.stmt = &statement;
  if (statement.kind == Stmt::Kind::Block) {
    node.regions.push_back(body(statement, scope, /*lambda=*/false));
    return node;
  }
  Scope inner = scope;
  if (statement.kind == Stmt::Kind::Switch) {
    inner.keeps_break = true;
    set_inside(inner);
  }
  for (Stmt& child : statement.children) node.regions.push_back(body(child, inner, /*lambda=*/false));
  return node;
}

/// The scope of the body of a loop, with these targets for its jumps.
Lowering::Scope Lowering::inside_loop(const Scope& scope, Target& breaks, Target& continues) {
  Scope inner = scope;
  set_inside(inner);
  inner.iteration_end = true;
  inner.breaks = &breaks;
  inner.continues = &continues;
  return inner;
}

Node Lowering::kept_loop(Stmt& statement, const Scope& scope) {
  Node node;
  node.stmt = &statement;
  Target breaks, continues;
  Scope inner = inside_loop(scope, breaks, continues);
  inner.keeps_break = inner.keeps_continue = true;
  node.regions.push_back(body(statement.children.front(), inner, /*lambda=*/false));
  if (continues.flag != model::kNoVariable) node.regions.back().declared.push_back(continues.flag);
  return node;
}

Node Lowering::lambda_loop(Stmt& statement, Node::Form form, const Scope& scope) {
  Node node;
  node.form = form;
  node.stmt = &statement;
  if (statement.header.variable != model::kNoVariable) {
    // The variable is declared before the loop and assigned where the condition is evaluated.
    for (model::Expr& part : statement.condition.operands) {
      if (part.variable == statement.header.variable && part.access == model::Access::Declare)
        part.access = model::Access::Write;
    }
  }
  Target breaks, continues;
  const Scope inner = inside_lambda(inside_loop(scope, breaks, continues));
  Stmt& child = statement.children.front();
  node.regions.push_back(body(child, inner, /*lambda=*/true));
  if (continues.flag != model::kNoVariable) node.regions.back().declared.push_back(continues.flag);
  if (breaks.flag != model::kNoVariable) {
    node.declared.push_back(breaks.flag);
    node.flags.push_back(breaks.flag);
  }
  if (analysis::escaping_jumps(child, /*staged_only=*/false).returns) node.flags.push_back(scope.result);
  return node;
}

}  // namespace agc::convert
