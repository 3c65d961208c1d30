#pragma once
/// Insertions and replacements in a source text. The lines of the text stay: a replacement keeps the line breaks and
/// the comments of what it replaces.
#include <string>
#include <string_view>
#include <vector>

#include "model/source.h"

namespace agc::emit {

struct Edit {
  model::Range range;  // empty: an insertion
  std::string text;
  bool entry = false;  // part of the wrapping of an AG_FUNCTION, which people do not read
};

class Edits {
 public:
  explicit Edits(const model::SourceFile& source) : source_(source) {}

  /// Insertions at one place keep the order in which they were made.
  void insert(model::Offset place, std::string text, bool entry = false);
  void replace(model::Range range, std::string text);
  void remove(model::Range range) {
    if (!range.empty()) replace(range, "");
  }

  /// Sorted by place. Two edits that overlap are a mistake of the converter: nothing is returned then.
  bool sort();
  const std::vector<Edit>& list() const { return list_; }

  /// Writes `name` wherever the text of an edit has `placeholder`.
  void rename(const std::string& placeholder, const std::string& name);

 private:
  const model::SourceFile& source_;
  std::vector<Edit> list_;
};

/// Writes `name` wherever `text` has `placeholder`.
void rename(std::string& text, const std::string& placeholder, const std::string& name);

/// `range` of the source with the sorted edits inside it applied.
std::string apply(const model::SourceFile& source, const std::vector<Edit>& edits, model::Range range, bool with_entry);

}  // namespace agc::emit
