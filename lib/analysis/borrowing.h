#pragma once
/// References to elements that a tensor index selects. Such a reference becomes a copy that is written back at the end
/// of its scope. If the container is also used under other names meanwhile, the reference holds the element's index
/// instead, and each use reads or changes the element by that index.
#include "model/function.h"

namespace agc::analysis {

/// True if a copy can stand for `element`, the subscript that initializes a reference. The container has to be used
/// through that reference alone during its lifetime; for a reference to const, other reads are allowed.
bool can_borrow(const model::Expr& element, const model::Function& function);

/// True if nothing else uses the container during the lifetime of the reference. For a reference to const, other reads
/// are allowed.
bool is_used_alone(const model::Expr& element, const model::Function& function);

/// True if structured bindings are declared with `element`: const auto& [x, y] = v[n].
bool names_parts(const model::Expr& element, const model::Function& function);

/// True if the index of `element` can stand for the reference that it initializes: each full expression changes at most
/// one element through such a reference, as its last step.
bool can_share(const model::Expr& element, const model::Function& function);

/// True if the reference holds the index of its element, that is, if it is active and cannot be a copy.
bool is_shared(const model::Borrowing& borrowing);

/// Promotes the targets of pointers whose target a tensor selects. Returns true if one was promoted.
bool promote_targets(model::Function& function);

/// Makes the reference that `element` initializes a copy, or an index of the element if a copy is impossible. Returns
/// true if that changed anything.
bool borrow(const model::Expr& element, model::Function& function);

/// Makes the reference that `element`, an element of a list, initializes a copy or an index of the element. A number
/// that the reference names becomes symbolic. Returns true if anything changed.
bool borrow_from_list(const model::Expr& element, model::Function& function);

/// Rewrites `expression`, which names an element through a reference, to name the copy if there is one.
void name_borrower(model::Expr& expression, model::Function& function);

}  // namespace agc::analysis
