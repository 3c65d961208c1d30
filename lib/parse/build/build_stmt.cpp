// Statements and functions: their parts, the positions of their tokens, and parameters.
#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/Basic/SourceManager.h>

#include <algorithm>

#include "model/visit.h"
#include "parse/build/function_builder.h"
#include "parse/queries/functions/calls.h"
#include "parse/queries/functions/recursion.h"
#include "parse/queries/functions/returned_lambda.h"
#include "parse/queries/functions/signature.h"
#include "parse/queries/functions/traced_object.h"
#include "parse/queries/functions/type_queries.h"
#include "parse/queries/specialize/instance.h"
#include "parse/queries/specialize/staged_method.h"
#include "parse/queries/specialize/variants.h"
#include "parse/queries/types/held_tensor.h"
#include "parse/queries/types/list_type.h"
#include "parse/queries/types/text_variable.h"
#include "parse/queries/types/type_class.h"
#include "parse/queries/types/value_class.h"
#include "parse/queries/uses/conditional_lvalue.h"
#include "parse/queries/uses/outside.h"
#include "parse/queries/uses/outside_use.h"

namespace agc::parse {

using model::Access;
using model::Expr;
using model::Sink;
using model::Stmt;

bool is_trivial_to_extend(clang::QualType type) {
  const model::TypeClass kind = type_class(type);
  return kind != model::TypeClass::Other && kind != model::TypeClass::Dependent;
}

void FunctionBuilder::token(clang::SourceLocation location, model::Offset& offset, Stmt& result) {
  offset = text_.offset(location);
  result.in_macro = result.in_macro || !text_.is_plain(location);
}

void FunctionBuilder::keyword(clang::SourceLocation location, model::Range& range, Stmt& result) {
  range = text_.token(location);
  result.in_macro = result.in_macro || !text_.is_plain(location);
}

Stmt FunctionBuilder::statement(const clang::Stmt* source) {
  using Kind = Stmt::Kind;
  if (const auto* attributed = llvm::dyn_cast<clang::AttributedStmt>(source)) {
    Stmt inner = statement(attributed->getSubStmt());
    inner.attributes = {text_.offset(attributed->getBeginLoc()), inner.range.begin};
    return inner;
  }
  Stmt result;
  if (chosen_branch(source, result)) return result;
  result.range = text_.range(source->getSourceRange());
  result.in_macro = !text_.is_plain(source->getBeginLoc());
  const auto with_semicolon = [&] { result.range.end = text_.after_semicolon(source->getEndLoc()); };
  if (llvm::isa<clang::CompoundStmt>(source)) {
    block(source, result);
  } else if (llvm::isa<clang::NullStmt>(source)) {
    result.kind = Kind::Null;
  } else if (const auto* x = llvm::dyn_cast<clang::DeclStmt>(source)) {
    declaration(x, result);
  } else if (const auto* x = llvm::dyn_cast<clang::IfStmt>(source)) {
    if_statement(x, result);
  } else if (const auto* x = llvm::dyn_cast<clang::WhileStmt>(source)) {
    while_statement(x, result);
  } else if (const auto* x = llvm::dyn_cast<clang::ForStmt>(source)) {
    for_statement(x, result);
  } else if (const auto* x = llvm::dyn_cast<clang::CXXForRangeStmt>(source)) {
    range_for_statement(x, result);
  } else if (const auto* x = llvm::dyn_cast<clang::ReturnStmt>(source)) {
    return_statement(x, result);
  } else if (llvm::isa<clang::BreakStmt, clang::ContinueStmt>(source)) {
    result.kind = llvm::isa<clang::BreakStmt>(source) ? Kind::Break : Kind::Continue;
    keyword(source->getBeginLoc(), result.keyword, result);
    with_semicolon();
  } else if (const auto* x = llvm::dyn_cast<clang::DoStmt>(source)) {
    do_statement(x, result);
  } else if (const auto* x = llvm::dyn_cast<clang::SwitchStmt>(source)) {
    switch_statement(x, result);
  } else if (const auto* x = llvm::dyn_cast<clang::CXXTryStmt>(source)) {
    try_statement(x, result);
  } else if (llvm::isa<clang::GotoStmt, clang::IndirectGotoStmt>(source)) {
    result.kind = Kind::Goto;
    if (const auto* x = llvm::dyn_cast<clang::GotoStmt>(source)) result.label = x->getLabel()->getNameAsString();
    with_semicolon();
  } else if (const auto* x = llvm::dyn_cast<clang::SwitchCase>(source)) {
    return statement(x->getSubStmt());  // the label of an enclosing switch, reported there
  } else if (llvm::isa<clang::LabelStmt>(source)) {
    result.kind = Kind::Label;
  } else if (llvm::isa<clang::AsmStmt>(source)) {
    result.kind = Kind::InlineAssembly;
  } else if (llvm::isa<clang::CoreturnStmt, clang::CoroutineBodyStmt>(source)) {
    result.kind = Kind::Coroutine;
  } else if (const auto* x = llvm::dyn_cast<clang::Expr>(source)) {
    result.kind = Kind::Expression;
    collect(x, {Access::Read, Sink::Discarded}, result.expressions);
    result.never_returns = llvm::isa<clang::CXXThrowExpr>(as_written(x));
    if (const auto* call = llvm::dyn_cast<clang::CallExpr>(as_written(x))) {
      const clang::FunctionDecl* callee = call->getDirectCallee();
      result.never_returns = callee && callee->isNoReturn();
      if (result.never_returns && session_.sources().isInSystemHeader(callee->getLocation())) {
        result.ends_program = callee->getNameAsString();
      }
      const bool of_ag = callee && is_in_ag(callee) && callee->getIdentifier();
      if (of_ag && callee->getName() == "set_loop_options" && call->getNumArgs() == 1)
        result.loop_options = text_.range(as_written(call->getArg(0))->getSourceRange());
    }
    with_semicolon();
    if (text_.is_plain(source->getBeginLoc()) && text_.is_plain(source->getEndLoc())) result.in_macro = false;
  } else {
    result.kind = Kind::Unknown;
  }
  return result;
}

void FunctionBuilder::block(const clang::Stmt* source, Stmt& result) {
  result.kind = Stmt::Kind::Block;
  for (const clang::Stmt* child : llvm::cast<clang::CompoundStmt>(source)->body()) append(child, result.children);
}

/// Appends a statement. A label precedes its statement as a marker.
void FunctionBuilder::append(const clang::Stmt* source, std::vector<Stmt>& out) {
  const auto* label = llvm::dyn_cast<clang::LabelStmt>(source);
  if (!label) return out.push_back(statement(source));
  Stmt marker;
  marker.kind = Stmt::Kind::Label;
  marker.label = label->getName();
  marker.range = text_.token(label->getIdentLoc());
  marker.in_macro = !text_.is_plain(label->getIdentLoc());
  out.push_back(std::move(marker));
  append(label->getSubStmt(), out);
}

void FunctionBuilder::if_statement(const clang::IfStmt* source, Stmt& result) {
  result.kind = Stmt::Kind::If;
  result.is_constexpr = source->isConstexpr() || source->isConsteval();
  keyword(source->getIfLoc(), result.keyword, result);
  if (!source->isConsteval()) {
    token(source->getLParenLoc(), result.left_paren, result);
    token(source->getRParenLoc(), result.right_paren, result);
    Expressions declared;
    header(source->getInit(), source->getConditionVariable(), result, declared);
    result.initialisers.insert(result.initialisers.end(), declared.begin(), declared.end());
    result.condition = condition(source->getCond());
    result.has_condition = true;
  }
  result.children.push_back(statement(source->getThen()));
  if (source->getElse()) {
    keyword(source->getElseLoc(), result.else_keyword, result);
    result.children.push_back(statement(source->getElse()));
  }
  result.range.end = result.children.back().range.end;
}

/// True for types to which no reference can be passed: external numbers and strings, and external tensors that the
/// reference could change.
static bool is_given_as_place(clang::QualType type) {
  return is_stageable_number(type) || is_ag_class(type, "Text") || (is_tensor(type) && !type.isConstQualified());
}

void FunctionBuilder::return_statement(const clang::ReturnStmt* source, Stmt& result) {
  result.kind = Stmt::Kind::Return;
  keyword(source->getReturnLoc(), result.keyword, result);
  if (const clang::Expr* value = source->getRetValue()) {
    result.returns_value = true;
    if (const auto* lambda = llvm::dyn_cast<clang::LambdaExpr>(as_written(value));
        lambda && !parent_ && returned_lambda(lambda->getLambdaClass()))
      passed_on_.insert(lambda);
    const bool template_of_numbers = function_.is_template && function_.return_has_numbers;
    const bool keeps_numbers = function_.mode == model::Function::Mode::InPlace && !function_.follows_callers();
    if (function_.has_staged_variant && function_.return_has_numbers && is_text_type(value->getType())) {
      result.expressions.push_back(text_value(value));
    } else if (function_.has_staged_variant && function_.return_has_numbers && holds_text(value->getType())) {
      Expressions parts;
      for (const clang::Expr* part : parts_of_result(value)) {
        if (is_text_type(part->getType()) || gives_text(part))
          parts.push_back(text_value(part));
        else
          collect_value(part, parts);
      }
      result.expressions.push_back(wrapped(Expr::Kind::Opaque, as_written(value), std::move(parts)));
    } else if (function_.has_staged_variant && function_of_numbers(value->getType())) {
      result.expressions.push_back(function_value(value));
    } else if (function_.staged_method.chooses_part) {
      collect(value, {}, result.expressions);
    } else if (function_.staged_method.gives_part) {
      collect(value, {}, result.expressions);
      hand_out_parts(result.expressions);
    } else if (function_.has_staged_variant && is_map_of_numbers(value->getType())) {
      const auto* made = llvm::dyn_cast<clang::CXXConstructExpr>(value->IgnoreImplicit());
      const bool listed = made && made->getNumArgs() > 0 && collect_listed(made->getArg(0), result.expressions);
      if (!listed) {
        Expressions inner;
        collect(value, {}, inner);
        const bool braced = text_.text(text_.next_token(result.keyword.end)) == "{";
        result.expressions.push_back(
            wrapped(braced ? Expr::Kind::Opaque : Expr::Kind::Structure, as_written(value), std::move(inner)));
      }
    } else if (function_.has_staged_variant || function_.traced_method || template_of_numbers) {
      collect_value(value, result.expressions);
    } else if ((function_.nested || function_.variant_on_demand) && function_.return_has_numbers) {
      collect_result(value, function_.nested ? "what calls this lambda" : "the result", result.expressions);
    } else if (value->isTypeDependent() && function_.return_class != model::TypeClass::HostNumber &&
               !(keeps_numbers && class_of(value) == model::TypeClass::HostNumber)) {
      collect(value, {}, result.expressions);
    } else if (in_place_ && function_.returns_reference && is_given_as_place(value->getType())) {
      collect(value, {}, result.expressions);
      refuse_live(result.expressions);
    } else {
      collect_exit(value, "the result", result.expressions);
    }
    for (Expr& one : result.expressions) {
      Expr* given = &one;
      while (given->kind != Expr::Kind::Call && given->operands.size() == 1) given = &given->operands.front();
      const bool member = given->kind == Expr::Kind::Reference && given->listed && list_type(value->getType());
      given->returned = given->returned || member || (given->kind == Expr::Kind::Call && holds_list(value->getType()));
    }
    const bool of_staged_class = function_.staged_method.gives_part || function_.staged_method.chooses_part;
    if (function_.returns_reference && !of_staged_class && chooses_place(value)) note_bound(result.expressions);
    result.value = text_.range(value->getSourceRange());
    result.braced_value = text_.text(text_.next_token(result.keyword.end)) == "{";
    if (result.braced_value) result.value.begin = text_.next_token(result.keyword.end).begin;
    result.range.end = text_.after_semicolon(value->getEndLoc());
  } else {
    result.range.end = text_.after_semicolon(source->getEndLoc());
  }
}

/// Returns the class name or base name before an initialiser; in a staged class, it becomes the name of the staged
/// class.
Expr FunctionBuilder::initialised_class(const clang::CXXRecordDecl* record,
                                        const clang::CXXCtorInitializer* initialiser) {
  const clang::QualType base(initialiser->getBaseClass(), 0);
  if (!base.isNull()) record = base->getAsCXXRecordDecl()->getDefinition();
  Expr type = finding(Expr::Kind::AliasType, base.isNull() ? clang::SourceRange(initialiser->getSourceLocation())
                                                           : initialiser->getBaseClassLoc().getSourceRange());
  const clang::FieldDecl* number = nullptr;
  for (const clang::CXXRecordDecl* at = record; !number && at;) {
    const auto found = std::find_if(at->field_begin(), at->field_end(), [](const clang::FieldDecl* field) {
      return is_stageable_number(field->getType()) || is_structure_of_numbers(field->getType());
    });
    if (found != at->field_end()) number = *found;
    at = at->getNumBases() > 0 ? at->bases_begin()->getType()->getAsCXXRecordDecl()->getDefinition() : nullptr;
  }
  type.variable = member(model::kNoVariable, number, false);
  type.head = type.range;
  type.number_type = base.isNull() ? record->getNameAsString() : text_.flat_text(type.range);
  return type;
}

namespace {

/// Notes the objects that a traced function changes and that the constant reference `declared` may name a part of.
void note_overlaps(const clang::FunctionDecl* function, const clang::ParmVarDecl* declared, model::Function& described,
                   model::Parameter& parameter) {
  if (!declared->getIdentifier()) return;
  const bool once = has_static_variable(function) || described.variant;  // the body cannot stand in two functions
  for (const ChangedObject& object : changed_objects(function, declared->getType().getNonReferenceType())) {
    if (once || !object.comparable) {
      parameter.alias = object.name;
    } else {
      described.may_overlap.emplace_back(declared->getNameAsString(), object.name);
    }
  }
}

}  // namespace

void FunctionBuilder::build(const clang::FunctionDecl* function) {
  in_place_ = !function_.in_staged_class && works_in_place(function);
  if (function_.traced_lambda) {
    for (const clang::LambdaCapture& capture : lambda_->captures()) {
      in_place_ = in_place_ || (capture.capturesThis() && capture.getCaptureKind() != clang::LCK_StarThis);
    }
  }
  if (function->hasBody()) find_list_uses(function);
  if (!parent_ && function->hasBody()) changed_arguments_ = changed_arguments(function);
  if (!parent_) conditional_lvalues_ = conditional_lvalues(function->getBody());
  if (!parent_) escaping_ = std::make_unique<EscapingReferences>(function->getBody());
  if (!parent_) names_ = std::make_unique<DeclaredNames>(function, text_);
  const clang::FunctionDecl* variant = function_.variant ? template_of_instance(function) : nullptr;
  if (function_.instance != 0) {
    for (const clang::IfStmt* choice : constexpr_choices(text_of_instance(function)))
      choices_[choice->getIfLoc().getRawEncoding()] = choice;
  }
  for (const clang::ParmVarDecl* declared : function->parameters()) {
    model::Parameter parameter;
    parameter.variable = add_variable(declared, declared->getType());
    const clang::QualType type = declared->getType();
    model::Variable& variable = function_.variable(parameter.variable);
    if (is_postfix(function) && declared == function->parameters().back()) variable.has_numbers = false;
    const bool output = type->isPointerType() && variable.name.starts_with('*');
    variable.outlives_function = output || (type->isReferenceType() && !type->getPointeeType().isConstQualified());
    if (is_identified(declared)) variable.outlives_function = false;  // its contents are external
    parameter.writable_reference = variable.outlives_function && (output || type->isLValueReferenceType());
    parameter.moves = type->isRValueReferenceType() || !can_be_copied(type);
    if (function_.mode == model::Function::Mode::Entry && is_constant_number_reference(type)) {
      note_overlaps(function, declared, function_, parameter);
    }
    const bool staged =
        (function_.has_staged_variant || function_.variant_on_demand) && !function_.staged_method.gives_part;
    const bool possible = staged || function_.traced_method || function_.nested;
    if (function_.staged_method.gives_part) variable.promotion.type_range = {};
    const bool no_way_back = function_.traced_lambda && !variable.classes.empty();
    if (no_way_back || (!possible && !variable.promotion.dependent)) variable.promotion.possible = false;
    model::Range range = text_.range(declared->getSourceRange());
    if (declared->hasDefaultArg()) {
      const model::Range name = text_.token(declared->getLocation());
      const model::Range type_range = text_.range(declared->getTypeSourceInfo()->getTypeLoc().getSourceRange());
      range.end = declared->getIdentifier() ? std::max(name.end, range.begin) : type_range.end;
      if (function_.staged_method) parameter.default_value = text_.flat_text(default_argument(declared, text_));
    }
    parameter.range = range;
    parameter.text = text_.flat_text(range);
    if (staged && !function_.staged_method && !function_.variant)
      parameter.default_object = default_object(declared, text_);
    if (declared->hasAttr<clang::UnusedAttr>()) parameter.attributes = "[[maybe_unused]] ";
    parameter.closed = !output && is_closed(type);
    parameter.is_function = is_function_type(type) && !type.getNonReferenceType()->isFunctionPointerType();
    parameter.unnamed = declared->getIdentifier() == nullptr;
    const auto* record = type.getNonReferenceType()->getAsCXXRecordDecl();
    parameter.has_empty_value = !record || !record->hasDefinition() || record->hasDefaultConstructor();
    if (lambda_ && function_.calls_itself && declared == own_parameter(lambda_)) {  // the graph calls it
      parameter.is_callable = true;
      parameter.moves = false;
    }
    if (variant) instance_parameter(declared, declared->getFunctionScopeIndex(), variant, parameter);
    if (function_.staged_method && function_.instance != 0) outside_parameter(declared, function, parameter);
    function_.parameters.push_back(std::move(parameter));
  }
  if (!function->hasBody()) {  // pure: only declared in the staged class
    function_.body.range = {function_.range.end, function_.range.end};
    return;
  }
  const bool constant = function->isConstexprSpecified();
  const bool keeps = function_.mode != model::Function::Mode::Entry && keeps_plain_body(function);
  if ((constant || keeps) && function_.has_staged_variant && !function_.staged_method && !function_.variant) {
    const model::Range body = text_.range(function->getBody()->getSourceRange());
    if (constant) function_.constant_keyword = text_.word({function_.range.begin, body.begin}, "constexpr");
    function_.constant_body = text_.flat_text(body);
  } else if (!function_.staged_method && !function_.variant &&
             (function_.mode == model::Function::Mode::Entry ? !function_.may_overlap.empty()
                                                             : may_change_constant_arguments(function))) {
    function_.eager_body = text_.flat_text(text_.range(function->getBody()->getSourceRange()));
  }
  function_.body = statement(function->getBody());
  if (const auto* constructor = llvm::dyn_cast<clang::CXXConstructorDecl>(function)) {
    // Member initialisers come before the braces and run first.
    Stmt initialisers;
    initialisers.kind = Stmt::Kind::Expression;
    initialisers.range = {function_.body.range.begin, function_.body.range.begin};
    for (const clang::CXXCtorInitializer* initialiser : constructor->inits()) {
      if (!initialiser->isWritten()) continue;
      if ((initialiser->isDelegatingInitializer() || initialiser->isBaseInitializer()) && function_.in_staged_class)
        initialisers.expressions.push_back(initialised_class(constructor->getParent(), initialiser));
      const clang::FieldDecl* field = initialiser->getAnyMember();
      if (field && !function_.in_staged_class && is_stageable_number(field->getType())) {
        collect_exit(initialiser->getInit(), "'" + field->getNameAsString() + "'", initialisers.expressions);
      } else {
        collect(initialiser->getInit(), {}, initialisers.expressions);
      }
    }
    if (!initialisers.expressions.empty())
      function_.body.children.insert(function_.body.children.begin(), std::move(initialisers));
  }
  describe_given(function);
  settle_members();
  describe_for_people(function, session_, text_, function_);
}

}  // namespace agc::parse
