#pragma once
/// The values that statements share with the rest of the program, for statements that are emitted as a function of
/// their own.
#include <optional>
#include <span>
#include <vector>

#include "llvm/emit/emission_context.h"
#include "program/def_use.h"

namespace ag::codegen {

/// A value that a function takes from the enclosing one. `place` holds the value in the current function.
struct SharedValue {
  llvm::Value** place;
  llvm::Value* outside;
};

struct SharedValues {
  std::vector<SharedValue> values;
  std::vector<Register> results;  // numbers that later statements need
};

class SharedValueAnalysis {
 public:
  explicit SharedValueAnalysis(EmissionContext& context) : context_(context) {}

  SharedValues of(std::span<const Statement> statements);
  /// Returns the definitions and uses of the whole program.
  const DefUse& whole();

 private:
  EmissionContext& context_;
  std::optional<DefUse> whole_;  // made for programs that need it
};

}  // namespace ag::codegen
