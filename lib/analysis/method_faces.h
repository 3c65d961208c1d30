#pragma once
/// Methods that have a second face in their class where a symbolic number comes to them, or one is what they give.
#include "model/function.h"

namespace agc::analysis {

/// Is what the method gives known to the graph alone, or what its body makes of one of its parameters? Its levels have
/// been found.
bool needs_face(const model::Function& method);

/// True if a jump in the staged statement decides what is returned. One that ends a loop of its own does not.
bool decides_result(const model::Stmt& statement);

/// Does the call give such a number to what it calls?
bool passes_symbolic(const model::Expr& call);

/// From now on its numbers may be symbolic.
void give_face(model::Function& method);

}  // namespace agc::analysis
