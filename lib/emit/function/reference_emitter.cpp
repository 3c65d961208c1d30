#include "emit/function/reference_emitter.h"

#include "analysis/borrowing.h"
#include "emit/function/declaration_emitter.h"
#include "emit/runtime_names.h"

namespace agc::emit {

using model::Expr;

bool ReferenceEmitter::names_shared(const Expr& use) const {
  return use.borrower != model::kNoVariable && !use.repeated &&
         analysis::is_shared(function_.variable(use.borrower).borrowing);
}

bool ReferenceEmitter::is_borrowed(const Expr& element) const {
  if (element.borrower == model::kNoVariable || !(element.rewritten || element.of_list)) return false;
  const model::Borrowing& borrowing = function_.variable(element.borrower).borrowing;
  return borrowing.active && borrowing.writes;
}

void ReferenceEmitter::by_number(const Expr& use) {
  edits_.insert(use.range.end, use.access == model::Access::Read ? ".get()" : ".borrow().get()");
}

void ReferenceEmitter::declare_shared(const Expr& declared) {
  const model::Variable& reference = function_.variable(declared.borrower);
  context_.declarations().retype(reference.promotion.type_range, "auto");
  edits_.replace(reference.borrowing.reference, "&&");
}

void ReferenceEmitter::declare_borrower(const model::Variable& borrower) {
  if (!borrower.promotion.deduced || !borrower.borrowing.writes) context_.declarations().declare(borrower);
  if (borrower.borrowing.writes && !borrower.borrowing.reference.empty())
    edits_.replace(borrower.borrowing.reference, "&&");
}

void ReferenceEmitter::element_of_list(const Expr& element) {
  const bool copied = !names_shared(element);
  enclose(element.range, std::string(copied ? names::kBorrow : names::kNumbered) + "(", element.operands,
          copied ? ").element" : ")");
}

}  // namespace agc::emit
