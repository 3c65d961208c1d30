// `switch` statements: labels are markers between the statements of the body.
#include "parse/build/statements/statement_builder.h"
#include "parse/build/statements/statement_tokens.h"
#include "parse/build/values/expression_builder.h"

namespace agc::parse {

using model::Stmt;

void StatementBuilder::switch_statement(const clang::SwitchStmt* source, Stmt& result) {
  result.kind = Stmt::Kind::Switch;
  set_keyword(text_, source->getSwitchLoc(), result.keyword, result);
  set_token(text_, source->getLParenLoc(), result.left_paren, result);
  set_token(text_, source->getRParenLoc(), result.right_paren, result);
  Expressions declared;
  header(source->getInit(), source->getConditionVariable(), result, declared);
  result.initialisers.insert(result.initialisers.end(), declared.begin(), declared.end());
  result.condition = context_.expressions().condition(source->getCond(), {});
  result.has_condition = true;
  switch_body(source, result);
}

void StatementBuilder::switch_body(const clang::SwitchStmt* source, Stmt& result) {
  Stmt body;
  body.range = text_.range(source->getBody()->getSourceRange());
  body.kind = Stmt::Kind::Block;
  size_t labels = 0;
  const auto add = [&](const clang::Stmt* child, const auto& self) -> void {
    const clang::Stmt* behind = child;
    while (const auto* attributed = llvm::dyn_cast<clang::AttributedStmt>(behind)) behind = attributed->getSubStmt();
    const auto* label = llvm::dyn_cast<clang::SwitchCase>(behind);
    if (!label) return append(child, body.children);
    ++labels;
    Stmt marker;
    marker.kind = Stmt::Kind::Case;
    marker.in_macro = !text_.is_plain(label->getKeywordLoc()) || !text_.is_plain(label->getColonLoc());
    result.in_macro = result.in_macro || marker.in_macro;
    marker.range = text_.range({child->getBeginLoc(), label->getColonLoc()});
    if (const auto* value = llvm::dyn_cast<clang::CaseStmt>(label)) {
      marker.value = text_.range(value->getLHS()->getSourceRange());
      if (value->getRHS()) result.label_problem = "a label of it is a range";
    }
    body.children.push_back(std::move(marker));
    self(label->getSubStmt(), self);
  };
  if (const auto* compound = llvm::dyn_cast<clang::CompoundStmt>(source->getBody())) {
    for (const clang::Stmt* child : compound->body()) add(child, add);
  } else {
    body.braces = false;
    add(source->getBody(), add);
    body.range.end = body.children.back().range.end;
  }
  for (const auto* label = source->getSwitchCaseList(); label; label = label->getNextSwitchCase()) {
    if (labels-- == 0) {
      result.label_problem = "a label of it stands inside another statement";
      break;
    }
  }
  result.range.end = body.range.end;
  result.children.push_back(std::move(body));
}

}  // namespace agc::parse
