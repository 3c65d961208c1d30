// switch: its labels stand between the statements of its body, as markers.
#include "parse/function_builder.h"

namespace agc::parse {

using model::Stmt;

void FunctionBuilder::switch_statement(const clang::SwitchStmt* source, Stmt& result) {
  result.kind = Stmt::Kind::Switch;
  keyword(source->getSwitchLoc(), result.keyword, result);
  Expressions declared;
  header(source->getInit(), source->getConditionVariable(), result, declared);
  result.initialisers.insert(result.initialisers.end(), declared.begin(), declared.end());
  result.condition = expression(source->getCond(), {});
  result.has_condition = true;
  switch_body(source->getBody(), result);
}

void FunctionBuilder::switch_body(const clang::Stmt* source, Stmt& result) {
  Stmt body;
  body.range = text_.range(source->getSourceRange());
  body.kind = Stmt::Kind::Block;
  const auto add = [&](const clang::Stmt* child, const auto& self) -> void {
    const auto* label = llvm::dyn_cast<clang::SwitchCase>(child);
    if (!label) return body.children.push_back(statement(child));
    Stmt marker;
    marker.kind = Stmt::Kind::Case;
    marker.range = text_.range({label->getKeywordLoc(), label->getColonLoc()});
    body.children.push_back(std::move(marker));
    self(label->getSubStmt(), self);
  };
  if (const auto* compound = llvm::dyn_cast<clang::CompoundStmt>(source)) {
    for (const clang::Stmt* child : compound->body()) add(child, add);
  } else {
    add(source, add);
  }
  result.children.push_back(std::move(body));
}

}  // namespace agc::parse
