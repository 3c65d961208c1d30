#include "parse/queries/functions/number_template.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/ExprConcepts.h>

#include <algorithm>

#include "parse/queries/functions/conversion_scope.h"
#include "parse/queries/types/type_class.h"
#include "parse/session/ast_visitor.h"

namespace agc::parse {
namespace {

/// Finds dependences on a type other than computing with its values.
class TypeUse : public AstVisitor {
 public:
  bool found = false;

 private:
  bool visit(clang::Stmt* node) override {
    found = found || names_types(node) || uses_dependent_value(node);
    return !found;
  }
  bool visit(clang::Decl* node) override {
    found = found || llvm::isa<clang::StaticAssertDecl>(node);
    return !found;
  }
  bool visit(clang::TypeLoc node) override {
    found = found || node.getAs<clang::DecltypeTypeLoc>() || node.getAs<clang::DependentNameTypeLoc>();
    return !found;
  }

  static bool names_types(const clang::Stmt* node) {
    if (llvm::isa<clang::UnaryExprOrTypeTraitExpr, clang::TypeTraitExpr, clang::ConceptSpecializationExpr,
                  clang::RequiresExpr, clang::DependentScopeDeclRefExpr, clang::CXXDependentScopeMemberExpr,
                  clang::LambdaExpr, clang::CXXNewExpr>(node)) {
      return true;
    }
    if (const auto* choice = llvm::dyn_cast<clang::IfStmt>(node)) return choice->isConstexpr();
    if (const auto* fold = llvm::dyn_cast<clang::CXXFoldExpr>(node))  // its operands would need host conditions
      return fold->getOperator() == clang::BO_LAnd || fold->getOperator() == clang::BO_LOr;
    // {a, b} of an unknown type
    if (const auto* list = llvm::dyn_cast<clang::InitListExpr>(node); list && list->getType()->isVoidType())
      return true;
    const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(node);
    return reference && reference->hasExplicitTemplateArgs();
  }
  static bool uses_dependent_value(const clang::Stmt* node) {
    if (const auto* element = llvm::dyn_cast<clang::ArraySubscriptExpr>(node))
      return element->getIdx()->isTypeDependent();
    if (const auto* choice = llvm::dyn_cast<clang::SwitchStmt>(node)) return choice->getCond()->isTypeDependent();
    // T(0) is a known number; the result of converting a number of type T is not.
    if (const auto* made = llvm::dyn_cast<clang::CXXUnresolvedConstructExpr>(node)) {
      return std::ranges::any_of(made->arguments(), [](const clang::Expr* argument) {
        return argument->isTypeDependent() || is_tensor(argument->getType());
      });
    }
    if (const auto* cast = llvm::dyn_cast<clang::ExplicitCastExpr>(node))
      return cast->getSubExprAsWritten()->isTypeDependent();
    const auto* call = llvm::dyn_cast<clang::CallExpr>(node);
    const auto* operation = llvm::dyn_cast_or_null<clang::CXXOperatorCallExpr>(call);
    return call && call->isTypeDependent() && !(operation && is_arithmetic(operation->getOperator()));
  }
  static bool is_arithmetic(clang::OverloadedOperatorKind kind) {
    return kind != clang::OO_Subscript && kind != clang::OO_Call && kind != clang::OO_LessLess &&
           kind != clang::OO_GreaterGreater && kind != clang::OO_Arrow && kind != clang::OO_Star;
  }
};

bool is_number(clang::QualType type) { return is_stageable_number(type); }

/// True for a written type of numbers such as double and std::pair<int, T>, false for types deduced from the arguments.
bool is_written_number(clang::QualType type) {
  return !type->isDependentType() && !type->getContainedDeducedType() &&
         (is_number(type) || is_structure_of_numbers(type));
}

/// True for T, const T, T& and auto.
bool is_the_parameter(clang::QualType type) {
  type = type.getNonReferenceType().getUnqualifiedType();
  if (const auto* pack = type->getAs<clang::PackExpansionType>()) type = pack->getPattern().getNonReferenceType();
  return type->getAs<clang::TemplateTypeParmType>() != nullptr || type->getContainedAutoType() != nullptr;
}

/// True if another template or function has its name.
bool has_rivals(const clang::FunctionTemplateDecl* source) {
  for (const clang::NamedDecl* other : source->getDeclContext()->getRedeclContext()->lookup(source->getDeclName())) {
    if (other->getCanonicalDecl() != source->getCanonicalDecl()) return true;
  }
  return false;
}

/// True for templates that are excluded from conversion, or that are traced with the number types that the user names.
bool keeps_its_types(const clang::FunctionDecl* source) {
  return has_annotation(source, "ag.do_not_convert") || has_annotation(source, "ag.function");
}

}  // namespace

const clang::FunctionDecl* number_template(const clang::FunctionDecl* callee) {
  if (!callee || llvm::isa<clang::CXXMethodDecl>(callee)) return nullptr;
  if (callee->getTemplateSpecializationKind() != clang::TSK_ImplicitInstantiation) return nullptr;
  const clang::FunctionDecl* pattern = callee->getTemplateInstantiationPattern();
  if (!pattern || !pattern->doesThisDeclarationHaveABody() || !pattern->getDescribedFunctionTemplate()) return nullptr;
  const clang::FunctionTemplateDecl* described = pattern->getDescribedFunctionTemplate();
  if (has_rivals(described) || keeps_its_types(pattern)) return nullptr;
  if (pattern->isConstexprSpecified()) return nullptr;  // unchanged, as constants may need it
  if (is_written_number(pattern->getReturnType())) return nullptr;
  llvm::SmallVector<const clang::Expr*, 2> constraints;
  described->getAssociatedConstraints(constraints);
  if (!constraints.empty()) return nullptr;
  for (const clang::ParmVarDecl* parameter : pattern->parameters()) {
    if (parameter->getType()->isDependentType() && !is_the_parameter(parameter->getType())) return nullptr;
  }
  TypeUse use;
  use.traverse(pattern->getBody());
  return use.found ? nullptr : pattern;
}

}  // namespace agc::parse
