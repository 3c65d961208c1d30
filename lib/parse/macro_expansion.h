#pragma once
/// Macros written out: where a macro hides what has to be rewritten, the file is read again with the macro's text in
/// the place of its use. Lines stay what they are.
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "agc/transform.h"
#include "model/source.h"

namespace agc::parse {

/// The text of the main file with some of its macro uses written out.
class ExpandedText {
 public:
  struct Use {
    model::Range original;  // MAX(a, b)
    model::Range expanded;  // what stands there instead
  };

  ExpandedText() = default;
  ExpandedText(std::string_view original, std::vector<std::pair<model::Range, std::string>> replacements);

  const std::string& text() const { return text_; }
  const std::vector<Use>& uses() const { return uses_; }

  /// The place in the user's text of a place in this one; of what a macro expands to, the place of the use.
  model::Offset original(model::Offset place) const;

 private:
  std::string text_;
  std::vector<Use> uses_;
};

/// Writes out the macro uses that begin at `places` of the user's main file. One that hides half a statement stays, so
/// does a place where no macro is used: `uses()` says which were found.
ExpandedText expand_macros(const TransformOptions& options, const std::set<model::Offset>& places);

}  // namespace agc::parse
