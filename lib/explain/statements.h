#pragma once
/// The statements of a function that choose, repeat or jump, with their state.
#include <vector>

#include "agc/explain.h"
#include "model/lowered.h"

namespace agc::explain {

/// Of `function`, and of what became of it; where it is refused, `lowered` is null and nothing is known of the state.
std::vector<ExplainedStatement> statements(const model::SourceFile& source, const model::Function& function,
                                           const model::LoweredFunction* lowered);

/// "if", "while", "for", …
std::string kind_of(const model::Stmt& statement);

}  // namespace agc::explain
