#pragma once
/// The text of one source file and places in it, as byte offsets. No Clang types: everything behind `parse` works on
/// these.
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "diag/diagnostic.h"

namespace agc::model {

using Offset = uint32_t;

/// The bytes from `begin` to `end`, `end` not included.
struct Range {
  Offset begin = 0;
  Offset end = 0;

  bool empty() const { return begin == end; }
  Offset size() const { return end - begin; }
  friend bool operator==(const Range&, const Range&) = default;
};

/// The converted file: its name as the user gave it, and its bytes.
class SourceFile {
 public:
  SourceFile(std::string name, std::string text);

  const std::string& name() const { return name_; }
  std::string_view text() const { return text_; }
  std::string_view text(Range range) const { return std::string_view(text_).substr(range.begin, range.size()); }

  Location location(Offset offset) const;
  Extent extent(Range range) const { return {location(range.begin), location(range.end)}; }

 private:
  std::string name_;
  std::string text_;
  std::vector<Offset> line_starts_;
};

}  // namespace agc::model
