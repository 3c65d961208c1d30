#pragma once
/// Runs a graph as one native function made by the code generator.
#include <optional>
#include <string>

#include "exec/direct_call.h"
#include "exec/executor.h"
#include "exec/frame.h"
#include "program/code_generator.h"

namespace ag::exec {

class Compiled : public Executor {
 public:
  /// Loads the graph's code from the cache, or compiles it. Returns null if the code generator is not installed, and
  /// sets `why` to the missing part. Throws an internal error if the program does not compile.
  static std::unique_ptr<Compiled> make(const ir::Graph& graph, std::string& why, const NativeOptions& options = {});
  /// Compiles the graph without the cache.
  Compiled(const ir::Graph& graph, const codegen::BackendInterface& backend, const NativeOptions& options = {});

  std::vector<Tensor> run(std::span<const Tensor* const> inputs) const override;
  void run_into(std::span<const Tensor* const> inputs, std::span<Tensor> results) const override;
  const DirectCall* frameless() const override { return direct_call_ ? &*direct_call_ : nullptr; }
  void run_framed(std::span<const Tensor* const> inputs, std::span<Tensor> results) const override;
  /// Runs a program that is the remainder of a loop, after `rounds` iterations.
  std::vector<Tensor> run_rest(std::span<const Tensor* const> inputs, int64_t rounds) const;

 private:
  Compiled(const ir::Graph& graph, const NativeOptions& options);
  static std::unique_ptr<Compiled> lower(const ir::Graph& graph, const NativeOptions& options);
  void compile(const codegen::BackendInterface& backend, const std::string& name, codegen::SharedObject* shared_object,
               bool lines);

  void set_code(std::unique_ptr<codegen::NativeCode> code);

  codegen::Program program_;
  detail::Machine machine_;
  Frame::Inputs inputs_;
  bool distinct_results_ = false;
  std::optional<DirectCall> direct_call_;
  std::unique_ptr<codegen::NativeCode> code_;
};

}  // namespace ag::exec
