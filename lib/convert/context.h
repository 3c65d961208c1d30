#pragma once
/// What the converters of one function share.
#include <vector>

#include "diag/catalogue.h"
#include "model/lowered.h"
#include "model/source.h"

namespace agc::convert {

/// A number that a staged statement carries, or a vector that grows in one.
struct Raise {
  model::VariableId variable;
  model::Level level;
  model::Offset cause;
  bool grows = false;
};

struct Context {
  const model::SourceFile& source;
  model::Function& function;
  model::LoweredFunction lowered;
  std::vector<Diagnostic> diagnostics;
  std::vector<Raise> raises;  // where there are any, the function is lowered again with these variables raised

  void report(Id id, model::Offset place, const std::vector<std::string>& arguments = {}) {
    diagnostics.push_back(make_diagnostic(id, source.location(place), arguments));
  }
  /// Adds a note to the last report.
  void note(model::Offset place, std::string message) {
    diagnostics.back().notes.push_back(make_note(source.location(place), std::move(message)));
  }
};

}  // namespace agc::convert
