// Algorithms of the standard library on ranges whose numbers may be symbolic. Those that ag::cxx has, or whose text
// means the same for symbolic numbers, are followed; the others need numbers that are known.
#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclTemplate.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <set>
#include <string_view>

#include "parse/ast_visitor.h"
#include "parse/callee.h"
#include "parse/found_place.h"
#include "parse/function_builder.h"
#include "parse/iterated.h"
#include "parse/type_class.h"

namespace agc::parse {

using model::Access;
using model::Expr;
using model::Sink;
using Kind = Expr::Kind;

namespace {

/// What an argument is: r, where a range begins that is read; w, that is written; u, both; e, where it ends; v, a
/// number; f, a function of elements; g, one of what was found so far and an element; c, one that compares two. In
/// std::ranges a range stands for both of its ends.
struct Algorithm {
  std::string_view name, arguments;
  bool in_cxx = false;  // ag::cxx has it; otherwise the text stays
  bool finds =
      false;  // gives the place of an element, of which the element, its number, or whether there is one is asked
  bool by_level = false;  // what it calls is symbolic where the numbers are; otherwise it always may be
};
constexpr std::array<Algorithm, 54> kAlgorithms{{{"accumulate", "rev", true},
                                                 {"accumulate", "revg", true},
                                                 {"adjacent_difference", "rew"},
                                                 {"all_of", "ref", true},
                                                 {"any_of", "ref", true},
                                                 {"binary_search", "rev", true, false, true},
                                                 {"binary_search", "revc", true, false, true},
                                                 {"copy", "rew"},
                                                 {"count", "rev", true},
                                                 {"count_if", "ref", true},
                                                 {"distance", "re"},
                                                 {"equal", "rer", true, false, true},
                                                 {"exclusive_scan", "rewv", true, false, true},
                                                 {"exclusive_scan", "rewvg", true, false, true},
                                                 {"fill", "wev"},
                                                 {"find", "rev", true, true, true},
                                                 {"find_if", "ref", true, true, true},
                                                 {"for_each", "uef"},
                                                 {"generate", "wef", false, false, true},
                                                 {"inclusive_scan", "rew"},
                                                 {"inclusive_scan", "rewg", false, false, true},
                                                 {"inner_product", "rerv", true},
                                                 {"iota", "wev"},
                                                 {"is_sorted", "re", true},
                                                 {"is_sorted", "rec", true, false, true},
                                                 {"iter_swap", "uu"},
                                                 {"lower_bound", "rev", true, true, true},
                                                 {"lower_bound", "revc", true, true, true},
                                                 {"max_element", "re", true, true},
                                                 {"max_element", "rec", true, true, true},
                                                 {"min_element", "re", true, true},
                                                 {"min_element", "rec", true, true, true},
                                                 {"none_of", "ref", true},
                                                 {"partial_sum", "rew"},
                                                 {"partial_sum", "rewg", false, false, true},
                                                 {"reduce", "re", true},
                                                 {"reduce", "rev", true},
                                                 {"reduce", "revg", true, false, true},
                                                 {"replace", "uevv", true},
                                                 {"replace_if", "uefv", true, false, true},
                                                 {"reverse", "ue"},
                                                 {"reverse_copy", "rew"},
                                                 {"rotate", "uee"},
                                                 {"sort", "ue", true},
                                                 {"sort", "uec", true, false, true},
                                                 {"stable_sort", "ue", true},
                                                 {"stable_sort", "uec", true, false, true},
                                                 {"swap_ranges", "ueu"},
                                                 {"transform", "rewf"},
                                                 {"transform", "rerwf"},
                                                 {"transform", "uewf"},
                                                 {"transform_reduce", "rerv", true},
                                                 {"upper_bound", "rev", true, true, true},
                                                 {"upper_bound", "revc", true, true, true}}};

/// Algorithms that std::ranges alone has of a range.
constexpr std::array<Algorithm, 2> kOfRanges{{{"max", "re", true}, {"min", "re", true}}};

/// A call of an algorithm of std, or of a function object of std::ranges.
struct AlgorithmCall {
  std::string name;
  std::vector<const clang::Expr*> arguments;
  const clang::DeclRefExpr* written = nullptr;
  bool of_ranges = false;

  explicit operator bool() const { return !name.empty(); }
};

/// The name of an algorithm of std::ranges, from that of its class; nothing for other objects.
std::string name_of_object(const clang::CXXRecordDecl* record) {
  const auto* space = llvm::dyn_cast<clang::NamespaceDecl>(record->getDeclContext());
  if (!space || space->getName() != "ranges" || !is_in_std(record) || !record->getIdentifier()) return {};
  llvm::StringRef name = record->getName();
  name.consume_front("__");
  return name.consume_back("_fn") ? name.str() : std::string();
}

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

/// The arguments of an algorithm on ranges: capitals are ranges.
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

struct KnownAlgorithm {
  const Algorithm* algorithm = nullptr;
  std::string arguments;
};

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

/// What is given to an algorithm of std::ranges as a whole; none where it is no named sequence of numbers.
const clang::Expr* whole_range(const clang::Expr* argument) {
  const clang::Expr* written = as_written(argument);
  const bool sequence = is_sequence(written->getType()) || followed_array(written->getType());
  return sequence && written->isLValue() && is_structure_of_numbers(written->getType()) ? written : nullptr;
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

/// std::greater<double>(): ag::cxx compares by it as by std::greater<>.
bool is_order(const clang::Expr* function) {
  const auto* record = function->getType().getNonReferenceType()->getAsCXXRecordDecl();
  const auto* type = llvm::dyn_cast_or_null<clang::ClassTemplateSpecializationDecl>(record);
  if (!type || !is_in_std(type) || (type->getName() != "less" && type->getName() != "greater")) return false;
  const clang::TemplateArgument& of = type->getTemplateArgs()[0];
  return of.getKind() == clang::TemplateArgument::Type && is_stageable_number(of.getAsType());
}

/// Numbers, and not structures of them?
bool has_numbers_as_elements(const clang::Expr* container) {
  const clang::QualType type = container->getType().getNonReferenceType();
  if (const clang::ConstantArrayType* array = followed_array(type)) return is_stageable_number(array->getElementType());
  const auto* record = llvm::dyn_cast_or_null<clang::ClassTemplateSpecializationDecl>(type->getAsCXXRecordDecl());
  if (!record || record->getTemplateArgs().size() == 0) return false;
  const clang::TemplateArgument& element = record->getTemplateArgs()[0];
  return element.getKind() == clang::TemplateArgument::Type && is_stageable_number(element.getAsType());
}

/// Looks for what a lambda could change around it: how often it is called is not the same for symbolic numbers.
class Change : public AstVisitor {
 public:
  bool found = false;

 private:
  static bool is_outside(const clang::Expr* source) {
    const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(source);
    return (reference && reference->refersToEnclosingVariableOrCapture()) || is_this(source);
  }
  bool visit(clang::Stmt* node) override {
    const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(node);
    const auto* binary = llvm::dyn_cast<clang::BinaryOperator>(node);
    const auto* method = llvm::dyn_cast<clang::CXXMemberCallExpr>(node);
    const auto* call = llvm::dyn_cast<clang::CallExpr>(node);
    if (unary && (unary->isIncrementDecrementOp() || unary->getOpcode() == clang::UO_AddrOf)) look(unary->getSubExpr());
    if (binary && binary->isAssignmentOp()) look(binary->getLHS());
    if (method && !method->getMethodDecl()->isConst()) look(method->getImplicitObjectArgument());
    const clang::FunctionDecl* callee = call ? call->getDirectCallee() : nullptr;
    const bool of_object =
        llvm::isa_and_nonnull<clang::CXXOperatorCallExpr>(call) && llvm::isa_and_nonnull<clang::CXXMethodDecl>(callee);
    if (of_object && !llvm::cast<clang::CXXMethodDecl>(callee)->isConst()) look(call->getArg(0));
    for (unsigned k = of_object ? 1 : 0; call && k < call->getNumArgs(); ++k) {
      if (!callee || may_change_argument(callee, of_object ? k - 1 : k)) look(call->getArg(k));
    }
    if (of_object && llvm::cast<clang::CXXMethodDecl>(callee)->getParent()->isLambda()) found = true;
    return !found;
  }
  /// Is it something outside of the lambda, or a part of that?
  void look(const clang::Stmt* target) {
    const auto* expression = llvm::dyn_cast_or_null<clang::Expr>(target);
    found = found || (expression && is_outside(expression->IgnoreParenImpCasts()));
    if (!target || found) return;
    for (const clang::Stmt* child : target->children()) look(child);
  }
};
bool may_change_something(const clang::LambdaExpr* lambda) {
  Change change;
  change.traverse(lambda->getBody());
  return change.found || lambda->isMutable();
}

/// Of these, elements are only given to functions.
bool takes_any_element(const Algorithm& algorithm) {
  static constexpr std::array<std::string_view, 5> kNames{"accumulate", "all_of", "any_of", "count_if", "none_of"};
  return !algorithm.in_cxx || std::ranges::find(kNames, algorithm.name) != kNames.end();
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
  Expressions range;
  collect(container_of(iterator), {access, Sink::Host}, range);
  refer_to_element(range);
  out.insert(out.end(), range.begin(), range.end());
}

/// v.begin(), v.data(), and v as a std::span: what gets it runs over numbers that are known. False: it is none of
/// these.
bool FunctionBuilder::collect_lent_range(const clang::Expr* argument, const std::string& taker, Expressions& out) {
  const clang::Expr* written = as_written(argument);
  const bool converted = is_sequence(written->getType()) && is_structure_of_numbers(written->getType()) &&
                         !is_structure_of_numbers(argument->getType()) && !container_of(argument);
  if (!converted && !container_of(argument)) return false;
  Expressions found;
  converted ? collect(written, {}, found) : collect_iterator(argument, Access::Read, found);
  need_known(found, taker);
  out.insert(out.end(), found.begin(), found.end());
  return true;
}

/// A function of elements that an algorithm calls: what its parameters are given. False where it is not seen.
bool FunctionBuilder::collect_element_function(const clang::Expr* function, const Expressions& given, bool folds,
                                               bool by_level, Expressions& out) {
  if (takes_all_types(function)) {
    collect(function, {}, out);
    return true;
  }
  const clang::LambdaExpr* lambda = lambda_of(function);
  if (!lambda) return collect_functor(function, given, out);
  if (lambda->getDependentCallOperator()) return false;
  (by_level ? called_ : passed_on_).insert(as_written(function));
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
bool FunctionBuilder::collect_algorithm(const clang::CallExpr* source, bool finds, Expressions& out) {
  const AlgorithmCall called = algorithm_call(source);
  const std::vector<const clang::Expr*>& arguments = called.arguments;
  if (!called || arguments.size() < (called.of_ranges ? 1 : 2)) return false;
  bool one_by_one = called.name != "for_each";  // whose function may want references
  const auto container_at = [&](size_t k) {
    const clang::Expr* whole = called.of_ranges ? whole_range(arguments[k]) : nullptr;
    return whole ? whole : container_of(arguments[k]);
  };
  const auto collect_at = [&](size_t k, Access access, Expressions& into) {
    Expressions range;
    if (const clang::Expr* whole = called.of_ranges ? whole_range(arguments[k]) : nullptr) {
      collect(whole, {access, Sink::Host}, range);
      refer_to_element(range);
    } else {
      collect_iterator(arguments[k], access, range);
    }
    if (one_by_one) choose_row(container_at(k), range);
    into.insert(into.end(), range.begin(), range.end());
  };
  bool any = false;
  for (size_t k = 0; k < arguments.size(); ++k) any = any || container_at(k);
  if (!any) return false;
  const auto [algorithm, kinds] = find_algorithm(called, finds);
  Expressions operands, ranges, values, functions;
  bool followed = algorithm != nullptr, folds = false;
  for (size_t k = 0; k < arguments.size() && followed; ++k) {
    const char what = kinds[k];
    if (what == 'v') {
      followed = is_stageable_number(arguments[k]->getType());
      if (followed) values.push_back(expression(arguments[k], {}));
    } else if (what == 'f' || what == 'g' || what == 'c') {
      folds = what == 'g';
      const clang::LambdaExpr* lambda = lambda_of(arguments[k]);
      const bool in_order = !algorithm->by_level || algorithm->name == "generate";
      if (lambda && !in_order && may_change_something(lambda)) followed = false;
      // It gives the object back.
      if (!lambda && algorithm->name == "for_each" && !takes_all_types(arguments[k])) followed = false;
    } else {
      const clang::Expr* container = container_at(k);
      const bool whole = called.of_ranges && whole_range(arguments[k]);
      followed = container && whole == (std::isupper(what) != 0) &&
                 (takes_any_element(*algorithm) || has_numbers_as_elements(container));
    }
  }
  Expressions given;
  imply(values, given);
  for (size_t k = 0; k < arguments.size() && followed; ++k) {
    if (!container_at(k)) continue;
    const auto what = static_cast<char>(std::tolower(kinds[k]));
    collect_at(k, what == 'w' || what == 'u' ? Access::Update : Access::Read, ranges);
    if (what == 'r' || what == 'u') imply(ranges, given);
  }
  for (size_t k = 0; k < arguments.size() && followed; ++k) {
    const char what = kinds[k];
    if (what == 'c' && is_order(arguments[k])) continue;
    if (what == 'f' || what == 'g' || what == 'c')
      followed = collect_element_function(arguments[k], given, folds, algorithm->by_level, functions);
  }
  if (!followed) {
    one_by_one = false;
    const std::string taker = "'" + called.name + "'";
    std::set<model::VariableId> said;  // of both ends of a range
    for (size_t k = 0; k < arguments.size(); ++k) {
      const clang::Expr* argument = arguments[k];
      if (const clang::Expr* container = container_at(k)) {
        const bool fixed = container->getType().getNonReferenceType().isConstQualified();
        Expressions found;
        collect_at(k, fixed ? Access::Read : Access::Update, found);
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
  const bool in_cxx = algorithm->in_cxx || called.of_ranges;
  Expr result = wrapped(in_cxx ? Kind::StandardCall : Kind::HostCall, source, std::move(operands));
  const clang::DeclRefExpr* name = called.written;
  result.name = (called.of_ranges ? "ranges::" : "") + std::string(algorithm->name);
  if (in_cxx && name) {
    result.head = {text_.offset(name->getBeginLoc()), text_.token(name->getLocation()).end};
    result.in_macro = result.in_macro || !text_.is_plain(name->getLocation());
  }
  out.push_back(std::move(result));
  return true;
}

bool finds_element(const clang::CallExpr* call) {
  return find_algorithm(algorithm_call(call), /*finds=*/true).algorithm != nullptr;
}

bool is_always_found(const clang::CallExpr* call) { return algorithm_call(call).name.ends_with("_element"); }

}  // namespace agc::parse
