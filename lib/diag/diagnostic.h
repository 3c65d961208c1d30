#pragma once
/// A located message about the user's source. Plain values: rendering is in render.h, the texts are in diagnostics.def.
#include <cstdint>
#include <string>
#include <vector>

namespace agc {

/// A place in a file; line and column count from 1, column in bytes as Clang counts. line 0: no place.
struct Location {
  std::string file;
  uint32_t line = 0;
  uint32_t column = 0;
};

/// The characters from `begin` to `end` (end not included); on one line or more.
struct Extent {
  Location begin;
  Location end;
};

enum class Severity { Note, Remark, Warning, Error, Fatal };

struct Diagnostic {
  std::string id;  // as in diagnostics.def, or "clang" for what the compiler itself says
  Severity severity = Severity::Error;
  Location location;              // where the caret points
  std::vector<Extent> extents;    // underlined
  std::string message;            // what was found, in the user's names
  std::vector<Diagnostic> notes;  // where it came from, and what to do
};

bool has_errors(const std::vector<Diagnostic>& diagnostics);

}  // namespace agc
