#pragma once
/// Macros that hide what has to be rewritten: where they are, and messages about the text in which they are written
/// out.
#include <set>
#include <string_view>
#include <vector>

#include "diag/diagnostic.h"
#include "parse/macro_expansion.h"

namespace agc {

/// Is there one that a refused conversion names?
bool hides_in_macro(const std::vector<Diagnostic>& diagnostics);

/// The macro uses in `text`, the main file `name`, that a refused conversion names; as places of the user's own text.
std::set<model::Offset> hiding_macros(const std::vector<Diagnostic>& diagnostics, std::string_view name,
                                      std::string_view text, const parse::ExpandedText& expanded);

/// Moves messages about the expanded text of the main file to the user's own text.
void move_to_original(std::vector<Diagnostic>& diagnostics, std::string_view name, std::string_view original,
                      const parse::ExpandedText& expanded);

}  // namespace agc
