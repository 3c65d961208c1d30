#include "emit/function/subscript_emitter.h"

#include <algorithm>

#include "emit/function/reference_emitter.h"
#include "emit/runtime_names.h"

namespace agc::emit {

using model::Expr;
using Kind = Expr::Kind;

namespace {

/// Returns the only operand of an expression without text of its own, at any depth.
const Expr& only_operand(const Expr& expression) {
  const Expr* inner = &expression;
  while (inner->kind == Kind::Opaque && inner->operands.size() == 1) inner = &inner->operands.front();
  return *inner;
}

}  // namespace

bool SubscriptEmitter::emit(const Expr& expression) {
  const bool initialises = context_.references().initialises_reference(expression);
  if (!expression.rewritten && !expression.looks_first && !initialises) return false;
  if (initialises)
    reference_target(expression);
  else
    element(expression);
  return true;
}

/// Emits the element that initializes a reference.
void SubscriptEmitter::reference_target(const Expr& expression) {
  if (expression.of_list) return context_.references().element_of_list(expression);
  if (context_.references().names_shared(expression)) {
    edits_.insert(expression.range.begin, std::string(names::kNumbered) + "(");
    return edits_.replace({indices(expression), expression.range.end}, ")");
  }
  edits_.insert(expression.range.begin, std::string(expression.of_at ? names::kBorrowAt : names::kBorrow) + "(");
  edits_.replace({indices(expression), expression.range.end}, ").element");
}

void SubscriptEmitter::element(const Expr& expression) {
  if (expression.of_method && expression.rewritten) {
    edits_.insert(expression.range.begin, std::string(names::kOnElement) + "(");
    return edits_.replace({indices(expression), expression.range.end}, ", [&](auto& ag_element) { return ag_element");
  }
  const std::string_view name = !expression.rewritten ? names::kElement
                                : expression.placed   ? names::kElementPlace
                                : expression.of_at    ? names::kElementAt
                                : expression.iterated ? names::kRow
                                                      : names::kElement;
  const bool keeps_part = !expression.rewritten && !expression.part.empty();
  edits_.insert(expression.range.begin, std::string(name) + "(");
  edits_.replace({indices(expression), keeps_part ? expression.part.begin : expression.range.end},
                 keeps_part ? ")" : part(expression) + ")");
}

/// Returns the argument that names a part of the element, or an empty string.
std::string SubscriptEmitter::part(const Expr& expression) const {
  if (expression.part.empty()) return {};
  return ", " + std::string(names::kPart) + "(" + std::string(source_.text(expression.part)) + ")";
}

void SubscriptEmitter::part_of_end(const Expr& expression) {
  edits_.insert(expression.range.begin, std::string(names::kElementPlace) + "(");
  expressions(expression.operands);
  edits_.replace(expression.part, part(expression) + ")");
}

/// Emits the arguments in the parentheses. Returns the end of their text.
model::Offset SubscriptEmitter::indices(const Expr& expression) {
  const Expr &container = expression.operands[0], &index = expression.operands[1];
  const Expr& row = only_operand(container);
  model::Offset end = container.outer_range.end;
  if (row.kind == Kind::Subscript && row.of_row && row.rewritten && !row.of_list) {
    end = indices(row);
  } else {
    this->expression(container);
  }
  edits_.replace({end, index.outer_range.begin}, ", ");
  this->expression(expression.rewritten ? index.operands.front() : index);
  return index.outer_range.end;
}

bool SubscriptEmitter::calls_on_element(const Expr& call) {
  if (call.kind != Kind::Call && call.kind != Kind::HostCall) return false;
  return std::ranges::any_of(call.operands, [](const Expr& one) {
    const Expr& object = only_operand(one);
    return object.kind == Kind::Subscript && object.of_method && object.rewritten;
  });
}

}  // namespace agc::emit
