#pragma once
/// Macros that hide code to be rewritten: finds their uses, and maps messages about the expanded text to the user's
/// text.
#include <set>
#include <string_view>
#include <vector>

#include "diag/diagnostic.h"
#include "parse/session/macro_expansion.h"

namespace agc {

/// True if a refused conversion names a macro.
bool hides_in_macro(const std::vector<Diagnostic>& diagnostics);

/// The macro uses in `text`, the main file `name`, that a refused conversion names, as positions in the user's text.
std::set<model::Offset> hiding_macros(const std::vector<Diagnostic>& diagnostics, std::string_view name,
                                      std::string_view text, const parse::ExpandedText& expanded);

/// Moves messages about the expanded text of the main file to the user's text.
void move_to_original(std::vector<Diagnostic>& diagnostics, std::string_view name, std::string_view original,
                      const parse::ExpandedText& expanded);

}  // namespace agc
