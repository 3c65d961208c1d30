#include "parse/build/calls/call_builder.h"

#include <iterator>

#include "parse/build/calls/callback_builder.h"
#include "parse/build/calls/converted_call_builder.h"
#include "parse/build/calls/dependent_call_builder.h"
#include "parse/build/calls/function_value_builder.h"
#include "parse/build/calls/lambda_builder.h"
#include "parse/build/calls/library_call_builder.h"
#include "parse/build/calls/staged_class_builder.h"
#include "parse/build/values/algorithm_builder.h"
#include "parse/build/values/expression_builder.h"
#include "parse/build/values/expression_list.h"
#include "parse/build/values/list_builder.h"
#include "parse/build/values/number_builder.h"
#include "parse/build/values/structure_builder.h"
#include "parse/build/values/subscript_builder.h"
#include "parse/build/values/text_builder.h"
#include "parse/build/variables/alias_builder.h"
#include "parse/build/variables/external_builder.h"
#include "parse/build/variables/member_builder.h"
#include "parse/build/variables/pointer_builder.h"
#include "parse/queries/functions/algorithm_call.h"
#include "parse/queries/functions/callee.h"
#include "parse/queries/functions/expressions.h"
#include "parse/queries/functions/library_method.h"
#include "parse/queries/functions/returned_lambda.h"
#include "parse/queries/functions/subscript.h"
#include "parse/queries/functions/traced_object.h"
#include "parse/queries/types/held_tensor.h"
#include "parse/queries/types/text_variable.h"
#include "parse/queries/types/type_class.h"
#include "parse/queries/uses/consumer.h"
#include "parse/queries/uses/map_uses.h"

namespace agc::parse {
namespace {

using model::Access;
using model::Expr;
using model::Sink;
using Kind = Expr::Kind;

}  // namespace

void CallBuilder::note_callee(const clang::FunctionDecl* callee) {
  const clang::FunctionDecl* definition = nullptr;
  if (!callee) return;
  // The body of a virtual call is known only at run time.
  const auto* called = llvm::dyn_cast<clang::CXXMethodDecl>(callee);
  if (called && called->isVirtual()) context_.callees().functions.insert(callee);
  if (!callee->hasBody(definition) || !text_.is_in_user_file(definition->getLocation())) return;
  const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(definition);
  if (method && method->getParent()->isLambda()) return;  // a lambda's body is examined where it is written
  // For a template, this is the instantiation: only there is it known if it uses tensors.
  context_.callees().functions.insert(definition);
}

/// Describes changes by a function of the library, which has no annotation.
static void describe_change(const Consumer& consumer, size_t first, std::vector<Expr>& out) {
  for (size_t k = first; k < out.size(); ++k) {
    if (!out[k].takes_reference) continue;
    out[k].detail = consumer.name;
    out[k].remedy = consumer.remedy;
  }
}

/// True for swap(x[i], x[j]) of tensors.
static bool takes_element(const clang::FunctionDecl* callee, unsigned index) {
  if (!callee || !is_in_ag(callee) || index >= callee->getNumParams()) return false;
  const clang::QualType type = callee->getParamDecl(index)->getType();
  return type->isRValueReferenceType() && is_ag_class(type, "Element");
}

/// Returns v of std::get_if<T>(&v) if v is const and therefore stays unchanged while the pointer exists.
static const clang::Expr* constant_alternative(const clang::FunctionDecl* callee, const clang::Expr* argument) {
  if (!callee || !is_in_std(callee) || !callee->getIdentifier() || callee->getName() != "get_if") return nullptr;
  const auto* address = llvm::dyn_cast<clang::UnaryOperator>(as_written(argument));
  const bool constant =
      address && address->getOpcode() == clang::UO_AddrOf && address->getSubExpr()->getType().isConstQualified();
  return constant ? address->getSubExpr() : nullptr;
}

void CallBuilder::collect_arguments(const clang::FunctionDecl* callee, llvm::ArrayRef<const clang::Expr*> arguments,
                                    unsigned first, Expressions& out) {
  context_.lambdas().pass_lambdas(callee, arguments);
  for (unsigned k = first; k < arguments.size(); ++k) {
    const clang::Expr* argument = arguments[k];
    if (runs_on_host(callee, k - first, argument)) continue;
    if (callee && argument->getType()->isPointerType() && k - first < callee->getNumParams() &&
        !is_structure_of_numbers(argument->getType()->getPointeeType()) &&
        context_.pointers().collect_output_argument(callee->getParamDecl(k - first), argument, out))
      continue;
    if (const clang::Expr* constant = constant_alternative(callee, argument)) {
      collect(constant, {}, out);
      continue;
    }
    const bool changes = may_change_argument(callee, k - first) || takes_element(callee, k - first) ||
                         (callee && !is_in_std(callee) && k - first < callee->getNumParams() &&
                          moves_variable(callee->getParamDecl(k - first)->getType(), argument)) ||
                         (k == first && calls_first(callee) && has_changing_call(argument->getType()));
    const bool numbers =
        is_stageable_number(argument->getType()) || is_structure_of_numbers(argument->getType()) ||
        (argument->isTypeDependent() && class_of(argument) == model::TypeClass::HostNumber && callee &&
         k - first < callee->getNumParams() && is_stageable_number(callee->getParamDecl(k - first)->getType()));
    const bool of_library = callee && (is_in_std(callee) || is_in_ag(callee));
    if (!numbers && !of_library &&
        context_.algorithms().collect_lent_range(argument, describe_taker(callee, argument, text_).name, out))
      continue;
    const clang::InitListExpr* list = list_of_numbers(argument);
    if (list && callee && !llvm::isa<clang::CXXMethodDecl>(callee) && !is_in_ag(callee)) {
      for (const clang::Expr* element : list->inits()) {
        const Consumer consumer = describe_taker(callee, element, text_);
        collect_exit(element, consumer.name, out, consumer.remedy);
      }
    } else if (!numbers) {
      collect(argument, {changes ? Access::Update : Access::Read, Sink::Host}, out);
    } else if (changes) {
      const bool any = takes_any_number(callee, k - first);
      const size_t before = out.size();
      context_.numbers().collect_changed_number(argument, any || !callee ? "" : callee->getNameAsString(), out);
      if (callee && is_in_std(callee)) describe_change(describe_taker(callee, argument, text_), before, out);
    } else if (takes_any_number(callee, k - first) || takes_symbolic_number(callee, k - first)) {
      collect(argument, {}, out);
    } else {
      const Consumer consumer = describe_taker(callee, argument, text_);
      collect_exit(argument, consumer.name, out, consumer.remedy);
    }
    context_.aliases().collect_lent(callee, argument, out);
  }
}

void CallBuilder::collect_call(const clang::CallExpr* source, Use use, Expressions& out) {
  const clang::FunctionDecl* callee = source->getDirectCallee();
  if (context_.converted_calls().collect_callable_call(source, source->getCallee(),
                                                       {source->getArgs(), source->getNumArgs()}, out))
    return;
  if (!callee && context_.function_values().collect_function_call(source, source->getCallee(),
                                                                  {source->getArgs(), source->getNumArgs()}, out))
    return;
  if (!callee) collect(source->getCallee(), {}, out);
  if (context_.staged_classes().collect_staged_method(source, out)) return;
  if (const TracedObject object = traced_object(source); object.lambda || object.function)
    return out.push_back(finding(Kind::TracedObject, source->getSourceRange()));
  note_callee(callee);
  if (context_.library_calls().collect_visit(source, out)) return;
  if (context_.library_calls().collect_standard_call(source, out) ||
      context_.library_calls().collect_exchange(source, out) ||
      context_.algorithms().collect_algorithm(source, false, out))
    return;
  if (callee && counts_elements(callee)) {  // unchanged for a staged class; constant for arrays
    return followed_array(as_written(source->getArg(0))->getType()) ? void() : collect(source->getArg(0), {}, out);
  }
  // A map of symbolic numbers has to initialize a variable that is used as one.
  const bool known_map =
      callee && is_map_of_numbers(callee->getReturnType()) && !context_.lists().initialises_promotable_map(source);
  if (!known_map && context_.converted_calls().is_convertible(callee)) {
    if (is_text_result(callee) || is_result_with_text(callee))
      return context_.texts().collect_known_text(source, callee, out);
    return context_.converted_calls().collect_converted_call(source, callee, out);
  }
  if (context_.converted_calls().collect_staged_call(source, out)) return;
  if (context_.converted_calls().collect_template_call(source, out) ||
      context_.converted_calls().collect_instance_call(source, out))
    return;
  if (callee && is_in_std(callee) && callee->getIdentifier() && callee->getName() == "get_if" &&
      source->getNumArgs() == 1) {  // the host knows the alternative
    const auto* address = llvm::dyn_cast<clang::UnaryOperator>(as_written(source->getArg(0)));
    if (address && address->getOpcode() == clang::UO_AddrOf) {
      Expressions held;
      collect(address->getSubExpr(), {}, held);
      return out.push_back(wrapped(Kind::HostCall, source, std::move(held)));
    }
  }
  if (callee && gives_part(callee) && source->getNumArgs() == 1) {
    Expressions whole;
    collect(source->getArg(0), {use.access == Access::Write ? Access::Update : use.access, Sink::Host}, whole);
    return context_.structures().collect_part(source, std::move(whole), out);
  }
  if (callee && is_in_std(callee) && callee->getIdentifier() && callee->getName() == "move" &&
      source->getNumArgs() == 1) {
    Expressions moved;
    collect(source->getArg(0), {use.access, Sink::Host}, moved);
    refuse_live(moved);
    out.insert(out.end(), moved.begin(), moved.end());
    return;
  }
  if (use.access != Access::Read && source->isLValue()) {
    out.push_back(finding(Kind::IndirectWrite, source->getSourceRange()));
  }
  Expressions operands;
  const llvm::ArrayRef<const clang::Expr*> arguments(source->getArgs(), source->getNumArgs());
  if (passes_on(callee)) {
    const bool tied = use.access != Access::Read && callee->getIdentifier() && callee->getName() == "tie";
    for (const clang::Expr* argument : arguments)
      collect(argument, {tied ? Access::Write : Access::Read, Sink::Host}, operands);
    if (tied) refer_to_elements(operands);
    if (makes_structure(callee) && is_structure_of_numbers(source->getType()))
      return context_.structures().collect_spelled(source, source->getCallee()->getSourceRange(), std::move(operands),
                                                   out);
    out.push_back(wrapped(Kind::Opaque, source, std::move(operands)));
    return;
  }
  collect_arguments(callee, arguments, 0, operands);
  if (!operands.empty()) out.push_back(wrapped(Kind::HostCall, source, std::move(operands)));
}

void CallBuilder::collect_operator(const clang::CXXOperatorCallExpr* source, Use use, Expressions& out) {
  const auto* callee = source->getDirectCallee();
  const auto* method = llvm::dyn_cast_or_null<clang::CXXMethodDecl>(callee);
  const auto operation = source->getOperator();
  const llvm::ArrayRef<const clang::Expr*> arguments(source->getArgs(), source->getNumArgs());
  if (method && use.access != Access::Read && gives_away(source, method))
    out.push_back(finding(Kind::IndirectWrite, source->getSourceRange()));
  if (context_.lambdas().collect_lambda_call(source, out)) return;
  if (operation == clang::OO_Call && context_.algorithms().collect_algorithm(source, false, out)) return;
  if ((operation == clang::OO_Star || operation == clang::OO_Arrow) &&
      context_.algorithms().collect_found_element(arguments[0], use, out))
    return;
  if (operation == clang::OO_Call &&
      (context_.converted_calls().collect_callable_call(source, arguments[0], arguments.drop_front(), out) ||
       context_.function_values().collect_function_call(source, arguments[0], arguments.drop_front(), out)))
    return;
  if (context_.library_calls().collect_library_value(source, out)) return;
  if (source->isComparisonOp() && callee && is_in_std(callee) &&
      context_.library_calls().collect_three_way(source, clang::BinaryOperator::getOverloadedOpcode(operation),
                                                 source->getOperatorLoc(), arguments[0], arguments[1], out))
    return;
  if (operation == clang::OO_Equal) note_callee(callee);
  if (operation == clang::OO_Equal) {
    const size_t before = out.size();
    context_.expressions().collect_assignment(arguments[0], arguments[1], Access::Write, out);
    return assign_places(out, before, use);
  }
  if (context_.numbers().collect_dimension(source, out)) return;
  if (operation == clang::OO_EqualEqual &&
      context_.staged_classes().collect_default_comparison(source, source, arguments[0], arguments[1], out))
    return;
  const bool of_object = method && !method->isStatic();
  if (of_object && !context_.externals().is_kept_object(arguments[0], method) &&
      context_.staged_classes().collect_staged_method_call(source, arguments[0], method, arguments.drop_front(), use,
                                                           out)) {
    return;
  }
  if (!of_object && callee && context_.staged_classes().collect_staged_method(source, out)) return;
  note_callee(callee);
  if (!of_object) {
    if (!callee) return context_.expressions().collect_children(source, {}, out);
    if (context_.converted_calls().is_convertible(callee))
      return context_.converted_calls().collect_converted_call(source, callee, out);
    if (context_.converted_calls().collect_instance_call(source, out)) return;
    Expressions operands;
    if (is_in_ag(callee) || asks_for_value(callee)) {  // numbers become tensors unchanged; a missing one stays missing
      for (unsigned k = 0; k < arguments.size(); ++k) {
        collect(arguments[k], {may_change_argument(callee, k) ? Access::Update : Access::Read, Sink::Host}, operands);
      }
    } else {
      collect_arguments(callee, arguments, 0, operands);
    }
    if (asks_for_value(callee)) {
      out.insert(out.end(), operands.begin(), operands.end());
    } else if (!operands.empty()) {
      out.push_back(wrapped(Kind::HostCall, source, std::move(operands)));
    }
    return;
  }
  if (context_.externals().is_kept_object(arguments[0], method)) {
    Expressions operands;
    context_.externals().collect_way(arguments[0], operands);
    collect_arguments(method, arguments, 1, operands);
    return out.push_back(wrapped(Kind::HostCall, source, std::move(operands)));
  }
  Use object;
  const bool part = gives_part(method) || (is_of_optional(method) && operation != clang::OO_Equal);
  if (part) {
    if (use.access != Access::Read) object.access = Access::Update;
  } else if (operation == clang::OO_Star || operation == clang::OO_Arrow) {
    if (use.access != Access::Read) out.push_back(finding(Kind::IndirectWrite, source->getSourceRange()));
  } else if (may_change_object(method) &&
             !(method->getParent()->isLambda() && context_.lambdas().lambda_of(arguments[0]))) {
    object.access = Access::Update;
  }
  if (operation == clang::OO_Subscript && is_in_std(method))
    return context_.subscripts().collect_subscript(source, arguments[0], arguments[1], object, out);
  const bool passes = part || is_in_ag(method);
  Expressions operands, target;
  context_.callbacks().note_given_object(method, arguments[0]);
  collect_arguments(method, arguments, 1, operands);
  context_.numbers().collect_receiver(arguments[0], method, object, target);
  if (source->isAssignmentOp() && is_in_ag(method)) context_.externals().refuse_written(arguments[0], target);
  if ((source->isAssignmentOp() || operation == clang::OO_PlusPlus || operation == clang::OO_MinusMinus) &&
      is_in_ag(method))
    assign_places(target, 0, use);
  if (object.access != Access::Read && !is_in_ag(method) && !is_in_std(method))
    context_.aliases().note_element_call(source, arguments[0], use, target, operands);
  operands.insert(operands.end(), target.begin(), target.end());
  if (passes) {
    out.insert(out.end(), operands.begin(), operands.end());
  } else {
    out.push_back(wrapped(Kind::HostCall, source, std::move(operands)));
  }
}

/// True for flip() of std::vector<bool>, which other vectors do not have.
static bool is_flip(const clang::CXXMethodDecl* method) {
  return is_in_std(method) && method->getIdentifier() && method->getName() == "flip" && method->getNumParams() == 0 &&
         method->getParent()->getName() == "vector";
}

void CallBuilder::collect_method(const MethodCall& call, Use use, Expressions& out) {
  const auto& [source, arguments, method, object] = call;
  // In the function that creates it, an ag::function object stands for its lambda.
  if (is_ag_class(as_written(object)->getType(), "Callable") && context_.lambdas().lambda_of(object))
    return out.push_back(finding(Kind::TracedObject, source->getSourceRange()));
  if (!context_.externals().is_kept_object(object, method) &&
      context_.staged_classes().collect_staged_method_call(source, object, method, arguments, use, out))
    return;
  note_callee(method);
  context_.callbacks().note_given_object(method, object);
  if (context_.converted_calls().collect_staged_call(call, out)) return;
  if (context_.externals().is_kept_object(object, method)) {
    Expressions operands;
    context_.externals().collect_way(object, operands);
    collect_arguments(method, arguments, 0, operands);
    return out.push_back(wrapped(Kind::HostCall, source, std::move(operands)));
  }
  if (llvm::isa<clang::CXXThisExpr>(object->IgnoreParenImpCasts())) {
    collect_arguments(method, arguments, 0, out);
    if (is_in_ag(method)) return;  // results of ag::Module have identity
    if (use.access != Access::Read && gives_lvalue(source))
      out.push_back(finding(Kind::IndirectWrite, source->getSourceRange()));
    const Access access = !may_change_object(method) && use.access == Access::Read ? Access::Read : Access::Update;
    const auto* record = object->IgnoreParenImpCasts()->getType()->getPointeeCXXRecordDecl();
    return context_.members().collect_object(record, method, source->getSourceRange(), access, out);
  }
  if (is_flip(method)) {  // becomes ag::cxx::flip(v)
    Expressions operands;
    operands.push_back(expression(object, {Access::Update, Sink::Host}));
    Expr result = wrapped(Kind::StandardCall, source, std::move(operands));
    result.operation = model::LibraryOperation::Flip;
    return out.push_back(std::move(result));
  }
  if (context_.library_calls().collect_library_value(source, out)) return;
  const auto* resolved = llvm::dyn_cast<clang::CXXMemberCallExpr>(source);
  if (resolved &&
      (context_.numbers().collect_dimension(resolved, out) || context_.library_calls().collect_exchange(source, out) ||
       context_.lists().collect_resizing(resolved, out) || context_.library_calls().collect_value_or(resolved, out) ||
       context_.subscripts().collect_at(resolved, use, out)))
    return;
  const bool to_number =
      is_stageable_number(source->getType()) &&
      (llvm::isa<clang::CXXConversionDecl>(method) || (method->getIdentifier() && method->getName() == "item"));
  if (reads_as_tensor(object->getType()) && to_number) {
    return out.push_back(context_.numbers().from_tensor(source, object, source->getType()));
  }
  if (llvm::isa<clang::CXXConversionDecl>(method) && is_tensor(source->getType()) && has_identity(object->getType()))
    return collect(object, {Access::Read, Sink::Tensor}, out);
  Use inner;
  if (gives_part(method)) {
    if (use.access != Access::Read) inner.access = Access::Update;
  } else if (may_change_object(method)) {
    const MethodEffects* effects = is_tensor(object->getType()) ? nullptr : context_.members().effects_of(method);
    if (!effects || effects->anything || !effects->fields.empty()) inner.access = Access::Update;
    if (use.access != Access::Read && gives_lvalue(source)) {
      out.push_back(finding(Kind::IndirectWrite, source->getSourceRange()));
    }
  } else if (use.access != Access::Read && gives_away(source, method)) {
    out.push_back(finding(Kind::IndirectWrite, source->getSourceRange()));
  }
  Expressions operands;
  collect_arguments(method, arguments, 0, operands);
  const auto* member = llvm::dyn_cast<clang::MemberExpr>(source->getCallee()->IgnoreParens());
  const bool arrow = member && member->isArrow();
  Expressions receiver;
  if (arrow && context_.pointers().is_position_variable(object)) {
    context_.pointers().collect_pointee(object, inner, receiver);
  } else {
    if (arrow) inner.access = Access::Read;  // the pointer itself stays
    context_.numbers().collect_receiver(object, method, inner, receiver);
  }
  if (inner.access != Access::Read && !is_in_ag(method) && !is_in_std(method))
    context_.aliases().note_element_call(source, object, use, receiver, operands);
  operands.insert(operands.end(), receiver.begin(), receiver.end());
  if (gives_part(method) || passes_on(method)) {
    out.insert(out.end(), operands.begin(), operands.end());
  } else {
    out.push_back(wrapped(Kind::HostCall, source, std::move(operands)));
    out.back().operation = operation_of(method);
  }
}

void CallBuilder::collect_any_call(const clang::CallExpr* source, Use use, Expressions& out) {
  const clang::CallExpr* around = context_.callbacks().enter_call(source);
  const size_t before = out.size(), given = context_.callbacks().count();
  const size_t through = context_.pointers().written_count();
  if (context_.dependent_calls().collect_dependent(source, use, out)) {
  } else if (const auto* x = llvm::dyn_cast<clang::CXXOperatorCallExpr>(source)) {
    collect_operator(x, use, out);
  } else if (const MethodCall call(source); call) {
    collect_method(call, use, out);
  } else if (const auto* x = llvm::dyn_cast<clang::CXXMemberCallExpr>(source)) {
    context_.function_values().collect_pointer_call(x, out);
  } else {
    collect_call(source, use, out);
  }
  context_.callbacks().enter_call(around);
  context_.subscripts().guard_end(source, before, out);
  if (use.access == Access::Read) context_.pointers().write_through(source, use, before, through, out);
  // ag::lending may be written around the call.
  const bool whole = out.size() == before + 1 && out.back().range == text_.range(source->getSourceRange());
  const void* made = lambda_made_by(source->getDirectCallee());
  if ((context_.callbacks().count() == given || whole) && !made) return;
  Expressions parts(std::make_move_iterator(out.begin() + std::ptrdiff_t(before)), std::make_move_iterator(out.end()));
  out.resize(before);
  out.push_back(wrapped(Expr::Kind::Opaque, source, std::move(parts)));
  out.back().type = class_of(source);
  if (made) out.back().function_value.passes.push_back(made);
}

}  // namespace agc::parse
