#include "parse/queries/functions/traced_object.h"

#include <clang/AST/ASTContext.h>

#include "parse/queries/functions/conversion_scope.h"
#include "parse/queries/functions/expressions.h"
#include "parse/queries/types/type_class.h"

namespace agc::parse {
namespace {

/// Returns the call operator of a class; null if there is none.
const clang::FunctionDecl* call_operator(const clang::CXXRecordDecl* record) {
  const clang::FunctionDecl* result = nullptr;
  if (!record || !record->hasDefinition() || record->isLambda()) return result;
  for (const clang::CXXMethodDecl* method : record->getDefinition()->methods()) {
    if (method->getOverloadedOperator() != clang::OO_Call) continue;
    if (result) return nullptr;
    result = method;
  }
  return result;
}

/// Returns f of f and &f.
const clang::Expr* without_address(const clang::Expr* argument) {
  const clang::Expr* given = as_written(argument);
  const auto* address = llvm::dyn_cast<clang::UnaryOperator>(given);
  return address && address->getOpcode() == clang::UO_AddrOf ? as_written(address->getSubExpr()) : given;
}

/// Describes an argument that is a function; empty for other arguments.
TracedObject function_object(const clang::Expr* argument) {
  const clang::Expr* given = without_address(argument);
  if (const auto* lambda = llvm::dyn_cast<clang::LambdaExpr>(given)) return {lambda, true};
  if (const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(given)) {
    if (const auto* function = llvm::dyn_cast<clang::FunctionDecl>(reference->getDecl()))
      return {nullptr, false, nullptr, function};
    const auto* variable = llvm::dyn_cast<clang::VarDecl>(reference->getDecl());
    const clang::Expr* value = variable && variable->getInit() ? as_written(variable->getInit()) : nullptr;
    if (const auto* lambda = llvm::dyn_cast_or_null<clang::LambdaExpr>(value)) return {lambda};
  }
  return {nullptr, false, nullptr, call_operator(given->getType().getNonReferenceType()->getAsCXXRecordDecl())};
}

}  // namespace

TracedObject traced_object(const clang::CallExpr* call) {
  const clang::FunctionDecl* callee = call->getDirectCallee();
  if (!callee || !callee->getIdentifier() || callee->getName() != "function" || !is_in_ag(callee)) return {};
  if (call->getNumArgs() == 0) return {};
  TracedObject object = function_object(call->getArg(0));
  const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(call->getCallee()->IgnoreImplicit());
  const bool decides = !name || !name->hasExplicitTemplateArgs();  // by the type of the argument
  const bool is_method = llvm::isa_and_nonnull<clang::CXXMethodDecl>(object.function);
  if (decides && !object.is_written && !is_method) object.named = call->getArg(0);
  return object;
}

std::vector<TracedObject> callbacks(const clang::CallExpr* call) {
  std::vector<TracedObject> given;
  const clang::FunctionDecl* callee = call->getDirectCallee();
  if (!callee || annotation_of(callee).kind != Annotation::Function) return given;
  for (const clang::Expr* argument : call->arguments()) {
    const TracedObject object = function_object(argument);
    if (object.lambda || object.function) given.push_back(object);
  }
  return given;
}

const clang::CallExpr* made_of_lambda(const clang::Expr* source) {
  const auto* call = llvm::dyn_cast<clang::CallExpr>(source);
  return call && traced_object(call).is_written ? call : nullptr;
}

std::string names_of_parameters(const clang::FunctionDecl* function) {
  std::string names;
  for (const clang::ParmVarDecl* parameter : function->parameters()) {
    if (parameter->getName().empty()) return "";
    names += (names.empty() ? "" : ", ") + parameter->getNameAsString();
  }
  return names;
}

std::vector<model::NamedArgument> named_arguments(const std::vector<TracedObject>& objects,
                                                  const clang::LambdaExpr* lambda, const clang::FunctionDecl* function,
                                                  const SourceText& text) {
  std::vector<model::NamedArgument> places;
  const std::string names = names_of_parameters(function);
  for (const TracedObject& object : objects) {
    const bool same = lambda ? object.lambda == lambda
                             : object.function && object.function->getCanonicalDecl() == function->getCanonicalDecl();
    if (!object.named || !same || names.empty()) continue;
    const clang::SourceRange range = object.named->getSourceRange();
    if (!text.is_plain(range.getBegin()) || !text.is_plain(range.getEnd())) continue;
    const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(without_address(object.named));
    const bool has_name = reference && reference->getDecl()->getIdentifier();
    places.push_back(
        {text.range(range), has_name ? reference->getDecl()->getNameAsString() + "(" + names + ")" : names});
  }
  return places;
}

bool runs_on_host(const clang::FunctionDecl* callee, unsigned index, const clang::Expr* argument) {
  if (!callee || !callee->getIdentifier() || !is_in_ag(callee)) return false;
  const llvm::StringRef name = callee->getName();
  const bool is_call = index == 0 && (name == "host_call" || name == "pure_host_call" || name == "from_generator");
  if (!is_call && name != "with_gradient") return false;
  const clang::Expr* given = without_address(argument);
  if (const auto* lambda = llvm::dyn_cast<clang::LambdaExpr>(given)) return lambda->capture_size() == 0;
  const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(given);
  return reference && llvm::isa<clang::FunctionDecl>(reference->getDecl());
}

bool follows_capture(const clang::LambdaExpr* lambda, const clang::ValueDecl* variable) {
  for (const clang::LambdaCapture& capture : lambda->captures()) {
    if (!capture.capturesVariable() || capture.getCapturedVar() != variable) continue;
    const bool by_reference = lambda->isInitCapture(&capture) ? variable->getType()->isReferenceType()
                                                              : capture.getCaptureKind() == clang::LCK_ByRef;
    return by_reference || lambda->isMutable();
  }
  return false;
}

}  // namespace agc::parse
