#pragma once
/// What a program that runs needs of the runtime: the tensors behind its boxed arrays, and the calls of its statements.
#include <exception>
#include <span>
#include <vector>

#include "ag/small_vector.h"
#include "ag/tensor.h"
#include "codegen/program.h"
#include "codegen/runtime_calls.h"

namespace ag::exec {

class Frame : public codegen::Context {
 public:
  Frame(const codegen::Program& program, std::span<const Tensor* const> inputs);
  Frame(const Frame&) = delete;
  Frame& operator=(const Frame&) = delete;

  /// What the statements of a program call; the context must be a Frame.
  static const codegen::RuntimeCalls& calls();

  /// Throws the error that ended the program.
  [[noreturn]] void rethrow() const { std::rethrow_exception(error_); }
  std::vector<Tensor> results() const;
  Tensor take_result(size_t k) { return std::move(at(program_.results[k])); }

 private:
  friend struct FrameCalls;

  Tensor& at(codegen::ArrayId id) { return tensors_[static_cast<size_t>(id)]; }
  /// Says where the elements are; after every change of the tensor.
  void update(codegen::ArrayId id);

  const codegen::Program& program_;
  std::vector<Tensor> tensors_;
  detail::SmallVector<std::byte*, 16> data_;
  std::exception_ptr error_;
};

}  // namespace ag::exec
