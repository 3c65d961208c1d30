#include "parse/queries/specialize/variants.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/ExprCXX.h>
#include <clang/Basic/SourceManager.h>

#include <algorithm>

#include "parse/queries/functions/conversion_scope.h"
#include "parse/queries/functions/expressions.h"
#include "parse/queries/types/library_value.h"
#include "parse/queries/types/list_type.h"
#include "parse/queries/types/text_variable.h"
#include "parse/queries/types/type_class.h"
#include "parse/queries/types/value_class.h"
#include "parse/queries/uses/map_uses.h"
#include "parse/queries/uses/outside_use.h"
#include "parse/queries/uses/position.h"
#include "parse/session/ast_visitor.h"

namespace agc::parse {
namespace {

/// Looks for uses of private and protected members of classes that have no staged class.
class PrivateMember : public AstVisitor {
 public:
  bool found = false;

 private:
  bool visit(clang::Stmt* node) override {
    const clang::NamedDecl* member = nullptr;
    if (const auto* named = llvm::dyn_cast<clang::MemberExpr>(node)) member = named->getMemberDecl();
    if (const auto* named = llvm::dyn_cast<clang::DeclRefExpr>(node)) member = named->getDecl();
    const auto* record = member ? llvm::dyn_cast<clang::CXXRecordDecl>(member->getDeclContext()) : nullptr;
    const bool hidden =
        member && (member->getAccess() == clang::AS_private || member->getAccess() == clang::AS_protected);
    found = found || (record && hidden && !record->isLambda() && !is_value_class(record));
    return !found;
  }
};

/// Looks for variables of static storage duration that belong to the function.
class StaticLocal : public AstVisitor {
 public:
  bool found = false;

 private:
  bool visit(clang::Decl* node) override {
    const auto* variable = llvm::dyn_cast<clang::VarDecl>(node);
    found = found || (variable && variable->isStaticLocal());
    return !found;
  }
};

/// True for a local class that a function with result type `auto` returns: struct Sum { … } s; return s. Code outside
/// of the function cannot name it.
bool is_of_function(clang::QualType type) {
  const auto* record = type.getNonReferenceType()->getAsCXXRecordDecl();
  return record && !record->isLambda() && record->getParentFunctionOrMethod() != nullptr;
}

}  // namespace

bool uses_friendship(const clang::FunctionDecl* definition) {
  if (llvm::isa<clang::CXXMethodDecl>(definition) || !definition->hasBody()) return false;
  PrivateMember finder;
  finder.traverse(definition->getBody());
  return finder.found;
}

bool takes_structure(const clang::FunctionDecl* function) {
  return std::ranges::any_of(function->parameters(), [](const clang::ParmVarDecl* parameter) {
    return is_structure_of_numbers(parameter->getType().getNonReferenceType());
  });
}

bool is_enum_operator(const clang::FunctionDecl* function) {
  const clang::SourceManager& sources = function->getASTContext().getSourceManager();
  const auto operation = function->getOverloadedOperator();
  const bool steps = operation == clang::OO_PlusPlus || operation == clang::OO_MinusMinus;
  const auto is_of_user = [&](const clang::ParmVarDecl* one) {
    const auto* type = one->getType().getNonReferenceType()->getAs<clang::EnumType>();
    if (!type || sources.isInSystemHeader(type->getDecl()->getLocation())) return false;
    // The unary operators -n, !n, ~n on a symbolic number that converts to int could mean this operator as well.
    return steps || function->getNumParams() == 2 || type->getDecl()->isScoped();
  };
  return function->isOverloadedOperator() && !llvm::isa<clang::CXXMethodDecl>(function) && !takes_structure(function) &&
         std::ranges::any_of(function->parameters(), is_of_user) && !handles_tensors(function) &&
         !used_outside(function);
}

bool keeps_plain_body(const clang::FunctionDecl* function) {
  const clang::QualType type = function->getReturnType();
  const bool refers = type->isReferenceType() && (is_stageable_number(type) || is_structure_of_numbers(type));
  return is_enum_operator(function) || (refers && !handles_tensors(function) && !used_outside(function)) ||
         is_of_function(type);
}

bool has_static_variable(const clang::FunctionDecl* function) {
  StaticLocal statics;
  statics.traverse(function->getBody());
  return statics.found;
}

bool may_have_variant(const clang::CXXMethodDecl* method) {
  const bool special = llvm::isa<clang::CXXConstructorDecl, clang::CXXDestructorDecl, clang::CXXConversionDecl>(method);
  const clang::CXXRecordDecl* record = method->getParent();
  if (special || method->isVirtual() || method->isOverloadedOperator() || record->isLambda()) return false;
  if (method->isTemplated() || method->getTemplateSpecializationKind() != clang::TSK_Undeclared) return false;
  if (method->isVariadic() || method->isConstexpr() || record->isLocalClass()) return false;
  const auto fits = [](clang::QualType type) { return !function_of_numbers(type); };
  // Callers could write through a returned reference.
  const clang::QualType result = method->getReturnType();
  return !result->isReferenceType() && fits(result) &&
         (has_numbers_in_signature(method) || has_lists_in_signature(method)) &&
         std::ranges::all_of(method->parameters(), [&](const auto* one) { return fits(one->getType()); });
}

bool is_written_twice(const clang::FunctionDecl* operation) {
  return takes_structure(operation) || is_enum_operator(operation);
}

bool is_postfix(const clang::FunctionDecl* callee) {
  const auto operation = callee->getOverloadedOperator();
  const unsigned own = llvm::isa<clang::CXXMethodDecl>(callee) ? 1 : 2;
  return (operation == clang::OO_PlusPlus || operation == clang::OO_MinusMinus) && callee->getNumParams() == own;
}

bool has_numbers_in_signature(const clang::FunctionDecl* function) {
  if (is_constant_span(function->getReturnType())) return false;  // a view of numbers that another object owns
  const auto relevant = [](clang::QualType type) {
    return is_stageable_number(type) || is_structure_of_numbers(type) || function_of_numbers(type);
  };
  if (relevant(function->getReturnType()) || is_text_result(function) || is_result_with_text(function)) return true;
  return std::ranges::any_of(function->parameters(), [&](const clang::ParmVarDecl* parameter) {
    return relevant(parameter->getType()) ||
           (is_output_pointer(parameter) && relevant(parameter->getType()->getPointeeType()));
  });
}

bool takes_functions(const clang::FunctionDecl* function) {
  return std::ranges::any_of(function->parameters(), [](const clang::ParmVarDecl* parameter) {
    const clang::QualType type = parameter->getType();
    const bool is_pointer_reference = type->isLValueReferenceType() && type->getPointeeType()->isPointerType();
    return !is_pointer_reference && function_of_values(type) != nullptr;
  });
}

bool gives_numbers(clang::QualType type) {
  return is_stageable_number(type) || is_structure_of_numbers(type) || function_of_numbers(type) ||
         is_map_of_numbers(type);
}

}  // namespace agc::parse
