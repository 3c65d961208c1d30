#pragma once
/// The diagnostics of diagnostics.def as located messages.
#include <string>
#include <string_view>
#include <vector>

#include "diag/diagnostic.h"

namespace agc {

enum class Id {
#define AG_DIAGNOSTIC(id, severity, message, remedy) id,
#include "diag/diagnostics.def"
#undef AG_DIAGNOSTIC
};

/// A row of diagnostics.def. The name has '-' instead of '_'.
struct CatalogueEntry {
  Id id;
  std::string name;
  Severity severity;
  std::string_view message;
  std::string_view remedy;
};

const std::vector<CatalogueEntry>& catalogue();

/// Returns the message with its placeholders replaced, and the remedy as a note at the same position.
Diagnostic make_diagnostic(Id id, Location location, const std::vector<std::string>& arguments = {});

/// Returns a note, such as the position of the cause of staging.
Diagnostic make_note(Location location, std::string message);

}  // namespace agc
