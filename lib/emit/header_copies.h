#pragma once
/// Headers that are converted with the main file. Their changed copies are in a folder beside it, and each #include of
/// such a header includes its copy.
#include <string>
#include <vector>

#include "emit/edits.h"
#include "model/inclusion.h"

namespace agc::emit {

struct HeaderCopy {
  size_t part = 0;   // part of the source
  std::string name;  // file name in the folder
};

struct HeaderCopies {
  std::vector<HeaderCopy> list;
  std::vector<model::Inclusion> unreachable;  // inclusions of a changed header by a file that cannot change
};

/// Returns the headers with edits and those that include them. Adds the edits of their #include lines and of those in
/// the main file, where `folder` is the name of the folder as the main file finds it. If `folder` is empty, the lines
/// of the main file stay.
HeaderCopies copy_headers(const model::SourceFile& source, const std::vector<model::Inclusion>& inclusions,
                          const std::string& folder, Edits& edits);

}  // namespace agc::emit
