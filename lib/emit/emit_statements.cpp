// Emission of statements: functions, blocks, branches and jumps.
#include "emit/function_emitter.h"
#include "emit/runtime_names.h"

namespace agc::emit {

using model::Node;
using model::Region;
using model::Stmt;

void FunctionEmitter::run() {
  const Stmt& body = function_.body;
  const bool wrapped = function_.kind == model::Function::Kind::WrappedLambda;
  std::string opening = wrapped ? std::string(names::kFunction) + "(" : "", closing;
  if (!function_.closure.named_parameters.empty()) {
    opening += std::string(names::kNamed) + "(\"" + function_.closure.named_parameters + "\", ";
    closing = ")";
  }
  if (!opening.empty()) edits_.insert(function_.range.begin, opening);
  for (const model::Range& name : function_.uses.function_objects)
    edits_.replace(name, std::string(names::kFunctionInside));
  for (const model::NamedArgument& given : function_.uses.named_arguments) {
    edits_.insert(given.range.begin, std::string(names::kNamed) + "(\"" + given.text + "\", ");
    edits_.insert(given.range.end, ")");
  }
  variants();
  // The generated body names the function, so its result type cannot be deduced from the body.
  const bool entry = function_.is_entry() && !function_.has_staged_variant();
  const std::string_view result = source_.text(function_.returned.range);
  if (entry && function_.returns_value() && (result == "auto" || result.starts_with("decltype")))
    edits_.replace(function_.returned.range, function_.returned.type);
  for (const model::Discarded& one : function_.uses.discarded) edits_.replace(one.range, one.left);
  edits_.insert(body.range.begin + 1, lowered_.entry_begin, /*entry=*/true);
  region(lowered_.body);
  edits_.insert(body.range.end - 1, lowered_.entry_end, /*entry=*/true);
  const std::string options = function_.entry.options.empty() ? "" : ", {" + function_.entry.options + "}";
  if (wrapped) closing += options + ")";
  if (!closing.empty()) edits_.insert(function_.range.end, closing);
}

void FunctionEmitter::region(const Region& region) {
  for (const Node& item : region.nodes) node(item);
}

void FunctionEmitter::node(const Node& node) {
  // Attributes such as [[likely]] belong to a statement; a call, or a declaration before it, cannot have them.
  const bool replaced = (node.form != Node::Form::Kept && node.form != Node::Form::Jump) || !node.declared.empty();
  if (node.stmt && replaced) edits_.remove(node.stmt->attributes);
  if (node.stmt && replaced) {
    for (const Region& inner : node.regions) {
      if (inner.lambda && inner.braced()) edits_.remove(inner.body->attributes);
    }
  }
  if (node.stmt && !node.declared.empty()) edits_.insert(node.stmt->range.begin, declarations(node.declared));
  switch (node.form) {
    case Node::Form::Kept:
      return kept(node);
    case Node::Form::Jump:
      return jump(node);
    case Node::Form::If:
    case Node::Form::ReturnIf:
      return branch(node);
    case Node::Form::While:
      return while_loop(node);
    case Node::Form::Switch:
      return switch_choice(node);
    case Node::Form::Do:
      return do_loop(node);
    case Node::Form::For:
      return for_loop(node);
    case Node::Form::RangeFor:
      return range_for_loop(node);
    case Node::Form::GuardedFor:
      return guarded_for_loop(node);
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

void FunctionEmitter::kept(const Node& node) {
  for (const model::VariableId variable : node.stmt->range_for.variables) declare(function_.variable(variable));
  expressions(node.stmt->range_for.alias);
  if (node.returns_raise) edits_.insert(node.stmt->range.begin, "return ");
  expressions(node.stmt->initialisers);
  mixed_list(*node.stmt);
  if (node.stmt->has_condition) {
    if (node.stmt->kind == Stmt::Kind::Switch)
      chosen_by(node.stmt->condition);
    else if (node.stmt->kind == Stmt::Kind::RangeFor)
      range_value(*node.stmt);
    else
      decided(node.stmt->condition);
  }
  expressions(node.stmt->expressions);
  expressions(node.stmt->step);
  if (node.stmt->kind == Stmt::Kind::Try && node.stmt->guarded)
    edits_.insert(
        node.stmt->children.front().range.begin + 1,
        std::string(names::kTryScope) + std::string(node.stmt->catches_errors ? ";" : names::kCatchesNoErrors));
  for (const Region& inner : node.regions) kept_body(inner);
}

/// Emits the body of an ordinary statement. A body without braces gets them if its statement becomes several.
void FunctionEmitter::kept_body(const Region& inner) {
  if (inner.braced()) {
    const std::string declared = declarations(inner.declared);
    if (!declared.empty()) edits_.insert(inner.body->range.begin + 1, " " + declared.substr(0, declared.size() - 1));
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

void FunctionEmitter::jump(const Node& node) {
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

void FunctionEmitter::branch(const Node& node) {
  const Stmt& statement = *node.stmt;
  const Region& then = node.regions[0];
  const std::string open_then = pack(node.pack) + lambda(then) + (then.braced() ? "" : " {");
  const bool scope = statement.declares_in_header() && needs_no_scope_ != &statement;
  const std::string end = node.chained ? chain_end_ : scope ? "); }" : ");";
  std::string call(names::kIfStmt);
  if (node.form == Node::Form::ReturnIf)
    call = "return " + std::string(names::kIfElse) +
           (function_.returned.type.empty() ? "" : "<" + function_.returned.type + ">");
  if (node.chained) {
    expression(statement.condition);
    edits_.replace({statement.right_paren, statement.right_paren + 1}, "; }, " + open_then);
  } else if (!statement.declares_in_header()) {
    edits_.replace({statement.keyword.begin, statement.left_paren + 1}, call + "(");
    as_argument(statement.condition);
    edits_.replace({statement.right_paren, statement.right_paren + 1}, ", " + open_then);
  } else {
    edits_.replace({statement.keyword.begin, statement.left_paren + 1}, scope ? "{ " : "");
    expressions(statement.initialisers);
    std::string test;
    if (statement.header.declares_condition) {
      test = "; " + call + "(" + std::string(source_.text(statement.header.name));
    } else {
      edits_.replace({statement.header.initialiser_end, statement.condition.outer_range.begin}, " " + call + "(");
      as_argument(statement.condition);
    }
    edits_.replace({statement.right_paren, statement.right_paren + 1}, test + ", " + open_then);
  }
  region(then);
  branch_close(node, end);
}

/// Emits the part after the first block of an `if`. `end` closes the call.
void FunctionEmitter::branch_close(const Node& node, const std::string& end) {
  const Stmt& statement = *node.stmt;
  const Region& then = node.regions[0];
  const std::string end_then = std::string(then.braced() ? "" : " }") + (node.chained ? ")" : "");
  if (node.regions.size() == 1) return edits_.insert(then.body->range.end, end_then + end);

  const Region& otherwise = node.regions[1];
  if (statement.children.size() == 1) {  // contains the remaining statements of the block
    edits_.insert(then.body->range.end, end_then + ", " + lambda(otherwise) + " {");
    region(otherwise);
    return close(otherwise.end, "}" + end);
  }
  const Stmt& source = statement.children[1];
  edits_.insert(then.body->range.end, end_then + ",");
  if (otherwise.nodes.size() == 1 && otherwise.nodes[0].chained) {
    edits_.replace({statement.else_keyword.begin, source.left_paren + 1},
                   std::string(names::kElseIf) + "([&] { return ");
    chain_end_ = end;
    return this->node(otherwise.nodes[0]);
  }
  const bool braces_stay = source.kind == Stmt::Kind::Block && (node.merged_else || !node.rest_in_else);
  edits_.replace(statement.else_keyword, lambda(otherwise) + (braces_stay ? "" : " {"));
  if (node.merged_else && node.rest_in_else) {
    // The block continues after its closing brace, which is removed.
    bool removed = false;
    for (const Node& item : otherwise.nodes) {
      const model::Offset begin = item.stmt ? item.stmt->range.begin : item.place;
      if (!removed && begin >= source.range.end) {
        edits_.remove({source.range.end - 1, source.range.end});
        removed = true;
      }
      this->node(item);
    }
    if (!removed) edits_.remove({source.range.end - 1, source.range.end});
    return close(otherwise.end, "}" + end);
  }
  if (otherwise.nodes.size() == 1 && !otherwise.braced() && otherwise.declared.empty())
    needs_no_scope_ = otherwise.nodes[0].stmt;
  region(otherwise);
  if (node.rest_in_else) return close(otherwise.end, "}" + end);
  edits_.insert(source.range.end, (otherwise.braced() ? "" : " }") + end);
}

void FunctionEmitter::rest(const Node& node) {
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

/// Inserts closers before the brace of the enclosing block, or after a statement without braces.
void FunctionEmitter::close(model::Offset place, const std::string& closers) {
  const bool before_brace = place < source_.text().size() && source_.text()[place] == '}';
  edits_.insert(place, before_brace ? closers + " " : " " + closers);
}

void FunctionEmitter::end_body(const Region& region, const std::string& after) {
  edits_.insert(region.body->range.end, (region.braced() ? "" : " }") + after);
}

}  // namespace agc::emit
