#pragma once
/// The statements of a function that choose, repeat or jump, with their state.
#include <vector>

#include "agc/explain.h"
#include "model/lowered.h"

namespace agc::explain {

/// The statements of `function`, and their conversion. If it is refused, `lowered` is null and the state is unknown.
std::vector<ExplainedStatement> statements(const model::SourceFile& source, const model::Function& function,
                                           const model::LoweredFunction* lowered);

/// "if", "while", "for", …
std::string kind_of(const model::Stmt& statement);

}  // namespace agc::explain
