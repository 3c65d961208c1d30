#pragma once
/// Emits `if` statements as calls of ag::if_stmt, and of ag::if_else where both branches return. Internal to `emit`.
#include <string>

#include "emit/function/emitter_part.h"

namespace agc::emit {

class BranchEmitter : public EmitterPart {
 public:
  using EmitterPart::EmitterPart;

  /// Emits an `if`, with its `else` and the rest of the block that was moved into it.
  void emit(const model::Node& node);

 private:
  void header(const model::Node& node, bool scope, const std::string& open_then);
  void otherwise(const model::Node& node, const std::string& end);
  void merged_rest(const model::Node& node, const std::string& end);

  /// An `else` branch that consists of one `if`: its lambda is the scope for declarations in the header of the `if`.
  const model::Stmt* needs_no_scope_ = nullptr;
  std::string chain_end_;  // closes the call of a chain of else_if
};

}  // namespace agc::emit
