#pragma once
/// Expands macros in the source. Where a macro hides code that has to be rewritten, the file is parsed again with the
/// expansion in place of the use. Line numbers are preserved.
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "model/source.h"

namespace agc::parse {

class Session;

/// A macro use of the main file, and the text of its expansion.
using MacroUse = std::pair<model::Range, std::string>;

/// The text of the main file with some of its macro uses expanded.
class ExpandedText {
 public:
  struct Use {
    model::Range original;  // MAX(a, b)
    model::Range expanded;  // its expansion
  };

  ExpandedText() = default;
  ExpandedText(std::string_view original, std::vector<MacroUse> replacements);

  const std::string& text() const { return text_; }
  const std::vector<Use>& uses() const { return uses_; }

  /// Maps a position in this text to the user's text. A position in an expansion maps to the macro use.
  model::Offset original(model::Offset place) const;

 private:
  std::string text_;
  std::vector<Use> uses_;
};

/// Returns the macro uses that can be expanded: whole expressions or statements. The session must record its macros.
std::vector<MacroUse> macro_uses(const Session& session);

/// Expands those of `uses` that begin at `places`.
ExpandedText expand_macros(std::string_view original, const std::vector<MacroUse>& uses,
                           const std::set<model::Offset>& places);

}  // namespace agc::parse
