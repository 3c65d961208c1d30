// Dispatch over the kinds of Clang expressions, conditions, and constructor calls.
#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclTemplate.h>

#include <algorithm>

#include "parse/build/function_builder.h"
#include "parse/queries/functions/algorithm_call.h"
#include "parse/queries/functions/callee.h"
#include "parse/queries/functions/returned_lambda.h"
#include "parse/queries/functions/subscript.h"
#include "parse/queries/functions/type_queries.h"
#include "parse/queries/specialize/staged_method.h"
#include "parse/queries/types/braced_list.h"
#include "parse/queries/types/dynamic_class.h"
#include "parse/queries/types/held_tensor.h"
#include "parse/queries/types/library_value.h"
#include "parse/queries/types/tensor_part.h"
#include "parse/queries/types/text_variable.h"
#include "parse/queries/types/type_class.h"
#include "parse/queries/types/value_class.h"
#include "parse/queries/uses/iterated.h"
#include "parse/queries/uses/map_uses.h"
#include "parse/queries/uses/output.h"

namespace agc::parse {

using model::Access;
using model::Expr;
using model::Sink;

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

/// Returns the remedy for an object of the library that would have to hold a symbolic number.
model::Remedy remedy_for_object(clang::QualType type) {
  if (reach(type) != Reach::Nothing) return model::Remedy::NameVariable;
  const bool sized = is_structure_of_numbers(type) || type_class(type) == model::TypeClass::TensorStructure;
  return sized ? model::Remedy::MakeTensor : model::Remedy::KeepNumbers;
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

Expr FunctionBuilder::finding(Expr::Kind kind, clang::SourceRange range, std::string name) const {
  Expr result;
  result.kind = kind;
  result.range = text_.range(range);
  result.place = result.range.begin;
  result.name = std::move(name);
  return result;
}

Expr FunctionBuilder::condition(const clang::Expr* source, Use use) {
  Expr result = expression(source, use);
  result.in_macro = result.in_macro || !text_.has_own_text(with_parentheses(source)->getSourceRange());
  return result;
}

Expr FunctionBuilder::expression(const clang::Expr* source, Use use) {
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

Expr FunctionBuilder::logical(const clang::BinaryOperator* source, Use use) {
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

/// Returns the range of the call that binds the conditional expression to a reference parameter, or an empty range if
/// the binding is harmless.
model::Range FunctionBuilder::bound_in(const clang::ConditionalOperator* choice) const {
  if (parent_) return parent_->bound_in(choice);
  const auto known = conditional_lvalues_.find(choice);
  return known == conditional_lvalues_.end() ? model::Range() : text_.range(known->second);
}

Expr FunctionBuilder::conditional(const clang::ConditionalOperator* source, Use use) {
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
  result.operands.push_back(value(source->getTrueExpr(), branch(source->getTrueExpr())));
  result.operands.push_back(value(source->getFalseExpr(), branch(source->getFalseExpr())));
  if (!result.as_target) return result;
  Expressions chosen{std::move(result)};
  refuse_live(chosen);
  return std::move(chosen.front());
}

void FunctionBuilder::collect_children(const clang::Stmt* source, Use use, Expressions& out) {
  for (const clang::Stmt* child : source->children()) {
    if (child) collect(child, use, out);
  }
}

void FunctionBuilder::collect_any_call(const clang::CallExpr* source, Use use, Expressions& out) {
  const clang::CallExpr* around = std::exchange(call_, source);
  const size_t before = out.size(), given = given_.size(), through = through_.size();
  if (collect_dependent(source, use, out)) {
  } else if (const auto* x = llvm::dyn_cast<clang::CXXOperatorCallExpr>(source)) {
    collect_operator(x, use, out);
  } else if (const MethodCall call(source); call) {
    collect_method(call, use, out);
  } else if (const auto* x = llvm::dyn_cast<clang::CXXMemberCallExpr>(source)) {
    collect_pointer_call(x, out);
  } else {
    collect_call(source, use, out);
  }
  call_ = around;
  guard_end(source, before, out);
  if (use.access == Access::Read) write_through(source, use, before, through, out);
  // ag::lending may be written around the call.
  const bool whole = out.size() == before + 1 && out.back().range == text_.range(source->getSourceRange());
  const void* made = lambda_made_by(source->getDirectCallee());
  if ((given_.size() == given || whole) && !made) return;
  Expressions parts(std::make_move_iterator(out.begin() + std::ptrdiff_t(before)), std::make_move_iterator(out.end()));
  out.resize(before);
  out.push_back(wrapped(Expr::Kind::Opaque, source, std::move(parts)));
  out.back().type = class_of(source);
  if (made) out.back().passes.push_back(made);
}

void FunctionBuilder::collect(const clang::Stmt* source, Use use, Expressions& out) {
  if (!source) return;
  using Kind = Expr::Kind;
  const Use read{Access::Read, Sink::Host};
  if (collect_keyed(source, use, out)) return;
  if (collect_outside(source, use, out) || collect_output(source, use, out) || collect_found_place(source, out)) return;
  if (collect_same_element(source, out) || collect_position(source, use, out) || collect_text(source, out)) return;
  if (const auto* x = llvm::dyn_cast<clang::DeclRefExpr>(source)) return collect_reference(x, use, out);
  if (const auto* x = llvm::dyn_cast<clang::MemberExpr>(source)) return collect_member(x, use, out);
  if (const auto* x = llvm::dyn_cast<clang::LambdaExpr>(source)) return collect_lambda(x, out);
  if (const auto* x = llvm::dyn_cast<clang::CallExpr>(source)) return collect_any_call(x, use, out);
  if (collect_dependent(source, use, out)) return;
  if (const auto* x = llvm::dyn_cast<clang::CXXConstructExpr>(source)) return collect_construct(x, out);
  if (const auto* x = llvm::dyn_cast<clang::CXXThisExpr>(source)) {  // the pointer allows writes
    if (function_.in_staged_class) out.push_back(finding(Kind::AddressOf, x->getSourceRange(), "*this"));
    return collect_object(x->getType()->getPointeeCXXRecordDecl(), nullptr, x->getSourceRange(), Access::Update, out);
  }
  if (const auto* x = llvm::dyn_cast<clang::UnaryOperator>(source)) return collect_unary(x, use, out);
  if (const auto* x = llvm::dyn_cast<clang::CXXRewrittenBinaryOperator>(source)) {
    // C++ rewrites a != b with an operator== that returns bool; that of a staged class does not.
    const auto form = x->getDecomposedForm();
    if (is_library_value(form.LHS->getType()) || is_library_value(form.RHS->getType())) {
      Expressions sides{expression(form.LHS, read), expression(form.RHS, read)};
      return out.push_back(wrapped(Kind::Opaque, x, std::move(sides)));
    }
    if (collect_three_way(x, x->getOperator(), x->getOperatorLoc(), form.LHS, form.RHS, out)) return;
    const auto has_staged_class = [](const clang::Expr* side) {
      const auto* record = side->getType()->getAsCXXRecordDecl();
      return record && !is_in_std(record) && is_structure_of_numbers(side->getType());
    };
    if (!has_staged_class(form.LHS) && !has_staged_class(form.RHS)) return collect(x->getSemanticForm(), read, out);
    if (form.Opcode != clang::BO_Cmp && collect_default_comparison(x, form.InnerBinOp, form.LHS, form.RHS, out)) return;
    if (form.Opcode != clang::BO_Cmp && collect_own_comparison(x, out)) return;
    Expressions operands;
    collect_exit(form.LHS, "this comparison", operands);
    collect_exit(form.RHS, "this comparison", operands);
    return out.push_back(wrapped(Kind::HostCall, x, std::move(operands)));
  }
  if (const auto* x = llvm::dyn_cast<clang::BinaryOperator>(source)) {
    if (x->isLogicalOp()) return out.push_back(expression(x, use));
    if (x->isAssignmentOp()) {
      const size_t before = out.size(), through = through_.size();
      const bool whole = x->getOpcode() == clang::BO_Assign;
      collect_assignment(x->getLHS(), x->getRHS(), whole ? Access::Write : Access::Update, out,
                         !whole && may_divide_by_zero(x));
      write_through(x, use, before, through, out);
      return assign_places(out, before, use);
    }
    if (is_count_of_elements(x)) return;
    if (x->isPtrMemOp()) {  // the member is unknown
      if (use.access != Access::Read) out.push_back(finding(Kind::IndirectWrite, x->getSourceRange()));
      collect_exit(x->getLHS(), "a pointer to a member", out);
      return collect(x->getRHS(), read, out);
    }
    if (collect_three_way(x, x->getOpcode(), x->getOperatorLoc(), x->getLHS(), x->getRHS(), out)) return;
    if (x->getOpcode() == clang::BO_Cmp) {  // for example of pointers
      collect_exit(x->getLHS(), "this comparison", out);
      return collect_exit(x->getRHS(), "this comparison", out);
    }
    return collect_operands(x, use, out);
  }
  if (const auto* x = llvm::dyn_cast<clang::ConditionalOperator>(source)) return out.push_back(expression(x, use));
  if (const auto* x = llvm::dyn_cast<clang::ArraySubscriptExpr>(source)) {
    if (collect_array_subscript(x, use, out)) return;
    const clang::Expr* base = subscripted(x)->IgnoreImpCasts();
    if (use.access != Access::Read && base->getType()->isPointerType()) {
      out.push_back(finding(Kind::IndirectWrite, x->getSourceRange()));
    }
    collect_exit(subscript_of(x), "an array", out, model::Remedy::IndexTensor);
    return collect(base, {use.access == Access::Read ? Access::Read : Access::Update, Sink::Host}, out);
  }
  if (const auto* x = llvm::dyn_cast<clang::CXXThrowExpr>(source)) {
    Expr thrown = finding(Kind::Throw, x->getSourceRange());
    thrown.operator_token = text_.token(x->getThrowLoc());
    thrown.in_macro = !text_.is_plain(x->getThrowLoc());
    thrown.uses_object = x->getSubExpr() && uses_object(x->getSubExpr());
    if (x->getSubExpr()) {
      const clang::QualType type = x->getSubExpr()->getType();
      if (is_structure_of_numbers(type) || is_stageable_number(type)) {  // a handler catches this exact type
        collect_exit(x->getSubExpr(), "what catches it", thrown.operands);
      } else {
        collect(x->getSubExpr(), read, thrown.operands);
      }
      thrown.outer_range = text_.range(x->getSubExpr()->getSourceRange());
    }
    return out.push_back(std::move(thrown));
  }
  if (llvm::isa<clang::CoroutineSuspendExpr, clang::DependentCoawaitExpr>(source)) {
    return out.push_back(finding(Kind::Coroutine, source->getSourceRange()));
  }
  if (llvm::isa<clang::StmtExpr, clang::BinaryConditionalOperator>(source)) {
    return out.push_back(finding(Kind::Unfollowed, source->getSourceRange()));
  }
  if (const auto* x = llvm::dyn_cast<clang::UnaryExprOrTypeTraitExpr>(source)) return collect_size(x, out);
  if (llvm::isa<clang::CXXNoexceptExpr, clang::CXXTypeidExpr, clang::TypeTraitExpr>(source))
    return collect_asked(asked_in(source), out);
  if (llvm::isa<clang::CXXDefaultArgExpr, clang::CXXDefaultInitExpr>(source)) return;
  if (const auto* x = llvm::dyn_cast<clang::InitListExpr>(source)) {
    const clang::InitListExpr* semantic = x->isSemanticForm() || !x->getSemanticForm() ? x : x->getSemanticForm();
    return collect_elements(semantic, out);
  }
  if (const auto* x = llvm::dyn_cast<clang::ParenExpr>(source)) {
    const clang::Expr* written = as_written(x);
    const auto* binary = llvm::dyn_cast<clang::BinaryOperator>(written);
    if (llvm::isa<clang::ConditionalOperator>(written) || (binary && binary->isLogicalOp())) {
      return out.push_back(expression(x, use));
    }
  }
  if (const auto* x = llvm::dyn_cast<clang::CastExpr>(source); x && widens_number(x))
    return collect_exit(x->getSubExpr(), "a number of type '" + x->getType().getUnqualifiedType().getAsString() + "'",
                        out);
  if (const auto* x = llvm::dyn_cast<clang::ExplicitCastExpr>(source);
      x && collect_number_cast(x, x->getTypeAsWritten(), x->getSubExpr(), out))
    return;
  if (const auto* x = llvm::dyn_cast<clang::CXXFunctionalCastExpr>(source);
      x && is_structure_of_numbers(x->getType()) && !is_copy(x->getSubExpr())) {
    Expressions operands;
    collect_children(x, read, operands);
    return collect_spelled(x, x->getTypeInfoAsWritten()->getTypeLoc().getSourceRange(), std::move(operands), out);
  }
  // Handles the same in a template, with a value of a dependent type.
  if (const auto* x = llvm::dyn_cast<clang::CXXUnresolvedConstructExpr>(source);
      x && x->getNumArgs() == 1 && collect_number_cast(x, x->getTypeAsWritten(), x->getArg(0), out))
    return;
  if (const auto* x = llvm::dyn_cast<clang::CXXUnresolvedConstructExpr>(source);
      x && x->getNumArgs() == 1 && is_text_type(x->getTypeAsWritten()) && may_give_text(x->getArg(0)))
    return out.push_back(finding(Kind::Unfollowed, source->getSourceRange()));
  if (const auto* x = llvm::dyn_cast<clang::CXXUnresolvedConstructExpr>(source);
      x && is_structure_of_numbers(x->getTypeAsWritten())) {
    Expressions operands;
    collect_children(x, read, operands);
    return collect_spelled(x, x->getTypeSourceInfo()->getTypeLoc().getSourceRange(), std::move(operands), out);
  }
  if (const auto* x = llvm::dyn_cast<clang::CXXNewExpr>(source); x && x->isArray()) {
    if (x->getArraySize() && *x->getArraySize())
      collect_exit(*x->getArraySize(), "the size of an array", out, model::Remedy::MakeTensor);
    return collect(x->getInitializer(), read, out);
  }
  if (const auto* x = llvm::dyn_cast<clang::ImplicitCastExpr>(source);
      x && (collect_pointer_to_array(x, out) || collect_conversion(x, out)))
    return;
  // Effects on parentheses, casts and temporaries are effects on the operand.
  const bool transparent =
      llvm::isa<clang::ParenExpr, clang::CastExpr, clang::FullExpr, clang::MaterializeTemporaryExpr,
                clang::CXXBindTemporaryExpr, clang::SubstNonTypeTemplateParmExpr>(source);
  collect_children(source, transparent ? use : read, out);
}

/// True for an object that is constant here and contains nothing that can be staged: a pointer to it is as harmless as
/// a reference.
static bool is_fixed_object(clang::QualType type) {
  return type.isConstQualified() && type->isRecordType() && !contains_tensor(type) && !is_structure_of_numbers(type);
}

void FunctionBuilder::collect_unary(const clang::UnaryOperator* source, Use use, Expressions& out) {
  const Use read{Access::Read, Sink::Host};
  const clang::Expr* operand = source->getSubExpr();
  if (source->isIncrementDecrementOp()) {
    Expressions targets;
    const size_t through = through_.size();
    collect(operand, {Access::Update, Sink::Host}, targets);
    refuse_written(operand, targets);
    write_through(source, use, 0, through, targets);
    assign_places(targets, 0, use);
    out.insert(out.end(), targets.begin(), targets.end());
    return;
  }
  if (source->getOpcode() == clang::UO_LNot) return out.push_back(expression(source, use));
  if (source->getOpcode() == clang::UO_Deref && collect_found_element(operand, use, out)) return;
  if (source->getOpcode() == clang::UO_AddrOf) {
    bool whole = true;
    const clang::ValueDecl* variable = root(operand, whole);
    if (variable && (variables_.count(variable) || aliases_.count(variable)) && !is_fixed_object(operand->getType())) {
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
    if (function_.in_staged_class && is_dynamic_class(object->getType()->getPointeeCXXRecordDecl()))
      out.push_back(finding(Expr::Kind::AddressOf, source->getSourceRange(), "*this"));
    return collect_object(object->getType()->getPointeeCXXRecordDecl(), nullptr, source->getSourceRange(), use.access,
                          out);
  }
  if (source->getOpcode() == clang::UO_Deref && use.access != Access::Read) {
    out.push_back(finding(Expr::Kind::IndirectWrite, source->getSourceRange()));
  }
  collect(operand, read, out);
}

void FunctionBuilder::collect_construct(const clang::CXXConstructExpr* source, Expressions& out) {
  const clang::CXXConstructorDecl* constructor = source->getConstructor();
  const clang::FunctionDecl* in_staged_class = nullptr;
  if (is_value_class(constructor->getParent())) in_staged_class = method_of_staged_class(constructor, text_);
  if (in_staged_class && asks_tensors(in_staged_class)) {
    Expressions operands;
    collect_construct_arguments(source, operands);
    Expr made = wrapped(Expr::Kind::Call, source, std::move(operands));
    made.of_staged_class = true;
    made.name = constructor->getNameAsString();
    made.callee = model::staged_method_identity(in_staged_class);
    staged_method_callees_.insert(in_staged_class);
    const auto* temporary = llvm::dyn_cast<clang::CXXTemporaryObjectExpr>(source);
    if (!temporary) return out.push_back(std::move(made));
    const clang::TypeLoc type = temporary->getTypeSourceInfo()->getTypeLoc();
    return collect_spelled(source, type.getSourceRange(), {std::move(made)}, out);
  }
  note_callee(constructor);
  if (const auto* temporary = llvm::dyn_cast<clang::CXXTemporaryObjectExpr>(source);
      temporary && is_structure_of_numbers(source->getType())) {
    Expressions operands;
    collect_construct_arguments(source, operands);
    const clang::TypeLoc type = temporary->getTypeSourceInfo()->getTypeLoc();
    return collect_spelled(source, type.getSourceRange(), std::move(operands), out);
  }
  // Among maps, only variables and results may hold symbolic numbers.
  if (llvm::isa<clang::CXXTemporaryObjectExpr>(source) && is_map_of_numbers(source->getType())) {
    Expressions operands;
    collect_construct_arguments(source, operands);
    Expr known = wrapped(Expr::Kind::Exit, source, {wrapped(Expr::Kind::Opaque, source, std::move(operands))});
    known.name = std::string(text_.text(known.range));
    known.detail = "'" + constructor->getParent()->getNameAsString() + "'";
    known.remedy = model::Remedy::NameMap;
    return out.push_back(std::move(known));
  }
  collect_construct_arguments(source, out);
}

void FunctionBuilder::collect_construct_arguments(const clang::CXXConstructExpr* source, Expressions& out) {
  const clang::CXXConstructorDecl* constructor = source->getConstructor();
  // A copy of an object with identity denotes that object, not its value.
  const bool shares = constructor->isCopyOrMoveConstructor() && has_identity(source->getType());
  const Sink sink = is_in_ag(constructor) && !shares ? Sink::Tensor : Sink::Host;
  for (unsigned k = 0; k < source->getNumArgs(); ++k) {
    const clang::Expr* argument = source->getArg(k);
    if (is_structure_of_numbers(source->getType()) && collect_listed(argument, out)) continue;
    if (is_in_std(constructor) && is_structure_of_numbers(source->getType()) && container_of(argument)) {
      Expressions range;  // of std::vector<double> w(v.begin(), v.end())
      collect_iterator(argument, Access::Read, range);
      choose_row(container_of(argument), range);
      out.insert(out.end(), range.begin(), range.end());
      continue;
    }
    std::vector<const clang::Expr*> listed;
    if (is_list_of_numbers(argument->getType()) && !is_map_of_numbers(source->getType()) &&
        collect_braced(argument, text_, listed)) {
      const model::Remedy remedy =
          is_in_std(constructor) ? remedy_for_object(source->getType()) : model::Remedy::ChooseAmong;
      for (const clang::Expr* one : listed) collect_exit(one, "'" + constructor->getNameAsString() + "'", out, remedy);
      continue;
    }
    const bool looks = is_in_std(constructor) && reach(source->getType()) == Reach::Reads;  // span of const
    const bool writes = !looks && may_change_argument(constructor, k);
    if (is_stageable_number(argument->getType()) && !takes_staged(source, k)) {
      const std::string consumer = constructor->getNameAsString();
      const model::Remedy remedy =
          is_in_std(constructor) ? remedy_for_object(source->getType()) : model::Remedy::Convert;
      writes ? collect_changed_number(argument, consumer, out)
             : collect_exit(argument, "'" + consumer + "'", out, remedy);
      continue;
    }
    // For ag::Axes of a vector: only shapes may be symbolic.
    const llvm::StringRef of = is_in_ag(constructor) ? constructor->getParent()->getName() : llvm::StringRef();
    const bool sequence = is_sequence(argument->getType()) && is_structure_of_numbers(argument->getType());
    if (is_stageable_number(argument->getType()) && (is_tensor(source->getType()) || makes_tensor(source, k))) {
      Expr tensor = wrapped(Expr::Kind::Opaque, argument, {});  // the resulting tensor holds no number
      tensor.type = model::TypeClass::Tensor;
      collect(argument, {writes ? Access::Update : Access::Read, sink}, tensor.operands);
      out.push_back(std::move(tensor));
    } else if (!writes && is_structure_of_numbers(argument->getType()) && takes_staged(source, k)) {
      collect_value(argument, out);
    } else if (of.empty() && (!writes || !argument->isLValue()) && is_structure_of_numbers(argument->getType()) &&
               !is_structure_of_numbers(source->getType())) {
      const model::Remedy remedy =
          is_in_std(constructor) ? remedy_for_object(source->getType()) : model::Remedy::Convert;
      collect_exit(argument, "'" + constructor->getNameAsString() + "'", out, remedy);
    } else if (sequence && !of.empty() && of != "ShapeArg") {
      collect_exit(argument, "'" + of.str() + "'", out, model::Remedy::ChooseAmong);
    } else {
      collect(argument, {writes ? Access::Update : Access::Read, sink}, out);
    }
  }
}

}  // namespace agc::parse
