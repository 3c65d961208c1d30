#pragma once
/// The functions of a file that stay as they were written and run eagerly, because something in them cannot be staged.
#include <cstdint>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "diag/diagnostic.h"
#include "emit/eager.h"
#include "model/function.h"

namespace agc {

class EagerFunctions {
 public:
  explicit EagerFunctions(const model::SourceFile& source) : source_(source) {}

  /// True if the function, or one that it stands in, is left as it was written.
  bool contains(const model::Function& function) const;

  /// Leaves each function that an error of `refused` is about, and turns the error into a warning, kept for
  /// `take_warnings`. Mistakes of the user, and errors that are about no function, stay in `refused`. Returns true if a
  /// further function is left.
  bool leave(const std::vector<model::Function>& functions, std::vector<Diagnostic>& refused);

  /// Leaves the functions on the line of this place, where generated code did not compile; all functions of the file
  /// if that is not the first time.
  void leave_uncompilable(const std::vector<model::Function>& functions, const Location& place);

  /// Leaves a share of the functions at random. For tests.
  void leave_at_random(const std::vector<model::Function>& functions, uint64_t seed);

  /// The warnings. A note on each names the traced functions that end up at a function that is left: where they call
  /// it, they run eagerly as well.
  std::vector<Diagnostic> take_warnings(const std::vector<model::Function>& functions);

  /// How the texts of these functions change, in the order of the file.
  std::vector<emit::EagerText> texts(const std::vector<model::Function>& functions) const;

 private:
  /// A function as it stands in the text; its staged variants and instantiations share one.
  struct Left {
    model::Offset text = 0;
    std::string reason;
    uint32_t line = 0;
  };
  struct Warning {
    Diagnostic diagnostic;
    model::Offset text = 0;
  };

  const model::Function* function_at(const std::vector<model::Function>& functions, const Location& place) const;
  bool leave(const std::vector<model::Function>& functions, const model::Function& function, std::string reason,
             uint32_t line);

  const model::SourceFile& source_;
  std::set<model::Offset> texts_;
  std::set<std::pair<std::string, uint32_t>> uncompilable_;  // files and lines
  std::vector<Left> left_;
  std::vector<Warning> warnings_;
};

}  // namespace agc
