// Algorithms of the standard library on ranges whose numbers may be symbolic. Those that ag::cxx has, or whose text
// means the same for symbolic numbers, are followed; the others need numbers that are known.
#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclTemplate.h>

#include <algorithm>
#include <array>
#include <set>
#include <string_view>

#include "parse/ast_visitor.h"
#include "parse/callee.h"
#include "parse/found_place.h"
#include "parse/function_builder.h"
#include "parse/list_type.h"
#include "parse/listed_fields.h"
#include "parse/type_class.h"

namespace agc::parse {

using model::Access;
using model::Expr;
using model::Sink;
using Kind = Expr::Kind;

namespace {

/// What an argument is: r, where a range begins that is read; w, that is written; u, both; e, where it ends; v, a
/// number; f, a function of elements; g, one of what was found so far and an element; c, one that compares two.
struct Algorithm {
  /// The lists that grow which ag::cxx has it for: of numbers, pairs and tuples of them; of anything.
  enum class Lists { None, Ordered, Any };

  std::string_view name, arguments;
  bool in_cxx = false;  // ag::cxx has it; otherwise the text stays
  bool finds =
      false;  // gives the place of an element, of which the element, its number, or whether there is one is asked
  bool by_level = false;  // what it calls is symbolic where the numbers are; otherwise it always may be
  Lists lists = Lists::None;
};
constexpr auto kNone = Algorithm::Lists::None, kOrdered = Algorithm::Lists::Ordered, kAny = Algorithm::Lists::Any;
constexpr std::array<Algorithm, 58> kAlgorithms{{{"accumulate", "rev", true, false, false, kOrdered},
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

const Algorithm* find_algorithm(const clang::CallExpr* call, bool finds) {
  const std::string_view name = call->getDirectCallee()->getName();
  for (const Algorithm& one : kAlgorithms) {
    if (one.name == name && one.arguments.size() == call->getNumArgs() && one.finds == finds) return &one;
  }
  return nullptr;
}

}  // namespace

namespace {

/// Only a list can give fewer elements than it had.
bool removes(const Algorithm& algorithm) {
  return algorithm.name == "remove" || algorithm.name == "remove_if" || algorithm.name == "unique" ||
         algorithm.name == "copy_if";
}

/// std::next, std::prev
bool is_step(const clang::FunctionDecl* callee) {
  return is_in_std(callee) && callee->getIdentifier() && !llvm::isa<clang::CXXMethodDecl>(callee) &&
         (callee->getName() == "next" || callee->getName() == "prev");
}

/// What std::back_inserter adds to.
const clang::Expr* inserted_container(const clang::Expr* iterator) {
  const auto* call = llvm::dyn_cast<clang::CallExpr>(as_written(iterator));
  const clang::FunctionDecl* callee = call ? call->getDirectCallee() : nullptr;
  return callee && callee->getIdentifier() && is_in_std(callee) && callee->getName() == "back_inserter"
             ? call->getArg(0)
             : nullptr;
}

/// A container of numbers, or one that may become a list.
bool holds_elements(clang::QualType type) { return is_structure_of_numbers(type) || list_type(type); }

}  // namespace

bool is_list_algorithm(const clang::CallExpr* call, bool ordered) {
  const Algorithm* algorithm = find_algorithm(call, finds_element(call));
  if (!algorithm || algorithm->lists == kNone || (algorithm->lists == kOrdered && !ordered)) return false;
  for (unsigned k = 0; k < call->getNumArgs(); ++k) {
    const char what = algorithm->arguments[k];
    const clang::Expr* argument = call->getArg(k);
    if (what == 'v' && !is_stageable_number(argument->getType())) return false;
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

/// How far an iterator is moved has to be known, but that of a list.
void FunctionBuilder::collect_iterator(const clang::Expr* iterator, Access access, Expressions& out) {
  Expressions parts;
  collect_moved(iterator, access, parts);
  const bool list = names_possible_list(container_of(iterator));
  if (!list || parts.size() == 1) return out.insert(out.end(), parts.begin(), parts.end()), void();
  Expr place = wrapped(Kind::Opaque, iterator, std::move(parts));
  place.of_iterator = true;
  out.push_back(std::move(place));
}
void FunctionBuilder::collect_moved(const clang::Expr* iterator, Access access, Expressions& out) {
  const clang::Expr* source = as_written(iterator);
  if (const auto* made = llvm::dyn_cast<clang::CXXConstructExpr>(source); made && made->getNumArgs() == 1)
    source = as_written(made->getArg(0));
  const auto* moved = llvm::dyn_cast<clang::CXXOperatorCallExpr>(source);
  const auto* sum = llvm::dyn_cast<clang::BinaryOperator>(source);
  const auto* call = llvm::dyn_cast<clang::CallExpr>(source);
  const bool step = call && call->getDirectCallee() && is_step(call->getDirectCallee());
  if (moved || sum || step) {
    collect_moved(sum ? sum->getLHS() : call->getArg(0), access, out);
    const clang::Expr* by = sum ? sum->getRHS() : call->getNumArgs() > 1 ? call->getArg(1) : nullptr;
    return by ? collect_exit(by, "an iterator", out, model::Remedy::WriteLoop) : void();
  }
  collect(container_of(iterator), {access, Sink::Host}, out);
}

/// True if the expression names a local container that may become a list.
bool FunctionBuilder::names_possible_list(const clang::Expr* container) const {
  const clang::Expr* written = container ? as_written(container) : nullptr;
  if (const auto* member = llvm::dyn_cast_or_null<clang::MemberExpr>(written)) {
    const auto* field = llvm::dyn_cast<clang::FieldDecl>(member->getMemberDecl());
    return field && session_.listed_fields().contains(field);
  }
  const auto* name = llvm::dyn_cast_or_null<clang::DeclRefExpr>(written);
  if (!name) return false;
  for (const FunctionBuilder* at = this; at; at = at->parent_) {
    const auto known = at->variables_.find(name->getDecl());
    if (known == at->variables_.end()) continue;
    const model::Growth& growth = at->function_.variable(known->second).growth;
    return growth.possible && growth.refused.empty();
  }
  return false;
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

/// An algorithm whose numbers have to be known.
bool FunctionBuilder::collect_unfollowed(const clang::CallExpr* source, Expressions& out) {
  const clang::FunctionDecl* callee = source->getDirectCallee();
  Expressions operands;
  const std::string taker = "'" + callee->getNameAsString() + "'";
  std::set<model::VariableId> said;  // of both ends of a range
  for (const clang::Expr* argument : source->arguments()) {
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

/// False where no numbers of containers are among the arguments.
bool FunctionBuilder::collect_algorithm(const clang::CallExpr* source, bool finds, Expressions& out) {
  const clang::FunctionDecl* callee = source->getDirectCallee();
  if (!callee || !callee->getIdentifier() || !is_in_std(callee) || !callee->getPrimaryTemplate() ||
      llvm::isa<clang::CXXMethodDecl>(callee) || source->getNumArgs() < 2)
    return false;
  const llvm::ArrayRef<const clang::Expr*> arguments(source->getArgs(), source->getNumArgs());
  if (std::ranges::none_of(arguments, [](const clang::Expr* one) { return container_of(one) != nullptr; }))
    return false;
  const Algorithm* algorithm = find_algorithm(source, finds);
  bool lists = algorithm && algorithm->lists != kNone, structures = false, numbers = false;
  for (const clang::Expr* one : arguments) {
    const clang::Expr* container = container_of(one) ? container_of(one) : inserted_container(one);
    if (!container) continue;
    lists = lists && names_possible_list(container);
    numbers = numbers || is_structure_of_numbers(container->getType());
    structures = structures || !has_numbers_as_elements(container) || !is_structure_of_numbers(container->getType());
  }
  if (!lists && (!numbers || !algorithm || removes(*algorithm))) return numbers && collect_unfollowed(source, out);
  Expressions operands, ranges, values, functions;
  bool followed = algorithm != nullptr, folds = false;
  for (size_t k = 0; k < arguments.size() && followed; ++k) {
    const char what = algorithm->arguments[k];
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
      const clang::Expr* container = container_of(arguments[k]);
      followed = lists || (container && (takes_any_element(*algorithm) || has_numbers_as_elements(container)));
    }
  }
  Expressions given;
  imply(values, given);
  for (size_t k = 0; k < arguments.size() && followed; ++k) {
    const char what = algorithm->arguments[k];
    if (const clang::Expr* inserted = inserted_container(arguments[k]))
      if (Expr* target = collect_resized(inserted, "push_back", ranges)) target->grows = true;
    if (!container_of(arguments[k])) continue;
    collect_iterator(arguments[k], what == 'w' || what == 'u' ? Access::Update : Access::Read, ranges);
    if (what == 'r' || what == 'u') imply(ranges, given);
  }
  for (size_t k = 0; k < arguments.size() && followed; ++k) {
    const char what = algorithm->arguments[k];
    if (what == 'c' && is_order(arguments[k])) continue;
    if (what == 'f' || what == 'g' || what == 'c')
      followed = collect_element_function(arguments[k], given, folds, algorithm->by_level, functions);
  }
  if (!followed) return collect_unfollowed(source, out);
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
  const bool in_cxx = algorithm->in_cxx || lists;
  Expr result = wrapped(in_cxx ? Kind::StandardCall : Kind::HostCall, source, std::move(operands));
  result.for_lists = lists && (!algorithm->in_cxx || structures);
  result.needs_list = lists && (structures || removes(*algorithm));
  const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(source->getCallee()->IgnoreParenImpCasts());
  result.name = std::string(algorithm->name);
  if (in_cxx && name) {
    result.head = {text_.offset(name->getBeginLoc()), text_.token(name->getLocation()).end};
    result.in_macro = result.in_macro || !text_.is_plain(name->getLocation());
  }
  out.push_back(std::move(result));
  return true;
}

const clang::CallExpr* list_algorithm_call(const clang::Expr* iterator) {
  const clang::Expr* source = as_written(iterator);
  if (const auto* made = llvm::dyn_cast<clang::CXXConstructExpr>(source); made && made->getNumArgs() == 1)
    source = as_written(made->getArg(0));
  const auto* call = llvm::dyn_cast<clang::CallExpr>(source);
  const clang::FunctionDecl* callee = call ? call->getDirectCallee() : nullptr;
  if (!callee || !callee->getIdentifier() || !is_in_std(callee) || call->getNumArgs() < 2) return nullptr;
  return find_algorithm(call, /*finds=*/true) || find_algorithm(call, /*finds=*/false) ? call : nullptr;
}

bool finds_element(const clang::CallExpr* call) { return find_algorithm(call, /*finds=*/true) != nullptr; }

}  // namespace agc::parse
