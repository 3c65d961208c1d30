#pragma once
/// A located message about the user's source, as plain values. Rendering is in render.h, the texts are in
/// diagnostics.def.
#include <cstdint>
#include <string>
#include <vector>

namespace agc {

/// A position in a file. Lines and columns are counted from 1, columns in bytes, as in Clang. Line 0: no position.
struct Location {
  std::string file;
  uint32_t line = 0;
  uint32_t column = 0;
};

/// The characters from `begin` up to and excluding `end`, on one or more lines.
struct Extent {
  Location begin;
  Location end;
};

enum class Severity { Note, Remark, Warning, Error, Fatal };

struct Diagnostic {
  std::string id;  // as in diagnostics.def; "clang" for messages of the compiler
  Severity severity = Severity::Error;
  Location location;              // position of the caret
  std::vector<Extent> extents;    // underlined
  std::string message;            // the finding, in the user's names
  std::vector<Diagnostic> notes;  // causes and remedies
};

bool has_errors(const std::vector<Diagnostic>& diagnostics);

}  // namespace agc
