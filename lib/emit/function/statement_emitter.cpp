#include "emit/function/statement_emitter.h"

#include "emit/function/branch_emitter.h"
#include "emit/function/condition_emitter.h"
#include "emit/function/declaration_emitter.h"
#include "emit/function/loop_emitter.h"
#include "emit/function/range_loop_emitter.h"
#include "emit/function/switch_emitter.h"
#include "emit/runtime_names.h"

namespace agc::emit {

using model::Node;
using model::Region;
using model::Stmt;

void StatementEmitter::region(const Region& region) {
  for (const Node& item : region.nodes) node(item);
}

void StatementEmitter::node(const Node& node) {
  remove_attributes(node);
  if (node.stmt && !node.declared.empty()) edits_.insert(node.stmt->range.begin, declarations(node.declared));
  switch (node.form) {
    case Node::Form::Kept:
      return kept(node);
    case Node::Form::Jump:
      return jump(node);
    case Node::Form::If:
    case Node::Form::ReturnIf:
      return context_.branches().emit(node);
    case Node::Form::While:
      return context_.loops().while_loop(node);
    case Node::Form::Switch:
      return context_.switches().emit(node);
    case Node::Form::Do:
      return context_.loops().do_loop(node);
    case Node::Form::For:
      return context_.loops().for_loop(node);
    case Node::Form::RangeFor:
      return context_.range_loops().emit(node);
    case Node::Form::GuardedFor:
      return context_.loops().guarded_for_loop(node);
    case Node::Form::Rest:
    case Node::Form::ReturnRest:
      return rest(node);
    case Node::Form::Dead:
      edits_.insert(node.place, "if (false) { " + declarations(node.regions[0].declared));
      region(node.regions[0]);
      return close(node.regions[0].end, "}");
    case Node::Form::ReturnResult:
      edits_.insert(node.place, " return " + name(node.flags[0]) + std::string(names::kValue) + ";");
      return;
    case Node::Form::Unreachable:
      edits_.insert(node.place, " return " + std::string(names::kUnreachable) + ";");
  }
}

/// Removes attributes such as [[likely]], which belong to a statement: a call, or a declaration before the statement,
/// cannot have them.
void StatementEmitter::remove_attributes(const Node& node) {
  const bool replaced = (node.form != Node::Form::Kept && node.form != Node::Form::Jump) || !node.declared.empty();
  if (!node.stmt || !replaced) return;
  edits_.remove(node.stmt->attributes);
  for (const Region& inner : node.regions) {
    if (inner.lambda && inner.braced()) edits_.remove(inner.body->attributes);
  }
}

void StatementEmitter::kept(const Node& node) {
  const Stmt& statement = *node.stmt;
  for (const model::VariableId variable : statement.range_for.variables)
    context_.declarations().declare(function_.variable(variable));
  expressions(statement.range_for.alias);
  if (node.returns_raise) edits_.insert(statement.range.begin, "return ");
  expressions(statement.initialisers);
  context_.range_loops().mixed_list(statement);
  if (statement.has_condition) kept_condition(statement);
  expressions(statement.expressions);
  expressions(statement.step);
  if (statement.kind == Stmt::Kind::Try && statement.guarded)
    edits_.insert(
        statement.children.front().range.begin + 1,
        std::string(names::kTryScope) + std::string(statement.catches_errors ? ";" : names::kCatchesNoErrors));
  for (const Region& inner : node.regions) kept_body(inner);
}

void StatementEmitter::kept_condition(const Stmt& statement) {
  if (statement.kind == Stmt::Kind::Switch)
    context_.conditions().chosen_by(statement.condition);
  else if (statement.kind == Stmt::Kind::RangeFor)
    context_.range_loops().range(statement);
  else
    context_.conditions().decided(statement.condition);
}

/// Emits the body of an ordinary statement. A body without braces gets them if its statement becomes several.
void StatementEmitter::kept_body(const Region& inner) {
  if (inner.braced()) {
    const std::string declared = declarations_at_start(inner.declared);
    if (!declared.empty()) edits_.insert(inner.body->range.begin + 1, declared);
    return region(inner);
  }
  bool braces = inner.nodes.size() != 1 || !inner.declared.empty();
  for (const Node& item : inner.nodes) {
    const bool two = item.form == Node::Form::Jump && item.flag != model::kNoVariable && item.leaves;
    braces = braces || two || !item.declared.empty();
  }
  if (braces) edits_.insert(inner.body->range.begin, "{ " + declarations(inner.declared));
  region(inner);
  if (braces) edits_.insert(inner.end, " }");
}

void StatementEmitter::jump(const Node& node) {
  const Stmt& statement = *node.stmt;
  if (node.kept) return expressions(statement.expressions);
  if (node.flag == model::kNoVariable) return edits_.replace(statement.keyword, "return");
  if (statement.kind != Stmt::Kind::Return) {
    edits_.replace(statement.keyword, name(node.flag) + " = true");
  } else if (statement.returns_value && !function_.returns_value()) {  // for return g(x); in a void function
    edits_.remove({statement.keyword.begin, statement.value.begin});
    expressions(statement.expressions);
    edits_.insert(statement.range.end, " " + name(node.flag) + std::string(names::kSet) + ";");
  } else if (statement.returns_value) {
    edits_.replace({statement.keyword.begin, statement.value.begin}, name(node.flag) + " = ");
    expressions(statement.expressions);
  } else {
    edits_.replace(statement.keyword, name(node.flag) + std::string(names::kSet));
  }
  if (node.leaves) edits_.insert(statement.range.end, " return;");
}

/// Emits the call around the rest of a block after a jump.
void StatementEmitter::rest(const Node& node) {
  const Region& inner = node.regions[0];
  std::string call;
  if (node.form == Node::Form::ReturnRest) {
    call = "return " + name(node.flags[0]) + std::string(names::kValueOr) + "(";
  } else {
    call = std::string(names::kIfStmt) + "(" + unset(node.flags) + ", ";
  }
  edits_.insert(node.place, call + pack(node.pack) + lambda(inner) + " { ");
  region(inner);
  close(inner.end, "});");
}

void StatementEmitter::close(model::Offset place, const std::string& closers) {
  const bool before_brace = place < source_.text().size() && source_.text()[place] == '}';
  edits_.insert(place, before_brace ? closers + " " : " " + closers);
}

}  // namespace agc::emit
