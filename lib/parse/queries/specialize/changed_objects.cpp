#include "parse/queries/specialize/changed_objects.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/ExprCXX.h>
#include <clang/Basic/SourceManager.h>

#include <algorithm>
#include <set>
#include <utility>

#include "parse/queries/functions/conversion_scope.h"
#include "parse/queries/specialize/variants.h"
#include "parse/queries/types/list_type.h"
#include "parse/queries/types/type_class.h"
#include "parse/queries/uses/outside_use.h"
#include "parse/session/ast_visitor.h"

namespace agc::parse {
namespace {

/// Looks for code that may write a number of the method's own object: each use of the object except a read of a member
/// and a use of a member that cannot hold such a number.
class OwnNumberWrites : public AstVisitor {
 public:
  explicit OwnNumberWrites(clang::QualType number) : number_(number) {}
  bool found = false;

 private:
  bool sees_implicit_code() const override { return true; }
  bool visit(clang::Stmt* node) override {
    if (const auto* cast = llvm::dyn_cast<clang::ImplicitCastExpr>(node);
        cast && cast->getCastKind() == clang::CK_LValueToRValue) {
      if (const clang::MemberExpr* field = own_field(cast->getSubExpr()); field && !is_reached(field)) allow(field);
    } else if (const auto* member = llvm::dyn_cast<clang::MemberExpr>(node)) {
      if (own_field(member) && !may_hold(member->getMemberDecl()->getType(), number_)) allow(member);
    } else if (llvm::isa<clang::CXXThisExpr>(node)) {
      found = found || !allowed_.contains(node);
    }
    return !found;
  }

  static const clang::Expr* object_of(const clang::MemberExpr* member) {
    return member->getBase()->IgnoreParenImpCasts();
  }
  static const clang::MemberExpr* own_field(const clang::Expr* expression) {
    const auto* member = llvm::dyn_cast<clang::MemberExpr>(expression->IgnoreParens());
    const bool field = member && llvm::isa<clang::FieldDecl>(member->getMemberDecl());
    return field && llvm::isa<clang::CXXThisExpr>(object_of(member)) ? member : nullptr;
  }
  /// True if the member's value is the address of another object, which may be written through it.
  static bool is_reached(const clang::MemberExpr* member) {
    const clang::QualType type = member->getMemberDecl()->getType();
    return type->isReferenceType() || type->isPointerType() || type->isMemberPointerType();
  }
  void allow(const clang::MemberExpr* member) { allowed_.insert(object_of(member)); }

  clang::QualType number_;
  std::set<const clang::Stmt*> allowed_;
};

/// True if the function is a method that may write a number of its object.
bool may_write_own_number(const clang::FunctionDecl* function, clang::QualType number) {
  const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(function);
  if (!method || method->isStatic() || method->isConst() || method->getParent()->isLambda()) return false;
  OwnNumberWrites finder(number);
  finder.traverse(function->getBody());
  return finder.found;
}

/// True if the name means the global variable at the beginning of the function's body.
bool is_visible_in(const clang::VarDecl* variable, const clang::FunctionDecl* function) {
  const clang::DeclContext* scope = variable->getDeclContext()->getRedeclContext();
  const clang::SourceManager& sources = variable->getASTContext().getSourceManager();
  if (!scope->isFileContext() || !scope->Encloses(function->getDeclContext())) return false;
  if (!sources.isBeforeInTranslationUnit(variable->getLocation(), function->getLocation())) return false;
  const auto hides = [&](const clang::ParmVarDecl* one) { return one->getDeclName() == variable->getDeclName(); };
  if (std::ranges::any_of(function->parameters(), hides)) return false;
  for (const auto* inner = function->getDeclContext(); inner && inner->getRedeclContext() != scope;
       inner = inner->getParent()) {
    if (!inner->lookup(variable->getDeclName()).empty()) return false;
  }
  return true;
}

/// True if the numbers of this type that an object holds lie within the object, so that their addresses show it.
bool contains_directly(clang::QualType object, clang::QualType number) {
  if (!may_hold(object, number)) return true;
  if (const auto* array = object->getAsArrayTypeUnsafe()) return contains_directly(array->getElementType(), number);
  if (object->isPointerType() || object->isReferenceType()) return false;
  const clang::CXXRecordDecl* record = object->getAsCXXRecordDecl();
  if (!record) return !object->isFunctionType();
  if (record->isPolymorphic()) return false;  // the object may have more members than its class
  if (is_in_std(record) && !record->isTriviallyCopyable()) return false;  // containers store their elements elsewhere
  const auto within = [&](clang::QualType part) { return contains_directly(part, number); };
  return std::ranges::all_of(record->bases(), [&](const auto& base) { return within(base.getType()); }) &&
         std::ranges::all_of(record->fields(), [&](const auto* field) { return within(field->getType()); });
}

}  // namespace

bool is_constant_number_reference(clang::QualType type) {
  return type->isLValueReferenceType() && type->getPointeeType().isConstQualified() &&
         is_stageable_number(type.getNonReferenceType());
}

std::vector<ChangedObject> changed_objects(const clang::FunctionDecl* function, clang::QualType number) {
  std::vector<ChangedObject> result;
  const clang::ASTContext& ast = function->getASTContext();
  const auto add = [&](clang::QualType object, std::string name, bool named) {
    if (object.isConstQualified() || !may_hold(object, number)) return;
    const clang::QualType element = element_of_vector(object);
    result.push_back({std::move(name), named && contains_directly(element.isNull() ? object : element, number)});
  };
  for (const clang::ParmVarDecl* parameter : function->parameters()) {
    const clang::QualType type = parameter->getType();
    const bool refers = type->isLValueReferenceType() || type->isPointerType();
    if (refers && parameter->getIdentifier()) add(type->getPointeeType(), parameter->getNameAsString(), true);
  }
  if (may_write_own_number(function, number))
    add(ast.getRecordType(llvm::cast<clang::CXXMethodDecl>(function)->getParent()), "*this", true);
  for (const clang::VarDecl* variable : written_outside(function, number))
    add(variable->getType().getNonReferenceType(), variable->getNameAsString(), is_visible_in(variable, function));
  return result;
}

bool may_change_constant_arguments(const clang::FunctionDecl* function) {
  if (!function->hasBody() || has_static_variable(function)) return false;  // two bodies would have two variables
  return std::ranges::any_of(function->parameters(), [&](const clang::ParmVarDecl* parameter) {
    if (!is_constant_number_reference(parameter->getType())) return false;
    const clang::QualType number = parameter->getType().getNonReferenceType();
    return !changed_objects(function, number).empty();
  });
}

}  // namespace agc::parse
