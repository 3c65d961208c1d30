#pragma once
/// Runs a graph as one native function, made by the code generator.
#include <string>

#include "codegen/backend.h"
#include "exec/executor.h"
#include "exec/frame.h"

namespace ag::exec {

/// The code generator, opened at the first call; null where it is not installed, and `why` says what is missing.
const codegen::BackendInterface* backend(std::string& why);

class Compiled : public Executor {
 public:
  /// Throws an internal error where the program does not compile.
  Compiled(const ir::Graph& graph, const codegen::BackendInterface& backend);

  std::vector<Tensor> run(std::span<const Tensor* const> inputs) const override;
  Tensor run_single(std::span<const Tensor* const> inputs) const override;

 private:
  codegen::Program program_;
  Frame::Inputs inputs_;
  std::unique_ptr<codegen::NativeCode> code_;
};

}  // namespace ag::exec
