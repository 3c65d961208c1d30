#include "emit/function/branch_emitter.h"

#include "emit/function/statement_emitter.h"
#include "emit/runtime_names.h"

namespace agc::emit {

using model::Node;
using model::Region;
using model::Stmt;

void BranchEmitter::emit(const Node& node) {
  const Region& then = node.regions[0];
  const bool scope = node.stmt->declares_in_header() && needs_no_scope_ != node.stmt;
  const std::string end = node.chained ? chain_end_ : scope ? "); }" : ");";
  header(node, scope, pack(node.pack) + lambda(then) + (then.braced() ? "" : " {"));
  context_.statements().region(then);
  otherwise(node, end);
}

/// Emits the text before the first block. `open_then`: its state and the start of its lambda.
void BranchEmitter::header(const Node& node, bool scope, const std::string& open_then) {
  const Stmt& statement = *node.stmt;
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
}

/// Emits the part after the first block of an `if`. `end` closes the call.
void BranchEmitter::otherwise(const Node& node, const std::string& end) {
  const Stmt& statement = *node.stmt;
  const Region& then = node.regions[0];
  const std::string end_then = std::string(then.braced() ? "" : " }") + (node.chained ? ")" : "");
  if (node.regions.size() == 1) return edits_.insert(then.body->range.end, end_then + end);

  const Region& otherwise = node.regions[1];
  if (statement.children.size() == 1) {  // contains the remaining statements of the block
    edits_.insert(then.body->range.end, end_then + ", " + lambda(otherwise) + " {");
    context_.statements().region(otherwise);
    return context_.statements().close(otherwise.end, "}" + end);
  }
  const Stmt& source = statement.children[1];
  edits_.insert(then.body->range.end, end_then + ",");
  if (otherwise.nodes.size() == 1 && otherwise.nodes[0].chained) {
    edits_.replace({statement.else_keyword.begin, source.left_paren + 1},
                   std::string(names::kElseIf) + "([&] { return ");
    chain_end_ = end;
    return context_.statements().node(otherwise.nodes[0]);
  }
  const bool braces_stay = source.kind == Stmt::Kind::Block && (node.merged_else || !node.rest_in_else);
  edits_.replace(statement.else_keyword, lambda(otherwise) + (braces_stay ? "" : " {"));
  if (node.merged_else && node.rest_in_else) return merged_rest(node, end);
  if (otherwise.nodes.size() == 1 && !otherwise.braced() && otherwise.declared.empty())
    needs_no_scope_ = otherwise.nodes[0].stmt;
  context_.statements().region(otherwise);
  if (node.rest_in_else) return context_.statements().close(otherwise.end, "}" + end);
  edits_.insert(source.range.end, (otherwise.braced() ? "" : " }") + end);
}

/// Emits an `else` block that continues after its closing brace, which is removed.
void BranchEmitter::merged_rest(const Node& node, const std::string& end) {
  const Region& otherwise = node.regions[1];
  const Stmt& source = node.stmt->children[1];
  const model::Range brace{source.range.end - 1, source.range.end};
  bool removed = false;
  for (const Node& item : otherwise.nodes) {
    const model::Offset begin = item.stmt ? item.stmt->range.begin : item.place;
    if (!removed && begin >= source.range.end) {
      edits_.remove(brace);
      removed = true;
    }
    context_.statements().node(item);
  }
  if (!removed) edits_.remove(brace);
  context_.statements().close(otherwise.end, "}" + end);
}

}  // namespace agc::emit
