// Function templates with numbers. For symbolic numbers, the argument of the template is ag::Staged<T>, if its text has
// the same meaning for that type.
#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/AST/ExprConcepts.h>

#include <algorithm>

#include "parse/ast_visitor.h"
#include "parse/callee.h"
#include "parse/function_builder.h"
#include "parse/type_class.h"

namespace agc::parse {
namespace {

using model::Expr;

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
bool is_left_alone(const clang::FunctionDecl* source) {
  return std::ranges::any_of(source->specific_attrs<clang::AnnotateAttr>(), [](const clang::AnnotateAttr* one) {
    return one->getAnnotation() == "ag.do_not_convert" || one->getAnnotation() == "ag.function";
  });
}

/// True if the explicit template arguments name a number type, which would have to be the staged one.
bool names_number_type(const clang::DeclRefExpr* reference) {
  const auto arguments = reference->template_arguments();
  return std::ranges::any_of(arguments, [](const clang::TemplateArgumentLoc& one) {
    return one.getArgument().getKind() == clang::TemplateArgument::Type && is_number(one.getArgument().getAsType());
  });
}

}  // namespace

const clang::FunctionDecl* number_template(const clang::FunctionDecl* callee) {
  if (!callee || llvm::isa<clang::CXXMethodDecl>(callee)) return nullptr;
  if (callee->getTemplateSpecializationKind() != clang::TSK_ImplicitInstantiation) return nullptr;
  const clang::FunctionDecl* pattern = callee->getTemplateInstantiationPattern();
  if (!pattern || !pattern->doesThisDeclarationHaveABody() || !pattern->getDescribedFunctionTemplate()) return nullptr;
  const clang::FunctionTemplateDecl* described = pattern->getDescribedFunctionTemplate();
  if (has_rivals(described) || is_left_alone(pattern)) return nullptr;
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

/// Collects a call of a function template with numbers of dependent type. Returns false for other calls, and if the
/// numbers have to be known.
bool FunctionBuilder::collect_template_call(const clang::CallExpr* source, Expressions& out) {
  const clang::FunctionDecl* callee = source->getDirectCallee();
  const clang::FunctionDecl* pattern = callee ? number_template(callee) : nullptr;
  if (!pattern || !text_.is_in_user_file(pattern->getLocation()) || !text_.is_plain(pattern->getLocation()))
    return false;
  const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(source->getCallee()->IgnoreParenImpCasts());
  if (!reference || names_number_type(reference)) return false;
  bool numbers = false;
  for (unsigned k = 0; k < source->getNumArgs(); ++k) {
    const clang::ParmVarDecl* parameter = pattern->getParamDecl(std::min(k, pattern->getNumParams() - 1));
    const bool dependent = parameter->getType()->isDependentType();
    // Numbers of a written type have the same type for all callers.
    if (!dependent && is_number(parameter->getType())) return false;
    numbers = numbers || (dependent && is_number(source->getArg(k)->getType()));
  }
  if (!numbers) return false;
  Expressions operands = arguments_by_level(callee, {source->getArgs(), source->getNumArgs()});
  for (unsigned k = 0; k < operands.size(); ++k) {
    const clang::ParmVarDecl* parameter = callee->getParamDecl(k);
    const bool written = !llvm::isa<clang::CXXDefaultArgExpr>(source->getArg(k));
    if (written && !may_change_argument(callee, k) && is_number(parameter->getType()) &&
        pattern->getParamDecl(std::min(k, pattern->getNumParams() - 1))->getType()->isDependentType()) {
      operands[k].shares_type = true;
      operands[k].number_type = parameter->getType().getNonReferenceType().getUnqualifiedType().getAsString(
          session_.ast().getPrintingPolicy());
    }
  }
  Expr result = wrapped(Expr::Kind::Call, source, std::move(operands));
  result.of_lambda = result.of_generic = true;
  result.argument_count = result.operands.size();
  result.name = callee->getNameAsString();
  result.callee = pattern;
  out.push_back(std::move(result));
  return true;
}

}  // namespace agc::parse
