#include "parse/build/values/expression_builder.h"

#include <clang/AST/DeclTemplate.h>

#include <algorithm>

#include "parse/build/calls/call_builder.h"
#include "parse/build/calls/dependent_call_builder.h"
#include "parse/build/calls/lambda_builder.h"
#include "parse/build/calls/library_call_builder.h"
#include "parse/build/calls/staged_class_builder.h"
#include "parse/build/values/algorithm_builder.h"
#include "parse/build/values/expression_list.h"
#include "parse/build/values/keyed_builder.h"
#include "parse/build/values/number_builder.h"
#include "parse/build/values/structure_builder.h"
#include "parse/build/values/subscript_builder.h"
#include "parse/build/values/text_builder.h"
#include "parse/build/variables/alias_builder.h"
#include "parse/build/variables/external_builder.h"
#include "parse/build/variables/member_builder.h"
#include "parse/build/variables/pointer_builder.h"
#include "parse/build/variables/reference_builder.h"
#include "parse/build/variables/variable_builder.h"
#include "parse/queries/functions/algorithm_call.h"
#include "parse/queries/functions/callee.h"
#include "parse/queries/functions/expressions.h"
#include "parse/queries/functions/subscript.h"
#include "parse/queries/functions/type_queries.h"
#include "parse/queries/types/dynamic_class.h"
#include "parse/queries/types/held_tensor.h"
#include "parse/queries/types/library_value.h"
#include "parse/queries/types/text_variable.h"
#include "parse/queries/types/type_class.h"
#include "parse/queries/uses/output.h"

namespace agc::parse {

using model::Access;
using model::Expr;
using model::Sink;
using Kind = Expr::Kind;

namespace {

/// True for T(value) of a T.
bool is_copy(const clang::Expr* source) {
  const auto* construct = llvm::dyn_cast<clang::CXXConstructExpr>(source->IgnoreImplicit());
  return construct && construct->getConstructor()->isCopyOrMoveConstructor();
}

/// Returns the outermost parentheses around the written expression, or that expression.
const clang::Expr* with_parentheses(const clang::Expr* source) {
  const clang::Expr* written = as_written(source);
  while (source != written && !llvm::isa<clang::ParenExpr>(source)) {
    const clang::Expr* inner = source->IgnoreImplicit();
    if (inner == source) {
      const auto* call = llvm::dyn_cast<clang::CXXMemberCallExpr>(source);
      const auto* construct = llvm::dyn_cast<clang::CXXConstructExpr>(source);
      if (call)
        inner = call->getImplicitObjectArgument();
      else if (construct && construct->getNumArgs() > 0)
        inner = construct->getArg(0);
      else
        return written;
    }
    source = inner;
  }
  return source;
}

/// True for a conversion of a number to a type that no graph has, such as long double.
bool widens_number(const clang::CastExpr* source) {
  const clang::QualType type = source->getType();
  return !type->isDependentType() && type->isArithmeticType() && !is_stageable_number(type) &&
         is_stageable_number(source->getSubExpr()->getType());
}

/// True if the statement uses the object in another way than by a member access.
bool uses_object(const clang::Stmt* source) {
  if (!source) return false;
  if (const auto* member = llvm::dyn_cast<clang::MemberExpr>(source)) {
    const auto* object = llvm::dyn_cast<clang::CXXThisExpr>(member->getBase()->IgnoreParenImpCasts());
    if (object) return !object->isImplicit() || !llvm::isa<clang::FieldDecl>(member->getMemberDecl());
  }
  return llvm::isa<clang::CXXThisExpr>(source) || std::ranges::any_of(source->children(), &uses_object);
}

}  // namespace

Expr ExpressionBuilder::condition(const clang::Expr* source, Use use) {
  Expr result = expression(source, use);
  result.in_macro = result.in_macro || !text_.has_own_text(with_parentheses(source)->getSourceRange());
  return result;
}

Expr ExpressionBuilder::expression(const clang::Expr* source, Use use) {
  const clang::Expr* written = as_written(source);
  if (use.sink == Sink::Host && is_tensor(source->getType())) use.sink = Sink::Tensor;
  const bool asks = use.sink == Sink::Condition && reads_as_tensor(written->getType());
  Expr result;
  if (const auto* binary = llvm::dyn_cast<clang::BinaryOperator>(written); binary && binary->isLogicalOp()) {
    result = logical(binary, use);
  } else if (const auto* chosen = llvm::dyn_cast<clang::ConditionalOperator>(written)) {
    result = conditional(chosen, use);
  } else if (const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(written);
             unary && unary->getOpcode() == clang::UO_LNot) {
    result.kind = Expr::Kind::Negation;
    result.sink = use.sink;
    result.operands.push_back(
        expression(unary->getSubExpr(), {Access::Read, use.sink == Sink::Host ? Sink::Host : Sink::Condition}));
  } else {
    collect(asks ? written : source, use, result.operands);
  }
  result.type = asks ? model::TypeClass::Tensor : class_of(written);
  result.range = text_.range(written->getSourceRange());
  result.outer_range = text_.range(with_parentheses(source)->getSourceRange());
  result.place = text_.offset(written->getExprLoc());
  const auto* binary = llvm::dyn_cast<clang::BinaryOperator>(written);
  const auto* overloaded = llvm::dyn_cast<clang::CXXOperatorCallExpr>(written);
  const bool comma = (binary && binary->isCommaOp()) || (overloaded && overloaded->getOperator() == clang::OO_Comma);
  result.is_comma = comma && result.range == result.outer_range;
  return result;
}

Expr ExpressionBuilder::logical(const clang::BinaryOperator* source, Use use) {
  Expr result;
  result.kind = Expr::Kind::Logical;
  result.conjunction = source->getOpcode() == clang::BO_LAnd;
  result.sink = use.sink;
  result.operator_token = text_.token(source->getOperatorLoc());
  result.in_macro = !text_.is_plain(source->getOperatorLoc()) || !text_.is_in_user_file(source->getBeginLoc());
  result.operands.push_back(condition(source->getLHS()));
  result.operands.push_back(condition(source->getRHS()));
  return result;
}

void ExpressionBuilder::find_bound_choices(const clang::FunctionDecl* function) {
  if (!parent_) conditional_lvalues_ = conditional_lvalues(function->getBody());
}

/// Returns the range of the call that binds the conditional expression to a reference parameter, or an empty range if
/// the binding is harmless.
model::Range ExpressionBuilder::bound_in(const clang::ConditionalOperator* choice) const {
  if (parent_) return parent_->expressions().bound_in(choice);
  const auto known = conditional_lvalues_.find(choice);
  return known == conditional_lvalues_.end() ? model::Range() : text_.range(known->second);
}

Expr ExpressionBuilder::conditional(const clang::ConditionalOperator* source, Use use) {
  Expr result;
  result.bound_in = bound_in(source);
  result.kind = Expr::Kind::Conditional;
  result.sink = use.sink;
  result.as_target = use.access != Access::Read;
  result.operator_token = text_.token(source->getQuestionLoc());
  result.colon = text_.token(source->getColonLoc());
  result.in_macro = !text_.is_plain(source->getQuestionLoc()) || !text_.is_plain(source->getColonLoc());
  const auto branch = [&](const clang::Expr* side) {  // a stream operand of ?: is a value
    return Use{use.access, output_of(side) ? Sink::Host : use.sink};
  };
  result.operands.push_back(condition(source->getCond()));
  result.operands.push_back(context_.numbers().value(source->getTrueExpr(), branch(source->getTrueExpr())));
  result.operands.push_back(context_.numbers().value(source->getFalseExpr(), branch(source->getFalseExpr())));
  if (!result.as_target) return result;
  Expressions chosen{std::move(result)};
  refuse_live(chosen);
  return std::move(chosen.front());
}

void ExpressionBuilder::collect_children(const clang::Stmt* source, Use use, Expressions& out) {
  for (const clang::Stmt* child : source->children()) {
    if (child) collect(child, use, out);
  }
}

void ExpressionBuilder::collect(const clang::Stmt* source, Use use, Expressions& out) {
  if (!source) return;
  const Use read{Access::Read, Sink::Host};
  // Forms with a meaning as a whole come first, because their expressions are also members, operators and calls: places
  // in maps and sets, parts of external variables, output, comparisons with found elements, addresses, positions, and
  // texts.
  if (context_.keyed().collect_keyed(source, use, out) || context_.externals().collect_outside(source, use, out) ||
      context_.library_calls().collect_output(source, use, out) ||
      context_.algorithms().collect_found_position(source, out))
    return;
  if (context_.aliases().collect_same_element(source, out) || context_.pointers().collect_position(source, use, out) ||
      context_.texts().collect_text(source, out))
    return;
  if (const auto* x = llvm::dyn_cast<clang::DeclRefExpr>(source))
    return context_.references().collect_reference(x, use, out);
  if (const auto* x = llvm::dyn_cast<clang::MemberExpr>(source)) return context_.members().collect_member(x, use, out);
  if (const auto* x = llvm::dyn_cast<clang::LambdaExpr>(source)) return context_.lambdas().collect_lambda(x, out);
  if (const auto* x = llvm::dyn_cast<clang::CallExpr>(source)) return context_.calls().collect_any_call(x, use, out);
  if (context_.dependent_calls().collect_dependent(source, use, out)) return;  // members; calls are handled above
  if (const auto* x = llvm::dyn_cast<clang::CXXConstructExpr>(source))
    return context_.structures().collect_construct(x, out);
  if (const auto* x = llvm::dyn_cast<clang::CXXThisExpr>(source)) {  // the pointer allows writes
    if (function_.copy.in_staged_class) out.push_back(finding(Kind::AddressOf, x->getSourceRange(), "*this"));
    return context_.members().collect_object(x->getType()->getPointeeCXXRecordDecl(), nullptr, x->getSourceRange(),
                                             Access::Update, out);
  }
  if (const auto* x = llvm::dyn_cast<clang::UnaryOperator>(source)) return collect_unary(x, use, out);
  if (const auto* x = llvm::dyn_cast<clang::CXXRewrittenBinaryOperator>(source)) return collect_rewritten(x, out);
  if (const auto* x = llvm::dyn_cast<clang::BinaryOperator>(source)) return collect_binary(x, use, out);
  if (const auto* x = llvm::dyn_cast<clang::ConditionalOperator>(source)) return out.push_back(expression(x, use));
  if (const auto* x = llvm::dyn_cast<clang::ArraySubscriptExpr>(source)) return collect_array_element(x, use, out);
  if (const auto* x = llvm::dyn_cast<clang::CXXThrowExpr>(source)) return out.push_back(thrown(x));
  if (llvm::isa<clang::CoroutineSuspendExpr, clang::DependentCoawaitExpr>(source)) {
    return out.push_back(finding(Kind::Coroutine, source->getSourceRange()));
  }
  if (llvm::isa<clang::StmtExpr, clang::BinaryConditionalOperator>(source)) {
    return out.push_back(finding(Kind::Unfollowed, source->getSourceRange()));
  }
  if (const auto* x = llvm::dyn_cast<clang::UnaryExprOrTypeTraitExpr>(source))
    return context_.subscripts().collect_size(x, out);
  if (llvm::isa<clang::CXXNoexceptExpr, clang::CXXTypeidExpr, clang::TypeTraitExpr>(source))
    return context_.subscripts().collect_asked(asked_in(source), out);
  if (llvm::isa<clang::CXXDefaultArgExpr, clang::CXXDefaultInitExpr>(source)) return;
  if (const auto* x = llvm::dyn_cast<clang::InitListExpr>(source)) {
    const clang::InitListExpr* semantic = x->isSemanticForm() || !x->getSemanticForm() ? x : x->getSemanticForm();
    return context_.structures().collect_elements(semantic, out);
  }
  if (const auto* x = llvm::dyn_cast<clang::ParenExpr>(source)) {
    const clang::Expr* written = as_written(x);
    const auto* binary = llvm::dyn_cast<clang::BinaryOperator>(written);
    if (llvm::isa<clang::ConditionalOperator>(written) || (binary && binary->isLogicalOp())) {
      return out.push_back(expression(x, use));
    }
  }
  if (collect_cast(source, out)) return;
  if (const auto* x = llvm::dyn_cast<clang::CXXNewExpr>(source); x && x->isArray()) {
    if (x->getArraySize() && *x->getArraySize())
      collect_exit(*x->getArraySize(), "the size of an array", out, model::Remedy::MakeTensor);
    return collect(x->getInitializer(), read, out);
  }
  if (const auto* x = llvm::dyn_cast<clang::ImplicitCastExpr>(source);
      x && (context_.subscripts().collect_pointer_to_array(x, out) || context_.numbers().collect_conversion(x, out)))
    return;
  // Effects on parentheses, casts and temporaries are effects on the operand.
  const bool transparent =
      llvm::isa<clang::ParenExpr, clang::CastExpr, clang::FullExpr, clang::MaterializeTemporaryExpr,
                clang::CXXBindTemporaryExpr, clang::SubstNonTypeTemplateParmExpr>(source);
  collect_children(source, transparent ? use : read, out);
}

/// Collects a comparison that C++ rewrites: a != b with an operator== that returns bool; that of a staged class does
/// not.
void ExpressionBuilder::collect_rewritten(const clang::CXXRewrittenBinaryOperator* source, Expressions& out) {
  const Use read{Access::Read, Sink::Host};
  const auto form = source->getDecomposedForm();
  if (is_library_value(form.LHS->getType()) || is_library_value(form.RHS->getType())) {
    Expressions sides{expression(form.LHS, read), expression(form.RHS, read)};
    return out.push_back(wrapped(Kind::Opaque, source, std::move(sides)));
  }
  if (context_.library_calls().collect_three_way(source, source->getOperator(), source->getOperatorLoc(), form.LHS,
                                                 form.RHS, out))
    return;
  const auto has_staged_class = [](const clang::Expr* side) {
    const auto* record = side->getType()->getAsCXXRecordDecl();
    return record && !is_in_std(record) && is_structure_of_numbers(side->getType());
  };
  if (!has_staged_class(form.LHS) && !has_staged_class(form.RHS)) return collect(source->getSemanticForm(), read, out);
  if (form.Opcode != clang::BO_Cmp &&
      context_.staged_classes().collect_default_comparison(source, form.InnerBinOp, form.LHS, form.RHS, out))
    return;
  if (form.Opcode != clang::BO_Cmp && context_.library_calls().collect_own_comparison(source, out)) return;
  Expressions operands;
  collect_exit(form.LHS, "this comparison", operands);
  collect_exit(form.RHS, "this comparison", operands);
  return out.push_back(wrapped(Kind::HostCall, source, std::move(operands)));
}

void ExpressionBuilder::collect_binary(const clang::BinaryOperator* source, Use use, Expressions& out) {
  if (source->isLogicalOp()) return out.push_back(expression(source, use));
  if (source->isAssignmentOp()) {
    const size_t before = out.size(), through = context_.pointers().written_count();
    const bool whole = source->getOpcode() == clang::BO_Assign;
    collect_assignment(source->getLHS(), source->getRHS(), whole ? Access::Write : Access::Update, out,
                       !whole && context_.subscripts().may_divide_by_zero(source));
    context_.pointers().write_through(source, use, before, through, out);
    return assign_places(out, before, use);
  }
  if (is_count_of_elements(source)) return;
  if (source->isPtrMemOp()) {  // the member is unknown
    if (use.access != Access::Read) out.push_back(finding(Kind::IndirectWrite, source->getSourceRange()));
    collect_exit(source->getLHS(), "a pointer to a member", out);
    return collect(source->getRHS(), {}, out);
  }
  if (context_.library_calls().collect_three_way(source, source->getOpcode(), source->getOperatorLoc(),
                                                 source->getLHS(), source->getRHS(), out))
    return;
  if (source->getOpcode() == clang::BO_Cmp) {  // for example of pointers
    collect_exit(source->getLHS(), "this comparison", out);
    return collect_exit(source->getRHS(), "this comparison", out);
  }
  return collect_operands(source, use, out);
}

/// Collects a[n] of a built-in array or of a pointer.
void ExpressionBuilder::collect_array_element(const clang::ArraySubscriptExpr* source, Use use, Expressions& out) {
  if (context_.subscripts().collect_array_subscript(source, use, out)) return;
  const clang::Expr* base = subscripted(source)->IgnoreImpCasts();
  if (use.access != Access::Read && base->getType()->isPointerType()) {
    out.push_back(finding(Kind::IndirectWrite, source->getSourceRange()));
  }
  collect_exit(subscript_of(source), "an array", out, model::Remedy::IndexTensor);
  return collect(base, {use.access == Access::Read ? Access::Read : Access::Update, Sink::Host}, out);
}

Expr ExpressionBuilder::thrown(const clang::CXXThrowExpr* source) {
  Expr result = finding(Kind::Throw, source->getSourceRange());
  result.operator_token = text_.token(source->getThrowLoc());
  result.in_macro = !text_.is_plain(source->getThrowLoc());
  result.uses_object = source->getSubExpr() && uses_object(source->getSubExpr());
  if (source->getSubExpr()) {
    const clang::QualType type = source->getSubExpr()->getType();
    if (is_structure_of_numbers(type) || is_stageable_number(type)) {  // a handler catches this exact type
      collect_exit(source->getSubExpr(), "what catches it", result.operands);
    } else {
      collect(source->getSubExpr(), {}, result.operands);
    }
    result.outer_range = text_.range(source->getSubExpr()->getSourceRange());
  }
  return result;
}

/// Collects an expression that writes the type of its value, such as int(n), static_cast<float>(n) and Vec2{x, y}, and
/// conversions to types that no graph has. Returns false for other expressions.
bool ExpressionBuilder::collect_cast(const clang::Stmt* source, Expressions& out) {
  if (const auto* x = llvm::dyn_cast<clang::CastExpr>(source); x && widens_number(x)) {
    collect_exit(x->getSubExpr(), "a number of type '" + x->getType().getUnqualifiedType().getAsString() + "'", out);
    return true;
  }
  if (const auto* x = llvm::dyn_cast<clang::ExplicitCastExpr>(source);
      x && context_.numbers().collect_number_cast(x, x->getTypeAsWritten(), x->getSubExpr(), out))
    return true;
  const auto spelled = [&](const clang::Expr* made, const clang::TypeSourceInfo* type) {
    Expressions operands;
    collect_children(made, {}, operands);
    context_.structures().collect_spelled(made, type->getTypeLoc().getSourceRange(), std::move(operands), out);
    return true;
  };
  if (const auto* x = llvm::dyn_cast<clang::CXXFunctionalCastExpr>(source);
      x && is_structure_of_numbers(x->getType()) && !is_copy(x->getSubExpr()))
    return spelled(x, x->getTypeInfoAsWritten());
  // The same in a template, with a value of a dependent type.
  const auto* x = llvm::dyn_cast<clang::CXXUnresolvedConstructExpr>(source);
  if (!x) return false;
  const clang::Expr* only = x->getNumArgs() == 1 ? x->getArg(0) : nullptr;
  if (only && context_.numbers().collect_number_cast(x, x->getTypeAsWritten(), only, out)) return true;
  if (only && is_text_type(x->getTypeAsWritten()) && context_.texts().may_give_text(only)) {
    out.push_back(finding(Kind::Unfollowed, source->getSourceRange()));
    return true;
  }
  return is_structure_of_numbers(x->getTypeAsWritten()) && spelled(x, x->getTypeSourceInfo());
}

/// True for an object that is constant here and contains nothing that can be staged: a pointer to it is as harmless as
/// a reference.
static bool is_fixed_object(clang::QualType type) {
  return type.isConstQualified() && type->isRecordType() && !contains_tensor(type) && !is_structure_of_numbers(type);
}

void ExpressionBuilder::collect_unary(const clang::UnaryOperator* source, Use use, Expressions& out) {
  const Use read{Access::Read, Sink::Host};
  const clang::Expr* operand = source->getSubExpr();
  if (source->isIncrementDecrementOp()) {
    Expressions targets;
    const size_t through = context_.pointers().written_count();
    collect(operand, {Access::Update, Sink::Host}, targets);
    context_.externals().refuse_written(operand, targets);
    context_.pointers().write_through(source, use, 0, through, targets);
    assign_places(targets, 0, use);
    out.insert(out.end(), targets.begin(), targets.end());
    return;
  }
  if (source->getOpcode() == clang::UO_LNot) return out.push_back(expression(source, use));
  if (source->getOpcode() == clang::UO_Deref && context_.algorithms().collect_found_element(operand, use, out)) return;
  if (source->getOpcode() == clang::UO_AddrOf) {
    bool whole = true;
    const clang::ValueDecl* variable = root_of(operand, whole);
    if (variable && (context_.variables().contains(variable) || context_.aliases().find(variable)) &&
        !is_fixed_object(operand->getType())) {
      out.push_back(finding(Expr::Kind::AddressOf, source->getSourceRange(), variable->getNameAsString()));
    }
    Expressions inner;
    if (!llvm::isa<clang::DeclRefExpr>(operand->IgnoreParens()) || variable) collect(operand, read, inner);
    refuse_live(inner);
    out.insert(out.end(), inner.begin(), inner.end());
    return;
  }
  if (const auto* object = llvm::dyn_cast<clang::CXXThisExpr>(operand->IgnoreParenImpCasts());
      object && source->getOpcode() == clang::UO_Deref) {
    // Code outside of the class cannot take the staged object of a class with virtual methods for an object of the
    // class.
    if (function_.copy.in_staged_class && is_dynamic_class(object->getType()->getPointeeCXXRecordDecl()))
      out.push_back(finding(Expr::Kind::AddressOf, source->getSourceRange(), "*this"));
    return context_.members().collect_object(object->getType()->getPointeeCXXRecordDecl(), nullptr,
                                             source->getSourceRange(), use.access, out);
  }
  if (source->getOpcode() == clang::UO_Deref && use.access != Access::Read) {
    out.push_back(finding(Expr::Kind::IndirectWrite, source->getSourceRange()));
  }
  collect(operand, read, out);
}

}  // namespace agc::parse
