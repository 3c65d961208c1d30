#pragma once
/// The state that the converters of one function share.
#include <vector>

#include "diag/catalogue.h"
#include "model/lowered.h"
#include "model/source.h"

namespace agc::convert {

/// A variable whose binding time must rise: a staged statement carries its number, or changes the length of its vector.
struct PromotionRequest {
  model::VariableId variable;
  model::BindingTime binding_time;
  model::Offset cause;
  bool grows = false;
};

struct Context {
  const model::SourceFile& source;
  model::Function& function;
  model::LoweredFunction lowered;
  std::vector<Diagnostic> diagnostics;
  // If not empty, the function is lowered again with these variables promoted.
  std::vector<PromotionRequest> promotions;

  void report(Id id, model::Offset place, const std::vector<std::string>& arguments = {}) {
    diagnostics.push_back(make_diagnostic(id, source.location(place), arguments));
  }
  /// Adds a note to the last report.
  void note(model::Offset place, std::string message) {
    diagnostics.back().notes.push_back(make_note(source.location(place), std::move(message)));
  }
};

}  // namespace agc::convert
