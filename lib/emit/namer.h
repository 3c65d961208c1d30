#pragma once
/// Names for generated variables that collide with nothing in the function.
#include <set>
#include <string>
#include <string_view>

namespace agc::emit {

class Namer {
 public:
  /// `text`: the source of the function; every word in it is taken.
  explicit Namer(std::string_view text);

  /// `stem`, or `stem_2`, `stem_3` … where that is taken.
  std::string fresh(const std::string& stem);

 private:
  std::set<std::string, std::less<>> taken_;
};

}  // namespace agc::emit
