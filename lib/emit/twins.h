#pragma once
/// The twins of the user's classes: the same fields with symbolic numbers, behind the definition of each, and the
/// methods that are called on them, whose definitions stand at the end of the file with the lines of the user's.
#include <set>
#include <string>
#include <vector>

#include "emit/edits.h"
#include "model/lowered.h"

namespace agc::emit {

/// The classes of which the function has a symbolic one, or some function has.
std::set<const void*> needed_twins(const model::LoweredFunction& lowered);
std::set<const void*> needed_twins(const std::vector<model::LoweredFunction>& lowered);

/// For each of these.
void emit_twins(const model::SourceFile& source, const std::vector<model::LoweredFunction>& lowered, Edits& edits);

/// The definition of one method of a twin.
struct TwinDefinition {
  const model::Function* function = nullptr;
  std::string text;      // as people read it
  std::string in_place;  // as the file has it: in its namespaces, and at its line
};

/// Those of all twins, in the order of the source.
std::vector<TwinDefinition> twin_definitions(const model::SourceFile& source,
                                             const std::vector<model::LoweredFunction>& lowered);

}  // namespace agc::emit
