#include "parse/queries/uses/confined_objects.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/AST/ExprCXX.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/ADT/SmallPtrSet.h>

#include "parse/queries/types/value_class.h"
#include "parse/session/ast_visitor.h"

namespace agc::parse {
namespace {

using Classes = llvm::SetVector<const clang::CXXRecordDecl*>;

/// Collects the classes with constant references to tensors.
class CandidateFinder : public AstVisitor {
 public:
  explicit CandidateFinder(const SourceText& text) : text_(text) {}
  Classes found;

 private:
  bool visit(clang::Decl* node) override {
    const auto* record = llvm::dyn_cast<clang::CXXRecordDecl>(node);
    if (!record || !record->isThisDeclarationADefinition() || record->isDependentContext()) return true;
    if (!record->getDeclContext()->isFileContext() || !record->isAggregate() || record->getNumBases() > 0) return true;
    if (llvm::isa<clang::ClassTemplateSpecializationDecl>(record) || record->isUnion()) return true;
    if (!text_.is_in_user_file(record->getLocation()) || text_.is_in_header(record->getLocation())) return true;
    bool refers = false;
    for (const clang::FieldDecl* field : record->fields()) {
      if (!field->getType()->isReferenceType()) continue;
      if (!is_tensor_reference(field)) return true;
      refers = true;
    }
    if (refers) found.insert(record);
    return true;
  }

  const SourceText& text_;
};

/// Removes the classes with an object that is not confined.
class ConfinedUseFinder : public AstVisitor {
 public:
  explicit ConfinedUseFinder(Classes& classes) : classes_(classes) {}

 private:
  bool sees_instantiations() const override { return true; }
  bool visit(clang::Decl* node) override {
    if (const auto* function = llvm::dyn_cast<clang::FunctionDecl>(node))
      if (!function->isImplicit()) refuse(function->getReturnType());
    if (const auto* record = llvm::dyn_cast<clang::CXXRecordDecl>(node);
        record && record->isThisDeclarationADefinition()) {
      for (const clang::CXXBaseSpecifier& base : record->bases()) refuse(base.getType());
    }
    const auto* declaration = llvm::dyn_cast<clang::ValueDecl>(node);
    if (!declaration || llvm::isa<clang::FunctionDecl>(declaration) || declaration->isImplicit()) return true;
    const auto* function = llvm::dyn_cast<clang::FunctionDecl>(declaration->getDeclContext());
    if (function && function->isImplicit()) return true;
    if (!is_confined_variable(declaration)) refuse(declaration->getType());
    return true;
  }
  bool visit(clang::Stmt* node) override {
    if (const auto* member = llvm::dyn_cast<clang::MemberExpr>(node)) {
      const clang::Expr* base = member->getBase()->IgnoreParenImpCasts();
      if (llvm::isa<clang::DeclRefExpr, clang::CXXThisExpr>(base)) {
        for (const clang::Expr* part = member->getBase(); part != base;) {
          allowed_.insert(part);
          const auto* cast = llvm::dyn_cast<clang::ImplicitCastExpr>(part);
          const auto* parens = llvm::dyn_cast<clang::ParenExpr>(part);
          part = cast ? cast->getSubExpr() : parens ? parens->getSubExpr() : base;
        }
        allowed_.insert(base);
      }
    }
    const auto* expression = llvm::dyn_cast<clang::Expr>(node);
    if (!expression) return true;
    const auto* named = llvm::dyn_cast<clang::DeclRefExpr>(expression);
    if (!allowed_.contains(expression) || (named && named->refersToEnclosingVariableOrCapture()))
      refuse(expression->getType());
    return true;
  }

  /// True for Sum sum{x}, where x is a variable of the function.
  bool is_confined_variable(const clang::ValueDecl* declaration) {
    const auto* variable = llvm::dyn_cast<clang::VarDecl>(declaration);
    if (!variable || !variable->isLocalVarDecl() || !variable->hasLocalStorage() || !variable->getInit()) return false;
    const auto* record = variable->getType()->getAsCXXRecordDecl();
    const auto* list = llvm::dyn_cast<clang::InitListExpr>(variable->getInit());
    if (!record || !list || llvm::isa<clang::DecompositionDecl>(variable)) return false;
    for (const clang::FieldDecl* field : record->fields()) {
      const unsigned index = field->getFieldIndex();
      if (field->getType()->isReferenceType() && (index >= list->getNumInits() || !is_variable(list->getInit(index))))
        return false;
    }
    allowed_.insert(list);
    if (list->getSyntacticForm()) allowed_.insert(list->getSyntacticForm());
    if (list->getSemanticForm()) allowed_.insert(list->getSemanticForm());
    return true;
  }
  /// True for a tensor that is a local variable or a parameter of the function. The element to which a local reference
  /// is bound may be a copy.
  static bool is_variable(const clang::Expr* source) {
    const auto* named = llvm::dyn_cast<clang::DeclRefExpr>(source->IgnoreParenImpCasts());
    const auto* variable = named ? llvm::dyn_cast<clang::VarDecl>(named->getDecl()) : nullptr;
    return variable && variable->hasLocalStorage() && !named->refersToEnclosingVariableOrCapture() &&
           (llvm::isa<clang::ParmVarDecl>(variable) || !variable->getType()->isReferenceType()) &&
           source->getType()->getAsCXXRecordDecl() == named->getType()->getAsCXXRecordDecl();
  }

  void refuse(clang::QualType type) {
    if (type.isNull()) return;
    while (!type->getPointeeType().isNull()) type = type->getPointeeType();
    while (const clang::ArrayType* array = type->getAsArrayTypeUnsafe()) type = array->getElementType();
    const auto* record = type->getAsCXXRecordDecl();
    if (record && record->hasDefinition()) classes_.remove(record->getDefinition());
  }

  Classes& classes_;
  llvm::SmallPtrSet<const clang::Expr*, 32> allowed_;
};

}  // namespace

void mark_confined_classes(const SourceText& text) {
  CandidateFinder candidates(text);
  const std::vector<clang::Decl*> declarations = text.user_declarations();
  for (clang::Decl* declaration : declarations) candidates.traverse(declaration);
  if (candidates.found.empty()) return;
  ConfinedUseFinder uses(candidates.found);
  for (clang::Decl* declaration : declarations) uses.traverse(declaration);
  for (const clang::CXXRecordDecl* record : candidates.found) mark_confined(record);
}

}  // namespace agc::parse
