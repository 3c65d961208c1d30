#include "transform/macros.h"

#include <algorithm>

#include "diag/catalogue.h"

namespace agc {
namespace {

model::Offset offset_of(const Location& location, std::string_view text) {
  size_t begin = 0;
  for (uint32_t line = 1; line < location.line; ++line) begin = std::min(text.find('\n', begin), text.size() - 1) + 1;
  return model::Offset(std::min(begin + location.column - 1, text.size()));
}

void move(Location& location, std::string_view name, std::string_view original, const parse::ExpandedText& expanded) {
  if (location.line == 0 || location.file != name) return;
  const model::Offset place = expanded.original(offset_of(location, expanded.text()));
  const std::string_view before = original.substr(0, place);
  location.line = uint32_t(std::ranges::count(before, '\n')) + 1;
  location.column = uint32_t(before.size() - (before.rfind('\n') + 1)) + 1;
}

bool is_hidden(const Diagnostic& one) { return one.id == catalogue()[size_t(Id::macro_staged)].name; }

}  // namespace

bool hides_in_macro(const std::vector<Diagnostic>& diagnostics) { return std::ranges::any_of(diagnostics, &is_hidden); }

std::set<model::Offset> hiding_macros(const std::vector<Diagnostic>& diagnostics, std::string_view name,
                                      std::string_view text, const parse::ExpandedText& expanded) {
  std::set<model::Offset> places;
  for (const Diagnostic& one : diagnostics) {
    if (!is_hidden(one) || one.location.file != name) continue;
    const model::Offset place = offset_of(one.location, text);
    places.insert(expanded.uses().empty() ? place : expanded.original(place));
  }
  return places;
}

void move_to_original(std::vector<Diagnostic>& diagnostics, std::string_view name, std::string_view original,
                      const parse::ExpandedText& expanded) {
  for (Diagnostic& one : diagnostics) {
    move(one.location, name, original, expanded);
    for (Extent& extent : one.extents) {
      move(extent.begin, name, original, expanded);
      move(extent.end, name, original, expanded);
    }
    move_to_original(one.notes, name, original, expanded);
  }
}

}  // namespace agc
