#pragma once
/// Macros written out: where a macro hides what has to be rewritten, the file is read again with the macro's text in
/// the place of its use. Lines stay what they are.
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "model/source.h"

namespace agc::parse {

class Session;

/// A macro use of the main file, and what stands there when it is written out.
using MacroUse = std::pair<model::Range, std::string>;

/// The text of the main file with some of its macro uses written out.
class ExpandedText {
 public:
  struct Use {
    model::Range original;  // MAX(a, b)
    model::Range expanded;  // what stands there instead
  };

  ExpandedText() = default;
  ExpandedText(std::string_view original, std::vector<MacroUse> replacements);

  const std::string& text() const { return text_; }
  const std::vector<Use>& uses() const { return uses_; }

  /// The place in the user's text of a place in this one; of what a macro expands to, the place of the use.
  model::Offset original(model::Offset place) const;

 private:
  std::string text_;
  std::vector<Use> uses_;
};

/// Those that can be written out: whole expressions or statements. The session keeps its macros.
std::vector<MacroUse> macro_uses(const Session& session);

/// Writes out those of `uses` that begin at `places`.
ExpandedText expand_macros(std::string_view original, const std::vector<MacroUse>& uses,
                           const std::set<model::Offset>& places);

}  // namespace agc::parse
