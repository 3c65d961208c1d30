// Loops: the positions of their tokens, and the ranges of range-based loops.
#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclTemplate.h>

#include "parse/build/function_builder.h"
#include "parse/queries/types/list_type.h"
#include "parse/queries/types/type_class.h"
#include "parse/queries/uses/long_loops.h"
#include "parse/session/ast_visitor.h"

namespace agc::parse {

using model::Access;
using model::Expr;
using model::Sink;
using model::Stmt;

namespace {

bool is_literal_true(const clang::Expr* condition) {
  const auto* literal = llvm::dyn_cast<clang::CXXBoolLiteralExpr>(as_written(condition));
  const auto* number = llvm::dyn_cast<clang::IntegerLiteral>(as_written(condition));
  return (literal && literal->getValue()) || (number && number->getValue() != 0);
}

/// Finds calls that may use tensors or print: functions of the runtime, and functions that take or return a tensor.
class TensorCallFinder : public AstVisitor {
 public:
  bool found = false;

 private:
  bool visit(clang::Stmt* node) override {
    const auto* call = llvm::dyn_cast<clang::CallExpr>(node);
    if (!call) return true;
    const clang::FunctionDecl* callee = call->getDirectCallee();
    found = found || !callee || is_in_ag(callee) || contains_tensor(call->getType());
    for (const clang::Expr* argument : call->arguments()) found = found || contains_tensor(argument->getType());
    return !found;
  }
};

}  // namespace

void FunctionBuilder::header(const clang::Stmt* initialiser, const clang::VarDecl* variable, Stmt& result,
                             Expressions& declared) {
  if (initialiser) {
    Stmt first = statement(initialiser);
    result.has_initialiser = true;
    result.initialiser_end = first.range.end;
    result.initialisers = std::move(first.expressions);
    result.declared_names = std::move(first.declared_names);
    result.trivial_to_extend = first.trivial_to_extend;
  }
  if (!variable) return;
  result.has_condition_variable = true;
  variable_declaration(variable, declared);
  if (const auto known = variables_.find(variable); known != variables_.end())
    result.condition_variable = known->second;
  result.condition_name = text_.token(variable->getLocation());
  result.declared_names.push_back(variable->getNameAsString());
  result.trivial_to_extend = result.trivial_to_extend && is_trivial_to_extend(variable->getType());
  result.condition_assigns = variable->getInitStyle() == clang::VarDecl::CInit;
  const clang::QualType type = variable->getType();
  const auto* record = type->getAsCXXRecordDecl();
  if (type->isReferenceType() || (record && !record->hasDefaultConstructor())) return;
  const model::Range written{text_.offset(variable->getOuterLocStart()), result.condition_name.begin};
  const bool plain = !type.isConstQualified() && !variable->getTypeSourceInfo()->getType()->getContainedDeducedType();
  result.condition_type =
      plain ? text_.flat_text(written) : type.getUnqualifiedType().getAsString(session_.ast().getPrintingPolicy());
}

void FunctionBuilder::while_statement(const clang::WhileStmt* source, Stmt& result) {
  result.kind = Stmt::Kind::While;
  keyword(source->getWhileLoc(), result.keyword, result);
  token(source->getLParenLoc(), result.left_paren, result);
  token(source->getRParenLoc(), result.right_paren, result);
  loop_condition(nullptr, source->getConditionVariable(), source->getCond(), result);
  result.runs_long = runs_long(source, session_.ast());
  result.condition_is_true = is_literal_true(source->getCond());
  result.children.push_back(statement(source->getBody()));
  result.range.end = result.children.back().range.end;
}

/// Builds the header of a `while` or `for`. A variable that its condition declares is created anew in each iteration.
void FunctionBuilder::loop_condition(const clang::Stmt* initialiser, const clang::VarDecl* variable,
                                     const clang::Expr* test, Stmt& result) {
  Expressions declared;
  header(initialiser, variable, result, declared);
  if (!test) return;
  result.condition = condition(test);
  result.condition.operands.insert(result.condition.operands.begin(), declared.begin(), declared.end());
  result.has_condition = true;
}

void FunctionBuilder::do_statement(const clang::DoStmt* source, Stmt& result) {
  result.kind = Stmt::Kind::DoWhile;
  keyword(source->getDoLoc(), result.keyword, result);
  result.condition_is_true = is_literal_true(source->getCond());
  result.children.push_back(statement(source->getBody()));
  keyword(source->getWhileLoc(), result.while_keyword, result);
  result.left_paren = text_.next_token(result.while_keyword.end).begin;
  token(source->getRParenLoc(), result.right_paren, result);
  result.condition = condition(source->getCond());
  result.has_condition = true;
  result.range.end = text_.after_semicolon(source->getEndLoc());
}

void FunctionBuilder::for_statement(const clang::ForStmt* source, Stmt& result) {
  result.kind = Stmt::Kind::For;
  loops_.add(source, session_.ast());
  result.runs_long = runs_long(source, session_.ast());
  keyword(source->getForLoc(), result.keyword, result);
  token(source->getLParenLoc(), result.left_paren, result);
  token(source->getRParenLoc(), result.right_paren, result);
  loop_condition(source->getInit(), source->getConditionVariable(), source->getCond(), result);
  if (!source->getInit()) result.initialiser_end = text_.next_token(result.left_paren + 1).end;
  result.condition_is_true = !source->getCond() || is_literal_true(source->getCond());
  model::Offset end = result.initialiser_end;
  if (source->getCond()) {
    const clang::VarDecl* variable = source->getConditionVariable();
    end = variable ? text_.range(variable->getSourceRange()).end : result.condition.outer_range.end;
    const auto* binary = llvm::dyn_cast<clang::BinaryOperator>(source->getCond()->IgnoreImplicit());
    result.condition_is_loose =
        llvm::isa<clang::ConditionalOperator>(source->getCond()->IgnoreImplicit()) ||
        (binary && (binary->getOpcode() == clang::BO_LOr || binary->isAssignmentOp() || binary->isCommaOp()));
  }
  result.condition_end = text_.next_token(end).begin;
  if (const clang::Expr* step = source->getInc()) {
    collect(step, {Access::Read, Sink::Discarded}, result.step);
    result.step_range = text_.range(step->getSourceRange());
    TensorCallFinder finder;
    finder.traverse(step);
    result.step_is_host = !finder.found;
  }
  result.children.push_back(statement(source->getBody()));
  result.range.end = result.children.back().range.end;
}

void FunctionBuilder::range_for_statement(const clang::CXXForRangeStmt* source, Stmt& result) {
  result.kind = Stmt::Kind::RangeFor;
  keyword(source->getForLoc(), result.keyword, result);
  result.left_paren = text_.next_token(result.keyword.end).begin;
  token(source->getRParenLoc(), result.right_paren, result);
  Expressions none;
  header(source->getInit(), nullptr, result, none);
  result.loop_declaration = {result.has_initialiser ? result.initialiser_end : result.left_paren + 1,
                             text_.offset(source->getColonLoc())};

  const clang::Expr* range = source->getRangeInit();
  const clang::VarDecl* variable = source->getLoopVariable();
  if (!collect_outside_range(range, variable, result.condition.operands)) collect(range, {}, result.condition.operands);
  result.condition.range = text_.range(range->getSourceRange());
  result.condition.outer_range = result.condition.range;
  result.condition.place = result.condition.range.begin;
  result.condition.type = class_of(range);
  result.has_condition = true;

  const clang::QualType element = variable->getInit() ? variable->getInit()->getType() : variable->getType();
  result.range_of_numbers = is_ag_class(range->getType(), "HostRange");
  result.runs_long = runs_long(source, session_.ast());
  result.range_is_tensor = runs_over_tensors(range->getType()) || may_be_tensor_range(range);
  const clang::Expr* written = as_written(range);
  if (llvm::isa<clang::InitListExpr, clang::CXXStdInitializerListExpr>(written)) {
    result.loop_braced_list = true;
    collect_parts(written, result.condition.parts);
    result.loop_element =
        element.getNonReferenceType().getUnqualifiedType().getAsString(session_.ast().getPrintingPolicy());
    result.loop_element_type = type_class(element.getNonReferenceType().getUnqualifiedType());
  }
  bool whole = true;
  const clang::ValueDecl* over = root(range, whole);
  if (over && variables_.count(over) && whole) {
    result.range_variable = variables_.lookup(over);
  } else if (over && whole && result.condition.operands.size() == 1 &&
             result.condition.operands.front().kind == Expr::Kind::Reference && list_type(range->getType())) {
    result.range_variable = result.condition.operands.front().variable;  // of the function around a lambda
  } else if (!over && variable->getType()->isLValueReferenceType()) {
    whole = true;
    const model::VariableId path = root_member(range, whole);
    if (whole) result.range_variable = path;
  }
  range_for_variable(variable, range, result);
  if (result.loop_reference && result.range_variable != model::kNoVariable && list_type(range->getType())) {
    std::string names = variable->getNameAsString();
    if (const auto* bindings = llvm::dyn_cast<clang::DecompositionDecl>(variable)) {
      for (const clang::BindingDecl* one : bindings->bindings())
        names += (names.empty() ? "" : ", ") + one->getNameAsString();
    }
    auto& elements = function_.variable(result.range_variable).growth.elements;
    elements.push_back({std::move(names), text_.range(source->getBody()->getSourceRange()), {}});
  }
  result.children.push_back(statement(source->getBody()));
  result.range.end = result.children.back().range.end;
}

void FunctionBuilder::range_for_variable(const clang::VarDecl* variable, const clang::Expr* range, Stmt& result) {
  const clang::SourceLocation begin = variable->getOuterLocStart();
  result.in_macro = result.in_macro || !text_.is_plain(begin);
  result.loop_type = class_of(variable);
  result.loop_name = text_.token(variable->getLocation());
  const clang::QualType type = variable->getType();
  result.loop_reference = type->isLValueReferenceType() && !type->getPointeeType().isConstQualified();
  if (result.loop_reference) refer_to_elements(result.condition.operands);
  if (is_outside_element(variable)) return;  // found in its place
  const bool of_map = is_map_of_numbers(range->getType());
  const auto* named = llvm::dyn_cast<clang::DeclRefExpr>(as_written(range));
  if (of_map && named && !llvm::isa<clang::DecompositionDecl>(variable)) pairs_[variable] = named->getDecl();
  const auto declare = [&](const clang::ValueDecl* declaration) {
    if (of_map && llvm::isa<clang::BindingDecl>(declaration) &&
        declaration == llvm::cast<clang::DecompositionDecl>(variable)->bindings().front()) {
      result.loop_variables.push_back(add_variable(declaration, declaration->getType()));
      if (!names_possible_list(range)) function_.variable(result.loop_variables.back()).has_numbers = false;
      keys_.insert(declaration);
    } else if (result.loop_reference) {
      remember_alias(declaration, range);
      aliases_[declaration].whole = false;
      const model::VariableId target = aliases_[declaration].target;
      if (target == model::kNoVariable) return;
      model::Variable alias;
      describe_number(variable, alias);
      if (!alias.has_numbers || alias.promotion.deduced || result.loop_bindings) return;
      Expr type;
      type.kind = Expr::Kind::AliasType;
      type.variable = target;
      type.range = type.head = alias.promotion.type_range;
      type.place = type.range.begin;
      type.number_type = alias.promotion.type;
      type.type = alias.promotion.element == model::TypeClass::Other ? class_of(variable) : alias.promotion.element;
      result.loop_alias.push_back(std::move(type));
    } else {
      result.loop_variables.push_back(add_variable(declaration, declaration->getType()));
      model::Variable& element = function_.variable(result.loop_variables.back());
      if (of_map && declaration == variable) {  // a pair of a key and a number
        element.has_numbers = element.promotion.possible = true;
        element.promotion.spelled = false;
      }
    }
  };
  if (const auto* bindings = llvm::dyn_cast<clang::DecompositionDecl>(variable)) {
    result.loop_bindings = true;
    for (const clang::BindingDecl* binding : bindings->bindings()) declare(binding);
  } else {
    declare(variable);
  }
}

}  // namespace agc::parse
