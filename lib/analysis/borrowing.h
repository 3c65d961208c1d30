#pragma once
/// References to elements that a tensor chooses: copies, which are put back where the reference ends; or, where the
/// container has other names meanwhile, the number of the element, by which each use reads or changes it.
#include "model/function.h"

namespace agc::analysis {

/// True if a copy stands for the element `element`, a subscript that a reference is declared with: the container is
/// used through that reference alone while it lives, or only read where the reference is one to a constant.
bool can_borrow(const model::Expr& element, const model::Function& function);

/// True if nothing else uses the container while the reference lives, or only reads it where the reference is one to a
/// constant.
bool is_used_alone(const model::Expr& element, const model::Function& function);

/// True if structured bindings are declared with `element`: const auto& [x, y] = v[n].
bool names_parts(const model::Expr& element, const model::Function& function);

/// True if the number of the element `element` stands for the reference that is declared with it: each full expression
/// changes at most one element by such a reference, and does that last.
bool can_share(const model::Expr& element, const model::Function& function);

/// True if the reference is the number of its element: it is active, and can be no copy.
bool is_shared(const model::Borrowing& borrowing);

/// Raises the variables that a pointer may lead to where a tensor decides which one that is. True: one was raised.
bool raise_targets(model::Function& function);

/// Makes the reference that is declared with `element` a copy, or the number of the element where a copy does not do.
/// True: it was none before.
bool borrow(const model::Expr& element, model::Function& function);

/// Makes the reference that is declared with `element`, an element of a list, a copy or the number of the element. A
/// number that the reference names becomes symbolic. True if anything changed.
bool borrow_from_list(const model::Expr& element, model::Function& function);

/// Makes `expression`, which names an element by a reference, name the copy, where there is one.
void name_borrower(model::Expr& expression, model::Function& function);

}  // namespace agc::analysis
