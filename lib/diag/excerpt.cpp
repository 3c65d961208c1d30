#include "diag/excerpt.h"

#include <algorithm>
#include <array>
#include <cstdio>

namespace agc {
namespace {

constexpr uint32_t kTabStop = 8;
constexpr std::string_view kCut = "...";

struct CodeRange {
  char32_t first;
  char32_t last;
};

// The blocks that are relevant for source text, not the complete Unicode tables.
constexpr std::array kNoWidth = {CodeRange{0x300, 0x36f},   CodeRange{0x1ab0, 0x1aff}, CodeRange{0x1dc0, 0x1dff},
                                 CodeRange{0x200b, 0x200f}, CodeRange{0x20d0, 0x20ff}, CodeRange{0xfe00, 0xfe0f},
                                 CodeRange{0xfe20, 0xfe2f}, CodeRange{0xfeff, 0xfeff}};
constexpr std::array kWide = {CodeRange{0x1100, 0x115f},   CodeRange{0x2e80, 0x303e},   CodeRange{0x3041, 0xa4cf},
                              CodeRange{0xac00, 0xd7a3},   CodeRange{0xf900, 0xfaff},   CodeRange{0xfe30, 0xfe6f},
                              CodeRange{0xff00, 0xff60},   CodeRange{0xffe0, 0xffe6},   CodeRange{0x1f300, 0x1f64f},
                              CodeRange{0x1f680, 0x1f6ff}, CodeRange{0x1f900, 0x1f9ff}, CodeRange{0x20000, 0x3fffd}};

template <std::size_t N>
bool is_in(const std::array<CodeRange, N>& ranges, char32_t code) {
  return std::any_of(ranges.begin(), ranges.end(),
                     [&](const CodeRange& range) { return range.first <= code && code <= range.last; });
}

struct Decoded {
  char32_t code = 0;
  uint32_t length = 0;  // 0: no character begins here
};

Decoded decode_utf8(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char first = byte(0);
  if (first < 0x80) return {first, 1};
  const uint32_t length = first >= 0xf0 && first < 0xf5   ? 4
                          : first >= 0xe0 && first < 0xf0 ? 3
                          : first >= 0xc2 && first < 0xe0 ? 2
                                                          : 0;
  if (length == 0 || length > text.size()) return {};
  char32_t code = first & (0x7f >> length);
  for (uint32_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xc0) != 0x80) return {};
    code = code << 6 | (byte(i) & 0x3f);
  }
  const bool overlong = (length == 3 && code < 0x800) || (length == 4 && code < 0x10000);
  const bool surrogate = code >= 0xd800 && code < 0xe000;
  if (overlong || surrogate || code > 0x10ffff) return {};
  return {code, length};
}

bool is_printable(char32_t code) {
  // Control characters and changes of writing direction could let a source file alter the message about it.
  if (code < 0x20 || (code >= 0x7f && code < 0xa0)) return false;
  return !(code >= 0x202a && code <= 0x202e) && !(code >= 0x2066 && code <= 0x2069);
}

std::string formatted(const char* format, unsigned value) {
  char buffer[24];
  std::snprintf(buffer, sizeof buffer, format, value);
  return buffer;
}

}  // namespace

uint32_t ShownLine::column_of(uint32_t byte) const {
  if (byte >= bytes) return width;
  const auto next =
      std::upper_bound(cells.begin(), cells.end(), byte, [](uint32_t b, const Cell& cell) { return b < cell.byte; });
  return next == cells.begin() ? 0 : std::prev(next)->column;
}

ShownLine show_line(std::string_view line) {
  ShownLine shown;
  shown.bytes = static_cast<uint32_t>(line.size());
  for (uint32_t i = 0; i < line.size();) {
    ShownLine::Cell cell;
    cell.byte = i;
    cell.column = shown.width;
    const Decoded character = decode_utf8(line.substr(i));
    if (character.length == 0) {
      cell.text = formatted("<%02X>", static_cast<unsigned char>(line[i]));
      cell.width = static_cast<uint32_t>(cell.text.size());
    } else if (character.code == '\t') {
      cell.width = kTabStop - shown.width % kTabStop;
      cell.text.assign(cell.width, ' ');
    } else if (!is_printable(character.code)) {
      cell.text = formatted("<U+%04X>", static_cast<unsigned>(character.code));
      cell.width = static_cast<uint32_t>(cell.text.size());
    } else {
      cell.text = line.substr(i, character.length);
      cell.width = is_in(kNoWidth, character.code) ? 0 : is_in(kWide, character.code) ? 2 : 1;
    }
    shown.width += cell.width;
    i += std::max(character.length, 1u);
    shown.cells.push_back(std::move(cell));
  }
  return shown;
}

Excerpt make_excerpt(std::string_view line, int64_t caret, const std::vector<ByteRange>& underlines, uint32_t columns) {
  const ShownLine shown = show_line(line);
  std::string marks(shown.width + 1, ' ');
  for (const ByteRange& range : underlines) {
    const uint32_t begin = shown.column_of(range.begin);
    const uint32_t end = std::max(shown.column_of(range.end), begin);
    std::fill(marks.begin() + begin, marks.begin() + end, '~');
  }
  if (caret >= 0) marks[shown.column_of(static_cast<uint32_t>(caret))] = '^';

  // The range of columns to show: all of them, or as many as fit, with the caret in the middle.
  uint32_t first = 0;
  uint32_t last = shown.width;
  const uint32_t room = std::max(columns, 20u);
  if (shown.width > room) {
    const std::size_t marked = caret >= 0 ? marks.find('^') : marks.find('~');
    const auto focus = static_cast<uint32_t>(marked == std::string::npos ? 0 : marked);
    first = focus > room / 2 ? focus - room / 2 : 0;
    if (first + room > shown.width) first = shown.width - room;
    last = first + room;
    if (first > 0) first += kCut.size();
    if (last < shown.width) last -= kCut.size();
  }

  Excerpt excerpt;
  std::string prefix = first > 0 ? std::string(kCut) : "";
  uint32_t begin = shown.width;  // column of the first cell shown
  uint32_t end = first;
  for (const ShownLine::Cell& cell : shown.cells) {
    if (cell.column < first || cell.column + cell.width > last) continue;
    begin = std::min(begin, cell.column);
    end = cell.column + cell.width;
    excerpt.text += cell.text;
  }
  begin = std::min(begin, end);
  excerpt.text = prefix + excerpt.text + (last < shown.width ? std::string(kCut) : "");
  const bool past_end = last == shown.width;
  excerpt.marks = std::string(prefix.size(), ' ') + marks.substr(begin, end - begin + (past_end ? 1 : 0));
  excerpt.text.erase(excerpt.text.find_last_not_of(' ') + 1);
  excerpt.marks.erase(excerpt.marks.find_last_not_of(' ') + 1);
  return excerpt;
}

}  // namespace agc
