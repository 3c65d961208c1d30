#include "diag/diagnostic.h"

#include <algorithm>

namespace agc {

bool has_errors(const std::vector<Diagnostic>& diagnostics) {
  return std::any_of(diagnostics.begin(), diagnostics.end(),
                     [](const Diagnostic& diagnostic) { return diagnostic.severity >= Severity::Error; });
}

}  // namespace agc
