#include "parse/queries/functions/algorithm_call.h"

#include <clang/AST/DeclTemplate.h>

#include <algorithm>
#include <array>
#include <cctype>

#include "parse/queries/functions/expressions.h"
#include "parse/queries/types/list_type.h"
#include "parse/queries/types/type_class.h"
#include "parse/queries/uses/found_position.h"
#include "parse/queries/uses/list_uses.h"

namespace agc::parse {
namespace {

constexpr auto kNone = Algorithm::Lists::None, kOrdered = Algorithm::Lists::Ordered, kAny = Algorithm::Lists::Any;
constexpr std::array<Algorithm, 60> kAlgorithms{{{"accumulate", "rev", true, false, false, kOrdered},
                                                 {"accumulate", "revg", true, false, false, kAny},
                                                 {"adjacent_difference", "rew"},
                                                 {"all_of", "ref", true, false, false, kAny},
                                                 {"any_of", "ref", true, false, false, kAny},
                                                 {"binary_search", "rev", true, false, true, kOrdered},
                                                 {"binary_search", "revc", true, false, true, kOrdered},
                                                 {"copy", "rew", false, false, false, kAny},
                                                 {"copy_if", "rewf", false, false, true, kAny},
                                                 {"count", "rev", true, false, false, kOrdered},
                                                 {"count_if", "ref", true, false, false, kAny},
                                                 {"distance", "re", false, false, false, kAny},
                                                 {"equal", "rer", true, false, true, kOrdered},
                                                 {"exclusive_scan", "rewv", true, false, true},
                                                 {"exclusive_scan", "rewvg", true, false, true},
                                                 {"fill", "wev", false, false, false, kOrdered},
                                                 {"find", "rev", true, true, true, kOrdered},
                                                 {"find_if", "ref", true, true, true, kAny},
                                                 {"for_each", "uef"},
                                                 {"generate", "wef", false, false, true},
                                                 {"inclusive_scan", "rew"},
                                                 {"inclusive_scan", "rewg", false, false, true},
                                                 {"inner_product", "rerv", true, false, false, kOrdered},
                                                 {"iota", "wev", false, false, false, kOrdered},
                                                 {"is_sorted", "re", true, false, false, kOrdered},
                                                 {"is_sorted", "rec", true, false, true, kAny},
                                                 {"iter_swap", "uu"},
                                                 {"lower_bound", "rev", true, true, true, kOrdered},
                                                 {"lower_bound", "revc", true, true, true, kOrdered},
                                                 {"max_element", "re", true, true, false, kOrdered},
                                                 {"max_element", "rec", true, true, true, kAny},
                                                 {"min_element", "re", true, true, false, kOrdered},
                                                 {"min_element", "rec", true, true, true, kAny},
                                                 {"none_of", "ref", true, false, false, kAny},
                                                 {"partial_sort", "uee", true, false, false, kOrdered},
                                                 {"partial_sort", "ueec", true, false, true, kAny},
                                                 {"partial_sum", "rew", false, false, false, kOrdered},
                                                 {"partial_sum", "rewg", false, false, true},
                                                 {"reduce", "re", true},
                                                 {"reduce", "rev", true, false, false, kOrdered},
                                                 {"reduce", "revg", true, false, true, kAny},
                                                 {"remove", "uev", false, false, false, kOrdered},
                                                 {"remove_if", "uef", false, false, true, kAny},
                                                 {"replace", "uevv", true, false, false, kOrdered},
                                                 {"replace_if", "uefv", true, false, true, kOrdered},
                                                 {"reverse", "ue", false, false, false, kAny},
                                                 {"reverse_copy", "rew"},
                                                 {"rotate", "uee"},
                                                 {"sort", "ue", true, false, false, kOrdered},
                                                 {"sort", "uec", true, false, true, kAny},
                                                 {"stable_sort", "ue", true, false, false, kOrdered},
                                                 {"stable_sort", "uec", true, false, true, kAny},
                                                 {"swap_ranges", "ueu"},
                                                 {"transform", "rewf", false, false, false, kAny},
                                                 {"transform", "rerwf"},
                                                 {"transform", "uewf"},
                                                 {"transform_reduce", "rerv", true},
                                                 {"unique", "ue", false, false, false, kOrdered},
                                                 {"upper_bound", "rev", true, true, true, kOrdered},
                                                 {"upper_bound", "revc", true, true, true, kOrdered}}};

/// Algorithms that take a range only in std::ranges.
constexpr std::array<Algorithm, 2> kOfRanges{{{"max", "re", true}, {"min", "re", true}}};

/// Returns the name of an algorithm of std::ranges, given the class of its function object; an empty string for other
/// objects.
std::string name_of_object(const clang::CXXRecordDecl* record) {
  const auto* space = llvm::dyn_cast<clang::NamespaceDecl>(record->getDeclContext());
  if (!space || space->getName() != "ranges" || !is_in_std(record) || !record->getIdentifier()) return {};
  llvm::StringRef name = record->getName();
  name.consume_front("__");
  return name.consume_back("_fn") ? name.str() : std::string();
}

/// Returns the kinds of arguments of an algorithm on ranges: a capital letter is a range.
std::string of_ranges(std::string_view arguments) {
  std::string result;
  for (const char one : arguments) {
    if (one == 'e' && !result.empty())
      result.back() = static_cast<char>(std::toupper(result.back()));
    else
      result.push_back(one == 'r' && !result.empty() ? 'R' : one);
  }
  return result == "Uu" ? "UU" : result;
}

/// Returns the sequence that is passed to an algorithm of std::ranges as a whole, or null if it is no named sequence of
/// numbers.
const clang::Expr* whole_range(const clang::Expr* argument) {
  const clang::Expr* written = as_written(argument);
  const bool sequence = is_sequence(written->getType()) || followed_array(written->getType());
  return sequence && written->isLValue() && is_structure_of_numbers(written->getType()) ? written : nullptr;
}

/// True for a container of numbers and for one that may become a list.
bool holds_elements(clang::QualType type) { return is_structure_of_numbers(type) || list_type(type); }

}  // namespace

AlgorithmCall algorithm_call(const clang::CallExpr* call) {
  AlgorithmCall result;
  const clang::FunctionDecl* callee = call->getDirectCallee();
  if (!callee || !is_in_std(callee) || !callee->getPrimaryTemplate()) return result;
  const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(callee);
  const bool of_object = llvm::isa<clang::CXXOperatorCallExpr>(call);
  if (of_object && method && method->getOverloadedOperator() == clang::OO_Call) {
    result.name = name_of_object(method->getParent());
    result.of_ranges = true;
    result.written = llvm::dyn_cast<clang::DeclRefExpr>(call->getArg(0)->IgnoreParenImpCasts());
  } else if (!method && callee->getIdentifier()) {
    result.name = callee->getName();
    result.written = llvm::dyn_cast<clang::DeclRefExpr>(call->getCallee()->IgnoreParenImpCasts());
  }
  for (unsigned k = of_object ? 1 : 0; k < call->getNumArgs(); ++k) {
    if (!llvm::isa<clang::CXXDefaultArgExpr>(call->getArg(k))) result.arguments.push_back(call->getArg(k));
  }
  return result;
}

KnownAlgorithm find_algorithm(const AlgorithmCall& call, bool finds) {
  const auto look = [&](const auto& list) -> KnownAlgorithm {
    for (const Algorithm& one : list) {
      std::string arguments = call.of_ranges ? of_ranges(one.arguments) : std::string(one.arguments);
      if (one.name == call.name && arguments.size() == call.arguments.size() && one.finds == finds)
        return {&one, std::move(arguments)};
    }
    return {};
  };
  if (!call) return {};
  KnownAlgorithm found = look(kAlgorithms);
  return !found.algorithm && call.of_ranges ? look(kOfRanges) : found;
}

const clang::Expr* AlgorithmCall::container(size_t index) const {
  const clang::Expr* whole = of_ranges ? whole_range(arguments[index]) : nullptr;
  return whole ? whole : container_of(arguments[index]);
}

bool AlgorithmCall::is_whole(size_t index) const { return of_ranges && whole_range(arguments[index]); }

bool is_step(const clang::FunctionDecl* callee) {
  return is_in_std(callee) && callee->getIdentifier() && !llvm::isa<clang::CXXMethodDecl>(callee) &&
         (callee->getName() == "next" || callee->getName() == "prev");
}

const clang::Expr* inserted_container(const clang::Expr* iterator) {
  const auto* call = llvm::dyn_cast<clang::CallExpr>(as_written(iterator));
  const clang::FunctionDecl* callee = call ? call->getDirectCallee() : nullptr;
  return callee && callee->getIdentifier() && is_in_std(callee) && callee->getName() == "back_inserter"
             ? call->getArg(0)
             : nullptr;
}

const clang::Expr* container_of(const clang::Expr* iterator) {
  static constexpr std::array<std::string_view, 9> kNames{"begin", "end",  "cbegin",  "cend", "rbegin",
                                                          "rend",  "data", "crbegin", "crend"};
  if (is_stageable_number(iterator->getType())) return nullptr;
  const clang::Expr* source = as_written(iterator);
  if (const auto* construct = llvm::dyn_cast<clang::CXXConstructExpr>(source);
      construct && construct->getNumArgs() == 1)
    source = as_written(construct->getArg(0));
  if (followed_array(source->getType()) && source->isLValue())
    return is_structure_of_numbers(source->getType()) ? source : nullptr;
  if (const auto* sum = llvm::dyn_cast<clang::BinaryOperator>(source); sum && sum->isAdditiveOp())
    return sum->getType()->isPointerType() ? container_of(sum->getLHS()) : nullptr;
  const auto* call = llvm::dyn_cast<clang::CallExpr>(source);
  const clang::FunctionDecl* callee = call ? call->getDirectCallee() : nullptr;
  if (!callee || call->getNumArgs() > 2) return nullptr;
  const auto* moved = llvm::dyn_cast<clang::CXXOperatorCallExpr>(call);
  if (is_step(callee)) return container_of(call->getArg(0));
  if (moved)
    return moved->getOperator() == clang::OO_Plus || moved->getOperator() == clang::OO_Minus
               ? container_of(moved->getArg(0))
               : nullptr;
  if (!is_in_std(callee) || !callee->getIdentifier() ||
      std::ranges::find(kNames, std::string_view(callee->getName())) == kNames.end())
    return nullptr;
  const auto* method = llvm::dyn_cast<clang::CXXMemberCallExpr>(call);
  const clang::Expr* container = method               ? method->getImplicitObjectArgument()
                                 : call->getNumArgs() ? call->getArg(0)
                                                      : nullptr;
  return container && holds_elements(container->getType()) && !container->getType()->isPointerType() ? container
                                                                                                     : nullptr;
}

bool may_start_with(const Algorithm& algorithm, clang::QualType type) {
  const bool folds = algorithm.name == "accumulate";
  return is_stageable_number(type) || (folds && (is_ag_class(type, "Tensor") || is_structure_of_numbers(type)));
}

/// True for sums of tensors: std::accumulate(rows.begin(), rows.end(), Tensor(0.0)).
static bool is_sum_of_tensors(const Algorithm& algorithm, const clang::CallExpr* call) {
  return algorithm.name == "accumulate" && call->getNumArgs() == 3 && is_ag_class(call->getArg(2)->getType(), "Tensor");
}

bool is_list_algorithm(const clang::CallExpr* call, bool ordered) {
  const AlgorithmCall called = algorithm_call(call);
  if (called.of_ranges) return false;
  const Algorithm* algorithm = find_algorithm(called, finds_element(call)).algorithm;
  if (!algorithm || algorithm->lists == kNone ||
      (algorithm->lists == kOrdered && !ordered && !is_sum_of_tensors(*algorithm, call)))
    return false;
  for (unsigned k = 0; k < call->getNumArgs(); ++k) {
    const char what = algorithm->arguments[k];
    const clang::Expr* argument = call->getArg(k);
    if (what == 'v' && !may_start_with(*algorithm, argument->getType())) return false;
    const bool writes = what == 'w' && algorithm->name != "fill" && algorithm->name != "iota";
    if (writes && inserted_container(argument)) {
      if (algorithm->name == "partial_sum") return false;
    } else if (std::string_view("rewu").find(what) != std::string_view::npos) {
      const clang::Expr* container = container_of(argument);
      if (!container || !list_type(container->getType()) || (writes && algorithm->name == "copy_if")) return false;
    }
  }
  return true;
}

const clang::CallExpr* list_algorithm_call(const clang::Expr* iterator) {
  const clang::Expr* source = as_written(iterator);
  if (const auto* made = llvm::dyn_cast<clang::CXXConstructExpr>(source); made && made->getNumArgs() == 1)
    source = as_written(made->getArg(0));
  const auto* call = llvm::dyn_cast<clang::CallExpr>(source);
  const AlgorithmCall called = call ? algorithm_call(call) : AlgorithmCall();
  if (called.arguments.size() < 2) return nullptr;
  return find_algorithm(called, /*finds=*/true).algorithm || find_algorithm(called, /*finds=*/false).algorithm
             ? call
             : nullptr;
}

bool finds_element(const clang::CallExpr* call) {
  return find_algorithm(algorithm_call(call), /*finds=*/true).algorithm != nullptr;
}

bool is_always_found(const clang::CallExpr* call) { return algorithm_call(call).name.ends_with("_element"); }

}  // namespace agc::parse
