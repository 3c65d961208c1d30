#include "model/source.h"

#include <algorithm>

namespace agc::model {

SourceFile::SourceFile(std::string name, std::string text)
    : name_(std::move(name)), text_(std::move(text)), line_starts_{0} {
  for (Offset k = 0; k < text_.size(); ++k) {
    if (text_[k] == '\n') line_starts_.push_back(k + 1);
  }
}

Location SourceFile::location(Offset offset) const {
  const auto next = std::upper_bound(line_starts_.begin(), line_starts_.end(), offset);
  const auto line = static_cast<uint32_t>(next - line_starts_.begin());
  return {name_, line, offset - line_starts_[line - 1] + 1};
}

}  // namespace agc::model
