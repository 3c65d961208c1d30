#include "unified_diff.h"

#include <algorithm>
#include <vector>

namespace agc::tool {
namespace {

constexpr std::size_t kContext = 3;  // lines around each change, as diff has them

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    if (line.ends_with('\r')) line.remove_suffix(1);
    lines.push_back(line);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

struct Writer {
  bool color;
  std::string out;

  void line(std::string_view paint, char sign, std::string_view text) {
    if (color) out += paint;
    out += sign;
    out += text;
    if (color && !paint.empty()) out += "\x1b[0m";
    out += '\n';
  }
};

}  // namespace

std::string unified_diff(std::string_view before, std::string_view after, const DiffOptions& options) {
  std::vector<std::string_view> old_lines = lines_of(before);
  std::vector<std::string_view> new_lines = lines_of(after);
  const std::size_t common = std::min(old_lines.size(), new_lines.size());
  const std::size_t count = std::max(old_lines.size(), new_lines.size());
  const auto changed = [&](std::size_t k) { return k >= common || old_lines[k] != new_lines[k]; };

  Writer writer{options.color, ""};
  const auto header = [&](std::string_view sign, const std::string& name) {
    writer.out += (options.color ? "\x1b[1m" : "");
    writer.out += std::string(sign) + " " + name + (options.color ? "\x1b[0m\n" : "\n");
  };
  for (std::size_t k = 0; k < count;) {
    if (!changed(k)) {
      ++k;
      continue;
    }
    if (writer.out.empty()) {
      header("---", options.old_name);
      header("+++", options.new_name);
    }
    // A hunk goes on while the next change is so near that the lines around both would meet.
    std::size_t last = k;
    for (std::size_t next = k + 1; next < count && next <= last + 2 * kContext + 1; ++next) {
      if (changed(next)) last = next;
    }
    const std::size_t begin = k - std::min(k, kContext);
    const std::size_t end = std::min(last + kContext + 1, count);
    const auto extent = [&](const std::vector<std::string_view>& lines) {
      const std::size_t size = std::min(end, lines.size()) - std::min(begin, lines.size());
      return std::to_string(options.first_line + begin) + (size == 1 ? "" : "," + std::to_string(size));
    };
    writer.line("\x1b[36m", '@', "@ -" + extent(old_lines) + " +" + extent(new_lines) + " @@");
    for (std::size_t i = begin; i < end;) {
      if (!changed(i)) {
        writer.line("", ' ', old_lines[i++]);
        continue;
      }
      std::size_t stop = i;
      while (stop < end && changed(stop)) ++stop;
      for (std::size_t j = i; j < stop && j < old_lines.size(); ++j) writer.line("\x1b[31m", '-', old_lines[j]);
      for (std::size_t j = i; j < stop && j < new_lines.size(); ++j) writer.line("\x1b[32m", '+', new_lines[j]);
      i = stop;
    }
    k = end;
  }
  return writer.out;
}

}  // namespace agc::tool
