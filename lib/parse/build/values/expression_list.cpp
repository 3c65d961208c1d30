#include "parse/build/values/expression_list.h"

#include <algorithm>
#include <span>

namespace agc::parse {

using model::Expr;
using model::Sink;
using Kind = Expr::Kind;

namespace {

/// Refuses external variables in the list, except in the conditions of choices, which are read at once.
void refuse_all(std::span<Expr> list) {
  for (Expr& one : list) {
    if (one.kind == Kind::External) one.kind = Kind::ExternalCapture;
    const std::span<Expr> operands(one.operands);
    refuse_all(one.kind == Kind::Conditional && !operands.empty() ? operands.subspan(1) : operands);
  }
}

}  // namespace

bool follows_functions(Expr& call, const std::string& consumer) {
  if (std::ranges::none_of(call.operands, [](const Expr& one) { return one.function_value.unfollowed; })) return true;
  for (Expr& operand : call.operands) {
    if (operand.kind != Kind::Exit) continue;
    operand.detail = consumer + ", which is given a function that cannot be followed,";
    operand.remedy = model::Remedy::FollowFunction;
  }
  return false;
}

void refuse_live(Expressions& list) { refuse_all(list); }

void hand_out_parts(Expressions& list) {
  for (Expr& one : list) {
    one.refers = one.refers || one.kind == Kind::Subscript || one.kind == Kind::Conditional || one.called.gives_part;
    one.as_target = one.as_target || one.kind == Kind::Conditional;
    hand_out_parts(one.operands);
  }
}

void refer_to_elements(Expressions& list) {
  for (Expr& one : list) {
    one.refers =
        one.refers || one.kind == Kind::Subscript || one.called.gives_part || one.borrower != model::kNoVariable;
    refer_to_elements(one.operands);
  }
}

void assign_places(Expressions& list, size_t first, Use use) {
  if (use.sink != Sink::Discarded) return;
  for (size_t k = first; k < list.size(); ++k) {
    if (list[k].kind == Kind::Opaque) assign_places(list[k].operands, 0, use);
    if (list[k].kind != Kind::Conditional || !list[k].as_target) continue;
    list[k].of_place = true;
    assign_places(list[k].operands, 1, use);
  }
}

}  // namespace agc::parse
