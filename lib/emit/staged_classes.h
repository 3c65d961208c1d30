#pragma once
/// Staged classes of the user's classes: each has the same fields with symbolic numbers and follows the definition of
/// its class. The methods called on them are defined at the end of the file with the line numbers of the user's
/// methods.
#include <set>
#include <string>
#include <vector>

#include "emit/edits.h"
#include "model/lowered.h"

namespace agc::emit {

/// Returns the classes that need a staged class: the function, or some function, has a symbolic object of the class.
std::set<const void*> needed_staged_classes(const model::LoweredFunction& lowered);
std::set<const void*> needed_staged_classes(const std::vector<model::LoweredFunction>& lowered);

/// Adds the edits that define these staged classes.
void emit_staged_classes(const model::SourceFile& source, const std::vector<model::LoweredFunction>& lowered,
                         Edits& edits);

/// The definition of one method of a staged class.
struct StagedMethodDefinition {
  const model::Function* function = nullptr;
  std::string text;      // as displayed
  std::string in_place;  // as written to the file: in its namespaces, with its line number
};

/// Returns the definitions for all staged classes, in order of the source.
std::vector<StagedMethodDefinition> staged_method_definitions(const model::SourceFile& source,
                                                              const std::vector<model::LoweredFunction>& lowered);

}  // namespace agc::emit
