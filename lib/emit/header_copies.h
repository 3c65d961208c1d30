#pragma once
/// Headers that are converted with the main file: their changed copies stand in a folder beside it, and every #include
/// that led to one of them leads to its copy.
#include <string>
#include <vector>

#include "emit/edits.h"
#include "model/inclusion.h"

namespace agc::emit {

struct HeaderCopy {
  size_t part = 0;   // of the source
  std::string name;  // in the folder
};

struct HeaderCopies {
  std::vector<HeaderCopy> list;
  std::vector<model::Inclusion> unreachable;  // a header that has to change is included by a file that cannot
};

/// The headers with edits, and those that include them. Adds the edits of their #include lines, and of those in the
/// main file, where `folder` is the name of the folder as the main file finds it; without one its lines stay.
HeaderCopies copy_headers(const model::SourceFile& source, const std::vector<model::Inclusion>& inclusions,
                          const std::string& folder, Edits& edits);

}  // namespace agc::emit
