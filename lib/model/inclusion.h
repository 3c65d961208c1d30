#pragma once
/// One #include that leads to a header of the user, or stands in one.
#include <string>

#include "model/source.h"

namespace agc::model {

struct Inclusion {
  static constexpr size_t kNoPart = size_t(-1);

  size_t from = kNoPart;  // the part of the SourceFile that it stands in; none: the command line, or another's header
  size_t to = kNoPart;    // the part it leads to; none: another's header
  std::string includer;   // what messages call the file that it stands in
  std::string path;       // of the file it leads to, absolute
  Range name;             // the operand: "x.h", <x.h>, or a macro that gives it; from a part only
  bool angled = false;
  bool is_next = false;  // the range begins with the word include_next then
};

}  // namespace agc::model
