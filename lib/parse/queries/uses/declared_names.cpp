#include "parse/queries/uses/declared_names.h"

#include <clang/AST/StmtCXX.h>

namespace agc::parse {

DeclaredNames::DeclaredNames(const clang::FunctionDecl* function, const SourceText& text) : text_(text) {
  if (!function->hasBody()) return;
  const model::Offset end = text_.range(function->getBody()->getSourceRange()).end;
  for (const clang::ParmVarDecl* parameter : function->parameters()) declare(parameter, end);
  walk(function->getBody(), end);
}

model::Name DeclaredNames::name_of(const clang::NamedDecl* declaration) const {
  model::Name name{declaration->getNameAsString(), {}, {}};
  const auto known = declared_.find(name.text);
  if (known == declared_.end()) return name;
  for (const Declared& one : known->second) {
    if (one.declaration == declaration) name.scope = one.scope;
  }
  for (const Declared& one : known->second) {
    const bool inside = one.scope.begin > name.scope.begin && one.scope.end <= name.scope.end;
    if (one.declaration != declaration && inside) name.hidden.push_back(one.scope);
  }
  return name;
}

void DeclaredNames::declare(const clang::NamedDecl* declaration, model::Offset scope_end) {
  if (const auto* parts = llvm::dyn_cast<clang::DecompositionDecl>(declaration)) {
    for (const clang::BindingDecl* part : parts->bindings()) declare(part, scope_end);
    return;
  }
  if (!declaration->getIdentifier() || declaration->isImplicit()) return;
  const model::Offset begin = text_.offset(declaration->getLocation());
  declared_[declaration->getName()].push_back({declaration, {begin, scope_end}});
}

/// Returns the end of a scope: of a loop without braces, the end of the semicolon of its body.
model::Offset DeclaredNames::end_of(const clang::Stmt* source) const {
  const model::Offset end = text_.range(source->getSourceRange()).end;
  return text_.text({end - 1, end}) == "}" ? end : text_.after_semicolon(source->getEndLoc());
}

void DeclaredNames::walk(const clang::Stmt* source, model::Offset scope_end) {
  if (!source) return;
  const bool opens = llvm::isa<clang::CompoundStmt, clang::IfStmt, clang::WhileStmt, clang::ForStmt,
                               clang::CXXForRangeStmt, clang::SwitchStmt, clang::CXXCatchStmt>(source);
  if (opens) scope_end = end_of(source);
  if (const auto* lambda = llvm::dyn_cast<clang::LambdaExpr>(source)) {
    const model::Offset end = text_.range(lambda->getBody()->getSourceRange()).end;
    for (const clang::LambdaCapture& capture : lambda->captures()) {
      if (lambda->isInitCapture(&capture)) declare(capture.getCapturedVar(), end);
    }
    for (const clang::ParmVarDecl* parameter : lambda->getCallOperator()->parameters()) declare(parameter, end);
    for (const clang::Expr* initialiser : lambda->capture_inits()) walk(initialiser, scope_end);
    walk(lambda->getBody(), end);
    return;
  }
  if (const auto* handler = llvm::dyn_cast<clang::CXXCatchStmt>(source); handler && handler->getExceptionDecl())
    declare(handler->getExceptionDecl(), scope_end);
  if (const auto* declarations = llvm::dyn_cast<clang::DeclStmt>(source)) {
    for (const clang::Decl* one : declarations->decls()) {
      if (const auto* named = llvm::dyn_cast<clang::NamedDecl>(one)) declare(named, scope_end);
      if (const auto* enumeration = llvm::dyn_cast<clang::EnumDecl>(one); enumeration && !enumeration->isScoped()) {
        for (const clang::EnumConstantDecl* constant : enumeration->enumerators()) declare(constant, scope_end);
      }
    }
  }
  for (const clang::Stmt* child : source->children()) walk(child, scope_end);
}

}  // namespace agc::parse
