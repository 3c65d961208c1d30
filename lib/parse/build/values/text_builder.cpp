#include "parse/build/values/text_builder.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/ExprCXX.h>

#include <algorithm>
#include <string_view>

#include "parse/build/calls/call_builder.h"
#include "parse/build/calls/converted_call_builder.h"
#include "parse/build/values/structure_builder.h"
#include "parse/build/values/subscript_builder.h"
#include "parse/build/variables/variable_builder.h"
#include "parse/queries/functions/callee.h"
#include "parse/queries/functions/expressions.h"
#include "parse/queries/specialize/instantiations.h"
#include "parse/queries/types/selected_strings.h"
#include "parse/queries/types/text_variable.h"
#include "parse/queries/types/type_class.h"

namespace agc::parse {

using model::Access;
using model::Expr;
using Kind = Expr::Kind;

namespace {

constexpr const char* kText = "ag::StagedText";

/// Returns the expression as a call of std::to_string, or null.
const clang::CallExpr* number_to_text(const clang::Expr* source) {
  const auto* call = llvm::dyn_cast<clang::CallExpr>(source);
  const clang::FunctionDecl* callee = call ? call->getDirectCallee() : nullptr;
  const bool converts = callee && callee->getIdentifier() && is_in_std(callee) && callee->getName() == "to_string" &&
                        call->getNumArgs() == 1 && is_stageable_number(call->getArg(0)->getType());
  return converts ? call : nullptr;
}

}  // namespace

bool TextBuilder::is_text_variable(const clang::Expr* source) const {
  const auto* named = llvm::dyn_cast<clang::DeclRefExpr>(as_written(source));
  const model::VariableId known = named ? context_.variables().find(named->getDecl()) : model::kNoVariable;
  return known != model::kNoVariable && is_text_type(named->getType()) && function_.variable(known).has_numbers;
}

/// True for the name of a variable that holds a known text.
bool TextBuilder::is_a_known_text(const clang::Expr* source) const {
  return llvm::isa<clang::DeclRefExpr, clang::MemberExpr>(as_written(source)) && !is_text_variable(source);
}

bool TextBuilder::may_give_text(const clang::Expr* source) const {
  const clang::Expr* written = as_written(source);
  const auto* call = llvm::dyn_cast<clang::CallExpr>(written);
  if (!call) return llvm::isa<clang::ConditionalOperator>(written) && gives_text(written);
  return std::ranges::any_of(session_.facts<Instantiations>().callees_of(call), is_text_result);
}

void TextBuilder::describe_text(const clang::DeclaratorDecl* declaration, model::Variable& variable) const {
  const auto* local = llvm::dyn_cast<clang::VarDecl>(declaration);
  if (!local || !is_text_type(local->getType()) || !is_followed_text(local)) return;
  const clang::TypeLoc type = local->getTypeSourceInfo()->getTypeLoc().getUnqualifiedLoc();
  if (!text_.is_plain(type.getBeginLoc()) || !text_.is_plain(type.getEndLoc())) return;
  model::Range range = text_.range(type.getSourceRange());
  const bool deduced = local->getType()->getContainedDeducedType() != nullptr;
  if (local->getType()->isPointerType() && !deduced) {
    const model::Offset before = range.begin >= 6 ? range.begin - 6 : 0;
    if (text_.text({before, range.begin}) == "const ") range.begin = before;
  }
  // Other variables of the declaration would lose their type.
  const model::Offset end = text_.range(local->getSourceRange()).end;
  const std::string_view next = text_.text(text_.next_token(end));
  if (text_.text(range).find(',') != std::string_view::npos || next != ";") return;
  variable.has_numbers = true;
  variable.promotion.possible = true;
  variable.promotion.type = kText;
  variable.promotion.type_range = range;
  variable.promotion.deduced = deduced;
}

Expr TextBuilder::text_value(const clang::Expr* source) {
  if (const clang::Expr* converted = text_of_conversion(source)) {
    const clang::Expr* made = made_text(source);
    const auto* cast = llvm::dyn_cast<clang::CXXFunctionalCastExpr>(made);
    const clang::TypeSourceInfo* type =
        cast ? cast->getTypeInfoAsWritten() : llvm::cast<clang::CXXTemporaryObjectExpr>(made)->getTypeSourceInfo();
    Expressions operands{text_value(converted)}, result;
    context_.structures().collect_spelled(made, type->getTypeLoc().getSourceRange(), std::move(operands), result);
    return std::move(result.front());
  }
  const clang::Expr* written = as_written(source);
  if (const clang::Expr* given = text_of_construction(written)) return text_value(given);  // for std::string s(t)
  if (const auto* choice = llvm::dyn_cast<clang::ConditionalOperator>(written);
      choice && (is_text_type(choice->getType()) || choice->getType()->isArrayType())) {
    Expr result = expression(source, {});
    if (result.kind != Kind::Conditional) return result;
    result.number_type = kText;
    result.operands[1] = text_value(choice->getTrueExpr());
    result.operands[2] = text_value(choice->getFalseExpr());
    return result;
  }
  Expressions operands;
  if (const auto* sum = text_sum(written)) {
    operands.push_back(text_value(sum->getArg(0)));
    operands.push_back(text_value(sum->getArg(1)));
    return wrapped(Kind::Opaque, written, std::move(operands));
  }
  if (const auto* call = number_to_text(written)) {
    operands.push_back(expression(call->getArg(0), {}));
    Expr result = wrapped(Kind::StandardCall, written, std::move(operands));
    const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(call->getCallee()->IgnoreParenImpCasts());
    if (!name) return expression(source, {});
    result.name = "to_string";
    result.head = {text_.offset(name->getBeginLoc()), text_.token(name->getLocation()).end};
    return result;
  }
  if (const auto* call = text_of_string(written)) {
    const clang::Expr* object = call->getImplicitObjectArgument();
    operands.push_back(text_value(object));
    Expr result = wrapped(Kind::StandardCall, written, std::move(operands));
    result.operation = model::LibraryOperation::Characters;
    result.tail = {result.operands.front().outer_range.end, result.range.end};
    return result;
  }
  const auto* call = llvm::dyn_cast<clang::CallExpr>(written);
  const clang::FunctionDecl* callee = call ? call->getDirectCallee() : nullptr;
  if (callee && is_text_result(callee) && context_.converted_calls().is_convertible(callee)) {
    context_.calls().note_callee(callee);
    context_.converted_calls().collect_converted_call(call, callee, operands);
    return wrapped(Kind::Opaque, written, std::move(operands));
  }
  if (is_text_type(written->getType()) && collect_text_element(written, operands))
    return wrapped(Kind::Opaque, written, std::move(operands));
  const bool view = is_view(source->getType()) && llvm::isa<clang::DeclRefExpr>(written);  // of a string
  return expression(view ? written : source, {});
}

/// Collects names[k] of a constant table of texts.
bool TextBuilder::collect_text_element(const clang::Expr* source, Expressions& out) {
  const clang::Expr *container = nullptr, *index = nullptr;
  if (const auto* element = llvm::dyn_cast<clang::ArraySubscriptExpr>(source)) {
    container = element->getBase()->IgnoreImpCasts();
    index = element->getIdx();
    if (!container->getType()->isConstantArrayType()) return false;
  } else if (const auto* call = llvm::dyn_cast<clang::CXXOperatorCallExpr>(source);
             call && call->getOperator() == clang::OO_Subscript && is_sequence(call->getArg(0)->getType())) {
    container = call->getArg(0);
    index = call->getArg(1);
  }
  if (!container || !is_stageable_number(index->getType())) return false;
  if (!is_table(container) && !is_text_table(container, text_)) return false;
  Expressions operands;
  operands.push_back(wrapped(Kind::Opaque, container, {}));
  operands.push_back(exit(index, "an array"));
  operands.back().remedy = model::Remedy::IndexTensor;
  Expr result = wrapped(Kind::Subscript, source, std::move(operands));
  result.of_sequence = result.of_table = true;
  result.may_be_outside = !context_.subscripts().is_in_bounds(container, index);
  out.push_back(std::move(result));
  return true;
}

bool TextBuilder::collect_text_assignment(const clang::Expr* target, const clang::Expr* value, Access access,
                                          Expressions& out) {
  if (const auto* member = llvm::dyn_cast<clang::MemberExpr>(as_written(target))) {
    const auto* field = llvm::dyn_cast<clang::FieldDecl>(member->getMemberDecl());
    if (!field || access != Access::Write || !may_give_text(value)) return false;
    if (!session_.facts<SelectedStrings>().contains(field)) return false;
    Expressions targets;
    collect(target, {Access::Update, model::Sink::Host}, targets);
    Expr* written = first_written(targets);
    if (!written) return false;
    written->operands.insert(written->operands.begin(), text_value(value));
    out.insert(out.end(), targets.begin(), targets.end());
    return true;
  }
  if (!is_text_variable(target)) return false;
  const auto* named = llvm::cast<clang::DeclRefExpr>(as_written(target));
  Expr reference = finding(Kind::Reference, named->getSourceRange());
  reference.variable = context_.variables().id_of(named->getDecl());
  reference.type = function_.variable(reference.variable).type;
  reference.access = access;
  reference.operands.push_back(text_value(value));
  out.push_back(std::move(reference));
  return true;
}

bool TextBuilder::collect_text(const clang::Stmt* statement, Expressions& out) {
  if (const auto* assigned = llvm::dyn_cast<clang::BinaryOperator>(statement))
    return assigned->getOpcode() == clang::BO_Assign &&
           collect_text_assignment(assigned->getLHS(), assigned->getRHS(), Access::Write, out);
  if (const auto* method = llvm::dyn_cast<clang::CXXMemberCallExpr>(statement)) {
    const clang::Expr* object = method->getImplicitObjectArgument();
    if (!text_method(method) || is_a_known_text(object)) return false;
    if (method->getNumArgs() == 1) return collect_text_assignment(object, method->getArg(0), Access::Update, out);
    Expressions operands;
    operands.push_back(text_value(object));
    out.push_back(wrapped(Kind::Opaque, method, std::move(operands)));
    return true;
  }
  if (const auto* rewritten = llvm::dyn_cast<clang::CXXRewrittenBinaryOperator>(statement)) {
    const auto sides = unequal_texts(rewritten);
    if (sides) collect_text_comparison(rewritten, sides->first, sides->second, out);
    return sides.has_value();
  }
  const auto* call = llvm::dyn_cast<clang::CXXOperatorCallExpr>(statement);
  if (!call || call->getNumArgs() != 2) return false;
  const auto kind = call->getOperator();
  if (kind == clang::OO_Equal) return collect_text_assignment(call->getArg(0), call->getArg(1), Access::Write, out);
  if (kind == clang::OO_PlusEqual)
    return collect_text_assignment(call->getArg(0), call->getArg(1), Access::Update, out);
  if (kind != clang::OO_EqualEqual && kind != clang::OO_ExclaimEqual) return false;
  if (!gives_text(call->getArg(0)) || !gives_text(call->getArg(1))) return false;
  collect_text_comparison(call, call->getArg(0), call->getArg(1), out);
  return true;
}

void TextBuilder::collect_text_comparison(const clang::Expr* source, const clang::Expr* left, const clang::Expr* right,
                                          Expressions& out) {
  Expressions sides;
  sides.push_back(text_value(left));
  sides.push_back(text_value(right));
  Expressions whole;
  whole.push_back(wrapped(Kind::Opaque, source, std::move(sides)));
  Expr result = wrapped(Kind::Cast, source, std::move(whole));
  result.of_bool = true;
  result.number_type = "bool";
  result.head = {result.range.begin, result.range.begin};
  result.tail = {result.range.end, result.range.end};
  out.push_back(std::move(result));
}

void TextBuilder::collect_known_text(const clang::CallExpr* source, const clang::FunctionDecl* callee,
                                     Expressions& out) {
  Expressions given;
  context_.converted_calls().collect_converted_call(source, callee, given);
  Expr known = wrapped(Kind::Exit, source, std::move(given));
  known.name = std::string(text_.text(known.range));
  known.detail = "ordinary C++";
  known.number_type = callee->getReturnType()->isPointerType() ? "const char*" : "std::string";
  if (is_view(callee->getReturnType())) known.number_type = "std::string_view";
  if (holds_text(callee->getReturnType()))
    known.number_type = callee->getReturnType().getAsString(session_.ast().getPrintingPolicy());
  known.remedy = model::Remedy::PrintValue;
  out.push_back(std::move(known));
}

}  // namespace agc::parse
