#pragma once
/// Methods that need a staged variant in their class, because they receive or return symbolic numbers.
#include "model/function.h"

namespace agc::analysis {

/// True if a parameter or the result of the method is symbolic. The binding times of the method have to be final.
bool needs_variant(const model::Function& method);

/// True if a jump in the staged statement decides which value is returned. A jump that ends a loop inside of the
/// statement does not.
bool decides_result(const model::Stmt& statement);

/// True if an argument of the call is symbolic.
bool passes_symbolic(const model::Expr& call);

/// Marks the method as one with a staged variant and promotes its parameters.
void give_variant(model::Function& method);

}  // namespace agc::analysis
