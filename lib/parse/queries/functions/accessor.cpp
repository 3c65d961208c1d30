#include "parse/queries/functions/accessor.h"

#include <clang/AST/ExprCXX.h>
#include <clang/AST/StmtCXX.h>

#include <algorithm>

#include "parse/queries/functions/callee.h"
#include "parse/queries/functions/expressions.h"
#include "parse/queries/functions/subscript.h"
#include "parse/queries/types/type_class.h"
#include "parse/session/ast_visitor.h"

namespace agc::parse {
namespace {

/// Strips conversions that change neither the place nor the type of an object. A conversion of a number makes another
/// object.
const clang::Expr* same_object(const clang::Expr* source) {
  for (;;) {
    source = source->IgnoreParens();
    const auto* cast = llvm::dyn_cast<clang::ImplicitCastExpr>(source);
    if (!cast || (cast->getCastKind() != clang::CK_NoOp && cast->getCastKind() != clang::CK_UncheckedDerivedToBase &&
                  cast->getCastKind() != clang::CK_ArrayToPointerDecay))
      return source;
    source = cast->getSubExpr();
  }
}

/// True for v[i], v.at(i), v.front() and v.back() of a container that stores or owns its elements.
bool gives_element(const clang::CXXMethodDecl* method) {
  const clang::CXXRecordDecl* record = method->getParent();
  if (!is_in_std(record) || !record->getIdentifier()) return false;
  if (record->getName() != "vector" && record->getName() != "array") return false;
  if (method->getOverloadedOperator() == clang::OO_Subscript) return true;
  if (!method->getIdentifier()) return false;
  const llvm::StringRef name = method->getName();
  return name == "at" || name == "front" || name == "back";
}

const clang::CXXMethodDecl* definition_of(const clang::FunctionDecl* callee) {
  const auto* method = llvm::dyn_cast_or_null<clang::CXXMethodDecl>(callee);
  const clang::FunctionDecl* definition = nullptr;
  if (!method || is_in_std(method) || is_in_ag(method) || !method->hasBody(definition)) return nullptr;
  return llvm::cast<clang::CXXMethodDecl>(definition);
}

class ReturnedExpressions : public AstVisitor {
 public:
  std::vector<const clang::Expr*> values;
  bool has_lambda = false;

 private:
  bool enters(const clang::LambdaExpr*) const override { return false; }
  bool visit(clang::Stmt* node) override {
    has_lambda = has_lambda || llvm::isa<clang::LambdaExpr>(node);
    const auto* statement = llvm::dyn_cast<clang::ReturnStmt>(node);
    if (statement && statement->getRetValue()) values.push_back(statement->getRetValue());
    return true;
  }
};

/// True if the method returns a reference to numbers or tensors, and its parameters are numbers that it does not
/// change.
bool has_form(const clang::CXXMethodDecl* method) {
  const clang::QualType type = method->getReturnType();
  if (method->isStatic() || method->isVirtual() || !type->isLValueReferenceType()) return false;
  if (!is_stageable_number(type) && !is_structure_of_numbers(type) && !is_tensor(type)) return false;
  return std::ranges::all_of(method->parameters(), [](const clang::ParmVarDecl* parameter) {
    const clang::QualType of = parameter->getType();
    return is_stageable_number(of) && (!of->isReferenceType() || of->getPointeeType().isConstQualified());
  });
}

/// True if the number depends on anything but parameters and constants, so that it may be symbolic in a staged class.
bool asks_object(const clang::Stmt* source) {
  if (llvm::isa<clang::CXXThisExpr>(source)) return true;
  if (const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(source)) {
    const auto* variable = llvm::dyn_cast<clang::VarDecl>(reference->getDecl());
    if (variable && !llvm::isa<clang::ParmVarDecl>(variable) && !variable->getType().isConstQualified()) return true;
    if (variable && variable->isLocalVarDecl() && !variable->isConstexpr()) return true;
  }
  return std::ranges::any_of(source->children(), [](const clang::Stmt* one) { return one && asks_object(one); });
}

/// Follows the results of methods to the members of the object.
class Paths {
 public:
  std::vector<const clang::FieldDecl*> fields;
  bool asks = false;     // the object decides which part it is
  bool chooses = false;  // ... or a conditional operator does

  /// True if each `return` of the definition names a part of the object.
  bool accessor(const clang::CXXMethodDecl* definition) {
    if (!has_form(definition)) return false;
    if (std::ranges::find(open_, definition) != open_.end()) return true;  // its other returns name the part
    open_.push_back(definition);
    ReturnedExpressions returns;
    returns.traverse(definition->getBody());
    const bool all = !returns.values.empty() &&
                     std::ranges::all_of(returns.values, [this](const clang::Expr* value) { return part(value); });
    open_.pop_back();
    return all;
  }

 private:
  bool part(const clang::Expr* source) {
    source = same_object(source);
    if (const auto* choice = llvm::dyn_cast<clang::ConditionalOperator>(source)) {
      if (is_tensor(choice->getType())) return false;  // the graph may decide the condition
      chooses = true;
      return part(choice->getTrueExpr()) && part(choice->getFalseExpr());
    }
    if (const auto* element = llvm::dyn_cast<clang::ArraySubscriptExpr>(source)) {
      asks = asks || asks_object(subscript_of(element));
      return part(subscripted(element));
    }
    if (const auto* field = llvm::dyn_cast<clang::MemberExpr>(source)) return member(field);
    const auto* call = llvm::dyn_cast<clang::CallExpr>(source);
    if (!call) return false;
    const auto& [written, arguments, method, object] = MethodCall(call);
    if (!method || !object) return false;
    for (const clang::Expr* argument : arguments) asks = asks || asks_object(argument);
    if (gives_element(method)) return part(object);
    const clang::CXXMethodDecl* inner = definition_of(method);
    if (!inner) return false;
    if (is_this(object)) return accessor(inner);
    if (!part(object)) return false;
    const auto own = fields;
    const bool result = accessor(inner);
    fields = own;
    return result;
  }

  bool member(const clang::MemberExpr* source) {
    const auto* field = llvm::dyn_cast<clang::FieldDecl>(source->getMemberDecl());
    if (!field || field->getType()->isReferenceType() || field->isBitField()) return false;
    if (!is_this(source->getBase())) return !source->isArrow() && part(source->getBase());
    field = field->getCanonicalDecl();
    if (std::ranges::find(fields, field) == fields.end()) fields.push_back(field);
    return true;
  }

  std::vector<const clang::CXXMethodDecl*> open_;
};

}  // namespace

bool is_accessor(const clang::FunctionDecl* definition) {
  const clang::CXXMethodDecl* method = definition_of(definition);
  return method && Paths().accessor(method);
}

std::vector<const clang::FieldDecl*> fields_given(const clang::FunctionDecl* definition) {
  Paths paths;
  paths.accessor(llvm::cast<clang::CXXMethodDecl>(definition));
  return std::move(paths.fields);
}

bool is_found_by_object(const clang::FunctionDecl* accessor) {
  Paths paths;
  paths.accessor(llvm::cast<clang::CXXMethodDecl>(accessor));
  return paths.asks;
}

bool may_be_chosen(const clang::FunctionDecl* method) {
  const clang::QualType type = method->getReturnType();
  if (!is_accessor(method) || (!is_stageable_number(type) && !is_tensor(type))) return false;
  ReturnedExpressions returns;
  returns.traverse(method->getBody());
  Paths paths;
  paths.accessor(llvm::cast<clang::CXXMethodDecl>(method));
  return returns.values.size() == 1 && !returns.has_lambda && !paths.chooses;
}

const clang::CXXMethodDecl* called_accessor(const clang::CallExpr* call) {
  const clang::CXXMethodDecl* definition = definition_of(call->getDirectCallee());
  return definition && is_accessor(definition) ? definition : nullptr;
}

}  // namespace agc::parse
