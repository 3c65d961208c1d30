#pragma once
/// What a program that runs needs of the runtime: the tensors behind its boxed arrays, and the calls of its statements.
#include <array>
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
  /// The result of a program that has one.
  Tensor take_result() { return std::move(at(program_.results[0])); }

 private:
  friend struct FrameCalls;

  static constexpr size_t kFew = 12;

  Tensor& at(codegen::ArrayId id) { return tensors_[id]; }
  /// Says where the elements are; after every change of the tensor.
  void update(codegen::ArrayId id);

  const codegen::Program& program_;
  std::array<Tensor, kFew> few_;  // small programs need no allocation for their frame
  std::vector<Tensor> many_;
  Tensor* tensors_;
  detail::SmallVector<std::byte*, kFew> data_;
  std::vector<Tensor> outputs_;  // of the kernel that runs
  std::exception_ptr error_;
};

}  // namespace ag::exec
