#pragma once
/// Converts the lowered tree of one function to edits: the wrapping of the function, then its signature and its body.
/// The work is divided among the parts of its context. Internal to `emit`.
#include "emit/function/emission_context.h"

namespace agc::emit {

class FunctionEmitter {
 public:
  FunctionEmitter(const model::SourceFile& source, const model::LoweredFunction& lowered, Edits& edits)
      : context_(source, lowered, edits) {}

  /// Adds the edits of the function.
  void run();

 private:
  void name_arguments();
  void state_result();

  EmissionContext context_;
};

}  // namespace agc::emit
