#include "parse/build/values/algorithm_builder.h"

#include <clang/AST/DeclTemplate.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <set>
#include <string_view>

#include "parse/build/calls/function_value_builder.h"
#include "parse/build/calls/lambda_builder.h"
#include "parse/build/calls/staged_class_builder.h"
#include "parse/build/values/list_builder.h"
#include "parse/queries/functions/algorithm_call.h"
#include "parse/queries/functions/callee.h"
#include "parse/queries/functions/expressions.h"
#include "parse/queries/functions/type_queries.h"
#include "parse/queries/specialize/staged_method.h"
#include "parse/queries/types/element_order.h"
#include "parse/queries/types/library_functor.h"
#include "parse/queries/types/list_type.h"
#include "parse/queries/types/type_class.h"
#include "parse/queries/uses/iterated.h"
#include "parse/session/ast_visitor.h"

namespace agc::parse {

using model::Access;
using model::Expr;
using model::Sink;
using Kind = Expr::Kind;

namespace {

/// True for std::plus<> and the like, which accept numbers of any type.
bool takes_all_types(const clang::Expr* function) {
  const auto* record = function->getType().getNonReferenceType()->getAsCXXRecordDecl();
  const auto* type = llvm::dyn_cast_or_null<clang::ClassTemplateSpecializationDecl>(record);
  return type && is_in_std(type) && type->getTemplateArgs().size() == 1 &&
         type->getTemplateArgs()[0].getKind() == clang::TemplateArgument::Type &&
         type->getTemplateArgs()[0].getAsType()->isVoidType();
}

/// True for std::greater<double>() and the like, which ag::cxx handles like std::greater<>.
bool is_order(const clang::Expr* function) {
  const auto* record = function->getType().getNonReferenceType()->getAsCXXRecordDecl();
  const auto* type = llvm::dyn_cast_or_null<clang::ClassTemplateSpecializationDecl>(record);
  if (!type || !is_in_std(type) || (type->getName() != "less" && type->getName() != "greater")) return false;
  const clang::TemplateArgument& of = type->getTemplateArgs()[0];
  return of.getKind() == clang::TemplateArgument::Type && is_stageable_number(of.getAsType());
}

/// True if the elements are numbers, not structures of numbers.
bool has_numbers_as_elements(const clang::Expr* container) {
  const clang::QualType type = container->getType().getNonReferenceType();
  if (const clang::ConstantArrayType* array = followed_array(type)) return is_stageable_number(array->getElementType());
  const auto* record = llvm::dyn_cast_or_null<clang::ClassTemplateSpecializationDecl>(type->getAsCXXRecordDecl());
  if (!record || record->getTemplateArgs().size() == 0) return false;
  const clang::TemplateArgument& element = record->getTemplateArgs()[0];
  return element.getKind() == clang::TemplateArgument::Type && is_stageable_number(element.getAsType());
}

/// True for methods that are not constant because they return a reference to an element: x[i] of a tensor, v[i],
/// v.at(i), v.front(). A change through the reference is a change of its own.
bool selects_element(const clang::CXXMethodDecl* method) {
  const clang::CXXRecordDecl* of = method->getParent();
  const clang::OverloadedOperatorKind kind = method->getOverloadedOperator();
  if (is_ag_class(of->getTypeForDecl()->getCanonicalTypeInternal(), "Tensor"))
    return kind == clang::OO_Subscript || kind == clang::OO_Call;
  if (!is_in_std(of) || !of->getIdentifier()) return false;
  const bool inserts = of->getName() == "map" || of->getName() == "unordered_map";
  if (kind == clang::OO_Subscript) return !inserts;
  static constexpr std::array<std::string_view, 4> kNames{"at", "back", "front", "top"};
  return method->getIdentifier() && std::ranges::find(kNames, std::string_view(method->getName())) != kNames.end();
}

/// Finds changes that a lambda may make outside of itself: for symbolic numbers, an algorithm may call it a different
/// number of times.
class OutsideChange : public AstVisitor {
 public:
  bool found = false;

 private:
  static bool may_change_object(const clang::CXXMethodDecl* method) {
    return !method->isConst() && !selects_element(method);
  }
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
    if (method && method->getMethodDecl() && may_change_object(method->getMethodDecl()))
      look(method->getImplicitObjectArgument());
    const clang::FunctionDecl* callee = call ? call->getDirectCallee() : nullptr;
    const bool of_object =
        llvm::isa_and_nonnull<clang::CXXOperatorCallExpr>(call) && llvm::isa_and_nonnull<clang::CXXMethodDecl>(callee);
    if (of_object && may_change_object(llvm::cast<clang::CXXMethodDecl>(callee))) look(call->getArg(0));
    for (unsigned k = of_object ? 1 : 0; call && k < call->getNumArgs(); ++k) {
      if (!callee || may_change_argument(callee, of_object ? k - 1 : k)) look(call->getArg(k));
    }
    if (of_object && llvm::cast<clang::CXXMethodDecl>(callee)->getParent()->isLambda()) found = true;
    if (const auto* declaration = llvm::dyn_cast<clang::DeclStmt>(node)) {
      for (const clang::Decl* one : declaration->decls()) look_at_reference(llvm::dyn_cast<clang::VarDecl>(one));
    }
    return !found;
  }
  /// Notes a variable of the lambda that refers to a changeable variable outside of it, or to an element of a tensor
  /// there.
  void look_at_reference(const clang::VarDecl* variable) {
    if (!variable) return;
    const clang::QualType type = variable->getType();
    const bool refers = type->isReferenceType() && !type.getNonReferenceType().isConstQualified();
    const clang::CXXRecordDecl* record = type->getAsCXXRecordDecl();
    if (refers || (record && is_in_ag(record) && !is_tensor(type))) look(variable->getInit());
  }
  /// Notes a change of a variable outside of the lambda, or of a part of one.
  void look(const clang::Stmt* target) {
    const auto* expression = llvm::dyn_cast_or_null<clang::Expr>(target);
    found = found || (expression && is_outside(expression->IgnoreParenImpCasts()));
    if (!target || found) return;
    for (const clang::Stmt* child : target->children()) look(child);
  }
};
bool may_change_something(const clang::LambdaExpr* lambda) {
  OutsideChange change;
  change.traverse(lambda->getBody());
  return change.found || lambda->isMutable();
}

/// Returns the type of the result, for a generic lambda that of a call.
clang::QualType result_of(const clang::LambdaExpr* lambda) {
  if (const clang::FunctionTemplateDecl* generic = lambda->getDependentCallOperator()) {
    for (const clang::FunctionDecl* one : generic->specializations()) return one->getReturnType();
  }
  return lambda->getCallOperator()->getReturnType();
}

/// True if the algorithm only passes the elements to functions.
bool takes_any_element(const Algorithm& algorithm) {
  static constexpr std::array<std::string_view, 5> kNames{"accumulate", "all_of", "any_of", "count_if", "none_of"};
  return !algorithm.in_cxx || std::ranges::find(kNames, algorithm.name) != kNames.end();
}

/// Makes the elements of a range that an algorithm only compares as symbolic as the results of the comparison.
void add_operand_of_binding_time(Expr& range, const std::vector<Expr>& sources) {
  Expr* read = &range;
  while (read->kind != Kind::Reference && read->operands.size() == 1) read = &read->operands.front();
  if (read->kind != Kind::Reference) return;
  read->takes_binding_time = true;
  read->operands.insert(read->operands.end(), sources.begin(), sources.end());
}

/// Appends copies of the expressions marked as repeated, for effects that have no text of their own.
void imply(const std::vector<Expr>& list, std::vector<Expr>& out) {
  for (const Expr& one : list) {
    out.push_back(one);
    out.back().repeated = true;
  }
}

}  // namespace

void AlgorithmBuilder::collect_iterator(const clang::Expr* iterator, Access access, Expressions& out) {
  Expressions parts;
  collect_moved(iterator, access, parts);
  const bool list = context_.lists().names_possible_list(container_of(iterator));
  if (!list || parts.size() == 1) return out.insert(out.end(), parts.begin(), parts.end()), void();
  Expr place = wrapped(Kind::Opaque, iterator, std::move(parts));
  place.of_iterator = true;
  out.push_back(std::move(place));
}
void AlgorithmBuilder::collect_moved(const clang::Expr* iterator, Access access, Expressions& out) {
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
  Expressions range;
  collect(container_of(iterator), {access, Sink::Host}, range);
  refer_to_element(range);
  out.insert(out.end(), range.begin(), range.end());
}

bool AlgorithmBuilder::collect_lent_range(const clang::Expr* argument, const std::string& consumer, Expressions& out) {
  const clang::Expr* written = as_written(argument);
  const bool converted = is_sequence(written->getType()) && is_structure_of_numbers(written->getType()) &&
                         !is_structure_of_numbers(argument->getType()) && !container_of(argument);
  if (!converted && !container_of(argument)) return false;
  Expressions found;
  converted ? collect(written, {}, found) : collect_iterator(argument, Access::Read, found);
  need_known(found, consumer);
  out.insert(out.end(), found.begin(), found.end());
  return true;
}

/// Collects a function of elements that an algorithm calls, with the arguments of its parameters. Returns false if its
/// body is unknown.
bool AlgorithmBuilder::collect_element_function(const clang::Expr* function, const Expressions& given, bool folds,
                                                bool by_binding_time, Expressions& out) {
  if (takes_all_types(function)) {
    collect(function, {}, out);
    return true;
  }
  if (library_functor(function->getType())) {
    out.push_back(context_.function_values().function_value(function));
    return true;
  }
  const clang::LambdaExpr* lambda = context_.lambdas().lambda_of(function);
  if (!lambda) return context_.staged_classes().collect_functor(function, given, out);
  const clang::FunctionTemplateDecl* generic = lambda->getDependentCallOperator();
  if (generic && (asks_for_types(generic->getTemplatedDecl()) || generic->getTemplatedDecl()->isVariadic()))
    return false;
  if (by_binding_time)
    context_.lambdas().note_called(as_written(function));
  else
    context_.lambdas().note_passed_on(as_written(function));
  collect(function, {}, out);
  const clang::CXXMethodDecl* body = lambda->getCallOperator();
  const auto call_with = [&](const Expressions& elements) {
    Expr call = wrapped(Kind::Call, function, {});
    call.called.of_lambda = call.repeated = true;
    call.called.of_generic = generic != nullptr;
    call.type = type_class(result_of(lambda));
    call.name = "lambda";
    call.callee = context_.lambdas().identity_of(lambda);
    call.argument_count = body->getNumParams();
    for (unsigned k = 0; k < body->getNumParams(); ++k) {
      Expr element = wrapped(Kind::Opaque, function, elements);
      element.type = model::TypeClass::HostNumber;
      call.operands.push_back(std::move(element));
    }
    return call;
  };
  Expr call = call_with(given);
  if (folds) {  // its result is passed to the next call
    Expressions again = given;
    again.push_back(call);
    call = call_with(again);
  }
  out.push_back(std::move(call));
  return true;
}

/// Collects the range that an argument of an algorithm is or points into.
void AlgorithmBuilder::collect_range(const AlgorithmCall& call, size_t index, Access access, Expressions& out) {
  if (!call.is_whole(index)) return collect_iterator(call.arguments[index], access, out);
  Expressions range;
  collect(call.container(index), {access, Sink::Host}, range);
  refer_to_element(range);
  out.insert(out.end(), range.begin(), range.end());
}

/// Collects a call of an algorithm that needs known numbers.
void AlgorithmBuilder::collect_unfollowed(const clang::CallExpr* source, const AlgorithmCall& call, Expressions& out) {
  Expressions operands;
  const std::string consumer = "'" + call.name + "'";
  std::set<model::VariableId> said;  // of both ends of a range
  for (size_t k = 0; k < call.arguments.size(); ++k) {
    const clang::Expr* argument = call.arguments[k];
    if (const clang::Expr* container = call.container(k)) {
      const bool fixed = container->getType().getNonReferenceType().isConstQualified();
      Expressions found;
      collect_range(call, k, fixed ? Access::Read : Access::Update, found);
      need_known(found, consumer);
      for (Expr& one : found) one.takes_reference = one.takes_reference && said.insert(one.variable).second;
      operands.insert(operands.end(), found.begin(), found.end());
    } else if (is_stageable_number(argument->getType())) {
      collect_exit(argument, consumer, operands, model::Remedy::WriteLoop);
    } else {
      collect(argument, {}, operands);
    }
  }
  out.push_back(wrapped(Kind::HostCall, source, std::move(operands)));
}

bool AlgorithmBuilder::collect_algorithm(const clang::CallExpr* source, bool finds, Expressions& out) {
  const AlgorithmCall called = algorithm_call(source);
  const std::vector<const clang::Expr*>& arguments = called.arguments;
  if (!called || arguments.size() < (called.of_ranges ? 1 : 2)) return false;
  bool any = false;
  for (size_t k = 0; k < arguments.size(); ++k) any = any || called.container(k);
  if (!any) return false;
  const auto [algorithm, kinds] = find_algorithm(called, finds);
  bool lists = algorithm && algorithm->lists != Algorithm::Lists::None && !called.of_ranges;
  bool structures = false, numbers = false;
  for (size_t k = 0; k < arguments.size(); ++k) {
    const clang::Expr* container = called.container(k) ? called.container(k) : inserted_container(arguments[k]);
    if (!container) continue;
    lists = lists && context_.lists().names_possible_list(container);
    numbers = numbers || is_structure_of_numbers(container->getType());
    structures = structures || !has_numbers_as_elements(container) || !is_structure_of_numbers(container->getType());
  }
  if (!lists && (!numbers || !algorithm || algorithm->removes())) {
    if (numbers) collect_unfollowed(source, called, out);
    return numbers;
  }
  Expressions operands, ranges, values, functions;
  bool followed = algorithm != nullptr, folds = false;
  for (size_t k = 0; k < arguments.size() && followed; ++k) {
    const char what = kinds[k];
    if (what == 'v') {
      followed = may_start_with(*algorithm, arguments[k]->getType());
      if (followed) values.push_back(expression(arguments[k], {}));
    } else if (what == 'f' || what == 'g' || what == 'c') {
      folds = what == 'g';
      const clang::LambdaExpr* lambda = context_.lambdas().lambda_of(arguments[k]);
      const bool in_order = !algorithm->by_binding_time || algorithm->name == "generate";
      if (lambda && !in_order && may_change_something(lambda)) followed = false;
      // std::for_each returns the function object.
      if (!lambda && algorithm->name == "for_each" && !takes_all_types(arguments[k])) followed = false;
    } else {
      const clang::Expr* container = called.container(k);
      if (!container && what == 'w' && !called.of_ranges) container = inserted_container(arguments[k]);
      followed = lists || (container && called.is_whole(k) == (std::isupper(what) != 0) &&
                           (takes_any_element(*algorithm) || has_numbers_as_elements(container)));
    }
  }
  Expressions given;
  imply(values, given);
  for (size_t k = 0; k < arguments.size() && followed; ++k) {
    const auto what = static_cast<char>(std::tolower(kinds[k]));
    if (const clang::Expr* inserted = inserted_container(arguments[k]))
      if (Expr* target = context_.lists().collect_resized(inserted, "push_back", ranges)) target->grows = true;
    if (!called.container(k)) continue;
    Expressions range;
    collect_range(called, k, what == 'w' || what == 'u' ? Access::Update : Access::Read, range);
    if (called.name != "for_each") choose_row(called.container(k), range);  // its function may take references
    ranges.insert(ranges.end(), range.begin(), range.end());
    if (what == 'r' || what == 'u') imply(ranges, given);
  }
  for (size_t k = 0; k < arguments.size() && followed; ++k) {
    const char what = kinds[k];
    if (what == 'c' && is_order(arguments[k])) continue;
    if (what == 'f' || what == 'g' || what == 'c')
      followed = collect_element_function(arguments[k], given, folds, algorithm->by_binding_time, functions);
  }
  if (!followed) {
    collect_unfollowed(source, called, out);
    return true;
  }
  const clang::Expr* ordered = called.container(0);
  const auto type =
      ordered && lists && algorithm->lists == Algorithm::Lists::Ordered ? list_type(ordered->getType()) : std::nullopt;
  if (const clang::FunctionDecl* order = type ? method_of_staged_class(own_order(type->element), text_) : nullptr) {
    Expr element = wrapped(Kind::Opaque, source, given);
    element.type = model::TypeClass::NumberStructure;
    element.repeated = true;
    functions.push_back(wrapped(Kind::Call, source, {}));
    call_order(order, element, functions.back());
    context_.callees().staged_methods.insert(order);
  }
  // The written elements are as symbolic as the elements read and the results of the function.
  Expressions sources;
  imply(given, sources);
  imply(functions, sources);
  for (Expr& one : ranges) {
    Expressions alone{one};
    if (Expr* written = first_written(alone)) {
      written->operands = sources;
      written->repeated = true;
      one = std::move(alone.front());
    } else if (algorithm->by_binding_time && kinds.ends_with('c')) {
      add_operand_of_binding_time(one, sources);
    }
  }
  for (Expressions* list : {&ranges, &values, &functions}) {
    for (Expr& one : *list) operands.push_back(std::move(one));
  }
  const bool in_cxx = algorithm->in_cxx || called.of_ranges || lists;
  Expr result = wrapped(in_cxx ? Kind::StandardCall : Kind::HostCall, source, std::move(operands));
  result.for_lists = lists && (!algorithm->in_cxx || structures);
  result.needs_list = lists && (structures || algorithm->removes());
  const clang::DeclRefExpr* name = called.written;
  result.name = (called.of_ranges ? "ranges::" : "") + std::string(algorithm->name);
  if (in_cxx && name) {
    result.head = {text_.offset(name->getBeginLoc()), text_.token(name->getLocation()).end};
    result.in_macro = result.in_macro || !text_.is_plain(name->getLocation());
  }
  out.push_back(std::move(result));
  return true;
}

}  // namespace agc::parse
