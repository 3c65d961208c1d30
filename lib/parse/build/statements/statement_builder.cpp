#include "parse/build/statements/statement_builder.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/Basic/SourceManager.h>

#include <algorithm>

#include "model/words.h"
#include "parse/build/calls/function_value_builder.h"
#include "parse/build/calls/lambda_builder.h"
#include "parse/build/statements/declaration_builder.h"
#include "parse/build/statements/loop_builder.h"
#include "parse/build/statements/statement_tokens.h"
#include "parse/build/values/expression_builder.h"
#include "parse/build/values/expression_list.h"
#include "parse/build/values/structure_builder.h"
#include "parse/build/values/text_builder.h"
#include "parse/build/variables/external_builder.h"
#include "parse/build/variables/member_builder.h"
#include "parse/build/variables/variable_builder.h"
#include "parse/queries/functions/algorithm_call.h"
#include "parse/queries/functions/callee.h"
#include "parse/queries/functions/conversion_scope.h"
#include "parse/queries/functions/expressions.h"
#include "parse/queries/functions/returned_lambda.h"
#include "parse/queries/specialize/instance.h"
#include "parse/queries/types/held_tensor.h"
#include "parse/queries/types/list_type.h"
#include "parse/queries/types/text_variable.h"
#include "parse/queries/types/type_class.h"
#include "parse/queries/uses/conditional_lvalue.h"
#include "parse/queries/uses/map_uses.h"

namespace agc::parse {

using model::Access;
using model::Expr;
using model::Sink;
using model::Stmt;

bool is_trivial_to_extend(clang::QualType type) {
  const model::TypeClass kind = type_class(type);
  return kind != model::TypeClass::Other && kind != model::TypeClass::Dependent;
}

Stmt StatementBuilder::statement(const clang::Stmt* source) {
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
    context_.declarations().declaration(x, result);
  } else if (const auto* x = llvm::dyn_cast<clang::IfStmt>(source)) {
    if_statement(x, result);
  } else if (const auto* x = llvm::dyn_cast<clang::WhileStmt>(source)) {
    context_.loops().while_statement(x, result);
  } else if (const auto* x = llvm::dyn_cast<clang::ForStmt>(source)) {
    context_.loops().for_statement(x, result);
  } else if (const auto* x = llvm::dyn_cast<clang::CXXForRangeStmt>(source)) {
    context_.loops().range_for_statement(x, result);
  } else if (const auto* x = llvm::dyn_cast<clang::ReturnStmt>(source)) {
    return_statement(x, result);
  } else if (llvm::isa<clang::BreakStmt, clang::ContinueStmt>(source)) {
    result.kind = llvm::isa<clang::BreakStmt>(source) ? Kind::Break : Kind::Continue;
    set_keyword(text_, source->getBeginLoc(), result.keyword, result);
    with_semicolon();
  } else if (const auto* x = llvm::dyn_cast<clang::DoStmt>(source)) {
    context_.loops().do_statement(x, result);
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

void StatementBuilder::block(const clang::Stmt* source, Stmt& result) {
  result.kind = Stmt::Kind::Block;
  for (const clang::Stmt* child : llvm::cast<clang::CompoundStmt>(source)->body()) append(child, result.children);
}

/// Appends a statement. A label precedes its statement as a marker.
void StatementBuilder::append(const clang::Stmt* source, std::vector<Stmt>& out) {
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

void StatementBuilder::if_statement(const clang::IfStmt* source, Stmt& result) {
  result.kind = Stmt::Kind::If;
  result.is_constexpr = source->isConstexpr() || source->isConsteval();
  set_keyword(text_, source->getIfLoc(), result.keyword, result);
  if (!source->isConsteval()) {
    set_token(text_, source->getLParenLoc(), result.left_paren, result);
    set_token(text_, source->getRParenLoc(), result.right_paren, result);
    Expressions declared;
    header(source->getInit(), source->getConditionVariable(), result, declared);
    result.initialisers.insert(result.initialisers.end(), declared.begin(), declared.end());
    result.condition = context_.expressions().condition(source->getCond());
    result.has_condition = true;
  }
  result.children.push_back(statement(source->getThen()));
  if (source->getElse()) {
    set_keyword(text_, source->getElseLoc(), result.else_keyword, result);
    result.children.push_back(statement(source->getElse()));
  }
  result.range.end = result.children.back().range.end;
}

/// True for types to which no reference can be passed: external numbers and strings, and external tensors that the
/// reference could change.
static bool is_given_as_place(clang::QualType type) {
  return is_stageable_number(type) || is_ag_class(type, "Text") || (is_tensor(type) && !type.isConstQualified());
}

/// Collects the value of a `return`. `braced`: it is written as a braced list.
void StatementBuilder::collect_returned(const clang::Expr* value, bool braced, Expressions& out) {
  const bool template_of_numbers = function_.templating.of_numbers && function_.returned.has_numbers;
  const bool keeps_numbers = !function_.is_entry() && !function_.follows_callers();
  if (function_.has_staged_variant() && function_.returned.has_numbers && is_text_type(value->getType())) {
    out.push_back(context_.texts().text_value(value));
  } else if (function_.has_staged_variant() && function_.returned.has_numbers && holds_text(value->getType())) {
    Expressions parts;
    for (const clang::Expr* part : parts_of_result(value)) {
      if (is_text_type(part->getType()) || gives_text(part))
        parts.push_back(context_.texts().text_value(part));
      else
        collect_value(part, parts);
    }
    out.push_back(wrapped(Expr::Kind::Opaque, as_written(value), std::move(parts)));
  } else if (function_.has_staged_variant() && function_of_numbers(value->getType())) {
    out.push_back(context_.function_values().function_value(value));
  } else if (function_.staged_method.chooses_part) {
    collect(value, {}, out);
  } else if (function_.staged_method.gives_part) {
    collect(value, {}, out);
    hand_out_parts(out);
  } else if (function_.has_staged_variant() && is_map_of_numbers(value->getType())) {
    const auto* made = llvm::dyn_cast<clang::CXXConstructExpr>(value->IgnoreImplicit());
    const bool listed = made && made->getNumArgs() > 0 && context_.structures().collect_listed(made->getArg(0), out);
    if (!listed) {
      Expressions inner;
      collect(value, {}, inner);
      out.push_back(wrapped(braced ? Expr::Kind::Opaque : Expr::Kind::Structure, as_written(value), std::move(inner)));
    }
  } else if (function_.has_staged_variant() || function_.is_traced_method() || template_of_numbers) {
    collect_value(value, out);
  } else if ((function_.is_lambda() || function_.has_variant_on_demand()) && function_.returned.has_numbers) {
    collect_result(value, function_.is_lambda() ? "what calls this lambda" : "the result", out);
  } else if (value->isTypeDependent() && function_.returned.type_class != model::TypeClass::HostNumber &&
             !(keeps_numbers && class_of(value) == model::TypeClass::HostNumber)) {
    collect(value, {}, out);
  } else if (context_.externals().is_in_place() && function_.returned.is_reference &&
             is_given_as_place(value->getType())) {
    collect(value, {}, out);
    refuse_live(out);
  } else {
    collect_exit(value, "the result", out);
  }
}

void StatementBuilder::return_statement(const clang::ReturnStmt* source, Stmt& result) {
  result.kind = Stmt::Kind::Return;
  set_keyword(text_, source->getReturnLoc(), result.keyword, result);
  const clang::Expr* value = source->getRetValue();
  if (!value) {
    result.range.end = text_.after_semicolon(source->getEndLoc());
    return;
  }
  result.returns_value = true;
  if (const auto* lambda = llvm::dyn_cast<clang::LambdaExpr>(as_written(value));
      lambda && !parent_ && returned_lambda(lambda->getLambdaClass()))
    context_.lambdas().note_passed_on(lambda);
  const model::Range first = text_.next_token(result.keyword.end);
  result.braced_value = text_.text(first) == "{";
  collect_returned(value, result.braced_value, result.expressions);
  for (Expr& one : result.expressions) {
    Expr* given = &one;
    while (given->kind != Expr::Kind::Call && given->operands.size() == 1) given = &given->operands.front();
    const bool member = given->kind == Expr::Kind::Reference && given->listed && list_type(value->getType());
    given->returned = given->returned || member || (given->kind == Expr::Kind::Call && holds_list(value->getType()));
  }
  const bool of_staged_class = function_.staged_method.gives_part || function_.staged_method.chooses_part;
  if (function_.returned.is_reference && !of_staged_class && chooses_place(value)) note_bound(result.expressions);
  result.value = text_.range(value->getSourceRange());
  if (result.braced_value) result.value.begin = first.begin;
  result.range.end = text_.after_semicolon(value->getEndLoc());
}

void StatementBuilder::find_choices(const clang::FunctionDecl* function) {
  if (function_.copy.instance == 0) return;
  for (const clang::IfStmt* choice : constexpr_choices(text_of_instance(function)))
    choices_[choice->getIfLoc().getRawEncoding()] = choice;
}

/// Keeps only the taken branch of an `if constexpr` in this instantiation. Returns false for other statements.
bool StatementBuilder::chosen_branch(const clang::Stmt* source, model::Stmt& result) {
  const auto* choice = llvm::dyn_cast<clang::IfStmt>(source);
  if (!choice || !choice->isConstexpr() || function_.copy.instance == 0) return false;
  const StatementBuilder& outermost = context_.outermost().statements();
  const auto known = outermost.choices_.find(choice->getIfLoc().getRawEncoding());
  const auto chosen = choice->getNondiscardedCase(session_.ast());
  if (known == outermost.choices_.end() || !chosen) return false;
  const auto range_of = [&](const clang::Stmt* one) {
    model::Range range = text_.range(one->getSourceRange());
    const clang::Stmt* last = one;
    while (const auto* inner = llvm::dyn_cast<clang::IfStmt>(last))
      last = inner->getElse() ? inner->getElse() : inner->getThen();
    if (!llvm::isa<clang::CompoundStmt>(last)) range.end = text_.after_semicolon(one->getEndLoc());
    return range;
  };
  const model::Range whole = range_of(known->second);
  if (!*chosen) {
    function_.uses.discarded.push_back({whole, "{}"});
    result.kind = model::Stmt::Kind::Null;
    result.range = whole;
    return true;
  }
  const bool first = *chosen == choice->getThen();
  const model::Range kept = range_of(first ? known->second->getThen() : known->second->getElse());
  function_.uses.discarded.push_back({{whole.begin, kept.begin}, ""});
  if (kept.end < whole.end) function_.uses.discarded.push_back({{kept.end, whole.end}, ""});
  result = statement(*chosen);
  return true;
}

/// Collects the result of a lambda or of a method with a staged variant. Only an unconverted caller has to know it.
void StatementBuilder::collect_result(const clang::Expr* value, const std::string& consumer, Expressions& out) {
  Expr result = exit(value, consumer);
  result.is_result = true;
  if (is_structure_of_numbers(value->getType()) && result.operands.front().kind == Expr::Kind::Opaque) {
    Expr& inner = result.operands.front();
    inner.operands.clear();
    collect_value(value, inner.operands);
    result.number_type =
        value->getType().getNonReferenceType().getUnqualifiedType().getAsString(session_.ast().getPrintingPolicy());
  }
  out.push_back(std::move(result));
}

void StatementBuilder::header(const clang::Stmt* initialiser, const clang::VarDecl* variable, Stmt& result,
                              Expressions& declared) {
  if (initialiser) {
    Stmt first = statement(initialiser);
    result.header.has_initialiser = true;
    result.header.initialiser_end = first.range.end;
    result.initialisers = std::move(first.expressions);
    result.declared_names = std::move(first.declared_names);
    result.trivial_to_extend = first.trivial_to_extend;
  }
  if (!variable) return;
  result.header.declares_condition = true;
  context_.declarations().variable_declaration(variable, declared);
  if (const auto known = context_.variables().find(variable); known != model::kNoVariable)
    result.header.variable = known;
  result.header.name = text_.token(variable->getLocation());
  result.declared_names.push_back(variable->getNameAsString());
  result.trivial_to_extend = result.trivial_to_extend && is_trivial_to_extend(variable->getType());
  result.header.assigns = variable->getInitStyle() == clang::VarDecl::CInit;
  const clang::QualType type = variable->getType();
  const auto* record = type->getAsCXXRecordDecl();
  if (type->isReferenceType() || (record && !record->hasDefaultConstructor())) return;
  const model::Range written{text_.offset(variable->getOuterLocStart()), result.header.name.begin};
  const bool plain = !type.isConstQualified() && !variable->getTypeSourceInfo()->getType()->getContainedDeducedType();
  result.header.type =
      plain ? text_.flat_text(written) : type.getUnqualifiedType().getAsString(session_.ast().getPrintingPolicy());
}

/// Returns the class name or base name before an initialiser; in a staged class, it becomes the name of the staged
/// class.
Expr StatementBuilder::initialised_class(const clang::CXXRecordDecl* record,
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
  type.variable = context_.members().member(model::kNoVariable, number, false);
  type.head = type.range;
  type.number_type = base.isNull() ? record->getNameAsString() : text_.flat_text(type.range);
  return type;
}

void StatementBuilder::member_initialisers(const clang::CXXConstructorDecl* constructor) {
  Stmt initialisers;
  initialisers.kind = Stmt::Kind::Expression;
  initialisers.range = {function_.body.range.begin, function_.body.range.begin};
  for (const clang::CXXCtorInitializer* initialiser : constructor->inits()) {
    if (!initialiser->isWritten()) continue;
    if ((initialiser->isDelegatingInitializer() || initialiser->isBaseInitializer()) && function_.copy.in_staged_class)
      initialisers.expressions.push_back(initialised_class(constructor->getParent(), initialiser));
    const clang::FieldDecl* field = initialiser->getAnyMember();
    if (field && !function_.copy.in_staged_class && is_stageable_number(field->getType())) {
      collect_exit(initialiser->getInit(), "'" + field->getNameAsString() + "'", initialisers.expressions);
    } else {
      collect(initialiser->getInit(), {}, initialisers.expressions);
    }
  }
  if (!initialisers.expressions.empty())
    function_.body.children.insert(function_.body.children.begin(), std::move(initialisers));
}

}  // namespace agc::parse
