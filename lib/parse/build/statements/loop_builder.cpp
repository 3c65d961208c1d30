#include "parse/build/statements/loop_builder.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/ExprCXX.h>

#include <algorithm>

#include "parse/build/statements/statement_builder.h"
#include "parse/build/statements/statement_tokens.h"
#include "parse/build/values/expression_builder.h"
#include "parse/build/values/expression_list.h"
#include "parse/build/values/keyed_builder.h"
#include "parse/build/values/list_builder.h"
#include "parse/build/values/structure_builder.h"
#include "parse/build/values/subscript_builder.h"
#include "parse/build/variables/alias_builder.h"
#include "parse/build/variables/external_builder.h"
#include "parse/build/variables/reference_builder.h"
#include "parse/build/variables/variable_builder.h"
#include "parse/queries/functions/callee.h"
#include "parse/queries/functions/expressions.h"
#include "parse/queries/specialize/instantiations.h"
#include "parse/queries/specialize/staged_method.h"
#include "parse/queries/types/list_type.h"
#include "parse/queries/types/type_class.h"
#include "parse/queries/types/value_class.h"
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

/// True if a loop in a template iterates over a tensor in one of the instantiations.
bool may_be_tensor_range(const clang::Expr* range, const Instantiations& instantiations) {
  if (!range->isTypeDependent()) return false;
  const auto callees = instantiations.callees_of(as_written(range));
  if (callees.empty()) return instantiations.can_be_tensor(as_written(range));
  return std::ranges::any_of(callees, [](const auto* callee) { return runs_over_tensors(callee->getReturnType()); });
}

}  // namespace

void LoopBuilder::while_statement(const clang::WhileStmt* source, Stmt& result) {
  result.kind = Stmt::Kind::While;
  set_keyword(text_, source->getWhileLoc(), result.keyword, result);
  set_token(text_, source->getLParenLoc(), result.left_paren, result);
  set_token(text_, source->getRParenLoc(), result.right_paren, result);
  loop_condition(nullptr, source->getConditionVariable(), source->getCond(), result);
  result.runs_long = runs_long(source, session_.ast());
  result.condition_is_true = is_literal_true(source->getCond());
  result.children.push_back(context_.statements().statement(source->getBody()));
  result.range.end = result.children.back().range.end;
}

/// Builds the header of a `while` or `for`. A variable that its condition declares is created anew in each iteration.
void LoopBuilder::loop_condition(const clang::Stmt* initialiser, const clang::VarDecl* variable,
                                 const clang::Expr* test, Stmt& result) {
  Expressions declared;
  context_.statements().header(initialiser, variable, result, declared);
  if (!test) return;
  result.condition = context_.expressions().condition(test);
  result.condition.operands.insert(result.condition.operands.begin(), declared.begin(), declared.end());
  result.has_condition = true;
}

void LoopBuilder::do_statement(const clang::DoStmt* source, Stmt& result) {
  result.kind = Stmt::Kind::DoWhile;
  set_keyword(text_, source->getDoLoc(), result.keyword, result);
  result.condition_is_true = is_literal_true(source->getCond());
  result.children.push_back(context_.statements().statement(source->getBody()));
  set_keyword(text_, source->getWhileLoc(), result.while_keyword, result);
  result.left_paren = text_.next_token(result.while_keyword.end).begin;
  set_token(text_, source->getRParenLoc(), result.right_paren, result);
  result.condition = context_.expressions().condition(source->getCond());
  result.has_condition = true;
  result.range.end = text_.after_semicolon(source->getEndLoc());
}

void LoopBuilder::for_statement(const clang::ForStmt* source, Stmt& result) {
  result.kind = Stmt::Kind::For;
  context_.subscripts().note_loop(source);
  result.runs_long = runs_long(source, session_.ast());
  set_keyword(text_, source->getForLoc(), result.keyword, result);
  set_token(text_, source->getLParenLoc(), result.left_paren, result);
  set_token(text_, source->getRParenLoc(), result.right_paren, result);
  loop_condition(source->getInit(), source->getConditionVariable(), source->getCond(), result);
  if (!source->getInit()) result.header.initialiser_end = text_.next_token(result.left_paren + 1).end;
  result.condition_is_true = !source->getCond() || is_literal_true(source->getCond());
  model::Offset end = result.header.initialiser_end;
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
  result.children.push_back(context_.statements().statement(source->getBody()));
  result.range.end = result.children.back().range.end;
}

void LoopBuilder::range_for_statement(const clang::CXXForRangeStmt* source, Stmt& result) {
  result.kind = Stmt::Kind::RangeFor;
  set_keyword(text_, source->getForLoc(), result.keyword, result);
  result.left_paren = text_.next_token(result.keyword.end).begin;
  set_token(text_, source->getRParenLoc(), result.right_paren, result);
  Expressions none;
  context_.statements().header(source->getInit(), nullptr, result, none);
  result.range_for.declaration = {result.header.has_initialiser ? result.header.initialiser_end : result.left_paren + 1,
                                  text_.offset(source->getColonLoc())};

  const clang::Expr* range = source->getRangeInit();
  const clang::VarDecl* variable = source->getLoopVariable();
  if (!context_.externals().collect_outside_range(range, variable, result.condition.operands))
    collect(range, {}, result.condition.operands);
  call_ends(source, result.condition.operands);
  result.condition.range = text_.range(range->getSourceRange());
  result.condition.outer_range = result.condition.range;
  result.condition.place = result.condition.range.begin;
  result.condition.type = class_of(range);
  result.has_condition = true;

  const clang::QualType element = variable->getInit() ? variable->getInit()->getType() : variable->getType();
  result.range_for.of_numbers = is_ag_class(range->getType(), "HostRange");
  result.runs_long = runs_long(source, session_.ast());
  result.range_for.of_tensor =
      runs_over_tensors(range->getType()) || may_be_tensor_range(range, session_.facts<Instantiations>());
  const clang::Expr* written = as_written(range);
  if (llvm::isa<clang::InitListExpr, clang::CXXStdInitializerListExpr>(written)) {
    result.range_for.braced_list = true;
    context_.structures().collect_parts(written, result.condition.parts);
    result.range_for.element =
        element.getNonReferenceType().getUnqualifiedType().getAsString(session_.ast().getPrintingPolicy());
    result.range_for.element_type = type_class(element.getNonReferenceType().getUnqualifiedType());
  }
  bool whole = true;
  const clang::ValueDecl* over = root_of(range, whole);
  if (over && context_.variables().contains(over) && whole) {
    result.range_for.range = context_.variables().find(over);
  } else if (over && whole && result.condition.operands.size() == 1 &&
             result.condition.operands.front().kind == Expr::Kind::Reference && list_type(range->getType())) {
    result.range_for.range = result.condition.operands.front().variable;  // of the function around a lambda
  } else if (!over && variable->getType()->isLValueReferenceType()) {
    whole = true;
    const model::VariableId path = context_.references().root_member(range, whole);
    if (whole) result.range_for.range = path;
  }
  range_for_variable(variable, range, result);
  if (result.range_for.refers && result.range_for.range != model::kNoVariable && list_type(range->getType())) {
    std::string names = variable->getNameAsString();
    if (const auto* bindings = llvm::dyn_cast<clang::DecompositionDecl>(variable)) {
      for (const clang::BindingDecl* one : bindings->bindings())
        names += (names.empty() ? "" : ", ") + one->getNameAsString();
    }
    auto& elements = function_.variable(result.range_for.range).growth.elements;
    elements.push_back({std::move(names), text_.range(source->getBody()->getSourceRange()), {}});
  }
  result.children.push_back(context_.statements().statement(source->getBody()));
  result.range.end = result.children.back().range.end;
}

/// Notes the calls of begin() and end() by a loop over an object of numbers. The staged class needs these methods; if
/// it cannot have them, the object has to be known.
void LoopBuilder::call_ends(const clang::CXXForRangeStmt* source, Expressions& range) {
  const auto* record = source->getRangeInit()->getType().getNonReferenceType()->getAsCXXRecordDecl();
  if (!record || !is_value_class(record)) return;
  const Expressions object = range;
  for (const clang::DeclStmt* end : {source->getBeginStmt(), source->getEndStmt()}) {
    const auto* variable = end ? llvm::dyn_cast<clang::VarDecl>(end->getSingleDecl()) : nullptr;
    const auto* call = variable && variable->getInit()
                           ? llvm::dyn_cast<clang::CXXMemberCallExpr>(variable->getInit()->IgnoreImplicit())
                           : nullptr;
    const clang::FunctionDecl* definition = call ? method_of_staged_class(call->getMethodDecl(), text_) : nullptr;
    if (!definition || staged_iterator(definition->getReturnType()).empty())
      return need_known(range, "'" + std::string(end == source->getBeginStmt() ? "begin" : "end") + "'");
    Expr given = wrapped(Expr::Kind::Opaque, source->getRangeInit(), object);
    Expr called = wrapped(Expr::Kind::Call, source->getRangeInit(), {std::move(given)});
    called.called.of_staged_class = called.repeated = called.operands.front().repeated = true;
    called.name = definition->getNameAsString();
    called.callee = model::FunctionId::staged_method(definition);
    context_.callees().staged_methods.insert(definition);
    range.push_back(std::move(called));
  }
}

void LoopBuilder::range_for_variable(const clang::VarDecl* variable, const clang::Expr* range, Stmt& result) {
  const clang::SourceLocation begin = variable->getOuterLocStart();
  result.in_macro = result.in_macro || !text_.is_plain(begin);
  result.range_for.type = class_of(variable);
  result.range_for.name = text_.token(variable->getLocation());
  const clang::QualType type = variable->getType();
  result.range_for.refers = type->isLValueReferenceType() && !type->getPointeeType().isConstQualified();
  if (result.range_for.refers) refer_to_elements(result.condition.operands);
  if (context_.externals().is_outside_element(variable)) return;  // found in its place
  const bool of_map = is_map_of_numbers(range->getType());
  const auto* named = llvm::dyn_cast<clang::DeclRefExpr>(as_written(range));
  if (of_map && named && !llvm::isa<clang::DecompositionDecl>(variable))
    context_.keyed().note_pair(variable, named->getDecl());
  const auto declare = [&](const clang::ValueDecl* declaration) {
    if (of_map && llvm::isa<clang::BindingDecl>(declaration) &&
        declaration == llvm::cast<clang::DecompositionDecl>(variable)->bindings().front()) {
      result.range_for.variables.push_back(context_.variables().add_variable(declaration, declaration->getType()));
      if (!context_.lists().names_possible_list(range))
        function_.variable(result.range_for.variables.back()).has_numbers = false;
      context_.references().note_key(declaration);
    } else if (result.range_for.refers) {
      Alias& alias_of = context_.aliases().remember_alias(declaration, range);
      alias_of.whole = false;
      const model::VariableId target = alias_of.target;
      if (target == model::kNoVariable) return;
      model::Variable alias;
      context_.variables().describe_number(variable, alias);
      if (!alias.has_numbers || alias.promotion.deduced || result.range_for.bindings) return;
      Expr type;
      type.kind = Expr::Kind::AliasType;
      type.variable = target;
      type.range = type.head = alias.promotion.type_range;
      type.place = type.range.begin;
      type.number_type = alias.promotion.type;
      type.type = alias.promotion.element == model::TypeClass::Other ? class_of(variable) : alias.promotion.element;
      result.range_for.alias.push_back(std::move(type));
    } else {
      result.range_for.variables.push_back(context_.variables().add_variable(declaration, declaration->getType()));
      model::Variable& element = function_.variable(result.range_for.variables.back());
      if (of_map && declaration == variable) {  // a pair of a key and a number
        element.has_numbers = element.promotion.possible = true;
        element.promotion.spelled = false;
      }
    }
  };
  if (const auto* bindings = llvm::dyn_cast<clang::DecompositionDecl>(variable)) {
    result.range_for.bindings = true;
    for (const clang::BindingDecl* binding : bindings->bindings()) declare(binding);
  } else {
    declare(variable);
  }
}

}  // namespace agc::parse
