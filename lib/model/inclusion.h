#pragma once
/// One #include that refers to a header of the user, or is inside of one.
#include <string>

#include "model/source.h"

namespace agc::model {

struct Inclusion {
  static constexpr size_t kNoPart = size_t(-1);

  // The part of the SourceFile with the directive; none: the command line, or a header that is not the user's.
  size_t from = kNoPart;
  size_t to = kNoPart;   // the included part; none: a header that is not the user's
  std::string includer;  // name of the including file in messages
  std::string path;      // absolute path of the included file
  Range name;            // the operand: "x.h", <x.h>, or a macro that expands to it; only if `from` is a part
  bool angled = false;
  bool is_next = false;  // then the range begins with the word include_next
};

}  // namespace agc::model
