#pragma once
/// Explains one function: collects the results of analysis and converters, with their reasons.
#include <functional>

#include "agc/explain.h"
#include "model/lowered.h"

namespace agc::explain {

/// The conversion of a callee; null for functions that are not converted.
struct Callee {
  const model::Function* function = nullptr;
  bool refused = false;
  bool eager = false;  // left as written
};
using FindCallee = std::function<Callee(model::FunctionId identity)>;

/// `lowered` owns the function; it is null if the function is refused, and `diagnostics` hold the reasons.
ExplainedFunction explain(const model::SourceFile& source, const model::Function& function,
                          const model::LoweredFunction* lowered, const std::vector<Diagnostic>& diagnostics,
                          const FindCallee& find_callee);

/// The host side effects of a converted function that happen only while tracing.
std::vector<HostEffect> host_effects(const model::SourceFile& source, const model::LoweredFunction& lowered);

}  // namespace agc::explain
