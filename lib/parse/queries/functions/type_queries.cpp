#include "parse/queries/functions/type_queries.h"

#include <clang/AST/DeclTemplate.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/ExprConcepts.h>

#include "parse/session/ast_visitor.h"

namespace agc::parse {
namespace {

class Asked : public AstVisitor {
 public:
  std::vector<const clang::Expr*> found;

 private:
  bool visit(clang::Stmt* node) override {
    if (const auto* type = llvm::dyn_cast<clang::CXXTypeidExpr>(node); type && !type->isTypeOperand())
      found.push_back(type->getExprOperand());
    if (const auto* test = llvm::dyn_cast<clang::CXXNoexceptExpr>(node)) found.push_back(test->getOperand());
    return true;
  }
  bool visit(clang::TypeLoc node) override {
    if (const auto type = node.getAs<clang::DecltypeTypeLoc>()) found.push_back(type.getUnderlyingExpr());
    if (const auto type = node.getAs<clang::TypeOfExprTypeLoc>()) found.push_back(type.getUnderlyingExpr());
    return true;
  }
};

class DependentTypeQuestion : public AstVisitor {
 public:
  bool found = false;

 private:
  bool visit(clang::Stmt* node) override {
    const auto* expression = llvm::dyn_cast<clang::Expr>(node);
    if (!expression) return !found;
    if (const auto* member = llvm::dyn_cast<clang::DependentScopeDeclRefExpr>(node))
      found = found || !is_limit(member->getQualifier());
    if (llvm::isa<clang::UnaryExprOrTypeTraitExpr, clang::TypeTraitExpr, clang::ConceptSpecializationExpr,
                  clang::RequiresExpr, clang::CXXTypeidExpr, clang::CXXNoexceptExpr>(node))
      found = found || expression->isInstantiationDependent();
    if (const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(node)) look(reference->template_arguments());
    if (const auto* overloads = llvm::dyn_cast<clang::OverloadExpr>(node)) look(overloads->template_arguments());
    return !found;
  }
  bool visit(clang::TypeLoc node) override {
    found = found || node.getAs<clang::DependentNameTypeLoc>();
    return !found;
  }
  /// True for std::numeric_limits<decltype(v)>: the limits of a symbolic number are those of the number.
  static bool is_limit(const clang::NestedNameSpecifier* of) {
    const clang::Type* type = of ? of->getAsType() : nullptr;
    const auto* named = type ? type->getAs<clang::TemplateSpecializationType>() : nullptr;
    const clang::TemplateDecl* written = named ? named->getTemplateName().getAsTemplateDecl() : nullptr;
    return written && written->getName() == "numeric_limits";
  }
  /// Finds std::is_integral_v<decltype(v)> and the like.
  void look(llvm::ArrayRef<clang::TemplateArgumentLoc> arguments) {
    for (const clang::TemplateArgumentLoc& one : arguments) {
      const clang::TemplateArgument& argument = one.getArgument();
      found = found || (argument.getKind() == clang::TemplateArgument::Type && argument.isInstantiationDependent());
    }
  }
};

}  // namespace

std::vector<const clang::Expr*> asked_in(const clang::Stmt* source) {
  Asked asked;
  asked.traverse(source);
  return std::move(asked.found);
}

std::vector<const clang::Expr*> asked_in(const clang::Decl* source) {
  Asked asked;
  asked.traverse(source);
  return std::move(asked.found);
}

bool asks_for_types(const clang::FunctionDecl* generic) {
  DependentTypeQuestion question;
  question.traverse(generic->getBody());
  return question.found;
}

}  // namespace agc::parse
