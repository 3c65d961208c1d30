#pragma once
/// Fast path for programs that make no runtime calls: allocates the results and calls the code. A Frame would double
/// the cost of a small call.
#include <span>
#include <vector>

#include "ag/tensor.h"
#include "program/program.h"
#include "program/runtime_abi.h"
#include "tensor/memory/result_template.h"

namespace ag::exec {

class DirectCall {
 public:
  static bool can_run(const codegen::Program& program) {
    return program.is_direct_call && program.arrays.size() <= kMaxArrays;
  }
  DirectCall(const codegen::Program& program, codegen::NativeFunction function);

  /// Returns false, with no results, if the call needs a frame after all: for an error, or for inputs that must be
  /// row-major and are not.
  bool run(std::span<const Tensor* const> inputs, std::span<Tensor> results) const noexcept {
    return run_into(inputs, results, [](Tensor& result) -> Tensor& { return result; });
  }
  bool run(std::span<const Tensor* const> inputs, std::span<Tensor* const> results) const noexcept {
    return run_into(inputs, results, [](Tensor* result) -> Tensor& { return *result; });
  }

 private:
  static constexpr size_t kMaxArrays = 64;

  struct Input {
    codegen::ArrayId array = codegen::kNone;
    bool is_row_major = false;  // must be row-major
  };
  struct Result {
    codegen::ArrayId array = codegen::kNone;
    int32_t input = codegen::kNone;  // index of the input that is the result, or kNone
    detail::ResultTemplate form;
  };

  template <class Results, class Get>
  bool run_into(std::span<const Tensor* const> inputs, Results results, Get get) const noexcept;
  template <class Results, class Get>
  bool fill(std::span<const Tensor* const> inputs, Results results, Get get) const;

  codegen::NativeFunction function_;
  std::vector<Input> inputs_;
  std::vector<Result> results_;
  std::vector<std::pair<codegen::ArrayId, std::byte*>> constants_;
};

// Defined here so that callers can inline them.

template <class Results, class Get>
[[gnu::always_inline]] inline bool DirectCall::fill(std::span<const Tensor* const> inputs, Results results,
                                                    Get get) const {
  std::byte* data[kMaxArrays];
  const Tensor* const* given = inputs.data();
  for (const Input& input : inputs_) {
    const detail::TensorImpl& impl = *(*given++)->impl();
    if (input.is_row_major && !detail::is_contiguous(impl)) [[unlikely]]
      return false;
    data[input.array] = impl.address;  // on the host: the caller has compared the types
  }
  for (const auto& [id, elements] : constants_) data[id] = elements;
  auto* next = results.data();
  for (const Result& result : results_) {
    Tensor& to = get(*next++);
    if (result.input != codegen::kNone) [[unlikely]] {
      to = *inputs[static_cast<size_t>(result.input)];
      continue;
    }
    to = detail::allocate(result.form);
    data[result.array] = to.impl()->address;
  }
  codegen::Context context{.data = data};
  return function_(&context) == 0;
}

template <class Results, class Get>
[[gnu::always_inline]] inline bool DirectCall::run_into(std::span<const Tensor* const> inputs, Results results,
                                                        Get get) const noexcept {
  try {
    if (fill(inputs, results, get)) [[likely]]
      return true;
  } catch (...) {
    // Out of memory. The call with a frame reports it as it reports all errors.
  }
  for (auto& result : results) get(result) = Tensor();
  return false;
}

}  // namespace ag::exec
