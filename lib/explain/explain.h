#pragma once
/// Explains one function: collects what analysis and converters found out, and says why.
#include <functional>

#include "agc/explain.h"
#include "model/lowered.h"

namespace agc::explain {

/// What became of a callee; null for functions that are not converted.
struct Callee {
  const model::Function* function = nullptr;
  bool refused = false;
  bool eager = false;  // left as it was written
};
using FindCallee = std::function<Callee(const void* identity)>;

/// `lowered` is null where the function is refused; `diagnostics` say why. It owns the function otherwise.
ExplainedFunction explain(const model::SourceFile& source, const model::Function& function,
                          const model::LoweredFunction* lowered, const std::vector<Diagnostic>& diagnostics,
                          const FindCallee& find_callee);

/// Host side effects of a converted function that happen only while tracing.
std::vector<HostEffect> host_effects(const model::SourceFile& source, const model::LoweredFunction& lowered);

}  // namespace agc::explain
