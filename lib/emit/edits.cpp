#include "emit/edits.h"

#include <algorithm>

namespace agc::emit {
namespace {

/// Returns the comments, line breaks and directives of `text`, which stay if the code is replaced.
std::string kept_trivia(std::string_view text) {
  std::string result;
  for (size_t k = 0; k < text.size(); ++k) {
    const std::string_view rest = text.substr(k);
    if (rest.starts_with("//")) {
      const size_t length = std::min(rest.find('\n'), rest.size());
      result += std::string(" ") += rest.substr(0, length);
      k += length - 1;
    } else if (rest.starts_with("/*")) {
      const size_t length = std::min(rest.find("*/") + 2, rest.size());
      result += std::string(" ") += rest.substr(0, length);
      k += length - 1;
    } else if (text[k] == '\n') {
      const size_t indentation = std::min(text.find_first_not_of(" \t", k + 1), text.size());
      result += text.substr(k, indentation - k);
      k = indentation - 1;
      if (indentation < text.size() && text[indentation] == '#') {
        size_t end = text.find('\n', indentation);
        while (end != std::string_view::npos && text[end - (text[end - 1] == '\r' ? 2 : 1)] == '\\')
          end = text.find('\n', end + 1);
        end = std::min(end, text.size());
        result += text.substr(indentation, end - indentation);
        k = end - 1;
      }
    } else if (text[k] == '\r') {
      result += '\r';
    }
  }
  return result;
}

}  // namespace

void Edits::insert(model::Offset place, std::string text, bool entry) {
  if (!text.empty()) list_.push_back({{place, place}, std::move(text), entry});
}

void Edits::replace(model::Range range, std::string text) {
  text += kept_trivia(source_.text(range));
  list_.push_back({range, std::move(text), false});
}

void rename(std::string& text, const std::string& placeholder, const std::string& name) {
  for (size_t at = text.find(placeholder); at != std::string::npos; at = text.find(placeholder, at)) {
    text.replace(at, placeholder.size(), name);
  }
}

void Edits::rename(const std::string& placeholder, const std::string& name) {
  for (Edit& edit : list_) emit::rename(edit.text, placeholder, name);
}

bool Edits::sort() {
  std::stable_sort(list_.begin(), list_.end(), [](const Edit& a, const Edit& b) {
    if (a.range.begin != b.range.begin) return a.range.begin < b.range.begin;
    return a.range.empty() && !b.range.empty();  // precedes a replacement there
  });
  for (size_t k = 1; k < list_.size(); ++k) {
    if (list_[k].range.begin < list_[k - 1].range.end) return false;
  }
  return true;
}

std::string apply(const model::SourceFile& source, const std::vector<Edit>& edits, model::Range range,
                  bool with_entry) {
  std::string result;
  model::Offset done = range.begin;
  for (const Edit& edit : edits) {
    if (edit.range.begin < range.begin || edit.range.end > range.end) continue;
    if (edit.entry && !with_entry) continue;
    result += source.text({done, edit.range.begin});
    result += edit.text;
    done = edit.range.end;
  }
  result += source.text({done, range.end});
  return result;
}

}  // namespace agc::emit
