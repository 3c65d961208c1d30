#pragma once
/// Insertions and replacements in a source text. They preserve the lines of the text: a replacement keeps the line
/// breaks and the comments of the replaced text.
#include <string>
#include <string_view>
#include <vector>

#include "model/source.h"

namespace agc::emit {

struct Edit {
  model::Range range;  // empty for an insertion
  std::string text;
  bool entry = false;  // part of the wrapping of an AG_FUNCTION, left out of displayed text
};

class Edits {
 public:
  explicit Edits(const model::SourceFile& source) : source_(source) {}

  /// Inserts `text`. Insertions at one place keep their order.
  void insert(model::Offset place, std::string text, bool entry = false);
  void replace(model::Range range, std::string text);
  void remove(model::Range range) {
    if (!range.empty()) replace(range, "");
  }

  /// Sorts the edits by place. Returns false if two edits overlap, which is an error of the converter.
  bool sort();
  const std::vector<Edit>& list() const { return list_; }

  /// Replaces `placeholder` by `name` in the texts of all edits.
  void rename(const std::string& placeholder, const std::string& name);

 private:
  const model::SourceFile& source_;
  std::vector<Edit> list_;
};

/// Replaces `placeholder` by `name` in `text`.
void rename(std::string& text, const std::string& placeholder, const std::string& name);

/// Returns `range` of the source with the sorted edits inside it applied.
std::string apply(const model::SourceFile& source, const std::vector<Edit>& edits, model::Range range, bool with_entry);

}  // namespace agc::emit
