#pragma once
/// The text of one source file and positions in it, as byte offsets. No Clang types: everything after `parse` uses
/// these.
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "diag/diagnostic.h"

namespace agc::model {

using Offset = uint32_t;

/// The bytes from `begin` up to and excluding `end`.
struct Range {
  Offset begin = 0;
  Offset end = 0;

  bool empty() const { return begin == end; }
  Offset size() const { return end - begin; }
  friend bool operator==(const Range&, const Range&) = default;
};

/// The main file, followed by the headers that may be changed with it: one text, so that a position is one number. Each
/// file is a separate part, and ends with a byte that belongs to no file.
class SourceFile {
 public:
  struct Part {
    std::string name;  // as in messages; the main file's name as the user wrote it
    Range range;
    size_t first_line = 0;  // index of its first line in the list of all lines
  };

  SourceFile(std::string name, std::string text);

  /// Appends a header. Positions in earlier files stay valid.
  void add(std::string name, std::string_view text);

  /// The name of the main file.
  const std::string& name() const { return parts_.front().name; }
  std::string_view text() const { return text_; }
  std::string_view text(Range range) const { return std::string_view(text_).substr(range.begin, range.size()); }

  const std::vector<Part>& parts() const { return parts_; }
  size_t part_of(Offset offset) const;

  Location location(Offset offset) const;
  Extent extent(Range range) const { return {location(range.begin), location(range.end)}; }

 private:
  std::string text_;
  std::vector<Part> parts_;
  std::vector<Offset> line_starts_;
};

}  // namespace agc::model
