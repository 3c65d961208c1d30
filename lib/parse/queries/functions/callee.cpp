#include "parse/queries/functions/callee.h"

#include <clang/AST/DeclTemplate.h>
#include <clang/AST/ExprCXX.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "parse/queries/types/type_class.h"

namespace agc::parse {

static bool is_writable_reference(clang::QualType type) {
  return type->isLValueReferenceType() && !type->getPointeeType().isConstQualified();
}

/// True for functions of std and algorithms of std::ranges that do not change their arguments.
static bool only_looks(llvm::StringRef name) {
  static constexpr std::array<std::string_view, 55> kNames{"accumulate",
                                                           "addressof",
                                                           "adjacent_find",
                                                           "all_of",
                                                           "any_of",
                                                           "as_const",
                                                           "begin",
                                                           "bind",
                                                           "binary_search",
                                                           "cbegin",
                                                           "cend",
                                                           "count",
                                                           "count_if",
                                                           "cref",
                                                           "data",
                                                           "distance",
                                                           "empty",
                                                           "end",
                                                           "equal",
                                                           "equal_range",
                                                           "find",
                                                           "find_end",
                                                           "find_first_of",
                                                           "find_if",
                                                           "find_if_not",
                                                           "forward",
                                                           "includes",
                                                           "inner_product",
                                                           "is_partitioned",
                                                           "is_permutation",
                                                           "is_sorted",
                                                           "is_sorted_until",
                                                           "lexicographical_compare",
                                                           "lower_bound",
                                                           "make_pair",
                                                           "make_tuple",
                                                           "max",
                                                           "max_element",
                                                           "min",
                                                           "min_element",
                                                           "minmax",
                                                           "minmax_element",
                                                           "mismatch",
                                                           "next",
                                                           "none_of",
                                                           "prev",
                                                           "rbegin",
                                                           "reduce",
                                                           "ref",
                                                           "rend",
                                                           "search",
                                                           "size",
                                                           "ssize",
                                                           "transform_reduce",
                                                           "upper_bound"};
  return std::ranges::find(kNames, std::string_view(name)) != kNames.end();
}

bool looks_only(const clang::FunctionDecl* callee) {
  return is_in_std(callee) && callee->getIdentifier() && only_looks(callee->getName());
}

bool gives_part(const clang::FunctionDecl* callee) {
  if (!callee || !callee->getIdentifier()) {
    const auto kind = callee ? callee->getOverloadedOperator() : clang::OO_None;
    return kind == clang::OO_Subscript || (kind == clang::OO_Call && is_in_ag(callee));
  }
  if (is_of_optional(callee) && callee->getName() == "value") return true;
  static constexpr std::array<std::string_view, 7> kNames{"at", "front", "back", "top", "get", "forward", "as_const"};
  return (is_in_std(callee) || is_in_ag(callee)) &&
         std::ranges::find(kNames, std::string_view(callee->getName())) != kNames.end();
}

bool is_of_optional(const clang::FunctionDecl* callee) {
  const auto* method = llvm::dyn_cast_or_null<clang::CXXMethodDecl>(callee);
  return method && is_in_std(method) && method->getParent()->getIdentifier() &&
         method->getParent()->getName() == "optional";
}

const clang::Expr* value_of_optional(const clang::MemberExpr* source) {
  const auto* arrow = llvm::dyn_cast<clang::CXXOperatorCallExpr>(source->getBase()->IgnoreParenImpCasts());
  return source->isArrow() && arrow && is_of_optional(arrow->getDirectCallee()) ? arrow->getArg(0) : nullptr;
}

MethodCall::MethodCall(const clang::CallExpr* call) : source(call), arguments(call->getArgs(), call->getNumArgs()) {
  const auto* callee = llvm::dyn_cast_or_null<clang::CXXMethodDecl>(call->getDirectCallee());
  if (!callee || callee->isStatic()) return;
  method = callee;
  if (const auto* known = llvm::dyn_cast<clang::CXXMemberCallExpr>(call)) {
    object = known->getImplicitObjectArgument();
  } else if (const auto* named = llvm::dyn_cast<clang::MemberExpr>(call->getCallee()->IgnoreParens())) {
    object = named->getBase();
  } else if (llvm::isa<clang::CXXOperatorCallExpr>(call)) {
    object = arguments.front();
    arguments = arguments.drop_front();
  }
}

const clang::UnresolvedMemberExpr* overloaded_method(const clang::CallExpr* call) {
  const auto* named = llvm::dyn_cast<clang::UnresolvedMemberExpr>(call->getCallee()->IgnoreParens());
  return named && !named->isImplicitAccess() && !named->isArrow() ? named : nullptr;
}

bool gives_lvalue(const clang::CallExpr* call) {
  const clang::FunctionDecl* callee = call->getDirectCallee();
  return call->isLValue() || (call->isTypeDependent() && callee && callee->getReturnType()->isLValueReferenceType());
}

bool gives_away(const clang::CallExpr* call, const clang::CXXMethodDecl* method) {
  const bool calls = method->getIdentifier() || method->getOverloadedOperator() == clang::OO_Call;
  return calls && gives_lvalue(call) && !gives_part(method) && (method->isConst() || method->getParent()->isLambda());
}

/// True for an algorithm of std::ranges, which is a function object, that may change the elements of its range.
static bool is_changing_algorithm(const clang::FunctionDecl* callee) {
  const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(callee);
  if (!method || method->getOverloadedOperator() != clang::OO_Call || !method->getParent()->getIdentifier())
    return false;
  const auto* space = llvm::dyn_cast<clang::NamespaceDecl>(method->getParent()->getDeclContext());
  if (!space || space->getName() != "ranges") return false;
  llvm::StringRef name = method->getParent()->getName();
  name.consume_front("__");
  name.consume_back("_fn");
  return !only_looks(name);
}

/// True if the parameter is a forwarding reference of the standard library, as in the constructors of std::tuple: an
/// lvalue is copied, not changed.
static bool only_forwards(const clang::FunctionDecl* callee, unsigned index) {
  const clang::FunctionDecl* pattern = callee->getTemplateInstantiationPattern();
  if (!is_in_std(callee) || !pattern || pattern->getNumParams() == 0 || is_changing_algorithm(callee)) return false;
  clang::QualType type = pattern->getParamDecl(std::min(index, pattern->getNumParams() - 1))->getType();
  if (const auto* pack = type->getAs<clang::PackExpansionType>()) type = pack->getPattern();
  return type->isRValueReferenceType();
}

bool takes_any_number(const clang::FunctionDecl* callee, unsigned index) {
  if (!callee || !is_in_ag(callee) || !callee->getPrimaryTemplate()) return false;
  const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(callee);
  if (method && method->getOverloadedOperator() == clang::OO_Call) return false;  // user code
  const clang::FunctionDecl* pattern = callee->getTemplateInstantiationPattern();
  if (!pattern || pattern->getNumParams() == 0) return false;
  return pattern->getParamDecl(std::min(index, pattern->getNumParams() - 1))->getType()->isDependentType();
}

bool makes_control_flow(const clang::FunctionDecl* callee) {
  static constexpr std::array<std::string_view, 11> kNames{
      "checkpoint", "cond",        "custom_gradient",    "fold",           "gradient",  "map_fn",
      "scan",       "switch_case", "value_and_gradient", "vectorized_map", "while_loop"};
  return is_in_ag(callee) && !llvm::isa<clang::CXXMethodDecl>(callee) && callee->getIdentifier() &&
         std::ranges::find(kNames, std::string_view(callee->getName())) != kNames.end();
}

/// True for a reference to a lambda whose call does not change its own state.
static bool is_constant_lambda(clang::QualType type) {
  const auto* record = type.getNonReferenceType()->getAsCXXRecordDecl();
  return record && record->isLambda() && !has_changing_call(type);
}

bool may_change_argument(const clang::FunctionDecl* callee, unsigned index) {
  if (!callee || index >= callee->getNumParams()) return false;
  const clang::QualType type = callee->getParamDecl(index)->getType();
  return is_writable_reference(type) && !only_forwards(callee, index) && !is_constant_lambda(type);
}

bool calls_first(const clang::FunctionDecl* callee) {
  if (!callee || !callee->getIdentifier() || !is_in_std(callee) || llvm::isa<clang::CXXMethodDecl>(callee))
    return false;
  const llvm::StringRef name = callee->getName();
  return name == "invoke" || name == "invoke_r" || name == "apply";
}

bool counts_elements(const clang::FunctionDecl* callee) {
  if (!callee->getIdentifier() || !is_in_std(callee) || llvm::isa<clang::CXXMethodDecl>(callee)) return false;
  const llvm::StringRef name = callee->getName();
  return callee->getNumParams() == 1 && (name == "size" || name == "ssize" || name == "empty");
}

bool moves_variable(clang::QualType parameter, const clang::Expr* argument) {
  return parameter->isRValueReferenceType() && !parameter->getPointeeType().isConstQualified() &&
         argument->IgnoreImplicit()->isXValue();
}

bool passes_on(const clang::FunctionDecl* callee) {
  if (callee && callee->getIdentifier() && is_in_ag(callee)) {
    const llvm::StringRef name = callee->getName();
    if (name == "range" || name == "enumerate" || name == "zip") return true;
  }
  // The conversions to bool of std::optional and std::function only test whether they hold a value.
  if (const auto* conversion = llvm::dyn_cast_or_null<clang::CXXConversionDecl>(callee)) {
    return is_in_std(conversion) && conversion->getParent()->getIdentifier() &&
           (conversion->getParent()->getName() == "optional" || conversion->getParent()->getName() == "function");
  }
  static constexpr std::array<std::string_view, 15> kNames{
      "make_pair", "make_tuple", "tie",   "forward_as_tuple", "move",      "forward", "get",          "at",
      "front",     "back",       "value", "value_or",         "has_value", "emplace", "make_optional"};
  return callee && callee->getIdentifier() && is_in_std(callee) &&
         std::ranges::find(kNames, std::string_view(callee->getName())) != kNames.end();
}

bool makes_structure(const clang::FunctionDecl* callee) {
  static constexpr std::array<std::string_view, 3> kNames{"make_pair", "make_tuple", "make_optional"};
  return callee && callee->getIdentifier() && is_in_std(callee) &&
         std::ranges::find(kNames, std::string_view(callee->getName())) != kNames.end();
}

bool asks_for_value(const clang::FunctionDecl* callee) {
  return callee && is_in_std(callee) && callee->isOverloadedOperator() &&
         std::ranges::any_of(callee->parameters(), [](const clang::ParmVarDecl* parameter) {
           const auto* record = parameter->getType().getNonReferenceType()->getAsCXXRecordDecl();
           const bool none = record && record->getIdentifier() && record->getName() == "nullopt_t";
           return none || is_function_type(parameter->getType());  // f == nullptr
         });
}

}  // namespace agc::parse
