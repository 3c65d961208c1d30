#include "emit/separation.h"

#include <array>
#include <cstdio>

namespace agc::emit {
namespace {

using model::Separation;

/// Stands for the hash until the text is known.
std::string placeholder(const model::Function& function) { return "@" + std::to_string(function.range.begin) + "@"; }

/// FNV-1a.
uint32_t hash(std::string_view text) {
  uint32_t result = 2166136261U;
  for (const char c : text) result = (result ^ static_cast<unsigned char>(c)) * 16777619U;
  return result;
}

std::string parameter(const model::Function& function, const Separation::Place& place) {
  const std::string value = place.has_default ? " = 0x" + placeholder(function) : "";
  return place.opens_list ? "template <unsigned" + value + "> " : ", unsigned" + value;
}

}  // namespace

std::string separating_attribute(const model::Function& function) {
  if (function.separation.by != Separation::By::Attribute) return {};
  return "[[gnu::abi_tag(\"ag_" + placeholder(function) + "\")]] ";
}

void emit_separation(const model::Function& function, Edits& edits) {
  for (const Separation::Place& place : function.separation.places) {
    const bool attribute = function.separation.by == Separation::By::Attribute;
    edits.insert(place.at, attribute ? separating_attribute(function) : parameter(function, place), /*entry=*/true);
  }
}

void name_symbols(const model::SourceFile& source, const std::vector<model::LoweredFunction>& lowered, Edits& edits) {
  for (const model::LoweredFunction& one : lowered) {
    const model::Function& function = *one.function;
    if (function.separation.by == Separation::By::Nothing) continue;
    std::array<char, 16> digits{};
    std::snprintf(digits.data(), digits.size(), "%08x",
                  hash(apply(source, edits.list(), function.range, /*with_entry=*/false)));
    edits.rename(placeholder(function), digits.data());
  }
}

}  // namespace agc::emit
