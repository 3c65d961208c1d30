#include <fstream>
#include <sstream>

#include "diag/render.h"

namespace agc {
namespace {

std::string read_file(const std::string& path) {
  std::ifstream stream(path, std::ios::binary);
  std::ostringstream text;
  if (stream) text << stream.rdbuf();
  return text.str();
}

}  // namespace

std::optional<std::string_view> SourceLines::line(const std::string& file, uint32_t number) {
  auto found = files_.find(file);
  if (found == files_.end()) {
    set(file, read_file(file));
    found = files_.find(file);
  }
  const File& lines = found->second;
  if (number == 0 || number > lines.starts.size()) return std::nullopt;
  const std::size_t begin = lines.starts[number - 1];
  const std::size_t end = number < lines.starts.size() ? lines.starts[number] : lines.text.size();
  std::string_view text = std::string_view(lines.text).substr(begin, end - begin);
  while (!text.empty() && (text.back() == '\n' || text.back() == '\r')) text.remove_suffix(1);
  return text;
}

void SourceLines::set(const std::string& file, std::string text) {
  File lines;
  lines.text = std::move(text);
  lines.starts.push_back(0);
  for (std::size_t i = 0; i < lines.text.size(); ++i) {
    if (lines.text[i] == '\n' && i + 1 < lines.text.size()) lines.starts.push_back(i + 1);
  }
  if (lines.text.empty()) lines.starts.clear();
  files_[file] = std::move(lines);
}

}  // namespace agc
