#pragma once
/// Finds the calls in a function, what is known of the callees, and which of them do something besides giving a result.
#include <vector>

#include "model/function.h"
#include "parse/source_text.h"

namespace clang {
class FunctionDecl;
}

namespace agc::parse {

/// What only people look at: the signature, whether the function is annotated itself and, where somebody asks for
/// explanations, its calls.
void describe_for_people(const clang::FunctionDecl* function, const Session& session, const SourceText& text,
                         model::Function& result);

/// In order of the source. Operators and members of the standard library are there only where they have an effect.
std::vector<model::CallSite> find_calls(const clang::FunctionDecl* function, const Session& session,
                                        const SourceText& text);

}  // namespace agc::parse
