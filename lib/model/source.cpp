#include "model/source.h"

#include <algorithm>

namespace agc::model {

SourceFile::SourceFile(std::string name, std::string text) { add(std::move(name), text); }

void SourceFile::add(std::string name, std::string_view text) {
  if (!parts_.empty()) text_ += '\0';
  const auto begin = Offset(text_.size());
  text_ += text;
  parts_.push_back({std::move(name), {begin, Offset(text_.size())}, line_starts_.size()});
  line_starts_.push_back(begin);
  for (Offset k = begin; k < text_.size(); ++k) {
    if (text_[k] == '\n') line_starts_.push_back(k + 1);
  }
}

size_t SourceFile::part_of(Offset offset) const {
  const auto next = std::ranges::upper_bound(parts_, offset, {}, [](const Part& part) { return part.range.begin; });
  return size_t(next - parts_.begin()) - 1;
}

Location SourceFile::location(Offset offset) const {
  const Part& part = parts_[part_of(offset)];
  const auto next = std::ranges::upper_bound(line_starts_, offset);
  const auto line = size_t(next - line_starts_.begin());
  return {part.name, uint32_t(line - part.first_line), offset - line_starts_[line - 1] + 1};
}

}  // namespace agc::model
