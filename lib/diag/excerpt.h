#pragma once
/// A source line as a terminal shows it: tabs become spaces, unprintable characters become their codes, and each byte
/// is mapped to a column.
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace agc {

struct ShownLine {
  /// The rendering of one character of the line, or of one byte of invalid UTF-8.
  struct Cell {
    uint32_t byte = 0;    // start in the line
    uint32_t column = 0;  // column on the terminal, from 0
    uint32_t width = 0;   // 0 for combining marks, 2 for wide characters, up to 8 for a tab
    std::string text;
  };
  std::vector<Cell> cells;
  uint32_t bytes = 0;  // length of the line in bytes
  uint32_t width = 0;  // width on the terminal

  /// The column (from 0) of the character that contains this byte; `width` for bytes past the end of the line.
  uint32_t column_of(uint32_t byte) const;
};

ShownLine show_line(std::string_view line);

/// A rendered line and the line of marks below it.
struct Excerpt {
  std::string text;
  std::string marks;  // '~' and '^' in their columns, without trailing spaces; may be empty
};

/// The bytes [begin, end) of the line, from 0.
struct ByteRange {
  uint32_t begin = 0;
  uint32_t end = 0;
};

/// Renders the line with its marks, cut to `columns` around the caret, or around the first underline if `caret` < 0.
Excerpt make_excerpt(std::string_view line, int64_t caret, const std::vector<ByteRange>& underlines, uint32_t columns);

}  // namespace agc
