// Calls of objects whose class has virtual methods. The object is a host object. If a symbolic number is passed to its
// method, the call runs on a staged object made of it.
#include <algorithm>

#include "parse/build/calls/call_builder.h"
#include "parse/build/calls/converted_call_builder.h"
#include "parse/build/calls/staged_class_builder.h"
#include "parse/build/variables/member_builder.h"
#include "parse/queries/functions/callee.h"
#include "parse/queries/types/dynamic_class.h"
#include "parse/queries/types/type_class.h"

namespace agc::parse {

using model::Access;
using model::Expr;
using Kind = Expr::Kind;

/// Returns the method for a call on the own object, which is a staged one, if the staged class can have the method.
const clang::FunctionDecl* StagedClassBuilder::own_staged_method(const clang::CXXMethodDecl* method) {
  const std::vector<const clang::FunctionDecl*> called = methods_called(method, text_);
  const auto found = std::ranges::find_if(
      called, [&](const clang::FunctionDecl* one) { return one->getCanonicalDecl() == method->getCanonicalDecl(); });
  if (found == called.end()) return nullptr;
  context_.callees().staged_methods.insert(called.begin(), called.end());
  return *found;
}

/// True if the call changes no object: a staged object made for the call would lose the change.
bool StagedClassBuilder::leaves_object_alone(const clang::CXXMethodDecl* method,
                                             llvm::ArrayRef<const clang::FunctionDecl*> called) {
  if (!may_change_object(method)) return true;
  return std::ranges::all_of(called, [&](const clang::FunctionDecl* one) {
    const MethodEffects* effects = one->hasBody() ? context_.members().effects_of_body(one) : nullptr;
    return !one->hasBody() || (effects && !effects->anything && effects->fields.empty());
  });
}

/// True if a tensor argument, or a tensor in the object, may decide a number that the functions return.
static bool may_ask_tensors(const clang::CXXMethodDecl* method, llvm::ArrayRef<const clang::FunctionDecl*> called) {
  const auto gives_number = [](clang::QualType type) {
    return is_stageable_number(type) || is_structure_of_numbers(type);
  };
  const auto is_written = [&](const clang::ParmVarDecl* one) {
    const clang::QualType type = one->getType();
    return type->isLValueReferenceType() && !type->getPointeeType().isConstQualified() && gives_number(type);
  };
  if (!gives_number(method->getReturnType()) && std::ranges::none_of(method->parameters(), is_written)) return false;
  const auto holds_tensor = [](const clang::ValueDecl* one) { return contains_tensor(one->getType()); };
  const auto has_tensor = [&](const clang::FunctionDecl* one) {
    const clang::CXXRecordDecl* record = llvm::cast<clang::CXXMethodDecl>(one)->getParent();
    const auto of_record = [&](const clang::CXXRecordDecl* part) {
      return std::ranges::any_of(part->fields(), holds_tensor);
    };
    return of_record(record) || std::ranges::any_of(dynamic_bases(record), of_record);
  };
  return std::ranges::any_of(method->parameters(), holds_tensor) || std::ranges::any_of(called, has_tensor);
}

/// Collects a call on a staged object. Returns false if the method runs on the object itself.
bool StagedClassBuilder::collect_dynamic_call(const clang::CallExpr* source, const clang::Expr* object,
                                              const clang::CXXMethodDecl* method,
                                              llvm::ArrayRef<const clang::Expr*> arguments, Use use, Expressions& out) {
  const auto is_number = [](const clang::Expr* one) {
    return is_stageable_number(one->getType()) || is_structure_of_numbers(one->getType());
  };
  if (use.access != Access::Read) return false;
  const auto* member = llvm::dyn_cast<clang::MemberExpr>(source->getCallee()->IgnoreParens());
  if (member && (member->hasQualifier() || !text_.is_plain(member->getOperatorLoc()))) return false;
  const std::vector<const clang::FunctionDecl*> called = methods_called(method, text_);
  const bool asks = may_ask_tensors(method, called);
  if (!asks && std::ranges::none_of(arguments, is_number)) return false;
  if (called.empty() || !leaves_object_alone(method, called)) return false;
  if (!asks) context_.calls().note_callee(method);  // with known numbers the call stays unchanged
  Expressions target, operands;
  collect(object, {}, target);
  operands.push_back(wrapped(Kind::Opaque, object, std::move(target)));
  context_.converted_calls().converted_arguments(method, arguments, operands);
  context_.callees().staged_methods.insert(called.begin(), called.end());
  Expr call = staged_method_call(source, called.front(), std::move(operands));
  call.called.of_dynamic = true;
  call.called.asks_tensors = asks;
  if (member) call.operator_token = text_.token(member->getOperatorLoc());
  out.push_back(std::move(call));
  return true;
}

}  // namespace agc::parse
