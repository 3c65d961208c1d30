#include "emit/namer.h"

#include <cctype>

namespace agc::emit {

Namer::Namer(std::string_view text) {
  const auto part_of_name = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; };
  for (size_t begin = 0; begin < text.size();) {
    size_t end = begin;
    while (end < text.size() && part_of_name(text[end])) ++end;
    if (end > begin) taken_.emplace(text.substr(begin, end - begin));
    begin = end + 1;
  }
}

std::string Namer::fresh(const std::string& stem) {
  std::string name = stem;
  for (int number = 2; !taken_.insert(name).second; ++number) name = stem + "_" + std::to_string(number);
  return name;
}

}  // namespace agc::emit
