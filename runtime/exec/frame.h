#pragma once
/// Activation record of a program: the tensors of its arrays in runtime tensors, and the runtime calls of its
/// statements.
#include <array>
#include <chrono>
#include <exception>
#include <memory>
#include <span>
#include <vector>

#include "ag/tensor.h"
#include "program/program.h"
#include "program/runtime_abi.h"

namespace ag::exec {

class Frame : public codegen::Context {
 public:
  enum class Inputs : uint8_t {
    Shared,
    Borrowed,  // nothing changes them while the program runs, because it has no effects
  };
  Frame(const codegen::Program& program, std::span<const Tensor* const> inputs, Inputs kind = Inputs::Shared);
  ~Frame();
  Frame(const Frame&) = delete;
  Frame& operator=(const Frame&) = delete;

  /// Returns the functions that the statements of a program call. Their context must be a Frame.
  static const codegen::RuntimeCalls& calls();

  /// Throws the error that ended the program. `iterations` is the number of iterations of the outermost loop before the
  /// program continued it.
  [[noreturn]] void rethrow(int64_t iterations = 0) const;
  /// Moves the results out of the frame of a finished program; may be called once. `results` are undefined before.
  /// `distinct`: no two results are the same array.
  void take_results(std::span<Tensor> results, bool distinct = false);
  std::vector<Tensor> take_results() {
    std::vector<Tensor> results(program_.results.size());
    take_results(results);
    return results;
  }
  /// Returns the number of bytes copied because an array that the program overwrites had other owners.
  size_t copied_bytes() const { return copied_bytes_; }

 private:
  friend struct FrameCalls;

  static constexpr size_t kFew = 16;
  static constexpr codegen::ArrayId kMaxBorrowed = 64;

  Tensor& at(codegen::ArrayId id) { return tensors_[id]; }
  bool is_borrowed(codegen::ArrayId id) const { return id < kMaxBorrowed && (borrowed_ >> id & 1) != 0; }
  /// Makes the frame an owner of the array, before its handle is changed or moved from. A borrowed handle holds no
  /// reference, because reference counting would double the cost of a small call.
  void retain(codegen::ArrayId id) {
    if (is_borrowed(id)) take_over(id);
  }
  void take_over(codegen::ArrayId id);
  void note_copy(const detail::TensorImpl& impl) {
    copied_bytes_ += static_cast<size_t>(impl.shape.element_count()) * item_size(impl.dtype);
  }
  static void note_strings(std::span<Tensor> results);
  void poll(int32_t loop, int64_t iterations);
  /// Updates the pointer to the elements. Required after every change of the tensor.
  void update(codegen::ArrayId id);

  explicit Frame(const codegen::Program& program);
  /// Allocates the results of a program that makes no runtime calls. Such a program expects them from its caller.
  void make_results();
  void make_contiguous(codegen::ArrayId id);
  /// Allocates space for more than kFew arrays.
  void make_room(size_t count);

  const codegen::Program& program_;
  // The frame of a small program needs no allocation, and only the entries of its arrays are initialized.
  alignas(Tensor) std::byte few_[kFew * sizeof(Tensor)];
  std::byte* few_data_[kFew];
  std::unique_ptr<Tensor[]> many_;
  std::unique_ptr<std::byte*[]> many_data_;
  Tensor* tensors_;
  uint64_t borrowed_ = 0;        // bit per array id
  std::vector<Tensor> outputs_;  // of the running kernel
  std::exception_ptr error_;
  // The last test for cancellation.
  struct Asked {
    int32_t loop = -1;
    int64_t iterations = 0;
    std::chrono::steady_clock::time_point at;
  };
  Asked asked_;
  /// A scope that the error left: a loop after `count` iterations, or `count` calls at a site.
  struct Left {
    int32_t loop = codegen::kNone, site = codegen::kNone;
    int64_t count = 0;
  };
  std::vector<Left> unwound_;
  size_t copied_bytes_ = 0;
  bool has_strings_ = false;  // some input or constant has strings
  // The number of spans that were open on the thread before the program's spans. kUnasked before its first span.
  static constexpr int64_t kUnasked = -2, kNotRecorded = -1;
  int64_t open_spans_ = kUnasked;
};

}  // namespace ag::exec
