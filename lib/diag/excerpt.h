#pragma once
/// A source line as a terminal shows it: tabs become spaces, what cannot be shown becomes its code, and every byte
/// knows its column.
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace agc {

struct ShownLine {
  /// What one character of the line (or one byte that is no character) turns into.
  struct Cell {
    uint32_t byte = 0;    // where it begins in the line
    uint32_t column = 0;  // where it is shown, from 0
    uint32_t width = 0;   // 0 for combining marks, 2 for wide characters, up to 8 for a tab
    std::string text;
  };
  std::vector<Cell> cells;
  uint32_t bytes = 0;  // length of the line
  uint32_t width = 0;  // shown

  /// The column of the character that holds this byte (from 0); one past the end for anything behind the line.
  uint32_t column_of(uint32_t byte) const;
};

ShownLine show_line(std::string_view line);

/// A shown line and the line of marks below it.
struct Excerpt {
  std::string text;
  std::string marks;  // '~' and '^' in their columns, no trailing spaces; perhaps empty
};

/// Bytes [begin, end) of the line, from 0.
struct ByteRange {
  uint32_t begin = 0;
  uint32_t end = 0;
};

/// The line with its marks, cut to `columns` around the caret (the first underline, if there is no caret: `caret` < 0).
Excerpt make_excerpt(std::string_view line, int64_t caret, const std::vector<ByteRange>& underlines, uint32_t columns);

}  // namespace agc
