#pragma once
/// The functions of a file that stay as written and run eagerly, because something in them cannot be staged.
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

  /// True if the function, or an enclosing one, is left as written.
  bool contains(const model::Function& function) const;

  /// Leaves each function to which an error in `refused` refers, and turns the error into a warning for
  /// `take_warnings`. Mistakes of the user, and errors that refer to no function, stay in `refused`. Returns true if a
  /// further function is left.
  bool leave(const std::vector<model::Function>& functions, std::vector<Diagnostic>& refused);

  /// Leaves the functions on the line of this position, where generated code did not compile. If the line is reported
  /// again, leaves all functions of the file.
  void leave_uncompilable(const std::vector<model::Function>& functions, const Location& place);

  /// Leaves a share of the functions at random. For tests.
  void leave_at_random(const std::vector<model::Function>& functions, uint64_t seed);

  /// Returns the warnings. A note on each names the traced functions that reach a function that is left: they run
  /// eagerly when they call it.
  std::vector<Diagnostic> take_warnings(const std::vector<model::Function>& functions);

  /// The changes to the texts of these functions, in the order of the file.
  std::vector<emit::EagerText> texts(const std::vector<model::Function>& functions) const;

 private:
  /// The text of a function; its staged variants and instantiations share it.
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
