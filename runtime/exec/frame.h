#pragma once
/// What a program that runs needs of the runtime: the tensors behind its boxed arrays, and the calls of its statements.
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
    Borrowed,  // nobody can change them while the program runs: it has no effects
  };
  Frame(const codegen::Program& program, std::span<const Tensor* const> inputs, Inputs kind = Inputs::Shared);
  ~Frame();
  Frame(const Frame&) = delete;
  Frame& operator=(const Frame&) = delete;

  /// What the statements of a program call; the context must be a Frame.
  static const codegen::RuntimeCalls& calls();

  /// Throws the error that ended the program. `rounds`: of the outermost loop, before the program went on with it.
  [[noreturn]] void rethrow(int64_t rounds = 0) const;
  /// Of a program that is done; once. `results` have no values yet; `distinct`: no two of them are one array.
  void take_results(std::span<Tensor> results, bool distinct = false);
  std::vector<Tensor> take_results() {
    std::vector<Tensor> results(program_.results.size());
    take_results(results);
    return results;
  }
  /// How many bytes were copied because others had arrays that the program overwrites.
  size_t copied_bytes() const { return copied_bytes_; }

 private:
  friend struct FrameCalls;

  static constexpr size_t kFew = 16;
  static constexpr codegen::ArrayId kMostBorrowed = 64;

  Tensor& at(codegen::ArrayId id) { return tensors_[id]; }
  bool is_borrowed(codegen::ArrayId id) const { return id < kMostBorrowed && (borrowed_ >> id & 1) != 0; }
  /// Before the handle is changed, or moved from: a borrowed one has no reference of its own, which costs as much as
  /// the rest of a small call.
  void own(codegen::ArrayId id) {
    if (is_borrowed(id)) take_over(id);
  }
  void take_over(codegen::ArrayId id);
  void note_copy(const detail::TensorImpl& impl) {
    copied_bytes_ += static_cast<size_t>(impl.shape.element_count()) * item_size(impl.dtype);
  }
  static void note_strings(std::span<Tensor> results);
  void ask(int32_t loop, int64_t rounds);
  /// Says where the elements are; after every change of the tensor.
  void update(codegen::ArrayId id);

  explicit Frame(const codegen::Program& program);
  /// Those of a program that stands alone, which leaves that to its caller.
  void make_results();
  void make_dense(codegen::ArrayId id);
  /// Room for more than a few arrays.
  void make_room(size_t count);

  const codegen::Program& program_;
  // Small programs need no allocation for their frame; nor do they fill more of it than they have arrays.
  alignas(Tensor) std::byte few_[kFew * sizeof(Tensor)];
  std::byte* few_data_[kFew];
  std::unique_ptr<Tensor[]> many_;
  std::unique_ptr<std::byte*[]> many_data_;
  Tensor* tensors_;
  uint64_t borrowed_ = 0;        // by number of the array
  std::vector<Tensor> outputs_;  // of the kernel that runs
  std::exception_ptr error_;
  // Where a loop has asked last whether to go on.
  struct Asked {
    int32_t loop = -1;
    int64_t rounds = 0;
    std::chrono::steady_clock::time_point at;
  };
  Asked asked_;
  /// What the error has left: a loop after so many rounds, or so many calls that stand at a site.
  struct Left {
    int32_t loop = codegen::kNone, site = codegen::kNone;
    int64_t count = 0;
  };
  std::vector<Left> unwound_;
  size_t copied_bytes_ = 0;
  bool has_strings_ = false;  // words of the inputs and constants stand for some
  // How many spans of the thread are open around those of the program; kUnasked until it has one.
  static constexpr int64_t kUnasked = -2, kNotRecorded = -1;
  int64_t open_spans_ = kUnasked;
};

}  // namespace ag::exec
