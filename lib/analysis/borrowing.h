#pragma once
/// References to elements that a tensor chooses: copies, which are put back where the reference ends.
#include "model/function.h"

namespace agc::analysis {

/// True if a copy stands for the element `element`, a subscript that a reference is declared with: the container is
/// used through that reference alone while it lives, or only read where the reference is one to a constant.
bool can_borrow(const model::Expr& element, const model::Function& function);

/// Makes the reference that is declared with `element` a copy. True: it was none before.
bool borrow(const model::Expr& element, model::Function& function);

/// Makes `expression`, which names an element by a reference, name the copy, where there is one.
void name_borrower(model::Expr& expression, model::Function& function);

}  // namespace agc::analysis
