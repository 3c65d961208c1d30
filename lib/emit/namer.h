#pragma once
/// Unique names for generated variables of a function.
#include <set>
#include <string>
#include <string_view>

namespace agc::emit {

class Namer {
 public:
  /// `text`: the source of the function. Every word in it counts as a used name.
  explicit Namer(std::string_view text);

  /// Returns `stem`, or `stem_2`, `stem_3` … if that name is used.
  std::string fresh(const std::string& stem);

 private:
  std::set<std::string, std::less<>> taken_;
};

}  // namespace agc::emit
