#include "diag/catalogue.h"

#include <algorithm>

namespace agc {
namespace {

std::string with_dashes(std::string name) {
  std::replace(name.begin(), name.end(), '_', '-');
  return name;
}

std::string filled(std::string_view text, const std::vector<std::string>& arguments) {
  std::string result;
  for (size_t k = 0; k < text.size(); ++k) {
    const bool placeholder = text[k] == '%' && k + 1 < text.size() && text[k + 1] >= '0' && text[k + 1] <= '9';
    const size_t index = placeholder ? size_t(text[k + 1] - '0') : 0;
    if (placeholder && index < arguments.size()) {
      result += arguments[index];
      ++k;
    } else {
      result += text[k];
    }
  }
  return result;
}

}  // namespace

const std::vector<CatalogueEntry>& catalogue() {
  static const std::vector<CatalogueEntry> entries{
#define AG_DIAGNOSTIC(id, severity, message, remedy) \
  CatalogueEntry{Id::id, with_dashes(#id), Severity::severity, message, remedy},
#include "diag/diagnostics.def"
#undef AG_DIAGNOSTIC
  };
  return entries;
}

Diagnostic make_diagnostic(Id id, Location location, const std::vector<std::string>& arguments) {
  const CatalogueEntry& entry = catalogue()[size_t(id)];
  Diagnostic result;
  result.id = entry.name;
  result.severity = entry.severity;
  result.location = location;
  result.message = filled(entry.message, arguments);
  if (!entry.remedy.empty()) result.notes.push_back(make_note(location, filled(entry.remedy, arguments)));
  return result;
}

Diagnostic make_note(Location location, std::string message) {
  Diagnostic note;
  note.severity = Severity::Note;
  note.location = std::move(location);
  note.message = std::move(message);
  return note;
}

}  // namespace agc
