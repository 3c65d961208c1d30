#include "emit/separation.h"

#include <array>
#include <cstdio>

namespace agc::emit {
namespace {

using model::Separation;

/// Returns a placeholder for the hash until the text is known.
std::string placeholder(const model::Function& function) {
  return (function.staged_method ? "@method" : "@") + std::to_string(function.range.begin) + "@";
}

/// Returns the FNV-1a hash of the text.
uint32_t hash(std::string_view text) {
  uint32_t result = 2166136261U;
  for (const char c : text) result = (result ^ static_cast<unsigned char>(c)) * 16777619U;
  return result;
}

std::string symbol(std::string_view text) {
  std::array<char, 16> digits{};
  std::snprintf(digits.data(), digits.size(), "%08x", hash(text));
  return digits.data();
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

void name_symbols(const model::SourceFile& source, const std::vector<model::LoweredFunction>& lowered, Edits& edits,
                  std::vector<StagedMethodDefinition>& definitions) {
  for (const model::LoweredFunction& one : lowered) {
    const model::Function& function = *one.function;
    if (function.separation.by == Separation::By::Nothing || function.staged_method) continue;
    edits.rename(placeholder(function), symbol(apply(source, edits.list(), function.range, /*with_entry=*/false)));
  }
  for (StagedMethodDefinition& one : definitions) {
    if (one.function->separation.by == Separation::By::Nothing) continue;
    const std::string name = symbol(one.text);
    edits.rename(placeholder(*one.function), name);
    rename(one.in_place, placeholder(*one.function), name);
  }
}

}  // namespace agc::emit
