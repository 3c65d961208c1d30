// Algorithms of the standard library on ranges whose numbers may be symbolic. Those that ag::cxx has, or whose text
// means the same for symbolic numbers, are followed; the others need numbers that are known.
#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclTemplate.h>

#include <algorithm>
#include <array>
#include <set>
#include <string_view>

#include "parse/function_builder.h"
#include "parse/type_class.h"

namespace agc::parse {

using model::Access;
using model::Expr;
using model::Sink;
using Kind = Expr::Kind;

namespace {

/// What an argument is: r, where a range begins that is read; w, that is written; u, both; e, where it ends; v, a
/// number; f, a function of elements; g, one of what was found so far and an element.
struct Algorithm {
  std::string_view name, arguments;
  bool in_cxx = false;  // ag::cxx has it; otherwise the text stays
  bool dereferenced = false;
};
constexpr std::array<Algorithm, 26> kAlgorithms{{{"accumulate", "rev", true},
                                                 {"accumulate", "revg", true},
                                                 {"adjacent_difference", "rew"},
                                                 {"all_of", "ref", true},
                                                 {"any_of", "ref", true},
                                                 {"copy", "rew"},
                                                 {"count", "rev", true},
                                                 {"count_if", "ref", true},
                                                 {"distance", "re"},
                                                 {"fill", "wev"},
                                                 {"for_each", "uef"},
                                                 {"inner_product", "rerv", true},
                                                 {"iota", "wev"},
                                                 {"iter_swap", "uu"},
                                                 {"max_element", "re", true, true},
                                                 {"min_element", "re", true, true},
                                                 {"none_of", "ref", true},
                                                 {"partial_sum", "rew"},
                                                 {"reverse", "ue"},
                                                 {"reverse_copy", "rew"},
                                                 {"rotate", "uee"},
                                                 {"sort", "ue", true},
                                                 {"swap_ranges", "ueu"},
                                                 {"transform", "rewf"},
                                                 {"transform", "rerwf"},
                                                 {"transform", "uewf"}}};

const Algorithm* find_algorithm(const clang::CallExpr* call, bool dereferenced) {
  const std::string_view name = call->getDirectCallee()->getName();
  for (const Algorithm& one : kAlgorithms) {
    if (one.name == name && one.arguments.size() == call->getNumArgs() && one.dereferenced == dereferenced) return &one;
  }
  return nullptr;
}

}  // namespace

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
  return container && is_structure_of_numbers(container->getType()) && !container->getType()->isPointerType()
             ? container
             : nullptr;
}

namespace {

/// std::plus<>: it takes numbers of any type.
bool takes_all_types(const clang::Expr* function) {
  const auto* record = function->getType().getNonReferenceType()->getAsCXXRecordDecl();
  const auto* type = llvm::dyn_cast_or_null<clang::ClassTemplateSpecializationDecl>(record);
  return type && is_in_std(type) && type->getTemplateArgs().size() == 1 &&
         type->getTemplateArgs()[0].getKind() == clang::TemplateArgument::Type &&
         type->getTemplateArgs()[0].getAsType()->isVoidType();
}

/// The expressions once more, for what happens there without standing in the text.
void imply(const std::vector<Expr>& list, std::vector<Expr>& out) {
  for (const Expr& one : list) {
    out.push_back(one);
    out.back().repeated = true;
  }
}

}  // namespace

/// How far an iterator is moved has to be known.
void FunctionBuilder::collect_iterator(const clang::Expr* iterator, Access access, Expressions& out) {
  const clang::Expr* source = as_written(iterator);
  const auto* moved = llvm::dyn_cast<clang::CXXOperatorCallExpr>(source);
  const auto* sum = llvm::dyn_cast<clang::BinaryOperator>(source);
  if (moved || sum) {
    collect_iterator(moved ? moved->getArg(0) : sum->getLHS(), access, out);
    return collect_exit(moved ? moved->getArg(1) : sum->getRHS(), "an iterator", out, model::Remedy::WriteLoop);
  }
  collect(container_of(iterator), {access, Sink::Host}, out);
}

/// A function of elements that an algorithm calls: what its parameters are given. False where it is not seen.
bool FunctionBuilder::collect_element_function(const clang::Expr* function, const Expressions& given, bool folds,
                                               Expressions& out) {
  if (takes_all_types(function)) {
    collect(function, {}, out);
    return true;
  }
  const clang::LambdaExpr* lambda = lambda_of(function);
  const bool generic = lambda && lambda->getDependentCallOperator();
  if (!lambda || generic) return false;
  passed_on_.insert(as_written(function));
  collect(function, {}, out);
  const clang::CXXMethodDecl* body = lambda->getCallOperator();
  const auto call_with = [&](const Expressions& elements) {
    Expr call = wrapped(Kind::Call, function, {});
    call.of_lambda = call.repeated = true;
    call.type = type_class(body->getReturnType());
    call.name = "lambda";
    call.callee = identity_of(lambda);
    call.argument_count = body->getNumParams();
    for (unsigned k = 0; k < body->getNumParams(); ++k) {
      Expr element = wrapped(Kind::Opaque, function, elements);
      element.type = model::TypeClass::HostNumber;
      call.operands.push_back(std::move(element));
    }
    return call;
  };
  Expr call = call_with(given);
  if (folds) {  // gets what it gave
    Expressions again = given;
    again.push_back(call);
    call = call_with(again);
  }
  out.push_back(std::move(call));
  return true;
}

/// False where no numbers of containers are among the arguments.
bool FunctionBuilder::collect_algorithm(const clang::CallExpr* source, bool dereferenced, Expressions& out) {
  const clang::FunctionDecl* callee = source->getDirectCallee();
  if (!callee || !callee->getIdentifier() || !is_in_std(callee) || !callee->getPrimaryTemplate() ||
      llvm::isa<clang::CXXMethodDecl>(callee) || source->getNumArgs() < 2)
    return false;
  const llvm::ArrayRef<const clang::Expr*> arguments(source->getArgs(), source->getNumArgs());
  if (std::ranges::none_of(arguments, [](const clang::Expr* one) { return container_of(one) != nullptr; }))
    return false;
  const Algorithm* algorithm = find_algorithm(source, dereferenced);
  Expressions operands, ranges, values, functions;
  bool followed = algorithm != nullptr, folds = false;
  for (size_t k = 0; k < arguments.size() && followed; ++k) {
    const char what = algorithm->arguments[k];
    if (what == 'v') {
      followed = is_stageable_number(arguments[k]->getType());
      if (followed) values.push_back(expression(arguments[k], {}));
    } else if (what == 'f' || what == 'g') {
      folds = what == 'g';
    } else {
      followed = container_of(arguments[k]) != nullptr;
    }
  }
  Expressions given;
  imply(values, given);
  for (size_t k = 0; k < arguments.size() && followed; ++k) {
    if (!container_of(arguments[k])) continue;
    const char what = algorithm->arguments[k];
    collect_iterator(arguments[k], what == 'w' || what == 'u' ? Access::Update : Access::Read, ranges);
    if (what == 'r' || what == 'u') imply(ranges, given);
  }
  for (size_t k = 0; k < arguments.size() && followed; ++k) {
    const char what = algorithm->arguments[k];
    if (what == 'f' || what == 'g') followed = collect_element_function(arguments[k], given, folds, functions);
  }
  if (!followed) {
    const std::string taker = "'" + callee->getNameAsString() + "'";
    std::set<model::VariableId> said;  // of both ends of a range
    for (const clang::Expr* argument : arguments) {
      if (const clang::Expr* container = container_of(argument)) {
        const bool fixed = container->getType().getNonReferenceType().isConstQualified();
        Expressions found;
        collect_iterator(argument, fixed ? Access::Read : Access::Update, found);
        need_known(found, taker);
        for (Expr& one : found) one.takes_reference = one.takes_reference && said.insert(one.variable).second;
        operands.insert(operands.end(), found.begin(), found.end());
      } else if (is_stageable_number(argument->getType())) {
        collect_exit(argument, taker, operands, model::Remedy::WriteLoop);
      } else {
        collect(argument, {}, operands);
      }
    }
    out.push_back(wrapped(Kind::HostCall, source, std::move(operands)));
    return true;
  }
  // What is written is as symbolic as what is read, and what the function gives.
  Expressions sources;
  imply(given, sources);
  imply(functions, sources);
  for (Expr& one : ranges) {
    Expressions alone{one};
    if (Expr* written = first_written(alone)) {
      written->operands = sources;
      written->repeated = true;
      one = std::move(alone.front());
    }
  }
  for (Expressions* list : {&ranges, &values, &functions}) {
    for (Expr& one : *list) operands.push_back(std::move(one));
  }
  Expr result = wrapped(algorithm->in_cxx ? Kind::StandardCall : Kind::HostCall, source, std::move(operands));
  const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(source->getCallee()->IgnoreParenImpCasts());
  result.name = std::string(algorithm->name);
  if (algorithm->in_cxx && name) {
    result.head = {text_.offset(name->getBeginLoc()), text_.token(name->getLocation()).end};
    result.in_macro = result.in_macro || !text_.is_plain(name->getLocation());
  }
  out.push_back(std::move(result));
  return true;
}

/// *std::max_element(first, last)
bool FunctionBuilder::collect_found_element(const clang::Expr* iterator, Use use, Expressions& out) {
  const auto* call = llvm::dyn_cast<clang::CallExpr>(as_written(iterator));
  const clang::FunctionDecl* callee = call ? call->getDirectCallee() : nullptr;
  const bool finds = callee && is_in_std(callee) && callee->getIdentifier() && call->getNumArgs() == 2 &&
                     (callee->getName() == "max_element" || callee->getName() == "min_element");
  return finds && use.access == Access::Read && collect_algorithm(call, true, out);
}

}  // namespace agc::parse
