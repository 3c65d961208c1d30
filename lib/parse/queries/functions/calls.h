#pragma once
/// Finds the calls in a function, classifies their callees, and detects callees that have side effects.
#include <vector>

#include "model/function.h"
#include "parse/session/source_text.h"

namespace clang {
class FunctionDecl;
}

namespace agc::parse {

/// Fills the members of `result` that only messages and listings show: the signature, whether the function itself is
/// annotated, and, if explanations are requested, its calls.
void describe_for_people(const clang::FunctionDecl* function, const Session& session, const SourceText& text,
                         model::Function& result);

/// Returns the calls in source order. Operators and members of the standard library are included only if they have an
/// effect.
std::vector<model::CallSite> find_calls(const clang::FunctionDecl* function, const Session& session,
                                        const SourceText& text);

}  // namespace agc::parse
